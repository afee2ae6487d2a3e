/* section.c - the sections of a model file: names and places of the entries in each, checked as far as goes without
 * numbers. */
#include "model/backdrop.h"
#include "model/check.h"
#include "model/expand.h"
#include "model/multiple_joint.h"
#include "model/outputs.h"
#include "model/sketch.h"
#include "model/states.h"
#include "model/studies.h"
#include "model/switches.h"
#include <string.h>

static const tml_node nothing = {.kind = TML_NODE_MAP, .text = ""};

/* The map of a section; an empty one when it is absent, empty or wrong (which is reported). */
static const tml_node *map_of(const tml_checker *c, const tml_model *model, const char *section, bool *lost)
{
    const tml_node *node = tml_node_find(model->sections, section);
    if (!node || (node->kind == TML_NODE_SCALAR && !node->text[0]))
        return &nothing;
    if (node->kind == TML_NODE_MAP)
        return node;
    tml_log_raise(c->log, TML_E_NOT_A_MAP, node->place, "\"%s\" must be a map from names to what they mean%s", section,
                  node->kind == TML_NODE_LIST
                      ? ", {NAME: ..., NAME: ...}; this is a list: leave the dashes or brackets out"
                      : "");
    *lost = true;
    return &nothing;
}

/* ---- the head of the file ---- */

static void check_version(const tml_checker *c, const tml_model *model)
{
    const tml_node *version = tml_node_find(model->root, "trammel");
    if (version && !tml_node_is(version, "1"))
        tml_log_raise(c->log, TML_E_FORMAT_VERSION, version->place,
                      "version %s of the format is not known; this program reads \"trammel: 1\"",
                      version->kind == TML_NODE_SCALAR ? version->text : "?");
}

/* The units of what is shown: without effect on any number. */
static void read_display(const tml_checker *c, tml_model *model)
{
    const tml_field_list fields = {tml_display_fields, tml_display_fields_count};
    const tml_node *display = tml_node_find(model->root, "display");
    if (display && tml_fields_check(c, "display", display, &fields, 1, NULL))
        model->display = display;
}

/* What result files keep. */
static void read_output(const tml_checker *c, tml_model *model)
{
    const tml_field_list fields = {tml_output_file_fields, tml_output_file_fields_count};
    const tml_node *output = tml_node_find(model->root, "output");
    if (output && tml_fields_check(c, "output", output, &fields, 1, NULL))
        model->kept_channels = tml_node_find(output, "channels");
}

/* ---- named texts: parameters, initial values ---- */

static bool check_text(const tml_checker *c, const char *what, const tml_node *key, const tml_node *value)
{
    if (value->kind == TML_NODE_SCALAR && value->text[0])
        return true;
    tml_log_raise(c->log, TML_E_WRONG_TYPE, value->place, "%s %s must be a number", what, key->text);
    return false;
}

static void read_parameters(const tml_checker *c, tml_model *model)
{
    const tml_node *map = map_of(c, model, "parameters", &model->lost_parameters);
    model->parameters = TML_NEW_ARRAY(c->arena, tml_named_text, map->count);
    model->parameter_keys = TML_NEW_ARRAY(c->arena, const tml_node *, map->count);
    model->parameter_names.arena = c->arena;
    for (int i = 0; i < map->count; i++) {
        const tml_node *key = map->keys[i], *value = map->items[i];
        if (!tml_name_check(c, "parameter", key)) {
            tml_names_add(&model->refused, key->text, 0);
            continue;
        }
        if (strcmp(key->text, "t") == 0 || strcmp(key->text, "pi") == 0) {
            tml_log_raise(c->log, TML_E_RESERVED_NAME, key->place, "parameter \"%s\": this name is reserved",
                          key->text);
            continue;
        }
        const char *text = check_text(c, "parameter", key, value) ? value->text : NULL;
        tml_names_add(&model->parameter_names, key->text, model->parameter_count);
        model->parameter_keys[model->parameter_count] = key;
        model->parameters[model->parameter_count++] = (tml_named_text){key->text, text, value->place};
    }
}

