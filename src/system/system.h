/* system.h - the compiled mechanism: indices and flat arrays, immutable; no names are needed to run it.
 *
 * Bodies are numbered from 0, the ground. The coordinates of moving body i are at q + (i - 1) nqb, its velocities at v + (i - 1) nvb:
 *   plane   q = x y phi              v = x' y' phi'
 *   space   q = x y z  w x y z       v = x' y' z'  w_B (angular velocity in body axes)
 * with x y z the centre of mass in ground axes. Points of bodies are relative to the centre of mass.
 *
 * Measures are scalar functions of the poses of two bodies; everything else is built from them: a constraint row sets a sum of measures
 * equal to a target, a force law acts along a sum of measures, expressions use values and rates of measures.
 */
#pragma once
#include "expression/breaks.h"
#include "expression/narrow_features.h"
#include "model/channel.h"
#include "model/model.h"
#include "system/interaction.h"

/* A constraint: sum of terms, or a function of them, - target(t) = 0; of a nonholonomic one only its rate: sum of the terms' rates = 0, phi = 0. */
typedef struct {
    tml_terms terms;
    bool rate_only;               /* nonholonomic: restricts velocities, not positions */
    bool integrable;              /* rate_only until positions are known: from there on its terms keep their sum */
    double period;                /* integrable: of that sum, which counts no revolutions; 0: none */
    double target;                /* constant part */
    const tml_target *motion;     /* target as a function of t, or NULL */
    int joint, driver;            /* owner of the row; -1: not of that kind. Neither: it holds an interaction */
    const char *name;             /* of the row within its joint, or of the interaction */
    int first_block, block_count; /* of the Jacobian: one for each moving body the row acts on */
    double scale;                 /* characteristic magnitude: the size of the mechanism, or 1 rad */
} tml_constraint;

typedef struct {
    int row, body; /* moving body */
} tml_block;

/* Contribution of one measure to one block. */
typedef struct {
    int block, measure, side; /* side 0: body1's half of the measure's Jacobian, 1: body2's */
    bool first;               /* of its block */
    int term;                 /* its coefficient */
} tml_share;

/* Force law along a sum of terms: f = preload - k (s - rest) - c s', or f = factor * expression. */
typedef struct {
    tml_terms terms;
    double k, rest, c, preload;
    const tml_expression *value;
    double factor;
    int joint, force;         /* owner of the law; -1 */
    const tml_target *motion; /* added to rest, as a function of t: a penalized driver; NULL */
    int row;                  /* of a compliant joint: the assembly row it replaces; -1 */
    bool friction;            /* dry: what it takes is lost */
    bool unknown;             /* its expression is an unknown by itself: of a law that depends on results */
    double belt;              /* part of s' that a belt runs with: what drives it does this work */
} tml_force_law;

typedef struct {
    enum {
        TML_INPUT_TIME,
        TML_INPUT_VALUE,
        TML_INPUT_RATE,
        TML_INPUT_PARAMETER,
        TML_INPUT_STATE,
        TML_INPUT_RESULT, /* what the equations of motion give: a reaction, an acceleration */
        TML_INPUT_OUTPUT,
        TML_INPUT_UNKNOWN, /* the value of a force law that depends on such results */
        TML_INPUT_MEMORY   /* what an event of a contact keeps; index: which */
    } what;
    tml_term term; /* of a value or a rate; otherwise its measure is -1 */
    int index;     /* of a varying parameter, a state variable, a column of channels, an output: work holds its value */
} tml_input;

/* A result in an expression: in outputs and events, and in forces, which are solved with it. */
typedef struct {
    int input;
    size_t column; /* in a row of channels */
    const char *name;
    int law; /* whose force it is instead, of a contact that is held (compile/hold.c); -1 */
} tml_result_input;

