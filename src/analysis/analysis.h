/* analysis.h - an analysis kind, and what it is given: one file for each below src/analysis/, beside its solver and tables. */
#pragma once
#include "assembly/assemble.h"
#include "dynamics/formulation.h"
#include "result/channels.h"

/* The state in which the analysis before ended. */
typedef struct {
    double t;
    double *q, *v;     /* (nq), (nv) */
    double *unwrapped; /* (measure_count) full turns of angles in space */
    bool assembled;
    int *held; /* (coordinate_count) after `steady`: the freedoms of the system that were kept at a constant speed */
    double *speed; /* (coordinate_count) these speeds */
    int held_count;
    bool pulled; /* assembly used method: implicit by itself */
    const char *moved, *chosen,
        *singular; /* what this analysis has changed before it began, in its arena; NULL: nothing */
    const bool
        *shared; /* (rigid_row_count) of the present analysis: rows whose reactions are not unique; NULL: not known */
    double dependent;                /* a row of which less is its own depends on the others; 0: up to rounding */
    struct tml_actuation *actuation; /* of the present analysis: what acts in place of drivers; NULL: they do */
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
} tml_task;

typedef struct {
    const char *name, *doc;
    const tml_field *fields;
    size_t fields_count;
    tml_status (*run)(tml_task *task);
    /* Its options, before anything is computed: false with messages. Only the time of the state is known. NULL: good. */
    bool (*check)(tml_task *task);
    /* What becomes of the rows of rigid joints: the task's system holds them, and is compiled anew if this is something else.
     * Its options are known to be good. NULL: they are held. */
    tml_treatment (*treatment)(tml_task *task);
    bool needs_inertia;      /* how mass is spread over bodies has a part in its results */
    const char *if_singular; /* what its numbers are in a singular configuration of the joints; NULL: as elsewhere */
} tml_analysis_class;

extern const tml_analysis_class *const tml_analysis_classes[];
extern const int tml_analysis_class_count;
const tml_analysis_class *tml_analysis_find(const char *name); /* NULL: no such kind */
/* `set` of a model's analyses up to and with this one; in the arena. */
tml_named_text *tml_analysis_set(const tml_model *model, int upto, tml_arena *arena, int *count);

/* A field of the analysis by name; its descriptor must exist. */
const tml_field *tml_task_field(const tml_task *task, const char *name);
bool tml_task_number(tml_task *task, const char *name, double *value);
/* `end` of an analysis, where it has one that can be read, s; else 0. */
double tml_analysis_end(tml_resolved *resolved, const tml_element *element);
/* Whether the task's `tolerance` is from 1e-14 to `most`; false with a message. */
bool tml_task_tolerance_fits(const tml_task *task, double tolerance, double most);
/* Positions and speeds for this analysis: assembled, or as they are (`assemble: false`). Fills report's rank in any case. */
tml_status tml_task_assemble(tml_task *task, tml_assembly *report);
/* The same, but massless bodies stay where they are: for analyses that balance all bodies themselves. */
tml_status tml_task_close(tml_task *task, tml_assembly *report);
/* Notes on massless bodies that the task's state has elsewhere than they were `before` (nq): in balance. */
void tml_task_say_balanced(const tml_task *task, const double *before);
/* Whether the full matrices of n coordinates are small enough; false with a message. what: "positions of rest are found". */
bool tml_task_fits(const tml_task *task, int n, const char *what);
/* A table with all channels of the system. */
tml_table *tml_task_table(tml_task *task);
/* What is left of the forces where there is balance, and as a part of those at play. */
void tml_task_residual_fact(tml_table *table, double residual, double scale);
/* What the equations last reported as an instant; q: of the bodies. */
void tml_task_observe(const tml_task *task, const tml_equations *e, tml_instant *instant, double t, const double *q);
/* Appends a row for it. */
tml_status tml_task_record(const tml_task *task, tml_table *table, const tml_equations *e, tml_instant *instant,
                           double t, const double *q);
/* Evaluates everything at the task's state, q and v in the equations' own coordinates, and makes a table of one row. */
tml_status tml_task_one_row(tml_task *task, const tml_assembly *report, tml_equations *e, const double *q,
                            const double *v, tml_instant *instant, tml_table **table);
/* Assembles, evaluates everything at that instant in absolute coordinates and makes a table of one row. */
tml_status tml_task_instant(tml_task *task, tml_assembly *report, tml_instant *instant, tml_table **table);
/* The energy at play in what was last evaluated; 0 where nothing moves, is stretched or has weight. */
double tml_task_energy(const tml_system *system, tml_workspace *work);
/* Whether an error of the energy balance is too large, or not finite, to trust a run; scale: by how much energies changed in it. */
bool tml_task_doubts(const tml_task *task, tml_workspace *work, double error, double scale);
