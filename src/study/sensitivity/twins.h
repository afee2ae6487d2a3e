/* twins.h - a run at one set of parameter values, and beside it the same analyses at values nearby, in states that are not solved for but
 * displaced along the derivative of the solution.
 *
 *   x(p + k h)  ~  x + k h S,    S = dx/dp:    R_x S + R_p = 0          k = -3 ... 3, k != 0
 *
 * S is found with Newton's matrix of the analysis (solution.h) and refined until d/ds R(x + s S, p + s) = 0. All derivatives along (S, 1) are
 * of order 6, of equations at states that are given:   dF = sum_k w_k (F(+k) - F(-k)) / h,   w = 3/4, -3/20, 1/60
 */
#pragma once
#include "run/run.h"
#include "study/sensitivity/solution.h"
#include "study/sensitivity/variants.h"

enum { TML_TWIN_SIDES = 2 * TML_STENCIL }; /* +h, -h, +2h, -2h, +3h, -3h */

typedef struct {
    tml_run_state run;
    tml_run_options options;
    tml_log log;
    tml_task task;
    const double *drawn;      /* (nq) where it begins; NULL: not known */
    const double *parameters; /* of the model, before all analyses; NULL: not known */
    tml_solution *x;          /* of the present analysis; NULL: it is none */
} tml_twin;

typedef enum {
    TML_NOT_FOUND, /* not this way: by differences */
    TML_FOUND,
    TML_NONE, /* there is none: positions are singular */
} tml_derivative_state;

/* Steps, of a parameter. */
#define TML_TWIN_STEP 0x1p-8
typedef struct {
    const tml_study *study;
    const double *values; /* (parameters) */
    int parameters;
    double *h, *next; /* (parameters) steps; those to be tried next */
    bool *shortened;  /* (parameters) they were longer before */
    bool *gone;       /* (parameters) there is no such mechanism nearby */
    tml_twin *near;   /* (parameters x TML_TWIN_SIDES) */
    tml_model *model; /* of all of them: it is prepared for one after the other */
    tml_arena *arena;
    char *texts;          /* of the values of its parameters */
    const char *why;      /* why something was not found, the last */
    const char *singular; /* why there is no derivative, the last */
    bool too_far;         /* some h is too large: `next` is smaller, and all is to be done again */
    /* of the present analysis */
    tml_task task;   /* of the run itself, with results of its own, */
    tml_state begin; /* and its state, at the time when it began */
    tml_solution *x;
    size_t columns;
    bool sampled; /* the sample last taken is there: */
    size_t sampled_row;
    double sampled_time;
    double *row;                      /* (columns) of the sample last taken */
    double *rough;                    /* (parameters x columns) the same of order 4 */
    double *slope;                    /* (parameters x columns) its derivatives */
    bool *kinked;                     /* (parameters x columns) both sides have slopes of their own */
    bool *still;                      /* (parameters) positions do not depend on it at all */
    bool *loose;                      /* (columns) they depend on what the equations leave open */
    tml_derivative_state *state;      /* (parameters) of the sample */
    double *S, *d, *D, *first, *r[2]; /* (n), (n), (residuals) ... */
    double *beside[TML_TWIN_SIDES];   /* (columns) */
} tml_twins;

double tml_twin_steps(int side);  /* 1, -1, 2, -2, 3, -3 */
double tml_twin_weight(int side); /* of F there, of the derivative times h */
tml_twin *tml_twins_near(const tml_twins *t, int parameter, int side);

/* At values (parameters), with steps h (parameters). What fails is `gone`. */
void tml_twins_make(tml_twins *t);
/* The same with other steps. */
void tml_twins_again(tml_twins *t);
void tml_twins_free(tml_twins *t);
/* Of a model that has been prepared, before all analyses; NULL: it has not. */
const double *tml_twins_parameters(const tml_model *model);
/* Behind an analysis of the run itself: those nearby are prepared for it, and its equations are set up. */
void tml_twins_follow(tml_twins *t, tml_run_state *run, int index, tml_task *task);
/* Derivatives of a row of the table: row, slope, kinked, state. */
void tml_twins_sample(tml_twins *t, const tml_table *table, size_t row, double time);
/* Derivatives of order 6 of numbers that all sides have, and those of order 4: (count) of from[side] (count). */
void tml_twins_differentiate(const tml_twins *t, int parameter, double *const from[TML_TWIN_SIDES], size_t count,
                             double *out, double *rough);
/* Whether such a derivative of a value is good, beside the largest of the numbers that it is made with; else steps are made shorter, or it is not
 * found. */
bool tml_twins_accept(tml_twins *t, int parameter, double slope, double rough, double value, double largest_value);
/* The largest number of the row last sampled. */
double tml_twins_largest(const tml_twins *t);
/* They end the analysis where the run has: in its last row. */
void tml_twins_leave(tml_twins *t, const tml_run_state *run, const tml_table *table);
