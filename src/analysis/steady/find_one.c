/* find_one.c - one relative equilibrium: Newton's method from the start; if that fails, pseudo-transient continuation,
 * then continuation in the speeds from rest, then other starts.
 *
 * speeds = p * (those prescribed), p from 0 to 1: the curve also tells why there is no solution.
 */
#include "analysis/failure.h"
#include "analysis/steady/steady_task.h"
#include <math.h>
#include <string.h>

enum { MIN_STEPS = 40, FEW_STEPS = 10 };

/* What the curve from rest passes. */
typedef struct {
    tml_steady_task *t;
    tml_steady_point last;
    double first_fold; /* parameter at the first fold; NAN: none */
} path_from_rest;

static int visit(void *context, const tml_steady_node *n)
{
    path_from_rest *w = context;
    tml_steady_copy(w->t->s, &n->at, &w->last);
    if (n->marks & TML_STEADY_FOLD && isnan(w->first_fold))
        w->first_fold = n->at.parameter;
    return 0;
}

static void set_speeds(tml_steady_task *t, bool from_rest)
{
    for (int i = 0; i < t->request.count; i++) {
        t->s->last[i] = t->request.velocities[i].first;
        t->s->first[i] = from_rest ? 0 : t->request.velocities[i].first;
    }
}

/* Why the curve from rest does not reach the prescribed speeds. */
static const char *explain_end(tml_steady_task *t, const tml_steady_continuation *tracer, tml_continuation_end end,
                               double fold)
{
    tml_arena *arena = t->task->arena;
    if (!isnan(fold))
        return tml_arena_format(arena, "continued from rest, it turns back at %s, where it meets another one",
                                tml_steady_speeds_text(t, fold));
    if (end == TML_CONTINUATION_UNBOUNDED)
        return tml_arena_format(arena, "continued from rest, %s grows without bound towards %s",
                                tml_steady_coordinate_name(t, tracer->unbounded),
                                tml_steady_speeds_text(t, tracer->limit));
    return "start closer to it (initial)";
}

/* Continuation from rest. NULL: arrived; else the reason why not. */
static const char *continue_from_rest(tml_steady_task *t)
{
    tml_steady *s = t->s;
    path_from_rest w = {t, tml_steady_point_make(s), NAN};
    tml_steady_continuation *tracer = tml_steady_continuation_make(t->v, t->stability, MIN_STEPS);
    tml_steady_direction up = tml_steady_direction_make(s);
    tracer->visit = visit, tracer->context = &w;
    up.parameter = 1;
    set_speeds(t, true);
    t->at.parameter = 0;
    tml_continuation_end end = TML_CONTINUATION_NO_START;
    if (tml_steady_solve(t->v, &t->at) == TML_STEADY_CONVERGED)
        end = tml_steady_continuation_run(tracer, &t->at, &up);
    const char *reason =
        end == TML_CONTINUATION_REACHED_END && w.last.parameter == 1 ? NULL : explain_end(t, tracer, end, w.first_fold);
    tml_steady_copy(s, &w.last, &t->at);
    set_speeds(t, false);
    t->at.parameter = 0;
    return reason;
}

/* The nearest solution found from many starts. False: there is none. */
static bool find_from_other_starts(tml_steady_task *t, const tml_steady_point *start)
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

static tml_status report_not_finite(tml_steady_task *t)
{
    tml_failure_cause cause;
    if (tml_failure_find_cause(t->s->work, &cause))
        tml_failure_report_cause(t->task, &cause, TML_ERROR);
    else
        tml_log_raise(t->task->log, TML_E_FORCE_NOT_FINITE, t->task->element->place,
                      "steady: a force is not a number at the start");
    return TML_FAILED;
}

/* An unstable state far from the start is hardly what the user meant: prefers the one that pseudo-transient
 * continuation leads to, if it is stable. */
static void prefer_stable(tml_steady_task *t, const tml_steady_point *start, int *iterations)
{
    tml_steady *s = t->s;
    if (*iterations <= FEW_STEPS && !t->v->damped)
        return;
    tml_steady_point other = tml_steady_point_make(s);
    tml_steady_copy(s, start, &other);
    if (tml_steady_find_stiffness(s, &t->at))
        return;
    tml_steady_find_stability(s, &t->at, t->stability);
    if (!t->stability->unstable || tml_steady_pseudo_transient(t->v, &other) != TML_STEADY_CONVERGED ||
        tml_steady_check(t, &other, false) != TML_OK)
        return;
    tml_steady_evaluate(s, &other);
    tml_steady_find_stiffness(s, &other);
    tml_steady_find_stability(s, &other, t->stability);
    if (t->stability->unstable)
        return;
    tml_steady_copy(s, &other, &t->at);
    *iterations = t->v->iterations;
    t->how = ", by pseudo-transient continuation: the state that Newton led to is unstable";
}

tml_status tml_steady_find(tml_steady_task *t, int *iterations)
{
    tml_steady *s = t->s;
    tml_steady_point start = tml_steady_point_make(s);
    tml_steady_copy(s, &t->at, &start);
    const tml_steady_status end = tml_steady_solve(t->v, &t->at);
    *iterations = t->v->iterations;
    if (end == TML_STEADY_NOT_FINITE)
        return report_not_finite(t);
    if (end == TML_STEADY_CONVERGED) {
        prefer_stable(t, &start, iterations);
        return tml_steady_check(t, &t->at, true);
    }
    tml_steady_copy(s, &start, &t->at);
    if (tml_steady_relax_states(s, &t->at) && tml_steady_solve(t->v, &t->at) == TML_STEADY_CONVERGED) {
        *iterations = t->v->iterations;
        t->how = ", from states that have come to rest by themselves";
        return tml_steady_check(t, &t->at, true);
    }
    if (tml_steady_report_moving_state(t))
        return TML_FAILED;
    tml_steady_copy(s, &start, &t->at);
    if (!s->rates && tml_steady_check(t, &t->at, true) != TML_OK) /* at the start something may slip */
        return TML_FAILED;
    if (tml_steady_pseudo_transient(t->v, &t->at) == TML_STEADY_CONVERGED) {
        *iterations = t->v->iterations;
        t->how = ", by pseudo-transient continuation";
        return tml_steady_check(t, &t->at, true);
    }
    tml_steady_copy(s, &start, &t->at);
    const char *reason = continue_from_rest(t);
    *iterations = t->v->iterations;
    t->how = ", by continuation from rest";
    if (reason && !find_from_other_starts(t, &start)) {
        tml_log_raise(t->task->log, TML_E_NO_STEADY_STATE, t->task->element->place,
                      "steady: no steady state was found for %s: %s", tml_steady_speeds_text(t, 0), reason);
        return TML_FAILED;
    }
    if (reason) {
        t->how = ", from another start";
        tml_log_raise(t->task->log, TML_W_STEADY_OTHER_START, t->task->element->place,
                      "steady: the start leads to no steady state; this is the nearest one found from other starts");
    }
    return tml_steady_check(t, &t->at, true);
}
