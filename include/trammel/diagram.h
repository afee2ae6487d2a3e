/* diagram.h - what is taught about a motion by drawings: instant centres, velocities and accelerations of joints, transmission angles, kinds of energy. */
#pragma once
#include "trammel/model.h"
#include "trammel/results.h"
TML_BEGIN_DECLS

/* Appends a table "dynamics.diagram" for each table of a motion that has positions, velocities and accelerations of all bodies, with the same
 * rows. Columns, after t, in the plane:
 *   crank.A.x .y .vx .vy .ax .ay        the point of a body that is at joint A now, its velocity and acceleration
 *   coupler.B/A.nx .ny                  of the acceleration of B relative to A, both of one body, the part towards A: -omega^2 (B - A)
 *   A.coriolis.x .y                     2 omega x (relative velocity) of a joint that slides, on its second body
 *   crank:rocker.px .py .pw             the instant centre of two bodies at (px, py)/pw; pw 0: at infinity, in the direction (px, py)
 *   B.transmission                      the transmission angle of a linkage with one driver, where the table does not have it itself
 * in space:
 *   arm.screw.x .y .z .dx .dy .dz .pitch   the screw axis of a body: its point nearest to the centre of mass, its direction, the advance per
 *                                          radian; not a number where the body does not rotate
 * and in both, where the table has energies: energy.gravity, energy.elastic (what springs and states store), energy.input (work of drivers and
 * actuators), energy.other_work (of all other forces without a potential; below zero:
 * what dampers and friction have taken).
 * Instant centres are those of all pairs of up to 12 bodies with the ground, of more those with the ground and of bodies that share a joint. */
TML_API tml_status tml_results_add_diagrams(tml_results *results, const tml_model *model, tml_log *log);

TML_END_DECLS
