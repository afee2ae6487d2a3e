/* impact.c - laws of every pair of registered surfaces that strike each other, in motions of two bodies that nothing else touches.
 *
 *   momentum and angular momentum stay;  the energy is what impacts and friction have left of it, and these never give any
 *   the impulse P of an impact changes the momentum of each body, and its moment about the place the angular momentum
 *   u+ = -e u-  along P, of the material points that touch, without friction: Newton's and Poisson's law agree
 *   |P_t| <= mu P_n
 *   gap >= 0, force >= 0, gap force = 0; of bodies in touch, at rest, that are pulled together: force >= 0 and the acceleration of the gap is zero,
 *   friction within its limit holds the slip, at its limit it is against it
 */
#include "support/case.h"
#include "support/random_surface.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double E = 0.6, MU = 0.3, END = 0.2, PULL = 20;
static const double CLOSE = 1e-9; /* relative to numbers of about 1 */

/* ---- a start ---- */

/* Apart by a little, approaching each other with 1 m/s. false: none found. */
static bool find_start(random_pair *p, mechanism *m, random_source *d)
{
    for (int trial = 0; trial < 2000; trial++) {
        random_pair_scatter(p, random_between(d, 0, 1.5), d);
        const pair_place t = random_pair_nearest(p, m);
        if (!(t.gap > 0.01 && t.gap < 0.1))
            continue;
        p->velocity[1] = tml_sub(p->velocity[1], tml_scale(1 + t.rate, t.n));
        return true;
    }
    return false;
}

/* ---- rows ---- */

static void check_rows(const random_pair *p, const tml_case *c)
{
    const pair_momentum start = random_pair_momentum(p, c, 0);
    double lost = 0;
    for (size_t row = 0; row < tml_table_rows(c->table); row++) {
        const pair_momentum now = random_pair_momentum(p, c, row);
        const double gap = tml_case_value(c, row, "hit.gap"), force = tml_case_value(c, row, "hit.force");
        const double taken =
            tml_case_value(c, row, "energy.impact_loss") + tml_case_value(c, row, "energy.friction_loss");
        cr_assert(tml_norm(tml_sub(now.linear, start.linear)) < CLOSE, "%s: the momentum changes by %g", c->name,
                  tml_norm(tml_sub(now.linear, start.linear)));
        cr_assert(tml_norm(tml_sub(now.angular, start.angular)) < CLOSE, "%s: the angular momentum changes by %g",
                  c->name, tml_norm(tml_sub(now.angular, start.angular)));
        cr_assert(gap > -CLOSE && force >= 0 && fmin(fabs(gap), force) < CLOSE, "%s: gap %g and force %g", c->name, gap,
                  force);
        cr_assert(taken >= lost - CLOSE, "%s: impacts and friction give %g J back", c->name, lost - taken);
        lost = fmax(lost, taken);
    }
    tml_case_laws(c);
}

/* ---- the first impact ---- */

static tml_vec3 impulse_of(const tml_case *c, const char *what, bool space)
{
    char x[16], y[16], z[16];
    snprintf(x, sizeof x, "hit.%sx", what), snprintf(y, sizeof y, "hit.%sy", what),
        snprintf(z, sizeof z, "hit.%sz", what);
    return (tml_vec3){tml_case_impact(c, 0, x), tml_case_impact(c, 0, y), space ? tml_case_impact(c, 0, z) : 0};
}

/* Of all places together. */
static double pressing_impulse(const tml_case *c)
{
    const tml_table *t = tml_case_table(c, "dynamics.events");
    double sum = 0;
    for (size_t k = 0; k < tml_table_columns(t); k++) {
        const char *end = strrchr(tml_table_name(t, k), '.');
        sum += end && strcmp(end, ".impulse") == 0 ? tml_case_impact(c, 0, tml_table_name(t, k)) : 0;
    }
    return sum;
}

static tml_vec3 velocity_at(const pair_row *b, tml_vec3 r)
{
    return tml_add(b->v, tml_cross(b->w, r));
}

