/* particles.c - bodies as particles: they have mass, centre, inertia and kinetic energy of the body; pins are shared.
 *
 * Attia 2004 in the numbers of /models/attia, where his table 2 is consistent with his table 1.
 */
#include "system/particles.h"
#include "support/larger.h"
#include "support/suite_mechanism.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tml_particles *made;

TestSuite(particles, .fini = free_mechanism);

static void make(const char *text)
{
    make_mechanism(text);
    made = tml_particles_make(m->system, &m->arena);
}

static int body_named(const char *name)
{
    for (int i = 0; i < m->system->nb; i++)
        if (strcmp(m->system->masses[i].name, name) == 0)
            return i;
    cr_assert_fail("no body %s", name);
    return -1;
}

static const tml_particle *particle_named(const char *name)
{
    for (int i = 0; i < made->count; i++)
        if (strcmp(made->particles[i].name, name) == 0)
            return &made->particles[i];
    cr_assert_fail("no particle %s", name);
    return NULL;
}

static bool is_shared(const char *joint)
{
    for (int i = 0; i < m->system->joint_count; i++)
        if (strcmp(m->system->joints[i].name, joint) == 0)
            return made->shared[i];
    cr_assert_fail("no joint %s", joint);
    return false;
}

/* ---- what particles must have ---- */

typedef struct {
    double mass;
    tml_vec3 first;  /* sum m r */
    tml_mat3 second; /* sum m r r' */
} moments;

static void add_pair(moments *sum, double mass, tml_vec3 a, tml_vec3 b)
{
    const double x[3] = {a.x, a.y, a.z}, y[3] = {b.x, b.y, b.z};
    sum->mass += mass;
    sum->first = tml_add(sum->first, tml_scale(mass, a));
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            sum->second.m[i][j] += mass * x[i] * y[j];
}

/* Inertia of second moments: tr(P) 1 - P. */
static double inertia(const moments *sum, int i, int j)
{
    const double trace = sum->second.m[0][0] + sum->second.m[1][1] + sum->second.m[2][2];
    return (i == j ? trace : 0) - sum->second.m[i][j];
}

/* Size of the body's moments, for relative errors: farthest corner, radius of gyration. */
static double reach(int index)
{
    const tml_mass *mass = &m->system->masses[index];
    double reach = 0;
    for (int i = 0; i < made->bodies[index].count; i++)
        reach = larger(reach, tml_norm(made->bodies[index].at[i]));
    for (int i = 0; i < 3; i++)
        reach = larger(reach, mass->mass > 0 ? sqrt(mass->inertia.m[i][i] / mass->mass) : 0);
    return reach;
}

static void expect_moments(int index, const moments *sum, const char *of)
{
    const tml_mass *mass = &m->system->masses[index];
    const double size = reach(index), bar = 1e-13 * mass->mass;
    if (!(mass->mass > 0) && mass->ignorable_count)
        return; /* a substitute inertia is not represented by particles */
    cr_expect(fabs(sum->mass - mass->mass) <= bar, "%s, %s: mass %.17g, not %.17g", mass->name, of, sum->mass,
              mass->mass);
    cr_expect(tml_norm(sum->first) <= bar * size, "%s, %s: centre off by %g", mass->name, of,
              tml_norm(sum->first) / mass->mass);
    for (int i = m->system->space ? 0 : 2; i < 3; i++)
        for (int j = m->system->space ? 0 : 2; j < 3; j++)
            cr_expect(fabs(inertia(sum, i, j) - mass->inertia.m[i][j]) <= bar * size * size,
                      "%s, %s: inertia %d %d is %.17g, not %.17g", mass->name, of, i, j, inertia(sum, i, j),
                      mass->inertia.m[i][j]);
}

