/* run.c - a model's analyses in order, each from the state in which the previous one ended. */
#include "run/run.h"
#include "analysis/dynamics/certificate.h"
#include "analysis/failure.h"
#include "analysis/limit_watch.h"
#include "analysis/output_facts.h"
#include "analysis/prepared_system.h"
#include "base/guard.h"
#include "base/options.h"
#include "base/text.h"
#include "run/channels_check.h"
#include "run/missing_mass.h"
#include "run/origin.h"
#include "run/point_mass.h"
#include "run/reaction_facts.h"
#include "system/initial_guess.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const tml_run_options AS_WRITTEN = {0};

/* Unwrapped angles are passed from one analysis to the next by the ids of the measures: their order in the system
 * differs. */
static void restore_angles(tml_run_state *r, const tml_system *s)
{
    r->state.unwrapped = TML_NEW_ARRAY(&r->state_arena, double, s->measure_count + 1);
    for (int i = 0; i < s->measure_count; i++)
        if (s->measures[i].id < r->angle_count)
            r->state.unwrapped[i] = r->angles[s->measures[i].id];
}

static void store_angles(tml_run_state *r, const tml_system *s)
{
    if (s->measure_count > r->angle_count)
        r->angles = TML_NEW_ARRAY(&r->state_arena, double, s->measure_count);
    r->angle_count = s->measure_count > r->angle_count ? s->measure_count : r->angle_count;
    for (int i = 0; i < s->measure_count; i++)
        r->angles[s->measures[i].id] = r->state.unwrapped[i];
}

/* The shared system with all rows enforced, on which every analysis can be checked. */
static tml_status take_prepared(tml_run_state *r, int index, tml_log *log, tml_task *task)
{
    tml_prepared_system *p;
    const tml_element *element = &r->model->analyses[index];
    const tml_status status = tml_prepare_system(r->model, index, element, &r->arena, log, &p);
    if (status != TML_OK)
        return status;
    *task = (tml_task){.model = r->model,
                       .element = element,
                       .resolved = tml_resolved_view(p->of->resolved, &r->arena, r->log),
                       .system = p->system,
                       .state = &r->state,
                       .results = r->results,
                       .options = r->options,
                       .arena = &r->arena,
                       .log = r->log,
                       .prepared = p,
                       .delay = r->delay};
    return TML_OK;
}

/* The same with some parameters as inputs. */
static bool compile_varying(tml_run_state *r, tml_task *task)
{
    task->prepared = NULL;
    for (int i = 0; i < r->varying_count; i++)
        if (!tml_resolved_vary(task->resolved, r->varying[i]))
            return false;
    task->system = tml_system_compile(task->resolved, task->element, NULL, &r->arena, r->log);
    return task->system != NULL;
}

/* The system as the analysis needs it; messages about it were raised when it was checked. */
static tml_status compile(tml_run_state *r, int index, tml_task *task)
{
    const tml_status status = take_prepared(r, index, NULL, task);
    const tml_analysis_class *class = tml_analysis_find(r->model->analyses[index].kind);
    if (status != TML_OK)
        return status;
    if (r->varying_count && !compile_varying(r, task))
        return TML_WRONG;
    const tml_treatment treatment = class->treatment ? class->treatment(task) : (tml_treatment){.kind = TML_ENFORCE};
    return tml_task_treat(task, &treatment) ? TML_OK : TML_WRONG;
}

