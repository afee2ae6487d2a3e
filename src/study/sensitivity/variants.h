/* variants.h - a motion at one set of parameter values, and the same motion at values nearby: what its equations say, and how
 * that changes with each parameter.
 *
 * The motion is x' = f(t, x, p). S = dx/dp obeys S' = f_x S + f_p, the derivative of f along (S, 1) in x and p together: of equations, not of motions,
 *
 *   S' = sum_k w_k (f(x + k h S, p + k h) - f(x - k h S, p - k h)) / h,      k = 1, 2,     w = 2/3, -1/12         (order 4)
 *                                                                            k = 1, 2, 3,  w = 3/4, -3/20, 1/60   (order 6)
 *
 * the same of channels. Rates are of order 4 where derivatives of order 2 are near to that, so that it has the digits; else, and all else, of order 6.
 * Where S is large x and p are moved apart from each other, x by a smaller step. f_x S is exact where that is asked for and the linearization is (linearize/linearization.h).
 *
 * Where an event acts, g(t, x, p) = 0, x -> X(t, x, p), every motion nearby meets it at a time of its own: moved on along f from x + k h S until
 * its g is zero, it is taken through the event as the engine does it, and
 *
 *   dt/dp = sum_k w_k t_k / h,      S -> sum_k w_k X_k / h - dt/dp f(after)
 *
 * which is the derivative of the state behind at a fixed time (saltation matrix). Breaks of time are the same, with the time known.
 */
#pragma once
#include "run/real_time.h"
#include "study/near_models.h"

enum { TML_STENCIL = 3 }; /* neighbours on either side */
extern const double tml_stencil_weight[TML_STENCIL], tml_stencil_weight_narrow[TML_STENCIL];

typedef struct {
    tml_model *model; /* kept by others */
    tml_live *live;
} tml_variant;

typedef struct tml_variants {
    const tml_study *study;
    tml_near_models *copies; /* of the model: of the centre, in either formulation, then of those nearby */
    int n, columns;          /* of x, of channels */
    int parameters;          /* that can be varied: some may have no motions nearby */
    int *which;              /* (parameters) of the study */
    const double *h;         /* (parameters) */
    double begin;            /* when the motion begins */
    bool exact;              /* f_x S is */
    bool kinks;              /* f may have some */
    tml_variant centre;
    tml_variant *near;              /* (parameters x 2 TML_STENCIL) at -3h, -2h, -h, h, 2h, 3h */
    const double *size;             /* (n) of the state: what changes are compared with */
    double *at, *value;             /* (n), (n + columns) scratch */
    double *nearby, *change;        /* (2 TML_STENCIL x (n + columns)), (n + columns) scratch */
    double *row, *after_columns;    /* (columns) scratch */
    double *before, *after;         /* (n) rates before and after a jump */
    double *landed, *landed_centre; /* (n) scratch */
    double rate;                    /* 1/s: characteristic, of the motion */
    double fastest;                 /* 1/s: rate of change of the state, of its size, where a jump is */
    const char *why;                /* there is no such motion: what is in the way */
} tml_variants;

/* At values (parameters); memory from the arena, but for lives (tml_variants_free). False: `why` says what is in the way. */
bool tml_variants_make(tml_variants *v, tml_near_models *near, const double *values, tml_arena *arena);
void tml_variants_free(tml_variants *v);

/* The state where the motions are, at the beginning, and its derivatives: x (n), S (parameters x n). */
void tml_variants_start(const tml_variants *v, double *x, double *S);
/* Closes the loops, of S as the derivative of that by x and p, where the motion does so after a step. 0; non-zero: they cannot be. */
int tml_variants_close(tml_variants *v, double t, double *x, double *S);
/* x', and with Sdot not NULL S'. 0; non-zero: the equations have no solution there. */
int tml_variants_rates(tml_variants *v, double t, const double *x, const double *S, double *xdot, double *Sdot);
/* The same, and with it channels by their columns, y (count), and their derivatives dy (count x parameters). */
int tml_variants_rates_with(tml_variants *v, double t, const double *x, const double *S, const int *columns, int count,
                            double *xdot, double *Sdot, double *y, double *dy);
/* Channels by their columns, y (count), and with dy (count x parameters) not NULL their derivatives along S. */
int tml_variants_channels(tml_variants *v, double t, const double *x, const double *S, const int *columns, int count,
                          double *y, double *dy);
/* The same of the value whose zero is event `index` of the system. */
int tml_variants_event(tml_variants *v, double t, const double *x, const double *S, int index, double *g, double *dg);
/* By how much channels (count) change as the state does by its size. 0; non-zero: they cannot be evaluated. */
int tml_variants_reach(tml_variants *v, double t, const double *x, const int *columns, int count, double *reach);
/* Derivatives (parameters) of a parameter of the model. */
void tml_variants_parameter(const tml_variants *v, int parameter, double *derivative);
/* A step has ended here: turns of angles are counted from here. 0; non-zero: failure. */
int tml_variants_accept(tml_variants *v, double t, const double *x);
/* What a parameter is compared with. */
double tml_variants_scale(const tml_variants *v, int parameter);
/* Whether S (parameters x n) can still be the derivative of a motion. */
bool tml_variants_are_bounded(const tml_variants *v, const double *S);
/* When the rates have a jump or a kink next. */
double tml_variants_break(const tml_variants *v);
/* From one side of an event (by its place among what the motion watches) or of that break (-1) to the other: x, S, and the derivatives `time`
 * (parameters) of when it is. 0; non-zero: failure, `why` may say more. */
int tml_variants_jump(tml_variants *v, double t, int event, double *x, double *S, double *time);
