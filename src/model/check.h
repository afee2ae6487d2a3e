/* check.h - what the files behind model.h share: checks of nodes against descriptors, and parts of the resolved model. */
#pragma once
#include "base/text.h"
#include "model/descriptor.h"
#include "model/model.h"

/* Context of a check: where messages go and what the model is like. */
typedef struct {
    tml_arena *arena;
    tml_log *log;
    bool space;
    const tml_analysis_form *analyses; /* (analysis_count) whose options are known, for messages; may be NULL */
    size_t analysis_count;
} tml_checker;

typedef struct {
    const tml_field *fields;
    size_t count;
} tml_field_list;

/* Checks the keys of a map against the fields it may hold, in up to `list_count` lists: unknown keys, kinds of values,
 * required ones. `what` is for messages (`joint A`; NULL at the top of the file); `type_key` is a key that needs no
 * field (NULL: none). False when anything was wrong; keys whose values are, are struck out, so that nobody reads them
 * and complains again. */
bool tml_fields_check(const tml_checker *c, const char *what, const tml_node *map, const tml_field_list *lists,
                      int list_count, const char *type_key);
extern const tml_node tml_struck_key; /* replaces them */
/* The kind of one value against its field. */
bool tml_field_check(const tml_checker *c, const char *what, const tml_field *field, const tml_node *value);
/* The nearest name in a list, for messages: `; did you mean "coupler"?`, or "" when none is near. */
const char *tml_suggestion(const tml_checker *c, const char *nearest);
/* `; did you mean "revolute"?`, or which names there are. */
const char *tml_suggest(const tml_checker *c, const char *name, const char *const *names, size_t count);
/* Names of elements, points and parameters: letters, digits and _, not first a digit. Writes the message. */
bool tml_name_check(const tml_checker *c, const char *what, const tml_node *key);
/* A name that expressions use by itself, of a state or an output: no parameter, function, time or constant. Writes the message. */
bool tml_plain_name_check(const tml_checker *c, const tml_model *model, const char *what, const char *name,
                          tml_place place);
/* What a joint needs besides its keys; its ends are known. Messages. */
void tml_joint_check(tml_resolved *r, const tml_element *joint, const tml_anchor ends[2]);
/* Whether axes that must be perpendicular are: they are given in the frames of two bodies, and can be compared if both
 * are drawn. */
bool tml_joint_axes_cross(const tml_resolved *r, const tml_element *joint, const tml_vec3 axes[2], int body1,
                          int body2);
/* Units of the fields of a coupling that have none in its descriptor, since they depend on what is tied: the first is of the second
 * coordinate per unit of the first, the others are of the second. */
void tml_coupling_units(const tml_resolved *r, const int joints[2], const int coordinates[2], tml_field *fields,
                        size_t count);
/* Distance of two anchors in the drawn or guessed pose; false: a body has no pose. */
bool tml_drawn_distance(const tml_resolved *r, const tml_anchor anchors[2], double *length);
/* Whether a rod has a length; with a message. */
bool tml_joint_length_check(const tml_resolved *r, const tml_element *joint, double length);
/* A motor takes `torque` on a rotating joint and `force` on a sliding one. */
void tml_motor_check(tml_resolved *r, const tml_element *motor, bool is_rotation);
void tml_force_axis_check(tml_resolved *r, const tml_element *force);
/* Fields of the linear law besides a value that replaces it. */
void tml_force_value_check(tml_resolved *r, const tml_element *force);
/* How many components the field of a force has here: 1 means a number. */
int tml_force_components(const tml_force_class *force, const tml_field *field, bool space);

/* ---- sections (section.c), elements (element.c) ---- */

/* Fills the model from its root. False when the rest of the file cannot be understood. */
bool tml_sections_read(const tml_checker *c, tml_model *model, const tml_analysis_form *analyses, size_t count);
/* One joint or force: its type and its keys. */
void tml_element_read(const tml_checker *c, tml_element *e, bool is_joint);
/* The kind that a joint's or force's map says it is of; NULL: none, or several. */
const char *tml_element_kind(const tml_node *map, bool is_joint);
/* The list of analyses. */
void tml_analyses_read(const tml_checker *c, tml_model *model, const tml_node *list, const tml_analysis_form *analyses,
                       size_t count);
