/* formulation.h - equations of motion in the coordinates of a formulation: the interface between mechanics and analyses.
 *
 * q' = N(q) v,  v' = a(t, q, v)   subject to   phi(t, q) = 0, phidot = 0.
 * Whatever its coordinates, a formulation computes the poses and velocities of the bodies in `work`, where measures, forces and
 * constraints are evaluated, and returns accelerations of the bodies and multipliers of the rows. All results derive from these.
 * Each formulation is one file below src/dynamics/.
 */
#pragma once
#include "dynamics/kkt/kkt_system.h"
#include "dynamics/massless/massless.h"
#include "dynamics/result_laws.h"

typedef enum {
    TML_STABILIZE_PROJECTION,
    TML_STABILIZE_DIRECT, /* direct violation correction */
    TML_STABILIZE_BAUMGARTE,
    TML_STABILIZE_NONE
} tml_stabilize;

typedef struct {
    tml_stabilize method;
    double alpha, beta; /* Baumgarte: phi'' + 2 alpha phi' + beta^2 phi = 0 */
    tml_metric metric;  /* of projection and of direct correction */
    double tolerance; /* of projection: the largest position residual, relative to the size of the mechanism (or rad) */
    double violation; /* of direct correction: residuals below this are not corrected, m or rad, and per second */
} tml_stabilization;

typedef struct tml_formulation_class tml_formulation_class;

typedef struct {
    const tml_formulation_class *class;
    const tml_system *system;
    /* What more can be asked of it, by its coordinates; NULL: they are others. */
    struct tml_absolute *absolute; /* tangents, the DAE form, equilibrium of massless bodies (absolute/absolute.h) */
    struct tml_relative *relative; /* the spanning tree, matrices in joint coordinates (tree/relative.h) */
    tml_workspace *work;
    tml_massless *massless;       /* motions without inertia that the rows leave free; NULL: none */
    tml_result_laws *result_laws; /* force laws that depend on reactions and accelerations; NULL: none */
    tml_stabilization stabilization;
    int rank;                        /* of the rigid rows of the system, from assembly */
    int nq, nv;                      /* generalized coordinates and velocities of this formulation */
    int rows, own_rank;              /* constraints between them, and how many are independent */
    const double *phi, *phidot;      /* (rows) at the state last passed to evaluate_constraints */
    const double *row_scale;         /* (rows) characteristic magnitudes: the size of the mechanism, 1 rad */
    double *scale;                   /* (nq + nv) the same for coordinates and velocities, computed once */
    bool scaled;                     /* scale is computed: tml_equations_scales */
    double *step, *across, *product; /* (nv), (nv), (rows) for projection */
    double *udot;                    /* (nv) generalized accelerations of the last evaluation */
    double *a;                       /* (system->nv) accelerations of the bodies */
    double *lambda;    /* (rigid_row_count) multipliers: of enforced rows after an evaluation, of all after a report */
    int enforced_rows; /* rows whose multipliers an evaluation computes */
    tml_kkt_system *kkt_all_rows; /* of all rigid rows, where some are redundant and not all are enforced; NULL */
    double *minimum_norm;         /* (rigid_row_count) minimum-norm multipliers of that system */
    double *force;                /* (system->nv) */
    double *zeros;                /* (rigid_row_count) */
    double *columns;         /* (n x (nv + system->nv + enforced_rows)) responses to forces that depend on results */
    double *orientation;     /* (system->nq) last accepted; in space the signs of quaternions follow it */
    bool counts_revolutions; /* plane: angles of bodies are unwrapped from `orientation` too */
    const char *description; /* "absolute coordinates" */
    const char *solver;      /* how the linear equations are solved, for the user */
    tml_schur *schur;        /* of its own rows, as last factored; NULL: none */
    bool reuses_factors;     /* `correct` may reuse the factors of an evaluation */
    bool has_factors;        /* factors exist, computed at */
    double *factored_q;      /* (nq) */
    double slack; /* tolerated error of projection along the constraints, relative to lengths and velocities */
    tml_arena *arena;
    long solutions; /* found so far, of any kind: what the latest of them left is valid until the next */
    long evaluations;
} tml_equations;

/* Operations of a formulation. q, v are its own coordinates and velocities. Functions that return int give 0, +1
 * (impossible here: a smaller step may help) or -1. */
