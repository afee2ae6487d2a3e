/* time_step.c - Moreau's midpoint rule: the impulses of one step, and its division where a fast body would pass another. */
#include "dynamics/time_step.h"
#include "system/kernel/interaction_motion.h"
#include <string.h>

enum { MAX_CORRECTIONS = 5 };
static const double CLOSED_TO = 1e-13;     /* of the size: residual of positions that is left */
static const double MANY_TOLERANCE = 1e-6; /* of contacts that only sweeps solve */
enum { MAX_TRIALS = 6, MAX_HALVINGS = 10 };
static const double LEAST_PART = 1e-3; /* of a step: no part of it is shorter */
static const double LEFT_OVER = 1e-12; /* of a step: as good as none */
static const double BEND_GROWTH = 1.5; /* of what joints bend a path by, from one part of a step to the next */
static const double STANDS = 1e-9;     /* of the velocities: a slower slip is held by static friction */

tml_time_step *tml_time_step_make(const tml_system *s, int rank, tml_arena *arena)
{
    tml_time_step *x = TML_NEW(arena, tml_time_step);
    *x = (tml_time_step){.system = s, .arena = arena};
    x->work = tml_workspace_make(s, arena);
    x->kkt = tml_kkt_system_make(s, s->rigid_row_count, rank, arena);
    x->solver = tml_contact_solver_make(s->nv, s->nvb, arena);
    x->near = TML_NEW_ARRAY(arena, tml_near_contacts *, s->contact_set_count + 1);
    for (int i = 0; i < s->contact_set_count; i++)
        x->near[i] = tml_near_contacts_make(&s->contact_sets[i], s, arena);
    x->passages = tml_passages_make(s, arena);
    x->impulse = TML_NEW_ARRAY(arena, double, 3 * s->interaction_count + 1);
    x->sum_impulse = TML_NEW_ARRAY(arena, double, 3 * s->interaction_count + 1);
    x->sum_lambda = TML_NEW_ARRAY(arena, double, s->rigid_row_count + 1);
    x->start = TML_NEW_ARRAY(arena, double, s->nv + 1);
    x->lambda = TML_NEW_ARRAY(arena, double, s->rigid_row_count + 1);
    x->a = TML_NEW_ARRAY(arena, double, s->nv + 1);
    x->contact_of = TML_NEW_ARRAY(arena, int, s->interaction_count + 1);
    x->friction = TML_NEW_ARRAY(arena, int, s->interaction_count + 1);
    for (int i = 0; i < s->interaction_count; i++)
        x->friction[i] = -1;
    for (int i = 0; i < s->interaction_count; i++)
        if (s->interactions[i].kind == TML_FRICTION && s->interactions[i].normal >= 0)
            x->friction[s->interactions[i].normal] = i;
    x->middle = TML_NEW_ARRAY(arena, double, s->nv + 1);
    x->before = TML_NEW_ARRAY(arena, double, s->nv + 1);
    x->force = TML_NEW_ARRAY(arena, double, s->nv + 1);
    x->targets = TML_NEW_ARRAY(arena, double, s->rigid_row_count + 1);
    x->G_before = TML_NEW_ARRAY(arena, double, s->rigid_row_count + 1);
    x->scratch = TML_NEW_ARRAY(arena, double, s->rigid_row_count + 1);
    x->mid = TML_NEW_ARRAY(arena, double, s->nq + 1);
    x->state_rate = TML_NEW_ARRAY(arena, double, s->state_count + 1);
    x->row = TML_NEW_ARRAY(arena, double, tml_channels_count(s) + 1);
    size_t *columns = TML_NEW_ARRAY(arena, size_t, s->result_count + 1);
    for (int i = 0; i < s->result_count; i++)
        columns[i] = s->results[i].column;
    x->wanted = tml_channels_select(s, columns, s->result_count, arena);
    return x;
}

/* ---- contacts of a step ---- */

