/* point_formulation.c - bodies as equivalent particles, reduced to joint coordinates by the velocity transformation of the tree.
 *
 * Newton's law for particles at r_i of one body, rho_i from its centre of mass, with masses m_ij:
 *   sum_j m_ij r_j'' = f_i + c_i,   r_i' = v + w x rho_i,   r_i'' = a + alpha x rho_i + w x (w x rho_i)
 * The internal forces c do no work in the motions P_i V u of the tree: V'P'm P V u' = V'P'(f - m a_c). There are no rotational
 * coordinates, inertia tensors or gyroscopic terms: the particles account for them.
 */
#include "dynamics/tree/joint_space_inertia.h"
#include "dynamics/tree/reactions.h"
#include "system/particles.h"
#include <string.h>

enum { MAX_BODIES = 1500 };

extern const tml_formulation_class tml_formulation_point, tml_formulation_particles;

/* From the centre of mass to a body's corner, ground axes. */
static tml_vec3 arm_of(const tml_workspace *w, int body, tml_vec3 at)
{
    if (w->system->space)
        return tml_rotate(&w->motion3[body].R, at);
    const tml_motion2 *m = &w->motion2[body];
    const tml_vec2 r = tml_rotate2(m->c, m->s, (tml_vec2){at.x, at.y});
    return (tml_vec3){r.x, r.y, 0};
}

/* to += P' f: a force at an arm from the centre of mass */
static void add_at(bool space, tml_vec3 arm, tml_vec3 f, double *to)
{
    const tml_vec3 torque = tml_cross(arm, f);
    to[0] += f.x, to[1] += f.y;
    if (space)
        to[2] += f.z, to[3] += torque.x, to[4] += torque.y, to[5] += torque.z;
    else
        to[2] += torque.z;
}

/* Velocity at an arm from the centre of mass in a motion (v, w). */
static tml_vec3 velocity_at(bool space, tml_vec3 arm, const double *V)
{
    const tml_vec3 v = {V[0], V[1], space ? V[2] : 0};
    const tml_vec3 w = space ? (tml_vec3){V[3], V[4], V[5]} : (tml_vec3){0, 0, V[2]};
    return tml_add(v, tml_cross(w, arm));
}

/* B = sum P_i' m_ij P_j */
static void inertia_of(tml_relative *j, int body, double *B)
{
    const tml_joint_space_inertia *d = j->own;
    const tml_particle_body *p = &((const tml_particles *)d->own)->bodies[body];
    const int n = j->tree->n;
    memset(B, 0, (size_t)(n * n) * sizeof(double));
    for (int c = 0; c < n; c++) {
        double unit[6] = {0}, column[6] = {0};
        unit[c] = 1;
        for (int a = 0; a < p->count; a++)
            for (int b = 0; b < p->count; b++)
                if (p->coupling[a][b] != 0) {
                    const tml_vec3 v = velocity_at(n == 6, arm_of(j->e.work, body, p->at[b]), unit);
                    add_at(n == 6, arm_of(j->e.work, body, p->at[a]), tml_scale(p->coupling[a][b], v), column);
                }
        for (int a = 0; a < n; a++)
            B[a * n + c] = column[a];
    }
}

static tml_vec3 angular_velocity_of(const tml_workspace *w, int body)
{
    return w->system->space ? w->motion3[body].w : (tml_vec3){0, 0, w->motion2[body].w};
}

/* sum P_i' (f_i - m_ij r_j'') for the accelerations A without u' */
static void force_on(tml_relative *j, int body, const double *A, double *f)
{
    const tml_joint_space_inertia *d = j->own;
    const tml_particle_body *p = &((const tml_particles *)d->own)->bodies[body];
    const tml_workspace *w = j->e.work;
    const int n = j->tree->n;
    const tml_vec3 w_body = angular_velocity_of(w, body);
    double Q[6];
    memcpy(Q, w->Q + (body - 1) * n, (size_t)n * sizeof(double));
    if (n == 6)
        tml_workspace_subtract_gyroscopic(w, body, Q);
    memset(f, 0, (size_t)n * sizeof(double));
    tml_spanning_add_force(w, body, Q, f);
    for (int a = 0; a < p->count; a++)
        for (int b = 0; b < p->count; b++) {
            const tml_vec3 arm = arm_of(w, body, p->at[b]);
            const tml_vec3 r = tml_add(velocity_at(n == 6, arm, A), tml_cross(w_body, tml_cross(w_body, arm)));
            add_at(n == 6, arm_of(w, body, p->at[a]), tml_scale(-p->coupling[a][b], r), f);
        }
}

static void make_inertia(tml_relative *j)
{
    tml_joint_space_inertia *d = tml_joint_space_inertia_make(j);
    d->own = tml_particles_make(j->e.system, j->e.arena);
    d->body = inertia_of;
    d->force = force_on;
    d->augmented = j->e.system->singular_mass;
}

static const tml_inertia inertia_of_particles = {.make = make_inertia,
                                                 .factor = tml_joint_space_inertia_factor,
                                                 .forward_pass = tml_joint_space_inertia_forward_pass,
                                                 .correct_multipliers = tml_joint_space_inertia_correct_multipliers};

static int recover(tml_equations *e)
{
    return tml_reactions_free_bodies((tml_relative *)e, force_on);
}

static tml_equations *make(const tml_system *system, int rank, tml_stabilization stabilization, tml_place place,
                           tml_arena *arena, tml_log *log)
{
    if (system->nb - 1 > MAX_BODIES) {
        tml_log_raise(log, TML_E_TOO_MANY_COORDINATES, place,
                      "formulation point is for mechanisms of up to %d bodies, this one has %d: use formulation joint",
                      MAX_BODIES, system->nb - 1);
        return NULL;
    }
    tml_relative *j =
        tml_relative_make(&tml_formulation_point, &inertia_of_particles, system, rank, stabilization, arena);
    j->e.description = "particles reduced to joint coordinates";
    return &j->e;
}

const tml_formulation_class tml_formulation_point = {
    .name = "point",
    .doc = "equivalent particles, reduced to joint coordinates",
    .unreduced = &tml_formulation_particles,
    .of_particles = true,
    .make = make,
    .recover = recover,
    TML_RELATIVE_METHODS,
};
