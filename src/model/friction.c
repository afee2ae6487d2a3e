/* friction.c - the fields of a joint's friction, as numbers, and whether they fit the joint and each other. */
#include "model/friction.h"
#include "model/check.h"
#include <string.h>

static size_t index_of(const char *field)
{
    return (size_t)(tml_field_find(tml_friction_fields, tml_friction_fields_count, field) - tml_friction_fields);
}

double tml_friction_value(const tml_friction *f, const char *field)
{
    return f->values[index_of(field)];
}

void tml_friction_set(tml_friction *f, const char *field, double value)
{
    f->values[index_of(field)] = value;
}

bool tml_friction_has(const tml_friction *f, const char *field)
{
    return f->given[index_of(field)];
}

/* `viscous` has the unit of the joint. */
static const char *unit_of(const tml_field *field, const tml_joint_form *form)
{
    if (strcmp(field->name, "viscous") != 0)
        return field->unit;
    return form->frictions[0].is_rotation ? "N*m*s/rad" : "N*s/m";
}

static bool read(tml_resolved *r, const tml_element *e, const tml_joint_form *form, tml_friction *f)
{
    const tml_node *node = tml_element_field(e, &tml_joint_common_fields[TML_JOINT_FRICTION]);
    const char *what = tml_arena_format(r->arena, "%s: friction", tml_element_what(r->arena, e));
    bool good = true;
    f->place = node->place;
    for (size_t i = 0; i < tml_friction_fields_count; i++) {
        const tml_field *field = &tml_friction_fields[i];
        const tml_node *value = node->kind == TML_NODE_MAP ? tml_node_find(node, field->name) : i == 0 ? node : NULL;
        const char *name = node->kind == TML_NODE_MAP ? tml_arena_format(r->arena, "%s: %s", what, field->name) : what;
        if (field->type == TML_FIELD_CHOICE) {
            f->smooth = value && tml_node_is(value, "smooth");
        } else if (value) {
            f->given[i] = true;
            good &= tml_resolved_number(r, value, unit_of(field, form), name, &f->values[i]);
        } else if (field->preset) {
            good &= tml_constant_read(r, field->preset, e->place, field->unit, name, &f->values[i], NULL, NULL);
        }
    }
    return good;
}

static const tml_node *field_node(const tml_element *e, const char *field)
{
    const tml_node *node = tml_element_field(e, &tml_joint_common_fields[TML_JOINT_FRICTION]);
    const tml_node *value = node->kind == TML_NODE_MAP ? tml_node_find(node, field) : NULL;
    return value ? value : node;
}

/* Negative numbers, and widths and lengths that are zero. */
static bool in_range(tml_resolved *r, const tml_element *e, const tml_friction *f)
{
    static const char *const positive[] = {"radius", "length", "width", "stribeck", "exponent", "speed"};
    bool good = true;
    for (size_t i = 0; i < tml_friction_fields_count; i++) {
        bool above = false;
        for (size_t k = 0; k < sizeof positive / sizeof *positive; k++)
            above |= strcmp(positive[k], tml_friction_fields[i].name) == 0;
        if (!f->given[i] || (above ? f->values[i] > 0 : f->values[i] >= 0))
            continue;
        good = false;
        tml_log_raise(r->log, TML_E_WRONG_OPTION, field_node(e, tml_friction_fields[i].name)->place,
                      "joint %s: friction: %s must %s zero", e->name, tml_friction_fields[i].name,
                      above ? "be greater than" : "not be below");
    }
    return good;
}

/* Fields that no load of this joint reads. */
static bool has_effect(const tml_joint_form *form, const char *field)
{
    for (size_t i = 0; i < form->frictions_count; i++) {
        const tml_friction_form *x = &form->frictions[i];
        if ((strcmp(field, "radius") == 0 && x->pin) || (strcmp(field, "length") == 0 && x->edges) ||
            (strcmp(field, "collar") == 0 && x->thrust) || (strcmp(field, "width") == 0 && x->torsion))
            return true;
    }
    return false;
}

