/* limits.h - limits of a joint's coordinates as written.
 *
 *   limits: [-30 deg, 90 deg]                                        of a joint with one coordinate
 *   limits: {angle: [-30 deg, null], restitution: 0.5}               one-sided; options for all coordinates beside them
 *   limits: {angle: {range: [0, 1], stiffness: 1e4, damping: 0.1}}   options of one coordinate
 */
#pragma once
#include "model/model.h"

enum { TML_MAX_LIMITS = 6 };

typedef struct {
    int coordinate;      /* of the joint, in the present space */
    double lower, upper; /* infinite: none */
    double restitution;  /* of a rigid stop */
    bool poisson;        /* it is of impulses, not of speeds */
    /* of a compliant one: force stiffness d^exponent (1 + damping d') at the penetration d, never below zero; stiffness 0: rigid */
    double stiffness, damping, exponent;
    tml_place place; /* of the range */
} tml_limit_form;

/* Those of a joint; returns how many, and reports what is wrong with the others. */
int tml_element_limits(tml_resolved *r, const tml_element *e, tml_limit_form limits[static TML_MAX_LIMITS]);
