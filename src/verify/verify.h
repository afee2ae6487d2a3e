/* verify.h - what the parts of a verification share: the plan, the runs, the report. */
#pragma once
#include "analysis/analysis.h"
#include "verify/compare.h"
#include <stdatomic.h>

/* ---- the plan: the motion in which formulations are compared, and the data of the mechanism ---- */

typedef struct {
    bool refused;     /* it cannot represent the system */
    const char *text; /* why */
    int equations, constraints, rank;
} tml_verify_class;

/* What springs and smooth friction can stand for, of a motion from event to event. */
typedef struct {
    int contacts, stops, stops_of_angles, frictions;
} tml_rigid_interactions;

typedef struct {
    tml_model model;    /* the same with other analyses */
    int dynamics_count; /* of its analyses */
    const char *motion; /* as text */
    double tolerance;   /* of the coarser runs */
    double stiffness;   /* N/m */
    double size, mass, gravity;
    double largest_stiffness; /* N/m: of a spring */
    int velocities;           /* of the bodies */
    int results;              /* forces that depend on reactions and accelerations: each takes a solution more */
    int rigid_row_count;      /* 0: all joints are compliant as written */
    const char *massless;     /* a massless body that rigid joints leave free; NULL: none */
    const char **non_unique;  /* (non_unique_count) joints and drivers whose reactions are not unique */
    int non_unique_count;
    const char **state_channels; /* (state_channel_count) of states and controllers */
    int state_channel_count;
    tml_verify_class *classes; /* (tml_formulation_class_count); NULL: nothing moves */
    tml_log *asked;            /* messages of formulations; the caller's */
    const char *open;          /* why rigid joints cannot start; NULL */
    tml_rigid_interactions rigid;
    bool singular;             /* the start is a singular configuration of the joints */
    const char *contradiction; /* between the kernels that all formulations share; NULL */
} tml_verify_plan;

/* Fills a plan that holds only `asked`. TML_OK, or TML_WRONG with messages. */
tml_status tml_verify_plan_make(tml_verify_plan *plan, const tml_model *model, double end, tml_arena *arena,
                                tml_log *log);

/* The model of the plan with an option of its dynamics. */
tml_model tml_verify_plan_with(const tml_verify_plan *plan, const char *option, const char *text, tml_arena *arena);

/* Checks values, derivatives and forces of a system against each other at states near q in a motion that takes `span`
 * s: the contradiction found; NULL: none. */
const char *tml_verify_kernels(const tml_system *system, const double *q, double span, tml_arena *arena);

/* ---- the runs ---- */

/* The last one only if the others disagree: once more at another tolerance, or with joints four times as stiff. */
enum {
    TML_LIMIT_RUNS = 3,
    TML_MAX_LIMIT_RUNS = 6
}; /* with rigid contacts as springs, ever stiffer; with repetitions */
enum { TML_RUN_FINE, TML_RUN_COARSE, TML_RUN_STIFFER, TML_RUN_AGAIN, TML_RUN_COUNT };

typedef struct tml_verify_workspace tml_verify_workspace;

typedef struct {
    tml_verify_workspace *v;
    tml_run_options options;
    tml_status status;
    tml_results *results;
    tml_log *log;
    int budget;   /* of progress reports without progress; 0: unlimited */
    int slow;     /* number so far */
    int analysis; /* begun so far */
    double reported;
    bool exhausted;  /* the budget is used up */
    atomic_int part; /* done, in thousandths */
} tml_verify_job;

struct tml_verify_workspace {
    const tml_model *model;
    const tml_verify_options *options;
    tml_verify_plan plan;
    tml_log *log;
    tml_arena scratch;
    tml_arena *arena; /* of what is handed out */
    tml_verification *out;
    tml_verified *list; /* (tml_formulation_class_count) */
    const char **notes;
    tml_verify_job *jobs;
    int job_count, done_count; /* all; those that have run */
    int (*of)[TML_RUN_COUNT];  /* jobs of a formulation; -1: none */
    bool alone;                /* all in one thread */
    bool completed;            /* some formulation reached the end of the motion */
    const char *law;           /* violated, whatever formulations agree on; NULL */
    atomic_bool stopped;
};

/* Whether a formulation has compliant joints although the model's are rigid. */
bool tml_verify_is_compliant(const tml_verify_workspace *v, int formulation);
/* Whether one of its runs was stopped because it was slow. */
bool tml_verify_exhausted(const tml_verify_workspace *v, int formulation);

/* ---- laws ---- */

/* The energy balance must hold in every run with rigid joints, whatever formulations agree on: who violates it, and
 * how; NULL: nobody. */
const char *tml_verify_energy(tml_verify_workspace *v);

/* Rigid contacts against springs in their place as these grow stiff: a note, and the law where they approach something else. */
void tml_verify_compliant_limit(tml_verify_workspace *v);

/* ---- events ---- */

/* Which impacts, stops and events of the user occur in some runs more often than in others; NULL: all runs have the same. */
const char *tml_verify_event_lists(tml_verify_workspace *v);

/* ---- the report ---- */

/* Notes, and the outcome in one sentence; sets out->agreed. The group is one of formulations. */
void tml_verify_report(tml_verify_workspace *v, const tml_comparison *comparison);
