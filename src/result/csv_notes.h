/* csv_notes.h - what a table of comma-separated values cannot hold lies in a file beside it. */
#pragma once
#include "base/text.h"
#include "result/table.h"

/* The notes on a table that is written as these bytes to `path`: nothing where there is nothing to say. */
void tml_csv_notes_put(const tml_results *results, const tml_table *chosen, const char *path, const tml_text *csv,
                       tml_text *notes);
/* Writes them beside the table; where there are none, those of an earlier table are removed. TML_FAILED with a message. */
tml_status tml_csv_notes_save(const char *path, const tml_text *notes, tml_log *log);
/* The path of the notes on a table, for free(); NULL without memory. */
char *tml_csv_notes_path(const char *path);
/* Adds the notes that lie beside a table that was read from `path`; notes on another table are left out with a warning. False without
 * memory. */
bool tml_csv_notes_load(tml_results *results, const char *path, const char *csv, size_t length, tml_log *log);
