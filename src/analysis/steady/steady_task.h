/* steady_task.h - the analysis `steady`: its request, its workspace, its results. */
#pragma once
#include "analysis/analysis.h"
#include "analysis/steady/continuation.h"
#include "analysis/steady/multistart.h"

/* A joint coordinate with a prescribed constant speed. */
typedef struct {
    const char *name;      /* "O.angle" */
    const char *speed;     /* "O.speed", its channel */
    const char *of;        /* "O", or "S.angle1" of a joint with several coordinates */
    const char *unit;      /* "rad/s" */
    int joint, coordinate; /* of the system */
    bool turns;            /* rotates about an axis; else slides along one */
    double first, last;    /* equal if it is not swept */
    const tml_node *key;   /* where it is requested */
} tml_steady_speed;

typedef struct {
    tml_steady_speed *velocities;
    int count, swept; /* swept: the first one with a range; -1 */
    int steps;        /* of a sweep: the fewest */
    bool all;
    double tolerance;
} tml_steady_request;

/* Forces on the coordinates at one instant by origin: gravity, inertia, each force of the model, each compliant joint. */
typedef struct {
    int count;
    double *by;       /* (count x nv) */
    double *residual; /* (n) their sum on the free coordinates */
} tml_steady_forces_by;

typedef struct tml_steady_set tml_steady_set; /* steady_stops.h */

typedef struct {
    tml_task *task;
    tml_steady_request request;
    tml_steady_set *set; /* of closed stops and contacts, and of what slips; NULL: there are neither */
    tml_steady *s;
    tml_steady_solver *v;
    tml_steady_stability *stability;
    tml_steady_point at; /* the start, then the solution */
    tml_table *table;
    size_t channels;                 /* of every analysis; those of steady follow */
    tml_kkt_system *reactions[2];    /* of all rigid rows, and with the rank reduced by one; NULL: there are none */
    bool singular;                   /* the row recorded is in a singular configuration */
    double *lambda, *dlambda, *none; /* (rigid_row_count) */
    double *force;                   /* (nv of the system) */
    double *bodies_q, *bodies_v;     /* (nq), (nv of the system) */
    tml_steady_point then;           /* for checks: another instant */
    tml_steady_forces_by base, now;
    double *joint[2]; /* (nv) */
    bool warned;      /* that the actuator force changes */
    bool *varies;     /* (n) of a family: spins that its states differ in; NULL: none do */
    const char *how;  /* how it was found, if Newton's method from the start did not converge */
    int branch;       /* of a sweep, from 1 */
} tml_steady_task;

/* Reads the options of the task. False with messages. */
bool tml_steady_request_read(tml_task *task, tml_steady_request *request);
/* "O.speed = 20 rad/s, R.speed = 5 rad/s" at a parameter of the sweep. */
const char *tml_steady_speeds_text(const tml_steady_task *t, double parameter);
/* "A.angle" for a velocity of the tree. */
const char *tml_steady_coordinate_name(const tml_steady_task *t, int speed);
/* "A.angle = 0.454 rad, S.displacement = 1.02 m" at the last evaluation: the first few coordinates not prescribed, and states. */
const char *tml_steady_position_text(tml_steady_task *t);

/* Whether a solution is steady: everything stays the same at any other instant of the motion. TML_FAILED, with
 * messages if wanted. */
tml_status tml_steady_check(tml_steady_task *t, const tml_steady_point *at, bool tell);

/* Forces by origin at the last evaluation; reports which of them differ between two instants, the second `later`. */
tml_steady_forces_by tml_steady_forces_by_make(const tml_steady_task *t);
void tml_steady_split_forces(tml_steady_task *t, tml_steady_forces_by *out);
void tml_steady_report_cause(tml_steady_task *t, const tml_steady_forces_by *base,
                             const tml_steady_forces_by *other_state, const tml_steady_point *at, double later);

/* Memory for checks and rows. */
void tml_steady_prepare(tml_steady_task *t);
/* The table with its channels. */
tml_status tml_steady_table_make(tml_steady_task *t);
/* A row for a solution. growth: the largest real part of its eigenvalues, 1/s; NAN if unknown. */
tml_status tml_steady_record(tml_steady_task *t, const tml_steady_point *at, double growth);
/* "stable", "unstable (grows by 3.2 1/s)" ... at the last stability analysis; its eigenvalues. */
const char *tml_steady_stability_text(tml_steady_task *t);
const char *tml_steady_eigenvalues_text(tml_steady_task *t);
/* Makes a solution the task's state. */
void tml_steady_set_state(tml_steady_task *t, const tml_steady_point *at);

/* Sets up the equations of a task whose request has been read; t->at: the start. False with messages. */
bool tml_steady_task_make(tml_steady_task *t, const tml_assembly *report);
/* Whether there are rigid stops or contacts, which may be closed, or friction, which may slip: sets t->set. The same then, with the rows of those that are at the first speeds. */
bool tml_steady_on_stops(tml_steady_task *t);
tml_status tml_steady_make_on_stops(tml_steady_task *t);
/* Those, with their forces in the row last recorded. */
void tml_steady_closed_facts(tml_steady_task *t);
/* Stability of a solution. */
void tml_steady_task_find_stability(tml_steady_task *t, const tml_steady_point *at);
/* All states that can be found, a row for each; t->at: the one that the start leads to. */
tml_status tml_steady_find_all(tml_steady_task *t);

/* From t->at to the relative equilibrium at the first speeds; reports why if there is none. */
tml_status tml_steady_find(tml_steady_task *t, int *iterations);
/* Where Newton's method ended: whether all is balanced but a state that changes, which is reported. */
bool tml_steady_report_moving_state(tml_steady_task *t);
/* Brings states of a point to rest where the bodies are, followed in time: another start. False: they do not come to rest. */
bool tml_steady_relax_states(tml_steady *s, tml_steady_point *at);
/* Says which states nothing determines at the solution t->at, whose stiffness is known. */
void tml_steady_free_states_fact(tml_steady_task *t);
/* Of what rolls: whether neighbouring states are steady too, at the solution t->at, whose stiffness is known; how many parameters these have, 0: none are. */
int tml_steady_family_fact(tml_steady_task *t);
/* Warns where the solution t->at has not the velocities that `initial` gives; of a family, not the positions. */
void tml_steady_compare_with_given(tml_steady_task *t, int family);
/* A range of speeds, from t->at. */
tml_status tml_steady_sweep(tml_steady_task *t);
