/* model.h - a mechanism as the user wrote it: names, places, text; and its text as numbers.
 *
 * tml_model      sections and elements of the file, checked against the descriptors (unknown keys, wrong types, missing
 *                bodies, duplicate names), not yet numbers.
 * tml_resolved    the same with the present values of the parameters: bodies with mass and points, numbers of fields.
 *                Parameters may change between analyses (`set`), so a resolved model is made for each.
 */
#pragma once
#include "base/names.h"
#include "base/sha256.h"
#include "base/use.h"
#include "expression/expression.h"
#include "model/force_class.h"
#include "model/joint_class.h"
#include "model/node.h"
#include "model/state_class.h"

typedef struct tml_multiple_joint tml_multiple_joint;
typedef struct tml_study_class tml_study_class; /* model/study_class.h */

typedef struct {
    const char *name;
    tml_place place;              /* of the name */
    const tml_node *node;         /* the map of the element */
    const tml_node *type_node;    /* the value of the TYPE key: what it connects */
    const tml_joint_class *joint; /* of a joint */
    const tml_force_class *force; /* of a force */
    const tml_study_class *study; /* of a study */
    const tml_multiple_joint
        *multiple;    /* the joint of several bodies that it is one joint of (model/multiple_joint.h); NULL: none */
    const char *kind; /* TYPE as written; of an analysis its kind */
    bool has_events;  /* an analysis that events can act in */
    bool broken;      /* something in its keys was wrong and reported: the model is not to be run */
} tml_element;

typedef struct {
    const char *name, *text;
    tml_place place; /* of the text */
} tml_named_text;    /* a parameter, an entry of `initial`, a driver's channel and expression */

typedef struct {
    const char *name;       /* of the driver */
    tml_named_text channel; /* name: the channel, text: the expression */
    tml_place place;
    bool off; /* until it is switched on */
} tml_driver;

/* States that belong together: by their rates, of a ready piece, or of a force (model/states.h). */
typedef struct {
    const char *name;
    const tml_element *force; /* NULL: of the section `states` */
    tml_place place;
    const tml_state_class *class;
    const tml_node *fields; /* the map that has its fields */
    tml_state_form form;
    int first; /* of its variables, among those of all */
} tml_state_element;

/* A value of states that is reported. */
typedef struct {
    int element; /* of the states */
    tml_state_signal_form form;
} tml_state_signal;

/* A body that a use of a part was given under a name of its own. */
typedef struct {
    const char *name;     /* "leg3.base" */
    const tml_node *node; /* what it was given: the name of a body, or of a point of one */
    const char *point;    /* of the body; NULL: none */
    const tml_use *given; /* where the point is looked up */
} tml_port;

typedef struct tml_output_request tml_output_request;
typedef struct tml_body_surface tml_body_surface; /* model/body_surface.h */

/* A named expression that is reported (model/outputs.h). */
typedef struct {
    const char *name;
    tml_place place;
    const tml_node *fields; /* the map of its keys; NULL: the expression stands alone */
    const char *text;       /* the expression; NULL: it is a request */
    tml_place text_place;
    const tml_output_request *request; /* distance, angle, velocity ... */
    const tml_node *of;                /* of what */
} tml_output_element;

/* Where the files must lie that a model may name: in a folder or below it. */
typedef struct {
    const char *folder; /* NULL: it may name none */
} tml_enclosure;

typedef struct tml_preparations tml_preparations;

/* A dimension or constraint of the drawing. */
typedef struct {
    const char *what; /* for messages: `sketch d1` */
    const tml_node *node;
} tml_sketch_entry;

/* Elements that are hidden or locked together in the drawing. */
typedef struct {
    const char *name;
    const char *what; /* for messages: `group frame` */
    const tml_node *node;
} tml_group;

/* A file beside the model's own. */
typedef struct {
    const char *name; /* as the model names it */
    char sha256[TML_SHA256_DIGITS + 1];
} tml_input_file;

void tml_model_hash_inputs(tml_model *model); /* once it is read */

/* What is wanted of an output over a run, beside its rows. */
typedef enum {
    TML_WANT_MAX = 1,
    TML_WANT_MIN = 2,
    TML_WANT_INTEGRAL = 4,
    TML_WANT_SQUARE = 8, /* the integral of its square */
    TML_WANT_ALL = 15,
} tml_wanted;

