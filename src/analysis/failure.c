/* failure.c - diagnosis: why equations cannot be solved, or a motion cannot continue. */
#include "analysis/failure.h"
#include "linalg/cholesky.h"
#include "model/body_surface.h"
#include "system/contact_set.h"
#include <math.h>
#include <string.h>

enum { FEW_JOINTS = 12 };
static const double WEAK_STIFFNESS = 0.02;  /* of the largest stiffness: below this a massless body is barely held */
static const double NEARLY_SINGULAR = 0.03; /* independence of a row, as a fraction of its length */

/* ---- expressions that are not finite ---- */

/* Whether a table is the reason that an expression is not a number. */
static void find_outside(const tml_workspace *work, const tml_expression *e, const double *inputs,
                         tml_failure_cause *cause)
{
    cause->is_outside = tml_expression_is_outside(e, inputs, work->expression, &cause->outside);
}

bool tml_failure_find_outside(const tml_workspace *work, int watch_count, tml_failure_cause *cause)
{
    for (int i = 0; i < watch_count; i++) {
        tml_failure_cause c = {.law = -1, .drive = -1, .t = work->t, .watch = &work->system->watches[i]};
        find_outside(work, c.watch->value, work->inputs, &c);
        if (c.is_outside) {
            *cause = c;
            return true;
        }
    }
    return false;
}

bool tml_failure_find_cause(const tml_workspace *work, tml_failure_cause *cause)
{
    const tml_system *s = work->system;
    if (work->unsolved) {
        *cause = (tml_failure_cause){.law = -1, .drive = -1, .unsolved = work->unsolved, .t = work->t};
        return true;
    }
    for (int i = 0; i < s->drive_count; i++) {
        const double *f = work->motion + 3 * (size_t)s->drives[i].row;
        for (int k = 0; k < 3; k++)
            if (!isfinite(f[k])) {
                *cause = (tml_failure_cause){.law = -1, .drive = i, .t = work->t, .value = f[k]};
                find_outside(work, s->rows[s->drives[i].row].motion->value, &work->t, cause);
                return true;
            }
    }
    if (!tml_all_finite(work->inputs, s->input_count))
        return false;
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].value && !isfinite(work->force[i])) {
            *cause = (tml_failure_cause){.law = i, .drive = -1, .t = work->t, .value = work->force[i]};
            find_outside(work, s->laws[i].value, work->inputs, cause);
            return true;
        }
    for (int i = 0; i < s->state_count; i++) {
        const double rate = tml_expression_value(s->states[i].rate, work->inputs, work->expression);
        if (!isfinite(rate)) {
            *cause = (tml_failure_cause){.law = -1, .drive = -1, .state = &s->states[i], .t = work->t, .value = rate};
            find_outside(work, s->states[i].rate, work->inputs, cause);
            return true;
        }
    }
    return false;
}

static tml_place place_of_force(const tml_model *model, const char *name)
{
    for (int i = 0; i < model->force_count; i++)
        if (strcmp(model->forces[i].name, name) == 0) {
            const tml_node *value = tml_node_find(model->forces[i].node, "value");
            return value ? value->place : model->forces[i].place;
        }
    return (tml_place){.file = model->file};
}

/* "O.fx, O.fy": the results that a force depends on. */
static const char *results_of(const tml_system *s, const tml_result_law *law, tml_arena *arena)
{
    const char *list = "";
    for (int i = 0; i < s->result_count; i++)
        if (tml_expression_uses(law->value, s->results[i].input))
            list = tml_arena_format(arena, "%s%s%s", list, *list ? ", " : "", s->results[i].name);
    return list;
}

static void report_unsolved(const tml_task *task, const tml_failure_cause *c, tml_severity severity)
{
    const tml_system *s = task->system;
    const tml_code code = severity == TML_ERROR ? TML_E_FORCE_UNSOLVED : TML_N_FORCE_UNSOLVED_THERE;
    if (c->unsolved->interaction >= 0)
        tml_log_raise(task->log, code, c->unsolved->place,
                      "%s: its force, and those of the other contacts, stops and friction that act, have no solution "
                      "together, or several, at t = %.9g s; `contact: time_stepping` or `contact: compliant` goes on",
                      s->interactions[c->unsolved->interaction].name, c->t);
    else
        tml_log_raise(task->log, code, c->unsolved->place,
                      "%s: its value depends on %s, and %s on it: together they have no solution, or several, at t = "
                      "%.9g s; with less friction, or a softer law, there is one",
                      c->unsolved->name, results_of(s, c->unsolved, task->arena),
                      strchr(results_of(s, c->unsolved, task->arena), ',') ? "these" : "this", c->t);
}

