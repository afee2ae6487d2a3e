/* particles.c - equivalent particles of a system: points at which bodies are pinned together, and the bodies that share them.
 *
 * A spot is a point of a body where it is pinned. Spots that pins make coincide form a ring. The bodies of a ring with a corner there
 * share one particle. A pin of the ring remains a constraint if it attaches a body without a corner there that no other pin has attached.
 */
#include "system/particles.h"
#include "elementary/elementary.h"

typedef struct {
    int body;
    tml_vec3 p;       /* from the centre of mass, body axes */
    const char *name; /* of the first joint there */
    int next;         /* spot of the same body, -1 */
    int particle;     /* -1: no corner is here */
} spot;

typedef struct {
    const tml_system *s;
    tml_arena *arena;
    spot *spots;
    int spot_count;
    int *first;     /* (nb) spot of each body, -1 */
    int (*pins)[2]; /* (joint_count) the two spots of a pin, -1: no pin */
    int *ring;      /* (spot_count) next of the coincident spots: circular lists */
    tml_corner_place *places;
    tml_particles *out;
} particle_builder;

/* ---- rings ---- */

static bool in_ring(const int *next, int a, int b)
{
    for (int i = next[a]; i != a; i = next[i])
        if (i == b)
            return true;
    return a == b;
}

static void join_rings(int *next, int a, int b)
{
    const int other = next[a];
    next[a] = next[b];
    next[b] = other;
}

static int *make_rings(const particle_builder *m)
{
    int *next = TML_NEW_ARRAY(m->arena, int, m->spot_count + 1);
    for (int i = 0; i < m->spot_count; i++)
        next[i] = i;
    return next;
}

/* ---- pins ---- */

static bool is_pin(const tml_system *s, const tml_joint *j)
{
    return j->row_count > 0 && (s->space ? &j->class->space : &j->class->plane)->shares_point;
}

static int spot_at(particle_builder *m, int body, tml_vec3 p, const char *name)
{
    int *end = &m->first[body];
    for (; *end >= 0; end = &m->spots[*end].next)
        if (tml_norm(tml_sub(m->spots[*end].p, p)) <= 1e-12 * m->s->size)
            return *end;
    m->spots[m->spot_count] = (spot){body, p, name, -1, -1};
    return *end = m->spot_count++;
}

static void find_spots(particle_builder *m)
{
    const tml_system *s = m->s;
    m->spots = TML_NEW_ARRAY(m->arena, spot, 2 * s->joint_count + 1);
    m->first = TML_NEW_ARRAY(m->arena, int, s->nb);
    m->pins = (int(*)[2])tml_arena_take(m->arena, sizeof(int[2]) * (size_t)(s->joint_count + 1));
    for (int i = 0; i < s->nb; i++)
        m->first[i] = -1;
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        const bool pin = is_pin(s, j);
        m->pins[i][0] = pin ? spot_at(m, j->body1, j->p1, j->name) : -1;
        m->pins[i][1] = pin ? spot_at(m, j->body2, j->p2, j->name) : -1;
    }
}

/* Pins that would make two points of one body coincide cannot close: they remain constraints, so that assembly reports
 * it. */
static bool contradict(const particle_builder *m, int a, int b)
{
    int i = a, k = b;
    do {
        do {
            if (m->spots[i].body == m->spots[k].body)
                return true;
            k = m->ring[k];
        } while (k != b);
        i = m->ring[i];
    } while (i != a);
    return false;
}

static void find_rings(particle_builder *m)
{
    m->ring = make_rings(m);
    for (int i = 0; i < m->s->joint_count; i++) {
        const int a = m->pins[i][0], b = m->pins[i][1];
        if (a >= 0 && !in_ring(m->ring, a, b) && !contradict(m, a, b))
            join_rings(m->ring, a, b);
    }
}

/* ---- corners ---- */

/* Candidate corners of a body: pins; in the plane then points of other joints, then its own points. */
static int find_places(particle_builder *m, int body)
{
    const tml_system *s = m->s;
    const tml_mass *mass = &s->masses[body];
    int count = 0;
    for (int i = m->first[body]; i >= 0; i = m->spots[i].next)
        m->places[count++] = (tml_corner_place){m->spots[i].p, m->spots[i].name, i};
    for (int i = 0; i < s->joint_count && !s->space; i++) {
        const tml_joint *j = &s->joints[i];
        const bool connects = !tml_joint_couples(j->class) && j->row_count + j->law_count > 0;
        if (connects && !is_pin(s, j) && (j->body1 == body || j->body2 == body))
            m->places[count++] = (tml_corner_place){j->body1 == body ? j->p1 : j->p2, j->name, -1};
    }
    for (int i = 0; i < mass->written->point_count && !s->space; i++) {
        const tml_point *point = &mass->written->points[i];
        m->places[count++] = (tml_corner_place){tml_sub(point->p, mass->com), point->name, -1};
    }
    return count;
}

static int new_particle(particle_builder *m, const char *name)
{
    m->out->particles[m->out->count] = (tml_particle){.name = name};
    return m->out->count++;
}

/* The particle of a ring, created for the first body with a corner there; named after the ring's first joint. */
static int ring_particle(particle_builder *m, int at)
{
    int first = at, ground = -1;
    for (int i = m->ring[at]; i != at; i = m->ring[i]) {
        if (m->spots[i].particle >= 0)
            return m->spots[at].particle = m->spots[i].particle;
        first = i < first ? i : first;
        ground = m->spots[i].body == 0 ? i : ground;
    }
    const int particle = new_particle(m, m->spots[first].name);
    if (ground >= 0) {
        m->out->particles[particle].fixed = true;
        m->out->particles[particle].at = m->spots[ground].p;
        m->spots[ground].particle = particle;
    }
    return m->spots[at].particle = particle;
}

