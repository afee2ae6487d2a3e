/* joint_class.h - what a joint kind must say about itself, and nothing else.
 *
 * A joint connects a frame F on its first body with a frame M on its second. It is made of rows: scalar
 * functions of the pose of M in F (measures) that are held at a target. Its coordinates are measures too. A row that is
 * `rate_only` holds the rate of its measure at zero and leaves the position free: rolling without slip, a skate.
 * d is the vector from the origin of F to the origin of M.
 *
 *   COORD    a     e_a . d           e_a: ground axis
 *   ALONG    a     a_F . d           a_F: axis of F
 *   DOT      a b   a_F . b_M
 *   DISTANCE       |d|
 *   SLOPE    a b   asin(a_F . b_M)
 *   ANGLE    a b   angle from a_F towards b_F of a_M, unwrapped over full revolutions (plane: phi_M - phi_F)
 *   ANGLE_M  a b   angle from a_M towards b_M of a_F: a universal joint's second angle
 *   TILT     a b   phi/sin(phi) a_F . b_M, phi the angle between a_F and a_M     for forces: two of them hold an axis
 *   ROTATION a     component along a_F of the rotation vector of M in F          for forces: three hold a rotation
 *   PUSH     a     velocity of M's origin relative to F's along a_M     rate only: for forces in body axes
 *   ROTATE   a     relative angular velocity along the ground axis e_a   rate only: for torques in space
 *   ROTATE_M a     relative angular velocity along a_M                   rate only
 *   GAP            distance between two surfaces, negative where they overlap (contact/)       of contacts
 *   SLIP     a     relative velocity along them at the touching points, in space by tangents a = x, y      rate only: of contacts
 *   CROSS    a b   |a_F x b_M|
 * of a wheel with the axis b_M, whose plane cuts the plane x_F y_F along a track; c is the projection of b_M on x_F y_F, of length 1:
 *   TRACK        b   velocity of M's origin in F along the track, c x z_F      rate only
 *   TRACK_ACROSS b   the same along c                                          rate only
 *   TRACK_TURN   b   relative angular velocity along c                         rate only
 *   BEARING  a b   angle of d in the plane of a_F and b_F, from a_F towards b_F, unwrapped over full revolutions (plane: angle of d)
 * of a curve in F (contact/wire.h), at the foot of M's origin:
 *   CURVE       a    x: arc length; y, z: how far M's origin is off the curve, along its normals (plane: y, its left)
 *   CURVE_FRAME a b  component along a_F of its unit tangent (b = x) or of its normals (y, z)
 *   CURVE_ANGLE      plane: angle of its tangent from x_F, which goes on over full revolutions; space: the bank of the track that it is
 */
#pragma once
#include "geometry/vector.h"
#include "model/field.h"
#include "model/symbol.h"

typedef enum {
    TML_NO_MEASURE, /* a coordinate that has no channel */
    TML_COORD,
    TML_ALONG,
    TML_DOT,
    TML_SLOPE,
    TML_DISTANCE,
    TML_ANGLE,
    TML_ANGLE_M,
    TML_TILT,
    TML_ROTATION,
    TML_PUSH,
    TML_ROTATE,
    TML_ROTATE_M,
    TML_GAP,
    TML_SLIP,
    TML_CROSS,
    TML_TRACK,
    TML_TRACK_ACROSS,
    TML_TRACK_TURN,
    TML_BEARING,
    TML_CURVE,
    TML_CURVE_FRAME,
    TML_CURVE_ANGLE,
    TML_MEASURE_KINDS
} tml_measure_kind;

/* Whether a kind has only a rate, and no value. */
static inline bool tml_measure_is_rate(tml_measure_kind kind)
{
    return kind == TML_PUSH || kind == TML_ROTATE || kind == TML_ROTATE_M || kind == TML_TRACK ||
           kind == TML_TRACK_ACROSS || kind == TML_TRACK_TURN || kind == TML_SLIP;
}

typedef struct {
    tml_measure_kind kind;
    tml_axis a, b;
    int target;       /* 0: held at zero; k: held at the value of field k - 1 of the joint */
    bool reversed;    /* the negative of the measure */
    bool rate_only;   /* of a row: holds the rate alone at zero, no position (nonholonomic) */
    const char *name; /* of the row, for messages: "x", "y", "angle" */
} tml_row;

typedef struct {
    const char *name; /* "angle" */
    bool is_rotation; /* an angle, in rad; else a length, in m */
    tml_row measure;
} tml_coordinate;

typedef struct {
    double x, y, angle; /* M in F */
} tml_pose2;
typedef struct {
    tml_mat3 R;
    tml_vec3 p; /* M in F */
} tml_pose3;
typedef struct {
    double x, y, angle; /* velocity of M's origin in F, in F's axes, and angular velocity */
} tml_twist2;
typedef struct {
    tml_vec3 w, v; /* of M in F, at M's origin, in F's axes */
} tml_twist3;

