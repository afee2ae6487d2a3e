/* choose.c - which integrator `auto` takes, and why.
 *
 * Explicit steps are bounded by the fastest decay s of the linearized equations: s h < about 4. Where that alone would ask for very many steps, backward differentiation is taken. Fast oscillation that does not decay must be
 * followed anyway, and is no reason.
 */
#include "analysis/choose.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { ALL_EIGENVALUES = 120, ITERATIONS = 40 };
static const double MANY_STEPS = 2e4; /* bounded by stability */

/* Largest -Re of the eigenvalues of A, n x n by columns; A is overwritten. */
static double largest_decay(double *A, int n, double *work)
{
    double decay = -1;
    if (LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', n, A, n, work, work + n, NULL, 1, NULL, 1) == 0)
        for (int i = 0; i < n; i++)
            decay = fmax(decay, -work[i]);
    return decay;
}

/* The same for large ones, by powers of A: where one eigenvalue is far the largest, as stiff damping makes it, it is found. */
static double power_decay(const double *A, int n, double *work)
{
    double *x = work, *y = work + n, quotient = 0;
    for (int i = 0; i < n; i++)
        x[i] = 1 + 0.1 * (i % 7);
    for (int k = 0; k < ITERATIONS; k++) {
        double xx = 0, xy = 0, yy = 0;
        memset(y, 0, (size_t)n * sizeof(double));
        for (int j = 0; j < n; j++)
            for (int i = 0; i < n; i++)
                y[i] += A[(size_t)j * (size_t)n + (size_t)i] * x[j];
        for (int i = 0; i < n; i++)
            xx += x[i] * x[i], xy += x[i] * y[i], yy += y[i] * y[i];
        if (!(yy > 0))
            return 0;
        quotient = xy / xx;
        for (int i = 0; i < n; i++)
            x[i] = y[i] / sqrt(yy);
    }
    return -quotient;
}

/* Fastest decay at a state, 1/s, from da/dv: a damper much stronger than the springs about it decays at that rate. Negative if
 * it was not found. */
static double fastest_decay(tml_moving *m, double t, const double *y)
{
    const tml_system *s = m->task->system;
    const int n = s->nq + s->nv + 1;
    if (!m->tangent)
        return -1;
    tml_arena arena = {0};
    double *J = TML_NEW_ARRAY(&arena, double, (size_t)n *(size_t)n), *work = TML_NEW_ARRAY(&arena, double, 2 * n),
           decay = -1;
    if (J && work && tml_tangent_ode(m->tangent, m->absolute, t, y, y + s->nq, J) == 0)
        decay = s->nv <= ALL_EIGENVALUES ? largest_decay(m->tangent->av, s->nv, work)
                                         : power_decay(m->tangent->av, s->nv, work);
    tml_arena_free(&arena);
    return decay;
}

static bool has_damping(const tml_system *s)
{
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].value || s->laws[i].c != 0)
            return true;
    return false;
}

tml_choice tml_choose_integrator(tml_moving *m, double t, const double *y)
{
    const tml_integrator_class *named = tml_integrator_find(m->request->integrator);
    if (named)
        return (tml_choice){named, ""};
    const double span = m->request->end - t;
    const double decay = has_damping(m->task->system) ? fastest_decay(m, t, y) : 0;
    if (decay * span / 4 > MANY_STEPS)
        return (tml_choice){
            tml_integrator_find("bdf"),
            tml_arena_format(m->task->arena, "auto: stiff, the fastest motion decays at %.3g 1/s", decay)};
    const char *why = decay > 0
                          ? tml_arena_format(m->task->arena, "auto: not stiff, the fastest decay is %.3g 1/s", decay)
                      : decay < 0 ? "auto: too large to look for stiffness; name an integrator if it is slow"
                                  : "auto: no damping that could be stiff";
    return (tml_choice){tml_integrator_find("explicit"), why};
}
