/* implicit_function.c - derivatives by the implicit function theorem: of driven positions, equilibria, steady states and modes, against closed forms
 * differentiated by a complex step, and against extrapolated differences of whole runs. */
#include "support/case.h"
#include "support/found_gradient.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = TML_FOUND_MOST };

typedef tml_found_gradient found;

#define LIST(...) (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(const char *)

/* Derivatives of the model's answers at the one value of each parameter. */
static found find(const char *text, const char *const *vary, size_t varied, const char *const *keep, size_t kept)
{
    const tml_study_options options = {
        .size = sizeof options, .vary = vary, .vary_count = varied, .keep = keep, .keep_count = kept};
    return tml_found_gradient_make(text, &options, false);
}

static void expect_implicit(const found *f)
{
    for (size_t i = 0; i < f->count * f->parameters; i++)
        cr_expect(f->gradient->implicit[i] && f->gradient->varied[i], "%s by %s: %s",
                  tml_study_answer_name(f->study, i / f->parameters),
                  tml_study_parameter_name(f->study, i % f->parameters), f->gradient->why);
}

/* What an answer is as a function of the parameters: real ones, one of them moved along the imaginary axis. */
typedef double complex number;
typedef number (*closed_form)(const number *p, size_t answer);

static void expect_closed_form(const found *f, closed_form y, double tolerance)
{
    const double step = 1e-30;
    number p[MOST];
    expect_implicit(f);
    for (size_t j = 0; j < f->parameters; j++)
        for (size_t i = 0; i < f->count; i++) {
            for (size_t k = 0; k < f->parameters; k++)
                p[k] = f->values[k] + (k == j ? step * I : 0);
            const number expected = y(p, i);
            const double d = cimag(expected) / step, value = f->gradient->values[i * f->parameters + j];
            const double scale = fmax(fabs(d), fabs(creal(expected) / f->values[j]));
            cr_expect_float_eq(f->answers[i], creal(expected), 1e-10 * (1 + fabs(creal(expected))), "%s: %.15g, %.15g",
                               tml_study_answer_name(f->study, i), f->answers[i], creal(expected));
            cr_expect(fabs(value - d) <= tolerance * scale, "%s by %s: %.17g, expected %.17g",
                      tml_study_answer_name(f->study, i), tml_study_parameter_name(f->study, j), value, d);
        }
}

/* ---- a driven slider-crank ---- */

#define SLIDER_CRANK                                                                                                   \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "parameters: {r: 0.3, l: 1.1, w: 2, a0: 0.4, m: 1.5}\n"                                                            \
    "points: {O: [0, 0], A: [r*cos(a0), r*sin(a0)], B: [r*cos(a0) + sqrt(l^2 - (r*sin(a0))^2), 0]}\n"                  \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], com: O, mass: 1, inertia: 1}\n"                                                         \
    "  rod: {points: [A, B], mass: 0}\n"                                                                               \
    "  piston: {points: [B], mass: m}\n"                                                                               \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, rod]}\n"                                                                                  \
    "  B: {revolute: [rod, piston]}\n"                                                                                 \
    "  S: {prismatic: [ground, piston], at: B, axis: x}\n"                                                             \
    "drivers: {turn: {O.angle: w*t}}\n"

/* Of the piston: position, velocity, acceleration at an angle a = a0 + w t; what its driver takes: m x'' x'/w. */
static number piston(const number *p, number t, int derivative)
{
    const number r = p[0], l = p[1], w = p[2], a = p[3] + w * t, s = csin(a), c = ccos(a),
                 root = csqrt(l * l - r * r * s * s);
    const number dx = -r * s - r * r * s * c / root;
    const number ddx = -r * c - r * r * (c * c - s * s) / root - r * r * r * r * s * s * c * c / (root * root * root);
    return derivative == 0 ? r * c + root : derivative == 1 ? w * dx : w * w * ddx;
}

static number of_slider_crank(const number *p, size_t answer)
{
    switch (answer) {
    case 0:
    case 1:
    case 2:
        return piston(p, 0.7, (int)answer);
    case 3:
        return p[4] * piston(p, 0.7, 2) * piston(p, 0.7, 1) / p[2];
    case 4:
        return piston(p, 0.31, 0);
    default: /* of the speed, over the time */
        return (piston(p, 0.7, 0) - piston(p, 0, 0)) / 0.7;
    }
}

