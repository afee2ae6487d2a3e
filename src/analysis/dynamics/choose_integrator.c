/* choose_integrator.c - the integrator that `auto` selects, and why.
 *
 * The steps of explicit methods are limited by the fastest decay rate s of the linearized equations: s h < about 4.
 * BDF methods have no such limit, but need many steps for each radian of a motion that must be resolved: rotations of
 * bodies, and oscillations that do not decay. So BDF is chosen if s is far above the fastest of these, w: x'' = K x +
 * C x' has both. Large mechanisms are not examined so closely: there it is chosen if stability alone would require
 * very many steps. Without constraints the Jacobian is sparse, and a BDF step costs about as much as an explicit one:
 * then fewer steps suffice for that choice.
 */
#include "analysis/dynamics/choose_integrator.h"
#include "dynamics/tangent/state_derivatives.h"
#include "elementary/elementary.h"
#include <lapacke.h>
#include <math.h>
#include <string.h>

enum {
    ALL_EIGENVALUES = 120,
    ITERATIONS = 40,
    MANY_SPRUNG = 2000
}; /* velocities with contacts as springs: too many for BDF */
static const double DIFFERENCE = 1e-6;
static const double LATER = 1e-4;    /* of the characteristic time */
static const double JUMPS = 0.1;     /* of the rate by differences at an instant: a moment later it is so much slower */
static const double FEW_STEPS = 100; /* limited by stability: not worth closer examination */
static const double MANY_STEPS = 2e4; /* the same: too many, without closer examination */
static const double FAR_ABOVE = 150;  /* decay rate over the fastest rate to be resolved: from here on BDF is cheaper */
static const double PACED =
    200; /* decay within a step of the caller's, from which on a method that begins anew there is cheaper */
static const double MANY_SPARSE = 3000; /* the same without constraints: as many as BDF may need itself */
static const double DAMPED = 0.1;       /* an oscillation with this damping ratio decays at once */

