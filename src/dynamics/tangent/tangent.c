/* tangent.c - exact derivatives of forces and constraints, and of the accelerations.
 *
 * Differentiating M a = Q + G' lambda, G a + bias = f'':
 *   [M G'; G 0] [da; -dlambda] = [K dq + C dv; -Rq dq - Rv dv]
 */
#include "dynamics/tangent/tangent.h"
#include "dynamics/tangent/state_derivatives.h"
#include <string.h>

/* d(w x J w) of the gyroscopic term -w x J w, by w_B */
static void gyroscopic(const tml_workspace *work, const tml_tangent_sink *sink)
{
    const tml_system *s = work->system;
    for (int b = 1; sink->C && s->space && b < s->nb; b++) {
        const tml_mat3 *I = &s->masses[b].inertia;
        const tml_vec3 w = work->motion3[b].w_B, Iw = tml_rotate(I, w);
        for (int k = 0; k < 3; k++) {
            const tml_vec3 e = tml_unit_axis((tml_axis)k);
            const tml_vec3 d = tml_add(tml_cross(Iw, e), tml_cross(tml_rotate(I, e), w));
            for (int i = 0; i < 3; i++)
                sink->C(sink->context, (b - 1) * 6 + 3 + i, (b - 1) * 6 + 3 + k, i == 0 ? d.x : i == 1 ? d.y : d.z);
        }
    }
}

/* Geometric stiffness of one measure: d(f J')/dq = f H */
static void geometric_stiffness(const tml_workspace *work, int measure, const tml_measure_tangent *d, double f,
                                const tml_tangent_sink *sink)
{
    const tml_system *s = work->system;
    const tml_measure *m = &s->measures[measure];
    for (int k = 0; f != 0 && k < 12; k++) {
        const int row = tml_measure_velocity_index(s, m, k);
        for (int j = 0; row >= 0 && j < 12; j++) {
            const int column = tml_measure_velocity_index(s, m, j);
            if (column >= 0 && d->H[k][j] != 0)
                sink->K(sink->context, row, column, f * d->H[k][j]);
        }
    }
}

/* The same of a relation, whose coefficients change with all of its measures: f sum F_kl J_k' J_l */
static void relation_stiffness(const tml_workspace *work, const tml_terms *terms, double f,
                               const tml_tangent_sink *sink)
{
    const tml_system *s = work->system;
    double curvature[TML_MAX_RELATION_TERMS][TML_MAX_RELATION_TERMS];
    if (!terms->relation || f == 0)
        return;
    tml_relation_curvature(work, terms->relation, curvature);
    for (int pair = 0; pair < terms->count * terms->count; pair++) {
        const int k = s->terms[terms->first + pair / terms->count].measure,
                  l = s->terms[terms->first + pair % terms->count].measure;
        const double c = f * curvature[pair / terms->count][pair % terms->count];
        const double *Jk = work->J + (size_t)k * 2 * (size_t)s->nvb, *Jl = work->J + (size_t)l * 2 * (size_t)s->nvb;
        for (int at = 0; c != 0 && at < 4 * s->nvb * s->nvb; at++) {
            const int i = at / (2 * s->nvb), j = at % (2 * s->nvb), half_i = i / s->nvb, half_j = j / s->nvb;
            const int row = half_i ? s->measures[k].body2 : s->measures[k].body1,
                      column = half_j ? s->measures[l].body2 : s->measures[l].body1;
            if (row && column && Jk[i] != 0 && Jl[j] != 0)
                sink->K(sink->context, (row - 1) * s->nvb + i % s->nvb, (column - 1) * s->nvb + j % s->nvb,
                        c * Jk[i] * Jl[j]);
        }
    }
}

/* Material stiffness and damping: J' df of a force law with df = fs ds + fr ds' of one measure; rows of all the law's
 * measures. */
