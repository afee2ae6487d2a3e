/* prepared_system.c - a model compiled and assembled once for everything that uses it.
 *
 * If assembly fails its last attempt is kept only if it closes every joint, as when velocities contradict each other; otherwise
 * bodies return to where they were placed, where the user expects them.
 */
#include "analysis/prepared_system.h"
#include "base/guard.h"
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

typedef struct {
    tml_preparation *of;
    const tml_element *analysis;
    tml_prepared_system *made;
} compiling;

static tml_status compile(void *context)
{
    compiling *c = context;
    tml_arena *arena = &c->of->arena;
    tml_prepared_system *p = TML_NEW(arena, tml_prepared_system);
    *p = (tml_prepared_system){.of = c->of, .analysis = c->analysis};
    tml_arena_at_end(arena, clear_log, &p->log);
    c->made = p;
    tml_resolved *view = tml_resolved_view(c->of->resolved, arena, &p->log);
    p->system = tml_system_compile(view, c->analysis, NULL, arena, &p->log);
    if (!p->system)
        return TML_WRONG;
    if (p->log.out_of_memory)
        return TML_NO_MEMORY;
    p->next = c->of->systems;
    c->of->systems = p;
    return TML_OK;
}

static tml_status find_system(tml_preparation *of, const tml_element *analysis, tml_log *log,
                              tml_prepared_system **found)
{
    compiling c = {of, analysis, of->systems};
    while (c.made && !serves(c.made, analysis))
        c.made = c.made->next;
    const tml_status status = c.made ? TML_OK : tml_guarded(&of->arena, NULL, compile, &c);
    if (c.made)
        tml_log_repeat_all(log, &c.made->log);
    *found = status == TML_OK ? c.made : NULL;
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
        status = find_system(p, analysis, log, found);
        if (status != TML_OK)
            tml_preparation_drop(p);
    }
    pthread_mutex_unlock(&model->prepared->lock);
    return status;
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
    tml_arena *arena = &a->of->of->arena;
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
    const tml_status status = a.made ? TML_OK : tml_guarded(&p->of->arena, NULL, make_start, &a);
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
    return task->model->varies && task->model->wanted && task->prepared;
}

const tml_prepared_note *tml_prepared_find_note(const tml_task *task, const void *what)
{
    const tml_prepared_note *note = is_shared(task) ? task->prepared->notes : NULL;
    while (note && (note->what != what || note->analysis != task->element))
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
    tml_prepared_note *note = TML_NEW(&p->of->arena, tml_prepared_note);
    *note = (tml_prepared_note){.next = p->notes, .what = n->what, .analysis = n->task->element};
    note->kept = n->make(n->context, &p->of->arena, &note->count);
    p->notes = note;
    return TML_OK;
}

void tml_prepared_add_note(const tml_task *task, const void *what,
                           const void *(*make)(void *context, tml_arena *arena, size_t *count), void *context)
{
    noting n = {task, what, make, context};
    if (is_shared(task))
        tml_guarded(&task->prepared->of->arena, NULL, add_note, &n);
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
