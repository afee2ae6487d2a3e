/* path.h - the compiled way of a belt, chain or cable.
 *
 * A span is the straight piece between two stops of signed radii r_a and r_b: with d from the first middle to the second, axes n_a and n_b of
 * the wheels and c = n_a . n_b,
 *   l = sqrt(d^2 - r_a^2 - r_b^2 + 2 r_a r_b c)
 *   phi_a = beta_a + asin((r_a - c r_b)/rho_a),   phi_b = beta_b + asin((c r_a - r_b)/rho_b)      directions of the span, seen from each wheel
 * where beta is the direction of d in the plane of a wheel, rho its length there. In the plane c = 1, rho = d and both are the same:
 *   l = sqrt(d^2 - e^2),   phi = beta + asin(e/d),   e = r_a - r_b
 * What is on a wheel follows from the directions of the spans beside it. A section lies between two places that hold it, and has one
 * tension; it gets longer by
 *   s' = sum of spans (l + r_a phi_a - r_b phi_b)' - r_a w_a + r_b w_b          w_a, w_b: rotation of the wheels that hold it
 * In space directions are seen from the wheels themselves, so that their rotation is in phi.
 */
#pragma once
#include "system/system.h"

typedef struct {
    int body;
    tml_vec3 p;    /* its middle, from the centre of mass */
    tml_mat3 axes; /* of a wheel in space: z is its axis, in body axes */
    double radius;
    bool grips;
    double wrap; /* angle of what lies on it, as drawn */
    int carrier; /* the body that its hinge is on; 0: the ground, or it has none */
    int hinge;   /* that joint; -1: none */
} tml_path_place;

/* A span as one of its two wheels sees it. */
typedef struct {
    int bearing;       /* term of the system: beta from where it is drawn; -1: constant */
    int height;        /* the same in space: of the other middle above the plane of the wheel */
    double arc;        /* radius of what of it belongs to the path: not that which is wound on the ends of a cable */
    double phi, slope; /* as drawn; slope: phi - beta */
} tml_path_side;

typedef struct {
    int distance;  /* term of the system: d; -1: constant */
    int cosine;    /* the same of the axes of two wheels in space */
    double e;      /* in the plane */
    double length; /* as drawn */
    double turned; /* in the plane: angle of the body that it belongs to, as drawn */
    tml_path_side side[2];
} tml_path_span;

typedef struct {
    int first, count; /* spans, from the first on */
    double length;    /* as drawn */
    double k;         /* N/m; 0: it does not stretch */
    tml_terms along;
    int law;       /* what pulls beside the rows; -1: nothing */
    bool reversed; /* it is along minus the length: its forces are tensions */
} tml_path_section;

typedef struct tml_path {
    bool closed;
    tml_path_place *places; /* (place_count) */
    int place_count;
    tml_path_span *spans; /* (span_count) the first begins at the first place */
    int span_count;
    tml_path_section *sections; /* (section_count) */
    int section_count;
    double
        *share; /* (rows * section_count) of the multiplier of each row of the joint in the force along each section */
    int row_count;
    bool slants;     /* in space, over wheels: it may leave their planes */
    double friction; /* coefficient on wheels that hold it; NAN: not given */
    double constant; /* of the length: what is not of the spans */
} tml_path;

/* A span in space, from the middles and axes of its wheels (of a point any axis). */
typedef struct {
    double length;   /* NAN: the wheels have no common tangent */
    double slope[2]; /* phi - beta in the plane of each wheel */
    tml_vec3 along;  /* its direction */
} tml_path_tangent;
tml_path_tangent tml_path_tangent_of(tml_vec3 d, const tml_vec3 axis[2], const double radius[2]);
