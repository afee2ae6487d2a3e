/* linkages.h - models of mechanisms with many links of 1 m, to be dragged. The last body is at the far end. */
#pragma once
#include "base/text.h"

/* b1, b2, …, from the origin along x, pinned to each other at P1, P2, …; b1 to the ground at P0. */
void linkage_chain(tml_text *model, int links);
/* The same in space, by spherical and universal joints in turn. */
void linkage_chain_in_space(tml_text *model, int links);
/* Crossed links a0 and b0, a1 and b1, … between the points L and U of two lines 1 m apart, pinned at their middles M; all bays are
 * alike: (w, h) with w^2 + h^2 = 2. a0 is pinned to the ground at L0, b0 slides along y at U0. */
void linkage_scissors(tml_text *model, int bays);
/* Cranks c0, c1, … upwards from the ground at G0, G1, …, and couplers t0, t1, … between their ends T0, T1, …: wherever all lies in
 * one line, any of them could fold over. */
void linkage_parallelograms(tml_text *model, int loops);
