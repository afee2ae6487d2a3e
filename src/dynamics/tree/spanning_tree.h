/* spanning_tree.h - bodies hung on a spanning tree: their motion from joint coordinates, and forward dynamics by articulated bodies.
 *
 * Each limb, a body with its joint to its parent, has a point of reference: the point of a hinge, where its motion is a turn and
 * nothing else; of other joints the body's centre of mass. Motion (v of that point, w; ground axes), from the parent's at distance
 * d and the joint's speeds u:
 *   V_i = X V_p + S u,   X (v, w) = (v + w x d, w),   A_i = X A_p + S u' + c
 * C is the acceleration without u': C_i = X C_p + c. What bodies need for it is taken off the forces on them, so that the rest is
 * linear. Inertia felt at a body with all that hangs on it, eliminated joint by joint from the leaves:
 *   D = S' I S = L L',  Y = L^-1 S' I,  I' = I - Y'Y,  I_p += X' I' X
 * so that with z = L^-1 S' F (F: forces, passed on to the parent as X' (F - Y' z)) the mass matrix of the joint coordinates
 * is the identity: M u' = S'F becomes u' = L^-T (z - Y X A_p). No mass matrix is formed; the cost is linear in the bodies.
 */
#pragma once
#include "system/kernel/workspace.h"

/* Symmetric. */
typedef struct {
    double xx, xy, xz, yy, yz, zz;
} tml_sym3;

/* Inertia about a point: forces f = A v + B w, torques t = B' v + J w. `made`: the turning inertia it is made of, before any of it
 * gave way at a joint. */
typedef struct {
    double xx, xy, yy; /* A */
    double x, y;       /* B */
    double J, made;
} tml_articulated_inertia2;
typedef struct {
    tml_sym3 A;
    tml_mat3 B;
    tml_sym3 J;
    double made;
} tml_articulated_inertia3;

typedef struct {
    int body, parent;       /* bodies */
    int up;                 /* limb of its parent; -1: the ground's, where all is zero */
    int coordinates, at;    /* at: its first speed */
    int first_q;            /* its first coordinate */
    bool hinge;             /* a revolute joint */
    bool leaf, first;       /* nothing hangs on it; it is the first that hands on to its parent */
    double *d, *rho;        /* to its point of reference from its parent's; from there to its centre of mass */
    double *S;              /* (freedoms x n) */
    double *c;              /* (n) of A between the points of reference; plane: NULL at a hinge, where it is -w_p^2 d */
    double *Y;              /* (freedoms x n) */
    double *L;              /* (freedoms x freedoms) lower triangle, reciprocals on its diagonal */
    double *F;              /* (n) */
    const tml_joint *joint; /* NULL: moves freely */
    const tml_branch *branch;
} tml_link;

/* What a limb has in the plane beside that, close together. */
typedef struct {
    tml_vec2 near, far; /* points of the joint: from the parent's centre of mass to it, from it to its own; body axes */
    double angle;       /* of the body against its parent when the coordinates are zero */
    double sign;        /* -1: the parent is the joint's second body */
    double mass, inertia; /* inertia: about the point of reference */
    double d[2], rho[2];
    double ww;      /* w^2 */
    double C[3];    /* acceleration of the point of reference without u' */
    double Y[3], L; /* of a hinge */
    double F[3], A[3];
    tml_articulated_inertia2 felt; /* handed on by what hangs on it, about its point of reference */
} tml_link2;

/* A hinge in space: R_PB = still + cos q cosine + sin q sine. */
typedef struct {
    tml_mat3 still, cosine, sine;
    tml_vec3 axis;      /* parent's axes; the body turns about it by q */
    tml_vec3 near, far; /* as in the plane */
    tml_term term;      /* of its angle */
} tml_hinge3;

