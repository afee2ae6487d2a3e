/* save.c - writes results to a file in the format that its ending names. */
#include "base/file.h"
#include "result/writer.h"
#include <string.h>

static void log_unknown_ending(const char *path, tml_log *log)
{
    tml_text known = {0};
    for (int i = 0; i < tml_writer_class_count; i++)
        tml_text_add(&known, "%s%s", i > 0 ? ", " : "", tml_writer_classes[i]->ending);
    const char *fault = tml_path_ends(path, ".h5") ? "HDF5 is not in this version yet" : "no result format ends so";
    tml_log_raise(log, TML_E_UNKNOWN_ENDING, TML_NOWHERE, "%s: %s; known endings: %s", path, fault,
                  known.failed ? "?" : known.data);
    tml_text_free(&known);
}

const tml_writer_class *tml_writer_find(const char *path, tml_log *log)
{
    for (int i = 0; i < tml_writer_class_count; i++)
        if (tml_path_ends(path, tml_writer_classes[i]->ending))
            return tml_writer_classes[i];
    log_unknown_ending(path, log);
    return NULL;
}

/* The last table of a kind, or the last of all that is not part of another. */
static const tml_table *find_table(const tml_results *results, const char *kind)
{
    for (size_t i = results->count; i-- > 0;) {
        const char *its = results->tables[i]->kind;
        if (kind == NULL ? strchr(its, '.') == NULL : strcmp(its, kind) == 0)
            return results->tables[i];
    }
    return NULL;
}

static void log_no_table(const tml_results *results, const char *path, const char *kind, tml_log *log)
{
    if (results->count == 0 || kind == NULL) {
        tml_log_raise(log, TML_E_NO_RESULTS, TML_NOWHERE, "%s: there are no results to write", path);
        return;
    }
    tml_text kinds = {0};
    for (size_t i = 0; i < results->count; i++)
        tml_text_add(&kinds, "%s%s", i > 0 ? ", " : "", results->tables[i]->kind);
    tml_log_raise(log, TML_E_NO_SUCH_ANALYSIS, TML_NOWHERE, "%s: the run has no analysis \"%s\"; it has: %s", path,
                  kind, kinds.failed ? "?" : kinds.data);
    tml_text_free(&kinds);
}

tml_status tml_results_save(const tml_results *results, const char *path, const char *kind, tml_log *log)
{
    const tml_writer_class *writer = tml_writer_find(path, log);
    if (writer == NULL)
        return TML_WRONG;
    const tml_table *chosen = find_table(results, kind);
    if (chosen == NULL) {
        log_no_table(results, path, kind, log);
        return TML_WRONG;
    }
    tml_text text = {0};
    writer->write(results, chosen, &text);
    tml_status status = TML_NO_MEMORY;
    if (text.failed)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "cannot write %s: out of memory", path);
    else
        status = tml_file_write(path, text.data, text.length, log);
    tml_text_free(&text);
    return status;
}
