/* limits.c - stops of every coordinate of every joint.
 *
 *   compliant   they push and never pull, take energy and never give any
 *   rigid       gap >= 0, force >= 0, gap force = 0;  u+ = -e u- along the coordinate in an impact, by Newton's and by Poisson's law, and what is lost
 *               is the kinetic energy that is missing
 *   both        between two bodies on which nothing else acts momentum and angular momentum stay
 */
#include "model/joint_class.h"
#include "support/case.h"
#include "support/mechanics.h"
#include "support/unit_comparison.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Short, lest three angles of a free rotation come near to where they are not defined. */
#define RUN "analyses: [dynamics: {end: 0.2, output: 0.005}]\n"
static const double WIDTH = 0.03; /* rad or m from the start to each stop */

/* The example of a kind with limits behind the list of what its first joint of this kind connects. */
static char *with_limits(const char *kind, const char *text, const char *limits)
{
    char start[64];
    snprintf(start, sizeof start, "{%s: [", kind);
    const char *at = strstr(text, start), *end = at ? strchr(at, ']') : NULL;
    cr_assert(end);
    const size_t size = strlen(text) + strlen(limits) + 80;
    char *out = malloc(size);
    snprintf(out, size, "%.*s, limits: %s%.*s" RUN, (int)(end + 1 - text), text, limits,
             (int)(strstr(text, "analyses:") - end - 1), end + 1);
    return out;
}

/* The name of the joint: what stands before its map. */
static void name_of(const char *kind, const char *text, char name[64])
{
    char start[64];
    snprintf(start, sizeof start, ": {%s: [", kind);
    const char *end = strstr(text, start), *from = end;
    while (from > text && from[-1] != ' ')
        from--;
    snprintf(name, 64, "%.*s", (int)(end - from), from);
}

static void check_rows(const tml_case *c, const char *coordinate, const char *force, double start)
{
    for (size_t i = 0; i < tml_table_rows(c->table); i++) {
        const double q = tml_case_value(c, i, coordinate) - start, f = tml_case_value(c, i, force);
        cr_expect(fabs(q) <= WIDTH + 1e-12 ? f == 0 : f * q <= 0, "%s: %s is %g where %s is %g from its start", c->name,
                  force, f, coordinate, q);
    }
    tml_case_laws(c);
}

/* ---- of one coordinate ---- */

typedef struct {
    char coordinate[128], speed[128], force[128];
    double start;
} channels;

static channels channels_of(const tml_joint_class *joint, const tml_joint_form *form, size_t k, const char *text)
{
    channels c;
    char name[64];
    const char *q = form->coordinates[k].name;
    const bool alone = form->coordinates_count == 1;
    name_of(joint->name, text, name);
    snprintf(c.coordinate, sizeof c.coordinate, "%s.%s", name, q);
    snprintf(c.speed, sizeof c.speed, alone ? "%s.speed" : "%s.%s_speed", name, q);
    snprintf(c.force, sizeof c.force, alone ? "%s.limit" : "%s.%s_limit", name, q);
    tml_case loose = tml_case_run_text(joint->name, text, TML_AS_WRITTEN);
    c.start = tml_case_value(&loose, 0, c.coordinate);
    tml_case_free(&loose);
    return c;
}

static tml_case run_limited(const tml_joint_class *joint, const char *text, const char *coordinate, double start,
                            const char *options)
{
    char limits[256];
    snprintf(limits, sizeof limits, "{%s: [%.17g, %.17g], %s}", coordinate, start - WIDTH, start + WIDTH, options);
    char *limited = with_limits(joint->name, text, limits);
    tml_case c = tml_case_run_text(joint->name, limited, TML_AS_WRITTEN);
    free(limited);
    return c;
}

typedef void (*check_coordinate)(const tml_joint_class *joint, const tml_joint_form *form, size_t k, const char *text);

static void each_coordinate(check_coordinate see)
{
    for (int i = 0; i < 2 * tml_joint_class_count; i++) {
        const tml_joint_class *joint = tml_joint_classes[i / 2];
        const tml_joint_form *form = i % 2 ? &joint->space : &joint->plane;
        const char *text = i % 2 ? joint->example_space : joint->example_plane;
        for (size_t k = 0; form->exists && text && k < form->coordinates_count; k++)
            if (form->coordinates[k].measure.kind != TML_NO_MEASURE)
                see(joint, form, k, text);
    }
}

