/* intermittent.c - intermittent motion on contact: A11 of the reference cases (Geneva wheel), with play, and locked under load. */
#include "support/case.h"
#include "support/numbers.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

#define PI     3.14159265358979323846
#define DEGREE (PI / 180)

static const double SPEED = 10, CENTRE = 0.1, INERTIA = 0.002; /* rad/s; m; kg m^2 */

/* ---- the Geneva wheel ---- */

/* Of the pin seen from the wheel: direction from the line of centres, and distance. */
static double direction_of_pin(double alpha)
{
    const double l = sin(45 * DEGREE);
    return atan2(l * sin(alpha), 1 - l * cos(alpha));
}

static double distance_of_pin(double alpha)
{
    const double l = sin(45 * DEGREE);
    return CENTRE * sqrt(1 + l * l - 2 * l * cos(alpha));
}

/* The wheel rotates against the crank, by 90 degrees a revolution: the n-th slot is entered where the crank is at -45 degrees. */
static void motion_and_forces_of_the_geneva_wheel(const char *by)
{
    static const int angles[] = {-30, -15, -10, 0, 15, 30};
    tml_case c =
        tml_case_run_with("geneva/geneva.yaml", TML_EDITS({"output: 0.002", "output: 5 deg/speed"}), TML_BY(by));
    tml_numbers n = tml_numbers_of("A11");
    char name[16];
    for (int turn = 0; turn < 2; turn++)
        for (size_t i = 0; i < sizeof angles / sizeof *angles; i++) {
            const size_t row = tml_case_row(&c, (90 + 360 * turn + angles[i]) * DEGREE / SPEED);
            const struct {
                const char *number;
                double got, scale;
            } pairs[] = {
                {"phi", -tml_case_value(&c, row, "C.angle") - (45 + 90 * turn) * DEGREE, 1},
                {"w", -tml_case_value(&c, row, "C.speed"), 24},
                {"a", -tml_case_value(&c, row, "C.acceleration"), 540},
                {"F", -tml_case_value(&c, row, "C.acceleration") * INERTIA / distance_of_pin(angles[i] * DEGREE), 32},
                {"T1", tml_case_value(&c, row, "drive.torque"), 2}};
            for (size_t k = 0; k < sizeof pairs / sizeof *pairs; k++) {
                snprintf(name, sizeof name, "%s_%d", pairs[k].number, angles[i]);
                tml_case_near(&c, name, pairs[k].got, tml_number(&n, name), 1e-10 * pairs[k].scale);
            }
            snprintf(name, sizeof name, "F_%d", angles[i]);
            tml_case_near(&c, "contact", tml_case_value(&c, row, "push.force"), fabs(tml_number(&n, name)), 1e-10 * 32);
        }
    cr_expect_eq(tml_case_impact_count(&c), 0); /* the acceleration jumps, the velocity does not */
    tml_case_free(&c);
}
TML_TEST_EACH(intermittent, motion_and_forces_of_the_geneva_wheel, 20)

/* Outside of the engagement the wheel stands; entering and leaving the slot are events. */
static void standstill_of_the_geneva_wheel(const char *by)
{
    tml_case c =
        tml_case_run_with("geneva/geneva.yaml", TML_EDITS({"output: 0.002", "output: 5 deg/speed"}), TML_BY(by));
    tml_numbers n = tml_numbers_of("A11");
    const double entry = 45 * DEGREE / SPEED, cycle = tml_number(&n, "tcycle"), moves = tml_number(&n, "tmove");
    for (size_t row = 0; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), since = t - entry - cycle * floor((t - entry) / cycle);
        if (since < moves + 1e-6 || since > cycle - 1e-6)
            continue;
        tml_case_near(&c, "angle", tml_case_value(&c, row, "C.angle"), -90 * DEGREE * ceil((t - entry) / cycle), 1e-12);
        tml_case_near(&c, "speed", tml_case_value(&c, row, "C.speed"), 0, 1e-11);
        tml_case_near(&c, "force", tml_case_value(&c, row, "push.force"), 0, 0);
    }
    tml_case_near(&c, "enters", tml_case_change(&c, 0, "push[crank.pin-wheel.lobe3] closes"), entry, 1e-12);
    tml_case_near(&c, "leaves", tml_case_change(&c, 0, "push[crank.pin-wheel.lobe4] opens"), entry + moves, 1e-12);
    tml_case_near(&c, "enters again", tml_case_change(&c, 1, "push[crank.pin-wheel.lobe4] closes"), entry + cycle,
                  1e-7);
    tml_case_free(&c);
}
TML_TEST_EACH(intermittent, standstill_of_the_geneva_wheel, 20)

