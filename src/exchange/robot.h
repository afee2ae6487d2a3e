/* robot.h - a robot as descriptions of robots have it: links with inertia, placed by joints from their parents on.
 *
 * Frames. A joint places the frame of its child in that of its parent, where its coordinate is zero: R, p. What the model file gets are bodies
 * whose frames have the origins of the links and, where all coordinates are zero, the axes of the ground: so that coordinates of joints are zero
 * where frames are aligned, as the model file has it.
 */
#pragma once
#include "base/arena.h"
#include "base/status.h"
#include "base/text.h"
#include "exchange/placement.h"
#include "exchange/xml.h"
#include "trammel/exchange.h"

typedef enum {
    TML_SOLID_BOX,
    TML_SOLID_SPHERE,
    TML_SOLID_CYLINDER,
    TML_SOLID_CAPSULE, /* its length is that of the cylinder between the half spheres */
    TML_SOLID_MESH
} tml_solid_kind;

/* What is drawn of a link, placed in its frame. */
typedef struct tml_solid {
    tml_solid_kind kind;
    double size[3];   /* extents of a box; radius, length; by what coordinates of a mesh are multiplied */
    const char *file; /* of a mesh, as the description names it */
    const char *path; /* the same as seen from the folder of the model file; NULL: it is not drawn */
    tml_placement at;
    struct tml_solid *next;
} tml_solid;

typedef struct {
    const char *name, *written; /* as the model file has it; as the description does */
    tml_place place;
    bool has_inertia;
    bool between; /* two joints of one body of the description: without mass on purpose */
    double mass;
    tml_vec3 com;
    tml_mat3 inertia; /* about com; axes of the frame */
    tml_solid *solids;
    int joint;          /* that places it; -1: the root */
    bool on_ground;     /* the description holds it there: the world, a static model */
    tml_placement zero; /* on the ground, where all coordinates are zero */
    int body;           /* the link whose body it is part of: its own, unless it is welded to another */
    const char
        *free_joint; /* by which its body moves freely on the ground; NULL: joints of the description lead to it */
} tml_robot_link;

typedef enum {
    TML_ROBOT_FIXED,
    TML_ROBOT_REVOLUTE,
    TML_ROBOT_PRISMATIC,
    TML_ROBOT_SCREW, /* its coordinate is the angle */
    TML_ROBOT_PLANAR,
    TML_ROBOT_BALL,
    TML_ROBOT_FREE,
} tml_robot_joint_kind;

typedef struct {
    const char *name, *written;
    tml_place place;
    tml_robot_joint_kind kind;
    int parent, child; /* links; parent -1: the ground */
    tml_placement origin;
    tml_vec3 axis; /* unit, in the child's frame */
    tml_vec3 at;   /* in the child's frame: a point of the axis, the centre of a ball */
    bool has_lower, has_upper;
    double lower, upper;
    double pitch;            /* of a screw: travel per revolution */
    double effort, velocity; /* of what drives it: the most; not above zero: not given */
    double damping, friction;
    double stiffness, rest; /* of a spring along the coordinate */
    double armature;        /* inertia that moves with the coordinate alone, as that of a rotor */
    const char *mimics;     /* as written; NULL: no other */
    int mimicked;
    double ratio, offset;
    tml_place mimic_place;
    bool is_within; /* one body: what it joins does not move against each other */
    bool in_loop;   /* of joints that lead back to where they began */
} tml_robot_joint;

typedef enum { TML_LOOP_POINT, TML_LOOP_WELD, TML_LOOP_EQUATION } tml_robot_loop_kind;
enum { TML_POLYNOMIAL = 5 };

/* What holds beyond the tree: points of two links together, their frames too, or
 *   q_0 = c_0 + c_1 q_1 + ... + c_4 q_1^4     of coordinates of joints. */
typedef struct {
    const char *name, *written;
    tml_place place;
    tml_robot_loop_kind kind;
    int links[2];
    tml_vec3 at[2];    /* in their frames */
    bool is_turned;    /* `rotation` is given; else the frames are held as they are where all coordinates are zero */
    tml_mat3 rotation; /* of the frame of the second link in that of the first */
    int joints[2];     /* the second may be -1: then q_0 = c_0 */
    double coefficients[TML_POLYNOMIAL];
} tml_robot_loop;

