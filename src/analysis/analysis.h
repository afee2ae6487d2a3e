/* analysis.h - the descriptor of an analysis and the task it is given. One descriptor for each folder below
 * src/analysis/, beside its solver and tables.
 */
#pragma once
#include "assembly/assemble.h"
#include "dynamics/formulation.h"
#include "result/table.h"
#include "system/channel/channels.h"

/* The state in which the previous analysis ended. */
typedef struct {
    double t;
    double *q, *v;     /* (nq), (nv) */
    double *states;    /* (state_count) of the user's */
    double *unwrapped; /* (measure_count) full turns of angles in space */
    bool at_guess;     /* at t = 0, nothing has been done yet */
    bool assembled;
    int *held;     /* (coordinate_count) after `steady`: the joint coordinates whose speeds were prescribed */
    double *speed; /* (coordinate_count) the prescribed speeds */
    int held_count;
    bool relaxed; /* assembly fell back on penalty relaxation (method: implicit) */
    const char *moved, *chosen,
        *singular; /* what this analysis changed before it began, as text in its arena; NULL: nothing */
    const bool *
        non_unique; /* (rigid_row_count) of the present analysis: rows whose reactions are not unique; NULL: not known */
    bool *
        undetermined; /* (channels of the system) of the present analysis: contacts and friction leave them open; NULL: none */
    bool *undetermined_impulses; /* (columns of the table of events) the same in impacts; NULL: none */
    double dependent; /* a row less independent of the others than this counts as dependent; 0: up to rounding */
    struct tml_actuation
        *actuation; /* of the present analysis: actuators that replace the drivers; NULL: the drivers act */
} tml_state;

typedef struct {
    const tml_model *model;
    const tml_element *element; /* the analysis as written */
    tml_resolved *resolved;
    const tml_system *system;
    tml_state *state;
    tml_results *results;
    const tml_run_options *options;
    tml_arena *arena; /* lives as long as the analysis */
    tml_log *log;
    struct tml_prepared_system *prepared; /* rigid joints enforced (analysis/prepared_system.h); NULL: of no use here */
    double delay;                         /* s: the analysis begins and ends so much later than the model says */
} tml_task;

/* What a new analysis behind the others of a model would begin from (run/propose.c). */
typedef struct {
    const tml_system *system;
    int free_count; /* degrees of freedom that the drivers leave; -1: not known */
    bool moving;    /* in motion where the analyses before it end, as far as can be told without running them */
    tml_arena *arena;
    tml_log *refusals; /* of options that are tried */
} tml_proposal_setting;

/* The choices of `method`, in their order, of an analysis that assembles. */
enum { TML_METHOD_NEWTON, TML_METHOD_RELAXATION };

/* What a row of its table is a function of, for derivatives by parameters (study/sensitivity/). */
typedef enum {
    TML_ROWS_OF_MOTION,      /* of all that came before it, or of something else */
    TML_ROWS_OF_DRIVERS,     /* positions that drivers prescribe, their forces with it */
    TML_ROWS_OF_ACTUATORS,   /* the same, forces of actuators */
    TML_ROWS_OF_EQUILIBRIUM, /* a static equilibrium */
    TML_ROWS_OF_STEADY,      /* a relative equilibrium */
    TML_ROWS_OF_MODES,       /* the linearized equations at the state before it */
    TML_ROWS_OF_STATE,       /* the state before it, as it is */
} tml_rows_kind;

struct tml_motion;

typedef struct {
    const char *name, *doc;
    const tml_field *fields;
    size_t fields_count;
    tml_status (*run)(tml_task *task);
    /* The same; a motion that can be integrated together with others is only begun: *waiting (dynamics/waiting_motion.h), else NULL. NULL: there
     * are none. */
    tml_status (*begin)(tml_task *task, struct tml_motion **waiting);
    /* Checks the options before anything is computed; false with messages. Only the time of the state is known. NULL:
     * nothing to check. */
    bool (*check)(tml_task *task);
    /* How rows of rigid joints are treated. The task's system enforces them; it is compiled again for any other
     * treatment. The options have been checked. NULL: enforced. */
    tml_treatment (*treatment)(tml_task *task);
    bool needs_inertia; /* its results depend on the distribution of mass */
    bool integrates;    /* a motion by an integrator, so that its rows have an error of integration */
    bool keeps_state;   /* the analysis after it starts as if it were not there */
    bool compliant;     /* else contacts must be compliant: forces between rigid surfaces are not found */
    bool at_instant;    /* evaluates the present instant without any motion */
    bool assembles;     /* its `tolerance` and `method` are those of assembly */
    tml_rows_kind rows_of;
    bool about_variants; /* it runs the analyses before it again, at other values of the parameters */
    /* What one row of its table is, and several: "steady state", "steady states"; NULL: an instant of a motion. */
    const char *row, *rows;
    tml_template template; /* the title of its results, and the options that a new one begins with */
    /* The options of a new one that are valid for a mechanism in this setting, as written in braces; or NULL, and in *needs what the
     * mechanism has to have first. NULL: those of the template suit every mechanism. */
    const char *(*propose)(const tml_proposal_setting *setting, const char **needs);
    const char *if_singular; /* what its numbers mean in a singular configuration; NULL: the same as elsewhere */
} tml_analysis_class;

