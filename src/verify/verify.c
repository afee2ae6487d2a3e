/* verify.c - the same motion by every formulation that can represent it, each at two tolerances, on as many threads as
 * there are processors; and the result of comparing all.
 *
 * Compliant joints have a third run with joints twice as stiff, which tells how far compliance takes them from rigid
 * ones. If some disagree, all run once more with other settings before that is reported: two runs may be close by
 * chance, where errors are not smooth in the tolerance or the stiffness (near singular configurations). A wrong
 * formulation is wrong in every run.
 */
#include "verify/verify.h"
#include "base/guard.h"
#include "base/options.h"
#include "base/parallel.h"
#include <math.h>
#include <string.h>

static const double MIN_COMPLIANT_TOLERANCE =
    1e-8; /* of compliant joints: smaller ones are expensive, compliance is larger */
static const double SETTLING_FRACTION = 0.01, SETTLING_PERIODS = 30; /* of compliant joints, which start unloaded */
static const double MAX_SLOW_REPORTS =
    1000; /* compliant joints: reports after MAX_UNREPORTED steps in which hardly any time has passed */
static const double SECOND_TOLERANCE = 3; /* times the tolerance: of a repetition */
static const double MANY_VELOCITIES = 60; /* velocities from which steps cost more */
const char *tml_verdict_text(tml_verdict verdict)
{
    static const char *const texts[] = {"agrees",         "disagrees",    "not converged",
                                        "did not finish", "not compared", "cannot express"};
    return texts[verdict];
}

/* ---- runs ---- */

static void report_progress(void *context)
{
    tml_verify_workspace *v = context;
    double sum = 0;
    if (!v->options->progress)
        return;
    for (int i = 0; i < v->job_count; i++)
        sum += atomic_load(&v->jobs[i].part);
    if (v->options->progress(v->options->context, sum / (1e3 * v->job_count)))
        atomic_store(&v->stopped, true);
}

/* Counts how often the run reports without progress: the same on every machine. */
static int on_progress(void *context, const char *analysis, double part)
{
    tml_verify_job *j = context;
    if (tml_analysis_integrates(analysis)) { /* what precedes is not compared, and short */
        j->analysis += part < j->reported;
        j->slow += part >= j->reported && part < j->reported + 1e-3;
        j->reported = part;
        atomic_store(&j->part, (int)fmin(1e3 * (j->analysis + part) / j->v->plan.dynamics_count, 1e3));
    }
    if (j->v->alone)
        report_progress(j->v);
    j->exhausted = j->budget > 0 && j->slow > j->budget;
    return j->exhausted || atomic_load(&j->v->stopped);
}

static void do_job(void *context, int number)
{
    tml_verify_workspace *v = context;
    tml_verify_job *j = &v->jobs[v->done_count + number];
    if (!atomic_load(&v->stopped))
        j->status = tml_run(&v->plan.model, &j->options, &j->results, j->log);
    if (j->status == TML_STOPPED && !j->exhausted) /* by whoever watches the model */
        atomic_store(&v->stopped, true);
    atomic_store(&j->part, 1000);
}

bool tml_verify_is_compliant(const tml_verify_workspace *v, int class)
{
    return tml_formulation_classes[class]->treatment == TML_PENALIZE && v->plan.rigid_row_count > 0;
}

static void add_job(tml_verify_workspace *v, int class, int run)
{
    const double fine = v->list[class].tolerance, stiffness = v->plan.stiffness;
    tml_verify_job *j = &v->jobs[v->job_count];
    j->v = v;
    j->options = (tml_run_options){.size = sizeof j->options,
                                   .context = j,
                                   .progress = on_progress,
                                   .formulation = tml_formulation_classes[class]->name,
                                   .integrator = "auto",
                                   .tolerance = run == TML_RUN_COARSE ? 10 * fine : fine,
                                   .stiffness = run == TML_RUN_STIFFER ? 2 * stiffness : stiffness};
    if (run == TML_RUN_AGAIN && tml_verify_is_compliant(v, class))
        j->options.stiffness = 4 * stiffness;
    else if (run == TML_RUN_AGAIN)
        j->options.tolerance = SECOND_TOLERANCE * fine;
    if (tml_verify_is_compliant(v, class) && !v->options->thorough)
        j->budget = (int)(MAX_SLOW_REPORTS / (1 + v->plan.velocities / MANY_VELOCITIES) / (1 + v->plan.results)) + 1;
    j->reported = 0;
    atomic_init(&j->part, 0);
    j->status = TML_STOPPED;
    j->log = tml_log_make();
    v->of[class][run] = v->job_count++;
    if (!j->log)
        tml_arena_give_up(&v->scratch);
}

