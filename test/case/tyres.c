/* tyres.c - tyres seen from the side: quarter and half car against closed forms, rolling, slip laws, energy, free bodies, bad requests. */
#include "support/case.h"
#include "support/run_messages.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

/* ---- determinants of (M s^2 + C s + K), up to 4 x 4, by elimination ---- */

enum { MOST = 4 };
typedef struct {
    int n;
    double M[MOST], C[MOST][MOST], K[MOST][MOST];
} linear_system;

static double complex determinant(const linear_system *s, double complex x)
{
    double complex A[MOST][MOST], det = 1;
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++)
            A[i][j] = (i == j ? s->M[i] * x * x : 0) + s->C[i][j] * x + s->K[i][j];
    for (int k = 0; k < s->n; k++) {
        int p = k;
        for (int i = k; i < s->n; i++)
            p = cabs(A[i][k]) > cabs(A[p][k]) ? i : p;
        for (int j = 0; j < s->n; j++) {
            const double complex swap = A[k][j];
            A[k][j] = A[p][j], A[p][j] = swap;
        }
        det *= p == k ? A[k][k] : -A[k][k];
        for (int i = k + 1; i < s->n; i++) {
            const double complex factor = A[i][k] / A[k][k];
            for (int j = k; j < s->n; j++)
                A[i][j] -= factor * A[k][j];
        }
    }
    return det;
}

/* How far Newton's method would still go from an eigenvalue, as a part of it. */
static double newton_step(const linear_system *s, double complex x)
{
    const double h = 1e-6 * cabs(x);
    const double complex slope = (determinant(s, x + h) - determinant(s, x - h)) / (2 * h);
    return cabs(determinant(s, x) / slope) / cabs(x);
}

/* Springs between coordinate i and j; j < 0: and the ground. arms: the coordinate's share in the elongation. */
static void add_spring(linear_system *s, const double *arms, double k, double c)
{
    for (int i = 0; i < s->n; i++)
        for (int j = 0; j < s->n; j++)
            s->K[i][j] += k * arms[i] * arms[j], s->C[i][j] += c * arms[i] * arms[j];
}

static linear_system quarter_car(void)
{
    linear_system s = {.n = 2, .M = {40, 300}};
    add_spring(&s, (const double[]){1, 0}, 180e3, 200);
    add_spring(&s, (const double[]){-1, 1}, 20e3, 1200);
    return s;
}

static linear_system half_car(void)
{
    linear_system s = {.n = 4, .M = {700, 1100, 40, 45}}; /* bounce, pitch, front, rear */
    add_spring(&s, (const double[]){1, 1.2, -1, 0}, 18e3, 1000);
    add_spring(&s, (const double[]){1, -1.4, 0, -1}, 22e3, 1200);
    add_spring(&s, (const double[]){0, 0, 1, 0}, 180e3, 150);
    add_spring(&s, (const double[]){0, 0, 0, 1}, 170e3, 0);
    return s;
}

static void expect_eigenvalues(const tml_case *c, const linear_system *s)
{
    const tml_table *t = tml_case_table(c, "modes");
    double sum = 0, trace = 0;
    cr_assert_eq(tml_table_rows(t), (size_t)s->n);
    tml_case modes = *c;
    modes.table = t;
    for (size_t i = 0; i < tml_table_rows(t); i++) {
        const double re = tml_case_value(&modes, i, "eigenvalue.re"), im = tml_case_value(&modes, i, "eigenvalue.im");
        tml_case_near(c, "eigenvalue", newton_step(s, re + I * im), 0, 1e-11);
        sum += 2 * re;
    }
    for (int i = 0; i < s->n; i++)
        trace -= s->C[i][i] / s->M[i];
    tml_case_near(c, "sum of the eigenvalues", sum, trace, 1e-11 * fabs(trace));
}

#define QUARTER "quarter-car/quarter-car.yaml"
#define HALF    "half-car/half-car.yaml"

/* ---- quarter car ---- */

