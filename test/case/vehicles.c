/* vehicles.c - wheels seen from above and in space: single-track model against closed forms, tyres in space against their formulas, a car with four
 * double wishbones. */
#include "support/case.h"
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

/* ---- single-track model ---- */

#define SINGLE "single-track/single-track.yaml"

static const double m = 1500, J = 2500, a = 1.2, b = 1.4, Cf = 80e3, Cr = 100e3;

/* What is left of radial force and yawing moment, of a car at the radius q[0] with the heading q[1] from the radius. */
static void turn(const double q[2], double steer, double Omega, double left[2])
{
    const double r = q[0], u = Omega * r * sin(q[1]), v = Omega * r * cos(q[1]), vf = v + a * Omega, vr = v - b * Omega;
    const double front = -Cf * atan2(vf * cos(steer) - u * sin(steer), u * cos(steer) + vf * sin(steer)),
                 rear = -Cr * atan2(vr, u);
    left[0] = m * Omega * Omega * r - sin(q[1]) * (front * cos(steer) + rear) - cos(q[1]) * front * sin(steer);
    left[1] = a * front * cos(steer) - b * rear;
}

static void solve_turn(double q[2], double steer, double Omega)
{
    for (int n = 0; n < 50; n++) {
        double f[2], A[2][2];
        turn(q, steer, Omega, f);
        for (int k = 0; k < 2; k++) {
            const double h = 1e-6 * fabs(q[k]);
            double p[2] = {q[0], q[1]}, up[2], down[2];
            p[k] = q[k] + h, turn(p, steer, Omega, up);
            p[k] = q[k] - h, turn(p, steer, Omega, down);
            for (int i = 0; i < 2; i++)
                A[i][k] = (up[i] - down[i]) / (2 * h);
        }
        const double det = A[0][0] * A[1][1] - A[0][1] * A[1][0];
        q[0] -= (A[1][1] * f[0] - A[0][1] * f[1]) / det;
        q[1] -= (A[0][0] * f[1] - A[1][0] * f[0]) / det;
    }
}

Test(vehicles, steady_turn_of_the_single_track_model)
{
    tml_case c = tml_case_run(SINGLE, TML_AS_WRITTEN);
    double q[2] = {7.8, 1.5};
    solve_turn(q, 20 * acos(-1) / 180, 0.8);
    tml_case_near(&c, "radius", last(&c, "C.displacement"), q[0], 1e-10 * q[0]);
    tml_case_near(&c, "heading", last(&c, "C.angle"), q[1], 1e-12);
    tml_case_near(&c, "power", last(&c, "O.power"), last(&c, "front.slip_loss") + last(&c, "rear.slip_loss"), 1e-9);
    tml_case_free(&c);
}

/* steer = L/R + K a_y, K = m (b/Cf - a/Cr)/L, for small angles. */
Test(vehicles, understeer_gradient_is_that_of_the_closed_form)
{
    const double L = a + b, K = m * (b / Cf - a / Cr) / L, steer = 1e-4, V = 10, R = (L + K * V * V) / steer;
    char place[64], start[96], speed[64];
    snprintf(place, sizeof place, "position: [%.17g, 0]", R);
    snprintf(start, sizeof start, "C.displacement: %.17g", R);
    snprintf(speed, sizeof speed, "{O: %.17g}", V / R);
    tml_case c = tml_case_run(SINGLE, TML_EDITS({"delta: 20 deg", "delta: 1e-4"}, {"position: [7.8, 0]", place},
                                                {"C.displacement: 7.8", start}, {"{O: 0.8}", speed}));
    const double r = last(&c, "C.displacement"), ay = r * (V / R) * (V / R);
    tml_case_near(&c, "gradient", (steer - L / r) / ay, K, 1e-8 * K);
    tml_case_free(&c);
}

