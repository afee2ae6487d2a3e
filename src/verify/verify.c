/* verify.c - the same motion by every formulation that can express it, each at two tolerances, on as many threads as there are
 * processors; and what the comparison of all says.
 *
 * Compliant joints have a third run with joints twice as stiff, from which follows how far compliance takes them from rigid ones. Where some
 * disagree, all run once more in another way before that is said: two runs may be near each other by chance, where errors are not smooth in
 * the tolerance or the stiffness (beside singular configurations). A formulation that is wrong is so in every run.
 */
#include "verify/verify.h"
#include "base/guard.h"
#include "base/options.h"
#include "base/parallel.h"
#include <math.h>
#include <string.h>

static const double MIN_SOFT_TOLERANCE = 1e-8; /* of compliant joints: tighter ones cost much, compliance is above */
static const double SETTLING_PART = 0.01, SETTLING_PERIODS = 30; /* of compliant joints, which start unloaded */
static const double PATIENCE =
    1000;                       /* compliant joints: rests of MAX_UNTOLD steps in which hardly any time has gone by */
static const double AGAIN = 3;  /* times the tolerance: of a second look */
static const double LARGE = 60; /* speeds from which steps cost more */
const char *tml_verdict_text(tml_verdict verdict)
{
    static const char *const texts[] = {"agrees",         "disagrees",    "not converged",
                                        "did not finish", "not compared", "cannot express"};
    return texts[verdict];
}

/* ---- runs ---- */

static void tell_progress(void *context)
{
    tml_verifying *v = context;
    double sum = 0;
    if (!v->options->progress)
        return;
    for (int i = 0; i < v->job_count; i++)
        sum += atomic_load(&v->jobs[i].part);
    if (v->options->progress(v->options->context, sum / (1e3 * v->job_count)))
        atomic_store(&v->stopped, true);
}

/* Counts how often the run is heard of without having come forward: the same on every machine. */
static int on_progress(void *context, const char *analysis, double part)
{
    tml_verify_job *j = context;
    if (tml_analysis_integrates(analysis)) { /* what comes before is not compared, and short */
        j->analysis += part < j->told;
        j->slow += part >= j->told && part < j->told + 1e-3;
        j->told = part;
        atomic_store(&j->part, (int)fmin(1e3 * (j->analysis + part) / j->v->plan.dynamics_count, 1e3));
    }
    if (j->v->alone)
        tell_progress(j->v);
    j->exhausted = j->budget > 0 && j->slow > j->budget;
    return j->exhausted || atomic_load(&j->v->stopped);
}

static void do_job(void *context, int number)
{
    tml_verifying *v = context;
    tml_verify_job *j = &v->jobs[v->done_count + number];
    if (!atomic_load(&v->stopped))
        j->status = tml_run(&v->plan.model, &j->options, &j->results, j->log);
    if (j->status == TML_STOPPED && !j->exhausted) /* by whoever watches the model */
        atomic_store(&v->stopped, true);
    atomic_store(&j->part, 1000);
}

bool tml_verify_soft(const tml_verifying *v, int class)
{
    return tml_formulation_classes[class]->treatment == TML_PENALIZE && v->plan.rigid_row_count > 0;
}

static void add_job(tml_verifying *v, int class, int run)
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
    if (run == TML_RUN_AGAIN && tml_verify_soft(v, class))
        j->options.stiffness = 4 * stiffness;
    else if (run == TML_RUN_AGAIN)
        j->options.tolerance = AGAIN * fine;
    if (tml_verify_soft(v, class) && !v->options->thorough)
        j->budget = (int)(PATIENCE / (1 + v->plan.velocities / LARGE)) + 1;
    j->told = 0;
    atomic_init(&j->part, 0);
    j->status = TML_STOPPED;
    j->log = tml_log_make();
    v->of[class][run] = v->job_count++;
    if (!j->log)
        tml_arena_give_up(&v->scratch);
}

