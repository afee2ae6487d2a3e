/* workspace.c - evaluation at a state: kinematics of bodies, measures, constraints.
 *
 * phi_i = sum_k c_k s_k - f_i(t),   phidot_i = (G v)_i - f_i',   G a = gamma,  gamma_i = f_i'' - sum_k c_k bias_k
 * (of a relation in place of the sum: relation.c).
 * Nonholonomic rows have no position: phi_i = 0.
 */
#include "system/kernel/workspace.h"
#include "elementary/elementary.h"
#include "system/kernel/kernels.h"
#include "system/kernel/relation.h"
#include <string.h>

static void put_weight(const tml_system *system, int body, double *weight)
{
    const double g[3] = {system->gravity.x, system->gravity.y, system->gravity.z};
    for (int k = 0; k < (system->space ? 3 : 2); k++)
        weight[k] = system->masses[body].mass * g[k];
}

tml_workspace *tml_workspace_make(const tml_system *system, tml_arena *arena)
{
    tml_workspace *w = TML_NEW(arena, tml_workspace);
    const int n = system->measure_count, rows = system->assembly_row_count;
    w->system = system;
    if (system->space)
        w->motion3 = TML_NEW_ARRAY(arena, tml_motion3, system->nb);
    else
        w->motion2 = TML_NEW_ARRAY(arena, tml_motion2, system->nb);
    w->value = TML_NEW_ARRAY(arena, double, n);
    w->rate = TML_NEW_ARRAY(arena, double, n);
    w->bias = TML_NEW_ARRAY(arena, double, n);
    w->J = TML_NEW_ARRAY(arena, double, n * 2 * system->nvb);
    w->coefficient = TML_NEW_ARRAY(arena, double, system->term_count);
    for (int k = 0; k < system->term_count; k++)
        w->coefficient[k] = system->terms[k].coefficient;
    w->relations = TML_NEW_ARRAY(arena, tml_jet, system->relation_count);
    w->drift = TML_NEW_ARRAY(arena, double, system->relation_count);
    w->relation_inputs = system->relation_count ? TML_NEW_ARRAY(arena, tml_jet, 2 * system->input_count) : NULL;
    w->unwrapped = TML_NEW_ARRAY(arena, double, n);
    w->face = TML_NEW_ARRAY(arena, int, n);
    w->foot = TML_NEW_ARRAY(arena, int, n);
    w->inputs = TML_NEW_ARRAY(arena, double, system->input_count);
    tml_workspace_parameters(w);
    w->expression = TML_NEW_ARRAY(arena, double, 3 * system->expression_work + 3);
    w->force = TML_NEW_ARRAY(arena, double, system->law_count);
    w->weight = TML_NEW_ARRAY(arena, double, system->nv);
    w->Q = TML_NEW_ARRAY(arena, double, system->nv);
    w->G = TML_NEW_ARRAY(arena, double, system->assembly_block_count * system->nvb);
    w->phi = TML_NEW_ARRAY(arena, double, rows);
    w->phidot = TML_NEW_ARRAY(arena, double, rows);
    w->gamma = TML_NEW_ARRAY(arena, double, rows);
    w->motion = TML_NEW_ARRAY(arena, double, rows * 3);
    w->modes = TML_NEW_ARRAY(arena, tml_interaction_mode, system->interaction_count);
    for (int b = 1; b < system->nb; b++)
        put_weight(system, b, w->weight + (b - 1) * system->nvb);
    if (system->space)
        w->motion3[0].R = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    else
        w->motion2[0].c = 1;
    return w;
}

void tml_workspace_parameters(tml_workspace *work)
{
    const tml_system *s = work->system;
    for (int i = 1; i < s->input_count; i++)
        if (s->inputs[i].what == TML_INPUT_PARAMETER)
            work->inputs[i] = s->resolved->parameters[s->inputs[i].index];
        else if (s->inputs[i].what == TML_INPUT_MEMORY)
            work->inputs[i] = INFINITY; /* approach speed of a contact that began at rest: no damping */
    for (int i = 0; i < s->state_count; i++)
        work->inputs[s->states[i].input] = s->states[i].start;
}

void tml_workspace_set_states(tml_workspace *work, const double *x)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->state_count; i++)
        work->inputs[s->states[i].input] = x[i];
}

void tml_workspace_state_rates(tml_workspace *work, double *rate)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->state_count; i++)
        rate[i] = tml_expression_value(s->states[i].rate, work->inputs, work->expression);
}

