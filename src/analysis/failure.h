/* failure.h - diagnosis: why equations cannot be solved, or a motion cannot continue. */
#pragma once
#include "analysis/analysis.h"
#include "expression/tabulated.h"

/* A force, a driver or the rate of a state whose expression is not finite although all its inputs are; a force that depends on results,
 * where these have no solution. */
typedef struct {
    int law, drive; /* of the system; -1 */
    const tml_state_variable *state;
    const tml_result_law *unsolved; /* a force that depends on results without a solution */
    double t, value;
    bool is_outside;          /* because a table has no value there: */
    tml_outside outside;      /* where */
    const tml_bounded *watch; /* of an output or event */
} tml_failure_cause;

#define TML_NO_FAILURE_CAUSE ((tml_failure_cause){.law = -1, .drive = -1, .t = -INFINITY})

/* The first such cause at the last evaluation; false: there is none. */
bool tml_failure_find_cause(const tml_workspace *work, tml_failure_cause *cause);
/* The same of outputs and events at the inputs last read; also of those that depend on results. */
bool tml_failure_find_outside(const tml_workspace *work, int watch_count, tml_failure_cause *cause);
void tml_failure_report_cause(const tml_task *task, const tml_failure_cause *cause, tml_severity severity);
/* Refuses rigid contacts in an analysis of compliant ones; those with friction are known to static equilibria. */
bool tml_failure_refuse_contacts(const tml_task *task);
/* A gap that is negative at the start. */
void tml_failure_overlap(const tml_task *task, int interaction, double gap);
/* Of contacts and friction, at the state of the task. */
void tml_failure_no_forces(const tml_task *task, const char *names);
void tml_failure_several_forces(const tml_task *task, const char *names);
/* One of them, and why. */
void tml_failure_rigid_contact(const tml_task *task, const char *name, tml_place place, const char *why);
/* A force whose value depends on accelerations or reactions, where bodies without inertia have a trace of it since their joints are springs: what
 * such a body does at once is mere rounding. NULL: none. */
const tml_result_law *tml_failure_on_trace_inertia(const tml_system *system);
/* Refuses forces that depend on results where bodies without inertia move freely: their equilibrium is solved without such forces. */
bool tml_failure_refuse_results(const tml_task *task, const tml_massless *massless);
/* Reports why no equilibrium of the massless bodies was found. */
void tml_failure_massless(const tml_task *task, tml_massless *massless);
/* Warns that the equilibrium of massless bodies is unstable. */
void tml_failure_warn_hold(const tml_task *task, tml_massless_stability stability);
/* Notes that the equilibrium of massless bodies is about to end. */
void tml_failure_note_hold(const tml_task *task, tml_massless_stability stability);
/* Reports why the equations have no solution at the last evaluation. `where`: "at the start". */
void tml_failure_singular(const tml_task *task, const tml_workspace *work, const char *where);
/* Notes on the last state that a motion reached: constraints close to singular, positions of the joints. */
void tml_failure_position(const tml_task *task, tml_workspace *work, int rank, double t, const double *q,
                          const double *v);
