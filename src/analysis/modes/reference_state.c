/* reference_state.c - the reference state of the linearization. */
#include "analysis/modes/reference_state.h"
#include "analysis/failure.h"
#include "dynamics/tangent/state_derivatives.h"
#include <math.h>
#include <string.h>

static const double MAX_UNBALANCED =
    1e-6; /* of the acting forces: with a larger residual it is neither an equilibrium nor steady */
static const double MAX_SPEED_AT_REST =
    1e-6; /* of the size, or rad, per characteristic time: slower counts as at rest */

/* The fastest coordinate of the bodies, or of the joints if nearly as fast; its name and speed. */
static double find_fastest(tml_task *task, const char **name, const char **unit)
{
    const tml_system *s = task->system;
    const double *v = task->state->v;
    tml_workspace *w = tml_workspace_make(s, task->arena);
    double max = 0, speed = 0;
    for (int j = 0; j < s->nv; j++) {
        const bool turns = j % s->nvb >= (s->space ? 3 : 2);
        if (fabs(v[j]) * (turns ? s->size : 1) > max * (1 + 1e-6)) {
            max = fabs(v[j]) * (turns ? s->size : 1), speed = v[j];
            *name = tml_arena_format(task->arena, "body %s", s->masses[j / s->nvb + 1].name);
            *unit = tml_unit_of_motion(turns, 1);
        }
    }
    double fast = 0.3 * max;
    tml_workspace_set_state(w, task->state->t, task->state->q, v);
    tml_workspace_measure(w, 0, s->measure_count);
    tml_workspace_forces(w);
    for (int i = 0; i < s->joint_count; i++)
        for (int k = s->joints[i].first_coordinate; k < s->joints[i].first_coordinate + s->joints[i].coordinate_count;
             k++) {
            const tml_joint_coordinate *f = &s->coordinates[k];
            const bool turns = f->is_rotation;
            const double rate = f->term.measure >= 0 ? f->term.coefficient * w->rate[f->term.measure] : 0;
            if (fabs(rate) * (turns ? s->size : 1) > fast * (1 + 1e-6)) {
                fast = fabs(rate) * (turns ? s->size : 1), speed = rate;
                *name = tml_arena_format(task->arena, "%s.%s", s->joints[i].name, f->name);
                *unit = tml_unit_of_motion(turns, 1);
            }
        }
    return max > MAX_SPEED_AT_REST * s->size * tml_natural_rate(w) ? speed : 0;
}

tml_status tml_about_find(tml_task *task, tml_about *about)
{
    const tml_field *field = tml_task_field(task, "about");
    const char *word = tml_element_choice(task->resolved, task->element, field);
    if (word) {
        *about = (tml_about)tml_word_index(field->choices, word); /* checked when the model was read */
        return TML_OK;
    }
    *about = task->state->held_count ? TML_ABOUT_STEADY : TML_ABOUT_EQUILIBRIUM;
    if (*about == TML_ABOUT_STEADY)
        return TML_OK;
    const char *name = "", *unit = "";
    const double speed = find_fastest(task, &name, &unit);
    if (speed == 0)
        return TML_OK;
    tml_log_raise(
        task->log, TML_E_MODES_MOVING, task->element->place,
        "modes: the mechanism is moving here (%s at %.4g %s); choose what to linearize about: `about: instant` takes "
        "the motion as it is now, `steady` a motion that stays as it is, `rest` this position with zero velocities",
        name, speed, unit);
    return TML_FAILED;
}

/* ---- unbalanced forces ---- */

/* The joint coordinate, or body coordinate, with the largest residual force: virtual work per unit of it. */
static const char *name_force(tml_task *task, tml_linear *l, double *force, const char **unit)
{
    const tml_system *s = l->system;
    const char *name = "a body";
    double max = 0;
    for (int k = 0; k < l->n; k++) {
        const tml_tree_coordinate *c = &l->coordinates.list[l->chosen[k]];
        double sum = 0;
        for (int j = 0; j < s->nv; j++)
            sum += l->S[(size_t)k * (size_t)s->nv + (size_t)j] * l->unbalanced[j];
        if (fabs(sum) / (c->is_rotation ? s->size : 1) > max) {
            max = fabs(sum) / (c->is_rotation ? s->size : 1);
            *force = sum;
            *unit = tml_unit_of_force(c->is_rotation);
            name = c->name;
        }
    }
    (void)task;
    return name;
}

