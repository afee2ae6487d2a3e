/* transmission.h - a linkage with one driver as a transmission.
 *
 *   X.advantage      speed of the driver / speed of X, for every joint X with one coordinate on the ground except the
 * driven one: without losses, also force (torque) at X / force (torque) of the driver
 *   B.transmission   0 ... pi/2, in the plane, at pin B of a link A B whose other end A is fixed when the driver is:
 * the acute angle between the line A B, along which the link pushes, and the normal of the direction in which B could
 * move without the link. At 0 the link cannot drive the output: a dead point
 *
 * In a dyad, two links A B and B C with A and C fixed, B could move about C: the angle is that between the lines A B
 * and B C, or the normal of the guide if one of the links slides, and it is the same for both links. In larger groups
 * (three links that support a fourth, as in some six-bars) the direction follows from velocities: those of the
 * mechanism when only the length of A B grows.
 */
#pragma once
#include "analysis/analysis.h"
#include "analysis/kinematics/driven.h"

typedef struct {
    int pin;             /* joint B */
    int outer, opposite; /* joints A, C of a dyad; opposite -1: not a dyad */
    int output;          /* the body at B that the link drives */
} tml_transmission;

typedef struct {
    const tml_system *system;
    int drive_row;        /* of the driver */
    int *output, outputs; /* joints */
    tml_transmission *pin;
    int pins;
    double *rates, *x; /* (rows), (nv) */
} tml_ratios;

/* independent (row_count): marks independent rows. NULL: the mechanism does not have exactly one driver, or there is
 * nothing to report. */
tml_ratios *tml_ratios_make(const tml_system *system, const bool *independent, tml_arena *arena);
int tml_ratios_count(const tml_ratios *r);
void tml_ratios_columns(const tml_ratios *r, tml_column *columns, tml_arena *arena);
/* At a configuration at which work was evaluated. */
void tml_ratios_fill(tml_ratios *r, tml_driven *d, const tml_configuration *configuration, double *row);
/* The angle of a dyad, from the poses alone; NAN: it takes velocities. */
double tml_dyad_transmission(const tml_workspace *work, const tml_transmission *transmission);
