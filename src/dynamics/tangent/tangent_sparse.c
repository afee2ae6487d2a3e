/* tangent_sparse.c - sparse Jacobian of the equations of motion in compressed columns: pattern and values.
 *
 *   [ dN v/dq      N     ]      the blocks of M^-1 K and M^-1 C exist for bodies that a force law couples: along its terms, and
 *   [ M^-1 K E   M^-1 C  ]      to the bodies that its expression depends on
 */
#include "dynamics/tangent/tangent_sparse.h"
#include "dynamics/tangent/state_derivatives.h"
#include <string.h>

/* ---- pattern ---- */

static void couple(tml_marks *bodies, const tml_measure *a, const tml_measure *b)
{
    const int of_a[2] = {a->body1, a->body2}, of_b[2] = {b->body1, b->body2};
    for (int i = 0; i < 2; i++)
        for (int j = 0; j < 2; j++)
            if (of_a[i] && of_b[j])
                tml_mark(bodies, of_a[i] - 1, of_b[j] - 1);
}

static void couple_terms(tml_marks *bodies, const tml_system *s, tml_terms terms)
{
    for (int i = terms.first; i < terms.first + terms.count; i++)
        for (int j = terms.first; j < terms.first + terms.count; j++)
            couple(bodies, &s->measures[s->terms[i].measure], &s->measures[s->terms[j].measure]);
}

static void couple_inputs(tml_marks *bodies, const tml_system *s, const tml_force_law *law)
{
    for (int in = 1; in < s->input_count; in++)
        for (int t = 0; s->inputs[in].term.measure >= 0 && t < law->terms.count && tml_expression_uses(law->value, in);
             t++)
            couple(bodies, &s->measures[s->terms[law->terms.first + t].measure],
                   &s->measures[s->inputs[in].term.measure]);
}

tml_pattern tml_tangent_coupling(const tml_system *s, const int *rows, int row_count, tml_arena *arena)
{
    tml_marks bodies = {.arena = arena};
    for (int b = 0; b < s->nb - 1; b++)
        tml_mark(&bodies, b, b);
    for (int i = 0; i < row_count; i++)
        couple_terms(&bodies, s, s->rows[rows[i]].terms);
    for (int i = 0; i < s->law_count; i++) {
        couple_terms(&bodies, s, s->laws[i].terms);
        if (tml_system_laws_on(s)[i].value)
            couple_inputs(&bodies, s, &tml_system_laws_on(s)[i]);
    }
    return tml_pattern_make(&bodies, s->nb - 1);
}

void tml_tangent_mark(const tml_system *s, const int *rows, int row_count, tml_marks *marks)
{
    const tml_pattern bodies = tml_tangent_coupling(s, rows, row_count, marks->arena);
    for (int b = 0; b < bodies.n; b++) {
        tml_mark_block(marks, b * s->nqb, s->nqb, b * s->nqb, s->nqb);
        tml_mark_block(marks, b * s->nqb, s->nqb, s->nq + b * s->nvb, s->nvb);
        for (int k = bodies.column[b]; k < bodies.column[b + 1]; k++) {
            const int a = bodies.row[k];
            tml_mark_block(marks, s->nq + a * s->nvb, s->nvb, b * s->nqb, s->nqb);
            tml_mark_block(marks, s->nq + a * s->nvb, s->nvb, s->nq + b * s->nvb, s->nvb);
        }
    }
}

/* ---- values ---- */

/* The four columns of a quaternion have the same rows: the derivatives d by rotations in the first three become d E in
 * all four. */
void tml_tangent_rotation(const tml_tangent_matrix *J, const double *q)
{
    const tml_system *s = J->system;
    const int *column = J->pattern.column;
    for (int b = 0; s->space && b < s->nb - 1; b++) {
        const int at = b * 7 + 3, first = column[at], count = column[at + 1] - first;
        double E[3][4];
        tml_quaternion_rotation(q + at, E);
        for (int k = 0; k < count; k++) {
            if (J->pattern.row[first + k] < s->nq)
                continue;
            double d[3];
            for (int i = 0; i < 3; i++)
                d[i] = J->values[column[at + i] + k];
            for (int j = 0; j < 4; j++)
                J->values[column[at + j] + k] = d[0] * E[0][j] + d[1] * E[1][j] + d[2] * E[2][j];
        }
    }
}

