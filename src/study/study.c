/* study.c - a study is made: what is varied is read, the answers become outputs of a model of its own. */
#include "study/study.h"
#include "analysis/prepared_system.h"
#include "base/guard.h"
#include "base/options.h"
#include "base/text.h"
#include "run/run.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { ALL = -1 };

typedef struct {
    bool search;     /* for the best values in ranges, which may have a start */
    bool only_check; /* nothing is run */
    int analyses;    /* how many of the model's count, or ALL */
} study_purpose;

typedef struct {
    tml_study *study;
    const tml_model *model;
    const tml_study_options *options;
    study_purpose purpose;
    tml_log *log;
} making;

static const char *copy_text(tml_arena *arena, const char *text)
{
    return text ? tml_arena_text(arena, text, strlen(text)) : NULL;
}

static void find_varied(tml_study *s)
{
    s->varies = TML_NEW_ARRAY(&s->arena, bool, s->model->parameter_count + 1);
    for (int i = 0; i < tml_variation_count(s->variation); i++)
        s->varies[tml_variation_parameter(s->variation, i)] = true;
}

void tml_study_share(const tml_study *s, tml_model *model, const double *values)
{
    model->varies = s->only_loads ? s->varies : NULL;
    model->changes = s->varies;
    model->values = values;
}

/* Whether analyses follow each other with the same parameters, and know what a parameter that varies is. */
static bool analyses_share(const tml_model *model)
{
    bool good = tml_analysis_since(model, model->analysis_count - 1) < 0;
    for (int i = 0; i < model->analysis_count; i++) {
        const tml_analysis_class *class = tml_analysis_find(model->analyses[i].kind);
        good &= class->integrates || class->assembles;
    }
    return good;
}

/* After a run with the varied parameters as inputs: whether nothing read one as a constant. What is read does not depend on their values. */
static bool only_loads_vary(const tml_study *s)
{
    const tml_preparation *p = s->model->prepared->list;
    bool good = p && !p->next && analyses_share(s->model);
    for (int i = 0; good && i < s->model->parameter_count; i++)
        good = !s->varies[i] || !p->resolved->parameter_used[i];
    for (const tml_prepared_system *x = good ? p->systems : NULL; x; x = x->next)
        good &= x->system->parameters_only_load;
    return good;
}

/* The first of a model's analyses alone, without those about variants: these would ask for this study in turn. */
static void shorten(tml_model *model, int analyses)
{
    tml_element *list = (tml_element *)model->analyses; /* of its own arena */
    int kept = 0;
    for (int i = 0; i < analyses && i < model->analysis_count; i++)
        if (!tml_analysis_find(list[i].kind)->about_variants)
            list[kept++] = list[i];
    model->analysis_count = kept;
}

static tml_model *copy_model(const tml_study *s, const tml_model *model, tml_log *log)
{
    int outputs;
    const tml_named_text *added = tml_answers_outputs(s->answers, &outputs);
    tml_model *copy = tml_model_again(model, added, outputs, log);
    if (copy && s->analyses >= 0)
        shorten(copy, s->analyses);
    return copy;
}

tml_model *tml_study_variant(const tml_study *s, tml_log *log)
{
    return copy_model(s, s->model, log);
}

/* The units of the answers are known from a run. One that fails tells none, and is no reason against the study: other points may succeed. */
static bool find_units(tml_study *s, const tml_watch *watch, tml_log *log)
{
    const int count = tml_answers_count(s->answers);
    tml_results *results = NULL;
    tml_log unheard = {.quiet = true};
    s->units = tml_arena_take(&s->arena, sizeof *s->units * (size_t)(count + 1));
    find_varied(s);
    s->model->varies = s->varies;
    tml_preparations_forget(s->model->prepared);
    tml_run_options options = s->options;
    tml_study_run_watched(&options, watch);
    const tml_status status = tml_run(s->model, &options, &results, &unheard);
    s->only_loads = status == TML_OK && only_loads_vary(s);
    const bool good = status != TML_OK || tml_answers_check(s->answers, results, log);
    for (int i = 0; results && i < count; i++) {
        char text[sizeof *s->units];
        snprintf(s->units[i], sizeof *s->units, "%s", tml_answer_unit(s->answers, i, results, text, sizeof text));
    }
    tml_results_free(results);
    s->model->varies = NULL;
    tml_preparations_forget(s->model->prepared);
    return good;
}

