/* driven.c - Newton's method for phi(t, q) = 0, then G v = f' and G a = gamma with the same factors.
 *
 * B = D^-1 G U^-1 with rows of length 1 and rotations as lengths. Factors from a nearby configuration are reused for
 * corrections, which are repeated until the residual, computed with the current G, stops shrinking.
 */
#include "analysis/kinematics/driven.h"
#include "dynamics/formulation.h"
#include "dynamics/minimum_norm_reactions.h"
#include "linalg/cholesky.h"
#include "system/topology/ignorable_rotations.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_NEWTON = 15, MAX_REFINE = 12 };
static const double REUSE = 1e-4;              /* relative to sigma_min: factors from this close are reused */
static const double MAX_NEWTON_DISTANCE = 0.5; /* rad or sizes: Newton's method is given up beyond */
static const double CHANGE_MARGIN = 1.2;       /* factor on the computed change of B, which is a little too small */
static const double SPARSE_SINGULAR = 1e-9;    /* sigma_min below which reactions are found with dense matrices */
static const double DEPENDENT = 1e-10;         /* a row less independent of the others than this counts as dependent */

/* Only holds the singular vectors of sigma_min. */
static tml_thin_qr make_direction(int m, int n, tml_arena *arena)
{
    tml_thin_qr f = {
        .m = m, .n = n, .u = TML_NEW_ARRAY(arena, double, n + 1), .w = TML_NEW_ARRAY(arena, double, m + 1)};
    for (int j = 0; j < n; j++)
        f.u[j] = 1;
    return f;
}

static tml_rank_qr *make_rank_qr(const tml_driven *d)
{
    tml_rank_qr *rank_qr = TML_NEW(d->arena, tml_rank_qr);
    *rank_qr = tml_rank_qr_make(d->rows, d->system->nv, d->arena);
    for (int i = 0; i < d->rows; i++)
        rank_qr->unit[i] = tml_row_unit(d->system, i);
    return rank_qr;
}

/* Entries of B. */
static size_t size_of_B(const tml_driven *d)
{
    const tml_system *s = d->system;
    return d->sparse ? (size_t)tml_system_blocks(s, d->rows) * (size_t)s->nvb : (size_t)d->all * (size_t)s->nv;
}

tml_driven *tml_driven_make(const tml_system *s, double tolerance, const bool *independent, tml_arena *arena)
{
    tml_driven *d = TML_NEW(arena, tml_driven);
    const size_t nv = (size_t)s->nv, rows = (size_t)s->row_count;
    d->system = s;
    d->arena = arena;
    d->tolerance = tolerance;
    d->rows = s->row_count;
    d->all = d->rows + s->ignorable_count;
    d->work = tml_workspace_make(s, arena);
    d->unit = TML_NEW_ARRAY(arena, double, nv + 1);
    d->zeros = TML_NEW_ARRAY(arena, double, nv + 1);
    d->x = TML_NEW_ARRAY(arena, double, nv + 1);
    d->force = TML_NEW_ARRAY(arena, double, nv + 1);
    d->length = TML_NEW_ARRAY(arena, double, rows + 1);
    d->r = TML_NEW_ARRAY(arena, double, rows + 1);
    d->y = TML_NEW_ARRAY(arena, double, d->all + 1);
    d->lambda = TML_NEW_ARRAY(arena, double, rows + 1);
    d->sparse = tml_driven_sparse_make(s, independent, arena);
    d->blocks = d->sparse ? tml_driven_blocks_make(d->sparse, arena) : NULL;
    d->qr = d->sparse ? make_direction(d->rows, s->nv, arena) : tml_thin_qr_make(d->all, s->nv, arena);
    d->rank_qr = d->sparse ? NULL : make_rank_qr(d);
    d->B = d->sparse ? TML_NEW_ARRAY(arena, double, size_of_B(d) + 1) : NULL;
    for (int j = 0; j < s->nv; j++)
        d->unit[j] = j % s->nvb < (s->space ? 3 : 2) ? 1 : s->size;
    return d;
}