Test(implicit_function, of_a_slider_crank_is_that_of_the_closed_form)
{
    found f = find(SLIDER_CRANK "analyses: [kinematics: {end: 0.7, output: 0.05}]\n",
                   LIST("r=0.3", "l=1.1", "w=2", "a0=0.4", "m=1.5"),
                   LIST("piston.x", "piston.vx", "piston.ax", "turn.torque", "at(piston.x, 0.31)", "mean(piston.vx)"));
    expect_closed_form(&f, of_slider_crank, 2e-12);
    cr_expect_eq(f.gradient->values[4], 0, "a position does not depend on a mass, exactly");
    tml_found_gradient_free(&f);
}

/* ---- a damped link on a spring, under its weight: where it rests, and how it oscillates there ---- */

/* k q + m g l cos q = 0, by Newton's method; then J s^2 + c s + k - m g l sin q = 0. */
static number of_link(const number *p, size_t answer)
{
    const number k = p[0], m = p[1], l = p[2], c = p[3], J = 0.1 + m * l * l, g = 9.81;
    number q = 0;
    for (int i = 0; i < 60; i++)
        q -= (k * q + m * g * l * ccos(q)) / (k - m * g * l * csin(q));
    const number stiffness = k - m * g * l * csin(q), natural = csqrt(stiffness / J), ratio = c / (2 * J * natural);
    return answer == 0   ? q
           : answer == 1 ? natural
           : answer == 2 ? ratio
                         : natural * csqrt(1 - ratio * ratio) / (2 * 3.14159265358979323846);
}

#define LINK(k, m, l, c)                                                                                               \
    "trammel: 1\n"                                                                                                     \
    "gravity: [0, -9.81]\n"                                                                                            \
    "parameters: {k: " k ", m: " m ", l: " l ", c: " c "}\n"                                                           \
    "bodies: {link: {points: {O: [0, 0]}, com: [l, 0], mass: m, inertia: 0.1}}\n"                                      \
    "joints: {O: {revolute: [ground, link], at: O}}\n"                                                                 \
    "points: {O: [0, 0]}\n"                                                                                            \
    "forces: {s: {motor: O, torque: -k*O.angle - c*O.speed}}\n"                                                        \
    "analyses: [static, modes]\n"

Test(implicit_function, of_an_equilibrium_and_its_modes_is_that_of_the_closed_form)
{
    found f = find(LINK("30", "2", "0.8", "1.5"), LIST("k=30", "m=2", "l=0.8", "c=1.5"),
                   LIST("O.angle", "natural[1]", "damping[1]", "frequency[1]"));
    expect_closed_form(&f, of_link, 2e-12);
    cr_expect_eq(f.gradient->values[3], 0, "where it rests does not depend on damping, exactly");
    tml_found_gradient_free(&f);
}

/* ---- two masses on springs ---- */

static number of_two_masses(const number *p, size_t answer)
{
    const number a = p[0] * p[1], b = p[0] * p[3] + p[1] * (p[2] + p[3]), c = p[2] * p[3];
    return csqrt((b + (answer ? 1 : -1) * csqrt(b * b - 4 * a * c)) / (2 * a));
}

/* In space, in millimetres and grams. */
Test(implicit_function, of_two_frequencies_is_that_of_the_closed_form)
{
    found f = find("trammel: 1\n"
                   "space: space\n"
                   "gravity: none\n"
                   "parameters: {m1: 2e-6, m2: 3e-6, k1: 5, k2: 7}\n"
                   "points: {A: [0.001, 0, 0], B: [0.002, 0, 0]}\n"
                   "bodies:\n"
                   "  a: {points: [A], com: A, mass: m1, inertia: [1e-12, 1e-12, 1e-12]}\n"
                   "  b: {points: [B], com: B, mass: m2, inertia: [1e-12, 1e-12, 1e-12]}\n"
                   "joints:\n"
                   "  A: {prismatic: [ground, a], at: A, axis: x}\n"
                   "  B: {prismatic: [a, b], at: B, axis: x}\n"
                   "forces:\n"
                   "  one: {motor: A, force: -k1*A.displacement}\n"
                   "  two: {motor: B, force: -k2*B.displacement}\n"
                   "analyses: [modes]\n",
                   LIST("m1=2e-6", "m2=3e-6", "k1=5", "k2=7"), LIST("natural[1]", "natural[2]"));
    expect_closed_form(&f, of_two_masses, 2e-12);
    tml_found_gradient_free(&f);
}

