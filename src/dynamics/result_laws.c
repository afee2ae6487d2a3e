/* result_laws.c - Newton's method for the values of force laws that depend on results. */
#include "dynamics/complementarity.h"
#include "dynamics/result_laws_state.h"
#include "linalg/cholesky.h"
#include "linalg/small.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_ITERATIONS = 60, MAX_HALVINGS = 40, MAX_REFINEMENTS = 6, LEAST_SHARES = 2 };
static const double TOLERANCE = 1e-13; /* of a law's value: relative to it and to what its expression is made of */
static const double VANISHED = 1e-6;   /* of what a law was where the solution began */
static const double ROUNDING = 1e-10;  /* reached where results are small differences of large numbers */
static const double BEGINNING =
    1e-9; /* reached where slips of several places begin: their directions hardly matter yet */
static const double YIELDING =
    1e-6; /* reached where joints are springs: what holds in several places need not fit exactly */
static const double FORCE_ROUNDING =
    1e-15; /* of the largest force: what holds an acceleration at zero is known to that */
static const double AMPLIFIED =
    100; /* times that: by equations of bodies whose parts hold each other by larger forces */
static const double STILL =
    1e-20; /* m/s^2: an acceleration that moves nothing in any time, where all loads cancel each other to less than that */
static const double VANISHING =
    1e-100;                           /* of a law or its residual: what is less is zero, for squares of it underflow */
static const double SINGULAR = 1e-12; /* smallest pivot of 1 - E R */
static const double SHARED =
    0.1; /* of the largest force: where contacts share it in several ways, its rounding is that of all of them */

/* ---- slips that begin ----
 *
 * In several directions a slip that is too slow to tell its own would turn at once to where it is quasi-static: friction is the projection of
 * z = x - rho c onto its limit,  x = -limit d,  d = -z/|z|,  with c the acceleration of the slip.
 */

static int size_of(const tml_result_laws *laws, int k)
{
    return laws->system->interactions[laws->system->result_laws[laws->active[k]].interaction].size;
}

/* One for all of its components: d is along z in any of them. */
static double rho_of(const tml_result_laws *laws, int k)
{
    double rho = INFINITY;
    for (int a = 0; a < size_of(laws, k); a++)
        rho = fmin(rho, laws->rho[k + a]);
    return rho;
}

/* Whether law k is the first component of such a slip. */
static bool begins(const tml_result_laws *laws, int k)
{
    return laws->begins[k] >= 0 && laws->system->result_laws[laws->active[k]].component == 0;
}

/* d of law k and of those of its other components, which follow it; |z| */
static double find_direction(tml_result_laws *laws, int k, const double *x, const double *r)
{
    const double rho = rho_of(laws, k);
    double length = 0, *d = laws->d + k;
    for (int a = 0; a < size_of(laws, k); a++) {
        d[a] = rho * r[laws->begins[k + a]] - x[k + a];
        length = hypot(length, d[a]);
    }
    for (int a = 0; a < size_of(laws, k); a++)
        d[a] = length > 0 ? d[a] / length : a == 0;
    return length;
}

/* Derivatives of -limit d by x, into U, and by the accelerations, into E. */
static void add_turn(const tml_result_problem *p, int k, double length)
{
    tml_result_laws *laws = p->laws;
    const int size = size_of(laws, k);
    const tml_interaction *is = &laws->system->interactions[laws->system->result_laws[laws->active[k]].interaction];
    const double rho = rho_of(laws, k), limit = tml_expression_value(is->sliding, p->work->inputs, p->work->expression);
    for (int a = 0; a < size; a++)
        for (int b = 0; length > 0 && b < size; b++) {
            const double turn = limit * ((a == b) - laws->d[k + a] * laws->d[k + b]) / length;
            laws->U[(k + a) * laws->n + k + b] += turn;
            laws->E[(k + a) * laws->m + laws->begins[k + b]] -= rho * turn;
        }
}

/* ---- residuals ---- */

