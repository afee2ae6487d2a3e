/* particle_map.h - motion of a body from its particles: x, R from r_a,  (v, w) = sum_a T_a r_a'.
 *
 * plane   corners 0 and 1 span d:  x = r_0 + a d + b perp(d) (or by weights of three),  w = perp(d) . d'/|d|^2
 * space   R = [r_1 - r_0, r_2 - r_0, r_3 - r_0] E^-1, columns a_k;  w = sum_k a_k x a_k'/2
 * Forces and torques transfer to the particles by the transpose: f_a = T_a' (F, torque).
 */
#pragma once
#include "system/kernel/workspace.h"
#include "system/particles.h"

typedef struct {
    double along[4], across[4]; /* of the centre of mass: weights of r_a, and of perp(r_a) in the plane */
    double column[3][4];        /* space: a_k = sum_a column[k][a] r_a */
    double angle;               /* plane: of the line from corner 0 to corner 1 in the body */
    double T[4][18];            /* (n x dim) at the present state; rotations in body axes */
    double bias;                /* plane: w' - sum T r'' */
} tml_particle_map;

void tml_particle_map_make(const tml_particle_body *body, bool space, tml_particle_map *map);
/* Pose and velocities of a body in work, and T, from its corners' positions and velocities; angles unwrapped from
 * `reference`. */
void tml_particle_map_place(const tml_particle_body *body, tml_particle_map *map, int index, const tml_vec3 r[4],
                            const tml_vec3 v[4], double reference, tml_workspace *work);
