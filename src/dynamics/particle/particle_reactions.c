/* particle_reactions.c - forces in pins whose bodies share a particle: what one body's share of it needs, minus what its rods carry.
 *
 *   f_i = sum_k m_ik r_k'' - T_i' b - (rods of the body at i),   b = Q + G' lambda of the rows that are enforced
 */
#include "dynamics/particle/particle_equations.h"
#include <string.h>

/* ---- reactions ---- */

/* b (nv) = Q + G' lambda of enforced rows: all forces on the bodies except those of shared pins. */
static void find_loads(tml_particle_equations *j, double *b)
{
    const tml_system *s = j->e.system;
    memcpy(b, j->e.work->Q, (size_t)s->nv * sizeof(double));
    for (int body = 1; s->space && body < s->nb; body++)
        tml_workspace_subtract_gyroscopic(j->e.work, body, b + (body - 1) * s->nvb);
    for (int i = j->distance_count; i < j->e.rows; i++) {
        const tml_constraint *row = &s->rows[j->row[i - j->distance_count]];
        for (int k = row->first_block; k < row->first_block + row->block_count; k++)
            for (int c = 0; c < s->nvb; c++)
                b[(s->blocks[k].body - 1) * s->nvb + c] += j->multipliers[i] * j->e.work->G[k * s->nvb + c];
    }
}

/* sum_k m_ik r_k'' - T_i' b of a body's corner i: the remaining force on this share of its particle */
static tml_vec3 force_of_share(const tml_particle_equations *j, int body, int i, const double *b)
{
    const tml_particle_body *p = &j->p->bodies[body];
    const int n = j->e.system->nvb, dim = j->dim;
    tml_vec3 f = {0, 0, 0};
    double load[3] = {0};
    for (int k = 0; k < p->count; k++)
        if (j->at[p->particle[k]] >= 0)
            f = tml_add(f, tml_scale(p->coupling[i][k], tml_particle_vector(j, p->particle[k], j->e.udot)));
    for (int a = 0; a < n; a++)
        for (int c = 0; c < dim; c++)
            load[c] += j->map[body].T[i][a * dim + c] * b[(body - 1) * n + a];
    return tml_sub(f, (tml_vec3){load[0], load[1], load[2]});
}

/* Force of a body's rods on one of its particles. */
static tml_vec3 force_of_rods(const tml_particle_equations *j, int body, int particle)
{
    tml_vec3 f = {0, 0, 0};
    for (int i = 0; i < j->distance_count; i++) {
        const tml_rod *l = &j->distances[i];
        const double sign = l->body != body ? 0 : l->b == particle ? 1 : l->a == particle ? -1 : 0;
        if (sign != 0)
            f = tml_add(f, tml_scale(sign * j->multipliers[i] / l->length, tml_sub(j->r[l->b], j->r[l->a])));
    }
    return f;
}

/* Force of enforced rows on a body at a pin: not all bodies there have a corner. */
static tml_vec3 force_of_rows(const tml_particle_equations *j, const tml_pin_node *node)
{
    const tml_system *s = j->e.system;
    tml_vec3 f = {0, 0, 0};
    for (int i = j->distance_count; i < j->e.rows; i++) {
        const tml_constraint *row = &s->rows[j->row[i - j->distance_count]];
        if (row->joint < 0 || j->p->pin[row->joint] != node->particle)
            continue;
        for (int k = row->first_block; k < row->first_block + row->block_count; k++) {
            const double *G = j->e.work->G + (size_t)k * (size_t)s->nvb;
            if (s->blocks[k].body == node->body)
                f = tml_add(f, tml_scale(j->multipliers[i], (tml_vec3){G[0], G[1], s->space ? G[2] : 0}));
        }
    }
    return f;
}

int tml_particles_recover(tml_equations *e)
{
    tml_particle_equations *j = (tml_particle_equations *)e;
    find_loads(j, e->force);
    for (int i = 0; i < j->pins->node_count; i++) {
        const tml_pin_node *node = &j->pins->nodes[i];
        tml_vec3 f = force_of_rows(j, node);
        if (node->corner >= 0)
            f = tml_add(f, tml_sub(force_of_share(j, node->body, node->corner, e->force),
                                   force_of_rods(j, node->body, node->particle)));
        j->pins->force[i] = f;
    }
    for (int i = 0; i < e->system->row_count; i++)
        if (e->system->rows[i].joint >= 0 && j->p->shared[e->system->rows[i].joint])
            e->lambda[i] = 0;
    tml_pins_solve(j->pins, e->work, e->lambda);
    return tml_all_finite(e->lambda, e->system->row_count) ? 0 : 1;
}
