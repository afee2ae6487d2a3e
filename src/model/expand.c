/* expand.c - sections written out: entries of the file, of uses and of repetitions one behind the other. */
#include "model/expand.h"
#include "model/node_builder.h"
#include "model/scope.h"
#include <string.h>

/* ---- copies ---- */

/* Whether there is room for so many nodes more; with a message the first time there is not. */
static bool has_room(tml_expansion *x, int nodes, tml_place place)
{
    x->size += nodes;
    if (x->size <= TML_NODE_ALIASED_LIMIT)
        return true;
    if (!x->full)
        tml_log_raise(x->c->log, TML_E_MODEL_TOO_LARGE, place,
                      "the model is too large: with all uses written out it has more than two million values");
    x->full = true;
    return false;
}

const tml_node *tml_node_in_use(tml_expansion *x, const tml_node *node, const tml_use *use)
{
    if (!use || x->full || !has_room(x, 1 + (node->kind == TML_NODE_MAP ? node->count : 0), node->place))
        return node;
    tml_node *copy = TML_NEW(x->c->arena, tml_node);
    *copy = *node;
    copy->place.use = use;
    copy->items = TML_NEW_ARRAY(x->c->arena, const tml_node *, node->count);
    if (node->kind == TML_NODE_MAP)
        copy->keys = TML_NEW_ARRAY(x->c->arena, const tml_node *, node->count);
    for (int i = 0; i < node->count; i++) {
        copy->items[i] = tml_node_in_use(x, node->items[i], use);
        if (node->kind != TML_NODE_MAP)
            continue;
        tml_node *key = TML_NEW(x->c->arena, tml_node);
        *key = *node->keys[i];
        key->place.use = use;
        copy->keys[i] = key;
    }
    return copy;
}

const char *tml_name_in_use(const tml_expansion *x, const char *name, const tml_use *use)
{
    const tml_use *part = tml_use_of_part(use);
    return part ? tml_arena_dotted(x->c->arena, part->name, name) : name;
}

/* ---- entries ---- */

static tml_section_list *section_of(tml_expansion *x, const tml_node *key)
{
    for (int i = 0; i < x->list_count; i++)
        if (strcmp(x->list[i].key->text, key->text) == 0)
            return &x->list[i];
    TML_GROW(x->c->arena, x->list, x->list_count, x->list_capacity);
    x->list[x->list_count] = (tml_section_list){.key = key};
    return &x->list[x->list_count++];
}

static void put(tml_expansion *x, tml_section_list *s, const tml_node *key, const tml_node *value)
{
    int capacity = s->capacity;
    TML_GROW(x->c->arena, s->keys, s->count, capacity);
    TML_GROW(x->c->arena, s->items, s->count, s->capacity);
    s->keys[s->count] = key;
    s->items[s->count++] = tml_defaults_apply(x, s->key->text, key, value);
}

void tml_section_put(tml_expansion *x, const char *section, const tml_node *key, const char *name, const tml_use *use,
                     const tml_node *value)
{
    tml_node *heading = TML_NEW(x->c->arena, tml_node), *own = TML_NEW(x->c->arena, tml_node);
    *heading = (tml_node){.kind = TML_NODE_SCALAR, .place = key->place, .text = section};
    *own = *key;
    own->text = name;
    own->place.use = use;
    put(x, section_of(x, heading), own, value);
}

/* ---- repetitions ---- */

int tml_repeat_read(const tml_expansion *x, const tml_node *map, const char *what, const char **index)
{
    const tml_node *repeat = tml_node_find(map, "repeat"), *name = tml_node_find(map, "index");
    double count = 0;
    *index = NULL;
    if (name && !repeat) {
        tml_log_raise(x->c->log, TML_E_REPEAT, name->place,
                      "%s: \"index\" names a number of \"repeat\", which is missing", what);
        return 0;
    }
    if (!repeat)
        return -1;
    if (repeat->kind != TML_NODE_SCALAR || !tml_decimal_read(repeat->text, strlen(repeat->text), &count) ||
        !(count >= 1 && count <= TML_NODE_ALIASED_LIMIT) || count != (int)count) {
        tml_log_raise(x->c->log, TML_E_REPEAT, repeat->place,
                      "%s: \"repeat\" must be a whole number, 1 or more; it cannot depend on parameters", what);
        return 0;
    }
    if (name && (name->kind != TML_NODE_SCALAR || !tml_name_check(x->c, "index", name)))
        return 0;
    if (name && (strcmp(name->text, "t") == 0 || strcmp(name->text, "pi") == 0)) {
        tml_log_raise(x->c->log, TML_E_RESERVED_NAME, name->place, "index \"%s\": this name is reserved", name->text);
        return 0;
    }
    *index = name ? name->text : NULL;
    return (int)count;
}

