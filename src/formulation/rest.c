/* rest.c - forces, multipliers and stiffness at one position of a mechanism at rest.
 *
 * lambda: |Q + G' lambda| smallest.   K = d(Q + G' lambda)/dq, less what is only there because turns do not commute: with m the
 * moment left on a body, K_ij - K_ji = m . (e_j x e_i), half of which is taken off either. So K is symmetric for conservative
 * forces, balanced or not.
 */
#include "formulation/rest.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-9; /* a row of which less than this part is its own depends on the others */

tml_rest *tml_rest_make(const tml_system *s, double t, int rank, tml_arena *arena)
{
    tml_rest *r = TML_NEW(arena, tml_rest);
    const size_t nv = (size_t)s->nv;
    r->system = s;
    r->arena = arena;
    r->t = t;
    r->rank_most = rank;
    r->work = tml_work_make(s, arena);
    r->still = TML_NEW_ARRAY(arena, double, nv + 1);
    r->unit = TML_NEW_ARRAY(arena, double, nv + 1);
    r->turned = TML_NEW_ARRAY(arena, double, nv + 1);
    r->left = TML_NEW_ARRAY(arena, double, nv + 1);
    r->pull = TML_NEW_ARRAY(arena, double, nv + 1);
    r->lambda = TML_NEW_ARRAY(arena, double, s->row_count + 1);
    r->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    r->K = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    r->KZ = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    r->stiffness = TML_NEW_ARRAY(arena, double, nv *nv + 1);
    r->range = tml_range_make(s->row_count, s->nv, arena);
    for (int j = 0; j < s->nv; j++)
        r->unit[j] = j % s->nvb < (s->space ? 3 : 2) ? 1 : s->size;
    return r;
}

/* ---- forces ---- */

static void put_rows(tml_rest *r)
{
    const tml_system *s = r->system;
    const size_t nv = (size_t)s->nv, nvb = (size_t)s->nvb;
    memset(r->range.rows, 0, nv * (size_t)s->row_count * sizeof(double));
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++) {
            const size_t at = (size_t)(s->blocks[k].body - 1) * nvb;
            for (size_t j = 0; j < nvb; j++)
                r->range.rows[(size_t)i * nv + at + j] = r->work->G[(size_t)k * nvb + j] / r->unit[at + j];
        }
}

/* sum[j] += |f J| of one measure */
static void add_size(const tml_rest *r, tml_term term, double f, double *sum)
{
    const tml_system *s = r->system;
    const tml_measure *m = &s->measures[term.measure];
    const double *J = r->work->J + (size_t)term.measure * 2 * (size_t)s->nvb;
    for (int side = 0; side < 2; side++) {
        const int body = side ? m->body2 : m->body1, at = (body - 1) * s->nvb;
        for (int j = 0; body && j < s->nvb; j++)
            sum[at + j] += fabs(f * term.coefficient * J[side * s->nvb + j]) / r->unit[at + j];
    }
}

/* The largest sum of the sizes of weight, laws and reactions on one coordinate. */
static double find_scale(tml_rest *r)
{
    const tml_system *s = r->system;
    double *sum = r->turned, most = 0;
    memset(sum, 0, (size_t)s->nv * sizeof(double));
    for (int b = 1; b < s->nb; b++) {
        const double g[3] = {s->gravity.x, s->gravity.y, s->gravity.z};
        for (int j = 0; j < (s->space ? 3 : 2); j++)
            sum[(b - 1) * s->nvb + j] = s->masses[b].mass * fabs(g[j]);
    }
    for (int i = 0; i < s->law_count; i++)
        for (int k = s->laws[i].terms.first; k < s->laws[i].terms.first + s->laws[i].terms.count; k++)
            add_size(r, s->terms[k], r->work->force[i], sum);
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].terms.first; k < s->rows[i].terms.first + s->rows[i].terms.count; k++)
            add_size(r, s->terms[k], r->lambda[i], sum);
    for (int j = 0; j < s->nv; j++)
        most = fmax(most, sum[j]);
    return most;
}

/* Reactions that balance best, and what is left. False: a row is not finite. */
static bool balance(tml_rest *r)
{
    const tml_system *s = r->system;
    put_rows(r);
    if (!tml_all_finite(r->range.rows, s->nv * s->row_count))
        return false;
    if (!tml_range_factor(&r->range, r->rank_most, DEPENDENT))
        tml_arena_give_up(r->arena);
    r->free_count = s->nv - r->range.rank;
    for (int j = 0; j < s->nv; j++)
        r->turned[j] = -r->work->Q[j] / r->unit[j];
    if (!tml_range_combine(&r->range, r->turned, r->lambda))
        tml_arena_give_up(r->arena);
    memcpy(r->left, r->work->Q, (size_t)s->nv * sizeof(double));
    tml_work_add_Gt(r->work, s->row_count, r->lambda, r->left);
    r->residual = 0;
    for (int j = 0; j < s->nv; j++) {
        r->left[j] /= r->unit[j];
        r->residual = fmax(r->residual, fabs(r->left[j]));
    }
    const double *Z = tml_range_free(&r->range);
    for (int k = 0; k < r->free_count; k++) {
        r->pull[k] = 0;
        for (int j = 0; j < s->nv; j++)
            r->pull[k] += Z[(size_t)k * (size_t)s->nv + (size_t)j] * r->left[j];
    }
    return true;
}

