/* tangent.h - exact derivatives of the equations of motion: for stiff integrators, DAE solvers and linearization. */
#pragma once
#include "formulation/formulation.h"

typedef struct tml_tangent tml_tangent;
struct tml_dae_form;

tml_tangent *tml_tangent_make(const tml_system *system, tml_arena *arena);
/* d(q', v', W')/d(q, v, W) at a state, n x n by columns, n = nq + nv + 1. The row of W is left zero: nothing depends on it. */
int tml_tangent_ode(tml_tangent *tangent, tml_equations *e, double t, const double *q, const double *v, double *J);
