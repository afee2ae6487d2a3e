/* kernels.h - evaluation of one kind of measure over a range, in the plane and in space. */
#pragma once
#include "geometry/rotation.h"
#include "system/kernel/workspace.h"

/* Sine between two directions below which nothing but rounding is left of the plane they span. */
#define TML_GIMBAL_LOCK 1e-14

void tml_kernel_plane(tml_workspace *work, int first, int last); /* a range of one kind */
void tml_kernel_space(tml_workspace *work, int first, int last);

/* Of a ROTATION: the rotation vector of M in F and the axis that it is measured along, on ground axes. */
typedef struct {
    tml_vec3 r, a;
    tml_log_factor factor;
} tml_rotation_frames;

tml_rotation_frames tml_rotation_frames_of(const tml_measure *measure, const tml_mat3 *R1, const tml_mat3 *R2);