/* The slow ones first, so that none is left at the end for which others wait. */
static void list_jobs(tml_verify_workspace *v)
{
    const int classes = tml_formulation_class_count;
    v->jobs = TML_NEW_ARRAY(&v->scratch, tml_verify_job, TML_RUN_COUNT * classes + TML_MAX_LIMIT_RUNS);
    v->of = tml_arena_take(&v->scratch, (size_t)classes * sizeof *v->of);
    for (int i = 0; i < classes; i++)
        for (int run = 0; run < TML_RUN_COUNT; run++)
            v->of[i][run] = -1;
    for (int compliant = 1; compliant >= 0; compliant--)
        for (int i = classes - 1; i >= 0; i--) {
            if (v->plan.classes[i].refused || tml_verify_is_compliant(v, i) != (compliant == 1))
                continue;
            add_job(v, i, TML_RUN_FINE);
            if (compliant)
                add_job(v, i, TML_RUN_STIFFER);
            add_job(v, i, TML_RUN_COARSE);
        }
}

static void run_jobs(tml_verify_workspace *v)
{
    const int asked = v->options->threads, threads = asked > 0 ? asked : tml_processor_count();
    const int count = v->job_count - v->done_count;
    v->alone = threads == 1 || count == 1;
    tml_parallel_run(&(tml_parallel){
        .count = count, .threads = threads, .job = do_job, .wait = v->alone ? NULL : report_progress, .context = v});
    v->done_count = v->job_count;
}

/* ---- results of the runs ---- */

static const char *first_error(const tml_log *log)
{
    for (size_t i = 0; i < tml_log_count(log); i++)
        if (tml_log_get(log, i).severity == TML_ERROR)
            return tml_log_get(log, i).text;
    return "";
}

/* Messages from `least` on that were not forwarded before. */
static void forward_messages(tml_verify_workspace *v, const tml_log *from, tml_severity least)
{
    for (size_t i = 0; i < tml_log_count(from); i++) {
        const tml_message m = tml_log_get(from, i);
        bool known = m.severity < least;
        for (size_t k = 0; !known && k < tml_log_count(v->log); k++)
            known = strcmp(tml_log_get(v->log, k).text, m.text) == 0;
        if (!known)
            tml_log_repeat(v->log, &m, NULL);
    }
}

/* A status that ends everything: TML_OK if there is none. */
static tml_status common_status(tml_verify_workspace *v)
{
    if (atomic_load(&v->stopped))
        return TML_STOPPED;
    for (int i = 0; i < v->job_count; i++)
        if (v->jobs[i].status == TML_NO_MEMORY)
            return TML_NO_MEMORY;
    for (int i = 0; i < tml_formulation_class_count; i++)
        if (v->of[i][TML_RUN_FINE] >= 0 && v->jobs[v->of[i][TML_RUN_FINE]].status != TML_WRONG)
            return TML_OK;
    for (int i = 0; i < v->job_count; i++) /* all say that the model is wrong */
        forward_messages(v, v->jobs[i].log, TML_NOTE);
    return TML_WRONG;
}

