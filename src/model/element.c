/* element.c - joints, forces and analyses as written: their kinds, and whether their keys fit. */
#include "base/track.h"
#include "model/check.h"
#include "model/multiple_joint.h"
#include "model/path.h"
#include "model/switches.h"
#include <limits.h>
#include <string.h>

const char *tml_element_what(tml_arena *arena, const tml_element *e)
{
    const char *kind = e->joint ? "joint" : e->force ? "force" : e->study ? "study" : e->kind ? "analysis" : "body";
    return tml_keep_joined(arena, kind, " ", e->name);
}

/* ---- the type of a joint or force ---- */

static bool is_type(bool is_joint, const char *name)
{
    return is_joint ? tml_joint_class_find(name) != NULL : tml_force_class_find(name) != NULL;
}

/* Some types are keys of others: {motor: O, torque: 5}. The type is the key whose class knows all the others. */
static bool knows(bool is_joint, const char *type, const char *key)
{
    if (is_joint)
        return tml_field_find(tml_joint_class_find(type)->fields, tml_joint_class_find(type)->fields_count, key);
    return tml_field_find(tml_force_class_find(type)->fields, tml_force_class_find(type)->fields_count, key);
}

static int find_type(const tml_node *map, bool is_joint, int *candidates)
{
    int found = -1;
    *candidates = 0;
    for (int i = 0; i < map->count; i++) {
        if (!is_type(is_joint, map->keys[i]->text))
            continue;
        ++*candidates;
        bool all = true;
        for (int k = 0; k < map->count; k++)
            if (k != i && is_type(is_joint, map->keys[k]->text))
                all = all && knows(is_joint, map->keys[i]->text, map->keys[k]->text);
        if (all)
            found = found < 0 ? i : -2;
    }
    return found;
}

const char *tml_element_kind(const tml_node *map, bool is_joint)
{
    int candidates;
    const int type = find_type(map, is_joint, &candidates);
    return type < 0 ? NULL : map->keys[type]->text;
}

enum { MAX_TYPES = 128 };

static size_t type_names(bool is_joint, const char *names[static MAX_TYPES])
{
    size_t count = 0;
    const int classes = is_joint ? tml_joint_class_count : tml_force_class_count;
    for (int i = 0; i < classes && count < MAX_TYPES; i++)
        names[count++] = is_joint ? tml_joint_classes[i]->name : tml_force_classes[i]->name;
    return count;
}

static const char *nearest_type(bool is_joint, const char *name)
{
    const char *names[MAX_TYPES];
    return tml_nearest(name, names, type_names(is_joint, names));
}

static void report_unknown_type(const tml_checker *c, const tml_element *e, const tml_node *key, bool is_joint)
{
    const char *names[MAX_TYPES];
    const size_t count = type_names(is_joint, names);
    tml_log_raise(c->log, TML_E_UNKNOWN_TYPE, key->place, "%s %s: unknown type \"%s\"%s", is_joint ? "joint" : "force",
                  e->name, key->text, tml_suggest(c, key->text, names, count));
}

/* The key that was meant as the type: one near to a type, else the first that no joint has anyway. */
static const tml_node *guess_type(const tml_node *map, bool is_joint)
{
    for (int i = 0; i < map->count; i++)
        if (nearest_type(is_joint, map->keys[i]->text))
            return map->keys[i];
    for (int i = 0; i < map->count; i++)
        if (!tml_field_find(tml_joint_common_fields, tml_joint_common_fields_count, map->keys[i]->text))
            return map->keys[i];
    return NULL;
}

static void report_no_type(const tml_checker *c, const tml_element *e, bool is_joint, int candidates)
{
    const char *what = is_joint ? "joint" : "force", *other = is_joint ? "force" : "joint";
    const tml_node *key = guess_type(e->node, is_joint);
    if (candidates > 1)
        tml_log_raise(c->log, TML_E_SEVERAL_TYPES, e->node->place, "%s %s: has more than one type", what, e->name);
    else if (!key)
        tml_log_raise(c->log, TML_E_NO_TYPE, e->node->place, "%s %s: has no type; write %s", what, e->name,
                      is_joint ? "{revolute: [first, second]}" : "{spring: [first.P, second.Q], stiffness: ...}");
    else if (is_type(!is_joint, key->text))
        tml_log_raise(c->log, TML_E_WRONG_SECTION, key->place, "%s %s: \"%s\" is a kind of %s; it belongs to \"%ss\"",
                      what, e->name, key->text, other, other);
    else
        report_unknown_type(c, e, key, is_joint);
}

static bool exists_here(const tml_checker *c, const tml_element *e, const tml_node *key)
{
    const bool plane = e->joint ? e->joint->plane.exists : e->force->plane;
    const bool space = e->joint ? e->joint->space.exists : e->force->space;
    if (c->space ? space : plane)
        return true;
    tml_log_raise(c->log, TML_E_PLANE_OR_SPACE, key->place, "%s: \"%s\" exists only in %s; this model is in %s",
                  tml_element_what(c->arena, e), key->text, c->space ? "the plane" : "space",
                  c->space ? "space" : "the plane");
    return false;
}

