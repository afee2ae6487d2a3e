/* summary.c - what the program prints and writes of reactions and errors: torques beside forces, marks on what is not unique. */
#define _XOPEN_SOURCE 700
#include "support/models.h"
#include "support/program.h"

TestSuite(summary, .init = set_up, .fini = tear_down, .timeout = TML_SLOWER * 60);

static bool line_of(const char *start, const char *holds)
{
    const char *at = strstr(out, start), *end = at ? strchr(at, '\n') : NULL, *found = at ? strstr(at, holds) : NULL;
    return found && found < end;
}

/* A bar of 10 kg and 2 m, clamped, with 500 N m on it: the clamp carries 98.1 N and 500 - 98.1 N m. */
Test(summary, torques_are_listed_beside_forces)
{
    write_file("m.yaml", "trammel: 1\n"
                         "points: {O: [0, 0], E: [2, 0]}\n"
                         "bodies: {bar: {points: [O, E], mass: 10, shape: rod}}\n"
                         "joints: {O: {fixed: [ground, bar]}}\n"
                         "forces: {n: {torque: bar, value: 500}}\n"
                         "analyses: [{static: {}}]\n");
    cr_expect_eq(RUN("run", "m.yaml"), 0, "%s", err);
    cr_expect(strstr(out, "98.1         N, 401.9 … 401.9 N*m\n"), "%s", out);
    cr_expect_eq(RUN("run", "m.yaml", "--json"), 0);
    const char *force = strstr(out, "\"reactions\": {\"O\": ["), *torque = strstr(out, "\"torques\": {\"O\": [");
    cr_assert(force && torque, "%s", out);
    cr_expect_float_eq(strtod(strchr(force, '[') + 1, NULL), 98.1, 1e-12);
    cr_expect_float_eq(strtod(strchr(torque, '[') + 1, NULL), 401.9, 1e-12);
}

/* All places are at the origin but for rounding: torques of 20 N m say nothing of a rounding of forces. */
Test(summary, forces_of_joints_at_the_origin_are_not_rounded_off)
{
    write_file("m.yaml",
               "trammel: 1\nspace: space\ngravity: none\n"
               "bodies:\n  ground: {points: {O: [0, 0, 0]}}\n"
               "  screw: {points: {O: [0, 0, 0]}, com: [0, 0, 0], mass: 1e-6, inertia: [0.02, 0.02, 0.02]}\n"
               "  nut: {points: {O: [0, 0, 0]}, com: [0, 0, 0], mass: 1e-6, inertia: [1, 1, 1]}\n"
               "joints:\n  R: {revolute: [ground, screw], at: O, axis: z}\n"
               "  P: {perpendicular: [ground, nut], at: O, axes: [x, y]}\n"
               "  S: {screw: [screw, nut], at: O, axis: z, pitch: 6 mm, friction: {coefficient: 0.15, radius: 15 mm}}\n"
               "forces:\n  weight: {force: nut.O, value: [0, 0, -10000]}\n  drive: {motor: R, torque: -20}\n"
               "analyses: [{dynamics: {end: 1, output: 0.5}}]\n");
    cr_expect_eq(RUN("run", "m.yaml"), 0, "%s", err);
    cr_expect(line_of("reaction R", "10000 … 10000"), "%s", out);
    cr_expect(line_of("reaction S", "10000 … 10000"), "%s", out);
}

static const char BEAM[] = BEAM_ON_THREE_SUPPORTS "analyses: [{dynamics: {end: 0.2, output: 0.1}}]\n";

static void expect_marks(const char *result)
{
    char svg[ROOM];
    cr_expect_eq(RUN("plot", result, "A.fy", "A.fx", "P.fy", "-o", "p.svg"), 0, "%s", err);
    read_file("p.svg", svg);
    cr_expect(strstr(svg, "A.fx") && !strstr(svg, "A.fx (not unique)"), "%s: the plot of a unique component", result);
    cr_expect(strstr(svg, "A.fy (not unique)"), "%s: the plot", result);
    cr_expect(strstr(svg, "P.fy") && !strstr(svg, "P.fy (not unique)"), "%s: the plot of what is unique", result);
}

Test(summary, non_unique_reactions_are_marked_in_summary_files_and_plots)
{
    char text[ROOM];
    write_file("m.yaml", BEAM);
    cr_expect_eq(RUN("run", "m.yaml", "-o", "o.csv"), 0, "%s", err);
    cr_expect(line_of("reaction A", "N (fy not unique)") && line_of("reaction C", "N (fy not unique)"), "%s", out);
    cr_expect(strstr(out, "reaction P") && !line_of("reaction P", "unique"), "%s", out);
    read_file("o.csv", text);
    cr_expect_not(strchr(text, '#'), "rows and columns alone");
    read_file("o.csv-metadata.json", text);
    cr_expect(strstr(text, "\"reactions not unique\": \"A.fy, B.fy, C.fy: "), "%s", text);
    cr_expect_eq(RUN("run", "m.yaml", "-o", "o.json"), 0);
    read_file("o.json", text);
    cr_expect(strstr(text, "\"reactions not unique\": \"A.fy, B.fy, C.fy: "));
    expect_marks("o.csv");
    expect_marks("o.json");
}

Test(summary, error_of_the_result_is_printed_and_written)
{
    char text[ROOM];
    write_file("m.yaml", PENDULUM SECOND);
    cr_expect_eq(RUN("run", "m.yaml", "--error", "--analysis", "dynamics.error", "-o", "o.csv"), 0, "%s", err);
    cr_expect(strstr(out, "error of positions") && strstr(out, "error of forces"), "%s", out);
    read_file("o.csv", text);
    cr_expect(strncmp(text, "t,", 2) == 0);
    cr_expect_eq(RUN("run", "m.yaml"), 0);
    cr_expect(!strstr(out, "error of positions"), "only where it is asked for");
}

/* Kinematics, statics, modes have no estimate: that is said, in a run with and without `dynamics`. */
Test(summary, analyses_without_an_estimate_are_named)
{
    write_file("m.yaml", PENDULUM "analyses: [{static: {}}, {evaluate: {}}, {dynamics: {end: 0.1, output: 0.1}}]\n");
    cr_expect_eq(RUN("run", "m.yaml", "--error"), 0, "%s", err);
    cr_expect(strstr(err, "for `dynamics` only, not for static, evaluate"), "%s", err);
    cr_expect(strstr(out, "error of positions"), "%s", out);
    write_file("m.yaml", PENDULUM "analyses: [{static: {}}]\n");
    cr_expect_eq(RUN("run", "m.yaml", "--error"), 0, "%s", err);
    cr_expect(strstr(err, "for `dynamics` only, not for static"), "%s", err);
    write_file("m.yaml", PENDULUM SECOND);
    cr_expect_eq(RUN("run", "m.yaml", "--error"), 0, "%s", err);
    cr_expect_str_eq(err, "");
}