/* Largest -Re of the eigenvalues of A, n x n column-major; A is overwritten. */
static double largest_decay(double *A, int n, double *work)
{
    double decay = n > 0 ? -1 : 0;
    if (n > 0 && LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', n, A, n, work, work + n, NULL, 1, NULL, 1) == 0)
        for (int i = 0; i < n; i++)
            decay = fmax(decay, -work[i]);
    return decay;
}

/* y = A x for some matrix; false if it cannot be evaluated */
typedef bool (*times)(void *A, const double *x, double *y);

/* x' y with entries divided by their scales. */
static double dot(const double *x, const double *y, const double *scale, int n)
{
    double sum = 0;
    for (int i = 0; i < n; i++)
        sum += x[i] / scale[i] * (y[i] / scale[i]);
    return sum;
}

/* Power iteration: the eigenvector of the largest eigenvalue, in x, and its Rayleigh quotient. It converges if one
 * eigenvalue is far the largest, as with stiff damping. */
static bool power_iteration(times product, void *A, int n, const double *scale, double *x, double *y, double *quotient)
{
    *quotient = 0;
    for (int i = 0; i < n; i++)
        x[i] = (1 + 0.1 * (i % 7)) * scale[i];
    for (int k = 0; k < ITERATIONS; k++) {
        if (!product(A, x, y))
            return false;
        const double yy = dot(y, y, scale, n);
        if (!(yy > 0))
            return true;
        *quotient = dot(x, y, scale, n) / dot(x, x, scale, n);
        for (int i = 0; i < n; i++)
            x[i] = y[i] / sqrt(yy);
    }
    return true;
}

/* ---- in any coordinates, by finite differences ---- */

typedef struct {
    tml_equations *e;
    double t;
    const double *y;
    const double *scale; /* (nq + nv) scales of y */
    double *base;        /* (nv) accelerations there */
    double *trial;       /* (nq + nv) */
} difference_state;

/* (a(v + h x) - a(v)) / h: derivative of the accelerations along the velocity x */
static bool times_av(void *state, const double *x, double *out)
{
    const difference_state *d = state;
    tml_equations *e = d->e;
    double xx = 0, vv = 1;
    for (int i = 0; i < e->nv; i++) {
        const double scale = d->scale[e->nq + i], v = d->y[e->nq + i] / scale;
        xx += x[i] * x[i] / (scale * scale), vv += v * v;
    }
    const double h = DIFFERENCE * sqrt(vv / xx);
    memcpy(d->trial, d->y, (size_t)(e->nq + e->nv) * sizeof(double));
    for (int i = 0; i < e->nv; i++)
        d->trial[e->nq + i] += h * x[i];
    if (tml_equations_solve(e, d->t, d->trial, d->trial + e->nq))
        return false;
    for (int i = 0; i < e->nv; i++)
        out[i] = (e->udot[i] - d->base[i]) / h;
    return true;
}

static double matrix_decay(difference_state *d, int n, double *work, double *A)
{
    for (int j = 0; j < n; j++) {
        memset(work, 0, (size_t)n * sizeof(double));
        work[j] = 1;
        if (!times_av(d, work, A + (size_t)j * (size_t)n))
            return -1;
    }
    return largest_decay(A, n, work);
}

/* Fastest decay rate at a state, 1/s, from da/dv: a damper much stronger than the springs around it decays at that
 * rate. Negative if it was not found. */
static double fastest_decay(tml_motion_state *m, double t, const double *y)
{
    const size_t n = (size_t)m->e->nv, all = (size_t)m->e->nq + n;
    tml_arena arena = {0};
    const bool whole = n <= ALL_EIGENVALUES;
    difference_state d = {.e = m->e, .t = t, .y = y, .scale = m->scale};
    d.base = TML_NEW_ARRAY(&arena, double, n + 1);
    d.trial = TML_NEW_ARRAY(&arena, double, all + 1);
    double *work = TML_NEW_ARRAY(&arena, double, 2 * n + 1), *A = TML_NEW_ARRAY(&arena, double, whole ? n *n + 1 : 1),
           decay = -1, quotient;
    if (d.base && work && d.trial && A && tml_equations_solve(m->e, t, y, y + m->e->nq) == 0) {
        memcpy(d.base, m->e->udot, n * sizeof(double));
        if (whole)
            decay = matrix_decay(&d, (int)n, work, A);
        else if (power_iteration(times_av, &d, (int)n, m->scale + m->e->nq, work, work + n, &quotient))
            decay = fmax(-quotient, 0);
    }
    tml_arena_free(&arena);
    return decay;
}

/* (a(q + h N x) - a(q)) / h: derivative of the accelerations along the displacement x; qdot (nq) = N x */
static bool times_aq(const difference_state *d, const double *x, double *qdot, double *out)
{
    tml_equations *e = d->e;
    memcpy(d->trial, d->y, (size_t)(e->nq + e->nv) * sizeof(double));
    e->class->rate(e, d->y, x, qdot);
    double max = 0;
    for (int i = 0; i < e->nq; i++)
        max = fmax(max, fabs(qdot[i]) / d->scale[i]);
    const double h = DIFFERENCE / max;
    for (int i = 0; i < e->nq; i++)
        d->trial[i] += h * qdot[i];
    if (tml_equations_solve(e, d->t, d->trial, d->trial + e->nq))
        return false;
    for (int i = 0; i < e->nv; i++)
        out[i] = (e->udot[i] - d->base[i]) / h;
    return true;
}

/* J = [0 1; K C], 2n x 2n column-major; unit (n), qdot (nq) are scratch */
static bool fill_motion_matrix(difference_state *d, int n, double *unit, double *qdot, double *J)
{
    const size_t two = 2 * (size_t)n;
    memset(J, 0, two * two * sizeof(double));
    for (int j = 0; j < n; j++) {
        memset(unit, 0, (size_t)n * sizeof(double));
        unit[j] = 1;
        double *position = J + (size_t)j * two, *speed = J + (size_t)(n + j) * two;
        speed[j] = 1;
        if (!times_aq(d, unit, qdot, position + n) || !times_av(d, unit, speed + n))
            return false;
    }
    return true;
}

/* The fastest motion that does not decay at once, 1/s; negative if it was not found. */
static double fastest_resolved(tml_motion_state *m, double t, const double *y)
{
    const int n = m->e->nv, two = 2 * n;
    tml_arena arena = {0};
    difference_state d = {.e = m->e, .t = t, .y = y, .scale = m->scale};
    d.base = TML_NEW_ARRAY(&arena, double, n + 1);
    d.trial = TML_NEW_ARRAY(&arena, double, m->e->nq + n + 1);
    double *J = TML_NEW_ARRAY(&arena, double, (size_t)two *(size_t)two + 1),
           *work = TML_NEW_ARRAY(&arena, double, 2 * two), *qdot = TML_NEW_ARRAY(&arena, double, m->e->nq + 1),
           rate = -1;
    if (d.base && d.trial && J && work && qdot && tml_equations_solve(m->e, t, y, y + m->e->nq) == 0) {
        const double rotation_rate = tml_motion_state_rotation_rate(m);
        memcpy(d.base, m->e->udot, (size_t)n * sizeof(double));
        if (fill_motion_matrix(&d, n, work, qdot, J) &&
            LAPACKE_dgeev(LAPACK_COL_MAJOR, 'N', 'N', two, J, two, work, work + two, NULL, 1, NULL, 1) == 0) {
            rate = rotation_rate;
            for (int i = 0; i < two; i++) {
                const double size = hypot(work[i], work[two + i]);
                if (-work[i] < DAMPED * size)
                    rate = fmax(rate, size);
            }
        }
    }
    tml_arena_free(&arena);
    return rate;
}

static bool is_stiff(tml_motion_state *m, double t, const double *y, double decay)
{
    const double span = m->request->end - t, steps = decay * span / 4;
    if (!tml_integrator_automatic(TML_FOR_STIFF_MOTION))
        return false;
    if (m->sparse)
        return steps > MANY_SPARSE;
    if (steps < FEW_STEPS)
        return false;
    const double rate = 2 * m->e->nv <= ALL_EIGENVALUES ? fastest_resolved(m, t, y) : -1;
    return rate < 0 ? steps > MANY_STEPS : decay > FAR_ABOVE * fmax(rate, 1 / span);
}

/* ---- without constraints ---- */

typedef struct {
    const tml_tangent_matrix *J;
    const double *q;
    double *qdot; /* (nq) */
} sparse_state;

/* Adds columns first .. first + count of J times x, rows of v only. */
static void add_columns(const tml_tangent_matrix *J, int first, int count, const double *x, double *y)
{
    const tml_system *s = J->system;
    for (int j = 0; j < count; j++)
        for (int k = J->pattern.column[first + j]; k < J->pattern.column[first + j + 1]; k++)
            if (J->pattern.row[k] >= s->nq)
                y[J->pattern.row[k] - s->nq] += J->values[k] * x[j];
}

static bool times_C(void *state, const double *x, double *y)
{
    const sparse_state *a = state;
    memset(y, 0, (size_t)a->J->system->nv * sizeof(double));
    add_columns(a->J, a->J->system->nq, a->J->system->nv, x, y);
    return true;
}

static bool times_K(void *state, const double *x, double *y)
{
    const sparse_state *a = state;
    memset(y, 0, (size_t)a->J->system->nv * sizeof(double));
    tml_system_rate(a->J->system, a->q, x, a->qdot);
    add_columns(a->J, 0, a->J->system->nq, a->qdot, y);
    return true;
}

/* The rate of the motion along x, z'' + c z' + k z = 0 with the Rayleigh quotients of x, if it decays fast; else 0. */
static double decaying_rate(double k, double c)
{
    const double root = 0.25 * c * c - k;
    if (root >= 0)
        return 0.5 * c + sqrt(root);
    return 0.5 * c > DAMPED * sqrt(k) ? sqrt(k) : 0;
}

/* The fastest decaying motion, 1/s: along the stiffest and the most damped direction of M^-1 K and M^-1 C. */
static double fastest_sparse(tml_motion_state *m, double t, const double *y)
{
    const tml_system *s = m->task->system;
    tml_arena arena = {0};
    double *work = TML_NEW_ARRAY(&arena, double, s->nq + 2 * s->nv + m->sparse->J.pattern.entries), rate = -1;
    if (work && tml_tangent_sparse_ode(m->sparse, m->e->work, t, y, y + s->nq, work + s->nq + 2 * (size_t)s->nv) == 0) {
        sparse_state a = {.J = &m->sparse->J, .q = y, .qdot = work};
        const double *scale = m->scale + s->nq;
        double *x = work + s->nq, *product = x + s->nv;
        const times of[2] = {times_K, times_C};
        for (int i = 0; i < 2; i++) {
            double quotient;
            power_iteration(of[i], &a, s->nv, scale, x, product, &quotient);
            quotient = -quotient;
            of[1 - i](&a, x, product);
            const double other = -dot(x, product, scale, s->nv) / dot(x, x, scale, s->nv);
            rate = fmax(rate, i == 0 ? decaying_rate(quotient, other) : decaying_rate(other, quotient));
        }
    }
    tml_arena_free(&arena);
    return rate;
}

/* Whether an expression depends on the motion: one of time and parameters alone damps nothing. */
static bool depends_on_motion(const tml_system *s, const tml_expression *value)
{
    for (int i = 0; i < s->input_count; i++)
        if (s->inputs[i].what != TML_INPUT_TIME && s->inputs[i].what != TML_INPUT_PARAMETER &&
            tml_expression_uses(value, i))
            return true;
    return false;
}

static bool has_damping(const tml_system *s)
{
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].c != 0 || (s->laws[i].value && depends_on_motion(s, s->laws[i].value)))
            return true;
    return false;
}

