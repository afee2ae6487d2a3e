/* spanning.h - bodies hung on a spanning tree: their motion from joint coordinates, and forward dynamics by articulated bodies.
 *
 * Velocity of a body (centre of mass, turning; ground axes), from its parent's at distance d and its joint's speeds u:
 *   V_i = X V_p + S u,   X (v, w) = (v + w x d, w),   A_i = X A_p + S u' + c
 * Inertia felt at a body with all that hangs on it, eliminated joint by joint from the leaves:
 *   D = S' I S = L L',  Y = L^-1 S' I,  I_p += X' (I - Y'Y) X
 * so that with z = L^-1 S' F (F: forces, passed on to the parent as X' (F - Y' z)) the mass matrix of the joint coordinates is
 * the identity: M u' = S'F becomes u' = L^-T (z - Y X A_p). No mass matrix is formed; the cost is linear in the bodies.
 */
#pragma once
#include "system/work.h"

typedef struct {
    const tml_branch *branch;
    const tml_joint *joint; /* NULL: moves freely */
    int body, parent;       /* bodies */
    int freedoms, at;       /* at: its first speed */
    double *S;              /* (freedoms x n) */
    double *c;              /* (n) */
    double d[3];            /* from the parent's centre of mass to its own */
    double *I;              /* (n x n) */
    double *Y;              /* (freedoms x n) */
    double *L;              /* (freedoms x freedoms) */
    double *F;              /* (n) */
    tml_vec2 p1, p2, f;     /* plane: points of the joint; cosine and sine of its frame F in its body */
    bool pin;               /* plane: a revolute joint */
    double angle;           /* plane: of the second body when the coordinates are zero */
} tml_limb;

typedef struct {
    const tml_system *system;
    int n;           /* speeds of a body: 3, 6 */
    int count;       /* limbs: moving bodies */
    tml_limb *limbs; /* parents first */
    int *of_body;    /* (nb) limb of a body; -1 the ground */
    double *A;       /* (nb x n) accelerations, or what V u gives; ground axes; those of the ground zero */
} tml_spanning;

tml_spanning *tml_spanning_make(const tml_system *system, tml_arena *arena);
/* Joint coordinates and speeds of a state that work holds with all measures. */
void tml_spanning_read(const tml_spanning *tree, const tml_work *work, double *q, double *u);
/* Bodies of work from joint coordinates; S, c, d of the limbs. */
void tml_spanning_place(tml_spanning *tree, tml_work *work, const double *q, const double *u);
void tml_spanning_place_plane(tml_spanning *tree, tml_work *work, const double *q, const double *u);
void tml_spanning_place_space(tml_spanning *tree, tml_work *work, const double *q, const double *u);
/* q' by speeds; q displaced by d (as speeds); small changes of q as displacements and back. Turns of balls about axes of F. */
void tml_spanning_rate(const tml_spanning *tree, const double *q, const double *u, double *qdot);
void tml_spanning_displace(const tml_spanning *tree, const double *d, double *q);
void tml_spanning_to_displacement(const tml_spanning *tree, const double *q, const double *dq, double *d);
void tml_spanning_to_coordinates(const tml_spanning *tree, const double *q, const double *d, double *dq);

/* Inertia of a body about its centre of mass, ground axes (n x n). */
void tml_spanning_inertia(const tml_work *work, int body, double *I);
/* F += a force on a body in the system's axes, where turning parts are on body axes. */
void tml_spanning_add_force(const tml_work *work, int body, const double *from, double *F);

/* Articulated inertias. 0; +1 when some joint has no inertia against its motion. */
int tml_spanning_factor(tml_spanning *tree, const tml_work *work);
/* z (speeds) of forces on the bodies (in the system's axes) and of the accelerations c. */
void tml_spanning_gather(tml_spanning *tree, const tml_work *work, const double *force, double *z);
/* u' of z and the accelerations A of all bodies; with_c: the parts c too. */
void tml_spanning_spread(tml_spanning *tree, const double *z, bool with_c, double *udot);
/* A = V u (+ c) */
void tml_spanning_velocity(tml_spanning *tree, const double *u, bool with_c);
/* r (speeds) = V' of forces on the bodies (in the system's axes). */
void tml_spanning_project(tml_spanning *tree, const tml_work *work, const double *force, double *r);
/* A in the system's axes. */
void tml_spanning_export(const tml_spanning *tree, const tml_work *work, double *a);
