/* schema.c - the JSON Schema (draft 2020-12) of the model file, made from the descriptors that the reader uses. */
#include "base/guard.h"
#include "base/json_writer.h"
#include "model/backdrop.h"
#include "model/body_surface.h"
#include "model/check.h"
#include "model/outputs.h"
#include "model/schema_texts.h"
#include "model/shape.h"
#include "model/sketch.h"
#include "model/states.h"
#include "model/study_class.h"
#include <string.h>

static void put_ref(tml_json_writer *p, const char *key, const char *definition)
{
    tml_json_open(p, key, '{');
    tml_json_add(p, "$ref", "#/$defs/", definition);
    tml_json_close(p, '}');
}

/* ---- one field ---- */

static void put_choices(tml_json_writer *p, const char *key, const tml_field *field)
{
    const char *choice;
    size_t length;
    tml_json_open(p, key, '[');
    for (int i = 0; (choice = tml_field_choice(field, i, &length)) != NULL; i++)
        if ((length == 4 && memcmp(choice, "true", 4) == 0) || (length == 5 && memcmp(choice, "false", 5) == 0))
            tml_json_raw(p, NULL, length == 4 ? "true" : "false"); /* as YAML reads them */
        else
            tml_json_put(p, NULL, choice, length);
    tml_json_close(p, ']');
}

/* What a field of a type is in JSON: one of some definitions, a list of items, a map of values, or a plain type. */
static const struct {
    const char *either[4]; /* definitions */
    const char *items;
    int min_items, max_items; /* 0: any */
    const char *values;
    const char *plain;
} types[] = {
    [TML_FIELD_NUMBER] = {{"number"}},
    [TML_FIELD_VARYING] = {{"number"}},
    [TML_FIELD_EXPRESSIONS] = {{"number", "numbers"}},
    [TML_FIELD_NUMBERS] = {{"number", "numbers"}},
    [TML_FIELD_VECTOR] = {{"vector"}},
    [TML_FIELD_VARYING_VECTOR] = {{"number", "vector"}},
    [TML_FIELD_DIRECTION] = {{"direction"}},
    [TML_FIELD_DIRECTIONS] = {.items = "direction", .min_items = 2, .max_items = 2},
    [TML_FIELD_STIFFNESS] = {{"number", "stiffness"}},
    [TML_FIELD_DAMPING] = {{"number", "stiffness"}},
    [TML_FIELD_STIFFNESS_MATRIX] = {{"number", "stiffness", "diagonal", "matrix"}},
    [TML_FIELD_DAMPING_MATRIX] = {{"number", "stiffness", "diagonal", "matrix"}},
    [TML_FIELD_DEFLECTION] = {{"deflection"}},
    [TML_FIELD_WRENCH] = {{"wrench"}},
    [TML_FIELD_FRICTION] = {{"number", "friction"}},
    [TML_FIELD_POINT] = {.plain = "string"},
    [TML_FIELD_BOOL] = {.plain = "boolean"},
    [TML_FIELD_NAMES] = {.items = "text"},
    [TML_FIELD_CHANNELS] = {.values = "number"},
    [TML_FIELD_EVENTS] = {{"events", "event_list"}},
    [TML_FIELD_ACTIONS] = {{"action", "action_list"}},
    [TML_FIELD_ASSIGNMENTS] = {.values = "number"},
    [TML_FIELD_IMPULSE] = {{"impulse", "number_map"}},
    [TML_FIELD_SWITCHES] = {.values = "switch"},
    [TML_FIELD_SPEEDS] = {{"speeds"}},
    [TML_FIELD_VARIATIONS] = {{"variations"}},
    [TML_FIELD_ANSWERS] = {{"number", "numbers", "answer_map"}},
    [TML_FIELD_STABILIZATION] = {{NULL}}, /* one of its choices, or a map with options */
    [TML_FIELD_TEXT] = {.plain = "string"},
    [TML_FIELD_POINTS] = {{"body_points"}},
    [TML_FIELD_PLACE] = {{"text", "vector"}},
    [TML_FIELD_MOMENTS] = {{"number", "moments"}},
    [TML_FIELD_INERTIA] = {{"number", "moments", "inertia"}},
    [TML_FIELD_FRAME] = {{"places", "orientation"}},
    [TML_FIELD_ORIENTATION] = {{"orientation"}},
    [TML_FIELD_OMEGA] = {{"number", "vector"}},
    [TML_FIELD_SHAPE] = {{"shape"}},
    [TML_FIELD_SHAPES] = {.items = "shape_part", .min_items = 1},
    [TML_FIELD_SURFACES] = {.values = "surface"},
    [TML_FIELD_SIZE] = {.items = "number", .min_items = 2, .max_items = 3},
    [TML_FIELD_RANGE] = {.items = "number", .min_items = 3, .max_items = 3},
    [TML_FIELD_CORNERS] = {{"names", "places"}},
    [TML_FIELD_LIMITS] = {{"limit_range", "limits"}},
    [TML_FIELD_CLEARANCE] = {{"number", "clearance"}},
    [TML_FIELD_ANY] = {{NULL}},
};

