/* singular.h - a configuration where the joints lose constraints that they have beside it: branches of motion meet there.
 *
 * G z = 0 has more solutions than a motion can take. With w'G = 0, motions satisfy w'(phi'' - G a) = 0, a quadratic form on the
 * null space:
 *   z = Z y,   y'B y = 0,   y'B y = -w' gamma(Z y)
 * Rows that are dependent everywhere have B = 0. Where one form of rank 2 is left, indefinite, it is a product of two linear ones: two
 * branches, n_1 . y = 0 and n_2 . y = 0.
 */
#pragma once
#include "formulation/closure.h"

typedef enum {
    TML_BRANCH_UNKNOWN, /* several forms, or one of higher rank: velocities on it are a cone */
    TML_BRANCH_NONE,    /* no direction satisfies the second order: nothing moves that way */
    TML_BRANCH_TWO,     /* two branches cross */
} tml_branches;

typedef enum {
    TML_SINGULAR_REST,      /* no velocity: which way it moves is open */
    TML_SINGULAR_ON_BRANCH, /* the velocities lie on one branch */
    TML_SINGULAR_OFF,       /* no motion begins with these velocities */
    TML_SINGULAR_AMBIGUOUS, /* they lie on several branches, or it is not known */
} tml_singular_start;

struct tml_singular {
    int rank, rank_beside; /* of the joints, without drivers */
    tml_branches kind;
    tml_singular_start start;
    int along;           /* ON_BRANCH, of two: 0 or 1 */
    double *branch[2];   /* TWO: (nv) a motion along each, of its own */
    const char *joints;  /* "O, A, B" that lose constraints */
    const char *choices; /* TWO: "{O.speed: 1, C.speed: 1} or {O.speed: 1, C.speed: -3}"; NULL */
};

/* NULL: regular, or too large to tell. The closure's rows are those of rigid joints and drivers, its velocities v. */
const tml_singular *tml_singular_find(tml_closure *c, const double *q, const double *v, tml_arena *arena);
/* In words, for messages. */
const char *tml_singular_text(const tml_singular *s, tml_arena *arena);
