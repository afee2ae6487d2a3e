/* terms.h - measures, and what rows and force laws are along: sums of them, or functions of several (relations). */
#pragma once
#include "model/model.h"

typedef struct tml_profile_candidate tml_profile_candidate; /* contact/profile.h */
typedef struct tml_candidate tml_candidate;                 /* contact/touch.h */

typedef struct {
    int measure;
    double coefficient;
} tml_term;

typedef struct {
    tml_measure_kind kind; /* ANGLE_M is compiled away by swapping the bodies */
    tml_axis axis;         /* of COORD, ROTATION, ROTATE and CURVE */
    int component;         /* of CURVE_FRAME: 3 times the vector plus its component */
    int body1, body2;
    tml_vec3 p1, p2; /* points, from the centres of mass, body axes */
    /* attached directions: ALONG a1; DOT a1 a2; ANGLE a1 b1 on body 1, a2 on body 2; BEARING in space a1 b1; TILT a1, a2 = a_M, b2 = b_M;
     * ROTATION x and y of F in a1 b1, of M in a2 b2; CURVE, CURVE_FRAME, CURVE_ANGLE x and y of F in a1 b1; PUSH a2; CROSS a1 a2; TRACK x and y of F in a1 b1, a2 */
    tml_vec3 a1, b1, a2, b2;
    double offset; /* plane ANGLE: phi2 - phi1 + offset; BEARING: added to it; SLIP: added to the rate, of a belt */
    const tml_profile_candidate *profile; /* GAP, SLIP in the plane: body 1 has the curve, body 2 the point */
    const tml_candidate *candidate;       /* the same in space */
    const struct tml_wire *wire; /* CURVE, CURVE_FRAME, CURVE_ANGLE: in the frame of a1 and b1 at p1 (contact/wire.h) */
    bool active;                 /* needed in every evaluation, not only for output */
    bool is_rotation;            /* a rotation, rad */
    bool same_points;            /* COORD: of the same points as the previous one, along another axis */
    int reference;  /* BEARING: a body whose angle it is unwrapped from too, so that steps may be long; 0: none */
    tml_term turns; /* the same in space: an angle, of a hinge; coefficient 0: none */
    double reference_angle; /* of either, as drawn */
    int id; /* order of creation: the same in every analysis of a model, except for those that events add at the end */
} tml_measure;

typedef struct {
    int first, count; /* terms */
    int relation;     /* their sum is this function of them, from 1; 0: it is a sum, with constant coefficients */
} tml_terms;

/* Whether it is one measure, by a constant coefficient. */
static inline bool tml_terms_is_measure(const tml_terms *terms)
{
    return terms->count == 1 && !terms->relation;
}

/* A function of several measures and time, s = F(m, t). Its terms have the coefficients F_k = dF/dm_k, which a workspace holds. */
typedef struct {
    tml_terms terms;
    const tml_expression *value; /* of inputs of the system that are values of measures, parameters and time */
    struct tml_relation_input {
        int input; /* of the system */
        int term;  /* whose measure it is the value of, from the first; -1: a parameter, or time */
    } * inputs;
    int input_count;
    bool corners;           /* it may have corners, or jump */
    bool narrow;            /* it may have features that are narrow beside the motion (expression/narrow_features.h) */
    int lengths;            /* of its unit: 1 for m, 0 for rad */
    const char *force_unit; /* of a force along it */
} tml_relation;

/* What a driver prescribes as a function of time: a position, or a rate or an acceleration that is integrated from a start. */
typedef struct {
    const tml_expression *value;
    int order;                                      /* how often it is integrated: 0, 1, 2 */
    double start, position, rate;                   /* order > 0: the time at which position and rate are these */
    int panel_count;                                /* panels of quadrature from the start on */
    const double *edge;                             /* (panel_count + 1) times */
    const double *first_integral, *second_integral; /* (panel_count + 1) from the start to each edge */
} tml_target;