tml_configuration *tml_configuration_make(const tml_driven *d, int rates, tml_arena *arena)
{
    const tml_system *s = d->system;
    tml_configuration *configuration = TML_NEW(arena, tml_configuration);
    configuration->q = TML_NEW_ARRAY(arena, double, s->nq + 1);
    configuration->v = TML_NEW_ARRAY(arena, double, s->nv + 1);
    configuration->a = TML_NEW_ARRAY(arena, double, s->nv + 1);
    configuration->states = TML_NEW_ARRAY(arena, double, s->state_count + 1);
    configuration->direction = TML_NEW_ARRAY(arena, double, s->nv + 1);
    configuration->B = TML_NEW_ARRAY(arena, double, size_of_B(d) + 1);
    configuration->rate = TML_NEW_ARRAY(arena, double, rates + 1);
    configuration->sigma = d->blocks ? TML_NEW_ARRAY(arena, double, d->blocks->count + 1) : NULL;
    return configuration;
}

void tml_configuration_copy(const tml_driven *d, int rates, const tml_configuration *from, tml_configuration *to)
{
    const tml_system *s = d->system;
    const size_t nv = (size_t)s->nv * sizeof(double);
    to->t = from->t;
    to->sigma_min = from->sigma_min;
    to->correction = from->correction;
    memcpy(to->q, from->q, (size_t)s->nq * sizeof(double));
    memcpy(to->v, from->v, nv);
    memcpy(to->a, from->a, nv);
    memcpy(to->states, from->states, (size_t)s->state_count * sizeof(double));
    memcpy(to->direction, from->direction, nv);
    memcpy(to->B, from->B, size_of_B(d) * sizeof(double));
    memcpy(to->rate, from->rate, (size_t)rates * sizeof(double));
    to->sigma_known = from->sigma_known;
    if (d->blocks)
        memcpy(to->sigma, from->sigma, (size_t)d->blocks->count * sizeof(double));
}

/* ---- the matrix ---- */

/* B (blocks x nvb) from the G of work. */
static void put_blocks(tml_driven *d, double *B)
{
    const tml_system *s = d->system;
    for (int i = 0; i < d->rows; i++) {
        const int first = s->rows[i].first_block * s->nvb, last = first + s->rows[i].block_count * s->nvb;
        double sum = 0;
        for (int e = first; e < last; e++) {
            B[e] = d->work->G[e] / d->unit[(s->blocks[e / s->nvb].body - 1) * s->nvb + e % s->nvb];
            sum += B[e] * B[e];
        }
        d->length[i] = sum > 0 ? sqrt(sum) : 1;
        for (int e = first; e < last; e++)
            B[e] /= d->length[i];
    }
}

/* B (rows x nv column-major; sparse as above) from the G of work. */
static void put_rows(tml_driven *d, double *B)
{
    const tml_system *s = d->system;
    if (d->sparse) {
        put_blocks(d, B);
        return;
    }
    const size_t rows = (size_t)d->all, nvb = (size_t)s->nvb;
    memset(B, 0, rows * (size_t)s->nv * sizeof(double));
    tml_system_put_ignorable(s, B + d->rows, 1, rows);
    for (size_t i = 0; i < (size_t)d->rows; i++) {
        const tml_constraint *row = &s->rows[i];
        double sum = 0;
        for (int k = row->first_block; k < row->first_block + row->block_count; k++) {
            const size_t at = (size_t)(s->blocks[k].body - 1) * nvb;
            for (size_t j = 0; j < nvb; j++) {
                const double entry = d->work->G[(size_t)k * nvb + j] / d->unit[at + j];
                B[(at + j) * rows + i] = entry;
                sum += entry * entry;
            }
        }
        d->length[i] = sum > 0 ? sqrt(sum) : 1;
        for (int k = row->first_block; k < row->first_block + row->block_count; k++)
            for (size_t j = 0; j < nvb; j++)
                B[((size_t)(s->blocks[k].body - 1) * nvb + j) * rows + i] /= d->length[i];
    }
}

