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
static const double DIFFERENCE = 1e-6;
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

/* out = (a(v + h x) - a(v)) / h: what speeds along x do to the accelerations. False where they cannot be evaluated. */
static bool slope(tml_moving *m, double t, const double *y, const double *base, const double *x, double *trial,
                  double *out)
{
    tml_equations *e = m->e;
    double xx = 0, vv = 1;
    for (int i = 0; i < e->nv; i++)
        xx += x[i] * x[i], vv += y[e->nq + i] * y[e->nq + i];
    const double h = DIFFERENCE * sqrt(vv / xx);
    memcpy(trial, y, (size_t)(e->nq + e->nv) * sizeof(double));
    for (int i = 0; i < e->nv; i++)
        trial[e->nq + i] += h * x[i];
    if (tml_equations_solve(e, t, trial, trial + e->nq))
        return false;
    for (int i = 0; i < e->nv; i++)
        out[i] = (e->udot[i] - base[i]) / h;
    return true;
}

/* For large ones by powers of A: where one eigenvalue is far the largest, as stiff damping makes it, it is found. */
static double power_decay(tml_moving *m, double t, const double *y, const double *base, double *trial, double *work)
{
    const int n = m->e->nv;
    double *x = work, *Ax = work + n, quotient = 0;
    for (int i = 0; i < n; i++)
        x[i] = 1 + 0.1 * (i % 7);
    for (int k = 0; k < ITERATIONS; k++) {
        double xx = 0, xy = 0, yy = 0;
        if (!slope(m, t, y, base, x, trial, Ax))
            return -1;
        for (int i = 0; i < n; i++)
            xx += x[i] * x[i], xy += x[i] * Ax[i], yy += Ax[i] * Ax[i];
        if (!(yy > 0))
            return 0;
        quotient = xy / xx;
        for (int i = 0; i < n; i++)
            x[i] = Ax[i] / sqrt(yy);
    }
    return fmax(-quotient, 0);
}

static double matrix_decay(tml_moving *m, double t, const double *y, const double *base, double *trial, double *work,
                           double *A)
{
    const int n = m->e->nv;
    for (int j = 0; j < n; j++) {
        memset(work, 0, (size_t)n * sizeof(double));
        work[j] = 1;
        if (!slope(m, t, y, base, work, trial, A + (size_t)j * (size_t)n))
            return -1;
    }
    return largest_decay(A, n, work);
}

/* Fastest decay at a state, 1/s, from da/dv: a damper much stronger than the springs about it decays at that rate. Negative if
 * it was not found. */
static double fastest_decay(tml_moving *m, double t, const double *y)
{
    const size_t n = (size_t)m->e->nv, all = (size_t)m->e->nq + n;
    tml_arena arena = {0};
    const bool whole = n <= ALL_EIGENVALUES;
    double *base = TML_NEW_ARRAY(&arena, double, n + 1), *work = TML_NEW_ARRAY(&arena, double, 2 * n + 1),
           *trial = TML_NEW_ARRAY(&arena, double, all + 1), *A = TML_NEW_ARRAY(&arena, double, whole ? n *n + 1 : 1),
           decay = -1;
    if (base && work && trial && A && tml_equations_solve(m->e, t, y, y + m->e->nq) == 0) {
        memcpy(base, m->e->udot, n * sizeof(double));
        decay = whole ? matrix_decay(m, t, y, base, trial, work, A) : power_decay(m, t, y, base, trial, work);
    }
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
                      : decay < 0 ? "auto: no way to look for stiffness here"
                                  : "auto: no damping that could be stiff";
    return (tml_choice){tml_integrator_find("explicit"), why};
}

/* ---- formulation ---- */

/* Nanoseconds of an evaluation, as measured on mechanisms of many sizes: enough to choose by. */
static double joint_cost(const tml_system *s, const tml_tree_cost *c)
{
    const double n = s->nvb, rows = c->rows;
    const bool sparse = rows >= 48 && c->meetings < 0.2 * rows * rows;
    return (s->space ? 500 : 100) * s->nb + 3 * n * c->pulls + 2 * c->meetings +
           (sparse ? 100 * rows : 0.2 * rows * rows * rows);
}

static double absolute_cost(const tml_system *s)
{
    const double rows = s->rigid_row_count;
    return rows >= 64 ? (s->space ? 2500 : 600) * s->nb
                      : (s->space ? 300 : 100) * s->nb + 2 * rows * rows + 0.2 * rows * rows * rows;
}

static tml_formulation_choice choose(const char *name, const char *why)
{
    return (tml_formulation_choice){tml_formulation_find(name), why};
}

tml_formulation_choice tml_choose_formulation(const tml_task *task, const char *name, const char *integrator,
                                              bool projects)
{
    const tml_system *s = task->system;
    if (tml_formulation_find(name))
        return choose(name, "");
    if (strcmp(integrator, "dae") == 0)
        return choose("absolute", "auto: dae needs absolute coordinates");
    if (strcmp(integrator, "rk4") == 0 || !projects)
        return choose("absolute", "auto: textbook methods, in absolute coordinates");
    if (s->rigid_row_count == 0)
        return choose("implicit", "auto: all joints are compliant");
    const tml_tree_cost cost = tml_system_tree_cost(s, task->arena);
    if (cost.rows == 0)
        return choose("joint", "auto: a tree without loops");
    const double joint = joint_cost(s, &cost), absolute = absolute_cost(s);
    const char *why = tml_arena_format(
        task->arena, "auto: %d constraints close its loops, about %.2g us an evaluation, %s %.2g us in %s", cost.rows,
        1e-3 * fmin(joint, absolute), "against", 1e-3 * fmax(joint, absolute),
        joint <= absolute ? "absolute coordinates" : "relative coordinates");
    return choose(joint <= absolute ? "joint" : "absolute", why);
}
