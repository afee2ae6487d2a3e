/* value.c - fields of joints, forces and analyses as numbers. */
#include "base/track.h"
#include "model/check.h"
#include <string.h>

const tml_node *tml_element_field(const tml_element *e, const tml_field *field)
{
    const tml_node *node = tml_node_find(e->node, field->name);
    return node || !field->alias ? node : tml_node_find(e->node, field->alias);
}

/* `joint A: stiffness` */
static const char *what_of(tml_resolved *r, const tml_element *e, const tml_field *field)
{
    return tml_keep_joined(r->arena, tml_element_what(r->arena, e), ": ", field->name);
}

int tml_element_body(const tml_resolved *r, const tml_element *e, int end)
{
    const tml_node *node = e->joint || e->force ? e->type_node : NULL;
    if (node && node->kind == TML_NODE_LIST)
        node = end < node->count ? node->items[end] : NULL;
    const int body = node && node->kind == TML_NODE_SCALAR ? tml_resolved_body_of(r, node) : -1;
    return body < 0 ? 0 : body;
}

bool tml_element_number(tml_resolved *r, const tml_element *e, const tml_field *field, double *value)
{
    const tml_node *node = tml_element_field(e, field);
    const char *text = node ? (node->kind == TML_NODE_SCALAR ? node->text : "") : field->preset;
    if (text && tml_decimal_read(text, strlen(text), value))
        return true; /* as most are: without preparing text for a message */
    *value = 0;
    if (node)
        return tml_resolved_number(r, node, field->unit, what_of(r, e, field), value);
    if (!field->preset)
        return false;
    return tml_constant_read(r, field->preset, e->place, field->unit, what_of(r, e, field), value, NULL, NULL);
}

int tml_element_vector(tml_resolved *r, const tml_element *e, const tml_field *field, double *values)
{
    const tml_node *node = tml_element_field(e, field);
    const int count = r->model->space ? 3 : 2;
    tml_vec3 v;
    if (!node || !tml_vector_read(r, node, field->unit, what_of(r, e, field), tml_element_body(r, e, 0), &v))
        return 0;
    const double all[] = {v.x, v.y, v.z};
    memcpy(values, all, (size_t)count * sizeof *values);
    return count;
}

/* A list of two points, from one to the other; *two is false where these are the numbers of a vector in the plane. */
static bool read_two_points(tml_resolved *r, const tml_node *node, const char *what, int body, tml_vec3 *v, bool *two)
{
    tml_vec3 ends[2];
    int size[2];
    for (int i = 0; i < 2; i++) {
        if (node->items[i]->kind != TML_NODE_SCALAR || !node->items[i]->text[0]) {
            tml_log_raise(r->log, TML_E_WRONG_TYPE, node->items[i]->place, "%s must be two points, [B, P], or numbers",
                          what);
            return false;
        }
        if (!tml_value_read(r, node->items[i], NULL, what, body, &ends[i], &size[i]))
            return false;
    }
    *two = size[0] > 0 && size[1] > 0;
    *v = *two ? tml_sub(ends[1], ends[0]) : (tml_vec3){ends[0].x, ends[1].x, 0};
    if (*two || (size[0] == 0 && size[1] == 0 && !r->model->space))
        return true;
    tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place, "%s must be two points, [B, P], or %s numbers", what,
                  r->model->space ? "3" : "2");
    return false;
}

bool tml_direction_read(tml_resolved *r, const tml_node *node, const char *what, int body, tml_vec3 *direction)
{
    *direction = (tml_vec3){0, 0, 1};
    bool two = false;
    tml_vec3 v;
    if (node->kind == TML_NODE_SCALAR) {
        const char *letter = node->text + (node->text[0] == '-');
        if (letter[0] >= 'x' && letter[0] <= 'z' && !letter[1]) {
            *direction = tml_scale(node->text[0] == '-' ? -1 : 1, tml_unit_axis((tml_axis)(letter[0] - 'x')));
            return true;
        }
    }
    if (node->kind == TML_NODE_LIST && node->count == 2 ? !read_two_points(r, node, what, body, &v, &two)
                                                        : !tml_vector_read(r, node, NULL, what, body, &v))
        return false;
    const double norm = hypot(hypot(v.x, v.y), v.z);
    if (!(norm > 0)) {
        tml_log_raise(r->log, TML_E_NO_DIRECTION, node->place,
                      two ? "%s: the two points coincide: there is no direction from one to the other"
                          : "%s is zero: it has no direction",
                      what);
        return false;
    }
    *direction = (tml_vec3){v.x / norm, v.y / norm, v.z / norm};
    return true;
}

