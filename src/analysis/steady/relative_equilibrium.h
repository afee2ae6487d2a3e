/* relative_equilibrium.h - a mechanism carried along: some speeds of its joints are given and constant, all else rests relative to them.
 *
 * In relative coordinates, with the given speeds w and u' = 0, the bodies' accelerations a = c(q, u) follow, and
 *
 *   u = (w, 0):   r(q, lambda) = V'(Q - M a + G' lambda) = 0 for all freedoms that are not given,   phi(q) = 0
 *
 * are as many equations as there are free coordinates and multipliers of cut joints. The other rows of r are what drives the
 * given freedoms. Freedoms that cut joints or drivers tie to given ones (gears) follow them: C u = phi_t, of least norm.
 * Free coordinates count in lengths x (turns times the size), forces along them are divided by the same.
 */
#pragma once
#include "dynamics/tree/relative.h"
#include "linalg/rank_revealing_qr.h"

/* A position: where it may be at rest. */
typedef struct {
    double *q;         /* (nq) relative coordinates */
    double *lambda;    /* (rows) */
    double *unwrapped; /* (measure_count) space: angles are counted over full turns from these */
    double part;       /* of the way from the first speeds to the last */
} tml_steady_point;

typedef struct {
    tml_relative *j;
    const tml_system *system;
    tml_spanning *tree;
    tml_workspace *work;
    tml_arena *arena;
    double t;
    int nq, nv, rows;     /* of the tree; of cut joints and drivers */
    int rank_most;        /* of the rows */
    int held_count, n;    /* speeds given; the others */
    const int *held;      /* (held_count) of the tree's speeds */
    int *free;            /* (n) */
    double *first, *last; /* (held_count) speeds at part 0 and 1 */
    double *unit;         /* (nv) 1 for lengths, the size for turns */
    bool *slides;         /* (nv) lengths */

    /* at the point last evaluated */
    double *u;         /* (nv) speeds */
    bool follows;      /* freedoms that are not given move too */
    double *r;         /* (nv) V'(Q - M a + G' lambda), N and N m */
    double *left;      /* (n) the same for the free ones, N */
    double *C;         /* (rows x nv) G V */
    tml_rank_qr range; /* of C over the free coordinates */
    int free_count;    /* motions that cut joints leave free: n - rank */
    double gap;        /* largest of phi */
    double mismatch;   /* largest of phidot: speeds that loops or drivers do not allow, m/s, rotations at the size */
    double residual;   /* largest of left, N */
    double scale;      /* the largest sum of the sizes of all forces on one coordinate of a body, N */

    /* at the point last stiffened */
    double *K;       /* (n x n) by columns: d left/dx, N/m */
    double *slope;   /* (n) d left/d part */
    double stiffest; /* largest entry of K */
    double rounding; /* what the last digits of coordinates make of left, N */

    double *a, *force;       /* (system->nv) */
    double *turned, *d;      /* (n), (nv) */
    double *more, *trial[5]; /* (rows), (nq) */
} tml_steady;

/* held: speeds of the tree that are given; rank: of the rigid rows, from assembly. */
tml_steady *tml_steady_make(const tml_system *system, int rank, double t, const int *held, int held_count,
                            tml_arena *arena);
tml_steady_point tml_steady_point_make(const tml_steady *s);
void tml_steady_copy(const tml_steady *s, const tml_steady_point *from, tml_steady_point *to);
/* to = from with its free coordinates displaced by factor x (n), lambda and part left as they are. */
void tml_steady_displace(tml_steady *s, const tml_steady_point *from, const double *x, double factor,
                         tml_steady_point *to);
/* Speeds, forces and rows at a point. 0; +1 where something is not a finite number. */
int tml_steady_evaluate(tml_steady *s, const tml_steady_point *at);
/* lambda that balances best, left and residual with it; at the point last evaluated. */
void tml_steady_balance(tml_steady *s, tml_steady_point *at);
/* K and slope at the point last evaluated. 0; +1 */
int tml_steady_stiffen(tml_steady *s, const tml_steady_point *at);
/* r (nv) at other coordinates and speeds; nothing else of s but work changes. */
int tml_steady_forces(tml_steady *s, const double *q, const double *u, const double *lambda, double *r);
/* u (nv) at another part of the speeds, by those of the point last evaluated: what follows does so in proportion. */
void tml_steady_speeds(const tml_steady *s, double part, double *u);
/* Counts full turns of the angles on from the point last evaluated. */
void tml_steady_accept(tml_steady *s, tml_steady_point *at);
/* The largest length among the coordinates, at least the size. */
double tml_steady_far(const tml_steady *s, const double *q);
/* The residual that counts as none. */
double tml_steady_enough(const tml_steady *s, double tolerance);