/* ---- what differences of whole runs cannot tell ---- */

/* x'' is least where x' is: the speed of the piston by the phase of its crank; when that is: a0 + w t is the same. */
Test(implicit_function, of_a_peak_between_rows_is_exact)
{
    found f = find(SLIDER_CRANK "analyses: [kinematics: {end: 1, output: 0.05}]\n", LIST("a0=0.4", "w=2", "m=1.5"),
                   LIST("min(piston.vx)", "time(min(piston.vx))", "integral(piston.x)"));
    const double *d = f.gradient->values, *y = f.answers;
    expect_implicit(&f);
    cr_expect_float_eq(d[0], 0, 1e-11);
    cr_expect_float_eq(d[1] * 2 / y[0], 1, 1e-4); /* the answer is that of rows and nodes, its derivative is not */
    cr_expect_eq(d[2], 0);
    cr_expect_float_eq(d[3], -0.5, 1e-9);
    cr_expect_float_eq(
        d[6], creal(piston((number[]){0.3, 1.1, 2, 0.4}, 1, 0) - piston((number[]){0.3, 1.1, 2, 0.4}, 0, 0)) / 2,
        1e-12);
    tml_found_gradient_free(&f);
}

/* A third rocker of a parallelogram is redundant: with another length of its own nothing moves. */
Test(implicit_function, of_redundant_joints_is_found_where_they_agree)
{
    found f = find("trammel: 1\n"
                   "gravity: [0, -9.81]\n"
                   "parameters: {b: 2, w: 1, a: 0.5}\n"
                   "points: {O: [0, 0], P: [1, 0], Q: [b, 0], A: [0, 0.5], C: [1, 0.5], B: [b, a]}\n"
                   "bodies:\n"
                   "  one: {points: [O, A], mass: 1}\n"
                   "  two: {points: [P, C], mass: 1}\n"
                   "  three: {points: [Q, B], mass: 1}\n"
                   "  bar: {points: [A, C, B], com: A, mass: 1}\n"
                   "joints:\n"
                   "  O: {revolute: [ground, one]}\n"
                   "  P: {revolute: [ground, two]}\n"
                   "  Q: {revolute: [ground, three]}\n"
                   "  A: {revolute: [one, bar]}\n"
                   "  C: {revolute: [two, bar]}\n"
                   "  B: {revolute: [three, bar]}\n"
                   "drivers: {turn: {O.angle: w*t}}\n"
                   "analyses: [kinematics: {end: 0.5, output: 0.1}]\n",
                   LIST("b=2", "w=1", "a=0.5"), LIST("bar.x", "bar.vx", "three.B.x"));
    const double *d = f.gradient->values, angle = 0.5;
    cr_expect_eq(f.status, TML_FAILED);
    for (size_t i = 0; i < 9; i++)
        cr_expect_eq(f.gradient->implicit[i], i % 3 < 2);
    cr_expect_eq(d[0], 0);
    cr_expect_float_eq(d[1], -0.25 * cos(angle), 1e-12);
    cr_expect_eq(d[3], 0);
    cr_expect_float_eq(d[4], -0.5 * cos(angle) + 0.25 * sin(angle), 1e-12);
    cr_expect_float_eq(d[6], 1, 1e-12);
    for (size_t i = 2; i < 9; i += 3)
        cr_expect(isnan(d[i]), "%g", d[i]);
    tml_found_gradient_free(&f);
}

