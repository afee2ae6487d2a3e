/* pose_spline.h - one coordinate of a motion through poses: twice continuously differentiable, at rest where it stops. */
#pragma once
#include "expression/motion.h"

/* What holds at an end, or at a stop: f'' = 0; f' = 0; both. */
typedef enum { TML_POSES_NATURAL, TML_POSES_CLAMPED, TML_POSES_REST } tml_pose_ends;

typedef struct {
    double x, f;
    bool stop; /* f' = f'' = 0 there; between two such of the same value it stays */
} tml_timed_value;

enum { TML_POSE_WORK = 2 };
/* The count - 1 pieces through poses (count >= 2) of ascending x; work: (TML_POSE_WORK count). */
void tml_pose_spline(const tml_timed_value *poses, int count, tml_pose_ends ends, tml_motion_piece *pieces,
                     double *work);