/* A named expression of the user's that is reported. */
typedef struct {
    const char *name, *title, *unit; /* unit: of its column; "" none, or not known */
    const tml_expression *value;     /* in SI units */
    double factor;                   /* SI value of its unit */
    size_t column;
    int input; /* of expressions that read it; -1: none */
} tml_output;

/* An output or event with a table that has no value beyond its ends: there the analysis ends. */
typedef struct {
    const char *what; /* "output gap" */
    tml_place place;
    const tml_expression *value;
    bool curve; /* the place on a curve that has ends */
} tml_bounded;

/* A force law that depends on results: its value is an unknown, which its law reads as an input; equal to the expression. */
typedef struct {
    int law, input;
    const tml_expression *value;
    tml_place place;
    const char *name;           /* for messages: "force drive", "friction of joint O" */
    int interaction, component; /* that it belongs to; -1: none */
    bool any_share;             /* of a reaction that is not unique it takes the least: teeth of several planets */
    bool workless;              /* along what rigid joints keep constant: it changes reactions alone, and no motion */
} tml_result_law;

/* A place where two surfaces may touch. */
typedef struct {
    int force, joint; /* owner: of the model, or a joint with clearance; -1 */
    const tml_body_surface *first, *second;
    int normal_law;           /* along the gap */
    int slip_law, slip_count; /* along the slips: one in the plane, two in space; 0: no friction */
    int normal, friction;     /* interactions of a rigid contact; -1: none */
    int approach;             /* input: the speed at which it began; -1: not needed */
    int touch;                /* input of a rigid one that is a spring: whether it touches; -1 */
    double pressure; /* Hertz's pressure is the root of this times force and curvature, Pa/m; 0: not reported */
} tml_contact;

/* Two bodies that a contact lets touch, at one place or several: what is reported of them together. */
typedef struct {
    const char *name; /* of its channels: "hit"; "hit.low.high" where the contact is of more bodies */
    int body1, body2;
    const int *places; /* (count) contacts of the system */
    int count;
    bool rubs; /* rigid, with friction: it sticks or slides */
} tml_contact_pair;

/* A gap of a rigid contact or stop that is now a spring: value of its law's term + offset, below zero by the penetration. */
typedef struct {
    const char *name;
    int law;
    double offset;
    int touch, approach; /* inputs: whether the spring acts, from event to event; the speed at which it began */
} tml_penalized_gap;

/* A row that holds an interaction: its multiplier is the force. */
typedef struct {
    int row, interaction, component;
} tml_held_row;

/* A first-order differential equation of the user's: x' = rate. */
typedef struct {
    const char *name, *unit, *rate_unit; /* SI, of its columns; "" none, or not known */
    tml_place place;
    const tml_expression *rate;
    double start;
    bool started;  /* by its own `start` */
    bool set_anew; /* to `start`, by `initial` of a later analysis */
    int input;     /* of expressions that use it */
} tml_state_variable;

/* A named expression that is reported: the value of a controller. */
typedef struct {
    const char *name, *unit;
    const tml_expression *value;
} tml_signal;

/* A store of energy beside those of mechanics, of states and stops: its energy has the power as its rate. */
typedef struct {
    const tml_expression *energy, *power; /* NULL: zero */
    bool of_states;                       /* not of positions alone */
    int law; /* of the force that it belongs to: nothing is stored while that is off; -1: none */
} tml_store;

typedef struct {
    const char *name;
    double mass;
    tml_mat3 inertia;         /* about the centre of mass, body axes; plane: m[2][2] */
    tml_mat3 inverse_inertia; /* where it exists */
    double inverse_mass;
    tml_vec3 com; /* in the body frame */
    const tml_body *written;
    int ignorable_count;
    tml_vec3 ignorable[3]; /* axes, in the body, without inertia and without load: it does not rotate about them */
    tml_mat3 substitute_inertia; /* part of `inertia` about these axes, not the body's own (ignorable_rotations.h) */
} tml_mass;

