/* compile_event.c - events: where an expression crosses zero, and what happens then.
 *
 * name: expression     name: condition     name: {when: expression, direction: rising, do: {set: {...}, ...}}     do: [{...}, {...}]
 * Those of the model come first, then those of the analysis, each list in the order written. An event without `do` stops.
 */
#include "model/channel_name.h"
#include "model/check.h"
#include "model/scope.h"
#include "model/switches.h"
#include "system/compile/builder.h"
#include <string.h>

typedef void visitor(tml_builder *b, const char *name, const tml_node *event);

/* A map of events, or a list of such maps. */
static void visit(tml_builder *b, const tml_node *node, visitor *take)
{
    for (int i = 0; node && node->kind != TML_NODE_SCALAR && i < node->count; i++)
        if (node->kind == TML_NODE_MAP)
            take(b, node->keys[i]->text, node->items[i]);
        else
            visit(b, node->items[i], take);
}

static void visit_all(tml_builder *b, const tml_element *analysis, visitor *take)
{
    if (analysis->has_events)
        visit(b, b->r->model->events, take);
    visit(b, analysis->node ? tml_node_find(analysis->node, "events") : NULL, take);
}

/* ---- parameters ---- */

static void vary(tml_builder *b, const tml_node *action)
{
    const tml_node *set = action->kind == TML_NODE_MAP ? tml_node_find(action, "set") : NULL;
    for (int i = 0; set && set->kind == TML_NODE_MAP && i < set->count; i++) {
        int number;
        const int parameter = tml_scope_parameter(b->r->model, set->keys[i]->text, set->keys[i]->place.use, &number);
        if (parameter >= 0)
            tml_resolved_vary(b->r, b->r->model->parameters[parameter].name);
    }
}

static void vary_parameters(tml_builder *b, const char *name, const tml_node *event)
{
    (void)name;
    const tml_node *actions = event->kind == TML_NODE_MAP ? tml_node_find(event, "do") : NULL;
    if (actions && actions->kind == TML_NODE_MAP)
        vary(b, actions);
    for (int i = 0; actions && actions->kind == TML_NODE_LIST && i < actions->count; i++)
        vary(b, actions->items[i]);
}

void tml_builder_vary_parameters(tml_builder *b, const tml_element *analysis)
{
    visit_all(b, analysis, vary_parameters);
}

/* ---- actions ---- */

static void add_assignment(tml_builder *b, tml_assignment a)
{
    if (!a.value)
        return;
    TML_GROW(b->arena, b->s->assignments, b->s->assignment_count, b->assignment_capacity);
    b->s->assignments[b->s->assignment_count++] = a;
}

static const tml_expression *value_of(tml_builder *b, const tml_node *node, const char *what, bool typed,
                                      tml_dimension dimension)
{
    const tml_tree *tree = tml_tree_parse(b->home, node->text, node->place, b->log);
    return tree ? tml_builder_compile(b, tree, &b->scope, (tml_expectation){what, typed, dimension}) : NULL;
}

static tml_dimension dimension_of(const char *unit)
{
    return tml_unit_named(unit).dimension;
}

/* A parameter varies only in expressions that are evaluated during the motion. */
static void set_parameter(tml_builder *b, const tml_node *key, const tml_node *value, int parameter, const char *what)
{
    const tml_resolved *r = b->r;
    add_assignment(b, (tml_assignment){.what = TML_SET_PARAMETER,
                                       .name = key->text,
                                       .place = key->place,
                                       .index = tml_builder_parameter(b, parameter),
                                       .value = value_of(b, value, what, r->parameter_typed[parameter],
                                                         r->parameter_dimensions[parameter])});
}

static void set_state(tml_builder *b, const tml_node *key, const tml_node *value, int state, const char *what)
{
    const char *unit = b->s->states[state].unit;
    add_assignment(b, (tml_assignment){.what = TML_SET_STATE,
                                       .name = key->text,
                                       .place = key->place,
                                       .index = state,
                                       .value = value_of(b, value, what, unit[0] != 0, dimension_of(unit))});
}

static void refuse_position(tml_builder *b, const tml_node *key, const char *what)
{
    tml_log_raise(b->log, TML_E_SETS_POSITION, key->place,
                  "%s: a position cannot jump; an event sets speeds, states and parameters", what);
}

