/* penalty_stiffness.h - the default penalty stiffness of joints in `implicit`. */
#pragma once
#include "system/kernel/workspace.h"

/* The fastest given or driven motion, m/s; rotations times the size. Of a system with rigid joints, at a state. */
double tml_given_speed(const tml_workspace *work, const double *v);
/* m a/size, N/m, with the accelerations in play: a spring this stiff yields by the size. */
double tml_characteristic_stiffness(const tml_system *system, double t, const double *q, const double *v, double span,
                                    tml_arena *arena);
/* N/m, at a state of a system with rigid joints that moves for a time `span` (s; 0: unknown). */
double tml_default_stiffness(const tml_system *system, double t, const double *q, const double *v, double span,
                             tml_arena *arena);
