/* system.h - a mechanism compiled: indices and flat arrays, immutable, no names needed to run it.
 *
 * Bodies are numbered from 0, the ground. Moving body i has its coordinates at q + (i - 1) nqb and its speeds at
 * v + (i - 1) nvb:
 *   plane   q = x y phi              v = x' y' phi'
 *   space   q = x y z  w x y z       v = x' y' z'  w_B (angular velocity in body axes)
 * with x y z the centre of mass on ground axes. Points of bodies are counted from the centre of mass.
 *
 * Measures are scalar functions of the poses of two bodies; everything else is made of them: constraint rows hold a
 * sum of measures at a target, laws push along a sum of measures, expressions read values and rates of measures.
 */
#pragma once
#include "model/model.h"

typedef struct {
    tml_measure_kind kind; /* ANGLE_M is compiled away by swapping the bodies */
    tml_axis axis;         /* of COORD, ROTATION and TURN */
    int body1, body2;
    tml_vec3 p1, p2; /* points, from the centres of mass, body axes */
    /* attached directions: ALONG a1; DOT a1 a2; ANGLE a1 b1 on body 1, a2 on body 2; TILT a1, a2 = a_M, b2 = b_M;
     * ROTATION x and y of F in a1 b1, of M in a2 b2; PUSH a2 */
    tml_vec3 a1, b1, a2, b2;
    double offset;    /* plane ANGLE: phi2 - phi1 + offset */
    bool active;      /* needed inside a step, not only for reporting */
    bool is_rotation; /* a rotation: counts in rad */
    bool follows;     /* COORD: of the same points as the one before it, only along another axis */
    int id;           /* order of making: the same in every analysis of a model, but for what events add at the end */
} tml_measure;

typedef struct {
    int measure;
    double coefficient;
} tml_term;

typedef struct {
    int first, count; /* terms */
} tml_terms;

/* A constraint: sum of terms - target(t) = 0. */
typedef struct {
    tml_terms terms;
    double target;                /* constant part */
    const tml_expression *motion; /* target as a function of t, or NULL */
    int joint, driver;            /* whose row it is; -1: not of that kind */
    const char *name;             /* of the row within its joint */
    int first_block, block_count; /* of the Jacobian: one for each moving body the row touches */
    double scale;                 /* what its residual is small against: the size of the mechanism, or 1 rad */
} tml_constraint;

typedef struct {
    int row, body; /* moving body */
} tml_block;

/* One measure's share of one block. */
typedef struct {
    int block, measure, side; /* side 0: body1's half of the measure's Jacobian, 1: body2's */
    bool first;               /* of its block */
    double coefficient;
} tml_share;

/* A force along a sum of terms: f = preload - k (s - rest) - c s', or f = factor * expression. */
typedef struct {
    tml_terms terms;
    double k, rest, c, preload;
    const tml_expression *value;
    double factor;
    int joint, force;             /* whose law it is; -1 */
    const tml_expression *motion; /* added to rest, as a function of t: a driver made compliant; NULL */
    int row;                      /* of a compliant joint: the assembly row it stands for; -1 */
} tml_force_law;

typedef struct {
    enum { TML_INPUT_TIME, TML_INPUT_VALUE, TML_INPUT_RATE, TML_INPUT_PARAMETER } what;
    tml_term term; /* of a value or a rate; else its measure is -1 */
    int parameter; /* of the model, one that may vary: work holds its value */
} tml_input;

typedef struct {
    const char *name;
    double mass;
    tml_mat3 inertia;         /* about the centre of mass, body axes; plane: m[2][2] */
    tml_mat3 inverse_inertia; /* where it exists */
    double inverse_mass;
    tml_vec3 com; /* in the body frame */
    const tml_body *written;
    int ignorable_count;
    tml_vec3 ignorable
        [3]; /* axes, in the body, about which nothing can act on it and it has no inertia: it stays as drawn */
    tml_mat3 stand_in; /* part of `inertia` about those: not the body's own (ignorable_rotations.h) */
} tml_mass;

typedef struct {
    const char *name, *unit;
    tml_term term; /* measure and sign; measure -1: no channel */
} tml_joint_coordinate;

