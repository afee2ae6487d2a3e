/* include.c - files whose sections belong to the model that includes them.
 *
 * Entries of maps (bodies, joints, parts, ...) come behind those of the file itself; a parameter, a title, a list of analyses that the file
 * gives itself goes first. A file is read once, however often it is named. Paths are seen from the file that names them.
 */
#define _XOPEN_SOURCE 700
#include "model/expand.h"
#include "model/named_file.h"
#include <string.h>
#include <sys/stat.h>

typedef struct {
    const char *path;
    dev_t device;
    ino_t inode;
    int from; /* the file that includes it; -1: the model itself */
} included;

typedef struct {
    const tml_checker *c;
    tml_model *model;
    included *files; /* the model itself first */
    int count, capacity;
    const tml_node *all; /* joined so far */
} joining;

/* ---- joining ---- */

/* The ground of two files has the points of both. */
static const tml_node *join_ground(joining *j, const tml_node *own, const tml_node *other)
{
    const tml_node *points = tml_node_find(own, "points"), *more = tml_node_find(other, "points");
    if (!more || own->kind != TML_NODE_MAP || more->kind != TML_NODE_MAP || (points && points->kind != TML_NODE_MAP))
        return own;
    const tml_node *all = points;
    for (int i = 0; i < more->count; i++)
        if (!tml_node_find(points, more->keys[i]->text))
            all = tml_node_put(j->c->arena, all, more->keys[i]->text, more->items[i]);
    return tml_node_put(j->c->arena, own, "points", all);
}

/* Entries of a section of an included file behind those that are there. */
static const tml_node *join_maps(joining *j, const tml_node *own, const tml_node *other, const char *section)
{
    tml_arena *arena = j->c->arena;
    const bool first =
        strcmp(section, "parameters") == 0 || strcmp(section, "defaults") == 0 || strcmp(section, "initial") == 0;
    tml_names known = {.arena = arena};
    tml_node *all = tml_arena_copy(arena, own, sizeof *own);
    all->keys = TML_NEW_ARRAY(arena, const tml_node *, own->count + other->count);
    all->items = TML_NEW_ARRAY(arena, const tml_node *, own->count + other->count);
    for (int i = 0; i < own->count; i++) {
        all->keys[i] = own->keys[i];
        all->items[i] = own->items[i];
        tml_names_add(&known, own->keys[i]->text, i);
    }
    for (int i = 0; i < other->count; i++) {
        const tml_node *key = other->keys[i];
        const int at = tml_names_find(&known, key->text);
        if (at >= 0 && strcmp(section, "bodies") == 0 && strcmp(key->text, "ground") == 0)
            all->items[at] = join_ground(j, all->items[at], other->items[i]);
        else if (at >= 0 && !first)
            tml_log_raise(j->c->log, TML_E_INCLUDED_OTHERWISE, key->place, "\"%s\" in %s is also in %s, line %d",
                          key->text, section, all->keys[at]->place.file, all->keys[at]->place.line);
        if (at >= 0)
            continue;
        all->keys[all->count] = key;
        all->items[all->count++] = other->items[i];
    }
    return all;
}

static void check_space(joining *j, const tml_node *own, const tml_node *other)
{
    const char *before = own ? own->text : "plane";
    if (other->kind == TML_NODE_SCALAR && (!own || own->kind == TML_NODE_SCALAR) && strcmp(before, other->text) != 0)
        tml_log_raise(j->c->log, TML_E_INCLUDED_OTHERWISE, other->place,
                      "this file is in %s, the one that includes it in %s",
                      strcmp(other->text, "space") == 0 ? "space" : "the plane",
                      strcmp(before, "space") == 0 ? "space" : "the plane");
}

/* The key keeps its own place, for messages about the section. */
static const tml_node *put_section(joining *j, const tml_node *key, const tml_node *value)
{
    const tml_node *all = tml_node_put(j->c->arena, j->all, key->text, value);
    for (int i = 0; i < all->count; i++)
        if (strcmp(all->keys[i]->text, key->text) == 0)
            all->keys[i] = key;
    return all;
}

static void join(joining *j, const tml_node *root)
{
    for (int i = 0; i < root->count; i++) {
        const tml_node *key = root->keys[i], *value = root->items[i], *own = tml_node_find(j->all, key->text);
        const bool empty = own && own->kind == TML_NODE_SCALAR && !own->text[0];
        if (key == &tml_struck_key || strcmp(key->text, "include") == 0 || strcmp(key->text, "trammel") == 0 ||
            strcmp(key->text, "display") == 0 || strcmp(key->text, "output") == 0 ||
            strcmp(key->text, "background") == 0) /* each file has its own */
            continue;
        if (strcmp(key->text, "space") == 0)
            check_space(j, own, value);
        else if (!own || empty)
            j->all = put_section(j, key, value);
        else if (own->kind == TML_NODE_MAP && value->kind == TML_NODE_MAP)
            j->all = tml_node_put(j->c->arena, j->all, key->text, join_maps(j, own, value, key->text));
    }
}

