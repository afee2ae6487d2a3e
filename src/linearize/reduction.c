/* reduction.c - from derivatives over all bodies to matrices over independent coordinates.
 *
 * y' = w + B y (B: rotation of the axes of spherical joints). Constraints and coordinates, differentiated once and twice, give:
 *   J dq = (0, y),   P dq + J dv = (0, w),   Rq dq + Rv dv + J da = (0, w')
 * dq = S y, dv = S w + D y, da = S w' + Av w + Aq y. Projected on the constraint manifold:
 *   S' (M da - K dq - C dv) = 0
 * Then w = y' - B y.
 */
#include "linearize/reduction.h"
#include "linearize/nonholonomic.h"
#include <float.h>
#include <math.h>
#include <string.h>

static const double ROUNDING = 16;      /* units in the last place that sums may lose */
static const double DIFFERENCES = 4000; /* times that, where second derivatives are differences */

/* ---- derivatives of forces ---- */

static void add_K(void *context, int i, int j, double value)
{
    tml_linear *l = context;
    l->full_K[(size_t)j * (size_t)l->system->nv + (size_t)i] += value;
}

static void add_C(void *context, int i, int j, double value)
{
    tml_linear *l = context;
    l->full_C[(size_t)j * (size_t)l->system->nv + (size_t)i] += value;
}

/* d(J' lambda)/dq of held coordinates, which are not rows of the system */
static void add_held(tml_linear *l, const tml_linear_request *q)
{
    const tml_system *s = l->system;
    tml_measure_tangent d;
    for (int i = 0; i < q->held_count; i++) {
        const tml_term term = s->coordinates[q->held[i]].term;
        const tml_measure *m = &s->measures[term.measure];
        tml_measure_differentiate(l->work, term.measure, NULL, &d);
        for (int k = 0; k < 144; k++) {
            const int row = tml_measure_velocity_index(s, m, k / 12), column = tml_measure_velocity_index(s, m, k % 12);
            if (row >= 0 && column >= 0)
                add_K(l, row, column, l->lambda[s->row_count + i] * term.coefficient * d.H[k / 12][k % 12]);
        }
    }
}

static void find_tangent(tml_linear *l, const tml_linear_request *q)
{
    const size_t nv = (size_t)l->system->nv;
    l->full_K = TML_NEW_ARRAY(l->arena, double, nv *nv + 1);
    l->full_C = TML_NEW_ARRAY(l->arena, double, nv *nv + 1);
    const tml_tangent_sink sink = {.context = l, .K = add_K, .C = add_C, .undamped = q->undamped};
    tml_tangent_entries(l->work, l->lambda, l->a, &sink, l->gradient);
    add_held(l, q);
}

/* Coordinates are exact to rounding only; K times that rounding is an uncertainty of forces. So is the rounding of what adds up in a law, as the pressures on both
 * sides of a piston. */
static void find_rounding(tml_linear *l, const double *q)
{
    const tml_system *s = l->system;
    const size_t nv = (size_t)s->nv;
    double far = s->size, largest = 0, added = l->scale, *sum = TML_NEW_ARRAY(l->arena, double, nv + 1);
    tml_workspace_add_magnitudes(l->work, 0, NULL, l->unit, l->gradient, sum);
    for (size_t j = 0; j < nv; j++)
        added = fmax(added, sum[j]);
    for (int j = 0; j < s->nq; j++)
        far = fmax(far, j % s->nqb < (s->space ? 3 : 2) ? fabs(q[j]) : 0);
    for (size_t i = 0; i < nv; i++) {
        double total = 0;
        for (size_t j = 0; j < nv; j++)
            total += fabs(l->full_K[j * nv + i]) / (l->unit[i] * l->unit[j]);
        largest = fmax(largest, total);
    }
    l->rounding = DBL_EPSILON * fmax(4 * far * largest, 64 * added);
}

/* ---- kinematics ---- */

/* rows -= (part x) of the constraints, y -= (part x) of the chosen coordinates. */
static void subtract(const tml_linear *l, tml_derivative_part part, const double *x, double *rows, double *y)
{
    for (int i = 0; i < l->rows; i++)
        rows[i] -= tml_row_derivatives_times(&l->derivatives, i, part, x);
    for (int k = 0; k < l->n; k++)
        y[k] -= tml_row_derivatives_times(&l->derivatives, l->rows + l->chosen[k], part, x);
}

