/* tsv.c - one table as values with tabs between them. */
#include "result/writer.h"

static tml_status write(const tml_results *results, const tml_table *chosen, const tml_save_options *options,
                        tml_text *text, tml_log *log)
{
    (void)results, (void)options, (void)log;
    for (size_t i = 0; i < chosen->column_count; i++)
        tml_text_add(text, "%s%s", i ? "\t" : "", chosen->columns[i].name);
    for (size_t row = 0; row < chosen->row_count; row++)
        for (size_t i = 0; i < chosen->column_count; i++)
            tml_text_add(text, "%s%.17g", i ? "\t" : "\n", chosen->values[row * chosen->column_count + i]);
    tml_text_put(text, "\n", 1);
    return TML_OK;
}

const tml_writer_class tml_writer_tsv = {
    .name = "tsv",
    .ending = ".tsv",
    .doc = "One analysis as tab-separated values.",
    .write = write,
};