Test(tyres, quarter_car_stands_and_swings_by_its_closed_form)
{
    tml_case c = tml_case_run(QUARTER, TML_EDITS({"\n  - dynamics: {end: 2, output: 0.01, tolerance: 1e-12}", ""}));
    tml_case at = c;
    const linear_system s = quarter_car();
    at.table = tml_case_table(&c, "static");
    tml_case_near(&at, "load", last(&at, "tyre.load"), 340 * 9.81, 1e-9);
    tml_case_near(&at, "fy", last(&at, "tyre.fy"), 340 * 9.81, 1e-9);
    tml_case_near(&at, "deflection", last(&at, "tyre.deflection"), 340 * 9.81 / 180e3, 1e-15);
    expect_eigenvalues(&c, &s);
    cr_expect_str_eq(tml_fact_text(tml_case_table(&c, "modes"), "derivatives"), "exact");
    tml_case_free(&c);
}

/* A force on the wheel: x/F = (300 s^2 + 1200 s + 20e3)/det at the wheel, (1200 s + 20e3)/det at the body. */
Test(tyres, quarter_car_has_the_frequency_response_of_its_closed_form)
{
    tml_case c = tml_case_run(QUARTER, TML_EDITS({"  - modes\n  - dynamics: {end: 2, output: 0.01, tolerance: 1e-12}",
                                                  "  - modes: {inputs: [push], outputs: [W.displacement, "
                                                  "B.displacement, tyre.fy], frequencies: [0.1, 100 Hz, 41]}"},
                                                 {"events:", "  push: {motor: W, force: 0}\nevents:"}));
    const linear_system s = quarter_car();
    const tml_table *t = tml_case_table(&c, "modes.response");
    for (size_t i = 0; i < tml_table_rows(t); i++) {
        const double complex x = 2 * PI * tml_table_value(t, i, 0) * I, det = determinant(&s, x),
                             wheel = (300 * x * x + 1200 * x + 20e3) / det, body = (1200 * x + 20e3) / det;
        const double complex want[] = {wheel, body, -(180e3 + 200 * x) * wheel};
        for (size_t k = 0; k < 3; k++)
            tml_case_near(&c, "amplitude", tml_table_value(t, i, 1 + 2 * k), cabs(want[k]), 5e-11 * cabs(want[k]));
    }
    tml_case_free(&c);
}

/* The linear equations with the road as it passes, by the classical Runge-Kutta method. */
static void bump_rate(const linear_system *s, double t, const double *y, double *dy)
{
    const double w = 2 * PI * 10 / 3, on = t < 0.3, h = on * 0.025 * (1 - cos(w * t)),
                 rate = on * 0.025 * w * sin(w * t);
    const double road[] = {180e3 * h + 200 * rate, 0};
    for (int i = 0; i < 2; i++) {
        double f = road[i];
        for (int j = 0; j < 2; j++)
            f -= s->K[i][j] * y[j] + s->C[i][j] * y[2 + j];
        dy[i] = y[2 + i];
        dy[2 + i] = f / s->M[i];
    }
}

static void bump_response(const linear_system *s, double from, double to, double *y)
{
    enum { STEPS = 4000 };
    const double h = (to - from) / STEPS;
    for (int n = 0; n < STEPS; n++) {
        double k[4][4], z[4];
        const double t = from + n * h, part[] = {0, 0.5, 0.5, 1};
        for (int stage = 0; stage < 4; stage++) {
            for (int i = 0; i < 4; i++)
                z[i] = y[i] + (stage ? part[stage] * h * k[stage - 1][i] : 0);
            bump_rate(s, fmin(t + part[stage] * h, to - 1e-14), z, k[stage]);
        }
        for (int i = 0; i < 4; i++)
            y[i] += h / 6 * (k[0][i] + 2 * k[1][i] + 2 * k[2][i] + k[3][i]);
    }
}

static void quarter_car_goes_over_a_bump(const char *by)
{
    tml_case c = tml_case_run_with(QUARTER, TML_AS_WRITTEN, TML_BY(by));
    const linear_system s = quarter_car();
    double y[4] = {0};
    const double W = tml_case_at(&c, 0, "W.displacement"), B = tml_case_at(&c, 0, "B.displacement");
    for (int i = 1; i <= 10; i++) {
        const double t = 0.1 * i;
        bump_response(&s, t - 0.1, t, y);
        tml_case_near(&c, "wheel", tml_case_at(&c, t, "W.displacement") - W, y[0], 1e-10);
        tml_case_near(&c, "body", tml_case_at(&c, t, "B.displacement") - B, y[1], 1e-10);
        tml_case_near(&c, "speed", tml_case_at(&c, t, "B.speed"), y[3], 1e-9);
    }
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-8);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tyres, quarter_car_goes_over_a_bump, 20)

