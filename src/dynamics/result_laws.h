/* result_laws.h - force laws that depend on results: reactions and accelerations, which depend on the forces in turn.
 *
 * x = e(r): the values x of the laws are unknowns beside accelerations a and multipliers lambda. These depend affinely on the applied
 * forces, so the results do on x: r(x) = r(x0) + R (x - x0), with one solution of the equations for each column of R. What remains are
 * few nonlinear equations, x = e(r(x)), solved by Newton's method with the exact derivatives E of the expressions:
 *   (1 - E R) dx = e(r) - x
 * The determinant of 1 - E R is 1 without feedback. Where it is not positive at a solution, there are others or none nearby (jamming,
 * Painleve's paradox): that is no solution.
 *
 * The forces of an interaction follow from its mode (work->modes): x = 0; or x = -sliding d along the slip; or an acceleration c(r) = 0 takes
 * the place of the law, and of 1 in its row.
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
/* The same where more is known of the equations. */
typedef struct {
    int (*solve)(void *context, tml_instant *at); /* as `respond`; only what the laws read need be found */
    /* Accelerations of the bodies that a load (nv) adds, which is that of the active law k; NULL: they are found by differences. */
    const double *(*respond_to)(void *context, int k, const double *load);
    void (*superpose)(void *context, int n, const double *dx); /* adds these responses times dx to the last solution */
    int rows;                                                  /* the first of the rows: their multipliers are found */
    void *context;
} tml_result_equations;
int tml_result_laws_solve_by(tml_result_laws *laws, tml_workspace *work, const tml_result_equations *by);
/* dx (n): derivatives of the values along a path y(h) of states, at the solution just found at h = 0:
 *   dx/dh = (1 - E R)^-1 (de/dy + E dr/dy) dy/dh
 * with r at constant x. `respond` as above, at y(h): by differences of order 8 with steps up to 4 h of results and positions alone, while the
 * derivatives of the expressions are exact. Work is left at another state. What `respond` returned. */
int tml_result_laws_differentiate(tml_result_laws *laws, tml_workspace *work,
                                  int (*respond)(void *context, double h, tml_instant *at), void *context, double h,
                                  double *dx);
/* Force on the system (nv) += of changes dx of the values. */
void tml_result_laws_add_force(const tml_result_laws *laws, const tml_workspace *work, const double *dx, double *force);
/* Everything as a function of the values x of the active laws: r = r0 + R x. */
typedef struct {
    int n, m;          /* active laws, results */
    int read;          /* results that expressions read: the first of them */
    const int *active; /* (n) laws of the system */
    const int *held;   /* (n) the result that is its acceleration, of a law whose interaction is closed or sticks; -1 */
    const double *r0, *R; /* (m), (m x n) by columns */
} tml_affine_results;
/* The same at x = 0; `note` (NULL: none) is called after each solution, with the law among the active ones that is x there, or -1: x = 0; and
 * x = 0 of a law whose response alone is known. */
int tml_result_laws_affine(tml_result_laws *laws, tml_workspace *work, const tml_result_equations *by,
                           void (*note)(void *context, int active, double x), tml_affine_results *affine);
/* The inputs of expressions for values x and results r, of these laws. */
void tml_result_laws_set_inputs(const tml_result_laws *laws, tml_workspace *work, const double *x, const double *r);
/* Which laws are active in the present modes: all of it but r0 and R. */
void tml_result_laws_modes(tml_result_laws *laws, tml_workspace *work, tml_affine_results *affine);
/* Results that expressions read, (read): at an instant; as inputs; of a gradient by inputs. */
int tml_result_laws_read_count(const tml_result_laws *laws);
void tml_result_laws_observe(const tml_result_laws *laws, const tml_instant *at, double *r);
void tml_result_laws_put_results(const tml_result_laws *laws, tml_workspace *work, const double *r);
void tml_result_laws_take_gradient(const tml_result_laws *laws, const double *gradient, double *by_r);
/* The results (read) among the inputs, by their gradient. */
void tml_result_laws_by_results(const tml_result_laws *laws, const double *gradient, double *by_x, double *by_r);
int tml_result_laws_count(const tml_result_laws *laws);