/* v_y and the yaw rate of a car that goes straight on at the speed v. */
static void straight_matrix(double v, double front, double rear, double A[2][2])
{
    A[0][0] = -(front + rear) / (m * v), A[0][1] = -v - (a * front - b * rear) / (m * v);
    A[1][0] = -(a * front - b * rear) / (J * v), A[1][1] = -(a * a * front + b * b * rear) / (J * v);
}

#define STRAIGHT                                                                                                       \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "bodies: {car: {points: {C: [0, 0], F: [1.2, 0], R: [-1.4, 0]}, com: C, mass: 1500, inertia: 2500, position: [0, " \
    "0], "                                                                                                             \
    "velocity: [V, 0]}}\n"                                                                                             \
    "forces:\n"                                                                                                        \
    "  front: {tyre: car.F, view: top, load: 8 kN, cornering_stiffness: FRONT}\n"                                      \
    "  rear: {tyre: car.R, view: top, load: 7 kN, cornering_stiffness: REAR}\n"                                        \
    "analyses: [modes: {about: instant}]\n"

/* Sum and product of the two eigenvalues that are not zero, and how many there are. */
static int eigenvalues(const tml_case *c, double *sum, double *product)
{
    int count = 0;
    *sum = 0, *product = 1;
    for (size_t i = 0; i < tml_table_rows(c->table); i++) {
        const double re = tml_case_value(c, i, "eigenvalue.re"), im = tml_case_value(c, i, "eigenvalue.im");
        if (hypot(re, im) < 1e-4)
            continue;
        *sum += im != 0 ? 2 * re : re;
        *product *= im != 0 ? re * re + im * im : re;
        count += im != 0 ? 2 : 1;
    }
    return count;
}

static tml_case straight(double v, double front, double rear)
{
    char speed[64], f[64], r[64];
    snprintf(speed, sizeof speed, "[%.17g, 0]", v);
    snprintf(f, sizeof f, "%.17g", front);
    snprintf(r, sizeof r, "%.17g", rear);
    return tml_case_run_text("straight", STRAIGHT, TML_EDITS({"[V, 0]", speed}, {"FRONT", f}, {"REAR", r}));
}

Test(vehicles, eigenvalues_over_speed_are_those_of_the_closed_form)
{
    for (int oversteers = 0; oversteers < 2; oversteers++)
        for (double v = 2; v < 61; v += 7) {
            const double front = oversteers ? Cr : Cf, rear = oversteers ? Cf : Cr;
            double A[2][2], sum, product;
            straight_matrix(v, front, rear, A);
            tml_case c = straight(v, front, rear);
            cr_expect_eq(eigenvalues(&c, &sum, &product), 2);
            tml_case_near(&c, "sum", sum, A[0][0] + A[1][1], 1e-11 * fabs(sum));
            tml_case_near(&c, "product", product, A[0][0] * A[1][1] - A[0][1] * A[1][0],
                          1e-10 * fabs(A[0][0] * A[1][1]));
            tml_case_free(&c);
        }
}

/* Where the product of the eigenvalues vanishes: v^2 = -L/K. */
Test(vehicles, oversteering_car_has_a_critical_speed)
{
    const double L = a + b, K = m * (b / Cr - a / Cf) / L, critical = sqrt(-L / K);
    cr_assert_lt(K, 0);
    for (int above = 0; above < 2; above++) {
        tml_case c = straight(critical * (above ? 1.001 : 0.999), Cr, Cf);
        const double growth = last(&c, "eigenvalue.re");
        double largest = -1e9;
        for (size_t i = 0; i < tml_table_rows(c.table); i++)
            largest = fmax(largest, tml_case_value(&c, i, "eigenvalue.re"));
        cr_expect(above ? largest > 1e-3 : largest < 1e-6,
                  "at %g of the critical speed the largest eigenvalue is %g, %g", above ? 1.001 : 0.999, largest,
                  growth);
        tml_case_free(&c);
    }
}

/* ---- laws from above ---- */