typedef struct {
    const char *name;
    tml_place place;
    const tml_joint_class *class;
    int body1, body2;
    tml_vec3 p1, p2;          /* joint points, from the centres of mass */
    int first_row, row_count; /* rigid rows */
    int first_law, law_count; /* rows made compliant */
    int first_coordinate, coordinate_count;
    int joint1, joint2; /* of a joint of joints; -1 */
    tml_mat3 F, M;      /* axes of its frames, in body axes */
    double angle;       /* by which M is turned back in its body, as written: full turns count */
    const double *par;  /* values of the class's fields */
    bool in_tree;
} tml_joint;

/* A body hung on its parent in the spanning tree. */
typedef struct {
    int body, parent; /* parent 0: the ground; of a body that moves freely another where that is asked for (keep) */
    const tml_joint_class *class;
    int joint;            /* that joins them; -1: none, the body moves freely */
    bool reversed;        /* the parent is the joint's second body */
    bool ball;            /* its last three freedoms are a turn carried as a quaternion */
    int coordinates;      /* speeds */
    int first_q, first_v; /* its coordinates among those of the tree: as many as speeds, one more with a ball */
} tml_branch;

/* What becomes of the rows of rigid joints and drivers. */
typedef enum {
    TML_ENFORCE,  /* held by multipliers */
    TML_TREE,     /* joints of a spanning tree need none: their freedoms are coordinates */
    TML_PENALIZE, /* all are springs and dampers */
} tml_treatment_kind;

typedef struct {
    tml_treatment_kind kind;
    double stiffness; /* SOFTEN: of rows that have none of their own, N/m */
    double ratio;     /* SOFTEN: damping of those as a part of the critical one */
    const bool *keep; /* (joint_count) TREE: joints that are to be in the tree, by their own coordinates; NULL: any */
} tml_treatment;

/* A dot product that is positive unless an axis has flipped (perpendicularity rows accept a reversed axis too). */
typedef struct {
    int measure, joint;
} tml_guard;

typedef struct {
    const char *name;
    const tml_force_class *class;
    int first_law, law_count;
    bool slides; /* a motor on a slider: force, not torque */
    int body1, body2;
    tml_vec3 p2;          /* its point on the second body, from the centre of mass */
    tml_terms deflection; /* of a bushing: x y z, then the rotation vector; x y angle in the plane */
} tml_force;

typedef struct {
    const char *name;
    tml_place place;
    int row;
    int law; /* that holds it where rows are compliant; -1: its multiplier does */
    bool is_rotation;
} tml_drive;

/* An entry of `initial`: a term's value or rate. */
typedef struct {
    const char *name;
    tml_place place;
    tml_term term;
    bool rate;
    double value;
} tml_start;

/* Something to watch for: an expression crossing zero. */
typedef struct {
    const char *name;
    const tml_expression *when;
    int direction; /* +1 up, -1 down, 0 both */
    bool stop;
} tml_event;

typedef struct tml_system {
    const tml_model *model;
    const tml_resolved *resolved;
    bool space;
    int nb;       /* bodies, ground included */
    int nqb, nvb; /* 3 3 in the plane, 7 6 in space */
    int nq, nv;
    double size; /* characteristic length of the mechanism, m: scale.c */
    double mass; /* characteristic mass, kg: that of all bodies; 1 where none has any */
    tml_vec3 gravity;
    tml_mass *masses; /* (nb) */
    bool singular_mass;
    bool traced;         /* bodies without inertia on joints made compliant have got a trace of it */
    int ignorable_count; /* rotations about idle axes, of all bodies: no degrees of freedom of the mechanism */

    tml_measure *measures; /* active ones first, each part sorted by kind */
    int measure_count, active_count;
    tml_term *terms;
    int term_count;

    /* rows held by multipliers; then those of rigid joints that the tree satisfies; then those of compliant joints, which
     * only assembly holds */
    tml_constraint *rows;
    int row_count, rigid_row_count, assembly_row_count;
    tml_block *blocks; /* of rows in their order */
    int assembly_block_count;
    tml_share *shares; /* of blocks in their order of rows */
    int assembly_share_count;
    tml_branch *branches; /* (nb - 1) parents first: the spanning tree, of rigid joints */
    int tree_nq, tree_nv;

    double softened; /* stiffness of joints and drivers that were made compliant, N/m; 0: none were */
    tml_force_law *laws;
    int law_count;
    tml_input *inputs; /* [0] is time */
    int input_count;
    size_t expression_work; /* doubles that the largest expression needs */

    tml_joint *joints;
    int joint_count;
    tml_joint_coordinate *coordinates;
    int coordinate_count;
    tml_guard *guards;
    int guard_count;
    tml_force *forces;
    int force_count;
    tml_drive *drives;
    int drive_count;
    tml_start *starts;
    int start_count;
    tml_event *events;
    int event_count;
} tml_system;

