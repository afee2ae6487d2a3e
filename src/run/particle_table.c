/* particle_table.c - the particles of a system as text: which bodies share them, and that their sums match the bodies. */
#include "run/particle_table.h"

typedef struct {
    tml_text *text;
    const tml_system *system;
    const tml_particles *particles;
} particle_text;

static void add_vector(const particle_text *t, tml_vec3 u)
{
    tml_text_add(t->text, "%18.12g %18.12g", u.x, u.y);
    if (t->system->space)
        tml_text_add(t->text, " %18.12g", u.z);
}

static void add_particles(const particle_text *t, const tml_vec3 *r)
{
    for (int i = 0; i < t->particles->count; i++) {
        const tml_particle *p = &t->particles->particles[i];
        tml_text_add(t->text, "  %-14s", p->name);
        add_vector(t, r[i]);
        tml_text_add(t->text, " %18.12g  ", p->mass);
        for (int k = 0; k < p->share_count; k++)
            tml_text_add(t->text, "%s%s", k ? ", " : "",
                         t->system->masses[t->particles->shares[p->first_share + k].body].name);
        tml_text_add(t->text, p->fixed ? "; fixed\n" : "\n");
    }
}

/* Which joints the particles replace. */
static void list_joints_text(const particle_text *t)
{
    int taken = 0, left = 0;
    for (int i = 0; i < t->system->joint_count; i++)
        if (t->particles->shared[i])
            tml_text_add(t->text, "%s%s",
                         taken++ ? ", " : "joints that need no constraints: ", t->system->joints[i].name);
    tml_text_add(t->text, taken ? "\n" : "");
    for (int i = 0; i < t->system->joint_count; i++)
        if (!t->particles->shared[i] && t->system->joints[i].row_count > 0)
            tml_text_add(t->text, "%s%s", left++ ? ", " : "joints that stay constraints: ", t->system->joints[i].name);
    tml_text_add(t->text, left ? "\n" : "");
}

static void compare(const particle_text *t, const char *name, double found, double own)
{
    tml_text_add(t->text, "    = %-10s%18.12g %18.12g %12.2g\n", name, found, own, found - own);
}

/* Mass, centre (in the body frame) and inertia of the point masses compared to those of the body. */
static void add_totals(const particle_text *t, int index)
{
    static const char *const names[3][3] = {{"inertia xx", "inertia xy", "inertia xz"},
                                            {"inertia xy", "inertia yy", "inertia yz"},
                                            {"inertia xz", "inertia yz", "inertia zz"}};
    const tml_particle_body *body = &t->particles->bodies[index];
    const tml_mass *own = &t->system->masses[index];
    double mass = 0, J[3][3] = {0};
    tml_vec3 centre = own->com;
    for (int k = 0; k < body->point_count; k++) {
        const tml_point_mass *p = &body->points[k];
        const double r[3] = {p->at.x, p->at.y, p->at.z}, square = tml_dot(p->at, p->at);
        mass += p->mass;
        centre = tml_add(centre, tml_scale(p->mass / own->mass, p->at));
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                J[i][j] += p->mass * ((i == j ? square : 0) - r[i] * r[j]);
    }
    compare(t, "mass", mass, own->mass);
    compare(t, "centre x", centre.x, own->com.x);
    compare(t, "centre y", centre.y, own->com.y);
    if (!t->system->space) {
        compare(t, "inertia", J[2][2], own->inertia.m[2][2]);
        return;
    }
    compare(t, "centre z", centre.z, own->com.z);
    for (int i = 0; i < 3; i++)
        for (int j = i; j < 3; j++)
            compare(t, names[i][j], J[i][j], own->inertia.m[i][j]);
}

/* The name of a point mass: of its particle; or that it is eliminated. */
static const char *point_name(const particle_text *t, int index, const tml_point_mass *p)
{
    const tml_particle_body *body = &t->particles->bodies[index];
    if (p->corner >= 0)
        return t->particles->particles[body->particle[p->corner]].name;
    return body->count == 2 ? "(middle)" : "(inside)";
}

static void add_body(const particle_text *t, int index)
{
    const tml_particle_body *body = &t->particles->bodies[index];
    tml_text_add(t->text, "  %s:", t->system->masses[index].name);
    for (int i = 0; i < body->count; i++)
        tml_text_add(t->text, " %s", t->particles->particles[body->particle[i]].name);
    tml_text_add(t->text, body->point_count ? "\n" : " (massless)\n");
    const tml_mass *own = &t->system->masses[index];
    if (own->mass > 0 && own->ignorable_count) { /* point masses would have the substitute inertia */
        const bool particle = own->ignorable_count == (t->system->space ? 3 : 1);
        tml_text_add(t->text, "    %s\n",
                     particle
                         ? "a particle: all its mass is at its centre of mass, and nothing acts on its rotation"
                         : "has no inertia about an axis of its own, and nothing acts about it: not shown as point "
                           "masses");
        return;
    }
    for (int i = 0; i < body->point_count; i++) {
        tml_text_add(t->text, "    %-12s", point_name(t, index, &body->points[i]));
        add_vector(t, body->points[i].at);
        tml_text_add(t->text, " %18.12g\n", body->points[i].mass);
    }
    if (body->point_count)
        add_totals(t, index);
}

void tml_particle_table(tml_text *text, const tml_system *system, const double *q, tml_arena *arena)
{
    const tml_particles *particles = tml_particles_make(system, arena);
    const particle_text t = {text, system, particles};
    tml_vec3 *r = TML_NEW_ARRAY(arena, tml_vec3, particles->count + 1);
    tml_particles_place(particles, system, q, r);
    tml_text_add(
        text, "particles: %d (position in ground axes, m; mass including its share of eliminated ones, kg; bodies)\n",
        particles->count);
    add_particles(&t, r);
    list_joints_text(&t);
    tml_text_add(text, "bodies as point masses (position from the centre of mass, body axes, m; mass, kg);\n"
                       "their sum, the value of the body (its centre in its own frame), and the difference:\n");
    for (int i = 1; i < system->nb; i++)
        add_body(&t, i);
}