const tml_result_law *tml_failure_on_trace_inertia(const tml_system *system)
{
    for (int i = 0; system->has_trace_inertia && i < system->result_law_count; i++)
        if (system->result_laws[i].interaction < 0 && !system->result_laws[i].workless)
            return &system->result_laws[i];
    return NULL;
}

static bool refuse_on_trace_inertia(const tml_task *task)
{
    const tml_result_law *law = tml_failure_on_trace_inertia(task->system);
    if (law)
        tml_log_raise(task->log, TML_E_RESULTS_IN_ANALYSIS, law->place,
                      "%s: %s depends on %s; where joints are springs such forces are not solved on bodies without "
                      "inertia: give every body mass and inertia, or choose another formulation",
                      task->element->kind, law->name, results_of(task->system, law, task->arena));
    return law != NULL;
}

bool tml_failure_refuse_results(const tml_task *task, const tml_massless *massless)
{
    const tml_system *s = task->system;
    if (!s->result_law_count)
        return false;
    if (!massless)
        return refuse_on_trace_inertia(task);
    if (s->result_laws[0].interaction >= 0)
        tml_log_raise(
            task->log, TML_E_RESULTS_IN_ANALYSIS, s->result_laws[0].place,
            "%s: %s: rigid contacts and stops, and dry friction, are not solved together with a body without inertia "
            "that rigid joints leave free: give every body mass and inertia",
            task->element->kind, s->result_laws[0].name);
    else
        tml_log_raise(task->log, TML_E_RESULTS_IN_ANALYSIS, s->result_laws[0].place,
                      "%s: %s depends on %s; with a body without inertia that rigid joints leave free such forces are "
                      "not solved: give every body mass and inertia",
                      task->element->kind, s->result_laws[0].name, results_of(s, &s->result_laws[0], task->arena));
    return true;
}

static void report_outside(const tml_task *task, const tml_failure_cause *c)
{
    const tml_system *s = task->system;
    const char *name = c->drive >= 0                               ? s->drives[c->drive].name
                       : c->state                                  ? c->state->name
                       : c->law >= 0 && s->laws[c->law].force >= 0 ? s->forces[s->laws[c->law].force].name
                                                                   : "";
    const tml_place place = c->watch        ? c->watch->place
                            : c->drive >= 0 ? s->drives[c->drive].place
                            : c->state      ? c->state->place
                                            : place_of_force(task->model, name);
    if (c->watch && c->watch->curve) {
        tml_log_raise(
            task->log, TML_E_CURVE_END, place,
            "%s: the point reaches the %s of its curve, at displacement %.9g m, at t = %.9g s: give the curve "
            "a longer range, or the joint limits, at which the point stops",
            c->watch->what, c->outside.value < c->outside.first ? "beginning" : "end",
            c->outside.value < c->outside.first ? c->outside.first : c->outside.last, c->t);
        return;
    }
    tml_log_raise(
        task->log, TML_E_TABLE_RANGE, place,
        "%s%s: table %s has no value beyond its ends: %s = %.9g leaves its range, %.9g to %.9g, at t = %.9g s",
        c->watch        ? c->watch->what
        : c->drive >= 0 ? "driver "
        : c->state      ? "state "
                        : "force ",
        c->watch ? "" : name, c->outside.table, c->outside.axis, c->outside.value, c->outside.first, c->outside.last,
        c->t);
}

