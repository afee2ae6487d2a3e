/* multipliers.h - how good a point is: the first-order conditions of Karush, Kuhn and Tucker,
 *
 *   grad f + sum_i lambda_i grad c_i = 0,   lambda_i >= 0 where c_i <= 0 is active,   lambda_i = 0 where it is not.
 *
 * Bounds of parameters are constraints as well. lambda_i is by how much the goal improves for each unit by which c_i is relaxed.
 */
#pragma once
#include "optimize/problem.h"

typedef struct {
    bool *active;             /* (constraints) */
    double *multiplier;       /* (constraints) 0 where it is not active */
    int *bound;               /* (parameters) -1: at the lower one, +1: at the upper one, 0: between */
    double *bound_multiplier; /* (parameters) for a unit of the parameter */
    double slope;             /* |grad f + sum lambda grad c|, by parameters scaled to the unit box */
    bool is_known;            /* derivatives could be found */
} tml_optimality;

/* At u (parameters) with its answers; sizes: of the constraints. What it finds is in the arena. */
tml_optimality tml_optimality_find(const tml_problem *p, int goal, const double *sizes, const double *u,
                                   tml_arena *arena);
