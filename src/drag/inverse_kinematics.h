/* inverse_kinematics.h - a mechanism that follows a dragged point: the nearest closed configuration in which the point is nearest to its goal. */
#pragma once
#include "drag/constraint_rows.h"

typedef struct {
    int body;       /* moving body */
    tml_vec3 point; /* from its centre of mass, body axes */
    tml_vec3 goal;  /* ground axes */
} tml_drag_handle;

typedef struct {
    tml_drag_rows *rows;
    double *q;                     /* (nq) where the mechanism is: joints closed */
    double *trial;                 /* (nq) */
    double *along[3];              /* (nv) directions in which the joints let the point go, as z */
    double *step, *stepped, *last; /* (nv) as z: the next step, the one before, and where it was going of late */
    double length;                 /* m: of all bodies in a row */
    double radius;                 /* m: of the body that is led */
    int most;                      /* factors made in one call */
} tml_inverse_kinematics;

/* From a closed pose q (nq), angles counted from `turn` (measure_count; NULL: zero). */
tml_inverse_kinematics *tml_inverse_kinematics_make(const tml_system *system, double t, const double *q,
                                                    const double *unwrapped, tml_arena *arena);
/* Brings the point as near to its goal as a bounded piece of work does; true: something moved. Work holds the new pose, all
 * measures evaluated. */
bool tml_inverse_kinematics_step(tml_inverse_kinematics *l, const tml_drag_handle *grip);
/* Another closed pose. */
void tml_inverse_kinematics_put(tml_inverse_kinematics *l, const double *q, const double *unwrapped);
/* Where the point of a grip is, at what work holds. */
tml_vec3 tml_drag_handle_position(const tml_workspace *work, const tml_drag_handle *grip);
