/* robot_export.c - mechanisms as URDF and MJCF: what comes back has the accelerations that Pinocchio and MuJoCo give, springs and the rest lie where the
 * formats have them, and what they have no place for is told. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    char *text = calloc(1, 65536);
    cr_assert_gt(fread(text, 1, 65535, file), 0);
    fclose(file);
    return text;
}

static char *import(const char *text, tml_log *log)
{
    const tml_import_options options = {.size = sizeof options};
    static char *model;
    cr_assert_eq(tml_import(text, strlen(text), "robot", &options, &model, log), TML_OK, "%s",
                 tml_log_count(log) ? tml_log_get(log, 0).text : "");
    return model;
}

static tml_model *parse(const char *text, tml_log *log)
{
    tml_model *m = tml_model_parse(text, strlen(text), "m.yaml", log);
    cr_assert_not_null(m, "%s\n%s", tml_log_count(log) ? tml_log_get(log, tml_log_count(log) - 1).text : "", text);
    return m;
}

static char *export(const char *model, const char *format, tml_status expected, tml_log *log)
{
    static char *text;
    tml_model *m = parse(model, log);
    cr_assert_eq(tml_export_robot(m, format, &text, log), expected, "%s",
                 tml_log_count(log) ? tml_log_get(log, tml_log_count(log) - 1).text : "");
    tml_model_free(m);
    return text;
}

/* A channel of `evaluate` at the start of a model, with more sections in place of its analyses. */
static double evaluate(const char *model, const char *more, const char *channel, tml_log *log)
{
    const char *cut = strstr(model, "\nanalyses:");
    char *text = calloc(1, strlen(model) + strlen(more) + 100);
    memcpy(text, model, cut ? (size_t)(cut - model) : strlen(model));
    strcat(text, more);
    strcat(text, "\nanalyses: [assembly: {method: implicit}, evaluate: {formulation: joint}]\n");
    tml_model *m = parse(text, log);
    tml_results *results = NULL;
    cr_assert_eq(tml_run(m, NULL, &results, log), TML_OK, "%s", tml_log_get(log, tml_log_count(log) - 1).text);
    const tml_table *t = tml_results_find(results, NULL);
    const long column = tml_table_find(t, channel);
    cr_assert_geq(column, 0, "%s", channel);
    const double value = tml_table_value(t, 0, (size_t)column);
    tml_results_free(results);
    tml_model_free(m);
    free(text);
    return value;
}

/* Whether some message has this code and these words, at a line of the model. */
static bool is_told(const tml_log *log, const char *code, const char *words, int line)
{
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        if (strcmp(m.code, code) == 0 && strstr(m.text, words) && (line == 0 || m.place.line == line))
            return true;
    }
    return false;
}

/* ---- there and back ---- */

/* Accelerations of test/robot/arm.urdf by Pinocchio 4.1 (those of test/case/robots.c). */
static const char arm_state[] =
    "\nforces:\n  m0: {motor: shoulder, torque: 4.411}\n  m1: {motor: elbow, torque: 5.977}\n"
    "  m2: {motor: wrist, torque: 4.753}\n  m3: {motor: finger_1_joint, force: -3.545}\n"
    "  m4: {motor: finger_2_joint, force: 0.073}\n  m5: {motor: tail_joint, torque: 4.683}\n"
    "initial:\n  shoulder.angle: 0.225\n  shoulder.speed: 2.383\n  elbow.angle: -0.495\n  elbow.speed: -1.199\n"
    "  wrist.angle: -0.891\n  wrist.speed: 1.927\n  finger_1_joint.displacement: -0.0029\n"
    "  finger_1_joint.speed: -1.182\n  finger_2_joint.displacement: -0.02205\n  finger_2_joint.speed: -0.33\n"
    "  tail_joint.angle: 0.096\n  tail_joint.speed: 2.973\n";

static void expect_arm(const char *format)
{
    tml_log *log = tml_log_make();
    char *urdf = read_file(TML_SOURCE_DIR "/test/robot/arm.urdf"), *first = import(urdf, log);
    char *out = export(first, format, TML_OK, log), *second = import(out, log);
    static const struct {
        const char *channel;
        double value;
    } expected[] = {{"shoulder.acceleration", 22.201011449088497},
                    {"elbow.acceleration", 71.27276811834082},
                    {"wrist.acceleration", 863.2578037958981},
                    {"finger_1_joint.acceleration", 2.7308515305089216},
                    {"finger_2_joint.acceleration", -50.249395728176545},
                    {"tail_joint.acceleration", 63.429700450473376}};
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++) {
        const double value = evaluate(second, arm_state, expected[i].channel, log);
        cr_expect_float_eq(value, expected[i].value, 863 * 1e-12, "%s, %s: %.15g, not %.15g", format,
                           expected[i].channel, value, expected[i].value);
    }
    free(urdf), free(first), free(out), free(second);
    tml_log_free(log);
}

