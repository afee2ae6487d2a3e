/* steady_table.c - results of a relative equilibrium: all channels, and the actuator forces of the prescribed
 * coordinates.
 *
 * Actuator force of a prescribed coordinate k with measure s: f_k = -r_k. Reactions: G' lambda = M a - Q - sum f_k
 * (ds_k/dq)'
 */
#include "analysis/steady/steady_task.h"
#include "model/channel.h"
#include <string.h>

enum { MAX_NAMES = 8, MAX_EIGENVALUES = 12 };

void tml_steady_prepare(tml_steady_task *t)
{
    tml_task *task = t->task;
    const tml_system *s = task->system;
    for (int i = 0; s->rigid_row_count && i < 2; i++)
        t->reactions[i] = tml_kkt_system_make(s, s->rigid_row_count, t->s->j->e.rank - i, task->arena);
    t->lambda = TML_NEW_ARRAY(task->arena, double, s->rigid_row_count + 1);
    t->dlambda = TML_NEW_ARRAY(task->arena, double, s->rigid_row_count + 1);
    t->none = TML_NEW_ARRAY(task->arena, double, s->rigid_row_count + 1);
    t->force = TML_NEW_ARRAY(task->arena, double, s->nv + 1);
    t->bodies_q = TML_NEW_ARRAY(task->arena, double, s->nq + 1);
    t->bodies_v = TML_NEW_ARRAY(task->arena, double, s->nv + 1);
    t->then = tml_steady_point_make(t->s);
    t->base = tml_steady_forces_by_make(t), t->now = tml_steady_forces_by_make(t);
    for (int i = 0; i < 2; i++)
        t->joint[i] = TML_NEW_ARRAY(task->arena, double, t->s->nv + 1);
}

tml_status tml_steady_table_make(tml_steady_task *t)
{
    tml_task *task = t->task;
    const tml_system *s = task->system;
    const tml_column *usual = tml_channels(s, task->arena, &t->channels);
    size_t count = t->channels;
    tml_column *columns = TML_NEW_ARRAY(task->arena, tml_column, count + 2 * (size_t)t->request.count + 2);
    memcpy(columns, usual, count * sizeof *columns);
    for (int i = 0; i < t->request.count; i++) {
        const tml_steady_speed *w = &t->request.velocities[i];
        const tml_joint *j = &s->joints[w->joint];
        const tml_joint_coordinate *f = &s->coordinates[w->coordinate];
        for (int k = 0; k < 2; k++) { /* force and power */
            const tml_channel *c = tml_channel_at(TML_OF_ACTUATOR, s->space, w->turns, k);
            columns[count++] = (tml_column){tml_joint_coordinate_channel(j, f, c->name, task->arena), c->unit};
        }
    }
    for (int k = 0; k < 1 + (t->request.swept >= 0); k++) { /* growth, and the branch of a sweep */
        const tml_channel *c = tml_channel_at(TML_OF_STEADY, s->space, false, k);
        columns[count++] = (tml_column){c->name, c->unit};
    }
    t->table = tml_results_add(task->results, task->element->kind, task->model->title, columns, count);
    return t->table ? TML_OK : TML_NO_MEMORY;
}

static void find_reactions(tml_steady_task *t)
{
    const tml_system *s = t->task->system;
    tml_system_times_mass(s, t->s->a, t->force);
    for (int i = 0; i < s->nv; i++)
        t->force[i] = t->s->work->Q[i] - t->force[i];
    for (int i = 0; i < t->request.count; i++)
        tml_workspace_add_term(t->s->work, s->coordinates[t->request.velocities[i].coordinate].term,
                               -t->s->r[t->s->held[i]], t->force);
    tml_kkt_system *kkt = t->reactions[t->singular];
    if (!kkt)
        return;
    const int rows = s->rigid_row_count, flag = tml_kkt_system_factor(kkt, t->s->work, TML_METRIC_SIZE);
    for (int i = 0; i < rows; i++)
        t->lambda[i] = flag ? NAN : 0;
    for (int again = 0; flag == 0 && again < 2; again++) { /* the second pass removes rounding */
        tml_kkt_system_solve(kkt, t->force, t->none, t->bodies_v, t->dlambda);
        tml_workspace_add_Gt(t->s->work, rows, t->dlambda, t->force);
        for (int i = 0; i < rows; i++)
            t->lambda[i] += t->dlambda[i];
    }
}