enum { TML_MAX_JOINT_FIELDS = 16 };

/* Dry friction of a joint: a force or torque against the slip u, at most mu times the load. Texts of loads are expressions of what the
 * joint exerts on its second body at its point, friction included,
 *   fx fy fz tx ty tz       in the axes of F (in the plane fx fy tz)
 *   fx2 fy2 fz2 tx2 ty2 tz2 in those of M
 * of the fields of `friction`, and of those of the joint. */
typedef struct {
    const char *channel; /* "friction": O.friction */
    bool is_rotation;    /* torque along angles, at a surface that slips by radius times the rate; else a force */
    tml_row slip[3];     /* measures whose rates are the slip; the same in all directions of their plane or space */
    int size;
    bool by_radius[3]; /* a rotation beside translations: times `radius` */
    const char *load;  /* without `length` */
    const char
        *edges; /* with it: two ends of a guide or bearing, each with half the force and its part of the moment */
    const char *thrust, *torsion; /* more of it, with `collar`, with `width`; NULL: none */
    const char *pressure;         /* of the preload, like `load` */
    const char *pin;              /* what needs a radius, for messages: "the pin"; NULL: nothing does */
    bool optional;                /* without a radius there is none of it, or only of the slip without it */
} tml_friction_form;
/* `edges` of a shaft along z. */
#define TML_EDGES "hypot(fx/2 + ty/length, fy/2 - tx/length) + hypot(fx/2 - ty/length, fy/2 + tx/length)"

/* Sizes of a joint with clearance, m; 0: not given (model/clearance.h). */
typedef struct {
    double gap;           /* play on each side: of a pin R_bearing - R_journal */
    double radius;        /* of the journal */
    double length, width; /* of a bearing or a block along and across its axis */
    double axial;         /* play along the axis of a pin, on each side */
} tml_clearance_sizes;

/* A row of a joint with clearance: play frees it, or it stays rigid. */
typedef struct {
    tml_row row;         /* along the axes of F */
    const char *until;   /* rigid unless this size is given; NULL: play always frees it */
    const char *channel; /* that tells how far it has moved: "ex"; NULL: none */
} tml_play_row;

/* A place where a joint with clearance may touch: a point of the second body with a radius about it, in a bore about z of F or at a flat side. */
typedef struct {
    const char *name; /* "front"; NULL: the only one */
    tml_vec3 p;       /* from the origin of M, in its axes */
    double radius;
    double bore;         /* its radius; 0: a side */
    tml_vec3 at, normal; /* a side: a point of it, and the direction of its free side, in F */
} tml_clearance_place;

enum { TML_MAX_CLEARANCE_PLACES = 16 };

/* What takes the place of the rows of a joint with clearance. */
typedef struct {
    const char *takes; /* sizes beside the gap, separated by blanks */
    const tml_play_row *rows;
    size_t rows_count; /* 0: the joint takes no clearance */
    int (*places)(const tml_clearance_sizes *c, tml_clearance_place out[static TML_MAX_CLEARANCE_PLACES]);
} tml_clearance_form;

/* A form of these rows, sizes and places. */
#define TML_CLEARANCE_OF(row_list, sizes, function)                                                                    \
    .clearance = {.takes = (sizes),                                                                                    \
                  .rows = (row_list),                                                                                  \
                  .rows_count = sizeof(row_list) / sizeof *(row_list),                                                 \
                  .places = (function)}

/* A joint in the plane, or in space. q: (coordinates_count), par: (fields_count) values of the NUMBER fields; of a CHOICE its index. */
typedef struct {
    const tml_coordinate *coordinates;
    size_t coordinates_count;
    const tml_row *rows;
    size_t rows_count;
    const tml_friction_form *frictions;
    size_t frictions_count; /* 0: `friction` has no meaning */
    tml_clearance_form clearance;
    bool exists;
    bool needs_axis;   /* `axis` must be given */
    bool shares_point; /* holds one point common to both bodies, and nothing else */
    int surface_rows;  /* of a joint of surfaces: how many rows follow from these; all but the first hold rates */
} tml_joint_form;

/* A form with these coordinates and rows: .space = {TML_FORM(coordinates, rows), .needs_axis = true} */
#define TML_FORM(list, row_list)                                                                                       \
    .exists = true, .coordinates = (list), .coordinates_count = sizeof(list) / sizeof *(list), .rows = (row_list),     \
    .rows_count = sizeof(row_list) / sizeof *(row_list)