void tml_tangent_add_rate(const tml_tangent_matrix *J, double factor, const double *q, const double *v)
{
    const tml_system *s = J->system;
    for (int b = 0; b < s->nb - 1; b++) {
        const int of_q = b * s->nqb, of_v = s->nq + b * s->nvb;
        for (int i = 0; i < 3; i++) /* x y phi, x y z */
            tml_tangent_add(J, of_q + i, of_v + i, factor);
        if (!s->space)
            continue;
        double D[4][4], N[4][3];
        tml_quaternion_rate_derivative(v + b * 6 + 3, D);
        tml_quaternion_rate(q + of_q + 3, N);
        for (int i = 0; i < 4; i++) {
            for (int j = 0; j < 4; j++)
                tml_tangent_add(J, of_q + 3 + i, of_q + 3 + j, factor * D[i][j]);
            for (int j = 0; j < 3; j++)
                tml_tangent_add(J, of_q + 3 + i, of_v + 3 + j, factor * N[i][j]);
        }
    }
}

/* ---- the ODE ---- */

bool tml_tangent_sparse_fits(const tml_system *s)
{
    return s->row_count == 0 && !s->singular_mass;
}

tml_tangent_sparse *tml_tangent_sparse_make(const tml_system *s, tml_arena *arena)
{
    tml_tangent_sparse *t = TML_NEW(arena, tml_tangent_sparse);
    tml_marks marks = {.arena = arena};
    const int W = s->nq + s->nv, loss = W + 1 + s->state_count, n = loss + s->has_friction;
    tml_tangent_mark(s, NULL, 0, &marks);
    tml_mark(&marks, W, W);
    tml_state_mark(s, W + 1, &marks);
    if (s->has_friction)
        tml_mark(&marks, loss, loss);
    t->J = (tml_tangent_matrix){.system = s, .pattern = tml_pattern_make(&marks, n)};
    t->gradient = TML_NEW_ARRAY(arena, double, s->input_count);
    return t;
}

static void add_K(void *context, int i, int j, double value)
{
    const tml_tangent_sparse *t = context;
    tml_tangent_add_displacement(&t->J, t->J.system->nq + i, j, value);
}

static void add_C(void *context, int i, int j, double value)
{
    const tml_tangent_sparse *t = context;
    tml_tangent_add(&t->J, t->J.system->nq + i, t->J.system->nq + j, value);
}

/* M^-1 in the rows of v, which come body by body. */
static void divide_by_mass(const tml_tangent_matrix *J)
{
    const tml_system *s = J->system;
    const tml_pattern *p = &J->pattern;
    for (int j = 0; j < p->n; j++)
        for (int k = p->column[j]; k < p->column[j + 1];) {
            const int row = p->row[k] - s->nq;
            const bool of_v = row >= 0 && row < s->nv;
            if (of_v)
                tml_mass_divide(s, row / s->nvb + 1, J->values + k, J->values + k);
            k += of_v ? s->nvb : 1;
        }
}

int tml_tangent_sparse_ode(tml_tangent_sparse *t, tml_workspace *work, double time, const double *q, const double *v,
                           double *values)
{
    const tml_tangent_sink sink = {.context = t, .K = add_K, .C = add_C};
    t->J.values = values;
    memset(values, 0, (size_t)t->J.pattern.entries * sizeof(double));
    tml_workspace_evaluate(work, time, q, v);
    tml_tangent_entries(work, NULL, NULL, &sink, t->gradient);
    tml_state_add(work, &t->J, t->J.system->nq + t->J.system->nv + 1, 1, t->gradient);
    divide_by_mass(&t->J);
    tml_tangent_rotation(&t->J, q);
    tml_tangent_add_rate(&t->J, 1, q, v);
    return tml_all_finite(values, t->J.pattern.entries) ? 0 : 1;
}
