/* inputs.c - the files that a model is read from: its own, and those that it names. Outputs must not be written there. */
#include "model/inputs.h"
#include "base/file.h"
#include "base/guard.h"
#include "base/text.h"
#include "model/check.h"
#include "model/expand.h"
#include <string.h>

/* A path in the model as seen from where the program is. */
static void put_path(const tml_model *model, const tml_node *node, tml_text *to)
{
    const char *folder = model->enclosure ? model->enclosure->folder : NULL, *path = node->text;
    const bool is_own = !node->place.file || strcmp(node->place.file, model->file) == 0; /* not of an included file */
    const char *slash = folder && is_own ? NULL : strrchr(node->place.file, '/');
    if (folder)
        tml_text_add(to, "%s/", folder);
    if (path[0] != '/' && slash)
        tml_text_put(to, node->place.file, (size_t)(slash - node->place.file) + 1);
    tml_text_add(to, "%s", path);
}

static bool visit_node(const tml_model *model, const tml_node *node, tml_input_visit *visit, void *context)
{
    tml_text path = {0};
    if (node && node->kind == TML_NODE_SCALAR && node->text[0])
        put_path(model, node, &path);
    const bool ended = path.data && !path.failed && visit(context, node->text, path.data);
    tml_text_free(&path);
    return ended;
}

bool tml_model_visit_inputs(const tml_model *model, tml_input_visit *visit, void *context)
{
    bool ended = false;
    for (int i = 0; i < model->included_count && !ended; i++)
        ended = visit(context, model->included[i], model->included[i]);
    for (int i = 0; model->tables && i < model->tables->count && !ended; i++) {
        const tml_node *table = model->tables->items[i];
        ended = visit_node(model, table, visit, context) ||
                visit_node(model, tml_node_find(table, "file"), visit, context) ||
                visit_node(model, tml_node_find(table, "grid"), visit, context);
    }
    for (int i = 0; i < model->body_count && !ended; i++)
        ended = visit_node(model, tml_node_find(model->bodies[i].node, "mass_properties"), visit, context);
    return ended;
}

/* Whether a text below the node is a path that leads to the file. Any text may be one: paths stand in fields of many kinds, and a text that is
 * none leads nowhere. */
static bool node_names(const tml_model *model, const tml_node *node, const char *file)
{
    tml_text path = {0};
    if (node->kind == TML_NODE_SCALAR && node->text[0])
        put_path(model, node, &path);
    bool found = path.data && !path.failed && tml_file_is_same(path.data, file);
    tml_text_free(&path);
    for (int i = 0; node->kind != TML_NODE_SCALAR && i < node->count && !found; i++)
        found = node_names(model, node->items[i], file);
    return found;
}

/* Whether the model, or a file that it includes, names the file: its own is not among these. */
static bool names_file(const tml_model *model, const char *path)
{
    bool found = false;
    if (!tml_file_is_same(path, path)) /* there is no such file yet */
        return false;
    for (int i = 0; i < model->included_count && !found; i++)
        found = model->included[i] && tml_file_is_same(model->included[i], path);
    return found || node_names(model, model->root, path) || node_names(model, model->sections, path);
}

bool tml_model_reads(const tml_model *model, const char *path)
{
    return tml_file_is_same(model->file, path) || names_file(model, path);
}

static tml_status check(const char *path, bool is_read, tml_log *log)
{
    if (!is_read)
        return tml_file_check_writable(path, log);
    tml_log_raise(log, TML_E_OUTPUT_IS_INPUT, TML_NOWHERE, "%s is read by the model: give the output another name",
                  path);
    return TML_WRONG;
}

tml_status tml_file_check_output(const char *path, const tml_model *model, tml_log *log)
{
    return check(path, model && tml_model_reads(model, path), log);
}

/* ---- a text that need not be a model without errors ---- */

typedef struct {
    const char *text, *name, *path;
    size_t length;
    tml_model model; /* its tree alone */
    tml_log *unheard;
    bool found;
} text_search;

static tml_status search(void *context)
{
    text_search *s = context;
    tml_model *m = &s->model;
    m->file = s->name;
    m->root = m->sections = tml_node_parse(&m->arena, s->text, s->length, s->name, s->unheard);
    if (!m->root)
        return TML_OK;
    tml_includes_join(&(tml_checker){.arena = &m->arena, .log = s->unheard}, m);
    s->found = names_file(m, s->path);
    return TML_OK;
}

tml_status tml_file_check_rewrite(const char *path, const char *text, size_t length, const char *name, tml_log *log)
{
    text_search s = {.text = text, .length = length, .name = name, .path = path, .unheard = tml_log_make()};
    const tml_status status = s.unheard ? tml_guarded(&s.model.arena, NULL, search, &s) : TML_NO_MEMORY;
    tml_arena_free(&s.model.arena);
    tml_log_free(s.unheard);
    if (status == TML_OK)
        return check(path, s.found, log);
    tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory while reading %s", name);
    return status;
}
