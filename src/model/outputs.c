/* outputs.c - the section `outputs`: an expression, or a map with an expression or a request, a unit and a title. */
#include "model/outputs.h"
#include <string.h>

const tml_field tml_output_fields[] = {
    {"value", TML_FIELD_VARYING, .doc = "an expression over all channels, reactions and accelerations included"},
    {"distance", TML_FIELD_NAMES, "m", .doc = "instead: distance of two points, [crank.A, ground.C]"},
    {"angle", TML_FIELD_ANY, "rad",
     .doc = "instead: angle at the second of three points [A, B, C] from the first to the third, of two lines [[A, B], "
            "[C, D]] from the first to the second, or of two bodies [crank, coupler]"},
    {"velocity", TML_FIELD_NAMES, "m/s",
     .doc = "instead: relative velocity of two points, [first, second]; the rate of their distance, or a component"},
    {"angular_velocity", TML_FIELD_NAMES, "rad/s",
     .doc = "instead: angular velocity of the second body relative to the first; in space its magnitude, or a "
            "component"},
    {"component", TML_FIELD_CHOICE, .choices = "x y z norm",
     .doc = "of a distance or a velocity: the second less the first along an axis of the ground, or the magnitude"},
    {"unit", TML_FIELD_TEXT, .doc = "unit in which it is reported, as mm or deg; the SI unit if not given"},
    {"title", TML_FIELD_TEXT, .doc = "what it is, in a few words"},
};
const size_t tml_output_fields_count = sizeof tml_output_fields / sizeof *tml_output_fields;

/* The one key that says what an output is. */
static bool find_value(const tml_checker *c, const char *what, const tml_node *map, tml_output_element *output)
{
    const tml_node *value = tml_node_find(map, "value");
    int found = value != NULL;
    for (int i = 0; i < tml_output_request_count; i++) {
        const tml_node *node = tml_node_find(map, tml_output_requests[i].name);
        found += node != NULL;
        if (node)
            output->request = &tml_output_requests[i], output->of = node;
    }
    if (value)
        output->text = value->text, output->text_place = value->place;
    const tml_node *component = tml_node_find(map, "component");
    if (found == 1 && component && (value || !output->request->has_components)) {
        tml_log_raise(c->log, TML_E_NO_MEANING, component->place, "%s: \"component\" is for distances and velocities",
                      what);
        return false;
    }
    if (found == 1)
        return true;
    tml_log_raise(c->log, found ? TML_E_WRONG_TYPE : TML_E_MISSING_KEY, map->place,
                  found ? "%s: is one thing only: a value, distance, angle, velocity or angular_velocity"
                        : "%s: needs a value (an expression), distance, angle, velocity or angular_velocity",
                  what);
    return false;
}

const char *tml_output_what(tml_arena *arena, const tml_output_element *output)
{
    return output->place.file ? tml_arena_format(arena, "output %s", output->name) : "answer";
}

static bool read_output(const tml_checker *c, const tml_node *node, tml_output_element *output)
{
    const char *what = tml_output_what(c->arena, output);
    const tml_field_list fields = {tml_output_fields, tml_output_fields_count};
    if (node->kind == TML_NODE_SCALAR && node->text[0]) {
        output->text = node->text;
        output->text_place = node->place;
        return true;
    }
    if (node->kind != TML_NODE_MAP) {
        tml_log_raise(c->log, TML_E_WRONG_TYPE, node->place,
                      "%s: must be an expression, or a map such as {value: expression, unit: mm}", what);
        return false;
    }
    output->fields = node;
    return tml_fields_check(c, what, node, &fields, 1, NULL) && find_value(c, what, node, output);
}

void tml_outputs_read(const tml_checker *c, tml_model *model, const tml_node *map)
{
    tml_output_element *list = TML_NEW_ARRAY(c->arena, tml_output_element, map->count);
    model->output_names.arena = c->arena;
    for (int i = 0; i < map->count; i++) {
        tml_output_element *output = &list[model->output_count];
        *output = (tml_output_element){.name = map->keys[i]->text, .place = map->keys[i]->place};
        if (read_output(c, map->items[i], output))
            tml_names_add(&model->output_names, output->name, model->output_count++);
        else
            tml_names_add(&model->refused, output->name, 0);
    }
    model->outputs = list;
}

const tml_tree *tml_output_parse(tml_resolved *r, const tml_output_element *output)
{
    const char *what = tml_output_what(r->arena, output);
    const char *text = output->request ? output->request->text(r, output, what) : output->text;
    return text ? tml_resolved_parse(r, text, output->request ? output->of->place : output->text_place, what) : NULL;
}

bool tml_output_unit(tml_resolved *r, const tml_output_element *output, bool *given, tml_unit *unit)
{
    const tml_node *node = output->fields ? tml_node_find(output->fields, "unit") : NULL;
    *given = node && node->text[0];
    *unit = (tml_unit){.factor = 1};
    if (!*given || tml_unit_parse(node->text, unit))
        return true;
    const char *near = tml_unit_nearest(node->text);
    tml_log_raise(r->log, TML_E_UNKNOWN_UNIT, node->place, "output %s: unknown unit \"%s\"%s%s%s", output->name,
                  node->text, near ? "; did you mean \"" : "", near ? near : "", near ? "\"?" : "");
    return false;
}