/* A row of the solver: J (2 nvb) by the velocities of two bodies. */
static void add_row(tml_time_step *x, int body1, int body2, const double *J)
{
    tml_contact_solver *c = x->solver;
    const tml_system *s = x->system;
    const int n = s->nvb, bodies[2] = {body1, body2};
    TML_GROW(x->arena, c->rows, c->row_count, c->row_capacity);
    tml_contact_row *row = &c->rows[c->row_count];
    double *X = c->row_count < c->row_high ? row->X : NULL; /* memory of an earlier step */
    *row = (tml_contact_row){.at = {body1 ? (body1 - 1) * n : -1, body2 ? (body2 - 1) * n : -1}};
    memcpy(row->J, J, 2 * (size_t)n * sizeof *J);
    if (s->rigid_row_count)
        memset(x->force, 0, (size_t)s->nv * sizeof(double));
    for (int side = 0; side < 2; side++)
        for (int j = 0; row->at[side] >= 0 && s->rigid_row_count && j < n; j++)
            x->force[row->at[side] + j] += J[side * n + j];
    for (int side = 0; side < 2; side++)
        if (row->at[side] >= 0 && !s->rigid_row_count)
            tml_mass_divide(s, bodies[side], row->J + side * n, row->MJ + side * n);
    if (s->rigid_row_count) {
        row->X = X ? X : TML_NEW_ARRAY(x->arena, double, s->nv);
        memset(x->targets, 0, (size_t)s->rigid_row_count * sizeof(double));
        tml_kkt_system_solve(x->kkt, x->force, x->targets, row->X, x->scratch);
    }
    c->row_high = c->row_count + 1 > c->row_high ? c->row_count + 1 : c->row_high;
    c->row_count++;
}

/* The same along a term. */
static void add_term_row(tml_time_step *x, tml_term term)
{
    const tml_measure *m = &x->system->measures[term.measure];
    const double *from = x->work->J + (size_t)term.measure * 2 * (size_t)x->system->nvb;
    double J[12];
    for (int j = 0; j < 2 * x->system->nvb; j++)
        J[j] = term.coefficient * from[j];
    add_row(x, m->body1, m->body2, J);
    if (m->kind == TML_SLIP)
        x->solver->rows[x->solver->row_count - 1].offset = term.coefficient * m->offset;
}

/* What |x| can be with a normal force N. */
static double limit_at(tml_time_step *x, const tml_interaction *f, const tml_expression *limit, double N)
{
    if (f->normal >= 0)
        x->work->inputs[x->system->result_laws[x->system->interactions[f->normal].result_law[0]].input] = N;
    return limit ? tml_expression_value(limit, x->work->inputs, x->work->expression) : 0;
}

static double slip_speed(const tml_time_step *x, const tml_interaction *f)
{
    double sum = 0;
    for (int k = 0; k < f->size; k++)
        sum = hypot(sum, f->term[k].coefficient * x->work->rate[f->term[k].measure]);
    return sum;
}

/* mu: while it slides, or stands. The inputs of work are those of the middle of the step. */
static double friction_of(tml_time_step *x, const tml_interaction *f, double scale)
{
    const tml_expression *limit = slip_speed(x, f) > STANDS * scale || !f->holding ? f->sliding : f->holding;
    const double with = limit_at(x, f, limit, 1), without = limit_at(x, f, limit, 0);
    return fmax(0, with - without);
}

/* Of friction that is no contact's: while it slides, in its sense of slip, or stands, against what it held last. */
static const tml_expression *limit_of(const tml_time_step *x, int i)
{
    const tml_interaction *is = &x->system->interactions[i];
    const double slip = is->term[0].coefficient * x->work->rate[is->term[0].measure];
    return slip_speed(x, is) > 0 || !is->holding ? tml_interaction_sliding(is, slip)
                                                 : tml_interaction_holding(is, x->impulse[3 * i]);
}

static void add_contact(tml_time_step *x, int i, double h)
{
    const tml_system *s = x->system;
    const tml_interaction *is = &s->interactions[i];
    tml_contact_solver *solver = x->solver;
    TML_GROW(x->arena, solver->contacts, solver->contact_count, solver->contact_capacity);
    tml_contact_block c = {.first = solver->row_count, .size = is->size, .limit = -1};
    if (is->kind == TML_UNILATERAL)
        c.bounce = is->restitution * tml_workspace_term_rate(x->work, is->term[0], x->before);
    else if (!is->impulse_back) /* otherwise it pushes as a gap does that is closed */
        c.limit = h * fmax(0, limit_at(x, is, limit_of(x, i), 0));
    for (int k = 0; k < is->size; k++) {
        add_term_row(x, is->term[k]);
        c.P[k] = x->impulse[3 * i + k];
    }
    x->contact_of[i] = solver->contact_count;
    solver->contacts[solver->contact_count++] = c;
}