/* ---- files ---- */

/* Whether a file was read before; *circle: it is one of those that led here. */
static bool is_known(const joining *j, const struct stat *status, int from, bool *circle)
{
    *circle = false;
    for (int i = 0; i < j->count; i++) {
        if (j->files[i].device != status->st_dev || j->files[i].inode != status->st_ino || !j->files[i].path)
            continue;
        for (int at = from; at >= 0; at = j->files[at].from)
            *circle |= at == i;
        return true;
    }
    return false;
}

static int add_file(joining *j, const char *path, int from)
{
    struct stat status;
    const bool there = stat(path, &status) == 0;
    TML_GROW(j->c->arena, j->files, j->count, j->capacity);
    j->files[j->count] = (included){.path = there ? path : NULL, .from = from};
    if (there) {
        j->files[j->count].device = status.st_dev;
        j->files[j->count].inode = status.st_ino;
    }
    return j->count++;
}

static void include_all(joining *j, const tml_node *node, int from);

/* Sections of an included file; none is required. */
static void check_sections(const joining *j, const tml_node *root)
{
    tml_field *fields = TML_NEW_ARRAY(j->c->arena, tml_field, tml_section_fields_count);
    for (size_t i = 0; i < tml_section_fields_count; i++) {
        fields[i] = tml_section_fields[i];
        fields[i].required = false;
    }
    const tml_field_list list = {fields, tml_section_fields_count};
    tml_fields_check(j->c, NULL, root, &list, 1, NULL);
}

static void take(joining *j, const tml_named_file *file, const tml_node *node, int from)
{
    const char *folder = j->model->enclosure ? j->model->enclosure->folder : NULL;
    const char *name = folder ? file->path + strlen(folder) + 1 : file->path;
    const tml_node *root = tml_node_parse(j->c->arena, file->data, file->length, name, j->c->log);
    if (!root)
        return;
    if (root->kind != TML_NODE_MAP) {
        tml_log_raise(j->c->log, TML_E_NOT_A_MODEL, node->place, "include \"%s\": the file is no map of sections",
                      node->text);
        return;
    }
    check_sections(j, root);
    const int own = add_file(j, tml_arena_text(j->c->arena, file->path, strlen(file->path)), from);
    join(j, root);
    include_all(j, tml_node_find(root, "include"), own);
}

static void include_one(joining *j, const tml_node *node, int from)
{
    tml_resolved reader = {.model = j->model, .arena = j->c->arena, .log = j->c->log};
    tml_named_file file;
    struct stat status;
    bool circle = false;
    if (node->kind != TML_NODE_SCALAR || !node->text[0])
        tml_log_raise(j->c->log, TML_E_WRONG_TYPE, node->place,
                      "\"include\" must be the path of a file, or a list of paths");
    else if (tml_named_file_open(&reader, node, "include", &file)) {
        const bool known = stat(file.path, &status) == 0 && is_known(j, &status, from, &circle);
        if (circle)
            tml_log_raise(j->c->log, TML_E_INCLUDE_CIRCLE, node->place, "include \"%s\": the file includes itself",
                          node->text);
        else if (!known)
            take(j, &file, node, from);
        tml_named_file_close(&file);
    } else
        tml_named_file_close(&file);
}

static void include_all(joining *j, const tml_node *node, int from)
{
    if (!node)
        return;
    if (node->kind != TML_NODE_LIST)
        include_one(j, node, from);
    else
        for (int i = 0; i < node->count; i++)
            include_one(j, node->items[i], from);
}

void tml_includes_join(const tml_checker *c, tml_model *model)
{
    const tml_node *include = tml_node_find(model->root, "include");
    if (!include)
        return;
    joining j = {.c = c, .model = model, .all = model->root};
    const size_t errors = c->log->error_count;
    include_all(&j, include, add_file(&j, model->file, -1));
    model->sections = j.all;
    const char **files = TML_NEW_ARRAY(c->arena, const char *, j.count);
    for (int i = 1; i < j.count; i++)
        files[i - 1] = j.files[i].path;
    model->included = files;
    model->included_count = j.count - 1;
    if (c->log->error_count > errors) /* what they hold is missing: no complaints about that */
        model->lost_names = model->lost_parameters = model->lost_points = model->lost_tables = true;
}