/* ---- what it connects ---- */

static bool is_name_list(const tml_node *node, int min, int max)
{
    if (node->kind != TML_NODE_LIST || node->count < min || node->count > max)
        return false;
    for (int i = 0; i < node->count; i++)
        if (node->items[i]->kind != TML_NODE_SCALAR || !node->items[i]->text[0])
            return false;
    return true;
}

static const char *joint_misconnected(const tml_checker *c, const tml_element *e)
{
    if (e->joint->connects == TML_CONNECT_EXPRESSION)
        return e->type_node->kind == TML_NODE_SCALAR && e->type_node->text[0]
                   ? NULL
                   : "an equation, such as A.angle = 2*B.angle";
    if (e->joint->connects == TML_CONNECT_PATH)
        return is_name_list(e->type_node, 2, TML_MAX_PATH_STOPS)
                   ? NULL
                   : tml_arena_format(c->arena,
                                      "a list of 2 to %d wheels and points in the order in which it passes them",
                                      TML_MAX_PATH_STOPS);
    if (is_name_list(e->type_node, 2, e->joint->several ? INT_MAX : 2))
        return NULL;
    if (e->joint->several)
        return "[first, second], or a list of more bodies";
    if (e->joint->connects == TML_CONNECT_JOINTS)
        return "[first, second], two joints";
    if (e->joint->connects == TML_CONNECT_SURFACES)
        return "[first, second], two surfaces as body.surface";
    if (!is_name_list(e->type_node, 3, INT_MAX))
        return "[first, second]";
    return tml_arena_format(c->arena, "[first, second]: it joins two; several can be joined by %s",
                            tml_multiple_joint_kinds(c->arena, c->space));
}

static const char *misconnected(const tml_checker *c, const tml_element *e)
{
    const tml_node *node = e->type_node;
    const bool one = node->kind == TML_NODE_SCALAR && node->text[0], two = is_name_list(node, 2, 2);
    if (e->joint)
        return joint_misconnected(c, e);
    switch (e->force->acts) {
    case TML_ACTS_ON_POINT:
        return one ? NULL : "a body, or a point of one as body.P";
    case TML_ACTS_ON_BODY:
        return one || two ? NULL : "a body, or [first, second]";
    case TML_ACTS_BETWEEN_POINTS:
        return two ? NULL : "two points, [first.P, second.Q]";
    case TML_ACTS_ON_JOINT:
        return one ? NULL : "a joint, or a coordinate of one as joint.angle1";
    case TML_ACTS_ON_JOINT_OR_BODIES:
        return one || two ? NULL : "a joint, or [first, second]";
    case TML_ACTS_BETWEEN_SURFACES:
        return two ? NULL : "two surfaces, [first.surface, second.surface], bodies or groups of surfaces";
    }
    return NULL;
}

/* ---- keys ---- */

int tml_force_components(const tml_force_class *force, const tml_field *field, bool space)
{
    int count = 0;
    for (size_t i = 0; i < force->laws_count; i++) {
        const tml_force_law_form *law = &force->laws[i];
        if ((space ? law->space : law->plane) && law->value_field && strcmp(law->value_field, field->name) == 0 &&
            law->component >= count)
            count = law->component + 1;
    }
    return count;
}

static void check_components(const tml_checker *c, const tml_element *e, const char *what)
{
    for (size_t i = 0; i < e->force->fields_count; i++) {
        const tml_field *field = &e->force->fields[i];
        const tml_node *value = tml_element_field(e, field);
        const int count = tml_force_components(e->force, field, c->space);
        if (field->type != TML_FIELD_VARYING_VECTOR || !value || count == 0)
            continue;
        if (count == 1 && value->kind != TML_NODE_SCALAR)
            tml_log_raise(c->log, TML_E_WRONG_TYPE, value->place, "%s: \"%s\" must be a number: the model is planar",
                          what, field->name);
        if (count > 1 && (value->kind != TML_NODE_LIST || value->count != count))
            tml_log_raise(c->log, TML_E_WRONG_TYPE, value->place, "%s: \"%s\" must be a list of %d numbers%s", what,
                          field->name, count,
                          c->space || value->kind != TML_NODE_LIST ? "" : ", [x, y]: the model is planar");
    }
}

static void check_keys(const tml_checker *c, const tml_element *e)
{
    const char *what = tml_element_what(c->arena, e);
    tml_field common[TML_MAX_COMMON_FIELDS];
    tml_field_list lists[2];
    if (e->joint) {
        lists[0] = (tml_field_list){e->joint->fields, e->joint->fields_count};
        lists[1] = (tml_field_list){common, tml_joint_fields(e->joint, common)};
    } else {
        lists[0] = (tml_field_list){e->force->fields, e->force->fields_count};
        lists[1] = (tml_field_list){common, tml_force_fields(e->force, common)};
    }
    tml_fields_check(c, what, e->node, lists, 2, e->kind);
    if (e->force)
        check_components(c, e, what);
}

