/* rolling_driven.c - drivers that lead what rolls: kinematics and inverse dynamics with nonholonomic rows.
 *
 * A robot on two wheels, a the angles: v = r (a_l' + a_r')/2 along its heading psi, psi' = w = r (a_r' - a_l')/(2 b). With its centre of mass d ahead of the axle, m all
 * mass, m_c that of the chassis, I about the middle of the axle, J of a wheel
 *   m v' - m_c d w^2 = (T_l + T_r - J (a_l'' + a_r''))/r,     I w' + m_c d v w = b (T_r - T_l - J (a_r'' - a_l''))/r
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

/* ---- a robot ---- */

/* The integral of v (cos psi, sin psi), by Simpson's rule. */
static void path_of(double t, double *x, double *y)
{
    enum { N = 4000 };
    *x = *y = 0;
    for (int i = 0; i <= 2 * N; i++) {
        const double s = t * i / (2 * N), weight = (i == 0 || i == 2 * N ? 1 : i % 2 ? 4 : 2) * t / (6 * N);
        *x += weight * 0.5 * cos(sin(2 * s)), *y += weight * 0.5 * sin(sin(2 * s));
    }
}

static void expect_robot(const tml_case *c)
{
    const double r = 0.1, b = 0.2, d = 0.05, chassis = 5, J = 0.002,
                 I = 0.2 + chassis * d * d + 2 * (0.5 * b * b + 0.001);
    for (size_t row = 0; row < tml_table_rows(c->table); row += 10) {
        const double t = tml_case_value(c, row, "t"), w = 2 * cos(2 * t), wdot = -4 * sin(2 * t), v = 0.5;
        const double second = 8 * sin(2 * t); /* a_l'' = -a_r'' */
        const double sum = -r * chassis * d * w * w,
                     difference = r / b * (I * wdot + chassis * d * v * w) - 2 * J * second;
        double x, y;
        path_of(t, &x, &y);
        tml_case_near(c, "heading", tml_case_value(c, row, "P.angle"), sin(2 * t), 1e-11);
        tml_case_near(c, "x", tml_case_value(c, row, "chassis.C.x"), x, 1e-11);
        tml_case_near(c, "y", tml_case_value(c, row, "chassis.C.y"), y, 1e-11);
        tml_case_near(c, "sum of torques", tml_case_value(c, row, "L.actuator") + tml_case_value(c, row, "R.actuator"),
                      sum, 1e-10);
        tml_case_near(c, "their difference",
                      tml_case_value(c, row, "R.actuator") - tml_case_value(c, row, "L.actuator"), difference, 1e-10);
    }
    tml_case_near(c, "energy", tml_case_largest(c, "energy.error"), 0, 1e-11);
}

Test(rolling_driven, a_robot_on_two_wheels)
{
    tml_case c = tml_case_run("robot/robot.yaml", TML_AS_WRITTEN);
    expect_robot(&c);
    tml_case_free(&c);
}

/* The same by kinematics, which goes on into a motion without drivers' help: the state is consistent. */
Test(rolling_driven, kinematics_dynamics_and_inverse_agree)
{
    static const char *const channels[] = {"chassis.C.x", "chassis.C.y", "P.angle",           "left.qy",
                                           "right.qw",    "WL.along",    "left_drive.torque", "right.omegay"};
    tml_case a = tml_case_run("robot/robot.yaml", TML_EDITS({"inverse: {end: 5, output: 0.05, actuators: [L, R]}",
                                                             "kinematics: {end: 5, output: 0.5}"}));
    tml_case b = tml_case_run("robot/robot.yaml", TML_EDITS({"inverse: {end: 5, output: 0.05, actuators: [L, R]}",
                                                             "dynamics: {end: 5, output: 0.5, tolerance: 1e-12}"}));
    for (int k = 0; k <= 10; k++)
        for (size_t i = 0; i < sizeof channels / sizeof *channels; i++)
            tml_case_near(&a, channels[i], tml_case_at(&a, 0.5 * k, channels[i]), tml_case_at(&b, 0.5 * k, channels[i]),
                          1e-9);
    tml_case_free(&a);
    tml_case_free(&b);
}

/* ---- a ball, a skate ---- */