static tml_status not_balanced(tml_task *task, tml_about about, double force, const char *unit, const char *along)
{
    if (about == TML_ABOUT_EQUILIBRIUM)
        tml_log_raise(task->log, TML_E_MODES_NOT_AT_REST, task->element->place,
                      "modes: the mechanism is not in equilibrium here: %.4g %s are not balanced along %s; find "
                      "a static equilibrium with `static` first, or use `about: instant`",
                      force, unit, along);
    else
        tml_log_raise(task->log, TML_E_MODES_NOT_STEADY, task->element->place,
                      "modes: the motion is not steady here: %.4g %s more would be needed along %s; find a steady "
                      "state with `steady` first, or use `about: instant`",
                      force, unit, along);
    return TML_FAILED;
}

/* Whether the residual force on each body is small beside the forces that act on it: a heavy body elsewhere hides nothing. */
static bool is_balanced(const tml_system *s, const double *residual, const double *acting, double rounding)
{
    for (int b = 0; b < s->nb - 1; b++) {
        double left = 0, size = 0;
        for (int j = b * s->nvb; j < (b + 1) * s->nvb; j++) {
            const double unit = tml_arm(s, j);
            left = fmax(left, fabs(residual[j]) / unit), size = fmax(size, acting[j] / unit);
        }
        if (!(left <= fmax(MAX_UNBALANCED * size, rounding)))
            return false;
    }
    return true;
}

tml_status tml_about_check_rest(tml_task *task, const double *residual, const double *acting, double rounding)
{
    const tml_system *s = task->system;
    int max = 0;
    if (is_balanced(s, residual, acting, rounding))
        return TML_OK;
    for (int j = 1; j < s->nv; j++)
        max = fabs(residual[j]) > fabs(residual[max]) ? j : max;
    const bool turns = max % s->nvb >= (s->space ? 3 : 2);
    return not_balanced(task, TML_ABOUT_EQUILIBRIUM, residual[max], tml_unit_of_force(turns),
                        tml_arena_format(task->arena, "body %s", s->masses[max / s->nvb + 1].name));
}

tml_status tml_about_not_finite(tml_task *task, const tml_workspace *work)
{
    tml_failure_cause cause;
    if (tml_failure_find_cause(work, &cause))
        tml_failure_report_cause(task, &cause, TML_ERROR);
    else
        tml_log_raise(task->log, TML_E_FORCE_NOT_FINITE, task->element->place,
                      "modes: a force, or its derivative, is not a number here");
    return TML_FAILED;
}

/* The states of the user's must rest too. */
static tml_status check_states(tml_task *task, tml_about about, const tml_linear *l)
{
    const tml_system *s = l->system;
    double *rate = TML_NEW_ARRAY(task->arena, double, 2 * s->state_count + 1), *scale = rate + s->state_count;
    tml_state_rates(l->work, rate, scale, l->gradient);
    for (int i = 0; i < s->state_count; i++)
        if (fabs(rate[i]) > MAX_UNBALANCED * scale[i]) {
            tml_log_raise(
                task->log, TML_E_MODES_NOT_AT_REST, task->element->place,
                "modes: state %s does not rest here: its rate is %.4g %s/s; find where it does with `%s` first, "
                "or use `about: instant`",
                s->states[i].name, rate[i], s->states[i].unit[0] ? s->states[i].unit : "1",
                about == TML_ABOUT_STEADY ? "steady" : "static");
            return TML_FAILED;
        }
    return TML_OK;
}

