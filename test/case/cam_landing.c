/* cam_landing.c - a follower that a spring presses on a driven eccentric disc lifts off, flies and lands without restitution.
 *
 * The driver gives the slip between disc and face, and the guide takes all friction, which so changes no velocity. On the disc y = R + e sin(w t); in flight the
 * follower of mass m on a spring of stiffness k and force f_0 at y = y_0 swings with w_0 = sqrt(k/m) about y_s:
 *   leaves    m (y'' + g) + f_0 + k (y - y_0) = 0               y_s = y_0 - (f_0 + m g)/k
 *   flies     y = y_s + A cos(w_0 (t - t_1)) + B sin(w_0 (t - t_1))
 *   lands     P = m (y'_disc - y'),   P_t = mu P
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>

static const double R = 0.03, E = 0.012, M = 0.5, K = 1200, F0 = 30, Y0 = 0.018, G = 9.81, MU = 0.1;

/* Force on the follower while it is on the disc, as a function of time. */
static double force_on_disc(double w, double t)
{
    const double y = R + E * sin(w * t);
    return M * (G - E * w * w * sin(w * t)) + F0 + K * (y - Y0);
}

static double gap_in_flight(double w, double leaves, double t, double *approach)
{
    const double w0 = sqrt(K / M), rest = Y0 - (F0 + M * G) / K, s = w0 * (t - leaves);
    const double A = R + E * sin(w * leaves) - rest, B = E * w * cos(w * leaves) / w0;
    *approach = E * w * cos(w * t) - w0 * (B * cos(s) - A * sin(s));
    return rest + A * cos(s) + B * sin(s) - R - E * sin(w * t);
}

static void landing(double w, double *leaves, double *lands, double *impulse)
{
    double low = 0, high = acos(-1) / 2 / w, approach = 0;
    for (int i = 0; i < 200; i++) {
        const double middle = (low + high) / 2;
        *(force_on_disc(w, middle) > 0 ? &low : &high) = middle;
    }
    *leaves = low;
    const double step = 1e-5;
    low += step;
    while (gap_in_flight(w, *leaves, low + step, &approach) > 0)
        low += step;
    high = low + step;
    for (int i = 0; i < 200; i++) {
        const double middle = (low + high) / 2;
        *(gap_in_flight(w, *leaves, middle, &approach) > 0 ? &low : &high) = middle;
    }
    *lands = low;
    gap_in_flight(w, *leaves, low, &approach);
    *impulse = M * approach;
}

static void lands_at_every_speed(const char *by)
{
    for (double w = 104.4; w < 140; w += 2.2) {
        char text[1200];
        double leaves, lands, impulse;
        landing(w, &leaves, &lands, &impulse);
        snprintf(
            text, sizeof text,
            "trammel: 1\n"
            "parameters: {w: %.6g, e: %g, R: %g}\n"
            "bodies:\n"
            "  ground: {points: {O: [0, 0], G: [0, 0]}}\n"
            "  cam: {points: {O: [0, 0]}, mass: 1, inertia: 1e-3, com: O, surfaces: {rim: {disc: R, at: [e, 0]}}}\n"
            "  follower: {points: {G: [0, 0]}, mass: %g, inertia: 1e-3, com: G, surfaces: {face: {line: [[1, 0], [0, "
            "0]]}}}\n"
            "joints: {O: {revolute: [ground, cam]}, G: {prismatic: [ground, follower], axis: y}}\n"
            "forces:\n"
            "  touch: {contact: [cam.rim, follower.face], friction: %g}\n"
            "  spring: {motor: G, force: -%g - %g*(G.displacement - %g)}\n"
            "drivers: {turn: {O.angle: w*t}}\n"
            "initial: {G.displacement: R, G.speed: e*w}\n"
            "analyses: [dynamics: {end: 2*pi/w, output: pi/6/w, tolerance: 1e-10}]\n",
            w, E, R, M, MU, F0, K, Y0);
        tml_case c = tml_case_run_text_with("landing", text, NULL, TML_BY(by));
        tml_case_near(&c, "leaves", tml_case_change(&c, 0, "touch opens"), leaves, 1e-8 * leaves);
        tml_case_near(&c, "lands", tml_case_impact(&c, 0, "t"), lands, 1e-8 * lands);
        tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "touch.impulse"), impulse, 1e-7 * impulse);
        tml_case_near(&c, "friction", fabs(tml_case_impact(&c, 0, "touch.friction_impulse")), MU * impulse,
                      1e-7 * impulse);
        cr_expect(tml_case_largest(&c, "energy.error") < 1e-8, "w %g: energy error %g J", w,
                  tml_case_largest(&c, "energy.error"));
        tml_case_free(&c);
    }
}
TML_TEST_BY(cam_landing, lands_at_every_speed, absolute, 20)
TML_TEST_BY(cam_landing, lands_at_every_speed, joint, 20)
TML_TEST_BY(cam_landing, lands_at_every_speed, point, 20)