/* Massless bodies that rigid joints leave free make the equations singular: v' does not follow from the forces. A DAE
 * solver treats them as unknowns; one-step methods integrate what remains after eliminating them by equilibrium;
 * multistep methods and methods with a Jacobian can do neither. */
static bool is_single_step(const tml_integrator_class *class)
{
    return class->single_step;
}

static tml_choice choose_massless(tml_motion_state *m, const tml_integrator_class *named)
{
    if (!named && m->live) /* it begins anew at each step of its caller, which multistep methods do slowly */
        return (tml_choice){tml_integrator_automatic(TML_FOR_SMOOTH_MOTION), "auto: a massless body"};
    if (!named)
        return (tml_choice){tml_integrator_automatic(TML_FOR_MASSLESS_BODIES), "auto: a massless body"};
    if (named->needs_dae || named->single_step)
        return (tml_choice){named, ""};
    tml_log_raise(
        m->task->log, TML_E_NEEDS_DAE, m->task->element->place,
        "dynamics: body %s has no inertia, and rigid joints leave it free: integrator %s cannot integrate that; "
        "use %s, or %s if its dampers are not stiff",
        m->task->system->masses[tml_massless_find_motion(m->e->massless).body].name, named->name,
        tml_integrator_automatic(TML_FOR_MASSLESS_BODIES)->name, tml_integrator_list(is_single_step, m->task->arena));
    return (tml_choice){NULL, ""};
}