struct tml_model {
    tml_arena arena;
    tml_preparations *prepared; /* what was made of it (model/preparation.h) */
    const char *file;
    tml_watch watch;
    const tml_enclosure *enclosure; /* NULL: it may name any file */
    const char *text;               /* (text_length) of the file as it was read */
    size_t text_length;
    char sha256[TML_SHA256_DIGITS + 1]; /* of the text: made once, runs take microseconds */
    const tml_node *root;               /* the same as a tree */
    const tml_node *
        sections; /* its sections as they are read: what uses, repetitions and included files stand for is written out */
    const char *const *included; /* (included_count) paths of files that it includes */
    int included_count;
    tml_input_file *inputs; /* (input_count) files other than its own that it was read from */
    int input_count, input_capacity;
    const tml_use *const *uses;       /* (use_count) of parts, outer ones first; tml_use.id is the position */
    const tml_node *const *use_keys;  /* (use_count) where they are written */
    const tml_node *const *use_nodes; /* (use_count) as written: where they are placed */
    int use_count;
    tml_port *ports; /* (port_count) */
    int port_count;
    tml_names port_names;     /* -> index of the port; also among the names below, as its body */
    tml_sketch_entry *sketch; /* (sketch_count) dimensions and constraints of the drawing: no number depends on them */
    int sketch_count;
    const tml_node *background; /* the picture under the drawing; NULL: none */
    tml_group *groups;          /* (group_count) of elements: no number depends on them */
    int group_count;
    const char *title;
    const tml_node *kept_channels; /* patterns of the channels that result files keep; NULL: all */
    const tml_node *display;       /* units of what is shown, checked; NULL: not given */
    bool space;                    /* false: plane */
    const tml_node *gravity;       /* NULL: default; else a scalar `none` or a vector */
    tml_named_text *parameters;
    const tml_node **parameter_keys; /* (parameter_count) where they are written */
    bool *parameter_is_set;          /* (parameter_count) by tml_model_set; NULL: none is */
    int parameter_count;
    const bool *varies;   /* (parameter_count) of a study: what its points change and only forces read; NULL: none */
    const bool *changes;  /* (parameter_count) of a study: what its points change; NULL: nothing */
    const double *values; /* (parameter_count) of those parameters, in the place of their texts */
    const tml_element *bodies; /* ground first, whether written or not (node may be NULL then) */
    int body_count;
    const tml_element *joints, *forces, *analyses;
    int joint_count, force_count, analysis_count;
    const tml_element *studies; /* (study_count) what is done with many variants of it */
    int study_count;
    const tml_multiple_joint *
        *multiple_joints; /* (multiple_joint_count) joints of several bodies, each several of the joints above */
    int multiple_joint_count, multiple_joint_capacity;
    const tml_driver *drivers;
    int driver_count;
    const tml_named_text *initial;
    int initial_count;
    const tml_state_element *states; /* those of forces last */
    int state_count, state_variable_count;
    tml_names state_names; /* of variables -> index among all */
    tml_state_signal *state_signals;
    int state_signal_count, state_signal_capacity;
    tml_names state_values; /* of these values -> index */
    const tml_output_element *outputs;
    int output_count;
    const unsigned char *wanted; /* (output_count + 1) of a study: bits of tml_wanted, and no other facts; the last not
                                  * zero: energies of rows too, which are integrals; NULL: all */
    tml_names output_names;      /* -> index of the output */
    tml_names
        names; /* bodies, joints, forces, drivers, states, outputs, events, multiple joints -> position in this order */
    int name_count;                  /* how many positions there are */
    tml_names parameter_names;       /* -> index of the parameter */
    const tml_node *points, *tables; /* maps, or NULL */
    const tml_node *events;          /* of every motion by forces: a map, a list of maps, or NULL */
    const char **event_names;        /* (event_count) of these */
    int event_count, event_capacity;
    /* Of a model that is wrong: what could not be read, so that nobody complains of missing it. */
    bool lost_names, lost_parameters, lost_points, lost_tables; /* a whole section: of elements; of the others */
    tml_names refused;                                          /* names that cannot be used, as written */
};

/* What kinds of analysis there are is known only to a later layer, which hands its descriptors down. */
typedef struct {
    const char *name, *doc;
    const tml_field *fields;
    size_t fields_count;
} tml_analysis_form;
/* NULL on error. Kinds of analysis not in the list are an error. */
tml_model *tml_model_build(const char *text, size_t length, const char *name, const tml_analysis_form *analyses,
                           size_t analysis_count, tml_log *log);