/* Friction of a contact: its tangents follow the normal. */
static void add_tangents(tml_time_step *x, int i, double scale)
{
    const tml_interaction *f = &x->system->interactions[i];
    tml_contact_block *c = &x->solver->contacts[x->contact_of[f->normal]];
    const double friction = friction_of(x, f, scale);
    if (!(friction > 0))
        return;
    c->friction = friction;
    for (int k = 0; k < f->size && k < 2; k++) {
        add_term_row(x, f->term[k]);
        c->P[c->size++] = x->impulse[3 * i + k];
    }
    x->contact_of[i] = x->contact_of[f->normal];
}

/* The closed places of a set of contacts. */
static void add_near(tml_time_step *x, tml_near_contacts *n, double scale)
{
    tml_contact_solver *solver = x->solver;
    const tml_contact_set *set = n->set;
    const int slips = x->system->space ? 2 : 1;
    tml_near_contacts_evaluate(n, x->work);
    for (int i = 0; i < n->place_count; i++) {
        tml_near_place *p = &n->places[i];
        if (p->gap > 0) {
            memset(p->P, 0, sizeof p->P);
            continue;
        }
        x->depth = fmax(x->depth, -p->gap);
        TML_GROW(x->arena, solver->contacts, solver->contact_count, solver->contact_capacity);
        tml_contact_block c = {.first = solver->row_count, .size = 1, .limit = -1, .P = {p->P[0]}};
        add_row(x, p->body[0], p->body[1], p->J[0]);
        c.bounce = set->restitution * tml_contact_speed(solver, c.first, x->before);
        if (set->static_friction > 0) {
            double slip = 0;
            for (int k = 1; k <= slips; k++) {
                add_row(x, p->body[0], p->body[1], p->J[k]);
                slip = hypot(slip, tml_contact_speed(solver, c.first + k, x->before));
                c.P[c.size++] = p->P[k];
            }
            c.friction = slip > STANDS * scale ? set->friction : set->static_friction;
        }
        p->block = solver->contact_count;
        solver->contacts[solver->contact_count++] = c;
    }
}

/* Rows of a contact follow each other: a closed gap, then its friction. */
static void find_contacts(tml_time_step *x, double h, double scale)
{
    const tml_system *s = x->system;
    x->solver->contact_count = x->solver->row_count = 0;
    for (int i = 0; i < s->interaction_count; i++)
        x->contact_of[i] = -1;
    for (int i = 0; i < s->contact_set_count; i++)
        add_near(x, x->near[i], scale);
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const double gap = tml_interaction_gap(x->work, is);
        if (is->kind == TML_FRICTION ? is->normal < 0 : gap <= 0)
            add_contact(x, i, h);
        if (is->kind == TML_UNILATERAL && gap <= 0) {
            x->depth = fmax(x->depth, -gap);
            if (x->friction[i] >= 0)
                add_tangents(x, x->friction[i], scale);
        }
    }
}

/* ---- the step ---- */

/* Values of forces that depend on results, of the results that work holds; interactions are in the solver instead. */
static void set_unknowns(tml_time_step *x)
{
    const tml_system *s = x->system;
    for (int k = 0; k < s->result_law_count; k++) {
        const tml_result_law *law = &s->result_laws[k];
        x->work->inputs[law->input] =
            law->interaction >= 0 ? 0 : tml_expression_value(law->value, x->work->inputs, x->work->expression);
    }
}

/* Characteristic speed: the fastest of v_free and what forces change it by. */
static double velocity_scale(const tml_time_step *x, const double *v)
{
    double most = 0;
    for (int i = 0; i < x->system->nv; i++)
        most = fmax(most, fmax(fabs(v[i]), fabs(x->before[i])) *
                              (i % x->system->nvb < (x->system->space ? 3 : 2) ? 1 : x->system->size));
    return most;
}

/* Losses in contacts, -P . (u+ + u)/2; returns the work on the bodies. */
static double add_losses(tml_time_step *x, const double *v)
{
    double sum = 0;
    for (int i = 0; i < x->solver->contact_count; i++) {
        const tml_contact_block *c = &x->solver->contacts[i];
        for (int k = 0; k < c->size; k++) {
            const double mean = 0.5 * (tml_contact_speed(x->solver, c->first + k, v) +
                                       tml_contact_speed(x->solver, c->first + k, x->before));
            const double loss = -c->P[k] * mean;
            sum -= loss + c->P[k] * x->solver->rows[c->first + k].offset; /* what a belt drives is work */
            *(k == 0 && c->limit < 0 ? &x->impact_loss : &x->friction_loss) += loss;
        }
    }
    return sum;
}