/* The same with friction: one form, or an array of them. */
#define TML_FRICTION_OF(list) .frictions = (list), .frictions_count = sizeof(list) / sizeof *(list)

/* Two wheels that mesh, in the frame of the body that carries both. */
typedef struct {
    tml_vec3 axis[2]; /* unit vectors: a wheel's coordinate grows as it rotates about it */
    tml_vec3 at[2];   /* a point of each axis: the middle of the wheel */
    double size;      /* of the mechanism, m */
} tml_mesh;

/* Two wheels whose teeth mesh, as drawn, and what their fields say. */
typedef struct {
    const double *par; /* values of the fields */
    double teeth[2];   /* below zero: of a ring, whose teeth point inwards */
    double distance;   /* of their axes, m */
    double offset;     /* of their middles along the axes */
    double parallel;   /* cosine between the axes */
    double size;       /* of the mechanism */
} tml_wheels;

/* Two wheels, or a wheel and a rack, on a body that carries both, and what their fields say; all vectors in its axes. */
typedef struct {
    const double *par;
    double teeth[2];  /* where a field gives both */
    tml_vec3 axis[2]; /* unit vectors: a wheel's coordinate grows as it rotates about it, a rack's as it moves along */
    tml_vec3 at[2];   /* points of the joints: on each axis; of a rack on the line of its slide */
    double size;      /* of the mechanism, m */
} tml_toothed_pair;

/* Where teeth touch, and how: the wheels keep step along `along` at the pitch point, seen from what carries them. The force along it,
 * whose part `along` has the length 1 across the axis of a wheel, is what is called tangential. */
typedef struct {
    tml_vec3 point, along;
    tml_vec3 apart;   /* unit vector: the second is pushed along it, the first back, */
    double load;      /* by this times the tangential force, whichever its sign; below zero: together, in a ring */
    double pitch;     /* of the teeth along `along`, m */
    double lead, rub; /* tangents of the lead and of the friction angle of threads; 0: none */
} tml_tooth;

/* Fields of all teeth, read by their names. */
#define TML_FIELD_BACKLASH                                                                                             \
    {                                                                                                                  \
        "backlash", TML_FIELD_NUMBER, "m", "0",                                                                        \
            .doc = "how far a wheel moves along the pitch line, the other held, from flank to flank"                   \
    }
#define TML_FIELD_FLANK_RESTITUTION                                                                                    \
    {                                                                                                                  \
        "restitution", TML_FIELD_NUMBER, "",                                                                           \
            .doc = "of flanks with backlash that do not yield: speed after an impact over the speed before; 0 if not " \
                   "given"                                                                                             \
    }
#define TML_FIELD_EFFICIENCY                                                                                           \
    {                                                                                                                  \
        "efficiency", TML_FIELD_NUMBER, "", .doc = "power that leaves over power that enters, whichever way it flows"  \
    }

/* Teeth that mesh: a row along a function of measures between the frames F of the first wheel and M of the second, which keeps its value from the start
 * on, and a force that the tooth force brings with it. Texts know the measures, the numbers, and `multiplier`, the force along the row. */
typedef struct {
    const char *teeth; /* the field, as that of their numbers, in whose presence teeth mesh; NULL: the kind has none */
    const char *instead; /* the field that takes its place for a pure couple on each shaft; NULL: its absence does */
    const char *only_couple, *only_teeth; /* fields of either alone, separated by blanks */
    const char *module;                   /* the field with the module of the teeth */
    const struct tml_mesh_measure {
        const char *name;
        tml_row measure;
        bool of_second; /* from M to F, not from F to M */
    } * measures;
    size_t measures_count;
    const char *row_plane, *row_space;
    const char *along, *load;   /* the force `load` acts along this function */
    const char *const *numbers; /* (numbers_count) names */
    size_t numbers_count;       /* of which the first is the period of the row: one tooth */
    /* False with the reason in why. */
    bool (*prepare)(const tml_wheels *wheels, double *numbers, char *why, size_t size);
    /* In place of all of it: on a body that carries both. */
    bool (*place)(const tml_toothed_pair *pair, tml_tooth *tooth, char *why, size_t size);
} tml_mesh_form;

/* A joint of points has one row, along the line between them; its channel `tension` is minus the multiplier. */
/* The rows of a joint of surfaces follow from these (system/compile/compile_rolling.c); its channels `normal`, `along` and `across` are
 * their multipliers. */
/* A joint along a path is a belt or a cable that passes wheels and points (model/path.h): one row or force law for each section between two
 * places that hold it, with a channel `tension` each. */
