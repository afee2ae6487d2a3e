/* fit.c - studies of the kind `fit`: the values of parameters with which a run comes closest to measured curves. */
#include "base/options.h"
#include "optimize/fitting.h"
#include "studies/in_file.h"
#include <stdio.h>

static const tml_field fields[] = {
    {"data", TML_FIELD_TEXT, .required = true,
     .doc = "a file with measured curves, beside the model: a CSV with a column of times, and measured columns, in SI "
            "or with units: angle [deg], ..."},
    {"over", TML_FIELD_VARIATIONS, .required = true,
     .doc = "parameters and their bounds: {L: 1..3}, or {L: 1..3@2} with a start"},
    {"match", TML_FIELD_ASSIGNMENTS,
     .doc = "columns, and the expressions of channels that they measured: {angle: O.angle}; if not given, every column "
            "that has the name of a channel or output"},
    {"sigma", TML_FIELD_CHANNELS,
     .doc = "the standard deviation of the noise of columns, where it is known, in their units: {angle: 0.5}"},
    {"time", TML_FIELD_TEXT, .advanced = true, .doc = "the column of times; t or time if not given"},
    {"starts", TML_FIELD_NUMBER, "", .whole = true, .advanced = true,
     .doc = "from how many points it is searched; 8, or 1 where every parameter has a start, if not given"},
    {"iterations", TML_FIELD_NUMBER, "", "100", .whole = true, .advanced = true, .doc = "at most, from each start"},
    {"accuracy", TML_FIELD_NUMBER, "", "1e-8", .advanced = true,
     .doc = "of the parameters, relative to their bounds, at which a search ends"},
    {"confidence", TML_FIELD_NUMBER, "", "0.95", .advanced = true, .doc = "of the intervals"},
    {"seed", TML_FIELD_NUMBER, "", "0", .whole = true, .advanced = true,
     .doc = "a whole number: another one gives other starts"},
    TML_STUDY_RUN_FIELDS,
};

static const tml_study_binding bindings[] = {
    {"data", TML_BIND_FILE_OF(tml_fit_options, data)},
    {"over", TML_BIND_TEXTS_OF(tml_fit_options, over, "=")},
    {"match", TML_BIND_TEXTS_OF(tml_fit_options, match, " = ")},
    {"sigma", TML_BIND_TEXTS_OF(tml_fit_options, sigma, "=")},
    {"time", TML_BIND_WORD_OF(tml_fit_options, time)},
    {"starts", TML_BIND_NUMBER_OF(tml_fit_options, starts, 1, 10000)},
    {"iterations", TML_BIND_NUMBER_OF(tml_fit_options, iterations, 1, 1e6)},
    {"accuracy", TML_BIND_NUMBER_OF(tml_fit_options, accuracy, 1e-16, 0.1)},
    {"confidence", TML_BIND_NUMBER_OF(tml_fit_options, confidence, 1e-6, 0.999999)},
    {"seed", TML_BIND_NUMBER_OF(tml_fit_options, seed, 0, 0x1p53)},
    TML_STUDY_RUN_BINDINGS(tml_fit_options),
};

/* Without its data a model can do everything else: that is no error of the model. */
static bool is_there(const char *data, tml_log *log)
{
    FILE *file = fopen(data, "r");
    if (file)
        fclose(file);
    else
        tml_log_raise(log, TML_W_NOT_MEASURED, (tml_place){.file = data}, "%s cannot be read: the fit needs it", data);
    return file != NULL;
}

static bool check(const tml_model *model, const tml_element *study, tml_log *log)
{
    tml_fit_options options = {.size = sizeof options};
    tml_study_in_file f = TML_STUDY_IN_FILE(model, study, bindings, &options);
    bool good = tml_study_in_file_begin(&f) == TML_OK;
    if (good && is_there(options.data, &f.log))
        good = tml_fit_check(model, &options, &f.log);
    tml_study_in_file_end(&f, log);
    return good;
}

const tml_study_class tml_study_fit = {
    .name = "fit",
    .doc = "the values of parameters with which a run comes closest to measured curves, with confidence intervals",
    TML_LIST(fields),
    .template = {.title = "Fit to measured curves", .rank = 3},
    .check = check,
};

tml_status tml_fit_of_model(const tml_model *model, const char *name, const tml_fit_options *given,
                            const tml_study_run_options *how, tml_results **results, tml_log *log)
{
    tml_fit_options over, options = {.size = sizeof options};
    *results = NULL;
    tml_study_in_file f = TML_STUDY_IN_FILE(model, NULL, bindings, &options);
    if (!tml_options_copy(&over, sizeof over, given, log) ||
        !tml_study_in_file_find(&f, &tml_study_fit, name, &over, log))
        return TML_WRONG;
    tml_status status = tml_study_in_file_begin(&f);
    if (status == TML_OK)
        status = tml_fit(model, &options, how, results, &f.log);
    tml_study_in_file_end(&f, log);
    return status;
}