static void set_value(tml_builder *b, const tml_node *key, const tml_node *value, const char *event)
{
    const tml_model *model = b->r->model;
    const char *what = tml_arena_format(b->arena, "event %s: set %s", event, key->text);
    int number;
    const int parameter = tml_scope_parameter(model, key->text, key->place.use, &number),
              state = tml_scope_find(&model->state_names, key->text, key->place.use);
    tml_term term;
    bool rate;
    tml_dimension dimension;
    if (parameter >= 0)
        set_parameter(b, key, value, parameter, what);
    else if (state >= 0)
        set_state(b, key, value, state, what);
    else if (!tml_builder_channel(b, key->text, key->place.use, &term, &rate, &dimension)) {
        tml_channel_refuse(b->r, what, key->text, key->place, b->arena);
        value_of(b, value, what, false, (tml_dimension){0});
    } else if (!rate)
        refuse_position(b, key, what);
    else
        add_assignment(b, (tml_assignment){.what = TML_SET_SPEED,
                                           .name = key->text,
                                           .place = key->place,
                                           .along = tml_builder_terms(b, &term, 1),
                                           .value = value_of(b, value, what, true, dimension)});
}

/* Along a position channel: a component of a point, the coordinate of a joint. */
static void add_impulse(tml_builder *b, const char *channel, tml_place place, const tml_node *value, const char *event)
{
    const char *what = tml_arena_format(b->arena, "event %s: impulse %s", event, channel);
    tml_term term;
    bool rate;
    tml_dimension dimension;
    if (!tml_builder_channel(b, channel, place.use, &term, &rate, &dimension) || rate) {
        tml_channel_refuse(b->r, what, channel, place, b->arena);
        return;
    }
    const char *unit = b->s->measures[term.measure].is_rotation ? "N*m*s" : "N*s";
    add_assignment(b, (tml_assignment){.what = TML_SET_IMPULSE,
                                       .name = tml_arena_text(b->home, channel, strlen(channel)),
                                       .place = place,
                                       .along = tml_builder_terms(b, &term, 1),
                                       .value = value_of(b, value, what, true, dimension_of(unit))});
}

static void impulse(tml_builder *b, const tml_node *node, const char *event)
{
    static const char *const axes[] = {"x", "y", "z"};
    const tml_node *at = tml_node_find(node, "at"), *value = tml_node_find(node, "value");
    for (int i = 0; !at && i < node->count; i++)
        add_impulse(b, node->keys[i]->text, node->keys[i]->place, node->items[i], event);
    tml_anchor anchor;
    if (at &&
        !tml_resolved_anchor(b->r, at, NULL, NULL, tml_arena_format(b->arena, "event %s: impulse", event), &anchor))
        return;
    for (int i = 0; at && value && i < value->count && i < (b->s->space ? 3 : 2); i++)
        add_impulse(b, tml_arena_dotted(b->arena, at->text, axes[i]), at->place, value->items[i], event);
}

static void switch_one(tml_builder *b, const tml_node *key, const tml_node *value)
{
    const int force = tml_model_force(b->r->model, key), driver = tml_model_driver(b->r->model, key);
    if (force < 0 && driver < 0)
        return; /* reported by tml_switches_check */
    TML_GROW(b->arena, b->s->assignments, b->s->assignment_count, b->assignment_capacity);
    b->s->assignments[b->s->assignment_count++] = (tml_assignment){.what = force >= 0 ? TML_SET_FORCE : TML_SET_DRIVER,
                                                                   .name = key->text,
                                                                   .place = key->place,
                                                                   .index = force >= 0 ? force : driver,
                                                                   .on = tml_switch_is(value, true)};
}

static void add_action(tml_builder *b, tml_event *event, tml_action action)
{
    TML_GROW(b->arena, b->s->actions, b->s->action_count, b->action_capacity);
    b->s->actions[b->s->action_count++] = action;
    event->action_count++;
    event->acts |= action.what != TML_DO_STOP;
    event->counts |= action.what == TML_DO_COUNT;
    event->stop |= action.what == TML_DO_STOP;
}

