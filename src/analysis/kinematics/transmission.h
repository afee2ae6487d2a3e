/* transmission.h - a linkage with one driver as a transmission, in its table.
 *
 *   X.advantage      speed of the driver / speed of X, for every joint X of one freedom on the ground that is not the driven one:
 *                    without losses, also force (torque) that X gives / force (torque) of the driver
 *   B.transmission   0 ... pi/2, in the plane, at pin B of a link A B whose other end A is held when the driver is: the acute angle
 *                    between the line A B, along which the link pushes, and the normal of the direction in which B could move
 *                    if the link were not there. At 0 the link cannot drive what follows: a dead point
 *
 * In a dyad, two links A B and B C with A and C held, B could move about C: the angle is that between the lines A B and B C, where
 * one of the links slides that to the normal of its way, and it is the same for both links. In larger groups (three links that
 * hold a fourth, as in some six-bars) the direction follows from speeds: those of the mechanism when only the length of A B grows.
 */
#pragma once
#include "analysis/analysis.h"
#include "analysis/kinematics/driven.h"

typedef struct {
    int pin;           /* joint B */
    int outer, beyond; /* joints A, C of a dyad; beyond -1: not a dyad, then */
    int output;        /* the body at B that the link drives */
} tml_transmission;

typedef struct {
    const tml_system *system;
    int drive_row;        /* of the driver */
    int *output, outputs; /* joints */
    tml_transmission *pin;
    int pins;
    double *rates, *x; /* (rows), (nv) */
} tml_ratios;

/* independent (row_count): rows that do not depend on others. NULL: the mechanism has not just one driver, or nothing to say. */
tml_ratios *tml_ratios_make(const tml_system *system, const bool *independent, tml_arena *arena);
int tml_ratios_count(const tml_ratios *r);
void tml_ratios_columns(const tml_ratios *r, tml_column *columns, tml_arena *arena);
/* At a stand, which work was evaluated at. */
void tml_ratios_fill(tml_ratios *r, tml_driven *d, const tml_configuration *stand, double *row);