bool tml_element_direction(tml_resolved *r, const tml_element *e, const tml_field *field, tml_vec3 *direction)
{
    const tml_node *node = tml_element_field(e, field);
    const tml_node preset = {.kind = TML_NODE_SCALAR, .place = e->place, .text = field->preset ? field->preset : ""};
    if (!node && !field->preset)
        return false;
    return tml_direction_read(r, node ? node : &preset, what_of(r, e, field), tml_element_body(r, e, 0), direction);
}

bool tml_element_directions(tml_resolved *r, const tml_element *e, const tml_field *field, tml_vec3 directions[2])
{
    const tml_node *node = tml_element_field(e, field);
    if (!node)
        return false;
    const char *what = what_of(r, e, field);
    if (node->kind != TML_NODE_LIST || node->count != 2) {
        tml_log_raise(r->log, TML_E_WRONG_TYPE, node->place, "%s must be a list of two directions", what);
        return false;
    }
    const bool good = tml_direction_read(r, node->items[0], what, tml_element_body(r, e, 0), &directions[0]);
    return tml_direction_read(r, node->items[1], what, tml_element_body(r, e, 1), &directions[1]) && good;
}

/* ---- stiffness and damping ---- */

static const char *const stiffness_units[2] = {"N/m", "N*m/rad"}, *const damping_units[2] = {"N*s/m", "N*m*s/rad"};

/* Negative ones are rejected: they would not hold anything. */
static bool not_negative(tml_resolved *r, const tml_node *node, const char *what, double value)
{
    if (value >= 0)
        return true;
    tml_log_raise(r->log, TML_E_NEGATIVE, node->place, "%s must not be negative", what);
    return false;
}

/* A number for translation (half 0) or rotation (half 1): one for all axes or one each. */
static bool read_half(tml_resolved *r, const tml_node *node, const char *unit, const char *what, int half,
                      double values[6])
{
    const bool space = r->model->space;
    const int count = space ? 3 : half == 0 ? 2 : 1, first = half == 0 ? 0 : space ? 3 : 5;
    bool good = true;
    if (node->kind == TML_NODE_SCALAR) {
        double value;
        good = tml_resolved_number(r, node, unit, what, &value) && not_negative(r, node, what, value);
        for (int i = 0; i < count; i++)
            values[first + i] = value;
        return good;
    }
    good = tml_numbers_read(r, node, unit, what, count, values + first);
    for (int i = 0; good && i < count; i++)
        good = not_negative(r, node->items[i], what, values[first + i]);
    return good;
}

/* One number: with a unit it is of that kind, without it holds for both. */
static bool read_both(tml_resolved *r, const tml_node *node, const char *const units[2], const char *what,
                      double values[6])
{
    double value = 0;
    bool typed = false;
    tml_dimension dimension;
    if (!tml_constant_read(r, node->text, node->place, NULL, what, &value, &typed, &dimension))
        return false;
    if (typed && !tml_dimension_same(dimension, tml_unit_named(units[0]).dimension))
        return read_half(r, node, units[1], what, 1, values);
    const bool good = not_negative(r, node, what, value);
    for (int i = 0; i < 6; i++)
        values[i] = (i < 3 || !typed) && (r->model->space || i < 2 || i == 5) ? value : 0;
    return good;
}

bool tml_element_stiffness(tml_resolved *r, const tml_element *e, const tml_field *field, double values[6])
{
    const tml_node *node = tml_element_field(e, field);
    const bool damping = field->type == TML_FIELD_DAMPING || field->type == TML_FIELD_DAMPING_MATRIX;
    const char *const *units = damping ? damping_units : stiffness_units;
    for (int i = 0; i < 6; i++)
        values[i] = 0;
    if (!node)
        return false;
    const char *what = what_of(r, e, field);
    if (node->kind == TML_NODE_SCALAR)
        return read_both(r, node, units, what, values);
    const tml_node *translation = tml_node_find(node, "translation"), *rotation = tml_node_find(node, "rotation");
    bool good = true;
    if (translation)
        good = read_half(r, translation, units[0], tml_arena_format(r->arena, "%s: translation", what), 0, values);
    if (rotation)
        good = read_half(r, rotation, units[1], tml_arena_format(r->arena, "%s: rotation", what), 1, values) && good;
    return good;
}

/* ---- words ---- */

bool tml_element_bool(tml_resolved *r, const tml_element *e, const tml_field *field, bool *value)
{
    const tml_node *node = tml_element_field(e, field);
    (void)r;
    if (!node && !field->preset)
        return false;
    *value = strcmp(node ? node->text : field->preset, "true") == 0;
    return true;
}

const char *tml_element_choice(tml_resolved *r, const tml_element *e, const tml_field *field)
{
    const tml_node *node = tml_element_field(e, field);
    (void)r;
    return node && node->kind == TML_NODE_SCALAR ? node->text : field->preset;
}
