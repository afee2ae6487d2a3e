/* random_mechanism_builder.h - a random mechanism under construction: bodies with poses and points, joints. */
#pragma once
#include "support/mechanics.h"
#include "support/random_mechanism.h"

enum { MAX_BODIES = 16, MAX_POINTS = 120, MAX_JOINTS = 40 };

typedef struct {
    char name[12];
    tml_vec3 at; /* on the ground */
} builder_point;

typedef struct {
    char name[12];
    tml_vec3 x; /* of its frame */
    tml_mat3 R;
    double angle; /* plane */
    int points[MAX_POINTS], point_count;
    bool massless;
    bool still; /* welded to the ground */
} builder_body;

/* What a kind of joint leaves free: the displacement of its second point against the first, and the rotation. */
typedef struct {
    const char *name;
    int dof2, dof3; /* -1: not in this space */
    enum { SHIFT_NONE, SHIFT_ALONG, SHIFT_ACROSS, SHIFT_ANY, SHIFT_THREAD } shift;
    enum { ROTATION_NONE, ROTATION_AXIS, ROTATION_SQUARE, ROTATION_ANY } rotation; /* SQUARE: two axes stay square */
    const char *coordinates2, *coordinates3;                                       /* their names, a blank between */
} builder_joint_kind;

typedef struct {
    const builder_joint_kind *kind; /* NULL: between joints */
    char name[12];
    int first, second;
    bool knows_angle, knows_displacement; /* the coordinates `angle`, `displacement` at the start: */
    double angle, displacement;
    bool in_tree;
    tml_text line;
} builder_joint;

typedef struct {
    random_source d;
    random_mechanism_options options;
    bool space, flat, drawn; /* flat: a planar mechanism in space */
    builder_body bodies[MAX_BODIES];
    int body_count; /* [0]: the ground */
    builder_point points[MAX_POINTS];
    int point_count;
    builder_joint joints[MAX_JOINTS];
    int joint_count;
    int coordinates, loops;
    tml_text forces, drivers;
    int force_count, driver_count;
} mechanism_builder;

bool builder_chance(mechanism_builder *m, double probability);
tml_vec3 builder_direction(mechanism_builder *m);
tml_vec3 builder_random_point(mechanism_builder *m, double size);
/* A new point, in ground axes; a point that also belongs to a body. */
int builder_new_point(mechanism_builder *m, tml_vec3 at);
void builder_add_point(mechanism_builder *m, int body, int point);
tml_vec3 builder_in_body(const mechanism_builder *m, int body, tml_vec3 direction);
void builder_rotate(mechanism_builder *m, int body, tml_vec3 axis, double angle, int from);

void builder_add_tree(mechanism_builder *m, int bodies);
void builder_add_loops(mechanism_builder *m, int loops);
/* With some seeds of mechanisms with loops: a free body in the plane; in space a rack, bevel gears, a worm. */
void builder_add_extras(mechanism_builder *m, uint64_t seed);
void builder_add_forces(mechanism_builder *m);
/* The n-th coordinate of a joint; false: it has fewer. */
bool builder_coordinate(const mechanism_builder *m, const builder_joint *l, int n, char name[24], bool *only);
