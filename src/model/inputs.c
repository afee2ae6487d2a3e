/* inputs.c - the files that a model is read from: its own, and those that it names; results must not be written there. */
#define _XOPEN_SOURCE 700
#include "model/inputs.h"
#include "base/file.h"
#include "base/text.h"
#include <string.h>
#include <sys/stat.h>

static bool is_same_file(const char *path, const struct stat *other)
{
    struct stat status;
    return stat(path, &status) == 0 && status.st_dev == other->st_dev && status.st_ino == other->st_ino;
}

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

static bool is_that_file(void *context, const char *name, const char *path)
{
    (void)name;
    return is_same_file(path, context);
}

/* Measured curves of studies: no run depends on them. */
static bool studies_read(const tml_model *model, struct stat *status)
{
    bool found = false;
    for (int i = 0; i < model->study_count && !found; i++)
        found = visit_node(model, tml_node_find(model->studies[i].node, "data"), is_that_file, status);
    return found;
}

bool tml_model_reads(const tml_model *model, const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 &&
           (is_same_file(model->file, &status) || tml_model_visit_inputs(model, is_that_file, &status) ||
            studies_read(model, &status));
}

tml_status tml_file_check_output(const char *path, const tml_model *model, tml_log *log)
{
    if (!model || !tml_model_reads(model, path))
        return tml_file_check_writable(path, log);
    tml_log_raise(log, TML_E_OUTPUT_IS_INPUT, TML_NOWHERE, "%s is read by the model: give the output another name",
                  path);
    return TML_WRONG;
}
