/* prepared_system.c - a model compiled and assembled once for everything that uses it.
 *
 * If assembly fails its last attempt is kept only if it closes every joint, as when velocities contradict each other; otherwise
 * bodies return to where they were placed, where the user expects them.
 */
#include "analysis/prepared_system.h"
#include "base/guard.h"
#include "base/track.h"
#include "system/initial_guess.h"
#include <string.h>

static const double CLOSED = 1e-6; /* rad, or relative to the size: an invisible gap */

static void clear_log(void *log)
{
    tml_log_clear(log);
}

/* ---- the system ---- */

static const tml_node *events_of(const tml_element *analysis)
{
    const tml_node *node = analysis && analysis->node ? tml_node_find(analysis->node, "events") : NULL;
    return node && node->kind != TML_NODE_SCALAR ? node : NULL;
}

static const tml_node *initial_of(const tml_element *analysis)
{
    return analysis && analysis->node ? tml_node_find(analysis->node, "initial") : NULL;
}

/* Whether the events of the model are in it. */
static bool has_common(const tml_element *analysis, const tml_model *model)
{
    return analysis && analysis->has_events && model->events;
}

static bool serves(const tml_prepared_system *p, const tml_element *analysis)
{
    const tml_model *model = p->system->model;
    return p->analysis == analysis || (!p->system->sized_by_motion && events_of(p->analysis) == events_of(analysis) &&
                                       initial_of(p->analysis) == initial_of(analysis) &&
                                       has_common(p->analysis, model) == has_common(analysis, model));
}

/* ---- its treatment ---- */

static const tml_treatment ENFORCED = {.kind = TML_ENFORCE};

/* Of the same kind, whatever its numbers. */
static bool is_alike(const tml_treatment *a, const tml_treatment *b, int joints)
{
    return a->kind == b->kind && (a->contact.stiffness > 0) == (b->contact.stiffness > 0) && !a->keep == !b->keep &&
           (!a->keep || memcmp(a->keep, b->keep, (size_t)joints * sizeof *a->keep) == 0);
}

static bool has_same_numbers(const tml_treatment *a, const tml_treatment *b)
{
    return a->stiffness == b->stiffness && a->ratio == b->ratio &&
           memcmp(&a->contact, &b->contact, sizeof a->contact) == 0;
}

/* ---- compiling ---- */

static tml_status compile(void *context)
{
    tml_prepared_system *p = context;
    tml_resolved *view = tml_resolved_view(p->of->resolved, &p->arena, &p->log);
    p->system = tml_system_compile(view, p->analysis, &p->treatment, &p->arena, &p->log);
    return !p->system ? TML_WRONG : p->log.out_of_memory ? TML_NO_MEMORY : TML_OK;
}

static void free_system(tml_prepared_system *p)
{
    tml_arena_free(&p->starting);
    tml_arena_free(&p->arena);
    tml_track_free(p->arena.track);
    tml_arena_free(&p->lasting);
    tml_log_clear(&p->log);
    tml_release(p);
}

static void free_all(void *preparation)
{
    for (tml_prepared_system *p = ((tml_preparation *)preparation)->systems, *next; p; p = next) {
        next = p->next;
        free_system(p);
    }
}

static tml_status make_end(void *preparation)
{
    tml_preparation *of = preparation;
    if (!of->ends)
        tml_arena_at_end(&of->more, free_all, of);
    of->ends = true;
    return TML_OK;
}

typedef struct {
    tml_preparation *of;
    const tml_element *analysis;
    const tml_treatment *treatment;
} wanted_system;

static tml_status copy_keep(void *system)
{
    tml_prepared_system *p = system;
    const int joints = p->of->resolved->model->joint_count;
    if (p->treatment.keep)
        p->treatment.keep = tml_arena_copy(&p->lasting, p->treatment.keep, (size_t)joints * sizeof *p->treatment.keep);
    return TML_OK;
}

/* Empty; NULL: no memory. */
static tml_prepared_system *make_system(const wanted_system *m)
{
    const tml_watch *watch = m->of->arena.watch;
    const bool tracks = m->of->arena.track;
    tml_prepared_system *p =
        tml_guarded(&m->of->more, NULL, make_end, m->of) == TML_OK ? tml_allocate(sizeof *p) : NULL;
    if (!p)
        return NULL;
    *p = (tml_prepared_system){.of = m->of,
                               .renewed = m->of->renewed,
                               .analysis = m->analysis,
                               .treatment = *m->treatment,
                               .arena = {.watch = watch, .track = tracks ? tml_track_make() : NULL},
                               .starting.watch = watch};
    if ((!tracks || p->arena.track) && tml_guarded(&p->lasting, NULL, copy_keep, p) == TML_OK)
        return p;
    free_system(p);
    return NULL;
}