Test(robot_export, an_arm_comes_back_from_urdf_with_the_accelerations_of_pinocchio)
{
    expect_arm("urdf");
}

Test(robot_export, an_arm_comes_back_from_mjcf_with_the_accelerations_of_pinocchio)
{
    expect_arm("mjcf");
}

/* MuJoCo 4.0 has loaded the exported file; its mass matrix, forces and Jacobian with the hard equality give these accelerations (tools/compare_exports.py). */
Test(robot_export, a_loop_of_the_plane_comes_back_with_the_accelerations_of_mujoco)
{
    tml_log *log = tml_log_make();
    char *text = read_file(TML_SOURCE_DIR "/models/fourbar-motor/fourbar-motor.yaml");
    char *out = export(text, "mjcf", TML_OK, log), *back = import(out, log);
    const char *more =
        "\nforces:\n  drive: {motor: O, torque: 79.5 - 19.875*O.speed}\n"
        "initial: {O.angle: 1.0471975511965976, A.angle: -0.62395195289807437, C.angle: 1.0042031595910084}\n";
    cr_expect_not_null(strstr(out, "<connect name=\"B\" site1=\"B.end1\" site2=\"B.end2\"/>"), "%s", out);
    cr_expect_not_null(strstr(out, "damping=\"19.875\""));
    cr_expect_not_null(strstr(out, "ctrl=\"79.5\""));
    char *forces = strstr(back, "\nforces:");
    if (forces)
        *forces = 0;
    cr_expect_float_eq(evaluate(back, more, "O.acceleration", log), 2.9351356353212186, 1e-12);
    cr_expect_float_eq(evaluate(back, more, "C.acceleration", log), 1.5622879380549004, 1e-12);
    free(text), free(out), free(back);
    tml_log_free(log);
}

/* ---- what lies where ---- */

static const char sliders[] =
    "trammel: 1\n"
    "space: space\n"
    "gravity: [0, 0, -1.62]\n"
    "bodies:\n"
    "  ground: {points: {A: [0, 0, 0], B: [1, 0, 0]}}\n"
    "  block: {points: {A: [0, 0, 0], P: [0, 0, 1]}, mass: 2, inertia: [1, 2, 2.5, 0.1, 0.2, 0.3]}\n"
    "  wheel: {points: {B: [0, 0, 0], Q: [0, 0.5, 0]}, mass: 3, inertia: [1, 1, 1]}\n"
    "joints:\n"
    "  A: {prismatic: [ground, block], axis: x, limits: [-2, 3]}\n"
    "  B: {revolute: [ground, wheel], axis: y}\n"
    "  g: {gear: [A, B], ratio: 4, offset: 0.25}\n"
    "forces:\n"
    "  s: {motor: A, force: -7*(A.displacement - 0.5) - 0.75*A.speed}\n"
    "  t: {torsion: B, stiffness: 20, angle: 0.125, damping: 0.5}\n"
    "  r: {motor: B, torque: -0.375*B.acceleration}\n"
    "  f: {brake: B, torque: 1.5}\n"
    "  l: {spring: [block.P, wheel.Q], stiffness: 30, length: 0.5, damping: 2}\n"
    "  w: {force: block, value: [1, t, 0]}\n"
    "initial: {A.displacement: 1.5, A.speed: -1}\n";

Test(robot_export, springs_dampers_friction_armature_gears_and_the_start_have_their_places)
{
    tml_log *log = tml_log_make();
    char *out = export(sliders, "mjcf", TML_OK, log);
    static const char *const expected[] = {
        "<option gravity=\"0 0 -1.62\"/>",
        "<joint name=\"A\" type=\"slide\" pos=\"0 0 0\" axis=\"1 0 0\" range=\"-2 3\" stiffness=\"7\" "
        "springref=\"0.5\" "
        "damping=\"0.75\"/>",
        "stiffness=\"20\" springref=\"0.125\" damping=\"0.5\" frictionloss=\"1.5\" armature=\"0.375\"/>",
        "<inertial pos=\"0 0 0.5\" mass=\"2\" fullinertia=\"1 2 2.5 0.1 0.2 0.3\"/>",
        "<spatial name=\"l\" stiffness=\"30\" springlength=\"0.5\" damping=\"2\"><site site=\"l.end1\"/>",
        "<joint name=\"g\" joint1=\"B\" joint2=\"A\" polycoef=\"0.25 4 0 0 0\"/>",
    };
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        cr_expect_not_null(strstr(out, expected[i]), "%s\nis not in\n%s", expected[i], out);
    double q[2], v[2];
    cr_assert_eq(sscanf(strstr(out, "qpos="), "qpos=\"%lf %lf\" qvel=\"%lf %lf", &q[0], &q[1], &v[0], &v[1]), 4);
    cr_expect(fabs(q[0] - 1.5) < 1e-14 && fabs(q[1] - 6.25) < 1e-14);
    cr_expect(fabs(v[0] + 1) < 1e-14 && fabs(v[1] + 4) < 1e-14);
    cr_expect(is_told(log, "W772", "force w", 18));
    free(out);
    out = export(sliders, "urdf", TML_OK, log);
    cr_expect_not_null(strstr(out, "<mimic joint=\"A\" multiplier=\"4\" offset=\"0.25\"/>"), "%s", out);
    cr_expect_not_null(strstr(out, "<dynamics damping=\"0.5\" friction=\"1.5\"/>"));
    cr_expect(is_told(log, "W772", "force t", 14) && is_told(log, "W772", "force l", 17));
    cr_expect(is_told(log, "W772", "gravity", 3) && is_told(log, "W772", "the start", 19));
    free(out);
    tml_log_free(log);
}