/* Compiles a reading of a model for one analysis, whose events it watches (NULL: none), rows treated as asked (NULL: held);
 * NULL with messages on error. Everything is in `arena`. */
tml_system *tml_system_compile(tml_resolved *resolved, const tml_element *analysis, const tml_treatment *treatment,
                               tml_arena *arena, tml_log *log);

/* Makes a system whose rows are held, not used yet, one of TML_TREE: the same as compiling it anew. */
void tml_system_build_tree(tml_system *system, tml_arena *arena);

/* A channel of a joint's freedom: "O.speed", or "J.angle1_speed" where the joint has several. */
const char *tml_joint_coordinate_channel(const tml_joint *joint, const tml_joint_coordinate *coordinate,
                                         const char *what, tml_arena *arena);

/* Names of a bushing's deflections: dx … rz; dx dy angle in the plane. */
const char *tml_deflection_name(bool space, int i);

/* ---- scales: the one place that knows which numbers are lengths and which are angles ---- */

/* Velocity (or displacement) j of nv is a rotation. */
static inline bool tml_is_rotation(const tml_system *system, int j)
{
    return j % system->nvb >= (system->space ? 3 : 2);
}

/* The length that a unit of displacement j moves points by: 1, or the size of the mechanism where it is a rotation. */
static inline double tml_arm(const tml_system *system, int j)
{
    return tml_is_rotation(system, j) ? system->size : 1;
}

/* What a measure is small against: the size of the mechanism, or 1 rad. */
static inline double tml_measure_scale(const tml_system *system, int measure)
{
    return system->measures[measure].is_rotation ? 1 : system->size;
}

/* Largest residual of the first `rows` rows as a part of their scales: 1 is as far as the mechanism is large, or 1 rad; NaN if
 * there is one. */
double tml_rows_gap(const tml_system *system, const double *residual, int rows);
/* The same as a length: rotations at the size of the mechanism. m, of rates m/s */
double tml_rows_opening(const tml_system *system, const double *residual, int rows);
/* The farthest that a coordinate of q (nq) is from zero, angles times the size, at least the size: its last digits bound what can be
 * closed. m */
double tml_mechanism_extent(const tml_system *system, const double *q);
/* What the multiplier of a row counts in where reactions are not unique: forces as they are, torques divided by the size. */
static inline double tml_row_unit(const tml_system *system, int row)
{
    return system->size / system->rows[row].scale;
}
/* size and mass of the bodies of a reading, in an analysis (NULL: none); scales of rows. */
void tml_system_find_size(tml_system *system, tml_resolved *resolved, const tml_element *analysis);
void tml_system_find_row_scales(tml_system *system);

/* Number of Jacobian blocks of the first `rows` rows. */
int tml_system_blocks(const tml_system *system, int rows);

/* ---- joints as a graph ---- */

/* What stands for the part that i belongs to, where parent[i] leads there and a root is its own parent; ways grow shorter. */
int tml_part_root(int *parent, int i);
/* Number of independent loops: joints with rows - moving bodies reached + their connected parts. */
int tml_system_loops(const tml_system *system, tml_arena *arena);

/* The spanning tree of all joints, compliant ones too: the same (nb - 1) branches whatever becomes of the rows. */
const tml_branch *tml_system_drawn_tree(const tml_system *system, tml_arena *arena);
/* The spanning tree of rigid joints in which a body that none carries hangs, free, on the body at the other end of its compliant joint
 * or force element (a particle's own carrier in the particle's place): (nb - 1) branches. In a steady state all its coordinates but those that turn or slide steadily are constant. */
const tml_branch *tml_system_carried_tree(const tml_system *system, tml_arena *arena);

/* What loops cost in relative coordinates. */
typedef struct {
    int rows;        /* of cut joints and drivers */
    double pulls;    /* freedoms that rows pull on, summed over rows */
    double meetings; /* pairs of rows that pull on one freedom, summed over freedoms */
} tml_tree_cost;

tml_tree_cost tml_system_tree_cost(const tml_system *system, tml_arena *arena);