tml_status tml_steady_record(tml_steady_task *t, const tml_steady_point *at, double growth)
{
    tml_steady *s = t->s;
    const tml_system *sys = t->task->system;
    double *row = tml_table_append(t->table);
    if (!row)
        return TML_NO_MEMORY;
    tml_steady_evaluate(s, at);
    tml_equations_to_bodies(&s->j->e, s->t, at->q, s->u, t->bodies_q, t->bodies_v);
    tml_workspace_measure(s->work, 0, sys->measure_count);
    tml_workspace_constraints(s->work, sys->rigid_row_count);
    find_reactions(t);
    tml_instant instant = {.work = s->work,
                           .t = s->t,
                           .q = t->bodies_q,
                           .a = s->a,
                           .lambda = t->lambda,
                           .single = true,
                           .position = tml_rows_residual_length(sys, s->work->phi, sys->rigid_row_count),
                           .velocity = tml_rows_residual_length(sys, s->work->phidot, sys->rigid_row_count)};
    tml_channels_fill(&instant, row);
    row += t->channels;
    for (int i = 0; i < t->request.count; i++) {
        *row++ = 0.0 - s->r[s->held[i]];
        *row++ = 0.0 - s->r[s->held[i]] * s->u[s->held[i]];
    }
    *row++ = growth;
    if (t->request.swept >= 0)
        *row = t->branch;
    return TML_OK;
}

void tml_steady_set_state(tml_steady_task *t, const tml_steady_point *at)
{
    tml_state *state = t->task->state;
    tml_steady_evaluate(t->s, at);
    tml_equations_to_bodies(&t->s->j->e, t->s->t, at->q, t->s->u, state->q, state->v);
    memcpy(state->unwrapped, at->unwrapped, (size_t)t->task->system->measure_count * sizeof(double));
    memcpy(state->states, at->q + t->s->tree_nq, (size_t)t->s->states * sizeof(double));
    state->held_count = t->request.count;
    for (int i = 0; i < t->request.count; i++) {
        state->held[i] = t->request.velocities[i].coordinate;
        state->speed[i] = t->s->u[t->s->held[i]];
    }
}

/* ---- text ---- */

const char *tml_steady_speeds_text(const tml_steady_task *t, double parameter)
{
    const char *text = "";
    for (int i = 0; i < t->request.count; i++) {
        const tml_steady_speed *w = &t->request.velocities[i];
        text = tml_arena_format(t->task->arena, "%s%s%s = %.10g %s", text, i ? ", " : "", w->speed,
                                t->s->first[i] + parameter * (t->s->last[i] - t->s->first[i]), w->unit);
    }
    return t->request.count ? text : "the speeds of the drivers";
}

const char *tml_steady_coordinate_name(const tml_steady_task *t, int speed)
{
    const tml_system *s = t->task->system;
    if (speed >= t->s->tree_nv)
        return s->states[speed - t->s->tree_nv].name;
    for (int i = 0; i < s->nb - 1; i++) {
        const tml_branch *b = &s->branches[i];
        if (speed < b->first_v || speed >= b->first_v + b->coordinates)
            continue;
        if (b->joint < 0)
            return s->masses[b->body].name;
        return tml_arena_format(t->task->arena, "%s.%s", s->joints[b->joint].name,
                                s->coordinates[s->joints[b->joint].first_coordinate + speed - b->first_v].name);
    }
    return "";
}