static void factor(tml_driven *d)
{
    if (d->sparse) {
        put_rows(d, d->B);
        tml_driven_sparse_factor(d->sparse, d->B);
        d->qr.sigma_min = tml_driven_sparse_sigma_min(d->sparse, d->qr.u, d->qr.w);
    } else {
        put_rows(d, d->qr.A);
        tml_thin_qr_factor(&d->qr);
    }
    d->factor_distance = 0;
    d->factorizations++;
}

static double evaluate_constraints(tml_driven *d, double t, const double *q, const double *v)
{
    const tml_system *s = d->system;
    tml_workspace_set_state(d->work, t, q, v);
    tml_workspace_measure(d->work, 0, s->active_count);
    tml_workspace_constraints(d->work, d->rows);
    const double worst = tml_rows_residual_length(s, d->work->phi, d->rows);
    return isfinite(worst) ? worst : INFINITY;
}

/* x = B^+ D^-1 r, as lengths; returns the largest relative to the size. */
static double newton_correction(tml_driven *d, const double *r, double *x)
{
    double max = 0;
    for (int i = 0; i < d->rows; i++)
        d->y[i] = r[i] / d->length[i];
    for (int i = d->rows; i < d->all; i++)
        d->y[i] = 0;
    if (d->sparse)
        tml_driven_sparse_solve(d->sparse, d->y, x);
    else
        tml_thin_qr_solve(&d->qr, d->y, x);
    for (int j = 0; j < d->system->nv; j++) {
        max = isfinite(x[j]) ? fmax(max, fabs(x[j])) : INFINITY;
        x[j] /= d->unit[j];
    }
    return max / d->system->size;
}

/* ---- position ---- */

/* Gaps indistinguishable from zero: the last digits of coordinates. */
static double rounding(const tml_driven *d, const double *q)
{
    return 2 * DBL_EPSILON * tml_mechanism_extent(d->system, q);
}

static int newton(tml_driven *d, tml_configuration *configuration)
{
    const double least = rounding(d, configuration->q), bar = fmax(d->tolerance * d->system->size, 32 * least);
    double best = INFINITY;
    int stalled = 0;
    configuration->correction = 0;
    for (int i = 0;; i++) {
        const double worst = evaluate_constraints(d, configuration->t, configuration->q, d->zeros);
        if (worst <= least)
            return 0;
        stalled += worst > 0.5 * best;
        best = fmin(best, worst);
        if (stalled && worst <= bar)
            return 0;
        if (!isfinite(worst) || stalled > 2 || i == MAX_NEWTON)
            return 1;
        if (i == 0 || d->factor_distance > REUSE * d->qr.sigma_min)
            factor(d);
        for (int k = 0; k < d->rows; k++)
            d->r[k] = -d->work->phi[k];
        const double step = newton_correction(d, d->r, d->x);
        configuration->correction += step;
        d->factor_distance += step;
        if (!(configuration->correction < MAX_NEWTON_DISTANCE))
            return 1;
        tml_system_displace(d->system, d->x, configuration->q);
    }
}

/* ---- velocities and accelerations ---- */

static void fill(double *x, int n, double value)
{
    for (int i = 0; i < n; i++)
        x[i] = value;
}

/* G out = right at the configuration of work; NaN if right is not finite. */
static void solve(tml_driven *d, const double *right, double *out)
{
    double before = INFINITY;
    if (!tml_all_finite(right, d->rows)) {
        fill(out, d->system->nv, NAN);
        return;
    }
    memset(out, 0, (size_t)d->system->nv * sizeof(double));
    for (int i = 0; i < MAX_REFINE; i++) {
        tml_workspace_G(d->work, d->rows, out, d->r);
        for (int k = 0; k < d->rows; k++)
            d->r[k] = right[k] - d->r[k];
        const double worst = tml_rows_relative_residual(d->system, d->r, d->rows);
        if (!(worst < 0.5 * before) || worst == 0)
            return;
        before = worst;
        newton_correction(d, d->r, d->x);
        for (int j = 0; j < d->system->nv; j++)
            out[j] += d->x[j];
    }
}