/* Of a law k: its value e(r), its derivatives by results in E and, of another unknown that it reads (the load of a contact's friction), in U. */
static double evaluate(const tml_result_problem *p, int k, const double *r, bool derivatives)
{
    tml_result_laws *laws = p->laws;
    const tml_system *s = laws->system;
    tml_workspace *work = p->work;
    const tml_result_law *law = &s->result_laws[laws->active[k]];
    const bool slides = laws->d[k] != 0 || laws->begins[k] >= 0;
    const double factor = slides ? -laws->d[k] : 1;
    const tml_expression *value =
        slides ? tml_interaction_sliding(&s->interactions[law->interaction], laws->d[k]) : law->value;
    if (!derivatives)
        return factor * tml_expression_value(value, work->inputs, work->expression);
    memset(laws->gradient, 0, (size_t)s->input_count * sizeof(double));
    const double e = factor * tml_expression_gradient(value, work->inputs, work->expression, factor, laws->gradient);
    tml_result_laws_by_results(laws, laws->gradient, laws->U + k * laws->n, laws->E + k * laws->m);
    for (int j = 0; j < laws->read; j++)
        laws->size[k] = fmax(laws->size[k], fabs(laws->E[k * laws->m + j]) * fmax(fabs(r[j]), laws->largest_reaction));
    return e;
}

/* The rounding of law k: of the largest force on any body. */
static double rounding_of(const tml_result_laws *laws, int k)
{
    return FORCE_ROUNDING * tml_result_laws_largest(laws, k);
}

/* Whether no residual is larger than it: forces that vanish together, with their loads, are known no better. Nor are those of bodies that move
 * without any, of what would stop these. */
static bool is_rounding(const tml_result_laws *laws, const tml_workspace *work)
{
    const double stopping = FORCE_ROUNDING * tml_workspace_kinetic(work) / laws->system->size,
                 still = STILL * laws->system->mass;
    for (int k = 0; k < laws->n; k++)
        if (!(fabs(laws->residual[k]) <=
              fmax(AMPLIFIED * fmax(rounding_of(laws, k), stopping * tml_result_laws_arm(laws, k)),
                   still * tml_result_laws_arm(laws, k))))
            return false;
    return laws->n > 0;
}

/* Whether no residual at x is larger than the rounding of what the affine model sums up: results that vanish, as those of a rotor much heavier
 * than its load may, are known no better by it. */
static bool is_rounding_of_model(const tml_result_laws *laws, const double *x)
{
    for (int k = 0; k < laws->n; k++) {
        double summed = 0;
        for (int j = 0; j < laws->m; j++) {
            double part = fabs(laws->r[j]);
            for (int l = 0; l < laws->n; l++)
                part += fabs(laws->R[l * laws->m + j] * (x[l] - laws->x[l]));
            summed += fabs(laws->E[k * laws->m + j]) * part;
        }
        if (!(fabs(laws->residual[k]) <= TOLERANCE * summed))
            return false;
    }
    return true;
}

/* residual = e(r) - x, or -rho c of an acceleration c that is zero; size: what the rounding of each is small against. With derivatives: E
 * and U too. */
static double find_residual(const tml_result_problem *p, const double *x, const double *r, bool derivatives)
{
    tml_result_laws *laws = p->laws;
    const size_t n = (size_t)laws->n, m = (size_t)laws->m;
    double norm = 0;
    tml_result_laws_set_inputs(laws, p->work, x, r);
    if (derivatives) {
        memset(laws->E, 0, n * m * sizeof(double));
        memset(laws->U, 0, n * n * sizeof(double));
    }
    for (int k = 0; k < laws->n; k++) {
        const int held = laws->held[k];
        if (begins(laws, k)) {
            const double length = find_direction(laws, k, x, r);
            if (derivatives)
                add_turn(p, k, length);
        }
        if (held >= 0) {
            laws->residual[k] = -laws->rho[k] * r[held];
            if (fabs(laws->residual[k]) <= rounding_of(laws, k))
                laws->residual[k] = 0;
            if (derivatives) {
                laws->E[k * laws->m + held] = -laws->rho[k];
                laws->size[k] = fmax(fabs(x[k]), laws->rho[k] * laws->magnitude[k]);
            }
        } else {
            if (derivatives)
                laws->size[k] = 0;
            const double e = evaluate(p, k, r, derivatives);
            if (derivatives)
                laws->size[k] = fmax(laws->size[k], fmax(fmax(fabs(x[k]), fabs(e)), VANISHED * laws->begun[k]));
            laws->residual[k] = fabs(e - x[k]) <= VANISHING ? 0 : e - x[k];
        }
        if (laws->shared)
            laws->size[k] = fmax(laws->size[k], SHARED * tml_result_laws_largest(laws, k));
        norm = fmax(norm, laws->size[k] > 0 ? fabs(laws->residual[k]) / laws->size[k] : fabs(laws->residual[k]));
        norm = isfinite(laws->residual[k]) ? norm : NAN;
    }
    return norm;
}

