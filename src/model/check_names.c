/* check_names.c - the names in varying expressions of a file that is wrong already, so that all its errors are reported at once.
 *
 * A file without errors is compiled, which looks every name up; one with errors is not. Here names are looked up by the descriptors
 * alone (channel_name.c). Where a name may belong to what could not be read, there is no message: its error was reported before.
 */
#include "model/channel_name.h"
#include "model/check.h"
#include "model/multiple_joint.h"
#include "model/outputs.h"
#include "model/scope.h"
#include "model/states.h"
#include "model/switches.h"
#include <stdio.h>
#include <string.h>

typedef struct {
    tml_resolved *r;
    const char *what;         /* for messages: `force drive: torque` */
    const tml_element *force; /* whose own channels may be named plainly; NULL */
    bool time_only;           /* of a driver */
    bool results, whole;      /* may name what follows from the equations of motion; energies too */
    int order;                /* of a driver: position, speed or acceleration */
    const tml_use *use;       /* of the text */
    int inputs;
} naming;

/* angle, displacement, speed: of the coordinate that a motor acts on */
static tml_channel_sort own_coordinate(const naming *n, const char *name)
{
    const tml_node *node = n->force->type_node;
    const bool speed = strcmp(name, "speed") == 0, angle = strcmp(name, "angle") == 0;
    if (n->force->force->acts != TML_ACTS_ON_JOINT || (!speed && !angle && strcmp(name, "displacement") != 0))
        return TML_NO_CHANNEL;
    if (speed)
        return TML_SPEED_CHANNEL;
    if (!node)
        return TML_DOUBTFUL_CHANNEL;
    bool is_rotation = false;
    if (tml_channel_find(n->r, node->text, node->place.use, &is_rotation) == TML_POSITION_CHANNEL)
        return is_rotation == angle ? TML_POSITION_CHANNEL : TML_NO_CHANNEL;
    return tml_channel_find(n->r, tml_arena_dotted(n->r->arena, node->text, name), node->place.use, &is_rotation);
}

/* Whether a plain name is one of the force's own. */
static tml_channel_sort own(const naming *n, const char *name)
{
    int k = -1, end = 0;
    bool is_rotation;
    if (!n->force || !n->force->force || strchr(name, '.'))
        return TML_NO_CHANNEL;
    if (sscanf(name, "v%d%n", &k, &end) == 1 && !name[end] && k >= 0 && (size_t)k < n->force->force->laws_count)
        return TML_SPEED_CHANNEL;
    for (size_t i = 0; i < n->force->force->laws_count; i++) {
        const tml_force_law_form *form = &n->force->force->laws[i];
        if (form->written && (n->r->model->space ? form->space : form->plane) && strcmp(form->position, name) == 0)
            return TML_POSITION_CHANNEL;
    }
    const tml_channel_sort sort = own_coordinate(n, name);
    return sort != TML_NO_CHANNEL
               ? sort
               : tml_channel_find(n->r, tml_arena_dotted(n->r->arena, n->force->name, name), NULL, &is_rotation);
}

