/* implicit.c - penalty formulation: convergence to the rigid mechanism with rising stiffness, and starts with open joints.
 *
 * A joint of stiffness k gives way by F/k: what differs from the rigid motion falls as 1/k. Joints are critically damped, and
 * start unstretched, so that nothing rings. test/case/sutherland.c has joints with stiffnesses of their own.
 */
#include "support/case.h"
#include "support/larger.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>
#include <stdio.h>

/* ---- stiffer and stiffer ---- */

/* Largest difference of a channel between two runs, rows `from` and later. */
static double difference(const tml_case *a, const tml_case *b, const char *channel, size_t from)
{
    double most = 0;
    cr_assert_eq(tml_table_rows(a->table), tml_table_rows(b->table));
    for (size_t i = from; i < tml_table_rows(a->table); i++)
        most = larger(most, fabs(tml_case_value(a, i, channel) - tml_case_value(b, i, channel)));
    return most;
}

/* A mechanism with ideal joints, and with joints of k, 10 k, 100 k: each time the difference is a tenth of what it was. */
static void check_limit(const char *model, const tml_edit *edits, double k, double tolerance,
                        const char *const channels[], size_t count)
{
    tml_case rigid = tml_case_run_with(
        model, edits,
        (tml_run_options){.size = sizeof(tml_run_options), .formulation = "absolute", .tolerance = 1e-12});
    double before[8] = {0};
    cr_assert(count <= 8);
    for (int pass = 0; pass < 3; pass++, k *= 10) {
        tml_case soft = tml_case_run_with(
            model, edits,
            (tml_run_options){
                .size = sizeof(tml_run_options), .formulation = "implicit", .stiffness = k, .tolerance = tolerance});
        for (size_t c = 0; c < count; c++) {
            const double now = difference(&soft, &rigid, channels[c], 1), factor = before[c] / now;
            cr_log_info("%s, %g N/m: %s differs by %.3g, factor %.4g", soft.name, k, channels[c], now, factor);
            cr_expect(pass == 0 || (factor > 8 && factor < 12),
                      "%s, %g N/m: %s differs by %.3g, %.4g times less than with a tenth of the stiffness, not 10",
                      soft.name, k, channels[c], now, factor);
            before[c] = now;
        }
        tml_case_free(&soft);
    }
    tml_case_free(&rigid);
}

#define CHANNELS(...) (const char *const[]){__VA_ARGS__}, sizeof((const char *const[]){__VA_ARGS__}) / sizeof(char *)

Test(implicit, fourbar_converges_to_the_rigid_linkage, .timeout = TML_SLOWER * 60)
{
    check_limit("fourbar-motor/fourbar-motor.yaml", TML_EDITS({"end: 5,", "end: 2,"}), 1e7, 1e-10,
                CHANNELS("O.angle", "C.angle", "O.speed", "coupler.omega", "A.fx", "C.fy"));
}

/* In space, with a driver and links that are springs too. */
Test(implicit, governor_converges_to_the_rigid_linkage, .timeout = TML_SLOWER * 60)
{
    check_limit("governor-damped/governor-damped.yaml", TML_EDITS({"end: 10,", "end: 1,"}), 1e7, 1e-9,
                CHANNELS("arm1.angle", "spring.length", "arm1.speed"));
}

/* One constraint of this mechanism is redundant: where every row is a spring that does not matter. */
Test(implicit, bricard_converges_to_the_rigid_linkage, .timeout = TML_SLOWER * 60)
{
    check_limit("a04-bricard/a04-bricard.yaml", TML_EDITS({"end: 10, output: 0.5", "end: 0.5, output: 0.05"}), 1e6,
                1e-9, CHANNELS("rod2.P3.x", "rod3.P4.y", "rod3.P4.z", "P1.angle"));
}

/* ---- a start that does not fit ---- */