/* Kinetic energy of a random rigid motion, from the coupling and from the body. */
static void expect_energy(int index, random_source *d)
{
    const bool space = m->system->space;
    const tml_mass *mass = &m->system->masses[index];
    const tml_particle_body *body = &made->bodies[index];
    const tml_vec3 v = random_vector(d, space, 1),
                   w = space ? random_vector(d, true, 1) : (tml_vec3){0, 0, random_between(d, -1, 1)};
    double particles = 0, largest = 0;
    for (int i = 0; i < body->count; i++)
        for (int j = 0; j < body->count; j++) {
            const tml_vec3 vi = tml_add(v, tml_cross(w, body->at[i])), vj = tml_add(v, tml_cross(w, body->at[j]));
            particles += 0.5 * body->coupling[i][j] * tml_dot(vi, vj);
            largest = larger(largest, fabs(body->coupling[i][j] * tml_dot(vi, vj)));
            cr_expect(fabs(body->coupling[i][j] - body->coupling[j][i]) <= 1e-14 * mass->mass, "%s", mass->name);
        }
    const double rigid = 0.5 * mass->mass * tml_dot(v, v) + 0.5 * tml_dot(w, tml_rotate(&mass->inertia, w));
    cr_expect(fabs(particles - rigid) <= 1e-13 * fmax(rigid, largest), "%s: T = %.17g, not %.17g", mass->name,
              particles, rigid);
}

static void expect_equivalent(int index, random_source *d)
{
    const tml_particle_body *body = &made->bodies[index];
    moments points = {0}, coupled = {0}, rows = {0};
    for (int i = 0; i < body->point_count; i++)
        add_pair(&points, body->points[i].mass, body->points[i].at, body->points[i].at);
    for (int i = 0; i < body->count; i++) {
        add_pair(&rows, body->mass[i], body->at[i], body->at[i]);
        for (int j = 0; j < body->count; j++)
            add_pair(&coupled, body->coupling[i][j], body->at[i], body->at[j]);
    }
    expect_moments(index, &points, "point masses");
    expect_moments(index, &coupled, "coupling");
    cr_expect(fabs(rows.mass - points.mass) <= 1e-13 * points.mass);
    cr_expect(tml_norm(rows.first) <= 1e-13 * points.mass * reach(index), "gravity does not turn it");
    for (int i = 0; i < body->point_count; i++)
        if (body->points[i].corner >= 0)
            cr_expect(tml_norm(tml_sub(body->points[i].at, body->at[body->points[i].corner])) == 0);
    for (int i = 0; i < 5; i++)
        expect_energy(index, d);
}

/* Corners span the body: the smallest height of the simplex against its longest edge. */
static void expect_good_shape(int index)
{
    const tml_particle_body *body = &made->bodies[index];
    double longest = 0, volume = 0;
    for (int i = 0; i < body->count; i++)
        for (int j = 0; j < i; j++)
            longest = larger(longest, tml_norm(tml_sub(body->at[i], body->at[j])));
    const tml_vec3 a = tml_sub(body->at[1], body->at[0]), b = tml_sub(body->at[2], body->at[0]),
                   c = tml_sub(body->at[3], body->at[0]);
    switch (body->count) {
    case 3:
        volume = fabs(tml_cross(a, b).z) / (longest * longest);
        break;
    case 4:
        volume = fabs(tml_dot(a, tml_cross(b, c))) / (longest * longest * longest);
        break;
    default:
        return;
    }
    cr_expect_gt(volume, body->count == 3 ? 0.04 : 1e-3, "%s: the corners are flat: %g", m->system->masses[index].name,
                 volume);
}

/* What holds for particles and joints together. */
static void expect_consistent(void)
{
    int shares = 0;
    double mass = 0, bodies = 0;
    for (int i = 0; i < made->count; i++) {
        const tml_particle *p = &made->particles[i];
        double sum = 0;
        cr_expect_eq(p->first_share, shares);
        cr_expect_geq(p->share_count, 1);
        shares += p->share_count;
        for (int k = 0; k < p->share_count; k++) {
            const tml_particle_share *share = &made->shares[p->first_share + k];
            cr_expect_eq(made->bodies[share->body].particle[share->corner], i);
            sum += made->bodies[share->body].mass[share->corner];
        }
        cr_expect_float_eq(p->mass, sum, 1e-14 * (1 + fabs(sum)));
        mass += p->mass;
    }
    for (int i = 1; i < m->system->nb; i++)
        bodies += m->system->masses[i].mass;
    cr_expect_eq(shares, made->share_count);
    cr_expect_float_eq(mass, bodies, 1e-12 * (1 + bodies));
}