static void find_kinematics(tml_linear *l)
{
    const size_t nv = (size_t)l->system->nv, rows = (size_t)l->rows, n = (size_t)l->n;
    double *right = TML_NEW_ARRAY(l->arena, double, rows + n + 1), *y = right + rows;
    l->D = TML_NEW_ARRAY(l->arena, double, nv *(size_t)l->positions + 1);
    l->Aq = TML_NEW_ARRAY(l->arena, double, nv *(size_t)l->positions + 1);
    for (size_t k = 0; k < (size_t)l->positions; k++) {
        const double *S = l->Sq + k * nv;
        double *D = l->D + k * nv;
        memset(right, 0, (rows + n) * sizeof(double));
        subtract(l, TML_DERIVATIVE_P, S, right, y);
        tml_linear_solve(l, right, y, D);
        memset(right, 0, (rows + n) * sizeof(double));
        subtract(l, TML_DERIVATIVE_RQ, S, right, y);
        subtract(l, TML_DERIVATIVE_RV, D, right, y);
        tml_linear_solve(l, right, y, l->Aq + k * nv);
    }
    for (size_t k = 0; k < (size_t)l->all; k++) {
        memset(right, 0, (rows + n) * sizeof(double));
        subtract(l, TML_DERIVATIVE_RV, l->S + k * nv, right, y);
        tml_linear_solve(l, right, y, l->Av + k * nv);
    }
}

bool tml_linear_frame_rate(const tml_linear *l, int coordinate, double *row)
{
    const tml_tree_coordinate *c = &l->coordinates.list[coordinate];
    if (c->ball < 0)
        return false;
    const tml_vec3 w = tml_tree_coordinates_angular_velocity(&l->coordinates, coordinate, l->work);
    if (w.x == 0 && w.y == 0 && w.z == 0)
        return false;
    const tml_vec3 across = tml_cross(tml_unit_axis((tml_axis)c->axis), w); /* e . (w x d) = (e x w) . d */
    for (int k = 0; k < l->positions; k++) {
        double d[3];
        for (int m = 0; m < 3; m++)
            d[m] = tml_row_derivatives_times(&l->derivatives, l->rows + c->ball + m, TML_DERIVATIVE_J,
                                             l->Sq + (size_t)k * (size_t)l->system->nv);
        row[k] = across.x * d[0] + across.y * d[1] + across.z * d[2];
    }
    return true;
}

/* w = y' - B y, w' = y'' - B y':  D - S B,  Aq - Av B,  Av - S B */
static void remove_frame_rates(tml_linear *l)
{
    const size_t nv = (size_t)l->system->nv, all = (size_t)l->all;
    double *B = TML_NEW_ARRAY(l->arena, double, all *(size_t)l->n + 1); /* by rows */
    bool spins = false;
    for (int i = 0; i < l->n; i++)
        spins |= tml_linear_frame_rate(l, l->chosen[i], B + (size_t)i * all);
    if (!spins)
        return;
    for (size_t k = 0; k < all; k++)
        for (size_t i = 0; i < (size_t)l->n; i++) {
            const double b = B[i * all + k];
            for (size_t j = 0; b != 0 && j < nv; j++) {
                l->D[k * nv + j] -= b * l->S[i * nv + j];
                l->Aq[k * nv + j] -= b * l->Av[i * nv + j];
            }
        }
    for (size_t k = 0; k < all; k++)
        for (size_t i = 0; i < (size_t)l->n; i++)
            for (size_t j = 0; B[i * all + k] != 0 && j < nv; j++)
                l->Av[k * nv + j] -= B[i * all + k] * l->S[i * nv + j];
}

/* ---- matrices ---- */

/* A force on all bodies, and the sum of the magnitudes of its terms. */
typedef struct {
    double *f, *size; /* (nv) */
} sum;