tml_status tml_run_state_prepare(tml_run_state *r, int index, tml_task *task)
{
    const tml_status status = compile(r, index, task);
    if (status != TML_OK)
        return status;
    const tml_system *system = task->system;
    if (!r->state.q) {
        r->nq = system->nq, r->nv = system->nv;
        r->state_count = system->state_count, r->coordinate_count = system->coordinate_count;
        r->state.q = TML_NEW_ARRAY(&r->state_arena, double, system->nq + 1);
        r->state.v = TML_NEW_ARRAY(&r->state_arena, double, system->nv + 1);
        r->state.states = TML_NEW_ARRAY(&r->state_arena, double, system->state_count + 1);
        for (int i = 0; i < system->state_count; i++)
            r->state.states[i] = system->states[i].start;
        r->state.held = TML_NEW_ARRAY(&r->state_arena, int, system->coordinate_count + 1);
        r->state.speed = TML_NEW_ARRAY(&r->state_arena, double, system->coordinate_count + 1);
        tml_system_initial_guess(system, &r->arena, r->state.q, r->state.v);
        r->state.at_guess = true;
    }
    for (int i = 0; i < system->state_count; i++)
        if (system->states[i].set_anew)
            r->state.states[i] = system->states[i].start;
    restore_angles(r, system);
    const tml_target_start from = {.t = r->state.t,
                                   .end = tml_analysis_end(task->resolved, task->element) + r->delay,
                                   .q = r->state.q,
                                   .v = r->state.v,
                                   .unwrapped = r->state.unwrapped,
                                   .as_given = r->state.at_guess || system->starts_later};
    task->system = tml_system_start_targets(system, &from, &r->arena);
    return TML_OK;
}

/* Facts about what assembly changed before the analysis began. */
static void add_start_facts(const tml_state *state, tml_table *table)
{
    if (state->singular)
        tml_table_add_fact(table, "start is singular", NAN, "%s", state->singular);
    if (state->relaxed)
        tml_table_add_fact(table, "assembly by", NAN, "%s", TML_RELAXED_TEXT);
    if (state->moved)
        tml_table_add_fact(table, "assembly moved", NAN, "%s", state->moved);
    if (state->chosen)
        tml_table_add_fact(table, "start", NAN, "%s", state->chosen);
}

static bool is_events(const tml_table *table)
{
    const char *dot = strrchr(table->kind, '.');
    return dot && strcmp(dot, ".events") == 0;
}

/* The table of the analysis itself, which need not be its first. */
static const tml_table *motion_of(const tml_results *results, size_t first)
{
    while (first + 1 < results->count && strchr(results->tables[first]->kind, '.'))
        first++;
    return results->tables[first];
}

/* What can be said of an analysis's tables when all are there. */
static void add_table_facts(tml_task *task, const tml_run_state *r, size_t before)
{
    for (size_t i = before; i < r->results->count; i++) {
        tml_certificate_openings(r->results->tables[i]);
        if (strchr(r->results->tables[i]->kind, '.'))
            continue;
        tml_output_values(task->system, r->results->tables[i]);
        tml_reaction_facts(task, r->results->tables[i]);
    }
    for (size_t i = before; i < r->results->count; i++)
        if (is_events(r->results->tables[i]))
            tml_impulse_facts(task, motion_of(r->results, before), r->results->tables[i]);
    add_start_facts(&r->state, r->results->tables[before]);
}

static tml_status run_one(tml_run_state *r, int index)
{
    tml_task task;
    const tml_status prepared = tml_run_state_prepare(r, index, &task);
    if (prepared != TML_OK)
        return prepared;
    const size_t before = r->results->count;
    r->state.moved = r->state.chosen = r->state.singular = NULL;
    r->state.relaxed = false;
    r->state.non_unique = NULL;
    r->state.undetermined = r->state.undetermined_impulses = NULL;
    r->state.dependent = 0;
    r->state.actuation = NULL;
    const size_t reported = r->log->count;
    const tml_analysis_class *class = tml_analysis_find(task.element->kind);
    tml_status status = tml_failure_refuse_contacts(&task) ? TML_FAILED
                        : r->run_analysis                  ? r->run_analysis(r, index, &task)
                                                           : class->run(&task);
    tml_log_place(r->log, reported, task.element->place);
    for (size_t i = before; i < r->results->count; i++) {
        r->results->tables[i]->analysis = (size_t)index;
        if (class->row && status == TML_OK && !strchr(r->results->tables[i]->kind, '.') &&
            !tml_limits_are_kept(&task, r->results->tables[i]))
            status = TML_FAILED;
    }
    if (before < r->results->count && !r->model->wanted)
        add_table_facts(&task, r, before);
    store_angles(r, task.system);
    return status == TML_OK && r->ran ? r->ran(r, index, &task) : status;
}