typedef struct {
    const char *name;
    bool is_rotation;
    tml_term term; /* measure and sign; measure -1: no channel */
    int limit;     /* of its stops; -1: none */
} tml_joint_coordinate;

/* Friction of a joint: force laws along its slip. */
typedef struct {
    const tml_friction_form *form;
    int first_law, law_count;
} tml_joint_friction;

/* Stops of a joint coordinate. */
typedef struct {
    int joint, coordinate; /* coordinate: of the system */
    double lower, upper;   /* infinite: none */
    double restitution;    /* of rigid ones */
    bool poisson;          /* of impulses, not of speeds */
    int law;               /* of compliant ones: force along the coordinate; -1: they are rigid */
    int stop[2];           /* of rigid ones: interactions of the lower and the upper one; -1: none */
    int spring[2];         /* of rigid ones that are penalized: their laws, along what opens them; -1: none */
    tml_place place;
} tml_limit;

/* How far a joint with clearance has moved in it. */
typedef struct {
    const tml_channel *channel;
    int term; /* of the system */
    int row;  /* of the assembly, while it is compiled */
} tml_joint_play;

typedef struct {
    const char *name;
    tml_place place;
    const tml_joint_class *class;
    int body1, body2;
    tml_vec3 p1, p2;          /* joint points, from the centres of mass */
    int first_row, row_count; /* rigid rows */
    int first_law, law_count; /* compliant rows; of a joint with clearance its contact */
    int first_friction, friction_count;
    int first_added_law, added_law_count; /* beside the rows: of all frictions, or what pushes teeth apart */
    int first_coordinate, coordinate_count;
    int joint1, joint2;          /* of a joint between joints; -1 */
    bool has_teeth;              /* of such a one */
    bool has_flanks;             /* of rigid teeth with backlash: its two laws are of interactions, forward and back */
    const struct tml_path *path; /* system/path.h; NULL: it is no belt or cable */
    tml_mat3 F, M;               /* axes of its frames, in body axes */
    double angle;                /* by which M is rotated back in its body, as written: full revolutions count */
    const double *par;           /* values of the class's fields */
    bool in_tree;
    const struct tml_clearance *clearance; /* model/clearance.h; NULL: none */
    int first_contact, contact_count;      /* of it */
    tml_joint_play *plays;                 /* (play_count) */
    int play_count;
} tml_joint;

/* Branch of the spanning tree: a body and its parent. */
typedef struct {
    int body, parent; /* parent 0: the ground; a free body may have another parent (keep) */
    const tml_joint_class *class;
    int joint;       /* between them; -1: none, the body moves freely */
    bool reversed;   /* the parent is the joint's second body */
    bool ball;       /* its last three coordinates are a rotation, stored as a quaternion */
    int coordinates; /* number of velocities */
    int first_q,
        first_v; /* first coordinate and velocity in the tree: with a ball one coordinate more than velocities */
} tml_branch;

/* Treatment of the rows of rigid joints and drivers. */
typedef enum {
    TML_ENFORCE,  /* enforced by Lagrange multipliers */
    TML_TREE,     /* satisfied by joint coordinates for joints of the spanning tree, others enforced */
    TML_PENALIZE, /* replaced by springs and dampers */
} tml_treatment_kind;

/* Rigid contacts and stops as stiff springs, exact friction as smooth one (compile_contact_penalty.c). */
typedef struct {
    double stiffness; /* N/m; of stops of angles times the square of the size; 0: they stay rigid */
    double speed;     /* m/s: the width of smooth friction, and the speed of bounces that do not leave the spring */
    double weight;    /* m/s: what weight gives to a mass on the spring; not more than `speed` */
    double damping;   /* the most that an impact is damped with: of restitution zero */
} tml_contact_penalty;

typedef struct {
    tml_treatment_kind kind;
    double stiffness; /* PENALIZE: of rows without a stiffness of their own, N/m */
    double ratio;     /* PENALIZE: damping ratio of these rows */
    const bool *keep; /* (joint_count) TREE: joints required in the tree, with their own coordinates; NULL: any */
    tml_contact_penalty contact;
} tml_treatment;