/* ---- stiffness ---- */

static void add_K(void *context, int i, int j, double value)
{
    tml_rest *r = context;
    r->K[(size_t)j * (size_t)r->system->nv + (size_t)i] += value / (r->unit[i] * r->unit[j]);
}

/* K_ij -= m . (e_j x e_i) / 2 for the turns of each body */
static void make_turns_commute(tml_rest *r)
{
    const tml_system *s = r->system;
    const size_t nv = (size_t)s->nv;
    for (int b = 1; s->space && b < s->nb; b++) {
        const size_t at = (size_t)(b - 1) * 6 + 3;
        const double *m = r->left + at; /* N: the moment divided by the size, as K is by its square */
        for (size_t k = 0; k < 3; k++) {
            const size_t i = (k + 1) % 3, j = (k + 2) % 3; /* e_j x e_i = -e_k */
            r->K[(at + j) * nv + at + i] += 0.5 * m[k] / s->size;
            r->K[(at + i) * nv + at + j] -= 0.5 * m[k] / s->size;
        }
    }
}

/* -Z' K Z; a column of K has entries only near its body's neighbours */
static void reduce(tml_rest *r)
{
    const size_t nv = (size_t)r->system->nv, n = (size_t)r->free_count;
    const double *Z = tml_range_free(&r->range);
    memset(r->KZ, 0, nv * n * sizeof(double));
    for (size_t j = 0; j < nv; j++) {
        const double *K = r->K + j * nv;
        size_t first = 0, last = nv;
        while (first < nv && K[first] == 0)
            first++;
        while (last > first && K[last - 1] == 0)
            last--;
        for (size_t k = 0; k < n; k++)
            for (size_t i = first; i < last; i++)
                r->KZ[k * nv + i] += K[i] * Z[k * nv + j];
    }
    for (size_t k = 0; k < n; k++)
        for (size_t l = 0; l < n; l++) {
            double sum = 0;
            for (size_t i = 0; i < nv; i++)
                sum -= Z[l * nv + i] * r->KZ[k * nv + i];
            r->stiffness[k * n + l] = sum;
        }
}

static void stiffen(tml_rest *r)
{
    const size_t entries = (size_t)r->system->nv * (size_t)r->system->nv;
    memset(r->K, 0, entries * sizeof(double));
    const tml_tangent_sink sink = {.context = r, .K = add_K};
    tml_tangent_entries(r->work, r->lambda, r->still, &sink, r->gradient);
    make_turns_commute(r);
    if (r->range.rank > 0)
        reduce(r);
    else /* Z = 1 */
        for (size_t i = 0; i < entries; i++)
            r->stiffness[i] = -r->K[i];
}

/* Coordinates are known to their last digit; K makes forces of that. */
static void find_rounding(tml_rest *r, const double *q)
{
    const tml_system *s = r->system;
    double far = s->size, most = 0, *sum = r->turned;
    for (int j = 0; j < s->nq; j++)
        far = fmax(far, j % s->nqb < (s->space ? 3 : 2) ? fabs(q[j]) : 0);
    memset(sum, 0, (size_t)s->nv * sizeof(double));
    r->stiffest = 0;
    for (int j = 0; j < s->nv; j++)
        for (int i = 0; i < s->nv; i++) {
            const double k = fabs(r->K[(size_t)j * (size_t)s->nv + (size_t)i]);
            r->stiffest = fmax(r->stiffest, k);
            sum[i] += k;
        }
    for (int i = 0; i < s->nv; i++)
        most = fmax(most, sum[i]);
    r->rounding = DBL_EPSILON * fmax(4 * far * most, 64 * r->scale);
}

int tml_rest_evaluate(tml_rest *r, const double *q)
{
    const tml_system *s = r->system;
    tml_work_evaluate(r->work, r->t, q, r->still);
    r->gap = 0;
    for (int i = 0; i < s->row_count; i++)
        r->gap = fmax(r->gap, fabs(r->work->phi[i]));
    if (!tml_all_finite(r->work->Q, s->nv) || !tml_all_finite(r->work->phi, s->row_count))
        return 1;
    if (!balance(r))
        return 1;
    stiffen(r);
    r->scale = find_scale(r);
    find_rounding(r, q);
    return tml_all_finite(r->K, s->nv * s->nv) && tml_all_finite(r->lambda, s->row_count) ? 0 : 1;
}

void tml_rest_displace(tml_rest *r, const double *x, double *q)
{
    for (int j = 0; j < r->system->nv; j++)
        r->turned[j] = x[j] / r->unit[j];
    tml_system_displace(r->system, r->turned, q);
}