void tml_failure_report_cause(const tml_task *task, const tml_failure_cause *c, tml_severity severity)
{
    const tml_system *s = task->system;
    const char *what = isnan(c->value) ? "not a number" : "infinite";
    if (c->unsolved) {
        report_unsolved(task, c, severity);
        return;
    }
    if (c->is_outside) {
        report_outside(task, c);
        return;
    }
    if (c->drive >= 0)
        tml_log_raise(task->log, severity == TML_ERROR ? TML_E_DRIVER_NOT_FINITE : TML_N_DRIVER_NOT_FINITE_THERE,
                      s->drives[c->drive].place, "driver %s, or one of its first two derivatives, is %s at t = %.9g s",
                      s->drives[c->drive].name, what, c->t);
    const tml_code code = severity == TML_ERROR ? TML_E_FORCE_NOT_FINITE : TML_N_FORCE_NOT_FINITE_THERE;
    if (c->state)
        tml_log_raise(task->log, code, c->state->place, "state %s: its rate is %s at t = %.9g s", c->state->name, what,
                      c->t);
    if (c->law < 0 || s->laws[c->law].force < 0)
        return;
    const char *name = s->forces[s->laws[c->law].force].name;
    tml_log_raise(task->log, code, place_of_force(task->model, name), "force %s: its value is %s at t = %.9g s", name,
                  what, c->t);
}

/* Names the bodies without mass or inertia, each with a remedy. */
static void report_missing_inertia(const tml_task *task)
{
    const tml_system *s = task->system;
    for (int i = 1; i < s->nb; i++) {
        const tml_mass *m = &s->masses[i];
        const double turn = s->space
                                ? m->inverse_inertia.m[0][0] + m->inverse_inertia.m[1][1] + m->inverse_inertia.m[2][2]
                                : m->inverse_inertia.m[2][2];
        const double *I = m->written->inertia, mass = m->written->mass;
        if (mass > 0 && turn == 0)
            tml_log_raise(task->log, TML_N_NO_ROTATIONAL_INERTIA, m->written->place,
                          I[0] + I[1] + I[2] > 0
                              ? "body %s has mass but no rotational inertia about some axis: give it inertia about all"
                              : "body %s has mass but no rotational inertia: give it an inertia or a shape",
                          m->name);
        else if (!(mass > 0))
            tml_log_raise(task->log, TML_N_MASSLESS_BODY, m->written->place,
                          "body %s is massless: give it mass, or hold it by its joints, springs or dampers", m->name);
    }
}

void tml_failure_singular(const tml_task *task, const tml_workspace *work, const char *where)
{
    tml_failure_cause cause;
    if (tml_failure_find_cause(work, &cause))
        tml_failure_report_cause(task, &cause, TML_ERROR);
    else {
        tml_log_raise(
            task->log, TML_E_SINGULAR_EQUATIONS, task->element->place,
            "%s: the equations of motion are singular %s: a body has no inertia in a direction in which it can move",
            task->element->kind, where);
        report_missing_inertia(task);
    }
}

static const char *axis_name(tml_vec3 u, bool space, tml_arena *arena)
{
    static const char *const names[] = {"x", "y", "z"};
    const double part[3] = {u.x, u.y, u.z};
    for (int k = 0; k < 3; k++)
        if (fabs(part[k]) > 1 - 1e-12)
            return names[k];
    return space ? tml_arena_format(arena, "(%.3g, %.3g, %.3g)", u.x, u.y, u.z)
                 : tml_arena_format(arena, "(%.3g, %.3g)", u.x, u.y);
}

/* "slide along x" */
static const char *motion_name(const tml_task *task, const tml_massless_motion *m)
{
    const char *axis = axis_name(m->axis, task->system->space, task->arena);
    return !m->rotates           ? tml_arena_format(task->arena, "slide along %s", axis)
           : task->system->space ? tml_arena_format(task->arena, "rotate about its own %s", axis)
                                 : "rotate";
}

void tml_failure_warn_hold(const tml_task *task, tml_massless_stability stability)
{
    if (!stability.known || !stability.unstable)
        return;
    const tml_mass *body = &task->system->masses[stability.motion.body];
    tml_log_raise(task->log, TML_W_MASSLESS_UNSTABLE, body->written->place,
                  "%s: body %s, which has no %s, is in unstable equilibrium: it would %s as soon as it is disturbed; "
                  "place it where its springs hold it",
                  task->element->kind, body->name, body->mass > 0 ? "inertia" : "mass",
                  motion_name(task, &stability.motion));
}

