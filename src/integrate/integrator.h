/* integrator.h - the initial-value problem and its integrators: the interface between equations and SUNDIALS.
 *
 * y' = f(t, y) with y kept on a manifold by `project`, or F(t, z, z') = 0. Callbacks return 0, +1 (cannot be evaluated here:
 * try a smaller step) or -1 (give up).
 */
#pragma once
#include "base/arena.h"
#include "base/status.h"
#include "linalg/sparsity.h"

/* DAE F(t, z, z') = 0 with its sparse Jacobian by columns. */
typedef struct {
    int n;                      /* of z; y is its first part */
    const double *kind;         /* (n) 1: differential, 0: algebraic */
    const double *absolute;     /* (n) absolute tolerances */
    const tml_pattern *pattern; /* of dF/dz + c dF/dz' */
    int (*start)(void *context, double t, const double *y, double *z, double *zdot);
    int (*residual)(void *context, double t, const double *z, const double *zdot, double *F);
    int (*jacobian)(void *context, double t, double c, const double *z, const double *zdot, double *values);
} tml_dae;

/* What an integrator that was interrupted by an event, or reached the end of its run, knows of the motion where it goes on. */
typedef struct {
    double step;     /* that it would have tried next; 0: it knows nothing */
    double rounding; /* of the rates, in units of the tolerance and 1/s */
    long age;        /* steps since that was found */
    bool continues; /* a run that is paced has reached its end: the next goes on from there, and nothing has happened */
    double error_before, independence; /* of the last step (step_trial.h), for a run that continues */
    double brief; /* a run shorter than this part of `step` is made by a pair of few stages; 0: not known yet */
} tml_resumption;

/* Proofs that events stay on their side of zero within a step (integrate/proofs.c). What they need of a state is kept in slots: that of the start and that of the
 * end of the step for all events, those in between for the event that is looked at. */
enum { TML_PROOF_START, TML_PROOF_END, TML_PROOF_BETWEEN, TML_PROOF_DEPTH = 44 };
typedef enum {
    TML_PROOF_BY_ENDS,          /* from the states at both ends of an interval alone */
    TML_PROOF_BY_MIDDLE,        /* and that in its middle */
    TML_PROOF_BY_ACCELERATIONS, /* and the accelerations at both ends of the step */
} tml_proof_knowledge;
typedef struct {
    /* Whether there are proofs for an event that has this value at the start of the step. */
    bool (*applies)(void *context, int event, double value);
    /* Keeps the state that was evaluated last, where the event has a value, in a slot. */
    void (*keep)(void *context, int event, int slot, double t, double value);
    /* Whether the event stays on its side of zero between the states of two slots; middle: that of TML_PROOF_BY_MIDDLE. */
    bool (*stays)(void *context, int event, tml_proof_knowledge knowledge, int from, int middle, int to);
    /* Whether it is zero in the whole step, to the tolerance: there is nothing to prove. */
    bool (*touches)(void *context, int event);
    /* Whether the event cannot be told from zero at the state of a slot, because of rounding. */
    bool (*vanishes)(void *context, int event, int slot);
    /* Accelerations at both ends of the step that ends at this state: false: they are not known. */
    bool (*accelerate)(void *context, double t, const double *y);
    /* The states of all events at the present state of the problem become those of the start; after a step those of its end do. */
    int (*begin)(void *context, double t, const double *y);
    void (*advance)(void *context);
    /* The event came this near to zero and turned back; nothing could be proven from this time on, for so long. */
    void (*grazes)(void *context, int event, double t, double value);
    void (*undecided)(void *context, int event, double t, double length);
    const double *near; /* (event_count) values that count as grazing */
    void *context;
} tml_proofs;