#define SIDEWAYS                                                                                                       \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "bodies: {w: {points: {P: [0, 0]}, com: P, mass: 1, inertia: 1, position: [0, 0], velocity: [10, VY]}}\n"          \
    "forces: {tyre: {tyre: w.P, view: top, load: 4 kN, LAW}}\nanalyses: [evaluate: {}]\n"

static void sideways(const char *law, double alpha, double force, double moment)
{
    char vy[64];
    snprintf(vy, sizeof vy, "[10, %.17g]", 10 * tan(alpha));
    tml_case c = tml_case_run_text(law, SIDEWAYS, TML_EDITS({"[10, VY]", vy}, {"LAW", law}));
    tml_case_near(&c, "angle", last(&c, "tyre.slip_angle"), alpha, 1e-15);
    tml_case_near(&c, "force", last(&c, "tyre.fy"), force, 1e-9);
    tml_case_near(&c, "moment", last(&c, "tyre.torque"), moment, 1e-10);
    tml_case_free(&c);
}

Test(vehicles, lateral_laws_are_their_formulas)
{
    const double N = 4000, C = 5e4, mu = 0.9, half = 0.07;
    for (double alpha = -0.4; alpha < 0.41; alpha += 0.1) {
        const double s = tan(alpha), g = C * fabs(s) / (3 * mu * N), rest = 1 - fmin(g, 1);
        const double brush = copysign(mu * N * (1 - rest * rest * rest), -s),
                     moment = copysign(mu * N * half * fmin(g, 1) * rest * rest * rest, s);
        const double B = 9, shape = 1.4, D = 1.05, E = -0.6,
                     magic = -D * N * sin(shape * atan(B * alpha - E * (B * alpha - atan(B * alpha))));
        sideways("cornering_stiffness: 5e4, trail: 0.03", alpha, -C * alpha, 0.03 * C * alpha);
        sideways("law: brush, cornering_stiffness: 5e4, friction: 0.9, patch: 0.07", alpha, brush, moment);
        sideways("law: magic, lateral: [9, 1.4, 1.05, -0.6], trail: 0.02", alpha, magic, -0.02 * magic);
    }
}

/* A slip angle from the start on builds up over the relaxation length: ky = tan(alpha) (1 - exp(-x/a)), x the way along the wheel. */
Test(vehicles, slip_builds_up_over_the_relaxation_length)
{
    tml_case c = tml_case_run_text(
        "relaxation",
        "trammel: 1\ngravity: none\n"
        "bodies: {ground: {points: {O: [0, 0]}}, w: {points: {P: [0, 0]}, com: P, mass: 1, inertia: 1, position: [0, "
        "0]}}\n"
        "joints: {S: {prismatic: [ground.O, w.P], axis: [10, 1]}}\n"
        "forces: {tyre: {tyre: w.P, view: top, load: 4 kN, cornering_stiffness: 5e4, lateral_relaxation: 0.5}}\n"
        "drivers: {d: {S.displacement: 8*t}}\n"
        "analyses: [dynamics: {end: 0.3, output: 0.05, tolerance: 1e-12}]\n",
        TML_AS_WRITTEN);
    for (double t = 0.05; t < 0.31; t += 0.05) {
        const double x = 8 * t * cos(atan(0.1)), k = 0.1 * (1 - exp(-x / 0.5));
        tml_case_near(&c, "force", tml_case_at(&c, t, "tyre.lateral"), -5e4 * atan(k), 1e-7);
    }
    tml_case_free(&c);
}

/* ---- in space ---- */

typedef struct {
    double x, y, z;
} vec;

static vec add(vec p, double f, vec q)
{
    return (vec){p.x + f * q.x, p.y + f * q.y, p.z + f * q.z};
}

static double dot(vec p, vec q)
{
    return p.x * q.x + p.y * q.y + p.z * q.z;
}

static vec cross(vec p, vec q)
{
    return (vec){p.y * q.z - p.z * q.y, p.z * q.x - p.x * q.z, p.x * q.y - p.y * q.x};
}

