/* drag.h - inverse kinematics: a mechanism follows a dragged point, its joints closed. */
#pragma once
#include "trammel/model.h"
TML_BEGIN_DECLS

typedef struct tml_drag tml_drag; /* a mechanism in a configuration that a dragged point changes */

/* Position and orientation of a body. */
typedef struct {
    double at[3];         /* its centre of mass, ground axes */
    double angle;         /* plane: angle of rotation, full turns counted; 0 in space */
    double quaternion[4]; /* w x y z: its frame relative to the ground; in the plane the same rotation about z */
} tml_pose;

typedef struct {
    double distance; /* m: from where the point is now to its target */
    bool closed;     /* every joint is closed */
    bool moved;      /* the configuration has changed: another call may bring the point nearer */
} tml_drag_result;

/* Assembles the model as for its first analysis; drivers and `initial` hold for that start only. Compliant joints are kept closed,
 * too. No analysis is done. The model must outlive it. *drag is made only if the status is TML_OK, also where only the velocities
 * cannot be as the model says, with a message; TML_FAILED: it cannot be assembled. */
TML_API tml_status tml_drag_make(const tml_model *model, tml_drag **drag, tml_log *log);
TML_API void tml_drag_free(tml_drag *drag);

/* Moves a point of a body (0: the ground, which stays; body frame) towards a target on ground axes: to a configuration near the
 * present one, on the same branch, with all joints closed and the point as near as a bounded number of iterations brings it; a
 * distant target takes several calls. Bodies without a chain of joints to this one stay; springs and bushings do not pull. Takes no
 * memory. `result` may be NULL. TML_WRONG: no such body, or a number is not finite; nothing has moved. */
TML_API tml_status tml_drag_move(tml_drag *drag, size_t body, const double point[3], const double target[3],
                                 tml_drag_result *result);
TML_API void tml_drag_reset(tml_drag *drag); /* back to the start */

/* Bodies in the order of the model; 0 is the ground. */
TML_API size_t tml_drag_body_count(const tml_drag *drag);
TML_API const char *tml_drag_body_name(const tml_drag *drag, size_t body);
TML_API tml_pose tml_drag_pose(const tml_drag *drag, size_t body);
/* Joint coordinates, as `initial` and `drivers` name them; NULL and NAN where there is none. */
TML_API size_t tml_drag_coordinate_count(const tml_drag *drag);
TML_API const char *tml_drag_coordinate_name(const tml_drag *drag, size_t index); /* "O.angle" */
TML_API const char *tml_drag_coordinate_unit(const tml_drag *drag, size_t index); /* "rad" */
TML_API double tml_drag_coordinate_value(const tml_drag *drag, size_t index);     /* full turns counted */

TML_END_DECLS
