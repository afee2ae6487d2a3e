/* driven_recording.h - what is recorded of a driven motion: the rows of its table, and what is summed up along it. */
#pragma once
#include "analysis/drive_sizing.h"
#include "analysis/failure.h"
#include "analysis/inverse/singular_actuation.h"
#include "analysis/kinematics/continuation.h"
#include "analysis/kinematics/driven_extrema.h"
#include "analysis/kinematics/driven_limits.h"
#include "analysis/kinematics/driven_passages.h"
#include "analysis/kinematics/driven_run.h"
#include "analysis/limit_watch.h"
#include "analysis/output_facts.h"
#include "integrate/along.h"
#include <math.h>

typedef struct {
    tml_task *task;
    tml_driven *d;
    const tml_driven_request *request;
    tml_table *table;
    size_t base;        /* columns of the system, before those of actuators and ratios */
    tml_ratios *ratios; /* to report; NULL: none */
    double *lambda;
    double energy_start;
    double *integrals;             /* (rates) at the last row */
    int redundant;                 /* more actuators than degrees of freedom */
    tml_singular_search *singular; /* where the actuators are singular; NULL: not searched for */
    tml_configuration *from, *to;  /* the last step */
    tml_configuration *probe;
    int undefined_rows; /* rows in which the actuators are singular and cannot produce the motion */
    double undefined_time;
    const char *undefined_text;       /* description of the first of them */
    double kinetic, low, high;        /* largest T, range of V, over all states */
    double position, velocity, error; /* largest residuals, energy error, over all steps and rows */
    double energy;                    /* T + V at the end of the last step */
    int energy_steps;                 /* steps at which the energy error is known */
    bool begun;                       /* energy_start is known */
    double *row;                      /* (base) channels between rows */
    tml_sizing *sizing;               /* of motors; NULL: there are none */
    int functions;                    /* outputs of the user, then functions of motors: */
    tml_along *along;                 /* (functions) */
    double *fastest;                  /* (actuators) largest |speed| */
    int rates;                        /* number of integrals; those of outputs are the last */
    double power_scale;               /* W: magnitudes of the powers of single forces, at the last rates */
    tml_result_laws *laws;            /* forces that depend on results; NULL: none */
    bool unsolved;                    /* one of these has no value somewhere: */
    tml_failure_cause cause;
    tml_limit_watch *limits;       /* NULL: none */
    tml_driven_passages *passages; /* between rows; NULL: there are no contacts */
    tml_driven_limits *between;    /* the same of stops, ropes, flanks and couplers; NULL: there are none */
    tml_driven_extrema *extrema;   /* of functions; NULL: none are wanted */
    const tml_outputs_read *read;  /* channels that outputs read; NULL: all may be */
} tml_driven_recording;

/* All but its table. independent (row_count): marks independent rows. */
tml_driven_recording tml_driven_recording_make(tml_task *task, const tml_driven_request *request,
                                               const bool *independent);
/* Evaluates everything at a configuration; returns the power that is integrated to W. */
double tml_driven_recording_evaluate(tml_driven_recording *r, const tml_configuration *configuration);
/* All channels of a configuration just evaluated. work_done NAN: not known, so that the energy balance tells it. */
void tml_driven_recording_observe(tml_driven_recording *r, const tml_configuration *configuration, double work_done,
                                  double *row);
/* Forces that produce the motion do not exist there, only before and after. */
bool tml_driven_recording_is_undefined(const tml_driven_recording *r);
bool tml_driven_recording_rubs(const tml_system *s);
tml_instant tml_driven_recording_instant(const tml_driven_recording *r, const tml_configuration *configuration);

/* What dry friction does where it does not slip (driven_slip.c). */
void tml_driven_recording_find_slips(tml_driven_recording *r, const tml_configuration *configuration);

/* What is to be followed, to be summed up and to be recorded, but for the times of rows (driven_watch.c). */
tml_driven_path_request tml_driven_recording_watch(tml_driven_recording *r);
void tml_driven_recording_take_speeds(tml_driven_recording *r);

/* The table, and a row of it (driven_table.c). */
bool tml_driven_recording_make_table(tml_driven_recording *r);
tml_status tml_driven_recording_row(void *recording, int row, const tml_configuration *configuration,
                                    const double *integrals);
void tml_driven_recording_insufficient(const tml_driven_recording *r, double t, const char *missing);

/* What is told about all of it, and what a point of a study needs: numbers that answers read, and whether their
 * derivatives are to be trusted (driven_certificate.c). */
void tml_driven_recording_add_certificate(tml_driven_recording *r, const tml_driven_path_result *found, double cpu);
void tml_driven_recording_add_answers(tml_driven_recording *r, const tml_driven_path_result *found);

/* propagates NaN, which fmax ignores */
static inline double tml_driven_larger(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}
