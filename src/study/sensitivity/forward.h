/* forward.h - a motion with its derivatives by parameters, integrated together: forward variation.
 *
 *   x' = f(t, x, p),   S' = f_x S + f_p,   I' = y,   (dI/dp)' = y_x S + y_p           S = dx/dp, y a channel
 *
 * At a time asked for: y and dy/dp = y_x S + y_p. At an extremum t* of y, where y' = 0 (envelope theorem):
 *   d(max y)/dp = dy/dp,   dt* /dp = -(dy/dp)' / y''
 * An extremum at an instant at which the motion jumps, on one of its sides: dy/dp + y' dt/dp, with the derivative of that instant.
 * At an event g = 0:   dt/dp = -(dg/dp) / g'.
 * Rates along the motion are derivatives along (f, S', 1) of what is evaluated at one state: no difference of two states of the motion.
 */
#pragma once
#include "study/sensitivity/variants.h"

typedef enum { TML_AT_TIME, TML_AT_EXTREMUM, TML_AT_EVENT } tml_sample_kind;

typedef struct {
    tml_sample_kind kind;
    int column;      /* of the table of channels; the index of an event of the system */
    double t;        /* of an extremum or event: about there */
    double expected; /* of an extremum: its value, about */
    /* found: */
    double value, rate; /* y there, y' */
    double *derivative; /* (parameters) of y at that time; of an event: of g */
    double *time;       /* (parameters) of an extremum or event: of its time */
    bool found;         /* false: what is there is no smooth extremum, or no crossing */
    bool taken;         /* where the motion jumps */
} tml_sample;

typedef struct {
    int column;
    bool squared; /* of y^2 */
    double size;  /* what its error is compared with */
    /* found: */
    double integral;
    double *derivative; /* (parameters) */
} tml_running_integral;

typedef struct {
    double end;       /* of the motion; samples lie between its beginning and its end */
    double tolerance; /* relative */
    const tml_integrator_class *integrator;
    long steps, most_steps; /* made; 0: any number. More are a sign of rounding that is larger than the tolerance. */
    tml_sample *samples;
    int sample_count;
    tml_running_integral *integrals;
    int integral_count;
} tml_forward_request;

/* TML_OK; TML_FAILED: v->why says why; TML_STOPPED, TML_NO_MEMORY. */
tml_status tml_forward_run(tml_variants *v, tml_forward_request *request, tml_arena *arena);