static int worst(const tml_result_laws *laws)
{
    int at = 0;
    double max = -1;
    for (int k = 0; k < laws->n; k++) {
        const double part = !isfinite(laws->residual[k]) ? INFINITY
                            : laws->size[k] > 0          ? fabs(laws->residual[k]) / laws->size[k]
                                                         : 0;
        if (part > max)
            max = part, at = k;
    }
    return at;
}

/* dx of Newton's step, with the present E and U; the sign of the determinant of J = 1 - U - E R (no 1 where an acceleration is held), 0 where
 * it is singular. */
static int newton_step(const tml_result_problem *p)
{
    tml_result_laws *laws = p->laws;
    const int n = laws->n, m = laws->m;
    int sign = 1, held = 0;
    if (n == 0) /* none is active: all stops are open */
        return sign;
    for (int k = 0; k < n; k++) {
        held += laws->held[k] >= 0;
        for (int l = 0; l < n; l++) {
            double sum = (k == l && laws->held[k] < 0) - laws->U[k * n + l];
            for (int j = 0; j < m; j++)
                sum -= laws->E[k * m + j] * laws->R[l * m + j];
            laws->J[l * n + k] = sum;
        }
    }
    memcpy(laws->dx, laws->residual, (size_t)n * sizeof(double));
    memcpy(laws->kept, laws->J, (size_t)(n * n) * sizeof(double));
    if (!tml_all_finite(laws->J, n * n) || tml_small_factor(n, laws->J, laws->pivot) < 0)
        return 0;
    for (int k = 0; k < n; k++) {
        const double pivot = laws->J[k * n + k];
        if (fabs(pivot) < (held ? TML_REDUNDANT : SINGULAR))
            return held > 1 ? tml_result_laws_share(p) : 0;
        sign *= (pivot < 0) == (laws->pivot[k] != k + 1) ? 1 : -1;
    }
    tml_small_solve(n, laws->J, laws->pivot, laws->dx);
    return sign;
}

/* R by one solution for each law, at x and r of `laws`; alone: by the responses to each alone, which can be superposed. */
static int find_response(const tml_result_problem *p, bool *alone)
{
    tml_result_laws *laws = p->laws;
    for (int k = 0; k < laws->n; k++) {
        double *R = laws->R + k * laws->m;
        *alone = tml_result_laws_unit_response(p, k, R);
        if (!*alone) {
            const double most = fmax(fabs(laws->x[k]), fabs(laws->x[k] + laws->residual[k]));
            memcpy(laws->trial, laws->x, (size_t)laws->n * sizeof(double));
            laws->trial[k] += fmax(isfinite(most) ? most : 0, tml_result_laws_probe(p, k));
            const int flag = tml_result_laws_respond(p, laws->trial, R);
            if (flag)
                return flag;
            for (int j = 0; j < laws->m; j++)
                R[j] = (R[j] - laws->r[j]) / (laws->trial[k] - laws->x[k]);
        }
        const int own = laws->held[k] >= 0 ? laws->held[k] : laws->begins[k];
        const double response = own >= 0 ? R[own] : 0;
        laws->rho[k] = response > 0 ? 1 / response : 1;
    }
    return 0;
}

static double absolute_norm(const tml_result_laws *laws)
{
    double norm = 0;
    for (int k = 0; k < laws->n; k++)
        norm += laws->residual[k] * laws->residual[k];
    return norm;
}

static double reached_of(const tml_result_laws *laws)
{
    if (laws->shares_friction && laws->system->penalty_stiffness > 0)
        return YIELDING;
    return laws->shared && tml_result_laws_keep_share(laws) ? BEGINNING : ROUNDING;
}

