/* singular_configuration.h - a configuration where the joints lose constraints that they have beside it: branches of motion meet there.
 *
 * G z = 0 has more solutions than a motion can take. With w'G = 0, motions satisfy w'(phi'' - G a) = 0, a quadratic form on the
 * null space for each w:
 *   z = Z y,   y'B_l y = 0,   y'B_l y = -w_l' gamma(Z y)
 * Rows that are dependent everywhere have B = 0. The velocities of motions are the cone of the forms' common zeros. Where the
 * gradients B_l y are independent, one motion begins with the velocities Z y: the branch of tangents T = {d : y'B_l d = 0}. The cone is
 * a union of such subspaces (two for one form of rank 2), or curved. Parts that only the ground joins are independent of each other.
 */
#pragma once
#include "assembly/closure.h"

typedef enum {
    TML_BRANCH_UNKNOWN, /* the second order does not tell */
    TML_BRANCH_NONE,    /* no direction satisfies the second order: nothing moves that way */
    TML_BRANCH_SEVERAL, /* linear branches, as many as were found */
    TML_BRANCH_CONE,    /* velocities of motions are a curved cone */
} tml_branches;

typedef enum {
    TML_SINGULAR_REST,      /* no velocity: which way it moves is open */
    TML_SINGULAR_ON_BRANCH, /* one motion begins with the velocities */
    TML_SINGULAR_AMBIGUOUS, /* they lie on several branches, or it is not known */
    TML_SINGULAR_OPEN,      /* what is named belongs to several motions of the same, least kinetic energy */
    TML_SINGULAR_OFF,       /* no motion begins with these velocities */
} tml_singular_start;

typedef struct tml_singular_space tml_singular_space;

/* Bodies that are joined, not only by the ground. */
typedef struct {
    int rank, rank_beside; /* of its joints, without drivers; beside 0: no position beside it was found */
    int coordinates;
    tml_branches kind;
    bool certain; /* NONE: proved; else no direction was found */
    int branch_count;
    double **branch; /* (branch_count)(nv) a motion along each, of its own */
    tml_singular_start start;
    int along;          /* ON_BRANCH, of SEVERAL: which one; -1: not among those found */
    bool completed;     /* `initial` left it open: the branch of least kinetic energy */
    const char *joints; /* "O, A, B" that lose constraints */
    const char *
        choices; /* SEVERAL: "{O.speed: 1, C.speed: 1} or {O.speed: 1, C.speed: -3}"; OPEN: those of the motions; NULL */
    const tml_singular_space *space; /* NULL: too large to analyse */
} tml_singular_part;

struct tml_singular {
    tml_singular_part *parts;
    int part_count;
};

/* NULL: regular. The closure's rows are those of rigid joints and drivers. */
tml_singular *tml_singular_find(tml_closure *c, const double *q, const double *v, tml_arena *arena);
/* Velocities that belong to no motion, but leave something open, become those of the motion with the least kinetic energy that has
 * what is named. The closure's rows are those that velocities must satisfy, its matrix is evaluated. */
void tml_singular_complete(tml_singular *s, tml_closure *c, const double *q, double *v, tml_arena *arena);
/* Whether generalized forces Q (nv) accelerate a part that is at rest along some branch: then its motion is not unique. */
bool tml_singular_drives(const tml_singular_part *p, const double *Q, tml_arena *arena);
/* Closed positions (nq) beside q along the branches, drivers left out; how many. -1: it is no longer wanted. */
int tml_singular_exits(const tml_singular *s, const tml_system *system, const double *q, const double *unwrapped,
                       double ***exits, tml_arena *arena);
/* In words, for messages. */
const char *tml_singular_text(const tml_singular *s, tml_arena *arena);
/* Of a list of motions (nv), joint velocities that tell them apart: "{O.speed: 1, C.speed: 1} or {…}"; NULL: none do. scaled: each
 * by its first velocity. */
const char *tml_singular_choices(tml_closure *c, const double *q, double *const *motions, int count, bool scaled,
                                 tml_arena *arena);

/* Takes of a branch's motion what the forms do not depend on: as little joint velocity as is left. */
void tml_singular_plain(const tml_singular_part *p, tml_closure *c, const double *q, double *motion);

/* ---- between its files ---- */

struct tml_singular_space {
    const tml_system *s;
    int m, n, k; /* rows, coordinates, null space */
    int *row;    /* (m) of the system */
    int *column; /* (n) of the system */
    double *Z;   /* (n x k) by columns, in scaled coordinates */
    double *M;   /* (k x k) kinetic energy in y, factored: a trace for bodies without mass */
    int forms;
    double *B;     /* (forms x k x k) orthonormal */
    int essential; /* dimension of what the forms depend on */
    double *E;     /* (k x essential) by columns, orthonormal */
    int needed;    /* constraints more beside it */
};

/* Of the bodies whose coordinates are listed; arena: the result's. NULL: no null spaces of equal rank were found. */
tml_singular_space *tml_singular_space_make(tml_closure *c, const double *q, const int *row, int m, const int *column,
                                            int n, tml_arena *arena);
/* y of velocities (nv), and back. */
void tml_singular_to_tangent(const tml_singular_space *x, const double *v, double *y);
void tml_singular_from_tangent(const tml_singular_space *x, const double *y, double *v);
/* kind and branches of a part; then where v stands. */
void tml_singular_branches(tml_singular_part *p, tml_arena *scratch, tml_arena *arena);
void tml_singular_place(tml_singular_part *p, const double *v, tml_arena *scratch);