typedef struct {
    const char *name;
    const char *format; /* "URDF" */
    const char *file;
    bool
        is_placed; /* by the description: joints may go round in circles, and are between links that are placed already */
    tml_robot_link *links;
    int link_count, link_capacity;
    tml_robot_joint *joints;
    int joint_count, joint_capacity;
    tml_robot_loop *loops;
    int loop_count, loop_capacity;
    bool has_gravity; /* `gravity` is given */
    tml_vec3 gravity;
    const tml_import_options *options; /* how files that are included are read */
    tml_arena *arena;
    tml_log *log;
} tml_robot;

/* The body of what is part of the ground. */
enum { TML_ON_GROUND = -1 };

/* Whether it has one coordinate, which can be given, driven and followed. */
static inline bool tml_robot_has_coordinate(const tml_robot_joint *j)
{
    return j->kind == TML_ROBOT_REVOLUTE || j->kind == TML_ROBOT_PRISMATIC || j->kind == TML_ROBOT_SCREW;
}

/* Whether a stop keeps it from where its coordinate is zero. */
static inline bool tml_robot_starts_beyond_stop(const tml_robot_joint *j)
{
    return !j->is_within && ((j->has_lower && j->lower > 0) || (j->has_upper && j->upper < 0));
}

/* robot_mesh.c: finds the files of meshes; those that cannot be drawn are told. True: one of them is the file that will be written. */
bool tml_robot_find_meshes(tml_robot *robot);

tml_robot_link *tml_robot_add_link(tml_robot *robot, const char *written, tml_place place);
tml_robot_joint *tml_robot_add_joint(tml_robot *robot, const char *written, tml_place place);
tml_robot_loop *tml_robot_add_loop(tml_robot *robot, const char *written, tml_place place);
/* Adds a body to that of a link: mass, centre of mass, and inertia about it, in the frame of the link. */
void tml_robot_add_mass(tml_robot_link *link, double mass, tml_vec3 com, const tml_mat3 *inertia);
/* Reads from `least` to `most` numbers of the text of an attribute, NULL: they stay as they are. False with a message. */
bool tml_robot_numbers(tml_robot *robot, const tml_xml *x, const char *attribute, const char *text, double *numbers,
                       int least, int most);
/* -1: none. */
int tml_robot_find_link(const tml_robot *robot, const char *written);
int tml_robot_find_joint(const tml_robot *robot, const char *written);

typedef struct {
    bool floating;   /* the root moves freely; else it is part of the ground */
    bool keep_fixed; /* links that are welded stay bodies; else they become part of those that carry them */
    bool mend_inertia;
    bool hold_massless;
} tml_robot_choice;

/* robot_graph.c: the bodies of links that the description places, and which of them move freely. */
void tml_robot_join(tml_robot *robot, tml_robot_choice choice);
/* robot_graph.c: which joints are part of loops; bodies are made. */
void tml_robot_find_loops(tml_robot *robot);
/* robot_inertia.c: inertia that is that of no body is told, or mended. */
void tml_robot_mend_inertia(tml_robot *robot, tml_robot_choice choice);
/* Holds one body without mass that is at the end of a chain, or free; whether there was one. Bodies are to be made again then. */
bool tml_robot_hold_massless(tml_robot *robot);
/* Whether two bodies, or the coordinates of two joints, are held; else it is told, where bodies are made. */
bool tml_robot_loop_holds(const tml_robot *r, const tml_robot_loop *l);
/* Places all links, gives names, and merges what is welded. False with messages: it is no tree. */
bool tml_robot_resolve(tml_robot *robot, tml_robot_choice choice);
/* The model file, for tml_text_detach. */
void tml_robot_write(const tml_robot *robot, tml_text *text);
/* Readers of descriptions; false with messages. */
bool tml_urdf_read(tml_robot *robot, tml_xml *root);
bool tml_mjcf_read(tml_robot *robot, tml_xml *root);
bool tml_sdf_read(tml_robot *robot, tml_xml *root);
/* Attributes that a reader knows: those of an element that are not among them are listed as not read. */
typedef struct {
    const char *element, *attributes;
} tml_known_attributes;
extern const tml_known_attributes tml_mjcf_known[], tml_sdf_known[]; /* to element NULL */