/* ---- half car ---- */

static void half_car_swings_by_its_characteristic_polynomial(const char *by)
{
    tml_case c = tml_case_run_with(HALF, TML_AS_WRITTEN, TML_BY(by));
    const linear_system s = half_car();
    expect_eigenvalues(&c, &s);
    tml_case at = c;
    at.table = tml_case_table(&c, "static");
    tml_case_near(&at, "level", last(&at, "chassis.angle"), 0, 1e-13);
    tml_case_near(&at, "height", last(&at, "chassis.y"), 0.67, 1e-13);
    tml_case_near(&at, "loads", last(&at, "tf.load") + last(&at, "tr.load"), 785 * 9.81, 1e-9);
    tml_case_near(&at, "front", last(&at, "tf.load"), (700 * 1.4 / 2.6 + 40) * 9.81, 1e-9);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-8);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(tyres, half_car_swings_by_its_characteristic_polynomial, 20)

/* Joints as stiff springs: what differs from rigid ones falls with their stiffness. */
Test(tyres, half_car_by_implicit_comes_as_near_as_its_stiffness_lets_it, .timeout = TML_SLOWER * 60)
{
    const tml_edit *const looser = TML_EDITS({"tolerance: 1e-12", "tolerance: 1e-9"});
    tml_case c = tml_case_run_with(HALF, looser, TML_BY("implicit")), exact = tml_case_run(HALF, TML_AS_WRITTEN);
    for (double t = 0.1; t < 1.45; t += 0.1) {
        tml_case_near(&c, "y", tml_case_at(&c, t, "chassis.y"), tml_case_at(&exact, t, "chassis.y"), 1e-7);
        tml_case_near(&c, "angle", tml_case_at(&c, t, "chassis.angle"), tml_case_at(&exact, t, "chassis.angle"), 1e-7);
        tml_case_near(&c, "load", tml_case_at(&c, t, "tf.load"), tml_case_at(&exact, t, "tf.load"), 1e-2);
    }
    tml_case_free(&c);
    tml_case_free(&exact);
}

/* ---- on the road, and off it ---- */

#define WHEEL(options, analyses)                                                                                       \
    "trammel: 1\ngravity: [0, -9.81]\n"                                                                                \
    "bodies: {wheel: {points: {C: [0, 0]}, com: C, mass: 20, inertia: 0.8, position: [0, START], velocity: [V, 0], "   \
    "omega: SPIN}}\n"                                                                                                  \
    "forces: {tyre: {tyre: wheel.C, radius: 0.3, stiffness: 2e5, " options "}}\n"                                      \
    "analyses: [" analyses "]\n"

/* It flies, lands, is thrown up to where it came from, and its road never pulls. */
Test(tyres, wheel_bounces_as_high_as_it_fell)
{
    tml_case c = tml_case_run_text("bounce", WHEEL("road: 0", "dynamics: {end: 0.6, output: 0.001, tolerance: 1e-12}"),
                                   TML_EDITS({"START", "0.8"}, {"V", "0"}, {"SPIN", "0"}));
    const double fall = sqrt(2 * 0.5 / 9.81), w = sqrt(2e5 / 20), d = 9.81 / (w * w), a = hypot(d, 9.81 * fall / w),
                 touch = 2 * (PI - atan2(9.81 * fall / w, d)) / w;
    double lowest = 1;
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double load = tml_case_value(&c, i, "tyre.load"), deflection = tml_case_value(&c, i, "tyre.deflection");
        tml_case_near(&c, "load", load, fmax(0, 2e5 * deflection), 1e-9);
        lowest = fmin(lowest, tml_case_value(&c, i, "wheel.y"));
    }
    tml_case_near(&c, "lowest", lowest, 0.3 - d - a, 3e-5); /* output times miss it */
    const double t = 0.6, up = t - fall - touch;
    tml_case_near(&c, "height", tml_case_at(&c, t, "wheel.y"), 0.3 + 9.81 * fall * up - 9.81 / 2 * up * up, 1e-9);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-9);
    tml_case_free(&c);
}