/* The same, for a model that may name files only within an enclosure; its paths begin there. NULL: any file. */
tml_model *tml_model_build_within(const char *text, size_t length, const char *name, const tml_enclosure *enclosure,
                                  const tml_analysis_form *analyses, size_t analysis_count, tml_log *log);
/* A model once more, with the values that its parameters have now, and with outputs that are not in its text. */
tml_model *tml_model_build_again(const tml_model *model, const tml_named_text *outputs, int output_count,
                                 const tml_analysis_form *analyses, size_t analysis_count, tml_log *log);
/* The same as the first from a file; its path is the name in messages, and paths in the model are relative to its folder. */
tml_model *tml_model_load_file(const char *path, const tml_analysis_form *analyses, size_t analysis_count,
                               tml_log *log);
/* The JSON Schema of the model file; the caller frees it. NULL: no memory. */
char *tml_schema_build(const tml_analysis_form *analyses, size_t count);

/* ---- the model as numbers ---- */

typedef struct {
    const char *name;
    tml_vec3 p; /* in the body frame (z = 0 in the plane) */
} tml_point;

typedef enum {
    TML_SHAPE_NONE,
    TML_SHAPE_ROD,
    TML_SHAPE_DISC,
    TML_SHAPE_BOX,
    TML_SHAPE_SPHERE,
    TML_SHAPE_CYLINDER,
    TML_SHAPE_POLYGON,
    TML_SHAPE_PARTICLE,
    TML_SHAPE_MESH,
    TML_SHAPE_SEVERAL,
} tml_shape_kind;

/* What is drawn of a body, in its frame; a length is 0 where it was not given. */
typedef struct tml_outline tml_outline;
struct tml_outline {
    tml_shape_kind kind;
    tml_vec3 from, to;       /* of a rod */
    tml_vec3 at, axis;       /* of what is round, or a box; `at` also of a mesh */
    tml_vec3 size;           /* of a box; of a mesh: by what its coordinates are multiplied */
    tml_quat orientation;    /* of a mesh */
    const char *file;        /* of a mesh, as seen from the folder of the model */
    double radius, width;    /* width: or diameter, of a rod */
    double extent;           /* thickness; length of a cylinder */
    const tml_vec3 *corners; /* (corner_count) of a polygon */
    int corner_count;
    const tml_outline *parts; /* (part_count) of several shapes */
    int part_count;
    bool hole;       /* it is cut out of the shape before it */
    bool drawn_only; /* meshes alone: they say nothing of where the body's matter is */
};

typedef struct {
    const char *name;
    tml_place place;
    tml_point *points; /* its own; ground: also those of the drawing; a drawn body knows more (tml_resolved_point) */
    int point_count;
    tml_vec3 com;            /* in the body frame */
    double mass;             /* kg, 0 if massless */
    bool point_mass;         /* it has mass, and nothing says how that is spread */
    bool lacks_mass;         /* it has an inertia, and nothing says which mass */
    tml_place inertia_place; /* where the inertia is given */
    double inertia
        [6]; /* entries of the tensor about the centre of mass, body axes: xx yy zz xy xz yz; plane: only zz. kg m^2 */
    bool drawn;           /* its frame is that of the drawing */
    const tml_use *use;   /* of the part whose drawing that is, or in whose frame its position is; NULL: the ground's */
    bool placed;          /* `position` was given, or it is drawn */
    bool has_orientation; /* `angle` or `orientation` was given, or it is drawn */
    tml_vec3 position;    /* of the body frame's origin */
    tml_quat orientation; /* of the body frame, space */
    double angle;         /* the same in the plane */
    tml_vec3 velocity, omega; /* of the frame's origin and of the body, ground axes */
    bool moves, spins;        /* `velocity`, `omega` was given */
    tml_place omega_place;    /* where */
    tml_outline outline;
    const tml_body_surface *surfaces; /* (surface_count) that may touch those of other bodies */
    int surface_count;
    bool lost_surfaces; /* some could not be read, which was reported */
    bool broken;        /* its points could not be read: no complaint about missing ones */
    bool vague;         /* a point of it has no value, which was reported: no complaint about sizes */
} tml_body;

typedef enum { TML_NOT_READ, TML_BEING_READ, TML_READ } tml_demand_state;

