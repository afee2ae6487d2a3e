/* particles.h - a compiled system as particles: every body is a few of them, and bodies that are pinned together share one.
 *
 * The particles of a body are corners r_1 … r_n that are not in one line or plane. Its points stay where they are between
 * the corners, so that with constant numbers m_ij
 *
 *   T = 1/2 sum m_ij v_i . v_j        gravity on particle i: m_i g,   m_i = sum_j m_ij
 *
 * for every rigid motion. A joint whose two points are one particle needs no constraint.
 */
#pragma once
#include "system/system.h"

/* One of the point masses that have the body's mass, centre and inertia. */
typedef struct {
    tml_vec3 at; /* from the centre of mass, body axes */
    double mass; /* kg, may be negative */
    int corner;  /* of the body; -1: eliminated, it stays where it is between the corners */
} tml_point_mass;

/* The particles of a body. */
typedef struct {
    int count;             /* plane: 2 (a rod: the centre of mass is in line with them) or 3; space: 4; ground: 0 */
    int particle[4];       /* its corners, as indices of particles */
    tml_vec3 at[4];        /* where they sit, from the centre of mass, body axes */
    double coupling[4][4]; /* m_ij, kg; all zero where the body is massless */
    double mass[4];        /* m_i: the sums of their rows; they have mass and centre of the body, not its inertia */
    tml_point_mass points[4];
    int point_count; /* 0: massless */
} tml_particle_body;

typedef struct {
    int body, corner;
} tml_particle_share;

typedef struct {
    const char *name; /* of the first joint that is there; `body.point`; `body#2` where it was invented */
    double mass;      /* kg, of all bodies that share it */
    bool fixed;       /* pinned to the ground: */
    tml_vec3 at;      /* there, ground axes */
    int first_share, share_count;
} tml_particle;

typedef struct {
    tml_particle *particles; /* (count) */
    int count;
    tml_particle_share *shares; /* (share_count) by particle, then by body */
    int share_count;
    tml_particle_body *bodies; /* (nb) */
    bool *shared;              /* (joint_count) joints that need no constraint */
    int *pin; /* (joint_count) the particle where a joint pins its bodies, -1: it is no pin, or none is there */
} tml_particles;

/* Corners are at rigid revolute joints in the plane, at rigid spherical joints in space, as many as a body has room for, in
 * the order of the joints. Every system can be expressed. */
tml_particles *tml_particles_make(const tml_system *system, tml_arena *arena);
/* Where the particles are when the bodies stand at q: r (count), ground axes. */
void tml_particles_place(const tml_particles *particles, const tml_system *system, const double *q, tml_vec3 *r);

/* ---- one body ---- */

/* A place for a corner, from the centre of mass, body axes. */
typedef struct {
    tml_vec3 at;
    const char *name;
    int spot; /* a pin: its number; -1 */
} tml_corner_place;

/* Corners, point masses and coupling of a body of a mechanism of this size. Corners are taken from `places` in order, pins
 * first, where they are far enough apart; taken[i] is the place of corner i, or -1: invented. */
void tml_particle_body_make(const tml_mass *mass, bool space, double size, const tml_corner_place *places,
                            int place_count, tml_particle_body *body, int taken[4]);