/* The slow ones first, so that none is left at the end that others wait for. */
static void list_jobs(tml_verifying *v)
{
    const int classes = tml_formulation_class_count;
    v->jobs = TML_NEW_ARRAY(&v->scratch, tml_verify_job, TML_RUN_COUNT * classes);
    v->of = tml_arena_take(&v->scratch, (size_t)classes * sizeof *v->of);
    for (int i = 0; i < classes; i++)
        for (int run = 0; run < TML_RUN_COUNT; run++)
            v->of[i][run] = -1;
    for (int soft = 1; soft >= 0; soft--)
        for (int i = classes - 1; i >= 0; i--) {
            if (v->plan.classes[i].refused || tml_verify_soft(v, i) != (soft == 1))
                continue;
            add_job(v, i, TML_RUN_FINE);
            if (soft)
                add_job(v, i, TML_RUN_STIFFER);
            add_job(v, i, TML_RUN_COARSE);
        }
}

static void run_jobs(tml_verifying *v)
{
    const int asked = v->options->threads, threads = asked > 0 ? asked : tml_processor_count();
    const int count = v->job_count - v->done_count;
    v->alone = threads == 1 || count == 1;
    tml_parallel_run(&(tml_parallel){
        .count = count, .threads = threads, .job = do_job, .wait = v->alone ? NULL : tell_progress, .context = v});
    v->done_count = v->job_count;
}

/* ---- what came of them ---- */

static const char *first_error(const tml_log *log)
{
    for (size_t i = 0; i < tml_log_count(log); i++)
        if (tml_log_get(log, i).severity == TML_ERROR)
            return tml_log_get(log, i).text;
    return "";
}

/* Messages from `least` on that were not heard before. */
static void pass_on(tml_verifying *v, const tml_log *from, tml_severity least)
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
static tml_status common_status(tml_verifying *v)
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
        pass_on(v, v->jobs[i].log, TML_NOTE);
    return TML_WRONG;
}

/* No motion follows from its equations, at any accuracy: they are singular where it starts. */
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

static double settling(const tml_verifying *v, const tml_results *fine)
{
    double span = 0;
    for (size_t i = 0; fine && i < fine->count; i++) {
        const tml_table *t = fine->tables[i];
        if (t->row_count)
            span = fmax(span, t->values[(t->row_count - 1) * t->column_count]);
    }
    return fmax(SETTLING_PART * span, SETTLING_PERIODS * sqrt(v->plan.mass / v->plan.stiffness));
}

bool tml_verify_exhausted(const tml_verifying *v, int class)
{
    bool exhausted = false;
    for (int run = 0; run < TML_RUN_AGAIN; run++)
        exhausted |= v->of[class][run] >= 0 && v->jobs[v->of[class][run]].exhausted;
    return exhausted;
}

/* The first of its runs that did not end well. */
static const tml_verify_job *failed_run(const tml_verifying *v, int class)
{
    for (int run = 0; run < TML_RUN_AGAIN; run++) {
        const int at = v->of[class][run];
        if (at >= 0 && v->jobs[at].status != TML_OK && !v->jobs[at].exhausted)
            return &v->jobs[at];
    }
    return NULL;
}

static tml_entrant entrant_of(const tml_verifying *v, int class)
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

/* Whether some formulation with rigid joints came to the end of the motion; where there is none of those, any. */
static bool any_followed(const tml_verifying *v)
{
    bool rigid = false, any = false, found = false;
    for (int i = 0; i < tml_formulation_class_count; i++) {
        if (v->of[i][TML_RUN_FINE] < 0 || v->list[i].verdict == TML_NOT_EXPRESSED)
            continue;
        const bool done = !failed_run(v, i);
        rigid |= !tml_verify_soft(v, i);
        found |= done && !tml_verify_soft(v, i);
        any |= done;
    }
    return rigid ? found : any;
}

