/* conflict.c - a minimal conflict (irreducible infeasible subset of the constraints) by QuickXplain.
 *
 * QX(B, D, C): a minimal subset of C that contradicts B. Empty if B alone is inconsistent (and D, what was added to it
 * last, is not empty); C itself if it has one element; else C = C1 + C2, D2 = QX(B + C1, C1, C2), D1 = QX(B + D2, D2,
 * C1), and D1 + D2.
 * [U. Junker, QUICKXPLAIN: preferred explanations and relaxations for over-constrained problems, AAAI 2004]
 * k of n parts take about 2 k log2(n / k) + 2 k trials. Only the block with the widest gap is examined
 * (conflict_block.c). From the result, a conflict of minimum size is searched for (minimum_conflict.c).
 */
#include "diagnosis/conflict.h"
#include "base/text.h"
#include "diagnosis/conflict_scope.h"
#include <math.h>
#include <string.h>

enum {
    MAX_NAMED = 12,
    MAX_PARTS = 24
}; /* shown; more are no help, and Newton's method from far away proves nothing for them */

/* ---- parts ---- */

const char *tml_part_name(const tml_system *s, tml_part part)
{
    return part.kind == TML_PART_JOINT    ? s->joints[part.index].name
           : part.kind == TML_PART_DRIVER ? s->drives[part.index].name
                                          : s->starts[part.index].name;
}

tml_place tml_part_place(const tml_system *s, tml_part part)
{
    return part.kind == TML_PART_JOINT    ? s->joints[part.index].place
           : part.kind == TML_PART_DRIVER ? s->drives[part.index].place
                                          : s->starts[part.index].place;
}

static const char *names_of(const tml_system *s, const tml_conflict *f, tml_part_kind kind, const char *one,
                            const char *several, tml_arena *arena)
{
    tml_text text = {0};
    int count = 0, listed = 0;
    for (int i = 0; i < f->count; i++)
        count += f->parts[i].kind == kind;
    const int shown = count > MAX_NAMED ? MAX_NAMED : count;
    for (int i = 0; i < f->count && listed < shown; i++)
        if (f->parts[i].kind == kind) {
            tml_text_add(&text, "%s%s",
                         listed == 0           ? ""
                         : listed == count - 1 ? " and "
                                               : ", ",
                         tml_part_name(s, f->parts[i]));
            listed++;
        }
    const char *all =
        count == 0 ? NULL
                   : tml_arena_format(arena, "%s %s%s", count == 1 ? one : several, text.data ? text.data : "?",
                                      shown < count ? tml_arena_format(arena, " and %d more", count - shown) : "");
    tml_text_free(&text);
    return all;
}

const char *tml_conflict_names(const tml_system *s, const tml_conflict *f, tml_arena *arena)
{
    const char *all = NULL;
    const char *const lists[] = {names_of(s, f, TML_PART_DRIVER, "driver", "drivers", arena),
                                 names_of(s, f, TML_PART_INITIAL, "initial", "initial", arena),
                                 names_of(s, f, TML_PART_JOINT, "joint", "joints", arena)};
    for (int i = 0; i < 3; i++)
        if (lists[i])
            all = all ? tml_arena_format(arena, "%s and %s", all, lists[i]) : lists[i];
    return all ? all : "";
}

/* ---- connected parts ---- */

static void join(int *parent, int a, int b)
{
    if (a && b)
        parent[tml_component_root(parent, a)] = tml_component_root(parent, b);
}

static int first_body(const tml_trial *a, int row)
{
    const tml_system *s = &a->system;
    if (row >= a->joint_rows) {
        const tml_measure *m = &s->measures[s->starts[row - a->joint_rows].term.measure];
        return m->body1 ? m->body1 : m->body2;
    }
    return s->rows[row].block_count ? s->blocks[s->rows[row].first_block].body : 0;
}

static int *find_groups(const tml_trial *a)
{
    const tml_system *s = &a->system;
    int *parent = TML_NEW_ARRAY(a->arena, int, s->nb);
    for (int i = 0; i < s->nb; i++)
        parent[i] = i;
    for (int i = 0; i < a->joint_rows; i++)
        for (int k = 1; k < s->rows[i].block_count; k++)
            join(parent, s->blocks[s->rows[i].first_block].body, s->blocks[s->rows[i].first_block + k].body);
    for (int i = 0; a->with_starts && i < s->start_count; i++) {
        const tml_measure *m = &s->measures[s->starts[i].term.measure];
        join(parent, m->body1, m->body2);
    }
    return parent;
}