/* No motion follows from its equations at any accuracy: they are singular at the start. */
static bool is_refused(const tml_verify_job *j)
{
    bool singular = false;
    for (size_t i = 0; i < tml_log_count(j->log); i++) {
        const tml_message m = tml_log_get(j->log, i);
        singular |= m.severity == TML_ERROR && m.code && strcmp(m.code, tml_code_text(TML_E_SINGULAR_EQUATIONS)) == 0;
    }
    for (size_t i = 0; j->results && i < j->results->count; i++)
        singular &= !tml_analysis_integrates(j->results->tables[i]->kind) || j->results->tables[i]->row_count == 0;
    return j->status == TML_FAILED && singular;
}

static double sum_facts(const tml_results *results, const char *name)
{
    double sum = 0;
    for (size_t i = 0; results && i < results->count; i++)
        for (size_t k = 0; k < results->tables[i]->fact_count; k++)
            if (strcmp(results->tables[i]->facts[k].name, name) == 0)
                sum += results->tables[i]->facts[k].number;
    return sum;
}

static double settling(const tml_verify_workspace *v, const tml_results *fine)
{
    double span = 0;
    for (size_t i = 0; fine && i < fine->count; i++) {
        const tml_table *t = fine->tables[i];
        if (t->row_count)
            span = fmax(span, t->values[(t->row_count - 1) * t->column_count]);
    }
    return fmax(SETTLING_FRACTION * span, SETTLING_PERIODS * sqrt(v->plan.mass / v->plan.stiffness));
}

bool tml_verify_exhausted(const tml_verify_workspace *v, int class)
{
    bool exhausted = false;
    for (int run = 0; run < TML_RUN_AGAIN; run++)
        exhausted |= v->of[class][run] >= 0 && v->jobs[v->of[class][run]].exhausted;
    return exhausted;
}

/* The first of its runs that failed. */
static const tml_verify_job *failed_run(const tml_verify_workspace *v, int class)
{
    for (int run = 0; run < TML_RUN_AGAIN; run++) {
        const int at = v->of[class][run];
        if (at >= 0 && v->jobs[at].status != TML_OK && !v->jobs[at].exhausted)
            return &v->jobs[at];
    }
    return NULL;
}

static tml_entrant entrant_of(const tml_verify_workspace *v, int class)
{
    const int *of = v->of[class];
    bool complete = true;
    for (int run = 0; run < TML_RUN_AGAIN; run++)
        complete &= of[run] < 0 || v->jobs[of[run]].status == TML_OK;
    const tml_results *fine = v->jobs[of[TML_RUN_FINE]].results;
    return (tml_entrant){.name = v->list[class].name,
                         .fine = fine,
                         .coarse = v->jobs[of[TML_RUN_COARSE]].results,
                         .again = of[TML_RUN_AGAIN] >= 0 && v->jobs[of[TML_RUN_AGAIN]].status == TML_OK
                                      ? v->jobs[of[TML_RUN_AGAIN]].results
                                      : NULL,
                         .stiffer = of[TML_RUN_STIFFER] >= 0 ? v->jobs[of[TML_RUN_STIFFER]].results : NULL,
                         .complete = complete,
                         .tolerance = v->list[class].tolerance,
                         .settling = settling(v, fine)};
}

/* Whether some formulation with rigid joints reached the end of the motion; if there are none of those, any. */
static bool any_completed(const tml_verify_workspace *v)
{
    bool rigid = false, any = false, found = false;
    for (int i = 0; i < tml_formulation_class_count; i++) {
        if (v->of[i][TML_RUN_FINE] < 0 || v->list[i].verdict == TML_NOT_EXPRESSED)
            continue;
        const bool done = !failed_run(v, i);
        rigid |= !tml_verify_is_compliant(v, i);
        found |= done && !tml_verify_is_compliant(v, i);
        any |= done;
    }
    return rigid ? found : any;
}

/* Verdict if it does not come from the comparison. */
static void note_failure(tml_verify_workspace *v, int class)
{
    tml_verified *f = &v->list[class];
    const tml_verify_job *failed = failed_run(v, class);
    if (!failed)
        return;
    forward_messages(v, failed->log, TML_NOTE);
    if (f->verdict != TML_DISAGREES || !v->completed) { /* if none continues, the model has no motion to compare */
        f->verdict = TML_NOT_FINISHED;
        f->text = first_error(failed->log);
    }
}

