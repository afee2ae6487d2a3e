/* lattice.c - finds whether points lie on a lattice: they do if they fill at least half of the one that their values span. */
#include "plot/lattice.h"
#include "plot/statistics.h"
#include <math.h>

static const double ROUNDING = 1e-9; /* of the range */

double *tml_levels_find(const double *values, size_t count, tml_arena *arena, size_t *found)
{
    double *levels = tml_arena_copy(arena, values, count * sizeof *values);
    const size_t finite = tml_sort_finite(levels, count);
    *found = 0;
    for (size_t i = 0; i < finite; i++)
        if (*found == 0 || levels[i] - levels[*found - 1] > ROUNDING * (levels[finite - 1] - levels[0]))
            levels[(*found)++] = levels[i];
    return levels;
}

size_t tml_level_index(const double *levels, size_t count, double value)
{
    size_t low = 0, high = count;
    while (high - low > 1) {
        const size_t middle = (low + high) / 2;
        if (levels[middle] <= value)
            low = middle;
        else
            high = middle;
    }
    return low + 1 < count && levels[low + 1] - value < value - levels[low] ? low + 1 : low;
}

static void fill(tml_lattice *l, const double *x, const double *y, const double *value, size_t count, size_t *points)
{
    for (size_t i = 0; i < count; i++) {
        if (isnan(x[i]) || isnan(y[i]))
            continue;
        const size_t cell = tml_level_index(l->x, l->nx, x[i]) + l->nx * tml_level_index(l->y, l->ny, y[i]);
        points[cell]++;
        l->value[cell] += isnan(value[i]) ? 0 : value[i];
        if (isnan(value[i]))
            l->state[cell] = TML_CELL_FAILED;
        else if (l->state[cell] == TML_CELL_EMPTY)
            l->state[cell] = TML_CELL_FILLED;
        l->most = points[cell] > l->most ? points[cell] : l->most;
    }
}

bool tml_lattice_make(const double *x, const double *y, const double *value, size_t count, tml_arena *arena,
                      tml_lattice *made)
{
    *made = (tml_lattice){0};
    made->x = tml_levels_find(x, count, arena, &made->nx);
    made->y = tml_levels_find(y, count, arena, &made->ny);
    if (made->nx == 0 || (double)made->nx * (double)made->ny > 2.0 * (double)count)
        return false;
    const size_t cells = made->nx * made->ny;
    size_t *points = TML_NEW_ARRAY(arena, size_t, cells), filled = 0;
    made->value = TML_NEW_ARRAY(arena, double, cells);
    made->state = TML_NEW_ARRAY(arena, unsigned char, cells);
    fill(made, x, y, value, count, points);
    for (size_t i = 0; i < cells; i++) {
        filled += points[i] > 0;
        made->failed += made->state[i] == TML_CELL_FAILED;
        made->value[i] = made->state[i] == TML_CELL_FILLED ? made->value[i] / (double)points[i] : NAN;
    }
    return 2 * filled >= cells && (made->nx > 1 || made->ny > 1 || count == made->most);
}