tml_linear_request tml_about_request(const tml_task *task, tml_about about, const tml_assembly *report)
{
    const tml_state *state = task->state;
    return (tml_linear_request){.about = about,
                                .t = state->t,
                                .q = state->q,
                                .v = state->v,
                                .unwrapped = state->unwrapped,
                                .states = state->states,
                                .rank = report->rank,
                                .held = state->held,
                                .held_count = about == TML_ABOUT_STEADY ? state->held_count : 0};
}

tml_status tml_about_linear(tml_task *task, tml_about about, const tml_assembly *report, const tml_ports *ports,
                            const char *held, bool undamped, tml_linear **linear)
{
    tml_linear_request request = tml_about_request(task, about, report);
    request.released = ports->released;
    request.released_count = ports->released_count;
    request.undamped = undamped;
    const tml_linear_outcome end = tml_linear_make(task->system, &request, task->arena, linear);
    tml_linear *l = *linear;
    const char *unit = "N";
    double force = 0;
    switch (end) {
    case TML_LINEAR_DONE:
        break;
    case TML_LINEAR_NO_DOF:
        tml_log_raise(task->log, TML_E_NOTHING_MOVES, task->element->place,
                      "modes: nothing can move besides the joints with prescribed speeds%s%s", held ? "; " : "",
                      held ? held : "");
        return TML_FAILED;
    case TML_LINEAR_NOT_FINITE:
        return tml_about_not_finite(task, l->work);
    case TML_LINEAR_NO_COORDINATES:
        tml_log_raise(task->log, TML_E_MODES_COORDINATES, task->element->place,
                      "modes: the joint coordinates do not distinguish all motions in this position");
        return TML_FAILED;
    case TML_LINEAR_NOT_UNIQUE:
        tml_log_raise(task->log, TML_E_MODES_MASSLESS, task->element->place,
                      "modes: the accelerations are not unique here: a body without mass is free to move");
        return TML_FAILED;
    case TML_LINEAR_PERIODIC:
        break;
    }
    if (about == TML_ABOUT_INSTANT)
        return TML_OK;
    const bool balanced = is_balanced(l->system, l->unbalanced, l->acting, l->rounding);
    if (balanced && end == TML_LINEAR_PERIODIC) {
        tml_log_raise(
            task->log, TML_E_MODES_PERIODIC, task->element->place,
            "modes: the linearized equations about this steady motion depend on time, also in axes that rotate "
            "with it: small motions have no eigenvalues; `about: instant` takes the equations as they are now");
        return TML_FAILED;
    }
    if (balanced)
        return check_states(task, about, l);
    const char *along = name_force(task, l, &force, &unit);
    return not_balanced(task, about, force, unit, along);
}

/* ---- text ---- */

void tml_about_facts(tml_task *task, tml_table *table, tml_about about, bool damping)
{
    const tml_system *s = task->system;
    const tml_state *state = task->state;
    const char *held = "";
    for (int i = 0; about == TML_ABOUT_STEADY && i < state->held_count; i++)
        for (int j = 0; j < s->joint_count; j++)
            if (state->held[i] >= s->joints[j].first_coordinate &&
                state->held[i] < s->joints[j].first_coordinate + s->joints[j].coordinate_count)
                held = tml_arena_format(task->arena, "%s%s %s held at %.6g %s", held, *held ? "," : ":",
                                        s->joints[j].name, state->speed[i],
                                        tml_unit_of_motion(s->coordinates[state->held[i]].is_rotation, 1));
    switch (about) {
    case TML_ABOUT_EQUILIBRIUM:
        tml_table_add_fact(table, "about", NAN, "a static equilibrium");
        break;
    case TML_ABOUT_STEADY:
        tml_table_add_fact(table, "about", NAN, "a steady state%s", held);
        break;
    case TML_ABOUT_INSTANT:
        tml_table_add_fact(table, "about", NAN, "the motion at t = %.6g s, taken as steady", state->t);
        break;
    }
    if (!damping)
        tml_table_add_fact(table, "damping", NAN, "left out: forces are taken as independent of velocities");
}