static void read_initial(const tml_checker *c, tml_model *model)
{
    bool lost;
    const tml_node *map = map_of(c, model, "initial", &lost);
    tml_named_text *initial = TML_NEW_ARRAY(c->arena, tml_named_text, map->count);
    for (int i = 0; i < map->count; i++)
        if (check_text(c, "initial", map->keys[i], map->items[i]))
            initial[model->initial_count++] =
                (tml_named_text){map->keys[i]->text, map->items[i]->text, map->items[i]->place};
    model->initial = initial;
}

/* ---- elements ---- */

/* Adds a name to the one set of names; index is its position in it. */
static void add_name(const tml_checker *c, tml_model *model, const char *what, const tml_node *key, int index)
{
    if (!tml_name_check(c, what, key)) {
        tml_names_add(&model->refused, key->text, 0);
        return;
    }
    if (tml_names_add(&model->names, key->text, index))
        return;
    tml_log_raise(c->log, TML_E_NAME_TAKEN, key->place,
                  "%s \"%s\": the name is taken; bodies, joints, forces, drivers, states, outputs and events share one "
                  "set of names",
                  what, key->text);
}

static void check_body(const tml_checker *c, tml_element *body)
{
    const char *other = c->space ? "angle" : "orientation", *own = c->space ? "orientation" : "angle";
    const tml_field_list fields = {tml_body_fields, tml_body_fields_count};
    const char *what = tml_element_what(c->arena, body);
    const tml_node *node = body->node;
    if (node->kind == TML_NODE_SCALAR && !node->text[0]) {
        body->node = NULL;
        return;
    }
    for (int i = 0; i < node->count && node->kind == TML_NODE_MAP; i++) {
        const char *key = node->keys[i]->text;
        if (strcmp(body->name, "ground") == 0 && strcmp(key, "points") != 0 && strcmp(key, "shape") != 0 &&
            strcmp(key, "shapes") != 0 && strcmp(key, "surfaces") != 0 &&
            tml_field_find(tml_body_fields, tml_body_fields_count, key))
            tml_log_raise(c->log, TML_E_NO_MEANING, node->keys[i]->place, "%s: \"%s\" has no effect on the ground",
                          what, key);
        else if (strcmp(key, other) == 0)
            tml_log_raise(c->log, TML_E_PLANE_OR_SPACE, node->keys[i]->place,
                          "%s: \"%s\" is for models in %s; use \"%s\"", what, key, c->space ? "the plane" : "space",
                          own);
        else
            continue;
        node->keys[i] = &tml_struck_key;
    }
    body->broken = !tml_fields_check(c, what, node, &fields, 1, NULL);
    if (body->broken && node->kind != TML_NODE_MAP)
        body->node = NULL;
}

static void read_bodies(const tml_checker *c, tml_model *model)
{
    const tml_node *map = map_of(c, model, "bodies", &model->lost_names);
    tml_element *bodies = TML_NEW_ARRAY(c->arena, tml_element, map->count + 1);
    model->names.arena = c->arena;
    bodies[0] = (tml_element){.name = "ground", .place = {.file = model->file}};
    tml_names_add(&model->names, "ground", 0);
    model->body_count = 1;
    for (int i = 0; i < map->count; i++) {
        const tml_node *key = map->keys[i];
        const bool is_ground = strcmp(key->text, "ground") == 0;
        tml_element *body = &bodies[is_ground ? 0 : model->body_count];
        *body = (tml_element){.name = key->text, .place = key->place, .node = map->items[i]};
        if (!is_ground)
            add_name(c, model, "body", key, model->body_count++);
        check_body(c, body);
    }
    model->bodies = bodies;
}

typedef struct {
    tml_element *items;
    int count, capacity;
} element_list;

static void add_element(const tml_checker *c, element_list *list, const tml_element *e)
{
    TML_GROW(c->arena, list->items, list->count, list->capacity);
    list->items[list->count++] = *e;
}