static tml_comparison compare_all(tml_verify_workspace *v)
{
    tml_entrant entrants[TML_MAX_ENTRANTS] = {0};
    tml_verified compared[TML_MAX_ENTRANTS] = {0};
    int class[TML_MAX_ENTRANTS], count = 0;
    for (int i = 0; i < tml_formulation_class_count && count < TML_MAX_ENTRANTS; i++) {
        const int fine = v->of[i][TML_RUN_FINE];
        if (fine < 0)
            continue;
        if (v->jobs[fine].status == TML_WRONG || is_refused(&v->jobs[fine])) {
            v->list[i].verdict = TML_NOT_EXPRESSED;
            v->list[i].text = first_error(v->jobs[fine].log);
            continue;
        }
        compared[count] = v->list[i];
        entrants[count] = entrant_of(v, i);
        class[count++] = i;
    }
    const tml_mechanism_scales measured = {v->plan.size,           v->plan.mass,
                                           v->plan.gravity,        v->plan.largest_stiffness,
                                           v->plan.non_unique,     v->plan.non_unique_count,
                                           v->plan.state_channels, v->plan.state_channel_count};
    tml_comparison whole = tml_compare(entrants, count, &measured, compared, &v->scratch);
    unsigned group = 0;
    for (int i = 0; i < count; i++) {
        v->list[class[i]] = compared[i];
        group |= (whole.group >> i & 1) << class[i];
    }
    whole.group = group; /* by classes, no longer by entrants */
    return whole;
}

/* Before a disagreement is reported: repeats all that were compared, with other settings. */
static tml_comparison compare_twice(tml_verify_workspace *v)
{
    tml_comparison whole = compare_all(v);
    bool disagree = false;
    for (int i = 0; i < tml_formulation_class_count; i++)
        disagree |= v->list[i].verdict == TML_DISAGREES;
    for (int i = 0; disagree && i < tml_formulation_class_count; i++)
        if (v->of[i][TML_RUN_FINE] >= 0 && v->list[i].verdict != TML_NOT_EXPRESSED && !failed_run(v, i))
            add_job(v, i, TML_RUN_AGAIN);
    if (v->job_count == v->done_count)
        return whole;
    run_jobs(v);
    return compare_all(v);
}

/* ---- handing it out ---- */

typedef struct {
    tml_verification public;
    tml_arena arena;
} holder;

static const char *keep(tml_verify_workspace *v, const char *text)
{
    return text ? tml_arena_text(v->arena, text, strlen(text)) : NULL;
}

/* Names and texts belong to tables and logs, which are freed. */
static void keep_texts(tml_verify_workspace *v)
{
    for (int i = 0; i < tml_formulation_class_count; i++) {
        tml_verified *f = &v->list[i];
        f->text = keep(v, f->text ? f->text : "");
        for (int q = 0; q < TML_QUANTITY_COUNT; q++) {
            f->of[q].channel = keep(v, f->of[q].channel);
            f->of[q].other = keep(v, f->of[q].other);
        }
    }
}

static void list_classes(tml_verify_workspace *v)
{
    v->list = TML_NEW_ARRAY(v->arena, tml_verified, tml_formulation_class_count);
    v->notes = TML_NEW_ARRAY(v->arena, const char *, 5 * tml_formulation_class_count + 7);
    v->out->notes = v->notes;
    for (int i = 0; i < tml_formulation_class_count; i++) {
        const tml_formulation_class *class = tml_formulation_classes[i];
        const tml_verify_class *asked = v->plan.classes ? &v->plan.classes[i] : NULL;
        const double fine = v->plan.tolerance / 10;
        if (!asked)
            continue;
        v->list[i] =
            (tml_verified){.name = class->name,
                           .doc = class->doc,
                           .verdict = asked->refused ? TML_NOT_EXPRESSED : TML_NOT_COMPARED,
                           .text = asked->refused ? asked->text : "",
                           .equations = asked->equations,
                           .constraints = asked->constraints,
                           .rank = asked->rank,
                           .tolerance = tml_verify_is_compliant(v, i) ? fmax(fine, MIN_COMPLIANT_TOLERANCE) : fine,
                           .stiffness = tml_verify_is_compliant(v, i) ? v->plan.stiffness : 0,
                           .reached = NAN};
        for (int q = 0; q < TML_QUANTITY_COUNT; q++)
            v->list[i].of[q] = (tml_difference){.difference = NAN, .until = NAN};
    }
}

