/* contact.c - reads a contact: which pairs of surfaces, which law, what friction. */
#include "model/contact.h"
#include "model/check.h"
#include <string.h>

#define PI 3.14159265358979323846

const char *tml_contact_law_name(int i)
{
    return i < tml_contact_law_class_count ? tml_contact_law_classes[i]->name : NULL;
}

static const tml_field *field_of(const tml_element *e, const char *name)
{
    return tml_field_find(e->force->fields, e->force->fields_count, name);
}

double tml_contact_value(const tml_element *e, const tml_contact_form *form, const char *field)
{
    return form->values[field_of(e, field) - e->force->fields];
}

bool tml_contact_has(const tml_element *e, const tml_contact_form *form, const char *field)
{
    return form->given[field_of(e, field) - e->force->fields];
}

static bool refuse(tml_resolved *r, const tml_element *e, const tml_node *node, const char *why)
{
    tml_log_raise(r->log, TML_E_CONTACT, node ? node->place : e->place, "%s: %s", tml_element_what(r->arena, e), why);
    return false;
}

/* ---- pairs ---- */

/* The joint that connects two bodies: surfaces of a group do not touch there. NULL: none does. */
static const tml_element *joint_between(tml_resolved *r, int first, int second)
{
    for (int i = 0; i < r->model->joint_count; i++) {
        const tml_element *e = &r->model->joints[i];
        if (!e->joint || tml_joint_couples(e->joint) || !e->type_node || e->type_node->count < 2)
            continue;
        const int a = tml_resolved_body_of(r, e->type_node->items[0]),
                  b = tml_resolved_body_of(r, e->type_node->items[1]);
        if ((a == first && b == second) || (a == second && b == first))
            return e;
    }
    return NULL;
}

/* It leaves nothing free, and is not compliant. */
static bool is_rigid(const tml_resolved *r, const tml_element *joint)
{
    const tml_joint_form *form = r->model->space ? &joint->joint->space : &joint->joint->plane;
    return form->rows_count == (r->model->space ? 6 : 3) && !tml_node_find(joint->node, "stiffness");
}

/* It can touch flat sides: it is round, bent, or has corners. In space this is found for each pair when it is compiled. */
static bool sticks_out(const tml_body_surface *s)
{
    switch (s->class->kind) {
    case TML_SURFACE_LINE:
        return false;
    case TML_SURFACE_SPLINE:
    case TML_SURFACE_CAM:
    case TML_SURFACE_DISC:
        return !s->hollow;
    default:
        return true;
    }
}

/* Somewhere along its way it is in the ground, unless it is parallel. */
static bool is_endless(const tml_body_surface *s)
{
    return s->class->kind == TML_SURFACE_CYLINDER && !(s->length > 0) && !s->hollow;
}

static bool is_ground(const tml_body_surface *s)
{
    return s->class->kind == TML_SURFACE_PLANE || s->class->kind == TML_SURFACE_HEIGHTS;
}

/* A ball or a disc, on one or on a flat side: what Hertz's formula is for. */
static bool is_round(const tml_body_surface *s)
{
    return s->radius > 0 && (s->class->kind == TML_SURFACE_DISC || s->class->kind == TML_SURFACE_SPHERE);
}

static bool is_flat(const tml_body_surface *s)
{
    switch (s->class->kind) {
    case TML_SURFACE_LINE:
    case TML_SURFACE_POLYLINE:
    case TML_SURFACE_POLYGON:
    case TML_SURFACE_PLANE:
        return true;
    default:
        return false;
    }
}

