/* writer.h - a file format results can be written in; src/result/writer/ holds one file for each. */
#pragma once
#include "base/text.h"
#include "result/table.h"

typedef struct {
    const char *name;   /* "csv" */
    const char *ending; /* ".csv" */
    const char *doc;
    bool only_written; /* tml_results_load does not read it back */
    bool same_bytes; /* the same run gives the same bytes: what was measured of it, such as the CPU time, is left out */
    const char *(*misfit)(
        const tml_table *chosen); /* why it cannot hold this table, NULL: it can; NULL: it holds any */
    /* Adds the bytes of all tables, or of the one chosen (never NULL for formats that hold one). TML_WRONG, TML_FAILED with a message; where
     * memory runs out, text->failed is enough. */
    tml_status (*write)(const tml_results *results, const tml_table *chosen, const tml_save_options *options,
                        tml_text *text, tml_log *log);
    /* What is to be said of the table written as `bytes` to `path`, for a file beside it; NULL: the format holds all. */
    void (*put_notes)(const tml_results *results, const tml_table *chosen, const char *path, const tml_text *bytes,
                      tml_text *notes);
} tml_writer_class;

extern const tml_writer_class *const tml_writer_classes[];
extern const int tml_writer_class_count;

/* The format that the ending of a path names; NULL with a message. */
const tml_writer_class *tml_writer_find(const char *path, tml_log *log);