/* How the coordinates of a point are written. */
typedef struct {
    const tml_node *node;
    tml_demand_state state;
    bool bad;       /* could not be evaluated, which was reported */
    bool evaluated; /* they are no plain numbers */
} tml_point_text;

typedef struct tml_demand tml_demand;
/* Where a use of a part stands on the ground. */
typedef struct {
    tml_vec3 p; /* of its origin */
    tml_mat3 R;
    tml_quat q;   /* the same rotation */
    double angle; /* in the plane, not wrapped */
    bool known, begun;
} tml_use_frame;

/* A table as read: a curve for each column behind the first, or one surface. */
typedef struct {
    tml_tabulated *values; /* (count) */
    const char **names;    /* (count) of the columns; NULL: they have none */
    int count;
    bool bad; /* it could not be read, which was reported */
} tml_data_table;

typedef struct tml_resolved {
    const tml_model *model;
    tml_arena *arena;
    tml_log *log;
    tml_demand *demand;                    /* what is being evaluated (model/demand.h); NULL: nothing */
    const tml_named_text *parameter_texts; /* (parameter_count) with those of `set` in their place */
    tml_demand_state *parameter_states;
    double *parameters; /* (parameter_count) values */
    tml_dimension *parameter_dimensions;
    bool *parameter_typed, *parameter_bad; /* bad: could not be evaluated, which was reported */
    bool *parameter_changes;               /* its value depends on what a study changes */
    bool *parameter_varies;                /* while the system runs: expressions take it for an input */
    bool *parameter_read;                  /* as a constant */
    bool *parameter_used;                  /* the same of all views together; NULL: nothing varies in the model */
    bool *force_off, *driver_off;          /* (force_count), (driver_count) what is switched off (model/switches.h) */
    tml_body *bodies;                      /* (body_count) */
    tml_names *point_names;                /* (body_count) names of each body's own points -> index */
    tml_point_text **point_texts;          /* (body_count) of bodies that give coordinates; else NULL */
    tml_point *drawing;                    /* (drawing_count) the points of the drawing, ground frame */
    tml_point_text *drawing_texts;
    const tml_use **drawing_uses; /* (drawing_count) of parts: in whose frame they are; NULL: the ground's */
    tml_use_frame *frames;        /* (use_count) */
    int drawing_count;
    bool drawing_broken; /* a point of it has a name that cannot be used */
    tml_names drawing_names;
    tml_vec3 gravity;
    tml_data_table *tables;
    tml_demand_state *table_states;
    tml_names table_names;
} tml_resolved;

/* The same for another user: arena, messages, and which parameters are inputs or were read, are its own. */
tml_resolved *tml_resolved_view(const tml_resolved *r, tml_arena *arena, tml_log *log);
/* Evaluates parameters, tables, bodies, gravity. NULL on error. `set` overrides parameters (may be NULL). */
tml_resolved *tml_model_read(const tml_model *model, const tml_named_text *set, int set_count, tml_arena *arena,
                             tml_log *log);

/* A point in a constant expression, as B or crank.A, or a coordinate of one, B.x: where it is drawn, or in the frame of its body. Unknown
 * if there is none. */
tml_meaning tml_point_look_up(tml_resolved *r, const char *name, const tml_use *use);
enum { TML_DRAWING = -1 };
/* A name that may be that of a point: the body that gives its coordinates, or TML_DRAWING, and its index there; *component: 0, 1, 2 of
 * x, y, z at its end, else -1. False: no point. */
bool tml_point_find(const tml_resolved *r, const char *name, const tml_use *use, int *body, int *point, int *component);
/* The body that carries a point during the motion, which an expression names alone or by its body (B.x, crank.A); 0: the ground; -1 with a
 * message: this is not clear. */
int tml_point_carrier(tml_resolved *r, const char *name, const char *what, tml_place place);
/* Constants: compile text in the scope of the resolved model. `what` is for messages: `joint A: stiffness`. False on error. */
bool tml_resolved_number(tml_resolved *r, const tml_node *node, const char *unit, const char *what, double *value);
/* Parses an expression; messages name `what` too. NULL on error. */
const tml_tree *tml_resolved_parse(tml_resolved *r, const char *text, tml_place place, const char *what);
/* Looks names up in parameters only (and pi, tables), from the use of a part outward; the base of richer scopes. */
tml_meaning tml_resolved_look_up(tml_resolved *r, const char *name, const tml_use *use);
/* The table, or column of a table, of this name; NULL: there is none. */
const tml_tabulated *tml_resolved_table(tml_resolved *r, const char *name, tml_place place);
/* Lets a parameter vary: systems compiled from here on have it as an input of their forces' expressions. False with a message: there is
 * no such parameter. */