static void put_either(tml_json_writer *p, const char *const definitions[4])
{
    if (!definitions[1]) {
        tml_json_add(p, "$ref", "#/$defs/", definitions[0]);
        return;
    }
    tml_json_open(p, "anyOf", '[');
    for (int i = 0; i < 4 && definitions[i]; i++)
        put_ref(p, NULL, definitions[i]);
    tml_json_close(p, ']');
}

static void put_type(tml_json_writer *p, const tml_field *field)
{
    const int type = field->type, min = types[type].min_items, max = types[type].max_items;
    if (types[type].either[0])
        put_either(p, types[type].either);
    const char *plain = types[type].items ? "array" : types[type].values ? "object" : types[type].plain;
    if (plain)
        tml_json_text(p, "type", plain);
    if (types[type].items)
        put_ref(p, "items", types[type].items);
    if (types[type].values)
        put_ref(p, "additionalProperties", types[type].values);
    if (min > 0)
        tml_json_number(p, "minItems", min);
    if (max > 0)
        tml_json_number(p, "maxItems", max);
    if (field->type == TML_FIELD_CHOICE)
        put_choices(p, "enum", field);
    if (field->type == TML_FIELD_STABILIZATION) {
        tml_json_open(p, "anyOf", '[');
        tml_json_open(p, NULL, '{');
        put_choices(p, "enum", field);
        tml_json_close(p, '}');
        put_ref(p, NULL, "stabilization");
        tml_json_close(p, ']');
    }
}

static void put_doc(tml_json_writer *p, const tml_field *field)
{
    if (field->unit && field->unit[0])
        tml_json_add(p, "description", field->doc ? field->doc : field->name,
                     tml_arena_format(p->arena, " [%s]", field->unit));
    else
        tml_json_text(p, "description", field->doc ? field->doc : field->name);
    if (field->preset)
        tml_json_text(p, "default", field->preset);
}

static void put_field(tml_json_writer *p, const tml_field *field)
{
    const char *const names[] = {field->name, field->alias};
    for (int i = 0; i < (field->alias ? 2 : 1) && field->type != TML_FIELD_LATER; i++) {
        tml_json_open(p, names[i], '{');
        put_doc(p, field);
        put_type(p, field);
        tml_json_close(p, '}');
    }
}

/* A map with these fields and no others. `type`: a key that it must have besides, of a definition. */
static void put_map(tml_json_writer *p, const char *doc, const tml_field_list *lists, int list_count, const char *type,
                    const char *type_definition)
{
    tml_json_text(p, "type", "object");
    if (doc)
        tml_json_text(p, "description", doc);
    tml_json_open(p, "properties", '{');
    if (type)
        put_ref(p, type, type_definition);
    for (int i = 0; i < list_count; i++)
        for (size_t k = 0; k < lists[i].count; k++)
            put_field(p, &lists[i].fields[k]);
    tml_json_close(p, '}');
    tml_json_open(p, "required", '[');
    if (type)
        tml_json_text(p, NULL, type);
    for (int i = 0; i < list_count; i++)
        for (size_t k = 0; k < lists[i].count; k++)
            if (lists[i].fields[k].required && !lists[i].fields[k].alias)
                tml_json_text(p, NULL, lists[i].fields[k].name);
    tml_json_close(p, ']');
    tml_json_raw(p, "additionalProperties", "false");
}

