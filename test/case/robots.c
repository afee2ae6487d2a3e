/* robots.c - robots that others describe, as model files: accelerations against Pinocchio 4.1, damping and friction against closed forms; what is wrong or
 * not understood is told. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static char *import(const char *text, tml_import_options options, tml_log *log)
{
    char *model = NULL;
    options.size = sizeof options;
    tml_import(text, strlen(text), "robot.urdf", &options, &model, log);
    return model;
}

static char *read_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    cr_assert_not_null(file, "%s", path);
    char *text = calloc(1, 65536);
    cr_assert_gt(fread(text, 1, 65535, file), 0);
    fclose(file);
    return text;
}

/* A model with other forces, a start, and other analyses. */
static tml_results *run_with(char *model, const char *tail, tml_log *log)
{
    char *text = calloc(1, strlen(model) + strlen(tail) + 1);
    const size_t kept = (size_t)(strstr(model, "\nanalyses:") - model);
    memcpy(text, model, kept);
    strcat(text, tail);
    tml_model *m = tml_model_parse(text, strlen(text), "robot.yaml", log);
    tml_results *results = NULL;
    cr_assert_not_null(m, "%s\n%s", tml_log_count(log) ? tml_log_get(log, tml_log_count(log) - 1).text : "", text);
    cr_assert_eq(tml_run(m, NULL, &results, log), TML_OK, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "");
    tml_model_free(m);
    free(text);
    return results;
}

static double value(const tml_results *results, size_t row, const char *channel)
{
    const tml_table *t = tml_results_find(results, NULL);
    const long column = tml_table_find(t, channel);
    cr_assert_geq(column, 0, "%s", channel);
    return tml_table_value(t, row, (size_t)column);
}

/* ---- forward dynamics ---- */

enum { JOINTS = 6, STATES = 3 };
static const struct {
    const char *joint, *coordinate, *effort;
    double position, speed, load, acceleration;
} states[STATES][JOINTS] = {
    {
        {"shoulder", "angle", "torque", 0.225, 2.383, 4.411, 22.201011449088497},
        {"elbow", "angle", "torque", -0.495, -1.199, 5.977, 71.27276811834082},
        {"wrist", "angle", "torque", -0.891, 1.927, 4.753, 863.2578037958981},
        {"finger_1_joint", "displacement", "force", -0.0029, -1.182, -3.545, 2.7308515305089216},
        {"finger_2_joint", "displacement", "force", -0.02205, -0.33, 0.073, -50.249395728176545},
        {"tail_joint", "angle", "torque", 0.096, 2.973, 4.683, 63.429700450473376},
    },
    {
        {"shoulder", "angle", "torque", 0.22, 2.934, -4.555, 9.173134823566159},
        {"elbow", "angle", "torque", -0.612, 0.675, -7.297, -59.41082742766592},
        {"wrist", "angle", "torque", -0.836, 0.089, -0.541, -68.81304974227936},
        {"finger_1_joint", "displacement", "force", 0.03755, 0.775, 0.226, 17.725787103808514},
        {"finger_2_joint", "displacement", "force", -0.0003, -1.515, -7.811, -78.51441061140689},
        {"tail_joint", "angle", "torque", -0.554, 1.152, -4.79, -73.81503876426869},
    },
    {
        {"shoulder", "angle", "torque", -0.235, -2.978, 5.281, 21.739862234514657},
        {"elbow", "angle", "torque", -0.622, -1.394, 6.085, 73.90204317659558},
        {"wrist", "angle", "torque", 0.018, 2.083, 2.235, 614.2244007593416},
        {"finger_1_joint", "displacement", "force", 0.02175, -2.451, 0.658, 16.751259957649022},
        {"finger_2_joint", "displacement", "force", 0.0007, 2.228, -2.22, -37.48164924962069},
        {"tail_joint", "angle", "torque", 0.177, -2.644, -1.798, -9.754775126490314},
    },
};

static void expect_accelerations(tml_import_options options, const char *formulation, int s)
{
    tml_log *log = tml_log_make();
    char *urdf = read_file(TML_SOURCE_DIR "/test/robot/arm.urdf"), *model = import(urdf, options, log),
         tail[4096] = "\nforces:\n";
    cr_assert_not_null(model);
    double scale = 0;
    for (int i = 0; i < JOINTS; i++) {
        sprintf(tail + strlen(tail), "  m%d: {motor: %s, %s: %.17g}\n", i, states[s][i].joint, states[s][i].effort,
                states[s][i].load);
        scale = fmax(scale, fabs(states[s][i].acceleration));
    }
    strcat(tail, "initial:\n");
    for (int i = 0; i < JOINTS; i++)
        sprintf(tail + strlen(tail), "  %s.%s: %.17g\n  %s.speed: %.17g\n", states[s][i].joint, states[s][i].coordinate,
                states[s][i].position, states[s][i].joint, states[s][i].speed);
    sprintf(tail + strlen(tail), "analyses: [evaluate: {formulation: %s}]\n", formulation);
    tml_results *results = run_with(model, tail, log);
    for (int i = 0; i < JOINTS; i++) {
        char channel[64];
        sprintf(channel, "%s.acceleration", states[s][i].joint);
        cr_expect_float_eq(value(results, 0, channel), states[s][i].acceleration, 1e-12 * scale,
                           "%s, %s, state %d: %.15g, not %.15g", formulation, channel, s, value(results, 0, channel),
                           states[s][i].acceleration);
    }
    tml_results_free(results);
    free(urdf), free(model);
    tml_log_free(log);
}

