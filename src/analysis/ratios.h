/* ratios.h - a linkage with one driver as a transmission, in its table.
 *
 *   X.advantage      speed of the driver / speed of X, for every joint X of one freedom on the ground that is not the driven one:
 *                    without losses, also force (torque) that X gives / force (torque) of the driver
 *   B.transmission   0 … pi/2, in the plane: acute angle at pin B between the line of a floating link with two pins, A B, and the
 *                    line B C of an output link pinned to the ground in C (or, where it slides, the normal of its way).
 *                    At 0 the link cannot drive the output
 */
#pragma once
#include "analysis/analysis.h"
#include "analysis/driven.h"

typedef struct {
    const tml_system *system;
    int drive_row;        /* of the driver */
    int *output, outputs; /* joints */
    int *pin, pins;       /* joints B, with the others: */
    int *link_pin;        /* A */
    int *ground_pin;      /* C */
    double *rates, *x;    /* (rows), (nv) */
} tml_ratios;

/* NULL: the mechanism has not just one driver, or nothing to say. */
tml_ratios *tml_ratios_make(const tml_system *system, tml_arena *arena);
int tml_ratios_count(const tml_ratios *r);
void tml_ratios_columns(const tml_ratios *r, tml_column *columns, tml_arena *arena);
/* At a stand, which work was evaluated at. */
void tml_ratios_fill(tml_ratios *r, tml_driven *d, const tml_stand *stand, double *row);