/* Down a slope of 30 degrees without slip forces: along it g sin, and the load m g cos. */
Test(tyres, slopes_push_along_their_normal)
{
    tml_case c = tml_case_run_text(
        "slope", WHEEL("road: -tan(30 deg)*x", "dynamics: {end: 0.5, output: 0.1, tolerance: 1e-12}"),
        TML_EDITS({"START", "(0.3 - 20*9.81*cos(30 deg)/2e5)/cos(30 deg)"}, {"V", "0"}, {"SPIN", "0"}));
    for (double t = 0.1; t < 0.55; t += 0.1) {
        tml_case_near(&c, "ax", tml_case_at(&c, t, "wheel.ax"), 9.81 * sin(PI / 6) * cos(PI / 6), 1e-9);
        tml_case_near(&c, "load", tml_case_at(&c, t, "tyre.load"), 20 * 9.81 * cos(PI / 6), 1e-8);
        tml_case_near(&c, "x", tml_case_at(&c, t, "wheel.x"), 9.81 * sin(PI / 6) * cos(PI / 6) * t * t / 2, 1e-10);
    }
    tml_case_free(&c);
}

/* Hills of any shape: nothing is lost without damping and slip, and the potential is that of weight and spring. */
Test(tyres, rolling_over_hills_keeps_energy)
{
    tml_case c = tml_case_run_text(
        "hills", WHEEL("road: 0.05*sin(4*x) + 0.02*cos(9*x)", "dynamics: {end: 1, output: 0.05, tolerance: 1e-12}"),
        TML_EDITS({"START", "0.35"}, {"V", "3"}, {"SPIN", "0"}));
    for (size_t i = 0; i < tml_table_rows(c.table); i++) {
        const double y = tml_case_value(&c, i, "wheel.y"), d = fmax(0, tml_case_value(&c, i, "tyre.deflection"));
        tml_case_near(&c, "potential", tml_case_value(&c, i, "energy.potential"), 20 * 9.81 * y + 1e5 * d * d, 1e-9);
        tml_case_near(&c, "work", tml_case_value(&c, i, "energy.work"), 0, 1e-8);
    }
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-8);
    tml_case_free(&c);
}

/* ---- slip ---- */

/* A locked wheel that is held at a speed and a height slides: F = mu N by the brush model; by the others what their formulas say. */
static double slip_force(const char *law, double V, double spin)
{
    char speed[32], turn[32];
    snprintf(speed, sizeof speed, "[%.17g, 0]", V);
    snprintf(turn, sizeof turn, "omega: %.17g", spin);
    tml_case c =
        tml_case_run_text("slip", WHEEL("LAW", "evaluate: {}"),
                          TML_EDITS({"START", "0.29"}, {"[V, 0]", speed}, {"omega: SPIN", turn}, {"LAW", law}));
    const double F = last(&c, "tyre.longitudinal");
    tml_case_near(&c, "fx", last(&c, "tyre.fx"), F, 1e-12 * (1 + fabs(F)));
    tml_case_near(&c, "torque", last(&c, "tyre.torque"), 0.29 * F, 1e-12 * (1 + fabs(F)));
    tml_case_near(&c, "loss", last(&c, "tyre.slip_loss"), -F * (V + 0.29 * spin), 1e-9 * (1 + fabs(F * V)));
    tml_case_free(&c);
    return F;
}

Test(tyres, slip_laws_are_their_formulas)
{
    const double N = 2000, V = 10, C = 3e4, mu = 0.8;
    for (int i = -9; i <= 9; i++) {
        const double kappa = 0.11 * i, spin = -(1 + kappa) * V / 0.29, sigma = kappa / (1 + kappa);
        const double g = C * fabs(sigma) / (3 * mu * N),
                     brush = copysign(g < 1 ? 3 * mu * N * (g - g * g + g * g * g / 3) : mu * N, sigma);
        const double B = 12, shape = 1.6, D = 1.1, E = 0.3,
                     magic = D * N * sin(shape * atan(B * kappa - E * (B * kappa - atan(B * kappa))));
        cr_expect_float_eq(slip_force("slip_stiffness: 3e4", V, spin), C * kappa, 1e-8, "linear at %g", kappa);
        cr_expect_float_eq(slip_force("law: brush, slip_stiffness: 3e4, friction: 0.8", V, spin), brush, 1e-8,
                           "brush at %g", kappa);
        cr_expect_float_eq(slip_force("law: magic, longitudinal: [12, 1.6, 1.1, 0.3]", V, spin), magic, 1e-8,
                           "magic formula at %g", kappa);
    }
    cr_expect_float_eq(slip_force("law: brush, slip_stiffness: 3e4, friction: 0.8", V, 0), -mu * N, 1e-9, "locked");
    cr_expect_float_eq(slip_force("law: brush, slip_stiffness: 3e4, friction: 0.8", 0, 0), 0, 0, "at rest");
}