const char *tml_steady_position_text(tml_steady_task *t)
{
    const tml_system *s = t->task->system;
    const char *text = "";
    int count = 0;
    tml_workspace_measure(t->s->work, 0, s->measure_count);
    for (int i = 0; i < s->joint_count; i++)
        for (int k = s->joints[i].first_coordinate; k < s->joints[i].first_coordinate + s->joints[i].coordinate_count;
             k++) {
            const tml_joint_coordinate *f = &s->coordinates[k];
            bool given = f->term.measure < 0 || s->joints[i].class->connects != TML_CONNECT_BODIES;
            for (int w = 0; w < t->request.count; w++)
                given |= t->request.velocities[w].coordinate == k;
            if (given || count++ >= MAX_NAMES)
                continue;
            const double value = f->term.coefficient * t->s->work->value[f->term.measure];
            text = tml_arena_format(t->task->arena, "%s%s%s.%s = %.10g %s", text, count > 1 ? ", " : "",
                                    s->joints[i].name, f->name, value, tml_unit_of_motion(f->is_rotation, 0));
        }
    for (int i = 0; i < t->s->states; i++)
        if (t->s->matters[i] && count++ < MAX_NAMES)
            text = tml_arena_format(t->task->arena, "%s%s%s = %.10g%s%s", text, count > 1 ? ", " : "",
                                    s->states[i].name, t->s->work->inputs[s->states[i].input],
                                    s->states[i].unit[0] ? " " : "", s->states[i].unit);
    if (count > MAX_NAMES)
        return tml_arena_format(t->task->arena, "%s, …", text);
    return count ? text : t->s->free_count > t->s->states ? "bodies as in its row" : "nothing else moves";
}

const char *tml_steady_stability_text(tml_steady_task *t)
{
    const tml_steady_stability *o = t->stability;
    if (t->s->free_count == 0)
        return "nothing is free to move";
    if (o->by_results)
        return "unknown (forces depend on reactions or accelerations: `modes` tells)";
    if (o->by_rates)
        return "not found here: something rolls, and not every motion has inertia";
    if (o->massless)
        return "not found here, since there are massless bodies and states: `modes` tells";
    if (o->unknown)
        return "unknown (a force is not a number nearby)";
    if (o->unheld)
        return "unstable (springs drive a massless body away: with any mass it would depart at once)";
    if (o->unstable)
        return tml_arena_format(t->task->arena, "unstable (a perturbation grows at %.6g 1/s)", o->growth);
    if (o->zero || o->count == 0)
        return t->stability->held    ? "stable (nothing has inertia: its springs hold it)"
               : t->stability->count ? "neutral (a perturbation is neither restored nor amplified)"
                                     : "not stable (nothing has inertia, and its springs do not hold it)";
    return o->growth < 0 ? tml_arena_format(t->task->arena, "stable (perturbations decay at %.6g 1/s)", -o->growth)
                         : "stable (perturbations neither decay nor grow)";
}

const char *tml_steady_eigenvalues_text(tml_steady_task *t)
{
    const tml_steady_stability *o = t->stability;
    tml_arena *arena = t->task->arena;
    const char *text = "";
    int shown = 0;
    for (int i = 0; i < o->count && shown < MAX_EIGENVALUES; i++, shown++) {
        const double size = hypot(o->re[i], o->im[i]);
        const double re = size <= o->least || fabs(o->re[i]) < 1e-10 * size ? 0 : o->re[i],
                     im = size <= o->least || fabs(o->im[i]) < 1e-10 * size ? 0 : o->im[i];
        const char *one = im == 0   ? tml_arena_format(arena, "%.10g", re)
                          : re == 0 ? tml_arena_format(arena, "±%.10gi", fabs(im))
                                    : tml_arena_format(arena, "%.10g ± %.10gi", re, fabs(im));
        text = tml_arena_format(arena, "%s%s%s", text, shown ? ", " : "", one);
        i += im != 0; /* its conjugate */
    }
    return shown == MAX_EIGENVALUES ? tml_arena_format(arena, "%s, …", text) : text;
}
