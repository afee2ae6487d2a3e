/* check.c - checks every number and name of a model in advance, so that all its errors are reported at once.
 *
 * The same functions as later at each analysis, on a resolved model that is discarded. What depends on channels (forces and
 * drivers that vary) is only parsed here: what channels there are is known to a later layer.
 */
#include "model/check.h"
#include "model/backdrop.h"
#include "model/bushing.h"
#include "model/channel_name.h"
#include "model/clearance.h"
#include "model/equation.h"
#include "model/friction.h"
#include "model/limits.h"
#include "model/outputs.h"
#include "model/path.h"
#include "model/sketch.h"
#include "model/study_class.h"
#include <string.h>

/* ---- fields ---- */

static void parse(tml_resolved *r, const tml_node *node, const char *what)
{
    double value;
    if (node->kind == TML_NODE_LIST)
        for (int i = 0; i < node->count; i++)
            parse(r, node->items[i], what);
    else if (node->text[0] && !tml_decimal_read(node->text, strlen(node->text), &value))
        tml_resolved_parse(r, node->text, node->place, what);
}

/* The expressions in actions; names in them are harmless. */
static void parse_texts(tml_resolved *r, const tml_node *node, const char *what)
{
    if (node->kind == TML_NODE_SCALAR)
        parse(r, node, what);
    for (int i = 0; node->kind != TML_NODE_SCALAR && i < node->count; i++)
        parse_texts(r, node->items[i], what);
}

static void check_events(tml_resolved *r, const tml_node *events, const char *what)
{
    for (int i = 0; i < events->count; i++) {
        const tml_node *event = events->items[i];
        const tml_node *when = event->kind == TML_NODE_SCALAR ? event : tml_node_find(event, "when");
        if (events->kind == TML_NODE_LIST)
            check_events(r, event, what);
        else {
            if (when)
                parse(r, when, what);
            if (event->kind == TML_NODE_MAP && tml_node_find(event, "do"))
                parse_texts(r, tml_node_find(event, "do"), what);
        }
    }
}

static void check_channels(tml_resolved *r, const tml_node *map, const char *what)
{
    double value;
    for (int i = 0; i < map->count; i++)
        tml_resolved_number(r, map->items[i], NULL, tml_arena_format(r->arena, "%s: %s", what, map->keys[i]->text),
                            &value);
}

static void check_field(tml_resolved *r, const tml_element *e, const tml_field *field)
{
    const tml_node *node = tml_element_field(e, field);
    double values[6], matrix[36];
    tml_vec3 directions[2];
    tml_friction friction;
    tml_limit_form limits[TML_MAX_LIMITS];
    if (!node)
        return;
    const char *what = tml_arena_format(r->arena, "%s: %s", tml_element_what(r->arena, e), field->name);
    switch (field->type) {
    case TML_FIELD_NUMBER:
        tml_element_number(r, e, field, values);
        break;
    case TML_FIELD_VECTOR:
        tml_element_vector(r, e, field, values);
        break;
    case TML_FIELD_NUMBERS:
        for (int i = 0; e->joint && i < (node->kind == TML_NODE_LIST ? node->count : 1); i++)
            tml_resolved_number(r, node->kind == TML_NODE_LIST ? node->items[i] : node, field->unit, what, values);
        break;
    case TML_FIELD_DIRECTION:
        tml_element_direction(r, e, field, directions);
        break;
    case TML_FIELD_DIRECTIONS:
        tml_element_directions(r, e, field, directions);
        break;
    case TML_FIELD_STIFFNESS:
    case TML_FIELD_DAMPING:
        tml_element_stiffness(r, e, field, values);
        break;
    case TML_FIELD_STIFFNESS_MATRIX:
    case TML_FIELD_DAMPING_MATRIX:
        tml_element_matrix(r, e, field, matrix);
        break;
    case TML_FIELD_DEFLECTION:
    case TML_FIELD_WRENCH:
        tml_element_six(r, e, field, values);
        break;
    case TML_FIELD_FRICTION:
        if (e->joint && !tml_element_has_clearance(e))
            tml_element_friction(r, e, &friction);
        break;
    case TML_FIELD_CLEARANCE:
        tml_element_clearance(r, e, &(tml_clearance){0});
        break;
    case TML_FIELD_LIMITS:
        tml_element_limits(r, e, limits);
        break;
    case TML_FIELD_VARYING:
    case TML_FIELD_VARYING_VECTOR:
        parse(r, node, what);
        break;
    case TML_FIELD_CHANNELS:
        check_channels(r, node, what);
        break;
    case TML_FIELD_EVENTS:
        check_events(r, node, what);
        break;
    default:
        break;
    }
}

static void check_fields(tml_resolved *r, const tml_element *e, const tml_field *fields, size_t count)
{
    for (size_t i = 0; i < count; i++)
        check_field(r, e, &fields[i]);
}

/* ---- joints and forces ---- */