/* A point: where it moves to is not of interest here, but with which body. */
static tml_meaning point(naming *n, const char *name, tml_place place)
{
    tml_meaning m = tml_point_look_up(n->r, name, place.use);
    if (m.kind == TML_NAME_CONSTANT && !n->time_only && tml_point_carrier(n->r, name, n->what, place) < 0)
        return (tml_meaning){.kind = TML_NAME_BAD};
    if (m.kind == TML_NAME_CONSTANT && !n->time_only)
        m = (tml_meaning){.kind = TML_NAME_INPUT, .input = ++n->inputs, .size = m.size};
    return m;
}

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    naming *n = context;
    const tml_meaning meaning = tml_resolved_look_up(n->r, name, place.use);
    bool is_rotation;
    if (meaning.kind != TML_NAME_UNKNOWN)
        return meaning;
    if (strcmp(name, "t") == 0)
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = 0};
    const bool plain = tml_name_is_state(n->r->model, name, place.use) ||
                       tml_scope_find(&n->r->model->output_names, name, place.use) >= 0;
    tml_channel_sort sort = plain ? TML_POSITION_CHANNEL : own(n, name);
    if (sort == TML_NO_CHANNEL)
        sort = tml_channel_find(n->r, name, place.use, &is_rotation);
    if (sort == TML_DOUBTFUL_CHANNEL || (sort == TML_NO_CHANNEL && n->r->model->lost_parameters && !strchr(name, '.')))
        return (tml_meaning){.kind = TML_NAME_BAD};
    if (sort != TML_NO_CHANNEL && n->time_only)
        tml_log_raise(n->r->log, TML_E_ONLY_TIME, place, "%s: may depend on time only, not on %s", n->what, name);
    else if (sort != TML_NO_CHANNEL)
        return (tml_meaning){.kind = TML_NAME_INPUT, .input = ++n->inputs};
    else if (!tml_point_find(n->r, name, place.use, &(int){0}, &(int){0}, &(int){0}) &&
             tml_multiple_joint_refuse(n->r, n->what, name, place))
        return (tml_meaning){.kind = TML_NAME_BAD};
    else if (n->results && !n->whole && tml_channel_is_whole(n->r->model, name))
        tml_channel_refuse_whole(n->r->log, n->what, name, place);
    else if (n->results && tml_channel_is_result(n->r->model, name, place.use)) {
        const char *unit = tml_channel_find_meaning(name).unit;
        return (tml_meaning){.kind = TML_NAME_INPUT,
                             .input = ++n->inputs,
                             .typed = *unit != 0,
                             .dimension = tml_unit_named(unit).dimension};
    } else if (tml_channel_is_result(n->r->model, name, place.use))
        tml_channel_refuse_result(n->r->log, n->what, name, place);
    else
        return point(n, name, place);
    return (tml_meaning){.kind = TML_NAME_BAD};
}

static const tml_tabulated *table(void *context, const char *name, tml_place place)
{
    return tml_resolved_table(((naming *)context)->r, name, place);
}

static const char *nearest(void *context, const char *name)
{
    const naming *n = context;
    return n->r->log->error_count > 100 ? NULL : tml_channel_nearest(n->r, name, n->use, n->r->arena);
}

/* What cannot be parsed was reported by the check before this one. */
static void check_text(naming *n, const char *text, tml_place place, const char *unit)
{
    const tml_tree *tree = tml_tree_parse(n->r->arena, text, place, NULL);
    n->use = place.use;
    const tml_scope scope = {n, look_up, table, nearest, .moves = n->time_only, .order = n->order};
    const tml_expectation expect = {
        .what = n->what, .typed = unit != NULL, .dimension = tml_unit_named(unit ? unit : "").dimension};
    if (tree)
        tml_expression_compile(n->r->arena, tree, &scope, expect, n->r->log);
}

static void check_node(naming *n, const tml_node *node, const char *unit)
{
    if (node->kind == TML_NODE_SCALAR)
        check_text(n, node->text, node->place, unit);
    for (int i = 0; node->kind == TML_NODE_LIST && i < node->count; i++)
        check_node(n, node->items[i], unit);
}

/* What a force with states acts along: what it is not known of, nothing is said. */
static tml_channel_along along_of(tml_resolved *r, const tml_element *e)
{
    const tml_node *node = e->type_node;
    if (!node || (e->force->acts != TML_ACTS_ON_JOINT && e->force->acts != TML_ACTS_ON_JOINT_OR_BODIES))
        return TML_ANY_COORDINATE;
    if (node->kind == TML_NODE_LIST)
        return TML_ROTATIONS;
    bool is_rotation = false;
    if (tml_channel_find(r, node->text, node->place.use, &is_rotation) == TML_POSITION_CHANNEL)
        return is_rotation ? TML_ROTATIONS : TML_TRANSLATIONS;
    static const char *const names[] = {[TML_TRANSLATIONS] = "displacement", [TML_ROTATIONS] = "angle"};
    for (tml_channel_along along = TML_TRANSLATIONS; along <= TML_ROTATIONS; along++)
        if (tml_channel_find(r, tml_arena_dotted(r->arena, node->text, names[along]), node->place.use, &is_rotation) ==
            TML_POSITION_CHANNEL)
            return along;
    return TML_ANY_COORDINATE;
}

