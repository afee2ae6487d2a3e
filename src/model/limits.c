/* limits.c - reads limits of a joint's coordinates: their ranges, and what their stops are like. */
#include "model/limits.h"
#include "model/check.h"
#include "model/contact.h"
#include <math.h>
#include <string.h>

const tml_field tml_limit_fields[] = {
    {"range", TML_FIELD_ANY, .doc = "[lower, upper], null for none"},
    {"restitution", TML_FIELD_NUMBER, "", "0", .doc = "of a rigid stop: speed after an impact over the speed before"},
    {"impact", TML_FIELD_CHOICE, .preset = "newton", .choices = TML_IMPACT_LAWS,
     .doc = "what restitution is a ratio of: newton, of speeds; poisson, of impulses of expansion and compression"},
    {"stiffness", TML_FIELD_NUMBER,
     .doc = "makes the stop compliant: force per penetration, N/m or N*m/rad; with an exponent n per its n-th power"},
    {"damping", TML_FIELD_NUMBER,
     .doc = "of a compliant stop: its force is multiplied by 1 + damping times the speed of the penetration; s/m or "
            "s/rad"},
    {"exponent", TML_FIELD_NUMBER, "", "1", .doc = "of the penetration of a compliant stop; 1.5 for balls"},
};
const size_t tml_limit_fields_count = sizeof tml_limit_fields / sizeof *tml_limit_fields;
enum { RANGE, RESTITUTION, IMPACT, STIFFNESS, DAMPING, EXPONENT, FIELDS };

typedef struct {
    tml_resolved *r;
    const tml_joint_form *form;
    const char *what;       /* `joint A: limits` */
    const tml_node *shared; /* options of all coordinates; NULL: none */
} reader;

static int find_coordinate(const tml_joint_form *form, const char *name)
{
    for (size_t k = 0; k < form->coordinates_count; k++)
        if (form->coordinates[k].measure.kind != TML_NO_MEASURE && strcmp(form->coordinates[k].name, name) == 0)
            return (int)k;
    return -1;
}

/* "angle1, angle2 or angle3" */
static const char *coordinate_names(const tml_joint_form *form, tml_arena *arena)
{
    const char *list = "";
    for (size_t k = 0; k < form->coordinates_count; k++)
        if (form->coordinates[k].measure.kind != TML_NO_MEASURE)
            list = tml_arena_format(arena, "%s%s%s", list, *list ? ", " : "", form->coordinates[k].name);
    return list;
}

static bool read_end(const reader *x, const tml_node *node, bool is_rotation, double none, double *value)
{
    *value = none;
    if (node->kind == TML_NODE_SCALAR && (!node->text[0] || strcmp(node->text, "null") == 0))
        return true;
    if (node->kind == TML_NODE_SCALAR)
        return tml_resolved_number(x->r, node, tml_unit_of_motion(is_rotation, 0), x->what, value);
    tml_log_raise(x->r->log, TML_E_WRONG_TYPE, node->place, "%s must be two numbers, [lower, upper]; null for none",
                  x->what);
    return false;
}

static bool read_range(const reader *x, const tml_node *node, tml_limit_form *limit)
{
    const tml_coordinate *c = &x->form->coordinates[limit->coordinate];
    limit->place = node->place;
    if (node->kind != TML_NODE_LIST || node->count != 2) {
        tml_log_raise(x->r->log, TML_E_WRONG_TYPE, node->place,
                      "%s: %s must be two numbers, [lower, upper]; null for "
                      "none",
                      x->what, c->name);
        return false;
    }
    if (!read_end(x, node->items[0], c->is_rotation, -INFINITY, &limit->lower) ||
        !read_end(x, node->items[1], c->is_rotation, INFINITY, &limit->upper))
        return false;
    if (limit->lower < limit->upper)
        return true;
    tml_log_raise(x->r->log, TML_E_LIMITS_REVERSED, node->place,
                  "%s: the lower limit of %s, %.9g %s, must be below the upper, %.9g %s%s", x->what, c->name,
                  limit->lower, tml_unit_of_motion(c->is_rotation, 0), limit->upper,
                  tml_unit_of_motion(c->is_rotation, 0),
                  limit->lower == limit->upper ? "; a coordinate that does not move is held by a driver" : "");
    return false;
}