static void put_fields(tml_json_writer *p, const char *key, const tml_field *fields, size_t count)
{
    const tml_field_list list = {fields, count};
    tml_json_open(p, key, '{');
    put_map(p, NULL, &list, 1, NULL, NULL);
    tml_json_close(p, '}');
}

/* {KIND: {fields}} */
static void put_one_of_a_kind(tml_json_writer *p, const char *kind, const char *doc, const tml_field_list *lists,
                              int list_count)
{
    tml_json_text(p, "type", "object");
    tml_json_text(p, "description", doc ? doc : kind);
    tml_json_open(p, "properties", '{');
    tml_json_open(p, kind, '{');
    put_map(p, NULL, lists, list_count, NULL, NULL);
    tml_json_close(p, '}');
    tml_json_close(p, '}');
    tml_json_open(p, "required", '[');
    tml_json_text(p, NULL, kind);
    tml_json_close(p, ']');
    tml_json_raw(p, "additionalProperties", "false");
}

/* The same for what may be repeated. */
static void put_elements(tml_json_writer *p, const char *key, const tml_field *fields, size_t count)
{
    const tml_field_list lists[] = {{fields, count}, {tml_repeat_fields, tml_repeat_fields_count}};
    tml_json_open(p, key, '{');
    put_map(p, NULL, lists, 2, NULL, NULL);
    tml_json_close(p, '}');
}

/* ---- kinds ---- */