static void check_force(tml_resolved *r, const tml_element *e)
{
    const char *what = tml_element_what(r->arena, e);
    const tml_channel_along along = along_of(r, e);
    for (size_t i = 0; i < e->force->fields_count; i++) {
        const tml_field *field = &e->force->fields[i];
        const tml_node *node = tml_element_field(e, field);
        naming n = {
            .r = r, .what = tml_arena_format(r->arena, "%s: %s", what, field->name), .force = e, .results = true};
        const bool either = e->force->acts == TML_ACTS_ON_JOINT && tml_node_find(e->node, "value");
        const char *unit = e->force->states ? tml_state_field_unit(e->force->states, field, along)
                           : either         ? NULL
                                            : field->unit;
        if (node && (field->type == TML_FIELD_VARYING || field->type == TML_FIELD_VARYING_VECTOR ||
                     (field->type == TML_FIELD_NUMBER && !field->unit && unit)))
            check_node(&n, node, unit);
    }
}

static void check_state(tml_resolved *r, const tml_state_element *e)
{
    for (size_t i = 0; i < e->class->fields_count && !e->force; i++) {
        const tml_field *field = &e->class->fields[i];
        const tml_node *node = tml_node_find(e->fields, field->name);
        naming n = {.r = r, .what = tml_arena_format(r->arena, "state %s: %s", e->name, field->name)};
        if (node && (field->type == TML_FIELD_VARYING || field->type == TML_FIELD_EXPRESSIONS))
            check_node(&n, node, field->unit);
    }
}

static void check_driver(tml_resolved *r, const tml_driver *d)
{
    bool is_rotation;
    naming n = {.r = r, .what = tml_arena_format(r->arena, "driver %s", d->name), .time_only = true};
    const char *speed = tml_channel_speed_of(d->channel.name, r->arena);
    const tml_channel_sort sort =
        tml_channel_find(r, speed ? speed : d->channel.name, d->channel.place.use, &is_rotation);
    if (sort == TML_NO_CHANNEL)
        tml_channel_refuse(r, n.what, d->channel.name, d->place, r->arena);
    const bool known = sort == TML_POSITION_CHANNEL || sort == TML_SPEED_CHANNEL;
    n.order = speed ? 2 : sort == TML_SPEED_CHANNEL;
    check_text(&n, d->channel.text, d->channel.place, known ? tml_unit_of_motion(is_rotation, n.order) : NULL);
}

/* Its number was read by the check before this one. */
static void check_start(tml_resolved *r, const tml_named_text *entry)
{
    bool is_rotation;
    if (tml_scope_find(&r->model->state_names, entry->name, entry->place.use) < 0 &&
        tml_channel_find(r, entry->name, entry->place.use, &is_rotation) == TML_NO_CHANNEL)
        tml_channel_refuse(r, "initial", entry->name, entry->place, r->arena);
}

/* ---- events ---- */

static void check_value(tml_resolved *r, const char *what, const tml_node *value)
{
    naming n = {.r = r, .what = what};
    check_node(&n, value, NULL);
}

static void check_channel(tml_resolved *r, const char *what, const char *channel, tml_place place)
{
    bool is_rotation;
    if (tml_channel_find(r, channel, place.use, &is_rotation) == TML_NO_CHANNEL)
        tml_channel_refuse(r, what, channel, place, r->arena);
}

