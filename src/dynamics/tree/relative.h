/* relative.h - relative (joint) coordinates of a spanning tree, loops closed by cut joints:
 *
 * [M C'; C 0] [u'; -lambda] = [V'(Q - M a); gamma - G a],  M = V'MV, C = G V,  a: accelerations of the bodies without u'
 *
 * with M = L L': z = L' u, Z = C L^-T, in which the mass matrix is the identity. A tml_inertia determines how L is obtained: by the
 * articulated-body recursion, or from dense matrices of bodies or of particles.
 */
#pragma once
#include "dynamics/formulation.h"
#include "dynamics/kkt/schur_complement.h"
#include "dynamics/tree/spanning_tree.h"

typedef struct tml_relative tml_relative;

typedef struct {
    void (*make)(tml_relative *j); /* allocates its workspace and j->schur */
    /* L, Z and the factors of Z Z' for the bodies placed last, from work's G; z of work's forces minus the inertia
     * forces of C, if z is not NULL. 0, +1, -1. */
    int (*factor)(tml_relative *j, double *z);
    /* u = L^-T z, and tree->A = V u; with_c: C is added to A. */
    void (*forward_pass)(tml_relative *j, const double *z, bool with_c, double *u);
    /* z = L^-1 V' of a load on the bodies, by the present L; NULL: only with a factorization. */
    void (*project)(tml_relative *j, const double *load, double *z);
    /* Corrects the multipliers once e->udot is known; NULL: nothing to correct. */
    void (*correct_multipliers)(tml_relative *j);
} tml_inertia;

struct tml_relative {
    tml_equations e;
    tml_spanning *tree;
    tml_schur *schur;
    const tml_inertia *inertia;
    void *own;           /* workspace of the inertia */
    double *z;           /* (nv) */
    double *right;       /* (rows) */
    double *multipliers; /* (rows) */
    double *loads;       /* (nb x n) on the links, in a pass to the ground */
    double *wrench;      /* (nb x n) wrenches in the joints of the tree, if reactions are asked for */
};

tml_relative *tml_relative_make(const tml_formulation_class *class, const tml_inertia *inertia,
                                const tml_system *system, int rank, tml_stabilization stabilization, tml_arena *arena);

void tml_relative_from_bodies(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v);
void tml_relative_place_bodies(tml_equations *e, double t, const double *q, const double *v);
int tml_relative_solve_forces(tml_equations *e);
bool tml_relative_respond(tml_equations *e, const double *load, double *udot, double *a, double *lambda);
int tml_relative_solve(tml_equations *e, double t, const double *q, const double *v);
void tml_relative_rate(const tml_equations *e, const double *q, const double *v, double *qdot);
void tml_relative_evaluate_constraints(tml_equations *e, double t, const double *q, const double *v);
int tml_relative_factor(tml_equations *e);
int tml_relative_correct(tml_equations *e, const double *from, double *d);
void tml_relative_jacobian_times(tml_equations *e, const double *d, double *y);
void tml_relative_displace(const tml_equations *e, const double *d, double *q);
void tml_relative_to_displacement(const tml_equations *e, const double *q, const double *dq, double *d);
void tml_relative_to_coordinates(const tml_equations *e, const double *q, const double *d, double *dq);
void tml_relative_scales(const tml_equations *e, double *scale);

#define TML_RELATIVE_METHODS                                                                                           \
    .treatment = TML_TREE, .from_bodies = tml_relative_from_bodies, .place_bodies = tml_relative_place_bodies,         \
    .solve = tml_relative_solve, .solve_forces = tml_relative_solve_forces, .respond = tml_relative_respond,           \
    .rate = tml_relative_rate, .evaluate_constraints = tml_relative_evaluate_constraints,                              \
    .factor = tml_relative_factor, .correct = tml_relative_correct, .jacobian_times = tml_relative_jacobian_times,     \
    .displace = tml_relative_displace, .to_displacement = tml_relative_to_displacement,                                \
    .to_coordinates = tml_relative_to_coordinates, .scales = tml_relative_scales

/* Dense: M = V'MV of rigid bodies, for trees with joints that move no inertia (massless bodies). */
extern const tml_inertia tml_inertia_bodies;