/* A piston pushes its crank through the dead point. */
#define DEAD_POINT                                                                                                     \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "parameters: {l: 1.1}\n"                                                                                           \
    "points: {O: [0, 0], A: [0.3*cos(1), 0.3*sin(1)], B: [1.2, 0]}\n"                                                  \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], com: O, mass: 1, inertia: 1}\n"                                                         \
    "  piston: {points: [B], mass: 1}\n"                                                                               \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  S: {prismatic: [ground, piston], at: B, axis: x}\n"                                                             \
    "  R: {distance: [crank.A, piston.B], length: l}\n"                                                                \
    "drivers: {push: {S.displacement: 0.2*sin(pi*t/2)}}\n"

/* At the dead point the angle changes infinitely fast with a length. */
Test(implicit_function, of_a_dead_point_is_none)
{
    found f = find(DEAD_POINT "analyses: [kinematics: {end: 2, output: 0.1}]\n", LIST("l=1.1"),
                   LIST("O.angle[11]", "O.angle[3]"));
    cr_expect(f.gradient->none[0] && isnan(f.gradient->values[0]));
    cr_expect_not(f.gradient->none[1] || f.gradient->varied[1]);
    cr_expect(isfinite(f.gradient->values[1]));
    tml_found_gradient_free(&f);
}

/* The same as an analysis. Behind the dead point a shorter rod locks, and a longer one lets the crank return: differences know no derivative, and say
 * so. */
Test(implicit_function, behind_a_dead_point_it_is_said_that_differences_do_not_know)
{
    tml_case c = tml_case_run_text("dead point",
                                   DEAD_POINT "analyses:\n"
                                              "  - kinematics: {end: 2, output: 0.1}\n"
                                              "  - sensitivity: {of: ['O.angle[3]', 'O.angle[15]'], by: [l]}\n",
                                   TML_AS_WRITTEN);
    const tml_table *t = c.table;
    const long known = tml_table_fact_find(t, "O.angle[3] by l"), other = tml_table_fact_find(t, "O.angle[15] by l");
    const double x = 1.2 + 0.2 * sin(0.1 * acos(-1)), cosine = (x * x + 0.09 - 1.21) / (0.6 * x);
    cr_assert(known >= 0 && other >= 0);
    cr_expect_float_eq(tml_table_fact_number(t, (size_t)known), 1.1 / (0.3 * x * sqrt(1 - cosine * cosine)), 1e-8);
    cr_expect_eq(strncmp(tml_table_fact_text(t, (size_t)other), "not known", 9), 0, "%s",
                 tml_table_fact_text(t, (size_t)other));
    tml_case_free(&c);
}

/* x^2 = p - 1: two equilibria meet where p = 1, and beside it dx/dp = 1/(2 x). */
#define FOLD(p, more)                                                                                                  \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "parameters: {p: " p "}\n"                                                                                         \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  block: {points: {O: [0, 0]}, mass: 1, inertia: 1}\n"                                                            \
    "joints: {O: {prismatic: [ground, block], axis: x}}\n"                                                             \
    "forces: {s: {motor: O, force: 'p - 1 - O.displacement^2'}}\n"                                                     \
    "initial: {O.displacement: 0.1}\n"                                                                                 \
    "analyses:\n"                                                                                                      \
    "  - static: {}\n" more

Test(implicit_function, of_a_fold_is_none_and_beside_it_large)
{
    found at = find(FOLD("1", ""), LIST("p=1"), LIST("O.displacement[1]", "2*p"));
    cr_expect(at.gradient->none[0] && isnan(at.gradient->values[0]), "%g", at.gradient->values[0]);
    cr_expect(at.gradient->singular && strstr(at.gradient->singular, "fold"));
    cr_expect_float_eq(at.gradient->values[1], 2, 1e-12);
    tml_found_gradient_free(&at);
    found beside = find(FOLD("1.0001", ""), LIST("p=1.0001"), LIST("O.displacement[1]"));
    cr_expect(beside.gradient->implicit[0]);
    cr_expect_float_eq(beside.gradient->values[0], 0.5 / sqrt(1.0001 - 1), 1e-7);
    tml_found_gradient_free(&beside);
}

