/* speed_profile.c - moves within limits against closed forms: every phase, every degenerate case, at all ends of phases. */
#include "expression/speed_profile.h"
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>

#define BAR 1e-14

typedef struct {
    double h, jerk; /* a phase, and its jerk; of a trapezoid: */
    double a;       /* acceleration at its beginning */
} phase;

static void near(const char *what, double got, double want, double scale)
{
    cr_expect(fabs(got - want) <= BAR * fmax(fabs(want), scale), "%s: %.17g, not %.17g", what, got, want);
}

/* Phases in a row from rest at f0: time, position, speed, acceleration and jerk at both ends of each. */
static void expect_phases(const tml_speed_limits *l, double x, double f0, double rise, const phase *phases, int count)
{
    tml_motion_piece p[TML_PROFILE_PIECES];
    double f = f0, v = 0, vmax = 0, amax = 0, t = x;
    for (int i = 0; i < count; i++) {
        v += phases[i].h * (phases[i].a + phases[i].h * phases[i].jerk / 2);
        vmax = fmax(vmax, fabs(v)), amax = fmax(amax, fmax(fabs(phases[i].a), fabs(phases[i].jerk * phases[i].h)));
    }
    v = 0;
    const int found = tml_speed_profile(l, x, f0, rise, p);
    cr_assert_eq(found, count, "%d phases, not %d", found, count);
    for (int i = 0; i < count; i++) {
        const double h = phases[i].h, a = phases[i].a, j = phases[i].jerk;
        const tml_motion_jet begin = tml_motion_at(&p[i], p[i].x), end = tml_motion_at(&p[i], p[i].x + p[i].h);
        near("x", p[i].x, t, x + 1), near("h", p[i].h, h, 4 * h);
        near("f", begin.f, f, fabs(rise)), near("v", begin.d, v, vmax), near("a", begin.dd, a, amax);
        near("j", begin.ddd, j, 1e-300), near("j", end.ddd, j, 1e-300);
        f += h * (v + h * (a / 2 + h * j / 6)), v += h * (a + h * j / 2), t += h;
        near("f end", end.f, f, fabs(rise)), near("v end", end.d, v, vmax), near("a end", end.dd, a + h * j, amax);
    }
    const tml_motion_jet last = tml_motion_at(&p[count - 1], p[count - 1].x + p[count - 1].h);
    near("to", last.f, f0 + rise, fabs(rise));
    cr_expect_eq(last.d, 0, "%g", last.d);
    cr_expect_eq(tml_motion_at(p, x).d, 0);
}

/* 3 m at 2 m/s, up in 0.5 s and down in 1 s: 0.75 s at full speed. */
Test(speed_profile, trapezoid)
{
    const tml_speed_limits l = {2, 4, 2, INFINITY, 0};
    expect_phases(&l, 0.5, -1, 3, (phase[]){{0.5, 0, 4}, {0.75, 0, 0}, {1, 0, -2}}, 3);
    expect_phases(&l, 0.5, -1, -3, (phase[]){{0.5, 0, -4}, {0.75, 0, 0}, {1, 0, 2}}, 3);
}

/* Where the way is short the speed reaches sqrt(2 D a b/(a + b)) only. */
Test(speed_profile, triangle)
{
    const double a = 4, b = 3, D = 0.7, v = sqrt(2 * D * a * b / (a + b));
    const tml_speed_limits l = {2, a, b, INFINITY, 0};
    expect_phases(&l, 0, 0, D, (phase[]){{v / a, 0, a}, {v / b, 0, -b}}, 2);
    const tml_speed_limits free = {INFINITY, a, b, INFINITY, 0};
    expect_phases(&free, 0, 0, D, (phase[]){{v / a, 0, a}, {v / b, 0, -b}}, 2);
    /* exactly at its limit */
    const tml_speed_limits limit = {2, 4, 4, INFINITY, 0};
    expect_phases(&limit, 0, 0, 1, (phase[]){{0.5, 0, 4}, {0.5, 0, -4}}, 2);
}

/* In a given time T: v = 2 D/(T + sqrt(T^2 - 4 k D)), k = (1/a + 1/b)/2. */
Test(speed_profile, trapezoid_in_a_given_time)
{
    const double a = 4, b = 2, D = 3, T = 2.5, k = (1 / a + 1 / b) / 2, v = 2 * D / (T + sqrt(T * T - 4 * k * D));
    const tml_speed_limits l = {2, a, b, INFINITY, T};
    expect_phases(&l, 0, 0, D, (phase[]){{v / a, 0, a}, {T - v / a - v / b, 0, 0}, {v / b, 0, -b}}, 3);
    double peak;
    near("least", tml_speed_profile_least(&l, D, &peak), 2.25, 1);
    near("peak", peak, 2, 1);
    near("least acceleration", tml_speed_profile_acceleration(3, 2, INFINITY), 3, 1);
    near("at a speed", tml_speed_profile_acceleration(3, 2, 2), 4, 1);
    near("a speed that is not reached", tml_speed_profile_acceleration(3, 2, 3.5), 3, 1);
    cr_expect(isnan(tml_speed_profile_acceleration(3, 2, 1.5)));
}

/* All seven: v = 2, a = 4, j = 16: phases of jerk 0.25, of acceleration 0.25, the ramp 0.75 s and 0.75 m. */
Test(speed_profile, s_curve_with_all_seven_phases)
{
    const tml_speed_limits l = {2, 4, 4, 16, 0};
    expect_phases(
        &l, 0.25, 1, 3,
        (phase[]){
            {0.25, 16, 0}, {0.25, 0, 4}, {0.25, -16, 4}, {0.75, 0, 0}, {0.25, -16, 0}, {0.25, 0, -4}, {0.25, 16, -4}},
        7);
    const tml_speed_limits slow = {2, 4, 2, 16, 0}; /* down: 1/8, 7/8, 1/8 s: 1.125 m */
    expect_phases(&slow, 0, 0, -3,
                  (phase[]){{0.25, -16, 0},
                            {0.25, 0, -4},
                            {0.25, 16, -4},
                            {0.5625, 0, 0},
                            {0.125, 16, 0},
                            {0.875, 0, 2},
                            {0.125, -16, 2}},
                  7);
}

