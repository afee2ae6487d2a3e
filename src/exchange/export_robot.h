/* export_robot.h - a mechanism as formats for robots have it: bodies that single motions place from their parents on, and what holds, acts and is drawn beside.
 *
 * Frames are those of the bodies as the model file has them. A motion is a rotation about or a translation along one axis, a ball or a free motion; several of one
 * body follow each other from its parent on. Axes and points are given in the body's frame where all coordinates are zero, and values of motions are those of
 * the joint coordinates. A planar mechanism lies in the plane of x and z: x is x, y is z, so that angles are counted about -y.
 */
#pragma once
#include "analysis/prepare.h"
#include "dynamics/formulation.h"
#include "exchange/placement.h"

typedef enum { TML_EXPORT_HINGE, TML_EXPORT_SLIDE, TML_EXPORT_BALL, TML_EXPORT_FREE } tml_export_motion_kind;
typedef enum { TML_EXPORT_BOX, TML_EXPORT_SPHERE, TML_EXPORT_CYLINDER } tml_export_solid_kind;
enum { TML_EXPORT_POLYNOMIAL = 5 };

/* What is drawn of a body, in its frame. */
typedef struct tml_export_solid {
    tml_export_solid_kind kind;
    double size[3]; /* extents of a box; radius, length */
    tml_placement at;
    struct tml_export_solid *next;
} tml_export_solid;

typedef struct {
    tml_export_motion_kind kind;
    const char *name;
    tml_place place;
    int joint;         /* of the system; -1: a body that no joint holds */
    int coordinate;    /* of the system; -1: a ball or free motion */
    tml_vec3 axis, at; /* unit vector; a point of the axis, the centre of a ball */
    bool has_lower, has_upper;
    double lower, upper;
    double stiffness, rest, damping, friction, armature; /* along it */
    /* At the start; of a ball quaternion and angular velocity in body axes; of a free motion position, quaternion, velocity of the origin, angular velocity
     * in body axes. */
    double q[7], u[6];
} tml_export_motion;

/* Whether it has one coordinate. */
static inline bool tml_export_is_single(const tml_export_motion *m)
{
    return m->kind == TML_EXPORT_HINGE || m->kind == TML_EXPORT_SLIDE;
}

typedef struct {
    const char *name;
    tml_place place;
    double mass;
    tml_vec3 com;
    tml_mat3 inertia; /* about com */
    tml_export_solid *solids;
    tml_placement zero;      /* on the ground, where all coordinates are zero */
    int parent;              /* body; 0: the ground */
    const char *held_by;     /* the joint to it; NULL: none */
    tml_placement in_parent; /* where all coordinates are zero */
    int *motions;            /* (motion_count) from the parent on */
    int motion_count;
    bool merged;   /* without mass: its motions are those of its only child */
    bool attached; /* something else holds it, or acts on it */
} tml_export_body;

/* Two frames of bodies that loops hold together: origins, orientations too, or origins at a distance. */
typedef struct {
    enum { TML_EXPORT_CONNECT, TML_EXPORT_WELD, TML_EXPORT_DISTANCE } kind;
    const char *name;
    int bodies[2];
    tml_placement at[2];
    double length; /* of a distance */
} tml_export_loop;

/* q_of = c_0 + c_1 q_by + ...: motions. */
typedef struct {
    const char *name;
    tml_place place;
    int of, by;
    double coefficients[TML_EXPORT_POLYNOMIAL];
} tml_export_coupling;

/* A spring and damper between two points; without either what an actuator acts along. */
typedef struct {
    const char *name;
    int bodies[2];
    tml_vec3 at[2];
    double stiffness, rest, damping;
} tml_export_tendon;

typedef struct {
    const char *name;
    int motion, tendon; /* one of them -1 */
    double value;       /* at the start */
} tml_export_actuator;

typedef struct {
    const char *format; /* for messages: "MJCF" */
    bool loops;         /* the format has equalities */
    bool balls;         /* it has ball joints; else a ball is three hinges */
    bool forces;        /* it has springs, armature and actuators */
    const tml_model *model;
    const tml_resolved *resolved;
    const tml_system *system; /* with a spanning tree */
    tml_equations *e;         /* in its coordinates, at the start */
    double *q, *u;            /* (tree_nq), (tree_nv) */
    tml_mat3 upright;         /* of the ground: lays a plane */
    tml_vec3 gravity;
    tml_export_body *bodies; /* (nb) */
    tml_export_motion *motions;
    int motion_count, motion_capacity;
    int *motion_of; /* (coordinate_count) of the system -> motion; -1 */
    tml_export_loop *loop_list;
    int loop_count, loop_capacity;
    tml_export_coupling *couplings;
    int coupling_count, coupling_capacity;
    tml_export_tendon *tendons;
    int tendon_count, tendon_capacity;
    tml_export_actuator *actuators;
    int actuator_count, actuator_capacity;
    bool failed; /* something cannot be exported, which was reported */
    tml_arena *arena;
    tml_log *log;
} tml_export_robot_of;

/* Whether a joint can close a loop of the format; else it has to be in the tree. */
bool tml_export_closes(const tml_export_robot_of *r, const tml_joint *joint);
/* Bodies, motions, and their values at the start. */
void tml_export_tree(tml_export_robot_of *r);
/* Joints beyond the tree, couplings of coordinates, limits. */
void tml_export_loops(tml_export_robot_of *r);
/* What acts. */
void tml_export_forces(tml_export_robot_of *r);
/* What is drawn. */
void tml_export_solids(tml_export_robot_of *r);
/* Tells what is left out. */
void tml_export_leave_out(tml_export_robot_of *r, tml_place place, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* A point of a body from its centre of mass on, in its frame, or on the ground as it lies. */
tml_vec3 tml_export_point(const tml_export_robot_of *r, int body, tml_vec3 from_com);
/* The motion along a measure by itself, and the sign between both; -1: none. */
int tml_export_motion_along(const tml_export_robot_of *r, const tml_terms *terms, double *sign);

/* XML: ` name="1 2 3"`; digits as needed to read back to the same number. */
void tml_export_put_numbers(tml_text *t, const char *attribute, const double *x, int count);
void tml_export_put_vector(tml_text *t, const char *attribute, tml_vec3 v);
void tml_export_put_name(tml_text *t, const char *attribute, const char *name);
/* Bodies without mass become part of their only children, or are refused: MuJoCo moves none. */
void tml_export_merge(tml_export_robot_of *r);
void tml_export_write_mjcf(const tml_export_robot_of *r, tml_text *t);
void tml_export_write_urdf(const tml_export_robot_of *r, tml_text *t);
