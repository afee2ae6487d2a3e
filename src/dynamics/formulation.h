/* formulation.h - the equations of motion of a system in coordinates of a formulation's own: one struct between mechanics
 * and analyses.
 *
 * q' = N(q) v,  v' = a(t, q, v)   on   phi(t, q) = 0, phidot = 0.
 * Whatever the coordinates, bodies are placed from them in `work`, where measures, forces and constraints are evaluated, and
 * accelerations of the bodies and multipliers of the rows come out: everything reported is made of those.
 * each is one file below src/dynamics/.
 */
#pragma once
#include "dynamics/kkt/kkt_system.h"
#include "dynamics/massless/massless.h"

typedef enum {
    TML_STABILIZE_PROJECTION,
    TML_STABILIZE_DIRECT, /* direct violation correction */
    TML_STABILIZE_BAUMGARTE,
    TML_STABILIZE_NONE
} tml_stabilize;

typedef struct {
    tml_stabilize way;
    double alpha, beta; /* Baumgarte: phi'' + 2 alpha phi' + beta^2 phi = 0 */
    tml_metric metric;  /* of projection and of direct correction */
    double tolerance;   /* of projection: the largest position residual, as a part of the mechanism's size (or rad) */
    double violation;   /* of direct correction: what is left alone, m or rad, and per second */
} tml_stabilization;

typedef struct tml_formulation_class tml_formulation_class;

typedef struct {
    const tml_formulation_class *class;
    const tml_system *system;
    tml_workspace *work;
    tml_massless *massless; /* motions without inertia that rows leave free; NULL: none */
    tml_stabilization stabilization;
    int rank;                        /* of the rigid rows of the system, from assembly */
    int nq, nv;                      /* its own coordinates and speeds */
    int rows, own_rank;              /* constraints among them, and how many are independent */
    const double *phi, *phidot;      /* (rows) of the state last constrained */
    const double *row_scale;         /* (rows) what they are small against: the size of the mechanism, 1 rad */
    double *scale;                   /* (nq + nv) the same for its own coordinates and speeds, once */
    bool scaled;                     /* they were asked for: tml_equations_scales */
    double *step, *across, *product; /* (nv), (nv), (rows) for projection */
    double *udot;                    /* (nv) accelerations in its own coordinates, of the last evaluation */
    double *a;                       /* (system->nv) accelerations of the bodies */
    double *lambda;        /* (rigid_row_count) multipliers: held rows after an evaluation, all after a report */
    int held;              /* rows whose multipliers an evaluation finds */
    tml_kkt_system *least; /* of all rigid rows, where some are redundant and not all are held; NULL */
    double *balanced;      /* (rigid_row_count) multipliers of least norm there */
    double *force;         /* (system->nv) */
    double *none;          /* (rigid_row_count) zeros */
    double *orientation;   /* (system->nq) space: last accepted, the sign of quaternions follows it */
    bool counts_turns;     /* plane: angles of bodies are counted from `orientation`, too */
    const char *words;     /* "absolute coordinates" */
    const char *solver;    /* how linear equations are solved, in words */
    tml_schur *schur;      /* of its own rows, as last factored; NULL: none */
    bool serves;           /* the factors of an evaluation serve `correct`, too */
    bool at_hand;          /* there are factors, made at */
    double *factored_q;    /* (nq) */
    double slack; /* error of projection along the constraints that does no harm, as a part of lengths and speeds */
    tml_arena *arena;
    long evaluations;
} tml_equations;

/* What a formulation must be able to do. q, v are its own coordinates and speeds; functions that return int give 0, +1 (cannot
 * be done here: a smaller step may help) or -1. */
