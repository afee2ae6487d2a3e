/* singular_configuration.h - a configuration in which the constraint rank of the joints drops: branches of motion meet
 * there.
 *
 * G z = 0 has more solutions than motions. With w'G = 0, motions satisfy w'(phi'' - G a) = 0, a quadratic form on the
 * null space for each w:
 *   z = Z y,   y'B_l y = 0,   y'B_l y = -w_l' gamma(Z y)
 * Rows that are dependent everywhere have B = 0. The velocities of motions form the cone of common zeros of the forms.
 * If the gradients B_l y are independent, one motion begins with the velocities Z y: the branch with tangents T = {d :
 * y'B_l d = 0}. The cone is a union of such subspaces (two for one form of rank 2), or curved. Parts connected only
 * through the ground are independent of each other.
 */
#pragma once
#include "assembly/closure.h"

typedef enum {
    TML_BRANCH_UNKNOWN, /* second-order terms do not determine it */
    TML_BRANCH_NONE,    /* no direction satisfies the second order: no motion */
    TML_BRANCH_SEVERAL, /* linear branches, as many as were found */
    TML_BRANCH_CONE,    /* velocities of motions form a curved cone */
} tml_branches;

typedef enum {
    TML_SINGULAR_REST,            /* zero velocity: the direction of motion is open */
    TML_SINGULAR_ON_BRANCH,       /* one motion begins with the velocities */
    TML_SINGULAR_AMBIGUOUS,       /* they lie on several branches, or it is unknown */
    TML_SINGULAR_UNDERDETERMINED, /* what is given belongs to several motions of the same, least kinetic energy */
    TML_SINGULAR_INCONSISTENT,    /* no motion begins with these velocities */
} tml_singular_start;

typedef struct tml_singular_space tml_singular_space;

/* Bodies connected other than through the ground. */
typedef struct {
    int rank, nearby_rank; /* of its joints, without drivers; nearby 0: no nearby position was found */
    int coordinates;
    tml_branches kind;
    bool certain; /* NONE: proved; else no direction was found */
    int branch_count;
    double **branch; /* (branch_count)(nv) a motion along each */
    tml_singular_start start;
    int along;          /* ON_BRANCH, of SEVERAL: which one; -1: none of those found */
    bool completed;     /* `initial` left it open: the branch of least kinetic energy */
    const char *joints; /* "O, A, B" that lose rank */
    const char *
        choices; /* SEVERAL: "{O.speed: 1, C.speed: 1} or {O.speed: 1, C.speed: -3}"; OPEN: those of the motions; NULL */
    const tml_singular_space *space; /* NULL: too large to analyse */
} tml_singular_part;

struct tml_singular {
    tml_singular_part *parts;
    int part_count;
};

/* NULL: regular. The rows of the closure are those of rigid joints and drivers. */
tml_singular *tml_singular_find(tml_closure *c, const double *q, const double *v, tml_arena *arena);
/* Replaces velocities that belong to no motion, but leave something open, by those of the motion with the least
 * kinetic energy that has what is given. The rows of the closure are those that velocities must satisfy, its matrix is
 * evaluated. */
void tml_singular_complete(tml_singular *s, tml_closure *c, const double *q, double *v, tml_arena *arena);
/* Whether generalized forces Q (nv) accelerate a part at rest along some branch: then its motion is not unique. */
bool tml_singular_drives(const tml_singular_part *p, const double *Q, tml_arena *arena);
/* Closed positions (nq) beside q along the branches, without drivers; how many. -1: cancelled. */
int tml_singular_exits(const tml_singular *s, const tml_system *system, const double *q, const double *unwrapped,
                       double ***exits, tml_arena *arena);
/* As text, for messages. */
const char *tml_singular_text(const tml_singular *s, tml_arena *arena);
/* Joint velocities that distinguish motions (nv): "{O.speed: 1, C.speed: 1} or {...}"; NULL: none do. scaled: each by
 * its first velocity. */
const char *tml_singular_choices(tml_closure *c, const double *q, double *const *motions, int count, bool scaled,
                                 tml_arena *arena);

/* Removes from the motion of a branch what the forms do not depend on: with the least joint velocity. */
void tml_singular_simplify(const tml_singular_part *p, tml_closure *c, const double *q, double *motion);

/* ---- internal ---- */

struct tml_singular_space {
    const tml_system *s;
    int m, n, k; /* rows, coordinates, null space */
    int *row;    /* (m) of the system */
    int *column; /* (n) of the system */
    double *Z;   /* (n x k) column-major, in scaled coordinates */
    double *M;   /* (k x k) kinetic energy in y, factored: with a small value for massless bodies */
    int forms;
    double *B;     /* (forms x k x k) orthonormal */
    int essential; /* dimension of the space the forms depend on */
    double *E;     /* (k x essential) column-major, orthonormal */
    int needed;    /* constraints gained nearby */
};

/* Of the bodies whose coordinates are listed; arena: of the result. NULL: no null spaces of equal rank were found. */
tml_singular_space *tml_singular_space_make(tml_closure *c, const double *q, const int *row, int m, const int *column,
                                            int n, tml_arena *arena);
/* y from velocities (nv), and back. */
void tml_singular_to_tangent(const tml_singular_space *x, const double *v, double *y);
void tml_singular_from_tangent(const tml_singular_space *x, const double *y, double *v);
/* kind and branches of a part; then where v lies. */
void tml_singular_branches(tml_singular_part *p, tml_arena *scratch, tml_arena *arena);
void tml_singular_classify_start(tml_singular_part *p, const double *v, tml_arena *scratch);
