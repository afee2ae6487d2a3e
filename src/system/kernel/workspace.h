/* workspace.h - everything computed from a state: kinematics of bodies, measures, Jacobian blocks, forces.
 *
 * Allocated once; evaluation allocates nothing.
 */
#pragma once
#include "contact/feature.h"
#include "system/system.h"

/* An input that changes with time by a polynomial: value + sum_k rate[k - 1] (t - from)^k/k!. */
enum { TML_COURSE_ORDER = 3 };
typedef struct tml_input_course {
    int input, order; /* of the system; 0: it keeps the value that it has */
    double from, value, rate[TML_COURSE_ORDER];
} tml_input_course;

typedef struct {
    double x, y, phi, c, s, vx, vy, w;
} tml_motion2;

typedef struct {
    tml_vec3 x, v, w; /* centre of mass, its velocity, angular velocity: ground axes */
    tml_vec3 w_B;     /* angular velocity, body axes */
    tml_mat3 R;       /* R_GB */
} tml_motion3;

typedef struct {
    const tml_system *system;
    double t;
    tml_motion2 *motion2; /* (nb) plane */
    tml_motion3 *motion3; /* (nb) space */
    double *value;        /* (measure_count) s */
    double *rate;         /* (measure_count) s' */
    double *bias;         /* (measure_count) s'' - J a */
    double *J;            /* (measure_count x 2 nvb) */
    double *coefficient;  /* (term_count) of rows and laws: constant, or of a relation dF/dm */
    tml_jet *relations;   /* (relation_count) s, s', s'' - J a */
    double *drift;        /* (relation_count) ds/dt, part of s' where nothing moves */
    double *
        unwrapped; /* (measure_count) angle at the last accepted step, from which angles are unwrapped; of a direction less what its
                             reference has rotated; of curves the panel from which feet are searched, 0: none is known */
    int *foot;      /* (measure_count) of curves: the panel in which the point's foot is (contact/wire.h) */
    int *face;      /* (measure_count) of gaps and slips of sharp corners: the face they are held on, from 1; 0: none */
    double *inputs; /* (input_count) of expressions; varying parameters and states keep the values put here */
    const struct tml_input_course *courses; /* (course_count) of varying parameters that change with time; NULL */
    int course_count;
    double *expression;          /* work array of expressions */
    tml_jet *relation_inputs;    /* (2 input_count) of relations, and derivatives by them; NULL: there are none */
    double *force;               /* (law_count) f */
    double *weight;              /* (nv) gravity on the bodies */
    double *Q;                   /* (nv) applied forces, gravity and gyroscopic terms */
    double *G;                   /* (assembly_block_count x nvb) */
    double *phi;                 /* (assembly_row_count) */
    double *phidot;              /* (assembly_row_count) */
    double *gamma;               /* (assembly_row_count) right-hand side of G a = gamma */
    double *motion;              /* (assembly_row_count x 3) target, its first and second time derivative */
    tml_interaction_mode *modes; /* (interaction_count) */
    const bool *
        idle; /* (measure_count) gaps and slips that need no evaluation now, whose laws are zero; NULL: all are evaluated */
    const bool *
        of_tree; /* (measure_count) angles of hinges whose values and Jacobians are known where a spanning tree has placed the bodies; NULL: none */
    bool placed_by_tree;            /* it has placed them last: these are not evaluated again */
    const tml_result_law *unsolved; /* of force laws that depend on results: one without a solution; NULL: none */
    double potential, power;        /* of conservative forces; of the others, without drivers */
} tml_workspace;

tml_workspace *tml_workspace_make(const tml_system *system, tml_arena *arena);
/* Resets varying parameters to their values in the model, and states to those at the start. */
void tml_workspace_parameters(tml_workspace *work);
/* States of the user's (state_count): from now on expressions see these. Their rates; needs forces. */
void tml_workspace_set_states(tml_workspace *work, const double *x);
void tml_workspace_state_rates(tml_workspace *work, double *rate);

/* Poses and velocities of the bodies from q and v. */
void tml_workspace_set_state(tml_workspace *work, double t, const double *q, const double *v);
/* Measures first ... last - 1: value, Jacobian, rate, bias. */
void tml_workspace_measure(tml_workspace *work, int first, int last);
/* Value, rate and bias of a sum of terms, or of the relation that takes its place. */
tml_jet tml_workspace_sum(const tml_workspace *work, const tml_terms *terms);
/* Of the gap of a point from edges, which has kinks at their ends, or jumps of its curvature: how near to an end the point is at it; 0: of
 * others. */