static void make_body(particle_builder *m, int index)
{
    const tml_mass *mass = &m->s->masses[index];
    tml_particle_body *body = &m->out->bodies[index];
    int taken[4];
    tml_particle_body_make(mass, m->s->space, m->s->size, m->places, find_places(m, index), body, taken);
    for (int i = 0; i < body->count; i++) {
        const tml_corner_place *place = taken[i] >= 0 ? &m->places[taken[i]] : NULL;
        if (!place)
            body->particle[i] = new_particle(m, tml_arena_format(m->arena, "%s#%d", mass->name, i + 1));
        else if (place->spot < 0)
            body->particle[i] = new_particle(m, tml_arena_dotted(m->arena, mass->name, place->name));
        else
            body->particle[i] = ring_particle(m, place->spot);
        m->out->particles[body->particle[i]].mass += body->mass[i];
        m->out->particles[body->particle[i]].share_count++;
        m->out->share_count++;
    }
}

static void find_shares(particle_builder *m)
{
    tml_particles *out = m->out;
    out->shares = TML_NEW_ARRAY(m->arena, tml_particle_share, out->share_count + 1);
    for (int i = 1; i < out->count; i++)
        out->particles[i].first_share = out->particles[i - 1].first_share + out->particles[i - 1].share_count;
    int *filled = TML_NEW_ARRAY(m->arena, int, out->count + 1);
    for (int i = 1; i < m->s->nb; i++)
        for (int k = 0; k < out->bodies[i].count; k++) {
            const int particle = out->bodies[i].particle[k];
            out->shares[out->particles[particle].first_share + filled[particle]++] = (tml_particle_share){i, k};
        }
}

/* ---- joints ---- */

static void find_shared(particle_builder *m)
{
    int *tied = make_rings(m), *anchor = TML_NEW_ARRAY(m->arena, int, m->out->count + 1);
    for (int i = m->spot_count - 1; i >= 0; i--)
        if (m->spots[i].particle >= 0)
            anchor[m->spots[i].particle] = i;
    for (int i = 0; i < m->spot_count; i++)
        if (m->spots[i].particle >= 0 && !in_ring(tied, i, anchor[m->spots[i].particle]))
            join_rings(tied, i, anchor[m->spots[i].particle]);
    m->out->shared = TML_NEW_ARRAY(m->arena, bool, m->s->joint_count + 1);
    for (int i = 0; i < m->s->joint_count; i++) {
        const int a = m->pins[i][0], b = m->pins[i][1];
        m->out->shared[i] = a >= 0 && in_ring(tied, a, b);
        if (a >= 0 && !m->out->shared[i])
            join_rings(tied, a, b);
    }
}

static void find_pins(particle_builder *m)
{
    m->out->pin = TML_NEW_ARRAY(m->arena, int, m->s->joint_count + 1);
    for (int i = 0; i < m->s->joint_count; i++) {
        const int a = m->pins[i][0];
        m->out->pin[i] = -1;
        if (a < 0 || !in_ring(m->ring, a, m->pins[i][1]))
            continue;
        int k = a;
        do {
            if (m->spots[k].particle >= 0)
                m->out->pin[i] = m->spots[k].particle;
            k = m->ring[k];
        } while (k != a);
    }
}

tml_particles *tml_particles_make(const tml_system *system, tml_arena *arena)
{
    particle_builder m = {.s = system, .arena = arena, .out = TML_NEW(arena, tml_particles)};
    int largest = 0;
    for (int i = 1; i < system->nb; i++) {
        const int points = system->masses[i].written->point_count;
        largest = points > largest ? points : largest;
    }
    m.places = TML_NEW_ARRAY(arena, tml_corner_place, 2 * system->joint_count + largest + 1);
    m.out->particles = TML_NEW_ARRAY(arena, tml_particle, 4 * system->nb);
    m.out->bodies = TML_NEW_ARRAY(arena, tml_particle_body, system->nb);
    find_spots(&m);
    find_rings(&m);
    for (int i = 1; i < system->nb; i++)
        make_body(&m, i);
    find_shares(&m);
    find_shared(&m);
    find_pins(&m);
    return m.out;
}

void tml_particles_place(const tml_particles *particles, const tml_system *system, const double *q, tml_vec3 *r)
{
    for (int i = 0; i < particles->count; i++) {
        const tml_particle *particle = &particles->particles[i];
        const tml_particle_share *share = &particles->shares[particle->first_share];
        const tml_vec3 at = particles->bodies[share->body].at[share->corner];
        const double *pose = q + (share->body - 1) * system->nqb;
        if (particle->fixed) {
            r[i] = particle->at;
        } else if (system->space) {
            const tml_mat3 R = tml_quat_matrix((tml_quat){pose[3], pose[4], pose[5], pose[6]});
            r[i] = tml_add((tml_vec3){pose[0], pose[1], pose[2]}, tml_rotate(&R, at));
        } else {
            const tml_vec2 rotated = tml_rotate2(tml_cos(pose[2]), tml_sin(pose[2]), (tml_vec2){at.x, at.y});
            r[i] = (tml_vec3){pose[0] + rotated.x, pose[1] + rotated.y, 0};
        }
    }
}
