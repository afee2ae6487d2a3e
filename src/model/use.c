/* use.c - uses of parts: what a part says, once for each use, with the values and bodies that the use gives. */
#include "model/expand.h"
#include "model/ready_part.h"
#include "model/scope.h"
#include <string.h>

enum { MAX_FIELDS = 32 };

/* One use as it is written, and which of a repetition it is. */
typedef struct {
    const char *name; /* in full */
    const tml_node *key, *node;
    const tml_use *outer; /* where its own text is looked up: what is around it, and its index */
    int number, count;    /* count 0: it is not repeated */
} placing;

/* ---- parts ---- */

static int find_part(const tml_expansion *x, const char *name)
{
    for (int i = 0; x->parts && x->parts->kind == TML_NODE_MAP && i < x->parts->count; i++)
        if (strcmp(x->parts->keys[i]->text, name) == 0)
            return i;
    return -1;
}

static const char *nearest_part(const tml_expansion *x, const char *name)
{
    tml_names parts = {.arena = x->c->arena};
    for (int i = 0; x->parts && x->parts->kind == TML_NODE_MAP && i < x->parts->count; i++)
        tml_names_add(&parts, x->parts->keys[i]->text, i);
    for (int i = 0; i < tml_ready_part_class_count; i++)
        tml_names_add(&parts, tml_ready_part_classes[i]->name, -1);
    return tml_names_nearest(&parts, name);
}

/* The part of a use: one of the file, or a ready one, which then is among them; -1 with a message. */
static int part_of(tml_expansion *x, const tml_node *use, const char *what)
{
    const tml_node *part = tml_node_find(use, "part");
    const char *key = NULL;
    bool known = false;
    const int own = find_part(x, part->text);
    const tml_node *ready = own < 0 ? tml_ready_part(x->c, part->text, use, what, &key, &known) : NULL;
    if (own >= 0 || (known && !ready))
        return own;
    if (!ready) {
        tml_log_raise(x->c->log, TML_E_NO_PART, part->place, "%s: no part \"%s\"%s", what, part->text,
                      tml_suggestion(x->c, nearest_part(x, part->text)));
        return -1;
    }
    const int there = find_part(x, key);
    if (there >= 0)
        return there;
    const int count = x->parts && x->parts->kind == TML_NODE_MAP ? x->parts->count : 0;
    bool *used = TML_NEW_ARRAY(x->c->arena, bool, count + 1);
    if (count)
        memcpy(used, x->part_used, (size_t)count * sizeof *used);
    x->part_used = used;
    x->parts = tml_node_put(x->c->arena, count ? x->parts : NULL, key, ready);
    return find_part(x, key);
}

/* The keys of every part, once. */
static void check_parts(const tml_expansion *x)
{
    tml_field fields[MAX_FIELDS];
    size_t count = 0;
    for (size_t i = 0; i < tml_section_fields_count; i++)
        if (tml_section_in_part(&tml_section_fields[i]))
            fields[count++] = tml_section_fields[i];
    const tml_field_list lists[] = {{fields, count}, {tml_part_fields, tml_part_fields_count}};
    if (x->parts && (x->parts->kind == TML_NODE_LIST || x->parts->text[0]))
        tml_log_raise(x->c->log, TML_E_NOT_A_MAP, x->parts->place, "\"parts\" must be a map from names to parts");
    for (int i = 0; x->parts && x->parts->kind == TML_NODE_MAP && i < x->parts->count; i++)
        if (tml_name_check(x->c, "part", x->parts->keys[i]))
            tml_fields_check(x->c, tml_arena_format(x->c->arena, "part %s", x->parts->keys[i]->text),
                             x->parts->items[i], lists, 2, NULL);
}

static void note_unused(const tml_expansion *x)
{
    for (int i = 0; x->parts && x->parts->kind == TML_NODE_MAP && i < x->parts->count && !x->model->lost_names; i++)
        if (!x->part_used[i] && strcmp(x->parts->keys[i]->place.file, x->model->file) == 0)
            tml_log_raise(x->c->log, TML_N_PART_NOT_USED, x->parts->keys[i]->place,
                          "part %s is not used: what it says was not read", x->parts->keys[i]->text);
}

