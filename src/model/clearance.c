/* clearance.c - reads the clearance of a joint: the play on each side, sizes of what touches, and the law of the contact. */
#include "model/clearance.h"
#include "model/check.h"
#include <string.h>

static const tml_field sizes[] = {
    {"gap", TML_FIELD_NUMBER, "m", .required = true,
     .doc = "play on each side of the centre: of a pin the radius of the bearing minus that of the journal"},
    {"radius", TML_FIELD_NUMBER, "m", .doc = "of the journal; friction and moduli need it"},
    {"length", TML_FIELD_NUMBER, "m",
     .doc = "of the block or, in space, of the bearing: it touches at both ends and can tilt; without it, it cannot"},
    {"width", TML_FIELD_NUMBER, "m",
     .doc = "of the block across its guide; in space it can then rotate about the axis, as far as its corners let it"},
    {"axial", TML_FIELD_NUMBER, "m", .doc = "play of a pin along its axis, on each side; without it, it has none"},
};
enum { GAP, RADIUS, LENGTH, WIDTH, AXIAL, SIZES };

static const tml_force_class *contact_class(void)
{
    for (int i = 0; i < tml_force_class_count; i++)
        if (tml_force_classes[i]->acts == TML_ACTS_BETWEEN_SURFACES)
            return tml_force_classes[i];
    return NULL;
}

size_t tml_clearance_fields_find(tml_field fields[static TML_MAX_CLEARANCE_FIELDS])
{
    const tml_force_class *contact = contact_class();
    memcpy(fields, sizes, sizeof sizes);
    memcpy(fields + SIZES, contact->fields, contact->fields_count * sizeof *fields);
    return SIZES + contact->fields_count;
}

bool tml_element_has_clearance(const tml_element *joint)
{
    return tml_element_field(joint, &tml_joint_common_fields[TML_JOINT_CLEARANCE]) != NULL;
}

static const tml_clearance_form *form_of(const tml_resolved *r, const tml_element *e)
{
    return r->model->space ? &e->joint->space.clearance : &e->joint->plane.clearance;
}

static bool refuse(tml_resolved *r, const tml_element *e, const tml_node *node, const char *why)
{
    tml_log_raise(r->log, TML_E_CLEARANCE, node->place, "joint %s: %s", e->name, why);
    return false;
}

/* As a map, with the friction of the joint in it. */
static const tml_node *as_map(tml_resolved *r, const tml_element *e, const tml_node *node)
{
    const tml_node *friction = tml_element_field(e, &tml_joint_common_fields[TML_JOINT_FRICTION]);
    tml_node *map = NULL;
    if (node->kind != TML_NODE_MAP) {
        map = tml_node_put(r->arena, NULL, sizes[GAP].name, node);
        map->place = node->place;
        node = map;
    }
    return friction ? tml_node_put(r->arena, node, "friction", friction) : node;
}

static bool check_keys(tml_resolved *r, const tml_element *e, const tml_node *node)
{
    const tml_node *compliance = tml_element_field(e, &tml_joint_common_fields[TML_JOINT_STIFFNESS]);
    const tml_node *friction = tml_element_field(e, &tml_joint_common_fields[TML_JOINT_FRICTION]);
    if (compliance)
        return refuse(
            r, e, compliance,
            "a stiffness of the joint has no effect where it has clearance: leave it out, or give the contact "
            "a law, as clearance: {gap: 0.2 mm, law: hunt_crossley, stiffness: 1e8}");
    if (friction && tml_node_find(node, "friction"))
        return refuse(r, e, friction, "friction is given twice, beside the clearance and in it: leave one out");
    return true;
}

/* One of them, from the clearance or else from its friction. */
static bool read_size(tml_resolved *r, const tml_element *e, const tml_node *map, int which, double *value)
{
    const tml_field *field = &sizes[which];
    const tml_clearance_form *form = form_of(r, e);
    const tml_node *node = tml_node_find(map, field->name);
    if (!node)
        node = tml_node_find(tml_node_find(map, "friction"), field->name);
    *value = 0;
    if (!node)
        return true;
    if (which != GAP && tml_word_index(form->takes, field->name) < 0)
        return refuse(
            r, e, node,
            tml_arena_format(r->arena, "\"%s\" has no effect on the clearance of a %s joint in %s, which takes gap %s",
                             field->name, e->joint->name, r->model->space ? "space" : "the plane", form->takes));
    if (!tml_resolved_number(r, node, field->unit,
                             tml_arena_format(r->arena, "joint %s: clearance: %s", e->name, field->name), value))
        return false;
    return *value > 0 || refuse(r, e, node,
                                tml_arena_format(r->arena, "clearance: %s must be greater than zero%s", field->name,
                                                 which == GAP ? "; without play leave the clearance out" : ""));
}

static bool read_sizes(tml_resolved *r, const tml_element *e, const tml_node *map, tml_clearance_sizes *s)
{
    double values[SIZES];
    bool good = true;
    for (int i = 0; i < SIZES; i++)
        good = read_size(r, e, map, i, &values[i]) && good;
    *s = (tml_clearance_sizes){values[GAP], values[RADIUS], values[LENGTH], values[WIDTH], values[AXIAL]};
    return good;
}

bool tml_clearance_frees(const tml_clearance *c, const tml_play_row *row)
{
    const double values[SIZES] = {c->sizes.gap, c->sizes.radius, c->sizes.length, c->sizes.width, c->sizes.axial};
    const tml_field *field = row->until ? tml_field_find(sizes, SIZES, row->until) : &sizes[GAP];
    return values[field - sizes] > 0;
}

/* What needs the radius of a journal, or is for round surfaces alone. */
static bool check_radius(tml_resolved *r, const tml_element *e, const tml_node *map, const tml_clearance *c)
{
    const bool round = tml_word_index(form_of(r, e)->takes, sizes[RADIUS].name) >= 0;
    if (round && c->law.rubs && !(c->sizes.radius > 0)) {
        tml_log_raise(r->log, TML_E_FRICTION_RADIUS, tml_node_find(map, "friction")->place,
                      "joint %s: friction of a %s joint with clearance needs the radius of the journal: write "
                      "clearance: {gap: %.9g, radius: 8 mm, friction: %.9g}",
                      e->name, e->joint->name, c->sizes.gap, c->law.coefficient);
        return false;
    }
    if (!(c->law.modulus > 0) || (round && c->sizes.radius > 0))
        return true;
    return refuse(r, e, tml_node_find(map, "modulus"),
                  round ? "a modulus gives a stiffness with the radius of the journal: add radius: 10 mm"
                        : "a modulus gives a stiffness of round surfaces, not of the edges of a block: give a "
                          "stiffness instead");
}

bool tml_element_clearance(tml_resolved *r, const tml_element *e, tml_clearance *c)
{
    const tml_node *node = tml_element_field(e, &tml_joint_common_fields[TML_JOINT_CLEARANCE]);
    *c = (tml_clearance){0};
    if (!node || !form_of(r, e)->rows_count || !check_keys(r, e, node))
        return false;
    const tml_node *map = as_map(r, e, node);
    c->as_contact = *e;
    c->as_contact.name = tml_arena_format(r->arena, "%s: clearance", e->name);
    c->as_contact.place = node->place;
    c->as_contact.force = contact_class();
    c->as_contact.node = map;
    const bool good = read_sizes(r, e, map, &c->sizes);
    return tml_element_contact_law(r, &c->as_contact, &c->law) && good && check_radius(r, e, map, c);
}