const tml_use *tml_repeat_scope(const tml_expansion *x, const char *name, const tml_use *outer, const char *index,
                                int number)
{
    tml_use *scope = TML_NEW(x->c->arena, tml_use);
    *scope = (tml_use){.name = name, .outer = outer, .index = index, .number = number};
    return scope;
}

/* The map without `repeat` and `index`. */
static const tml_node *without_repeat(const tml_expansion *x, const tml_node *map)
{
    tml_node *rest = TML_NEW(x->c->arena, tml_node);
    *rest = *map;
    rest->count = 0;
    rest->keys = TML_NEW_ARRAY(x->c->arena, const tml_node *, map->count);
    rest->items = TML_NEW_ARRAY(x->c->arena, const tml_node *, map->count);
    for (int i = 0; i < map->count; i++) {
        if (strcmp(map->keys[i]->text, "repeat") == 0 || strcmp(map->keys[i]->text, "index") == 0)
            continue;
        rest->keys[rest->count] = map->keys[i];
        rest->items[rest->count++] = map->items[i];
    }
    return rest;
}

static void add_repeated(tml_expansion *x, tml_section_list *s, const tml_node *key, const tml_node *value, int count,
                         const char *index, const tml_use *use)
{
    const tml_node *rest = without_repeat(x, value), *at = tml_node_find(rest, "at");
    if (strcmp(s->key->text, "points") == 0 && rest->count == 1 && at) /* P: {repeat: 3, index: k, at: [k, 0]} */
        rest = at;
    for (int i = 1; i <= count && !x->full; i++) {
        const char *name = tml_name_in_use(x, tml_arena_format(x->c->arena, "%s%d", key->text, i), use);
        const tml_node *own = tml_node_in_use(x, rest, tml_repeat_scope(x, name, use, index, i));
        tml_section_put(x, s->key->text, key, name, use, own);
    }
}

/* A part has no ground of its own. */
static bool is_second_ground(const tml_expansion *x, const char *section, const tml_node *key, const tml_use *use)
{
    if (!use || strcmp(section, "bodies") != 0 || strcmp(key->text, "ground") != 0)
        return false;
    tml_log_raise(x->c->log, TML_E_NO_MEANING, key->place,
                  "part %s: the ground belongs to the file; points of a part are points of the ground too",
                  tml_use_of_part(use)->part);
    return true;
}

static void add_entry(tml_expansion *x, tml_section_list *s, const tml_node *key, const tml_node *value,
                      const tml_use *use)
{
    const char *index, *section = s->key->text;
    const bool may_repeat =
        value->kind == TML_NODE_MAP && strcmp(section, "initial") != 0 && strcmp(section, "parameters") != 0;
    const int count =
        may_repeat ? tml_repeat_read(x, value, tml_arena_format(x->c->arena, "%s in %s", key->text, section), &index)
                   : -1;
    if (is_second_ground(x, section, key, use))
        return;
    if (count > 0)
        add_repeated(x, s, key, value, count, index, use);
    else if (count < 0 && !use)
        put(x, s, key, value);
    else if (count < 0)
        tml_section_put(x, section, key,
                        strcmp(section, "initial") == 0 ? key->text : tml_name_in_use(x, key->text, use), use,
                        tml_node_in_use(x, value, use));
}

void tml_section_add(tml_expansion *x, const tml_node *key, const tml_node *map, const tml_use *use)
{
    const bool empty = map->kind == TML_NODE_SCALAR && !map->text[0];
    const int at = (int)(section_of(x, key) - x->list);
    if (map->kind == TML_NODE_MAP)
        for (int i = 0; i < map->count && !x->full; i++)
            add_entry(x, &x->list[at], map->keys[i], map->items[i], use);
    else if (map->kind == TML_NODE_LIST && strcmp(key->text, "events") == 0) /* several such maps */
        for (int i = 0; i < map->count; i++)
            tml_section_add(x, key, map->items[i], use);
    else if (!empty && use)
        tml_log_raise(x->c->log, TML_E_NOT_A_MAP, map->place,
                      "in %s: \"%s\" must be a map from names to what they mean", use->name, key->text);
    else if (!empty && !x->list[at].count && !x->list[at].value)
        x->list[at].value = map;
}

