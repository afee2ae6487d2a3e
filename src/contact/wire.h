/* wire.h - smooth curves c(u) in the plane and in space, along which a point of another body is led.
 *
 * All is in the frame of the body that has the curve. The foot of a point y is where (y - c) . c' = 0; near the curve it is a smooth function u(y), and so are
 *   arc length   S(u),  S' = |c'|
 *   off the curve across it   a(u) . (y - c),  a normal to the curve: in the plane its left, in space two that turn with it as little as possible
 *   frame        components of the unit tangent, and of these normals
 *   angle        in the plane of the tangent, from x on over full revolutions; in space the bank, which is given as a function of u
 * each with its derivatives by y up to the third.
 */
#pragma once
#include "contact/profile.h"
#include "expression/expression.h"
#include "geometry/vector.h"

typedef struct {
    tml_vec3 c, d1, d2, d3; /* and derivatives by u */
} tml_wire_point;

typedef struct tml_wire {
    bool space, closed;
    bool endless;                        /* a line: it goes on beyond its ends */
    bool outline;                        /* of a surface of its body, or of the follower of that */
    const tml_expression *expression[3]; /* of u, the only input; or */
    const tml_knot *knots[3];            /* (knot_count) of splines over u; or */
    int knot_count;
    const tml_profile *profile; /* a circle, or the curve of a cam's follower */
    double first, last;         /* range of u */
    const double *edges;        /* (panel_count + 1) of u */
    const double *lengths;      /* (panel_count + 1) from the first on */
    int panel_count;
    const tml_knot *normals[2][3]; /* (panel_count + 1) in space, over u */
    const double *headings;        /* (panel_count + 1) in the plane: angle of the tangent at the edges */
    /* of a track in space: a direction, across which it is everywhere, that its frame is turned towards, and by how much it is turned from
     * there about the tangent, as an expression of u; NULL: it is not */
    tml_vec3 up;
    const tml_expression *bank;
} tml_wire;

/* What a function of a point's place is. */
typedef enum { TML_WIRE_LENGTH, TML_WIRE_ACROSS, TML_WIRE_FRAME, TML_WIRE_ANGLE } tml_wire_quantity;

/* The foot of a point, with derivatives of u by its coordinates. */
typedef struct {
    double u;         /* of a closed curve it counts revolutions */
    int panel;        /* that it is in, from 1 on; below zero before the first: a place to search from */
    tml_vec3 off;     /* y - c */
    tml_wire_point p; /* of the curve */
    double u1[3], u2[3][3], u3[3][3][3];
    double speed, speed1, speed2; /* |c'| and derivatives by u */
} tml_foot;

typedef struct {
    double value, d1[3], d2[3][3], d3[3][3][3];
} tml_wire_function;

/* work: (tml_wire_work) jets */
size_t tml_wire_work(const tml_wire *wire);
tml_wire_point tml_wire_at(const tml_wire *wire, double u, tml_jet *work);
/* Completes a wire whose curve and range are given: panels, lengths, normals. False with the reason in why. */
bool tml_wire_complete(tml_wire *wire, tml_arena *arena, char *why, size_t size);
double tml_wire_length(const tml_wire *wire);
/* Axes of what runs along a track at the foot: x along it, in space z towards `up`, turned by its bank. */
tml_mat3 tml_wire_axes(const tml_wire *wire, const tml_foot *foot, tml_jet *work);
/* The foot near that panel; panel 0: the nearest of all. third: with third derivatives. */
tml_foot tml_wire_foot(const tml_wire *wire, tml_vec3 y, int panel, bool third, tml_jet *work);
/* `which`: of ACROSS the normal, 0 or 1; of FRAME 3 times the vector (tangent, normals) plus its component. */
tml_wire_function tml_wire_quantity_at(const tml_wire *wire, const tml_foot *foot, tml_wire_quantity quantity,
                                       int which, bool third, tml_jet *work);
