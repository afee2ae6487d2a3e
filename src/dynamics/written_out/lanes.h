/* lanes.h - several variants at once: a value of each in the lanes of a vector.
 *
 * Every operation acts on each lane alone and rounds as the same operation on numbers does, so that a lane's bits depend neither on the other lanes
 * nor on the width of the processor's vectors. Sines are our own for the same reason.
 */
#pragma once
#include "dynamics/written_out/value_graph.h"

enum { TML_LANES = 8 };
typedef double tml_lanes __attribute__((vector_size(TML_LANES * sizeof(double))));

/* (count) zeros, aligned as vectors must be. */
tml_lanes *tml_lanes_take(tml_arena *arena, int count);
/* Evaluates the steps of a program: x holds all values of its graph. */
void tml_lanes_evaluate(const tml_value_program *program, tml_lanes *x);
/* to = from + sum of w[j] k[j] over count terms; each is n values. w: of each lane. */
void tml_lanes_combine(int n, const tml_lanes *from, const tml_lanes *w, const tml_lanes *const *k, int count,
                       tml_lanes *to);