static bool is_old(const tml_prepared_system *p)
{
    return p->renewed != p->of->renewed;
}

/* Numbers are written again, into what was compiled before. False: more than numbers has changed. */
static bool renew(tml_prepared_system *p, tml_status *status)
{
    tml_arena_free(&p->starting);
    tml_arena_free(&p->arena);
    tml_log_clear(&p->log);
    p->starts = NULL;
    tml_track_rewind(p->arena.track);
    *status = tml_guarded(&p->arena, NULL, compile, p);
    const bool good = *status == TML_OK && tml_track_is_complete(p->arena.track);
    if (good)
        p->renewed = p->of->renewed;
    return *status == TML_WRONG || good;
}

static void drop_system(tml_prepared_system *p)
{
    tml_prepared_system **at = &p->of->systems;
    while (*at != p)
        at = &(*at)->next;
    *at = p->next;
    free_system(p);
}

/* One that was made for the analysis, before any that serves it. */
static tml_prepared_system *find_kept(const wanted_system *m)
{
    const int joints = m->of->resolved->model->joint_count;
    tml_prepared_system *own = NULL, *other = NULL;
    for (tml_prepared_system *p = m->of->systems; p; p = p->next)
        if (is_alike(&p->treatment, m->treatment, joints) &&
            (is_old(p) || has_same_numbers(&p->treatment, m->treatment))) {
            own = !own && p->analysis == m->analysis ? p : own;
            other = !other && !is_old(p) && serves(p, m->analysis) ? p : other;
        }
    return own ? own : other;
}

static void treat_as(tml_prepared_system *p, const tml_treatment *treatment)
{
    const bool *keep = p->treatment.keep;
    p->treatment = *treatment;
    p->treatment.keep = keep;
}

/* NULL: no memory, or it cannot be compiled; its messages are in the log. */
static tml_prepared_system *add_system(const wanted_system *m, tml_status *status, tml_log *log)
{
    tml_prepared_system *p = make_system(m);
    *status = p ? tml_guarded(&p->arena, NULL, compile, p) : TML_NO_MEMORY;
    if (!p)
        return NULL;
    tml_log_repeat_all(log, &p->log);
    if (*status != TML_OK) {
        free_system(p);
        return NULL;
    }
    p->next = m->of->systems;
    m->of->systems = p;
    return p;
}

static tml_status find_system(tml_preparation *of, const tml_element *analysis, const tml_treatment *treatment,
                              tml_log *log, tml_prepared_system **found)
{
    const wanted_system m = {of, analysis, treatment};
    tml_status status = TML_OK;
    tml_prepared_system *kept = find_kept(&m), *p = kept;
    if (kept && is_old(kept)) {
        treat_as(kept, treatment);
        p = renew(kept, &status) ? kept : NULL;
    }
    if (p)
        tml_log_repeat_all(log, &p->log);
    else
        p = add_system(&m, &status, log);
    if (p && kept && p != kept) /* that with another structure; it stays if this one cannot be compiled */
        drop_system(kept);
    *found = status == TML_OK ? p : NULL;
    return status;
}

static void leave(void *object)
{
    tml_preparation **used = object;
    if (!*used)
        return;
    tml_preparations *home = (*used)->home;
    pthread_mutex_lock(&home->lock);
    tml_preparation_leave(*used);
    pthread_mutex_unlock(&home->lock);
}

tml_status tml_prepare_system(const tml_model *model, int index, const tml_element *analysis, tml_arena *arena,
                              tml_log *log, tml_prepared_system **found)
{
    tml_preparation **used = TML_NEW(arena, tml_preparation *), *p;
    *found = NULL;
    tml_arena_at_end(arena, leave, used);
    pthread_mutex_lock(&model->prepared->lock); /* nothing below jumps out of here */
    tml_status status = tml_preparation_find(model, index, &p, log);
    if (p) {
        *used = p;
        status = find_system(p, analysis, &ENFORCED, log, found);
        if (status != TML_OK && !(status == TML_WRONG && p->arena.track))
            tml_preparation_drop(p);
    }
    pthread_mutex_unlock(&model->prepared->lock);
    return status;
}