/* ---- bodies at random ---- */

/* A body with some pins to the ground and some points; it need not close. */
static void put_random(tml_text *text, random_source *d, bool space, const char *name, int pins)
{
    const double mass = random_between(d, 0.1, 5), size = random_between(d, 0.3, 3);
    tml_text_add(text, "  %s: {mass: %.17g, com: ", name, mass);
    put_vector(text, random_vector(d, space, 1), space);
    if (space) {
        /* second moments p, rotated: principal moments obey the triangle inequality */
        const tml_mat3 R = tml_quat_matrix(tml_quat_about(random_direction(d, true), random_between(d, -3, 3)));
        double P[3][3] = {0}, p[3], trace = 0;
        for (int k = 0; k < 3; k++)
            trace += p[k] = mass * size * size * pow(random_between(d, 0.05, 1), 2);
        for (int i = 0; i < 3; i++)
            for (int j = 0; j < 3; j++)
                for (int k = 0; k < 3; k++)
                    P[i][j] += R.m[i][k] * p[k] * R.m[j][k];
        tml_text_add(text, ", inertia: [%.17g, %.17g, %.17g, %.17g, %.17g, %.17g]", trace - P[0][0], trace - P[1][1],
                     trace - P[2][2], -P[0][1], -P[0][2], -P[1][2]);
    } else {
        tml_text_add(text, ", inertia: %.17g", mass * size * size * pow(random_between(d, 0.05, 1), 2));
    }
    tml_text_add(text, ", points: {");
    for (int i = 0; i < pins || (i == pins && random_index(d, 2)); i++) {
        tml_text_add(text, "%s%s%d: ", i ? ", " : "", name, i);
        put_vector(text, random_vector(d, space, 1.5), space);
    }
    tml_text_add(text, "}}\n");
}

