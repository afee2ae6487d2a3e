/* result_laws.h - force laws that depend on results: reactions and accelerations, which depend on the forces in turn.
 *
 * x = e(r): the values x of the laws are unknowns beside accelerations a and multipliers lambda. These depend affinely on the applied
 * forces, so the results do on x: r(x) = r(x0) + R (x - x0), with one solution of the equations for each column of R. What remains are
 * few nonlinear equations, x = e(r(x)), solved by Newton's method with the exact derivatives E of the expressions:
 *   (1 - E R) dx = e(r) - x
 * The determinant of 1 - E R is 1 without feedback. Where it is not positive at a solution, there are others or none nearby (jamming,
 * Painleve's paradox): that is no solution.
 */
#pragma once
#include "system/channel/channels.h"

typedef struct tml_result_laws tml_result_laws;

/* NULL: no law of the system depends on results. */
tml_result_laws *tml_result_laws_make(const tml_system *system, tml_arena *arena);
/* Solves for the values of the laws, from those that work holds. `respond` solves the equations for the values in work, everything
 * that is reported included, and fills the instant. 0: work and what the instant points to hold the solution; otherwise what
 * `respond` returned, or +1 if there is no solution: then work->unsolved is the law. */
int tml_result_laws_solve(tml_result_laws *laws, tml_workspace *work, int (*respond)(void *context, tml_instant *at),
                          void *context);
/* dx (n): derivatives of the values along a path y(h) of states, at the solution just found at h = 0:
 *   dx/dh = (1 - E R)^-1 (de/dy + E dr/dy) dy/dh
 * with r at constant x. `respond` as above, at y(h): by differences of order 8 with steps up to 4 h of results and positions alone, while the
 * derivatives of the expressions are exact. Work is left at another state. What `respond` returned. */
int tml_result_laws_differentiate(tml_result_laws *laws, tml_workspace *work,
                                  int (*respond)(void *context, double h, tml_instant *at), void *context, double h,
                                  double *dx);
/* Force on the system (nv) += of changes dx of the values. */
void tml_result_laws_add_force(const tml_result_laws *laws, const tml_workspace *work, const double *dx, double *force);
int tml_result_laws_count(const tml_result_laws *laws);
