/* massless_space.c - massless directions in groups, and a basis of those the rows leave free, by SVD.
 *
 * Rows and columns in lengths: A = diag(1/|row|) G N diag(1/unit) = U sigma V'. B = diag(1/unit) V_0 spans its null space; the
 * minimum-norm motion along N that closes a residual r is -diag(1/unit) V_1 sigma^-1 U' r.
 */
#include "dynamics/massless/massless_space.h"
#include "dynamics/tangent/tangent_sparse.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double NO_INERTIA = 1e-12; /* of the largest principal inertia */
static const double DEPENDENT = 1e-9;   /* singular values of unit rows below this count as zero: a direction is free */

bool tml_massless_rotation(const tml_system *s, int body)
{
    const tml_mat3 *inverse = &s->masses[body].inverse_inertia;
    return (s->space ? inverse->m[0][0] + inverse->m[1][1] : 0) + inverse->m[2][2] == 0;
}

/* ---- directions ---- */

static void add_direction(tml_massless_space *x, int first, int count, const double *u, double unit)
{
    tml_direction *d = &x->directions[x->count++];
    *d = (tml_direction){.first = first, .count = count, .unit = unit};
    memcpy(d->u, u, (size_t)count * sizeof(double));
    for (int k = 0; k < count; k++)
        if (x->of[first + k] < 0)
            x->of[first + k] = x->count - 1;
}

/* Principal axes without inertia are massless directions; about the others the inertia is inverted. */
static void add_axes(tml_massless_space *x, int body)
{
    double axes[9], value[3], work[32];
    memcpy(axes, x->system->masses[body].inertia.m, sizeof axes);
    LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'U', 3, axes, 3, value, work, 32);
    for (int k = 0; k < 3; k++) {
        const double *u = axes + 3 * k;
        if (!(value[k] > NO_INERTIA * value[2])) {
            add_direction(x, (body - 1) * 6 + 3, 3, u, x->system->size);
            continue;
        }
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                x->inverse[body].m[i][j] += u[i] * u[j] / value[k];
    }
}

static void add_body(tml_massless_space *x, int body)
{
    const tml_system *s = x->system;
    const int at = (body - 1) * s->nvb, lin = s->space ? 3 : 2;
    const double one = 1;
    for (int k = 0; k < lin && s->masses[body].inverse_mass == 0; k++)
        add_direction(x, at + k, 1, &one, 1);
    if (!tml_massless_rotation(s, body))
        return;
    if (s->space)
        add_axes(x, body);
    else
        add_direction(x, at + 2, 1, &one, s->size);
}

/* ---- groups ---- */

static bool lacks_inertia(const tml_system *s, int body)
{
    return s->masses[body].inverse_mass == 0 || tml_massless_rotation(s, body);
}

/* (nb) Representative of the group of each body that lacks_inertia inertia (union-find); 0: it has full inertia. */
static int *find_groups(const tml_system *s, tml_arena *arena)
{
    const tml_pattern acts = tml_tangent_coupling(s, NULL, 0, arena);
    int *group = TML_NEW_ARRAY(arena, int, s->nb);
    for (int b = 1; b < s->nb; b++)
        group[b] = lacks_inertia(s, b) ? b : 0;
    for (int b = 1; b < s->nb; b++)
        for (int k = acts.column[b - 1]; k < acts.column[b]; k++)
            if (group[b] && group[acts.row[k] + 1])
                group[tml_component_root(group, b)] = tml_component_root(group, acts.row[k] + 1);
    for (int i = 0; i < s->rigid_row_count; i++) {
        int before = 0;
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const int body = s->blocks[k].body;
            if (!group[body])
                continue;
            if (before)
                group[tml_component_root(group, body)] = tml_component_root(group, before);
            before = body;
        }
    }
    return group;
}

static bool row_of(const tml_system *s, const int *group, int row, int root)
{
    for (int k = s->rows[row].first_block; k < s->rows[row].first_block + s->rows[row].block_count; k++)
        if (group[s->blocks[k].body] == root)
            return true;
    return false;
}

/* Directions and rows of one group are contiguous. */
static void add_group(tml_massless_space *x, const int *group, int root, int *row_count)
{
    const tml_system *s = x->system;
    tml_massless_group *g = &x->groups[x->group_count];
    g->first = x->count;
    for (int b = 1; b < s->nb; b++)
        if (group[b] == root)
            add_body(x, b);
    g->count = x->count - g->first;
    if (g->count == 0)
        return;
    for (int i = g->first; i < x->count; i++)
        x->group_of[i] = x->group_count;
    g->row_first = *row_count;
    for (int i = 0; i < s->rigid_row_count; i++)
        if (row_of(s, group, i, root))
            x->rows[(*row_count)++] = i;
    g->row_count = *row_count - g->row_first;
    g->at = x->entries;
    g->free = -1;
    x->entries += (size_t)g->count * (size_t)g->count;
    x->largest = g->count > x->largest ? g->count : x->largest;
    x->group_count++;
}

