/* save.c - writes results to a file in the format that its ending names, or into memory in a named one. */
#include "base/file.h"
#include "base/options.h"
#include "result/csv_notes.h"
#include "result/kept_channels.h"
#include "result/writer.h"
#include <string.h>
#include <sys/stat.h>

static void log_unknown(const char *format, const char *fault, tml_log *log)
{
    tml_text known = {0};
    for (int i = 0; i < tml_writer_class_count; i++)
        tml_text_add(&known, "%s%s", i > 0 ? ", " : "", tml_writer_classes[i]->ending);
    tml_log_raise(log, TML_E_UNKNOWN_ENDING, TML_NOWHERE, "%s: %s; known endings: %s", format, fault,
                  known.failed ? "?" : known.data);
    tml_text_free(&known);
}

const tml_writer_class *tml_writer_find(const char *path, tml_log *log)
{
    for (int i = 0; i < tml_writer_class_count; i++)
        if (tml_path_ends(path, tml_writer_classes[i]->ending))
            return tml_writer_classes[i];
    log_unknown(path, "unknown result format", log);
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

/* All, or what options and format choose. */
static tml_status write_chosen(const tml_results *results, const tml_writer_class *writer,
                               const tml_save_options *options, tml_text *text, tml_log *log)
{
    if (options->channel_count == 0 && !writer->same_bytes && !tml_channels_are_chosen(results))
        return writer->write(results, tml_results_find(results, options->kind), options, text, log);
    tml_results kept;
    tml_status status =
        tml_kept_channels_make(results, options->channels, options->channel_count, !writer->same_bytes, &kept, log);
    if (status == TML_OK)
        status = writer->write(&kept, tml_results_find(&kept, options->kind), options, text, log);
    tml_kept_channels_free(&kept);
    return status;
}

/* The output of a writer; `what` names it in messages. */
static tml_status put(const tml_results *results, const tml_writer_class *writer, const char *what,
                      const tml_save_options *options, tml_text *text, tml_log *log)
{
    const tml_table *chosen = tml_results_find(results, options->kind);
    if (chosen == NULL) {
        log_no_table(results, what, options->kind, log);
        return TML_WRONG;
    }
    const char *why = writer->misfit ? writer->misfit(chosen) : NULL;
    if (why) {
        tml_log_raise(log, TML_E_NO_CURVE, TML_NOWHERE, "%s: %s; --analysis chooses one", what, why);
        return TML_WRONG;
    }
    const tml_status status = write_chosen(results, writer, options, text, log);
    if (status != TML_OK || !text->failed)
        return status;
    tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "cannot write %s: out of memory", what);
    return TML_NO_MEMORY;
}

/* A device or a pipe, which has no files beside it. */
static bool is_device(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && !S_ISREG(status.st_mode);
}

char *tml_results_notes_path(const char *path)
{
    for (int i = 0; i < tml_writer_class_count; i++)
        if (tml_path_ends(path, tml_writer_classes[i]->ending) && !tml_writer_classes[i]->put_notes)
            return NULL;
    return is_device(path) ? NULL : tml_csv_notes_path(path);
}

tml_status tml_results_save_as(const tml_results *results, const char *path, const tml_save_options *options,
                               tml_log *log)
{
    tml_save_options own;
    const tml_writer_class *writer =
        tml_options_copy(&own, sizeof own, options, log) ? tml_writer_find(path, log) : NULL;
    tml_text text = {0}, notes = {0};
    tml_status status = writer ? put(results, writer, path, &own, &text, log) : TML_WRONG;
    if (status == TML_OK && writer->put_notes)
        writer->put_notes(results, tml_results_find(results, own.kind), path, &text, &notes);
    const bool notes_first =
        notes.length > 0; /* whoever kills the program leaves no table that looks better than it is */
    const bool has_notes = writer && writer->put_notes && !is_device(path);
    if (status == TML_OK && has_notes && notes_first)
        status = tml_csv_notes_save(path, &notes, log);
    if (status == TML_OK)
        status = tml_file_write(path, text.data, text.length, log);
    if (status == TML_OK && has_notes && !notes_first)
        status = tml_csv_notes_save(path, &notes, log);
    tml_text_free(&notes);
    tml_text_free(&text);
    return status;
}

tml_status tml_results_save(const tml_results *results, const char *path, const char *kind, tml_log *log)
{
    return tml_results_save_as(results, path, &(tml_save_options){.size = sizeof(tml_save_options), .kind = kind}, log);
}

static const tml_writer_class *find_format(const char *name)
{
    for (int i = 0; i < tml_writer_class_count; i++)
        if (strcmp(tml_writer_classes[i]->name, name) == 0)
            return tml_writer_classes[i];
    return NULL;
}

tml_status tml_results_write(const tml_results *results, const char *format, const char *kind, char **bytes,
                             size_t *length, tml_log *log)
{
    const tml_writer_class *writer = find_format(format);
    tml_text text = {0};
    *bytes = NULL;
    *length = 0;
    if (!writer) {
        log_unknown(format, "there is no result format of this name", log);
        return TML_WRONG;
    }
    tml_status status = put(results, writer, format, &(tml_save_options){.kind = kind}, &text, log);
    const size_t written = text.length;
    if (status == TML_OK && !(*bytes = tml_text_detach(&text))) {
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
        status = TML_NO_MEMORY;
    }
    *length = *bytes ? written : 0;
    tml_text_free(&text);
    return status;
}

tml_status tml_results_check_ending(const char *path, tml_log *log)
{
    return tml_writer_find(path, log) ? TML_OK : TML_WRONG;
}
