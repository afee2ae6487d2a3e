/* optimize.c - studies of the kind `optimize`: the values of parameters that are best for a goal, under constraints. */
#include "base/options.h"
#include "optimize/method.h"
#include "optimize/problem.h"
#include "studies/in_file.h"

static const char *method_name(int i)
{
    return i < tml_search_method_count() ? tml_search_method_at(i)->name : NULL;
}

static const tml_field fields[] = {
    {"minimize", TML_FIELD_ANSWERS,
     .doc = "what is to be small: max(abs(B.fx)), by name {peak: ...}, or several in a list, of which a Pareto front "
            "is found"},
    {"maximize", TML_FIELD_ANSWERS, .doc = "the same, to be large"},
    {"over", TML_FIELD_VARIATIONS, .required = true,
     .doc = "parameters and their bounds: {L: 1..3}, or {L: 1..3@2} with a start"},
    {"subject_to", TML_FIELD_EXPRESSIONS,
     .doc = "constraints: max(abs(B.fx)) <= 100, or a list of such; also >=, == and 0 <= a <= 2"},
    {"method", TML_FIELD_CHOICE, .preset = "gradient", .registered = method_name, .doc = "of the search"},
    {"starts", TML_FIELD_NUMBER, "", .whole = true, .advanced = true,
     .doc = "from how many points local methods search; 8, or 1 where every parameter has a start, if not given"},
    {"front", TML_FIELD_NUMBER, "", .whole = true, .advanced = true,
     .doc = "points on a Pareto front; 20 if not given"},
    {"evaluations", TML_FIELD_NUMBER, "", .whole = true, .advanced = true,
     .doc = "at most, in each search; 1000 for each parameter if not given"},
    {"accuracy", TML_FIELD_NUMBER, "", "1e-8", .advanced = true,
     .doc = "relative, of goals and parameters, at which a search ends"},
    {"seed", TML_FIELD_NUMBER, "", "0", .whole = true, .advanced = true,
     .doc = "a whole number: another one gives other starts"},
    TML_STUDY_RUN_FIELDS,
};

#define TEXTS(member, sign)                                                                                            \
    {                                                                                                                  \
#member, TML_BIND_TEXTS_OF(tml_optimize_options, member, sign)                                                 \
    }
#define NUMBER(member, from, to)                                                                                       \
    {                                                                                                                  \
#member, TML_BIND_NUMBER_OF(tml_optimize_options, member, from, to)                                            \
    }

/* Goals first: those that are given replace all of the file. */
enum { GOALS = 2 };
static const tml_study_binding bindings[] = {
    TEXTS(minimize, " = "),
    TEXTS(maximize, " = "),
    TEXTS(over, "="),
    TEXTS(subject_to, " "),
    {"method", TML_BIND_WORD_OF(tml_optimize_options, method)},
    NUMBER(starts, 1, 10000),
    NUMBER(front, 3, 10000),
    NUMBER(evaluations, 1, 1e9),
    NUMBER(accuracy, 1e-16, 0.1),
    NUMBER(seed, 0, 0x1p53),
    TML_STUDY_RUN_BINDINGS(tml_optimize_options),
};

static bool check(const tml_model *model, const tml_element *study, tml_log *log)
{
    tml_optimize_options options = {.size = sizeof options};
    tml_study_in_file f = TML_STUDY_IN_FILE(model, study, bindings, &options);
    const bool good = tml_study_in_file_begin(&f) == TML_OK && tml_problem_check(model, &options, &f.log);
    tml_study_in_file_end(&f, log);
    return good;
}

const tml_study_class tml_study_optimize = {
    .name = "optimize",
    .doc = "the values of parameters that make a goal small or large, under constraints; several goals give a Pareto "
           "front",
    TML_LIST(fields),
    .template = {.title = "Optimisation", .rank = 2},
    .check = check,
};

tml_status tml_optimize_of_model(const tml_model *model, const char *name, const tml_optimize_options *given,
                                 const tml_study_run_options *how, tml_results **results, tml_log *log)
{
    tml_optimize_options over, options = {.size = sizeof options};
    *results = NULL;
    tml_study_in_file f = TML_STUDY_IN_FILE(model, NULL, bindings, &options);
    if (!tml_options_copy(&over, sizeof over, given, log) ||
        !tml_study_in_file_find(&f, &tml_study_optimize, name, &over, log))
        return TML_WRONG;
    if (over.minimize_count + over.maximize_count > 0) {
        f.bindings += GOALS;
        f.binding_count -= GOALS;
        options.minimize = over.minimize, options.minimize_count = over.minimize_count;
        options.maximize = over.maximize, options.maximize_count = over.maximize_count;
    }
    tml_status status = tml_study_in_file_begin(&f);
    if (status == TML_OK)
        status = tml_optimize(model, &options, how, results, &f.log);
    tml_study_in_file_end(&f, log);
    return status;
}
