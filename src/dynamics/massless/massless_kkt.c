/* massless_kkt.c - sparse LU (KLU) of the bordered KKT matrix: pattern and ordering once, values each time.
 *
 *   [ M   G'  R ] [   a     ]   [   Q   ]
 *   [ G   0   0 ] [ -lambda ] = [ gamma ]        R = N diag(unit^2) B: P'R = 1
 *   [ R'  0   0 ] [   s     ]   [   0   ]
 *
 * M and G leave P free, so [M G'; G 0] is singular; s = P'Q is zero in balance.
 */
#include "dynamics/massless/massless_kkt.h"
#include "linalg/cholesky.h"
#include "linalg/sparse_lu.h"
#include <string.h>

struct tml_massless_kkt {
    const tml_system *system;
    const tml_massless_space *space;
    int *kept; /* (kept_count) rows */
    int kept_count, n;
    tml_lu *lu;
    double *right; /* (n) */
};

static void put(tml_massless_kkt *k, tml_marks *marks, int row, int column, double value)
{
    if (marks)
        tml_mark(marks, row, column);
    else
        k->lu->value[tml_pattern_find(&k->lu->pattern, row, column)] += value;
}

static void put_symmetric(tml_massless_kkt *k, tml_marks *marks, int row, int column, double value)
{
    put(k, marks, row, column, value);
    put(k, marks, column, row, value);
}

static void put_mass(tml_massless_kkt *k, tml_marks *marks)
{
    const tml_system *s = k->system;
    const int lin = s->space ? 3 : 2;
    for (int b = 1; b < s->nb; b++) {
        const tml_mass *m = &s->masses[b];
        const int at = (b - 1) * s->nvb;
        for (int i = 0; i < lin; i++)
            put(k, marks, at + i, at + i, m->mass);
        for (int i = lin; i < s->nvb; i++)
            for (int j = lin; j < s->nvb; j++)
                put(k, marks, at + i, at + j, s->space ? m->inertia.m[i - 3][j - 3] : m->inertia.m[2][2]);
    }
}

/* Each entry once: marked, or added to the values. */
static void visit_entries(tml_massless_kkt *k, const tml_workspace *work, tml_marks *marks)
{
    const tml_system *s = k->system;
    put_mass(k, marks);
    for (int i = 0; i < k->kept_count; i++) {
        const tml_constraint *row = &s->rows[k->kept[i]];
        for (int b = row->first_block; b < row->first_block + row->block_count; b++)
            for (int j = 0; j < s->nvb; j++)
                put_symmetric(k, marks, s->nv + i, (s->blocks[b].body - 1) * s->nvb + j,
                              work ? work->G[b * s->nvb + j] : 0);
    }
    int column = s->nv + k->kept_count;
    for (int g = 0; g < k->space->group_count; g++) {
        const tml_massless_group *group = &k->space->groups[g];
        for (int c = 0; c < group->free; c++, column++)
            for (int i = 0; i < group->count; i++) {
                const tml_direction *d = &k->space->directions[group->first + i];
                for (int j = 0; j < d->count; j++)
                    put_symmetric(k, marks, d->first + j, column,
                                  group->B[c * group->count + i] * d->unit * d->unit * d->u[j]);
            }
    }
}

tml_massless_kkt *tml_massless_kkt_make(const tml_massless_space *space, const bool *independent, tml_arena *arena)
{
    tml_massless_kkt *k = TML_NEW(arena, tml_massless_kkt);
    tml_marks marks = {.arena = arena};
    k->system = space->system;
    k->space = space;
    k->kept = TML_NEW_ARRAY(arena, int, space->system->row_count + 1);
    for (int i = 0; i < space->system->row_count; i++)
        if (independent[i])
            k->kept[k->kept_count++] = i;
    k->n = space->system->nv + k->kept_count + space->free_count;
    k->right = TML_NEW_ARRAY(arena, double, k->n);
    visit_entries(k, NULL, &marks);
    k->lu = tml_lu_make(tml_pattern_make(&marks, k->n), arena);
    return k;
}

int tml_massless_kkt_solve(tml_massless_kkt *k, const tml_workspace *work, double *a, double *lambda)
{
    const tml_system *s = k->system;
    memset(k->lu->value, 0, (size_t)k->lu->pattern.entries * sizeof(double));
    visit_entries(k, work, NULL);
    const double quality = tml_lu_factor(k->lu, true);
    if (!(quality > 0))
        return quality < 0 ? -1 : 1;
    memset(k->right, 0, (size_t)k->n * sizeof(double));
    memcpy(k->right, work->Q, (size_t)s->nv * sizeof(double));
    for (int i = 0; i < k->kept_count; i++)
        k->right[s->nv + i] = work->gamma[k->kept[i]];
    tml_lu_solve(k->lu, k->right);
    memcpy(a, k->right, (size_t)s->nv * sizeof(double));
    memset(lambda, 0, (size_t)s->row_count * sizeof(double));
    for (int i = 0; i < k->kept_count; i++)
        lambda[k->kept[i]] = -k->right[s->nv + i];
    return tml_all_finite(k->right, k->n) ? 0 : 1;
}
