/* start_ignorable.h - ignorable rotations (system/topology/ignorable_rotations.h) have no initial velocity. */
#pragma once
#include "system/kernel/workspace.h"

/* J (nvb) of a body's velocities without its component along ignorable rotations; whether there was one. */
bool tml_without_ignorable(const tml_system *system, int body, double *J);
/* `omega` of a body as written, ground axes, without its component along ignorable rotations; the magnitude of that
 * component, rad/s. */
double tml_omega_without_ignorable(const tml_workspace *work, int body, tml_vec3 *omega);
/* The same system without the rates of `initial` that prescribe ignorable rotations only, in a configuration q; warns
 * about each of these, and about each `omega` of a body that does (log NULL: no warnings). */
const tml_system *tml_start_without_ignorable(const tml_system *system, const double *q, tml_arena *arena,
                                              tml_log *log);
/* Warns if a rate of `initial` includes an ignorable rotation. */
void tml_start_report_ignorable(const tml_workspace *work, const tml_start *start, tml_log *log);