static void move2(tml_workspace *work, const double *q, const double *v)
{
    for (int i = 1; i < work->system->nb; i++, q += 3, v += 3) {
        const tml_sine_cosine turn = tml_sincos(q[2]);
        work->motion2[i] = (tml_motion2){q[0], q[1], q[2], turn.cosine, turn.sine, v[0], v[1], v[2]};
    }
}

static void move3(tml_workspace *work, const double *q, const double *v)
{
    for (int i = 1; i < work->system->nb; i++, q += 7, v += 6) {
        tml_motion3 *m = &work->motion3[i];
        m->x = (tml_vec3){q[0], q[1], q[2]};
        m->R = tml_quat_matrix((tml_quat){q[3], q[4], q[5], q[6]});
        m->v = (tml_vec3){v[0], v[1], v[2]};
        m->w_B = (tml_vec3){v[3], v[4], v[5]};
        m->w = tml_rotate(&m->R, m->w_B);
    }
}

void tml_workspace_set_state(tml_workspace *work, double t, const double *q, const double *v)
{
    work->placed_by_tree = false;
    work->t = t;
    if (work->system->space)
        move3(work, q, v);
    else
        move2(work, q, v);
}

void tml_workspace_measure(tml_workspace *work, int first, int last)
{
    if (work->system->space)
        tml_kernel_space(work, first, last);
    else
        tml_kernel_plane(work, first, last);
    if (work->system->relation_count && first == 0)
        tml_workspace_relate(work);
}

double tml_workspace_guard(const tml_workspace *work, int guard)
{
    const tml_guard *g = &work->system->guards[guard];
    double sum = g->value ? tml_relation_value(work, g->value) : 0;
    for (int k = 0; k < g->count; k++)
        sum += g->terms[k].coefficient * work->value[g->terms[k].measure];
    return sum;
}

void tml_workspace_accept_angles(tml_workspace *work)
{
    for (int i = 0; i < work->system->measure_count; i++) {
        const tml_measure *m = &work->system->measures[i];
        if (m->kind == TML_ANGLE)
            work->unwrapped[i] = work->value[i];
        else if (m->kind == TML_BEARING)
            work->unwrapped[i] = work->value[i] - tml_bearing_reference(work, m);
        else if (m->wire)
            work->unwrapped[i] = work->foot[tml_kernel_leading_foot(work->system, i)];
    }
}

static inline void assemble_blocks_of(tml_workspace *work, int first, int blocks, const size_t n)
{
    const tml_system *s = work->system;
    for (const tml_share *share = s->shares, *end = share + s->assembly_share_count;
         share < end && share->block < blocks; share++) {
        if (share->block < first)
            continue;
        const double *J = work->J + ((size_t)share->measure * 2 + (size_t)share->side) * n;
        double *G = work->G + (size_t)share->block * n;
        const double c = work->coefficient[share->term];
        if (share->first)
            for (size_t j = 0; j < n; j++)
                G[j] = c * J[j];
        else
            for (size_t j = 0; j < n; j++)
                G[j] += c * J[j];
    }
}

static void assemble_blocks(tml_workspace *work, int from, int rows)
{
    const int first = from ? tml_system_blocks(work->system, from) : 0, blocks = tml_system_blocks(work->system, rows);
    if (work->system->space)
        assemble_blocks_of(work, first, blocks, 6);
    else
        assemble_blocks_of(work, first, blocks, 3);
}

static inline tml_jet sum_of(const tml_workspace *work, const tml_terms *terms)
{
    tml_jet sum = {0};
    if (terms->relation)
        return work->relations[terms->relation - 1];
    for (int k = terms->first; k < terms->first + terms->count; k++) {
        const tml_term *term = &work->system->terms[k];
        sum.f += term->coefficient * work->value[term->measure];
        sum.d += term->coefficient * work->rate[term->measure];
        sum.dd += term->coefficient * work->bias[term->measure];
    }
    return sum;
}

tml_jet tml_workspace_sum(const tml_workspace *work, const tml_terms *terms)
{
    return sum_of(work, terms);
}

void tml_workspace_constraints_from(tml_workspace *work, int from, int rows)
{
    const tml_system *s = work->system;
    for (int i = from; i < rows; i++) {
        const tml_constraint *row = &s->rows[i];
        double *f = work->motion + 3 * (size_t)i;
        if (row->motion)
            tml_workspace_target(work, row->target, row->motion, f);
        else
            f[0] = row->target, f[1] = f[2] = 0;
        const tml_jet sum = sum_of(work, &row->terms);
        work->phi[i] = sum.f - f[0];
        work->phidot[i] = sum.d - f[1];
        if (row->terms.relation) /* what G v must be */
            f[1] -= work->drift[row->terms.relation - 1];
        work->gamma[i] = f[2] - sum.dd;
    }
    for (int i = from; s->periodic_row_count && i < rows; i++)
        if (s->rows[i].period > 0)
            work->phi[i] = remainder(work->phi[i], s->rows[i].period);
    for (int i = from; s->rate_row_count && i < rows; i++)
        if (s->rows[i].rate_only)
            work->phi[i] = 0;
    assemble_blocks(work, from, rows);
}

