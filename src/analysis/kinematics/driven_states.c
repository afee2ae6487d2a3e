/* driven_states.c - states of the user's along a driven motion: s' = r(t, q(t), v(t), s), where q(t) does not depend on s.
 *
 * Radau IIA of order 5, implicit, so that fast states need no short steps:
 *   S_i = s + h sum_j A_ij r(t + c_j h, S_j),   s(t + h) = S_3
 * solved by Newton's method with the exact dr/ds. A step is compared with two of half its length, whose result is kept.
 */
#include "analysis/kinematics/path.h"
#include "elementary/elementary.h"
#include "linalg/lapack.h"
#include <math.h>
#include <string.h>

enum { STAGES = 3, MAX_NEWTON = 30 };
static const double TOLERANCE = 1e-12;    /* error of a step, relative to the magnitude of the state */
static const double CONVERGED = 1e-14;    /* Newton's correction, relative to the same */
static const double SHORTEST_STEP = 1e-9; /* relative to what is asked for: a kink or a jump is stepped over */

struct tml_driven_states {
    tml_driven *d;
    tml_configuration *stage;
    int n;
    double *inputs[STAGES];    /* (input_count) of expressions at the stages */
    double *S, *r;             /* (STAGES x n) */
    double *matrix, *step;     /* (STAGES n x STAGES n) by columns, (STAGES n) */
    double *J;                 /* (STAGES x n x n) dr_k/ds_l at J[(stage n + k) n + l] */
    double *gradient;          /* (input_count) */
    lapack_int *pivots;        /* (STAGES n) */
    double *once, *half, *now; /* (n) results; magnitudes of the states */
    double *scale;             /* (n) largest magnitude so far, or what rounding of a rate adds up to */
    tml_configuration *const *through;
    int count;
    bool exact;
};

tml_driven_states *tml_driven_states_make(tml_driven *d, tml_arena *arena)
{
    const int n = d->system->state_count;
    if (!n)
        return NULL;
    tml_driven_states *x = TML_NEW(arena, tml_driven_states);
    *x = (tml_driven_states){.d = d, .n = n, .stage = tml_configuration_make(d, 0, arena)};
    for (int i = 0; i < STAGES; i++)
        x->inputs[i] = TML_NEW_ARRAY(arena, double, d->system->input_count);
    x->S = TML_NEW_ARRAY(arena, double, STAGES *n);
    x->r = TML_NEW_ARRAY(arena, double, STAGES *n);
    x->matrix = TML_NEW_ARRAY(arena, double, STAGES *n *STAGES *n);
    x->step = TML_NEW_ARRAY(arena, double, STAGES *n);
    x->J = TML_NEW_ARRAY(arena, double, STAGES *n *n);
    x->gradient = TML_NEW_ARRAY(arena, double, d->system->input_count);
    x->pivots = TML_NEW_ARRAY(arena, lapack_int, STAGES * n);
    x->once = TML_NEW_ARRAY(arena, double, n);
    x->half = TML_NEW_ARRAY(arena, double, n);
    x->now = TML_NEW_ARRAY(arena, double, n);
    x->scale = TML_NEW_ARRAY(arena, double, n);
    return x;
}

/* What expressions know of the motion at time t. */
static void read_motion(tml_driven_states *x, double t, double *inputs)
{
    tml_driven_interpolate(x->d, x->through, x->count, t, x->stage);
    if (x->exact && tml_driven_close(x->d, x->stage)) /* a driver has a kink there */
        tml_driven_interpolate(x->d, x->through, x->count, t, x->stage);
    tml_workspace_evaluate(x->d->work, t, x->stage->q, x->stage->v);
    memcpy(inputs, x->d->work->inputs, (size_t)x->d->system->input_count * sizeof(double));
}

/* r and dr/ds of one stage. */
static void find_rates(tml_driven_states *x, int stage)
{
    const tml_system *s = x->d->system;
    for (int k = 0; k < x->n; k++)
        x->inputs[stage][s->states[k].input] = x->S[stage * x->n + k];
    for (int k = 0; k < x->n; k++) {
        memset(x->gradient, 0, (size_t)s->input_count * sizeof(double));
        x->r[stage * x->n + k] =
            tml_expression_gradient(s->states[k].rate, x->inputs[stage], x->d->work->expression, 1, x->gradient);
        for (int l = 0; l < x->n; l++)
            x->J[(stage * x->n + k) * x->n + l] = x->gradient[s->states[l].input];
    }
}

