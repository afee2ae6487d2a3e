/* plane_equations.h - the equations of a planar mechanism in relative coordinates, written out as programs of values:
 *
 *   rates    u' and the power of its forces, from t, q, u and the numbers of a variant
 *   split    the parts of small changes of q and u that constraints do not allow, and what `close` gives
 *   close    the changes of q and u that close its loops (projection.c), the residuals of their rows
 */
#pragma once
#include "dynamics/written_out/lanes.h"
#include "dynamics/written_out/numbers.h"

typedef struct {
    int n, rows;     /* coordinates; constraints between them */
    int value_count; /* of its graph */
    int time, q, u, change,
        speed; /* values that are given: t; (n) each: coordinates, velocities, and changes of both to be split */
    const int *number; /* (numbers) value of each; -1: folded */
    int constant_count;
    const tml_value *constants; /* to be set once */
    tml_value_program rates, split, close;
    const int *udot; /* (n) */
    int input_count;
    const int *input; /* (input_count) value of each input that narrow features read; -1: they do not read it */
    int power;        /* of forces that have no potential */
    int pivot;        /* smallest pivot of the constraints, relative to the row it is of: 1 without rows */
    const int *across_q, *across_u;   /* (n) parts of `change` and `speed` that constraints do not allow */
    const int *correct_q, *correct_u; /* (n) changes that close the loops */
    int residual, residual_rate;      /* largest of rows, relative to their scales */
    int extent, fastest,
        rounding;               /* of projection.c: how far bodies are, how fast, what rounding can be seen in rows */
    const int *square, *pivots; /* (rows) squared norms of rows, and what is left of them behind those before */
} tml_plane_equations;

/* The equations of numbers that have been read from e (tml_plane_numbers_fit). */
const tml_plane_equations *tml_plane_equations_write(const tml_equations *e, const tml_plane_numbers *numbers,
                                                     tml_arena *arena);
/* Memory for the values of all lanes: constants are set. */
tml_lanes *tml_plane_equations_values(const tml_plane_equations *p, tml_arena *arena);
/* The numbers of a variant are those of a lane from now on. */
void tml_plane_equations_load(const tml_plane_equations *p, const tml_plane_numbers *numbers, int lane,
                              tml_lanes *values);