/* A sum of dot products, or a function of measures, that is 1 unless an axis is reversed (perpendicularity rows admit a reversed axis too). */
typedef struct {
    tml_term terms[3];
    int count;
    const tml_expression *value; /* of inputs that are values of measures; NULL: the sum */
    int joint;
} tml_guard;

typedef struct {
    const char *name;
    const tml_force_class *class;
    int first_law, law_count;
    bool slides;    /* a motor on a slider: force, not torque */
    int coordinate; /* of a joint, that it acts along; -1: none */
    int body1, body2;
    tml_vec3 p2; /* its point on the second body, from the centre of mass */
    int first_contact, contact_count;
    int first_pair, pair_count; /* of bodies that it lets touch */
    tml_terms measured;         /* of a force with states: the measures that its texts name, in the order of its laws */
    tml_terms deflection;       /* of a bushing: x y z, then the rotation vector; x y angle in the plane */
} tml_force;

typedef struct {
    const char *name;
    tml_place place;
    int row;
    int law; /* of a penalized row; -1: the row is enforced by a multiplier */
    bool is_rotation;
} tml_drive;

typedef struct {
    const char *name;
    bool is_rotation;
    int drive; /* -1: it is off */
} tml_driver_channels;

/* An entry of `initial`: a term's value or rate. */
typedef struct {
    const char *name;
    tml_place place;
    tml_term term;
    bool rate;
    double value;
} tml_start;

/* What an event gives a value, or an impulse along a coordinate. */
typedef struct {
    enum { TML_SET_SPEED, TML_SET_STATE, TML_SET_PARAMETER, TML_SET_IMPULSE, TML_SET_FORCE, TML_SET_DRIVER } what;
    const char *name;
    tml_place place;
    tml_terms along; /* of a speed or an impulse */
    int index;       /* of a state variable; of a parameter's input; of a force; of a driver of the model */
    bool on;         /* of a force or driver */
    const tml_expression *value;
} tml_assignment;

/* One thing that an event does: assignments, all evaluated before any is made. */
typedef struct {
    enum { TML_DO_SET, TML_DO_IMPULSE, TML_DO_SWITCH, TML_DO_COUNT, TML_DO_STOP } what;
    int first, count; /* assignments of SET, IMPULSE and SWITCH */
} tml_action;

/* Event: a zero crossing of an expression. */
typedef struct {
    const char *name;
    tml_place place;
    const tml_expression *when;
    int direction;          /* +1 rising, -1 falling, 0 both */
    bool stop, acts;        /* ends the motion; changes it */
    bool silent;            /* a kink of a force law, where the integrator begins anew: nothing is reported */
    bool told;              /* silent: but it is, as a belt that goes slack */
    bool stiff;             /* silent: of a stop, whose force may change everything at once */
    const tml_joins *joins; /* of a table, where it crosses zero at each; NULL: none */
    bool counts;
    bool of_contact; /* a compliant contact begins or ends: no event of the user's */
    int partner;     /* of_contact: where the event of its other direction is, from here: 1 or -1 */
    int touch;       /* of_contact: the input that tells whether it touches; -1: none */
    tml_terms gap;   /* of_contact: that and the offset are its gap */
    double offset;
    int first_action, action_count;
} tml_event;

/* Whether a compliant contact begins there. */
static inline bool tml_event_begins_contact(const tml_event *e)
{
    return e->of_contact && e->direction < 0;
}