/* The options of one analysis that begins at time *t or later; *t becomes the time of its end if that is certain. */
static bool check_options(const tml_task *analysis, double *t)
{
    const tml_element *element = analysis->element;
    const tml_analysis_class *class = tml_analysis_find(element->kind);
    tml_state state = {.t = *t};
    tml_task task = *analysis;
    task.state = &state;
    const bool good = !class->check || class->check(&task);
    const bool may_stop =
        (element->node && tml_node_find(element->node, "events")) || (element->has_events && task.model->events);
    if (good && !may_stop && tml_field_find(class->fields, class->fields_count, "end"))
        tml_task_number(&task, "end", t);
    return good;
}

static bool keeps_going(const tml_run_state *r)
{
    return r->options && r->options->keep_going;
}

/* All analyses are compiled once before anything is computed, so that a wrong one is found before the first has run. */
static tml_status check_all(tml_run_state *r, int last)
{
    bool warned = false, found = true;
    int good = 0;
    double t = 0;
    r->wrong = TML_NEW_ARRAY(&r->state_arena, bool, last + 1);
    for (int i = 0; i <= last; i++) {
        tml_task task;
        const tml_status status = take_prepared(r, i, r->log, &task);
        if (status != TML_OK)
            return status;
        r->wrong[i] = !check_options(&task, &t);
        found &= i > 0 || tml_own_channels_check(&task);
        found &= i > 0 || tml_missing_mass_check(task.system, &r->arena, r->log);
        good += !r->wrong[i];
        if (!warned && tml_analysis_find(r->model->analyses[i].kind)->needs_inertia) {
            tml_point_mass_warn(task.system, &r->arena, r->log);
            warned = true;
        }
        tml_arena_free(&r->arena);
    }
    return found && (good == last + 1 || (good > 0 && keeps_going(r))) ? TML_OK : TML_WRONG;
}

static void report_kinds(tml_run_state *r, const char *wanted)
{
    const char *known = "none";
    for (int i = 0; i < r->model->analysis_count; i++)
        known =
            i ? tml_arena_format(&r->arena, "%s, %s", known, r->model->analyses[i].kind) : r->model->analyses[i].kind;
    tml_log_raise(r->log, TML_E_NO_SUCH_ANALYSIS, (tml_place){.file = r->model->file},
                  "the model has no analysis \"%s\"; it has: %s", wanted, known);
}

static int last_wanted(tml_run_state *r)
{
    const char *only = r->options ? r->options->only : NULL;
    int last = r->model->analysis_count - 1;
    const size_t length = only ? strcspn(only, ".") : 0; /* modes.A is a part of modes */
    for (int i = 0; only && i < r->model->analysis_count; i++)
        if (strncmp(r->model->analyses[i].kind, only, length) == 0 && !r->model->analyses[i].kind[length])
            return i;
    if (only) {
        report_kinds(r, only);
        return -1;
    }
    if (last < 0)
        tml_log_raise(
            r->log, TML_E_NO_ANALYSES, (tml_place){.file = r->model->file},
            "the model has no analysis: add `analyses`, such as\nanalyses:\n  - dynamics: {end: 1, output: 0.01}");
    return last;
}

static tml_status check_analyses(void *context)
{
    tml_run_state *r = context;
    return check_all(r, r->model->analysis_count - 1);
}

tml_status tml_analyses_check(const tml_model *model, tml_log *log)
{
    tml_run_state r = {.model = model, .options = &AS_WRITTEN, .log = log};
    r.arena.watch = r.state_arena.watch = &model->watch;
    const tml_status status = tml_guarded(&r.arena, &r.state_arena, check_analyses, &r);
    tml_run_state_free(&r);
    return status;
}