/* Between impacts all velocities stay: those before and after it are in the first row and in the row after it. */
static void check_impact(const random_pair *p, const tml_case *c, double e, double mu)
{
    const double t = tml_case_impact(c, 0, "t");
    const tml_vec3 P = impulse_of(c, "f", p->space), at = impulse_of(c, "", p->space);
    size_t after = 0;
    while (after + 1 < tml_table_rows(c->table) &&
           !(tml_case_value(c, after, "t") >= t && after > 0 && tml_case_value(c, after - 1, "t") >= t))
        after++;
    tml_vec3 before[2], then[2];
    for (int i = 0; i < 2; i++) {
        const pair_row a = random_pair_row(c, 0, i, p->space), b = random_pair_row(c, after, i, p->space);
        const tml_vec3 r = tml_sub(at, tml_add(a.x, tml_scale(t, a.v))), push = tml_scale(i ? 1 : -1, P);
        const tml_vec3 dv = tml_sub(tml_scale(p->mass[i], tml_sub(b.v, a.v)), push);
        const tml_vec3 dw = tml_sub(tml_scale(p->inertia[i], tml_sub(b.w, a.w)), tml_cross(r, push));
        cr_assert(tml_norm(dv) < CLOSE && tml_norm(dw) < CLOSE, "%s: impulses of body %d off by %g and %g", c->name, i,
                  tml_norm(dv), tml_norm(dw));
        before[i] = velocity_at(&a, r), then[i] = velocity_at(&b, r);
    }
    const double size = tml_norm(P), press = pressing_impulse(c);
    cr_assert(press > 0 && hypot(press, mu * press) > size - CLOSE, "%s: an impulse of %g, pressing %g", c->name, size,
              press);
    if (mu > 0)
        return;
    const tml_vec3 n = tml_scale(1 / size, P);
    const double u = tml_dot(n, tml_sub(before[1], before[0])), v = tml_dot(n, tml_sub(then[1], then[0]));
    cr_assert(u < 0, "%s: struck, and apart with %g", c->name, u);
    cr_assert_float_eq(v, -e * u, CLOSE, "%s: struck with %.12g, left with %.12g, restitution %g", c->name, u, v, e);
}

/* ---- runs ---- */

static int struck, pressed;

/* The model of the run that failed, where a file is named for it. */
static void keep(const char *text)
{
    const char *path = getenv("TML_LAST_MODEL");
    FILE *file = path ? fopen(path, "w") : NULL;
    if (file) {
        fputs(text, file);
        fclose(file);
    }
}

static char *name_of(const random_pair *p, char name[100])
{
    snprintf(name, 100, "%s, %s", p->kind[0]->name, p->kind[1]->name);
    return name;
}

static void check_run(const random_pair *p, bool poisson, double mu)
{
    char fields[128], name[100], analysis[100];
    snprintf(fields, sizeof fields, ", restitution: %g, friction: %g, impact: %s", E, mu,
             poisson ? "poisson" : "newton");
    snprintf(analysis, sizeof analysis, "analyses: [dynamics: {end: %g, output: 0.02, tolerance: 1e-11}]\n", END);
    char *text = random_pair_text(p, false, fields, analysis);
    keep(text);
    tml_case c = tml_case_run_text(name_of(p, name), text, TML_AS_WRITTEN);
    check_rows(p, &c);
    if (tml_case_impact_count(&c) > 0) {
        struck++;
        check_impact(p, &c, E, mu);
    }
    tml_case_free(&c);
    free(text);
}

/* ---- in touch, at rest, pulled together by a spring ---- */

static tml_vec3 vector(const tml_case *c, const char *body, const char *x, const char *y, const char *z)
{
    return (tml_vec3){random_pair_column(c, 0, body, x), random_pair_column(c, 0, body, y),
                      z ? random_pair_column(c, 0, body, z) : 0};
}

