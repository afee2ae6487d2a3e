/* actuation.h - unknown forces along chosen freedoms, and the reactions of the joints, that make given accelerations.
 *
 *   G' lambda + b tau = M a - Q       rows of joints only; one column of b for each actuator
 *
 * Z: what the joints leave free, Z' b tau = Z' (M a - Q). tau is of least norm where there are more actuators than freedoms
 * (torques divided by the size of the mechanism, to compare with forces). In a dead point of the joints more is free for an
 * instant; where only one motion is free otherwise, the motion itself stands for Z there.
 */
#pragma once
#include "analysis/analysis.h"
#include "analysis/kinematics/driven.h"
#include "linalg/rank_revealing_qr.h"

typedef struct {
    const char *name; /* as it is reported: "A", "J.angle1", "ram" */
    const tml_term *terms;
    int term_count;
    int coordinate, law, drive; /* which of the three it is; -1 */
    bool turns;
    double sign;        /* of what is reported: -1 where tension is positive */
    double force, rate; /* along its measure: last found */
} tml_actuator;

typedef struct tml_actuation {
    const tml_system *system;
    tml_arena *arena;
    tml_actuator *list;
    int count;
    int rows, *row;          /* of joints */
    tml_rank_qr *range;      /* of these; NULL until it is needed */
    tml_driven *driven;      /* the driven motion, whose sparse factors are taken; NULL: none */
    double *unit;            /* (nv) */
    double *b;               /* (count x nv) */
    double *F, *left;        /* (nv) in units of force: to be made; not made */
    double *C, *D, *y;       /* (free x count) by columns, for work and Z' b; (count or free) */
    double *singular, *held; /* for least norm; (rows) reactions */
    const double *Z;         /* (nv x free_count) by columns: what the joints leave free */
    double *way;             /* (nv) the motion itself, in lengths */
    double *motions;         /* (nv x drivers) those of single drivers; NULL until they are needed */
    int free_count, rank;    /* of what the joints leave free; of the actuators in it */
    int usual;               /* the smallest free_count so far: there are more in a dead point */
    double missing, scale;   /* what is not made, and the largest force at play, N */
    double needed;           /* the largest force at play but those of actuators, N */
} tml_actuation;

/* Reads `actuators` of the task: joints of one freedom, freedoms, forces with one free value, drivers. Not given: all drivers.
 * NULL with messages. */
tml_actuation *tml_actuation_read(tml_task *task);
/* a->b: what each does, for a force of 1 N, or a torque of 1 N times the size; work: all measures. */
void tml_actuation_directions(tml_actuation *a, const tml_workspace *work);
/* work: evaluated, all measures; force (nv): M a - Q with all that is written. Leaves forces of actuators in place of written
 * ones in work, power too, and gives lambda (rigid rows; of drivers: where they act). */
void tml_actuation_solve(tml_actuation *a, tml_workspace *work, const double *force, double *lambda);
/* Whether all of it is made, but for rounding. */
bool tml_actuation_suffices(const tml_actuation *a);
/* Enough actuators, but some combination of them does nothing: a singular configuration. */
bool tml_actuation_is_singular(const tml_actuation *a);
/* No forces make the motion: actuators, in work too, and reactions become NaN. */
void tml_actuation_void(tml_actuation *a, tml_workspace *work, double *lambda);
/* Of what is not made, with velocities v (nv): finite in a singular configuration, where forces are not. */
double tml_actuation_missing_power(const tml_actuation *a, const double *v);
/* "A1, A2, A3" */
const char *tml_actuation_names(const tml_actuation *a, tml_arena *arena);
/* "12.3 N*m are missing along C.angle (3 freedoms, 2 actuators)", or "(…: the actuators A, B, C are singular there)" */
const char *tml_actuation_missing(const tml_actuation *a, const tml_workspace *work, tml_arena *arena);
/* The channel that holds its force (what: TML_CHANNEL_FORCE) or its power. */
const char *tml_actuator_channel(const tml_actuation *a, int index, int what);
/* Columns for actuators: NAME.actuator and NAME.power where no channel says it, and NAME.energy if wanted. Returns how many. */
int tml_actuation_columns(const tml_actuation *a, bool energy, tml_column *columns);
/* Their values; energies (count) or NULL. */
void tml_actuation_fill(const tml_actuation *a, const double *energies, double *row);
enum { TML_ACTUATOR_COLUMNS = 3 }; /* of one actuator at most */
