/* choose.c - which integrator `auto` takes, and why.
 *
 * Explicit steps are bounded by the fastest decay s of the linearized equations: s h < about 4. Where that alone would ask for very
 * many steps, backward differentiation is taken. Fast oscillation that does not decay must be followed anyway, and is no reason.
 * Without constraints the Jacobian is sparse and a step of it costs about as much as an explicit one: then fewer are many.
 */
#include "analysis/choose.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum { ALL_EIGENVALUES = 120, ITERATIONS = 40 };
static const double MANY_STEPS = 2e4;   /* bounded by stability */
static const double MANY_SPARSE = 3000; /* the same without constraints: as many as BDF may need itself */
static const double DAMPED = 0.1;       /* an oscillation of this damping ratio dies at once */

/* Largest -Re of the eigenvalues of A, n x n by columns; A is overwritten. */
static double largest_decay(double *A, int n, double *work)
{
    double decay = -1;
    if (LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', n, A, n, work, work + n, NULL, 1, NULL, 1) == 0)
        for (int i = 0; i < n; i++)
            decay = fmax(decay, -work[i]);
    return decay;
}

/* y = A x for some matrix */
typedef void (*times)(const void *A, const double *x, double *y);

/* The eigenvector of the largest eigenvalue by powers of A, in x; its Rayleigh quotient. Where one eigenvalue is far the largest,
 * as stiff damping makes it, it is found. */
static double power_iteration(times product, const void *A, int n, double *x, double *y)
{
    double quotient = 0;
    for (int i = 0; i < n; i++)
        x[i] = 1 + 0.1 * (i % 7);
    for (int k = 0; k < ITERATIONS; k++) {
        double xx = 0, xy = 0, yy = 0;
        product(A, x, y);
        for (int i = 0; i < n; i++)
            xx += x[i] * x[i], xy += x[i] * y[i], yy += y[i] * y[i];
        if (!(yy > 0))
            return 0;
        quotient = xy / xx;
        for (int i = 0; i < n; i++)
            x[i] = y[i] / sqrt(yy);
    }
    return quotient;
}

static void times_av(const void *tangent, const double *x, double *y)
{
    const tml_tangent *t = tangent;
    const size_t n = (size_t)t->system->nv;
    memset(y, 0, n * sizeof(double));
    for (size_t j = 0; j < n; j++)
        for (size_t i = 0; i < n; i++)
            y[i] += t->av[j * n + i] * x[j];
}

/* Fastest decay at a state, 1/s, from da/dv: a damper much stronger than the springs about it decays at that rate. Negative if
 * it was not found. */
static double fastest_decay(tml_moving *m, double t, const double *y)
{
    const tml_system *s = m->task->system;
    const int n = s->nq + s->nv + 1;
    tml_arena arena = {0};
    double *J = TML_NEW_ARRAY(&arena, double, (size_t)n *(size_t)n), *work = TML_NEW_ARRAY(&arena, double, 2 * n),
           decay = -1;
    if (J && work && tml_tangent_ode(m->tangent, m->e, t, y, y + s->nq, J) == 0)
        decay = s->nv <= ALL_EIGENVALUES ? largest_decay(m->tangent->av, s->nv, work)
                                         : -power_iteration(times_av, m->tangent, s->nv, work, work + s->nv);
    tml_arena_free(&arena);
    return decay;
}

/* ---- without constraints ---- */

typedef struct {
    const tml_tangent_matrix *J;
    const double *q;
    double *qdot; /* (nq) */
} sparse_state;

/* Adds the rows of v in columns first .. first + count of J, times x. */
static void add_columns(const tml_tangent_matrix *J, int first, int count, const double *x, double *y)
{
    const tml_system *s = J->system;
    for (int j = 0; j < count; j++)
        for (int k = J->pattern.column[first + j]; k < J->pattern.column[first + j + 1]; k++)
            if (J->pattern.row[k] >= s->nq)
                y[J->pattern.row[k] - s->nq] += J->values[k] * x[j];
}

static void times_C(const void *state, const double *x, double *y)
{
    const sparse_state *a = state;
    memset(y, 0, (size_t)a->J->system->nv * sizeof(double));
    add_columns(a->J, a->J->system->nq, a->J->system->nv, x, y);
}

static void times_K(const void *state, const double *x, double *y)
{
    const sparse_state *a = state;
    memset(y, 0, (size_t)a->J->system->nv * sizeof(double));
    tml_system_rate(a->J->system, a->q, x, a->qdot);
    add_columns(a->J, 0, a->J->system->nq, a->qdot, y);
}

/* The rate of motion along x, z'' + c z' + k z = 0 with the quotients of x, where it decays fast: else 0. */
static double decaying_rate(double k, double c)
{
    const double root = 0.25 * c * c - k;
    if (root >= 0)
        return 0.5 * c + sqrt(root);
    return 0.5 * c > DAMPED * sqrt(k) ? sqrt(k) : 0;
}

/* The fastest motion that decays, 1/s: along the stiffest and the most damped direction of M^-1 K and M^-1 C. */
static double fastest_sparse(tml_moving *m, double t, const double *y)
{
    const tml_system *s = m->task->system;
    tml_arena arena = {0};
    double *work = TML_NEW_ARRAY(&arena, double, s->nq + 2 * s->nv + m->sparse->J.pattern.entries), rate = -1;
    if (work && tml_tangent_sparse_ode(m->sparse, m->e->work, t, y, y + s->nq, work + s->nq + 2 * (size_t)s->nv) == 0) {
        const sparse_state a = {.J = &m->sparse->J, .q = y, .qdot = work};
        double *x = work + s->nq, *product = x + s->nv, other = 0, xx = 0;
        const times of[2] = {times_K, times_C};
        for (int i = 0; i < 2; i++) {
            const double quotient = -power_iteration(of[i], &a, s->nv, x, product);
            of[1 - i](&a, x, product);
            other = xx = 0;
            for (int j = 0; j < s->nv; j++)
                other -= x[j] * product[j], xx += x[j] * x[j];
            other /= xx;
            rate = fmax(rate, i == 0 ? decaying_rate(quotient, other) : decaying_rate(other, quotient));
        }
    }
    tml_arena_free(&arena);
    return rate;
}

static bool has_damping(const tml_system *s)
{
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].value || s->laws[i].c != 0)
            return true;
    return false;
}

