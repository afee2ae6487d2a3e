/* origin.c - keeps the model's text, the parameters that were set and the options of a run with its results: enough to repeat it. What
 * stands in the model is not said again; numbers have all their digits. */
#include "run/origin.h"
#include "base/escape.h"
#include "base/number.h"
#include "base/text.h"
#include "result/kept_channels.h"

static bool keep_number(tml_results *results, const char *name, double number)
{
    if (!(number > 0))
        return true;
    tml_text text = {0};
    locale_t old = tml_plain_enter();
    tml_text_put_number(&text, number);
    tml_plain_leave(old);
    const bool kept = !text.failed && tml_results_set_origin(results, name, text.data);
    tml_text_free(&text);
    return kept;
}

static bool keep_parameters(const tml_model *model, tml_results *results)
{
    bool kept = true;
    for (int i = 0; i < model->parameter_count && model->parameter_is_set; i++) {
        tml_text name = {0};
        tml_text_add(&name, "set.%s", model->parameters[i].name);
        if (model->parameter_is_set[i])
            kept = kept && !name.failed && tml_results_set_origin(results, name.data, model->parameters[i].text);
        tml_text_free(&name);
    }
    return kept;
}

/* "input.lift.csv": its SHA-256 */
static bool keep_inputs(const tml_model *model, tml_results *results)
{
    bool kept = true;
    for (int i = 0; i < model->input_count && kept; i++) {
        tml_text name = {0};
        tml_text_add(&name, "input.%s", model->inputs[i].name);
        kept = !name.failed && tml_results_set_origin(results, name.data, model->inputs[i].sha256);
        tml_text_free(&name);
    }
    return kept;
}

/* "O.*,B.f?" */
static bool keep_channels(const tml_model *model, tml_results *results)
{
    const tml_node *patterns = model->kept_channels;
    tml_text list = {0};
    for (int i = 0; patterns && i < patterns->count; i++)
        tml_text_add(&list, "%s%s", i ? "," : "", patterns->items[i]->text);
    const bool kept = !list.failed && (!list.length || tml_results_set_origin(results, TML_CHANNELS_ORIGIN, list.data));
    tml_text_free(&list);
    return kept;
}

bool tml_run_keep_origin(const tml_model *model, const tml_run_options *options, tml_results *results)
{
    return tml_results_set_origin(results, "version", tml_version()) &&
           tml_results_set_origin(results, "model", model->file) &&
           tml_results_set_origin(results, "text", model->text) &&
           tml_results_set_origin(results, "sha256", model->sha256) && keep_inputs(model, results) &&
           keep_parameters(model, results) && keep_channels(model, results) &&
           tml_results_set_origin(results, "analysis", options->only) &&
           tml_results_set_origin(results, "formulation", options->formulation) &&
           tml_results_set_origin(results, "integrator", options->integrator) &&
           keep_number(results, "tolerance", options->tolerance) &&
           keep_number(results, "stiffness", options->stiffness) && keep_number(results, "rows", options->rows) &&
           keep_number(results, "refine", options->refine) &&
           tml_results_set_origin(results, "error", options->error ? "true" : NULL);
}