void tml_failure_note_hold(const tml_task *task, tml_massless_stability stability)
{
    if (!stability.known || !(stability.min_stiffness < WEAK_STIFFNESS))
        return;
    const tml_mass *body = &task->system->masses[stability.motion.body];
    tml_log_raise(task->log, TML_N_MASSLESS_ENDS, body->written->place,
                  "there the springs on body %s, which has no %s, no longer hold it where it could %s: it would jump "
                  "to another equilibrium; give it %s, or a damper, to follow that motion",
                  body->name, body->mass > 0 ? "inertia" : "mass", motion_name(task, &stability.motion),
                  body->mass > 0 ? "an inertia" : "a mass");
}

void tml_failure_massless(const tml_task *task, tml_massless *massless)
{
    const tml_massless_motion m = tml_massless_find_motion(massless);
    const tml_mass *body = &task->system->masses[m.body];
    const char *can = motion_name(task, &m);
    if (m.unresisted)
        tml_log_raise(task->log, TML_E_SINGULAR_EQUATIONS, body->written->place,
                      "%s: body %s can %s: no %s, spring, damper or joint resists it here", task->element->kind,
                      body->name, can, m.rotates ? "inertia" : "mass");
    else
        tml_log_raise(task->log, TML_E_SINGULAR_EQUATIONS, body->written->place,
                      "%s: no position was found in which the springs and dampers on body %s, which has no %s, are in "
                      "equilibrium",
                      task->element->kind, body->name, body->mass > 0 ? "inertia" : "mass");
    report_missing_inertia(task);
}

/* ---- positions ---- */

/* How independent the most dependent constraint is of the others, and which one it is. */
static double smallest_independence(const tml_workspace *work, int rank, int *row, tml_arena *arena)
{
    const tml_system *s = work->system;
    const size_t m = (size_t)s->rigid_row_count, n = (size_t)s->nv, nvb = (size_t)s->nvb;
    tml_orthogonal o = {.Q = TML_NEW_ARRAY(arena, double, m *n), .L = TML_NEW_ARRAY(arena, double, m *m)};
    o.order = TML_NEW_ARRAY(arena, int, m);
    o.size = TML_NEW_ARRAY(arena, double, 2 * m);
    for (size_t i = 0; i < m; i++)
        for (int k = 0; k < s->rows[i].block_count; k++) {
            const size_t block = (size_t)s->rows[i].first_block + (size_t)k;
            memcpy(o.Q + i * n + (size_t)(s->blocks[block].body - 1) * nvb, work->G + block * nvb,
                   nvb * sizeof(double));
        }
    tml_orthogonal_factor(&o, s->rigid_row_count, s->nv, 1e-12);
    if (o.rank < rank) {
        *row = o.order[o.rank];
        return 0;
    }
    *row = rank > 0 ? o.order[rank - 1] : 0;
    return rank > 0 ? o.L[(size_t)(rank - 1) * m + (size_t)(rank - 1)] / o.size[rank - 1] : 1;
}

void tml_failure_position(const tml_task *task, tml_workspace *work, int rank, double t, const double *q,
                          const double *v)
{
    const tml_system *s = task->system;
    int row;
    tml_workspace_set_state(work, t, q, v);
    tml_workspace_measure(work, 0, s->measure_count);
    tml_workspace_constraints(work, s->rigid_row_count);
    if (s->rigid_row_count && s->nv <= 2000 && smallest_independence(work, rank, &row, task->arena) < NEARLY_SINGULAR)
        tml_log_raise(task->log, TML_N_SINGULAR_DIRECTION, TML_NOWHERE,
                      "there %s is nearly dependent on the other constraints: a dead point, or the mechanism "
                      "locks",
                      tml_row_name(s, row, task->arena));
    for (int i = 0; i < s->joint_count && s->joint_count <= FEW_JOINTS; i++) {
        const tml_joint *j = &s->joints[i];
        for (int k = j->first_coordinate; k < j->first_coordinate + j->coordinate_count; k++)
            if (s->coordinates[k].term.measure >= 0)
                tml_log_raise(task->log, TML_N_POSITION_THERE, TML_NOWHERE, "%s.%s = %.6g %s there", j->name,
                              s->coordinates[k].name,
                              s->coordinates[k].term.coefficient * work->value[s->coordinates[k].term.measure],
                              tml_unit_of_motion(s->coordinates[k].is_rotation, 0));
    }
}

