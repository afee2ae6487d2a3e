/* relative_equilibrium.h - relative equilibrium: some joint speeds are prescribed and constant, all other coordinates
 * are at rest relative to them.
 *
 * In relative coordinates, with the prescribed speeds w and u' = 0, the accelerations of the bodies are a = c(q, u),
 * and
 *
 *   u = (w, 0):   r(q, lambda) = V'(Q - M a + G' lambda) = 0 for all coordinates not prescribed,   phi(q) = 0
 *
 * are as many equations as there are free coordinates and multipliers of cut joints. The other entries of r are the
 * forces that drive the prescribed coordinates. Coordinates that cut joints or drivers couple to prescribed ones
 * (gears) move with them: C u = phi_t, with minimum norm. Free coordinates are measured as lengths x (angles times the
 * size), forces along them are divided accordingly.
 *
 * Nonholonomic rows (rolling) have no phi, but u must not slip: C u = 0 is a condition on the position. A rotation on whose angle nothing depends, as of
 * a wheel about its axis, need not be at rest: its speed is sought in place of its angle. Where no speed is prescribed, positions are those that are
 * reached from the start by rolling.
 *
 * States s of the user's rest too: they are free coordinates behind those of the tree, and their rates, in units of force, are entries of r.
 */
#pragma once
#include "dynamics/tree/relative.h"
#include "linalg/rank_revealing_qr.h"

/* A position, its multipliers and its speeds. */
typedef struct {
    double *q;         /* (nq) relative coordinates, then states */
    double *lambda;    /* (rows) */
    double *spin;      /* (n) speeds of rotations on whose angle nothing depends */
    double *unwrapped; /* (measure_count) space: unwrapped angles, from which revolutions are counted */
    double parameter;  /* continuation parameter: from the first speeds (0) to the last (1) */
} tml_steady_point;

typedef struct {
    tml_relative *j;
    const tml_system *system;
    tml_spanning *tree;
    tml_workspace *work;
    tml_arena *arena;
    double t;
    int tree_nq, tree_nv;        /* of the tree */
    int nq, nv, rows;            /* of the tree and the states; of cut joints and drivers */
    int states;                  /* of the user's: the last of the coordinates, all free */
    int max_rank;                /* rank of the rows */
    int held_count, n;           /* speeds prescribed; the others */
    const int *held;             /* (held_count) prescribed velocities of the tree */
    const int *held_coordinates; /* (held_count) the joint coordinates */
    int rank;                    /* of the rigid rows */
    int *free;                   /* (n) */
    double *first, *last;        /* (held_count) speeds at parameter 0 and 1 */
    double *unit;                /* (nv) 1 for lengths, the size for angles */
    bool *slides;                /* (nv) is a length */
    double *rate_force;          /* (states) N for a unit of a state's rate */
    double *rate_scale;          /* (states) what its rate is small against */
    bool *matters;  /* (states) some rate or force depends on it; one that does not matter stays what it is */
    double fastest; /* 1/s: the largest rate of a state relative to its magnitude */

    /* at the point last evaluated */
    double *u;                     /* (nv) velocities */
    bool has_dependent_velocities; /* coordinates not prescribed move too */
    double *r;                     /* (nv) V'(Q - M a + G' lambda), N and N m */
    double *residual;              /* (n) r of the free coordinates, N */
    double *C;                     /* (rows x nv) G V */
    tml_rank_qr qr;                /* of C over the free coordinates */
    int free_count;                /* degrees of freedom besides the prescribed ones: n - rank */
    double gap;                    /* largest entry of phi */
    double
        velocity_residual; /* largest entry of phidot: velocities that loops or drivers do not allow, m/s, rotations times the size */
    double max_residual; /* largest entry of residual, N */
    double scale;        /* the largest sum of the magnitudes of all forces on one coordinate of a body, N */

    /* at the point of the last stiffness */
    double *K;                    /* (n x n) column-major: dr/dx, N/m; x of a spin: its speed, over pace */
    double *parameter_derivative; /* (n) dr/dp */
    double max_stiffness;         /* largest entry of K */
    double rounding;              /* rounding error of the residual, N */

    /* nonholonomic rows (steady_rates.c) */
    int rates;         /* how many of the rows are */
    bool *spins;       /* (n) a rotation on whose angle nothing depends */
    bool moves;        /* some speed is prescribed */
    double pace;       /* 1/s */
    double *gaps;      /* (rows) phi; of nonholonomic rows their slip over pace: at the velocities last evaluated */
    double *slip_rows; /* (rows x n) d gap/dx of nonholonomic rows */
    double *slip_parameter; /* (rows) d gap/dp */
    double *slip[4];        /* (rows) gaps nearby */
    tml_rank_qr positions;  /* of the rows that positions obey, at the point of the last stiffness */
    double *by_parameter;   /* (n) the change of positions that closes them while the speeds vary */

    /* forces that depend on results, found together with the reactions (steady_results.c) */
    tml_result_laws *laws;                    /* NULL: none */
    const tml_term *held_terms;               /* (held_count) along which the actuators act */
    tml_kkt_system *reactions;                /* of all rigid rows; NULL: there are none */
    double *all_lambda, *change;              /* (rigid_row_count) */
    double *zeros, *load, *free_acceleration; /* (rigid_row_count), (system->nv), (system->nv) */

    double *a, *force;          /* (system->nv) */
    double *gradient;           /* (inputs) */
    double *dx, *d;             /* (n), (nv) */
    double *dlambda, *trial[5]; /* (rows), (nq) */
} tml_steady;