const tml_system *tml_prepare_treated(const tml_task *task, const tml_treatment *treatment)
{
    tml_preparation *of = task->prepared ? task->prepared->of : NULL;
    tml_prepared_system *found = NULL;
    if (!of || !of->arena.track)
        return tml_system_compile(task->resolved, task->element, treatment, task->arena, task->log);
    pthread_mutex_lock(&of->home->lock); /* nothing below jumps out of here */
    const tml_status status = find_system(of, task->element, treatment, task->log, &found);
    pthread_mutex_unlock(&of->home->lock);
    if (status == TML_NO_MEMORY)
        tml_arena_give_up(task->arena);
    return found ? found->system : NULL;
}

/* ---- its start ---- */

typedef struct {
    tml_prepared_system *of;
    tml_prepare_options options;
    tml_prepared_start *made;
} starting;

/* Whether the first `rows` rows are closed, and no axis is reversed. */
static bool closes(const tml_system *s, const tml_prepared_start *x, int rows, tml_arena *arena)
{
    tml_workspace *work = tml_workspace_make(s, arena);
    tml_workspace_set_state(work, 0, x->q, x->v);
    tml_workspace_measure(work, 0, s->measure_count);
    tml_workspace_constraints(work, s->assembly_row_count);
    if (!(tml_rows_relative_residual(s, work->phi, rows) <= CLOSED))
        return false;
    for (int i = 0; i < s->guard_count; i++)
        if (s->joints[s->guards[i].joint].row_count && !(tml_workspace_guard(work, i) > 0))
            return false;
    return true;
}

static void assemble(const tml_system *s, tml_prepared_start *x, tml_arena *arena)
{
    const double *guess = tml_arena_copy(arena, x->q, (size_t)s->nq * sizeof(double));
    const double *velocities = tml_arena_copy(arena, x->v, (size_t)s->nv * sizeof(double));
    x->report.unwrapped = TML_NEW_ARRAY(arena, double, s->measure_count + 1);
    x->status = tml_assemble(s, TML_CLOSE_ALL, 0, TML_START_TOLERANCE, x->q, x->v, &x->report, arena, &x->log);
    x->closed = x->status == TML_OK;
    if (x->closed) {
        x->unwrapped = x->report.unwrapped;
        return;
    }
    x->attempt_q = tml_arena_copy(arena, x->q, (size_t)s->nq * sizeof(double));
    x->attempt_v = tml_arena_copy(arena, x->v, (size_t)s->nv * sizeof(double));
    memcpy(x->v, velocities, (size_t)s->nv * sizeof(double));
    x->closed = closes(s, x, s->assembly_row_count, arena);
    if (x->closed)
        tml_assembly_rank(s, 0, x->q, x->v, &x->report, arena);
    else
        memcpy(x->q, guess, (size_t)s->nq * sizeof(double));
}

static tml_status make_start(void *context)
{
    starting *a = context;
    const tml_system *s = a->of->system;
    tml_arena *arena = &a->of->starting;
    tml_prepared_start *x = TML_NEW(arena, tml_prepared_start);
    tml_arena_at_end(arena, clear_log, &x->log);
    x->options = a->options;
    x->q = TML_NEW_ARRAY(arena, double, s->nq + 1);
    x->v = TML_NEW_ARRAY(arena, double, s->nv + 1);
    x->unwrapped = TML_NEW_ARRAY(arena, double, s->measure_count + 1);
    x->report = (tml_assembly){.relax_first = a->options.relax_first, .free_count = -1};
    tml_system_initial_guess(s, arena, x->q, x->v);
    if (a->options.as_given) {
        x->closed = closes(s, x, s->rigid_row_count, arena);
        tml_assembly_rank(s, 0, x->q, x->v, &x->report, arena);
    } else
        assemble(s, x, arena);
    if (x->status == TML_NO_MEMORY || x->status == TML_STOPPED || x->log.out_of_memory)
        return x->status == TML_STOPPED ? TML_STOPPED : TML_NO_MEMORY;
    x->next = a->of->starts;
    a->of->starts = a->made = x;
    return TML_OK;
}