static void material_tangent(const tml_workspace *work, const tml_force_law *law, const tml_measure *of,
                             const tml_measure_tangent *d, double fs, double fr, const tml_tangent_sink *sink)
{
    const tml_system *s = work->system;
    const size_t n = (size_t)s->nvb;
    fr = sink->undamped ? 0 : fr;
    for (int t = law->terms.first; t < law->terms.first + law->terms.count; t++) {
        const tml_measure *m = &s->measures[s->terms[t].measure];
        const double *J = work->J + (size_t)s->terms[t].measure * 2 * n;
        for (int side = 0; side < 2; side++) {
            const int body = side ? m->body2 : m->body1;
            for (int i = 0; body && i < s->nvb; i++) {
                const double generalized = work->coefficient[t] * J[(size_t)side * n + (size_t)i];
                for (int j = 0; generalized != 0 && j < 12; j++) {
                    const int column = tml_measure_velocity_index(s, of, j);
                    if (column < 0)
                        continue;
                    const double position = generalized * (fs * d->q0[j] + fr * d->q1[j]),
                                 velocity = generalized * fr * d->q0[j];
                    if (position != 0)
                        sink->K(sink->context, (body - 1) * s->nvb + i, column, position);
                    if (velocity != 0 && sink->C)
                        sink->C(sink->context, (body - 1) * s->nvb + i, column, velocity);
                }
            }
        }
    }
}

/* A force along the line between two points that vanishes with their distance, f = fs |d|, is the vector fs d: where
 * the points coincide, and J is zero, its stiffness is isotropic. */
static void isotropic_stiffness(const tml_workspace *work, int measure, double fs, const tml_tangent_sink *sink)
{
    const tml_system *s = work->system;
    const tml_measure *m = &s->measures[measure];
    double d[3][12];
    tml_measure_span(work, measure, d);
    for (int k = 0; k < 144; k++) {
        const int i = k / 12, j = k % 12, row = tml_measure_velocity_index(s, m, i),
                  column = tml_measure_velocity_index(s, m, j);
        const double part = d[0][i] * d[0][j] + d[1][i] * d[1][j] + d[2][i] * d[2][j];
        if (row >= 0 && column >= 0 && part != 0)
            sink->K(sink->context, row, column, fs * part);
    }
}

/* The measure of a force law along the line between two coincident points; -1: not of that kind. */
static int coincident_points(const tml_workspace *work, const tml_force_law *law)
{
    const tml_system *s = work->system;
    const int measure = law->terms.count == 1 ? s->terms[law->terms.first].measure : -1;
    return measure >= 0 && s->measures[measure].kind == TML_DISTANCE && work->value[measure] == 0 ? measure : -1;
}

static void linear_law(const tml_workspace *work, const tml_force_law *law, const tml_tangent_sink *sink)
{
    const tml_system *s = work->system;
    tml_measure_tangent d;
    tml_term_weight weights[TML_MAX_RELATION_TERMS];
    const int line = coincident_points(work, law);
    if (line >= 0 && law->rest == 0 && law->preload == 0 && !law->motion)
        isotropic_stiffness(work, line, -law->k, sink);
    tml_terms_weights(work, &law->terms, NULL, weights);
    for (int t = 0; t < law->terms.count; t++) {
        const int measure = s->terms[law->terms.first + t].measure;
        const double damping = sink->undamped ? 0 : law->c;
        tml_measure_differentiate(work, measure, NULL, &d);
        material_tangent(work, law, &s->measures[measure], &d, -law->k * weights[t].c - damping * weights[t].along,
                         -law->c * weights[t].c, sink);
    }
}

void tml_tangent_law_direction(const tml_workspace *work, const tml_force_law *law, double f,
                               void (*put)(void *context, int i, double value), void *context)
{
    const tml_system *s = work->system;
    for (int t = law->terms.first; t < law->terms.first + law->terms.count; t++) {
        const tml_measure *m = &s->measures[s->terms[t].measure];
        const double *J = work->J + (size_t)s->terms[t].measure * 2 * (size_t)s->nvb;
        for (int i = 0; i < 2 * s->nvb; i++) {
            const int body = i < s->nvb ? m->body1 : m->body2;
            if (body && J[i] != 0)
                put(context, (body - 1) * s->nvb + i % s->nvb, work->coefficient[t] * J[i] * f);
        }
    }
}