/* The four-bar of models/fourbar-motor drawn carelessly: pins open by 3 to 12 mm. */
static const char open_fourbar[] =
    "trammel: 1\n"
    "gravity: [0, -9.81]\n"
    "bodies:\n"
    "  ground:   {points: {O: [0, 0], C: [2.5, 0]}}\n"
    "  crank:    {points: {O: [0, 0], A: [2, 0]}, com: [1, 0], mass: 1,    inertia: 0.3,  position: [3 mm, -2 mm],\n"
    "             angle: 60 deg}\n"
    "  coupler:  {points: {A: [0, 0], B: [4, 0]}, com: [2, 0], mass: 2.25, inertia: 2,    position: [1.006, 1.730],\n"
    "             angle: 24.1 deg}\n"
    "  follower: {points: {C: [0, 0], B: [4, 0]}, com: [2, 0], mass: 2,    inertia: 1.35, position: [2.497, 0.004],\n"
    "             angle: 57.4 deg}\n"
    "joints:\n"
    "  O: {revolute: [ground, crank]}\n"
    "  A: {revolute: [crank, coupler]}\n"
    "  B: {revolute: [coupler, follower]}\n"
    "  C: {revolute: [ground, follower]}\n"
    "forces:\n"
    "  drive: {motor: O, torque: 79.5 - 19.875*O.speed}\n"
    "analyses:\n"
    "  - dynamics: {end: END, output: 0.025, formulation: implicit, stiffness: K, assemble: false, tolerance: 1e-9}\n"
    "  - dynamics: {end: 1.5, output: 0.025, formulation: joint, tolerance: 1e-10}\n";

static const char second_analysis[] = "  - dynamics: {end: 1.5, output: 0.025, formulation: joint, tolerance: 1e-10}\n";

/* The widest gap of the four pins. */
static double widest_gap(const tml_case *c, size_t row)
{
    static const char *const pins[4][2] = {
        {"crank.O", NULL}, {"crank.A", "coupler.A"}, {"coupler.B", "follower.B"}, {"follower.C", NULL}};
    double most = 0;
    for (int i = 0; i < 4; i++) {
        double gap[2] = {i == 3 ? -2.5 : 0, 0};
        for (int k = 0; k < 4; k++) {
            char channel[32];
            snprintf(channel, sizeof channel, "%s.%c", pins[i][k / 2] ? pins[i][k / 2] : "", k % 2 ? 'y' : 'x');
            gap[k % 2] += pins[i][k / 2] ? (k / 2 ? -1 : 1) * tml_case_value(c, row, channel) : 0;
        }
        most = larger(most, hypot(gap[0], gap[1]));
    }
    return most;
}

/* Pulled together within 25 ms to what the loads (up to 240 N) stretch the joints by. From 0.5 s on it moves as the rigid linkage
 * does from the state there, to terms of 1/k; the energy that the dampers have taken is accounted for. */
static void check_open_start(const char *stiffness, double k, double bar)
{
    tml_case soft = tml_case_run_text("open four-bar", open_fourbar,
                                      TML_EDITS({"END", "1.5"}, {"K,", stiffness}, {second_analysis, ""}));
    tml_case rigid =
        tml_case_run_text("open four-bar, then rigid", open_fourbar, TML_EDITS({"END", "0.5"}, {"K,", stiffness}));
    cr_expect(widest_gap(&soft, 0) > 10e-3, "drawn open");
    for (size_t i = 1; i < tml_table_rows(soft.table); i++)
        cr_expect(widest_gap(&soft, i) < 300 / k, "%g N/m, t = %g s: open by %g m", k, tml_case_value(&soft, i, "t"),
                  widest_gap(&soft, i));
    double angle = 0, speed = 0;
    for (size_t i = 0; i < tml_table_rows(rigid.table); i++) {
        const double t = tml_case_value(&rigid, i, "t");
        angle = larger(angle, fabs(tml_case_value(&rigid, i, "O.angle") - tml_case_at(&soft, t, "O.angle")));
        speed = larger(speed, fabs(tml_case_value(&rigid, i, "O.speed") - tml_case_at(&soft, t, "O.speed")));
    }
    tml_case_near(&soft, "O.angle against the rigid motion", angle, 0, bar);
    tml_case_near(&soft, "O.speed against the rigid motion", speed, 0, 7 * bar);
    tml_case_laws(&soft);
    tml_case_free(&soft);
    tml_case_free(&rigid);
}

Test(implicit, open_joints_are_closed_by_their_springs)
{
    check_open_start("1e6,", 1e6, 4e-4);
    check_open_start("1e7,", 1e7, 4e-5);
    check_open_start("1e9,", 1e9, 2e-6);
}
