/* path.h - belts, chains and cables as written: what they pass, one after the other, and what they are made of.
 *
 *   cable: [ground.A, P, load.B]       P a hinge: its wheel moves with the cable
 *   cable: [ground.A, block.C, load.B] a point of a body: with a radius a pulley without mass and friction, without one an eyelet
 *   cable: [ground.A, spool]           a body: the cable is wound on it, about its centre of mass
 * In space a wheel rotates about the axis of its hinge; those without one have an `axis`.
 */
#pragma once
#include "model/model.h"

enum { TML_MAX_PATH_STOPS = 64 };

typedef struct {
    const tml_node *node;
    int joint;         /* the hinge of a wheel; -1: none */
    tml_anchor anchor; /* of no joint: a point of a body */
    double radius;     /* passed counterclockwise; below zero clockwise; 0: a point */
    tml_vec3 axis;     /* of a wheel in space that has no hinge, in the axes of its body */
    bool grips; /* what is wound on it moves with it: of a hinge, of a body named alone, at the ends of a cable */
} tml_path_stop;

typedef struct {
    tml_path_stop *stops; /* (count) */
    int count;
    bool closed;
    double length;      /* m */
    double links;       /* the same by pitches */
    double EA;          /* N: force for each unit of strain */
    double stiffness;   /* N/m of each section */
    double damping;     /* N s/m of each section */
    double friction;    /* coefficient on wheels */
    double pretension;  /* N */
    double restitution; /* of a cable that does not stretch, but goes slack */
    /* each NAN: not given */
} tml_written_path;

/* False with messages. */
bool tml_element_path(tml_resolved *r, const tml_element *e, tml_written_path *path);