/* A joint of an expression has one row, an equation that the user writes (model/equation.h); its channel `multiplier` is that of the row. */
typedef enum {
    TML_CONNECT_BODIES,
    TML_CONNECT_POINTS,
    TML_CONNECT_JOINTS,
    TML_CONNECT_SURFACES,
    TML_CONNECT_EXPRESSION,
    TML_CONNECT_PATH
} tml_joint_connects;

typedef struct tml_joint_class {
    const char *name, *doc;
    tml_joint_connects connects;
    const tml_field *fields; /* beyond those every joint has (at, axis, axes, stiffness, damping) */
    size_t fields_count;
    bool has_axis;                 /* takes `axis`: z of F and of M in space, x in the plane */
    bool has_axes;                 /* takes `axes: [a, b]` instead: */
    tml_axis axis_on_F, axis_on_M; /* a is this axis of F, b that of M */

    tml_joint_form plane, space;
    /* The relative motions that it leaves form a group: bodies that are so joined with one are so joined with each other. It may then join
     * more than two (model/multiple_joint.h). */
    bool several;
    bool
        curve; /* its first body has a curve, which its fields or a surface give (system/compile/compile_curve.c); F is then the frame of the body */
    bool
        carries; /* of a curve: M turns with it, x_M along it and in space z_M as its normal and bank say (compile_track.c) */
    bool
        bends; /* z of M is free to bend from z of F, by a rotation about an axis across both; axes: [a, b] give z of F and of M */
    bool hinge;  /* leaves one rotation, about an axis common to both bodies */
    bool slider; /* leaves one translation, along an axis common to both bodies */
    tml_pose2 (*pose2)(const double *par, const double *q);
    void (*subspace2)(const double *par, const double *q, tml_twist2 *S);
    tml_pose3 (*pose3)(const double *par, const double *q);
    void (*subspace3)(const double *par, const double *q, tml_twist3 *S);

    /* The relative acceleration is S u' + bias, bias = (dS/dt) u, all by components in F's axes. NULL: S is constant. */
    tml_twist2 (*bias2)(const double *par, const double *q, const double *u);
    tml_twist3 (*bias3)(const double *par, const double *q, const double *u);

    /* In space the last three coordinates are Cardan angles of a rotation that nothing holds; p and the columns of S
     * before them do not depend on it, and those columns do not turn. A quaternion and w can then stand for the three:
     * with them and their rates zero, pose3 gives p, and subspace3 (its first columns) and bias3 the rest of the motion.
     */
    bool ball;
    /* In space the coordinates (of a ball joint: those before the last three) are a chart that has singular points, where
     * S loses rank: the joint cannot carry a body in a tree, only close a loop by its rows. */
    bool chart;

    /* A further row that ties two measures: coefficient[0] m[0] + coefficient[1] m[1] = target. For a joint of bodies the
     * `coupled` ones, for a joint of two joints the first coordinate of each. NULL: none. Returns the target. */
    double (*couple)(const double *par, double coefficient[2]);
    tml_row coupled[2];
    const char *coupled_name; /* of that row of a joint of bodies, for messages */
    const char *couples;      /* what a joint of joints ties: "angle displacement": a rotation and a slide; "any any" */
    /* Where the sense of rotation follows from where the wheels are: coefficient[0] is multiplied by +1 or -1; 0 with the reason: it
     * cannot be told. NULL: the fields give it. */
    double (*sense)(const double *par, const tml_mesh *mesh, const char **reason);
    tml_mesh_form mesh; /* of a joint of joints, in place of `couple` */
    bool closed;        /* of a path: it is a loop */

    const tml_symbol_piece *symbol;
    size_t symbol_count;
    const tml_template *templates;
    size_t templates_count;
    const char *example_plane; /* model files that load and run; NULL where the form does not exist */
    const char *example_space;
} tml_joint_class;

/* Whether it ties what other joints leave free, and joins no bodies by itself. */
static inline bool tml_joint_couples(const tml_joint_class *joint)
{
    return joint->connects == TML_CONNECT_JOINTS || joint->connects == TML_CONNECT_EXPRESSION ||
           joint->connects == TML_CONNECT_PATH;
}

extern const tml_joint_class *const tml_joint_classes[];
extern const int tml_joint_class_count;
const tml_joint_class *tml_joint_class_find(const char *name);
/* One that holds a point common to both bodies, and nothing else. */
const tml_joint_class *tml_joint_class_of_point(bool space);

/* The fields every joint has; the first ones by number. */
enum {
    TML_JOINT_AT,
    TML_JOINT_AXIS,
    TML_JOINT_AXES,
    TML_JOINT_STIFFNESS,
    TML_JOINT_DAMPING,
    TML_JOINT_FRICTION,
    TML_JOINT_LIMITS,
    TML_JOINT_CLEARANCE
};
extern const tml_field tml_joint_common_fields[];
extern const size_t tml_joint_common_fields_count;