extern const tml_analysis_class *const tml_analysis_classes[];
extern const int tml_analysis_class_count;
const tml_analysis_class *tml_analysis_find(const char *name); /* NULL: no such kind */
/* Whether a table of this kind holds a motion by an integrator. */
bool tml_analysis_integrates(const char *kind);

/* For `propose` of analyses of driven mechanisms: what they need where a degree of freedom is left; NULL: nothing. */
const char *tml_proposal_needs_drivers(const tml_proposal_setting *setting);
/* A joint coordinate to prescribe or to act on: number `skip` of those that can be measured, joints on the ground first; NULL: there are not so many. */
const tml_joint_coordinate *tml_proposal_coordinate(const tml_proposal_setting *setting, int skip, const char **name);

/* A field of the analysis by name; its descriptor must exist. */
const tml_field *tml_task_field(const tml_task *task, const char *name);
bool tml_task_number(tml_task *task, const char *name, double *value);
/* `end` of an analysis, s; 0 if it has none that can be evaluated. */
double tml_analysis_end(tml_resolved *resolved, const tml_element *element);
/* The task's `tolerance`, between 1e-14 and `max`; false with a message. */
bool tml_task_tolerance(tml_task *task, double max, double *tolerance);
/* Makes the task's system, in which rows are enforced, one of another treatment, with forces of its own to switch; false with messages. */
bool tml_task_treat(tml_task *task, const tml_treatment *treatment);
/* The task's system with rows of rigid joints enforced, whatever becomes of them in the analysis; NULL with messages. */
const tml_system *tml_task_enforced(const tml_task *task);
/* Positions and velocities for this analysis: assembled, or as given (`assemble: false`). Fills the rank in the report
 * in any case. */
tml_status tml_task_assemble(tml_task *task, tml_assembly *report);
/* The same, but massless bodies stay where they are: for analyses that solve for the equilibrium of all bodies
 * themselves. */
tml_status tml_task_close(tml_task *task, tml_assembly *report);
/* What the first does beyond that: massless bodies that springs and dampers hold come into equilibrium. */
tml_status tml_task_balance_massless(tml_task *task, tml_assembly *report);
/* Notes about massless bodies that equilibrium has moved from where they were `before` (nq). */
void tml_task_note_balanced(const tml_task *task, const double *before);
/* Whether dense matrices of n coordinates are small enough; false with a message. what: "static equilibria are found". */
bool tml_task_check_size(const tml_task *task, int n, const char *what);
/* A table with all channels of the system. */
tml_table *tml_task_table(tml_task *task);
/* The residual force at equilibrium, absolute and relative to the acting forces. */
void tml_task_residual_fact(tml_table *table, double residual, double scale);
/* Which states of an equilibrium nothing determines: free (state_count). */
void tml_task_free_states_fact(const tml_task *task, tml_table *table, const bool *free);
/* Fills an instant with what the equations evaluated last; q: poses of the bodies. */
void tml_task_observe(const tml_task *task, const tml_equations *e, tml_instant *instant, double t, const double *q);
/* Appends a row for the instant. */
tml_status tml_task_record(const tml_task *task, tml_table *table, const tml_equations *e, tml_instant *instant,
                           double t, const double *q);
/* Evaluates everything at the task's state, with q and v in the coordinates of the equations, and makes a table of one
 * row. */
tml_status tml_task_one_row(tml_task *task, const tml_assembly *report, tml_equations *e, const double *q,
                            const double *v, tml_instant *instant, tml_table **table);
/* Assembles, evaluates everything at that instant in absolute coordinates and makes a table of one row. */
tml_status tml_task_evaluate_instant(tml_task *task, tml_assembly *report, tml_instant *instant, tml_table **table);
/* The energy in play at the last evaluation: kinetic, elastic and of weight; 0 if there is none. */
double tml_task_energy(const tml_system *system, tml_workspace *work);
/* Whether the error of the energy balance is too large, or not finite, for the run to be trusted; scale: by how much
 * energies changed in it. */
bool tml_task_energy_error_is_large(const tml_task *task, tml_workspace *work, double error, double scale);
