/* runge_kutta_state.h - the workspace of a Runge-Kutta method: what its steps and its dense output share. */
#pragma once
#include "integrate/runge_kutta.h"
#include "integrate/step_trial.h"
#include "integrate/stepping.h"
#include <math.h>

enum { TML_PAIR_NODES = TML_PAIR_INTERIOR + 2 };
enum { TML_FIT_TERMS = 5 };
#define TML_LONGEST_BRIEF 0.3 /* of a usual step: longer runs are not tried with few stages (brief_step.c) */

/* What the places of the stages of a pair in a step tell. */
typedef struct {
    const tml_pair *pair;                           /* for which it was found */
    int order[TML_MAX_PAIR];                        /* stages in the order of time */
    int terms;                                      /* of polynomials: their degree and one */
    double polynomial[TML_FIT_TERMS][TML_MAX_PAIR]; /* at the stages, orthonormal there */
} tml_stage_places;

struct tml_runge_kutta_state {
    tml_stepping stepping;
    const tml_problem *p;
    const tml_pair *pair, *only;      /* in use; requested, NULL: automatic */
    double begin, end;                /* of the last step */
    tml_step_trial control;           /* of their lengths */
    long low_noise_steps;             /* by the low-noise pair */
    double rounding;                  /* of the derivatives, in units of the tolerance and 1/s */
    long age;                         /* steps before this run since it was first found */
    int window;                       /* steps since `then` */
    double *start, *first;            /* (n) state and derivative at its beginning */
    double *then, *middle;            /* (n) states at the beginning of a window of steps, and in its middle */
    double *last;                     /* (n) derivative at its end, if */
    bool last_known;                  /* it is computed */
    double *k, *stage;                /* (stages x n), (n) */
    double *trial, *error;            /* (n) */
    double *node_y, *node_derivative; /* (TML_PAIR_NODES x n) */
    double *signals, *last_signals;   /* (stages x signal_count), (signal_count) at the end, as `last` */
    double *seen, *kept; /* (stages x event_count) values of events found at stages; those of the last step */
    tml_stage_places places;
    double *values, *last_values;    /* (stages x function_count), (function_count) functions at the stages of a step */
    bool takes_values, values_known; /* those of the stages that follow are kept; of the last step they are */
    bool start_known;                /* at its beginning too */
    bool needed[TML_MAX_PAIR];       /* stages of `marked` at which they are wanted */
    const tml_pair *marked;
    bool stages_valid;            /* those of the step are still valid */
    bool nodes_ready, inaccurate; /* nodes are computed; they are inaccurate */
    bool precise;                 /* they are as accurate as the step */
    int asked;                    /* number of interpolations in this step */
    double *memory;
    double brief; /* of a run that is paced: see tml_resumption */
};

/* Root mean square of x in units of the tolerance */
static inline double tml_stages_rms(const tml_runge_kutta_state *r, const double *x, const double *y)
{
    const int strict = r->p->n - r->p->followers;
    double sum = 0;
    for (int i = 0; i < strict; i++) {
        const double e = x[i] / (r->p->relative * fabs(y[i]) + r->p->absolute[i]);
        sum += e * e;
    }
    for (int i = strict; i < r->p->n; i++) {
        const double e = x[i] / (r->p->slack * r->p->relative * fabs(y[i]) + r->p->absolute[i]);
        sum += e * e;
    }
    return sqrt(sum / fmax(1, r->p->n));
}

/* Keeps the signals of the last evaluation. */
static inline void tml_stages_take_signals(const tml_runge_kutta_state *r, double *to)
{
    for (int i = 0; i < r->p->signal_count; i++)
        to[i] = r->p->signals[i];
}

/* out = from + h sum weight_j k_j over the first stages; from NULL: 0 */
void tml_stages_combine(const tml_runge_kutta_state *r, double h, const double *weight, int count, const double *from,
                        double *out);
/* Derivatives of stages first ... end - 1 of the step h. */
int tml_stages_evaluate(tml_runge_kutta_state *r, int first, int end, double h);
/* y(begin + h) by one step of the method; its first stage is known. */
int tml_stages_step_to(tml_runge_kutta_state *r, double h, double *y);
/* Error of the step in units of the tolerance: the tangent component in full, the normal one by its square. */
double tml_step_error(tml_runge_kutta_state *r, double t);
/* How far signals are from being resolved by the stages of a step (stage_signals.c), relative to what they may be. Where one jumps, this falls with the step. */
double tml_stages_unresolved(tml_runge_kutta_state *r, double h);
/* Hands what the stages of the step just accepted have seen of events over to tml_stepping. */
void tml_stages_keep_seen(tml_runge_kutta_state *r);
/* Whether a stage would change the state by more than some times its own size. */
bool tml_stages_scatter(tml_runge_kutta_state *r, double h);

/* Whether the run ends so soon after t, where it is, that a pair of few stages is tried. */
bool tml_brief_step_applies(const tml_runge_kutta_state *r, double t);
/* From t to the end of the run by a pair of few stages; r->first is known. False: that is not accurate enough, and p->y is as it was. */
bool tml_brief_step(tml_runge_kutta_state *r, double t, tml_statistics *statistics);

/* r->last, the derivative at the end of the step. Non-zero: failure. */
int tml_find_last_derivative(tml_runge_kutta_state *r);
/* The state at a time within the step: by a step to it, and by interpolation where that is accurate; both for tml_stepping. */
int tml_make_step_to(void *steps, double t, double *y);
int tml_dense_output(void *steps, double t, double *y);
