/* ready_parts.c - parts that need not be written: a planetary gear set against Willis' equation and the reference case A13, a differential against closed forms. */
#include "support/case.h"
#include "support/numbers.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PI = 3.14159265358979323846;
#define AT(channel) tml_case_at(&c, 0, channel)

#define SET                                                                                                            \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "use: {g: {part: planetary, ports: {housing: ground}, with: {sun: 24, planet: 18, module: 2 mm}}}\n"               \
    "joints: {}\n"                                                                                                     \
    "parameters: {Ts: 12 N*m, Tc: -42 N*m}\n"                                                                          \
    "forces: {drive: {torque: g.sun, value: Ts}, load: {torque: g.carrier, value: Tc}}\n"                              \
    "initial: {g.S.speed: 300}\n"                                                                                      \
    "analyses: [dynamics: {end: 0.01, output: 0.01, tolerance: 1e-10}]\n"

/* A13 at constant speed: 12 N m on the sun and 42 N m on the carrier, the ring held; planets of 0.1 kg. */
static void planetary_set_is_that_of_the_reference(const char *by)
{
    tml_numbers n = tml_numbers_of("A13");
    tml_case c = tml_case_run_text_with("A13", SET,
                                        TML_EDITS({"joints: {}", "joints: {fix: {fixed: [ground, g.ring], at: g.O}}"},
                                                  {"module: 2 mm", "module: 2 mm, m_planet: 0.1"}),
                                        TML_BY(by));
    const double Pt = -AT("g.P1.fy"), Pr = -AT("g.P1.fx");
    tml_case_near(&c, "wc", AT("g.C.speed"), tml_number(&n, "s_wc"), 1e-9);
    tml_case_near(&c, "wp", AT("g.planet1.omega"), tml_number(&n, "s_wp"), 1e-9);
    tml_case_near(&c, "as", AT("g.sun.alpha"), 0, 1e-6);
    tml_case_near(&c, "Fs", AT("g.sun1.tangential"), tml_number(&n, "s_Fs"), 1e-8);
    tml_case_near(&c, "Fr", -AT("g.ring1.tangential"), tml_number(&n, "s_Fr"), 1e-8);
    tml_case_near(&c, "Pt", Pt, tml_number(&n, "s_Pt"), 1e-8);
    tml_case_near(&c, "Pr", Pr, tml_number(&n, "s_Pr"), 1e-8);
    tml_case_near(&c, "Tring", fabs(AT("fix.torque")), tml_number(&n, "s_Tring"), 1e-8);
    tml_case_free(&c);
}
TML_TEST_EACH(ready_parts, planetary_set_is_that_of_the_reference, 60)

/* (w_s - w_c)/(w_r - w_c) = -z_r/z_s for any two speeds, in the plane and in space, turned and elsewhere, with helical teeth, of four planets. */
Test(ready_parts, willis_equation_holds_with_all_three_in_motion)
{
    for (int i = 0; i < 2; i++) {
        tml_case c = tml_case_run_text(
            "willis", SET,
            TML_EDITS({"g.S.speed: 300", "g.S.speed: 300, g.R.speed: -40"},
                      {"gravity: none", i ? "space: space" : "gravity: none"},
                      {"module: 2 mm", i ? "module: 2 mm, planets: 4, helix: 20 deg" : "module: 2 mm, planets: 4"},
                      {"ports:", i ? "at: [0.1, 0, 0.2], orientation: {axis: [1, 1, 0], angle: 50 deg}, ports:"
                                   : "at: [0.1, 0.2], angle: 30 deg, ports:"},
                      {"value: Ts", i ? "value: [Ts, 0, 0]" : "value: Ts"},
                      {"value: Tc", i ? "value: [Tc, 0, 0]" : "value: Tc"}));
        const double ws = AT("g.S.speed"), wc = AT("g.C.speed"), wr = AT("g.R.speed");
        tml_case_near(&c, "ring", wr, -40, 1e-9);
        tml_case_near(&c, "willis", (ws - wc) * 24, -(wr - wc) * 60, 1e-7);
        tml_case_laws(&c);
        tml_case_free(&c);
    }
}

/* A planet that is drawn beside its place meshes where its hinge is. */
Test(ready_parts, planets_mesh_where_their_hinges_are)
{
    tml_case c = tml_case_run(
        "planetary/planetary.yaml",
        TML_EDITS({"planet1: {points: [P1], mass", "planet1: {points: {P1: [0, 0]}, position: [r + 1 mm, 2 mm], mass"},
                  {"{gear: [S, P1], teeth: [24, 18], module: 2 mm}", "{gear: [S, P1], teeth: [24, 18]}"}));
    tml_numbers n = tml_numbers_of("A13");
    tml_case_near(&c, "Fs", AT("sun1.tangential"), tml_number(&n, "a_Fs"), 1e-9);
    tml_case_near(&c, "as", AT("sun.alpha"), tml_number(&n, "a_as"), 1e-7);
    tml_case_free(&c);
}