/* Parts with rows that count, of the group with the widest gap; *widest: the one with that gap. */
static tml_part *find_parts(tml_trial *a, bool rates, int *count, int *widest)
{
    const tml_system *s = &a->system;
    int *parent = find_groups(a), worst = 0;
    *widest = 0;
    for (int i = 1; i < a->rows; i++)
        if (fabs(a->r[i]) > fabs(a->r[worst]))
            worst = i;
    const int group = a->rows ? tml_component_root(parent, first_body(a, worst)) : 0;
    tml_part *parts = TML_NEW_ARRAY(a->arena, tml_part, s->joint_count + s->drive_count + s->start_count + 1);
    bool *taken = TML_NEW_ARRAY(a->arena, bool, s->joint_count + s->drive_count + 1);
    *count = 0;
    for (int i = 0; i < a->rows; i++) {
        a->scope[i] = tml_component_root(parent, first_body(a, i)) == group;
        if (!a->scope[i])
            continue;
        if (i >= a->joint_rows) {
            if (i == worst)
                *widest = *count;
            if (s->starts[i - a->joint_rows].rate == rates)
                parts[(*count)++] = (tml_part){TML_PART_INITIAL, i - a->joint_rows};
            continue;
        }
        const bool joint = s->rows[i].joint >= 0;
        const int index = joint ? s->rows[i].joint : s->rows[i].driver;
        bool *mark = &taken[joint ? index : s->joint_count + index];
        if (!*mark)
            parts[(*count)++] = (tml_part){joint ? TML_PART_JOINT : TML_PART_DRIVER, index};
        *mark = true;
        for (int k = 0; i == worst && k < *count; k++)
            if (parts[k].kind == (joint ? TML_PART_JOINT : TML_PART_DRIVER) && parts[k].index == index)
                *widest = k;
    }
    return parts;
}

/* ---- QuickXplain ---- */

typedef struct {
    tml_trial *a;
    bool rates;
    tml_part *parts;
    bool *in;     /* (parts) B */
    bool *kept;   /* (parts) the result */
    int count;    /* of parts */
    double bound; /* of the trial's cost, while searching for the minimum */
} search;

static bool consistent(search *x, int count)
{
    tml_trial_put_all(x->a, false);
    for (int i = 0; i < count; i++)
        if (x->in[i])
            tml_trial_put(x->a, x->parts[i], true);
    return x->rates ? tml_trial_moves(x->a) : tml_trial_closes(x->a);
}

static void put_range(bool *in, int first, int end, bool value)
{
    for (int i = first; i < end; i++)
        in[i] = value;
}

/* Marks in `kept` what of [first, end) is needed besides what is in. */
static void explain(search *x, int count, bool grown, int first, int end)
{
    if (tml_trial_exhausted(x->a) || (grown && !consistent(x, count)))
        return;
    if (end - first == 1) {
        x->kept[first] = true;
        return;
    }
    const int middle = (first + end) / 2;
    put_range(x->in, first, middle, true);
    explain(x, count, true, middle, end);
    put_range(x->in, first, middle, false);
    bool any = false;
    for (int i = middle; i < end; i++) {
        x->in[i] = x->kept[i];
        any = any || x->kept[i];
    }
    explain(x, count, any, first, middle);
    put_range(x->in, middle, end, false);
}

static bool precedes(tml_part a, tml_part b)
{
    return a.kind != b.kind ? a.kind < b.kind : a.index < b.index;
}

/* What was kept, in the order of the file. */
static int gather(const tml_part *parts, int count, const bool *kept, tml_part *out)
{
    int found = 0;
    for (int i = 0; i < count; i++) {
        if (!kept[i])
            continue;
        int at = found++;
        for (; at > 0 && precedes(parts[i], out[at - 1]); at--)
            out[at] = out[at - 1];
        out[at] = parts[i];
    }
    return found;
}

/* Every set found is irreducible, but another order may find a smaller one: two orders are tried. NULL: out of bounds. */
static tml_part *find_smaller(search *x, int count, int *found)
{
    tml_part *best = NULL, *one = TML_NEW_ARRAY(x->a->arena, tml_part, count + 1);
    for (int order = 0; order < 2; order++) {
        put_range(x->in, 0, count, false);
        put_range(x->kept, 0, count, false);
        explain(x, count, false, 0, count);
        if (tml_trial_exhausted(x->a))
            break;
        const int size = gather(x->parts, count, x->kept, one);
        if (!best || size < *found) {
            best = tml_arena_copy(x->a->arena, one, (size_t)count * sizeof *one);
            *found = size;
        }
        for (int i = 0; i < count / 2; i++) {
            const tml_part swap = x->parts[i];
            x->parts[i] = x->parts[count - 1 - i], x->parts[count - 1 - i] = swap;
        }
    }
    return best;
}