/* Bodies a, b, c, … with no, one, two, … pins. */
static void make_random(random_source *d, bool space, int bodies)
{
    tml_text text = {0};
    tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n  ground: {points: {", space ? "space" : "plane");
    for (int b = 1; b < bodies; b++)
        for (int i = 0; i < b; i++) {
            tml_text_add(&text, "%s%c%d: ", b > 1 ? ", " : "", 'a' + b, i);
            put_vector(&text, random_vector(d, space, 2), space);
        }
    tml_text_add(&text, "}}\n");
    for (int b = 0; b < bodies; b++)
        put_random(&text, d, space, (const char[]){(char)('a' + b), 0}, b);
    tml_text_add(&text, "joints:\n");
    for (int b = 1; b < bodies; b++)
        for (int i = 0; i < b; i++)
            tml_text_add(&text, "  %c%d: {%s: [ground, %c]}\n", 'a' + b, i, space ? "spherical" : "revolute", 'a' + b);
    make(text.data);
    tml_text_free(&text);
}

static void try_random(bool space)
{
    random_source d = {.state = space ? 31 : 30};
    int counts[5] = {0}, pinned = 0, kept = 0;
    for (int trial = 0; trial < 200; trial++) {
        make_random(&d, space, space ? 6 : 4);
        expect_consistent();
        for (int i = 1; i < m->system->nb; i++) {
            expect_equivalent(i, &d);
            expect_good_shape(i);
            counts[made->bodies[i].count]++;
        }
        for (int i = 0; i < m->system->joint_count; i++)
            made->shared[i] ? pinned++ : kept++;
    }
    cr_expect_gt(pinned, kept, "most pins are shared: %d, not %d", pinned, kept);
    if (space)
        cr_expect_eq(counts[4], 200 * 6);
    else
        cr_expect(counts[2] > 100 && counts[3] > 300, "%d rods, %d triangles", counts[2], counts[3]);
}

Test(particles, random_bodies_in_the_plane_keep_mass_centre_and_inertia)
{
    try_random(false);
}

Test(particles, random_bodies_in_space_keep_mass_centre_and_inertia)
{
    try_random(true);
}

/* Every mechanism that the joints give as an example. */
Test(particles, every_example_keeps_mass_centre_and_inertia)
{
    random_source d = {.state = 5};
    for (int i = 0; i < tml_joint_class_count; i++)
        for (int k = 0; k < 2; k++) {
            const char *text = k ? tml_joint_classes[i]->example_space : tml_joint_classes[i]->example_plane;
            if (!text)
                continue;
            make(text);
            expect_consistent();
            for (int b = 1; b < m->system->nb; b++) {
                expect_equivalent(b, &d);
                expect_good_shape(b);
            }
        }
}

/* ---- Attia 2004 ---- */

static char *read_model(const char *path)
{
    FILE *file = fopen(path, "r");
    cr_assert_not_null(file, "%s", path);
    char *text = calloc(1, 1 << 14);
    cr_assert_gt(fread(text, 1, (1 << 14) - 1, file), 0);
    fclose(file);
    return text;
}

static void expect_share(const char *body, int corner, const char *particle, double mass)
{
    const tml_particle_body *b = &made->bodies[body_named(body)];
    cr_expect_str_eq(made->particles[b->particle[corner]].name, particle);
    cr_expect_float_eq(b->points[corner].mass, mass, 1e-12, "%s at %s: %.15g, not %.15g", body, particle,
                       b->points[corner].mass, mass);
}

Test(particles, bodies_of_attia_have_the_published_particles)
{
    char *text = read_model(TML_SOURCE_DIR "/models/attia/attia.yaml");
    make(text);
    free(text);
    random_source d = {.state = 1};
    for (int i = 1; i < m->system->nb; i++)
        expect_equivalent(i, &d);
    expect_consistent();
    expect_share("plate", 0, "A", 0.547308293714);
    expect_share("plate", 1, "B", 1);
    expect_share("plate", 2, "plate#3", 1.452691706286);
    /* from A, x along AB */
    const tml_particle_body *plate = &made->bodies[body_named("plate")];
    const tml_vec3 x = tml_sub(plate->at[1], plate->at[0]), r3 = tml_sub(plate->at[2], plate->at[0]);
    cr_expect_float_eq(tml_dot(r3, x) / tml_norm(x), 2.38600799498, 1e-11);
    cr_expect_float_eq(tml_cross(x, r3).z / tml_norm(x), 1.37365978458, 1e-11);
    /* rods: table 1 is rounded, so m/6, m/6, 2 m/3 only to 1e-3; then with the exact inertia */
    static const char *const rods[] = {"crank", "prop", "link", "stay"};
    for (int i = 0; i < 4; i++) {
        const tml_particle_body *rod = &made->bodies[body_named(rods[i])];
        const double mass = m->system->masses[body_named(rods[i])].mass;
        cr_expect_eq(rod->count, 2, "%s", rods[i]);
        cr_expect_float_eq(rod->points[0].mass, mass / 6, 1e-3);
        cr_expect_float_eq(rod->points[1].mass, mass / 6, 1e-3);
        cr_expect_float_eq(rod->points[2].mass, 2 * mass / 3, 2e-3);
    }
    /* seven pins: only D is a constraint; O, C, F are on the ground */
    cr_expect_eq(made->count, 8);
    static const char *const pins[] = {"O", "A", "B", "C", "D", "E", "F"};
    for (int i = 0; i < 7; i++) {
        cr_expect_eq(is_shared(pins[i]), strcmp(pins[i], "D") != 0, "joint %s", pins[i]);
        cr_expect_eq(particle_named(pins[i])->fixed, strchr("OCF", pins[i][0]) != NULL, "joint %s", pins[i]);
    }
    cr_expect_eq(particle_named("A")->share_count, 2);
    cr_expect_eq(particle_named("D")->share_count, 1);
    /* at the start particle 4 of the paper is here */
    tml_vec3 r[8];
    tml_particles_place(made, m->system, m->q, r);
    cr_expect_float_eq(r[plate->particle[2]].x, 1.7462593634, 1e-10);
    cr_expect_float_eq(r[plate->particle[2]].y, 2.06046712651, 1e-10);
    cr_expect_float_eq(r[particle_named("F") - made->particles].x, 7.5, 0);
    cr_expect_float_eq(r[particle_named("E") - made->particles].y, -0.548, 1e-15);
}

/* ---- rods ---- */

#define GROUND "trammel: 1\nbodies:\n  ground: {points: {A: [0, 0], B: [2, 0]}}\n"

Test(particles, uniform_rod_has_masses_in_ratio_1_4_1)
{
    make(GROUND "  rod: {points: {A: [0, 0], B: [1.2, 1.6]}, mass: 3, shape: rod}\n"
                "joints: {A: {revolute: [ground, rod]}, B: {revolute: [rod, ground]}}\n");
    const tml_particle_body *rod = &made->bodies[1];
    cr_expect_eq(rod->count, 2);
    cr_expect_eq(rod->point_count, 3);
    cr_expect_float_eq(rod->points[0].mass, 0.5, 1e-15);
    cr_expect_float_eq(rod->points[1].mass, 0.5, 1e-15);
    cr_expect_float_eq(rod->points[2].mass, 2, 1e-15);
    cr_expect_eq(rod->points[2].corner, -1);
    cr_expect_leq(tml_norm(rod->points[2].at), 1e-15, "the middle is eliminated");
    cr_expect_float_eq(rod->coupling[0][0], 1, 1e-15);
    cr_expect_float_eq(rod->coupling[0][1], 0.5, 1e-15);
    cr_expect_float_eq(rod->mass[0], 1.5, 1e-15);
    cr_expect(is_shared("A") && is_shared("B"));
}

/* The centre of mass anywhere on the line, also outside; three joints in line need two particles. */
Test(particles, non_uniform_rods_keep_mass_centre_and_inertia)
{
    random_source d = {.state = 8};
    static const double centres[] = {-0.3, 0, 0.2, 0.5, 1, 1.7};
    for (size_t i = 0; i < sizeof centres / sizeof *centres; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 GROUND "  rod: {points: {A: [0, 0], C: [0.5, 0], B: [1, 0]}, com: [%g, 0], mass: 2, inertia: 0.3}\n"
                        "  bob: {points: {C: [0, 0]}, mass: 1}\n"
                        "joints: {A: {revolute: [ground, rod]}, B: {revolute: [rod, ground]},"
                        " C: {revolute: [rod, bob]}}\n",
                 centres[i]);
        make(text);
        cr_expect_eq(made->bodies[1].count, 2);
        expect_equivalent(1, &d);
        expect_consistent();
        cr_expect(is_shared("A") && is_shared("B") && !is_shared("C"));
    }
}

/* Near the line, but not on it, no three particles do; a third corner does. */
Test(particles, nearly_thin_bodies_keep_mass_centre_and_inertia)
{
    random_source d = {.state = 9};
    static const double heights[] = {1e-11, 1e-9, 1e-6, 1e-3, 0.01, -0.01, 0.03, -0.06};
    for (size_t i = 0; i < sizeof heights / sizeof *heights; i++) {
        char text[500];
        snprintf(text, sizeof text,
                 GROUND "  rod: {points: {A: [0, 0], B: [1, 0]}, com: [0.4, %g], mass: 2, inertia: 0.3}\n"
                        "joints: {A: {revolute: [ground, rod]}, B: {revolute: [rod, ground]}}\n",
                 heights[i]);
        make(text);
        cr_expect_eq(made->bodies[1].count, 3);
        cr_expect(is_shared("A") && is_shared("B"));
        expect_equivalent(1, &d);
        expect_good_shape(1);
    }
}

/* ---- bodies that are special ---- */

Test(particles, masses_may_be_negative)
{
    random_source d = {.state = 10};
    make(GROUND "  plate: {points: {A: [-1, -0.5], B: [1, -0.5]}, com: [0, 0], mass: 3, inertia: 0.01}\n"
                "  rod: {points: {A: [-1, 0], B: [1, 0]}, com: [0, 0], mass: 3, inertia: 6}\n"
                "joints: {A: {revolute: [ground, plate]}, B: {revolute: [plate, ground]},"
                " a: {revolute: [ground.A, rod.A]}, b: {revolute: [ground.B, rod.B]}}\n");
    int negative = 0;
    for (int i = 0; i < made->bodies[1].point_count; i++)
        negative += made->bodies[1].points[i].mass < 0;
    cr_expect_eq(made->bodies[1].count, 3);
    cr_expect_gt(negative, 0, "all of a small body is beside the line of its pins");
    expect_equivalent(1, &d);
    expect_equivalent(2, &d);
    cr_expect_lt(made->bodies[2].points[2].mass, 0, "the middle of a rod whose mass is beyond its ends");
}

Test(particles, degenerate_bodies_in_the_plane_keep_their_inertia)
{
    random_source d = {.state = 11};
    make("trammel: 1\nbodies:\n  ground: {points: {A: [0, 0]}}\n"
         "  point: {points: {A: [0, 0]}, mass: 1}\n"
         "  end: {points: {A: [0, 0], B: [1, 0]}, com: B, mass: 1}\n"
         "  aside: {points: {A: [0, 0], B: [1, 0]}, com: [0.5, 0.7], mass: 1}\n"
         "  free: {mass: 2, inertia: 0.5}\n"
         "  ghost: {points: {A: [0, 0], B: [1, 0]}, com: [0.3, 0.2]}\n"
         "joints:\n  A: {revolute: [ground, point]}\n  B: {revolute: [end, aside]}\n  C: {revolute: [point.A, "
         "ghost.A]}\n");
    expect_consistent();
    for (int i = 1; i < m->system->nb; i++) {
        expect_equivalent(i, &d);
        expect_good_shape(i);
    }
    const tml_particle_body *free_body = &made->bodies[body_named("free")], *ghost = &made->bodies[body_named("ghost")];
    cr_expect_float_eq(free_body->points[0].mass, 1, 1e-15, "two particles as far apart as the inertia says");
    cr_expect_float_eq(free_body->points[2].mass, 0, 1e-15);
    cr_expect_float_eq(free_body->at[1].x, 0.5, 1e-15);
    cr_expect_eq(ghost->point_count, 0);
    cr_expect_eq(ghost->coupling[0][0], 0);
    cr_expect(is_shared("C"));
}

Test(particles, degenerate_bodies_in_space_keep_their_inertia)
{
    random_source d = {.state = 12};
    make("trammel: 1\nspace: space\nbodies:\n  ground: {points: {A: [0, 0, 0], B: [1, 0, 0], C: [2, 0, 0]}}\n"
         "  point: {points: {A: [0, 0, 0]}, mass: 1}\n"
         "  rod: {points: {A: [0, 0, 0], B: [1, 0, 0]}, com: [0.5, 0, 0], mass: 1, inertia: [0, 1, 1]}\n"
         "  plate: {points: {A: [0, 0, 0], B: [1, 0, 0], C: [0, 1, 0]}, com: [0.2, 0.2, 0], mass: 1,"
         " inertia: [1, 2, 3]}\n"
         "  line: {points: {A: [0, 0, 0], B: [1, 0, 0], C: [2, 0, 0]}, com: [0.2, 0.2, 0], mass: 1,"
         " inertia: [1, 2, 2.5]}\n"
         "  ball: {mass: 2, inertia: [0.8, 0.8, 0.8]}\n"
         "  needle: {mass: 2, inertia: [0, 0.8, 0.8]}\n"
         "  ghost: {points: {A: [0, 0, 0], B: [1, 0, 0]}}\n"
         "joints:\n  p: {spherical: [ground.A, point.A]}\n"
         "  rA: {spherical: [ground.A, rod.A]}\n  rB: {spherical: [ground.B, rod.B]}\n"
         "  pA: {spherical: [rod.A, plate.A]}\n  pB: {spherical: [rod.B, plate.B]}\n"
         "  pC: {spherical: [ground.C, plate.C]}\n"
         "  lA: {spherical: [ground.A, line.A]}\n  lB: {spherical: [ground.B, line.B]}\n"
         "  lC: {spherical: [ground.C, line.C]}\n"
         "  g: {spherical: [ghost.A, line.B]}\n");
    expect_consistent();
    for (int i = 1; i < m->system->nb; i++) {
        expect_equivalent(i, &d);
        expect_good_shape(i);
    }
    const tml_particle_body *ball = &made->bodies[body_named("ball")];
    for (int i = 0; i < 4; i++) {
        cr_expect_eq(ball->points[i].corner, i, "without pins the corners are the point masses");
        cr_expect_eq(ball->coupling[i][i], 0.5);
        cr_expect_eq(ball->coupling[i][(i + 1) % 4], 0);
    }
    cr_expect(is_shared("pA") && is_shared("pB") && is_shared("pC"), "three corners of a plate");
    cr_expect(is_shared("lA") && is_shared("lB") && !is_shared("lC"), "of three pins in line two are corners");
    cr_expect_eq(particle_named("p")->share_count, 4);
}

/* No particles can have an inertia that no body has: the model is refused before. */
Test(particles, impossible_inertias_are_refused_by_the_model)
{
    static const char *const texts[] = {
        "trammel: 1\nspace: space\nbodies: {a: {mass: 1, inertia: [1, 1, 2.2]}}\n",
        "trammel: 1\nspace: space\nbodies: {a: {mass: 1, inertia: [1, 1, 1, 1.5, 0, 0]}}\n",
        "trammel: 1\nbodies: {a: {mass: 1, inertia: -1}}\n",
    };
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
        tml_log *log = tml_log_make();
        tml_model *model = tml_model_parse(texts[i], strlen(texts[i]), "m.yaml", log);
        cr_expect_null(model);
        cr_assert_eq(tml_log_count(log), 1);
        cr_expect(strstr(tml_log_get(log, 0).text, "body a: "), "%s", tml_log_get(log, 0).text);
        cr_expect(strstr(tml_log_get(log, 0).text, "inertia"), "%s", tml_log_get(log, 0).text);
        tml_model_free(model);
        tml_log_free(log);
    }
}