/* A line, polyline or open spline of a contact, whose free side depends on the order of its points; NULL: it has none. */
static const tml_body_surface *open_curve_of(const tml_system *s, int interaction)
{
    for (int i = 0; i < s->contact_count; i++) {
        const tml_contact *c = &s->contacts[i];
        for (int k = 0; c->normal == interaction && k < 2; k++) {
            const tml_body_surface *surface = k ? c->second : c->first;
            if (surface->class->plane && surface->point_count > 1 && !surface->closed)
                return surface;
        }
    }
    return NULL;
}

void tml_failure_overlap(const tml_task *task, int interaction, double gap)
{
    const tml_interaction *is = &task->system->interactions[interaction];
    const tml_body_surface *curve = open_curve_of(task->system, interaction);
    const char *unit = tml_terms_turn(task->system, &is->along[0]) ? "rad" : "m";
    const tml_joint *joint = is->joint >= 0 ? &task->system->joints[is->joint] : NULL;
    if (joint && joint->class->connects == TML_CONNECT_EXPRESSION)
        tml_log_raise(task->log, TML_E_OVERLAP, is->place,
                      "%s: %s: the condition is not met at the start, by %.6g %s; start it where it holds",
                      task->element->kind, is->name, -gap, unit);
    else if (joint && (joint->has_flanks || joint->path))
        tml_log_raise(task->log, TML_E_OVERLAP, is->place, "%s: %s: the %s by %.6g m at the start; start it %s",
                      task->element->kind, is->name,
                      joint->path ? "way of the cable is longer than the cable" : "flanks of the teeth overlap", -gap,
                      joint->path ? "with the bodies nearer to each other, or give it another length"
                                  : "within the backlash, which lies on both sides of where the wheels are drawn");
    else if (is->joint >= 0)
        tml_log_raise(task->log, TML_E_OVERLAP, is->place,
                      "%s: %s: the coordinate is beyond its limit by %.6g %s at the start; start it within its limits",
                      task->element->kind, is->name, -gap, unit);
    else if (task->system->measures[is->term[0].measure].kind != TML_GAP)
        tml_log_raise(task->log, TML_E_OVERLAP, is->place,
                      "%s: %s: it is beyond the end of its stroke by %.6g %s at the start; start it within, or give it "
                      "another stroke",
                      task->element->kind, is->name, -gap, unit);
    else
        tml_log_raise(task->log, TML_E_OVERLAP, is->place,
                      "%s: %s: the bodies overlap by %.6g %s at the start; place them apart, or in touch%s",
                      task->element->kind, is->name, -gap, unit,
                      curve ? tml_arena_format(task->arena,
                                               "; the free side of %s is on the left of the way along its points: in "
                                               "reverse order it is the other",
                                               curve->name)
                            : "");
}

void tml_failure_no_forces(const tml_task *task, const char *names)
{
    tml_log_raise(task->log, TML_E_NO_FORCES, task->element->place,
                  "%s: no forces of contact and friction were found here%s%s%s: friction may press what it holds ever "
                  "harder, or too many places touch at once; with less friction, or a compliant contact, there are",
                  task->element->kind, *names ? " (" : "", names, *names ? ")" : "");
}

void tml_failure_several_forces(const tml_task *task, const char *names)
{
    tml_log_raise(
        task->log, TML_E_SEVERAL_FORCES, task->element->place,
        "%s: several forces of contact and friction are possible here (%s), and rigid bodies do not tell which "
        "occur (Painlevé's paradox); with less friction, or a compliant contact, there is one",
        task->element->kind, names);
}

void tml_failure_rigid_contact(const tml_task *task, const char *name, tml_place place, const char *why)
{
    tml_log_raise(task->log, TML_E_RIGID_CONTACT, place,
                  "%s: contact %s is rigid: %s; give it a law, as law: hunt_crossley, stiffness: 1e8",
                  task->element->kind, name, why);
}

bool tml_failure_refuse_contacts(const tml_task *task)
{
    const tml_system *s = task->system;
    const tml_analysis_class *class = tml_analysis_find(task->element->kind);
    if (class->compliant && s->contact_set_count) {
        tml_failure_rigid_contact(task, s->contact_sets[0].name, s->contact_sets[0].place,
                                  "among so many surfaces only dynamics finds which press on each other");
        return true;
    }
    return false;
}
