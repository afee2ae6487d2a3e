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

/* A file that the model names, as it names it and as seen from here; true ends the visit. */
typedef bool visit_input(void *context, const char *name, const char *path);

static bool visit_node(const tml_model *model, const tml_node *node, visit_input *visit, void *context)
{
    tml_text path = {0};
    if (node && node->kind == TML_NODE_SCALAR && node->text[0])
        put_path(model, node, &path);
    const bool ended = path.data && !path.failed && visit(context, node->text, path.data);
    tml_text_free(&path);
    return ended;
}

/* Files other than its own: included ones, those of tables, those of mass properties. */
static bool visit_inputs(const tml_model *model, visit_input *visit, void *context)
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

bool tml_model_reads(const tml_model *model, const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 &&
           (is_same_file(model->file, &status) || visit_inputs(model, is_that_file, &status));
}

/* ---- what they held ---- */

static bool is_hashed(const tml_model *model, const char *name)
{
    for (int i = 0; i < model->input_count; i++)
        if (strcmp(model->inputs[i].name, name) == 0)
            return true;
    return false;
}

/* Of a file that cannot be read: the run says so, where it is needed. */
static bool hash_file(const char *path, char sha256[TML_SHA256_DIGITS + 1])
{
    tml_text bytes = {0};
    tml_log *unused = tml_log_make();
    const bool read = unused && tml_file_read(path, &bytes, unused) == TML_OK;
    if (read)
        tml_sha256(bytes.length ? bytes.data : "", bytes.length, sha256);
    tml_text_free(&bytes);
    tml_log_free(unused);
    return read;
}

static bool hash_input(void *context, const char *name, const char *path)
{
    tml_model *model = context;
    tml_input_file input = {0};
    if (is_hashed(model, name) || !hash_file(path, input.sha256))
        return false;
    input.name = tml_arena_text(&model->arena, name, strlen(name));
    TML_GROW(&model->arena, model->inputs, model->input_count, model->input_capacity);
    model->inputs[model->input_count++] = input;
    return false;
}

void tml_model_hash_inputs(tml_model *model)
{
    visit_inputs(model, hash_input, model);
}

tml_status tml_file_check_output(const char *path, const tml_model *model, tml_log *log)
{
    if (!model || !tml_model_reads(model, path))
        return tml_file_check_writable(path, log);
    tml_log_raise(log, TML_E_OUTPUT_IS_INPUT, TML_NOWHERE, "%s is read by the model: give the output another name",
                  path);
    return TML_WRONG;
}
