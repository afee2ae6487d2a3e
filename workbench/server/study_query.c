/* study_query.c - a study as requests ask for it. */
#include "workbench/server/study_query.h"
#include "frontend/json.h"

bool wb_query_texts(const wb_query *query, const char *name, wb_text_list *list)
{
    const json_t *array = json_object_get(query->members, name);
    list->count = json_array_size(array);
    if ((array && !json_is_array(array)) || list->count > WB_MAX_TEXTS)
        return false;
    for (size_t i = 0; i < list->count; i++)
        if (!(list->texts[i] = json_string_value(json_array_get(array, i))))
            return false;
    return true;
}

tml_study *wb_study_make(const wb_query *query, const tml_model *model, wb_answer *answer, tml_log *log)
{
    wb_text_list vary, keep, correlate;
    if (!wb_query_texts(query, "vary", &vary) || !wb_query_texts(query, "keep", &keep) ||
        !wb_query_texts(query, "correlate", &correlate)) {
        wb_refuse(answer, "wrong", "`vary`, `keep` and `correlate` must be lists of at most %d texts.", WB_MAX_TEXTS);
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
    const char *name = wb_query_text(query, "study", NULL);
    return name ? tml_study_of_model(model, name, &options, log) : tml_study_make(model, &options, log);
}

tml_results *wb_study_columns(const tml_study *study, tml_log *log)
{
    tml_study_rows *rows = NULL;
    tml_results *results = NULL;
    if (tml_study_rows_make(study, NULL, false, &rows, log) == TML_OK)
        results = tml_study_results(study, rows);
    tml_study_rows_free(rows);
    return results;
}

void wb_put_study_columns(FILE *to, const tml_study *study, tml_log *log)
{
    tml_results *results = wb_study_columns(study, log);
    const tml_table *table = results ? tml_results_find(results, NULL) : NULL;
    fputs("[", to);
    for (size_t i = 1; table && i < tml_table_columns(table); i++) { /* the first is the number of the point */
        fprintf(to, "%s{\"name\": ", i > 1 ? ", " : "");
        fe_put_json(to, tml_table_name(table, i));
        fputs(", \"unit\": ", to);
        fe_put_json(to, tml_table_unit(table, i));
        fputs("}", to);
    }
    fputs("]", to);
    tml_results_free(results);
}