double tml_measure_corner(const tml_system *system, int measure);
/* Of such a gap at zero: the face, from 1, that is touched; 0: none is near; -1: at a corner, past which the bodies slide. */
int tml_workspace_find_face(const tml_workspace *work, int measure, double slow);
/* The same of all places of two polyhedra, of which the measure is the first gap (contact/feature.h): features that touch; the least gap of two edges
 * that do not. */
int tml_workspace_find_features(const tml_workspace *work, int measure, const tml_feature_search *search,
                                tml_feature *list, int held, int most);
double tml_workspace_watch_edges(const tml_workspace *work, int measure, const int *kept, int kept_count, double lowest,
                                 double *rate);
/* Of a gap that is held, in space: its feature. */
tml_feature tml_workspace_feature(const tml_workspace *work, int measure, double slow);
/* Of such a gap that is held on a face, and at its end: whether it does not move off. */
bool tml_workspace_stays_on_face(const tml_workspace *work, int measure, double slow);
/* Of such a gap that is held on a face: from the foot of the point to the nearer end of it. */
double tml_workspace_room(const tml_workspace *work, int measure);
/* Of the same: how long it stays near the face, at the present speed. */
double tml_workspace_stay(const tml_workspace *work, int measure);
/* Curvatures of both surfaces where a gap in the plane is, together, 1/m. */
double tml_workspace_curvature(const tml_workspace *work, int measure);
/* Whether two such gaps that are held are one: a corner on a corner, each on the face of the other, and these lie on each other. */
bool tml_workspace_same_touch(const tml_workspace *work, int measure, int other);
/* Of a gap in space: where it is touched, on the first body, and how fast that place moves. */
tml_vec3 tml_workspace_touching_place(const tml_workspace *work, int measure, tml_vec3 *speed);
/* Of the same, where a circle touches: the gap at the second of its places. */
double tml_workspace_second_gap(const tml_workspace *work, int measure);
/* Estimate of the natural frequency, 1/s: from the potential energy and from the stiffest spring. 0: neither. Needs
 * forces. */
double tml_natural_rate(const tml_workspace *work);
/* Inputs of expressions from the measures. */
void tml_workspace_read_inputs(tml_workspace *work);
/* Inputs, force laws and Q; needs the active measures. */
void tml_workspace_forces(tml_workspace *work);
/* Energy in stores that states have, and the power that flows into them: parts of the potential and of the power. */
void tml_workspace_state_stores(const tml_workspace *work, double *energy, double *power);
/* Targets of the first `rows` rows at time t, then their G, phi, phidot, gamma; needs the active measures. */
void tml_workspace_constraints(tml_workspace *work, int rows);
/* The same of rows from..rows - 1: the others are there. */
void tml_workspace_constraints_from(tml_workspace *work, int from, int rows);
/* Complete evaluation at a state: bodies, active measures, constraints, forces. */
void tml_workspace_evaluate(tml_workspace *work, double t, const double *q, const double *v);
/* How far the body has rotated that a direction is unwrapped from; in space, how far its hinge says. */
static inline double tml_bearing_reference(const tml_workspace *work, const tml_measure *m)
{
    if (work->system->space)
        return m->turns.coefficient == 0 ? 0
                                         : m->turns.coefficient * (work->value[m->turns.measure] - m->reference_angle);
    return m->reference ? work->motion2[m->reference].phi - m->reference_angle : 0;
}
/* What tells whether an axis of a joint is reversed: 1, or less than 1/2. */
double tml_workspace_guard(const tml_workspace *work, int guard);
/* Angles are unwrapped from here on. */
void tml_workspace_accept_angles(tml_workspace *work);

/* Target and its first and second time derivative at the time of work: a constant and a function of t (NULL: none). */
void tml_workspace_target(tml_workspace *work, double constant, const tml_target *motion, double out[3]);
/* The same system whose drivers of speeds and accelerations start at a state, with panels of quadrature to the time `end`; the system
 * itself where there are none. unwrapped (NULL: none): of its measures. as_given: entries of `initial` say where they start. */
typedef struct {
    double t, end;
    const double *q, *v, *unwrapped;
    bool as_given;
} tml_target_start;
const tml_system *tml_system_start_targets(const tml_system *system, const tml_target_start *from, tml_arena *arena);