/* The limit of the acceleration is not reached: phases of jerk sqrt(v/j). */
Test(speed_profile, s_curve_without_phases_of_acceleration)
{
    const double v = 0.5, j = 16, t = sqrt(v / j), a = j * t;
    const tml_speed_limits l = {v, 4, 4, j, 0}, free = {v, INFINITY, INFINITY, j, 0};
    const phase phases[] = {{t, j, 0}, {t, -j, a}, {3 / v - 2 * t, 0, 0}, {t, -j, 0}, {t, j, -a}};
    expect_phases(&l, 0, 0, 3, phases, 5);
    expect_phases(&free, 0, 0, 3, phases, 5);
    /* exactly at its limit */
    const tml_speed_limits limit = {1, 4, 4, 16, 0};
    expect_phases(&limit, 0, 0, 3,
                  (phase[]){{0.25, 16, 0}, {0.25, -16, 4}, {2.5, 0, 0}, {0.25, -16, 0}, {0.25, 16, -4}}, 5);
}

/* Neither the speed: v = (D^2 j/4)^(1/3). The speed alone: v = 2 D/(a/j + sqrt((a/j)^2 + 4 D/a)). */
Test(speed_profile, s_curve_without_full_speed)
{
    const double D = 0.01, j = 16, v = cbrt(D * D * j / 4), t = sqrt(v / j), a = j * t;
    const tml_speed_limits l = {2, 4, 4, j, 0};
    expect_phases(&l, 0, 0, D, (phase[]){{t, j, 0}, {t, -j, a}, {t, -j, 0}, {t, j, -a}}, 4);
}

Test(speed_profile, s_curve_with_acceleration_but_without_full_speed)
{
    const double D = 1, a = 4, j = 16, v = 2 * D / (a / j + sqrt(a * a / j / j + 4 * D / a)), h = v / a - a / j;
    const tml_speed_limits l = {2, a, a, j, 0}, free = {INFINITY, a, a, j, 0};
    const phase phases[] = {{a / j, j, 0}, {h, 0, a}, {a / j, -j, a}, {a / j, -j, 0}, {h, 0, -a}, {a / j, j, -a}};
    expect_phases(&l, 0, 0, D, phases, 6);
    expect_phases(&free, 0, 0, D, phases, 6);
}

/* Up without, down with a phase of acceleration: the speed satisfies its equation, and what comes of it the limits. */
Test(speed_profile, s_curve_with_ramps_of_different_kinds)
{
    const tml_speed_limits l = {INFINITY, 9, 1, 16, 0};
    tml_motion_piece p[TML_PROFILE_PIECES];
    const double D = 1;
    double v;
    const double least = tml_speed_profile_least(&l, D, &v);
    near("way", v * (2 * sqrt(v / 16) + v + 1.0 / 16) / 2, D, 1);
    near("time", least, 2 * sqrt(v / 16) + v + 1.0 / 16, 1);
    cr_assert_eq(tml_speed_profile(&l, 0, 0, D, p), 5);
    near("peak speed", tml_motion_peak(p, 5, 1), v, 1);
    near("peak jerk", tml_motion_peak(p, 5, 3), 16, 1);
    cr_expect_leq(tml_motion_peak(p, 5, 2), 9);
}

/* In a given time, at the limits of acceleration and jerk. */
Test(speed_profile, s_curve_in_a_given_time)
{
    /* v = 2, a = 4, j = 16, D = 3 takes 2.25 s; at v = 1.5: ramps of 0.625 s, 3/1.5 + 0.625 */
    const tml_speed_limits l = {2, 4, 4, 16, 2.625};
    expect_phases(&l, 0, 0, 3,
                  (phase[]){{0.25, 16, 0},
                            {0.125, 0, 4},
                            {0.25, -16, 4},
                            {1.375, 0, 0},
                            {0.25, -16, 0},
                            {0.125, 0, -4},
                            {0.25, 16, -4}},
                  7);
    /* at v = 0.25: ramps of 2 sqrt(1/64) = 0.25 s, 3/0.25 + 0.25 */
    const tml_speed_limits slow = {2, 4, 4, 16, 12.25};
    expect_phases(&slow, 0, 0, 3,
                  (phase[]){{0.125, 16, 0}, {0.125, -16, 2}, {11.75, 0, 0}, {0.125, -16, 0}, {0.125, 16, -2}}, 5);
}

/* The same in other units is the same: 1e-9 and 1e9 of the lengths and times. */
Test(speed_profile, any_scale)
{
    for (int i = -9; i <= 9; i += 3)
        for (int k = -9; k <= 9; k += 3) {
            const double m = pow(10, i), s = pow(10, k);
            const tml_speed_limits l = {2 * m / s, 4 * m / s / s, 2 * m / s / s, 16 * m / s / s / s, 0};
            tml_motion_piece p[TML_PROFILE_PIECES];
            cr_assert_eq(tml_speed_profile(&l, 0, 0, 3 * m, p), 7);
            near("time", (p[6].x + p[6].h) / s, 0.75 + 0.5625 + 1.125, 1);
            near("end", tml_motion_at(&p[6], p[6].x + p[6].h).f / m, 3, 1);
        }
}