/* ---- who shares what ---- */

#define LINK(name, a, b) "  " name ": {points: {" a ": [0, 0], " b ": [1, 0]}, mass: 1, inertia: 1}\n"

/* Three links on one pin, two of them joined to the third only: one particle. */
Test(particles, bodies_at_a_pin_share_its_particle)
{
    make("trammel: 1\nbodies:\n" LINK("a", "P", "Q") LINK("b", "P", "Q") LINK("c", "P", "Q") LINK(
        "d", "P",
        "Q") "joints:\n  ab: {revolute: [a.P, b.P]}\n  bc: {revolute: [b.P, c.P]}\n  ac: {revolute: [a.P, c.P]}\n"
             "  soft: {revolute: [d.P, c.P], stiffness: 100}\n");
    expect_consistent();
    cr_expect_eq(particle_named("ab")->share_count, 3);
    cr_expect_not(particle_named("ab")->fixed);
    cr_expect(is_shared("ab") && is_shared("bc") && is_shared("ac"));
    cr_expect_not(is_shared("soft"), "a compliant joint is a force");
    cr_expect_str_eq(made->particles[made->bodies[4].particle[0]].name, "d.soft");
    cr_expect_str_eq(made->particles[made->bodies[4].particle[1]].name, "d.Q");
}

