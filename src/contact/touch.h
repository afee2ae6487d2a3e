/* touch.h - where two shapes touch, or would touch first: gap, normal and touching points, with their rates.
 *
 * n is the common normal, from the first body to the second, r_i the touching points from the centres of mass, u the velocity of the
 * material point of body 2 relative to that of body 1. Because distances are stationary in the touching points,
 *   gap' = n . u,     gap'' = n . u' + n' . u,     u' = a_2 - a_1 + w_2' x r_2 - w_1' x r_1 + w_2 x r_2' - w_1 x r_1'
 * where r_i' is the rate of the touching point itself, which moves over its body. Slips t_k . u are differentiated in the same way: all that
 * is needed beyond geometry are n', r_i' and t_k'. Forces act at one place for both bodies, midway between the touching points.
 */
#pragma once
#include "contact/solid.h"

typedef struct {
    tml_vec3 x, v, w; /* centre of mass, its velocity, angular velocity: ground axes */
    tml_mat3 R;       /* body axes in ground axes */
} tml_rigid_motion;

typedef struct {
    double gap;
    tml_vec3 n, ndot;
    tml_vec3 r1, r1dot, r2, r2dot;
    tml_vec3 t[2],
        tdot[2]; /* tangents: with n a right-handed frame; each smooth while n stays near an axis of `base` */
} tml_touch;

/* How a candidate of a pair of shapes is found. */
typedef enum {
    TML_TOUCH_POINT,  /* a point with a radius against a shape */
    TML_TOUCH_RIM,    /* a circle with a radius against a plane: its lowest point */
    TML_TOUCH_CURVE,  /* a line of some length or a circle, with a radius, against a shape: where it is nearest */
    TML_TOUCH_NEAREST /* nearest points of two segments or convex polyhedra */
} tml_touch_kind;

typedef struct tml_candidate {
    tml_touch_kind kind;
    bool exchanged;                       /* the point or circle belongs to the second body */
    bool side;                            /* the line is the axis of a cylinder: its ends are sharp rims */
    tml_vec3 p;                           /* the point, or the centre of the circle or line */
    tml_vec3 a;                           /* axis of the circle, direction of the line */
    double rim;                           /* radius of the circle; 0: a line */
    double half;                          /* half the length of the line */
    double radius;                        /* about the point or circle */
    const tml_contact_solid *own, *other; /* own: of the body with the point, of the first one for nearest points */
    bool base_is_own;                     /* tangents refer to the body of `own`, which is the ground */
    int index;                            /* among those of its pair */
    int count;   /* of sharp polyhedra: how many the pair has, one after the other; 0: of others */
    int slot;    /* of nearest points: 0, or the number of a place that two edges take while they touch */
    int vertex;  /* of a polyhedron: the point */
    bool tracks; /* tangents are those of a wheel: along its circle, which is of the second body, and across */
} tml_candidate;

/* Candidates of a pair of shapes: points that touch of their own, all that can carry load. Returns their number, at most `most` of which are
 * written; 0: there is no way for such a pair. ground: 0 or 1 for the body that does not move; -1: both move. */
int tml_touch_candidates(const tml_contact_solid *first, const tml_contact_solid *second, int ground,
                         tml_candidate *out, int most);
/* Gap and everything else at a state. */
tml_touch tml_touch_at(const tml_candidate *c, const tml_rigid_motion *first, const tml_rigid_motion *second);

/* The same with a feature that is kept (contact/feature.h); 0: none. */
tml_touch tml_touch_on(const tml_candidate *c, int feature, const tml_rigid_motion *first,
                       const tml_rigid_motion *second);

/* A direction of a touch with its rate: J (12) of d . u by v_1 w_1 v_2 w_2, angular velocities in body axes; returns the bias,
 * (d . u)' without accelerations. */
double tml_touch_jacobian(const tml_touch *touch, tml_vec3 d, tml_vec3 ddot, const tml_rigid_motion *first,
                          const tml_rigid_motion *second, double *J);

/* Parts of tml_touch_at, with the roles of the bodies as given. A touch of a core: without radii, tangents and r_2. */
tml_touch tml_touch_point(tml_vec3 p, const tml_contact_solid *shape, const tml_rigid_motion *A,
                          const tml_rigid_motion *B);
/* Two lines through p_i along unit vectors e_i, body axes; n is along side (e_1 x e_2), side +-1; 0: from the first to the second. */
tml_touch tml_touch_lines(tml_vec3 p1, tml_vec3 e1, tml_vec3 p2, tml_vec3 e2, double side, const tml_rigid_motion *A,
                          const tml_rigid_motion *B);
tml_touch tml_touch_curve(const tml_candidate *c, const tml_rigid_motion *A, const tml_rigid_motion *B);
/* Of a circle: the gap at the second nearest of its places, each nearer than those beside it; infinite: there is one alone. */
double tml_touch_second_gap(const tml_candidate *c, const tml_rigid_motion *first, const tml_rigid_motion *second);
tml_touch tml_touch_nearest(const tml_contact_solid *first, const tml_contact_solid *second, const tml_rigid_motion *A,
                            const tml_rigid_motion *B);