static bool fits_joint(tml_resolved *r, const tml_element *e, const tml_joint_form *form, const tml_friction *f)
{
    static const char *const sizes[] = {"radius", "collar", "length", "width"};
    const char *list = "";
    bool good = true;
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        if (has_effect(form, sizes[i]))
            list = tml_arena_format(r->arena, "%s%s%s", list, list[0] ? ", " : "", sizes[i]);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        if (!tml_friction_has(f, sizes[i]) || has_effect(form, sizes[i]))
            continue;
        good = false;
        tml_log_raise(r->log, TML_E_FRICTION_FIELD, field_node(e, sizes[i])->place,
                      "joint %s: friction: \"%s\" has no effect on the friction of a %s joint in %s; %s%s", e->name,
                      sizes[i], e->joint->name, r->model->space ? "space" : "the plane",
                      list[0] ? "of sizes it takes " : "it takes no sizes", list);
    }
    return good;
}

bool tml_friction_needs_radius(const tml_joint_form *form)
{
    if (form->frictions_count == 0)
        return false;
    const tml_friction_form *x = &form->frictions[0];
    bool scales = x->is_rotation; /* a torque is friction times the radius */
    for (int i = 0; i < x->size; i++)
        scales |= x->by_radius[i];
    return x->pin && !x->optional && scales;
}

static bool has_radius(tml_resolved *r, const tml_element *e, const tml_joint_form *form, const tml_friction *f)
{
    const tml_friction_form *x = &form->frictions[0];
    const bool thrust_alone = x->thrust && tml_friction_has(f, "collar") && !tml_friction_has(f, "length");
    if (!tml_friction_needs_radius(form) || tml_friction_has(f, "radius") || (!f->dry && x->is_rotation) ||
        thrust_alone)
        return true;
    tml_log_raise(
        r->log, TML_E_FRICTION_RADIUS, f->place,
        "joint %s: friction of a %s joint needs the radius of %s: write friction: {coefficient: %.9g, radius: "
        "8 mm}",
        e->name, e->joint->name, x->pin, tml_friction_value(f, "coefficient"));
    return false;
}

static bool fit_each_other(tml_resolved *r, const tml_element *e, const tml_friction *f)
{
    if (tml_friction_has(f, "static") && tml_friction_value(f, "static") < tml_friction_value(f, "coefficient")) {
        tml_log_raise(r->log, TML_E_WRONG_OPTION, field_node(e, "static")->place,
                      "joint %s: friction: static, %.9g, is below the coefficient of sliding, %.9g: what sticks would "
                      "let go where sliding still holds; exchange them, or leave static out",
                      e->name, tml_friction_value(f, "static"), tml_friction_value(f, "coefficient"));
        return false;
    }
    if (tml_friction_has(f, "stribeck") && !tml_friction_has(f, "static")) {
        tml_log_raise(r->log, TML_E_FRICTION_FIELD, field_node(e, "stribeck")->place,
                      "joint %s: friction: stribeck needs static, from which friction falls to the coefficient",
                      e->name);
        return false;
    }
    if (tml_friction_has(f, "speed") && !f->smooth) {
        tml_log_raise(r->log, TML_E_FRICTION_FIELD, field_node(e, "speed")->place,
                      "joint %s: friction: speed is the width of the smooth model: write model: smooth with it",
                      e->name);
        return false;
    }
    if (!tml_friction_has(f, "coefficient") && !tml_friction_has(f, "static") && !tml_friction_has(f, "viscous")) {
        tml_log_raise(r->log, TML_E_MISSING_KEY, f->place,
                      "joint %s: friction: give a coefficient, or viscous friction", e->name);
        return false;
    }
    return true;
}

bool tml_element_friction(tml_resolved *r, const tml_element *e, tml_friction *f)
{
    const tml_joint_form *form = r->model->space ? &e->joint->space : &e->joint->plane;
    *f = (tml_friction){0};
    if (!form->frictions_count || !tml_element_field(e, &tml_joint_common_fields[TML_JOINT_FRICTION]) ||
        !read(r, e, form, f))
        return false;
    double *still = &f->values[index_of("static")];
    f->dry = tml_friction_value(f, "coefficient") > 0 || *still > 0;
    if (!in_range(r, e, f) || !fits_joint(r, e, form, f) || !has_radius(r, e, form, f) || !fit_each_other(r, e, f))
        return false;
    *still = tml_friction_has(f, "static") ? *still : tml_friction_value(f, "coefficient");
    return true;
}
