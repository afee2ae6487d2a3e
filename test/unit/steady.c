/* steady.c - relative equilibria of a pendulum on a rotating shaft: solutions, stability, bifurcation and fold, by closed forms.
 *
 * Arm of mass m, centre of mass at l below a hinge at a radius R of a vertical shaft of speed w, inertia Ix, Iy, Iz (z along it); a = m R l,
 * b = m l^2 + Ix - Iz. At the angle p from the vertical
 *   (m l^2 + Iy) p'' = w^2 cos p (a + b sin p) - m g l sin p
 * R = 0: p = 0, pi and cos p = m g l / (b w^2), which branches off at w^2 = m g l / b. R > 0: the arm that leans inwards has a fold at
 * sin p = -(a / b)^(1/3).
 */
#include "analysis/steady/continuation.h"
#include "analysis/steady/multistart.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

#define PI 3.14159265358979323846
static const double m = 2, l = 0.5, Ix = 0.03, Iy = 0.02, Iz = 0.01, g = 9.81, radius = 0.1;

typedef struct {
    mechanism *m;
    tml_steady *s;
    tml_steady_solver *v;
    tml_steady_point at;
    int arm; /* coordinate of the hinge */
} shaft;

/* The shaft's speed goes from `first` to `last` with the parameter. */
static shaft shaft_make(double R, double first, double last)
{
    static const int held[] = {0};
    char text[640];
    snprintf(text, sizeof text,
             "trammel: 1\nspace: space\n"
             "bodies:\n"
             "  ground: {points: {O: [0, 0, 0]}}\n"
             "  shaft: {points: {O: [0, 0, 0], A: [%g, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
             "  arm: {points: {A: [0, 0, 0]}, com: [0, 0, -0.5], mass: 2, inertia: [0.03, 0.02, 0.01]}\n"
             "joints:\n"
             "  O: {revolute: [ground, shaft], axis: z}\n"
             "  A: {revolute: [shaft, arm], axis: [0, -1, 0]}\n", /* outwards */
             R);
    shaft x = {.m = mechanism_make(text)};
    const tml_system *system = tml_system_make_tree(x.m->system, &x.m->arena);
    x.s = tml_steady_make(system, 0, 0, held, 1, &x.m->arena);
    x.s->first[0] = first, x.s->last[0] = last;
    x.v = tml_steady_solver_make(x.s, 1e-13);
    x.at = tml_steady_point_make(x.s);
    x.arm = system->branches[1].first_q;
    return x;
}

static tml_steady_status solve(shaft *x, double start)
{
    x->at.q[x->arm] = start;
    return tml_steady_solve(x->v, &x->at);
}

static double b_of(void)
{
    return m * l * l + Ix - Iz;
}

Test(steady, conical_pendulum_leans_by_arccos_of_gravity_over_centrifugal_force)
{
    for (double w = 5; w < 30; w += 5) {
        shaft x = shaft_make(0, w, w);
        cr_assert_eq(solve(&x, 1), TML_STEADY_CONVERGED);
        const double want = acos(m * g * l / (b_of() * w * w));
        cr_expect_float_eq(fabs(x.at.q[x.arm]), want, 1e-11, "w = %g: %.15g", w, x.at.q[x.arm] - want);
        mechanism_free(x.m);
    }
}

/* Frequency below the critical speed, rate of growth above it: s^2 = (b w^2 - m g l) / (m l^2 + Iy). */
Test(steady, hanging_arm_loses_stability_at_the_critical_speed)
{
    const double critical = sqrt(m * g * l / b_of());
    for (double part = 0.5; part < 2; part += 0.3) {
        const double w = part * critical;
        shaft x = shaft_make(0, w, w);
        tml_steady_stability *stability = tml_steady_stability_make(x.s);
        cr_assert_eq(solve(&x, 0), TML_STEADY_CONVERGED);
        cr_assert_eq(tml_steady_find_stiffness(x.s, &x.at), 0);
        tml_steady_find_stability(x.s, &x.at, stability);
        const double square = (b_of() * w * w - m * g * l) / (m * l * l + Iy);
        cr_expect_eq(stability->unstable, w > critical, "at %g of the critical speed", part);
        cr_assert_eq(stability->count, 2);
        cr_expect_float_eq(square > 0 ? stability->re[0] : fabs(stability->im[0]), sqrt(fabs(square)), 1e-6,
                           "at %g of the critical speed: %g + %g i, s^2 = %g", part, stability->re[0], stability->im[0],
                           square);
        mechanism_free(x.m);
    }
}