static void expression_law(const tml_workspace *work, const tml_force_law *law, const tml_tangent_sink *sink,
                           double *gradient)
{
    const tml_system *s = work->system;
    tml_measure_tangent d;
    memset(gradient, 0, (size_t)s->input_count * sizeof(double));
    tml_expression_gradient(law->value, work->inputs, work->expression, law->factor, gradient);
    const int line = coincident_points(work, law);
    const bool vanishes = line >= 0 && tml_expression_value(law->value, work->inputs, work->expression) == 0;
    if (sink->T && gradient[0] != 0)
        tml_tangent_law_direction(work, law, gradient[0], sink->T, sink->context);
    for (int i = 1; i < s->input_count; i++) {
        const tml_input *in = &s->inputs[i];
        const double g = gradient[i] * in->term.coefficient;
        if (g == 0)
            continue;
        tml_measure_differentiate(work, in->term.measure, NULL, &d);
        const bool rate = in->what == TML_INPUT_RATE;
        if (vanishes && !rate && in->term.measure == line)
            isotropic_stiffness(work, line, g, sink);
        material_tangent(work, law, &s->measures[in->term.measure], &d, rate ? 0 : g, rate ? g : 0, sink);
    }
}

static void force_law_entries(const tml_workspace *work, const tml_tangent_sink *sink, double *gradient)
{
    const tml_system *s = work->system;
    tml_measure_tangent d;
    for (int i = 0; i < s->law_count; i++) {
        const tml_force_law *law = &s->laws[i];
        if (law->value && law->factor == 0) /* held: its multiplier acts (compile/hold.c) */
            continue;
        if (law->value)
            expression_law(work, law, sink, gradient);
        else
            linear_law(work, law, sink);
        for (int t = law->terms.first; t < law->terms.first + law->terms.count; t++) {
            tml_measure_differentiate(work, s->terms[t].measure, NULL, &d);
            geometric_stiffness(work, s->terms[t].measure, &d, work->force[i] * work->coefficient[t], sink);
        }
        relation_stiffness(work, &law->terms, work->force[i], sink);
    }
}

static void row_entries(const tml_workspace *work, const double *lambda, const double *a, const tml_tangent_sink *sink)
{
    const tml_system *s = work->system;
    tml_measure_tangent d;
    tml_term_weight weights[TML_MAX_RELATION_TERMS];
    for (int i = 0; i < s->row_count; i++) {
        const tml_terms *terms = &s->rows[i].terms;
        tml_terms_weights(work, terms, a, weights);
        for (int t = 0; t < terms->count; t++) {
            const int measure = s->terms[terms->first + t].measure;
            const tml_term_weight w = weights[t];
            tml_measure_differentiate(work, measure, a, &d);
            geometric_stiffness(work, measure, &d, lambda[i] * w.c, sink);
            for (int j = 0; sink->R && j < 12; j++) {
                const int column = tml_measure_velocity_index(s, &s->measures[measure], j);
                if (column >= 0)
                    sink->R(sink->context, i, column, w.c * d.q2[j] + 2 * w.along * d.q1[j] + w.third * d.q0[j],
                            w.c * d.v2[j] + 2 * w.along * d.q0[j], w.c * d.q1[j] + w.along * d.q0[j]);
            }
        }
        relation_stiffness(work, terms, lambda[i], sink);
    }
}

void tml_tangent_entries(const tml_workspace *work, const double *lambda, const double *a, const tml_tangent_sink *sink,
                         double *gradient)
{
    gyroscopic(work, sink);
    force_law_entries(work, sink, gradient);
    row_entries(work, lambda, a, sink);
}