/* Massless bodies that nothing rigid holds make M singular: v' cannot be had from the forces. */
static tml_choice choose_massless(tml_moving *m, const tml_integrator_class *named)
{
    const tml_system *s = m->task->system;
    int speed = 0;
    if (!named)
        return (tml_choice){tml_integrator_find("dae"), "auto: a massless body"};
    if (named->needs_dae)
        return (tml_choice){named, ""};
    while (!tml_massless_speed(s, speed))
        speed++;
    tml_log_error(m->task->log, m->task->element->place,
                  "dynamics: body %s has no inertia and no rigid joint holds it: only integrator dae can follow that",
                  s->masses[speed / s->nvb + 1].name);
    return (tml_choice){NULL, ""};
}

tml_choice tml_choose_integrator(tml_moving *m, double t, const double *y)
{
    const tml_integrator_class *named = tml_integrator_find(m->request->integrator);
    if (tml_massless_needed(m->task->system))
        return choose_massless(m, named);
    if (named)
        return (tml_choice){named, ""};
    const double span = m->request->end - t;
    const double decay = !has_damping(m->task->system) ? 0
                         : m->sparse                   ? fastest_sparse(m, t, y)
                         : m->tangent                  ? fastest_decay(m, t, y)
                                                       : -1;
    const double many = m->sparse ? MANY_SPARSE : MANY_STEPS;
    if (decay * span / 4 > many)
        return (tml_choice){
            tml_integrator_find("bdf"),
            tml_arena_format(m->task->arena, "auto: stiff, the fastest motion decays at %.3g 1/s", decay)};
    const char *why = decay > 0
                          ? tml_arena_format(m->task->arena, "auto: not stiff, the fastest decay is %.3g 1/s", decay)
                      : decay < 0 ? "auto: too large to look for stiffness; name an integrator if it is slow"
                                  : "auto: no damping that could be stiff";
    return (tml_choice){tml_integrator_find("explicit"), why};
}