/* The largest values, and those just after the entry. */
Test(intermittent, extremes_of_the_geneva_wheel)
{
    tml_numbers n = tml_numbers_of("A11");
    for (int after = 0; after < 2; after++) { /* mirrored */
        char end[64];
        snprintf(end, sizeof end, "end: %.17g deg/speed", 90 + (after ? 1 : -1) * tml_number(&n, "alpk"));
        tml_case c = tml_case_run("geneva/geneva.yaml", TML_EDITS({"end: 1.3", end}));
        const size_t last = tml_table_rows(c.table) - 1;
        const double peak = (after ? 1 : -1) * tml_number(&n, "apk");
        tml_case_near(&c, "acceleration", tml_case_value(&c, last, "C.acceleration"), peak, 1e-10 * 540);
        tml_case_near(&c, "ratio", tml_case_value(&c, last, "C.acceleration") / 100,
                      (after ? 1 : -1) * tml_number(&n, "apk_ratio"), 1e-9);
        tml_case_near(&c, "force", tml_case_value(&c, last, "push.force"), tml_number(&n, "Fpk"), 1e-10 * 32);
        cr_expect_geq(fabs(peak) * (1 + 1e-10), tml_case_largest(&c, "C.acceleration"));
        tml_case_free(&c);
    }
    tml_case c = tml_case_run("geneva/geneva.yaml", TML_EDITS({"end: 1.3", "end: 90.001 deg/speed"}));
    tml_case_near(&c, "speed", tml_case_largest(&c, "C.speed"), tml_number(&n, "wpk"), 1e-10 * 24);
    const double entry = tml_case_change(&c, 0, "push[crank.pin-wheel.lobe3] closes");
    size_t row = 0;
    while (tml_case_value(&c, row, "t") < entry || tml_case_value(&c, row, "push.force") == 0)
        row++;
    tml_case_near(&c, "before", tml_case_value(&c, row - 1, "C.acceleration"), 0, 1e-10);
    tml_case_near(&c, "at entry", -tml_case_value(&c, row, "C.acceleration"), tml_number(&n, "a_in"), 1e-8);
    tml_case_near(&c, "F", tml_case_value(&c, row, "push.force"), tml_number(&n, "F_-45"), 1e-9);
    tml_case_free(&c);
}

/* Whatever the tolerance, a pin that enters a slot without play strikes nothing. */
Test(intermittent, no_impact_at_the_entry_at_any_tolerance)
{
    static const char *const tolerances[] = {"1e-6", "1e-8", "1e-9", "1e-11", "1e-12"};
    static const char *const by[] = {"absolute", "joint", "point"};
    for (size_t i = 0; i < sizeof tolerances / sizeof *tolerances; i++)
        for (size_t k = 0; k < sizeof by / sizeof *by; k++) {
            char text[32];
            snprintf(text, sizeof text, "tolerance: %s}", tolerances[i]);
            tml_case c = tml_case_run_with("geneva/geneva.yaml", TML_EDITS({"tolerance: 1e-10}", text}), TML_BY(by[k]));
            cr_expect_eq(tml_case_impact_count(&c), 0, "%s %s", tolerances[i], by[k]);
            tml_case_near(&c, "angle", tml_case_value(&c, tml_table_rows(c.table) - 1, "C.angle"), -PI, 1e-8);
            tml_case_free(&c);
        }
}