static bool check_pair(tml_resolved *r, const tml_element *e, const tml_contact_form *form,
                       const tml_surface_pair *pair)
{
    const tml_body_surface *a = pair->first, *b = pair->second;
    if (!sticks_out(a) && !sticks_out(b))
        return refuse(r, e, e->type_node,
                      tml_arena_format(r->arena,
                                       "\"%s\", a %s, and \"%s\", a %s, cannot touch each other: one must be round or "
                                       "have corners",
                                       a->full, a->class->name, b->full, b->class->name));
    for (int i = 0; i < 2; i++)
        if (is_endless(i ? b : a) && is_ground(i ? a : b))
            return refuse(r, e, e->type_node,
                          tml_arena_format(r->arena,
                                           "\"%s\", a cylinder without ends, cannot lie on \"%s\": give it a length",
                                           (i ? b : a)->full, (i ? a : b)->full));
    const tml_element *joint = joint_between(r, a->body, b->body);
    if (joint && is_rigid(r, joint))
        return refuse(r, e, e->type_node,
                      tml_arena_format(r->arena,
                                       "the joint %s holds \"%s\" and \"%s\" together, they cannot touch: leave the "
                                       "contact or the joint out",
                                       joint->name, r->bodies[a->body].name, r->bodies[b->body].name));
    const bool hertzian = (is_round(a) && (is_round(b) || is_flat(b))) || (is_round(b) && is_flat(a));
    if (form->modulus > 0 && !hertzian)
        return refuse(r, e, e->type_node,
                      tml_arena_format(r->arena,
                                       "a modulus gives a stiffness only between discs or spheres, and on flat sides, "
                                       "not between \"%s\" and \"%s\": give a stiffness instead",
                                       a->full, b->full));
    return true;
}

static bool read_pairs(tml_resolved *r, const tml_element *e, tml_contact_form *form)
{
    const tml_body_surface **lists[2];
    const char *what = tml_element_what(r->arena, e);
    int counts[2], capacity = 0;
    for (int i = 0; i < 2; i++)
        counts[i] = tml_resolved_surfaces(r, e->type_node->items[i], what, &lists[i]);
    if (!counts[0] || !counts[1])
        return false;
    const bool named = counts[0] == 1 && counts[1] == 1;
    const bool same = counts[0] == counts[1] && lists[0][0] == lists[1][0];
    for (int i = 0; i < counts[0]; i++)
        for (int k = same ? i + 1 : 0; k < counts[1]; k++) {
            const tml_surface_pair pair = {.first = lists[0][i], .second = lists[1][k]};
            if (pair.first->body == pair.second->body ||
                (!named && joint_between(r, pair.first->body, pair.second->body)))
                continue;
            if (!check_pair(r, e, form, &pair))
                return false;
            TML_GROW(r->arena, form->pairs, form->pair_count, capacity);
            form->pairs[form->pair_count++] = pair;
        }
    if (form->pair_count)
        return true;
    if (named) {
        tml_log_raise(r->log, TML_E_SAME_BODY, e->type_node->place, "%s: acts between body \"%s\" and itself", what,
                      r->bodies[lists[0][0]->body].name);
        return false;
    }
    return refuse(r, e, e->type_node, "no two of these surfaces are on bodies that could touch");
}

/* ---- laws ---- */

static bool is_listed(const char *words, const char *word)
{
    return tml_word_index(words, word) >= 0;
}

/* Fields of a compliant law, and what each law needs and takes. */
static bool check_law(tml_resolved *r, const tml_element *e, const tml_contact_form *form)
{
    static const char *const compliant = "stiffness exponent damping", *const moduli = "modulus poisson";
    const bool wide = tml_contact_has(e, form, "face_width"); /* moduli give a pressure then */
    bool good = true;
    for (size_t i = 0; i < e->force->fields_count; i++) {
        const char *name = e->force->fields[i].name;
        const tml_node *node = tml_element_field(e, &e->force->fields[i]);
        const bool of_law = is_listed(compliant, name) || (!wide && is_listed(moduli, name)) ||
                            (form->law && strcmp(name, "restitution") == 0);
        if (node && form->law && strcmp(name, "impact") == 0)
            good = refuse(r, e, node, "\"impact\" is of a rigid contact: in a compliant one the law says what is lost");
        if (!node || !of_law)
            continue;
        if (!form->law)
            good = refuse(r, e, node,
                          tml_arena_format(r->arena, "\"%s\" is of a compliant contact: give its law, as law: %s", name,
                                           tml_contact_law_classes[0]->name));
        else if (!is_listed(form->law->needs, name) && !is_listed(form->law->takes, name))
            good = refuse(r, e, node,
                          tml_arena_format(r->arena, "\"%s\" has no effect in the law %s, which takes %s %s", name,
                                           form->law->name, form->law->needs, form->law->takes));
    }
    for (size_t i = 0; good && form->law && i < e->force->fields_count; i++) {
        const char *name = e->force->fields[i].name;
        const bool other = strcmp(name, "stiffness") == 0 && tml_contact_has(e, form, "modulus");
        if (is_listed(form->law->needs, name) && !form->given[i] && !other) {
            tml_log_raise(r->log, TML_E_MISSING_KEY, e->place, "%s: the law %s needs \"%s\"%s",
                          tml_element_what(r->arena, e), form->law->name, name,
                          strcmp(name, "stiffness") == 0 ? ", or a modulus of round surfaces" : "");
            good = false;
        }
    }
    return good;
}

