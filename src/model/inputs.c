/* inputs.c - the files that a model is read from: its own, and those of its tables; results must not be written there. */
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

/* The path of a table as seen from where the program is. */
static void put_table_path(const tml_model *model, const char *path, tml_text *to)
{
    const char *folder = model->enclosure ? model->enclosure->folder : NULL, *slash = strrchr(model->file, '/');
    if (folder)
        tml_text_add(to, "%s/", folder);
    else if (path[0] != '/' && slash)
        tml_text_put(to, model->file, (size_t)(slash - model->file) + 1);
    tml_text_add(to, "%s", path);
}

bool tml_model_reads(const tml_model *model, const char *path)
{
    struct stat status;
    if (stat(path, &status) != 0)
        return false;
    bool found = is_same_file(model->file, &status);
    const tml_node *tables = model->tables;
    for (int i = 0; tables && i < tables->count && !found; i++) {
        const tml_node *table = tables->items[i];
        tml_text its = {0};
        if (table->kind == TML_NODE_SCALAR && table->text[0])
            put_table_path(model, table->text, &its);
        found = its.data && !its.failed && is_same_file(its.data, &status);
        tml_text_free(&its);
    }
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