/* The same as an analysis. */
Test(implicit_function, of_a_fold_it_is_said_that_there_is_none)
{
    tml_case c = tml_case_run_text("fold", FOLD("1", "  - sensitivity: {of: ['O.displacement[1]', 2*p], by: [p]}\n"),
                                   TML_AS_WRITTEN);
    const long at = tml_table_fact_find(c.table, "O.displacement[1] by p");
    cr_assert_geq(at, 0);
    cr_expect_eq(strncmp(tml_table_fact_text(c.table, (size_t)at), "none: at a fold", 15), 0, "%s",
                 tml_table_fact_text(c.table, (size_t)at));
    tml_case_free(&c);
}

/* A load hangs on a cart that nothing holds: where the cart is, is as drawn. */
Test(implicit_function, of_what_nothing_determines_is_left_to_differences)
{
    found f = find("trammel: 1\n"
                   "gravity: [0, -9.81]\n"
                   "parameters: {k: 100, x0: 0.3, m: 2}\n"
                   "points: {A: [x0, 0]}\n"
                   "bodies:\n"
                   "  cart: {points: [A], mass: 1, inertia: 1}\n"
                   "  load: {points: [A], mass: m, inertia: 1}\n"
                   "joints:\n"
                   "  S: {prismatic: [ground, cart], at: A, axis: x}\n"
                   "  V: {prismatic: [cart, load], at: A, axis: y}\n"
                   "forces: {s: {motor: V, force: -k*V.displacement}}\n"
                   "analyses: [static]\n",
                   LIST("k=100", "x0=0.3", "m=2"), LIST("V.displacement", "cart.x"));
    const double *d = f.gradient->values;
    for (size_t i = 0; i < 6; i++)
        cr_expect_eq(f.gradient->implicit[i], i < 3);
    cr_expect_float_eq(d[0], 2 * 9.81 / 1e4, 1e-15);
    cr_expect_eq(d[1], 0);
    cr_expect_float_eq(d[2], -9.81 / 100, 1e-13);
    cr_expect_float_eq(d[4], 1, 1e-12);
    tml_found_gradient_free(&f);
}

/* ---- models that ship ---- */

/* Extrapolated differences of whole runs tell the same, as far as they do. */
static void expect_differences(found *f, double tolerance)
{
    tml_gradient *d = tml_gradient_make(f->study, &f->arena);
    const char *reason = NULL;
    expect_implicit(f);
    for (size_t i = 0; i < f->count * f->parameters; i++)
        d->values[i] = d->errors[i] = NAN;
    cr_assert_eq(tml_differences_find(f->worker, f->values, f->answers, d, &reason), TML_OK);
    for (size_t i = 0; i < f->count * f->parameters; i++) {
        const double scale = fabs(f->answers[i / f->parameters] / f->values[i % f->parameters]);
        cr_expect(fabs(d->values[i] - f->gradient->values[i]) <= tolerance * fmax(fabs(d->values[i]), scale),
                  "%s by %s: %.15g, by differences %.15g", tml_study_answer_name(f->study, i / f->parameters),
                  tml_study_parameter_name(f->study, i % f->parameters), f->gradient->values[i], d->values[i]);
    }
    tml_found_gradient_free(f);
}

static found find_in(const char *path, const char *const *vary, size_t varied, const char *const *keep, size_t kept)
{
    char full[512];
    snprintf(full, sizeof full, "%s/models/%s", TML_SOURCE_DIR, path);
    char *text = tml_case_load(full), *cut = strstr(text, "  - dynamics");
    if (cut)
        *cut = 0;
    found f = find(text, vary, varied, keep, kept);
    free(text);
    return f;
}

Test(implicit_function, agrees_with_differences_of_runs_on_models_that_ship)
{
    found car = find_in("half-car/half-car.yaml", LIST("J=1100", "a=1.2", "kf=18000", "ktr=170000"),
                        LIST("chassis.y", "natural[1]", "natural[2]", "damping[1]", "frequency[3]"));
    expect_differences(&car, 1e-9);
    found legs = find_in("stewart/stewart.yaml", LIST("height=0.9"), LIST("leg1.barrel.x", "max(leg5.A.fx)"));
    expect_differences(&legs, 1e-8);
    found linkage = find_in("peaucellier/peaucellier.yaml", LIST("r=0.15", "s=0.25"), LIST("b.alpha", "B.d.fy"));
    expect_differences(&linkage, 1e-8);
}
