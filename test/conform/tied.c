/* tied.c - laws that every joint of joints, of a path and of an equation obeys, wherever the bodies are near the drawing.
 *
 * Nothing is on the ground: a base carries what moves. At random states, with the rows of the joint and its force laws,
 *   inner       G (a motion of all bodies as one) = 0, and forces and moments of its laws add up to nothing: on the base too
 *   derivative  G = d phi/d displacement where it has a position;  -gamma = d(G v)/dt at constant velocities
 *   power       Q v = -dV/dt of laws that store and do not damp
 * Every kind that ties joints must be in the list below, in the plane and in space as far as it exists there.
 */
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { TRIALS = 12, MOST_ROWS = 40, MOST_V = 18 };

/* One way in which a kind is used; hinges A and B, a slide S, on the base. */
typedef struct {
    const char *kind;
    bool space;
    const char *second; /* of `two`: its joint with the base */
    const char *tie;
    bool yields; /* springs take the place of its rows */
} use;

#define FLAT_B   "B: {revolute: [base, two]}"
#define FLAT_S   "S: {prismatic: [base, two], axis: y}"
#define BESIDE   "B: {revolute: [base, two], axis: z}"
#define ACROSS   "W: {revolute: [base, two], axis: x}"
#define MEETS    "V: {revolute: [base, two], axis: x}"
#define SLIDES   "S: {prismatic: [base, two], axis: y}"
#define DISTANCE "(one.P.x - two.Q.x)^2 + (one.P.y - two.Q.y)^2"
static const use uses[] = {
    {"gear", false, FLAT_B, "gear: [A, B], teeth: [20, 50]", false},
    {"gear", false, FLAT_B, "gear: [A, B], ratio: -0.4", false},
    {"gear", false, FLAT_B, "gear: [A, B], teeth: [20, 50], stiffness: 300", true},
    {"gear", true, BESIDE, "gear: [A, B], teeth: [20, 50], helix: 15 deg", false},
    {"gear", true, BESIDE, "gear: [A, B], teeth: [20, 50], helix: -20 deg, stiffness: 300", true},
    {"rack", false, FLAT_S, "rack: [A, S], teeth: 20", false},
    {"rack", false, FLAT_S, "rack: [A, S], radius: 0.3", false},
    {"rack", false, FLAT_S, "rack: [A, S], teeth: 20, stiffness: 300", true},
    {"rack", true, SLIDES, "rack: [A, S], teeth: 20, helix: 10 deg", false},
    {"bevel", true, MEETS, "bevel: [A, V], teeth: [20, 30], module: 20 mm, spiral: 25 deg", false},
    {"bevel", true, MEETS, "bevel: [A, V], teeth: [20, 30], module: 20 mm, stiffness: 300", true},
    {"worm", true, ACROSS, "worm: [A, W], starts: 2, teeth: 30, diameter: 100 mm", false},
    {"worm", true, ACROSS, "worm: [A, W], starts: 2, teeth: 30, diameter: 100 mm, stiffness: 300", true},
    {"belt", false, FLAT_B, "belt: [A, B], radii: [0.1, 0.25]", false},
    {"belt", false, FLAT_B, "belt: [A, B, base.I], radii: [0.1, -0.2, 0.05], pretension: 50", false},
    {"belt", false, FLAT_B, "belt: [A, B], radii: [0.1, 0.25], EA: 500, pretension: 400", true},
    {"chain", false, FLAT_B, "chain: [A, B], teeth: [20, 40], pitch: 30 mm", false},
    {"cable", false, FLAT_B, "cable: [one.P, base.I, two.Q], radii: [0, -0.1, 0]", false},
    {"cable", false, FLAT_B, "cable: [A, base.I, two.Q], radii: [0.1, -0.1, 0], EA: 500, pretension: 400", true},
    {"cable", true, BESIDE, "cable: [one.P, base.I, two.Q]", false},
    {"belt", true, BESIDE, "belt: [A, B], radii: [0.1, 0.25]", false},
    {"belt", true, BESIDE, "belt: [A, B], radii: [0.1, 0.25], EA: 500, pretension: 400", true},
    {"chain", true, BESIDE, "chain: [A, B], teeth: [20, 40], pitch: 30 mm", false},
    {"coupler", false, FLAT_B, "coupler: A.angle = 0.3*sin(B.angle)^2 + B.angle", false},
    {"coupler", false, FLAT_B, "coupler: " DISTANCE " = 0.5", false},
    {"coupler", true, BESIDE, "coupler: " DISTANCE " + (one.P.z - two.Q.z)^2 = 0.5", false},
    {"coupler", true, SLIDES, "coupler: S.displacement = 0.2*A.angle^2, stiffness: 300", true},
};

