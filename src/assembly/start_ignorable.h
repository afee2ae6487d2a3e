/* start_ignorable.h - rotations on which nothing acts (system/ignorable_rotations.h) have no start velocity. */
#pragma once
#include "system/kernel/workspace.h"

/* J (nvb) of a body's velocities without its part along idle rotations; whether there was one. */
bool tml_without_ignorable(const tml_system *system, int body, double *J);
/* `omega` of a body as written, ground axes, without its part along idle rotations; the size of that part, rad/s. */
double tml_omega_without_ignorable(const tml_workspace *work, int body, tml_vec3 *omega);
/* The same system without the rates of `initial` that ask for idle rotations alone, in a configuration q; a warning of each of these,
 * and of each `omega` of a body that does, goes to the log (NULL: none). */
const tml_system *tml_start_without_ignorable(const tml_system *system, const double *q, tml_arena *arena,
                                              tml_log *log);
/* A warning where a rate of `initial` counts an idle rotation. */
void tml_start_report_ignorable(const tml_workspace *work, const tml_start *start, tml_log *log);