static const char *unit_of(int field, bool is_rotation, double exponent)
{
    switch (field) {
    case STIFFNESS:
        return exponent != 1 ? NULL : is_rotation ? "N*m/rad" : "N/m";
    case DAMPING:
        return is_rotation ? "s/rad" : "s/m";
    default:
        return "";
    }
}

/* Where an option is: beside the range of the coordinate, or beside those of all coordinates; NULL: nowhere. */
static const tml_node *find_option(const reader *x, const tml_node *own, int field)
{
    const tml_node *node = own ? tml_node_find(own, tml_limit_fields[field].name) : NULL;
    return node || !x->shared ? node : tml_node_find(x->shared, tml_limit_fields[field].name);
}

/* The value of an option, or its default; *node: where, or NULL. */
static bool read_option(const reader *x, const tml_node *own, int field, const tml_limit_form *limit, double *value,
                        const tml_node **node)
{
    const tml_field *f = &tml_limit_fields[field];
    const bool is_rotation = x->form->coordinates[limit->coordinate].is_rotation;
    *node = find_option(x, own, field);
    *value = field == EXPONENT;
    return !*node || tml_resolved_number(x->r, *node, unit_of(field, is_rotation, limit->exponent),
                                         tml_arena_format(x->r->arena, "%s: %s", x->what, f->name), value);
}

static bool refuse(const reader *x, const tml_node *node, int field, const char *must)
{
    tml_log_raise(x->r->log, TML_E_LIMIT_OPTION, node->place, "%s: %s must be %s", x->what,
                  tml_limit_fields[field].name, must);
    return false;
}

static bool check_options(const reader *x, const tml_limit_form *limit, const tml_node *const given[FIELDS])
{
    if (given[EXPONENT] && !(limit->exponent >= 1))
        return refuse(x, given[EXPONENT], EXPONENT,
                      "1 or more: below, the stop would be infinitely stiff at its touch");
    if (given[STIFFNESS] && !(limit->stiffness > 0))
        return refuse(x, given[STIFFNESS], STIFFNESS, "above zero; without it the stop is rigid");
    if (given[DAMPING] && !(limit->damping >= 0))
        return refuse(x, given[DAMPING], DAMPING, "zero or more");
    if (given[RESTITUTION] && !(limit->restitution >= 0 && limit->restitution <= 1))
        return refuse(x, given[RESTITUTION], RESTITUTION, "from 0 to 1");
    if (given[RESTITUTION] && given[STIFFNESS])
        return refuse(x, given[RESTITUTION], RESTITUTION,
                      "left out: with a stiffness the stop is compliant, and `damping` says what it loses");
    if (given[IMPACT] && given[STIFFNESS])
        return refuse(x, given[IMPACT], IMPACT, "left out: with a stiffness the stop is compliant, and has no impacts");
    for (int field = DAMPING; field <= EXPONENT; field++)
        if (given[field] && !given[STIFFNESS])
            return refuse(x, given[field], field,
                          "left out, or a stiffness given: it belongs to a compliant stop, this one is rigid");
    return true;
}

static bool read_impact(const reader *x, const tml_node *own, tml_limit_form *limit, const tml_node **node)
{
    *node = find_option(x, own, IMPACT);
    limit->poisson = *node && tml_node_is(*node, "poisson");
    if (!*node || tml_word_index(TML_IMPACT_LAWS, (*node)->text) >= 0)
        return true;
    tml_log_raise(x->r->log, TML_E_NOT_A_CHOICE, (*node)->place, "%s: impact must be newton or poisson", x->what);
    return false;
}