/* The joints of one that joins several bodies. False: a body is named twice, which was reported. */
static bool add_multiple(const tml_checker *c, tml_model *model, element_list *list, const tml_element *e,
                         const tml_node *key)
{
    const tml_element *joints = tml_multiple_joint_split(c, model, e, key, list->count);
    for (int i = 0; joints && i < e->type_node->count - 1; i++) {
        tml_names_add(&model->names, joints[i].name, model->body_count + list->count);
        add_element(c, list, &joints[i]);
    }
    return joints;
}

static int read_elements(const tml_checker *c, tml_model *model, const char *section, bool is_joint, int first,
                         const tml_element **elements)
{
    const tml_node *map = map_of(c, model, section, &model->lost_names);
    element_list list = {0};
    for (int i = 0; i < map->count; i++) {
        tml_element e = {.name = map->keys[i]->text, .place = map->keys[i]->place, .node = map->items[i]};
        const size_t errors = c->log->error_count;
        tml_element_read(c, &e, is_joint);
        e.broken = c->log->error_count > errors;
        if (is_joint && tml_joint_is_multiple(&e)) {
            if (add_multiple(c, model, &list, &e, map->keys[i]))
                continue;
            e.broken = true;
            e.joint = NULL; /* nothing is said of its joints */
        }
        add_name(c, model, is_joint ? "joint" : "force", map->keys[i], first + list.count);
        add_element(c, &list, &e);
    }
    *elements = list.items;
    return list.count;
}

/* Names of joints of several bodies: those of nothing else, though nothing is called so alone. */
static void add_multiple_names(const tml_checker *c, tml_model *model)
{
    for (int i = 0; i < model->multiple_joint_count; i++)
        add_name(c, model, "joint", model->multiple_joints[i]->key, model->name_count++);
}

static void read_drivers(const tml_checker *c, tml_model *model, int first)
{
    const tml_node *map = map_of(c, model, "drivers", &model->lost_names);
    tml_driver *drivers = TML_NEW_ARRAY(c->arena, tml_driver, map->count);
    for (int i = 0; i < map->count; i++) {
        const tml_node *key = map->keys[i], *value = map->items[i];
        if (strchr(key->text, '.') && value->kind == TML_NODE_SCALAR && value->text[0]) {
            tml_log_raise(c->log, TML_E_NOT_A_DRIVER, key->place,
                          "driver \"%s\": a driver has a name of its own; write \"drive: {%s: %s}\"", key->text,
                          key->text, value->text);
            continue;
        }
        add_name(c, model, "driver", key, first + model->driver_count);
        int at = -1, others = 0;
        const tml_node *on = value->kind == TML_NODE_MAP ? tml_node_find(value, "on") : NULL;
        for (int k = 0; value->kind == TML_NODE_MAP && k < value->count; k++)
            if (value->items[k] != on)
                at = k, others++;
        if (others != 1 || value->items[at]->kind != TML_NODE_SCALAR || !value->items[at]->text[0] ||
            (on && !tml_switch_is(on, true) && !tml_switch_is(on, false))) {
            tml_log_raise(c->log, TML_E_NOT_A_DRIVER, value->place,
                          "driver %s must be one channel and its value, {CHANNEL: expression}%s", key->text,
                          on ? "; `on` is true or false" : "");
            continue;
        }
        drivers[model->driver_count++] = (tml_driver){
            .name = key->text,
            .place = key->place,
            .channel = {value->keys[at]->text, value->items[at]->text, value->items[at]->place},
            .off = on && tml_switch_is(on, false),
        };
    }
    model->drivers = drivers;
}

/* A name that expressions use by itself. */
static void add_plain_name(const tml_checker *c, tml_model *model, const char *what, const tml_node *key, int index)
{
    add_name(c, model, what, key, index);
    tml_plain_name_check(c, model, what, key->text, key->place);
}

static void read_states(const tml_checker *c, tml_model *model, int first)
{
    const tml_node *map = map_of(c, model, "states", &model->lost_names);
    for (int i = 0; i < map->count; i++)
        add_plain_name(c, model, "state", map->keys[i], first + i);
    tml_states_read(c, model, map);
}