/* Where the pin is off the middle of its slot by the play, the wheel being turned by `wheel` from where it was locked: first and last such angle of the crank. */
static double angle_at_the_wall(double play, double wheel, double from, double to)
{
    const bool above = distance_of_pin(from) * sin(direction_of_pin(from) + 45 * DEGREE - wheel) > play;
    for (int i = 0; i < 200; i++) {
        const double middle = 0.5 * (from + to);
        const bool same =
            (distance_of_pin(middle) * sin(direction_of_pin(middle) + 45 * DEGREE - wheel) > play) == above;
        *(same ? &from : &to) = middle;
    }
    return 0.5 * (from + to);
}

/* With play the pin strikes one wall, and the wheel goes on with the pin behind its middle by asin(play/distance). */
static void geneva_wheel_with_play(const char *by)
{
    const double play = 1e-4;
    tml_case c = tml_case_run_with("geneva/geneva.yaml",
                                   TML_EDITS({"output: 0.002", "output: 5 deg/speed"}, {"play: 0 ", "play: 0.1 mm "}),
                                   TML_BY(by));
    const double hits = angle_at_the_wall(play, 0, -45 * DEGREE, 0), h = 1e-5;
    const double speed = (direction_of_pin(hits + h) - asin(play / distance_of_pin(hits + h)) -
                          direction_of_pin(hits - h) + asin(play / distance_of_pin(hits - h))) /
                         (2 * h) * SPEED;
    tml_case_near(&c, "strikes", tml_case_impact(&c, 0, "t"), (hits + 90 * DEGREE) / SPEED, 1e-11);
    tml_case_near(&c, "impulse", tml_case_impact(&c, 0, "push[crank.pin-wheel.lobe3].impulse"),
                  INERTIA * speed / sqrt(pow(distance_of_pin(hits), 2) - play * play), 1e-8 * 0.017);
    for (int angle = -30; angle <= -5; angle += 5) {
        const double alpha = angle * DEGREE;
        tml_case_near(&c, "follows", tml_case_at(&c, (alpha + 90 * DEGREE) / SPEED, "C.angle"),
                      -(direction_of_pin(alpha) + 45 * DEGREE - asin(play / distance_of_pin(alpha))), 1e-11);
    }
    const double t = tml_case_impact(&c, 1, "t"), leaves = tml_case_change(&c, 0, "push[crank.pin-wheel.lobe3] opens");
    const double wheel = -tml_case_value(&c, tml_case_row(&c, leaves), "C.angle") -
                         tml_case_value(&c, tml_case_row(&c, leaves), "C.speed") * (t - leaves);
    tml_case_near(&c, "strikes the other wall", t,
                  (angle_at_the_wall(-play, wheel, 0, 30 * DEGREE) + 90 * DEGREE) / SPEED, 1e-10);
    tml_case_near(&c, "ends", tml_case_value(&c, tml_table_rows(c.table) - 1, "C.angle"), -PI,
                  2e-5 / (CENTRE * sin(15 * DEGREE)) * 1.01);
    tml_case_free(&c);
}
TML_TEST_EACH(intermittent, geneva_wheel_with_play, 20)

/* A load turns the wheel by what the lock leaves; then a corner of its arc presses on the locking disc, through the axis of the crank. */
static void lock_of_the_geneva_wheel_holds(const char *by)
{
    tml_case c = tml_case_run_with(
        "geneva/geneva.yaml",
        TML_EDITS({"forces:", "forces:\n  load: {torque: wheel, value: -0.2}"}, {"end: 1.3", "end: 40 deg/speed"}),
        TML_BY(by));
    const size_t last = tml_table_rows(c.table) - 1;
    const double x = tml_case_value(&c, last, "hold.x"), y = tml_case_value(&c, last, "hold.y"), l = 0.05;
    tml_case_near(&c, "corner", hypot(x, y), l, 1e-12);
    tml_case_near(&c, "wheel", hypot(x - CENTRE, y),
                  hypot(CENTRE - (l + 2e-5) * cos(15 * DEGREE), (l + 2e-5) * sin(15 * DEGREE)), 1e-12);
    tml_case_near(&c, "force", tml_case_value(&c, last, "hold.force"), 0.2 / (CENTRE * fabs(y) / l), 1e-9);
    tml_case_near(&c, "crank", tml_case_value(&c, last, "drive.torque"), 0, 1e-11);
    tml_case_near(&c, "speed", tml_case_value(&c, last, "C.speed"), 0, 1e-11);
    tml_case_free(&c);
}
TML_TEST_EACH(intermittent, lock_of_the_geneva_wheel_holds, 20)