static void make_group(tml_massless_space *x, tml_massless_group *g, tml_arena *arena)
{
    const size_t n = (size_t)g->count, r = (size_t)g->row_count, min_size = n < r ? n : r;
    g->B = TML_NEW_ARRAY(arena, double, n *n);
    if (r == 0) {
        g->free = g->count;
        x->free_count += g->free;
        for (size_t i = 0; i < n; i++)
            g->B[i * (n + 1)] = 1 / x->directions[g->first + (int)i].unit;
        return;
    }
    g->U = TML_NEW_ARRAY(arena, double, r *min_size);
    g->sigma = TML_NEW_ARRAY(arena, double, min_size);
    g->V = TML_NEW_ARRAY(arena, double, n *n);
    g->norm = TML_NEW_ARRAY(arena, double, r);
    const int room = 6 * (int)(n + r) + 64;
    x->workspace_count = room > x->workspace_count ? room : x->workspace_count;
}

tml_massless_space *tml_massless_space_make(const tml_system *s, tml_arena *arena)
{
    tml_massless_space *x = TML_NEW(arena, tml_massless_space);
    x->system = s;
    x->directions = TML_NEW_ARRAY(arena, tml_direction, s->nv);
    x->of = TML_NEW_ARRAY(arena, int, s->nv);
    memset(x->of, -1, (size_t)s->nv * sizeof(int));
    x->group_of = TML_NEW_ARRAY(arena, int, s->nv);
    x->groups = TML_NEW_ARRAY(arena, tml_massless_group, s->nb);
    x->rows = TML_NEW_ARRAY(arena, int, 2 * s->rigid_row_count + 1);
    x->inverse = TML_NEW_ARRAY(arena, tml_mat3, s->nb);
    int *group = find_groups(s, arena), row_count = 0, room = 0;
    for (int b = 1; b < s->nb; b++)
        group[b] = group[b] ? tml_component_root(group, b) : 0;
    for (int b = 1; b < s->nb; b++)
        if (group[b] == b)
            add_group(x, group, b, &row_count);
    for (int g = 0; g < x->group_count; g++) {
        make_group(x, &x->groups[g], arena);
        const int size = x->groups[g].count * x->groups[g].row_count;
        room = size > room ? size : room;
    }
    x->A = TML_NEW_ARRAY(arena, double, room + 1);
    x->workspace = TML_NEW_ARRAY(arena, double, x->workspace_count + 1);
    return x;
}

/* ---- at a configuration ---- */

/* G N of one row of the group, columns in lengths. */
static double row_entry(const tml_massless_space *x, const tml_workspace *work, int row, const tml_direction *d)
{
    const tml_system *s = x->system;
    const int body = d->first / s->nvb + 1, at = d->first % s->nvb;
    double sum = 0;
    for (int k = s->rows[row].first_block; k < s->rows[row].first_block + s->rows[row].block_count; k++)
        for (int i = 0; s->blocks[k].body == body && i < d->count; i++)
            sum += work->G[k * s->nvb + at + i] * d->u[i];
    return sum / d->unit;
}

static bool factor_rows(tml_massless_space *x, tml_massless_group *g, const tml_workspace *work)
{
    const int n = g->count, r = g->row_count, min_size = n < r ? n : r;
    for (int i = 0; i < r; i++) {
        double square = 0;
        for (int j = 0; j < n; j++) {
            x->A[j * r + i] = row_entry(x, work, x->rows[g->row_first + i], &x->directions[g->first + j]);
            square += x->A[j * r + i] * x->A[j * r + i];
        }
        g->norm[i] = sqrt(square);
        for (int j = 0; j < n && square > 0; j++)
            x->A[j * r + i] /= g->norm[i];
    }
    if (!tml_all_finite(x->A, n * r) || LAPACKE_dgesvd_work(LAPACK_COL_MAJOR, 'S', 'A', r, n, x->A, r, g->sigma, g->U,
                                                            r, g->V, n, x->workspace, x->workspace_count))
        return false;
    g->rank = 0;
    while (g->rank < min_size && g->sigma[g->rank] > DEPENDENT)
        g->rank++;
    return true;
}

bool tml_massless_space_evaluate(tml_massless_space *x, const tml_workspace *work)
{
    for (int k = 0; k < x->group_count; k++) {
        tml_massless_group *g = &x->groups[k];
        if (g->row_count == 0)
            continue;
        if (!factor_rows(x, g, work))
            return false;
        const int n = g->count, free = n - g->rank;
        if (g->free >= 0 && free != g->free)
            return false;
        x->free_count += g->free < 0 ? free : 0;
        g->free = free;
        for (int c = 0; c < free; c++)
            for (int i = 0; i < n; i++)
                g->B[c * n + i] = g->V[i * n + g->rank + c] / x->directions[g->first + i].unit;
    }
    return true;
}

void tml_massless_close(const tml_massless_space *x, const tml_massless_group *g, const double *residual, double *to)
{
    const int n = g->count, r = g->row_count;
    for (int k = 0; r && k < g->rank; k++) {
        double part = 0;
        for (int i = 0; i < r; i++)
            part += g->norm[i] > 0 ? g->U[k * r + i] * residual[x->rows[g->row_first + i]] / g->norm[i] : 0;
        for (int i = 0; i < n; i++)
            to[i] -= g->V[i * n + k] * part / g->sigma[k] / x->directions[g->first + i].unit;
    }
}

double tml_along(const tml_direction *d, const double *x)
{
    double sum = 0;
    for (int k = 0; k < d->count; k++)
        sum += d->u[k] * x[d->first + k];
    return sum;
}

void tml_add_along(const tml_massless_space *x, const double *of_directions, double *out)
{
    for (int i = 0; i < x->count; i++)
        for (int k = 0; k < x->directions[i].count; k++)
            out[x->directions[i].first + k] += x->directions[i].u[k] * of_directions[i];
}