/* Whether the model has the analysis that ends the run. */
static bool check_analysis(const making *m)
{
    const char *only = m->options->only;
    const size_t length = only ? strcspn(only, ".") : 0; /* modes.A is a part of modes */
    for (int i = 0; only && i < m->model->analysis_count; i++)
        if (strncmp(m->model->analyses[i].kind, only, length) == 0 && !m->model->analyses[i].kind[length])
            return true;
    if (only)
        tml_log_raise(m->log, TML_E_STUDY, TML_NOWHERE, "the model has no analysis \"%s\" that could end the run",
                      only);
    return !only;
}

/* "keep max(B.fx)": a line, also of a text of several. */
static void put_line(tml_text *text, const char *word, const char *said)
{
    tml_text_add(text, "%s ", word);
    const size_t begin = text->length;
    tml_text_add(text, "%s", said);
    for (size_t i = begin; !text->failed && i < text->length; i++)
        if (text->data[i] == '\n' || text->data[i] == '\r')
            text->data[i] = ' ';
    tml_text_add(text, "\n");
}

/* All that numbers depend on, as a text. */
static bool define(tml_study *s, const tml_study_options *o)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel %s\nmodel %s\n", tml_version(), s->model->sha256);
    for (int i = 0; i < s->model->input_count; i++)
        tml_text_add(&text, "input %s %s\n", s->model->inputs[i].name, s->model->inputs[i].sha256);
    for (int i = 0; s->model->parameter_is_set && i < s->model->parameter_count; i++)
        if (s->model->parameter_is_set[i])
            tml_text_add(&text, "set %s=%s\n", s->model->parameters[i].name, s->model->parameters[i].text);
    for (size_t i = 0; i < o->vary_count; i++)
        put_line(&text, "vary", o->vary[i]);
    for (size_t i = 0; i < o->correlate_count; i++)
        put_line(&text, "correlate", o->correlate[i]);
    for (size_t i = 0; i < o->keep_count; i++)
        put_line(&text, "keep", o->keep[i]);
    tml_text_add(&text, "sample %s\ncount %.0f\nseed %.0f\n", s->sample, o->count, o->seed);
    tml_text_add(&text, "only %s\nformulation %s\nintegrator %s\ntolerance %.17g\n", o->only ? o->only : "",
                 o->formulation ? o->formulation : "", o->integrator ? o->integrator : "", o->tolerance);
    if (!text.failed) {
        tml_sha256(text.data, strlen(text.data), s->digest);
        s->definition = tml_arena_text(&s->arena, text.data, strlen(text.data));
    }
    const bool good = !text.failed;
    tml_text_free(&text);
    return good;
}

static bool check_ranges(const making *m)
{
    const tml_variation *v = m->study->variation;
    for (int i = 0; i < tml_variation_count(v); i++) {
        double low, high, start;
        const bool range = tml_variation_range(v, i, &low, &high, &start);
        if (m->purpose.search ? range : !range || isnan(start))
            continue;
        tml_log_raise(m->log, m->purpose.search ? TML_E_OPTIMIZE : TML_E_VARY, (tml_place){.file = m->options->vary[i]},
                      "%s: %s", tml_variation_name(v, i),
                      m->purpose.search ? "bounds are written from..to, such as L=1..3"
                                        : "a start is for optimisations and fits, not for a sweep");
        return false;
    }
    return true;
}

