/* found_gradient.c - the derivatives of a model's answers at the one value of each parameter. */
#include "support/found_gradient.h"
#include <criterion/criterion.h>
#include <string.h>

tml_found_gradient tml_found_gradient_make(const char *text, const tml_study_options *options, bool exactly)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "test.yaml", log);
    cr_assert_not_null(model, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_found_gradient f = {
        .study = tml_study_make(model, options, log), .count = options->keep_count, .parameters = options->vary_count};
    cr_assert_not_null(f.study, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "");
    f.worker = tml_study_worker_make(f.study, log);
    f.gradient = tml_gradient_make(f.study, &f.arena);
    f.gradient->exact = exactly;
    tml_study_point(f.study, 0, f.values);
    f.status = tml_gradient_find(f.worker, f.values, f.answers, f.gradient, &f.reason);
    tml_model_free(model);
    tml_log_free(log);
    return f;
}

void tml_found_gradient_free(tml_found_gradient *found)
{
    tml_study_worker_free(found->worker);
    tml_study_free(found->study);
    tml_arena_free(&found->arena);
}