void tml_element_read(const tml_checker *c, tml_element *e, bool is_joint)
{
    const tml_node *map = e->node;
    if (map->kind != TML_NODE_MAP) {
        tml_log_raise(c->log, TML_E_NOT_A_MAP, map->place, "%s %s must be a map, %s", is_joint ? "joint" : "force",
                      e->name, is_joint ? "{TYPE: [first, second], ...}" : "{TYPE: where, ...}");
        return;
    }
    int candidates = 0;
    const int type = find_type(map, is_joint, &candidates);
    if (type < 0) {
        report_no_type(c, e, is_joint, candidates);
        return;
    }
    e->kind = map->keys[type]->text;
    e->type_node = map->items[type];
    if (is_joint)
        e->joint = tml_joint_class_find(e->kind);
    else
        e->force = tml_force_class_find(e->kind);
    if (!exists_here(c, e, map->keys[type])) {
        e->joint = NULL;
        e->force = NULL;
        return;
    }
    check_keys(c, e);
    const char *wanted = misconnected(c, e);
    if (wanted) {
        tml_log_raise(c->log, TML_E_WRONG_TYPE, e->type_node->place, "%s: \"%s\" must be %s",
                      tml_element_what(c->arena, e), e->kind, wanted);
        e->type_node = NULL;
    }
}

/* ---- analyses ---- */

static const tml_analysis_form *find_form(const tml_analysis_form *forms, size_t count, const char *name)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(forms[i].name, name) == 0)
            return &forms[i];
    return NULL;
}

static void check_set(const tml_checker *c, const tml_model *model, const char *what, const tml_node *options)
{
    const tml_node *set = tml_node_find(options, "set");
    for (int i = 0; set && !model->lost_parameters && set->kind == TML_NODE_MAP && i < set->count; i++)
        if (tml_names_find(&model->parameter_names, set->keys[i]->text) < 0)
            tml_log_raise(c->log, TML_E_NO_PARAMETER, set->keys[i]->place, "%s: set: no parameter \"%s\"%s", what,
                          set->keys[i]->text,
                          tml_suggestion(c, tml_names_nearest(&model->parameter_names, set->keys[i]->text)));
}

static void read_analysis(const tml_checker *c, tml_model *model, const tml_node *item, tml_element *e,
                          const tml_analysis_form *forms, size_t count)
{
    static const tml_node no_options = {.kind = TML_NODE_MAP, .text = ""};
    const bool alone = item->kind == TML_NODE_SCALAR && item->text[0];
    if (!alone && (item->kind != TML_NODE_MAP || item->count != 1)) {
        tml_log_raise(c->log, TML_E_NOT_AN_ANALYSIS, item->place,
                      "an analysis is one kind with its options, KIND: {options}");
        return;
    }
    const tml_node *key = alone ? item : item->keys[0], *options = alone ? &no_options : item->items[0];
    const tml_analysis_form *form = find_form(forms, count, key->text);
    if (!form) {
        const char *names[64];
        size_t known = 0;
        for (; known < count && known < 64; known++)
            names[known] = forms[known].name;
        tml_log_raise(c->log, TML_E_UNKNOWN_ANALYSIS, key->place, "unknown analysis \"%s\"%s", key->text,
                      tml_suggest(c, key->text, names, known));
        return;
    }
    if (options->kind == TML_NODE_SCALAR && !options->text[0])
        options = &no_options;
    *e = (tml_element){
        .name = key->text, .place = key->place, .node = options, .type_node = options, .kind = form->name};
    const tml_field_list lists[] = {{form->fields, form->fields_count},
                                    {tml_analysis_common_fields, tml_analysis_common_fields_count}};
    e->has_events = tml_field_find(form->fields, form->fields_count, "events") != NULL;
    const char *what = tml_element_what(c->arena, e);
    if (options == &no_options) { /* for required ones that are missing */
        tml_node *here = TML_NEW(c->arena, tml_node);
        *here = no_options;
        here->place = key->place;
        e->node = e->type_node = options = here;
    }
    tml_fields_check(c, what, options, lists, 2, NULL);
    check_set(c, model, what, options);
    tml_switches_check(c, model, what, tml_node_find(options, "switch"));
}

void tml_analyses_read(const tml_checker *c, tml_model *model, const tml_node *list, const tml_analysis_form *forms,
                       size_t count)
{
    if (!list || (list->kind == TML_NODE_SCALAR && !list->text[0]))
        return;
    if (list->kind != TML_NODE_LIST) {
        tml_log_raise(c->log, TML_E_NOT_AN_ANALYSIS, list->place,
                      "\"analyses\" must be a list: each line begins with \"- \"");
        return;
    }
    tml_element *analyses = TML_NEW_ARRAY(c->arena, tml_element, list->count);
    for (int i = 0; i < list->count; i++) {
        tml_element *e = &analyses[model->analysis_count];
        read_analysis(c, model, list->items[i], e, forms, count);
        model->analysis_count += e->kind != NULL;
    }
    model->analyses = analyses;
}