tml_status tml_prepare_start(tml_prepared_system *p, tml_prepare_options options, const tml_prepared_start **found)
{
    tml_preparations *home = p->of->home;
    pthread_mutex_lock(&home->lock); /* nothing below jumps out of here */
    starting a = {p, options, p->starts};
    while (a.made &&
           (a.made->options.as_given != options.as_given || a.made->options.relax_first != options.relax_first))
        a.made = a.made->next;
    const tml_status status = a.made ? TML_OK : tml_guarded(&p->starting, NULL, make_start, &a);
    if (status != TML_OK)
        tml_preparation_drop(p->of);
    pthread_mutex_unlock(&home->lock);
    *found = a.made;
    return status;
}

/* ---- notes ---- */

/* By points of a study: their results do not outlive what is prepared. */
static bool is_shared(const tml_task *task)
{
    return task->model->changes && task->model->wanted && task->prepared;
}

const tml_prepared_note *tml_prepared_find_note(const tml_task *task, const void *what)
{
    const tml_prepared_note *note = is_shared(task) ? task->prepared->notes : NULL;
    while (note && (note->what != what || note->analysis != task->element || note->named != task->system->named))
        note = note->next;
    return note;
}

typedef struct {
    const tml_task *task;
    const void *what;
    const void *(*make)(void *context, tml_arena *arena, size_t *count);
    void *context;
} noting;

static tml_status add_note(void *context)
{
    const noting *n = context;
    tml_prepared_system *p = n->task->prepared;
    tml_prepared_note *note = TML_NEW(&p->lasting, tml_prepared_note);
    *note = (tml_prepared_note){
        .next = p->notes, .what = n->what, .analysis = n->task->element, .named = n->task->system->named};
    note->kept = n->make(n->context, &p->lasting, &note->count);
    p->notes = note;
    return TML_OK;
}

void tml_prepared_add_note(const tml_task *task, const void *what,
                           const void *(*make)(void *context, tml_arena *arena, size_t *count), void *context)
{
    noting n = {task, what, make, context};
    if (is_shared(task))
        tml_guarded(&task->prepared->lasting, NULL, add_note, &n);
}

/* ---- the same for a system in another order ---- */

bool tml_prepared_is(const tml_prepared_system *p, const tml_system *system)
{
    return p && p->system->resolved == system->resolved; /* each compilation has one of its own */
}

/* Rows keep their terms, whatever their order. */
static void take_rows(const tml_system *from, const tml_assembly *start, const tml_system *to, tml_assembly *report,
                      tml_arena *arena)
{
    int *at = TML_NEW_ARRAY(arena, int, from->term_count + 1);
    report->independent = TML_NEW_ARRAY(arena, bool, to->rigid_row_count + 1);
    report->non_unique = TML_NEW_ARRAY(arena, bool, to->rigid_row_count + 1);
    for (int i = 0; i < from->rigid_row_count; i++)
        at[from->rows[i].terms.first] = i;
    for (int i = 0; i < to->rigid_row_count; i++) {
        report->independent[i] = start->independent[at[to->rows[i].terms.first]];
        report->non_unique[i] = start->non_unique[at[to->rows[i].terms.first]];
    }
}

static void take_unwrapped(const tml_system *from, const double *unwrapped, const tml_system *to, double *out,
                           tml_arena *arena)
{
    int *at = TML_NEW_ARRAY(arena, int, from->measure_count + 1);
    for (int i = 0; i < from->measure_count; i++)
        at[from->measures[i].id] = i;
    for (int i = 0; i < to->measure_count; i++)
        out[i] = unwrapped[at[to->measures[i].id]];
}

void tml_prepared_take(const tml_prepared_system *p, const tml_prepared_start *start, const tml_system *system,
                       double *q, double *v, tml_assembly *report, tml_arena *arena)
{
    double *const unwrapped = report->unwrapped;
    *report = start->report;
    report->unwrapped = unwrapped;
    memcpy(q, start->attempt_q ? start->attempt_q : start->q, (size_t)system->nq * sizeof(double));
    memcpy(v, start->attempt_v ? start->attempt_v : start->v, (size_t)system->nv * sizeof(double));
    if (start->status != TML_OK)
        return;
    tml_arena *scratch = tml_arena_part(arena);
    take_rows(p->system, &start->report, system, report, arena);
    if (unwrapped)
        take_unwrapped(p->system, start->unwrapped, system, unwrapped, scratch);
    tml_arena_free(scratch);
}