typedef struct {
    const tml_hinge3 *turn; /* NULL: another joint */
    double mass;
    tml_sym3 inertia; /* about the point of reference, body axes */
    double d[3], rho[3];
    double spin[3]; /* w x (w x rho) */
    double C[6];    /* as in the plane */
    double c[6];
    double S[6], Y[6], L; /* of a hinge */
    double F[6], A[6];
    tml_articulated_inertia3 felt;
} tml_link3;

typedef struct {
    const tml_system *system;
    int n;            /* speeds of a body: 3, 6 */
    int count;        /* limbs: moving bodies */
    bool plain;       /* no ball: rates of coordinates are speeds */
    tml_link *links;  /* parents first; before them the ground's */
    tml_link2 *plane; /* as limbs; NULL in space */
    tml_link3 *space; /* as limbs; NULL in the plane */
    int *of_body;     /* (nb) limb of a body; -1 the ground */
    double
        *A; /* (nb x n) of the centres of mass, accelerations or what V u gives; ground axes; the ground's are zero */
} tml_spanning;

tml_spanning *tml_spanning_make(const tml_system *system, tml_arena *arena);
/* Joint coordinates and speeds of a state that work holds with all measures. */
void tml_spanning_read(const tml_spanning *tree, const tml_workspace *work, double *q, double *u);
/* Bodies of work from joint coordinates; S, c, d of the limbs. */
void tml_spanning_place(tml_spanning *tree, tml_workspace *work, const double *q, const double *u);
void tml_spanning_place_plane(tml_spanning *tree, tml_workspace *work, const double *q, const double *u);
void tml_spanning_place_space(tml_spanning *tree, tml_workspace *work, const double *q, const double *u);
/* q' by speeds; q displaced by d (as speeds); small changes of q as displacements and back. Turns of balls about axes of F. */
void tml_spanning_rate(const tml_spanning *tree, const double *q, const double *u, double *qdot);
void tml_spanning_displace(const tml_spanning *tree, const double *d, double *q);
void tml_spanning_to_displacement(const tml_spanning *tree, const double *q, const double *dq, double *d);
void tml_spanning_to_coordinates(const tml_spanning *tree, const double *q, const double *d, double *dq);

/* Inertia of a body about its centre of mass, ground axes (n x n). */
void tml_spanning_inertia(const tml_workspace *work, int body, double *I);
/* F += a force on a body in the system's axes, where turning parts are on body axes. */
void tml_spanning_add_force(const tml_workspace *work, int body, const double *from, double *F);

/* Articulated inertias, and z (speeds) of forces on the bodies (in the system's axes; NULL: none) less what C needs.
 * 0; +1 when some joint has no inertia against its motion. */
int tml_spanning_factor(tml_spanning *tree, const tml_workspace *work, const double *force, double *z);
int tml_spanning_factor_plane(tml_spanning *tree, const double *force, double *z);
int tml_spanning_factor_space(tml_spanning *tree, const tml_workspace *work, const double *force, double *z);
/* u' of z, and A; with_c: and C of the bodies in it. */
void tml_spanning_forward_pass(tml_spanning *tree, const double *z, bool with_c, double *udot);
void tml_spanning_forward_pass_plane(tml_spanning *tree, const double *z, bool with_c, double *udot);
void tml_spanning_forward_pass_space(tml_spanning *tree, const double *z, bool with_c, double *udot);
/* A = V u (+ C) */
void tml_spanning_velocity(tml_spanning *tree, const double *u, bool with_c);
void tml_spanning_velocity_plane(tml_spanning *tree, const double *u, bool with_c);
void tml_spanning_velocity_space(tml_spanning *tree, const double *u, bool with_c);
/* A = C */
void tml_spanning_still(tml_spanning *tree);
void tml_spanning_still_plane(tml_spanning *tree);
void tml_spanning_still_space(tml_spanning *tree);
/* r (speeds) = V' of forces on the bodies (in the system's axes). */
void tml_spanning_project(tml_spanning *tree, const tml_workspace *work, const double *force, double *r);
/* A in the system's axes. */
void tml_spanning_export(const tml_spanning *tree, const tml_workspace *work, double *a);