static vec unit(vec p)
{
    return add((vec){0, 0, 0}, 1 / sqrt(dot(p, p)), p);
}

static void near_vector(const tml_case *c, const char *stem, vec want, double bar)
{
    const double all[] = {want.x, want.y, want.z};
    for (int k = 0; k < 3; k++) {
        char name[32];
        snprintf(name, sizeof name, "%s%c", stem, 'x' + k);
        tml_case_near(c, name, last(c, name), all[k], bar);
    }
}

#define DISC                                                                                                           \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "bodies: {w: {points: {C: [0, 0, 0]}, position: [0.4, 0.2, 0.35], com: C, mass: 20, inertia: [1, 1, 1], "          \
    "velocity: [9, 0.4, 0.3], omega: [0.2, SPIN, "                                                                     \
    "0.5]}}\n"                                                                                                         \
    "forces: {tyre: {tyre: w.C, axis: [NX, 1, NZ], radius: 0.32, stiffness: 2e5, road: 0.1*x - 0.2*y + 0.05, law: "    \
    "brush, "                                                                                                          \
    "slip_stiffness: 6e4, cornering_stiffness: 6e4, friction: 0.9, patch: 0.06}}\n"                                    \
    "analyses: [evaluate: {}]\n"

/* A disc that leans, on a road that slopes both ways: the load at the point where the wheel's plane meets the road, slip there, by vectors. */
static void leaning(double nx, double nz, double spin)
{
    char x[32], z[32], turn[32];
    snprintf(x, sizeof x, "%.17g", nx);
    snprintf(z, sizeof z, "%.17g", nz);
    snprintf(turn, sizeof turn, "%.17g", spin);
    tml_case c = tml_case_run_text("disc", DISC, TML_EDITS({"NX", x}, {"NZ", z}, {"SPIN", turn}));
    const vec centre = {0.4, 0.2, 0.35}, v = {9, 0.4, 0.3}, w = {0.2, spin, 0.5}, n = unit((vec){nx, 1, nz}),
              u = unit((vec){-0.1, 0.2, 1});
    const vec e = unit(add(add((vec){0, 0, 0}, -1, u), dot(u, n), n)); /* down, in the plane of the wheel */
    const vec below = {0.4, 0.2, 0.1 * 0.4 - 0.2 * 0.2 + 0.05};
    const double height = dot(add(centre, -1, below), u), r = height / -dot(e, u), load = 2e5 * (0.32 - r) / -dot(e, u);
    const vec t = unit(cross(n, u)), l = cross(u, t), slip = add(v, r, cross(w, e));
    const double rolling = dot(w, n) * r, sx = -dot(slip, t) / fabs(rolling), sy = -dot(slip, l) / fabs(rolling);
    const double g = 6e4 * hypot(sx, sy) / (3 * 0.9 * load), grip = g < 1 ? 1 - g + g * g / 3 : 1 / (3 * g);
    const double fx = 6e4 * sx * grip, fy = 6e4 * sy * grip, mz = g < 1 ? -0.02 * pow(1 - g, 3) / grip * fy : 0;
    const vec F = add(add(add((vec){0, 0, 0}, load, u), fx, t), fy, l);
    cr_assert_gt(load, 100);
    tml_case_near(&c, "load", last(&c, "tyre.load"), load, 1e-8);
    tml_case_near(&c, "longitudinal", last(&c, "tyre.longitudinal"), fx, 1e-8);
    tml_case_near(&c, "lateral", last(&c, "tyre.lateral"), fy, 1e-8);
    tml_case_near(&c, "aligning", last(&c, "tyre.aligning"), mz, 1e-9);
    tml_case_near(&c, "camber", last(&c, "tyre.camber"), asin(dot(u, n)), 1e-14);
    near_vector(&c, "tyre.f", F, 1e-8);
    near_vector(&c, "tyre.t", add(cross(add((vec){0, 0, 0}, r, e), F), mz, u), 1e-8);
    tml_case_free(&c);
}

