/* robot_text.h - pieces from which a robot is written as a model file, and sections that have files of their own. */
#pragma once
#include "base/number.h"
#include "exchange/robot.h"

#define TML_ROBOT_NOTHING 1e-15 /* of a rotation: rounding of an angle such as pi/2 */

void tml_robot_put_vector(tml_text *t, tml_vec3 v,
                          double scale); /* components that are nothing beside `scale` are zero */
void tml_robot_put_place(tml_text *t, tml_vec3 v);

const char *tml_robot_body_name(const tml_robot *r, int body);
/* From the origin of a body's frame, on its axes. */
tml_vec3 tml_robot_from_body(const tml_robot *r, int body, tml_vec3 on_ground);
/* Name of the coordinate of a joint that has one. */
const char *tml_robot_coordinate(const tml_robot_joint *j);

/* What is drawn of a body: shapes inside its entry, meshes in lines after it. */
void tml_robot_put_shapes(const tml_robot *r, tml_text *t, int body);
void tml_robot_put_meshes(const tml_robot *r, tml_text *t, int body);
/* Sections with their headings. */
void tml_robot_put_joints(const tml_robot *r, tml_text *t);
void tml_robot_put_forces(const tml_robot *r, tml_text *t);
