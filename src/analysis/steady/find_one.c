/* find_one.c - one steady state: Newton from the start; where that does not arrive, creeping, or along the curve from rest.
 *
 * speeds = part * (those given), part from 0 to 1: the curve also says why there is none. Then from other starts.
 */
#include "analysis/failure.h"
#include "analysis/steady/steady_task.h"
#include <math.h>
#include <string.h>

enum { STEPS = 40, FEW_STEPS = 10 };

/* What the curve from rest passes on its way. */
typedef struct {
    tml_steady_task *t;
    tml_steady_point last;
    double most; /* part at the first fold; NAN: none */
} way;

static int visit(void *context, const tml_steady_node *n)
{
    way *w = context;
    tml_steady_copy(w->t->s, &n->at, &w->last);
    if (n->marks & TML_TRACE_FOLD && isnan(w->most))
        w->most = n->at.part;
    return 0;
}

static void set_speeds(tml_steady_task *t, bool from_rest)
{
    for (int i = 0; i < t->request.count; i++) {
        t->s->last[i] = t->request.velocities[i].first;
        t->s->first[i] = from_rest ? 0 : t->request.velocities[i].first;
    }
}

/* Why the curve from rest does not get to the speeds. */
static const char *why(tml_steady_task *t, const tml_steady_tracer *tracer, tml_trace_end end, double fold)
{
    tml_arena *arena = t->task->arena;
    if (!isnan(fold))
        return tml_arena_format(arena, "followed up from rest, it turns back at %s, where it meets another one",
                                tml_steady_speeds_text(t, fold));
    if (end == TML_TRACE_RUNS_AWAY)
        return tml_arena_format(arena, "followed up from rest, %s grows without bound towards %s",
                                tml_steady_coordinate_name(t, tracer->runs), tml_steady_speeds_text(t, tracer->limit));
    return "start nearer to it (initial)";
}

/* From rest along the curve. NULL: there; else why not. */
static const char *along_curve(tml_steady_task *t)
{
    tml_steady *s = t->s;
    way w = {t, tml_steady_point_make(s), NAN};
    tml_steady_tracer *tracer = tml_steady_tracer_make(t->v, t->stability, STEPS);
    tml_steady_direction up = tml_steady_direction_make(s);
    tracer->visit = visit, tracer->context = &w;
    up.part = 1;
    set_speeds(t, true);
    t->at.part = 0;
    tml_trace_end end = TML_TRACE_NO_START;
    if (tml_steady_solve(t->v, &t->at) == TML_STEADY_FOUND)
        end = tml_steady_trace(tracer, &t->at, &up);
    const char *reason = end == TML_TRACE_ENDS && w.last.part == 1 ? NULL : why(t, tracer, end, w.most);
    tml_steady_copy(s, &w.last, &t->at);
    set_speeds(t, false);
    t->at.part = 0;
    return reason;
}

/* The nearest of those found from many starts. False: there is none. */
static bool elsewhere(tml_steady_task *t, const tml_steady_point *start)
{
    tml_steady *s = t->s;
    tml_steady_list *list = tml_steady_list_make(s);
    double nearest = INFINITY;
    tml_steady_search(t->v, start, list, NULL, NULL);
    for (int i = 0; i < list->count; i++) {
        const tml_steady_point *one = &list->states[i].at;
        const double distance = tml_steady_distance(s, one->q, start->q);
        if (list->states[i].singular || distance >= nearest || tml_steady_check(t, one, false) != TML_OK)
            continue;
        nearest = distance;
        tml_steady_copy(s, one, &t->at);
    }
    return nearest < INFINITY;
}

static tml_status say_not_finite(tml_steady_task *t)
{
    tml_failure_cause cause;
    if (tml_failure_find_cause(t->s->work, &cause))
        tml_failure_report_cause(t->task, &cause, TML_ERROR);
    else
        tml_log_raise(t->task->log, TML_E_FORCE_NOT_FINITE, t->task->element->place,
                      "steady: a force is not a number at the start");
    return TML_FAILED;
}

/* A state far from the start that is not stable is hardly what was meant: where the mechanism would creep to, then. */
static void prefer_stable(tml_steady_task *t, const tml_steady_point *start, int *iterations)
{
    tml_steady *s = t->s;
    if (*iterations <= FEW_STEPS && !t->v->shortened)
        return;
    tml_steady_point other = tml_steady_point_make(s);
    tml_steady_copy(s, start, &other);
    if (tml_steady_stiffen(s, &t->at))
        return;
    tml_steady_judge(s, &t->at, t->stability);
    if (!t->stability->unstable || tml_steady_creep(t->v, &other) != TML_STEADY_FOUND ||
        tml_steady_check(t, &other, false) != TML_OK)
        return;
    tml_steady_evaluate(s, &other);
    tml_steady_stiffen(s, &other);
    tml_steady_judge(s, &other, t->stability);
    if (t->stability->unstable)
        return;
    tml_steady_copy(s, &other, &t->at);
    *iterations = t->v->iterations;
    t->how = ", after creeping there: what Newton led to is not stable";
}

tml_status tml_steady_find(tml_steady_task *t, int *iterations)
{
    tml_steady *s = t->s;
    tml_steady_point start = tml_steady_point_make(s);
    tml_steady_copy(s, &t->at, &start);
    const tml_steady_end end = tml_steady_solve(t->v, &t->at);
    *iterations = t->v->iterations;
    if (end == TML_STEADY_NOT_FINITE)
        return say_not_finite(t);
    if (end == TML_STEADY_FOUND) {
        prefer_stable(t, &start, iterations);
        return tml_steady_check(t, &t->at, true);
    }
    tml_steady_copy(s, &start, &t->at);
    if (tml_steady_check(t, &t->at, true) != TML_OK)
        return TML_FAILED;
    if (tml_steady_creep(t->v, &t->at) == TML_STEADY_FOUND) {
        *iterations = t->v->iterations;
        t->how = ", after creeping there";
        return tml_steady_check(t, &t->at, true);
    }
    tml_steady_copy(s, &start, &t->at);
    const char *reason = along_curve(t);
    *iterations = t->v->iterations;
    t->how = ", after following it up from rest";
    if (reason && !elsewhere(t, &start)) {
        tml_log_raise(t->task->log, TML_E_NO_STEADY_STATE, t->task->element->place,
                      "steady: no steady state was found for %s: %s", tml_steady_speeds_text(t, 0), reason);
        return TML_FAILED;
    }
    if (reason) {
        t->how = ", from another start";
        tml_log_raise(
            t->task->log, TML_W_STEADY_OTHER_START, t->task->element->place,
            "steady: the start leads to no steady state; this is the nearest that was found from other starts");
    }
    return tml_steady_check(t, &t->at, true);
}