static mechanism *make(const use *u)
{
    tml_text text = {0};
    const char *z = u->space ? ", 0" : "", *J = u->space ? "[0.3, 0.4, 0.5]" : "0.5";
    tml_text_add(&text, "trammel: 1\nspace: %s\ngravity: none\n", u->space ? "space" : "plane");
    tml_text_add(&text,
                 "points: {A: [0, 0%s], B: [0.7, 0%s], S: [0.3, 0%s], I: [0.35, 0.4%s], P: [0, 0.2%s], Q: [0.7, 0.3%s]",
                 z, z, z, z, z, z);
    if (u->space) /* for axes along z and along x: they meet in (0, 0, 0.3), or pass each other */
        tml_text_add(&text, ", V: [0.3, 0, 0.3], W: [0, 0.2, 0]");
    tml_text_add(&text, "}\nbodies:\n  base: {points: [A, B, S, I%s], mass: 3, inertia: %s}\n",
                 u->space ? ", V, W" : "", J);
    tml_text_add(&text, "  one: {points: [A, P], mass: 1, inertia: %s}\n", J);
    tml_text_add(&text, "  two: {points: [B, S, Q%s], mass: 2, inertia: %s}\n", u->space ? ", V, W" : "", J);
    tml_text_add(&text, "joints:\n  A: {revolute: [base, one]%s}\n  %s\n  T: {%s}\n", u->space ? ", axis: z" : "",
                 u->second, u->tie);
    mechanism *m = mechanism_make(text.data);
    tml_text_free(&text);
    return m;
}

static int tie_of(const mechanism *m)
{
    return m->system->joint_count - 1;
}

static bool is_of_tie(const mechanism *m, int row)
{
    return m->system->rows[row].joint == tie_of(m);
}

/* ---- forces and moments add up to nothing ---- */

static void expect_inner(const mechanism *m, const double *f, const char *what, const use *u)
{
    const tml_system *s = m->system;
    tml_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    double size = 0;
    for (int b = 1; b < s->nb; b++) {
        const body_state at = state_get(m, m->q, m->v, b);
        const double *g = f + (b - 1) * s->nvb;
        const tml_vec3 push = {g[0], g[1], s->space ? g[2] : 0};
        const tml_vec3 twist = s->space ? tml_rotate(&at.R, (tml_vec3){g[3], g[4], g[5]}) : (tml_vec3){0, 0, g[2]};
        force = tml_add(force, push);
        moment = tml_add(moment, tml_add(twist, tml_cross(at.x, push)));
        size += tml_norm(push) + tml_norm(twist);
    }
    cr_assert(size > 1e-3, "%s: %s exerts nothing", u->tie, what);
    cr_assert(tml_norm(force) < 1e-12 * size && tml_norm(moment) < 1e-12 * size,
              "%s: %s exerts a force %g and a moment %g on all bodies together, of %g", u->tie, what, tml_norm(force),
              tml_norm(moment), size);
}

static void check_inner(mechanism *m, const use *u)
{
    const tml_system *s = m->system;
    mechanism_evaluate(m, m->q, m->v);
    for (int i = 0; i < s->row_count; i++) {
        double lambda[MOST_ROWS] = {0}, f[MOST_V] = {0};
        if (!is_of_tie(m, i))
            continue;
        lambda[i] = 1;
        tml_workspace_add_Gt(m->work, s->row_count, lambda, f);
        expect_inner(m, f, s->rows[i].name, u);
    }
    if (u->yields) {
        double f[MOST_V];
        for (int b = 1; s->space && b < s->nb; b++) { /* without the gyroscopic term */
            const body_state at = state_get(m, m->q, m->v, b);
            const tml_vec3 w = tml_rotate_back(&at.R, at.w), Jw = tml_rotate(&s->masses[b].inertia, w),
                           t = tml_cross(w, Jw);
            double *Q = m->work->Q + (b - 1) * s->nvb;
            Q[3] += t.x, Q[4] += t.y, Q[5] += t.z;
        }
        memcpy(f, m->work->Q, (size_t)s->nv * sizeof(double));
        expect_inner(m, f, "its spring", u);
    }
}

/* ---- derivatives ---- */

typedef struct {
    mechanism *m;
    const double *direction;
} path;