/* Incomplete results say so, wherever they are written. */
static void mark_partial(tml_run_state *r, int index, tml_status status)
{
    tml_text why = {0};
    tml_text_add(&why, "%s (analysis %d of %d) %s", r->model->analyses[index].kind, index + 1, r->model->analysis_count,
                 status == TML_STOPPED ? "was stopped" : "failed");
    for (size_t i = 0; i < r->results->count && !why.failed; i++)
        if (r->results->tables[i]->analysis == (size_t)index)
            tml_table_add_fact(r->results->tables[i], "partial", NAN, "%s", why.data);
    tml_results_set_partial(r->results, why.failed ? NULL : why.data);
    tml_text_free(&why);
}

static double *copy_numbers(tml_arena *arena, const double *from, int count)
{
    double *to = from ? TML_NEW_ARRAY(arena, double, count + 1) : NULL;
    if (to && count)
        memcpy(to, from, (size_t)count * sizeof *to);
    return to;
}

/* The state with numbers of its own, so that an analysis that fails leaves them alone. */
static tml_state copy_state(tml_run_state *r)
{
    tml_arena *arena = &r->state_arena;
    tml_state copy = r->state;
    if (!copy.q)
        return copy;
    copy.q = copy_numbers(arena, r->state.q, r->nq);
    copy.v = copy_numbers(arena, r->state.v, r->nv);
    copy.states = copy_numbers(arena, r->state.states, r->state_count);
    copy.speed = copy_numbers(arena, r->state.speed, r->coordinate_count);
    copy.held = TML_NEW_ARRAY(arena, int, r->coordinate_count + 1);
    if (r->state.held_count)
        memcpy(copy.held, r->state.held, (size_t)r->state.held_count * sizeof *copy.held);
    return copy;
}

/* One of those that may fail without an end to all: what it changed is taken back then. */
static tml_status try_one(tml_run_state *r, int index)
{
    const tml_state before = copy_state(r);
    const double *angles = copy_numbers(&r->state_arena, r->angles, r->angle_count);
    const int angle_count = r->angle_count;
    const tml_status status = run_one(r, index);
    if (status == TML_FAILED || status == TML_WRONG) {
        r->state = before;
        r->angles = (double *)angles;
        r->angle_count = angle_count;
    }
    return status;
}

static bool takes_time(const tml_element *analysis)
{
    const tml_analysis_class *class = tml_analysis_find(analysis->kind);
    return tml_field_find(class->fields, class->fields_count, "end") != NULL;
}

/* The last analysis, and those directly before it that take no time, are moved to the time at which the caller lets it begin. */
static void move_to_start(tml_run_state *r, int index, int last)
{
    for (int i = index; i < last; i++)
        if (takes_time(&r->model->analyses[i]))
            return;
    r->delay += *r->start - r->state.t;
    r->state.t = *r->start;
}

static tml_status run_index(tml_run_state *r, int index, int last)
{
    if (r->wrong[index])
        return TML_FAILED;
    if (index == last && r->take_last)
        return r->take_last(r, index);
    const tml_status status = keeps_going(r) ? try_one(r, index) : run_one(r, index);
    return status == TML_WRONG && (index > 0 || keeps_going(r))
               ? TML_FAILED /* the results of the others remain valid */
               : status;
}

/* Points of a study that share what is prepared were checked when it was. */
static bool is_checked(const tml_run_state *r)
{
    return r->model->varies && r->model->prepared->list;
}

static tml_status take_as_checked(tml_run_state *r, int last)
{
    r->wrong = TML_NEW_ARRAY(&r->state_arena, bool, last + 1);
    return TML_OK;
}

static tml_status run_analyses(void *context)
{
    tml_run_state *r = context;
    const int last = tml_run_options_check(r->options, r->log) ? last_wanted(r) : -1;
    tml_status all = last < 0 ? TML_WRONG : is_checked(r) ? take_as_checked(r, last) : check_all(r, last);
    bool goes_on = all == TML_OK;
    for (int i = 0; goes_on && i <= last; i++) {
        tml_arena_free(&r->arena);
        if (r->start)
            move_to_start(r, i, last);
        const tml_status status = run_index(r, i, last);
        if ((status == TML_FAILED || status == TML_STOPPED) && all == TML_OK)
            mark_partial(r, i, status);
        all = all == TML_OK || status == TML_STOPPED ? status : all;
        goes_on = status == TML_OK || (status == TML_FAILED && keeps_going(r));
    }
    if (all == TML_OK && last + 1 == r->model->analysis_count && !r->take_last &&
        !tml_own_channels_found(r->model, r->results, &r->arena, r->log))
        return TML_FAILED;
    return all;
}