/* v, a, B, sigma_min at the given q. */
static void find_rates(tml_driven *d, tml_configuration *configuration)
{
    const tml_system *s = d->system;
    double *right = d->lambda; /* free until reactions are computed */
    evaluate_constraints(d, configuration->t, configuration->q, d->zeros);
    put_rows(d, configuration->B);
    if (d->factorizations == 0 || d->factor_distance > REUSE * d->qr.sigma_min)
        factor(d);
    for (int i = 0; i < d->rows; i++)
        right[i] = d->work->motion[3 * i + 1];
    solve(d, right, configuration->v);
    evaluate_constraints(d, configuration->t, configuration->q, configuration->v);
    memcpy(right, d->work->gamma, (size_t)d->rows * sizeof(double));
    solve(d, right, configuration->a);
    configuration->sigma_min = d->qr.sigma_min;
    for (int j = 0; j < s->nv; j++)
        configuration->direction[j] = d->qr.u[j] / d->unit[j];
}

bool tml_driven_velocity(tml_driven *d, double t, const double *q, double *v)
{
    double *right = d->lambda;
    evaluate_constraints(d, t, q, d->zeros);
    factor(d);
    d->factor_distance = INFINITY;
    for (int i = 0; i < d->rows; i++)
        right[i] = d->work->motion[3 * i + 1];
    solve(d, right, v);
    return tml_all_finite(v, d->system->nv);
}

static bool has_rates(const tml_driven *d, const tml_configuration *configuration)
{
    return tml_all_finite(configuration->v, d->system->nv) && tml_all_finite(configuration->a, d->system->nv);
}

int tml_driven_close(tml_driven *d, tml_configuration *configuration)
{
    d->factor_distance = INFINITY;
    configuration->sigma_known = false;
    if (newton(d, configuration))
        return 1;
    find_rates(d, configuration);
    return has_rates(d, configuration) ? 0 : 1;
}

bool tml_driven_rates(tml_driven *d, tml_configuration *configuration)
{
    d->factor_distance = INFINITY; /* the factors are of another configuration */
    configuration->sigma_known = false;
    find_rates(d, configuration);
    return has_rates(d, configuration);
}

void tml_driven_solve(tml_driven *d, const double *rates, double *x)
{
    factor(d);
    d->factor_distance = INFINITY; /* the next configuration is another one */
    solve(d, rates, x);
}

/* ---- forces ---- */

double tml_driven_evaluate(tml_driven *d, const tml_configuration *configuration)
{
    const tml_system *s = d->system;
    double power = 0;
    tml_workspace_set_states(d->work, configuration->states);
    tml_workspace_evaluate(d->work, configuration->t, configuration->q, configuration->v);
    tml_workspace_measure(d->work, s->active_count, s->measure_count);
    tml_system_times_mass(s, configuration->a, d->force);
    for (int j = 0; j < s->nv; j++) {
        d->force[j] -= d->work->Q[j];
        power += d->force[j] * configuration->v[j];
    }
    return power + d->work->power;
}

bool tml_driven_solve_transpose(tml_driven *d, const double *f, double *lambda)
{
    const tml_system *s = d->system;
    if (!d->sparse)
        return false;
    put_rows(d, d->B);
    d->factor_distance = INFINITY; /* the factors have changed */
    if (!tml_driven_sparse_factor(d->sparse, d->B) || d->qr.sigma_min < SPARSE_SINGULAR)
        return false;
    memset(lambda, 0, (size_t)d->rows * sizeof(double));
    for (int pass = 0; pass < 2; pass++) { /* the second pass removes rounding */
        memset(d->x, 0, (size_t)s->nv * sizeof(double));
        tml_workspace_add_Gt(d->work, d->rows, lambda, d->x);
        for (int j = 0; j < s->nv; j++)
            d->x[j] = (f[j] - d->x[j]) / d->unit[j];
        tml_driven_sparse_solve_transpose(d->sparse, d->x, d->y);
        for (int i = 0; i < d->rows; i++)
            lambda[i] += d->y[i] / d->length[i];
    }
    return tml_all_finite(lambda, d->rows);
}

