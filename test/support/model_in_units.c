/* model_in_units.c - a model written in other units: its tree of nodes is traversed along the descriptors of the fields. */
#include "support/model_in_units.h"
#include "analysis/analysis.h"
#include "base/text.h"
#include "base/unit.h"
#include "model/body_surface.h"
#include "model/descriptor.h"
#include "model/shape.h"
#include "model/write.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    unit_scales by;
    tml_arena *arena;
    const tml_results *channels;
    bool space;
    const tml_force_class *force; /* whose own names an expression may use; NULL */
    const tml_joint_form *joint;  /* whose coordinates give units; NULL */
} scaler;

typedef const tml_node *(*scale_value)(const scaler *s, const tml_node *node, const char *unit);

static double factor_of(unit_scales by, tml_dimension d)
{
    return pow(by.length, d.length) * pow(by.mass, d.mass) * pow(by.time, d.time);
}

double unit_factor(unit_scales by, const char *unit)
{
    return factor_of(by, tml_unit_named(unit ? unit : "").dimension);
}

/* ---- nodes ---- */

static const tml_node *scalar(const scaler *s, const char *text)
{
    tml_node *node = TML_NEW(s->arena, tml_node);
    *node = (tml_node){.kind = TML_NODE_SCALAR, .text = text};
    return node;
}

static tml_node *like(const scaler *s, const tml_node *node)
{
    tml_node *copy = TML_NEW(s->arena, tml_node);
    *copy = *node;
    copy->items = TML_NEW_ARRAY(s->arena, const tml_node *, node->count + 1);
    copy->keys = TML_NEW_ARRAY(s->arena, const tml_node *, node->count + 1);
    for (int i = 0; i < node->count; i++) {
        copy->items[i] = node->items[i];
        copy->keys[i] = node->kind == TML_NODE_MAP ? node->keys[i] : NULL;
    }
    return copy;
}

static tml_node *with(const scaler *s, const tml_node *map, const char *key, const tml_node *value)
{
    tml_node *out = like(s, map);
    out->keys[out->count] = scalar(s, key);
    out->items[out->count++] = value;
    return out;
}

/* ---- numbers and expressions ---- */

static const tml_node *number(const scaler *s, const tml_node *node, const char *unit)
{
    const double factor = unit_factor(s->by, unit);
    if (factor == 1 || node->kind != TML_NODE_SCALAR)
        return node;
    return scalar(s, tml_arena_format(s->arena, "(%s)*%.17g", node->text, factor));
}

static const char *unit_of_channel(const scaler *s, const char *name)
{
    for (size_t i = 0; i < tml_results_count(s->channels); i++) {
        const tml_table *table = tml_results_table(s->channels, i);
        const long column = tml_table_find(table, name);
        if (column >= 0)
            return tml_table_unit(table, (size_t)column);
    }
    for (size_t i = 0; s->force && i < s->force->channels_count; i++)
        if (strcmp(s->force->channels[i].name, name) == 0)
            return s->force->channels[i].unit;
    return strcmp(name, "t") == 0 ? "s" : NULL;
}

/* A name in an expression: one that has a unit is brought back to the units that the expression was written for. */
static void put_name(const scaler *s, tml_text *out, const char *name, size_t length, bool is_unit)
{
    const char *unit = is_unit ? NULL : unit_of_channel(s, tml_arena_text(s->arena, name, length));
    if (unit)
        tml_text_add(out, "(%.*s*%.17g)", (int)length, name, 1 / unit_factor(s->by, unit));
    else
        tml_text_put(out, name, length);
}

static size_t number_length(const char *c)
{
    size_t n = 0;
    while (tml_is_digit(c[n]) || c[n] == '.')
        n++;
    if ((c[n] == 'e' || c[n] == 'E') &&
        (tml_is_digit(c[n + 1]) || ((c[n + 1] == '-' || c[n + 1] == '+') && tml_is_digit(c[n + 2])))) {
        n += 2;
        while (tml_is_digit(c[n]))
            n++;
    }
    return n;
}

