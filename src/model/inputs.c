/* inputs.c - the files that a model is read from: its own, and those that it names. Outputs must not be written there. */
#include "model/inputs.h"
#include "base/file.h"
#include "base/text.h"
#include <string.h>

/* A path in the model as seen from where the program is. */
static void put_path(const tml_model *model, const tml_node *node, tml_text *to)
{
    const char *folder = model->enclosure ? model->enclosure->folder : NULL, *path = node->text;
    const bool is_own = strcmp(node->place.file, model->file) == 0; /* not of an included file */
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

/* A file that is looked for among those that a model names. */
typedef struct {
    const char *path;
} wanted_file;

static bool is_that_file(void *context, const char *name, const char *path)
{
    const wanted_file *wanted = context;
    (void)name;
    return tml_file_is_same(path, wanted->path);
}

/* The measured curves of studies: no run depends on them. */
static bool studies_read(const tml_model *model, wanted_file *wanted)
{
    bool found = false;
    for (int i = 0; i < model->study_count && !found; i++)
        found = visit_node(model, tml_node_find(model->studies[i].node, "data"), is_that_file, wanted);
    return found;
}

/* A shape, {mesh: FILE} or {mesh: {file: FILE, ...}}. */
static bool shape_draws(const tml_model *model, const tml_node *shape, wanted_file *wanted)
{
    const tml_node *mesh = tml_node_find(shape, "mesh");
    return visit_node(model, mesh, is_that_file, wanted) ||
           visit_node(model, tml_node_find(mesh, "file"), is_that_file, wanted);
}

/* The meshes of bodies, which are only drawn. */
static bool bodies_draw(const tml_model *model, wanted_file *wanted)
{
    bool found = false;
    for (int i = 0; i < model->body_count && !found; i++) {
        const tml_node *body = model->bodies[i].node, *shapes = tml_node_find(body, "shapes");
        found = shape_draws(model, tml_node_find(body, "shape"), wanted);
        for (int k = 0; shapes && shapes->kind == TML_NODE_LIST && k < shapes->count && !found; k++)
            found = shape_draws(model, shapes->items[k], wanted);
    }
    return found;
}

/* Whether the model names the file: its own is not among these. */
static bool names_file(const tml_model *model, const char *path)
{
    wanted_file wanted = {path};
    return tml_model_visit_inputs(model, is_that_file, &wanted) || studies_read(model, &wanted) ||
           bodies_draw(model, &wanted);
}

bool tml_model_reads(const tml_model *model, const char *path)
{
    return tml_file_is_same(model->file, path) || names_file(model, path);
}

static tml_status refuse(const char *path, tml_log *log)
{
    tml_log_raise(log, TML_E_OUTPUT_IS_INPUT, TML_NOWHERE, "%s is read by the model: give the output another name",
                  path);
    return TML_WRONG;
}

tml_status tml_file_check_output(const char *path, const tml_model *model, tml_log *log)
{
    return model && tml_model_reads(model, path) ? refuse(path, log) : tml_file_check_writable(path, log);
}

tml_status tml_file_check_rewrite(const char *path, const tml_model *model, tml_log *log)
{
    return names_file(model, path) ? refuse(path, log) : tml_file_check_writable(path, log);
}
