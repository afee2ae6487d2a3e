/* tree_particles.c - velocities and masses of the particles that replace the bodies, on the spanning tree.
 *
 * A particle at the arm rho of its body has the velocity v + w x rho. Bodies that share a particle at a cut joint move
 * apart on the tree: it counts once for each side of the cut.
 */
#include "analysis/evaluate/tree_particles.h"
#include "system/topology/ignorable_rotations.h"

static void pin_together(tml_tree_particles *x, int particle)
{
    for (int b = 0; b < x->s->nb; b++)
        x->side[b] = b;
    for (int i = 0; i < x->s->nb - 1; i++) {
        const int joint = x->s->branches[i].joint;
        if (joint < 0 || x->p->pin[joint] != particle)
            continue;
        const int one = x->side[x->s->joints[joint].body1], two = x->side[x->s->joints[joint].body2];
        for (int b = 0; b < x->s->nb; b++) /* the ground keeps its number, 0 */
            if (x->side[b] == one || x->side[b] == two)
                x->side[b] = one < two ? one : two;
    }
}

/* "A"; where a joint is cut "link.A", one for each side */
static const char *name_of(const tml_tree_particles *x, const tml_particle *p, int first, bool split, tml_arena *arena)
{
    const int body = x->p->shares[first].body;
    return split ? tml_arena_format(arena, "%s.%s", x->s->masses[body].name, p->name) : p->name;
}

static void add_particle(tml_tree_particles *x, int particle, tml_arena *arena)
{
    static const char *const axes[] = {"x", "y", "z"};
    const tml_particle *p = &x->p->particles[particle];
    const int end = p->first_share + p->share_count, dim = x->s->space ? 3 : 2;
    pin_together(x, particle);
    bool split = p->fixed && x->side[x->p->shares[p->first_share].body] != 0;
    for (int i = p->first_share; i < end; i++)
        split = split || x->side[x->p->shares[i].body] != x->side[x->p->shares[p->first_share].body];
    for (int i = p->first_share; i < end; i++) {
        const int side = x->side[x->p->shares[i].body];
        int before = p->first_share;
        while (x->side[x->p->shares[before].body] != side)
            before++;
        x->row[i] = side == 0 ? -1 : before < i ? x->row[before] : x->count;
        for (int c = 0; x->row[i] == x->count && c < dim; c++)
            x->names[x->count + c] = tml_arena_format(arena, "%s.%s", name_of(x, p, i, split, arena), axes[c]);
        x->count += x->row[i] == x->count ? dim : 0;
    }
}

tml_tree_particles tml_tree_particles_make(const tml_system *s, tml_arena *arena)
{
    tml_tree_particles x = {.s = s, .p = tml_particles_make(tml_system_own_inertia(s, arena), arena)};
    x.side = TML_NEW_ARRAY(arena, int, s->nb);
    x.row = TML_NEW_ARRAY(arena, int, x.p->share_count + 1);
    x.names = TML_NEW_ARRAY(arena, const char *, 3 * x.p->share_count + 1);
    for (int i = 0; i < x.p->count; i++)
        add_particle(&x, i, arena);
    return x;
}

static tml_vec3 arm_of(const tml_workspace *w, int body, tml_vec3 at)
{
    if (w->system->space)
        return tml_rotate(&w->motion3[body].R, at);
    const tml_vec2 r = tml_rotate2(w->motion2[body].c, w->motion2[body].s, (tml_vec2){at.x, at.y});
    return (tml_vec3){r.x, r.y, 0};
}

/* Velocities of the particles (count) for the velocities of the bodies in tree->A. */
void tml_tree_particles_velocity(const tml_tree_particles *x, const tml_spanning *tree, const tml_workspace *work,
                                 double *to)
{
    for (int i = 0; i < x->p->share_count; i++) {
        const tml_particle_share share = x->p->shares[i];
        const double *V = tree->A + share.body * tree->n;
        const tml_vec3 arm = arm_of(work, share.body, x->p->bodies[share.body].at[share.corner]);
        double *at = to + x->row[i];
        if (x->row[i] < 0)
            continue;
        if (x->s->space) {
            const tml_vec3 v = tml_add((tml_vec3){V[0], V[1], V[2]}, tml_cross((tml_vec3){V[3], V[4], V[5]}, arm));
            at[0] = v.x, at[1] = v.y, at[2] = v.z;
        } else {
            at[0] = V[0] - V[2] * arm.y, at[1] = V[1] + V[2] * arm.x;
        }
    }
}

void tml_tree_particles_mass(const tml_tree_particles *x, double *m)
{
    const int dim = x->s->space ? 3 : 2;
    for (int i = 0; i < x->p->share_count; i++)
        for (int k = 0; k < x->p->share_count; k++) {
            const tml_particle_share one = x->p->shares[i], two = x->p->shares[k];
            if (one.body != two.body || x->row[i] < 0 || x->row[k] < 0)
                continue;
            for (int c = 0; c < dim; c++)
                m[(size_t)(x->row[k] + c) * (size_t)x->count + (size_t)(x->row[i] + c)] +=
                    x->p->bodies[one.body].coupling[one.corner][two.corner];
        }
}