/* ---- the ratchet ---- */

/* The arm swings from -5 degrees to `top`; teeth of 30 degrees that lie within the stroke are kept, stroke by stroke. */
static void ratchet_counts_teeth(const char *by)
{
    static const struct {
        const char *top;
        int teeth;
    } strokes[] = {{"top: 25 deg", 0}, {"top: 40 deg", 1}, {"top: 65 deg", 2}, {"top: 95 deg", 3}};
    for (size_t i = 0; i < sizeof strokes / sizeof *strokes; i++) {
        tml_case c = tml_case_run_with("ratchet/ratchet.yaml", TML_EDITS({"top: 40 deg", strokes[i].top}), TML_BY(by));
        const double first = tml_case_at(&c, 1, "O.angle");
        tml_case_near(&c, "first stroke", first, 30 * DEGREE * strokes[i].teeth, 0.01 * DEGREE);
        for (int n = 2; n <= 3; n++)
            tml_case_near(&c, "stroke", tml_case_at(&c, n, "O.angle") - first, 30 * DEGREE * strokes[i].teeth * (n - 1),
                          1e-11);
        cr_expect_lt(tml_case_largest(&c, "energy.error"), 2e-12);
        tml_case_free(&c);
    }
}
TML_TEST_EACH(intermittent, ratchet_counts_teeth, 30)

static double cross(double ax, double ay, double bx, double by)
{
    return ax * by - ay * bx;
}

/* Where the stroke ends the wheel leans on its catch, whose nose is in the root of a tooth: on the flank with N1, on the back of the tooth before it with N2.
 *   wheel   N1 rho + N2 m = load - what the pawl exerts         catch   N1 k1 + N2 k2 = spring */
static void catch_of_the_ratchet_holds(const char *by)
{
    const double R = 0.05, r = 0.042, n = 0.001, L = 0.04, h = 0.004;
    tml_case c = tml_case_run_with("ratchet/ratchet.yaml", TML_EDITS({"end: 3", "end: 1"}), TML_BY(by));
    const size_t last = tml_table_rows(c.table) - 1;
    const double wheel = tml_case_value(&c, last, "O.angle") - 30 * DEGREE, angle = tml_case_value(&c, last, "Q.angle");
    const double x = L + (n - L) * cos(angle) - (n - h) * sin(angle),
                 y = r + h + (n - L) * sin(angle) + (n - h) * cos(angle); /* centre of the nose */
    const double fx = -cos(wheel), fy = -sin(wheel); /* of the flank on the nose, reversed: on the wheel */
    const double rho = x * cos(90 * DEGREE + wheel) + y * sin(90 * DEGREE + wheel);
    tml_case_near(&c, "flank", cross(cos(90 * DEGREE + wheel), sin(90 * DEGREE + wheel), x, y), -n, 1e-12);
    const double tx = R * cos(60 * DEGREE + wheel), ty = R * sin(60 * DEGREE + wheel),
                 sx = r * cos(90 * DEGREE + wheel) - tx, sy = r * sin(90 * DEGREE + wheel) - ty, s = hypot(sx, sy);
    const double bx = -sy / s, by_ = sx / s; /* across the back, into the wheel */
    tml_case_near(&c, "back", (x - tx) * bx + (y - ty) * by_, -n, 1e-12);
    const double pawl = cross(tml_case_value(&c, last, "push.x"), tml_case_value(&c, last, "push.y"),
                              -tml_case_value(&c, last, "push.fx"), -tml_case_value(&c, last, "push.fy")),
                 pushed = tml_case_value(&c, last, "push.force");
    cr_expect_gt(pushed, 0.1);
    const double load = 0.3, spring = 0.02 - 0.02 * angle;
    const double m = cross(x, y, bx, by_), k1 = -cross(x - L, y - r - h, fx, fy),
                 k2 = -cross(x - L, y - r - h, bx, by_);
    for (int sense = -1; sense <= 1; sense += 2) { /* the wheel is the first or the second body of push */
        const double torque = load - sense * pawl, D = rho * k2 - m * k1;
        const double N1 = (torque * k2 + m * spring) / D, N2 = (-rho * spring - k1 * torque) / D;
        if (fabs(N1 + N2 - tml_case_value(&c, last, "hold.force")) > 0.1)
            continue;
        tml_case_near(&c, "force", tml_case_value(&c, last, "hold.force"), N1 + N2, 1e-8);
        tml_case_free(&c);
        return;
    }
    cr_expect_fail("hold.force is %g", tml_case_value(&c, last, "hold.force"));
    tml_case_free(&c);
}
TML_TEST_EACH(intermittent, catch_of_the_ratchet_holds, 20)

