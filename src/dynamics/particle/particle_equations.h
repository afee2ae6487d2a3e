/* particle_equations.h - bodies as equivalent particles: what their equations of motion and the reactions in them share. */
#pragma once
#include "dynamics/formulation.h"
#include "dynamics/kkt/schur_complement.h"
#include "dynamics/particle/particle_map.h"
#include "dynamics/particle/pin_forces.h"

/* A constant distance of two particles of a body. */
typedef struct {
    int a, b; /* particles */
    double length;
    int body; /* the first that contains both */
} tml_rod;

typedef struct {
    tml_equations e;
    tml_particles *p;
    int dim;
    int *at;               /* (particles) first coordinate; -1 fixed */
    tml_particle_map *map; /* (nb) */
    tml_rod *distances;
    int distance_count;
    int *row; /* (rows - distances) of the system */
    tml_vec3 *r, *v;
    double *phi, *phidot, *gamma; /* (rows) */
    double *M, *L;                /* (nv x nv) lower triangle */
    bool definite;
    double *mu;       /* (rows) of the augmented matrix */
    double mu_factor; /* of mu: the factor that sufficed before */
    double *C;        /* (rows x nv) */
    tml_schur *schur;
    double *L_row; /* (nv) L^-1 of a row of C */
    double *z, *right, *multipliers;
    tml_pins *pins;
} tml_particle_equations;

/* The part of a vector (nv) that belongs to a particle that moves. */
static inline tml_vec3 tml_particle_vector(const tml_particle_equations *j, int particle, const double *from)
{
    const double *at = from + j->at[particle];
    return (tml_vec3){at[0], at[1], j->dim == 3 ? at[2] : 0};
}

/* Reactions of shared pins, which have no rows of their own. 0, or +1: not finite. */
int tml_particles_recover(tml_equations *e);
