/* scene.h - the parts of a scene, what the workbench draws: each function writes one of its lists.
 *
 * The page reads this text; the types are in workbench/page/src/engine/scene.ts.
 */
#pragma once
#include "analysis/prepare.h"
#include "base/json_writer.h"

typedef struct {
    const tml_model *model;
    tml_log *log;
    tml_log *refusals; /* of what is only tried: told to nobody */
    int upto;          /* the analysis in which it is seen; -1: before all */
    tml_prepared start;
    tml_arena arena;
    tml_json_writer pen;
} tml_scene;

/* ---- lists ---- */

void tml_scene_bodies(tml_scene *scene);
/* Of one body, as the list `surfaces`, those of its joints with clearance among them: nothing where it has none. */
void tml_scene_surfaces(tml_scene *scene, const tml_body *body, int index);
void tml_scene_drawing(tml_scene *scene);
void tml_scene_joints(tml_scene *scene);
/* Of a joint that has a curve of its own, as the member `curve`: points on it, closed or not. */
void tml_scene_curve(tml_scene *scene, const tml_joint *joint);
void tml_scene_forces(tml_scene *scene);
void tml_scene_motions(tml_scene *scene);

/* ---- pieces (scene_piece.c) ---- */

void tml_scene_number(tml_scene *scene, const char *key, double value); /* null where it is not finite */
void tml_scene_vector(tml_scene *scene, const char *key, tml_vec3 v);
/* The members `name`, `line`, `column`; `file` where it is not the model's own; `use` where it belongs to a use of a part. */
void tml_scene_placed(tml_scene *scene, const char *name, tml_place place);
/* Constant numbers among the fields that an element gives, by name: stiffness, value.x, damping.rotation. */
void tml_scene_fields(tml_scene *scene, const tml_element *e, const tml_field *fields, size_t count);
/* A point of a body in its frame, from one that is counted from its centre of mass. */
tml_vec3 tml_scene_point(const tml_scene *scene, int body, tml_vec3 from_com);
/* A place of the ground in the frame of a body, as that stands at the start. */
tml_vec3 tml_scene_in_body(const tml_scene *scene, int body, tml_vec3 at);
/* The point of a joint on one of its bodies, in the frame of that; of a curve on the first body where the point on it is. */
tml_vec3 tml_scene_joint_point(const tml_scene *scene, const tml_joint *joint, bool second);