/* The uses of parts around one: does this part stand in itself? */
static bool is_within(const tml_expansion *x, const tml_node *part, const tml_use *outer)
{
    for (const tml_use *u = tml_use_of_part(outer); u; u = tml_use_of_part(u->outer))
        if (strcmp(u->part, part->text) == 0) {
            tml_log_raise(x->c->log, TML_E_PART_USES_ITSELF, part->place, "part %s uses itself%s%s", part->text,
                          tml_use_of_part(outer) == u ? "" : ", through part ",
                          tml_use_of_part(outer) == u ? "" : tml_use_of_part(outer)->part);
            return true;
        }
    return false;
}

/* ---- what a use gives ---- */

/* The parameters of a part: as the file says of this use, as the use says, or the part's own. */
static void add_parameters(tml_expansion *x, const tml_node *part, const tml_node *node, const tml_use *use)
{
    const tml_node *map = tml_node_find(part, "parameters"), *with = tml_node_find(node, "with");
    tml_names known = {.arena = x->c->arena};
    for (int i = 0; map && map->kind == TML_NODE_MAP && i < map->count; i++) {
        const tml_node *key = map->keys[i], *given = tml_node_find(with, key->text), *value = map->items[i];
        const char *name = tml_name_in_use(x, key->text, use);
        const int file = tml_names_find(&x->override_names, name);
        tml_names_add(&known, key->text, i);
        if (file >= 0)
            x->override_used[file] = true;
        if (file >= 0)
            tml_section_put(x, "parameters", x->overrides->keys[file], name, use, x->overrides->items[file]);
        else if (given)
            tml_section_put(x, "parameters", key, name, use, given);
        else if (value->kind == TML_NODE_SCALAR && !value->text[0]) {
            x->model->lost_parameters = true;
            tml_log_raise(x->c->log, TML_E_PART_NEEDS_VALUE, node->place,
                          "use %s: part %s needs a value of \"%s\": with: {%s: ...}", use->name, use->part, key->text,
                          key->text);
        } else
            tml_section_put(x, "parameters", key, name, use, tml_node_in_use(x, value, use));
    }
    for (int i = 0; with && with->kind == TML_NODE_MAP && i < with->count; i++)
        if (with->keys[i] != &tml_struck_key && tml_names_find(&known, with->keys[i]->text) < 0)
            tml_log_raise(x->c->log, TML_E_NO_PARAMETER, with->keys[i]->place,
                          "use %s: with: part %s has no parameter \"%s\"%s", use->name, use->part, with->keys[i]->text,
                          tml_suggestion(x->c, tml_names_nearest(&known, with->keys[i]->text)));
}

/* What a port is given: for all of a repetition, or for each its own. */
static const tml_node *given_port(const tml_expansion *x, const tml_node *value, const tml_use *use, const char *port,
                                  const placing *p)
{
    if (value->kind == TML_NODE_LIST && value->count == p->count && p->count > 0)
        value = value->items[p->number - 1];
    if (value->kind == TML_NODE_SCALAR && value->text[0])
        return value;
    tml_log_raise(x->c->log, TML_E_PORTS, value->place,
                  "use %s: port \"%s\" must be a body, or a point of one as body.P%s", use->name, port,
                  value->kind == TML_NODE_LIST ? "; with \"repeat\" a list of as many of them" : "");
    return NULL;
}