bool tml_resolved_vary(tml_resolved *r, const char *name);
/* A parameter that varies: its index; else -1. */
int tml_resolved_varying(const tml_resolved *r, const char *name, const tml_use *use);

/* Fields of an element, by descriptor: the value if given, else the preset. False: neither (or an error, logged). */
const tml_node *tml_element_field(const tml_element *e, const tml_field *field); /* NULL: absent; knows aliases */
bool tml_element_number(tml_resolved *r, const tml_element *e, const tml_field *field, double *value);
int tml_element_vector(tml_resolved *r, const tml_element *e, const tml_field *field,
                       double *values); /* count, 0 if absent */
bool tml_element_direction(tml_resolved *r, const tml_element *e, const tml_field *field,
                           tml_vec3 *direction); /* unit */
bool tml_element_directions(tml_resolved *r, const tml_element *e, const tml_field *field, tml_vec3 directions[2]);
/* STIFFNESS and DAMPING: six values, translation x y z then rotation x y z (plane: x y _ _ _ z). */
bool tml_element_stiffness(tml_resolved *r, const tml_element *e, const tml_field *field, double values[6]);
bool tml_element_bool(tml_resolved *r, const tml_element *e, const tml_field *field, bool *value);
const char *tml_element_choice(tml_resolved *r, const tml_element *e,
                               const tml_field *field); /* NULL: absent, no preset */
const tml_field *tml_field_find(const tml_field *fields, size_t count, const char *name);

/* A body or a point of it, as `crank` or `crank.A`. Point given by the name `fallback` (may be NULL: then the centre of
 * mass) when only the body is named. Messages name element and place, and suggest the nearest. */
typedef struct {
    int body;   /* index into bodies; 0 is the ground */
    tml_vec3 p; /* body frame */
} tml_anchor;
bool tml_resolved_anchor(tml_resolved *r, const tml_node *node, const tml_node *at, const char *fallback,
                         const char *what, tml_anchor *anchor);
/* A point by name in the text of a use (NULL: of the file): one of the body's own, or of the drawing if the body is drawn or the ground,
 * where the drawing of the use comes first with `at_both`: of a point that belongs to two bodies. False: none. */
bool tml_resolved_point(const tml_resolved *r, int body, const char *name, const tml_use *use, bool at_both,
                        tml_vec3 *p);
/* Where a use of a part stands (frame.c): NULL for a text of the file itself. */
const tml_use_frame *tml_resolved_frame(tml_resolved *r, const tml_use *use);
/* The axes of a text of a use in the frame of a body that is drawn, or of the ground; *angle: the same in the plane. False: they are the
 * same, or the body has axes of its own. */
bool tml_resolved_axes(tml_resolved *r, int body, const tml_use *use, tml_mat3 *axes, double *angle);
/* A point of the drawing in the frame of a use. */
tml_vec3 tml_drawing_in(const tml_resolved *r, int point, const tml_use *use);
/* The two ends of a joint of bodies or points, by the rules of the file: `at`, else the joint's name; a joint that holds
 * no point (free, parallel, perpendicular) takes the frames' origins when there is no such point. Checks that the ends
 * are on different bodies. */
bool tml_resolved_joint_ends(tml_resolved *r, const tml_element *joint, tml_anchor ends[2]);
/* What a force acts on: one end (ends[0], count 1) or two. Not for forces on joints. 0 on error. */
int tml_resolved_force_ends(tml_resolved *r, const tml_element *force, tml_anchor ends[2]);
/* A joint, as `O` or `O.angle1`: index into joints, and of its coordinate in the present space (0 for `O`). A joint
 * without or with several coordinates must name one. */
bool tml_resolved_joint(tml_resolved *r, const tml_node *node, const char *what, int *joint, int *coordinate);
/* What a joint between joints ties: indices into joints, and of a coordinate of each in the present space. False with a message. */
bool tml_resolved_coupling(tml_resolved *r, const tml_element *e, int joints[2], int coordinates[2]);