static bool check_range(tml_resolved *r, const tml_element *e, const tml_contact_form *form, const char *field,
                        double least, double most, const char *must)
{
    const double value = tml_contact_value(e, form, field);
    if (!tml_contact_has(e, form, field) || (value >= least && value <= most))
        return true;
    tml_log_raise(r->log, TML_E_WRONG_OPTION, tml_element_field(e, field_of(e, field))->place, "%s: %s must %s",
                  tml_element_what(r->arena, e), field, must);
    return false;
}

static bool read_numbers(tml_resolved *r, const tml_element *e, tml_contact_form *form)
{
    bool good = true;
    for (size_t i = 0; i < e->force->fields_count; i++) {
        const tml_field *field = &e->force->fields[i];
        form->given[i] = tml_element_field(e, field) != NULL;
        if (field->type == TML_FIELD_NUMBER && (form->given[i] || field->preset))
            good = tml_element_number(r, e, field, &form->values[i]) && good;
    }
    return good && check_range(r, e, form, "restitution", 0, 1, "lie between 0 and 1") &&
           check_range(r, e, form, "stiffness", 1e-300, INFINITY, "be above zero") &&
           check_range(r, e, form, "face_width", 1e-300, INFINITY, "be above zero") &&
           check_range(r, e, form, "exponent", 1, INFINITY, "be 1 or more") &&
           check_range(r, e, form, "damping", 0, INFINITY, "not be negative");
}

/* A number for both surfaces, or one each. */
static bool read_both(tml_resolved *r, const tml_element *e, const char *field, double preset, double values[2])
{
    const tml_field *f = field_of(e, field);
    const tml_node *node = tml_element_field(e, f);
    const char *what = tml_arena_format(r->arena, "%s: %s", tml_element_what(r->arena, e), field);
    values[0] = values[1] = preset;
    if (!node)
        return true;
    if (node->kind == TML_NODE_LIST && node->count != 2)
        return refuse(r, e, node, tml_arena_format(r->arena, "%s must be one number, or a list of two", field));
    for (int i = 0; i < 2; i++)
        if (!tml_resolved_number(r, node->kind == TML_NODE_LIST ? node->items[i] : node, f->unit, what, &values[i]))
            return false;
    return true;
}

static bool read_moduli(tml_resolved *r, const tml_element *e, tml_contact_form *form)
{
    double E[2], nu[2];
    const bool wide = tml_contact_has(e, form, "face_width");
    if (wide && (r->model->space || !e->force || e->joint))
        return refuse(r, e, tml_element_field(e, field_of(e, "face_width")),
                      "a face_width is that of surfaces that touch in the plane");
    if (wide && !tml_contact_has(e, form, "modulus"))
        return refuse(r, e, tml_element_field(e, field_of(e, "face_width")),
                      "face_width needs a modulus, as modulus: 210 GPa");
    if (!tml_contact_has(e, form, "modulus"))
        return true;
    if (!read_both(r, e, "modulus", 0, E) || !read_both(r, e, "poisson", 0.3, nu))
        return false;
    for (int i = 0; i < 2; i++)
        if (!(E[i] > 0) || !(nu[i] > -1 && nu[i] <= 0.5))
            return refuse(r, e, tml_element_field(e, field_of(e, E[i] > 0 ? "poisson" : "modulus")),
                          E[i] > 0 ? "poisson must lie between -1 and 0.5" : "modulus must be above zero");
    form->modulus = 1 / ((1 - nu[0] * nu[0]) / E[0] + (1 - nu[1] * nu[1]) / E[1]);
    if (wide)
        form->pressure = form->modulus / (PI * tml_contact_value(e, form, "face_width"));
    if (!form->law || (wide && tml_contact_has(e, form, "stiffness")))
        form->modulus = 0; /* no stiffness follows from it */
    if (!tml_contact_has(e, form, "stiffness") || wide)
        return true;
    return refuse(r, e, tml_element_field(e, field_of(e, "modulus")), "give a stiffness or a modulus, not both");
}