static void store_impulses(tml_time_step *x)
{
    const tml_system *s = x->system;
    for (int i = 0; i < s->contact_set_count; i++)
        for (int k = 0; k < x->near[i]->place_count; k++) {
            tml_near_place *p = &x->near[i]->places[k];
            if (p->block >= 0)
                memcpy(p->P, x->solver->contacts[p->block].P, sizeof p->P);
        }
    memset(x->impulse, 0, 3 * (size_t)s->interaction_count * sizeof(double));
    for (int i = 0; i < s->interaction_count; i++) {
        if (x->contact_of[i] < 0)
            continue;
        const tml_interaction *is = &s->interactions[i];
        const tml_contact_block *c = &x->solver->contacts[x->contact_of[i]];
        const int first = is->kind == TML_FRICTION && is->normal >= 0 ? 1 : 0;
        for (int k = 0; k < is->size && first + k < c->size; k++)
            x->impulse[3 * i + k] = c->P[first + k];
    }
}

/* v+ and the impulses of the rows, from all others: M v+ = M v + h Q + J' P + G' L. */
static void find_velocities(tml_time_step *x, double h, bool contacts, double *v)
{
    const tml_system *s = x->system;
    tml_system_times_mass(s, x->before, x->force);
    for (int i = 0; i < s->nv; i++)
        x->force[i] += h * x->work->Q[i];
    for (int i = 0; contacts && i < x->solver->contact_count; i++) {
        const tml_contact_block *c = &x->solver->contacts[i];
        for (int k = 0; k < c->size; k++) {
            const tml_contact_row *row = &x->solver->rows[c->first + k];
            for (int side = 0; side < 2; side++)
                for (int j = 0; j < s->nvb && row->at[side] >= 0; j++)
                    x->force[row->at[side] + j] += c->P[k] * row->J[side * s->nvb + j];
        }
    }
    tml_workspace_G(x->work, s->rigid_row_count, x->before, x->G_before);
    for (int i = 0; i < s->rigid_row_count; i++)
        x->targets[i] = 2 * x->work->motion[3 * i + 1] - x->G_before[i];
    tml_kkt_system_solve(x->kkt, x->force, x->targets, v, x->lambda);
}

/* The longest way of a point of a body along d (nv). */
static double longest_way(const tml_time_step *x, const double *d)
{
    const tml_system *s = x->system;
    const int n = s->nvb, lengths = s->space ? 3 : 2;
    double most = 0;
    for (int b = 1; b < s->nb; b++, d += n) {
        const double along = s->space ? tml_norm((tml_vec3){d[0], d[1], d[2]}) : hypot(d[0], d[1]);
        const double turn = s->space ? tml_norm((tml_vec3){d[3], d[4], d[5]}) : fabs(d[lengths]);
        most = fmax(most, along + turn * x->passages->reach[b]);
    }
    return most;
}

/* Brings positions back to the rows, with the factors of the middle. Returns how far. */
static double correct_positions(tml_time_step *x, double t, double *q, const double *v)
{
    const tml_system *s = x->system;
    double way = 0;
    for (int k = 0; k < MAX_CORRECTIONS && s->rigid_row_count; k++) {
        double worst = 0;
        tml_workspace_set_state(x->work, t, q, v);
        tml_workspace_measure(x->work, 0, s->measure_count);
        tml_workspace_constraints(x->work, s->rigid_row_count);
        for (int i = 0; i < s->rigid_row_count; i++) {
            x->targets[i] = -x->work->phi[i];
            worst = fmax(worst, fabs(x->work->phi[i]) / s->rows[i].scale);
        }
        if (worst <= CLOSED_TO)
            return way;
        memset(x->force, 0, (size_t)s->nv * sizeof(double));
        tml_kkt_system_solve(x->kkt, x->force, x->targets, x->force, x->scratch);
        tml_system_displace(s, x->force, q);
        way += longest_way(x, x->force);
    }
    return way;
}

static bool all_finite(const double *x, int n)
{
    for (int i = 0; i < n; i++)
        if (!isfinite(x[i]))
            return false;
    return true;
}

int tml_time_step_begin(tml_time_step *x, double t, const double *q, const double *v)
{
    const tml_system *s = x->system;
    tml_workspace_set_state(x->work, t, q, v);
    tml_workspace_measure(x->work, 0, s->measure_count);
    tml_workspace_constraints(x->work, s->rigid_row_count);
    tml_workspace_read_inputs(x->work);
    set_unknowns(x);
    tml_workspace_forces(x->work);
    if (tml_kkt_system_factor(x->kkt, x->work, TML_METRIC_MASS))
        return 1;
    tml_kkt_system_solve(x->kkt, x->work->Q, x->work->gamma, x->a, x->lambda);
    x->smooth = x->fresh = true;
    x->next = x->bend = 0;
    return 0;
}

