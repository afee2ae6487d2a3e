/* verify.h - what the parts of a verification share: the plan, the runs, the words. */
#pragma once
#include "analysis/analysis.h"
#include "verify/compare.h"
#include <stdatomic.h>

/* ---- the plan: the motion that formulations are compared in, and what is known of the mechanism ---- */

typedef struct {
    bool refused;     /* it cannot express the system */
    const char *text; /* why */
    int equations, constraints, rank;
} tml_verify_class;

typedef struct {
    tml_model model;    /* the same with other analyses */
    int dynamics_count; /* of its analyses */
    const char *motion; /* in words */
    double tolerance;   /* of the coarser runs */
    double stiffness;   /* N/m */
    double size, mass, gravity;
    int velocities;          /* of the bodies */
    int rigid_row_count;     /* 0: all joints are compliant as written */
    const char *massless;    /* a body without inertia that rigid joints leave free; NULL: none */
    const char **non_unique; /* (shared_count) joints and drivers whose reactions are not unique */
    int non_unique_count;
    tml_verify_class *classes; /* (tml_formulation_class_count); NULL: nothing moves */
    tml_log *asked;            /* what formulations said; the caller's */
    const char *open;          /* what keeps rigid joints from starting; NULL */
    bool singular;             /* the start is a singular configuration of the joints */
    const char *contradiction; /* of what all formulations share with itself; NULL */
} tml_verify_plan;

/* Fills a plan that holds nothing but `asked`. TML_OK, or TML_WRONG with messages. */
tml_status tml_verify_plan_make(tml_verify_plan *plan, const tml_model *model, double end, tml_arena *arena,
                                tml_log *log);

/* Values, derivatives and forces of a system, held against each other at states near q in a motion that takes `span` s: what they
 * contradict each other in; NULL: in nothing. */
const char *tml_verify_kernels(const tml_system *system, const double *q, double span, tml_arena *arena);

/* ---- the runs ---- */

/* The last one only where the others disagree: once more at another tolerance, or with joints four times as stiff. */
enum { TML_RUN_FINE, TML_RUN_COARSE, TML_RUN_STIFFER, TML_RUN_AGAIN, TML_RUN_COUNT };

typedef struct tml_verifying tml_verifying;

typedef struct {
    tml_verifying *v;
    tml_run_options options;
    tml_status status;
    tml_results *results;
    tml_log *log;
    int budget;   /* of slow calls of progress; 0: none */
    int slow;     /* of those so far */
    int analysis; /* begun so far */
    double told;
    bool exhausted;  /* the budget is spent */
    atomic_int part; /* done, in thousandths */
} tml_verify_job;

struct tml_verifying {
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
    bool followed;             /* some formulation came to the end of the motion */
    const char *law;           /* that is broken, whatever formulations agree on; NULL */
    atomic_bool stopped;
};

/* Whether a formulation has joints that are compliant though the model's are not. */
bool tml_verify_soft(const tml_verifying *v, int formulation);
/* Whether one of its runs was stopped because it was slow. */
bool tml_verify_exhausted(const tml_verifying *v, int formulation);

/* ---- laws ---- */

/* Energy is balanced in every run of rigid joints, whatever formulations agree on: who breaks that, and how; NULL: nobody does. */
const char *tml_verify_energy(tml_verifying *v);

/* ---- the words ---- */

/* Notes, and the outcome in one sentence; sets out->agreed. The group is one of formulations. */
void tml_verify_say(tml_verifying *v, const tml_comparison *comparison);