/* A torque spins a wheel up from rest; with a relaxation length standing is regular, and rolling ends without slip. */
Test(tyres, wheels_start_from_rest_and_roll)
{
    tml_case c = tml_case_run_text(
        "start",
        WHEEL("law: brush, slip_stiffness: 3e4, friction: 0.8, damping: 400, longitudinal_relaxation: 0.2",
              "dynamics: {end: 2, output: 0.1, tolerance: 1e-10}"),
        TML_EDITS({"START", "0.299019"}, {"V", "0"}, {"SPIN", "0"}, {"analyses:", "  \nanalyses:"},
                  {"forces: {", "forces: {push: {force: wheel.C, value: [30, 0]}, "}));
    const double r = 0.3 - 20 * 9.81 / 2e5, a = 30 / (20 + 0.8 / (r * r));
    tml_case_near(&c, "speed", tml_case_at(&c, 2, "wheel.vx"), 2 * a, 2e-3 * 2 * a);
    tml_case_near(&c, "force", tml_case_at(&c, 2, "tyre.longitudinal"), 20 * tml_case_at(&c, 2, "wheel.ax") - 30, 1e-9);
    tml_case_near(&c, "spin", 0.8 * tml_case_at(&c, 2, "wheel.alpha"), r * tml_case_at(&c, 2, "tyre.longitudinal"),
                  1e-6);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-7);
    tml_case_free(&c);
}

/* ---- derivatives, free bodies ---- */

#define MOVING                                                                                                         \
    "damping: 300, road: 0.02*sin(5*x), law: brush, slip_stiffness: 3e4, friction: 0.8, longitudinal_relaxation: 0.3"

/* Acceleration `of` the wheel at a state: x, y, vx, vy, omega, stretch. */
static double acceleration(const double at[6], const char *of)
{
    char place[128], speed[128], spin[64], start[64];
    snprintf(place, sizeof place, "position: [%.17g, %.17g]", at[0], at[1]);
    snprintf(speed, sizeof speed, "velocity: [%.17g, %.17g]", at[2], at[3]);
    snprintf(spin, sizeof spin, "omega: %.17g", at[4]);
    snprintf(start, sizeof start, "initial: {tyre.stretch_x: %.17g}\nanalyses:", at[5]);
    tml_case c = tml_case_run_text("state", WHEEL(MOVING, "evaluate: {}"),
                                   TML_EDITS({"position: [0, START]", place}, {"velocity: [V, 0]", speed},
                                             {"omega: SPIN", spin}, {"analyses:", start}));
    const double a = last(&c, of);
    tml_case_free(&c);
    return a;
}

/* By differences of the fourth order. */
static double derivative(const double at[6], int by, const char *of)
{
    static const double far[] = {2, 1, -1, -2}, weight[] = {-1, 8, -8, 1};
    const double h = 1e-4 * fmax(fabs(at[by]), 0.1);
    double sum = 0;
    for (int i = 0; i < 4; i++) {
        double there[6];
        memcpy(there, at, sizeof there);
        there[by] += far[i] * h;
        sum += weight[i] * acceleration(there, of);
    }
    return sum / (12 * h);
}

static double entry(const tml_case *c, const char *row, const char *column)
{
    const tml_table *A = tml_case_table(c, "modes.A");
    size_t i = 0, j = 0;
    while (strcmp(tml_table_row_name(A, i), row) != 0)
        i++;
    while (strcmp(tml_table_name(A, j), column) != 0)
        j++;
    return tml_table_value(A, i, j);
}

