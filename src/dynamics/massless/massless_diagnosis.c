/* massless_diagnosis.c - which motion of massless bodies nothing resists, and whether the springs hold them in a stable balance.
 *
 * A motion y along P meets no resistance where C y = C'y = K y = K'y = 0: eigenvectors of the sum of their squares.
 */
#include "dynamics/massless/massless_state.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

static const double NO_RESISTANCE = 1e-16; /* squared resistance of a motion, relative to the largest */

/* ---- diagnosis ---- */

/* Projection of direction i (of the group) on the first `last` columns of E (orthonormal, in lengths): out (count),
 * along N. */
static double project_on(const tml_massless *x, const tml_massless_group *g, const double *E, int last, int i,
                         double *out)
{
    const tml_direction *d = x->space->directions + g->first;
    double square = 0;
    memset(out, 0, (size_t)g->count * sizeof(double));
    for (int c = 0; c < last; c++) {
        double part = 0; /* B E: column c of the null space, by directions */
        for (int k = 0; k < g->free; k++)
            part += g->B[k * g->count + i] * d[i].unit * E[c * g->free + k];
        for (int a = 0; a < g->count; a++)
            for (int k = 0; k < g->free; k++)
                out[a] += part * g->B[k * g->count + a] * E[c * g->free + k];
        square += part * part;
    }
    return square;
}

/* Eigenvectors E (free x free) of the sum of squares of [C; C'; K; K'], each relative to its largest entry; returns how
 * many meet no resistance. */
static int find_unresisted(const tml_massless *x, const tml_massless_group *g, double *E)
{
    const int m = g->free;
    double value[64], workspace[1024];
    memset(E, 0, (size_t)m * (size_t)m * sizeof(double));
    for (int part = 0; part < 2; part++) {
        const double *A = part ? x->Kr : x->Cr;
        double max_value = 0;
        for (int i = 0; i < m * m; i++)
            max_value = fmax(max_value, fabs(A[i]));
        for (int i = 0; i < m && max_value > 0; i++)
            for (int j = 0; j < m; j++)
                for (int k = 0; k < m; k++)
                    E[i * m + j] +=
                        (A[k * m + i] * A[k * m + j] + A[i * m + k] * A[j * m + k]) / (max_value * max_value);
    }
    if (LAPACKE_dsyev_work(LAPACK_COL_MAJOR, 'V', 'U', m, E, m, value, workspace, 1024))
        return 0;
    int unresisted = 0;
    while (unresisted < m && value[unresisted] <= NO_RESISTANCE * fmax(value[m - 1], 1))
        unresisted++;
    return unresisted;
}

/* Motion of one body in the motion x->displacement (count of the group) along N. */
static tml_massless_motion describe(const tml_massless *x, const tml_massless_group *g, int body, bool unresisted)
{
    const tml_system *s = x->system;
    const int lin = s->space ? 3 : 2;
    double move[6] = {0}, w = 0, v = 0;
    for (int i = 0; i < g->count; i++) {
        const tml_direction *d = &x->space->directions[g->first + i];
        for (int k = 0; d->first / s->nvb + 1 == body && k < d->count; k++)
            move[d->first % s->nvb + k] += x->displacement[i] * d->u[k];
    }
    for (int k = 0; k < s->nvb; k++)
        *(k < lin ? &v : &w) += move[k] * move[k] * (k < lin ? 1 : s->size * s->size);
    const bool rotates = w > 1e-12 * v;
    const tml_vec3 axis = rotates ? (s->space ? (tml_vec3){move[3], move[4], move[5]} : (tml_vec3){0, 0, 1})
                                  : (tml_vec3){move[0], move[1], s->space ? move[2] : 0};
    const double length = tml_norm(axis);
    return (tml_massless_motion){.body = body,
                                 .rotates = rotates,
                                 .axis = length > 0 ? tml_scale(1 / length, axis) : (tml_vec3){1, 0, 0},
                                 .unresisted = unresisted};
}

tml_massless_motion tml_massless_find_motion(tml_massless *x)
{
    const tml_system *s = x->system;
    int group = x->failed < x->space->group_count ? x->failed : 0;
    while (x->space->groups[group].free == 0 && group + 1 < x->space->group_count)
        group++;
    const tml_massless_group *g = &x->space->groups[group];
    const int m = g->free;
    double E[64 * 64], best = 0;
    int unresisted = 0, at = 0;
    const bool small = m > 0 && m <= 64;
    if (small) {
        tml_massless_reduce(g, x->C + g->at, x->Cr);
        tml_massless_reduce(g, x->K + g->at, x->Kr);
        unresisted = find_unresisted(x, g, E);
    }
    for (int i = 0; i < g->count && small;
         i++) { /* the motion closest to a direction of a single body; the first of equals */
        const double part = project_on(x, g, E, unresisted ? unresisted : m, i, x->displacement);
        if (part > best * 1.001)
            best = part, at = i;
    }
    if (small)
        project_on(x, g, E, unresisted ? unresisted : m, at, x->displacement);
    return describe(x, g, x->space->directions[g->first + at].first / s->nvb + 1, unresisted > 0);
}

/* The body that moves most in a motion y (free) of a group. */
static tml_massless_motion largest_motion(tml_massless *x, const tml_massless_group *g, const double *y)
{
    double max_value = -1;
    int body = 0;
    memset(x->displacement, 0, (size_t)g->count * sizeof(double));
    tml_massless_expand(g, y, x->displacement);
    for (int i = 0; i < g->count; i++) {
        const tml_direction *d = &x->space->directions[g->first + i];
        if (fabs(x->displacement[i]) * d->unit > max_value * 1.001)
            max_value = fabs(x->displacement[i]) * d->unit, body = d->first / x->system->nvb + 1;
    }
    return describe(x, g, body, false);
}

tml_massless_stability tml_massless_find_stability(tml_massless *x, tml_workspace *work, double t, const double *q,
                                                   const double *v)
{
    tml_massless_stability stability = {.min_stiffness = 1};
    tml_massless_springs springs;
    if (!tml_massless_differentiate(x, work, t, q, v))
        return stability;
    for (int i = 0; i < x->space->group_count; i++) {
        const tml_massless_group *g = &x->space->groups[i];
        if (g->free == 0 || !tml_massless_descend_group(x, work, g, tml_damping_at_start, &springs))
            continue;
        if (!stability.known || (springs.unstable && !stability.unstable) ||
            (springs.unstable == stability.unstable && springs.min_stiffness < stability.min_stiffness)) {
            stability = (tml_massless_stability){
                .known = true, .unstable = springs.unstable, .min_stiffness = springs.min_stiffness};
            stability.motion = largest_motion(x, g, springs.motion);
        }
    }
    return stability;
}
