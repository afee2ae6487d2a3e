/* sweep.c - studies of the kind `sweep`: the model at many values of its parameters. */
#include "base/options.h"
#include "studies/in_file.h"
#include "study/sequence.h"
#include "study/study.h"

static const char *sequence_name(int i)
{
    return i < tml_sequence_class_count ? tml_sequence_classes[i]->name : NULL;
}

static const tml_field fields[] = {
    {"vary", TML_FIELD_VARIATIONS, .required = true,
     .doc =
         "parameters and their values: {L: \"1.9:2.1:20\"}, from, to, and how many; [1, 2, 5]; \"1.9:2.1\", a range; "
         "normal(2, 0.01), a distribution"},
    {"keep", TML_FIELD_ANSWERS, .required = true,
     .doc = "what is kept of each point, by name or in a list: {peak: max(abs(B.fx))}"},
    {"sample", TML_FIELD_CHOICE, .registered = sequence_name,
     .doc = "how points are chosen; a grid where all parameters have values, else random"},
    {"count", TML_FIELD_NUMBER, "", .whole = true, .doc = "of points, other than of a grid"},
    {"seed", TML_FIELD_NUMBER, "", "0", .whole = true, .doc = "a whole number: another one gives other points"},
    {"correlate", TML_FIELD_CHANNELS, .advanced = true,
     .doc = "correlations of normal scores, by pairs of parameters: {\"L,m\": 0.6}"},
    TML_STUDY_RUN_FIELDS,
};

/* ---- of the file ---- */

static const tml_study_binding bindings[] = {
    {"vary", TML_BIND_TEXTS_OF(tml_study_options, vary, "=")},
    {"keep", TML_BIND_TEXTS_OF(tml_study_options, keep, " = ")},
    {"correlate", TML_BIND_TEXTS_OF(tml_study_options, correlate, "=")},
    {"sample", TML_BIND_WORD_OF(tml_study_options, sample)},
    {"count", TML_BIND_NUMBER_OF(tml_study_options, count, 1, 2e9)},
    {"seed", TML_BIND_NUMBER_OF(tml_study_options, seed, 0, 0x1p53)},
    TML_STUDY_RUN_BINDINGS(tml_study_options),
};

static bool check(const tml_model *model, const tml_element *sweep, tml_log *log)
{
    tml_study_options options = {.size = sizeof options};
    tml_study_in_file f = TML_STUDY_IN_FILE(model, sweep, bindings, &options);
    const bool good = tml_study_in_file_begin(&f) == TML_OK && tml_study_check(model, &options, &f.log);
    tml_study_in_file_end(&f, log);
    return good;
}

const tml_study_class tml_study_sweep = {
    .name = "sweep",
    .doc = "the model at many values of its parameters, and a few numbers of each run",
    TML_LIST(fields),
    .template = {.title = "Sweep", .rank = 1},
    .check = check,
};

tml_study *tml_study_of_model(const tml_model *model, const char *name, const tml_study_options *given, tml_log *log)
{
    tml_study_options over, options = {.size = sizeof options};
    tml_study_in_file f = TML_STUDY_IN_FILE(model, NULL, bindings, &options);
    if (!tml_options_copy(&over, sizeof over, given, log) ||
        !tml_study_in_file_find(&f, &tml_study_sweep, name, &over, log))
        return NULL;
    tml_study *study = tml_study_in_file_begin(&f) == TML_OK ? tml_study_make(model, &options, &f.log) : NULL;
    tml_study_in_file_end(&f, log);
    return study;
}