static void put_joints(tml_json_writer *p)
{
    tml_json_open(p, "joint", '{');
    tml_json_open(p, "anyOf", '[');
    for (int i = 0; i < tml_joint_class_count; i++) {
        const tml_joint_class *joint = tml_joint_classes[i];
        tml_field common[TML_MAX_COMMON_FIELDS];
        const tml_field_list lists[] = {{joint->fields, joint->fields_count},
                                        {common, tml_joint_fields(joint, common)},
                                        {tml_repeat_fields, tml_repeat_fields_count}};
        tml_json_open(p, NULL, '{');
        put_map(p, joint->doc, lists, 3, joint->name,
                joint->several                              ? "bodies"
                : joint->connects == TML_CONNECT_PATH       ? "bodies"
                : joint->connects == TML_CONNECT_EXPRESSION ? "text"
                                                            : "pair");
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
    tml_json_close(p, '}');
}

static void put_forces(tml_json_writer *p)
{
    tml_field common[TML_MAX_COMMON_FIELDS];
    tml_json_open(p, "force", '{');
    tml_json_open(p, "anyOf", '[');
    for (int i = 0; i < tml_force_class_count; i++) {
        const tml_force_class *force = tml_force_classes[i];
        const tml_field_list lists[] = {{force->fields, force->fields_count},
                                        {common, tml_force_fields(force, common)},
                                        {tml_repeat_fields, tml_repeat_fields_count}};
        const bool pair = force->acts == TML_ACTS_BETWEEN_POINTS || force->acts == TML_ACTS_BETWEEN_SURFACES;
        const bool one = force->acts == TML_ACTS_ON_POINT || force->acts == TML_ACTS_ON_JOINT;
        tml_json_open(p, NULL, '{');
        put_map(p, force->doc, lists, 3, force->name, pair ? "pair" : one ? "text" : "one_or_pair");
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
    tml_json_close(p, '}');
}

/* {rate: ...}, or a ready piece: {KIND: {fields}} */
static void put_states(tml_json_writer *p)
{
    tml_json_open(p, "state", '{');
    tml_json_open(p, "anyOf", '[');
    for (int i = 0; i < tml_state_class_count; i++) {
        const tml_state_class *state = tml_state_classes[i];
        const tml_field_list list = {state->fields, state->fields_count};
        tml_json_open(p, NULL, '{');
        if (state == &tml_state_rate)
            put_map(p, state->doc, &list, 1, NULL, NULL);
        else
            put_one_of_a_kind(p, state->name, state->doc, &list, 1);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
    tml_json_close(p, '}');
}

/* Ranges of coordinates by their names, or with options of their own; options of all beside them. */
static void put_limits(tml_json_writer *p)
{
    tml_json_open(p, "limits", '{');
    tml_json_text(p, "type", "object");
    tml_json_open(p, "properties", '{');
    for (size_t i = 0; i < tml_limit_fields_count; i++)
        if (strcmp(tml_limit_fields[i].name, "range") != 0)
            put_field(p, &tml_limit_fields[i]);
    tml_json_close(p, '}');
    tml_json_open(p, "additionalProperties", '{');
    put_either(p, (const char *const[4]){"limit_range", "limit"});
    tml_json_close(p, '}');
    tml_json_close(p, '}');
}

/* An expression, or a map with a value or a request. */
static void put_outputs(tml_json_writer *p)
{
    const tml_field_list list = {tml_output_fields, tml_output_fields_count};
    tml_json_open(p, "output", '{');
    tml_json_open(p, "anyOf", '[');
    put_ref(p, NULL, "number");
    tml_json_open(p, NULL, '{');
    put_map(p, "a value or a request, its unit and title", &list, 1, NULL, NULL);
    tml_json_close(p, '}');
    tml_json_close(p, ']');
    tml_json_close(p, '}');
}

static void put_shape_names(tml_json_writer *p)
{
    tml_json_open(p, NULL, '{');
    tml_json_open(p, "enum", '[');
    for (size_t i = 0; i < tml_shape_class_count; i++)
        tml_json_text(p, NULL, tml_shape_classes[i].name);
    tml_json_close(p, ']');
    tml_json_close(p, '}');
}

/* {NAME: {options}} or {NAME: value}, options beside the name; with further keys. */
static void put_kind(tml_json_writer *p, const char *name, const char *doc, const char *short_field,
                     const tml_field_list *own, const tml_field_list *further)
{
    tml_json_open(p, NULL, '{');
    tml_json_text(p, "type", "object");
    tml_json_text(p, "description", doc);
    tml_json_open(p, "properties", '{');
    tml_json_open(p, name, '{');
    tml_json_open(p, "anyOf", '[');
    tml_json_open(p, NULL, '{');
    put_map(p, NULL, own, 1, NULL, NULL);
    tml_json_close(p, '}');
    tml_json_open(p, NULL, '{');
    const tml_field *brief = tml_field_find(own->fields, own->count, short_field);
    put_doc(p, brief);
    put_type(p, brief);
    tml_json_close(p, '}');
    tml_json_raw(p, NULL, "{\"type\": \"null\"}");
    tml_json_close(p, ']');
    tml_json_close(p, '}');
    for (size_t i = 0; i < own->count; i++)
        put_field(p, &own->fields[i]);
    for (size_t i = 0; i < further->count; i++)
        put_field(p, &further->fields[i]);
    tml_json_close(p, '}');
    tml_json_open(p, "required", '[');
    tml_json_text(p, NULL, name);
    tml_json_close(p, ']');
    tml_json_raw(p, "additionalProperties", "false");
    tml_json_close(p, '}');
}

static void put_shapes(tml_json_writer *p, const char *key, bool part)
{
    tml_json_open(p, key, '{');
    tml_json_open(p, "anyOf", '[');
    put_shape_names(p);
    for (size_t i = 0; i < tml_shape_class_count; i++) {
        const tml_shape_class *s = &tml_shape_classes[i];
        const tml_field_list own = {s->fields, s->fields_count},
                             further = {tml_shape_part_fields, part ? tml_shape_part_fields_count : 0};
        put_kind(p, s->name, s->doc, s->short_field, &own, &further);
    }
    tml_json_close(p, ']');
    tml_json_close(p, '}');
}

static void put_surfaces(tml_json_writer *p)
{
    const tml_field_list further = {tml_body_surface_common_fields, tml_body_surface_common_fields_count};
    tml_json_open(p, "surface", '{');
    tml_json_open(p, "anyOf", '[');
    for (int i = 0; i < tml_body_surface_class_count; i++) {
        const tml_body_surface_class *s = tml_body_surface_classes[i];
        const tml_field_list own = {s->fields, s->fields_count};
        put_kind(p, s->name, s->doc, s->short_field, &own, &further);
    }
    tml_json_close(p, ']');
    tml_json_close(p, '}');
}

static void put_analyses(tml_json_writer *p, const tml_analysis_form *analyses, size_t count)
{
    tml_json_open(p, "analysis", '{');
    tml_json_open(p, "anyOf", '[');
    for (size_t i = 0; i < count; i++) {
        const tml_field_list lists[] = {{analyses[i].fields, analyses[i].fields_count},
                                        {tml_analysis_common_fields, tml_analysis_common_fields_count}};
        tml_json_open(p, NULL, '{');
        tml_json_raw(p, "const", tml_arena_format(p->arena, "\"%s\"", analyses[i].name));
        tml_json_close(p, '}');
        tml_json_open(p, NULL, '{');
        put_one_of_a_kind(p, analyses[i].name, analyses[i].doc, lists, 2);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
    tml_json_close(p, '}');
}

/* {KIND: {fields}}, one of them or several. */
static void put_studies(tml_json_writer *p)
{
    tml_json_open(p, "study", '{');
    tml_json_open(p, "anyOf", '[');
    for (int i = 0; i < tml_study_class_count; i++) {
        tml_json_open(p, NULL, '{');
        put_one_of_a_kind(p, tml_study_classes[i]->name, tml_study_classes[i]->doc,
                          (const tml_field_list[]){{tml_study_classes[i]->fields, tml_study_classes[i]->fields_count},
                                                   {tml_study_common_fields, tml_study_common_fields_count}},
                          2);
        tml_json_close(p, '}');
    }
    tml_json_close(p, ']');
    tml_json_close(p, '}');
    tml_json_open(p, "study_map", '{');
    tml_json_text(p, "type", "object");
    tml_json_open(p, "properties", '{');
    for (int i = 0; i < tml_study_class_count; i++) {
        const tml_field_list lists[] = {{tml_study_classes[i]->fields, tml_study_classes[i]->fields_count},
                                        {tml_study_common_fields, tml_study_common_fields_count}};
        tml_json_open(p, tml_study_classes[i]->name, '{');
        put_map(p, tml_study_classes[i]->doc, lists, 2, NULL, NULL);
        tml_json_close(p, '}');
    }
    tml_json_close(p, '}');
    tml_json_raw(p, "additionalProperties", "false");
    tml_json_close(p, '}');
}

/* ---- sections ---- */

static void put_section(tml_json_writer *p, const tml_field *field)
{
    tml_json_open(p, field->name, '{');
    put_doc(p, field);
    put_type(p, field);
    for (size_t i = 0; i < tml_schema_sections_count; i++)
        if (strcmp(tml_schema_sections[i][0], field->name) == 0) {
            tml_json_open(p, "allOf", '[');
            tml_json_raw(p, NULL, tml_schema_sections[i][1]);
            tml_json_close(p, ']');
        }
    tml_json_close(p, '}');
}

/* A part has sections, as a file has. */
static void put_part(tml_json_writer *p)
{
    tml_json_open(p, "part", '{');
    tml_json_text(p, "type", "object");
    tml_json_open(p, "properties", '{');
    for (size_t i = 0; i < tml_section_fields_count; i++)
        if (strcmp(tml_section_fields[i].name, "parameters") == 0) /* one without a value has to be given */
            put_ref(p, "parameters", "part_parameters");
        else if (tml_section_in_part(&tml_section_fields[i]))
            put_section(p, &tml_section_fields[i]);
    for (size_t i = 0; i < tml_part_fields_count; i++)
        put_field(p, &tml_part_fields[i]);
    tml_json_close(p, '}');
    tml_json_raw(p, "additionalProperties", "false");
    tml_json_close(p, '}');
}

static void put_clearance(tml_json_writer *p)
{
    tml_field fields[TML_MAX_CLEARANCE_FIELDS];
    const size_t count = tml_clearance_fields_find(fields);
    put_fields(p, "clearance", fields, count);
}

static void put_schema(tml_json_writer *p, const tml_analysis_form *analyses, size_t count)
{
    tml_json_open(p, NULL, '{');
    tml_json_text(p, "$schema", "https://json-schema.org/draft/2020-12/schema");
    tml_json_text(p, "title", "Trammel model file, version 1");
    tml_json_text(p, "type", "object");
    tml_json_open(p, "properties", '{');
    for (size_t i = 0; i < tml_section_fields_count; i++)
        put_section(p, &tml_section_fields[i]);
    tml_json_close(p, '}');
    tml_json_open(p, "required", '[');
    tml_json_text(p, NULL, "trammel");
    tml_json_close(p, ']');
    tml_json_raw(p, "additionalProperties", "false");
    tml_json_open(p, "$defs", '{');
    for (size_t i = 0; i < tml_schema_definitions_count; i++)
        tml_json_raw(p, tml_schema_definitions[i][0], tml_schema_definitions[i][1]);
    put_fields(p, "display", tml_display_fields, tml_display_fields_count);
    put_fields(p, "output_file", tml_output_file_fields, tml_output_file_fields_count);
    put_fields(p, "sketch", tml_sketch_fields, tml_sketch_fields_count);
    put_fields(p, "background", tml_background_fields, tml_background_fields_count);
    put_fields(p, "group", tml_group_fields, tml_group_fields_count);
    put_elements(p, "body", tml_body_fields, tml_body_fields_count);
    put_elements(p, "use", tml_use_fields, tml_use_fields_count);
    put_part(p);
    put_fields(p, "axis_angle", tml_axis_angle_fields, tml_axis_angle_fields_count);
    put_fields(p, "frame", tml_frame_fields, tml_frame_fields_count);
    put_fields(p, "table_options", tml_table_fields, tml_table_fields_count);
    put_fields(p, "euler", tml_euler_fields, tml_euler_fields_count);
    put_fields(p, "inertia", tml_inertia_fields, tml_inertia_fields_count);
    put_fields(p, "event", tml_event_fields, tml_event_fields_count);
    put_fields(p, "action", tml_action_fields, tml_action_fields_count);
    put_fields(p, "sweep", tml_sweep_fields, tml_sweep_fields_count);
    put_fields(p, "stiffness", tml_stiffness_fields, tml_stiffness_fields_count);
    put_fields(p, "deflection", tml_deflection_fields, tml_deflection_fields_count);
    put_fields(p, "wrench", tml_wrench_fields, tml_wrench_fields_count);
    put_fields(p, "friction", tml_friction_fields, tml_friction_fields_count);
    put_fields(p, "stabilization_options", tml_stabilization_fields, tml_stabilization_fields_count);
    put_shapes(p, "shape", false);
    put_shapes(p, "shape_part", true);
    put_surfaces(p);
    put_joints(p);
    put_forces(p);
    put_fields(p, "limit", tml_limit_fields, tml_limit_fields_count);
    put_limits(p);
    put_clearance(p);
    put_states(p);
    put_outputs(p);
    put_analyses(p, analyses, count);
    put_studies(p);
    tml_json_close(p, '}');
    tml_json_close(p, '}');
    tml_json_end(p);
}

typedef struct {
    tml_json_writer pen;
    const tml_analysis_form *analyses;
    size_t count;
} writing;

static tml_status write_schema(void *context)
{
    writing *w = context;
    put_schema(&w->pen, w->analyses, w->count);
    return TML_OK;
}

char *tml_schema_build(const tml_analysis_form *analyses, size_t count)
{
    tml_arena arena = {0};
    writing w = {.pen = {.arena = &arena}, .analyses = analyses, .count = count};
    char *text = NULL;
    if (tml_guarded(&arena, NULL, write_schema, &w) == TML_OK)
        text = tml_text_detach(&w.pen.out);
    tml_text_free(&w.pen.out);
    tml_arena_free(&arena);
    return text;
}
