/* relative.h - relative coordinates of a spanning tree, loops closed by cut joints:
 *
 * [M C'; C 0] [u'; -lambda] = [V'(Q - M a); gamma - G a],  M = V'MV, C = G V,  a: accelerations of the bodies without u'
 *
 * with M = L L': z = L' u, Z = C L^-T, in which the mass matrix is the identity. What L is, and how it comes about, is the choice
 * of a tml_inertia: recursion over the tree, or dense matrices of bodies or of particles.
 */
#pragma once
#include "dynamics/formulation.h"
#include "dynamics/kkt/schur_complement.h"
#include "dynamics/tree/spanning_tree.h"

typedef struct tml_relative tml_relative;

typedef struct {
    void (*make)(tml_relative *j); /* what it needs, and j->normal */
    /* L, Z and the factors of Z Z' at what was placed, from work's G; z of work's forces less what C needs, where z is not
     * NULL. 0, +1, -1. */
    int (*factor)(tml_relative *j, double *z);
    /* u = L^-T z, and tree->A = V u; with_c: C is added to A. */
    void (*spread)(tml_relative *j, const double *z, bool with_c, double *u);
    /* The multipliers as they are, after e->udot was found; NULL: nothing is left to do. */
    void (*finish)(tml_relative *j);
} tml_inertia;

struct tml_relative {
    tml_equations e;
    tml_spanning *tree;
    tml_schur *schur;
    const tml_inertia *inertia;
    void *own;           /* of the inertia */
    double *z;           /* (nv) */
    double *right;       /* (rows) */
    double *multipliers; /* (rows) */
    double *borne;       /* (nb x n) by joints of the tree, where reactions are asked for */
};

tml_relative *tml_relative_make(const tml_formulation_class *class, const tml_inertia *inertia,
                                const tml_system *system, int rank, tml_stabilization stabilization, tml_arena *arena);

void tml_relative_enter(tml_equations *e, const double *bodies_q, const double *bodies_v, double *q, double *v);
void tml_relative_place(tml_equations *e, double t, const double *q, const double *v);
int tml_relative_solve(tml_equations *e, double t, const double *q, const double *v);
void tml_relative_rate(const tml_equations *e, const double *q, const double *v, double *qdot);
void tml_relative_constrain(tml_equations *e, double t, const double *q, const double *v);
int tml_relative_factor(tml_equations *e);
int tml_relative_correct(tml_equations *e, const double *from, double *d);
void tml_relative_times(tml_equations *e, const double *d, double *y);
void tml_relative_displace(const tml_equations *e, const double *d, double *q);
void tml_relative_to_displacement(const tml_equations *e, const double *q, const double *dq, double *d);
void tml_relative_to_coordinates(const tml_equations *e, const double *q, const double *d, double *dq);
void tml_relative_scales(const tml_equations *e, double *scale);

#define TML_REDUCED_METHODS                                                                                            \
    .treatment = TML_TREE, .enter = tml_relative_enter, .place = tml_relative_place, .solve = tml_relative_solve,      \
    .rate = tml_relative_rate, .constrain = tml_relative_constrain, .factor = tml_relative_factor,                     \
    .correct = tml_relative_correct, .times = tml_relative_times, .displace = tml_relative_displace,                   \
    .to_displacement = tml_relative_to_displacement, .to_coordinates = tml_relative_to_coordinates,                    \
    .scales = tml_relative_scales

/* Dense: M = V'MV of the bodies themselves, for trees with joints that move no inertia of their own (massless bodies). */
extern const tml_inertia tml_inertia_bodies;