static void add_ports(tml_expansion *x, const tml_node *part, const tml_node *node, const tml_use *use,
                      const placing *p)
{
    const tml_node *list = tml_node_find(part, "ports"), *given = tml_node_find(node, "ports");
    tml_names known = {.arena = x->c->arena};
    for (int i = 0; list && list->kind == TML_NODE_LIST && i < list->count; i++) {
        const tml_node *port = list->items[i], *value = tml_node_find(given, port->text);
        tml_names_add(&known, port->text, i);
        if (!value) {
            tml_log_raise(x->c->log, TML_E_PORTS, node->place,
                          "use %s: part %s needs a body as its port \"%s\": ports: {%s: ...}", use->name, use->part,
                          port->text, port->text);
            x->model->lost_names = true;
            continue;
        }
        const tml_node *what = given_port(x, value, use, port->text, p);
        if (!what || !tml_name_check(x->c, "port", port)) {
            x->model->lost_names = true;
            continue;
        }
        TML_GROW(x->c->arena, x->model->ports, x->model->port_count, x->port_capacity);
        x->model->ports[x->model->port_count++] = (tml_port){.name = tml_name_in_use(x, port->text, use), .node = what};
    }
    for (int i = 0; given && given->kind == TML_NODE_MAP && i < given->count; i++)
        if (tml_names_find(&known, given->keys[i]->text) < 0)
            tml_log_raise(x->c->log, TML_E_PORTS, given->keys[i]->place, "use %s: part %s has no port \"%s\"%s",
                          use->name, use->part, given->keys[i]->text,
                          tml_suggestion(x->c, tml_names_nearest(&known, given->keys[i]->text)));
}

/* ---- one use ---- */

static tml_use *keep_use(tml_expansion *x, const placing *p, const char *part, const tml_node *node)
{
    tml_use *use = TML_NEW(x->c->arena, tml_use);
    tml_node *key = tml_arena_copy(x->c->arena, p->key, sizeof *key);
    key->place.use = p->outer;
    *use = (tml_use){.name = p->name, .part = part, .outer = p->outer, .id = x->model->use_count};
    int of_uses = x->use_capacity, of_keys = of_uses;
    TML_GROW(x->c->arena, x->uses, x->model->use_count, of_uses);
    TML_GROW(x->c->arena, x->use_keys, x->model->use_count, of_keys);
    TML_GROW(x->c->arena, x->use_nodes, x->model->use_count, x->use_capacity);
    x->uses[use->id] = use;
    x->use_keys[use->id] = key;
    x->use_nodes[use->id] = node;
    x->model->use_count++;
    return use;
}

static void add_use(tml_expansion *x, const placing *p)
{
    const int at = part_of(x, p->node, p->name);
    const tml_node *part = x->parts->items[at], *node = tml_node_in_use(x, p->node, p->outer), *uses = NULL;
    const tml_use *use = keep_use(x, p, x->parts->keys[at]->text, node);
    x->part_used[at] = true;
    add_parameters(x, part, node, use);
    add_ports(x, part, node, use, p);
    for (int i = 0; part->kind == TML_NODE_MAP && i < part->count && !x->full; i++) {
        const char *name = part->keys[i]->text;
        const tml_field *section = tml_field_find(tml_section_fields, tml_section_fields_count, name);
        if (strcmp(name, "use") == 0)
            uses = tml_node_in_use(x, part->items[i], use);
        else if (section && section->type != TML_FIELD_TEXT && strcmp(name, "parameters") != 0 &&
                 tml_section_in_part(section))
            tml_section_add(x, part->keys[i], part->items[i], use);
    }
    tml_uses_add(x, uses, use);
}

/* Whether a use can be read: its keys, its part. */
static bool check_use(tml_expansion *x, const tml_node *key, const tml_node *node, const tml_use *outer)
{
    const tml_field_list lists[] = {{tml_use_fields, tml_use_fields_count},
                                    {tml_repeat_fields, tml_repeat_fields_count}};
    const char *what = tml_arena_format(x->c->arena, "use %s", key->text);
    if (!tml_name_check(x->c, "use", key) || !tml_fields_check(x->c, what, node, lists, 2, NULL))
        return false;
    const tml_node *part = tml_node_find(node, "part"), *orientation = tml_node_find(node, "orientation");
    const tml_node *ports = tml_node_find(node, "ports");
    if (orientation && (!x->c->space || tml_node_find(node, "angle")))
        tml_log_raise(x->c->log, x->c->space ? TML_E_NO_MEANING : TML_E_PLANE_OR_SPACE, orientation->place,
                      x->c->space ? "%s: give an angle or an orientation, not both"
                                  : "%s: \"orientation\" is for models in space; use \"angle\"",
                      what);
    else if (ports && ports->kind != TML_NODE_MAP)
        tml_log_raise(x->c->log, TML_E_PORTS, ports->place, "%s: \"ports\" must be a map, {PORT: body}", what);
    else if (part_of(x, node, what) >= 0)
        return !is_within(x, part, outer);
    return false;
}

