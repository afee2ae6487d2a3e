/* friction_hold.h - rest by friction: whether it holds a mechanism where it is, and within which loads, speeds and positions.
 *
 * At rest, or at constant speeds of joints, all forces x of friction follow from complementarity with the accelerations (dynamics/complementarity.h): where
 * these are zero, it stays. Forces and accelerations depend affinely on a load p besides:  r = r0 + R x + P (p - p0),  so that the smallest and the
 * largest p at which it stays are found by bisection, each step one small problem; then by the margin of the friction that lets go first. Of a speed or a
 * position the same is asked at other states.
 */
#pragma once
#include "analysis/analysis.h"
#include "dynamics/formulation.h"

typedef struct tml_friction_hold tml_friction_hold;

/* A speed or a position that is varied. */
typedef struct {
    const char *name, *unit;
    double value; /* as it is */
    double first; /* a small change of it */
    double most;  /* the largest that is tried */
    /* The state with more of it, in coordinates of the equations; false: there is none. */
    bool (*place)(void *context, double more, double *q, double *v);
    void *context;
} tml_held_quantity;

/* Friction that may stick is part of the system. */
bool tml_friction_hold_is_possible(const tml_system *system);
/* At a state of equations, in whose coordinates accelerations are zero where it stays; arm (nv): the lengths by which these are multiplied. NULL: nothing has
 * friction that sticks, or friction does not hold it. */
tml_friction_hold *tml_friction_hold_make(tml_task *task, tml_equations *e, const double *arm, const double *q,
                                          const double *v);
/* The same at the state of the task, at rest. */
tml_friction_hold *tml_friction_hold_find(tml_task *task, const tml_assembly *report);
/* The row of that state at rest, and facts. */
tml_status tml_friction_hold_record(tml_friction_hold *h, const tml_assembly *report);
/* The modes found become those of the equations. */
void tml_friction_hold_take(tml_friction_hold *h);
/* How much of each friction is used, and forces of what is closed: with the forces as found. */
void tml_friction_hold_facts(tml_friction_hold *h, tml_table *table);
/* The range of each load; of a speed or a position. */
void tml_friction_hold_loads(tml_friction_hold *h, tml_table *table);
void tml_friction_hold_range(tml_friction_hold *h, tml_table *table, const tml_held_quantity *of);
