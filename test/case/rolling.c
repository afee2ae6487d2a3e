/* rolling.c - rolling without slip and a skate against closed forms; a bowling ball (A07 of the reference solutions) once it rolls. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double g = 9.81;

/* ---- a skate ---- */

/* Chaplygin's sleigh, its mass the distance a ahead of the blade: with u the speed along the blade and w the rate of its angle
 *   u' = a w^2,  (J + m a^2) w' = -m a u w      u = U tanh(b (t - t0)),  w = W / cosh(b (t - t0)),  b = a W^2/U */
static void a_sleigh_swings_round(const char *by)
{
    static const char *text = "trammel: 1\n"
                              "gravity: [0, 0]\n"
                              "points: {S: [0, 0], C: [0.3, 0]}\n"
                              "bodies:\n"
                              "  sleigh: {points: [S, C], mass: 2, com: C, inertia: 0.1}\n"
                              "joints:\n"
                              "  S: {skate: [ground, sleigh], axis: x}\n"
                              "initial: {sleigh.S.vx: -1, S.angle_speed: 2}\n"
                              "analyses:\n"
                              "  - dynamics: {end: 2, output: 0.5, tolerance: 1e-12}\n";
    tml_case c = tml_case_run_text_with("sleigh", text, TML_AS_WRITTEN, TML_BY(by));
    const double m = 2, a = 0.3, J = 0.1 + m * a * a, E = 0.5 * m + 0.5 * J * 4;
    const double U = sqrt(2 * E / m), W = sqrt(2 * E / J), b = a * W * W / U, t0 = atanh(1 / U) / b;
    for (int i = 0; i <= 4; i++) {
        const double t = 0.5 * i, w = W / cosh(b * (t - t0)), u = U * tanh(b * (t - t0));
        const double angle = tml_case_at(&c, t, "S.angle");
        tml_case_near(&c, "rate", tml_case_at(&c, t, "S.angle_speed"), w, 1e-10);
        tml_case_near(&c, "speed x", tml_case_at(&c, t, "sleigh.S.vx"), u * cos(angle), 1e-10);
        tml_case_near(&c, "speed y", tml_case_at(&c, t, "sleigh.S.vy"), u * sin(angle), 1e-10);
        tml_case_near(&c, "force across", hypot(tml_case_at(&c, t, "S.fx"), tml_case_at(&c, t, "S.fy")),
                      m * fabs(u * w * (1 - m * a * a / J)), 1e-9);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(rolling, a_sleigh_swings_round, 10)
TML_TEST_BY(rolling, a_sleigh_swings_round, implicit, 10)

/* ---- the sign of the normal force ---- */

/* A disc of 0.1 kg that lies on, in or round something presses with its weight: positive, whichever body is named first. */
Test(rolling, the_normal_force_is_positive_in_pressure)
{
    static const char *const tracks[][3] = {/* of the ground, of the disc, its height */
                                            {"line: [[-1, 0], [1, 0]]", "disc: 0.02", "0.02"},
                                            {"disc: 0.12", "disc: 0.02", "0.14"},
                                            {"disc: 0.12, hollow: true", "disc: 0.02", "-0.1"},
                                            {"disc: 0.02", "disc: 0.12, hollow: true", "-0.1"}};
    for (int i = 0; i < 8; i++) {
        const char *const *track = tracks[i / 2];
        char text[512];
        snprintf(text, sizeof text,
                 "trammel: 1\nbodies:\n  ground: {surfaces: {s: {%s}}}\n"
                 "  ball: {mass: 0.1, inertia: 1.6e-5, position: [0, %s], surfaces: {rim: {%s}}}\n"
                 "joints: {W: {rolling: [%s]}}\nanalyses: [dynamics: {end: 0.1, output: 0.1}]\n",
                 track[0], track[2], track[1], i % 2 ? "ball.rim, ground.s" : "ground.s, ball.rim");
        tml_case c = tml_case_run_text_with("pressure", text, TML_AS_WRITTEN, TML_BY("joint"));
        tml_case_near(&c, "normal", tml_case_at(&c, 0, "W.normal"), 0.1 * g, 1e-12);
        tml_case_near(&c, "on the second", tml_case_at(&c, 0, "W.fy"), i % 2 ? -0.1 * g : 0.1 * g, 1e-12);
        tml_case_free(&c);
    }
}

/* ---- closed forms in the plane ---- */

/* Down a slope of 30 degrees: acceleration g sin a/(1 + J/(m r^2)). */
static void a_wheel_rolls_down_a_slope(const char *by)
{
    static const char *text = "trammel: 1\n"
                              "parameters: {a: 30 deg, r: 0.2}\n"
                              "bodies:\n"
                              "  ground: {surfaces: {slope: {line: [[0, 0], [cos(a), -sin(a)]]}}}\n"
                              "  wheel: {mass: 3, inertia: 0.05, position: [r*sin(a), r*cos(a)],\n"
                              "          surfaces: {rim: {disc: r}}}\n"
                              "joints: {W: {rolling: [wheel.rim, ground.slope]}}\n"
                              "analyses:\n"
                              "  - dynamics: {end: 2, output: 0.5, tolerance: 1e-11}\n";
    tml_case c = tml_case_run_text_with("slope", text, TML_AS_WRITTEN, TML_BY(by));
    const double a = asin(0.5), m = 3, r = 0.2, J = 0.05, along = g * sin(a) / (1 + J / (m * r * r));
    for (int i = 0; i <= 4; i++) {
        const double t = 0.5 * i, s = 0.5 * along * t * t;
        tml_case_near(&c, "x", tml_case_at(&c, t, "wheel.x"), r * sin(a) + s * cos(a), 1e-10);
        tml_case_near(&c, "y", tml_case_at(&c, t, "wheel.y"), r * cos(a) - s * sin(a), 1e-10);
        tml_case_near(&c, "angle", tml_case_at(&c, t, "wheel.angle"), -s / r, 1e-9);
        tml_case_near(&c, "normal force", tml_case_at(&c, t, "W.normal"), m * g * cos(a), 1e-10);
        tml_case_near(&c, "touching point, x", tml_case_at(&c, t, "W.x"), s * cos(a), 1e-10);
        tml_case_near(&c, "touching point, y", tml_case_at(&c, t, "W.y"), -s * sin(a), 1e-10);
        tml_case_near(&c, "force along", tml_case_at(&c, t, "W.along"), m * along - m * g * sin(a), 1e-10);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(rolling, a_wheel_rolls_down_a_slope, 10)

/* A cylinder inside a fixed one: (R - r)(1 + J/(m r^2)) psi'' = -g sin psi, a pendulum; it turns (R - r)/r as much, the other way. */
static void a_cylinder_rolls_in_a_bore(const char *by)
{
    static const char *text =
        "trammel: 1\n"
        "parameters: {R: 0.5, r: 0.1, start: 100 deg}\n"
        "bodies:\n"
        "  ground: {surfaces: {bore: {disc: R, at: [0, 0], hollow: true}}}\n"
        "  roller: {mass: 2, inertia: 0.01, position: [(R - r)*sin(start), -(R - r)*cos(start)],\n"
        "           surfaces: {rim: {disc: r}}}\n"
        "joints: {W: {rolling: [ground.bore, roller.rim]}}\n"
        "analyses:\n"
        "  - dynamics: {end: 20, output: 0.25, tolerance: 1e-11}\n";
    tml_case c = tml_case_run_text_with("bore", text, TML_AS_WRITTEN, TML_BY(by));
    const double l = 0.4, r = 0.1, m = 2, factor = 1 + 0.01 / (m * r * r), start = 100 * acos(-1) / 180;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double x = tml_case_value(&c, row, "roller.x"), y = tml_case_value(&c, row, "roller.y");
        const double psi = atan2(x, -y), w = tml_case_value(&c, row, "roller.omega") * r / l;
        tml_case_near(&c, "distance", hypot(x, y), l, 1e-12);
        tml_case_near(&c, "rolled", tml_case_value(&c, row, "roller.angle"), -(psi - start) * l / r, 1e-9);
        tml_case_near(&c, "energy", 0.5 * l * factor * w * w - g * cos(psi), -g * cos(start), 1e-8);
        tml_case_near(&c, "normal force", tml_case_value(&c, row, "W.normal"), m * g * cos(psi) + m * l * w * w, 1e-7);
        tml_case_near(&c, "force along", fabs(tml_case_value(&c, row, "W.along")),
                      fabs(m * g * sin(psi) * (1 - 1 / factor)), 1e-8);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(rolling, a_cylinder_rolls_in_a_bore, 10)

/* A wheel carried round another by an arm: the arm at W, the sun fixed or turning: r w_2 = (R + r) W - R w_1, many times round. */
Test(rolling, a_planet_is_driven_round_a_sun)
{
    static const char *text = "trammel: 1\n"
                              "points: {O: [0, 0], P: [0.5, 0]}\n"
                              "bodies:\n"
                              "  sun: {points: [O], com: O, mass: 1, inertia: 0.1, surfaces: {rim: {disc: 0.3}}}\n"
                              "  arm: {points: [O, P], mass: 1, shape: rod}\n"
                              "  planet: {points: [P], com: P, mass: 1, inertia: 0.02, surfaces: {rim: {disc: 0.2}}}\n"
                              "joints:\n"
                              "  S: {revolute: [ground, sun], at: O}\n"
                              "  O: {revolute: [ground, arm]}\n"
                              "  P: {revolute: [arm, planet]}\n"
                              "  W: {rolling: [sun.rim, planet.rim]}\n"
                              "drivers: {one: {O.angle: 3*t}, two: {S.angle: 0.5*t}}\n"
                              "analyses:\n"
                              "  - kinematics: {end: 10, output: 0.5}\n";
    tml_case c = tml_case_run_text("planet", text, TML_AS_WRITTEN);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t");
        tml_case_near(&c, "angle", tml_case_value(&c, row, "planet.angle"), (0.5 * 3 - 0.3 * 0.5) / 0.2 * t, 1e-10);
        tml_case_near(&c, "rate", tml_case_value(&c, row, "planet.omega"), (0.5 * 3 - 0.3 * 0.5) / 0.2, 1e-11);
    }
    tml_case_free(&c);
}

/* ---- closed forms in space ---- */

/* A solid ball on a turntable that rotates at W: its centre moves in a circle at 2/7 W. */
static void a_ball_circles_on_a_turntable(const char *by)
{
    static const char *text = "trammel: 1\n"
                              "space: space\n"
                              "gravity: [0, 0, -9.81]\n"
                              "parameters: {J: 0.4*0.5*0.05^2}\n"
                              "bodies:\n"
                              "  ground: {points: {O: [0, 0, 0]}}\n"
                              "  table: {points: {O: [0, 0, 0]}, mass: 5, inertia: [1, 1, 1],\n"
                              "          surfaces: {top: {plane: [0, 0, 0]}}}\n"
                              "  ball: {mass: 0.5, inertia: [J, J, J], position: [0.3, 0, 0.05],\n"
                              "         velocity: [0, 0.2, 0], surfaces: {skin: {sphere: 0.05}}}\n"
                              "joints:\n"
                              "  O: {revolute: [ground, table], axis: z}\n"
                              "  W: {rolling: [table.top, ball.skin]}\n"
                              "drivers: {turn: {O.angle: 7*t}}\n"
                              "initial: {ball.vx: 0, ball.vy: 0.2, ball.omegaz: 1}\n"
                              "analyses:\n"
                              "  - dynamics: {end: 5, output: 0.5, tolerance: 1e-11}\n";
    tml_case c = tml_case_run_text_with("turntable", text, TML_AS_WRITTEN, TML_BY(by));
    const double w = 2, x0 = 0.3 - 0.2 / w; /* about (x0, 0) */
    for (int i = 0; i <= 10; i++) {
        const double t = 0.5 * i;
        tml_case_near(&c, "x", tml_case_at(&c, t, "ball.x"), x0 + 0.1 * cos(w * t), 1e-9);
        tml_case_near(&c, "y", tml_case_at(&c, t, "ball.y"), 0.1 * sin(w * t), 1e-9);
        tml_case_near(&c, "spin", tml_case_at(&c, t, "ball.omegaz"), 1, 1e-9);
        tml_case_near(&c, "normal force", tml_case_at(&c, t, "W.normal"), 0.5 * g, 1e-9);
        tml_case_near(&c, "force", hypot(tml_case_at(&c, t, "W.along"), tml_case_at(&c, t, "W.across")),
                      0.5 * 0.1 * w * w, 1e-9);
    }
    tml_case_free(&c);
}
TML_TEST_EACH(rolling, a_ball_circles_on_a_turntable, 10)

/* A07 once it rolls: straight on, its spin about the vertical unchanged. */
Test(rolling, a_bowling_ball_rolls_on)
{
    static const char *text = "trammel: 1\n"
                              "space: space\n"
                              "gravity: [0, 0, -9.81]\n"
                              "parameters: {J: 0.4*7*0.108^2}\n"
                              "bodies:\n"
                              "  ground: {surfaces: {lane: {plane: [0, 0, 0]}}}\n"
                              "  ball: {mass: 7, inertia: [J, J, J], surfaces: {skin: {sphere: 108 mm}},\n"
                              "         position: [13.00274780526504, 0.8583721045040489, 0.108]}\n"
                              "joints: {W: {rolling: [ground.lane, ball.skin]}}\n"
                              "initial: {ball.vx: 6.022857142857143, ball.vy: 0.9257142857142857, ball.omegaz: 5}\n"
                              "analyses:\n"
                              "  - dynamics: {end: 3 - 1.854507633187760, tolerance: 1e-11}\n";
    tml_case c = tml_case_run_text("bowling", text, TML_AS_WRITTEN);
    const size_t last = tml_table_rows(c.table) - 1;
    tml_case_near(&c, "x", tml_case_value(&c, last, "ball.x"), 19.90188468880847, 1e-10);
    tml_case_near(&c, "y", tml_case_value(&c, last, "ball.y"), 1.918770752638808, 1e-10);
    tml_case_near(&c, "omega x", tml_case_value(&c, last, "ball.omegax"), -8.571428571428571, 1e-10);
    tml_case_near(&c, "omega y", tml_case_value(&c, last, "ball.omegay"), 55.76719576719577, 1e-10);
    tml_case_near(&c, "omega z", tml_case_value(&c, last, "ball.omegaz"), 5, 1e-12);
    tml_case_free(&c);
}

/* A ball inside a fixed hollow one, in a vertical plane: (R - r) 7/5 psi'' = -g sin psi. */
static void a_ball_swings_in_a_bowl(const char *by)
{
    static const char *text =
        "trammel: 1\n"
        "space: space\n"
        "gravity: [0, 0, -9.81]\n"
        "parameters: {J: 0.4*0.5*0.05^2, R: 0.4, r: 0.05, start: 50 deg}\n"
        "bodies:\n"
        "  ground: {surfaces: {bowl: {sphere: R, at: [0, 0, 0], hollow: true}}}\n"
        "  ball: {mass: 0.5, inertia: [J, J, J], surfaces: {skin: {sphere: r}},\n"
        "         position: [0.6*(R - r)*sin(start), 0.8*(R - r)*sin(start), -(R - r)*cos(start)]}\n"
        "joints: {W: {rolling: [ball.skin, ground.bowl]}}\n"
        "analyses:\n"
        "  - dynamics: {end: 4, output: 0.1, tolerance: 1e-11}\n";
    tml_case c = tml_case_run_text_with("bowl", text, TML_AS_WRITTEN, TML_BY(by));
    const double l = 0.35, m = 0.5, start = 50 * acos(-1) / 180;
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double x = tml_case_value(&c, row, "ball.x"), y = tml_case_value(&c, row, "ball.y"),
                     z = tml_case_value(&c, row, "ball.z"), vx = tml_case_value(&c, row, "ball.vx"),
                     vy = tml_case_value(&c, row, "ball.vy"), vz = tml_case_value(&c, row, "ball.vz"),
                     v2 = vx * vx + vy * vy + vz * vz;
        tml_case_near(&c, "distance", sqrt(x * x + y * y + z * z), l, 1e-11);
        tml_case_near(&c, "plane", 0.8 * x - 0.6 * y, 0, 1e-9);
        tml_case_near(&c, "touching point", tml_case_value(&c, row, "W.z"), z * 0.4 / l, 1e-10);
        tml_case_near(&c, "energy", 0.7 * v2 + g * z, -g * l * cos(start), 1e-8);
        tml_case_near(&c, "normal force", tml_case_value(&c, row, "W.normal"), -m * g * z / l + m * v2 / l, 1e-7);
        tml_case_near(&c, "force", hypot(tml_case_value(&c, row, "W.along"), tml_case_value(&c, row, "W.across")),
                      m * g * hypot(x, y) / l * 2 / 7, 1e-7);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(rolling, a_ball_swings_in_a_bowl, 20)

/* A ball that runs round in an upright tube at W does not fall through: it goes up and down at sqrt(2/7) W,
 *   z = -5 g/(2 W^2) (1 - cos(sqrt(2/7) W t))       started level, without spin about the normal. */
static void a_ball_runs_round_in_a_tube(const char *by)
{
    static const char *text =
        "trammel: 1\n"
        "space: space\n"
        "gravity: [0, 0, -9.81]\n"
        "parameters: {J: 0.4*0.5*0.05^2, R: 0.4, r: 0.05, w: 15}\n"
        "bodies:\n"
        "  ground: {surfaces: {tube: {cylinder: R, at: [0, 0, 0], axis: z, hollow: true}}}\n"
        "  ball: {mass: 0.5, inertia: [J, J, J], surfaces: {skin: {sphere: r}}, position: [R - r, 0, 0],\n"
        "         velocity: [0, w*(R - r), 0], omega: [0, 0, -w*(R - r)/r]}\n"
        "joints: {W: {rolling: [ground.tube, ball.skin]}}\n"
        "analyses:\n"
        "  - dynamics: {end: 2, output: 0.1, tolerance: 1e-11}\n";
    tml_case c = tml_case_run_text_with("tube", text, TML_AS_WRITTEN, TML_BY(by));
    const double w = 15;
    for (int i = 0; i <= 20; i++) {
        const double t = 0.1 * i;
        tml_case_near(&c, "z", tml_case_at(&c, t, "ball.z"), -5 * g / (2 * w * w) * (1 - cos(sqrt(2.0 / 7) * w * t)),
                      1e-8);
        tml_case_near(&c, "x", tml_case_at(&c, t, "ball.x"), 0.35 * cos(w * t), 1e-8);
    }
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(rolling, a_ball_runs_round_in_a_tube, 20)

/* ---- free bodies ---- */

/* The floor pushes where the disc touches it, without a torque; with the weight it makes up the inertia. */
Test(rolling, the_floor_pushes_where_it_is_touched)
{
    tml_case c = tml_case_run("rolling-disc/rolling-disc.yaml", TML_AS_WRITTEN);
    tml_free_body *f = NULL;
    cr_assert_eq(tml_free_body_make(c.model, c.table, &f, c.log), TML_OK);
    for (size_t row = 0; row < tml_table_rows(c.table); row += 20) {
        static const char *const places[] = {"W.x", "W.y", "W.z"};
        cr_assert_eq(tml_free_body_take(f, row), TML_OK);
        const tml_load floor = tml_free_body_load(f, 0), sum = tml_free_body_resultant(f, 1);
        cr_assert_str_eq(floor.name, "W");
        for (int i = 0; i < 3; i++) {
            tml_case_near(&c, places[i], floor.at[i], tml_case_value(&c, row, places[i]), 0);
            tml_case_near(&c, "torque", floor.torque[i], 0, 0);
            tml_case_near(&c, "force", sum.force[i],
                          2 * tml_case_value(&c, row, (const char *const[]){"disc.ax", "disc.ay", "disc.az"}[i]),
                          1e-11);
        }
    }
    tml_free_body_free(f);
    tml_case_free(&c);
}

/* ---- what is refused ---- */

/* The model with another analysis, and the text of its first message. */
static void expect_message(const char *analysis, const char *joints, const char *want)
{
    char text[2000], drivers[] = "drivers: {turn: {S.angle: 0}}\n";
    snprintf(
        text, sizeof text,
        "trammel: 1\n"
        "gravity: [0, 0]\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]], speed: 1}, bore: {disc: 0.05, hollow: true}}}\n"
        "  sleigh: {points: {S: [0, 0]}, mass: 1, inertia: 1, surfaces: {rim: {disc: 0.1}, edge: {point: [0, 0]}}}\n"
        "joints: {%s}\n"
        "%sanalyses: [%s]\n",
        joints, strstr(analysis, "inputs") ? drivers : "", analysis);
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "model", log);
    tml_results *results = NULL;
    cr_expect(!model || tml_run(model, NULL, &results, log) != TML_OK, "%s is accepted", analysis);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++)
        found |= strstr(tml_log_get(log, i).text, want) != NULL;
    cr_expect(found, "no message \"%s\" but %s", want, tml_log_count(log) ? tml_log_get(log, 0).text : "none");
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

Test(rolling, what_cannot_be_is_said)
{
    static const char *const skate = "S: {skate: [ground, sleigh], axis: x}";
    expect_message("modes: {about: rest, method: sparse}", skate, "use method: dense");
    expect_message("modes: {about: rest, inputs: [turn]}", skate, "no driver can be an input; name forces");
    expect_message("assembly: {}", "W: {rolling: [ground.bore, sleigh.rim]}", "it does not fit into the bore");
    expect_message("assembly: {}", "W: {rolling: [ground.floor, sleigh.rim]}", "its track is a belt");
    expect_message("assembly: {}", "W: {rolling: [ground.bore, sleigh.edge]}", "what rolls is a disc on a line");
    expect_message("assembly: {}", "W: {rolling: [sleigh.edge, sleigh.rim]}", "with itself");
    expect_message("assembly: {}", "W: {rolling: [ground.flor, sleigh.rim]}", "no surface \"flor\"");
    expect_message("assembly: {}", "W: {rolling: [ground, sleigh.rim]}", "several surfaces");
    expect_message("assembly: {}", "W: {rolling: ground.floor}", "two surfaces as body.surface");
    expect_message("assembly: {}", "W: {rolling: [ground.bore, sleigh.rim], at: S}", "at");
}
