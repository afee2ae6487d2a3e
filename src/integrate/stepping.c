/* stepping.c - after each step: events (crossings.c), output, messages. */
#include "integrate/stepping.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_STALLED_STEPS = 50, CHECK_INTERVAL = 10000 };
static const double MAX_STEPS = 1e9; /* more than any run should take: hours */

bool tml_stepping_make(tml_stepping *s, const tml_problem *p, int (*at)(void *library, double t, double *y),
                       int (*exact_step)(void *library, double t, double *y), void *library)
{
    const size_t events = (size_t)p->event_count;
    *s = (tml_stepping){.p = p,
                        .at = at,
                        .exact_step = exact_step ? exact_step : at,
                        .library = library,
                        .before = p->t0,
                        .check_time = p->t0};
    s->y =
        tml_allocate((2 * (size_t)p->n + 10 * events + 1) * sizeof(double)); /* booleans take less than a double each */
    if (!s->y)
        return false;
    s->g = s->y + p->n;
    s->g_end = s->g + events;
    s->g_try = s->g_end + events;
    s->when = s->g_try + events;
    s->g_middle = s->when + events;
    s->until = s->g_middle + events;
    s->beyond = s->until + events;
    s->touch = s->beyond + events;
    s->touch_value = s->touch + events;
    s->rate = s->touch_value + events;
    s->proven = (bool *)(s->rate + p->n);
    s->open = s->proven + events;
    s->reported = s->open + events;
    s->middle = -INFINITY;
    if (p->function_count)
        s->along = tml_along_make(p, at, library);
    return !p->function_count || s->along;
}

void tml_stepping_restart(tml_stepping *s)
{
    s->before = s->check_time = s->p->t0;
    s->steps_since_check = s->stalled_steps = s->next = 0;
    s->middle = -INFINITY;
    s->message[0] = 0;
}

void tml_stepping_end(const tml_stepping *s)
{
    if (s->p->event_end)
        memcpy(s->p->event_end, s->g, (size_t)s->p->event_count * sizeof(double));
}

void tml_stepping_free(tml_stepping *s)
{
    if (s->y)
        tml_release(s->y);
    tml_along_free(s->along);
}

int tml_stepping_begin(tml_stepping *s)
{
    const tml_problem *p = s->p;
    if (p->event_start)
        memcpy(s->g, p->event_start, (size_t)p->event_count * sizeof(double));
    else if (p->event_count && p->events(p->context, p->t0, p->y, s->g))
        return -1;
    if (p->proofs && p->proofs->begin(p->proofs->context, p->t0, p->y))
        return -1;
    for (; s->next < p->time_count && p->times[s->next] <= p->t0; s->next++) {
        const int stop = p->output(p->context, p->t0, p->y);
        if (stop)
            return stop;
    }
    return 0;
}

int tml_stepping_write_output(tml_stepping *s, double t, double end)
{
    const tml_problem *p = s->p;
    for (; s->next < p->time_count && p->times[s->next] <= t; s->next++) {
        const double wanted = p->times[s->next];
        const double *y = p->y;
        if (wanted < end) {
            if (s->at(s->library, wanted, s->y))
                return -1;
            y = s->y;
        }
        const int stop = p->output(p->context, wanted, y);
        if (stop)
            return stop;
    }
    return 0;
}

/* Libraries may continue forever towards a singular time, with steps that no longer change t. */
static bool is_stalled(tml_stepping *s, double t)
{
    const tml_problem *p = s->p;
    const bool stalled =
        t - s->before <= 1e-14 * fmax(fabs(t), 1e-6 * (p->t1 - p->t0)); /* the first steps may be tiny */
    s->stalled_steps = stalled ? s->stalled_steps + 1 : 0;
    if (s->stalled_steps < MAX_STALLED_STEPS)
        return false;
    snprintf(s->message, sizeof s->message, "the steps have become too small");
    return true;
}

/* The solution grows without bound and steps become ever shorter: the end would be reached in hours, or never. */
static bool never_ends(tml_stepping *s, double t)
{
    const tml_problem *p = s->p;
    if (++s->steps_since_check < CHECK_INTERVAL)
        return false;
    const double h = (t - s->check_time) / CHECK_INTERVAL;
    s->steps_since_check = 0;
    s->check_time = t;
    if (p->t1 - t < MAX_STEPS * h || (p->step > 0 && h > 0.5 * p->step))
        return false;
    snprintf(s->message, sizeof s->message, "the steps have become too small: at %.1g s per step, %.0e more are needed",
             h, (p->t1 - t) / h);
    return true;
}

static int follow_functions(tml_stepping *s, double t)
{
    tml_along_stages stages;
    const bool known = s->stages && s->stages(s->library, &stages);
    return tml_along_step(s->along, s->before, t, s->p->y, known ? &stages : NULL);
}

int tml_stepping_advance(tml_stepping *s, double t)
{
    const tml_problem *p = s->p;
    if (is_stalled(s, t) || never_ends(s, t))
        return -1;
    int stop = p->event_count ? tml_stepping_find_events(s, t) : 0;
    if (!stop)
        stop = tml_stepping_write_output(s, t, t);
    if (!stop && s->along)
        stop = follow_functions(s, t);
    if (!stop)
        stop = p->accept(p->context, t, p->y);
    s->before = t;
    memcpy(s->g, s->g_end, (size_t)p->event_count * sizeof(double));
    if (p->proofs && !stop)
        p->proofs->advance(p->proofs->context);
    return stop;
}

void tml_stepping_store_message(int code, const char *module, const char *function, char *message, void *stepping)
{
    tml_stepping *s = stepping;
    (void)module, (void)function;
    if (code < 0)
        snprintf(s->message, sizeof s->message, "%s", message);
}

tml_status tml_stepping_failed(const tml_stepping *s, double reached, tml_log *log)
{
    tml_log_raise(log, TML_E_MOTION_ENDS, TML_NOWHERE, "the motion could not be integrated beyond t = %.9g s%s%s",
                  reached, s->message[0] ? ": " : "", s->message);
    return TML_FAILED;
}
