/* event_repetition.c - events that occur again and again in shrinking intervals: the ball that bounces by an event of the user's.
 *
 *   t_inf = t + d r/(1 - r)      d the last interval, r its ratio to the one before
 */
#include "analysis/dynamics/event_run.h"

static const double SHRUNK = 1e-6; /* interval, of the first of those that shrink: the limit is near */
enum { MIN_SHRINKING = 8 };

/* Whether the event occurs in intervals that shrink towards a limit, which is then *limit. */
static bool shrinks(tml_occurrences *o, double t, double *limit)
{
    const double interval = t - o->last, before = o->interval;
    const bool shorter = o->count > 1 && interval < before;
    o->shrinking = shorter ? o->shrinking + 1 : 0;
    if (!shorter)
        o->first = interval;
    o->interval = o->count ? interval : 0;
    o->last = t;
    o->count++;
    if (o->shrinking < MIN_SHRINKING || interval > SHRUNK * o->first)
        return false;
    const double ratio = interval / before;
    *limit = t + interval * ratio / (1 - ratio);
    return true;
}

/* One that only counts goes on: it is what accumulates that has an end, as the bounces of a stop have. */
static bool changes_motion(const tml_event_run *r, const tml_event *event)
{
    for (int k = event->first_action; k < event->first_action + event->action_count; k++)
        if (r->rigid->actions[k].what != TML_DO_COUNT)
            return event->acts && !event->of_contact;
    return false;
}

bool tml_event_run_shrinks(tml_event_run *r, int event, double t, double *limit)
{
    return shrinks(&r->occurrences[event], t, limit) && changes_motion(r, &r->rigid->events[event]);
}

void tml_event_run_warn_zeno(const tml_event_run *r, int event, double limit)
{
    const tml_event *e = &r->m->task->system->events[event];
    tml_log_raise(
        r->m->task->log, TML_W_ZENO, e->place,
        "event %s occurs again and again in shrinking intervals, %ld times so far, and by their ratio infinitely often "
        "before t = %.9g s: the motion ends here; let the event do something else at small speeds, or stop",
        e->name, r->occurrences[event].count, limit);
    if (r->facts)
        tml_table_add_fact(r->facts, "limit of events", limit, "%s: t = %.12g s", e->name, limit);
    r->m->event = e->name;
}