/* ---- friction ---- */

/* One number of it; false with a message. */
static bool read_part(tml_resolved *r, const tml_node *map, const char *what, const char *key, bool above,
                      double *value)
{
    const tml_field *field = tml_field_find(tml_friction_fields, tml_friction_fields_count, key);
    const tml_node *node = tml_node_find(map, key);
    const char *unit = strcmp(key, "viscous") == 0 ? "N*s/m" : field->unit;
    if (!node)
        return true;
    if (!tml_resolved_number(r, node, unit, tml_arena_format(r->arena, "%s: %s", what, key), value))
        return false;
    if (above ? *value > 0 : *value >= 0)
        return true;
    tml_log_raise(r->log, TML_E_WRONG_OPTION, node->place, "%s: %s must %s zero", what, key,
                  above ? "be greater than" : "not be below");
    return false;
}

static bool read_friction(tml_resolved *r, const tml_element *e, tml_contact_form *form)
{
    static const char *const of_joints[] = {"collar", "preload", "radius", "length", "width"};
    const size_t refused = e->joint ? 2 : sizeof of_joints / sizeof *of_joints; /* a clearance reads sizes from it */
    const tml_node *node = tml_element_field(e, field_of(e, "friction"));
    const char *what = tml_arena_format(r->arena, "%s: friction", tml_element_what(r->arena, e));
    const tml_node *keys[] = {node}, *items[] = {node};
    tml_node number = {.kind = TML_NODE_MAP, .count = 1, .keys = keys, .items = items, .text = ""}, key;
    if (!node)
        return true;
    key = *node;
    if (node->kind != TML_NODE_MAP) {
        key.text = "coefficient";
        keys[0] = &key;
        number.place = node->place;
    }
    const tml_node *map = node->kind == TML_NODE_MAP ? node : &number;
    for (size_t i = 0; i < refused; i++)
        if (tml_node_find(map, of_joints[i]))
            return refuse(r, e, tml_node_find(map, of_joints[i]),
                          tml_arena_format(r->arena, "friction: \"%s\" is of joints%s: a contact has no such %s",
                                           of_joints[i], e->joint ? " without clearance" : "",
                                           i < 2 ? "part" : "size"));
    const tml_node *model = tml_node_find(map, "model");
    if (model && tml_node_is(model, form->law ? "exact" : "smooth"))
        return refuse(r, e, model,
                      form->law
                          ? "friction of a compliant contact is smooth; a rigid contact has exact friction"
                          : "friction of a rigid contact is exact; give a law, as hunt_crossley, for a smooth one");
    form->exponent = 1, form->speed = 1e-3, form->static_coefficient = -1;
    if (!read_part(r, map, what, "coefficient", false, &form->coefficient) ||
        !read_part(r, map, what, "static", false, &form->static_coefficient) ||
        !read_part(r, map, what, "stribeck", true, &form->stribeck) ||
        !read_part(r, map, what, "exponent", true, &form->exponent) ||
        !read_part(r, map, what, "viscous", false, &form->viscous) ||
        !read_part(r, map, what, "speed", true, &form->speed))
        return false;
    if (form->static_coefficient < 0)
        form->static_coefficient = form->coefficient;
    if (form->static_coefficient < form->coefficient)
        return refuse(r, e, node,
                      "friction: static is below the coefficient of sliding; exchange them, or leave static out");
    form->rubs = form->static_coefficient > 0 || form->viscous > 0;
    return true;
}

bool tml_element_contact_law(tml_resolved *r, const tml_element *e, tml_contact_form *form)
{
    *form = (tml_contact_form){0};
    const char *law = tml_element_choice(r, e, field_of(e, "law"));
    for (int i = 0; i < tml_contact_law_class_count; i++)
        if (strcmp(tml_contact_law_classes[i]->name, law) == 0)
            form->law = tml_contact_law_classes[i];
    form->poisson = strcmp(tml_element_choice(r, e, field_of(e, "impact")), "poisson") == 0;
    return read_numbers(r, e, form) && check_law(r, e, form) && read_moduli(r, e, form) && read_friction(r, e, form);
}

bool tml_element_contact(tml_resolved *r, const tml_element *e, tml_contact_form *form)
{
    const bool good = tml_element_contact_law(r, e, form);
    return read_pairs(r, e, form) && good;
}