static void phi_along(void *context, double t, double *out)
{
    const path *p = context;
    double q[3 * 7];
    mechanism_moved(p->m, p->m->q, p->direction, t, q);
    mechanism_evaluate(p->m, q, p->m->v);
    memcpy(out, p->m->work->phi, (size_t)p->m->system->row_count * sizeof(double));
}

static void phidot_along(void *context, double t, double *out)
{
    const path *p = context;
    double q[3 * 7];
    mechanism_moved(p->m, p->m->q, p->m->v, t, q);
    mechanism_evaluate(p->m, q, p->m->v);
    memcpy(out, p->m->work->phidot, (size_t)p->m->system->row_count * sizeof(double));
}

static void potential_along(void *context, double t, double *out)
{
    const path *p = context;
    double q[3 * 7];
    mechanism_moved(p->m, p->m->q, p->m->v, t, q);
    mechanism_evaluate(p->m, q, p->m->v);
    *out = p->m->work->potential;
}

static void check_derivatives(mechanism *m, const use *u)
{
    const tml_system *s = m->system;
    double G[MOST_ROWS * MOST_V], slope[MOST_ROWS], gamma[MOST_ROWS];
    path p = {m, NULL};
    mechanism_evaluate(m, m->q, m->v);
    dense_G(m, s->row_count, G);
    memcpy(gamma, m->work->gamma, (size_t)s->row_count * sizeof(double));
    for (int j = 0; j < s->nv; j++) {
        double unit[MOST_V] = {0};
        unit[j] = 1, p.direction = unit;
        differentiate(phi_along, &p, s->row_count, slope);
        for (int i = 0; i < s->row_count; i++)
            cr_assert(!is_of_tie(m, i) || s->rows[i].rate_only || fabs(G[i * s->nv + j] - slope[i]) < 1e-9,
                      "%s: %s: G[%d] = %.12g, not %.12g", u->tie, s->rows[i].name, j, G[i * s->nv + j], slope[i]);
    }
    differentiate(phidot_along, &p, s->row_count, slope);
    for (int i = 0; i < s->row_count; i++)
        cr_assert(!is_of_tie(m, i) || fabs(gamma[i] + slope[i]) < 1e-8 * (1 + fabs(gamma[i])),
                  "%s: %s: gamma = %.12g, not %.12g", u->tie, s->rows[i].name, gamma[i], -slope[i]);
}

static void check_power(mechanism *m, const use *u)
{
    path p = {m, NULL};
    double slope, power = 0;
    mechanism_evaluate(m, m->q, m->v);
    for (int j = 0; j < m->system->nv; j++)
        power += m->work->Q[j] * m->v[j]; /* the gyroscopic term has none */
    differentiate(potential_along, &p, 1, &slope);
    cr_assert(fabs(power + slope) < 1e-8 * (1 + fabs(power)), "%s: power %.12g, and -dV/dt = %.12g", u->tie, power,
              -slope);
}

/* ---- all of them ---- */

static void check_use(const use *u, random_source *d)
{
    mechanism *m = make(u);
    const tml_system *s = m->system;
    double drawn[3 * 7];
    cr_assert_leq(s->nv, MOST_V);
    cr_assert_leq(s->row_count, MOST_ROWS);
    memcpy(drawn, m->q, (size_t)s->nq * sizeof(double));
    for (int k = 0; k < TRIALS; k++) {
        double away[MOST_V];
        for (int j = 0; j < s->nv; j++)
            away[j] = random_between(d, -0.03, 0.03), m->v[j] = random_between(d, -1, 1);
        mechanism_moved(m, drawn, away, 1, m->q);
        check_inner(m, u);
        check_derivatives(m, u);
        if (u->yields)
            check_power(m, u);
    }
    mechanism_free(m);
}

Test(tied, what_ties_joints_acts_between_bodies_along_its_derivatives, .timeout = TML_SLOWER * 60)
{
    random_source d = {.state = 5};
    for (size_t i = 0; i < sizeof uses / sizeof *uses; i++)
        check_use(&uses[i], &d);
}

Test(tied, every_kind_is_in_the_list)
{
    for (int i = 0; i < tml_joint_class_count; i++)
        for (int space = 0; space < 2; space++) {
            const tml_joint_class *class = tml_joint_classes[i];
            bool listed = !tml_joint_couples(class) || !(space ? class->space : class->plane).exists;
            for (size_t k = 0; k < sizeof uses / sizeof *uses; k++)
                listed |= strcmp(uses[k].kind, class->name) == 0 && uses[k].space == space;
            cr_expect(listed, "%s in %s", class->name, space ? "space" : "the plane");
        }
}