/* Beyond the critical speed: hanging, upright, outwards to either side. */
Test(steady, deflation_finds_every_equilibrium)
{
    const double critical = sqrt(m * g * l / b_of());
    for (int beyond = 0; beyond < 2; beyond++) {
        const double w = critical * (beyond ? 1.5 : 0.8), lean = acos(1 / (1.5 * 1.5));
        const double all[] = {0, PI, lean, -lean};
        shaft x = shaft_make(0, w, w);
        tml_steady_list *list = tml_steady_list_make(x.s);
        cr_assert_eq(tml_steady_search(x.v, &x.at, list, NULL, NULL), 0);
        cr_assert_eq(list->count, beyond ? 4 : 2, "%d equilibria", list->count);
        for (int i = 0; i < list->count; i++) {
            double nearest = INFINITY;
            for (int k = 0; k < list->count; k++)
                nearest = fmin(nearest, fabs(sin((list->states[k].at.q[x.arm] - all[i]) / 2)));
            cr_expect_lt(nearest, 1e-9, "%g rad is not among them: %g", all[i], nearest);
        }
        mechanism_free(x.m);
    }
}

typedef struct {
    int arm, folds, bifurcations, stability_changes;
    double parameter, angle; /* of the last of these */
} marks;

static int visit(void *context, const tml_steady_node *node)
{
    marks *k = context;
    k->folds += (node->marks & TML_STEADY_FOLD) != 0;
    k->bifurcations += (node->marks & TML_STEADY_BIFURCATION) != 0;
    k->stability_changes += (node->marks & TML_STEADY_STABILITY_CHANGE) != 0;
    if (node->marks & (TML_STEADY_FOLD | TML_STEADY_BIFURCATION))
        k->parameter = node->at.parameter, k->angle = node->at.q[k->arm];
    return 0;
}

/* From the solution at x->at along the curve, the parameter rising or falling at first. */
static tml_continuation_end follow(shaft *x, double up, marks *k)
{
    tml_steady_continuation *c = tml_steady_continuation_make(x->v, tml_steady_stability_make(x->s), 20);
    tml_steady_direction along = tml_steady_direction_make(x->s);
    *k = (marks){.arm = x->arm};
    c->visit = visit, c->context = k;
    along.parameter = up;
    return tml_steady_continuation_run(c, &x->at, &along);
}

Test(steady, bifurcation_is_located_at_the_critical_speed)
{
    const double critical = sqrt(m * g * l / b_of());
    shaft x = shaft_make(0, 0, 10);
    marks k;
    cr_assert_eq(solve(&x, 0), TML_STEADY_CONVERGED);
    cr_assert_eq(follow(&x, 1, &k), TML_CONTINUATION_REACHED_END);
    cr_expect_eq(k.folds, 0);
    cr_assert_eq(k.bifurcations, 1);
    cr_expect_eq(k.stability_changes, 1);
    cr_expect_float_eq(10 * k.parameter, critical, 1e-6 * critical, "%.9g instead of %.9g", 10 * k.parameter, critical);
    mechanism_free(x.m);
}

Test(steady, fold_is_located_at_the_closed_form)
{
    const double a = m * radius * l, b = b_of(), s = -cbrt(a / b), c = sqrt(1 - s * s);
    const double w = sqrt(m * g * l * s / (c * (a + b * s)));
    shaft x = shaft_make(radius, 0, 20);
    marks k;
    x.at.parameter = 1;
    cr_assert_eq(solve(&x, -1.4), TML_STEADY_CONVERGED);
    cr_assert_lt(x.at.q[x.arm], asin(s), "the steeper of the two that meet in the fold");
    follow(&x, -1, &k);
    cr_assert_eq(k.folds, 1);
    cr_expect_eq(k.bifurcations, 0);
    cr_expect_float_eq(20 * k.parameter, w, 1e-7 * w, "%.9g instead of %.9g rad/s", 20 * k.parameter, w);
    cr_expect_float_eq(k.angle, asin(s), 1e-3, "%.9g instead of %.9g rad", k.angle, asin(s));
    mechanism_free(x.m);
}
