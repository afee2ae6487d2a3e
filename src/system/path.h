/* path.h - the compiled way of a belt, chain or cable.
 *
 * A span is the straight piece between two stops, of signed radii r_a and r_b and with their centres d apart, seen in the direction beta:
 *   e = r_a - r_b,   l = sqrt(d^2 - e^2),   direction phi = beta + asin(e/d)
 * What is on a wheel follows from the directions of the spans beside it. A section lies between two places that hold it, and has one
 * tension; it gets longer by
 *   s' = sum of spans (l + e phi)' - r_a w_a + r_b w_b          w_a, w_b: rotation of the wheels that hold it
 */
#pragma once
#include "system/system.h"

typedef struct {
    int body;
    tml_vec3 p; /* its middle, from the centre of mass */
    double radius;
    bool grips;
    double wrap; /* angle of what lies on it, as drawn */
    int carrier; /* the body that its hinge is on; 0: the ground, or it has none */
} tml_path_place;

typedef struct {
    int distance, bearing; /* terms of the system: d, and beta from where it is drawn; -1: constant */
    double e;
    double arc;                /* what of e belongs to the path: all, but for what is wound on the ends of a cable */
    double length, phi, slope; /* as drawn; slope: asin(e/d) */
    double turned;             /* angle of the body that it belongs to, as drawn */
} tml_path_span;

typedef struct {
    int first, count; /* spans, from the first on */
    double length;    /* as drawn */
    double k;         /* N/m; 0: it does not stretch */
    tml_terms along;
    int law;       /* what pulls beside the rows; -1: nothing */
    bool reversed; /* this law counts tension positive */
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
    double friction; /* coefficient on wheels that hold it; NAN: not given */
    double constant; /* of the length: what is not of the spans */
} tml_path;