struct tml_formulation_class {
    const char *name, *doc;
    const tml_formulation_class *unreduced; /* what `reduce: false` takes instead; NULL: it has no effect */
    bool by_option;                         /* chosen in a model by an option of another formulation, not by its name */
    tml_treatment_kind treatment;           /* of the rows of the system it works on */
    bool of_particles;                      /* bodies are replaced by particles */
    bool has_dae;                           /* in absolute coordinates: integrators that solve a DAE can take it */
    /* NULL, with messages at `place`, if it cannot express the system. */
    tml_equations *(*make)(const tml_system *system, int rank, tml_stabilization stabilization, tml_place place,
                           tml_arena *arena, tml_log *log);
    /* Generalized coordinates of the bodies' state; work holds that state with all measures evaluated. */
    void (*from_bodies)(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v);
    /* Poses and velocities of the bodies, in work, from the generalized coordinates. */
    void (*place_bodies)(tml_equations *e, double t, const double *q, const double *v);
    /* udot, a, lambda of enforced rows. */
    int (*solve)(tml_equations *e, double t, const double *q, const double *v);
    /* The same for other values of forces that depend on results, at the state just solved. NULL: as `solve`. */
    int (*solve_forces)(tml_equations *e);
    /* What a load on the bodies (system->nv) adds to udot, a and lambda of enforced rows, by the factors of the state just solved. False: these
     * do not tell. NULL: never. */
    bool (*respond)(tml_equations *e, const double *load, double *udot, double *a, double *lambda);
    /* lambda of the other rigid rows at the state just solved; work holds G of all. NULL: all rows are enforced. */
    int (*recover)(tml_equations *e);
    void (*rate)(const tml_equations *e, const double *q, const double *v, double *qdot);
    /* phi, phidot of its constraints at a state; C is their Jacobian. */
    void (*evaluate_constraints)(tml_equations *e, double t, const double *q, const double *v);
    /* Factors for `correct`, at the state last passed to evaluate_constraints. */
    int (*factor)(tml_equations *e);
    /* The minimum-norm change d (nv) with C d = -from, by the present factors. */
    int (*correct)(tml_equations *e, const double *from, double *d);
    /* y (rows) = C d */
    void (*jacobian_times)(tml_equations *e, const double *d, double *y);
    /* q moved by a displacement d (nv), quaternions normalized; small changes of q as displacements, and back. */
    void (*displace)(const tml_equations *e, const double *d, double *q);
    void (*to_displacement)(const tml_equations *e, const double *q, const double *dq, double *d);
    void (*to_coordinates)(const tml_equations *e, const double *q, const double *d, double *dq);
    /* (nq + nv) characteristic magnitudes: 1 for angles, the size of the mechanism for lengths. */
    void (*scales)(const tml_equations *e, double *scale);
};

extern const tml_formulation_class *const tml_formulation_classes[];
extern const int tml_formulation_class_count;
const tml_formulation_class *tml_formulation_find(const char *name); /* NULL: no such kind */
/* The name of the i-th that a model can choose; NULL behind the last. */
const char *tml_formulation_name(int i);
/* Those that `auto` chooses among. */
extern const tml_formulation_class tml_formulation_absolute, tml_formulation_joint, tml_formulation_implicit;

/* What all formulations share; `size` bytes, tml_equations first. Then, once the numbers of coordinates and rows are
 * known, the arrays of these sizes; `enforced_rows`: rows of the system whose multipliers `solve` computes. */
void tml_equations_set_dimensions(tml_equations *e, int nq, int nv, int rows, int own_rank, int enforced_rows);
void *tml_equations_make(size_t size, const tml_formulation_class *class, const tml_system *system, int rank,
                         tml_stabilization stabilization, tml_arena *arena);
/* Generalized coordinates of a state of the bodies at time t. */
void tml_equations_from_bodies(tml_equations *e, double t, const double *bodies_q, const double *bodies_v, double *q,
                               double *v);
/* State of the bodies at q, v. */
void tml_equations_to_bodies(tml_equations *e, double t, const double *q, const double *v, double *bodies_q,
                             double *bodies_v);
/* The same of the state last placed. */
void tml_equations_placed_bodies(const tml_equations *e, double *bodies_q, double *bodies_v);
/* A step was accepted: angles and signs of quaternions are continued from here. True: bodies and measures are evaluated
 * for it. */
bool tml_equations_accept(tml_equations *e, double t, const double *q, const double *v);
int tml_equations_solve(tml_equations *e, double t, const double *q, const double *v);
/* Results as a function of the forces of interactions and of laws that depend on results, for the present modes; V (NULL: not wanted): udot
 * without them, then per unit of each, (nv x (1 + n)) by columns. */
int tml_equations_affine(tml_equations *e, double t, const double *q, const double *v, tml_affine_results *affine,
                         double *V);
/* Everything reported: accelerations of all bodies, multipliers of all rigid rows, all measures. */
int tml_equations_report(tml_equations *e, double t, const double *q, const double *v);
/* The same after tml_equations_solve, where no force depends on results. */
int tml_equations_recover(tml_equations *e);
/* (nq + nv) characteristic magnitudes of coordinates and velocities: the size of the mechanism, 1 rad. */
const double *tml_equations_scales(tml_equations *e);
/* Adds Baumgarte's terms to the right-hand side of G a = right, if that is the stabilization. */
void tml_equations_add_baumgarte(const tml_equations *e, double *right);
/* The largest of the residuals (rows), or of their rates, as a length: those of angles times the size of the mechanism. */
double tml_equations_largest_residual(const tml_equations *e, const double *residual);
/* Projects q, then v, onto the constraints by the smallest change. 0, or +1 if it does not converge. */
int tml_equations_project(tml_equations *e, double t, double *q, double *v);
/* Stabilization after a step: projection, direct correction, or nothing. */
int tml_equations_stabilize(tml_equations *e, double t, double *q, double *v);
/* Splits small changes of q and v into their components tangent to the constraints (left in dq, dv) and normal to them.
 * 0, or +1. */
int tml_equations_split(tml_equations *e, double t, const double *q, const double *v, double *dq, double *dv,
                        double *across_q, double *across_v);
/* Upper bound of the speed of any point of a body at the state last placed: sizes of the mechanism per second. */
double tml_equations_max_speed(const tml_equations *e);
/* max |x_i|; NaN if any is NaN. */
double tml_max_norm(const double *x, int n);
/* G, phi, phidot, gamma of the enforced rows for the bodies' state in work. */
void tml_equations_constraints(tml_equations *e);
