/* stepping.h - what all integrators share after each step: events, output at the times wanted, the last message of the library.
 *
 * Both read the motion inside the step through the integrator's own continuous extension `at`; steps are never shortened.
 */
#pragma once
#include "integrate/integrator.h"

typedef struct {
    const tml_problem *p;
    int (*at)(void *library, double t, double *y); /* the state at a time inside the last step */
    int (*exactly)(void *library, double t,
                   double *y); /* the same at a higher price, as exact as a step; NULL: `at` is */
    void *library;
    double before;             /* time at which the last step began */
    int taken;                 /* steps since */
    double looked;             /* this time */
    int creeping;              /* steps in a row that hardly changed t */
    int next;                  /* output time */
    double *y;                 /* (n) */
    double *g, *g_end, *g_try; /* (event_count) at the begin of the step, at its end, between */
    double *when;              /* (event_count) times of this step's crossings */
    char message[256];         /* the library's last complaint */
} tml_stepping;

bool tml_stepping_start(tml_stepping *s, const tml_problem *p, int (*at)(void *library, double t, double *y),
                        int (*exactly)(void *library, double t, double *y), void *library);
void tml_stepping_free(tml_stepping *s);
/* The first output; then, after each step to time t and state p->y. 0 go on, 1 stop, -1 failed. */
int tml_stepping_begin(tml_stepping *s);
int tml_stepping_advance(tml_stepping *s, double t);
/* Remembers the library's message instead of printing it. */
void tml_stepping_complaint(int code, const char *module, const char *function, char *message, void *stepping);
/* An error with the time it was reached. */
tml_status tml_stepping_failed(const tml_stepping *s, double reached, tml_log *log);