/* `entry`: a range, or a map of a range and options. */
static bool read_limit(const reader *x, const tml_node *entry, int coordinate, tml_limit_form *limit)
{
    const tml_node *own = entry->kind == TML_NODE_MAP ? entry : NULL, *given[FIELDS] = {NULL},
                   *range = own ? tml_node_find(own, "range") : entry;
    *limit = (tml_limit_form){.coordinate = coordinate};
    if (!range) {
        tml_log_raise(x->r->log, TML_E_WRONG_TYPE, entry->place, "%s: %s needs its range, [lower, upper]", x->what,
                      x->form->coordinates[coordinate].name);
        return false;
    }
    return read_range(x, range, limit) && read_option(x, own, EXPONENT, limit, &limit->exponent, &given[EXPONENT]) &&
           read_option(x, own, STIFFNESS, limit, &limit->stiffness, &given[STIFFNESS]) &&
           read_option(x, own, DAMPING, limit, &limit->damping, &given[DAMPING]) &&
           read_option(x, own, RESTITUTION, limit, &limit->restitution, &given[RESTITUTION]) &&
           read_impact(x, own, limit, &given[IMPACT]) && check_options(x, limit, given);
}

static bool is_option(const char *name)
{
    return tml_field_find(tml_limit_fields + RESTITUTION, FIELDS - RESTITUTION, name) != NULL;
}

/* A map may have options and ranges of coordinates. */
static bool check_key(const reader *x, const tml_node *key, const tml_node *value)
{
    const tml_checker c = tml_resolved_checker(x->r);
    const tml_field_list options = {tml_limit_fields, tml_limit_fields_count};
    const char *names = coordinate_names(x->form, x->r->arena);
    if (is_option(key->text)) {
        if (value->kind == TML_NODE_SCALAR && value->text[0])
            return true;
        tml_log_raise(x->r->log, TML_E_WRONG_TYPE, value->place, "%s: %s must be a number", x->what, key->text);
        return false;
    }
    if (find_coordinate(x->form, key->text) >= 0)
        return value->kind != TML_NODE_MAP ||
               tml_fields_check(&c, tml_arena_format(x->r->arena, "%s: %s", x->what, key->text), value, &options, 1,
                                NULL);
    tml_log_raise(x->r->log, TML_E_NOT_LIMITED, key->place, "%s: the joint has no coordinate \"%s\"%s%s", x->what,
                  key->text, *names ? "; it has " : ", and no other", names);
    return false;
}

static int read_map(reader *x, const tml_node *node, tml_limit_form limits[static TML_MAX_LIMITS])
{
    int count = 0;
    x->shared = node;
    for (int i = 0; i < node->count; i++) {
        const int coordinate = find_coordinate(x->form, node->keys[i]->text);
        if (check_key(x, node->keys[i], node->items[i]) && coordinate >= 0 && count < TML_MAX_LIMITS &&
            read_limit(x, node->items[i], coordinate, &limits[count]))
            count++;
    }
    return count;
}

int tml_element_limits(tml_resolved *r, const tml_element *e, tml_limit_form limits[static TML_MAX_LIMITS])
{
    const tml_joint_form *form = r->model->space ? &e->joint->space : &e->joint->plane;
    const tml_node *node = tml_node_find(e->node, "limits");
    if (!node)
        return 0;
    reader x = {.r = r, .form = form, .what = tml_arena_format(r->arena, "%s: limits", tml_element_what(r->arena, e))};
    const char *names = coordinate_names(form, r->arena);
    if (node->kind == TML_NODE_MAP && *names)
        return read_map(&x, node, limits);
    if (*names && !strchr(names, ','))
        return read_limit(&x, node, find_coordinate(form, names), &limits[0]);
    if (*names)
        tml_log_raise(r->log, TML_E_NOT_LIMITED, node->place,
                      "%s: the joint has several coordinates, %s: say which, {%.*s: [lower, upper]}", x.what, names,
                      (int)strcspn(names, ","), names);
    else
        tml_log_raise(r->log, TML_E_NOT_LIMITED, node->place, "%s: the joint has no coordinate that could be limited",
                      x.what);
    return 0;
}
