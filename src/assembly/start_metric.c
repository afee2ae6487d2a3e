/* start_metric.c - the metric of changes of a body's motion: kinetic energy, d' M d = |L' d|^2, M = L L'.
 *
 * Massless bodies, or those without inertia, get a small fraction of the mean, so that what the masses leave open is
 * determined too; ignorable rotations, which stay at rest, get far more than others. If rates of a body are given, a
 * deviation from these has the same weight, and all other changes a small fraction of it.
 */
#include "assembly/start_values.h"
#include "linalg/cholesky.h"
#include <math.h>
#include <string.h>

enum { MAX_BLOCK = 6 };
static const double MIN_MASS = 1e-7; /* of the mean mass */
static const double MAX_MASS = 1e6;  /* the same, of ignorable rotations that stay at rest */
static const double OTHERS = 1e-4;   /* of a deviation from given rates: the weight of other changes */

typedef struct {
    double mass, inertia[3][3]; /* plane: [2][2] */
} weight;

/* Whether some rotation weighs less than `least`, by the pivots of the inertia (Cholesky). */
static bool is_light(const weight *w, bool space, double least)
{
    double A[3][3];
    memcpy(A, w->inertia, sizeof A);
    for (int k = space ? 0 : 2; k < 3; k++) {
        if (!(A[k][k] > least))
            return true;
        for (int i = k + 1; i < 3; i++)
            for (int j = k + 1; j < 3; j++)
                A[i][j] -= A[i][k] * A[k][j] / A[k][k];
    }
    return false;
}

static weight weight_of(const tml_system *s, int body, double mean)
{
    const tml_body *b = s->masses[body].written; /* as written: the same in every formulation */
    const double *I = b->inertia, least = MIN_MASS * mean * s->size * s->size;
    weight w = {.mass = fmax(b->mass, MIN_MASS * mean),
                .inertia = {{I[0], I[3], I[4]}, {I[3], I[1], I[5]}, {I[4], I[5], I[2]}}};
    const bool light = is_light(&w, s->space, least);
    for (int k = 0; light && k < 3; k++)
        w.inertia[k][k] += least;
    for (int k = 0; k < s->masses[body].ignorable_count; k++) {
        const tml_vec3 axis = s->masses[body].ignorable[k];
        const double u[3] = {axis.x, axis.y, axis.z};
        for (int i = 0; i < 9; i++)
            w.inertia[i / 3][i % 3] += MAX_MASS * mean * s->size * s->size * u[i / 3] * u[i % 3];
    }
    return w;
}

/* A (n x n) += fraction of the mass, at the centre of mass, and of the inertia */
static void add(double *A, const weight *w, bool space, double mass, double inertia)
{
    const int n = space ? 6 : 3, lin = space ? 3 : 2;
    for (int k = 0; k < lin; k++)
        A[k * n + k] += mass * w->mass;
    for (int i = lin; i < n; i++)
        for (int k = lin; k < n; k++)
            A[i * n + k] += inertia * (space ? w->inertia[i - 3][k - 3] : w->inertia[2][2]);
}

/* A += m J'J, J of the velocity of the frame's origin */
static void add_origin(double *A, const weight *w, int body, const tml_workspace *work)
{
    const int n = work->system->nvb, lin = work->system->space ? 3 : 2;
    for (int axis = 0; axis < lin; axis++) {
        double J[MAX_BLOCK];
        tml_given_rate_row(&(tml_given_rate){.body = body, .axis = axis}, work, J);
        for (int i = 0; i < n; i++)
            for (int k = 0; k < n; k++)
                A[i * n + k] += w->mass * J[i] * J[k];
    }
}

static void factor_all(const tml_start_values *v, const tml_workspace *work, double mean, bool for_given,
                       double *metric)
{
    const tml_system *s = v->s;
    const int n = s->nvb;
    for (int i = 1; i < s->nb; i++) {
        const weight w = weight_of(s, i, mean);
        const tml_body *b = s->masses[i].written;
        double *A = metric + (size_t)i * (size_t)(n * n);
        add(A, &w, s->space, for_given ? OTHERS : 1, for_given ? OTHERS : 1);
        if (for_given && b->spins)
            add(A, &w, s->space, 0, 1);
        if (for_given && b->moves)
            add_origin(A, &w, i, work);
        tml_cholesky(A, n, 0);
    }
}

void tml_start_values_make_metrics(tml_start_values *v, const tml_workspace *work, tml_arena *arena)
{
    const tml_system *s = v->s;
    const int entries = s->nb * s->nvb * s->nvb;
    double mean = 0;
    for (int i = 1; i < s->nb; i++)
        mean += s->masses[i].written->mass / (s->nb - 1);
    mean = mean > 0 ? mean : 1;
    v->metric = TML_NEW_ARRAY(arena, double, entries);
    factor_all(v, work, mean, false, v->metric);
    if (v->given_count == 0)
        return;
    v->given_metric = TML_NEW_ARRAY(arena, double, entries);
    factor_all(v, work, mean, true, v->given_metric);
}