static const char *inside_of(const scaler *s, const char *text)
{
    tml_text out = {0};
    for (const char *c = text; *c;) {
        size_t n = tml_is_digit(*c) || (*c == '.' && tml_is_digit(c[1])) ? number_length(c) : 0;
        if (n) { /* with the unit that belongs to it */
            tml_unit unit;
            const size_t blank = c[n] == ' ', more = tml_unit_read(c + n + blank, strlen(c + n + blank), &unit);
            n += more ? blank + more : 0;
            tml_text_put(&out, c, n);
        } else if (tml_is_letter(*c)) {
            while (tml_is_word(c[n]) || (c[n] == '.' && tml_is_letter(c[n + 1])))
                n++;
            put_name(s, &out, c, n, c[n] == '(');
        } else {
            tml_text_put(&out, c, n = 1);
        }
        c += n;
    }
    const char *copy = tml_arena_text(s->arena, out.data, out.length);
    tml_text_free(&out);
    return copy;
}

static const tml_node *varying(const scaler *s, const tml_node *node, const char *unit)
{
    if (node->kind != TML_NODE_SCALAR)
        return node;
    return number(s, scalar(s, inside_of(s, node->text)), unit);
}

static const tml_node *each(const scaler *s, const tml_node *node, const char *unit, scale_value scale)
{
    tml_node *out = like(s, node);
    for (int i = 0; i < node->count; i++)
        out->items[i] = scale(s, node->items[i], unit);
    return out;
}

/* A number, or a list of such. */
static const tml_node *numbers(const scaler *s, const tml_node *node, const char *unit)
{
    return node->kind == TML_NODE_SCALAR ? number(s, node, unit) : each(s, node, unit, numbers);
}

/* A name of a point, or its coordinates. */
static const tml_node *place(const scaler *s, const tml_node *node, const char *unit)
{
    return node->kind == TML_NODE_SCALAR ? node : each(s, node, unit, numbers);
}

/* ---- fields that are more than numbers ---- */

static const tml_node *fields_of(const scaler *s, const tml_node *map, const tml_field *fields, size_t count);
static const tml_node *value_of(const scaler *s, const tml_field *f, const tml_node *node);

static const tml_node *stiffness(const scaler *s, const tml_node *node, bool damping)
{
    const char *slide = damping ? "N*s/m" : "N/m", *unwrapped = damping ? "N*m*s/rad" : "N*m/rad";
    tml_node *halves = like(s, &(tml_node){.kind = TML_NODE_MAP});
    if (node->kind == TML_NODE_SCALAR) { /* a plain number holds for both */
        tml_node *two = with(s, halves, "translation", number(s, node, slide));
        return with(s, two, "rotation", number(s, node, unwrapped));
    }
    for (int i = 0; i < node->count; i++) {
        const bool turns = strcmp(node->keys[i]->text, "rotation") == 0;
        halves = with(s, halves, node->keys[i]->text, numbers(s, node->items[i], turns ? unwrapped : slide));
    }
    return halves;
}

/* A list for the diagonal, or a list of rows: 6, in the plane 3, rotations last. */
static const tml_node *matrix(const scaler *s, const tml_node *node, bool damping)
{
    if (node->kind != TML_NODE_LIST)
        return stiffness(s, node, damping);
    static const char *const units[2][3] = {{"N/m", "N", "N*m"}, {"N*s/m", "N*s", "N*m*s"}};
    const int lin = node->count == 6 ? 3 : 2;
    tml_node *out = like(s, node);
    for (int i = 0; i < node->count; i++) {
        if (node->items[i]->kind == TML_NODE_SCALAR) {
            out->items[i] = number(s, node->items[i], units[damping][2 * (i >= lin)]);
            continue;
        }
        tml_node *row = like(s, node->items[i]);
        for (int k = 0; k < row->count; k++)
            row->items[k] = number(s, row->items[k], units[damping][(i >= lin) + (k >= lin)]);
        out->items[i] = row;
    }
    return out;
}

/* {translation:, rotation:} or {force:, torque:} */
static const tml_node *halves_of(const scaler *s, const tml_node *node, const char *first, const char *unit,
                                 const char *other)
{
    tml_node *out = like(s, node);
    for (int i = 0; node->kind == TML_NODE_MAP && i < node->count; i++)
        out->items[i] = numbers(s, node->items[i], strcmp(node->keys[i]->text, first) == 0 ? unit : other);
    return out;
}

/* What the key of a shape gives: a map of its options, or the one that has a short form. */
static const tml_node *shape_options(const scaler *s, const tml_shape_class *c, const tml_node *value)
{
    const tml_field *brief = tml_field_find(c->fields, c->fields_count, c->short_field);
    return value->kind == TML_NODE_MAP ? fields_of(s, value, c->fields, c->fields_count)
                                       : numbers(s, value, brief->unit);
}

