/* particles.h - equivalent particles of a compiled system: each body is replaced by a few, and bodies pinned together share one.
 *
 * The particles of a body are corners r_1 ... r_n, not all on one line or in one plane. Points of the body are fixed affine combinations
 * of the corners, so that with constant numbers m_ij
 *
 *   T = 1/2 sum m_ij v_i . v_j        gravity on particle i: m_i g,   m_i = sum_j m_ij
 *
 * for every rigid motion. A joint whose two points are one particle needs no constraint.
 */
#pragma once
#include "system/system.h"

/* One of the point masses that have the body's mass, centre of mass and inertia. */
typedef struct {
    tml_vec3 at; /* from the centre of mass, body axes */
    double mass; /* kg, may be negative */
    int corner;  /* of the body; -1: eliminated, an affine combination of the corners */
} tml_point_mass;

/* The particles of a body. */
typedef struct {
    int count;             /* plane: 2 (a rod: collinear with the centre of mass) or 3; space: 4; ground: 0 */
    int particle[4];       /* its corners, as indices of particles */
    tml_vec3 at[4];        /* positions from the centre of mass, body axes */
    double coupling[4][4]; /* m_ij, kg; zero for a massless body */
    double mass[4]; /* m_i: row sums of m_ij; they have the mass and centre of mass of the body, not its inertia */
    tml_point_mass points[4];
    int point_count; /* 0: massless */
} tml_particle_body;

typedef struct {
    int body, corner;
} tml_particle_share;

typedef struct {
    const char *name; /* of the first joint there; `body.point`; `body#2` if generated */
    double mass;      /* kg, of all bodies that share it */
    bool fixed;       /* pinned to the ground */
    tml_vec3 at;      /* if fixed: position, ground axes */
    int first_share, share_count;
} tml_particle;

typedef struct {
    tml_particle *particles; /* (count) */
    int count;
    tml_particle_share *shares; /* (share_count) by particle, then by body */
    int share_count;
    tml_particle_body *bodies; /* (nb) */
    bool *shared;              /* (joint_count) joints that need no constraint */
    int *pin; /* (joint_count) the particle at which a joint pins its bodies, -1: no pin, or no particle there */
} tml_particles;

/* Corners are at rigid revolute joints in the plane, at rigid spherical joints in space, as many as a body can have, in
 * the order of the joints. Every system can be expressed. */
tml_particles *tml_particles_make(const tml_system *system, tml_arena *arena);
/* Positions of the particles for a configuration q of the bodies: r (count), ground axes. */
void tml_particles_place(const tml_particles *particles, const tml_system *system, const double *q, tml_vec3 *r);

/* ---- one body ---- */

/* A candidate position of a corner, from the centre of mass, body axes. */
typedef struct {
    tml_vec3 at;
    const char *name;
    int spot; /* a pin: its number; -1 */
} tml_corner_place;

/* Corners, point masses and coupling of a body in a mechanism of this size. Corners are taken from `places` in order,
 * pins first, if far enough apart; taken[i] is the place of corner i, or -1: generated. */
void tml_particle_body_make(const tml_mass *mass, bool space, double size, const tml_corner_place *places,
                            int place_count, tml_particle_body *body, int taken[4]);
