/* slip_to_roll.c - balls, discs and hoops that slip with friction until they roll, in closed form.
 *
 * With k = J/(m r^2) and the slip u_0 at the start, on a level floor:
 *   t = u_0 k/((1 + k) mu g),     v = v_0 - u_0 k/(1 + k),     loss = m u_0^2 k/(2 (1 + k))
 * On a slope a: it rolls where mu > tan(a) k/(1 + k), at g sin(a)/(1 + k); else it slides at g (sin a - mu cos a).
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double g = 9.81;

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

/* ---- level ---- */

typedef struct {
    double k, v, w, mu; /* w: positive against rolling forwards */
} throw;

static const throw throws[] = {{0.4, 3, 0, 0.2}, {0.4, 3, 60, 0.15}, {0.4, 1, 100, 0.3},   {0.5, 2, 35, 0.25},
                               {1, 2, 10, 0.4},  {1, 0, 50, 0.1},    {0.4, 0.5, -80, 0.2}, {0.5, 2, 20, 0.5}};

/* The second comes back, as does the third; hoops with v = r w stop where they are. */
static void backspin_in_the_plane(const char *by)
{
    for (size_t i = 0; i < sizeof throws / sizeof *throws; i++) {
        const throw *x = &throws[i];
        const double r = 0.1, m = 2, u = x->v + r * x->w, f = x->k / (1 + x->k), t = fabs(u) * f / (x->mu * g),
                     sign = u < 0 ? -1 : 1;
        char text[700];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "bodies:\n"
                 "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                 "  b: {mass: 2, inertia: %.17g, position: [0, 0.1], velocity: [%.17g, 0], omega: %.17g,\n"
                 "      surfaces: {rim: {disc: 0.1}}}\n"
                 "forces: {c: {contact: [b.rim, ground.floor], friction: %.17g}}\n"
                 "analyses: [dynamics: {end: %.17g, output: %.17g, tolerance: 1e-10}]\n",
                 x->k * m * r * r, x->v, x->w, x->mu, t + 0.5, t + 0.5);
        tml_case c = tml_case_run_text_with("throw", text, TML_AS_WRITTEN, TML_BY(by));
        tml_case_near(&c, "time", tml_case_change(&c, 0, "c sticks"), t, 1e-9);
        tml_case_near(&c, "speed", last(&c, "b.vx"), x->v - u * f, 1e-9);
        tml_case_near(&c, "rate", last(&c, "b.omega"), -(x->v - u * f) / r, 1e-8);
        tml_case_near(&c, "place", last(&c, "b.x"), x->v * t - 0.5 * sign * x->mu * g * t * t + 0.5 * (x->v - u * f),
                      1e-9);
        tml_case_near(&c, "loss", last(&c, "energy.friction_loss"), 0.5 * m * u * u * f, 1e-8 * m * u * u);
        tml_case_near(&c, "friction while it rolls", last(&c, "c.friction"), 0, 1e-10);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(slip_to_roll, backspin_in_the_plane, 20)

/* A ball with any spin: the slip keeps its direction, the spin about the vertical its rate. */
static void balls_in_space(const char *by)
{
    static const double starts[][5] = {{3, 1, 5, -40, 7}, {0, 0, 30, 0, -3}, {-2, 2, 0, 0, 50}, {4, 0, 0, -90, 0}};
    for (size_t i = 0; i < sizeof starts / sizeof *starts; i++) {
        const double *s = starts[i], r = 0.05, mu = 0.2, ux = s[0] - r * s[3], uy = s[1] + r * s[2], u = hypot(ux, uy),
                     t = 2 * u / (7 * mu * g), vx = s[0] - 2 * ux / 7, vy = s[1] - 2 * uy / 7;
        char text[700];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "space: space\n"
                 "bodies:\n"
                 "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
                 "  b: {mass: 0.5, inertia: [0.0005, 0.0005, 0.0005], position: [0, 0, 0.05],\n"
                 "      velocity: [%.17g, %.17g, 0], omega: [%.17g, %.17g, %.17g], surfaces: {skin: {sphere: 0.05}}}\n"
                 "forces: {c: {contact: [b.skin, ground.floor], friction: 0.2}}\n"
                 "analyses: [dynamics: {end: %.17g, output: %.17g, tolerance: 1e-10}]\n",
                 s[0], s[1], s[2], s[3], s[4], t + 0.5, t + 0.5);
        tml_case c = tml_case_run_text_with("ball", text, TML_AS_WRITTEN, TML_BY(by));
        tml_case_near(&c, "time", tml_case_change(&c, 0, "c sticks"), t, 1e-8);
        tml_case_near(&c, "ax before it rolls", tml_case_value(&c, 1, "b.ax"), -mu * g * ux / u, 2e-6);
        tml_case_near(&c, "ay before it rolls", tml_case_value(&c, 1, "b.ay"), -mu * g * uy / u, 2e-6);
        tml_case_near(&c, "vx", last(&c, "b.vx"), vx, 1e-8);
        tml_case_near(&c, "vy", last(&c, "b.vy"), vy, 1e-8);
        tml_case_near(&c, "omega x", last(&c, "b.omegax"), -vy / r, 1e-6);
        tml_case_near(&c, "omega y", last(&c, "b.omegay"), vx / r, 1e-6);
        tml_case_near(&c, "omega z", last(&c, "b.omegaz"), s[4], 1e-8);
        tml_case_near(&c, "x", last(&c, "b.x"), s[0] * t - 0.5 * mu * g * ux / u * t * t + 0.5 * vx, 1e-8);
        tml_case_near(&c, "y", last(&c, "b.y"), s[1] * t - 0.5 * mu * g * uy / u * t * t + 0.5 * vy, 1e-8);
        tml_case_near(&c, "loss", last(&c, "energy.friction_loss"), 0.5 * u * u / 7, 1e-8);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(slip_to_roll, balls_in_space, 20)

/* An upright wheel in space, with backspin. */
Test(slip_to_roll, a_wheel_in_space)
{
    static const char *const surfaces[] = {"{disc: 0.3, axis: y}", "{torus: 0.25, tube: 0.05, axis: y}"};
    for (int i = 0; i < 2; i++) {
        char text[700];
        snprintf(text, sizeof text,
                 "trammel: 1\n"
                 "space: space\n"
                 "bodies:\n"
                 "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
                 "  b: {mass: 2, inertia: [0.045, 0.09, 0.045], position: [0, 0, 0.3], velocity: [6, 0, 0], omega: [0, "
                 "-5, 0],\n"
                 "      surfaces: {rim: %s}}\n"
                 "forces: {c: {contact: [b.rim, ground.floor], friction: 0.3}}\n"
                 "analyses: [dynamics: {end: 1.2, output: 1.2, tolerance: 1e-10}]\n",
                 surfaces[i]);
        tml_case c = tml_case_run_text("wheel", text, TML_AS_WRITTEN);
        const double u = 6 + 0.3 * 5;
        tml_case_near(&c, "time", tml_case_change(&c, 0, "c[1] sticks"), u / 3 / (0.3 * g), 1e-8);
        tml_case_near(&c, "speed", last(&c, "b.vx"), 6 - u / 3, 1e-8);
        tml_case_near(&c, "upright", last(&c, "b.z"), 0.3, 1e-9);
        tml_case_free(&c);
    }
}

/* ---- on a slope ---- */

#define SLOPE                                                                                                          \
    "trammel: 1\n"                                                                                                     \
    "parameters: {a: 25 deg, r: 0.1, k: 0.5, mu: %.17g, v: %.17g}\n"                                                   \
    "bodies:\n"                                                                                                        \
    "  ground: {surfaces: {slope: {line: [[0, 0], [cos(a), -sin(a)]]}}}\n"                                             \
    "  b: {mass: 2, inertia: 2*k*r^2, position: [r*sin(a), r*cos(a)], velocity: [v*cos(a), -v*sin(a)],\n"              \
    "      surfaces: {rim: {disc: r}}}\n"                                                                              \
    "forces: {c: {contact: [b.rim, ground.slope], friction: mu}}\n"                                                    \
    "analyses: [dynamics: {end: 1, output: 0.25, tolerance: 1e-10}]\n"

/* From rest, with a little more friction than rolling needs, a little less, and just that: the limit. */
static void at_the_limit(const char *by)
{
    const double a = 25 * acos(-1) / 180, k = 0.5, r = 0.1, limit = tan(a) * k / (1 + k);
    static const double parts[] = {1.001, 1 + 1e-12, 1, 1 - 1e-12, 0.999, 0.5};
    for (size_t i = 0; i < sizeof parts / sizeof *parts; i++) {
        char text[700];
        snprintf(text, sizeof text, SLOPE, parts[i] * limit, 0.0);
        tml_case c = tml_case_run_text_with("slope", text, TML_AS_WRITTEN, TML_BY(by));
        const double mu = fmin(parts[i], 1) * limit, rate = g * (sin(a) - mu * cos(a));
        for (int n = 0; n <= 4; n++) {
            const double t = 0.25 * n;
            tml_case_near(&c, "speed", hypot(tml_case_at(&c, t, "b.vx"), tml_case_at(&c, t, "b.vy")), rate * t, 1e-9);
            tml_case_near(&c, "turn", tml_case_at(&c, t, "b.omega"), -mu * g * cos(a) / (k * r) * t, 1e-8);
            tml_case_near(&c, "friction", fabs(tml_case_at(&c, t, "c.friction")), mu * 2 * g * cos(a), 1e-8);
        }
        tml_case_free(&c);
    }
}
TML_TEST_EACH(slip_to_roll, at_the_limit, 20)

/* Thrown down, or up, without spin: it slips until it rolls, and rolls on; up, it rolls back after. */
static void thrown_on_a_slope(const char *by)
{
    static const double speeds[] = {1, -1.2};
    const double a = 25 * acos(-1) / 180, k = 0.5, mu = 0.4;
    for (int i = 0; i < 2; i++) {
        char text[700];
        const double v = speeds[i], sign = v < 0 ? -1 : 1, slides = g * (sin(a) - sign * mu * cos(a)),
                     rate = g * sin(a) - sign * mu * g * cos(a) * (1 + 1 / k), t = -v / rate;
        snprintf(text, sizeof text, SLOPE, mu, v);
        tml_case c = tml_case_run_text_with("thrown", text, TML_AS_WRITTEN, TML_BY(by));
        tml_case_near(&c, "time", tml_case_change(&c, 0, "c sticks"), t, 1e-9);
        const double end = v + slides * t + g * sin(a) / (1 + k) * (1 - t);
        tml_case_near(&c, "speed", last(&c, "b.vx") * cos(a) - last(&c, "b.vy") * sin(a), end, 1e-8);
        tml_case_near(&c, "rate", last(&c, "b.omega"), -end / 0.1, 1e-7);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(slip_to_roll, thrown_on_a_slope, 20)

/* ---- where what rolls would fly off ---- */

/* On top of a fixed disc, or ball, of radius R: m g cos = m v^2/l at cos = 2 cos(start)/(3 + k). */
Test(slip_to_roll, the_normal_force_vanishes_at_a_known_angle)
{
    static const char *const texts[] = {
        "trammel: 1\n"
        "bodies:\n"
        "  ground: {surfaces: {top: {disc: 0.5, at: [0, 0]}}}\n"
        "  b: {mass: 2, inertia: 2*0.5*0.01, position: [0.6*sin(0.2), 0.6*cos(0.2)], surfaces: {rim: {disc: 0.1}}}\n"
        "joints: {W: {rolling: [ground.top, b.rim]}}\n"
        "analyses: [dynamics: {end: 3, tolerance: 1e-11, events: {off: {when: W.normal, stop: true}}}]\n",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {surfaces: {top: {sphere: 0.5, at: [0, 0, 0]}}}\n"
        "  b: {mass: 2, inertia: [0.008, 0.008, 0.008], position: [0.6*sin(0.2), 0, 0.6*cos(0.2)], surfaces: {rim: "
        "{sphere: 0.1}}}\n"
        "joints: {W: {rolling: [ground.top, b.rim]}}\n"
        "analyses: [dynamics: {end: 3, tolerance: 1e-11, events: {off: {when: W.normal, stop: true}}}]\n",
        "trammel: 1\n"
        "space: space\n"
        "bodies:\n"
        "  ground: {surfaces: {top: {cylinder: 0.5, at: [0, 0, 0], axis: y}}}\n"
        "  b: {mass: 2, inertia: [0.008, 0.008, 0.008], position: [0.6*sin(0.2), 0, 0.6*cos(0.2)], surfaces: {rim: "
        "{sphere: 0.1}}}\n"
        "joints: {W: {rolling: [ground.top, b.rim]}}\n"
        "analyses: [dynamics: {end: 3, tolerance: 1e-11, events: {off: {when: W.normal, stop: true}}}]\n"};
    for (int i = 0; i < 3; i++) {
        tml_case c = tml_case_run_text("top", texts[i], TML_AS_WRITTEN);
        tml_case_near(&c, "height", last(&c, i ? "b.z" : "b.y"), 0.6 * 2 * cos(0.2) / (3 + (i ? 0.4 : 0.5)), 1e-9);
        tml_case_free(&c);
    }
}

/* Without friction it leaves where its height has fallen to 2/3. */
Test(slip_to_roll, a_smooth_ball_leaves_at_two_thirds)
{
    static const char *text = "trammel: 1\n"
                              "space: space\n"
                              "bodies:\n"
                              "  ground: {surfaces: {top: {cylinder: 0.5, at: [0, 0, 0], axis: y}}}\n"
                              "  b: {mass: 2, inertia: [0.008, 0.008, 0.008], position: [0.6*sin(0.2), 0, "
                              "0.6*cos(0.2)], surfaces: {rim: {sphere: 0.1}}}\n"
                              "forces: {c: {contact: [ground.top, b.rim]}}\n"
                              "analyses: [dynamics: {end: 0.7, tolerance: 1e-11}]\n";
    tml_case c = tml_case_run_text("smooth", text, TML_AS_WRITTEN);
    char end[40];
    snprintf(end, sizeof end, "end: %.17g,", tml_case_change(&c, 0, "c opens"));
    tml_case_free(&c);
    c = tml_case_run_text("smooth", text, TML_EDITS({"end: 0.7,", end}));
    tml_case_near(&c, "height", last(&c, "b.z"), 0.6 * cos(0.2) * 2 / 3, 1e-9);
    tml_case_free(&c);
}