/* {disc: 0.1}, or as one of several {disc: 0.1, at: [0, 1], density: 7850} */
static const tml_node *shape(const scaler *s, const tml_node *node, const char *unit)
{
    (void)unit;
    for (int i = 0; node->kind == TML_NODE_MAP && i < node->count; i++) {
        const tml_shape_class *c = tml_shape_class_find(node->keys[i]->text);
        if (!c)
            continue;
        tml_node *out = like(s, fields_of(s, fields_of(s, node, tml_shape_part_fields, tml_shape_part_fields_count),
                                          c->fields, c->fields_count));
        out->items[i] = shape_options(s, c, node->items[i]);
        return out;
    }
    return node;
}

static const tml_node *events(const scaler *s, const tml_node *node, const char *unit)
{
    if (node->kind == TML_NODE_SCALAR)
        return varying(s, node, NULL);
    if (tml_node_find(node, "when"))
        return fields_of(s, node, tml_event_fields, tml_event_fields_count);
    return each(s, node, unit, events);
}

/* {joint: speed | from..to | {from:, to:, steps:}} */
static const tml_node *velocities(const scaler *s, const tml_node *node)
{
    tml_node *out = like(s, node);
    for (int i = 0; node->kind == TML_NODE_MAP && i < node->count; i++) {
        const tml_node *value = node->items[i];
        const char *unit = unit_of_channel(s, tml_arena_dotted(s->arena, node->keys[i]->text, "speed"));
        const char *dots = value->kind == TML_NODE_SCALAR ? strstr(value->text, "..") : NULL;
        if (dots) {
            const tml_node *from = scalar(s, tml_arena_text(s->arena, value->text, (size_t)(dots - value->text)));
            out->items[i] = scalar(s, tml_arena_format(s->arena, "%s..%s", number(s, from, unit)->text,
                                                       number(s, scalar(s, dots + 2), unit)->text));
        } else if (value->kind == TML_NODE_MAP) {
            tml_node *sweep = like(s, value);
            for (int k = 0; k < value->count; k++)
                if (strcmp(value->keys[k]->text, "steps") != 0)
                    sweep->items[k] = number(s, value->items[k], unit);
            out->items[i] = sweep;
        } else {
            out->items[i] = number(s, value, unit);
        }
    }
    return out;
}

/* {channel: value}: constants, or expressions of time. */
static const tml_node *channels(const scaler *s, const tml_node *node, scale_value scale)
{
    tml_node *out = like(s, node);
    for (int i = 0; i < node->count; i++)
        out->items[i] = scale(s, node->items[i], unit_of_channel(s, node->keys[i]->text));
    return out;
}

static const tml_node *range(const scaler *s, const tml_node *node, const char *unit)
{
    tml_node *out = like(s, node);
    for (int i = 0; i < node->count && i < 2; i++)
        out->items[i] = number(s, node->items[i], unit);
    return out;
}

/* ---- friction, stops and contacts ---- */

/* By a factor that no unit names. */
static const tml_node *times(const scaler *s, const tml_node *node, double factor)
{
    return scalar(s, tml_arena_format(s->arena, "(%s)*%.17g", node->text, factor));
}

static double exponent_of(const tml_node *map, double preset)
{
    const tml_node *node = map->kind == TML_NODE_MAP ? tml_node_find(map, "exponent") : NULL;
    return node ? strtod(node->text, NULL) : preset;
}

/* `viscous` is a force per speed or a torque per angular velocity. */
static const tml_node *friction(const scaler *s, const tml_node *node)
{
    if (node->kind != TML_NODE_MAP)
        return node;
    const bool rotates = s->joint && s->joint->frictions_count && s->joint->frictions[0].is_rotation;
    tml_node *out = like(s, fields_of(s, node, tml_friction_fields, tml_friction_fields_count));
    for (int i = 0; i < node->count; i++)
        if (strcmp(node->keys[i]->text, "viscous") == 0)
            out->items[i] = number(s, node->items[i], rotates ? "N*m*s/rad" : "N*s/m");
    return out;
}