/* Dense matrices: minimum norm. */
static void dense_reactions(tml_driven *d)
{
    const tml_system *s = d->system;
    const size_t nv = (size_t)s->nv, nvb = (size_t)s->nvb;
    if (!d->rank_qr)
        d->rank_qr = make_rank_qr(d);
    memset(d->rank_qr->rows, 0, nv * (size_t)d->rows * sizeof(double));
    for (size_t i = 0; i < (size_t)d->rows; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const size_t at = (size_t)(s->blocks[k].body - 1) * nvb;
            for (size_t j = 0; j < nvb; j++)
                d->rank_qr->rows[i * nv + at + j] = d->work->G[(size_t)k * nvb + j] / d->unit[at + j];
        }
    for (size_t j = 0; j < nv; j++)
        d->x[j] = d->force[j] / d->unit[j];
    if (!tml_rank_qr_factor(d->rank_qr, s->nv, DEPENDENT) || !tml_rank_qr_solve_transpose(d->rank_qr, d->x, d->lambda))
        tml_arena_give_up(d->arena);
}

void tml_driven_reactions(tml_driven *d, const tml_configuration *configuration)
{
    const tml_system *s = d->system;
    const size_t nv = (size_t)s->nv;
    if (!tml_all_finite(d->force, s->nv)) {
        fill(d->lambda, d->rows, NAN);
        return;
    }
    if (tml_driven_solve_transpose(d, d->force, d->lambda)) {
        if (d->rows > s->nv)
            tml_reactions_minimum_norm(d->work, d->unit, d->lambda, d->arena);
        return;
    }
    if (s->nv > TML_DRIVEN_MAX_DENSE) {
        fill(d->lambda, d->rows, NAN);
        return;
    }
    dense_reactions(d);
    /* A single driver provides all the power, in a singular configuration too: lambda f' = v' (M a - Q). */
    const double speed = s->drive_count == 1 ? d->work->motion[3 * s->drives[0].row + 1] : 0;
    double power = 0, max = 0;
    for (size_t j = 0; j < nv; j++) {
        power += d->force[j] * configuration->v[j];
        max = fmax(max, fabs(configuration->v[j]));
    }
    if (d->rank_qr->rank < s->nv && fabs(speed) > 1e-6 * max)
        d->lambda[s->drives[0].row] = power / speed;
}

static void find_sigma(tml_driven *d, tml_configuration *configuration)
{
    if (!configuration->sigma_known)
        tml_driven_blocks_sigma_min(d->blocks, configuration->B, configuration->sigma);
    configuration->sigma_known = true;
}

double tml_driven_change_ratio(tml_driven *d, tml_configuration *from, tml_configuration *to)
{
    if (d->blocks) {
        find_sigma(d, from);
        find_sigma(d, to);
        return tml_driven_blocks_change_ratio(d->blocks, from->B, from->sigma, to->B, to->sigma, CHANGE_MARGIN);
    }
    const double change = CHANGE_MARGIN * (d->sparse ? tml_driven_sparse_difference(d->sparse, from->B, to->B)
                                                     : tml_thin_qr_difference(&d->qr, from->B, to->B));
    return change > 64 * DBL_EPSILON ? change / (from->sigma_min + to->sigma_min) : 0;
}

void tml_driven_residual(const tml_driven *d, double *position, double *velocity)
{
    *position = tml_rows_residual_length(d->system, d->work->phi, d->rows);
    *velocity = tml_rows_residual_length(d->system, d->work->phidot, d->rows);
}
