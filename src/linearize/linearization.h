/* linearization.h - equations of motion linearized about a state, exactly, in independent coordinates on the constraint manifold.
 *
 *   dq = S y,   dv = S y' + D y,   da = S y'' + Av y' + Aq y          of all bodies
 *   M y'' = C y' + K y + S' b u
 *
 * y: perturbations of as many coordinates of the spanning tree (or positions and rotations of bodies) as there are degrees of
 * freedom. The constraints determine everything else. b u: input forces. See docs/theory/linearization.md.
 * Where rows are nonholonomic there are more coordinates y of positions than rates w (nonholonomic.h):
 *   dq = Sq y,   dv = S w + D y,   da = S w' + Av w + Aq y,   y' = T w + U y,   M w' = C w + K y + S' b u
 */
#pragma once
#include "dynamics/tangent/tangent.h"
#include "linalg/rank_revealing_qr.h"
#include "linearize/tree_coordinates.h"

typedef enum {
    TML_ABOUT_EQUILIBRIUM, /* static equilibrium: no velocities, no accelerations */
    TML_ABOUT_STEADY,      /* relative equilibrium: tree coordinates at constant rates or constant */
    TML_ABOUT_INSTANT,     /* any state of motion, with its accelerations */
} tml_about;

typedef struct {
    tml_about about;
    double t;
    const double *q, *v, *unwrapped; /* state of the bodies; unwrapped angles of measures */
    const double *states;            /* (state_count) of the user's; NULL: those at the start */
    const double *inputs;            /* (input_count) parameters that have other values than at the start; NULL: none */
    int rank;                        /* of the constraint Jacobian there */
    const int *held;                 /* (held_count) joint coordinates held at their speeds: they are not perturbed */
    int held_count;
    const int
        *released; /* (released_count) rows whose targets are coordinates of their own, after the independent ones */
    int released_count;
    bool undamped;     /* leave out the velocity dependence of forces */
    const int *chosen; /* which coordinates are y, as those of another linearization; NULL: the best */
    int chosen_count;
} tml_linear_request;

typedef struct {
    const tml_system *system;
    tml_workspace *work;
    tml_arena *arena;
    tml_tree_coordinates coordinates;
    tml_row_derivatives derivatives; /* of the rows and held coordinates, then of all coordinates */
    int rows;                        /* how many constraints come first in these */
    tml_rank_qr qr;                  /* of the constraints; columns scaled to lengths */
    double *unit;                    /* (nv) 1 for translations, the size for rotations */
    int n, all;                      /* degrees of freedom; with those of released rows */
    const int *released;
    int *chosen;               /* (n) the coordinates chosen as y, ascending; NULL: y has no names */
    double *Z;                 /* (nv x n) by columns: null space of the constraints, unscaled */
    double *FZ;                /* (n x n) rows of the chosen coordinates times Z; LU factors */
    int *pivots;               /* (n) */
    double *S, *Av;            /* (nv x all) by columns */
    double *D, *Aq;            /* (nv x positions) by columns */
    double *M, *C, *K;         /* (n x all), (n x all), (n x positions) by columns */
    int positions;             /* coordinates of positions: all, or more where rows are nonholonomic */
    const int *position;       /* (positions) which, of a nonholonomic system; NULL: it is none */
    double *Sq;                /* (nv x positions) by columns: S of a holonomic one */
    double *T, *U;             /* of a nonholonomic one: (positions x n), (positions x positions) by columns; NULL */
    double damping_error;      /* rounding error of C, N s/m */
    double *full_K, *full_C;   /* (nv x nv) by columns: d(Q + G' lambda)/dq, dQ/dv */
    double *Qs, *rq, *rv, *rs; /* of states of the user's (coupled_states.h): (nv x state_count) three times, and
                                   * (state_count x state_count) by columns; NULL: none, or they are held */
    tml_result_laws *laws;     /* forces that depend on results; NULL: none */
    struct tml_result_feedback *feedback; /* how their values follow forces (result_feedback.h); NULL: none */
    double *Xq, *Xv,
        *Xs; /* derivatives of their values by y, y' and states, by columns (result_feedback.h); NULL: none, or not known */
    double *v, *a, *lambda; /* (nv), (nv), (rows) at the reference state */
    double *unbalanced;     /* (nv) residual force at the reference state */
    double *acting;         /* (nv) sum of the magnitudes of all forces there */
    double residual, scale; /* largest residual; largest sum of the magnitudes of all forces, N */
    double rounding;        /* force caused by rounding of the coordinates, N */
    double
        untested; /* rad/s: at what is as slow as this the equations were not compared with later ones; 0: all were */
    int axes;     /* the body with which the axes rotate in which y are components; 0: they are at rest */
    bool touches; /* some rows are gaps or slips of contacts: their second derivatives are differences */
    double *gradient, *x, *right; /* scratch */
} tml_linear;

typedef enum {
    TML_LINEAR_DONE,
    TML_LINEAR_NO_DOF,
    TML_LINEAR_NOT_FINITE,
    TML_LINEAR_NO_COORDINATES, /* the coordinates of the tree do not determine its motion */
    TML_LINEAR_NOT_UNIQUE,     /* accelerations are not unique: something massless is free to move */
    TML_LINEAR_PERIODIC, /* about a steady motion: the equations depend on time, also in axes that rotate with it */
} tml_linear_outcome;

/* Memory from the arena. Residual forces are reported, not judged. */
tml_linear_outcome tml_linear_make(const tml_system *system, const tml_linear_request *request, tml_arena *arena,
                                   tml_linear **linear);
/* The same, with matrices as they are at this instant, whether they stay so or not. */
tml_linear_outcome tml_linear_make_frozen(const tml_system *system, const tml_linear_request *request, tml_arena *arena,
                                          tml_linear **linear);
/* v (nv) at another position, with the coordinates of the tree at the rates that they have in `l`. */
bool tml_linear_steady_velocities(const tml_linear *l, const tml_linear_request *at, double *v);
/* As many coordinates of the tree as Z (nv x n) has columns, those that it moves most independently: chosen (n), ascending,
 * FZ (n x n) LU factors of their rows times Z, pivots (n). */
tml_linear_outcome tml_linear_choose(const tml_linear *l, const double *Z, int n, int **chosen, double **FZ,
                                     int **pivots);
/* Solves for x (nv): rows_right (rows; NULL: zero) on the constraints, y_right (n; NULL: zero) on the chosen coordinates. */
void tml_linear_solve(tml_linear *l, const double *rows_right, const double *y_right, double *x);
/* Multipliers lambda (rows): the minimum-norm least-squares solution of G' lambda = f (nv). */
void tml_linear_multipliers(tml_linear *l, const double *f, double *lambda);
/* Whether rows of a system are gaps or slips of contacts. */
bool tml_linear_has_touching_rows(const tml_system *system);
/* Generalized force (nv) of force law `law` at unit force. */
void tml_linear_force_direction(const tml_linear *l, int law, double *b);