/* The longest time, up to `until`, to the middle of the next part of a step such that nothing is passed on the way there with velocities v. */
static double time_to_next_middle(tml_time_step *x, const double *v, double until)
{
    for (int k = 0; k < MAX_HALVINGS; k++, until *= 0.5) {
        const double margin = BEND_GROWTH * x->bend * until * until;
        if (isinf(tml_passages_find(x->passages, x->near, x->work, v, until, margin).touch))
            break;
        const tml_passage passage = tml_passages_find(x->passages, x->near, x->work, v, until, 0);
        if (isfinite(passage.touch))
            return fmin(until, passage.after);
    }
    return until;
}

/* The first half of the first step. */
static double first_half(tml_time_step *x, double t, double half, const double *q, const double *v)
{
    tml_workspace_set_state(x->work, t, q, v);
    tml_workspace_measure(x->work, 0, x->system->measure_count);
    for (int i = 0; i < x->system->contact_set_count; i++)
        tml_near_contacts_evaluate(x->near[i], x->work);
    x->fresh = false;
    return time_to_next_middle(x, v, half);
}

/* The impulses of a step of length h, at its middle, and v at its end. */
static int solve_contacts(tml_time_step *x, double h, double tolerance, double *v)
{
    find_velocities(x, h, false, v);
    x->scale = velocity_scale(x, v);
    find_contacts(x, h, x->scale);
    find_velocities(x, h, true, v); /* with the impulses of the step before, from which the solver begins */
    const bool few = x->solver->row_count <= TML_FEW_CONTACT_ROWS;
    if (!tml_contact_solver_solve(x->solver, (few ? tolerance : fmax(tolerance, MANY_TOLERANCE)) * x->scale, v))
        x->unsolved++;
    find_velocities(x, h, true, v);
    return !all_finite(v, x->system->nv);
}

/* The same, and the second half of the step: shorter than the first where the next middle would otherwise pass something. */
static int solve_halves(tml_time_step *x, double first, double whole, double tolerance, double *second, double *v)
{
    for (int k = 0; k < MAX_TRIALS; k++) {
        if (solve_contacts(x, first + *second, tolerance, v))
            return 1;
        const double to_middle = time_to_next_middle(x, v, *second + 0.5 * whole);
        x->next = to_middle < *second + 0.5 * whole ? fmax(2 * (to_middle - *second), LEAST_PART * whole) : 0;
        if (to_middle >= *second || *second <= LEAST_PART * whole)
            break;
        *second = fmax(0.5 * to_middle, LEAST_PART * whole);
    }
    return 0;
}

/* A part of a step of length `whole`: at most h, or less. Its length in *taken. */
static int advance_part(tml_time_step *x, double t, double h, double whole, double tolerance, double *q, double *v,
                        double *states, double *taken)
{
    const tml_system *s = x->system;
    const size_t nv = (size_t)s->nv;
    const double first = x->fresh ? first_half(x, t, 0.5 * h, q, v) : 0.5 * h;
    double second = first;
    memcpy(x->before, v, nv * sizeof(double));
    memcpy(x->mid, q, (size_t)s->nq * sizeof(double));
    for (size_t i = 0; i < nv; i++)
        x->force[i] = first * v[i];
    tml_system_displace(s, x->force, x->mid);
    tml_workspace_set_states(x->work, states);
    for (size_t i = 0; i < nv; i++) /* a of the step before: zero where contacts have changed velocities */
        x->middle[i] = v[i] + first * x->a[i] * x->smooth;
    tml_workspace_set_state(x->work, t + first, x->mid, x->middle);
    tml_workspace_measure(x->work, 0, s->measure_count);
    tml_workspace_accept_angles(x->work);
    tml_workspace_constraints(x->work, s->rigid_row_count);
    tml_workspace_read_inputs(x->work);
    set_unknowns(x);
    tml_workspace_forces(x->work);
    tml_workspace_state_rates(x->work, x->state_rate);
    if (tml_kkt_system_factor(x->kkt, x->work, TML_METRIC_MASS) || solve_halves(x, first, whole, tolerance, &second, v))
        return 1;
    h = *taken = first + second;
    double power = x->work->power;
    for (int i = 0; i < s->drive_count; i++)
        if (s->drives[i].law < 0)
            power += x->lambda[s->drives[i].row] / h * x->work->motion[3 * s->drives[i].row + 1];
    for (int i = 0; s->relation_count && i < s->row_count; i++)
        power += s->rows[i].terms.relation ? x->lambda[i] / h * x->work->motion[3 * i + 1] : 0;
    x->work_done += h * power + add_losses(x, v);
    x->friction_loss += s->has_friction ? h * tml_workspace_friction_power(x->work) : 0; /* of smooth friction */
    store_impulses(x);
    x->smooth = x->solver->contact_count == 0;
    for (size_t i = 0; i < nv; i++) {
        x->a[i] = (v[i] - x->before[i]) / h;
        x->force[i] = second * v[i];
    }
    for (int i = 0; i < s->rigid_row_count; i++)
        x->lambda[i] /= h;
    memcpy(q, x->mid, (size_t)s->nq * sizeof(double));
    tml_system_displace(s, x->force, q);
    x->bend = correct_positions(x, t + h, q, v) / (h * h);
    for (int i = 0; i < s->state_count; i++)
        states[i] += h * x->state_rate[i];
    x->steps++;
    x->sweeps += x->solver->sweeps;
    x->residual = fmax(x->residual, x->solver->residual);
    x->most_contacts = x->solver->contact_count > x->most_contacts ? x->solver->contact_count : x->most_contacts;
    return 0;
}