/* Options of a stop: a force per penetration^n, and 1 + damping d'. */
static const tml_node *stop_options(const scaler *s, const tml_node *map, bool is_rotation)
{
    tml_node *out = like(s, map);
    const double n = exponent_of(map, 1), depth = is_rotation ? 1 : s->by.length;
    for (int i = 0; i < map->count; i++) {
        const char *key = map->keys[i]->text;
        const double push = unit_factor(s->by, is_rotation ? "N*m" : "N");
        if (strcmp(key, "range") == 0)
            out->items[i] = each(s, map->items[i], is_rotation ? "rad" : "m", numbers);
        else if (strcmp(key, "stiffness") == 0)
            out->items[i] = times(s, map->items[i], push / pow(depth, n));
        else if (strcmp(key, "damping") == 0)
            out->items[i] = times(s, map->items[i], s->by.time / depth);
    }
    return out;
}

static const tml_node *stops(const scaler *s, const tml_node *node)
{
    const tml_joint_form *form = s->joint;
    const bool first = form->coordinates[0].is_rotation;
    if (node->kind != TML_NODE_MAP)
        return each(s, node, first ? "rad" : "m", numbers);
    bool rotates = first;
    for (size_t k = 0; k < form->coordinates_count; k++)
        rotates = tml_node_find(node, form->coordinates[k].name) ? form->coordinates[k].is_rotation : rotates;
    tml_node *out = like(s, stop_options(s, node, rotates));
    for (int i = 0; i < node->count; i++)
        for (size_t k = 0; k < form->coordinates_count; k++) {
            const tml_coordinate *c = &form->coordinates[k];
            if (strcmp(node->keys[i]->text, c->name) == 0)
                out->items[i] = node->items[i]->kind == TML_NODE_MAP
                                    ? stop_options(s, node->items[i], c->is_rotation)
                                    : each(s, node->items[i], c->is_rotation ? "rad" : "m", numbers);
        }
    return out;
}

/* Of the fields of a contact; a stiffness is a force per depth^exponent. */
static const tml_node *contact_fields(const scaler *s, const tml_node *map, const tml_field *fields, size_t count)
{
    tml_node *out = like(s, fields_of(s, map, fields, count));
    const double n = exponent_of(map, 1.5);
    for (int i = 0; i < map->count; i++)
        if (strcmp(map->keys[i]->text, "stiffness") == 0)
            out->items[i] = times(s, map->items[i], unit_factor(s->by, "N") / pow(s->by.length, n));
    return out;
}

static const tml_node *clearance(const scaler *s, const tml_node *node)
{
    tml_field fields[TML_MAX_CLEARANCE_FIELDS];
    const size_t count = tml_clearance_fields_find(fields);
    return node->kind == TML_NODE_MAP ? contact_fields(s, node, fields, count) : number(s, node, "m");
}

/* {disc: 0.1}, {plane: [0, 0, 0], normal: z}, {sphere: {radius: 0.1}, group: balls} */
static const tml_node *surface(const scaler *s, const tml_node *node, const char *unit)
{
    (void)unit;
    for (int i = 0; node->kind == TML_NODE_MAP && i < node->count; i++)
        for (int k = 0; k < tml_body_surface_class_count; k++) {
            const tml_body_surface_class *c = tml_body_surface_classes[k];
            if (strcmp(c->name, node->keys[i]->text) != 0)
                continue;
            tml_node *out = like(s, fields_of(s, node, c->fields, c->fields_count));
            out->items[i] =
                node->items[i]->kind == TML_NODE_MAP
                    ? fields_of(s, node->items[i], c->fields, c->fields_count)
                    : value_of(s, tml_field_find(c->fields, c->fields_count, c->short_field), node->items[i]);
            return out;
        }
    return node;
}

/* projection | {baumgarte: {alpha:, beta:}} */
static const tml_node *stabilization(const scaler *s, const tml_node *node)
{
    tml_node *out = like(s, node);
    for (int i = 0; i < node->count; i++)
        if (node->items[i]->kind == TML_NODE_MAP)
            out->items[i] = fields_of(s, node->items[i], tml_stabilization_fields, tml_stabilization_fields_count);
    return out;
}

