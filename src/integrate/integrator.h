/* integrator.h - what is integrated, and by what: one interface between equations and SUNDIALS.
 *
 * y' = f(t, y) with y kept on a manifold by `project`, or F(t, z, z') = 0. Callbacks return 0, +1 (cannot be evaluated here:
 * try a smaller step) or -1 (give up).
 */
#pragma once
#include "base/arena.h"
#include "base/status.h"
#include "linalg/sparsity.h"

/* The equations as a differential-algebraic system F(t, z, z') = 0, with its sparse Jacobian by columns. */
typedef struct {
    int n;                      /* of z; y is its beginning */
    const double *kind;         /* (n) 1: differential, 0: algebraic */
    const double *absolute;     /* (n) absolute tolerances */
    const tml_pattern *pattern; /* of dF/dz + c dF/dz' */
    int (*start)(void *context, double t, const double *y, double *z, double *zdot);
    int (*residual)(void *context, double t, const double *z, const double *zdot, double *F);
    int (*jacobian)(void *context, double t, double c, const double *z, const double *zdot, double *values);
} tml_dae;

typedef struct {
    int n; /* of y */
    double t0, t1;
    double *y;                        /* start; at the end the last state */
    double relative;                  /* tolerance */
    const double *absolute;           /* (n) tolerances */
    double characteristic_rate;       /* 1/s: the unit of time in which y changes by about its scale */
    double step;                      /* fixed step (rk4), or the largest (0: none) */
    double pace;                      /* of the usual first step, a part */
    double (*longest)(void *context); /* the longest step from the state last evaluated; NULL: any */
    const double *times;              /* (time_count) where output is wanted, rising, from t0 to t1 */
    int time_count;
    void *context;
    int (*rate)(void *context, double t, const double *y, double *ydot);
    /* df/dy: n x n by columns, or the entries of `pattern`, which has the whole diagonal. NULL: by differences. */
    int (*jacobian)(void *context, double t, const double *y, double *J);
    const tml_pattern *pattern;                         /* NULL: J is dense */
    int (*project)(void *context, double t, double *y); /* NULL: none */
    /* Splits an error of y into what lies along the constraints (stays in `error`) and what lies across them. */
    int (*split)(void *context, double t, const double *y, double *error, double *across);
    /* How independent the constraints were where `split` last looked, as a part of what they were elsewhere: 0 at a singular
     * position. NULL: not known */
    double (*independence)(void *context);
    double (*drift)(void *context, double t, const double *y); /* residual over what is tolerated */
    int (*accept)(void *context, double t, const double *y);   /* after each step; non-zero stops the run */
    int (*output)(void *context, double t, const double *y);   /* at each time wanted; non-zero stops */
    int event_count;
    int (*events)(void *context, double t, const double *y, double *g);
    const int *directions;                                             /* (event_count) */
    int (*event)(void *context, double t, const double *y, int index); /* at each crossing; non-zero stops */
    const tml_dae *dae;                                                /* for integrators that want it */
} tml_problem;

typedef struct {
    long steps, rejected, jacobians;
    double reached;     /* time */
    bool stopped;       /* by a callback */
    const char *method; /* what was used, in words */
} tml_statistics;

/* What `auto` takes an integrator for: there is one for each. */
typedef enum {
    TML_NOT_AUTOMATIC, /* it must be asked for */
    TML_FOR_SMOOTH_MOTION,
    TML_FOR_STIFF_MOTION,
    TML_FOR_MASSLESS_BODIES, /* that rigid joints leave free */
} tml_automatic_use;

typedef struct {
    const char *name, *doc;
    tml_automatic_use automatic;
    bool needs_jacobian; /* `jacobian` is made where the formulation can: in absolute coordinates; else it is NULL */
    bool needs_dae;      /* `dae` is made: of absolute coordinates only */
    bool single_step;    /* a Runge-Kutta method: a step depends on the state before it alone */
    bool fixed_step;     /* as the caller says: no estimate of the error */
    int order;           /* of a method with a fixed step */
    double stable;  /* of such a method: eigenvalues s need |s| h below this, with room for what changes on the way */
    bool ends_near; /* the last evaluation before `project` or `split` is of nearly the same state */
    bool
        evaluates_steps; /* `rate` is called with `y` of the problem itself at every accepted state but the last, and only there */
    /* TML_OK, TML_FAILED with a message, TML_NO_MEMORY */
    tml_status (*run)(const tml_problem *problem, tml_statistics *statistics, tml_log *log);
} tml_integrator_class;

extern const tml_integrator_class *const tml_integrator_classes[];
extern const int tml_integrator_class_count;
const tml_integrator_class *tml_integrator_find(const char *name); /* NULL: no such kind */
/* The name of the i-th; NULL behind the last. */
const char *tml_integrator_name(int i);
/* The one that `auto` takes for this. */
const tml_integrator_class *tml_integrator_automatic(tml_automatic_use use);
/* "explicit, dopri5 or rk4": the names of those that are so; in the arena. */
const char *tml_integrator_list(bool (*is)(const tml_integrator_class *class), tml_arena *arena);