static void set_inertia(const tml_linear *l, const double *a, sum *s)
{
    tml_system_times_mass(l->system, a, s->f);
    for (int j = 0; j < l->system->nv; j++)
        s->size[j] = fabs(s->f[j]);
}

/* f -= A x for A (nv x nv) by columns, x mostly zeros */
static void subtract_product(const tml_linear *l, const double *A, const double *x, sum *s)
{
    const size_t nv = (size_t)l->system->nv;
    for (size_t j = 0; j < nv; j++)
        for (size_t i = 0; x[j] != 0 && i < nv; i++) {
            const double part = A[j * nv + i] * x[j];
            s->f[i] -= part;
            s->size[i] += fabs(part);
        }
}

/* out[i] = sign S_i . f for the independent coordinates; sums at rounding level become zero. `uncertainty` (N): of each entry of f. */
static void project(const tml_linear *l, const sum *s, double uncertainty, double sign, double *out)
{
    const size_t nv = (size_t)l->system->nv;
    for (size_t i = 0; i < (size_t)l->n; i++) {
        double total = 0, size = 0;
        for (size_t j = 0; j < nv; j++) {
            total += l->S[i * nv + j] * s->f[j];
            size += fabs(l->S[i * nv + j]) * (s->size[j] + uncertainty * l->unit[j]);
        }
        const bool is_zero = isfinite(total) && fabs(total) <= ROUNDING * DBL_EPSILON * size;
        out[i] = is_zero ? 0 : sign * total;
    }
}

bool tml_linear_has_touching_rows(const tml_system *s)
{
    for (int i = 0; i < s->row_count; i++)
        for (int k = s->rows[i].terms.first; k < s->rows[i].terms.first + s->rows[i].terms.count; k++) {
            const tml_measure_kind kind = s->measures[s->terms[k].measure].kind;
            if (kind == TML_GAP || kind == TML_SLIP)
                return true;
        }
    return false;
}

/* Uncertainty of column k of K: all forces are known to a relative accuracy only, times the displacement of the bodies. Second derivatives of
 * gaps and slips are differences, and less exact. */
static double uncertainty_of(const tml_linear *l, size_t k)
{
    const size_t nv = (size_t)l->system->nv;
    double displacement = 0;
    for (size_t j = 0; j < nv; j++)
        displacement = fmax(displacement, fabs(l->Sq[k * nv + j]) * l->unit[j]);
    return l->scale * displacement / l->system->size * (l->touches ? DIFFERENCES : 1);
}

void tml_linear_reduce(tml_linear *l, const tml_linear_request *q)
{
    l->M = TML_NEW_ARRAY(l->arena, double, (size_t)l->n *(size_t)l->all + 1);
    l->C = TML_NEW_ARRAY(l->arena, double, (size_t)l->n *(size_t)l->all + 1);
    l->K = TML_NEW_ARRAY(l->arena, double, (size_t)l->n *(size_t)l->positions + 1);
    l->touches = tml_linear_has_touching_rows(l->system);
    find_tangent(l, q);
    find_rounding(l, q->q);
    find_kinematics(l);
    if (l->position)
        tml_nonholonomic_rates(l);
    else
        remove_frame_rates(l);
    tml_linear_project(l);
}

void tml_linear_project(tml_linear *l)
{
    const size_t nv = (size_t)l->system->nv, n = (size_t)l->n;
    sum s = {.f = TML_NEW_ARRAY(l->arena, double, nv + 1), .size = TML_NEW_ARRAY(l->arena, double, nv + 1)};
    for (size_t k = 0; k < (size_t)l->all; k++) {
        set_inertia(l, l->S + k * nv, &s);
        project(l, &s, 0, 1, l->M + k * n);
        set_inertia(l, l->Av + k * nv, &s);
        subtract_product(l, l->full_C, l->S + k * nv, &s);
        project(l, &s, 0, -1, l->C + k * n);
    }
    for (size_t k = 0; k < (size_t)l->positions; k++) {
        set_inertia(l, l->Aq + k * nv, &s);
        subtract_product(l, l->full_C, l->D + k * nv, &s);
        subtract_product(l, l->full_K, l->Sq + k * nv, &s);
        project(l, &s, uncertainty_of(l, k), -1, l->K + k * n);
    }
}
