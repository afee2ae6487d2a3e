/* multiple_joint.h - a multiple joint: one of more than two bodies.
 *
 *   A: {revolute: [crank, coupler, rocker]}     is    A.coupler: {revolute: [crank, coupler], at: A}
 *                                                     A.rocker:  {revolute: [crank, rocker], at: A}
 *
 * The first body with each of the others, by joints with all that the element says. This holds all of them to each other only where
 * the relative motions of the kind form a group (tml_joint_class.several).
 */
#pragma once
#include "model/check.h"

/* The same for what it reports: on each of the others the reaction of its joint, on the first the resultant. */
struct tml_multiple_joint {
    const char *name; /* "A" */
    const tml_node *key;
    const char *resultant; /* "A.crank": the owner of the channels of what acts on the first body */
    int joint, count;      /* its first joint, and how many: one fewer than bodies */
};

/* Whether a joint that was read joins more than two bodies. */
bool tml_joint_is_multiple(const tml_element *e);
/* Its joints, of which the first is the joint-th of the model; (type_node->count - 1) of them. Adds them to model->multiple_joints. NULL with a
 * message: a body stands there twice. */
const tml_element *tml_multiple_joint_split(const tml_checker *c, tml_model *model, const tml_element *e,
                                            const tml_node *key, int joint);
/* The name of the point where a joint is, if nothing else says so. */
const char *tml_joint_point(const tml_element *joint);
/* A text that names a multiple joint without saying which of its joints is meant: a message that names the choices. False: it names something
 * else. */
bool tml_multiple_joint_refuse(const tml_resolved *r, const char *what, const char *text, tml_place place);
/* Kinds of joints for several bodies, for messages: "revolute, fixed". */
const char *tml_multiple_joint_kinds(tml_arena *arena, bool space);