/* Impulses and reactions of the last part, of length h, are added to those of the parts before. */
static void add_part(tml_time_step *x, double h)
{
    for (int i = 0; i < 3 * x->system->interaction_count; i++)
        x->sum_impulse[i] += x->impulse[i];
    for (int i = 0; i < x->system->rigid_row_count; i++)
        x->sum_lambda[i] += h * x->lambda[i];
}

/* What is reported of a step in parts are means over the whole of it, of length h. */
static void take_means(tml_time_step *x, double h, const double *v)
{
    const tml_system *s = x->system;
    memcpy(x->impulse, x->sum_impulse, 3 * (size_t)s->interaction_count * sizeof(double));
    for (int i = 0; i < s->rigid_row_count; i++)
        x->lambda[i] = x->sum_lambda[i] / h;
    for (int i = 0; i < s->nv; i++)
        x->a[i] = (v[i] - x->start[i]) / h;
    x->smooth = false;
    x->divided++;
}

int tml_time_step_advance(tml_time_step *x, double t, double h, double tolerance, double *q, double *v, double *states)
{
    const tml_system *s = x->system;
    double done = 0, taken = 0;
    int parts = 0;
    memset(x->sum_impulse, 0, 3 * (size_t)s->interaction_count * sizeof(double));
    memset(x->sum_lambda, 0, (size_t)s->rigid_row_count * sizeof(double));
    memcpy(x->start, v, (size_t)s->nv * sizeof(double));
    for (double left = h; left > LEFT_OVER * h; left = h - done, parts++) {
        const double part = x->next > 0 && x->next < left ? x->next : left;
        if (advance_part(x, t + done, part, h, tolerance, q, v, states, &taken))
            return 1;
        done += taken;
        add_part(x, taken);
    }
    if (parts > 1)
        take_means(x, h, v);
    return 0;
}

void tml_time_step_observe(tml_time_step *x, double t, double h, const double *q, const double *v, tml_instant *instant)
{
    const tml_system *s = x->system;
    tml_workspace_set_state(x->work, t, q, v);
    tml_workspace_measure(x->work, 0, s->measure_count);
    tml_workspace_accept_angles(x->work);
    tml_workspace_constraints(x->work, s->rigid_row_count);
    tml_workspace_read_inputs(x->work);
    for (int i = 0; i < s->interaction_count; i++)
        for (int k = 0; k < s->interactions[i].size; k++)
            x->work->inputs[s->result_laws[s->interactions[i].result_law[k]].input] = x->impulse[3 * i + k] / h;
    tml_workspace_forces(x->work);
    instant->work = x->work;
    instant->t = t;
    instant->q = q;
    instant->a = x->a;
    instant->lambda = x->lambda;
    instant->work_done = x->work_done;
    instant->friction_loss = x->friction_loss;
    instant->impact_loss = x->impact_loss;
    tml_channels_fill_selected(instant, x->wanted, x->row);
    for (int i = 0; i < s->result_count; i++)
        x->work->inputs[s->results[i].input] = x->row[s->results[i].column];
}