typedef struct tml_system {
    const tml_model *model;
    const tml_resolved *resolved;
    bool space, parameters_only_load; /* those that vary: a change of their values changes no other number of it */
    bool
        counts_revolutions; /* measures are unwrapped from where they were: of angles in space, of directions of belts */
    int nb;                 /* bodies, ground included */
    int nqb, nvb, nq, nv;   /* of a body: 3 3 in the plane, 7 6 in space; of all */
    double size;            /* characteristic length of the mechanism, m: scale.c */
    uint64_t named;         /* tml_channels_digest: two of one model whose channels have the same names have the same */
    bool sized_by_motion;   /* it is how far bodies fly, which depends on the analysis */
    double mass;            /* characteristic mass, kg: that of all bodies; 1 where none has any */
    tml_vec3 gravity;
    tml_mass *masses; /* (nb) */
    bool singular_mass;
    bool has_trace_inertia; /* massless bodies on penalized joints were given a small inertia */
    int ignorable_count;    /* ignorable rotations of all bodies: no degrees of freedom of the mechanism */

    tml_measure *measures; /* active ones first, each part sorted by kind */
    int measure_count, active_count;
    tml_term *terms;
    int term_count;
    tml_relation *relations;
    int relation_count;

    /* rows enforced by multipliers; then those of rigid joints that the tree satisfies; then those of compliant joints,
     * which only assembly enforces */
    tml_constraint *rows;
    int row_count, rigid_row_count, assembly_row_count;
    int rate_row_count; /* nonholonomic ones; all are rigid, and enforced by multipliers in every treatment */
    int periodic_row_count;
    tml_block *blocks; /* of rows in their order */
    int assembly_block_count;
    tml_share *shares; /* of blocks in their order of rows */
    int assembly_share_count;
    tml_branch *branches; /* (nb - 1) parents first: the spanning tree, of rigid joints */
    int tree_nq, tree_nv;

    double penalty_stiffness;     /* stiffness of penalized joints and drivers, N/m; 0: none */
    tml_force_law *laws;          /* of forces that are switched off: zero */
    const tml_force_law *laws_on; /* the same as if all were on; NULL: none is ever off */
    int law_count;
    tml_input *inputs; /* [0] is time */
    int input_count;
    tml_result_law *result_laws; /* (dynamics/result_laws.h) */
    int result_law_count;
    bool results_move; /* one of these is not workless: motions depend on results */
    tml_interaction *interactions;
    int interaction_count;
    tml_held_row *held_rows; /* of tml_system_hold, else none */
    int held_row_count;
    bool has_friction;                    /* some law is of friction */
    struct tml_contact_set *contact_sets; /* among many surfaces (contact_set.h) */
    int contact_set_count;
    tml_contact *contacts;
    int contact_count;
    tml_contact_pair *contact_pairs;
    int contact_pair_count;
    tml_contact_penalty contact_penalty; /* of rigid contacts and stops; stiffness 0: they are rigid */
    tml_penalized_gap *penalized_gaps;
    int penalized_gap_count;
    int smoothed_friction_count; /* exact friction that is smooth instead */
    size_t expression_work;      /* doubles that the largest expression needs */

    tml_joint *joints;
    int joint_count;
    tml_joint_friction *frictions;
    int friction_count;
    tml_joint_coordinate *coordinates;
    int coordinate_count;
    tml_limit *limits;
    tml_guard *guards;
    int limit_count, guard_count;
    tml_force *forces;
    int force_count;
    tml_drive *drives; /* those that are on */
    int drive_count;
    tml_driver_channels *drivers; /* (driver_count) of the model, on or off: what is reported */
    int driver_count;
    tml_start *starts;
    int start_count;
    tml_time_break *time_breaks;       /* instants at which what drives or loads it has a kink */
    tml_time_crossing *time_crossings; /* the same, where functions of time cross joins */
    int time_break_count, time_crossing_count;
    tml_narrow_features narrow;        /* of what drives or loads it */
    tml_event *events;                 /* the last ones are joins of tables */
    int event_count, join_event_count; /* of all, and of those */
    tml_action *actions;               /* of events */
    tml_assignment *assignments;       /* of actions */
    int action_count, assignment_count;
    tml_state_variable *states;
    int state_count;
    tml_signal *signals;
    int signal_count;
    tml_store *stores;
    int store_count;
    tml_output *outputs;
    const int *output_order; /* (output_count) each after those that it uses */
    int output_count;
    tml_result_input *results;
    int result_count;
    bool events_use_results;
    bool starts_later;    /* `starts` are those of a later analysis: the rest goes on from the present state */
    tml_bounded *watches; /* those of positions and speeds alone come first */
    int watch_count, state_watch_count;
    const tml_channel_orders *channels; /* which values of bodies, joints and the rest are reported */
} tml_system;