/* Verifies a set: together inconsistent, consistent without any one of them. */
static bool is_irreducible(search *x, const tml_conflict *set)
{
    for (int left_out = -1; left_out < set->count; left_out++) {
        tml_trial_put_all(x->a, false);
        for (int i = 0; i < set->count; i++)
            if (i != left_out)
                tml_trial_put(x->a, set->parts[i], true);
        if ((x->rates ? tml_trial_moves(x->a) : tml_trial_closes(x->a)) != (left_out >= 0))
            return false;
    }
    return !tml_trial_exhausted(x->a);
}

/* ---- minimum size ---- */

static bool mask_is_consistent(void *context, uint64_t mask)
{
    search *x = context;
    for (int i = 0; i < x->count; i++)
        x->in[i] = mask >> i & 1;
    return consistent(x, x->count);
}

static bool mask_exhausted(void *context)
{
    const search *x = context;
    return x->a->stopped || x->a->cost > x->bound;
}

/* Replaces the set found by one of minimum size; true: no fewer parts contradict each other. */
static bool find_minimum(search *x, int count, tml_conflict *found)
{
    const tml_part_oracle oracle = {mask_is_consistent, mask_exhausted, x, count};
    uint64_t set = 0, before;
    if (count > 64)
        return false;
    for (int i = 0; i < count; i++)
        for (int k = 0; k < found->count; k++)
            if (x->parts[i].kind == found->parts[k].kind && x->parts[i].index == found->parts[k].index)
                set |= (uint64_t)1 << i;
    x->count = count;
    x->bound = 0.5 * (x->a->cost + x->a->budget); /* the rest is for the cure */
    before = set;
    if (!tml_minimum_conflict(&oracle, &set, x->a->arena))
        return false;
    if (set == before)
        return true;
    tml_conflict other = *found;
    for (int i = 0; i < count; i++)
        x->kept[i] = set >> i & 1;
    other.parts = TML_NEW_ARRAY(x->a->arena, tml_part, count + 1);
    other.count = gather(x->parts, count, x->kept, other.parts);
    if (!is_irreducible(x, &other))
        return false;
    *found = other;
    return true;
}

/* Keeps only the parts of the block with the widest gap, if these contradict each other; *loop: they form one loop. */
static int narrow(search *x, int count, int widest, bool *loop)
{
    int *block = TML_NEW_ARRAY(x->a->arena, int, count), left = 0;
    *loop = false;
    tml_part_blocks(x->a, x->parts, count, block);
    const int wanted = block[widest < count ? widest : 0];
    for (int i = 0; i < count; i++)
        x->in[i] = block[i] == wanted;
    if (consistent(x, count))
        return count;
    *loop = tml_block_is_loop(x->a, x->parts, count, block, wanted);
    for (int i = 0; i < count; i++)
        if (block[i] == wanted)
            x->parts[left++] = x->parts[i];
    return left;
}

/* An irreducible conflict; false: none was found within bounds. */
static bool find_set(search *x, int count, bool loop, tml_conflict *found)
{
    if (loop && count > MAX_PARTS) { /* without any one of them the others are an open chain, which closes */
        put_range(x->kept, 0, count, true);
        found->parts = TML_NEW_ARRAY(x->a->arena, tml_part, count + 1);
        found->count = gather(x->parts, count, x->kept, found->parts);
        found->fewest = true;
        return true;
    }
    found->parts = find_smaller(x, count, &found->count);
    if (!found->parts || found->count > MAX_PARTS || !is_irreducible(x, found))
        return false;
    found->fewest = find_minimum(x, count, found);
    return true;
}

tml_conflict tml_conflict_find(tml_trial *a, const double *failed, bool rates)
{
    search x = {.a = a, .rates = rates};
    tml_conflict none = {.mobility = -1, .rates = rates}, found = none;
    int count, widest;
    bool loop;
    tml_trial_put_all(a, true);
    if (rates)
        memcpy(a->v, a->velocities, (size_t)a->system.nv * sizeof(double));
    tml_trial_residual(a, failed, rates);
    x.parts = find_parts(a, rates, &count, &widest);
    x.in = TML_NEW_ARRAY(a->arena, bool, count + 1);
    x.kept = TML_NEW_ARRAY(a->arena, bool, count + 1);
    put_range(x.in, 0, count, true);
    if (count == 0 || consistent(&x, count)) {
        none.possible = count > 0;
        return none;
    }
    const int all = count;
    tml_part *every = tml_arena_copy(a->arena, x.parts, (size_t)count * sizeof *x.parts);
    count = narrow(&x, count, widest, &loop);
    if (!find_set(&x, count, loop, &found))
        return none;
    for (int i = 0; i < found.count; i++)
        found.motions += found.parts[i].kind != TML_PART_JOINT;
    x.parts = every;
    for (int i = 0; i < all; i++)
        x.in[i] = x.parts[i].kind == TML_PART_JOINT;
    if (consistent(&x, all) || rates)
        found.mobility = tml_trial_mobility(a);
    return found;
}