static void read_outputs(const tml_checker *c, tml_model *model, int first)
{
    const tml_node *map = map_of(c, model, "outputs", &model->lost_names);
    for (int i = 0; i < map->count; i++)
        add_plain_name(c, model, "output", map->keys[i], first + i);
    tml_outputs_read(c, model, map);
}

static void read_event_names(const tml_checker *c, tml_model *model, const tml_node *map)
{
    for (int i = 0; i < map->count; i++) {
        add_name(c, model, "event", map->keys[i], model->name_count++);
        TML_GROW(c->arena, model->event_names, model->event_count, model->event_capacity);
        model->event_names[model->event_count++] = map->keys[i]->text;
    }
}

/* Those of a single analysis have names of their own. */
static void read_events(const tml_checker *c, tml_model *model)
{
    const tml_node *node = tml_node_find(model->sections, "events");
    if (!node || node->kind == TML_NODE_SCALAR)
        return;
    model->events = node;
    if (node->kind == TML_NODE_MAP)
        read_event_names(c, model, node);
    for (int i = 0; node->kind == TML_NODE_LIST && i < node->count; i++)
        if (node->items[i]->kind == TML_NODE_MAP)
            read_event_names(c, model, node->items[i]);
}

bool tml_sections_read(const tml_checker *checker, tml_model *model, const tml_analysis_form *analyses, size_t count)
{
    tml_checker c = *checker;
    model->refused.arena = c.arena;
    const tml_field_list fields = {tml_section_fields, tml_section_fields_count};
    if (model->root->kind != TML_NODE_MAP) {
        tml_log_raise(c.log, TML_E_NOT_A_MODEL, model->root->place,
                      "a model file is a map of sections, beginning with \"trammel: 1\"%s",
                      strncmp(model->root->text, "trammel:", 8) == 0 ? "; a blank is missing after the colon" : "");
        return false;
    }
    tml_fields_check(&c, NULL, model->root, &fields, 1, NULL);
    check_version(&c, model);
    read_output(&c, model);
    read_display(&c, model);
    model->lost_names = model->lost_parameters = model->lost_points = model->lost_tables = model->root->dropped;
    tml_includes_join(&c, model);
    const tml_node *space = tml_node_find(model->sections, "space"), *title = tml_node_find(model->sections, "title");
    if (space && !tml_node_is(space, "plane") && !tml_node_is(space, "space"))
        return false; /* everything else depends on it */
    c.space = model->space = tml_node_is(space, "space");
    tml_sections_expand(&c, model);
    model->title = title && title->kind == TML_NODE_SCALAR ? title->text : NULL;
    model->gravity = tml_node_find(model->sections, "gravity");
    model->points = map_of(&c, model, "points", &model->lost_points);
    model->tables = map_of(&c, model, "tables", &model->lost_tables);
    if (model->points == &nothing)
        model->points = NULL;
    if (model->tables == &nothing)
        model->tables = NULL;
    read_parameters(&c, model);
    read_bodies(&c, model);
    tml_ports_read(&c, model);
    model->joint_count = read_elements(&c, model, "joints", true, model->body_count, &model->joints);
    int first = model->body_count + model->joint_count;
    model->force_count = read_elements(&c, model, "forces", false, first, &model->forces);
    first += model->force_count;
    read_drivers(&c, model, first);
    first += model->driver_count;
    read_states(&c, model, first);
    read_outputs(&c, model, first + model->state_count);
    model->name_count = first + model->state_count + model->output_count;
    read_events(&c, model);
    add_multiple_names(&c, model);
    tml_uses_check(&c, model);
    read_initial(&c, model);
    bool lost;
    tml_sketch_read(&c, model, map_of(&c, model, "sketch", &lost));
    tml_backdrop_read(&c, model, map_of(&c, model, "groups", &lost));
    tml_analyses_read(&c, model, tml_node_find(model->sections, "analyses"), analyses, count);
    tml_studies_read(&c, model, tml_node_find(model->sections, "studies"));
    return true;
}