typedef struct {
    int n; /* of y */
    double t0, t1;
    double *y;                         /* initial state; at the end the last state */
    double relative;                   /* tolerance */
    const double *absolute;            /* (n) tolerances */
    int followers;                     /* the last of y: of these the relative tolerance is, */
    double slack;                      /* in Runge-Kutta methods, so many times as large */
    double characteristic_rate;        /* 1/s: inverse of the time in which y changes by about its scale */
    double step;                       /* fixed step (rk4), or the largest (0: no limit) */
    double first_step_factor;          /* factor of the first step */
    double (*max_step)(void *context); /* longest step from the state last evaluated; NULL: no limit */
    /* Longest step from t that does not pass over a narrow feature of what depends on time alone: of so many cells in each of which nothing is hidden;
     * NULL: no limit */
    double (*time_step)(void *context, double t, int cells);
    /* Narrow features of the motion, NULL: there are none. A step from t is tried; `rate` has been evaluated at a state that counts for the step and its
     * error; after all of them: 1, the step is good, or which part of it ends before something that no such state has seen. */
    void (*begin_step)(void *context, double t);
    void (*see_state)(void *context, double t);
    /* As `see_state`, for a state that was evaluated elsewhere: inputs of the expressions there. */
    void (*see_inputs)(void *context, double t, const double *inputs);
    /* Gives a state y of the step that ends at `end`, at which `rate` need not have been evaluated last. counts: it counts for the step and its error, as its
     * ends do; false: y comes from dense output. Returns whether the path through the states given before leads through y too. */
    bool (*pass_state)(void *context, double t, double end, const double *y, bool counts);
    double (*good_part)(void *context, double end);
    /* End of the whole motion: an explicit method gives up where it is held down by stability and would take very many more steps. 0: it goes on */
    double whole_end;
    const double *times; /* (time_count) output times, ascending, from t0 to t1 */
    int time_count;
    void *context;
    int (*rate)(void *context, double t, const double *y, double *ydot);
    /* df/dy: n x n by columns, or the entries of `pattern`, which includes the diagonal. NULL: by differences. */
    int (*jacobian)(void *context, double t, const double *y, double *J);
    const tml_pattern *pattern;                         /* NULL: J is dense */
    int (*project)(void *context, double t, double *y); /* NULL: none */
    /* Splits an error of y into components tangent (left in `error`) and normal (`across`) to the constraints. */
    int (*split)(void *context, double t, const double *y, double *error, double *across);
    /* Independence of the constraints at the last `split`, relative to earlier states: 0 at a singular configuration.
     * NULL: unknown */
    double (*independence)(void *context);
    double (*drift)(void *context, double t, const double *y); /* residual over its tolerance */
    int (*accept)(void *context, double t, const double *y);   /* after each step; non-zero stops the run */
    int (*output)(void *context, double t, const double *y);   /* at each output time; non-zero stops */
    bool kinks;                                                /* the rate has kinks, where events interrupt */
    int event_count;                                           /* values of `events` */
    int watched; /* from this one on they are looked at within a step too: they may cross zero and come back */
    const bool *excursions; /* (watched) which of those before it, too; NULL: none */
    int rate_count; /* the last of these: rates of those before them, which tell where these are least; NAN: not known */
    int (*events)(void *context, double t, const double *y, double *g);
    /* One of them; NULL: all are evaluated for it. */
    int (*event_value)(void *context, double t, const double *y, int index, double *g);
    const tml_proofs *proofs; /* NULL: none */
    /* (event_count) those of the values of `events` that `rate` finds, of the state last evaluated by it; NAN: not found. NULL: it finds none. */
    const double *seen;
    /* (signal_count) of the state last evaluated by `rate`: forces that events depend on, while the state may not feel them. NAN: none. Steps
     * resolve how they change; what is small against their scale does not count. */
    int signal_count;
    const double *signals, *signal_scale;
    tml_resumption *resumption; /* NULL: every run begins anew */
    bool paced;                 /* runs end where their caller wants, often much earlier than a step would */
    struct tml_runge_kutta_state *workspace; /* of Runge-Kutta methods, for many runs; NULL: each run makes its own */
    const int *directions;                   /* (event_count) */
    const bool
        *singular; /* (event_count) where these are zero the rates have no limit: no stage may be there; NULL: none */
    const bool *sharp; /* (event_count) the rates jump there: located to rounding, and just passed; NULL: none */
    /* (event_count) values of `events` just after t0, where the motion goes on after an interruption: those that are zero at t0 have the
     * sign that they take on. NULL: as at t0. */
    const double *event_start;
    double *event_end; /* (event_count) values of `events` where a run has reached t1; NULL: not wanted */
    /* At each crossing; non-zero stops, after all of the same instant were reported in their order. */
    int (*event)(void *context, double t, const double *y, int index);
    int function_count;
    int (*functions)(void *context, double t, const double *y, double *f); /* integrated and searched for extrema */
    /* The same of the state that `rate` has just evaluated, on or beside the manifold; NULL: they are not known so. */
    int (*functions_here)(void *context, double t, const double *y, double *f);
    struct tml_along *along; /* (function_count) what is found */
    const tml_dae *dae;      /* for integrators that need it */
} tml_problem;

typedef struct {
    long steps, rejected, jacobians;
    double reached;     /* time */
    bool stopped;       /* by a callback */
    bool held_down;     /* given up: the motion has become stiff */
    const char *method; /* method, for the user */
} tml_statistics;

/* Role of an integrator in `auto`: one for each. */
typedef enum {
    TML_NOT_AUTOMATIC, /* only on request */
    TML_FOR_SMOOTH_MOTION,
    TML_FOR_STIFF_MOTION,
    TML_FOR_MASSLESS_BODIES, /* that rigid joints leave free */
} tml_automatic_use;

typedef struct {
    const char *name, *doc;
    const char
        *elsewhere; /* names of the method, or of one for the same purpose, in other programs, separated by blanks */
    tml_automatic_use automatic;
    bool needs_jacobian; /* `jacobian` is provided where the formulation can: in absolute coordinates; otherwise NULL */
    bool needs_dae;      /* `dae` is provided: in absolute coordinates only */
    bool single_step;    /* one-step (Runge-Kutta) method */
    bool fixed_step;     /* given by the caller: no error estimate */
    int order;           /* of a method with a fixed step */
    double stability_limit;   /* of such a method: |s| h of eigenvalues s must be below this, with a margin */
    bool last_stage_near_end; /* the last evaluation before `project` or `split` is at nearly the same state */
    bool
        evaluates_steps; /* `rate` is called with the problem's own `y` at every accepted state but the last, and only there */
    /* TML_OK, TML_FAILED with a message, TML_NO_MEMORY */
    tml_status (*run)(const tml_problem *problem, tml_statistics *statistics, tml_log *log);
} tml_integrator_class;

extern const tml_integrator_class *const tml_integrator_classes[];
extern const int tml_integrator_class_count;
const tml_integrator_class *tml_integrator_find(const char *name); /* NULL: no such kind */
/* Name of the i-th; NULL after the last. */
const char *tml_integrator_name(int i);
/* The name of the integrator that other programs call so, in capitals or not ("ode45": "dopri5"); NULL: none. */
const char *tml_integrator_elsewhere(const char *name);
/* The integrator with this role. */
const tml_integrator_class *tml_integrator_automatic(tml_automatic_use use);
/* "explicit, dopri5 or rk4": the names of those that satisfy `is`; in the arena. */
const char *tml_integrator_list(bool (*is)(const tml_integrator_class *class), tml_arena *arena);