Test(vehicles, leaning_wheels_on_slopes_have_the_forces_of_vectors)
{
    leaning(0, -0.2, 28);
    leaning(0.1, 0.05, 30);
    leaning(0.1, -0.4, 35);
    leaning(-0.2, -0.1, 0.0001 + 12);
}

/* On any road nothing is lost without slip and damping: the moment of the axis is that of the potential. */
Test(vehicles, discs_on_waves_keep_energy)
{
    tml_case c = tml_case_run_text("waves",
                                   "trammel: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
                                   "bodies: {w: {points: {C: [0, 0, 0]}, position: [0, 0, 0.33], com: C, mass: 20, "
                                   "inertia: [0.5, 0.8, 0.5], velocity: [3, 0.5, 0], "
                                   "omega: [0.4, 10, 0.3]}}\n"
                                   "forces: {tyre: {tyre: w.C, axis: y, radius: 0.32, stiffness: 5e4, road: "
                                   "0.03*sin(4*x)*cos(3*y) + 0.02*y}}\n"
                                   "analyses: [dynamics: {end: 0.6, output: 0.05, tolerance: 1e-12}]\n",
                                   TML_AS_WRITTEN);
    cr_expect_lt(tml_case_largest(&c, "energy.work"), 1e-8);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-8);
    cr_expect_gt(tml_case_largest(&c, "tyre.camber"), 0.01);
    tml_case_free(&c);
}

/* Straight upright on a level road: the same as seen from the side. */
Test(vehicles, wheels_in_space_roll_as_those_in_the_plane)
{
    tml_case flat = tml_case_run_text(
        "flat",
        "trammel: 1\ngravity: [0, -9.81]\n"
        "bodies: {w: {points: {C: [0, 0]}, com: C, mass: 200, inertia: 8, position: [0, 0.31], velocity: [5, 0], "
        "omega: -10}}\n"
        "forces: {tyre: {tyre: w.C, radius: 0.32, stiffness: 2e5, damping: 200, road: 0.02*sin(3*x), law: brush, "
        "slip_stiffness: 3e4, friction: 0.8, longitudinal_relaxation: 0.2}}\n"
        "analyses: [dynamics: {end: 0.5, output: 0.05, tolerance: 1e-13}]\n",
        TML_AS_WRITTEN);
    tml_case c = tml_case_run_text("space",
                                   "trammel: 1\nspace: space\ngravity: [0, 0, -9.81]\n"
                                   "bodies: {w: {points: {C: [0, 0, 0]}, position: [0, 0, 0.31], com: C, mass: 200, "
                                   "inertia: [5, 8, 5], velocity: "
                                   "[5, 0, 0], omega: [0, 10, 0]}}\n"
                                   "forces: {tyre: {tyre: w.C, axis: y, radius: 0.32, stiffness: 2e5, damping: 200, "
                                   "road: 0.02*sin(3*x), law: brush, "
                                   "slip_stiffness: 3e4, friction: 0.8, longitudinal_relaxation: 0.2}}\n"
                                   "analyses: [dynamics: {end: 0.5, output: 0.05, tolerance: 1e-13}]\n",
                                   TML_AS_WRITTEN);
    for (double t = 0.05; t < 0.51; t += 0.05) {
        tml_case_near(&c, "x", tml_case_at(&c, t, "w.x"), tml_case_at(&flat, t, "w.x"), 1e-9);
        tml_case_near(&c, "z", tml_case_at(&c, t, "w.z"), tml_case_at(&flat, t, "w.y"), 1e-9);
        tml_case_near(&c, "spin", tml_case_at(&c, t, "w.omegay"), -tml_case_at(&flat, t, "w.omega"), 1e-7);
        tml_case_near(&c, "force", tml_case_at(&c, t, "tyre.longitudinal"), tml_case_at(&flat, t, "tyre.longitudinal"),
                      1e-5);
    }
    tml_case_free(&flat);
    tml_case_free(&c);
}