/* A plate with room for two pins, and two links on its third: the links share, and one of their joints is left. */
Test(particles, one_constraint_ties_a_body_without_a_corner)
{
    make("trammel: 1\nbodies:\n  ground: {points: {A: [0, 0], B: [1, 0], D: [0, 1]}}\n"
         "  plate: {points: {A: [0, 0], B: [1, 0], D: [0, 1]}, mass: 1, inertia: 1}\n" LINK("b", "D", "Q")
             LINK("c", "D", "Q") "joints:\n  A: {revolute: [ground, plate]}\n  B: {revolute: [ground, plate]}\n"
                                 "  one: {revolute: [plate.D, b.D]}\n  two: {revolute: [plate.D, c.D]}\n");
    expect_consistent();
    cr_expect_eq(particle_named("one")->share_count, 2);
    cr_expect(is_shared("A") && is_shared("B"));
    cr_expect(!is_shared("one") && is_shared("two"));
}

/* A pin that stays a constraint on the ground fixes no particle, and other kinds of joint are never shared. */
Test(particles, pins_that_cannot_be_shared_stay_constraints)
{
    make("trammel: 1\nbodies:\n  ground: {points: {A: [0, 0], B: [1, 0], D: [0, 1], S: [0, 2]}}\n"
         "  plate: {points: {A: [0, 0], B: [1, 0], D: [0, 1]}, mass: 1, inertia: 1}\n"
         "  slide: {points: {S: [0.5, 0], T: [0, 0]}, com: [0, 0], mass: 1, inertia: 1}\n"
         "joints:\n  A: {revolute: [ground, plate]}\n  B: {revolute: [ground, plate]}\n"
         "  D: {revolute: [ground, plate]}\n  S: {prismatic: [ground, slide], axis: x}\n"
         "  rod: {distance: [plate.D, slide.T], length: 2}\n");
    expect_consistent();
    cr_expect(is_shared("A") && is_shared("B") && !is_shared("D") && !is_shared("S") && !is_shared("rod"));
    for (int i = 0; i < made->count; i++)
        cr_expect_str_neq(made->particles[i].name, "D");
    cr_expect_str_eq(made->particles[made->bodies[2].particle[0]].name, "slide.S");
    cr_expect_str_eq(made->particles[made->bodies[2].particle[1]].name, "slide.rod");
}

