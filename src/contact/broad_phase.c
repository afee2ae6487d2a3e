/* broad_phase.c - a grid of cells, each as wide as the largest ordinary sphere: near ones lie in the same cell or in neighbouring cells.
 *
 * Bodies are sorted by the number of their cell, so that a cell is found by bisection and nothing is hashed. Spheres far larger than most
 * (more than LARGE times the median) would make all cells too wide: they are compared with every other one.
 */
#include "contact/broad_phase.h"
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    uint64_t cell;
    int item;
} placed;

struct tml_broad_phase {
    int count, large_count, small_count;
    const double *reach;
    double slack, width;
    bool (*allowed)(const void *context, int first, int second);
    const void *context;
    int *large;    /* (large_count) */
    placed *small; /* (small_count) sorted by cells */
    tml_vec3 *at;  /* (count) centres when the list was made */
    bool made;
    tml_near_pair *pairs;
    int pair_count, pair_capacity;
    tml_arena *arena;
};

static const double LARGE = 4;

static int compare_numbers(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double median(const double *reach, int count, tml_arena *arena)
{
    double *sorted = tml_arena_copy(arena, reach, (size_t)count * sizeof *reach);
    qsort(sorted, (size_t)count, sizeof *sorted, compare_numbers);
    return sorted[count / 2];
}

tml_broad_phase *tml_broad_phase_make(int count, const double *reach, double slack,
                                      bool (*allowed)(const void *context, int first, int second), const void *context,
                                      tml_arena *arena)
{
    tml_broad_phase *b = TML_NEW(arena, tml_broad_phase);
    *b = (tml_broad_phase){
        .count = count, .slack = slack, .allowed = allowed, .context = context, .arena = arena, .width = 2 * slack};
    b->at = TML_NEW_ARRAY(arena, tml_vec3, count + 1);
    b->large = TML_NEW_ARRAY(arena, int, count + 1);
    b->small = TML_NEW_ARRAY(arena, placed, count + 1);
    if (count == 0)
        return b;
    b->reach = tml_arena_copy(arena, reach, (size_t)count * sizeof *reach);
    const double limit = LARGE * median(reach, count, arena);
    for (int i = 0; i < count; i++)
        if (reach[i] <= limit && isfinite(reach[i])) {
            b->small[b->small_count++].item = i;
            b->width = fmax(b->width, 2 * (reach[i] + slack));
        } else {
            b->large[b->large_count++] = i;
        }
    return b;
}

bool tml_broad_phase_holds(const tml_broad_phase *b, const tml_vec3 *x)
{
    for (int i = 0; i < b->count; i++) {
        const tml_vec3 d = tml_sub(x[i], b->at[i]);
        if (!(tml_dot(d, d) <= b->slack * b->slack))
            return false;
    }
    return b->made;
}

double tml_broad_phase_moved(const tml_broad_phase *b, int i, tml_vec3 x)
{
    return b->made ? tml_norm(tml_sub(x, b->at[i])) : INFINITY;
}

double tml_broad_phase_slack(const tml_broad_phase *b)
{
    return b->slack;
}

static void add(tml_broad_phase *b, int i, int k)
{
    const double reach = b->reach[i] + b->reach[k] + 2 * b->slack;
    const tml_vec3 d = tml_sub(b->at[i], b->at[k]);
    const int first = i < k ? i : k, second = i < k ? k : i;
    if (tml_dot(d, d) > reach * reach || (b->allowed && !b->allowed(b->context, first, second)))
        return;
    TML_GROW(b->arena, b->pairs, b->pair_count, b->pair_capacity);
    b->pairs[b->pair_count++] = (tml_near_pair){first, second};
}

/* Cells are numbered within 2^20 to each side; farther ones share the last cell, which costs time but misses nothing. */
enum { CELLS = 1 << 20 };

static int64_t cell_along(double x, double width)
{
    const double cell = width > 0 ? floor(x / width) : 0;
    return !(cell >= -CELLS) ? -CELLS : cell > CELLS ? CELLS : (int64_t)cell;
}

static uint64_t cell_number(int64_t x, int64_t y, int64_t z)
{
    return (uint64_t)(x + CELLS + 1) << 42 | (uint64_t)(y + CELLS + 1) << 21 | (uint64_t)(z + CELLS + 1);
}

static int compare_placed(const void *a, const void *b)
{
    const placed *p = a, *q = b;
    return p->cell != q->cell ? (p->cell > q->cell) - (p->cell < q->cell) : (p->item > q->item) - (p->item < q->item);
}

static int compare_pairs(const void *a, const void *b)
{
    const tml_near_pair *p = a, *q = b;
    return p->first != q->first ? (p->first > q->first) - (p->first < q->first)
                                : (p->second > q->second) - (p->second < q->second);
}

bool tml_broad_phase_lists(const tml_broad_phase *b, int first, int second)
{
    const tml_near_pair pair = {first, second};
    return b->pair_count > 0 &&
           bsearch(&pair, b->pairs, (size_t)b->pair_count, sizeof *b->pairs, compare_pairs) != NULL;
}

/* First of the sorted items in this cell or a later one. */
static int lower_bound(const tml_broad_phase *b, uint64_t cell)
{
    int low = 0, high = b->small_count;
    while (low < high) {
        const int middle = low + (high - low) / 2;
        if (b->small[middle].cell < cell)
            low = middle + 1;
        else
            high = middle;
    }
    return low;
}

/* Partners of the sorted item i: later ones in its cell, all in the half of its neighbours that comes later. */
static void pair_small(tml_broad_phase *b, int i)
{
    const tml_vec3 x = b->at[b->small[i].item];
    const int64_t cx = cell_along(x.x, b->width), cy = cell_along(x.y, b->width), cz = cell_along(x.z, b->width);
    for (int k = i + 1; k < b->small_count && b->small[k].cell == b->small[i].cell; k++)
        add(b, b->small[i].item, b->small[k].item);
    for (int n = 14; n < 27; n++) {
        const int64_t nx = cx + n / 9 - 1, ny = cy + n / 3 % 3 - 1, nz = cz + n % 3 - 1;
        const uint64_t cell = cell_number(nx, ny, nz);
        for (int k = lower_bound(b, cell); k < b->small_count && b->small[k].cell == cell; k++)
            add(b, b->small[i].item, b->small[k].item);
    }
}

int tml_broad_phase_update(tml_broad_phase *b, const tml_vec3 *x, bool *changed)
{
    const bool holds = tml_broad_phase_holds(b, x);
    if (changed)
        *changed = !holds;
    if (holds)
        return b->pair_count;
    memcpy(b->at, x, (size_t)b->count * sizeof *x);
    b->made = true;
    b->pair_count = 0;
    for (int i = 0; i < b->small_count; i++) {
        const tml_vec3 c = b->at[b->small[i].item];
        b->small[i].cell = cell_number(cell_along(c.x, b->width), cell_along(c.y, b->width), cell_along(c.z, b->width));
    }
    qsort(b->small, (size_t)b->small_count, sizeof *b->small, compare_placed);
    for (int i = 0; i < b->small_count; i++)
        pair_small(b, i);
    for (int i = 0; i < b->large_count; i++) {
        for (int k = i + 1; k < b->large_count; k++)
            add(b, b->large[i], b->large[k]);
        for (int k = 0; k < b->small_count; k++)
            add(b, b->large[i], b->small[k].item);
    }
    if (b->pair_count > 0) /* else there may be no list */
        qsort(b->pairs, (size_t)b->pair_count, sizeof *b->pairs, compare_pairs);
    return b->pair_count;
}

const tml_near_pair *tml_broad_phase_pairs(const tml_broad_phase *b)
{
    return b->pairs;
}