/* Every law with every option, in all three views: units agree, and forces are numbers. */
static void evaluate_tyre(const char *bodies, const char *where, const char *law, const char *options)
{
    char text[2000];
    snprintf(text, sizeof text,
             "trammel: 1\n%sforces: {tyre: {tyre: w.C, %s, %s%s}}\nanalyses: [evaluate: {}, modes: {about: instant}]\n",
             bodies, where, law, options);
    tml_case c = tml_case_run_text(law, text, TML_AS_WRITTEN);
    c.table = tml_case_table(&c, "evaluate");
    cr_expect(isfinite(last(&c, "tyre.fx")) && isfinite(last(&c, "tyre.fy")), "%s, %s%s", where, law, options);
    tml_case_free(&c);
}

Test(vehicles, every_law_goes_with_every_option, .timeout = TML_SLOWER * 60)
{
    static const char *const laws[] = {
        "cornering_stiffness: 5e4, slip_stiffness: 6e4, trail: 0.03",
        "law: brush, cornering_stiffness: 5e4, slip_stiffness: 6e4, friction: 0.9, patch: 0.06",
        "law: magic, longitudinal: [12, 1.6, 1.1, 0.3], lateral: [9, 1.4, 1.05, -0.6], trail: 0.02"};
    static const char *const from_above[] = {"cornering_stiffness: 5e4",
                                             "law: brush, cornering_stiffness: 5e4, friction: 0.9, drive: 500",
                                             "law: magic, lateral: [9, 1.4, 1.05, -0.6]"};
    static const char *const options[] = {"", ", longitudinal_relaxation: 0.2", ", lateral_relaxation: 0.4",
                                          ", longitudinal_relaxation: 0.2, lateral_relaxation: 0.4",
                                          ", transition: 0.5 m/s"};
    static const char
        space[] =
            "space: space\nbodies: {w: {points: {C: [0, 0, 0]}, position: [0, 0, 0.3], com: C, mass: 20, inertia: "
            "[0.5, 0.8, 0.5], velocity: [5, 0.3, 0], omega: [0, 17, 0]}}\n",
        plane[] = "bodies: {w: {points: {C: [0, 0]}, mass: 20, inertia: 1, position: [0, 0.3], velocity: [5, 0.2], "
                  "omega: -17}}\n";
    for (int i = 0; i < 3; i++)
        for (int k = 0; k < 5; k++)
            for (int loaded = 0; loaded < (i == 2 ? 1 : 2); loaded++) {
                char more[128];
                snprintf(more, sizeof more, "%s%s", options[k], loaded ? ", nominal_load: 3 kN" : "");
                evaluate_tyre(space, "axis: y, radius: 0.32, stiffness: 2e5, rolling_radius: 0.31", laws[i], more);
                evaluate_tyre(plane, "radius: 0.32, stiffness: 2e5, road: 0.01*x", laws[i], more);
                evaluate_tyre(plane, "view: top, load: 4 kN, steer: 3 deg", from_above[i], more);
            }
}

/* ---- car with four double wishbones ---- */

#define CAR "full-car/full-car.yaml"
static const char *const corners[] = {"fl", "fr", "rl", "rr"};

static double of(const tml_case *c, int corner, const char *what)
{
    char name[64];
    snprintf(name, sizeof name, "%s.tyre.%s", corners[corner], what);
    return last(c, name);
}