static const tml_node *value_of(const scaler *s, const tml_field *f, const tml_node *node)
{
    switch (f->type) {
    case TML_FIELD_NUMBER: /* rates of Baumgarte count in 1/s, though written as plain numbers */
        return number(s, node, strcmp(f->name, "alpha") == 0 || strcmp(f->name, "beta") == 0 ? "1/s" : f->unit);
    case TML_FIELD_VARYING:
        return varying(s, node, f->unit);
    case TML_FIELD_VARYING_VECTOR:
        return node->kind == TML_NODE_SCALAR ? varying(s, node, f->unit) : each(s, node, f->unit, varying);
    case TML_FIELD_INERTIA:
        return node->kind == TML_NODE_MAP ? fields_of(s, node, tml_inertia_fields, tml_inertia_fields_count)
                                          : numbers(s, node, f->unit);
    case TML_FIELD_FRAME:
        return node->kind == TML_NODE_LIST && node->count < 4 ? each(s, node, "m", place) : node;
    case TML_FIELD_VECTOR:
    case TML_FIELD_MOMENTS:
    case TML_FIELD_OMEGA:
    case TML_FIELD_SIZE:
    case TML_FIELD_NUMBERS:
        return numbers(s, node, f->unit);
    case TML_FIELD_STIFFNESS:
    case TML_FIELD_DAMPING:
        return stiffness(s, node, f->type == TML_FIELD_DAMPING);
    case TML_FIELD_STIFFNESS_MATRIX:
    case TML_FIELD_DAMPING_MATRIX:
        return matrix(s, node, f->type == TML_FIELD_DAMPING_MATRIX);
    case TML_FIELD_DEFLECTION:
        return halves_of(s, node, "translation", "m", "rad");
    case TML_FIELD_WRENCH:
        return halves_of(s, node, "force", "N", "N*m");
    case TML_FIELD_FRICTION:
        return friction(s, node);
    case TML_FIELD_EVENTS:
        return events(s, node, NULL);
    case TML_FIELD_SPEEDS:
        return velocities(s, node);
    case TML_FIELD_STABILIZATION:
        return stabilization(s, node);
    case TML_FIELD_POINTS:
    case TML_FIELD_PLACE:
        return place(s, node, "m");
    case TML_FIELD_CORNERS:
        return each(s, node, f->unit, place);
    case TML_FIELD_SHAPE:
        return shape(s, node, NULL);
    case TML_FIELD_SHAPES:
        return each(s, node, NULL, shape);
    case TML_FIELD_SURFACES:
        return each(s, node, NULL, surface);
    case TML_FIELD_LIMITS:
        return stops(s, node);
    case TML_FIELD_CLEARANCE:
        return clearance(s, node);
    case TML_FIELD_RANGE:
        return range(s, node, f->unit);
    case TML_FIELD_VARIATIONS: /* of studies, on which no run depends */
    case TML_FIELD_ANSWERS:
    case TML_FIELD_EXPRESSIONS: /* of states, which no model that is scaled has */
    case TML_FIELD_DIRECTION:
    case TML_FIELD_DIRECTIONS:
    case TML_FIELD_POINT:
    case TML_FIELD_CHOICE:
    case TML_FIELD_BOOL:
    case TML_FIELD_NAMES:
    case TML_FIELD_ACTIONS: /* no model that is scaled has any */
    case TML_FIELD_ASSIGNMENTS:
    case TML_FIELD_SWITCHES:
    case TML_FIELD_IMPULSE:
    case TML_FIELD_CHANNELS: /* of parameters, which keep their numbers */
    case TML_FIELD_TEXT:
    case TML_FIELD_ORIENTATION:
    case TML_FIELD_LATER:
    case TML_FIELD_ANY:
        return node;
    }
    return node;
}

static const tml_node *fields_of(const scaler *s, const tml_node *map, const tml_field *fields, size_t count)
{
    tml_node *out = like(s, map);
    for (int i = 0; map->kind == TML_NODE_MAP && i < map->count; i++) {
        const tml_field *f = tml_field_find(fields, count, map->keys[i]->text);
        if (f)
            out->items[i] = value_of(s, f, map->items[i]);
    }
    return out;
}

/* ---- sections ---- */

static const tml_node *points(const scaler *s, const tml_node *node)
{
    return node->kind == TML_NODE_MAP ? each(s, node, "m", numbers) : node;
}

static const tml_node *body(const scaler *s, const tml_node *node, const char *unit)
{
    (void)unit;
    tml_node *out = like(s, fields_of(s, node, tml_body_fields, tml_body_fields_count));
    for (int i = 0; i < node->count; i++)
        if (strcmp(node->keys[i]->text, "points") == 0)
            out->items[i] = points(s, node->items[i]);
    return out;
}