static tml_status make(void *context)
{
    making *m = context;
    tml_study *s = m->study;
    const tml_study_options *o = m->options;
    const size_t errors = m->log->error_count;
    if (o->keep_count == 0)
        tml_log_raise(m->log, TML_E_STUDY, TML_NOWHERE, "a study keeps at least one answer, such as max(abs(B.fx))");
    s->answers = tml_answers_read(m->model, o->keep, o->keep_count, &s->arena, m->log);
    if (!s->answers || m->log->error_count > errors)
        return TML_WRONG;
    s->model = copy_model(s, m->model, m->log);
    const tml_status checked = s->model ? tml_analyses_check(s->model, m->log) : TML_WRONG;
    if (checked != TML_OK)
        return checked;
    s->variation = tml_variation_read(s->model, o, &s->arena, m->log);
    if (!s->variation || !check_ranges(m) || !check_analysis(m))
        return TML_WRONG;
    s->sample = tml_variation_sample(s->variation);
    s->options = (tml_run_options){.size = sizeof s->options,
                                   .only = copy_text(&s->arena, o->only),
                                   .formulation = copy_text(&s->arena, o->formulation),
                                   .integrator = copy_text(&s->arena, o->integrator),
                                   .tolerance = o->tolerance,
                                   .ends = true};
    s->options.times = tml_answers_times(s->answers, &s->arena, &s->options.time_count);
    if (!tml_run_options_check(&s->options, m->log))
        return TML_WRONG;
    if (m->purpose.only_check)
        return TML_OK;
    if (!find_units(s, &m->model->watch, m->log))
        return TML_WRONG;
    return define(s, o) ? TML_OK : TML_NO_MEMORY;
}

static tml_study *make_study(const tml_model *model, const tml_study_options *options, study_purpose purpose,
                             tml_log *log)
{
    tml_study_options own;
    if (!tml_options_copy(&own, sizeof own, options, log))
        return NULL;
    tml_study *s = tml_allocate(sizeof *s);
    tml_status status = TML_NO_MEMORY;
    if (s) {
        *s = (tml_study){.arena = {.watch = &model->watch}, .analyses = purpose.analyses};
        making m = {s, model, &own, purpose, log};
        status = tml_guarded(&s->arena, NULL, make, &m);
        s->arena.watch = NULL;
    }
    if (status == TML_OK)
        return s;
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    tml_study_free(s);
    return NULL;
}

tml_study *tml_study_make(const tml_model *model, const tml_study_options *options, tml_log *log)
{
    return make_study(model, options, (study_purpose){.analyses = ALL}, log);
}

tml_study *tml_study_make_search(const tml_model *model, const tml_study_options *options, tml_log *log)
{
    return make_study(model, options, (study_purpose){.search = true, .analyses = ALL}, log);
}

static bool check_study(const tml_model *model, const tml_study_options *options, bool search, tml_log *log)
{
    tml_study *s =
        make_study(model, options, (study_purpose){.search = search, .only_check = true, .analyses = ALL}, log);
    tml_study_free(s);
    return s;
}

bool tml_study_check(const tml_model *model, const tml_study_options *options, tml_log *log)
{
    return check_study(model, options, false, log);
}

bool tml_study_check_search(const tml_model *model, const tml_study_options *options, tml_log *log)
{
    return check_study(model, options, true, log);
}

tml_study *tml_study_make_before(const tml_model *model, const tml_study_options *options, int analyses, tml_log *log)
{
    return make_study(model, options, (study_purpose){.analyses = analyses}, log);
}

void tml_study_free(tml_study *s)
{
    if (!s)
        return;
    tml_model_free(s->model);
    tml_arena_free(&s->arena);
    tml_release(s);
}

uint64_t tml_study_point_count(const tml_study *s)
{
    return tml_variation_points(s->variation);
}

size_t tml_study_parameter_count(const tml_study *s)
{
    return (size_t)tml_variation_count(s->variation);
}

const char *tml_study_parameter_name(const tml_study *s, size_t index)
{
    return index < tml_study_parameter_count(s) ? tml_variation_name(s->variation, (int)index) : NULL;
}

size_t tml_study_answer_count(const tml_study *s)
{
    return (size_t)tml_answers_count(s->answers);
}

const char *tml_study_answer_name(const tml_study *s, size_t index)
{
    return index < tml_study_answer_count(s) ? tml_answer_name(s->answers, (int)index) : NULL;
}

void tml_study_point(const tml_study *s, uint64_t point, double *values)
{
    tml_variation_point(s->variation, point, values);
}

const char *tml_study_digest(const tml_study *s)
{
    return s->digest;
}