Test(robots, accelerations_are_those_of_pinocchio)
{
    for (int s = 0; s < STATES; s++) {
        expect_accelerations((tml_import_options){0}, "joint", s);
        expect_accelerations((tml_import_options){0}, "absolute", s);
        expect_accelerations((tml_import_options){.keep_fixed = true}, "joint", s);
    }
}

static void expect_told(const tml_log *log, const char *code, const char *part)
{
    for (size_t i = 0; i < tml_log_count(log); i++)
        if (strcmp(tml_log_get(log, i).code, code) == 0 && strstr(tml_log_get(log, i).text, part)) {
            cr_expect_gt(tml_log_get(log, i).place.line, 0);
            return;
        }
    cr_expect_fail("%s is not told: %s", code, part);
}

Test(robots, what_is_not_in_the_model_is_listed)
{
    tml_log *log = tml_log_make();
    char *urdf = read_file(TML_SOURCE_DIR "/test/robot/arm.urdf"), *model = import(urdf, (tml_import_options){0}, log);
    expect_told(log, "W790", "1 <transmission>");
    expect_told(log, "W790", "1 <gazebo>");
    expect_told(log, "W790", "1 <collision>");
    cr_expect_not_null(strstr(model, "# mesh of plate: package://arm/plate.stl"));
    cr_expect_not_null(strstr(model, "shape: {box: {size: [0.4, 0.3, 0.1]"));
    cr_expect_not_null(strstr(model, "camera: ["), "where a welded link was is a point");
    cr_expect_null(strstr(model, "camera: {"));
    free(urdf), free(model);
    tml_log_free(log);
}

/* ---- what acts in joints ---- */

#define PENDULUM(dynamics, rest)                                                                                       \
    "<robot name='p'><link name='world'/><link name='rod'><inertial><origin xyz='0 0 -0.5'/><mass value='2'/>"         \
    "<inertia ixx='0.1' iyy='0.1' izz='0.1' ixy='0' ixz='0' iyz='0'/></inertial></link>"                               \
    "<joint name='O' type='continuous'><parent link='world'/><child link='rod'/><axis xyz='0 1 0'/>" dynamics          \
    "</joint>" rest "</robot>"

/* I = 0.1 + 2/4 kg m^2 about the axis y; the rod hangs along -z. At rest of its damper: I a = -d w - f sign(w) + weight. */
Test(robots, damping_and_friction_brake_a_joint)
{
    tml_log *log = tml_log_make();
    char *model = import(PENDULUM("<dynamics damping='0.3' friction='0.7'/>", ""), (tml_import_options){0}, log);
    tml_results *r = run_with(model, "\ninitial: {O.angle: 0, O.speed: 2}\nanalyses: [evaluate: {}]\n", log);
    cr_expect_float_eq(value(r, 0, "O.acceleration"), (-0.3 * 2 - 0.7) / 0.6, 1e-12);
    tml_results_free(r);
    free(model);
    model = import(PENDULUM("<dynamics damping='0.3'/>", ""), (tml_import_options){0}, log);
    r = run_with(model, "\ninitial: {O.angle: 0, O.speed: 2}\nanalyses: [evaluate: {}]\n", log);
    cr_expect_float_eq(value(r, 0, "O.acceleration"), -0.3 * 2 / 0.6, 1e-12);
    tml_results_free(r);
    free(model);
    tml_log_free(log);
}

/* Friction of more than the weight can pull: it stays where it is. */
Test(robots, friction_holds_a_joint)
{
    tml_log *log = tml_log_make();
    char *model = import(PENDULUM("<dynamics friction='9'/>", ""), (tml_import_options){0}, log);
    tml_results *r = run_with(model, "\ninitial: {O.angle: 0.5}\nanalyses: [dynamics: {end: 1, output: 1}]\n", log);
    cr_expect_float_eq(value(r, 1, "O.angle"), 0.5, 1e-12);
    tml_results_free(r);
    free(model);
    tml_log_free(log);
}

