/* kernels.h - evaluation of one kind of measure over a range, in the plane and in space. */
#pragma once
#include "contact/wire.h"
#include "geometry/rotation.h"
#include "system/kernel/workspace.h"

/* Sine of the angle between two directions below which the plane they span is determined by rounding alone. */
#define TML_GIMBAL_LOCK 1e-14

void tml_kernel_plane(tml_workspace *work, int first, int last); /* a range of one kind */
void tml_kernel_space(tml_workspace *work, int first, int last);
void tml_kernel_touch_plane(tml_workspace *work, int i); /* GAP and SLIP */
/* Of measure `first` and those after it that are of the same candidate, up to `last`; returns the one after these. */
int tml_kernel_touch_space(tml_workspace *work, int first, int last);
/* CURVE and CURVE_FRAME: of measure `first` and those after it that are of the same curve and points; returns the one after these. */
int tml_kernel_curve(tml_workspace *work, int first, int last);
/* The foot of the point of such a measure; y: the point in the frame of the curve. */
tml_foot tml_kernel_foot(const tml_workspace *work, int measure, tml_vec3 y, bool third);
/* The first measure of the same foot: rows are evaluated in every step, coordinates only where they are needed. */
int tml_kernel_leading_foot(const tml_system *system, int measure);
/* What it is of that foot. */
tml_wire_function tml_kernel_curve_function(const tml_workspace *work, int measure, const tml_foot *foot, bool third);
/* Where the surfaces of a GAP touch, midway over it; ground axes. */
tml_vec3 tml_kernel_touching_point(const tml_workspace *work, int measure);

/* ROTATION: the rotation vector of M in F and the axis along which it is measured, in ground axes. */
typedef struct {
    tml_vec3 r, a;
    tml_log_factor factor;
} tml_rotation_frames;

tml_rotation_frames tml_rotation_frames_of(const tml_measure *measure, const tml_mat3 *R1, const tml_mat3 *R2);