/* Compiles a resolved model for one analysis, with its events (NULL: none) and treatment of rows (NULL: enforced); NULL
 * with messages on error. Everything is in `arena`. */
tml_system *tml_system_compile(tml_resolved *resolved, const tml_element *analysis, const tml_treatment *treatment,
                               tml_arena *arena, tml_log *log);

/* A system of TML_TREE made from one with enforced rows: the same as compiling it again. It shares what is equal in both. */
tml_system *tml_system_make_tree(const tml_system *enforced, tml_arena *arena);

/* The same whose integrable rows hold the positions where the bodies are: no longer rate_only. The system itself: none is. */
const tml_system *tml_system_settle(const tml_system *system, const double *q, const double *unwrapped,
                                    tml_arena *arena);

/* The same in which interactions that are held, CLOSED or STICKS in modes (interaction_count), are rows; where they slip from is q. What is
 * OPEN exerts nothing, a stop or contact in any other mode too; friction that slides keeps its law. rest: for small motions about rest. */
const tml_system *tml_system_hold(const tml_system *system, const tml_interaction_mode *modes, bool rest,
                                  const double *q, const double *unwrapped, tml_arena *arena);

/* The same in which joint coordinates have given values, or keep their speeds (values NULL): rows behind all others that are enforced, whose multipliers are the
 * forces that do so. */
tml_system *tml_system_hold_coordinates(const tml_system *system, const int *coordinates, const double *values,
                                        int count, tml_arena *arena);

/* The same with laws that may be switched; where no force ever is, the system itself. */
const tml_system *tml_system_own_laws(const tml_system *system, tml_arena *arena);
/* Laws of the forces that are off (force_off: force_count) become zero, those of the others as they are written. */
void tml_system_switch_forces(const tml_system *system, const bool *force_off);
/* The laws as if all forces were on. */
static inline const tml_force_law *tml_system_laws_on(const tml_system *system)
{
    return system->laws_on ? system->laws_on : system->laws;
}

/* Channel of a joint coordinate: "O.speed", or "J.angle1_speed" if the joint has several. */
const char *tml_joint_coordinate_channel(const tml_joint *joint, const tml_joint_coordinate *coordinate,
                                         const char *what, tml_arena *arena);

/* ---- scales: which numbers are lengths and which are angles ---- */

/* Velocity (or displacement) j of nv is a rotation. */
static inline bool tml_is_rotation(const tml_system *system, int j)
{
    return j % system->nvb >= (system->space ? 3 : 2);
}

/* The same of coordinate k of a branch of the spanning tree, and of its velocity k. */
static inline bool tml_branch_is_rotation(const tml_system *system, const tml_branch *branch, int k)
{
    if (branch->joint < 0)
        return k >= (system->space ? 3 : 2);
    const int ball = branch->coordinates - 3 * branch->ball; /* from here on an orientation */
    return k >= ball || system->coordinates[system->joints[branch->joint].first_coordinate + k].is_rotation;
}

/* Length by which a unit of displacement j moves points: 1, or the size of the mechanism for a rotation. */
static inline double tml_arm(const tml_system *system, int j)
{
    return tml_is_rotation(system, j) ? system->size : 1;
}

/* Characteristic magnitude of a measure: the size of the mechanism, or 1 rad. */
static inline double tml_measure_scale(const tml_system *system, int measure)
{
    return system->measures[measure].is_rotation ? 1 : system->size;
}

