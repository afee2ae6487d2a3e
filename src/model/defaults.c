/* defaults.c - fields for elements of a kind that do not give them.
 *
 *   defaults: {revolute: {stiffness: 1e6}, body: {density: 7850}, dynamics: {tolerance: 1e-9}}
 *
 * What an element says itself goes first. A density is for bodies whose shape has one to give: those without a mass.
 */
#include "model/expand.h"
#include <string.h>

/* The fields that a kind of joint, force or analysis has, or a body; 0: there is no such kind. */
static int fields_of(const tml_checker *c, const char *kind, tml_field common[static TML_MAX_COMMON_FIELDS],
                     tml_field_list lists[static 2])
{
    const tml_joint_class *joint = tml_joint_class_find(kind);
    const tml_force_class *force = tml_force_class_find(kind);
    if (strcmp(kind, "body") == 0) {
        lists[0] = (tml_field_list){tml_body_fields, tml_body_fields_count};
        return 1;
    }
    if (joint) {
        lists[0] = (tml_field_list){joint->fields, joint->fields_count};
        lists[1] = (tml_field_list){common, tml_joint_fields(joint, common)};
        return 2;
    }
    if (force) {
        lists[0] = (tml_field_list){force->fields, force->fields_count};
        lists[1] = (tml_field_list){common, tml_force_fields(force, common)};
        return 2;
    }
    for (size_t i = 0; i < c->analysis_count; i++)
        if (strcmp(c->analyses[i].name, kind) == 0) {
            lists[0] = (tml_field_list){c->analyses[i].fields, c->analyses[i].fields_count};
            lists[1] = (tml_field_list){tml_analysis_common_fields, tml_analysis_common_fields_count};
            return 2;
        }
    return 0;
}

static const char *nearest_kind(const tml_checker *c, const char *kind)
{
    tml_names kinds = {.arena = c->arena};
    tml_names_add(&kinds, "body", 0);
    for (int i = 0; i < tml_joint_class_count; i++)
        tml_names_add(&kinds, tml_joint_classes[i]->name, 0);
    for (int i = 0; i < tml_force_class_count; i++)
        tml_names_add(&kinds, tml_force_classes[i]->name, 0);
    for (size_t i = 0; i < c->analysis_count; i++)
        tml_names_add(&kinds, c->analyses[i].name, 0);
    return tml_names_nearest(&kinds, kind);
}

/* Fields of a kind are checked once; none is required. */
static bool check_kind(const tml_checker *c, const tml_node *key, const tml_node *map)
{
    tml_field common[TML_MAX_COMMON_FIELDS];
    tml_field_list lists[2], optional[2];
    const int count = fields_of(c, key->text, common, lists);
    if (!count) {
        tml_log_raise(c->log, TML_E_DEFAULTS_KIND, key->place, "defaults: no kind \"%s\" of joint, force or analysis%s",
                      key->text, tml_suggestion(c, nearest_kind(c, key->text)));
        return false;
    }
    for (int i = 0; i < count; i++) {
        tml_field *fields = TML_NEW_ARRAY(c->arena, tml_field, lists[i].count);
        for (size_t k = 0; k < lists[i].count; k++) {
            fields[k] = lists[i].fields[k];
            fields[k].required = false;
        }
        optional[i] = (tml_field_list){fields, lists[i].count};
    }
    const char *what = tml_arena_format(c->arena, "defaults: %s", key->text);
    return tml_fields_check(c, what, map, optional, count, NULL) && map->kind == TML_NODE_MAP;
}

void tml_defaults_read(tml_expansion *x, const tml_node *defaults)
{
    if (!defaults || (defaults->kind == TML_NODE_SCALAR && !defaults->text[0]))
        return;
    if (defaults->kind != TML_NODE_MAP) {
        tml_log_raise(x->c->log, TML_E_NOT_A_MAP, defaults->place,
                      "\"defaults\" must be a map, {KIND: {field: value}}");
        return;
    }
    tml_node *good = TML_NEW(x->c->arena, tml_node);
    *good = *defaults;
    good->count = 0;
    good->keys = TML_NEW_ARRAY(x->c->arena, const tml_node *, defaults->count);
    good->items = TML_NEW_ARRAY(x->c->arena, const tml_node *, defaults->count);
    for (int i = 0; i < defaults->count; i++)
        if (check_kind(x->c, defaults->keys[i], defaults->items[i])) {
            good->keys[good->count] = defaults->keys[i];
            good->items[good->count++] = defaults->items[i];
        }
    x->defaults = good;
}

/* ---- applying ---- */