/* ---- the whole ---- */

/* Whether an element of the file is repeated. */
static bool repeats(const tml_node *root)
{
    for (int i = 0; i < root->count; i++) {
        const tml_node *section = root->items[i];
        for (int k = 0; section->kind == TML_NODE_MAP && k < section->count; k++)
            if (tml_node_find(section->items[k], "repeat") || tml_node_find(section->items[k], "index"))
                return true;
    }
    return false;
}

static bool is_plain(const tml_node *root)
{
    static const char *const sections[] = {"parts", "use", "defaults"};
    for (size_t i = 0; i < sizeof sections / sizeof *sections; i++)
        if (tml_node_find(root, sections[i]))
            return false;
    return !repeats(root);
}

/* Parameters with a dot in their names are those of uses; the rest is the file's. */
static void add_parameters(tml_expansion *x, const tml_node *key, const tml_node *map)
{
    if (map->kind != TML_NODE_MAP) {
        tml_section_add(x, key, map, NULL);
        return;
    }
    x->overrides = map;
    x->override_used = TML_NEW_ARRAY(x->c->arena, bool, map->count);
    for (int i = 0; i < map->count; i++)
        if (strchr(map->keys[i]->text, '.'))
            tml_names_add(&x->override_names, map->keys[i]->text, i);
        else
            put(x, section_of(x, key), map->keys[i], map->items[i]);
}

static void check_overrides(tml_expansion *x, const tml_node *parameters)
{
    for (int i = 0; x->overrides && i < x->overrides->count; i++) {
        const tml_node *key = x->overrides->keys[i];
        if (!strchr(key->text, '.') || x->override_used[i])
            continue;
        tml_names known = {.arena = x->c->arena};
        for (int k = 0; k < parameters->count; k++)
            tml_names_add(&known, parameters->keys[k]->text, k);
        tml_log_raise(x->c->log, TML_E_NO_PARAMETER, key->place, "no use has a parameter \"%s\"%s", key->text,
                      tml_suggestion(x->c, tml_names_nearest(&known, key->text)));
    }
}

static const tml_node *section_node(tml_expansion *x, const tml_section_list *s)
{
    tml_node *map = TML_NEW(x->c->arena, tml_node);
    *map = (tml_node){.kind = TML_NODE_MAP,
                      .place = s->key->place,
                      .text = "",
                      .count = s->count,
                      .keys = s->keys,
                      .items = s->items};
    return s->value && !s->count ? s->value : map;
}

static void collect(tml_expansion *x, const tml_node *root)
{
    tml_node *all = TML_NEW(x->c->arena, tml_node);
    *all = *root;
    all->count = x->list_count;
    all->keys = TML_NEW_ARRAY(x->c->arena, const tml_node *, x->list_count);
    all->items = TML_NEW_ARRAY(x->c->arena, const tml_node *, x->list_count);
    for (int i = 0; i < x->list_count; i++) {
        all->keys[i] = x->list[i].key;
        all->items[i] = section_node(x, &x->list[i]);
        if (strcmp(all->keys[i]->text, "parameters") == 0)
            check_overrides(x, all->items[i]);
    }
    x->model->sections = all;
}

void tml_sections_expand(const tml_checker *c, tml_model *model)
{
    const tml_node *root = model->sections, *use = NULL;
    if (is_plain(root))
        return;
    tml_expansion x = {.c = c, .model = model, .override_names.arena = c->arena, .use_names.arena = c->arena};
    x.parts = tml_node_find(root, "parts");
    tml_defaults_read(&x, tml_node_find(root, "defaults"));
    for (int i = 0; i < root->count; i++) {
        const tml_node *key = root->keys[i];
        if (strcmp(key->text, "parameters") == 0)
            add_parameters(&x, key, root->items[i]);
        else if (strcmp(key->text, "use") == 0)
            use = root->items[i];
        else if (strcmp(key->text, "analyses") == 0)
            tml_section_add(&x, key, tml_defaults_of_analyses(&x, root->items[i]), NULL);
        else if (strcmp(key->text, "parts") != 0 && strcmp(key->text, "defaults") != 0 &&
                 strcmp(key->text, "include") != 0)
            tml_section_add(&x, key, root->items[i], NULL);
    }
    tml_uses_add(&x, use, NULL);
    collect(&x, root);
    model->uses = x.uses;
    model->use_keys = x.use_keys;
    model->use_nodes = x.use_nodes;
}