tml_status tml_run_state_go(tml_run_state *r)
{
    r->results = tml_results_make();
    r->arena.watch = r->state_arena.watch = &r->model->watch;
    const bool kept = r->results && (r->model->wanted || tml_run_keep_origin(r->model, r->options, r->results));
    const tml_status status = kept ? tml_guarded(&r->arena, &r->state_arena, run_analyses, r) : TML_NO_MEMORY;
    if (status == TML_NO_MEMORY)
        tml_log_raise(r->log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return status;
}

void tml_run_state_free(tml_run_state *r)
{
    tml_arena_free(&r->arena);
    tml_arena_free(&r->state_arena);
    tml_results_free(r->results);
}

/* Hands out what there is so far, beside the progress. */
typedef struct {
    const tml_run_options *options; /* of the caller */
    tml_run_state *run;
} handing_out;

static int hand_out(void *context, const char *analysis, double fraction)
{
    const handing_out *h = context;
    const tml_run_options *o = h->options;
    tml_results *results = h->run->results;
    if (results->count > 0) {
        tml_results so_far = *results;
        so_far.partial = "the run goes on, or was killed";
        o->rows_so_far(o->context, &so_far);
    }
    return o->progress ? o->progress(o->context, analysis, fraction) : 0;
}

tml_status tml_run(const tml_model *model, const tml_run_options *options, tml_results **results, tml_log *log)
{
    tml_run_options own;
    *results = NULL;
    if (!tml_options_copy(&own, sizeof own, options, log))
        return TML_WRONG;
    if (own.error)
        return tml_run_with_error(model, &own, results, log);
    tml_run_state r = {.model = model, .options = &own, .log = log};
    const tml_run_options given = own;
    handing_out h = {&given, &r};
    if (own.rows_so_far) {
        own.progress = hand_out;
        own.context = &h;
    }
    const tml_status status = tml_run_state_go(&r);
    if (status != TML_WRONG && status != TML_NO_MEMORY) {
        *results = r.results;
        r.results = NULL;
    }
    tml_run_state_free(&r);
    return status;
}

/* ---- models, which need to know the kinds of analysis ---- */

static size_t forms(tml_analysis_form *list, size_t max)
{
    size_t count = 0;
    for (int i = 0; i < tml_analysis_class_count && count < max; i++) {
        const tml_analysis_class *c = tml_analysis_classes[i];
        list[count++] = (tml_analysis_form){c->name, c->doc, c->fields, c->fields_count};
    }
    return count;
}

tml_model *tml_model_load(const char *path, tml_log *log)
{
    tml_analysis_form list[32];
    return tml_model_load_file(path, list, forms(list, 32), log);
}

tml_model *tml_model_parse(const char *text, size_t length, const char *name, tml_log *log)
{
    tml_analysis_form list[32];
    return tml_model_build(text, length, name, list, forms(list, 32), log);
}

tml_model *tml_model_parse_within(const char *text, size_t length, const char *name, const char *folder, tml_log *log)
{
    tml_analysis_form list[32];
    return tml_model_build_within(text, length, name, &(tml_enclosure){folder}, list, forms(list, 32), log);
}

tml_model *tml_model_again(const tml_model *model, const tml_named_text *outputs, int output_count, tml_log *log)
{
    tml_analysis_form list[32];
    return tml_model_build_again(model, outputs, output_count, list, forms(list, 32), log);
}

char *tml_schema_text(void)
{
    tml_analysis_form list[32];
    return tml_schema_build(list, forms(list, 32));
}