/* In the order of the descriptors. */
static void add_actions(tml_builder *b, tml_event *event, const tml_node *map)
{
    const tml_node *set = tml_node_find(map, "set"), *push = tml_node_find(map, "impulse"),
                   *switches = tml_node_find(map, "switch");
    int first = b->s->assignment_count;
    for (int i = 0; set && i < set->count; i++)
        set_value(b, set->keys[i], set->items[i], event->name);
    if (set)
        add_action(b, event, (tml_action){TML_DO_SET, first, b->s->assignment_count - first});
    first = b->s->assignment_count;
    if (push) {
        impulse(b, push, event->name);
        add_action(b, event, (tml_action){TML_DO_IMPULSE, first, b->s->assignment_count - first});
    }
    first = b->s->assignment_count;
    if (switches) {
        const tml_checker checker = {.arena = b->arena, .log = b->log, .space = b->s->space};
        tml_switches_check(&checker, b->r->model, tml_arena_format(b->arena, "event %s", event->name), switches);
        for (int i = 0; i < switches->count; i++)
            switch_one(b, switches->keys[i], switches->items[i]);
        add_action(b, event, (tml_action){TML_DO_SWITCH, first, b->s->assignment_count - first});
    }
    if (tml_node_find(map, "count") && tml_node_is(tml_node_find(map, "count"), "true"))
        add_action(b, event, (tml_action){.what = TML_DO_COUNT});
    if (tml_node_find(map, "stop") && tml_node_is(tml_node_find(map, "stop"), "true"))
        add_action(b, event, (tml_action){.what = TML_DO_STOP});
}

static int direction_of(const tml_node *node)
{
    if (!node)
        return 0;
    const bool rising = tml_node_is(node, "rising") || tml_node_is(node, "up");
    return rising ? 1 : tml_node_is(node, "falling") || tml_node_is(node, "down") ? -1 : 0;
}

/* What crosses zero where the event occurs. A condition occurs where it becomes true, unless a direction is `given`. */
static const tml_expression *function_of(tml_builder *b, const tml_node *when, const char *what, int *direction,
                                         bool given)
{
    const tml_tree *tree = tml_tree_parse(b->home, when->text, when->place, b->log);
    int becomes_true;
    if (!tree)
        return NULL;
    if (tml_tree_condition(b->home, &tree, &becomes_true))
        *direction = given ? *direction * becomes_true : becomes_true;
    return tml_builder_parsed(b, tree, when->place.use, NULL, what);
}

static void add_event(tml_builder *b, const char *name, const tml_node *node)
{
    const bool map = node->kind == TML_NODE_MAP;
    const tml_node *when = map ? tml_node_find(node, "when") : node, *actions = map ? tml_node_find(node, "do") : NULL,
                   *stop = map ? tml_node_find(node, "stop") : NULL;
    if (!when || when->kind != TML_NODE_SCALAR) {
        tml_log_raise(b->log, TML_E_NO_EXPRESSION, node->place, "event %s: needs an expression to watch", name);
        return;
    }
    tml_event event = {.name = name,
                       .place = node->place,
                       .direction = map ? direction_of(tml_node_find(node, "direction")) : 0,
                       .stop = stop ? tml_node_is(stop, "true") : !actions,
                       .first_action = b->s->action_count};
    b->results_allowed = true;
    event.when = function_of(b, when, tml_arena_format(b->arena, "event %s", name), &event.direction,
                             map && tml_node_find(node, "direction"));
    b->results_allowed = false;
    if (actions && actions->kind == TML_NODE_MAP)
        add_actions(b, &event, actions);
    for (int i = 0; actions && actions->kind == TML_NODE_LIST && i < actions->count; i++)
        add_actions(b, &event, actions->items[i]);
    if (!event.when)
        return;
    TML_GROW(b->arena, b->s->events, b->s->event_count, b->event_capacity);
    b->s->events[b->s->event_count++] = event;
}

static void refuse_constants(tml_builder *b)
{
    for (int i = 0; i < b->s->assignment_count; i++) {
        const tml_assignment *a = &b->s->assignments[i];
        if (a->what == TML_SET_PARAMETER && b->s->inputs[a->index].what == TML_INPUT_PARAMETER &&
            b->r->parameter_read[b->s->inputs[a->index].index])
            tml_log_raise(
                b->log, TML_E_SETS_CONSTANT, a->place,
                "an event cannot set parameter %s: it is also used as a constant; only the expressions of forces, "
                "states and events can change during a motion",
                a->name);
    }
}

void tml_builder_kink(tml_builder *b, const char *name, tml_place place, const tml_expression *when, bool stiff)
{
    if (!when)
        return;
    TML_GROW(b->arena, b->s->events, b->s->event_count, b->event_capacity);
    b->s->events[b->s->event_count++] =
        (tml_event){.name = name, .place = place, .when = when, .silent = true, .stiff = stiff};
}

void tml_builder_events(tml_builder *b, const tml_element *analysis)
{
    visit_all(b, analysis, add_event);
    if (analysis->has_events)
        tml_builder_contact_events(b);
    refuse_constants(b);
}