static void add_named(tml_expansion *x, const placing *p)
{
    if (tml_names_add(&x->use_names, p->name, x->model->use_count))
        add_use(x, p);
    else
        tml_log_raise(x->c->log, TML_E_NAME_TAKEN, p->key->place, "use \"%s\": the name is taken by another use",
                      p->name);
}

static void add_all(tml_expansion *x, const tml_node *key, const tml_node *node, const tml_use *outer)
{
    const char *index;
    placing p = {.name = tml_name_in_use(x, key->text, outer), .key = key, .node = node, .outer = outer, .number = 1};
    if (!check_use(x, key, node, outer)) {
        x->model->lost_names = x->model->lost_parameters = x->model->lost_points = true;
        return;
    }
    const int count = tml_repeat_read(x, node, tml_arena_format(x->c->arena, "use %s", key->text), &index);
    if (count < 0)
        add_named(x, &p);
    p.count = count;
    for (p.number = 1; p.number <= count && !x->full; p.number++) {
        placing one = p;
        one.name = tml_arena_format(x->c->arena, "%s%d", p.name, p.number);
        one.outer = tml_repeat_scope(x, one.name, outer, index, p.number);
        add_named(x, &one);
    }
}

void tml_uses_add(tml_expansion *x, const tml_node *map, const tml_use *outer)
{
    if (!outer) {
        x->part_used = TML_NEW_ARRAY(x->c->arena, bool, x->parts ? x->parts->count : 0);
        check_parts(x);
    }
    if (map && map->kind != TML_NODE_MAP && (map->kind == TML_NODE_LIST || map->text[0]))
        tml_log_raise(x->c->log, TML_E_NOT_A_MAP, map->place, "\"use\" must be a map, {NAME: {part: PART, ...}}");
    for (int i = 0; map && map->kind == TML_NODE_MAP && i < map->count && !x->full; i++)
        add_all(x, map->keys[i], map->items[i], outer);
    if (!outer)
        note_unused(x);
}

/* ---- once names are known ---- */

void tml_ports_read(const tml_checker *c, tml_model *model)
{
    model->port_names.arena = c->arena;
    for (int i = 0; i < model->port_count; i++) {
        tml_port *p = &model->ports[i];
        const tml_named_element e = tml_scope_element(model, p->node->text, p->node->place.use);
        if (e.index < 0 || e.index >= model->body_count) {
            if (!model->lost_names)
                tml_log_raise(c->log, TML_E_NO_BODY, p->node->place, "port %s: no body \"%.*s\"%s", p->name,
                              (int)e.length, e.name,
                              tml_suggestion(c, tml_names_nearest(&model->names, p->node->text)));
            tml_names_add(&model->refused, p->name, 0);
            continue;
        }
        p->given = p->node->place.use;
        p->point = tml_named_point(&e, &p->given);
        tml_names_add(&model->port_names, p->name, i);
        if (!tml_names_add(&model->names, p->name, e.index))
            tml_log_raise(c->log, TML_E_NAME_TAKEN, p->node->place, "port %s: the part has a body of that name",
                          p->name);
    }
}

void tml_uses_check(const tml_checker *c, const tml_model *model)
{
    for (int i = 0; i < model->use_count; i++)
        if (tml_names_find(&model->names, model->uses[i]->name) >= 0)
            tml_log_raise(
                c->log, TML_E_NAME_TAKEN, model->use_keys[i]->place,
                "use \"%s\": the name is taken; uses, bodies, joints, forces and drivers share one set of names",
                model->uses[i]->name);
}
