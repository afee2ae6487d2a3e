/* robots.c - robots that others describe, as model files: accelerations of URDF against Pinocchio 4.1, of MJCF against MuJoCo 4.0, of SDFormat against Drake 1.51; loops,
 * damping, friction and equalities against
 * closed forms; what is wrong or not understood is told. */
#define _XOPEN_SOURCE 700 /* mkdtemp */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

static char *import(const char *text, tml_import_options options, tml_log *log)
{
    static char *model; /* not of this call: a compiler that inlines it takes what it points to for a local */
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

typedef struct {
    const char *joint, *coordinate, *effort;
    double position, speed, load, acceleration;
} joint_state;

enum { JOINTS = 6, STATES = 3 };
static const joint_state states[STATES][JOINTS] = {
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

/* `forces` are those that the description has beside. */
static void expect_accelerations(const char *file, const char *forces, tml_import_options options,
                                 const char *formulation, const joint_state *state, int count)
{
    tml_log *log = tml_log_make();
    char *text = read_file(file), *model = import(text, options, log), tail[4096];
    cr_assert_not_null(model);
    double scale = 0;
    sprintf(tail, "\nforces:\n%s", forces);
    for (int i = 0; i < count; i++) {
        sprintf(tail + strlen(tail), "  m%d: {motor: %s, %s: %.17g}\n", i, state[i].joint, state[i].effort,
                state[i].load);
        scale = fmax(scale, fabs(state[i].acceleration));
    }
    strcat(tail, "initial:\n");
    for (int i = 0; i < count; i++)
        sprintf(tail + strlen(tail), "  %s.%s: %.17g\n  %s.speed: %.17g\n", state[i].joint, state[i].coordinate,
                state[i].position, state[i].joint, state[i].speed);
    sprintf(tail + strlen(tail), "analyses: [evaluate: {formulation: %s}]\n", formulation);
    char *end = strstr(model, "\nforces:");
    if (end)
        strcpy(end, "\nanalyses:");
    tml_results *results = run_with(model, tail, log);
    for (int i = 0; i < count; i++) {
        char channel[64];
        sprintf(channel, "%s.acceleration", state[i].joint);
        cr_expect_float_eq(value(results, 0, channel), state[i].acceleration, 1e-12 * scale, "%s, %s: %.15g, not %.15g",
                           formulation, channel, value(results, 0, channel), state[i].acceleration);
    }
    tml_results_free(results);
    free(text), free(model);
    tml_log_free(log);
}

Test(robots, accelerations_are_those_of_pinocchio)
{
    for (int s = 0; s < STATES; s++) {
        static const char arm[] = TML_SOURCE_DIR "/test/robot/arm.urdf";
        expect_accelerations(arm, "", (tml_import_options){0}, "joint", states[s], JOINTS);
        expect_accelerations(arm, "", (tml_import_options){0}, "absolute", states[s], JOINTS);
        expect_accelerations(arm, "", (tml_import_options){.keep_fixed = true}, "joint", states[s], JOINTS);
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
    expect_told(log, "W748", "mesh \"package://arm/plate.stl\": not drawn: no such file is there");
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

/* ---- MJCF ---- */

/* creature.xml by MuJoCo 4.0.0, contacts, limits and the armature of the ball joint off. */
enum { COORDINATES = 13 };
static const struct {
    const char *position_name, *speed_name;
    double position, speed, load, acceleration;
} creature[STATES][COORDINATES] = {
    {
        {"root.displacement1", "root.displacement1_speed", 0.25, 0.794, 0, 0.0038604902749492633},
        {"root.displacement2", "root.displacement2_speed", 0.551, -0.55, 0, -2.0439267951321014},
        {"root.displacement3", "root.displacement3_speed", -0.4, 0.747, 0, -8.503553071881035},
        {"root.angle1", "root.angle1_speed", -0.989, -0.064, 0, 5.233933828338634},
        {"root.angle2", "root.angle2_speed", 0.642, -0.394, 0, -4.293450853155776},
        {"root.angle3", "root.angle3_speed", 0.594, -0.443, 0, -1.249706108733891},
        {"swing.angle", "swing.speed", -0.49, -0.11, 0.045, -16.55205223392683},
        {"lift.angle", "lift.speed", 0.107, 0.991, 2.927, 51.63720010984801},
        {"wrist.angle1", "wrist.angle1_speed", 0.244, -0.68, 0, 155.8023780533452},
        {"wrist.angle2", "wrist.angle2_speed", 0.978, 0.225, 0, -230.52158430283586},
        {"wrist.angle3", "wrist.angle3_speed", -0.569, -0.912, 0, -82.70175068279957},
        {"stroke.displacement", "stroke.speed", -0.929, 0.03, -0.338, 28.87195042649368},
        {"flick.angle", "flick.speed", 0.834, 0.258, 0.141, 7.448865438316332},
    },
    {
        {"root.displacement1", "root.displacement1_speed", -0.006, -0.505, 0, 0.671182697725171},
        {"root.displacement2", "root.displacement2_speed", -0.976, -0.615, 0, -1.6694537172251953},
        {"root.displacement3", "root.displacement3_speed", 0.384, -0.599, 0, -9.414091115509393},
        {"root.angle1", "root.angle1_speed", -0.261, -0.691, 0, 12.488086890139416},
        {"root.angle2", "root.angle2_speed", -0.993, -0.465, 0, -5.975580899642162},
        {"root.angle3", "root.angle3_speed", 0.66, 0.761, 0, 4.330477733105021},
        {"swing.angle", "swing.speed", 0.02, 0.694, 1.397, 43.69881703879672},
        {"lift.angle", "lift.speed", 0.484, -0.817, 0.411, -11.684557286394174},
        {"wrist.angle1", "wrist.angle1_speed", 0.016, 0.196, 0, -160.40615913138774},
        {"wrist.angle2", "wrist.angle2_speed", 0.743, -0.881, 0, 34.46576186602026},
        {"wrist.angle3", "wrist.angle3_speed", -0.277, -0.225, 0, 41.89171863457762},
        {"stroke.displacement", "stroke.speed", -0.354, -0.7, 3.163, 14.987842423277556},
        {"flick.angle", "flick.speed", -0.241, 0.957, 0.9, 257.96626282178596},
    },
    {
        {"root.displacement1", "root.displacement1_speed", 0.21, 0.276, 0, -0.8842586953001738},
        {"root.displacement2", "root.displacement2_speed", 0.353, -0.698, 0, 1.3812039962440006},
        {"root.displacement3", "root.displacement3_speed", -0.119, -0.521, 0, -10.359460008656995},
        {"root.angle1", "root.angle1_speed", -0.195, -0.57, 0, 0.6828829185736491},
        {"root.angle2", "root.angle2_speed", -0.807, 0.344, 0, 21.150796500339947},
        {"root.angle3", "root.angle3_speed", 0.936, -0.399, 0, -18.278387814186818},
        {"swing.angle", "swing.speed", 0.748, 0.324, -3.684, -138.24778037532113},
        {"lift.angle", "lift.speed", 0.69, 0.89, 4.039, 33.530018594707684},
        {"wrist.angle1", "wrist.angle1_speed", 0.139, 0.856, 0, 226.89189915809658},
        {"wrist.angle2", "wrist.angle2_speed", -0.709, 0.105, 0, 127.58091022348265},
        {"wrist.angle3", "wrist.angle3_speed", -0.615, -0.639, 0, 293.42251974845374},
        {"stroke.displacement", "stroke.speed", 0.768, 0.283, 0.697, -27.391551769013525},
        {"flick.angle", "flick.speed", -0.247, -0.178, -2.605, -818.0545552606785},
    },
};

/* The model with a motor in each joint that has a load. */
static char *with_motors(const char *model, int s)
{
    static const char section[] = "\nforces:\n";
    const char *forces = strstr(model, section);
    cr_assert_not_null(forces);
    char *text = calloc(1, strlen(model) + 4096);
    memcpy(text, model, (size_t)(forces - model));
    strcat(text, section);
    for (int i = 0; i < COORDINATES; i++) {
        const char *position = creature[s][i].position_name;
        if (creature[s][i].load != 0)
            sprintf(text + strlen(text), "  m%d: {motor: %.*s, %s: %.17g}\n", i, (int)strcspn(position, "."), position,
                    strstr(position, "displacement") ? "force" : "torque", creature[s][i].load);
    }
    return strcat(text, forces + strlen(section));
}

static void expect_creature(const char *formulation, tml_import_options options, int s)
{
    tml_log *log = tml_log_make();
    char *xml = read_file(TML_SOURCE_DIR "/test/robot/creature.xml"), *model = import(xml, options, log),
         tail[4096] = "\ninitial:\n";
    cr_assert_not_null(model);
    double scale = 0;
    char *text = with_motors(model, s);
    for (int i = 0; i < COORDINATES; i++) {
        sprintf(tail + strlen(tail), "  %s: %.17g\n  %s: %.17g\n", creature[s][i].position_name,
                creature[s][i].position, creature[s][i].speed_name, creature[s][i].speed);
        scale = fmax(scale, fabs(creature[s][i].acceleration));
    }
    sprintf(tail + strlen(tail), "analyses: [evaluate: {formulation: %s}]\n", formulation);
    tml_results *results = run_with(text, tail, log);
    for (int i = 0; i < COORDINATES; i++) {
        char channel[64];
        const char *speed = creature[s][i].speed_name;
        sprintf(channel, "%.*sacceleration", (int)(strstr(speed, "speed") - speed), speed);
        cr_expect_float_eq(value(results, 0, channel), creature[s][i].acceleration, 1e-12 * scale,
                           "%s, %s, state %d: %.15g, not %.15g", formulation, channel, s, value(results, 0, channel),
                           creature[s][i].acceleration);
    }
    tml_results_free(results);
    free(xml), free(model), free(text);
    tml_log_free(log);
}

Test(robots, accelerations_are_those_of_mujoco)
{
    for (int s = 0; s < STATES; s++) {
        expect_creature("joint", (tml_import_options){0}, s);
        expect_creature("absolute", (tml_import_options){0}, s);
        expect_creature("joint", (tml_import_options){.keep_fixed = true}, s);
    }
}

Test(robots, what_is_not_read_of_mjcf_is_listed)
{
    tml_log *log = tml_log_make();
    char *xml = read_file(TML_SOURCE_DIR "/test/robot/creature.xml"),
         *model = import(xml, (tml_import_options){0}, log);
    expect_told(log, "W790", "1 <actuator>");
    expect_told(log, "W790", "1 <geom contype>");
    expect_told(log, "W798", "joint \"wrist\": not read of a ball joint: armature");
    cr_expect_null(strstr(tml_log_get(log, 0).text, "W797"), "the body with a mesh has an inertia");
    cr_expect_not_null(strstr(model, "# mesh of tail: shell"));
    cr_expect_not_null(strstr(model, "limits: [-1.48352986419518"), "-70 deg - 15 deg");
    free(xml), free(model);
    tml_log_free(log);
}

#define MJCF(body, rest) "<mujoco><compiler angle='radian'/><worldbody>" body "</worldbody>" rest "</mujoco>"
#define ROD(name, place, joint)                                                                                        \
    "<body name='" name "' pos='" place "'>" joint                                                                     \
    "<inertial pos='0 0 -0.5' mass='2' diaginertia='0.1 0.1 0.1'/></body>"
#define HINGE(name) "<joint name='" name "' axis='0 1 0'/>"

/* The only row of an evaluation of a model with this start. */
static tml_results *evaluate_mjcf(const char *xml, const char *initial)
{
    tml_log *log = tml_log_make();
    char *model = import(xml, (tml_import_options){0}, log), tail[1024];
    cr_assert_not_null(model, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "");
    sprintf(tail, "\ninitial: {%s}\nanalyses: [evaluate: {}]\n", initial);
    tml_results *r = run_with(model, tail, log);
    free(model);
    tml_log_free(log);
    return r;
}

/* A free rod held at a point is a pendulum: I a = -m g l sin(q), I = 0.1 + 2/4 kg m^2, l = 0.5 m. */
Test(robots, connect_holds_a_point)
{
    tml_results *r = evaluate_mjcf(MJCF(ROD("rod", "0 0 1", "<freejoint name='free'/>"),
                                        "<equality><connect body1='rod' anchor='0 0 0'/></equality>"),
                                   "free.angle2: 0.4, free.angle1: 0, free.angle3: 0");
    cr_expect_float_eq(value(r, 0, "free.angle2_acceleration"), -2 * 9.81 * 0.5 * sin(0.4) / 0.6, 1e-12);
    cr_expect_float_eq(value(r, 0, "rod.z") - 1 + 0.5 * cos(0.4), 0, 1e-12, "its point stays");
    tml_results_free(r);
}

/* By sites: where one of them is away, assembly takes the rod there. */
Test(robots, connect_holds_two_sites)
{
    tml_results *r =
        evaluate_mjcf(MJCF("<site name='hook' pos='0.3 0 2'/>"
                           "<body name='rod' pos='0 0 1'><freejoint name='free'/><inertial pos='0 0 -0.5' mass='2' "
                           "diaginertia='0.1 0.1 0.1'/><site name='eye' pos='0 0 0.5'/></body>",
                           "<equality><connect site1='hook' site2='eye'/></equality>"),
                      "free.angle2: 0.4, free.angle1: 0, free.angle3: 0");
    cr_expect_float_eq(value(r, 0, "rod.x"), 0.3 - sin(0.4), 1e-12);
    cr_expect_float_eq(value(r, 0, "free.angle2_acceleration"), -2 * 9.81 * sin(0.4) / 2.1, 1e-12);
    tml_results_free(r);
}

/* Two rods of which one is welded to the other swing as one: about the same axis, in the same pose, with I = 2 0.6 and twice the weight; turned
 * by 0.5 rad about y, the second one is that much ahead. */
Test(robots, weld_holds_a_frame)
{
    tml_results *r = evaluate_mjcf(MJCF(ROD("a", "0 0 1", HINGE("O")) ROD("b", "0 0 1", "<freejoint name='free'/>"),
                                        "<equality><weld body1='a' body2='b'/></equality>"),
                                   "O.angle: 0.3, O.speed: 2");
    cr_expect_float_eq(value(r, 0, "O.acceleration"), -2 * 9.81 * 0.5 * sin(0.3) / 0.6, 1e-12);
    tml_results_free(r);
    r = evaluate_mjcf(MJCF(ROD("a", "0 0 1", HINGE("O")) ROD("b", "0 0 1", "<freejoint name='free'/>"),
                           "<equality><weld body1='a' body2='b' relpose='0 0 0 0.96891242171064473 0 "
                           "0.24740395925452294 0'/></equality>"),
                      "O.angle: 0.3, O.speed: 2");
    cr_expect_float_eq(value(r, 0, "O.acceleration"), -2 * 9.81 * 0.5 * (sin(0.3) + sin(0.8)) / 1.2, 1e-12);
    tml_results_free(r);
}

/* y = f(x): (I + f'^2 I) x'' = torque(x) + f' torque(y) - I f' f'' x'^2. */
static void expect_followed(const char *polynomial, const double c[3])
{
    char xml[2048];
    snprintf(xml, sizeof xml,
             MJCF(ROD("a", "0 0 1", HINGE("x")) ROD("b", "1 0 1", HINGE("y")),
                  "<equality><joint joint1='y' joint2='x' polycoef='%s'/></equality>"),
             polynomial);
    tml_results *r = evaluate_mjcf(xml, "x.angle: 0.3, x.speed: 2");
    const double x = 0.3, v = 2, I = 0.6, y = c[0] + c[1] * x + c[2] * x * x, f1 = c[1] + 2 * c[2] * x, f2 = 2 * c[2];
    const double torque_x = -9.81 * sin(x), torque_y = -9.81 * sin(y);
    cr_expect_float_eq(value(r, 0, "y.angle"), y, 1e-12);
    cr_expect_float_eq(value(r, 0, "y.speed"), f1 * v, 1e-12);
    cr_expect_float_eq(value(r, 0, "x.acceleration"),
                       (torque_x + f1 * torque_y - I * f1 * f2 * v * v) / (I + f1 * f1 * I), 1e-11);
    tml_results_free(r);
}

Test(robots, joints_follow_polynomials)
{
    expect_followed("0.1 -2 0 0 0", (double[]){0.1, -2, 0});
    expect_followed("0.1 0.5 -0.8 0 0", (double[]){0.1, 0.5, -0.8});
    expect_followed("0.2 0 0.7 0 0", (double[]){0.2, 0, 0.7});
}

/* One joint alone is held where it is. */
Test(robots, a_joint_is_held)
{
    tml_results *r = evaluate_mjcf(
        MJCF(ROD("a", "0 0 1", HINGE("x")), "<equality><joint joint1='x' polycoef='0.25 0 0 0 0'/></equality>"), "");
    cr_expect_float_eq(value(r, 0, "x.angle"), 0.25, 1e-12);
    cr_expect_float_eq(value(r, 0, "x.acceleration"), 0, 1e-12);
    tml_results_free(r);
}

/* Damping of a free body, and a total mass: m a = -m g - d v of 3 kg. */
Test(robots, a_free_body_is_damped_and_all_masses_are_set)
{
    tml_results *r = evaluate_mjcf("<mujoco><compiler settotalmass='3'/><worldbody><body name='b'><joint name='free' "
                                   "type='free' damping='0.5'/><geom size='0.1'/></body></worldbody></mujoco>",
                                   "free.displacement3_speed: 2, free.angle1_speed: 4");
    cr_expect_float_eq(value(r, 0, "free.displacement3_acceleration"), -9.81 - 0.5 * 2 / 3, 1e-12);
    cr_expect_float_eq(value(r, 0, "free.angle1_acceleration"), -0.5 * 4 / (0.4 * 3 * 0.01), 1e-9);
    tml_results_free(r);
}

/* A ball with a spring and a damper, and joints in frames: MuJoCo 4.0 at one state. */
Test(robots, a_ball_is_sprung_and_joints_are_in_frames)
{
    static const struct {
        const char *channel;
        double value;
    } expected[] = {{"h.acceleration", -18.893394295208445},
                    {"s.angle1_acceleration", 88.91353269335902},
                    {"s.angle2_acceleration", 262.79470061997336},
                    {"s.angle3_acceleration", 1.722366546726789},
                    {"k.acceleration", -838.8783785771807}};
    tml_log *log = tml_log_make();
    char *mjcf = read_file(TML_SOURCE_DIR "/test/robot/ball.xml"), *model = import(mjcf, (tml_import_options){0}, log);
    cr_assert_not_null(model);
    cr_expect_eq(tml_log_count(log), 0);
    tml_results *r = run_with(model,
                              "  m0: {motor: h, torque: 0.15}\n  m1: {motor: k, torque: -2.65}\n"
                              "initial: {h.angle: 0.61, h.speed: 0.62, s.angle1: -0.43, s.angle1_speed: -0.18, "
                              "s.angle2: -0.89, s.angle2_speed: -0.91, s.angle3: -0.23, s.angle3_speed: -0.9, "
                              "k.angle: 1, k.speed: 0.3}\nanalyses: [evaluate: {formulation: joint}]\n",
                              log);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        cr_expect_float_eq(value(r, 0, expected[i].channel), expected[i].value, 1e-12 * 839, "%s: %.15g",
                           expected[i].channel, value(r, 0, expected[i].channel));
    tml_results_free(r);
    free(mjcf), free(model);
    tml_log_free(log);
}

/* ---- files in files ---- */

static char *from_memory(void *context, const char *path, size_t *length)
{
    const char *const *files = context; /* path, text, ..., NULL */
    for (; files[0]; files += 2)
        if (strcmp(files[0], path) == 0) {
            *length = strlen(files[1]);
            char *text = malloc(*length + 1);
            return text ? strcpy(text, files[1]) : NULL;
        }
    return NULL;
}

Test(robots, included_files_are_part_of_the_description)
{
    const char *files[] = {
        "rod.xml", "<mujocoinclude><include file='empty.xml'/>" ROD("rod", "0 0 1", HINGE("O")) "</mujocoinclude>",
        "empty.xml", "<mujocoinclude/>", NULL};
    tml_log *log = tml_log_make();
    const char *xml = MJCF("<include file='rod.xml'/>", "<option gravity='0 0 -1'/>");
    char *model = import(xml, (tml_import_options){.include = from_memory, .context = files}, log);
    cr_assert_not_null(model);
    cr_expect_not_null(strstr(model, "O: {revolute: [ground, rod], axis: [0, 1, 0]}"));
    cr_expect_not_null(strstr(model, "gravity: [0, 0, -1]"));
    cr_expect_eq(tml_log_count(log), 0);
    free(model);
    tml_log_free(log);
}

static void expect_not_included(const char *xml, const char *const *files, const char *part)
{
    tml_log *log = tml_log_make();
    tml_import_options options = {.include = files ? from_memory : NULL, .context = (void *)files};
    cr_expect_null(import(xml, options, log));
    expect_told(log, "E796", part);
    tml_log_free(log);
}

Test(robots, files_that_cannot_be_included_are_told)
{
    const char *round[] = {"a.xml", "<mujoco><include file='a.xml'/></mujoco>", NULL};
    expect_not_included(MJCF("<include file='a.xml'/>", ""), NULL, "does not say how other files are read");
    expect_not_included(MJCF("<include file='b.xml'/>", ""), round,
                        "\"b.xml\", which is to be included, cannot be read");
    expect_not_included(MJCF("<include file='a.xml'/>", ""), round, "\"a.xml\" is included more than once");
    expect_not_included(MJCF("<include/>", ""), round, "names no file");
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

Test(robots, what_is_wrong_in_mjcf_is_told_with_its_place)
{
    expect_refused(MJCF("<body><joint type='pin'/></body>", ""), "E788", "type \"pin\"");
    expect_refused(MJCF("<body><joint axis='0 0 0'/></body>", ""), "E788", "no direction");
    expect_refused(MJCF("<body pos='0 0'/>", ""), "E788", "three numbers");
    expect_refused(MJCF("<body quat='0 0 0 0'/>", ""), "E788", "no rotation");
    expect_refused(MJCF("<body childclass='x'/>", ""), "E788", "no such class");
    expect_refused(MJCF("<body><geom class='x'/></body>", ""), "E788", "no class \"x\"");
    expect_refused(MJCF("<body><geom type='ball' size='1'/></body>", ""), "E788", "type \"ball\"");
    expect_refused(MJCF("<body><geom type='box' size='1 1'/></body>", ""), "E788", "a box has 3 sizes");
    expect_refused(MJCF("<body><geom type='capsule' fromto='0 0 0 0 0 0' size='1'/></body>", ""), "E788", "the same");
    expect_refused(MJCF("<body><inertial mass='1' pos='0 0 0'/></body>", ""), "E788", "diaginertia or fullinertia");
    expect_refused(MJCF("<body name='a'/><body name='a'/>", ""), "E787", "two bodies \"a\"");
    expect_refused(MJCF(ROD("a", "0 0 0", HINGE("x")) ROD("b", "0 0 0", HINGE("x")), ""), "E787", "two joints \"x\"");
    expect_refused(MJCF("<body name='a'/>", "<equality><connect body1='z'/></equality>"), "E787", "body1 \"z\"");
    expect_refused(MJCF("<body name='a'/>", "<equality><weld site1='z' site2='z'/></equality>"), "E787", "site1 \"z\"");
    expect_refused(MJCF("<body><joint name='j' type='ball'/></body>", "<equality><joint joint1='j'/></equality>"),
                   "E788", "neither hinge nor slide");
    expect_refused("<mujoco><compiler coordinate='global'/></mujoco>", "E788", "no longer part");
    expect_refused("<mujoco><compiler eulerseq='xyq'/></mujoco>", "E788", "xyzXYZ");
    expect_refused("<mujoco><compiler angle='grad'/></mujoco>", "E788", "degree or radian");
    expect_refused("<mujoco><default><default/></default></mujoco>", "E788", "needs a class");
}

Test(robots, mass_of_a_mesh_is_told_and_not_guessed)
{
    tml_log *log = tml_log_make();
    char *model =
        import(MJCF("<body name='a'><joint/><geom type='mesh' mesh='m'/><geom size='0.1'/></body>"
                    "<body name='b'><joint/><geom type='mesh' mesh='m' mass='0'/><geom size='0.1'/></body>",
                    "<equality><weld body1='a' body2='b' active='false'/><connect body1='a' body2='a'/></equality>"),
               (tml_import_options){0}, log);
    cr_expect_not_null(model);
    expect_told(log, "W797", "body \"a\"");
    expect_told(log, "W799", "is not active");
    expect_told(log, "W799", "do not move against each other");
    expect_told(log, "W748", "mesh \"m\", and 1 more: not drawn");
    cr_expect_eq(tml_log_count(log), 4, "nothing of the mass of body b");
    free(model);
    tml_log_free(log);
}

/* ---- meshes ---- */

/* DIR/robot is the folder of the model, DIR/robot/meshes that of a.stl; b.stl lies beside the first. */
static void make_meshes(char *folder)
{
    static const char *const paths[] = {"robot/meshes/a.stl", "b.stl", "robot/meshes/c.ply"};
    char path[512];
    cr_assert_not_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/robot", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    snprintf(path, sizeof path, "%s/robot/meshes", folder);
    cr_assert_eq(mkdir(path, 0700), 0);
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, paths[i]);
        FILE *file = fopen(path, "w");
        cr_assert_not_null(file);
        fclose(file);
    }
}

static void remove_meshes(const char *folder)
{
    static const char *const paths[] = {
        "robot/meshes/a.stl", "robot/meshes/c.ply", "b.stl", "robot/meshes", "robot", ""};
    char path[512];
    for (size_t i = 0; i < sizeof paths / sizeof *paths; i++) {
        snprintf(path, sizeof path, "%s/%s", folder, paths[i]);
        cr_expect_eq(remove(path), 0, "%s", path);
    }
}

/* The model that is made, read by the engine: a mesh has no part in the mass. */
static void expect_mesh(const char *text, const char *folder, const char *written, const char *told)
{
    tml_log *log = tml_log_make();
    char *model = import(text, (tml_import_options){.folder = folder}, log);
    cr_assert_not_null(model, "%s", tml_log_count(log) ? tml_log_get(log, 0).text : "");
    cr_expect_not_null(strstr(model, written), "%s\nis not in\n%s", written, model);
    if (told)
        expect_told(log, "W748", told);
    for (size_t i = 0; !told && i < tml_log_count(log); i++)
        cr_expect_str_neq(tml_log_get(log, i).code, "W748", "%s", tml_log_get(log, i).text);
    tml_model *m = tml_model_parse(model, strlen(model), "robot.yaml", log);
    cr_expect_not_null(m, "%s", tml_log_get(log, tml_log_count(log) - 1).text);
    tml_model_free(m);
    free(model);
    tml_log_free(log);
}

#define ONE_LINK(mesh)                                                                                                 \
    "<robot name='r'><link name='world'/><link name='rod'><inertial><mass value='2'/><inertia ixx='1' iyy='1' "        \
    "izz='1' ixy='0' ixz='0' iyz='0'/></inertial><visual><origin xyz='0.1 0.2 0.3' rpy='0 0 3.141592653589793'/>"      \
    "<geometry>" mesh "</geometry></visual></link><joint name='J' type='revolute'><parent link='world'/>"              \
    "<child link='rod'/><axis xyz='0 1 0'/><limit lower='-1' upper='1'/></joint></robot>"

Test(robots, meshes_that_are_found_below_the_model_are_shapes)
{
    char folder[] = "/tmp/trammel_meshes_XXXXXX", robot[64];
    make_meshes(folder);
    snprintf(robot, sizeof robot, "%s/robot", folder);
    /* half a turn about z is the quaternion [0, 0, 0, 1] */
    expect_mesh(ONE_LINK("<mesh filename='package://robot/meshes/a.stl' scale='0.001 0.001 -0.001'/>"), robot,
                "{mesh: {file: \"meshes/a.stl\", scale: [0.001, 0.001, -0.001], at: [0.1, 0.2, 0.3], orientation: [0, "
                "0, 0, 1]}}",
                NULL);
    expect_mesh(ONE_LINK("<mesh filename='../b.stl'/>"), robot, "# mesh of rod: ../b.stl",
                "mesh \"../b.stl\": not drawn: it does not lie in the folder of the model file");
    expect_mesh(ONE_LINK("<mesh filename='meshes/c.ply'/>"), robot, "# mesh of rod: meshes/c.ply",
                "not drawn: STL, OBJ and Collada");
    /* MuJoCo: S (p - refpos), so that the origin of the file is at pos - S refpos */
    expect_mesh("<mujoco><compiler meshdir='meshes'/><default><mesh scale='2 3 4'/></default>"
                "<asset><mesh file='a.stl' refpos='1 1 1'/></asset><worldbody><body name='b'><freejoint/>"
                "<inertial pos='0 0 0' mass='1' diaginertia='1 1 1'/><geom type='mesh' mesh='a' pos='10 10 10'/>"
                "</body></worldbody></mujoco>",
                robot, "{mesh: {file: \"meshes/a.stl\", scale: [2, 3, 4], at: [8, 7, 6]}}", NULL);
    expect_mesh("<sdf version='1.7'><model name='m'><link name='l'><inertial><mass>1</mass></inertial>"
                "<visual name='v'><geometry><mesh><uri>model://robot/meshes/a.stl</uri><scale>1 1 2</scale></mesh>"
                "</geometry></visual></link></model></sdf>",
                robot, "{mesh: {file: \"meshes/a.stl\", scale: [1, 1, 2], at: [0, 0, 0]}}", NULL);
    remove_meshes(folder);
}

Test(robots, limits_without_room_are_told_and_left_out)
{
    tml_log *log = tml_log_make();
    char *model =
        import("<robot name='x'><link name='a'/><link name='b'><inertial><mass value='1'/><inertia ixx='1' iyy='1' "
               "izz='1' ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='revolute'><parent link='a'/>"
               "<child link='b'/><limit lower='0' upper='0' effort='1' velocity='1'/></joint></robot>",
               (tml_import_options){0}, log);
    expect_told(log, "W790", "the limits of joint \"j\", 0 and 0");
    tml_results_free(run_with(model, "\nanalyses: [evaluate: {}]\n", log));
    free(model);
    tml_log_free(log);
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

/* ---- SDFormat ---- */

enum { MACHINE_JOINTS = 5 };
static const joint_state machine[STATES][MACHINE_JOINTS] = {
    {
        {"index__thread", "angle", "torque", -0.681, 1.825, -0.744, -2185.980143602017},
        {"slide", "displacement", "force", -0.829, 0.938, -0.863, 3.5221735699913785},
        {"elbow", "angle", "torque", -0.526, -1.545, 0.594, 11.03648618298132},
        {"wrist", "angle", "torque", 0.603, -0.435, 0.785, 90.67426580434963},
        {"wrist_2", "angle", "torque", 0.164, 0.067, -0.829, -182.73753215941082},
    },
    {
        {"index__thread", "angle", "torque", -0.818, -1.125, -1.591, -4547.596874574316},
        {"slide", "displacement", "force", 0.783, 0.642, 1.32, -2.2769863515612268},
        {"elbow", "angle", "torque", 0.17, 1.726, 0.631, -16.28425819015273},
        {"wrist", "angle", "torque", -0.057, -1.171, 0.731, 176.86432743957016},
        {"wrist_2", "angle", "torque", 0.547, 0.52, 1.28, 403.08972202815346},
    },
    {
        {"index__thread", "angle", "torque", -0.449, 0.268, 1.882, 5252.796699239111},
        {"slide", "displacement", "force", 0.7, 0.247, 1.684, -1.9872582991275884},
        {"elbow", "angle", "torque", -0.212, -0.401, -1.177, -32.84939665858519},
        {"wrist", "angle", "torque", -0.041, 0.452, 1.404, 111.08678951893853},
        {"wrist_2", "angle", "torque", -0.707, -1.213, -1.324, -364.42431916445105},
    },
};

/* Frames, poses from each other on, axes in other frames, a model in the model, one that is included; two axes, a screw, a ball. */
Test(robots, accelerations_of_sdf_are_those_of_drake)
{
    static const char file[] = TML_SOURCE_DIR "/test/robot/machine.sdf",
                      forces[] = "  spring: {motor: slide, force: -20*(slide.displacement - 0.1) - 1.5*slide.speed}\n"
                                 "  elbow_damping: {torsion: elbow, damping: 0.2}\n"
                                 "  wrist_damping: {torsion: wrist, damping: 0.05}\n"
                                 "  wrist_2_damping: {torsion: wrist_2, damping: 0.05}\n";
    const tml_import_options options = {.folder = TML_SOURCE_DIR "/test/robot"};
    for (int s = 0; s < STATES; s++) {
        expect_accelerations(file, forces, options, "joint", machine[s], MACHINE_JOINTS);
        expect_accelerations(file, forces, options, "absolute", machine[s], MACHINE_JOINTS);
    }
}

Test(robots, forces_of_sdf_are_those_of_its_joints)
{
    tml_log *log = tml_log_make();
    char *sdf = read_file(TML_SOURCE_DIR "/test/robot/machine.sdf"),
         *model = import(sdf, (tml_import_options){.folder = TML_SOURCE_DIR "/test/robot"}, log);
    cr_assert_not_null(model);
    cr_expect(strstr(model, "slide_spring: {motor: slide, force: -20*(slide.displacement - 0.1) - 1.5*slide.speed}"));
    cr_expect(strstr(model, "wrist_2_damping: {torsion: wrist_2, damping: 0.05}"));
    cr_expect(strstr(model, "limits: [-2, 2]} # effort up to 50\n"));
    expect_told(log, "W744", "effort (1) and of velocity (0)");
    expect_told(log, "W790", "1 <plugin>");
    free(sdf), free(model);
    tml_log_free(log);
}

/* A loop with a ball, and a gearbox, at rest: the plane equations of motion with multipliers, solved by NumPy. */
Test(robots, joints_of_sdf_go_round_in_circles)
{
    static const struct {
        const char *channel;
        double value;
    } expected[] = {{"linkage__A.acceleration", 43.17376562816765},
                    {"linkage__B.acceleration", 61.293203938411665},
                    {"linkage__D.acceleration", 1.6051628994322544},
                    {"linkage__R.acceleration", -172.6950625126706}};
    tml_log *log = tml_log_make();
    char *sdf = read_file(TML_SOURCE_DIR "/test/robot/linkage.sdf"), *model = import(sdf, (tml_import_options){0}, log);
    cr_assert_not_null(model);
    tml_results *results = run_with(model, "\nanalyses: [evaluate: {}]\n", log);
    for (size_t i = 0; i < sizeof expected / sizeof *expected; i++)
        cr_expect_float_eq(value(results, 0, expected[i].channel), expected[i].value, 1e-11, "%s: %.15g",
                           expected[i].channel, value(results, 0, expected[i].channel));
    tml_results_free(results);
    free(sdf), free(model);
    tml_log_free(log);
}

static char *import_told(const char *text, tml_import_options options, const char *code, const char *part)
{
    tml_log *log = tml_log_make();
    char *model = import(text, options, log);
    cr_assert_not_null(model);
    expect_told(log, code, part);
    tml_log_free(log);
    return model;
}

/* q = multiplier (q_leader - reference) + offset; names of models and axes; a thread as it was given before 1.10, by Drake of 0.05 m. */
Test(robots, joints_of_sdf_follow_and_have_threads)
{
    static const char text[] =
        "<sdf version='1.6'><world name='w'><model name='m'><link name='a'/><link name='b'/><link name='c'/>"
        "<joint name='two' type='revolute2'><parent>world</parent><child>a</child>"
        "<axis><xyz>0 0 1</xyz></axis><axis2><xyz>0 1 0</xyz></axis2></joint>"
        "<joint name='one' type='revolute'><parent>world</parent><child>b</child><axis><xyz>0 0 1</xyz><mimic "
        "joint='two' "
        "axis='axis2'><multiplier>-2</multiplier><offset>0.5</offset><reference>0.1</reference></mimic></axis></joint>"
        "<joint name='screw' "
        "type='screw'><parent>b</parent><child>c</child><thread_pitch>-125.66370614359172</thread_pitch>"
        "<axis><xyz>0 0 1</xyz></axis></joint></model></world></sdf>";
    char *model = import_told(text, (tml_import_options){0}, "W789", "its mass is 1 kg and its moments");
    cr_expect(strstr(model, "gravity: [0, 0, -9.8]"));
    cr_expect(strstr(model, "one_follows: {gear: [two_2, one], ratio: -2, offset: 0.7}"), "%s", model);
    const char *pitch = strstr(model, "pitch: ");
    cr_expect(pitch && fabs(strtod(pitch + 7, NULL) - 0.05) < 1e-15, "%s", model);
    free(model);
}

#define LINK(name, inside) "<link name='" name "'><inertial><mass>1</mass></inertial>" inside "</link>"

static void expect_sdf_refused(const char *inside, const char *code, const char *part)
{
    tml_log *log = tml_log_make();
    char text[2048];
    sprintf(text, "<sdf version='1.9'><model name='m'>%s</model></sdf>", inside);
    cr_expect_null(import(text, (tml_import_options){.folder = TML_SOURCE_DIR "/test/robot"}, log), "%s", part);
    expect_told(log, code, part);
    tml_log_free(log);
}

Test(robots, a_loop_that_begins_beyond_a_stop_is_told)
{
    tml_log *log = tml_log_make();
    char *sdf = read_file(TML_SOURCE_DIR "/test/robot/linkage.sdf"), *limits = strstr(sdf, "<dynamics>");
    const char stop[] = "<limit><upper>-1</upper></limit><!--";
    memcpy(limits, stop, strlen(stop)); /* in the place of the damping */
    memcpy(strstr(limits, "</axis>") - 3, "-->", 3);
    char *model = import(sdf, (tml_import_options){0}, log);
    cr_assert_not_null(model);
    expect_told(log, "W747", "joint \"linkage::D\": zero is beyond a stop");
    cr_expect_null(strstr(model, "\ninitial:"));
    free(sdf), free(model);
    tml_log_free(log);
}

Test(robots, what_is_wrong_in_sdf_is_told)
{
    expect_sdf_refused("", "E787", "there is no link");
    expect_sdf_refused(LINK("a", "") LINK("a", ""), "E787", "is taken, or reserved");
    expect_sdf_refused(LINK("world", ""), "E787", "is taken, or reserved");
    expect_sdf_refused("<link name='a'><pose>0 0 0</pose></link>", "E788",
                       "<pose>0 0 0</pose>: 6 numbers were expected");
    expect_sdf_refused("<link name='a'><pose relative_to='b'/></link>", "E787",
                       "there is no link, joint, model or frame \"b\"");
    expect_sdf_refused("<link name='a'><pose relative_to='b'/></link><link name='b'><pose relative_to='a'/></link>",
                       "E787", "poses go round in a circle");
    expect_sdf_refused(LINK("a", "") "<joint name='j' type='rope'><parent>world</parent><child>a</child></joint>",
                       "E788", "type \"rope\" is not known");
    expect_sdf_refused(LINK("a", "") "<joint name='j' type='revolute'><parent>world</parent></joint>", "E787",
                       "has no <child>");
    expect_sdf_refused(LINK("a", "") "<joint name='j' type='revolute'><parent>world</parent><child>a</child>"
                                     "<axis><xyz>0 0 0</xyz></axis></joint>",
                       "E788", "no direction");
    expect_sdf_refused(LINK("a", "") "<include><uri>model://nothing</uri></include>", "E796", "cannot be read");
    expect_sdf_refused(LINK("a", "") "<include merge='true'><uri>model://finger</uri></include>", "E796",
                       "is to be merged");
}

/* ---- inertia that is missing, or that of no body ---- */

/* Principal moments 1, 2, 5 have the second moments 3, 2, -1: the nearest possible ones are 3, 2, 0, and so the moments 2, 3, 5. */
Test(robots, impossible_inertia_is_told_or_mended)
{
    static const char text[] =
        "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='2'/><inertia ixx='1' iyy='2' izz='5' "
        "ixy='0' ixz='0' iyz='0'/></inertial></link><joint name='j' type='continuous'><parent link='a'/><child "
        "link='b'/></joint></robot>";
    char *kept = import_told(text, (tml_import_options){0}, "W745", "no body has this inertia"),
         *mended = import_told(text, (tml_import_options){.mend_inertia = true}, "W745", "it is mended to 2, 3, 5");
    cr_expect(strstr(kept, "inertia: [1, 2, 5, 0, 0, 0]"));
    cr_expect(strstr(mended, "inertia: [2, 3, 5, 0, 0, 0]"));
    free(kept), free(mended);
}

Test(robots, joints_that_move_nothing_with_mass_are_held_where_asked)
{
    static const char text[] =
        "<robot name='r'><link name='a'/><link name='b'><inertial><mass value='2'/><inertia ixx='1' iyy='1' izz='1' "
        "ixy='0' ixz='0' iyz='0'/></inertial></link><link name='c'/><link name='d'/>"
        "<joint name='j' type='continuous'><parent link='a'/><child link='b'/></joint>"
        "<joint name='k' type='continuous'><parent link='b'/><child link='c'/></joint>"
        "<joint name='l' type='continuous'><parent link='c'/><child link='d'/></joint></robot>";
    char *held = import_told(text, (tml_import_options){.hold_massless = true}, "W746", "joint \"k\" moves nothing");
    cr_expect(strstr(held, "j: {revolute"));
    cr_expect_not(strstr(held, "k: {revolute"));
    cr_expect_not(strstr(held, "l: {revolute"));
    free(held);
}
