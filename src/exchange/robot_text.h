/* robot_text.h - pieces from which a robot is written as a model file, and sections that have files of their own. */
#pragma once
#include "exchange/robot.h"

#define TML_ROBOT_NOTHING 1e-15 /* of a rotation: rounding of an angle such as pi/2 */

void tml_robot_put_number(tml_text *t, double x); /* the shortest that reads back to the same */
void tml_robot_put_vector(tml_text *t, tml_vec3 v,
                          double scale); /* components that are nothing beside `scale` are zero */
void tml_robot_put_place(tml_text *t, tml_vec3 v);

const char *tml_robot_body_name(const tml_robot *r, int body);
/* Whether it is a joint of the model; else it is a weld that made two links one body. */
bool tml_robot_joint_stays(const tml_robot *r, int joint);
/* From the origin of a body's frame, on its axes. */
tml_vec3 tml_robot_from_body(const tml_robot *r, int body, tml_vec3 on_ground);
/* The root that moves freely; -1: it is part of the ground. */
int tml_robot_free_root(const tml_robot *r);
/* Whether two bodies are held; else it is told, where bodies are made. */
bool tml_robot_loop_holds(const tml_robot *r, const tml_robot_loop *l);
/* Name of the coordinate of a joint that has one. */
const char *tml_robot_coordinate(const tml_robot_joint *j);

/* What is drawn of a body: shapes inside its entry, meshes in lines after it. */
void tml_robot_put_shapes(const tml_robot *r, tml_text *t, int body);
void tml_robot_put_meshes(const tml_robot *r, tml_text *t, int body);
/* Sections with their headings. */
void tml_robot_put_joints(const tml_robot *r, tml_text *t);
void tml_robot_put_forces(const tml_robot *r, tml_text *t);