/* ---- dense Jacobian of the ODE ---- */

tml_tangent *tml_tangent_make(const tml_system *system, tml_arena *arena)
{
    tml_tangent *t = TML_NEW(arena, tml_tangent);
    const size_t nv = (size_t)system->nv, rows = (size_t)system->row_count;
    t->system = system;
    t->K = TML_NEW_ARRAY(arena, double, nv *nv);
    t->C = TML_NEW_ARRAY(arena, double, nv *nv);
    t->aq = TML_NEW_ARRAY(arena, double, nv *nv);
    t->av = TML_NEW_ARRAY(arena, double, nv *nv);
    t->Rq = TML_NEW_ARRAY(arena, double, rows *nv);
    t->Rv = TML_NEW_ARRAY(arena, double, rows *nv);
    t->right = TML_NEW_ARRAY(arena, double, rows);
    t->lambda = TML_NEW_ARRAY(arena, double, rows);
    t->gradient = TML_NEW_ARRAY(arena, double, system->input_count);
    const size_t states = (size_t)system->state_count;
    t->Qs = TML_NEW_ARRAY(arena, double, nv *states);
    t->as = TML_NEW_ARRAY(arena, double, nv *states);
    t->rq = TML_NEW_ARRAY(arena, double, nv *states);
    t->rv = TML_NEW_ARRAY(arena, double, nv *states);
    t->rs = TML_NEW_ARRAY(arena, double, states *states);
    return t;
}

static void add_K(void *context, int i, int j, double value)
{
    tml_tangent *t = context;
    t->K[(size_t)j * (size_t)t->system->nv + (size_t)i] += value;
}

static void add_C(void *context, int i, int j, double value)
{
    tml_tangent *t = context;
    t->C[(size_t)j * (size_t)t->system->nv + (size_t)i] += value;
}

static void add_R(void *context, int row, int j, double position, double velocity, double rate_position)
{
    tml_tangent *t = context;
    const size_t at = (size_t)j * (size_t)t->system->row_count + (size_t)row;
    (void)rate_position;
    t->Rq[at] += position;
    t->Rv[at] += velocity;
}

/* Baumgarte's terms: gamma has -2 alpha phidot - beta^2 phi */
static void add_baumgarte(tml_tangent *t, const tml_equations *e)
{
    const tml_system *s = t->system;
    const double alpha = e->stabilization.alpha, beta = e->stabilization.beta;
    tml_measure_tangent d;
    tml_term_weight weights[TML_MAX_RELATION_TERMS];
    for (int i = 0; i < s->row_count; i++) {
        const double position = s->rows[i].rate_only ? 0 : beta * beta;
        tml_terms_weights(e->work, &s->rows[i].terms, NULL, weights);
        for (int k = 0; k < s->rows[i].terms.count; k++) {
            const int measure = s->terms[s->rows[i].terms.first + k].measure;
            const tml_term_weight w = weights[k];
            tml_measure_differentiate(e->work, measure, NULL, &d);
            for (int j = 0; j < 12; j++) {
                const int column = tml_measure_velocity_index(s, &s->measures[measure], j);
                if (column < 0)
                    continue;
                const size_t at = (size_t)column * (size_t)s->row_count + (size_t)i;
                t->Rq[at] += 2 * alpha * (w.c * d.q1[j] + w.along * d.q0[j]) + position * w.c * d.q0[j];
                t->Rv[at] += 2 * alpha * w.c * d.q0[j];
            }
        }
    }
}

/* rows: of the constraints; NULL: zero */
static void solve_columns(tml_tangent *t, tml_absolute *b, int columns, const double *force, const double *rows,
                          double *out)
{
    const size_t nv = (size_t)t->system->nv, m = (size_t)t->system->row_count;
    for (size_t j = 0; j < (size_t)columns; j++) {
        for (size_t i = 0; i < m; i++)
            t->right[i] = rows ? -rows[j * m + i] : 0;
        tml_kkt_system_solve(b->kkt, force + j * nv, t->right, out + j * nv, t->lambda);
    }
}