/* Newton's method in the affine model, from x; steps are halved until the residual decreases. False: no solution. */
static bool solve_affine(const tml_result_problem *p)
{
    tml_result_laws *laws = p->laws;
    const size_t n = (size_t)laws->n;
    double latest = INFINITY;
    int shares = 0;
    memcpy(laws->at, laws->x, n * sizeof(double));
    laws->shared = laws->shares_friction = false;
    for (int i = 0; i < MAX_ITERATIONS; i++) {
        tml_result_laws_predict(laws, laws->at);
        const double error = find_residual(p, laws->at, laws->results, true), before = absolute_norm(laws);
        if (shares >= LEAST_SHARES && error <= TOLERANCE)
            return true;
        const int sign = newton_step(p);
        if (laws->shares_friction && sign &&
            shares++ < LEAST_SHARES) { /* the share does not depend on where this begins */
            for (size_t k = 0; k < n; k++)
                laws->at[k] += laws->dx[k];
            latest = error;
            continue;
        }
        if (error <= TOLERANCE || (laws->shared && error <= reached_of(laws) && !(error < 0.5 * latest)) ||
            is_rounding_of_model(laws, laws->at))
            return sign > 0;
        latest = error;
        if (!sign || isnan(error))
            return false;
        double part = 1;
        for (int halving = 0; halving < MAX_HALVINGS; halving++, part /= 2) {
            for (size_t k = 0; k < n; k++)
                laws->trial[k] = laws->at[k] + part * laws->dx[k];
            tml_result_laws_predict(laws, laws->trial);
            find_residual(p, laws->trial, laws->results, false);
            if (absolute_norm(laws) < before)
                break;
        }
        if (memcmp(laws->at, laws->trial, n * sizeof(double)) == 0)
            return error <= reached_of(laws) && sign > 0;
        memcpy(laws->at, laws->trial, n * sizeof(double));
    }
    tml_result_laws_predict(laws, laws->at);
    return find_residual(p, laws->at, laws->results, true) <= reached_of(laws) && newton_step(p) > 0;
}

/* The error of the solution of the affine model, which the equations now have too. */
static double superpose(const tml_result_problem *p)
{
    tml_result_laws *laws = p->laws;
    for (int k = 0; k < laws->n; k++)
        laws->dx[k] = laws->at[k] - laws->x[k];
    tml_result_laws_predict(laws, laws->at);
    const double error = find_residual(p, laws->at, laws->results, true);
    p->by->superpose(p->by->context, laws->n, laws->dx);
    return error;
}

int tml_result_laws_solve(tml_result_laws *laws, tml_workspace *work, int (*solve)(void *context, tml_instant *at),
                          void *context)
{
    const tml_result_equations by = {.solve = solve, .rows = laws->system->rigid_row_count, .context = context};
    return tml_result_laws_solve_by(laws, work, &by);
}

int tml_result_laws_solve_by(tml_result_laws *laws, tml_workspace *work, const tml_result_equations *by)
{
    const tml_system *s = laws->system;
    const tml_result_problem p = {laws, work, by};
    bool alone = false;
    work->unsolved = NULL;
    tml_result_laws_find_active(laws, work);
    for (int k = 0; k < laws->n; k++) {
        laws->x[k] = work->inputs[s->result_laws[laws->active[k]].input];
        laws->x[k] = isfinite(laws->x[k]) && fabs(laws->x[k]) > VANISHING ? laws->x[k] : 0;
        laws->rho[k] = 1;
        laws->begun[k] = s->result_laws[laws->active[k]].interaction < 0 ? fabs(laws->x[k]) : 0;
    }
    int flag = tml_result_laws_respond(&p, laws->x, laws->r);
    if (flag || laws->n == 0)
        return flag;
    tml_result_laws_find_directions(laws, work);
    find_residual(&p, laws->x, laws->r, true);
    flag = find_response(&p, &alone);
    double error = INFINITY;
    const bool solvable = flag == 0 && solve_affine(&p);
    if (solvable) {
        if (alone)
            error = superpose(&p);
        /* rounding of R and of the results */
        const bool refine = !alone || !(error <= reached_of(laws));
        for (int i = 0; refine && i < MAX_REFINEMENTS && flag == 0; i++) {
            flag = tml_result_laws_respond(&p, laws->at, laws->results);
            const double before = error;
            error = find_residual(&p, laws->at, laws->results, true);
            if (flag || error <= TOLERANCE || (error <= reached_of(laws) && error >= before) || isnan(error) ||
                newton_step(&p) <= 0)
                break;
            for (int k = 0; k < laws->n; k++)
                laws->at[k] += laws->dx[k];
        }
    }
    if (flag == 0 && error <= reached_of(laws))
        return 0;
    if (flag == 0 && (solvable || s->interaction_count) &&
        is_rounding(laws, work)) { /* the equations may have been left at a trial */
        flag = tml_result_laws_respond(&p, laws->at, laws->results);
        tml_result_laws_set_inputs(laws, work, laws->at, laws->results);
        return flag;
    }
    const int k = worst(laws);
    if (flag == 0 && isfinite(laws->residual[k]))
        work->unsolved = &s->result_laws[laws->active[k]];
    else if (flag == 0) /* an expression that is not finite, as any force may be */
        work->force[s->result_laws[laws->active[k]].law] = laws->residual[k];
    for (int i = 0; i < laws->n; i++)
        work->inputs[s->result_laws[laws->active[i]].input] = 0;
    return flag ? flag : 1;
}