/* The state matrix about a motion on a wavy road with slip, against differences of accelerations. */
Test(tyres, linearization_is_exact_about_a_motion, .timeout = TML_SLOWER * 60)
{
    static const double at[6] = {0.13, 0.305, 6, 0.1, -19, 0.004};
    static const char *const columns[] = {"wheel.x",  "wheel.y",     "wheel.vx",
                                          "wheel.vy", "wheel.omega", "tyre.stretch_x"},
                             *const of[][2] = {
                                 {"wheel.vx", "wheel.ax"}, {"wheel.vy", "wheel.ay"}, {"wheel.omega", "wheel.alpha"}};
    tml_case c = tml_case_run_text("motion", WHEEL(MOVING, "modes: {about: instant, matrices: true}"),
                                   TML_EDITS({"[0, START]", "[0.13, 0.305]"}, {"[V, 0]", "[6, 0.1]"}, {"SPIN", "-19"},
                                             {"analyses:", "initial: {tyre.stretch_x: 0.004}\nanalyses:"}));
    cr_expect_str_eq(tml_fact_text(tml_case_table(&c, "modes"), "derivatives"), "exact");
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 6; k++) {
            const double want = derivative(at, k, of[i][1]);
            tml_case_near(&c, columns[k], entry(&c, of[i][0], columns[k]), want, 1e-7 * fmax(1, fabs(want)));
        }
    tml_case_free(&c);
}

static void free_bodies_balance(const char *path)
{
    tml_case c = tml_case_run(path, TML_AS_WRITTEN);
    tml_free_body *f = NULL;
    cr_assert_eq(tml_free_body_make(c.model, c.table, &f, c.log), TML_OK);
    for (size_t row = 0; row < tml_table_rows(c.table); row += 7) {
        double sum[3] = {0};
        bool tyre = false;
        cr_assert_eq(tml_free_body_take(f, row), TML_OK);
        for (size_t i = 0; i < tml_free_body_count(f); i++) {
            const tml_load load = tml_free_body_load(f, i);
            for (int k = 0; k < 3; k++)
                sum[k] += load.kind == TML_LOAD_JOINT ? 0 : load.force[k];
            tyre |= load.kind == TML_LOAD_FORCE && strcmp(load.name, "tyre") == 0;
        }
        cr_expect(tyre, "the tyre is no load");
        cr_expect_float_eq(sum[1], 0, 1e-7, "vertical loads of all bodies leave %g N", sum[1]);
    }
    tml_free_body_free(f);
    tml_case_free(&c);
}

Test(tyres, free_bodies_have_the_load_of_the_road)
{
    free_bodies_balance(QUARTER);
}

/* ---- rough roads ---- */

#define ROUGH(options)                                                                                                 \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "bodies: {ground: {points: {O: [0, 0]}}, w: {points: {P: [0, 0]}, mass: 1, inertia: 1}}\n"                         \
    "joints: {S: {prismatic: [ground.O, w.P], axis: y}}\n"                                                             \
    "tables: {rough: {road: {" options "}}}\n"                                                                         \
    "drivers: {d: {S.displacement: \"table(10 m/s*t*1 s, rough)\"}}\n"                                                 \
    "analyses: [kinematics: {end: 4, output: 0.003125}]\n"

/* Coasting with rolling resistance f: where slip kappa is constant so is the deceleration, v' = C kappa/m with
 *   J C kappa (1 + kappa)/(m r) + r C kappa + f N r = 0         spin = v (1 + kappa)/r */