static const tml_node *defaults_of(const tml_expansion *x, const char *section, const tml_node *value)
{
    const bool joints = strcmp(section, "joints") == 0;
    if (strcmp(section, "bodies") == 0)
        return tml_node_find(x->defaults, "body");
    if (!joints && strcmp(section, "forces") != 0)
        return NULL;
    const char *kind = tml_element_kind(value, joints);
    return kind ? tml_node_find(x->defaults, kind) : NULL;
}

/* What says the same in another way. */
static const char *alternative(const char *field)
{
    static const char *const pairs[][2] = {{"shape", "shapes"}, {"mass", "density"}};
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++)
        for (int k = 0; k < 2; k++)
            if (strcmp(field, pairs[i][k]) == 0)
                return pairs[i][1 - k];
    return NULL;
}

/* Whether the file of `mass_properties` gives it. */
static bool is_in_file(const char *field)
{
    return strcmp(field, "mass") == 0 || strcmp(field, "density") == 0 || strcmp(field, "com") == 0 ||
           strcmp(field, "inertia") == 0;
}

/* Whether a map takes a default: it does not say so itself, in this way or another, and the default has a meaning for it. */
static bool takes(const tml_node *map, const tml_node *defaults, const char *field)
{
    const char *other = alternative(field);
    if (tml_node_find(map, field) || (other && tml_node_find(map, other)))
        return false;
    if (tml_node_find(map, "mass_properties") && is_in_file(field))
        return false;
    return strcmp(field, "density") != 0 || tml_node_find(map, "shape") || tml_node_find(map, "shapes") ||
           tml_node_find(defaults, "shape") || tml_node_find(defaults, "shapes");
}

static const tml_node *complete(const tml_checker *c, const tml_node *map, const tml_node *defaults)
{
    tml_node *all = TML_NEW(c->arena, tml_node);
    const int most = map->count + defaults->count;
    *all = *map;
    all->keys = TML_NEW_ARRAY(c->arena, const tml_node *, most);
    all->items = TML_NEW_ARRAY(c->arena, const tml_node *, most);
    for (int i = 0; i < map->count; i++) {
        all->keys[i] = map->keys[i];
        all->items[i] = map->items[i];
    }
    for (int i = 0; i < defaults->count; i++)
        if (takes(map, defaults, defaults->keys[i]->text)) {
            all->keys[all->count] = defaults->keys[i];
            all->items[all->count++] = defaults->items[i];
        }
    return all;
}

const tml_node *tml_defaults_apply(tml_expansion *x, const char *section, const tml_node *key, const tml_node *value)
{
    if (!x->defaults || value->kind != TML_NODE_MAP || strcmp(key->text, "ground") == 0)
        return value;
    const tml_node *defaults = defaults_of(x, section, value);
    return defaults ? complete(x->c, value, defaults) : value;
}

static const tml_node *with_options(const tml_checker *c, const tml_node *item, const tml_node *key,
                                    const tml_node *options, const tml_node *defaults)
{
    static const tml_node nothing = {.kind = TML_NODE_MAP, .text = ""};
    tml_node *all = TML_NEW(c->arena, tml_node);
    *all = (tml_node){.kind = TML_NODE_MAP, .place = item->place, .text = "", .count = 1};
    all->keys = TML_NEW_ARRAY(c->arena, const tml_node *, 1);
    all->items = TML_NEW_ARRAY(c->arena, const tml_node *, 1);
    tml_node *own = tml_arena_copy(c->arena, options->kind == TML_NODE_MAP ? options : &nothing, sizeof *own);
    own->place = options->place;
    all->keys[0] = key;
    all->items[0] = complete(c, own, defaults);
    return all;
}

/* `dynamics` or `dynamics: {end: 1}`, each with the options of its kind. */
const tml_node *tml_defaults_of_analyses(tml_expansion *x, const tml_node *list)
{
    if (!x->defaults || list->kind != TML_NODE_LIST)
        return list;
    tml_node *all = tml_arena_copy(x->c->arena, list, sizeof *all);
    all->items = TML_NEW_ARRAY(x->c->arena, const tml_node *, list->count);
    for (int i = 0; i < list->count; i++) {
        const tml_node *item = list->items[i];
        const bool alone = item->kind == TML_NODE_SCALAR, one = item->kind == TML_NODE_MAP && item->count == 1;
        const tml_node *key = alone ? item : one ? item->keys[0] : NULL, *options = one ? item->items[0] : item;
        const tml_node *defaults = key ? tml_node_find(x->defaults, key->text) : NULL;
        const bool fits =
            options->kind == TML_NODE_MAP || alone || (options->kind == TML_NODE_SCALAR && !options->text[0]);
        all->items[i] = defaults && fits ? with_options(x->c, item, key, options, defaults) : item;
    }
    return all;
}