static void check_compliant(const tml_joint_class *joint, const tml_joint_form *form, size_t k, const char *text)
{
    const channels is = channels_of(joint, form, k, text);
    tml_case c = run_limited(joint, text, form->coordinates[k].name, is.start, "stiffness: 2e3, damping: 0.5");
    check_rows(&c, is.coordinate, is.force, is.start);
    tml_case_free(&c);
}

Test(limits, stops_of_every_coordinate_push_and_take_energy, .timeout = TML_SLOWER * 60)
{
    each_coordinate(check_compliant);
}

/* ---- rigid ---- */

static const double E = 0.6;
static int impacts;

/* The rows before and after an impact have the same time. */
static void check_rigid_rows(const tml_case *c, const channels *is)
{
    double lost = 0;
    for (size_t i = 0; i < tml_table_rows(c->table); i++) {
        const double q = tml_case_value(c, i, is->coordinate) - is->start, f = tml_case_value(c, i, is->force);
        const double taken = tml_case_value(c, i, "energy.impact_loss");
        cr_assert(fabs(q) <= WIDTH + 1e-9, "%s: %s is beyond its stop by %g", c->name, is->coordinate, fabs(q) - WIDTH);
        cr_assert(f * q <= 0 && (f == 0 || fabs(q) > WIDTH - 1e-9), "%s: %s is %g where %s is %g from its start",
                  c->name, is->force, f, is->coordinate, q);
        cr_assert(taken >= lost - 1e-12, "%s: impacts give %g J back", c->name, lost - taken);
        lost = taken;
        if (i == 0 || tml_case_value(c, i, "t") != tml_case_value(c, i - 1, "t"))
            continue;
        const double u = tml_case_value(c, i - 1, is->speed), v = tml_case_value(c, i, is->speed);
        if (fabs(q) < WIDTH - 1e-9 || !(u * q > 1e-6))
            continue;
        impacts++;
        cr_assert_float_eq(v, -E * u, 1e-9 * fmax(1, fabs(u)), "%s: %s %.12g before, %.12g after an impact", c->name,
                           is->speed, u, v);
    }
    tml_case_laws(c);
}

static void check_rigid(const tml_joint_class *joint, const tml_joint_form *form, size_t k, const char *text)
{
    const channels is = channels_of(joint, form, k, text);
    for (int poisson = 0; poisson < 2; poisson++) {
        char options[64];
        snprintf(options, sizeof options, "restitution: %g, impact: %s", E, poisson ? "poisson" : "newton");
        tml_case c = run_limited(joint, text, form->coordinates[k].name, is.start, options);
        check_rigid_rows(&c, &is);
        tml_case_free(&c);
    }
}

Test(limits, rigid_stops_of_every_coordinate_return_the_restitution_and_press_only, .timeout = TML_SLOWER * 60)
{
    each_coordinate(check_rigid);
    cr_expect_geq(impacts, 20, "%d impacts", impacts);
}

/* ---- between bodies that nothing else touches ---- */

/* The example with a body in place of the ground, without gravity, and its coordinates moving; NULL: other joints need the ground. */
static char *floating(const tml_joint_class *joint, const tml_joint_form *form, size_t moving, const char *text)
{
    char start[64], name[64], sections[300];
    snprintf(start, sizeof start, "{%s: [ground, ", joint->name);
    const char *at = strstr(text, start), *bodies = strstr(text, "bodies:\n"),
               *own = strstr(text, "  ground: {points: {");
    if (!at || strstr(at + strlen(start), "ground") || strstr(text, "forces:"))
        return NULL;
    for (size_t i = 0; i < form->rows_count; i++)
        if (form->rows[i].rate_only) /* not every coordinate has a speed of its own */
            return NULL;
    const bool space = strstr(text, "space: space") != NULL;
    const char *mass = space ? "mass: 3, inertia: [0.3, 0.3, 0.3]" : "mass: 3, inertia: 0.3";
    name_of(joint->name, text, name);
    tml_text out = {0};
    const char *from = own ? own : bodies + strlen("bodies:\n");
    tml_text_put(&out, text, (size_t)(from - text));
    if (own) {
        const char *end = strstr(own, "}}");
        tml_text_add(&out, "  base: {%s, points: {%.*s}}", mass, (int)(end - own - 20), own + 20);
        from = end + 2;
    } else {
        tml_text_add(&out, "  base: {%s, points: [%s]}\n", mass, name);
    }
    tml_text_add(&out, "%.*s{%s: [base, %s", (int)(at - from), from, joint->name, at + strlen(start));
    const bool alone = form->coordinates_count == 1;
    snprintf(sections, sizeof sections, "{gravity: none, initial: {%s.%s%sspeed: 0.7}, analyses: []}", name,
             alone ? "" : form->coordinates[moving].name, alone ? "" : "_");
    char *changed = text_with_sections(out.data, sections);
    tml_text_free(&out);
    return changed;
}

