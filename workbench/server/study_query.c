/* study_query.c - a study as requests ask for it. */
#include "workbench/server/study_query.h"

enum { MAX_TEXTS = 64 };

typedef struct {
    const char *texts[MAX_TEXTS];
    size_t count;
} text_list;

static bool read_texts(const wb_query *query, const char *name, text_list *list)
{
    const json_t *array = json_object_get(query->members, name);
    list->count = json_array_size(array);
    if ((array && !json_is_array(array)) || list->count > MAX_TEXTS)
        return false;
    for (size_t i = 0; i < list->count; i++)
        if (!(list->texts[i] = json_string_value(json_array_get(array, i))))
            return false;
    return true;
}

tml_study *wb_study_make(const wb_query *query, const tml_model *model, wb_answer *answer, tml_log *log)
{
    text_list vary, keep, correlate;
    if (!read_texts(query, "vary", &vary) || !read_texts(query, "keep", &keep) ||
        !read_texts(query, "correlate", &correlate)) {
        wb_refuse(answer, "wrong", "`vary`, `keep` and `correlate` must be lists of at most %d texts.", MAX_TEXTS);
        return NULL;
    }
    const tml_study_options options = {.size = sizeof options,
                                       .vary = vary.texts,
                                       .vary_count = vary.count,
                                       .keep = keep.texts,
                                       .keep_count = keep.count,
                                       .correlate = correlate.texts,
                                       .correlate_count = correlate.count,
                                       .sample = wb_query_text(query, "sample", NULL),
                                       .count = wb_query_number(query, "count", 0),
                                       .seed = wb_query_number(query, "seed", 0),
                                       .only = wb_query_text(query, "only", NULL),
                                       .formulation = wb_query_text(query, "formulation", NULL),
                                       .integrator = wb_query_text(query, "integrator", NULL),
                                       .tolerance = wb_query_number(query, "tolerance", 0)};
    return tml_study_make(model, &options, log);
}
