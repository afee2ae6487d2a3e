/* inverse_kinematics.h - inverse kinematics of a dragged point: the nearest closed pose at which the point is closest
 * to its goal. */
#pragma once
#include "drag/constraint_rows.h"

typedef struct {
    int body;       /* moving body */
    tml_vec3 point; /* from its centre of mass, body axes */
    tml_vec3 goal;  /* ground axes */
} tml_drag_handle;

typedef struct {
    tml_drag_rows *rows;
    double *q;                     /* (nq) the present pose: joints closed */
    double *trial;                 /* (nq) */
    double *along[3];              /* (nv) projected gradients of the point, as z */
    double *step, *stepped, *last; /* (nv) as z: the next step, the previous one, and the recent direction */
    double length;                 /* m: of all bodies in a row */
    double radius;                 /* m: of the dragged body */
    int max;                       /* factorizations in one call */
} tml_inverse_kinematics;

/* From a closed pose q (nq), angles unwrapped from `rotation` (measure_count; NULL: zero). */
tml_inverse_kinematics *tml_inverse_kinematics_make(const tml_system *system, double t, const double *q,
                                                    const double *unwrapped, tml_arena *arena);
/* Brings the point as close to its goal as a bounded amount of work does; true: something moved. work holds the new
 * pose, all measures evaluated. */
bool tml_inverse_kinematics_step(tml_inverse_kinematics *l, const tml_drag_handle *handle);
/* Sets another closed pose. */
void tml_inverse_kinematics_put(tml_inverse_kinematics *l, const double *q, const double *unwrapped);
/* Position of the point of a handle, at the last evaluation of work. */
tml_vec3 tml_drag_handle_position(const tml_workspace *work, const tml_drag_handle *handle);
