/* inputs.c - the files that a model is read from: its own, and those that it names; results must not be written there. */
#define _XOPEN_SOURCE 700
#include "base/file.h"
#include "base/text.h"
#include "model/model.h"
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

/* Whether a node of the model is the path of that file. */
static bool names_file(const tml_model *model, const tml_node *node, const struct stat *status)
{
    tml_text path = {0};
    if (node && node->kind == TML_NODE_SCALAR && node->text[0])
        put_path(model, node, &path);
    const bool found = path.data && !path.failed && is_same_file(path.data, status);
    tml_text_free(&path);
    return found;
}

bool tml_model_reads(const tml_model *model, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    bool found = is_same_file(model->file, &status);
    for (int i = 0; i < model->included_count && !found; i++)
        found = is_same_file(model->included[i], &status);
    for (int i = 0; model->tables && i < model->tables->count && !found; i++) {
        const tml_node *table = model->tables->items[i];
        found = names_file(model, table, &status) || names_file(model, tml_node_find(table, "file"), &status) ||
                names_file(model, tml_node_find(table, "grid"), &status);
    }
    for (int i = 0; i < model->body_count && !found; i++)
        found = names_file(model, tml_node_find(model->bodies[i].node, "mass_properties"), &status);
    return found;
}

tml_status tml_file_check_output(const char *path, const tml_model *model, tml_log *log)
{
    if (!model || !tml_model_reads(model, path))
        return tml_file_check_writable(path, log);
    tml_log_raise(log, TML_E_OUTPUT_IS_INPUT, TML_NOWHERE, "%s is read by the model: give the output another name",
                  path);
    return TML_WRONG;
}