/* Pins that put two points of a body in one place stay constraints, for assembly to say that they cannot close. */
Test(particles, contradictions_are_left_to_assembly)
{
    make("trammel: 1\nbodies:\n" LINK("a", "P", "Q")
             LINK("b", "P", "Q") "joints:\n  one: {revolute: [a.P, b.P]}\n  two: {revolute: [a.Q, b.P]}\n");
    expect_consistent();
    cr_expect(is_shared("one") && !is_shared("two"));
}

/* Pins too close together for the size of the body do not both become corners. */
Test(particles, close_pins_do_not_both_become_particles)
{
    random_source d = {.state = 13};
    make("trammel: 1\nbodies:\n  ground: {points: {A: [0, 0], B: [1, 0], C: [2, 0]}}\n"
         "  wheel: {points: {A: [0, 0], B: [0.01, 0]}, com: [0, 0], mass: 1, inertia: 1}\n"
         "  crank: {points: {A: [0, 0], B: [0.01, 0], C: [1, 0.5]}, com: [0.5, 0], mass: 1, inertia: 1}\n"
         "joints:\n  A: {revolute: [ground, wheel]}\n  B: {revolute: [ground, wheel]}\n"
         "  a: {revolute: [ground.A, crank.A]}\n  b: {revolute: [ground.B, crank.B]}\n"
         "  c: {revolute: [ground.C, crank.C]}\n");
    expect_consistent();
    expect_equivalent(1, &d);
    expect_equivalent(2, &d);
    cr_expect(is_shared("A") && !is_shared("B"));
    cr_expect(is_shared("a") && !is_shared("b") && is_shared("c"));
}