/* Forces and moments of contact and spring accelerate each body; neither body accelerates into the other. */
static void check_forces(const random_pair *p, const tml_case *c, double mu)
{
    const bool space = p->space;
    const tml_vec3 F = vector(c, "hit", "fx", "fy", space ? "fz" : NULL),
                   at = vector(c, "hit", "x", "y", space ? "z" : NULL);
    const tml_vec3 T =
        space ? vector(c, "hit", "tx", "ty", "tz") : (tml_vec3){0, 0, random_pair_column(c, 0, "hit", "torque")};
    const double press = random_pair_column(c, 0, "hit", "force"),
                 rub = mu > 0 ? random_pair_column(c, 0, "hit", "friction") : 0;
    tml_vec3 x[2], a[2];
    for (int i = 0; i < 2; i++)
        x[i] = random_pair_row(c, 0, i, space).x;
    for (int i = 0; i < 2; i++) {
        const char *b = i ? "two" : "one";
        const tml_vec3 pull = tml_scale(PULL, tml_sub(x[!i], x[i])), push = tml_scale(i ? 1 : -1, F);
        const tml_vec3 ax = vector(c, b, "ax", "ay", space ? "az" : NULL);
        const tml_vec3 turn =
            space ? vector(c, b, "alphax", "alphay", "alphaz") : (tml_vec3){0, 0, random_pair_column(c, 0, b, "alpha")};
        const tml_vec3 r = tml_sub(at, x[i]), moment = tml_add(tml_cross(r, push), tml_scale(i ? 1 : -1, T));
        const double off = tml_norm(tml_sub(tml_scale(p->mass[i], ax), tml_add(pull, push)));
        const double twist = press > 0 ? tml_norm(tml_sub(tml_scale(p->inertia[i], turn), moment)) : 0;
        cr_assert(off < CLOSE && twist < CLOSE, "%s: balance of body %d off by %g and %g", c->name, i, off, twist);
        a[i] = tml_add(ax, tml_cross(turn, r));
    }
    cr_assert(press >= 0 && fabs(rub) <= mu * press + CLOSE, "%s: force %g and friction %g", c->name, press, rub);
    if (!(press > CLOSE) || tml_norm(T) > 0) /* open; or at several places */
        return;
    pressed++;
    const tml_vec3 u = tml_sub(a[1], a[0]), n = tml_scale(1 / tml_norm(F), F);
    if (mu == 0)
        cr_assert(fabs(tml_dot(u, n)) < CLOSE, "%s: they press, and part with %g", c->name, tml_dot(u, n));
    else if (fabs(rub) < mu * press - CLOSE)
        cr_assert(tml_norm(u) < CLOSE, "%s: friction of %g holds less than %g, and they slip with %g", c->name, rub,
                  mu * press, tml_norm(u));
    else
        cr_assert(tml_dot(u, F) < CLOSE, "%s: friction drives", c->name);
}

static void check_rest(random_pair p, mechanism *m, double mu)
{
    char fields[64], name[100], lines[128];
    for (int i = 0; i < 2; i++)
        p.velocity[i] = p.omega[i] = (tml_vec3){0, 0, 0};
    const pair_place t = random_pair_nearest(&p, m);
    p.position[1] = tml_sub(p.position[1], tml_scale(t.gap, t.n));
    snprintf(fields, sizeof fields, ", friction: %g", mu);
    snprintf(lines, sizeof lines,
             "  pull: {spring: [one.C, two.C], stiffness: %g, length: 0}\nanalyses: [evaluate: {}]\n", PULL);
    char *text = random_pair_text(&p, false, fields, lines);
    keep(text);
    tml_case c = tml_case_run_text(name_of(&p, name), text, TML_AS_WRITTEN);
    check_forces(&p, &c, mu);
    tml_case_free(&c);
    free(text);
}

/* ---- all pairs ---- */

static void check_pair(const tml_body_surface_class *a, const tml_body_surface_class *b, bool space)
{
    random_source d = {.state = (uint64_t)(100 * a->kind + b->kind + 7)};
    for (int i = 0; i < 2; i++) {
        random_pair p = random_pair_make(a, b, space, true, &d);
        mechanism *m = random_pair_compile(&p, false);
        if (m && find_start(&p, m, &d)) {
            check_run(&p, false, 0);
            check_run(&p, true, 0);
            check_run(&p, true, MU);
            check_rest(p, m, 0);
            check_rest(p, m, MU);
        }
        if (m)
            mechanism_free(m);
        random_pair_free(&p);
    }
}

static void check_in_plane(const tml_body_surface_class *a, const tml_body_surface_class *b)
{
    check_pair(a, b, false);
}
static void check_in_space(const tml_body_surface_class *a, const tml_body_surface_class *b)
{
    check_pair(a, b, true);
}

Test(impact, surfaces_of_the_plane_strike_each_other_by_the_laws, .timeout = TML_SLOWER * 100)
{
    each_pair_of_surfaces(false, check_in_plane);
    cr_expect(struck >= 60 && pressed >= 40, "%d runs with impacts, %d with forces", struck, pressed);
}

Test(impact, surfaces_of_space_strike_each_other_by_the_laws, .timeout = TML_SLOWER * 300)
{
    each_pair_of_surfaces(true, check_in_space);
    cr_expect(struck >= 150 && pressed >= 100, "%d runs with impacts, %d with forces", struck, pressed);
}