/* One correction of all stages; its size relative to the states, NaN if there is none. */
static double correct(tml_driven_states *x, double h, const double *s, const double A[STAGES][STAGES])
{
    const int n = x->n, N = STAGES * n;
    double largest = 0;
    for (int i = 0; i < STAGES; i++)
        find_rates(x, i);
    for (int row = 0; row < N; row++) {
        const int i = row / n, k = row % n;
        x->step[row] = s[k] - x->S[row];
        for (int j = 0; j < STAGES; j++)
            x->step[row] += h * A[i][j] * x->r[j * n + k];
        for (int column = 0; column < N; column++)
            x->matrix[column * N + row] =
                (row == column) - h * A[i][column / n] * x->J[(column / n * n + k) * n + column % n];
    }
    if (LAPACKE_dgesv(LAPACK_COL_MAJOR, N, 1, x->matrix, N, x->pivots, x->step, N) != 0)
        return NAN;
    for (int row = 0; row < N; row++) {
        x->S[row] += x->step[row];
        const double size = fmax(x->scale[row % n], fabs(x->S[row]));
        if (!isfinite(x->S[row]))
            return NAN;
        largest = fmax(largest, size > 0 ? fabs(x->step[row]) / size : 0);
    }
    return largest;
}

/* From s at t to `out` at t + h; false: no solution was found. */
static bool radau(tml_driven_states *x, double t, double h, const double *s, double *out)
{
    const double q = 2.4494897427831780982; /* sqrt 6 */
    const double c[STAGES] = {(4 - q) / 10, (4 + q) / 10, 1};
    const double A[STAGES][STAGES] = {{(88 - 7 * q) / 360, (296 - 169 * q) / 1800, (-2 + 3 * q) / 225},
                                      {(296 + 169 * q) / 1800, (88 + 7 * q) / 360, (-2 - 3 * q) / 225},
                                      {(16 - q) / 36, (16 + q) / 36, 1.0 / 9}};
    for (int i = 0; i < STAGES; i++) {
        read_motion(x, t + c[i] * h, x->inputs[i]);
        memcpy(x->S + i * x->n, s, (size_t)x->n * sizeof(double));
    }
    double last = INFINITY;
    for (int k = 0; k < MAX_NEWTON; k++) {
        const double change = correct(x, h, s, A);
        if (isnan(change))
            return false;
        if (change <= CONVERGED ||
            (change >= 0.5 * last && change <= 1e3 * CONVERGED)) { /* or as far as rounding lets */
            memcpy(out, x->S + (STAGES - 1) * x->n, (size_t)x->n * sizeof(double));
            return true;
        }
        last = change;
    }
    return false;
}

/* A rate adds up terms: what these amount to in time h is a magnitude of the state, against which rounding counts. */
static void find_scales(tml_driven_states *x, double t, double h, const double *s)
{
    const tml_system *system = x->d->system;
    double *inputs = x->inputs[0];
    read_motion(x, t, inputs);
    for (int k = 0; k < x->n; k++)
        inputs[system->states[k].input] = s[k];
    for (int k = 0; k < x->n; k++) {
        double sum = 0;
        memset(x->gradient, 0, (size_t)system->input_count * sizeof(double));
        tml_expression_gradient(system->states[k].rate, inputs, x->d->work->expression, 1, x->gradient);
        for (int i = 0; i < system->input_count; i++)
            sum += fabs(x->gradient[i] * inputs[i]);
        sum = isfinite(sum) ? sum : 0;
        x->scale[k] = fmax(x->scale[k], fmax(fabs(s[k]), 1e-3 * sum * h));
    }
}

/* Error of a step of length h relative to what is allowed; > 1: the step is too long. */
static double try_step(tml_driven_states *x, double t, double h, const double *s)
{
    double error = 0;
    if (!radau(x, t, h, s, x->once) || !radau(x, t, h / 2, s, x->half) || !radau(x, t + h / 2, h / 2, x->half, x->now))
        return INFINITY;
    for (int k = 0; k < x->n; k++) {
        const double size = fmax(x->scale[k], fabs(x->now[k])), change = fabs(x->now[k] - x->once[k]) / 31;
        error = fmax(error, change > 0 ? change / (TOLERANCE * size) : 0);
    }
    return error;
}

bool tml_driven_states_integrate(tml_driven_states *x, tml_configuration *const *through, int count, bool exact,
                                 double t0, double t1, double *s)
{
    x->through = through, x->count = count, x->exact = exact;
    double t = t0, h = t1 - t0;
    const double shortest = SHORTEST_STEP * (t1 - t0);
    if (!(h > 0))
        return true;
    find_scales(x, t0, h, s);
    while (t < t1) {
        const bool last = t + 1.0001 * h >= t1;
        const double step = last ? t1 - t : h, error = try_step(x, t, step, s);
        if (error > 1 && step > shortest) {
            h = step * (isinf(error) ? 0.2 : fmax(0.1, 0.9 * tml_pow(error, -1.0 / 6)));
            continue;
        }
        if (isinf(error))
            return false;
        t = last ? t1 : t + step;
        memcpy(s, x->now, (size_t)x->n * sizeof(double));
        for (int k = 0; k < x->n; k++)
            x->scale[k] = fmax(x->scale[k], fabs(s[k]));
        h = step * fmin(4, 0.9 * tml_pow(fmax(error, 1e-6), -1.0 / 6));
    }
    return true;
}