void tml_quaternion_rotation(const double *p, double E[3][4])
{
    const double w = p[0], x = p[1], y = p[2], z = p[3], s = 2 / (w * w + x * x + y * y + z * z);
    const double rows[3][4] = {{-x, w, z, -y}, {-y, -z, w, x}, {-z, y, -x, w}};
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 4; j++)
            E[i][j] = s * rows[i][j];
}

void tml_quaternion_rate(const double *p, double N[4][3])
{
    const double w = 0.5 * p[0], x = 0.5 * p[1], y = 0.5 * p[2], z = 0.5 * p[3];
    const double rows[4][3] = {{-x, -y, -z}, {w, -z, y}, {z, w, -x}, {-y, x, w}};
    memcpy(N, rows, sizeof rows);
}

void tml_quaternion_rate_derivative(const double *w, double D[4][4])
{
    const double a = 0.5 * w[0], b = 0.5 * w[1], c = 0.5 * w[2];
    const double rows[4][4] = {{0, -a, -b, -c}, {a, 0, c, -b}, {b, -c, 0, a}, {c, b, -a, 0}};
    memcpy(D, rows, sizeof rows);
}

/* Columns of the Jacobian for one body's coordinates: dq'/dq and da/dq, rotations converted to the quaternion. */
static void position_columns(const tml_tangent *t, const double *q, const double *v, int body, size_t n, double *J)
{
    const tml_system *s = t->system;
    const size_t nq = (size_t)s->nq, nv = (size_t)s->nv, at = (size_t)(body - 1);
    for (size_t j = 0; j < 3; j++) /* coordinates equal to displacements: x y phi, x y z */
        memcpy(J + (at * (size_t)s->nqb + j) * n + nq, t->aq + (at * (size_t)s->nvb + j) * nv, nv * sizeof(double));
    if (!s->space)
        return;
    double E[3][4], D[4][4];
    tml_quaternion_rotation(q + at * 7 + 3, E);
    tml_quaternion_rate_derivative(v + at * 6 + 3, D);
    for (size_t j = 0; j < 4; j++) {
        double *column = J + (at * 7 + 3 + j) * n;
        for (size_t i = 0; i < 4; i++)
            column[at * 7 + 3 + i] = D[i][j];
        for (size_t k = 0; k < 3; k++)
            for (size_t i = 0; i < nv; i++)
                column[nq + i] += t->aq[(at * 6 + 3 + k) * nv + i] * E[k][j];
    }
}

static void velocity_columns(const tml_tangent *t, const double *q, int body, size_t n, double *J)
{
    const tml_system *s = t->system;
    const size_t nq = (size_t)s->nq, nv = (size_t)s->nv, at = (size_t)(body - 1), nvb = (size_t)s->nvb,
                 nqb = (size_t)s->nqb;
    for (size_t j = 0; j < nvb; j++) {
        double *column = J + (nq + at * nvb + j) * n;
        memcpy(column + nq, t->av + (at * nvb + j) * nv, nv * sizeof(double));
        if (!s->space || j < 3)
            column[at * nqb + j] = 1;
    }
    if (!s->space)
        return;
    double N[4][3];
    tml_quaternion_rate(q + at * 7 + 3, N);
    for (size_t j = 0; j < 3; j++)
        for (size_t i = 0; i < 4; i++)
            J[(nq + at * 6 + 3 + j) * n + at * 7 + 3 + i] = N[i][j];
}

/* ---- states ---- */

static void put_force(void *context, int i, int state, double value)
{
    tml_tangent *t = context;
    t->Qs[(size_t)state * (size_t)t->system->nv + (size_t)i] += value;
}

static void put_rate(void *context, int state, int j, double position, double velocity)
{
    tml_tangent *t = context;
    const size_t at = (size_t)state * (size_t)t->system->nv + (size_t)j;
    t->rq[at] += position;
    t->rv[at] += velocity;
}