Test(vehicles, car_stands_on_its_four_wheels)
{
    tml_case c = tml_case_run(CAR, TML_AS_WRITTEN), at = c;
    at.table = tml_case_table(&c, "static");
    double sum = 0, forward = 0;
    const double weight = (1200 + 3 + 4 * 1.5 + 4 * 42) * 9.81;
    for (int i = 0; i < 4; i++) {
        sum += of(&at, i, "fz");
        tml_case_near(&at, "slip", of(&at, i, "longitudinal"), 0, 1e-12);
    }
    forward = (of(&at, 0, "fz") + of(&at, 1, "fz")) * 2.6;
    tml_case_near(&at, "weight", sum, weight, 1e-12 * weight);
    tml_case_near(&at, "left and right", of(&at, 0, "fz"), of(&at, 1, "fz"), 1e-8);
    tml_case_near(&at, "rear", of(&at, 2, "fz"), of(&at, 3, "fz"), 1e-8);
    cr_expect_float_eq(forward / weight, 2.6 - 1.25, 0.05, "the centre of mass is %g m before the rear axle",
                       forward / weight);
    tml_case_free(&c);
}

/* In a steady turn: lateral forces of all tyres are mass times acceleration; load goes from left to right by its moment about the road; and the
 * curvature at two speeds tells the understeer gradient, which that of a single-track model with the tyres of both sides only estimates. */
Test(vehicles, car_turns_as_its_tyres_let_it, .timeout = TML_SLOWER * 120)
{
    double curvature[2], ay[2];
    for (int i = 0; i < 2; i++) {
        tml_case c = tml_case_run(CAR, i ? TML_AS_WRITTEN : TML_EDITS({"speed: 15 ", "speed: 3 "}));
        const double yaw = last(&c, "chassis.omegaz"), v = hypot(last(&c, "chassis.vx"), last(&c, "chassis.vy"));
        const double mass = 1200 + 3 + 4 * 1.5 + 4 * 42;
        double load = 0, moved = 0;
        curvature[i] = yaw / v, ay[i] = yaw * v;
        for (int k = 0; k < 4; k++)
            load += of(&c, k, "fz"), moved += (k % 2 ? 0.5 : -0.5) * of(&c, k, "fz");
        tml_case_near(&c, "weight", load, mass * 9.81, 1e-4 * mass * 9.81); /* it still settles a little */
        if (i)
            cr_expect_float_eq(moved * 1.5 / (mass * ay[i]), 0.55, 0.05,
                               "load moves by an arm of %g m", /* 0.49, and roll */
                               moved * 1.5 / (mass * ay[i]));
        tml_case_laws(&c);
        tml_case_free(&c);
    }
    /* the lateral forces act the trail of the patch, 0.02 m, behind the axles */
    const double a_front = 1.25 - 0.02, L = 2.6, M = 1377, front = 2 * 50e3, rear = 2 * 60e3,
                 estimate = M * ((L - a_front) / front - a_front / rear) / L,
                 gradient = L * (curvature[0] - curvature[1]) / (ay[1] - ay[0]);
    cr_expect_float_eq(gradient, estimate, 0.1 * estimate, "gradient %g, estimate %g", gradient, estimate);
}

static void car_moves_alike(const char *by)
{
    const tml_edit *const brief = TML_EDITS({"end: 4", "end: 0.4\n      tolerance: 1e-10"});
    tml_case c = tml_case_run_with(CAR, brief, TML_BY(by)), other = tml_case_run(CAR, brief);
    tml_case_near(&c, "yaw", last(&c, "chassis.omegaz"), last(&other, "chassis.omegaz"), 1e-8);
    tml_case_near(&c, "x", last(&c, "chassis.x"), last(&other, "chassis.x"), 1e-8);
    tml_case_near(&c, "z", last(&c, "chassis.z"), last(&other, "chassis.z"), 1e-8);
    for (int i = 0; i < 4; i++) {
        tml_case_near(&c, "load", of(&c, i, "load"), of(&other, i, "load"), 1e-4);
        tml_case_near(&c, "lateral", of(&c, i, "lateral"), of(&other, i, "lateral"), 1e-4);
    }
    tml_case_free(&c);
    tml_case_free(&other);
}
TML_TEST_BY(vehicles, car_moves_alike, absolute, 60)
TML_TEST_BY(vehicles, car_moves_alike, joint, 60)
TML_TEST_BY(vehicles, car_moves_alike, point, 60)