void tml_workspace_constraints(tml_workspace *work, int rows)
{
    tml_workspace_constraints_from(work, 0, rows);
}

void tml_workspace_evaluate(tml_workspace *work, double t, const double *q, const double *v)
{
    tml_workspace_set_state(work, t, q, v);
    tml_workspace_measure(work, 0, work->system->active_count);
    tml_workspace_constraints(work, work->system->row_count);
    tml_workspace_forces(work);
}

double tml_workspace_kinetic(const tml_workspace *work)
{
    const tml_system *s = work->system;
    double sum = 0;
    for (int i = 1; i < s->nb; i++) {
        const tml_mass *b = &s->masses[i];
        if (s->space) {
            const tml_motion3 *m = &work->motion3[i];
            sum += b->mass * tml_dot(m->v, m->v) + tml_dot(m->w_B, tml_rotate(&b->inertia, m->w_B));
        } else {
            const tml_motion2 *m = &work->motion2[i];
            sum += b->mass * (m->vx * m->vx + m->vy * m->vy) + b->inertia.m[2][2] * m->w * m->w;
        }
    }
    return 0.5 * sum;
}

void tml_workspace_add_Gt(const tml_workspace *work, int rows, const double *x, double *w)
{
    const tml_system *s = work->system;
    const size_t n = (size_t)s->nvb;
    for (int i = 0; i < rows; i++)
        for (int k = 0; k < s->rows[i].block_count; k++) {
            const size_t block = (size_t)s->rows[i].first_block + (size_t)k;
            const double *G = work->G + block * n;
            double *at = w + (size_t)(s->blocks[block].body - 1) * n;
            for (size_t j = 0; j < n; j++)
                at[j] += G[j] * x[i];
        }
}

/* In the plane and in space: n a constant, so that loops over a body are unrolled. */
static inline void times_G(const tml_workspace *work, int rows, const double *w, double *y, const size_t n)
{
    const tml_system *s = work->system;
    for (int i = 0; i < rows; i++) {
        double sum = 0;
        for (int k = 0; k < s->rows[i].block_count; k++) {
            const size_t block = (size_t)s->rows[i].first_block + (size_t)k;
            const double *G = work->G + block * n, *at = w + (size_t)(s->blocks[block].body - 1) * n;
            for (size_t j = 0; j < n; j++)
                sum += G[j] * at[j];
        }
        y[i] = sum;
    }
}

void tml_workspace_G(const tml_workspace *work, int rows, const double *w, double *y)
{
    if (work->system->space)
        times_G(work, rows, w, y, 6);
    else
        times_G(work, rows, w, y, 3);
}

double tml_workspace_term_rate(const tml_workspace *work, tml_term term, const double *v)
{
    const tml_system *s = work->system;
    const tml_measure *m = &s->measures[term.measure];
    const double *J = work->J + (size_t)term.measure * 2 * (size_t)s->nvb;
    double sum = 0;
    for (int j = 0; j < s->nvb; j++) {
        if (m->body1)
            sum += J[j] * v[(m->body1 - 1) * s->nvb + j];
        if (m->body2)
            sum += J[s->nvb + j] * v[(m->body2 - 1) * s->nvb + j];
    }
    return term.coefficient * sum;
}

void tml_workspace_add_term(const tml_workspace *work, tml_term term, double f, double *force)
{
    const tml_system *s = work->system;
    const tml_measure *m = &s->measures[term.measure];
    const double *J = work->J + (size_t)term.measure * 2 * (size_t)s->nvb;
    for (int side = 0; side < 2; side++) {
        const int body = side ? m->body2 : m->body1;
        for (int j = 0; body && j < s->nvb; j++)
            force[(body - 1) * s->nvb + j] += f * term.coefficient * J[side * s->nvb + j];
    }
}

void tml_workspace_add_terms(const tml_workspace *work, const tml_terms *terms, double f, double *force)
{
    for (int k = terms->first; k < terms->first + terms->count; k++)
        tml_workspace_add_term(work, (tml_term){work->system->terms[k].measure, work->coefficient[k]}, f, force);
}