static void put_coupling(void *context, int state, int other, double value)
{
    tml_tangent *t = context;
    t->rs[(size_t)other * (size_t)t->system->state_count + (size_t)state] += value;
}

/* Row of a state: derivatives by displacements become those by coordinates. */
static void state_row(const tml_tangent *t, const double *q, size_t state, size_t n, double *J)
{
    const tml_system *s = t->system;
    const size_t nq = (size_t)s->nq, nv = (size_t)s->nv, row = nq + nv + 1 + state, nvb = (size_t)s->nvb,
                 nqb = (size_t)s->nqb;
    const double *rq = t->rq + state * nv, *rv = t->rv + state * nv;
    for (size_t j = 0; j < nv; j++)
        J[(nq + j) * n + row] = rv[j];
    for (size_t b = 0; b + 1 < (size_t)s->nb; b++) {
        for (size_t j = 0; j < 3; j++)
            J[(b * nqb + j) * n + row] = rq[b * nvb + j];
        double E[3][4];
        if (s->space)
            tml_quaternion_rotation(q + b * 7 + 3, E);
        for (size_t j = 0; s->space && j < 4; j++)
            J[(b * 7 + 3 + j) * n + row] = rq[b * 6 + 3] * E[0][j] + rq[b * 6 + 4] * E[1][j] + rq[b * 6 + 5] * E[2][j];
    }
}

static void state_blocks(tml_tangent *t, tml_absolute *b, const double *q, size_t n, double *J)
{
    const tml_system *s = t->system;
    const size_t states = (size_t)s->state_count, nv = (size_t)s->nv, size = nv * states * sizeof(double),
                 first = (size_t)s->nq + nv + 1;
    const tml_state_sink sink = {t, put_force, put_rate, put_coupling};
    memset(t->Qs, 0, size);
    memset(t->rq, 0, size);
    memset(t->rv, 0, size);
    memset(t->rs, 0, states * states * sizeof(double));
    tml_state_entries(b->e.work, &sink, t->gradient);
    solve_columns(t, b, s->state_count, t->Qs, NULL, t->as);
    for (size_t k = 0; k < states; k++) {
        state_row(t, q, k, n, J);
        memcpy(J + (first + k) * n + (size_t)s->nq, t->as + k * nv, nv * sizeof(double));
        memcpy(J + (first + k) * n + first, t->rs + k * states, states * sizeof(double));
    }
}

int tml_tangent_ode(tml_tangent *t, tml_absolute *b, double time, const double *q, const double *v, double *J)
{
    const tml_system *s = t->system;
    const size_t nv = (size_t)s->nv, rows = (size_t)s->row_count,
                 n = (size_t)s->nq + nv + 1 + (size_t)s->state_count + s->has_friction;
    tml_equations *e = &b->e;
    const int flag = tml_equations_solve(e, time, q, v);
    if (flag)
        return flag;
    memset(t->K, 0, nv * nv * sizeof(double));
    memset(t->C, 0, nv * nv * sizeof(double));
    memset(t->Rq, 0, rows * nv * sizeof(double));
    memset(t->Rv, 0, rows * nv * sizeof(double));
    memset(J, 0, n * n * sizeof(double));
    const tml_tangent_sink sink = {.context = t, .K = add_K, .C = add_C, .R = add_R};
    tml_tangent_entries(e->work, e->lambda, e->a, &sink, t->gradient);
    if (e->stabilization.method == TML_STABILIZE_BAUMGARTE)
        add_baumgarte(t, e);
    solve_columns(t, b, s->nv, t->K, t->Rq, t->aq);
    solve_columns(t, b, s->nv, t->C, t->Rv, t->av);
    for (int body = 1; body < s->nb; body++) {
        position_columns(t, q, v, body, n, J);
        velocity_columns(t, q, body, n, J);
    }
    if (s->state_count)
        state_blocks(t, b, q, n, J);
    return 0;
}
