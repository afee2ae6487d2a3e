/* stepping.h - what all integrators share after each step: events, output at requested times, the last message of the library.
 *
 * Both use the integrator's dense output `at` inside the step; steps are never shortened.
 */
#pragma once
#include "integrate/along.h"
#include "integrate/pair.h"

/* Values of events that the stages of a Runge-Kutta step have found on their way, in the order of time, without its beginning. */
typedef struct {
    int count;
    double t[TML_MAX_PAIR];
    const double *g[TML_MAX_PAIR]; /* (event_count) each; NAN: not found */
} tml_stage_values;

typedef struct {
    const tml_problem *p;
    int (*at)(void *library, double t, double *y); /* dense output: the state at a time inside the last step */
    int (*exact_step)(void *library, double t,
                      double *y); /* the same at a higher cost, as accurate as a step; NULL: `at` is */
    void *library;
    double before;             /* beginning of the last step */
    int steps_since_check;     /* steps since */
    double check_time;         /* this time, when progress was last checked */
    int stalled_steps;         /* consecutive steps that hardly changed t */
    int next;                  /* next output time */
    double *y, *rate;          /* (n) */
    double *g, *g_end, *g_try; /* (event_count) at the beginning of the step, at its end, between */
    double *g_middle, middle;  /* (event_count) in the middle of the step, at this time */
    double *when;              /* (event_count) times of the crossings in this step; INFINITY: not located */
    double *until,
        *beyond; /* (event_count) a time beyond each crossing that is not reported yet, NAN: none; its value there */
    /* (event_count) where a proof has located the first crossing, NAN: it has not; the value there, with the sign of the other side */
    double *touch, *touch_value;
    bool *proven;          /* (event_count) they surely stay above zero in this step */
    bool *open;            /* (event_count) they have proofs, and the ends of the step do not tell */
    bool *reported;        /* (event_count) at the instant that is reported */
    const bool *precise;   /* whether `at` is now as accurate as a step; NULL: never */
    tml_stage_values seen; /* in this step */
    tml_along_work *along; /* of functions along the motion; NULL: none */
    /* What the last step knows of these without dense output; false: nothing. NULL: never */
    bool (*stages)(void *library, tml_along_stages *stages);
    char message[256]; /* last error message of the library */
} tml_stepping;

bool tml_stepping_make(tml_stepping *s, const tml_problem *p, int (*at)(void *library, double t, double *y),
                       int (*exact_step)(void *library, double t, double *y), void *library);
void tml_stepping_free(tml_stepping *s);
/* The same memory serves another run of the problem. */
void tml_stepping_restart(tml_stepping *s);
/* The first output; then, after each step to time t and state p->y. 0 continue, 1 stop, -1 failed. */
int tml_stepping_begin(tml_stepping *s);
int tml_stepping_advance(tml_stepping *s, double t);
/* The run has reached its end: hands over the values of events there, if they are wanted. */
void tml_stepping_end(const tml_stepping *s);
/* Output at all requested times up to t; `end` is the end of the step. */
int tml_stepping_write_output(tml_stepping *s, double t, double end);
/* Events of the step that ends at `end`, in order of time, until one stops the run (crossings.c). */
int tml_stepping_find_events(tml_stepping *s, double end);

/* ---- between crossings.c, extrema.c and proofs.c ---- */

/* Event i at a time within the step, by `at`. */
int tml_stepping_event_at(tml_stepping *s, int (*at)(void *library, double t, double *y), int i, double t, double *g);
/* The first time at which event i is known to be on the other side, between a, where it is `side`, and b. */
int tml_stepping_locate(tml_stepping *s, int i, double a, double side, double b, double fb, double *when);
/* Whether event i has a rate that is known: it depends on the state alone, and not on forces, whose rounding is larger. */
bool tml_stepping_has_rate(const tml_stepping *s, int i);
/* Values of all events between the ends of the step, in s->g_middle; they are evaluated once for each time. */
int tml_stepping_find_between(tml_stepping *s, double t);
/* Where in the step event i is nearest to zero, or beyond it, and its value there. `at` is the end of the step when it is called. False: it comes no nearer;
 * -1: failed. */
int tml_stepping_extremum(tml_stepping *s, int i, double *at, double *value);
/* Whether event i, which has crossed zero at `at`, where it is `value`, did so before, and came back: by what stages have seen. Both are moved to a time beyond the
 * first crossing. -1: failed. */
int tml_stepping_find_earlier(tml_stepping *s, int i, double *at, double *value);
/* Which events with proofs stay above zero in the step to `end` (s->proven), and where the others cross zero first (s->touch). -1: failed. */
int tml_stepping_prove(tml_stepping *s, double end);
/* The next crossing of an event, beyond the one at t, in s->touch. 1: there is one; -1: failed. */
int tml_stepping_prove_after(tml_stepping *s, int i, double t, double end);
/* Stores the library's message instead of printing it. */
void tml_stepping_store_message(int code, const char *module, const char *function, char *message, void *stepping);
/* Error message with the time reached. */
tml_status tml_stepping_failed(const tml_stepping *s, double reached, tml_log *log);