static void check_joint(tml_resolved *r, const tml_element *e)
{
    tml_anchor ends[2] = {{0}};
    bool good = !e->broken && e->type_node;
    tml_field own[TML_MAX_JOINT_FIELDS];
    int joints[2], coordinates[2];
    for (size_t i = 0; i < e->joint->fields_count; i++)
        own[i] = e->joint->fields[i];
    if (e->type_node && e->joint->connects == TML_CONNECT_JOINTS) {
        if (tml_resolved_coupling(r, e, joints, coordinates))
            tml_coupling_units(r, joints, coordinates, own, e->joint->fields_count);
    } else if (e->type_node && e->joint->connects == TML_CONNECT_EXPRESSION)
        good = tml_element_equation(r, e, &(bool){false}) != NULL && good;
    else if (e->type_node && e->joint->connects == TML_CONNECT_PATH)
        good = tml_element_path(r, e, &(tml_written_path){0}) && good;
    else if (e->type_node)
        good = tml_resolved_joint_ends(r, e, ends) && good;
    if (good && e->joint->connects != TML_CONNECT_PATH)
        tml_joint_check(r, e, ends);
    check_fields(r, e, own, e->joint->fields_count);
    if (e->joint->connects != TML_CONNECT_PATH)
        check_fields(r, e, tml_joint_common_fields, tml_joint_common_fields_count);
}

static void check_on_joint(tml_resolved *r, const tml_element *e)
{
    int joint, coordinate;
    if (!tml_resolved_joint(r, e->type_node, tml_element_what(r->arena, e), &joint, &coordinate) ||
        e->force->acts != TML_ACTS_ON_JOINT || e->force->states || e->broken)
        return;
    const tml_joint_class *class = r->model->joints[joint].joint;
    const tml_coordinate *c = &(r->model->space ? &class->space : &class->plane)->coordinates[coordinate];
    tml_motor_check(r, e, c->is_rotation);
}

static void check_force(tml_resolved *r, const tml_element *e)
{
    tml_anchor ends[2];
    const tml_force_acts acts = e->force->acts;
    if (e->type_node) {
        const bool one = e->type_node->kind == TML_NODE_SCALAR;
        if (acts == TML_ACTS_ON_JOINT || (acts == TML_ACTS_ON_JOINT_OR_BODIES && one))
            check_on_joint(r, e);
        else if (acts == TML_ACTS_BETWEEN_SURFACES) {
            if (!e->broken)
                tml_element_contact(r, e, &(tml_contact_form){0});
        } else if (tml_resolved_force_ends(r, e, ends) && !e->broken)
            tml_force_axis_check(r, e);
    }
    tml_force_value_check(r, e);
    check_fields(r, e, e->force->fields, e->force->fields_count);
    check_field(r, e, &tml_joint_common_fields[TML_JOINT_AXIS]);
}

/* ---- the rest ---- */

static void check_initial(tml_resolved *r, const tml_named_text *initial)
{
    double value;
    bool is_rotation;
    const char *what = tml_arena_format(r->arena, "initial %s", initial->name), *unit = NULL;
    const tml_channel_sort sort = tml_channel_find(r, initial->name, initial->place.use, &is_rotation);
    if (sort == TML_POSITION_CHANNEL || sort == TML_SPEED_CHANNEL)
        unit = tml_unit_of_motion(is_rotation, sort == TML_SPEED_CHANNEL);
    tml_constant_read(r, initial->text, initial->place, unit, what, &value, NULL, NULL);
}

static void check_output(tml_resolved *r, const tml_output_element *output)
{
    tml_unit unit;
    bool given;
    tml_output_parse(r, output);
    tml_output_unit(r, output, &given, &unit);
}

void tml_elements_check(tml_resolved *r, const tml_analysis_form *analyses, size_t count)
{
    const tml_model *m = r->model;
    for (int i = 0; i < m->joint_count; i++)
        if (m->joints[i].joint)
            check_joint(r, &m->joints[i]);
    for (int i = 0; i < m->force_count; i++)
        if (m->forces[i].force)
            check_force(r, &m->forces[i]);
    for (int i = 0; i < m->driver_count; i++)
        tml_resolved_parse(r, m->drivers[i].channel.text, m->drivers[i].channel.place,
                           tml_arena_format(r->arena, "driver %s", m->drivers[i].name));
    for (int i = 0; i < m->output_count; i++)
        check_output(r, &m->outputs[i]);
    for (int i = 0; i < m->initial_count; i++)
        check_initial(r, &m->initial[i]);
    if (m->events)
        check_events(r, m->events, "events");
    tml_sketch_check(r);
    tml_backdrop_check(r);
    for (int i = 0; i < m->analysis_count; i++) {
        for (size_t k = 0; k < count; k++)
            if (strcmp(analyses[k].name, m->analyses[i].kind) == 0)
                check_fields(r, &m->analyses[i], analyses[k].fields, analyses[k].fields_count);
        check_fields(r, &m->analyses[i], tml_analysis_common_fields, tml_analysis_common_fields_count);
    }
    for (int i = 0; i < m->study_count; i++)
        check_fields(r, &m->studies[i], m->studies[i].study->fields, m->studies[i].study->fields_count);
}
