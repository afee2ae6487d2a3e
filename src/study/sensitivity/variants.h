/* variants.h - a motion at one set of parameter values, and the same motion at values nearby: what its equations say, and how
 * that changes with each parameter.
 *
 * The motion is x' = f(t, x, p), with its joints closed at the nearest state (run/live_ode.c). S = dx/dp obeys S' = f_x S + f_p. f_x S is
 * exact where the linearization is (linearize/linearization.h). Derivatives by p have order 6: of equations, not of motions,
 *
 *   dF/dp = sum_k w_k (F(x, p + k h) - F(x, p - k h)) / h,      k = 1, 2, 3,  w = 3/4, -3/20, 1/60
 *
 * Derivatives of channels along S, y_x S, and f_x S where no linearization is at hand, are the same along x + k d S.
 */
#pragma once
#include "run/real_time.h"
#include "study/study.h"

enum { TML_STENCIL = 3 }; /* neighbours on either side */
extern const double tml_stencil_weight[TML_STENCIL];

typedef struct {
    tml_model *model;
    tml_live *live;
} tml_variant;

typedef struct tml_variants {
    const tml_study *study;
    int n;           /* of x */
    int parameters;  /* that can be varied: some may have no motions nearby */
    int *which;      /* (parameters) of the study */
    const double *h; /* (parameters) */
    double begin;    /* when the motion begins */
    bool exact;      /* f_x S is */
    tml_variant centre;
    tml_variant *near;        /* (parameters x 2 TML_STENCIL) at -3h, -2h, -h, h, 2h, 3h */
    const double *size;       /* (n) of the state: what changes are compared with */
    double *rates, *at, *row; /* (n), (n), (columns) scratch */
    const char *why;          /* there is no such motion: what is in the way */
} tml_variants;

/* At values (parameters); memory from the arena, but for lives and models (tml_variants_free). False: `why` says what is in the way. */
bool tml_variants_make(tml_variants *v, const tml_study *study, const double *values, tml_arena *arena);
void tml_variants_free(tml_variants *v);

/* The state where the motions are, at the beginning, and its derivatives: x (n), S (parameters x n). */
void tml_variants_start(const tml_variants *v, double *x, double *S);
/* x' and S'. 0; non-zero: the equations have no solution there. */
int tml_variants_rates(tml_variants *v, double t, const double *x, const double *S, double *xdot, double *Sdot);
/* Channels by their columns, y (count), and with dy (count x parameters) not NULL their derivatives along S. */
int tml_variants_channels(tml_variants *v, double t, const double *x, const double *S, const int *columns, int count,
                          double *y, double *dy);
/* The same of the value whose zero is event `index` of the system. */
int tml_variants_event(tml_variants *v, double t, const double *x, const double *S, int index, double *g, double *dg);
/* Derivatives (parameters) of a parameter of the model. */
void tml_variants_parameter(const tml_variants *v, int parameter, double *derivative);
/* A step has ended here: turns of angles are counted from here. 0; non-zero: failure. */
int tml_variants_accept(tml_variants *v, double t, const double *x);
/* What a parameter is compared with. */
double tml_variants_scale(const tml_variants *v, int parameter);
/* When the rates have a jump or a kink next; NAN: that depends on a parameter. */
double tml_variants_break(const tml_variants *v);
/* From one side of such a break to the other. 0; non-zero: failure, as where velocities jump. */
int tml_variants_pass(tml_variants *v, double t, const double *x);