/* A second rod that follows by -2 and an offset: (I1 + 4 I2) a1 = torques of both weights. */
Test(robots, a_joint_follows_another)
{
#define FOLLOWER                                                                                                       \
    "<link name='other'><inertial><origin xyz='0 0 -0.25'/><mass value='1'/><inertia ixx='0.05' iyy='0.05' "           \
    "izz='0.05' "                                                                                                      \
    "ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='P' type='continuous'><parent link='world'/>"              \
    "<child link='other'/><origin xyz='1 0 0'/><axis xyz='0 1 0'/><mimic joint='O' multiplier='-2' "                   \
    "offset='0.1'/></joint>"
    tml_log *log = tml_log_make();
    char *model = import(PENDULUM("", FOLLOWER), (tml_import_options){0}, log);
    tml_results *r = run_with(model, "\ninitial: {O.angle: 0.3, O.speed: 0}\nanalyses: [evaluate: {}]\n", log);
    const double torque1 = -2 * 9.81 * 0.5 * sin(0.3), torque2 = -9.81 * 0.25 * sin(-2 * 0.3 + 0.1);
    const double inertia = 0.6 + 4 * (0.05 + 0.25 * 0.25);
    cr_expect_float_eq(value(r, 0, "P.angle"), -0.5, 1e-12);
    cr_expect_float_eq(value(r, 0, "O.acceleration"), (torque1 - 2 * torque2) / inertia, 1e-11);
    tml_results_free(r);
    free(model);
    tml_log_free(log);
}

/* Followers of what does not move, or is not there, move on their own; the model can be run. */
Test(robots, a_follower_of_nothing_is_told)
{
    static const char *const followers[][2] = {{"<mimic joint='none'/>", "which is not there"},
                                               {"<mimic joint='F'/>", "which has no coordinate"}};
    for (int i = 0; i < 2; i++) {
        char text[2048];
        tml_log *log = tml_log_make();
        sprintf(text,
                PENDULUM("%s", "<link name='box'/><joint name='F' type='fixed'><parent link='rod'/><child link='box'/>"
                               "<mimic joint='O'/></joint>"),
                followers[i][0]);
        char *model = import(text, (tml_import_options){0}, log);
        expect_told(log, "W791", followers[i][1]);
        expect_told(log, "W791", "\"F\" follows joint \"O\", but has no coordinate itself");
        tml_results_free(run_with(model, "\nanalyses: [evaluate: {}]\n", log));
        free(model);
        tml_log_free(log);
    }
}

/* A root that is not part of the ground falls. */
Test(robots, a_floating_base_falls)
{
    tml_log *log = tml_log_make();
    char *urdf = read_file(TML_SOURCE_DIR "/test/robot/arm.urdf"),
         *model = import(urdf, (tml_import_options){.floating = true}, log);
    tml_results *r = run_with(model, "\nanalyses: [evaluate: {}]\n", log);
    cr_expect_float_eq(value(r, 0, "base.az"), -9.81, 1e-11, "nothing else acts: all of it falls");
    cr_expect_float_eq(value(r, 0, "shoulder.acceleration"), 0, 1e-10);
    tml_results_free(r);
    free(urdf), free(model);
    tml_log_free(log);
}

/* ---- what is wrong ---- */

static void expect_refused(const char *text, const char *code, const char *part)
{
    tml_log *log = tml_log_make();
    char *model = import(text, (tml_import_options){0}, log);
    cr_expect_null(model);
    expect_told(log, code, part);
    tml_log_free(log);
}

Test(robots, what_is_wrong_is_told_with_its_place)
{
    expect_refused("<robot name='x'><link name='a'></robot>", "E785", "mismatched tag");
    expect_refused("no xml", "E785", "no XML");
    expect_refused("<!DOCTYPE r [<!ENTITY e 'x'>]><robot name='x'/>", "E785", "document type");
    expect_refused("<mujocos/>", "E786", "mujocos");
    expect_refused("<robot name='x'><link name='a'/><link name='a'/></robot>", "E787", "two links \"a\"");
    expect_refused("<robot name='x'><link name='a'/><link name='b'/></robot>", "E787", "no joint leads to link \"b\"");
    expect_refused("<robot name='x'><link name='a'/><joint name='j' type='fixed'><parent link='a'/><child "
                   "link='c'/></joint></robot>",
                   "E787", "child link \"c\" is not there");
    expect_refused(
        "<robot name='x'><link name='a'/><link name='b'/><joint name='j' type='fixed'><parent link='a'/><child "
        "link='b'/></joint><joint name='k' type='fixed'><parent link='b'/><child link='a'/></joint></robot>",
        "E787", "circle");
    expect_refused(
        "<robot name='x'><link name='a'/><link name='b'/><joint name='j' type='hinge'><parent link='a'/><child "
        "link='b'/></joint></robot>",
        "E788", "type \"hinge\"");
    expect_refused(PENDULUM("<origin xyz='0 0'/>", ""), "E788", "three numbers");
    expect_refused(PENDULUM("<dynamics damping='much'/>", ""), "E788", "a number");
}

Test(robots, a_link_without_inertia_is_told)
{
    tml_log *log = tml_log_make();
    char *model = import("<robot name='x'><link name='a'/><link name='b'/><joint name='j' type='revolute'><parent "
                         "link='a'/><child link='b'/></joint></robot>",
                         (tml_import_options){0}, log);
    cr_expect_not_null(model);
    expect_told(log, "W789", "link \"b\" has no inertia");
    free(model);
    tml_log_free(log);
}