/* Reads every constant of the model once and resolves every name: what cannot be checked without numbers. */
void tml_elements_check(tml_resolved *r, const tml_analysis_form *analyses, size_t count);

/* ---- parts of the resolved model ---- */

/* A resolved model even if there are errors: what could not be read is zero. */
tml_resolved *tml_resolved_make(const tml_model *model, const tml_named_text *set, int set_count, tml_arena *arena,
                                tml_log *log);
void tml_parameters_read(tml_resolved *r, const tml_named_text *set, int set_count);
/* One of them, if it has not been evaluated yet. False: it could not be, which was reported. */
bool tml_parameter_read(tml_resolved *r, int parameter);
/* Names of the tables; one of them, if it has not been read yet; all that have not. */
void tml_tables_begin(tml_resolved *r);
void tml_table_read(tml_resolved *r, int table);
void tml_tables_read(tml_resolved *r);
/* Names of all points, of the drawing and of bodies, before anything is evaluated; coordinates that are plain numbers. */
void tml_points_begin(tml_resolved *r);
/* One whose coordinates are expressions, if it has not been evaluated yet; body may be TML_DRAWING. False: it could not be, which was
 * reported. */
bool tml_point_read(tml_resolved *r, int body, int point);
void tml_points_read(tml_resolved *r);
void tml_bodies_read(tml_resolved *r);
/* The body in whose frame coordinates of this body are; NULL: the ground, or a drawing. */
const char *tml_frame_name(const tml_resolved *r, int body);
/* In the frame of a body, or of the ground. */
bool tml_orientation_read(tml_resolved *r, const tml_node *node, const char *what, int body, tml_quat *q);
/* A constant expression; *typed and *dimension (each may be NULL) say of what kind it is. */
bool tml_constant_read(tml_resolved *r, const char *text, tml_place place, const char *unit, const char *what,
                       double *value, bool *typed, tml_dimension *dimension);
/* A list of numbers, exactly `count` of them. */
bool tml_numbers_read(tml_resolved *r, const tml_node *node, const char *unit, const char *what, int count,
                      double *values);
/* A point or a vector, in the frame of a body or of the ground (0): 2 numbers in the plane, 3 in space, or an expression of points;
 * z = 0 in the plane. */
bool tml_vector_read(tml_resolved *r, const tml_node *node, const char *unit, const char *what, int body, tml_vec3 *v);
/* x, -y, two points [from, to], or a vector of any length but zero, in the frame of a body or of the ground (0); made a unit vector. */
bool tml_direction_read(tml_resolved *r, const tml_node *node, const char *what, int body, tml_vec3 *direction);
/* An expression that is a number or a vector: *size components, 0 of a number (v->x). The vector must be in the frame of the body. */
bool tml_value_read(tml_resolved *r, const tml_node *node, const char *unit, const char *what, int body, tml_vec3 *v,
                    int *size);
/* The body in whose frame the directions of a joint or a force are: its first (end 0), or its second; the ground where it has none. */
int tml_element_body(const tml_resolved *r, const tml_element *e, int end);
/* Index of the body that a node names, with a point or without; -1: none. */
int tml_resolved_body_of(const tml_resolved *r, const tml_node *node);
/* `body crank`, `joint A`, `analysis dynamics`. */
const char *tml_element_what(tml_arena *arena, const tml_element *e);
tml_checker tml_resolved_checker(tml_resolved *r);
/* Index of the joint that a text names, and what follows behind a dot (NULL: nothing; with `rest` NULL nothing may); -1 with a
 * message at the node. */
int tml_resolved_joint_named(tml_resolved *r, const tml_node *node, const char *what, const char **rest);
/* Whether a text names a point, and not only a body. */
bool tml_names_point(const tml_resolved *r, const tml_node *node);

/* ---- numbers and files ---- */

/* A decimal number and nothing else; false otherwise. Never looks at the locale. */
bool tml_decimal_read(const char *text, size_t length, double *value);
/* The content of a file; NULL with a message at `place` that begins with `what`. The caller releases it. */
char *tml_source_read(const char *path, size_t *length, tml_place place, const char *what, tml_log *log);
