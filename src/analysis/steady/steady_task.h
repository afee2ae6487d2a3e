/* steady_task.h - the analysis `steady` in parts: what is asked for, whether it can be, what is written down. */
#pragma once
#include "analysis/analysis.h"
#include "analysis/steady/continuation.h"
#include "analysis/steady/multistart.h"

/* A freedom that is kept at a constant speed. */
typedef struct {
    const char *name;      /* "O.angle" */
    const char *speed;     /* "O.speed", its channel */
    const char *of;        /* "O", or "S.angle1" of a joint with several freedoms */
    const char *unit;      /* "rad/s" */
    int joint, coordinate; /* of the system */
    bool turns;            /* about an axis, not along one */
    double first, last;    /* equal where it is not swept */
    const tml_node *key;   /* where it is asked for */
} tml_steady_speed;

typedef struct {
    tml_steady_speed *velocities;
    int count, swept; /* swept: the first one with a range; -1 */
    int steps;        /* of a sweep, at least */
    bool all;
    double tolerance;
} tml_steady_request;

/* Forces on the coordinates at one moment by origin: gravity, inertia, each force of the model, each compliant joint. */
typedef struct {
    int count;
    double *by;   /* (count x nv) */
    double *left; /* (n) on free coordinates, all together */
} tml_steady_forces_by;

typedef struct {
    tml_task *task;
    tml_steady_request request;
    tml_steady *s;
    tml_steady_solver *v;
    tml_steady_stability *stability;
    tml_steady_point at; /* where it starts, then what was found */
    tml_table *table;
    size_t channels;              /* of every analysis; those of steady come after */
    tml_kkt_system *reactions[2]; /* of all rigid rows, and with one row lost; NULL: there are none */
    bool singular;                /* a row is lost in what is written down */
    double *lambda, *more, *none; /* (rigid_row_count) */
    double *force;                /* (nv of the system) */
    double *bodies_q, *bodies_v;  /* (nq), (nv of the system) */
    tml_steady_point then;        /* for checks: another moment */
    tml_steady_forces_by base, now;
    double *joint[2]; /* (nv) */
    bool warned;      /* that the drive changes */
    const char *how;  /* it was found, where Newton from the start did not arrive */
    int branch;       /* of a sweep, from 1 */
} tml_steady_task;

/* The options of the task. False with messages. */
bool tml_steady_request_read(tml_task *task, tml_steady_request *request);
/* "O.speed = 20 rad/s, R.speed = 5 rad/s" at a part of the sweep. */
const char *tml_steady_speeds_text(const tml_steady_task *t, double part);
/* "A.angle" of a speed of the tree. */
const char *tml_steady_coordinate_name(const tml_steady_task *t, int speed);
/* "A.angle = 0.454 rad, S.displacement = 1.02 m" of what was last evaluated: the freedoms that are not given, the first few. */
const char *tml_steady_position_text(tml_steady_task *t);

/* Whether a solution is a steady state: everything the same at any other moment of the motion. TML_FAILED, with messages if
 * they are wanted. */
tml_status tml_steady_check(tml_steady_task *t, const tml_steady_point *at, bool tell);

/* Forces by origin at what was last evaluated; says which of them differ between two moments, the second `later`. */
tml_steady_forces_by tml_steady_forces_by_make(const tml_steady_task *t);
void tml_steady_split(tml_steady_task *t, tml_steady_forces_by *out);
void tml_steady_blame(tml_steady_task *t, const tml_steady_forces_by *base, const tml_steady_forces_by *worst,
                      const tml_steady_point *at, double later);

/* Memory for checks and rows. */
void tml_steady_prepare(tml_steady_task *t);
/* The table with its channels. */
tml_status tml_steady_table_make(tml_steady_task *t);
/* A row for a solution. growth: the largest real part of its eigenvalues, 1/s; NAN if not known. */
tml_status tml_steady_record(tml_steady_task *t, const tml_steady_point *at, double growth);
/* "stable", "unstable (grows by 3.2 1/s)" … of what was last judged; its eigenvalues. */
const char *tml_steady_stability_text(tml_steady_task *t);
const char *tml_steady_eigenvalues_text(tml_steady_task *t);
/* The task's state is that of a solution from now on. */
void tml_steady_leave(tml_steady_task *t, const tml_steady_point *at);

/* The equations of a task whose request is read; t->at: where it starts. False with messages. */
bool tml_steady_task_make(tml_steady_task *t, const tml_assembly *report);
/* Stability of a solution. */
void tml_steady_task_judge(tml_steady_task *t, const tml_steady_point *at);
/* All states that can be found, a row for each; t->at: the one that the start leads to. */
tml_status tml_steady_find_all(tml_steady_task *t);

/* From t->at to the steady state at the first speeds; says why where there is none. */
tml_status tml_steady_find(tml_steady_task *t, int *iterations);
/* A range of speeds, from t->at. */
tml_status tml_steady_sweep(tml_steady_task *t);