/* A ball, a universal joint and a body between without mass: as several motions of one body, in MJCF and in URDF. */
Test(robot_export, joints_of_several_coordinates_become_several)
{
    static const char model[] = "trammel: 1\n"
                                "space: space\n"
                                "bodies:\n"
                                "  ground: {points: {S: [0, 0, 1], U: [1, 0, 0]}}\n"
                                "  ball: {points: {S: [0, 0, 0.5]}, com: [0, 0, 0], mass: 2, inertia: [1, 2, 2.5]}\n"
                                "  cross: {points: {U: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1]}\n"
                                "joints:\n"
                                "  S: {spherical: [ground, ball]}\n"
                                "  U: {universal: [ground, cross], axes: [x, y]}\n"
                                "initial: {U.angle1: 0.5, U.angle2: -0.25}\n";
    tml_log *log = tml_log_make();
    char *out = export(model, "mjcf", TML_OK, log);
    cr_expect_not_null(strstr(out, "<joint name=\"S\" type=\"ball\" pos=\"0 0 0.5\"/>"), "%s", out);
    cr_expect_not_null(strstr(out, "<joint name=\"U.angle1\" type=\"hinge\" pos=\"0 0 0\" axis=\"1 0 0\"/>"), "%s",
                       out);
    cr_expect_not_null(strstr(out, "<joint name=\"U.angle2\" type=\"hinge\" pos=\"0 0 0\" axis=\"0 1 0\"/>"), "%s",
                       out);
    free(out);
    out = export(model, "urdf", TML_OK, log);
    cr_expect_not_null(strstr(out, "<link name=\"ball.1\"/>"), "%s", out);
    cr_expect_not_null(strstr(out, "<child link=\"ball.2\"/>"));
    free(out);
    tml_log_free(log);
}

/* ---- what cannot be written ---- */

Test(robot_export, what_has_no_place_is_an_error_with_its_line)
{
    static const struct {
        const char *format, *model, *code, *words;
        int line;
    } cases[] = {
        {"urdf",
         "trammel: 1\npoints: {O: [0, 0], A: [0, 1], B: [3, 2], C: [3, 0]}\n"
         "bodies: {a: {points: [O, A], mass: 1, shape: rod}, b: {points: [A, B], mass: 1, shape: rod}, c: {points: [C, "
         "B], "
         "mass: 1, shape: rod}}\n"
         "joints:\n  O: {revolute: [ground, a]}\n  A: {revolute: [a, b]}\n  B: {revolute: [b, c]}\n"
         "  C: {revolute: [ground, c]}\n",
         "E770", "joint B", 7},
        {"mjcf",
         "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0]}}\n  bob: {points: {O: [0, 0], P: [1, 0]}, com: P, mass: "
         "1}\n"
         "joints: {O: {revolute: [ground, bob]}}\n",
         "E771", "body bob", 4},
        {"mjcf",
         "trammel: 1\nbodies:\n  ground: {points: {O: [0, 0]}}\n  arm: {points: {O: [0, 0], P: [1, 0]}, mass: 1, "
         "shape: rod}\n"
         "joints:\n  O: {revolute: [ground, arm], stiffness: 1e6, damping: 10}\n",
         "E769", "joint O", 6},
        {"step", "trammel: 1\nbodies: {b: {mass: 1, inertia: 1}}\n", "E773", "urdf, mjcf", 0},
    };
    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        tml_log *log = tml_log_make();
        cr_expect_null(export(cases[i].model, cases[i].format, TML_WRONG, log));
        cr_expect(is_told(log, cases[i].code, cases[i].words, cases[i].line), "%s: %s", cases[i].code,
                  tml_log_get(log, tml_log_count(log) - 1).text);
        tml_log_free(log);
    }
}