static void check_set(tml_resolved *r, const char *event, const tml_node *key, const tml_node *value)
{
    const char *what = tml_arena_format(r->arena, "event %s: set %s", event, key->text);
    int number;
    if (tml_scope_parameter(r->model, key->text, key->place.use, &number) < 0 && !r->model->lost_parameters &&
        tml_scope_find(&r->model->state_names, key->text, key->place.use) < 0)
        check_channel(r, what, key->text, key->place);
    check_value(r, what, value);
}

static void check_impulse(tml_resolved *r, const char *event, const tml_node *map)
{
    const tml_node *at = tml_node_find(map, "at"), *value = tml_node_find(map, "value");
    const char *what = tml_arena_format(r->arena, "event %s: impulse", event);
    tml_anchor anchor;
    if (at && at->kind == TML_NODE_SCALAR)
        tml_resolved_anchor(r, at, NULL, NULL, what, &anchor);
    if (at && value)
        check_value(r, what, value);
    for (int i = 0; !at && i < map->count; i++) {
        check_channel(r, what, map->keys[i]->text, map->keys[i]->place);
        check_value(r, what, map->items[i]);
    }
}

static void check_action(tml_resolved *r, const char *event, const tml_node *map)
{
    const tml_checker checker = {.arena = r->arena, .log = r->log, .space = r->model->space};
    const bool is_map = map->kind == TML_NODE_MAP;
    const tml_node *set = is_map ? tml_node_find(map, "set") : NULL,
                   *push = is_map ? tml_node_find(map, "impulse") : NULL;
    for (int i = 0; set && set->kind == TML_NODE_MAP && i < set->count; i++)
        check_set(r, event, set->keys[i], set->items[i]);
    if (push && push->kind == TML_NODE_MAP)
        check_impulse(r, event, push);
    if (is_map)
        tml_switches_check(&checker, r->model, tml_arena_format(r->arena, "event %s", event),
                           tml_node_find(map, "switch"));
}

static void check_event(tml_resolved *r, const char *name, const tml_node *event)
{
    const bool is_map = event->kind == TML_NODE_MAP;
    const tml_node *when = is_map ? tml_node_find(event, "when") : event,
                   *actions = is_map ? tml_node_find(event, "do") : NULL;
    naming n = {.r = r, .what = tml_arena_format(r->arena, "event %s", name), .results = true};
    if (when)
        check_node(&n, when, NULL);
    if (actions && actions->kind == TML_NODE_MAP)
        check_action(r, name, actions);
    for (int i = 0; actions && actions->kind == TML_NODE_LIST && i < actions->count; i++)
        check_action(r, name, actions->items[i]);
}

static void check_events(tml_resolved *r, const tml_node *events)
{
    for (int i = 0; events && events->kind != TML_NODE_SCALAR && i < events->count; i++)
        if (events->kind == TML_NODE_LIST)
            check_events(r, events->items[i]);
        else
            check_event(r, events->keys[i]->text, events->items[i]);
}

/* The points of requests were looked up when they were resolved. */
static void check_output(tml_resolved *r, const tml_output_element *output)
{
    naming n = {.r = r, .what = tml_output_what(r->arena, output), .results = true, .whole = true};
    if (!output->request)
        check_text(&n, output->text, output->text_place, NULL);
}

void tml_names_check(tml_resolved *r)
{
    const tml_model *m = r->model;
    for (int i = 0; i < m->force_count; i++)
        if (m->forces[i].force)
            check_force(r, &m->forces[i]);
    for (int i = 0; i < m->state_count; i++)
        check_state(r, &m->states[i]);
    for (int i = 0; i < m->driver_count; i++)
        check_driver(r, &m->drivers[i]);
    for (int i = 0; i < m->initial_count; i++)
        check_start(r, &m->initial[i]);
    for (int i = 0; i < m->output_count; i++)
        check_output(r, &m->outputs[i]);
    check_events(r, m->events);
    for (int i = 0; i < m->analysis_count; i++)
        check_events(r, m->analyses[i].node ? tml_node_find(m->analyses[i].node, "events") : NULL);
}
