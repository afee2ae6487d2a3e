/* spanning_tree.h - spanning tree of bodies: kinematics from joint coordinates, and the articulated-body algorithm (Featherstone ch. 7).
 *
 * A link is a body with the joint to its parent. Its point of reference is the point of a hinge, about which it only rotates; for other
 * joints the body's centre of mass. Motion (v of that point, w; ground axes) from the parent's, at distance d, and the joint velocities u:
 *   V_i = X V_p + S u,   X (v, w) = (v + w x d, w),   A_i = X A_p + S u' + c
 * C is the bias acceleration, without u': C_i = X C_p + c. Its inertia forces are subtracted from the applied forces, so that the rest is
 * linear. Articulated inertia of a link and its subtree, each joint eliminated from the leaves to the ground:
 *   D = S' I S = L L',  Y = L^-1 S' I,  I' = I - Y'Y,  I_p += X' I' X
 * With z = L^-1 S' F (F: forces, propagated to the parent as X' (F - Y' z)) the mass matrix of the joint coordinates is the identity:
 * M u' = S'F becomes u' = L^-T (z - Y X A_p). No mass matrix is formed; the cost is linear in the number of bodies.
 */
#pragma once
#include "system/kernel/workspace.h"

/* Symmetric 3 x 3 matrix. */
typedef struct {
    double xx, xy, xz, yy, yz, zz;
} tml_sym3;

/* Inertia about a point: forces f = A v + B w, torques t = B' v + J w. pivot_scale: rotational inertia before
 * elimination of joints, the reference for small pivots. */
typedef struct {
    double xx, xy, yy; /* A */
    double x, y;       /* B */
    double J, pivot_scale;
} tml_articulated_inertia2;
typedef struct {
    tml_sym3 A;
    tml_mat3 B;
    tml_sym3 J;
    double pivot_scale;
} tml_articulated_inertia3;

typedef struct {
    int body, parent;         /* bodies */
    int parent_link;          /* link of the parent; -1: the ground, where all is zero */
    int coordinates, first_v; /* number of joint coordinates; its first velocity */
    int first_q;              /* its first coordinate */
    bool hinge;               /* a revolute joint */
    bool leaf, first;         /* no children; the first of its parent's children in the backward pass */
    double *d, *rho;          /* from the parent's point of reference to its own; from there to its centre of mass */
    double *S;                /* (coordinates x n) */
    double *c; /* (n) bias of A between points of reference; plane: NULL at a hinge, where it is -w_p^2 d */
    double *Y; /* (coordinates x n) */
    double *L; /* (coordinates x coordinates) lower triangle, reciprocals on its diagonal */
    double *F; /* (n) */
    const tml_joint *joint; /* NULL: moves freely */
    const tml_branch *branch;
} tml_link;

/* Data of a link in the plane, contiguous. */
typedef struct {
    tml_vec2 near, far;   /* from the parent's centre of mass to the joint, from the joint to its own; body axes */
    double angle;         /* of the body relative to its parent at zero coordinates */
    double sign;          /* -1: the parent is the joint's second body */
    double mass, inertia; /* inertia: about the point of reference */
    double d[2], rho[2];
    double ww;      /* w^2 */
    double C[3];    /* bias acceleration of the point of reference */
    double Y[3], L; /* of a hinge */
    double F[3], A[3];
    tml_articulated_inertia2 from_children; /* contribution of its children, about its point of reference */
} tml_link2;

/* A hinge in space: R_PB = constant + cos q cosine + sin q sine. */
typedef struct {
    tml_mat3 constant, cosine, sine;
    tml_vec3 axis;      /* parent's axes; the body rotates about it by q */
    tml_vec3 own_axis;  /* the same in the body's */
    tml_vec3 near, far; /* as in the plane */
    tml_term term;      /* of its angle */
} tml_hinge3;

typedef struct {
    const tml_hinge3 *hinge; /* NULL: another joint */
    double mass;
    tml_sym3 inertia; /* about the point of reference, body axes */
    double d[3], rho[3];
    double centripetal[3]; /* w x (w x rho) */
    double C[6];           /* as in the plane */
    double c[6];
    double S[6], Y[6], L; /* of a hinge */
    double F[6], A[6];
    tml_articulated_inertia3 from_children;
} tml_link3;