struct tml_formulation_class {
    const char *name, *doc;
    const tml_formulation_class *unreduced; /* what `reduce: false` takes instead; NULL: it has no effect */
    bool by_option;                         /* chosen in a model by an option of another formulation, not by its name */
    tml_treatment_kind treatment;           /* of the rows of the system it works on */
    bool of_particles;                      /* bodies are made of particles */
    /* NULL with messages at `place` when it cannot express the system. */
    tml_equations *(*make)(const tml_system *system, int rank, tml_stabilization stabilization, tml_place place,
                           tml_arena *arena, tml_log *log);
    /* Own coordinates of bodies at q, v: work holds that state, all measures evaluated. */
    void (*enter)(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v);
    /* Bodies of work from own coordinates. */
    void (*place)(tml_equations *e, double t, const double *q, const double *v);
    /* udot, a, lambda of held rows. */
    int (*solve)(tml_equations *e, double t, const double *q, const double *v);
    /* lambda of the other rigid rows, of what was just solved: work holds G of all. NULL: all rows are held. */
    int (*recover)(tml_equations *e);
    void (*rate)(const tml_equations *e, const double *q, const double *v, double *qdot);
    /* Its constraints C at a state: phi, phidot. */
    void (*constrain)(tml_equations *e, double t, const double *q, const double *v);
    /* Factors for `correct`, of what was last constrained. */
    int (*factor)(tml_equations *e);
    /* The smallest change d (nv) with C d = -from; factors stand. */
    int (*correct)(tml_equations *e, const double *from, double *d);
    /* y (rows) = C d */
    void (*times)(tml_equations *e, const double *d, double *y);
    /* q moved by a displacement d (nv), quaternions made unit ones; small changes of q as displacements, and back. */
    void (*displace)(const tml_equations *e, const double *d, double *q);
    void (*to_displacement)(const tml_equations *e, const double *q, const double *dq, double *d);
    void (*to_coordinates)(const tml_equations *e, const double *q, const double *d, double *dq);
    /* (nq + nv) what a change counts in: 1 for angles, the size of the mechanism for lengths. */
    void (*scales)(const tml_equations *e, double *scale);
};

extern const tml_formulation_class *const tml_formulation_classes[];
extern const int tml_formulation_class_count;
const tml_formulation_class *tml_formulation_find(const char *name); /* NULL: no such kind */
/* The name of the i-th that a model can choose; NULL behind the last. */
const char *tml_formulation_name(int i);
/* Those that `auto` chooses among. */
extern const tml_formulation_class tml_formulation_absolute, tml_formulation_joint, tml_formulation_implicit;

/* What all formulations have; `size` bytes, tml_equations first. Then, when its numbers of coordinates and rows are known, what
 * depends on those; `held`: rows of the system whose multipliers `solve` finds. */
void tml_equations_size(tml_equations *e, int nq, int nv, int rows, int own_rank, int held);
void *tml_equations_make(size_t size, const tml_formulation_class *class, const tml_system *system, int rank,
                         tml_stabilization stabilization, tml_arena *arena);
/* Own coordinates of a state of the bodies at time t. */
void tml_equations_enter(tml_equations *e, double t, const double *bodies_q, const double *bodies_v, double *q,
                         double *v);
/* The bodies' coordinates at q, v. */
void tml_equations_leave(tml_equations *e, double t, const double *q, const double *v, double *bodies_q,
                         double *bodies_v);
/* A step was accepted: angles and quaternions are counted on from here. True: bodies are placed and measured for it. */
bool tml_equations_accept(tml_equations *e, double t, const double *q, const double *v);
int tml_equations_solve(tml_equations *e, double t, const double *q, const double *v);
/* Everything that is reported: accelerations of all bodies, multipliers of all rigid rows, all measures. */
int tml_equations_report(tml_equations *e, double t, const double *q, const double *v);
/* (nq + nv) what changes of its own coordinates and speeds are small against: the size of the mechanism, 1 rad. */
const double *tml_equations_scales(tml_equations *e);
/* Baumgarte's part of the right side of G a = right, where that is the stabilization. */
void tml_equations_stabilize(const tml_equations *e, double *right);
/* The largest of residuals (rows), or of their rates, as a length: of angles times the size of the mechanism. */
double tml_equations_opening(const tml_equations *e, const double *residual);
/* Brings q, then v, onto the constraints by the smallest change. 0, or +1 when it does not get there. */
int tml_equations_project(tml_equations *e, double t, double *q, double *v);
/* What the stabilization does to the state after a step: projection, direct correction, or nothing. */
int tml_equations_restore(tml_equations *e, double t, double *q, double *v);
/* Splits small changes of q and v into their parts along the constraints (left in dq, dv) and across them. 0, or +1. */
int tml_equations_split(tml_equations *e, double t, const double *q, const double *v, double *dq, double *dv,
                        double *across_q, double *across_v);
/* The fastest that some point of a body may go, as bodies were placed last: sizes of the mechanism in a second. */
double tml_equations_speed(const tml_equations *e);
/* Largest of |x|; NaN if there is one. */
double tml_largest(const double *x, int n);
/* G, phi and the rest of the held rows at what work's bodies are. */
void tml_equations_constraints(tml_equations *e);
