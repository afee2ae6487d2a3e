/* actuation.h - unknown forces along chosen coordinates, and reactions of the joints, that produce given
 * accelerations.
 *
 *   G' lambda + b tau = M a - Q       rows of joints only; one column of b for each actuator
 *
 * With Z a basis of the null space of the joints, Z' b tau = Z' (M a - Q). tau has minimum norm if there are more
 * actuators than degrees of freedom (torques divided by the size of the mechanism, to compare with forces). In a
 * singular configuration of the joints more is free for an instant; if otherwise only one motion is free, the motion
 * itself takes the place of Z there.
 */
#pragma once
#include "analysis/analysis.h"
#include "analysis/kinematics/driven.h"
#include "linalg/rank_revealing_qr.h"

typedef struct {
    const char *name;           /* as reported: "A", "J.angle1", "ram" */
    int coordinate, law, drive; /* which of the three it is; -1 */
    bool turns;
    bool is_one_of_several; /* coordinates of its joint, which the name says */
    double sign;            /* of the reported value: -1 if tension is positive */
    double force, rate;     /* along its measure: the last solution */
} tml_actuator;

/* Along which a force or a driver acts. */
static inline const tml_terms *tml_actuator_terms(const tml_system *s, const tml_actuator *p)
{
    return p->law >= 0 ? &s->laws[p->law].terms : &s->rows[s->drives[p->drive].row].terms;
}

typedef struct tml_actuation {
    const tml_system *system;
    tml_arena *arena;
    tml_actuator *list;
    int count;
    int rows, *row;               /* of joints */
    tml_rank_qr *range;           /* of these rows; NULL until needed */
    tml_driven *driven;           /* the driven motion, whose sparse factors are used; NULL: none */
    double *unit;                 /* (nv) */
    double *b;                    /* (count x nv) */
    double *F, *residual;         /* (nv) in units of force: required; not produced */
    double *C, *D, *y;            /* (free x count) column-major, scratch and Z' b; (count or free) */
    double *singular, *reactions; /* singular values; (rows) reactions */
    const double *Z;              /* (nv x free_count) column-major: basis of the free directions */
    double *motion_direction;     /* (nv) the motion itself, in lengths */
    double *motions;              /* (nv x drivers) motions of single drivers; NULL until needed */
    int free_count, rank;         /* dimension of the free directions; rank of the actuators on them */
    int min_free_count;           /* the smallest free_count so far: it is larger in a singular configuration */
    double missing, scale;        /* what is not produced, and the largest acting force, N */
    double needed;                /* the largest acting force besides those of actuators, N */
} tml_actuation;

/* Reads `actuators` of the task: joints with one coordinate, joint coordinates, forces with one free value, drivers.
 * Not given: all drivers. NULL with messages. */
tml_actuation *tml_actuation_read(tml_task *task);
/* a->b: the effect of each, for a force of 1 N, or a torque of 1 N times the size; work: all measures evaluated. */
void tml_actuation_directions(tml_actuation *a, const tml_workspace *work);
/* work: evaluated, all measures; force (nv): M a - Q with all given forces. Replaces given forces of actuators in work
 * by the solution, and their power; gives lambda (rigid rows; of drivers: if they act). */
void tml_actuation_solve(tml_actuation *a, tml_workspace *work, const double *force, double *lambda);
/* Whether the required forces are produced up to rounding. */
bool tml_actuation_suffices(const tml_actuation *a);
/* Whether there are enough actuators, but some combination of them has no effect: a singular configuration. */
bool tml_actuation_is_singular(const tml_actuation *a);
/* Whether no more actuators act than needed, or no force depends on results; false with a message. */
bool tml_actuation_is_unique(const tml_actuation *a, const tml_task *task);
/* No forces produce the motion: sets those of actuators, in work too, and reactions to NaN. */
void tml_actuation_set_undefined(tml_actuation *a, tml_workspace *work, double *lambda);
/* Power of what is not produced, with velocities v (nv): finite in a singular configuration, where forces are not. */
double tml_actuation_missing_power(const tml_actuation *a, const double *v);
/* "A1, A2, A3" */
const char *tml_actuation_names(const tml_actuation *a, tml_arena *arena);
/* "12.3 N*m are missing along C.angle (3 degrees of freedom, 2 actuators)", or "(...: the actuators A, B, C are
 * singular there)" */
const char *tml_actuation_missing(const tml_actuation *a, const tml_workspace *work, tml_arena *arena);
/* The channel with its force (what: TML_CHANNEL_FORCE) or its power. */
const char *tml_actuator_channel(const tml_actuation *a, int index, int what);
/* Columns for actuators: NAME.actuator and NAME.power unless there is such a channel, and NAME.energy if requested.
 * Returns how many. */
int tml_actuation_columns(const tml_actuation *a, bool energy, tml_column *columns);
/* Their values; energies (count) or NULL. */
void tml_actuation_fill(const tml_actuation *a, const double *energies, double *row);
enum { TML_ACTUATOR_COLUMNS = 3 }; /* of one actuator at most */