/* Subtracts the gyroscopic torque of a rigid body, contained in Q, from forces Q (6) on it. */
void tml_workspace_subtract_gyroscopic(const tml_workspace *work, int body, double *Q);

/* Power of all non-conservative forces, by the multipliers of the rows, and of drivers. */
double tml_workspace_power(const tml_workspace *work, const double *lambda);
/* Power that friction takes; needs forces. */
double tml_workspace_friction_power(const tml_workspace *work);
double tml_workspace_kinetic(const tml_workspace *work);
/* Whether some row of a joint is a spring. */
bool tml_joint_is_compliant(const tml_system *system, int joint);
/* Opening of a joint, m, and rotation, rad, along its compliant rows; false: it has none. */
bool tml_joint_opening(const tml_workspace *work, int joint, double *opening, double *rotation);
/* w[nv] += G' x for the first `rows` rows */
void tml_workspace_add_Gt(const tml_workspace *work, int rows, const double *x, double *w);
/* sum_j += |f J_j| / unit_j over all force laws, and rows with multipliers lambda: what forces on a coordinate are small against; of an
 * expression what adds up in it, sum |df/dx x|. unit NULL: 1; gradient (inputs): work. */
void tml_workspace_add_magnitudes(const tml_workspace *work, int rows, const double *lambda, const double *unit,
                                  double *gradient, double *sum);
/* y[rows] = G w */
void tml_workspace_G(const tml_workspace *work, int rows, const double *w, double *y);
/* s' of a term for velocities v[nv], or its change by displacements */
double tml_workspace_term_rate(const tml_workspace *work, tml_term term, const double *v);
/* force[nv] += f ds/dq of a term */
void tml_workspace_add_term(const tml_workspace *work, tml_term term, double f, double *force);
/* The same of a sum of terms, or of the relation that takes its place. */
void tml_workspace_add_terms(const tml_workspace *work, const tml_terms *terms, double f, double *force);
/* J v of a sum of terms, or of the relation that takes its place */
double tml_workspace_terms_rate(const tml_workspace *work, const tml_terms *terms, const double *v);
/* s'' of a term for accelerations a[nv] */
double tml_workspace_term_acceleration(const tml_workspace *work, tml_term term, const double *a);
/* The same of a sum of terms, or of the relation that takes its place. */
double tml_workspace_terms_acceleration(const tml_workspace *work, const tml_terms *terms, const double *a);

/* The forces of interactions that rows hold, from the multipliers (rigid_row_count): for what is reported. */
void tml_workspace_take_held(const tml_workspace *work, const double *lambda);
/* Force of the stops of a joint coordinate along it. */
double tml_workspace_limit_force(const tml_workspace *work, int limit);
/* How far the coordinate is beyond its limits; below zero: within. */
double tml_workspace_limit_excess(const tml_workspace *work, int limit);

/* q after a small displacement d[nv] (translations, rotations about body axes); normalizes quaternions. */
void tml_system_displace(const tml_system *system, const double *d, double *q);
/* Gives the quaternions of q their length 1; a plane system has none. */
void tml_system_unit_quaternions(const tml_system *system, double *q);
/* rate of q: plane v; space translations and q_GB w_B / 2 */
void tml_system_rate(const tml_system *system, const double *q, const double *v, double *qdot);
/* y = M x */
void tml_system_times_mass(const tml_system *system, const double *x, double *y);
/* The same without the substitute inertia of ignorable rotations. */
void tml_system_times_own_mass(const tml_system *system, const double *x, double *y);
/* y = M^-1 x of one body; zero where it has no mass or inertia. y may be x. */
static inline void tml_mass_divide(const tml_system *system, int body, const double *x, double *y)
{
    const tml_mass *b = &system->masses[body];
    const double m = b->inverse_mass;
    if (!system->space) {
        y[0] = x[0] * m, y[1] = x[1] * m, y[2] = x[2] * b->inverse_inertia.m[2][2];
    } else {
        const tml_vec3 w = tml_rotate(&b->inverse_inertia, (tml_vec3){x[3], x[4], x[5]});
        y[0] = x[0] * m, y[1] = x[1] * m, y[2] = x[2] * m;
        y[3] = w.x, y[4] = w.y, y[5] = w.z;
    }
}