/* The fastest rate of all, 1/s; negative if it was not found. */
static double fastest_of_all(tml_motion_state *m, double t, const double *y)
{
    double decay = has_damping(m->task->system) ? fastest_decay(m, t, y) : 0;
    if (2 * m->e->nv <= ALL_EIGENVALUES)
        decay = fmax(decay, fastest_resolved(m, t, y));
    return decay;
}

/* Rounded down to two digits, as printed. */
static double two_digits_below(double x)
{
    const double unit = tml_pow(10, floor(tml_log10(x)) - 1);
    return floor(x / unit) * unit;
}

/* The same a moment later; negative if it was not found. */
static double fastest_later(tml_motion_state *m, double t, const double *y)
{
    const size_t n = (size_t)m->problem.n;
    tml_arena arena = {0};
    double *later = TML_NEW_ARRAY(&arena, double, n + 1), *rates = TML_NEW_ARRAY(&arena, double, n + 1), found = -1;
    const double h = LATER / m->rate;
    if (later && rates && m->problem.rate(m, t, y, rates) == 0) {
        for (size_t i = 0; i < n; i++)
            later[i] = y[i] + h * rates[i];
        found = fastest_of_all(m, t + h, later);
    }
    tml_arena_free(&arena);
    return found;
}

/* Where a force jumps, as sign(speed) does at rest, differences tell the height of the jump: there the motion is as fast as just behind. */
double tml_fastest_rate(tml_motion_state *m, double t, const double *y)
{
    const double states = m->task->system->state_count ? tml_state_fastest_decay(m->e->work, m->task->arena) : 0;
    const double here = fastest_of_all(m, t, y), later = fastest_later(m, t, y);
    return fmax(later >= 0 && later < JUMPS * here ? later : here, states);
}