/* The fields of a joint or force of this kind; NULL: there is no such kind. */
static const tml_node *of_kind(const scaler *s, const char *kind, const tml_node *node)
{
    const tml_joint_class *joint = tml_joint_class_find(kind);
    const tml_force_class *force = tml_force_class_find(kind);
    scaler own = *s;
    if (joint) {
        own.joint = s->space ? &joint->space : &joint->plane;
        const tml_node *out = fields_of(&own, node, tml_joint_common_fields, tml_joint_common_fields_count);
        return fields_of(&own, out, joint->fields, joint->fields_count);
    }
    own.force = force;
    if (!force)
        return NULL;
    return force->acts == TML_ACTS_BETWEEN_SURFACES ? contact_fields(&own, node, force->fields, force->fields_count)
                                                    : fields_of(&own, node, force->fields, force->fields_count);
}

static const tml_node *element(const scaler *s, const tml_node *node, const char *unit)
{
    (void)unit;
    for (int i = 0; i < node->count; i++) {
        const tml_node *out = of_kind(s, node->keys[i]->text, node);
        if (out)
            return out;
    }
    return node;
}

/* {body: {...}, contact: {...}, dynamics: {...}} */
static const tml_node *defaults(const scaler *s, const tml_node *node)
{
    tml_node *out = like(s, node);
    for (int i = 0; i < node->count; i++) {
        const tml_node *own = of_kind(s, node->keys[i]->text, node->items[i]);
        const tml_analysis_class *c = tml_analysis_find(node->keys[i]->text);
        out->items[i] = strcmp(node->keys[i]->text, "body") == 0 ? body(s, node->items[i], NULL)
                        : own                                    ? own
                        : c ? fields_of(s, node->items[i], c->fields, c->fields_count)
                            : node->items[i];
    }
    return out;
}

static const tml_node *driver(const scaler *s, const tml_node *node, const char *unit)
{
    (void)unit;
    return channels(s, node, varying);
}

static const tml_node *analysis(const scaler *s, const tml_node *node, const char *unit)
{
    (void)unit;
    tml_node *out = like(s, node);
    for (int i = 0; node->kind == TML_NODE_MAP && i < node->count; i++) {
        const tml_analysis_class *c = tml_analysis_find(node->keys[i]->text);
        if (c)
            out->items[i] = fields_of(s, node->items[i], c->fields, c->fields_count);
    }
    return out;
}

static const tml_node *section(const scaler *s, const char *name, const tml_node *node)
{
    return strcmp(name, "gravity") == 0    ? (node->kind == TML_NODE_LIST ? each(s, node, "m/s^2", numbers) : node)
           : strcmp(name, "points") == 0   ? points(s, node)
           : strcmp(name, "bodies") == 0   ? each(s, node, NULL, body)
           : strcmp(name, "joints") == 0   ? each(s, node, NULL, element)
           : strcmp(name, "forces") == 0   ? each(s, node, NULL, element)
           : strcmp(name, "drivers") == 0  ? each(s, node, NULL, driver)
           : strcmp(name, "initial") == 0  ? channels(s, node, number)
           : strcmp(name, "defaults") == 0 ? defaults(s, node)
           : strcmp(name, "events") == 0   ? each(s, node, NULL, events)
           : strcmp(name, "analyses") == 0 ? each(s, node, NULL, analysis)
                                           : node;
}

static const tml_node *default_gravity(const scaler *s, bool space)
{
    tml_node *list = like(s, &(tml_node){.kind = TML_NODE_LIST});
    list->items = TML_NEW_ARRAY(s->arena, const tml_node *, 3);
    for (int i = 0; i < (space ? 3 : 2); i++)
        list->items[list->count++] = scalar(s, i == (space ? 2 : 1) ? "-9.81" : "0");
    return list;
}

char *text_in_units(const char *text, unit_scales by, const tml_results *known)
{
    tml_arena arena = {0};
    tml_log *log = tml_log_make();
    const tml_node *root = tml_node_parse(&arena, text, strlen(text), "model", log);
    char *out = NULL;
    if (root && root->kind == TML_NODE_MAP) {
        const scaler s = {
            .by = by, .arena = &arena, .channels = known, .space = tml_node_is(tml_node_find(root, "space"), "space")};
        if (!tml_node_find(root, "gravity"))
            root = with(&s, root, "gravity", default_gravity(&s, s.space));
        tml_node *scaled = like(&s, root);
        for (int i = 0; i < root->count; i++)
            scaled->items[i] = section(&s, root->keys[i]->text, root->items[i]);
        out = tml_node_write(scaled);
    }
    tml_log_free(log);
    tml_arena_free(&arena);
    return out;
}