typedef struct {
    const tml_system *system;
    int n;             /* velocities of a body: 3, 6 */
    int count;         /* links: moving bodies */
    bool plain;        /* no ball joint: rates of coordinates are velocities */
    tml_link *links;   /* parents first; the ground is at -1 */
    tml_link2 *plane;  /* as links; NULL in space */
    tml_link3 *space;  /* as links; NULL in the plane */
    int *link_of_body; /* (nb) link of a body; -1 the ground */
    bool *hinge_angle; /* (measure_count) in space: the angle of a hinge, known from its coordinate */
    double *A;         /* (nb x n) accelerations of the centres of mass, or V u; ground axes; zero for the ground */
} tml_spanning;

tml_spanning *tml_spanning_make(const tml_system *system, tml_arena *arena);
/* Joint coordinates and velocities of the state in work, all measures evaluated. */
void tml_spanning_read(const tml_spanning *tree, const tml_workspace *work, double *q, double *u);
/* Poses and velocities of the bodies in work from joint coordinates; S, c, d of the links. */
void tml_spanning_place(tml_spanning *tree, tml_workspace *work, const double *q, const double *u);
void tml_spanning_place_plane(tml_spanning *tree, tml_workspace *work, const double *q, const double *u);
void tml_spanning_place_space(tml_spanning *tree, tml_workspace *work, const double *q, const double *u);
/* q' from velocities; q displaced by d (nv); small changes of q as displacements and back. Rotations of ball joints
 * about the axes of F. */
void tml_spanning_rate(const tml_spanning *tree, const double *q, const double *u, double *qdot);
void tml_spanning_displace(const tml_spanning *tree, const double *d, double *q);
void tml_spanning_to_displacement(const tml_spanning *tree, const double *q, const double *dq, double *d);
void tml_spanning_to_coordinates(const tml_spanning *tree, const double *q, const double *d, double *dq);

/* Inertia of a body about its centre of mass, ground axes (n x n). */
void tml_spanning_inertia(const tml_workspace *work, int body, double *I);
/* F += a force on a body in the system's axes, torques in body axes. */
void tml_spanning_add_force(const tml_workspace *work, int body, const double *from, double *F);

/* Backward pass: articulated inertias, and z (nv) of forces on the bodies (in the system's axes; NULL: none) minus the
 * inertia forces of C. 0; +1 if the motion of some joint has no inertia. */
int tml_spanning_factor(tml_spanning *tree, const tml_workspace *work, const double *force, double *z);
int tml_spanning_factor_plane(tml_spanning *tree, const double *force, double *z);
int tml_spanning_factor_space(tml_spanning *tree, const tml_workspace *work, const double *force, double *z);
/* Forward pass: u' from z, and A; with_c: including C of the bodies. */
void tml_spanning_forward_pass(tml_spanning *tree, const double *z, bool with_c, double *udot);
void tml_spanning_forward_pass_plane(tml_spanning *tree, const double *z, bool with_c, double *udot);
void tml_spanning_forward_pass_space(tml_spanning *tree, const double *z, bool with_c, double *udot);
/* A = V u (+ C) */
void tml_spanning_velocity(tml_spanning *tree, const double *u, bool with_c);
void tml_spanning_velocity_plane(tml_spanning *tree, const double *u, bool with_c);
void tml_spanning_velocity_space(tml_spanning *tree, const double *u, bool with_c);
/* A = C */
void tml_spanning_bias_acceleration(tml_spanning *tree);
void tml_spanning_bias_acceleration_plane(tml_spanning *tree);
void tml_spanning_bias_acceleration_space(tml_spanning *tree);
/* r (nv) = V' times forces on the bodies (in the system's axes). */
void tml_spanning_project(tml_spanning *tree, const tml_workspace *work, const double *force, double *r);
/* A in the system's axes. */
void tml_spanning_export(const tml_spanning *tree, const tml_workspace *work, double *a);