static tml_status verify(void *context)
{
    tml_verify_workspace *v = context;
    tml_status status = tml_verify_plan_make(&v->plan, v->model, v->options->end, &v->scratch, v->log);
    if (status != TML_OK)
        return status;
    list_classes(v);
    v->out->motion = keep(v, v->plan.motion);
    v->out->moves = v->plan.classes != NULL;
    v->out->agreed = true;
    v->out->outcome = "nothing moves: there is nothing to compare";
    if (!v->out->moves)
        return TML_OK;
    list_jobs(v);
    run_jobs(v);
    status = common_status(v);
    if (status != TML_OK)
        return status;
    const tml_comparison whole = compare_twice(v);
    if (atomic_load(&v->stopped))
        return TML_STOPPED;
    v->completed = any_completed(v);
    for (int i = 0; i < tml_formulation_class_count; i++) {
        if (v->of[i][TML_RUN_FINE] < 0)
            continue;
        const tml_verify_job *fine = &v->jobs[v->of[i][TML_RUN_FINE]];
        v->list[i].evaluations = sum_facts(fine->results, "evaluations");
        v->list[i].cpu = sum_facts(fine->results, "CPU time");
        forward_messages(v, fine->log, TML_WARNING);
        if (v->list[i].verdict != TML_NOT_EXPRESSED)
            note_failure(v, i);
    }
    memcpy(v->out->difference, whole.difference, sizeof whole.difference);
    v->out->begin = whole.begin, v->out->end = whole.end;
    v->out->rows = whole.rows, v->out->channels = whole.channels;
    v->out->formulations = v->list;
    v->out->count = (size_t)tml_formulation_class_count;
    v->law = v->plan.contradiction ? v->plan.contradiction : tml_verify_energy(v);
    tml_verify_compliant_limit(v);
    if (atomic_load(&v->stopped))
        return TML_STOPPED;
    tml_verify_report(v, &whole);
    keep_texts(v);
    return v->out->agreed ? TML_OK : TML_FAILED;
}

tml_status tml_verify(const tml_model *model, const tml_verify_options *options, tml_verification **verification,
                      tml_log *log)
{
    tml_verify_options own;
    *verification = NULL;
    if (!tml_options_copy(&own, sizeof own, options, log))
        return TML_WRONG;
    holder *h = tml_allocate(sizeof *h);
    tml_verify_workspace v = {.model = model, .options = &own, .log = log};
    v.scratch.watch = &model->watch;
    tml_status status = TML_NO_MEMORY;
    v.plan.asked = h ? tml_log_make() : NULL;
    if (v.plan.asked) {
        *h = (holder){0};
        v.arena = &h->arena;
        v.out = &h->public;
        status = tml_guarded(&v.scratch, v.arena, verify, &v);
    }
    for (int i = 0; i < v.job_count; i++) {
        tml_results_free(v.jobs[i].results);
        tml_log_free(v.jobs[i].log);
    }
    tml_log_free(v.plan.asked);
    tml_arena_free(&v.scratch);
    if (status == TML_OK || status == TML_FAILED)
        *verification = &h->public;
    else if (h && v.arena)
        tml_verification_free(&h->public);
    else if (h)
        tml_release(h);
    if (status == TML_NO_MEMORY)
        tml_log_raise(log, TML_E_OUT_OF_MEMORY, TML_NOWHERE, "out of memory");
    return status;
}

void tml_verification_free(tml_verification *verification)
{
    holder *h = (holder *)verification; /* its first member */
    if (!h)
        return;
    tml_arena_free(&h->arena);
    tml_release(h);
}