/* Round a circle and back to where it was: its orientation is not what it was. */
Test(rolling_driven, a_ball_led_round)
{
    static const char *text = "trammel: 1\n"
                              "space: space\n"
                              "parameters: {J: 0.4*0.5*0.05^2}\n"
                              "bodies:\n"
                              "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
                              "  ball: {mass: 0.5, inertia: [J, J, J], position: [0.3, 0, 0.05],\n"
                              "         surfaces: {skin: {sphere: 0.05}}}\n"
                              "joints: {W: {rolling: [ground.floor, ball.skin]}}\n"
                              "drivers: {a: {ball.x: 0.3*cos(t)}, b: {ball.y: 0.3*sin(t)}, c: {ball.omegaz: 0}}\n"
                              "analyses:\n"
                              "  - kinematics: {end: 2*pi, output: pi/4}\n";
    tml_case c = tml_case_run_text("ball", text, TML_AS_WRITTEN);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t");
        tml_case_near(&c, "omega x", tml_case_value(&c, row, "ball.omegax"), -6 * cos(t), 1e-11);
        tml_case_near(&c, "omega y", tml_case_value(&c, row, "ball.omegay"), -6 * sin(t), 1e-11);
        /* 7/5 m x'' by the driver at the centre: the floor takes the rest */
        tml_case_near(&c, "force", tml_case_value(&c, row, "a.force"), -1.4 * 0.5 * 0.3 * cos(t), 1e-10);
        tml_case_near(&c, "floor", tml_case_value(&c, row, "W.fx"), 0.4 * 0.5 * 0.3 * cos(t), 1e-10);
    }
    /* w = -6 (cos t, sin t, 0) rotates: seen from axes that turn about z it is constant, and the rotation after one turn of them is exp(2 pi (-6, 0, -1)) */
    const size_t last = tml_table_rows(c.table) - 1;
    const double length = sqrt(37), half = acos(-1) * length, sign = -1; /* a full turn of the axes: -1 */
    tml_case_near(&c, "qw", fabs(tml_case_value(&c, last, "ball.qw")), fabs(sign * cos(half)), 1e-10);
    tml_case_near(&c, "qx", fabs(tml_case_value(&c, last, "ball.qx")), fabs(sin(half) * 6 / length), 1e-10);
    tml_case_near(&c, "qy", tml_case_value(&c, last, "ball.qy"), 0, 1e-10);
    tml_case_near(&c, "qz", fabs(tml_case_value(&c, last, "ball.qz")), fabs(sin(half) / length), 1e-10);
    tml_case_free(&c);
}

/* x = sin t at the angle t/2:  y' = x' tan(t/2),  y = 1 - cos t + 2 log cos(t/2). */
Test(rolling_driven, a_skate_is_led)
{
    static const char *text = "trammel: 1\n"
                              "gravity: none\n"
                              "points: {S: [0, 0], C: [0.3, 0]}\n"
                              "bodies: {sleigh: {points: [S, C], mass: 2, com: C, inertia: 0.1}}\n"
                              "joints: {S: {skate: [ground, sleigh], axis: x}}\n"
                              "drivers: {a: {sleigh.S.x: sin(t)}, b: {sleigh.angle: t/2}}\n"
                              "analyses:\n"
                              "  - inverse: {end: 2.5, output: 0.25}\n";
    tml_case c = tml_case_run_text("skate", text, TML_AS_WRITTEN);
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t");
        tml_case_near(&c, "y", tml_case_value(&c, row, "sleigh.S.y"), 1 - cos(t) + 2 * log(cos(t / 2)), 1e-11);
    }
    tml_case_near(&c, "energy", tml_case_largest(&c, "energy.error"), 0, 1e-10);
    tml_case_free(&c);
}

/* ---- state matrices ---- */

/* Solid ball on a floor, pushed: 7/5 m a = F; the floor pushes with -2/7 F. */
Test(rolling_driven, matrices_of_a_ball)
{
    static const char *text =
        "trammel: 1\n"
        "space: space\n"
        "parameters: {J: 0.4*0.5*0.05^2}\n"
        "bodies:\n"
        "  ground: {surfaces: {floor: {plane: [0, 0, 0]}}}\n"
        "  ball: {points: {C: [0, 0, 0]}, mass: 0.5, inertia: [J, J, J], position: [0, 0, 0.05],\n"
        "         surfaces: {skin: {sphere: 0.05}}}\n"
        "joints: {W: {rolling: [ground.floor, ball.skin]}}\n"
        "forces: {push: {force: ball.C, value: [0, 0, 0]}}\n"
        "analyses:\n"
        "  - modes: {about: instant, inputs: [push.fx], outputs: [ball.ax, W.fx, ball.alphay, W.normal]}\n";
    static const double want[] = {1 / 0.7, -2.0 / 7, 1 / 0.7 / 0.05, 0};
    tml_case c = tml_case_run_text("ball", text, TML_AS_WRITTEN);
    const tml_table *D = tml_case_table(&c, "modes.D");
    for (size_t i = 0; i < 4; i++)
        tml_case_near(&c, tml_table_row_name(D, i), tml_table_value(D, i, 0), want[i], 1e-10 * fmax(1, want[i]));
    tml_case_free(&c);
}