/* Largest residual of the first `rows` rows relative to their scales (the size of the mechanism, or 1 rad); NaN if any
 * is NaN. */
double tml_rows_relative_residual(const tml_system *system, const double *residual, int rows);
/* The same as a length: rotations times the size of the mechanism. m, of rates m/s */
double tml_rows_residual_length(const tml_system *system, const double *residual, int rows);
/* Largest coordinate of q (nq), angles times the size, at least the size: its rounding limits the attainable residual.
 * m */
double tml_mechanism_extent(const tml_system *system, const double *q);
/* Unit of the multiplier of a row in minimum-norm reactions: forces as they are, torques divided by the size. */
static inline double tml_row_unit(const tml_system *system, int row)
{
    return system->size / system->rows[row].scale;
}
/* The body that two joints have in common, of which the other bodies are seen to move; -1: none. */
static inline int tml_joints_carrier(const tml_joint *one, const tml_joint *two)
{
    return one->body1 == two->body1 || one->body1 == two->body2   ? one->body1
           : one->body2 == two->body1 || one->body2 == two->body2 ? one->body2
                                                                  : -1;
}
/* The law of friction of teeth, behind what pushes them apart; -1: none. */
static inline int tml_tooth_loss(const tml_joint *joint)
{
    return joint->added_law_count > 1 ? joint->first_added_law + 1 : -1;
}
/* Terms of the first row of a joint, whether that is rigid or compliant. */
static inline const tml_terms *tml_joint_terms(const tml_system *system, const tml_joint *joint)
{
    return joint->row_count ? &system->rows[joint->first_row].terms : &system->laws[joint->first_law].terms;
}
/* Whether a sum of terms, or the relation that takes its place, is an angle; of a sum as its first term. */
static inline bool tml_terms_turn(const tml_system *system, const tml_terms *terms)
{
    return terms->relation ? system->relations[terms->relation - 1].lengths == 0
                           : system->measures[system->terms[terms->first].measure].is_rotation;
}
/* What their value is small against: the size of the mechanism, or 1 rad. */
double tml_terms_scale(const tml_system *system, const tml_terms *terms);
/* size and mass of the bodies of a resolved model, in an analysis (NULL: none); scales of rows. */
void tml_system_find_size(tml_system *system, tml_resolved *resolved, const tml_element *analysis);
void tml_system_find_row_scales(tml_system *system);

/* Number of Jacobian blocks of the first `rows` rows. */
int tml_system_blocks(const tml_system *system, int rows);

/* ---- joints as a graph ---- */

/* Union-find: the root of the component of i, where parent[i] leads to it and a root is its own parent; paths are
 * compressed. */
int tml_component_root(int *parent, int i);
/* Number of independent loops: joints with rows - moving bodies reached + connected components. */
int tml_system_loops(const tml_system *system, tml_arena *arena);

/* The spanning tree of all joints, compliant ones included: the same (nb - 1) branches for any treatment of rows. */
const tml_branch *tml_system_tree_with_compliant(const tml_system *system, tml_arena *arena);
/* The spanning tree of rigid joints in which a body without one is a free child of the body at the other end of its
 * compliant joint or force element (for a particle there: of that particle's own carrier): (nb - 1) branches. In a
 * relative equilibrium all its coordinates are constant, except those that rotate or slide steadily. */
const tml_branch *tml_system_tree_with_carriers(const tml_system *system, tml_arena *arena);

/* Cost of the loops in relative coordinates. */
typedef struct {
    int rows;                /* of cut joints and drivers */
    double path_coordinates; /* joint coordinates on the paths of rows, summed over rows */
    double couplings;        /* pairs of rows that share a joint coordinate, summed over coordinates */
} tml_tree_cost;

tml_tree_cost tml_system_tree_cost(const tml_system *system, tml_arena *arena);