/* held: prescribed velocities of the tree; rank: of the rigid rows, from assembly. */
tml_steady *tml_steady_make(const tml_system *system, int rank, double t, const int *held, int held_count,
                            tml_arena *arena);
tml_steady_point tml_steady_point_make(const tml_steady *s);
void tml_steady_copy(const tml_steady *s, const tml_steady_point *from, tml_steady_point *to);
/* to = from with its free coordinates displaced by factor x (n); lambda and parameter unchanged. */
void tml_steady_displace(tml_steady *s, const tml_steady_point *from, const double *x, double factor,
                         tml_steady_point *to);
/* q displaced by d (nv). */
void tml_steady_move(const tml_steady *s, const double *d, double *q);
/* Units of the states, from what they and their rates are at a point. */
void tml_steady_scale_states(tml_steady *s, const tml_steady_point *at);
/* (states) rates of the states at the point last evaluated, and the sums of the magnitudes of what adds up in each. */
void tml_steady_state_rates(const tml_steady *s, double *rate, double *scale);
/* Whether the states rest at the point last evaluated; *fastest (NULL: not wanted): the one that rests least. */
bool tml_steady_states_rest(const tml_steady *s, int *fastest);
/* Which rotations spin, and the pace: from the start, whose speeds they have at first. */
void tml_steady_find_spins(tml_steady *s, tml_steady_point *start, const double *speeds);
/* Makes `gaps` at the velocities last evaluated. */
void tml_steady_find_gaps(tml_steady *s);
/* Differences of gaps of order four from f (4): f(h), f(-h), f(2h), f(-2h), each (rows), into out (rows). */
void tml_steady_gap_difference(const tml_steady *s, double *const f[4], double h, double *out, int stride);
/* Makes `positions` and `by_parameter` from the derivatives of the gaps. */
void tml_steady_factor_positions(tml_steady *s);
/* Basis of the displacements that the rows of positions allow, n columns of which *count are one. */
const double *tml_steady_free_positions(const tml_steady *s, int *count);
/* x (n): the smallest displacement that removes gaps. */
void tml_steady_close_gaps(const tml_steady *s, const double *gaps, double *x);
/* Velocities, forces and rows at a point. Returns 0; +1 if something is not finite. */
int tml_steady_evaluate(tml_steady *s, const tml_steady_point *at);
/* lambda that minimizes the residual at the point last evaluated, and that residual. */
void tml_steady_balance(tml_steady *s, tml_steady_point *at);
/* K and dr/dp at the point last evaluated. Returns 0; +1 if not finite. */
int tml_steady_find_stiffness(tml_steady *s, const tml_steady_point *at);
/* r (nv) at other coordinates and velocities; changes nothing of s but work. */
int tml_steady_forces(tml_steady *s, const double *q, const double *u, const double *lambda, double *r);
/* The same for the values that forces which depend on results have in work. */
int tml_steady_forces_at_values(tml_steady *s, const double *q, const double *u, const double *lambda, double *r);
/* Makes the above; then r with these forces. */
void tml_steady_results_make(tml_steady *s, const tml_term *held_terms);
int tml_steady_solve_results(tml_steady *s, const double *q, const double *u, const double *lambda, double *r);
/* u (nv) at another parameter, from that of the point last evaluated: dependent velocities are proportional. */
void tml_steady_velocities(const tml_steady *s, double parameter, const double *spin, double *u);
/* Unwraps the angles from the point last evaluated on. */
void tml_steady_accept(tml_steady *s, tml_steady_point *at);
/* The largest length among the coordinates, at least the size. */
double tml_steady_extent(const tml_steady *s, const double *q);
/* The largest residual that counts as zero. */
double tml_steady_residual_tolerance(const tml_steady *s, double tolerance);