/* Verdict where it is not the comparison that has it. */
static void note_failure(tml_verifying *v, int class)
{
    tml_verified *f = &v->list[class];
    const tml_verify_job *failed = failed_run(v, class);
    if (!failed)
        return;
    pass_on(v, failed->log, TML_NOTE);
    if (f->verdict != TML_DISAGREES || !v->followed) { /* where nobody gets on, the model has no motion to compare */
        f->verdict = TML_NOT_FINISHED;
        f->text = first_error(failed->log);
    }
}

static tml_comparison compare_all(tml_verifying *v)
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
    const tml_measured measured = {v->plan.size, v->plan.mass, v->plan.gravity, v->plan.non_unique,
                                   v->plan.non_unique_count};
    tml_comparison whole = tml_compare(entrants, count, &measured, compared, &v->scratch);
    unsigned group = 0;
    for (int i = 0; i < count; i++) {
        v->list[class[i]] = compared[i];
        group |= (whole.group >> i & 1) << class[i];
    }
    whole.group = group; /* by classes, no longer by entrants */
    return whole;
}

/* Before a disagreement is told: all that were compared once more, in another way. */
static tml_comparison compare_twice(tml_verifying *v)
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

static const char *keep(tml_verifying *v, const char *text)
{
    return text ? tml_arena_text(v->arena, text, strlen(text)) : NULL;
}

/* Names and texts belong to tables and logs, which go. */
static void keep_texts(tml_verifying *v)
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

static void list_classes(tml_verifying *v)
{
    v->list = TML_NEW_ARRAY(v->arena, tml_verified, tml_formulation_class_count);
    v->notes = TML_NEW_ARRAY(v->arena, const char *, 4 * tml_formulation_class_count + 4);
    v->out->notes = v->notes;
    for (int i = 0; i < tml_formulation_class_count; i++) {
        const tml_formulation_class *class = tml_formulation_classes[i];
        const tml_verify_class *asked = v->plan.classes ? &v->plan.classes[i] : NULL;
        const double fine = v->plan.tolerance / 10;
        if (!asked)
            continue;
        v->list[i] = (tml_verified){.name = class->name,
                                    .doc = class->doc,
                                    .verdict = asked->refused ? TML_NOT_EXPRESSED : TML_NOT_COMPARED,
                                    .text = asked->refused ? asked->text : "",
                                    .equations = asked->equations,
                                    .constraints = asked->constraints,
                                    .rank = asked->rank,
                                    .tolerance = tml_verify_soft(v, i) ? fmax(fine, MIN_SOFT_TOLERANCE) : fine,
                                    .stiffness = tml_verify_soft(v, i) ? v->plan.stiffness : 0,
                                    .reached = NAN};
        for (int q = 0; q < TML_QUANTITY_COUNT; q++)
            v->list[i].of[q] = (tml_difference){.difference = NAN, .until = NAN};
    }
}

static tml_status verify(void *context)
{
    tml_verifying *v = context;
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
    v->followed = any_followed(v);
    for (int i = 0; i < tml_formulation_class_count; i++) {
        if (v->of[i][TML_RUN_FINE] < 0)
            continue;
        const tml_verify_job *fine = &v->jobs[v->of[i][TML_RUN_FINE]];
        v->list[i].evaluations = sum_facts(fine->results, "evaluations");
        v->list[i].cpu = sum_facts(fine->results, "CPU time");
        pass_on(v, fine->log, TML_WARNING);
        if (v->list[i].verdict != TML_NOT_EXPRESSED)
            note_failure(v, i);
    }
    memcpy(v->out->difference, whole.difference, sizeof whole.difference);
    v->out->begin = whole.begin, v->out->end = whole.end;
    v->out->rows = whole.rows, v->out->channels = whole.channels;
    v->out->formulations = v->list;
    v->out->count = (size_t)tml_formulation_class_count;
    v->law = v->plan.contradiction ? v->plan.contradiction : tml_verify_energy(v);
    tml_verify_say(v, &whole);
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
    tml_verifying v = {.model = model, .options = &own, .log = log};
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