#define AXLE                                                                                                           \
    "trammel: 1\nspace: space\ngravity: none\n"                                                                        \
    "use: {d: {part: differential, ports: {housing: ground}, with: {side: 16, pinion: 10, module: 4 mm, pinions: "     \
    "4}}}\n"                                                                                                           \
    "forces:\n"                                                                                                        \
    "  drive: {torque: d.case, value: [100, 0, 0]}\n"                                                                  \
    "  left: {torque: d.left, value: [-40, 0, 0]}\n"                                                                   \
    "  right: {torque: d.right, value: [-60, 0, 0]}\n"                                                                 \
    "initial: {d.C.speed: 50, d.L.speed: 10}\n"                                                                        \
    "analyses: [dynamics: {end: 0.01, output: 0.01, tolerance: 1e-10}]\n"

/* The case goes at the mean speed; torques that differ accelerate the wheels against each other: (2 J_s + 4 J_p (16/10)^2) d'' = T_l - T_r. */
static void differential_shares_torque(const char *by)
{
    tml_case c = tml_case_run_text_with("differential", AXLE, TML_AS_WRITTEN, TML_BY(by));
    const double rho = 7850, w = 0.02, rs = 0.032, rp = 0.02, Js = rho * w * PI * rs * rs * rs * rs / 2,
                 Jp = rho * w * PI * rp * rp * rp * rp / 3, a = 20 / (2 * Js + 4 * Jp * 1.6 * 1.6);
    tml_case_near(&c, "left", AT("d.left.omegax"), 60, 1e-9);
    tml_case_near(&c, "right", AT("d.right.omegax"), 40, 1e-9);
    tml_case_near(&c, "case", AT("d.case.alphax"), 0, 1e-6 * a);
    tml_case_near(&c, "left accelerates", AT("d.left.alphax"), a, 1e-9 * a);
    tml_case_near(&c, "right accelerates", AT("d.right.alphax"), -a, 1e-9 * a);
    /* each of four teeth of a wheel carries a quarter of its torque, at 32 mm */
    tml_case_near(&c, "tooth", fabs(AT("d.left1.tangential")), (40 + Js * a) / 4 / rs, 1e-6);
    tml_case_laws(&c);
    tml_case_free(&c);
}
TML_TEST_EACH(ready_parts, differential_shares_torque, 60)

/* The car of the guide: a crown wheel of four times the teeth, half of its torque on each wheel; 80 N m against 0.4 and 4 N m s. */
Test(ready_parts, differential_of_a_car_gives_both_wheels_half)
{
    tml_case c =
        tml_case_run("../docs/guide/differential.yaml", TML_EDITS({"output: 0.5", "output: 30, tolerance: 1e-9"}));
    const double t = 30;
    tml_case_near(&c, "left", tml_case_at(&c, t, "L.tx"), 80, 1e-3);
    tml_case_near(&c, "right", tml_case_at(&c, t, "R.tx"), 80, 1e-3);
    tml_case_near(&c, "spins", tml_case_at(&c, t, "left.omegax"), 200, 0.1);
    tml_case_near(&c, "goes", tml_case_at(&c, t, "right.omegax"), 20, 1e-3);
    tml_case_free(&c);
}

/* ---- refusals ---- */

Test(ready_parts, teeth_that_do_not_go_together_are_refused)
{
    static const struct {
        const char *with, *says;
    } bad[] = {
        {"part: planetary, ports: {housing: ground}, with: {sun: 24, planet: 18, ring: 62, module: 2 mm}",
         "the ring has 60, and not 62"},
        {"part: planetary, ports: {housing: ground}, with: {sun: 24, planet: 18, planets: 5, module: 2 mm}",
         "take 6 planets"},
        {"part: planetary, ports: {housing: ground}, with: {sun: 24, planet: 18, planets: 7, module: 2 mm}",
         "at most 6 fit"},
        {"part: planetary, ports: {housing: ground}, with: {sun: 24, planet: 18, planets: 2.5, module: 2 mm}",
         "whole number"},
        {"part: planetary, ports: {housing: ground}, with: {sun: 24, planet: 18}", "needs a value of \"module\""},
        {"part: planetary, with: {sun: 24, planet: 18, module: 2 mm}", "port \"housing\""},
        {"part: differential, ports: {housing: ground}, with: {side: 16, pinion: 10, module: 4 mm}", "space: space"},
        {"part: planetry, ports: {housing: ground}", "no part \"planetry\"; did you mean \"planetary\"?"},
    };
    for (size_t i = 0; i < sizeof bad / sizeof *bad; i++) {
        char text[400];
        bool said = false;
        snprintf(text, sizeof text, "trammel: 1\nuse: {g: {%s}}\nanalyses: [assembly]\n", bad[i].with);
        tml_log *log = tml_log_make();
        tml_model_free(tml_model_parse(text, strlen(text), "bad", log));
        for (size_t k = 0; k < tml_log_count(log); k++)
            said |= strstr(tml_log_get(log, k).text, bad[i].says) != NULL;
        cr_expect(said, "%s: %s", bad[i].with, tml_log_count(log) ? tml_log_get(log, 0).text : "nothing");
        tml_log_free(log);
    }
}