double tml_workspace_term_acceleration(const tml_workspace *work, tml_term term, const double *a)
{
    const tml_system *s = work->system;
    const size_t n = (size_t)s->nvb;
    const tml_measure *m = &s->measures[term.measure];
    const double *J = work->J + (size_t)term.measure * 2 * n;
    double sum = work->bias[term.measure];
    for (size_t j = 0; j < n; j++) {
        if (m->body1)
            sum += J[j] * a[(size_t)(m->body1 - 1) * n + j];
        if (m->body2)
            sum += J[n + j] * a[(size_t)(m->body2 - 1) * n + j];
    }
    return term.coefficient * sum;
}

double tml_workspace_terms_rate(const tml_workspace *work, const tml_terms *terms, const double *v)
{
    double sum = 0;
    for (int k = terms->first; k < terms->first + terms->count; k++)
        sum += tml_workspace_term_rate(work, (tml_term){work->system->terms[k].measure, work->coefficient[k]}, v);
    return sum;
}

double tml_workspace_terms_acceleration(const tml_workspace *work, const tml_terms *terms, const double *a)
{
    return tml_terms_is_measure(terms) ? tml_workspace_term_acceleration(work, work->system->terms[terms->first], a)
                                       : tml_workspace_sum(work, terms).dd + tml_workspace_terms_rate(work, terms, a);
}

void tml_system_displace(const tml_system *system, const double *d, double *q)
{
    if (!system->space) {
        for (int j = 0; j < system->nq; j++)
            q[j] += d[j];
        return;
    }
    for (int i = 1; i < system->nb; i++, q += 7, d += 6) {
        q[0] += d[0], q[1] += d[1], q[2] += d[2];
        const tml_quat rotation = tml_quat_exp((tml_vec3){d[3], d[4], d[5]});
        const tml_quat r = tml_quat_unit(tml_quat_product((tml_quat){q[3], q[4], q[5], q[6]}, rotation));
        q[3] = r.w, q[4] = r.x, q[5] = r.y, q[6] = r.z;
    }
}

void tml_system_unit_quaternions(const tml_system *system, double *q)
{
    for (int i = 1; system->space && i < system->nb; i++, q += 7) {
        const tml_quat r = tml_quat_unit((tml_quat){q[3], q[4], q[5], q[6]});
        q[3] = r.w, q[4] = r.x, q[5] = r.y, q[6] = r.z;
    }
}

void tml_system_rate(const tml_system *system, const double *q, const double *v, double *qdot)
{
    if (!system->space) {
        memcpy(qdot, v, (size_t)system->nq * sizeof(double));
        return;
    }
    for (int i = 1; i < system->nb; i++, q += 7, v += 6, qdot += 7) {
        const tml_quat p = {q[3], q[4], q[5], q[6]};
        const tml_quat r = tml_quat_product(p, (tml_quat){0, 0.5 * v[3], 0.5 * v[4], 0.5 * v[5]});
        qdot[0] = v[0], qdot[1] = v[1], qdot[2] = v[2];
        qdot[3] = r.w, qdot[4] = r.x, qdot[5] = r.y, qdot[6] = r.z;
    }
}

void tml_system_times_mass(const tml_system *system, const double *x, double *y)
{
    for (int b = 1; b < system->nb; b++, x += system->nvb, y += system->nvb) {
        const tml_mass *m = &system->masses[b];
        y[0] = m->mass * x[0], y[1] = m->mass * x[1];
        if (system->space) {
            const tml_vec3 w = tml_rotate(&m->inertia, (tml_vec3){x[3], x[4], x[5]});
            y[2] = m->mass * x[2], y[3] = w.x, y[4] = w.y, y[5] = w.z;
        } else {
            y[2] = m->inertia.m[2][2] * x[2];
        }
    }
}

void tml_system_times_own_mass(const tml_system *system, const double *x, double *y)
{
    tml_system_times_mass(system, x, y);
    const int lin = system->space ? 3 : 2, first = system->space ? 0 : 2;
    for (int b = 1; b < system->nb && system->ignorable_count; b++) {
        const tml_mat3 *J = &system->masses[b].substitute_inertia;
        const int at = (b - 1) * system->nvb + lin;
        for (int i = first; i < 3; i++)
            for (int k = first; k < 3; k++)
                y[at + i - first] -= J->m[i][k] * x[at + k - first];
    }
}

int tml_system_blocks(const tml_system *system, int rows)
{
    return rows ? system->rows[rows - 1].first_block + system->rows[rows - 1].block_count : 0;
}