/* ---- the escapement ---- */

/* One tooth a swing to and fro, in every formulation. */
static void escapement_counts_swings(const char *by)
{
    tml_case c = tml_case_run_with("escapement/escapement.yaml", NULL, TML_BY(by));
    for (int n = 1; n <= 4; n++)
        tml_case_near(&c, "wheel", tml_case_at(&c, n, "O.angle"), -24 * DEGREE * n - 0.1 * DEGREE, 0.2 * DEGREE);
    cr_expect_lt(tml_case_largest(&c, "energy.error"), 1e-12);
    cr_expect_eq(
        tml_case_impact_count(&c),
        21); /* the first, then two a tick: the tooth catches up with its impulse face, and falls on the other pallet */
    tml_case_free(&c);
}
TML_TEST_EACH(intermittent, escapement_counts_swings, 20)

/* The amplitude settles where damping takes what the wheel gives: pi c w A^2 a period is M 24 deg less what is lost in impacts. */
Test(intermittent, escapement_settles_to_its_energy_balance, .timeout = TML_SLOWER * 60 * TML_SLOWER)
{
    const double M = 1.5e-4, damping = 1e-3, inertia = 0.5 * 0.25 * 0.25, stiffness = 0.5 * 9.81 * 0.25,
                 w = sqrt(stiffness / inertia);
    tml_case c =
        tml_case_run("escapement/escapement.yaml", TML_EDITS({"end: 5, output: 0.01", "end: 240, output: 0.02"},
                                                             {"A.angle: 2.9 deg", "A.angle: 2.5 deg"}));
    double amplitude = 0, first = 0, last = 0, lost_first = 0, lost = 0;
    int swings = 0;
    for (size_t row = 1; row < tml_table_rows(c.table); row++) {
        const double t = tml_case_value(&c, row, "t"), a = tml_case_value(&c, row, "A.angle"),
                     b = tml_case_value(&c, row - 1, "A.angle"), speed = tml_case_value(&c, row, "A.speed");
        if (t < 200)
            continue;
        amplitude = fmax(amplitude, acos(1 - inertia * speed * speed / (2 * stiffness) - (1 - cos(a))));
        if (!(b < 0 && a >= 0))
            continue;
        last = t - a / speed, lost = tml_case_value(&c, row, "energy.impact_loss");
        swings++;
        if (swings == 1)
            first = last, lost_first = lost;
    }
    swings--;
    cr_assert_gt(swings, 30);
    const double impacts = (lost - lost_first) / swings, given = M * 24 * DEGREE;
    tml_case_near(&c, "amplitude", amplitude, sqrt((given - impacts) / (PI * damping * w)), 0.01 * amplitude);
    /* without any knowledge of the motion: what the wheel gives while it drives, the drops being lost */
    tml_case_near(&c, "amplitude at once", amplitude, sqrt(2 * M * 10.5 * DEGREE / (PI * damping * w)),
                  0.04 * amplitude);
    tml_case_near(&c, "period", (last - first) / swings, 2 * PI / w * (1 + amplitude * amplitude / 16), 1e-3);
    tml_case_free(&c);
}