static void rolling_resistance_slows_a_wheel(const char *by)
{
    const double m = 20, J = 1, C = 2e4, f = 0.012, g = 9.81, k = 2e5, r = 0.3 - m * g / k, N = m * g;
    const double a = J * C / (m * r), b = a + r * C, c0 = f * N * r, kappa = 2 * -c0 / (b + sqrt(b * b - 4 * a * c0));
    for (int space = 0; space < 2; space++) {
        char text[1024];
        snprintf(
            text, sizeof text,
            space
                ? "trammel: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
                  "bodies: {w: {points: {C: [0, 0, 0]}, com: C, mass: 20, inertia: [1, 1, 1], position: [0, 0, %.17g], "
                  "velocity: [10, 0, 0], omega: [0, %.17g, 0]}}\n"
                  "forces: {t: {tyre: w.C, axis: y, radius: 0.3, stiffness: 2e5, slip_stiffness: 2e4, "
                  "rolling_resistance: 0.012}}\n"
                  "analyses: [dynamics: {end: 5, output: 1, tolerance: 1e-11}]\n"
                : "trammel: 1\n"
                  "bodies: {w: {points: {C: [0, 0]}, mass: 20, inertia: 1, position: [0, %.17g], velocity: [10, 0], "
                  "omega: %.17g}}\n"
                  "forces: {t: {tyre: w.C, radius: 0.3, stiffness: 2e5, slip_stiffness: 2e4, "
                  "rolling_resistance: 0.012}}\n"
                  "analyses: [dynamics: {end: 5, output: 1, tolerance: 1e-11}]\n",
            r, (space ? 1 : -1) * 10 * (1 + kappa) / r);
        tml_case c = tml_case_run_text_with("coasting", text, NULL, TML_BY(by));
        for (size_t row = 0; row < tml_table_rows(c.table); row++) {
            const double v = 10 + C * kappa / m * tml_case_value(&c, row, "t");
            tml_case_near(&c, "v", tml_case_value(&c, row, "w.vx"), v, 1e-9);
            tml_case_near(&c, "loss", tml_case_value(&c, row, "t.rolling_loss"), f * N * v * (1 + kappa), 1e-8);
        }
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(tyres, rolling_resistance_slows_a_wheel, 20)

/* Seen from above it is a force: v' = -f g. */
Test(tyres, rolling_resistance_from_above)
{
    tml_case c = tml_case_run_text(
        "from above",
        "trammel: 1\ngravity: none\n"
        "bodies: {car: {points: {C: [0, 0]}, com: C, mass: 1000, inertia: 1000, velocity: [20, 0]}}\n"
        "forces: {t: {tyre: car.C, view: top, load: 9810, cornering_stiffness: 5e4, rolling_resistance: 0.015}}\n"
        "analyses: [dynamics: {end: 10, output: 1, tolerance: 1e-11}]\n",
        NULL);
    tml_case_near(&c, "v", last(&c, "car.vx"), 20 - 0.015 * 98.1, 1e-10);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* A wheel that was stretched stands, in `static`, with no force of slip, wherever it is; the search for bodies alone had nothing to stop it. */
Test(tyres, stretch_is_at_rest_in_static)
{
    static const char *const searches[] = {"static", "static: {search: all}"};
    for (int i = 0; i < 2; i++) {
        char text[640];
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "bodies: {w: {points: {C: [0, 0]}, mass: 20, inertia: 1, position: [0, 0.3]}}\n"
            "initial: {t.stretch_x: 0.003}\n"
            "forces: {t: {tyre: w.C, radius: 0.3, stiffness: 2e5, slip_stiffness: 2e4, longitudinal_relaxation: 0.3}}\n"
            "analyses: [%s]\n",
            searches[i]);
        tml_case c = tml_case_run_text(searches[i], text, NULL);
        tml_case_near(&c, "stretch", last(&c, "t.stretch_x"), 0, 1e-15);
        tml_case_near(&c, "longitudinal", last(&c, "t.longitudinal"), 0, 1e-9);
        tml_case_near(&c, "load", last(&c, "t.load"), 20 * 9.81, 1e-8);
        tml_case_free(&c);
    }
}

/* Amplitudes of the waves k of a road of 20 m are sqrt(2 G(k/L)/L), G = G0 (0.1 L/k)^2, from the first that is not too long to the shortest. */
Test(tyres, rough_roads_have_the_spectrum_of_their_class)
{
    tml_case c = tml_case_run_text("rough", ROUGH("class: C, length: 20 m, seed: 7"), TML_AS_WRITTEN);
    enum { COUNT = 640 };
    for (int k = 1; k <= 70; k += 3) {
        double re = 0, im = 0;
        for (int i = 0; i < COUNT; i++) {
            const double h = tml_case_value(&c, (size_t)i, "S.displacement");
            re += 2 * h * cos(2 * PI * k * i / COUNT) / COUNT;
            im += 2 * h * sin(2 * PI * k * i / COUNT) / COUNT;
        }
        const double want = k / 20.0 <= 2.83 ? sqrt(2 * 256e-6 / 20) * 0.1 * 20 / k : 0;
        tml_case_near(&c, "amplitude", hypot(re, im), want, 2e-5 * 0.01);
    }
    tml_case_near(&c, "it repeats itself", tml_case_at(&c, 2, "S.displacement"), tml_case_at(&c, 0, "S.displacement"),
                  1e-15);
    tml_case again = tml_case_run_text("again", ROUGH("class: C, length: 20 m, seed: 7"), TML_AS_WRITTEN),
             other = tml_case_run_text("other", ROUGH("class: C, length: 20 m"), TML_AS_WRITTEN),
             rougher = tml_case_run_text("rougher", ROUGH("class: D, length: 20 m, seed: 7"), TML_AS_WRITTEN);
    tml_case_near(&c, "same seed", tml_case_at(&again, 1, "S.displacement"), tml_case_at(&c, 1, "S.displacement"), 0);
    tml_case_near(&c, "next class", tml_case_at(&rougher, 1, "S.displacement"),
                  2 * tml_case_at(&c, 1, "S.displacement"), 1e-15);
    cr_expect_gt(fabs(tml_case_at(&other, 0, "S.displacement") - tml_case_at(&c, 0, "S.displacement")), 1e-3);
    tml_case_free(&c);
    tml_case_free(&again);
    tml_case_free(&other);
    tml_case_free(&rougher);
}

Test(tyres, bad_roads_are_explained)
{
    tml_expect_run(ROUGH("class: C, length: 1 m"), TML_WRONG, "5 to 1000 m");
    tml_expect_run(ROUGH("class: C, length: 5000 m"), TML_WRONG, "5 to 1000 m");
    tml_expect_run(ROUGH("class: C, length: 20 m, seed: 1.5"), TML_WRONG, "whole number");
    tml_expect_run(ROUGH("class: Z, length: 20 m"), TML_WRONG, "class");
    tml_expect_run(ROUGH("class: C"), TML_WRONG, "length");
}

/* ---- bad requests ---- */

#define BAD(options) WHEEL(options, "assembly: {}")
static void refuse(const char *options, const char *message)
{
    char text[2000];
    snprintf(text, sizeof text,
             "trammel: 1\nbodies: {wheel: {points: {C: [0, 0]}, mass: 20, inertia: 0.8, position: [0, 0.3]}}\n"
             "forces: {tyre: {tyre: wheel.C, %s}}\nanalyses: [assembly: {}]\n",
             options);
    tml_expect_run(text, TML_WRONG, message);
}

Test(tyres, bad_requests_are_explained)
{
    refuse("radius: 0.3", "\"radius\" and \"stiffness\" of the tyre are missing");
    refuse("radius: -0.3, stiffness: 1e5", "must be greater than zero");
    refuse("radius: 0.3, stiffness: 1e5, load: 100", "add view: top");
    refuse("view: top", "\"load\" of the wheel is missing");
    refuse("view: top, load: 100, radius: 0.3", "seen from above");
    refuse("radius: 0.3, stiffness: 1e5, law: brush", "\"friction\" is missing");
    refuse("radius: 0.3, stiffness: 1e5, law: brush, friction: 1", "they tell how it begins to slip");
    refuse("radius: 0.3, stiffness: 1e5, law: magic", "coefficients [B, C, D, E]");
    refuse("radius: 0.3, stiffness: 1e5, law: magic, lateral: [1, 2]", "a list of four");
    refuse("radius: 0.3, stiffness: 1e5, lateral: [1, 2, 3, 4]", "add law: magic");
    refuse("radius: 0.3, stiffness: 1e5, friction: 1", "add law: brush");
    refuse("radius: 0.3, stiffness: 1e5, patch: 1", "give \"trail\"");
    refuse("radius: 0.3, stiffness: 1e5, rolling_radius: 3", "far above the radius");
    refuse("radius: 0.3, stiffness: 1e5, road: wheel.y", "may depend on the place");
    refuse("radius: 0.3, stiffness: 1e5, road: z", "unknown name");
    refuse("radius: 0.3, stiffness: 1e5, road: 5 s", "road: expected m, found s");
}