/* ---- derivatives ---- */

/* Results at an instant, as inputs of the expressions. */
static void read_results(tml_result_laws *laws, tml_workspace *work, const tml_instant *at)
{
    tml_result_laws_observe(laws, at, laws->results);
    tml_result_laws_put_results(laws, work, laws->results);
}

/* Exact derivatives of the expressions, and the factors of 1 - E R, at the solution. False: it is none. */
static bool linearize(tml_result_laws *laws, tml_workspace *work)
{
    const tml_system *s = laws->system;
    const size_t inputs = (size_t)s->input_count;
    const tml_result_problem p = {laws, work, NULL};
    memset(laws->slope, 0, (size_t)laws->n * inputs * sizeof(double));
    for (int k = 0; k < laws->n; k++) {
        double *slope = laws->slope + (size_t)k * inputs;
        tml_expression_gradient(s->result_laws[laws->active[k]].value, work->inputs, work->expression, 1, slope);
        for (int j = 0; j < laws->m; j++)
            laws->E[k * laws->m + j] = slope[s->results[laws->result[j]].input];
        for (int l = 0; l < laws->n; l++)
            laws->U[k * laws->n + l] = slope[s->result_laws[laws->active[l]].input];
    }
    return newton_step(&p) > 0;
}

int tml_result_laws_differentiate(tml_result_laws *laws, tml_workspace *work,
                                  int (*respond_at)(void *context, double h, tml_instant *at), void *context, double h,
                                  double *dx)
{
    static const double weight[] = {4.0 / 5, -1.0 / 5, 4.0 / 105, -1.0 / 280};
    const tml_system *s = laws->system;
    tml_instant start = {.work = work, .t = work->t, .single = true};
    const int failed = respond_at(context, 0, &start);
    if (failed)
        return failed;
    read_results(laws, work, &start);
    if (!linearize(laws, work))
        return 1;
    memset(laws->inputs, 0, (size_t)s->input_count * sizeof(double));
    for (int i = 0; i < 8; i++) {
        const int steps = i / 2 + 1, side = i % 2 ? 1 : -1;
        const double w = side * weight[steps - 1] / h;
        tml_instant instant = {.work = work, .t = work->t, .single = true};
        const int flag = respond_at(context, side * steps * h, &instant);
        if (flag)
            return flag;
        read_results(laws, work, &instant);
        for (int k = 0; k < s->input_count; k++)
            laws->inputs[k] += w * work->inputs[k];
    }
    for (int k = 0; k < laws->n; k++) {
        dx[k] = 0;
        for (int j = 0; j < s->input_count; j++)
            if (laws->slope[k * s->input_count + j] != 0)
                dx[k] += laws->slope[k * s->input_count + j] * laws->inputs[j];
    }
    if (laws->n)
        tml_small_solve(laws->n, laws->J, laws->pivot, dx);
    return 0;
}

void tml_result_laws_add_force(const tml_result_laws *laws, const tml_workspace *work, const double *dx, double *force)
{
    const tml_system *s = laws->system;
    for (int k = 0; k < laws->n; k++) {
        const tml_force_law *law = &s->laws[s->result_laws[laws->active[k]].law];
        tml_workspace_add_terms(work, &law->terms, law->factor * dx[k], force);
    }
}

int tml_result_laws_count(const tml_result_laws *laws)
{
    return laws->count;
}