/* Fixed steps h can be stable only if |s| h is bounded for every eigenvalue s; stiff joints make these large. */
static bool is_stable(tml_motion_state *m, double stable, double t, const double *y)
{
    const double rate = fastest_of_all(m, t, y), h = m->request->step;
    if (rate * h <= stable)
        return true;
    tml_log_raise(m->task->log, TML_E_UNSTABLE_STEP, m->task->element->place,
                  "dynamics: steps of %.3g s are unstable: the stiff joints of formulation %s move at up to %.3g 1/s; "
                  "use a step of at most %.2g s, less stiffness, or another integrator",
                  h, m->request->formulation->name, rate, two_digits_below(stable / rate));
    return false;
}

tml_choice tml_choose_integrator(tml_motion_state *m, double t, const double *y)
{
    const tml_integrator_class *named = tml_integrator_find(m->request->integrator);
    if (m->e->massless)
        return choose_massless(m, named);
    if (named && named->stability_limit > 0 && m->request->formulation->treatment == TML_PENALIZE &&
        !is_stable(m, named->stability_limit, t, y))
        return (tml_choice){NULL, ""};
    if (named)
        return (tml_choice){named, ""};
    if (m->task->system->contact_penalty.stiffness > 0 && tml_integrator_automatic(TML_FOR_STIFF_MOTION) &&
        (m->sparse || 2 * m->e->nv < MANY_SPRUNG))
        return (tml_choice){tml_integrator_automatic(TML_FOR_STIFF_MOTION), "auto: contacts are stiff springs"};
    double decay = !has_damping(m->task->system) ? 0 : m->sparse ? fastest_sparse(m, t, y) : fastest_decay(m, t, y);
    if (decay >= 0 && m->task->system->state_count)
        decay = fmax(decay, tml_state_fastest_decay(m->e->work, m->task->arena));
    const bool stiff = is_stiff(m, t, y, decay);
    m->decay = stiff ? decay : 0;
    if (stiff)
        return (tml_choice){
            tml_integrator_automatic(TML_FOR_STIFF_MOTION),
            tml_arena_format(m->task->arena, "auto: stiff, the fastest motion decays at %.3g 1/s", decay)};
    const char *why = decay > 0
                          ? tml_arena_format(m->task->arena, "auto: not stiff, the fastest decay is %.3g 1/s", decay)
                      : decay < 0                    ? "auto: stiffness could not be determined"
                      : has_damping(m->task->system) ? "auto: not stiff, nothing decays at the start"
                                                     : "auto: no damping that could be stiff";
    return (tml_choice){tml_integrator_automatic(TML_FOR_SMOOTH_MOTION), why};
}

bool tml_step_is_short_for_stiff_methods(const tml_motion_state *m)
{
    return m->decay > 0 && m->pace > 0 && m->decay * m->pace < PACED;
}

bool tml_motion_state_can_become_stiff(const tml_motion_state *m)
{
    const tml_integrator_class *stiff = tml_integrator_automatic(TML_FOR_STIFF_MOTION);
    return !tml_integrator_find(m->request->integrator) && m->integrator.class->automatic == TML_FOR_SMOOTH_MOTION &&
           !m->e->massless && stiff && tml_motion_state_fits(m, stiff);
}