typedef struct {
    tml_vec3 linear, angular;
} momentum;

static double of_body(const tml_case *c, size_t row, const char *body, const char *what)
{
    char name[80];
    snprintf(name, sizeof name, "%s.%s", body, what);
    return tml_case_value(c, row, name);
}

static momentum momentum_of(const mechanism *m, const tml_case *c, size_t row)
{
    momentum sum = {{0, 0, 0}, {0, 0, 0}};
    for (int i = 1; i < m->system->nb; i++) {
        const tml_mass *b = &m->system->masses[i];
        const bool space = m->system->space;
        const tml_vec3 x = {of_body(c, row, b->name, "x"), of_body(c, row, b->name, "y"),
                            space ? of_body(c, row, b->name, "z") : 0};
        const tml_vec3 v = {of_body(c, row, b->name, "vx"), of_body(c, row, b->name, "vy"),
                            space ? of_body(c, row, b->name, "vz") : 0};
        tml_vec3 spin = {0, 0, space ? 0 : b->inertia.m[2][2] * of_body(c, row, b->name, "omega")};
        if (space) {
            const tml_mat3 R =
                tml_quat_matrix((tml_quat){of_body(c, row, b->name, "qw"), of_body(c, row, b->name, "qx"),
                                           of_body(c, row, b->name, "qy"), of_body(c, row, b->name, "qz")});
            const tml_vec3 w = {of_body(c, row, b->name, "omegax"), of_body(c, row, b->name, "omegay"),
                                of_body(c, row, b->name, "omegaz")};
            spin = tml_rotate(&R, tml_rotate(&b->inertia, tml_rotate_back(&R, w)));
        }
        sum.linear = tml_add(sum.linear, tml_scale(b->mass, v));
        sum.angular = tml_add(sum.angular, tml_add(spin, tml_scale(b->mass, tml_cross(x, v))));
    }
    return sum;
}

static int floated;

static void check_momentum(const tml_joint_class *joint, const tml_joint_form *form, size_t k, const char *text)
{
    char *free_text = floating(joint, form, k, text);
    if (!free_text)
        return;
    mechanism *m = mechanism_make(free_text);
    const channels is = channels_of(joint, form, k, text);
    for (int rigid = 0; rigid < 2; rigid++) {
        tml_case c = run_limited(joint, free_text, form->coordinates[k].name, is.start,
                                 rigid ? "restitution: 0.6" : "stiffness: 2e3, damping: 0.5");
        const momentum start = momentum_of(m, &c, 0);
        for (size_t row = 0; row < tml_table_rows(c.table); row++) {
            const momentum now = momentum_of(m, &c, row);
            const double p = tml_norm(tml_sub(now.linear, start.linear)),
                         L = tml_norm(tml_sub(now.angular, start.angular));
            cr_assert(p < 1e-6 && L < 1e-6, "%s, %s, %s: momentum changes by %g, angular momentum by %g", joint->name,
                      is.coordinate, rigid ? "rigid" : "compliant", p, L);
        }
        floated += tml_case_largest(&c, is.force) > 0 || tml_case_impact_count(&c) > 0;
        tml_case_free(&c);
    }
    mechanism_free(m);
    free(free_text);
}

Test(limits, stops_between_free_bodies_keep_momentum, .timeout = TML_SLOWER * 60)
{
    each_coordinate(check_momentum);
    cr_expect_geq(floated, 20, "%d runs in which stops acted", floated);
}
