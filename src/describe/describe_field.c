/* describe_field.c - the fields of a kind: name, type, unit, default, choices, meaning, and what a value refers to. */
#include "describe/describe.h"
#include <string.h>

/* refers: what a name stands for there; NULL: it is no name. */
static const struct {
    const char *name, *refers;
} types[] = {
    [TML_FIELD_NUMBER] = {"number", NULL},
    [TML_FIELD_VARYING] = {"varying", NULL},
    [TML_FIELD_EXPRESSIONS] = {"expressions", NULL},
    [TML_FIELD_NUMBERS] = {"numbers", NULL},
    [TML_FIELD_VECTOR] = {"vector", NULL},
    [TML_FIELD_VARYING_VECTOR] = {"varying_vector", NULL},
    [TML_FIELD_DIRECTION] = {"direction", NULL},
    [TML_FIELD_DIRECTIONS] = {"directions", NULL},
    [TML_FIELD_STIFFNESS] = {"stiffness", NULL},
    [TML_FIELD_DAMPING] = {"damping", NULL},
    [TML_FIELD_STIFFNESS_MATRIX] = {"stiffness_matrix", NULL},
    [TML_FIELD_DAMPING_MATRIX] = {"damping_matrix", NULL},
    [TML_FIELD_DEFLECTION] = {"deflection", NULL},
    [TML_FIELD_WRENCH] = {"wrench", NULL},
    [TML_FIELD_FRICTION] = {"friction", NULL},
    [TML_FIELD_POINT] = {"point", "point"},
    [TML_FIELD_CHOICE] = {"choice", NULL},
    [TML_FIELD_BOOL] = {"boolean", NULL},
    [TML_FIELD_NAMES] = {"names", "channel"},
    [TML_FIELD_CHANNELS] = {"channels", "channel"},
    [TML_FIELD_EVENTS] = {"events", NULL},
    [TML_FIELD_ACTIONS] = {"actions", NULL},
    [TML_FIELD_ASSIGNMENTS] = {"assignments", "channel"},
    [TML_FIELD_IMPULSE] = {"impulse", NULL},
    [TML_FIELD_SWITCHES] = {"switches", NULL},
    [TML_FIELD_SPEEDS] = {"speeds", "joint"},
    [TML_FIELD_VARIATIONS] = {"variations", "parameter"},
    [TML_FIELD_ANSWERS] = {"answers", NULL},
    [TML_FIELD_STABILIZATION] = {"stabilization", NULL},
    [TML_FIELD_TEXT] = {"text", NULL},
    [TML_FIELD_POINTS] = {"points", "point"},
    [TML_FIELD_PLACE] = {"place", "point"},
    [TML_FIELD_MOMENTS] = {"moments", NULL},
    [TML_FIELD_INERTIA] = {"inertia", NULL},
    [TML_FIELD_FRAME] = {"frame", "point"},
    [TML_FIELD_ORIENTATION] = {"orientation", NULL},
    [TML_FIELD_OMEGA] = {"angular_velocity", NULL},
    [TML_FIELD_SHAPE] = {"shape", NULL},
    [TML_FIELD_SHAPES] = {"shapes", NULL},
    [TML_FIELD_SURFACES] = {"surfaces", NULL},
    [TML_FIELD_SIZE] = {"size", NULL},
    [TML_FIELD_RANGE] = {"range", NULL},
    [TML_FIELD_CORNERS] = {"corners", "point"},
    [TML_FIELD_LIMITS] = {"limits", NULL},
    [TML_FIELD_CLEARANCE] = {"clearance", NULL},
    [TML_FIELD_ANY] = {"any", NULL},
};

static void put_choices(tml_json_writer *p, const tml_field *field)
{
    const char *choice;
    size_t length;
    tml_json_open(p, "choices", '[');
    for (int i = 0; (choice = tml_field_choice(field, i, &length)) != NULL; i++)
        tml_json_put(p, NULL, choice, length);
    tml_json_close(p, ']');
}

static void put_field(tml_json_writer *p, const tml_field *field)
{
    tml_json_open(p, NULL, '{');
    tml_json_text(p, "name", field->name);
    tml_json_text(p, "type", types[field->type].name);
    tml_json_text(p, "doc", field->doc ? field->doc : "");
    if (field->unit)
        tml_json_text(p, "unit", field->unit);
    if (field->preset)
        tml_json_text(p, "default", field->preset);
    if (field->required)
        tml_json_bool(p, "required", true);
    if (field->choices || field->registered)
        put_choices(p, field);
    if (field->advanced)
        tml_json_bool(p, "advanced", true);
    if (field->alias)
        tml_json_text(p, "alias", field->alias);
    if (types[field->type].refers)
        tml_json_text(p, "refers", types[field->type].refers);
    tml_json_close(p, '}');
}

void tml_describe_fields(tml_json_writer *p, const char *key, const tml_field *fields, size_t count)
{
    tml_json_open(p, key, '[');
    for (size_t i = 0; i < count; i++)
        if (fields[i].type != TML_FIELD_LATER)
            put_field(p, &fields[i]);
    tml_json_close(p, ']');
}
