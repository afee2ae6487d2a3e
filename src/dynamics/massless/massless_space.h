/* massless_space.h - massless directions that the constraints leave free: P = N B with M N = 0, G N B = 0.
 *
 * N: translations of bodies without mass and rotations about principal axes without inertia, constant in the bodies' velocities.
 * Bodies that interact by forces or rows form a group; each group has its own rows, block of N and basis B.
 */
#pragma once
#include "system/kernel/workspace.h"

/* One column of N. */
typedef struct {
    int first, count; /* its velocities */
    double u[3];
    double unit; /* 1 for a length; for an angle the size of the mechanism, which turns it into a length */
} tml_direction;

typedef struct {
    int first, count;         /* its directions */
    int row_first, row_count; /* its rows, in `rows` of the space */
    int free;                 /* columns of B */
    size_t at;                /* its block in matrices over N: count x count by rows */
    double *B;                /* (count x count) by columns, the first `free` of them */
    double *U, *sigma, *V;    /* of the rows, normalized: A = U sigma V', V (count x count) by rows */
    double *norm;             /* (row_count) their lengths before; 0: a row that these motions do not affect */
    int rank;
} tml_massless_group;

typedef struct {
    const tml_system *system;
    tml_direction *directions;
    int count;
    int *of;       /* (nv) first direction of a velocity; -1: none */
    int *group_of; /* (count) */
    tml_massless_group *groups;
    int group_count;
    int *rows;         /* of the system */
    int free_count;    /* columns of all B */
    int largest;       /* group */
    size_t entries;    /* of all blocks */
    tml_mat3 *inverse; /* (nb) pseudo-inverses of singular inertias */
    double *A, *workspace;
    int workspace_count;
} tml_massless_space;

/* Whether some rotation of a body has no inertia. */
bool tml_massless_rotation(const tml_system *system, int body);
tml_massless_space *tml_massless_space_make(const tml_system *system, tml_arena *arena);
/* B of all groups with the G of work. False: not finite, or the number of free directions has changed. */
bool tml_massless_space_evaluate(tml_massless_space *space, const tml_workspace *work);
/* to (count of the group) -= the minimum-norm displacement, or velocity, along N that closes residuals (of all rows of
 * the system). */
void tml_massless_close(const tml_massless_space *space, const tml_massless_group *group, const double *residual,
                        double *to);
/* N' x of one direction. */
double tml_along(const tml_direction *direction, const double *x);
/* out (nv) += N x */
void tml_add_along(const tml_massless_space *space, const double *x, double *out);
