/* model.c - models as written and as resolved: every model of the specification, every notation. */
#include "model/model.h"
#include "expression/tabulated.h"
#include "model/descriptor.h"
#include "model/write.h"
#include "support/examples.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const tml_field dynamics_fields[] = {
    {"end", TML_FIELD_NUMBER, "s", .required = true, .doc = "when it ends"},
    {"output", TML_FIELD_NUMBER, "s", .doc = "time between rows"},
    {"tolerance", TML_FIELD_NUMBER, "", .doc = "error allowed"},
    {"formulation", TML_FIELD_CHOICE, .choices = "auto absolute joint point implicit", .doc = "coordinates"},
    {"actuators", TML_FIELD_NAMES, .doc = "joints"},
    {"speeds", TML_FIELD_CHANNELS, .doc = "speeds"},
    {"about", TML_FIELD_ANY, .doc = "where"},
};
#define FIELDS dynamics_fields, sizeof dynamics_fields / sizeof *dynamics_fields
static const tml_analysis_form forms[] = {
    {"assembly", "a", NULL, 0},
    {"dynamics", "d", FIELDS},
    {"inverse", "i", FIELDS},
    {"steady", "s", dynamics_fields + 5, 2},
    {"modes", "m", dynamics_fields + 5, 2},
};
enum { FORMS = sizeof forms / sizeof *forms };

static tml_log *logged;
static tml_model *model;
static tml_arena arena;
static tml_resolved *resolved;

static void set_up(void)
{
    logged = tml_log_make();
}

static void tear_down(void)
{
    tml_model_free(model);
    tml_arena_free(&arena);
    tml_log_free(logged);
}

TestSuite(model, .init = set_up, .fini = tear_down);

static void take(tml_model *made)
{
    for (size_t i = 0; i < tml_log_count(logged); i++)
        cr_expect_fail("%d:%d: %s", tml_log_get(logged, i).place.line, tml_log_get(logged, i).place.column,
                       tml_log_get(logged, i).text);
    cr_assert_not_null(made);
    tml_model_free(model);
    model = made;
    resolved = tml_model_read(model, NULL, 0, &arena, logged);
    cr_assert_not_null(resolved);
}

static void build(const char *text)
{
    take(tml_model_build(text, strlen(text), "test.yaml", forms, FORMS, logged));
}

static void load(const char *name)
{
    char path[512];
    snprintf(path, sizeof path, "%s/models/%s/%s.yaml", TML_SOURCE_DIR, name, name);
    take(tml_model_load_file(path, forms, FORMS, logged));
}

static const tml_body *body(const char *name)
{
    const int i = tml_names_find(&model->names, name);
    cr_assert(i >= 0 && i < model->body_count, "no body %s", name);
    return &resolved->bodies[i];
}

static double parameter(const char *name)
{
    return resolved->parameters[tml_names_find(&model->parameter_names, name)];
}

static void expect_near(double value, double right, const char *what)
{
    cr_expect(fabs(value - right) <= 1e-12 * fmax(1e-3, fabs(right)), "%s is %.17g, not %.17g", what, value, right);
}

static void expect_vector(tml_vec3 v, double x, double y, double z, const char *what)
{
    expect_near(v.x, x, what);
    expect_near(v.y, y, what);
    expect_near(v.z, z, what);
}

static void expect_inertia(const char *name, double xx, double yy, double zz, double xy, double xz, double yz)
{
    const double right[] = {xx, yy, zz, xy, xz, yz};
    for (int i = 0; i < 6; i++)
        expect_near(body(name)->inertia[i], right[i], name);
}

/* ---- the models of the specification ---- */

Test(model, reads_every_model_and_writes_it_again)
{
    static const char *const names[] = {"andrews",       "arm-inverse", "attia",       "fourbar",
                                        "fourbar-motor", "governor",    "ica-fourbar", "swing-pendulum"};
    for (size_t i = 0; i < sizeof names / sizeof *names; i++) {
        load(names[i]);
        char *text = tml_model_text(model);
        tml_model *again = tml_model_build(text, strlen(text), "again.yaml", forms, FORMS, logged);
        cr_assert_not_null(again, "%s", names[i]);
        cr_expect(tml_node_same(model->root, again->root), "%s", names[i]);
        tml_model_free(again);
        free(text);
    }
}

Test(model, fourbar_is_resolved_as_written)
{
    load("fourbar");
    cr_expect_str_eq(model->title, "Four-bar linkage under a constant crank torque");
    cr_expect(!model->space);
    cr_expect_eq(model->body_count, 4);
    cr_expect_str_eq(model->bodies[0].name, "ground");
    cr_expect_eq(model->joint_count, 4);
    cr_expect_str_eq(model->joints[1].joint->name, "revolute");
    cr_expect_str_eq(model->forces[0].force->name, "torque");
    cr_expect_eq(tml_names_find(&model->names, "O"), 4);
    cr_expect_eq(tml_names_find(&model->names, "motor"), 8);
    cr_expect_eq(model->initial_count, 2);
    cr_expect_str_eq(model->initial[0].name, "O.angle");
    cr_expect_str_eq(model->initial[0].text, "60 deg");
    cr_expect_eq(model->analysis_count, 1);
    cr_expect_str_eq(model->analyses[0].kind, "dynamics");
    expect_vector(resolved->gravity, 0, -9.81, 0, "gravity");
    expect_near(parameter("torque"), 39.75, "torque");
    const tml_body *coupler = body("coupler");
    expect_near(coupler->mass, 2.25, "mass");
    expect_near(coupler->inertia[2], 2, "inertia");
    expect_near(coupler->angle, 24 * acos(-1) / 180, "angle");
    expect_vector(coupler->com, 2, 0, 0, "com");
    cr_expect(!coupler->drawn && !coupler->placed && coupler->has_orientation);
    cr_expect_eq(coupler->point_count, 2);
    tml_anchor ends[2];
    cr_assert(tml_resolved_joint_ends(resolved, &model->joints[1], ends));
    cr_expect_eq(ends[0].body, 1);
    expect_vector(ends[0].p, 2, 0, 0, "A on the crank");
    cr_expect_eq(ends[1].body, 2);
    expect_vector(ends[1].p, 0, 0, 0, "A on the coupler");
}

Test(model, type_of_a_motor_follows_its_joint)
{
    load("fourbar-motor");
    cr_expect_str_eq(model->forces[0].kind, "motor");
    int joint = -1, coordinate = -1;
    cr_expect(tml_resolved_joint(resolved, model->forces[0].type_node, "drive", &joint, &coordinate));
    cr_expect_eq(joint, 0);
    cr_expect_eq(coordinate, 0);
}

Test(model, reads_a_drawing)
{
    load("attia");
    const tml_body *plate = body("plate");
    cr_expect(plate->drawn && plate->placed && plate->has_orientation);
    expect_vector(plate->com, (-0.566 + 3.029 + 2.793) / 3, (0.566 + 0.751 + 2.737) / 3, 0, "mean of the points");
    cr_expect_eq(body("ground")->point_count, 7);
    tml_vec3 p;
    cr_expect(tml_resolved_point(resolved, 1, "F", NULL, false, &p), "a drawn body knows every point of the drawing");
    expect_vector(p, 7.5, -0.5, 0, "F");
    cr_expect(!tml_resolved_point(resolved, 1, "X", NULL, false, &p));
    load("governor");
    expect_vector(body("ball1")->com, -0.16, 0.2, 0, "com by name");
    expect_vector(resolved->gravity, 0, -9.81, 0, "gravity");
    expect_inertia("collar", 0.15, 0.125, 0.15, 0, 0, 0);
}

Test(model, evaluates_parameters_in_any_order)
{
    load("ica-fourbar");
    const double rpm = 2 * acos(-1) / 60;
    expect_near(parameter("sync"), 180 * rpm, "sync");
    expect_near(parameter("peak"), 2000 / (1700 * rpm) * 10, "peak");
    expect_near(parameter("slope"), parameter("peak") / (180 * rpm - 170 * rpm), "slope");
    build("trammel: 1\nparameters: {a: b + 1, b: 2*c, c: 3, d: a + b + c + pi}\n");
    expect_near(parameter("d"), 7 + 6 + 3 + acos(-1), "d");
}

Test(model, sets_parameters)
{
    build("trammel: 1\nparameters: {a: 2*b, b: 3 mm}\n");
    const tml_named_text set[] = {{"b", "5 mm", {.file = "set", .line = 1, .column = 1}}};
    resolved = tml_model_read(model, set, 1, &arena, logged);
    cr_assert_not_null(resolved);
    expect_near(parameter("a"), 0.01, "a of another reading");
    cr_expect_eq(tml_model_set(model, "b", "7 mm", logged), TML_OK);
    resolved = tml_model_read(model, NULL, 0, &arena, logged);
    expect_near(parameter("a"), 0.014, "a of a changed model");
    char *text = tml_model_text(model);
    cr_expect(strstr(text, "b: 7 mm") != NULL, "%s", text);
    free(text);
    cr_expect_eq(logged->error_count, 0);
    cr_expect_eq(tml_model_set(model, "bb", "7", logged), TML_WRONG);
    cr_expect_str_eq(tml_log_get(logged, 0).text, "no parameter \"bb\" in test.yaml; did you mean \"b\"?");
    cr_expect_eq(tml_model_set(model, "b", "2*a", logged), TML_WRONG);
    cr_expect_str_eq(tml_log_get(logged, 1).text, "parameters a, b refer to each other in a cycle");
    resolved = tml_model_read(model, NULL, 0, &arena, logged);
    expect_near(parameter("a"), 0.014, "a after a change that was refused");
}

/* ---- defaults, places ---- */

Test(model, gravity_is_the_default)
{
    build("trammel: 1\n");
    expect_vector(resolved->gravity, 0, -9.81, 0, "plane");
    build("trammel: 1\nspace: space\n");
    expect_vector(resolved->gravity, 0, 0, -9.81, "space");
    build("trammel: 1\ngravity: none\n");
    expect_vector(resolved->gravity, 0, 0, 0, "none");
    build("trammel: 1\ngravity: 0\n");
    expect_vector(resolved->gravity, 0, 0, 0, "zero");
    build("trammel: 1\nparameters: {g: 1.62}\ngravity: [0, -g]\n");
    expect_vector(resolved->gravity, 0, -1.62, 0, "moon");
}

Test(model, places_bodies)
{
    build("trammel: 1\nbodies:\n"
          "  a: {position: [1, 2 mm], angle: 90 deg, velocity: [3, 4], omega: 30 rpm}\n"
          "  b: {}\n  c:\n");
    const tml_body *a = body("a");
    cr_expect(a->placed && a->has_orientation && !a->drawn);
    expect_vector(a->position, 1, 0.002, 0, "position");
    expect_near(a->angle, acos(-1) / 2, "angle");
    expect_vector(a->velocity, 3, 4, 0, "velocity");
    expect_vector(a->omega, 0, 0, acos(-1), "omega");
    cr_expect(!body("b")->placed && !body("b")->has_orientation);
    cr_expect(!body("c")->placed);
}

static void expect_turned(const char *name, tml_vec3 from, double x, double y, double z)
{
    const tml_mat3 R = tml_quat_matrix(body(name)->orientation);
    expect_vector(tml_rotate(&R, from), x, y, z, name);
}

Test(model, reads_orientations)
{
    build("trammel: 1\nspace: space\nbodies:\n"
          "  q: {orientation: [0.7071, 0.7071, 0, 0]}\n"
          "  a: {orientation: {axis: z, angle: 90 deg}}\n"
          "  b: {orientation: {axis: [0, -2, 0], angle: 90 deg}}\n"
          "  e: {orientation: {euler: zyx, angles: [90 deg, 90 deg, 0]}, omega: [1, 2, 3], position: [4, 5, 6]}\n"
          "  f: {orientation: {euler: zxz, angles: [90 deg, 90 deg, 90 deg]}}\n");
    const tml_quat q = body("q")->orientation;
    expect_near(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z, 1, "norm");
    expect_turned("q", (tml_vec3){0, 1, 0}, 0, 0, 1);
    expect_turned("a", (tml_vec3){1, 0, 0}, 0, 1, 0);
    expect_turned("b", (tml_vec3){1, 0, 0}, 0, 0, 1);
    expect_turned("e", (tml_vec3){1, 0, 0}, 0, 0, -1); /* about z: y; then about the new y: -z */
    expect_turned("e", (tml_vec3){0, 1, 0}, -1, 0, 0);
    expect_turned("f", (tml_vec3){1, 0, 0}, 0, 0, 1);
    expect_vector(body("e")->omega, 1, 2, 3, "omega");
    expect_vector(body("e")->position, 4, 5, 6, "position");
}

/* ---- mass ---- */

Test(model, planar_shapes_have_their_inertia)
{
    const double pi = acos(-1);
    build("trammel: 1\nbodies:\n"
          "  thin: {points: {A: [0, 0], M: [9, 9], B: [2, 0]}, mass: 3, shape: rod}\n"
          "  round: {points: {A: [0, 0], B: [0, 2]}, density: 1000, shape: {rod: 100 mm}}\n"
          "  bar: {points: {A: [0, 0], B: [2, 0]}, density: 1000, shape: {rod: {width: 0.1, thickness: 0.02}}}\n"
          "  disc: {mass: 2, shape: {disc: 50 mm}}\n"
          "  coin: {density: 100, shape: {disc: {diameter: 1, thickness: 0.1, at: [1, 2]}}}\n"
          "  box: {mass: 12, shape: {box: [1, 2]}, com: [3, 4]}\n"
          "  ball: {density: 1000, shape: {sphere: 0.1}}\n"
          "  drum: {mass: 12, shape: {cylinder: {radius: 1, length: 2, axis: x}}}\n"
          "  plate: {points: {A: [0, 0], B: [3, 0], C: [0, 3]}, mass: 2, shape: polygon}\n"
          "  square: {density: 10, shape: {polygon: {points: [[1, 1], [1, 3], [3, 3], [3, 1]], thickness: 0.5}}}\n"
          "  own: {points: {A: [0, 0], B: [2, 0]}, mass: 3, inertia: 7, com: [0.2, 0], shape: rod}\n"
          "  point: {points: {A: [1, 1], B: [2, 3]}, mass: 5}\n");
    expect_vector(body("thin")->com, 1, 0, 0, "thin");
    expect_inertia("thin", 0, 0, 1, 0, 0, 0);
    cr_expect_eq(body("thin")->outline.kind, TML_SHAPE_ROD);
    expect_near(body("round")->mass, 1000 * pi / 4 * 0.01 * 2, "round");
    expect_near(body("round")->inertia[2] / body("round")->mass, 4.0 / 12 + 0.01 / 16, "round");
    expect_near(body("bar")->mass, 4, "bar");
    expect_near(body("bar")->inertia[2], 4 * (4 + 0.01) / 12, "bar");
    expect_inertia("disc", 0, 0, 0.0025, 0, 0, 0);
    expect_near(body("coin")->mass, 100 * pi / 4 * 0.1, "coin");
    expect_vector(body("coin")->com, 1, 2, 0, "coin");
    expect_near(body("box")->inertia[2], 5, "box");
    expect_vector(body("box")->com, 3, 4, 0, "box");
    expect_near(body("ball")->mass, 4000 * pi / 3 * 0.001, "ball");
    expect_near(body("ball")->inertia[2], body("ball")->mass * 0.4 * 0.01, "ball");
    expect_near(body("drum")->inertia[2], 12 * (0.25 + 4.0 / 12), "drum across its axis");
    expect_vector(body("plate")->com, 1, 1, 0, "plate");
    expect_near(body("plate")->inertia[2], 2 * (9 + 9) / 18.0, "plate"); /* m (a^2 + b^2)/18 of a right triangle */
    expect_near(body("square")->mass, 20, "square, drawn clockwise");
    expect_near(body("square")->inertia[2], 20 * 8 / 12.0, "square");
    expect_vector(body("square")->com, 2, 2, 0, "square");
    expect_near(body("own")->inertia[2], 7, "an inertia that is given wins");
    expect_vector(body("own")->com, 0.2, 0, 0, "own");
    expect_inertia("point", 0, 0, 0, 0, 0, 0);
    expect_vector(body("point")->com, 1.5, 2, 0, "point");
}

Test(model, shapes_in_space_have_their_inertia)
{
    build("trammel: 1\nspace: space\nbodies:\n"
          "  rod: {points: {A: [0, 0, 0], B: [1, 1, 0]}, mass: 12, shape: rod}\n"
          "  square: {points: {A: [0, 0, 0], B: [0, 0, 2]}, mass: 12, shape: {rod: {width: 1}}}\n"
          "  wheel: {mass: 4, shape: {disc: {radius: 1, axis: y}}}\n"
          "  box: {mass: 12, shape: {box: [1, 2, 3]}}\n"
          "  plate: {mass: 12, shape: {polygon: [[0, 0, 0], [0, 2, 0], [0, 2, 1], [0, 0, 1]]}}\n"
          "  tilted: {mass: 12, shape: {polygon: [[0, 0, 0], [1, 1, 0], [1, 1, 1], [0, 0, 1]]}}\n"
          "  full: {mass: 1, inertia: [2, 3, 4, 0.1, 0.2, 0.3]}\n");
    expect_inertia("rod", 1, 1, 2, -1, 0, 0); /* m L^2/12 (1 - u u'), L^2 = 2 */
    expect_inertia("square", 5, 5, 2, 0, 0, 0);
    expect_inertia("wheel", 1, 2, 1, 0, 0, 0);
    expect_inertia("box", 13, 10, 5, 0, 0, 0);
    expect_inertia("plate", 5, 1, 4, 0, 0, 0);
    expect_vector(body("plate")->com, 0, 1, 0.5, "plate");
    expect_inertia("tilted", 2, 2, 2, -1, 0, 0);
    expect_inertia("full", 2, 3, 4, 0.1, 0.2, 0.3);
}

Test(model, drawn_shape_is_placed_at_its_points)
{
    build("trammel: 1\npoints: {A: [1, 1], B: [3, 1]}\nbodies:\n"
          "  disc: {points: [A], mass: 2, shape: {disc: 1}}\n"
          "  rod: {points: [A, B], mass: 3, shape: rod}\n"
          "  loose: {mass: 1, com: B}\n"
          "  framed: {mass: 1, position: [5, 5]}\n");
    expect_vector(body("disc")->com, 1, 1, 0, "disc");
    expect_vector(body("rod")->com, 2, 1, 0, "rod");
    expect_vector(body("loose")->com, 3, 1, 0, "loose");
    cr_expect(body("loose")->drawn);
    cr_expect(!body("framed")->drawn && body("framed")->placed);
}

/* ---- fields of elements ---- */

static const tml_field *common(const char *name)
{
    return tml_field_find(tml_joint_common_fields, tml_joint_common_fields_count, name);
}

Test(model, reads_fields)
{
    build("trammel: 1\nspace: space\nparameters: {k: 5}\npoints: {A: [0, 0, 0], B: [1, 0, 0]}\nbodies:\n"
          "  a: {points: [A]}\n  b: {points: [A, B]}\njoints:\n"
          "  A: {revolute: [a, b], axis: -y, stiffness: 2*k, damping: {rotation: [1, 2, 3]}}\n"
          "  U: {universal: [a.A, b.B], axes: [x, [0, 3, 4]], stiffness: 3 kN/m}\n"
          "  V: {revolute: [ground, a], at: A, axis: [0, 0, 2], stiffness: 4 N*m/rad}\n"
          "  F: {free: [a, b]}\n"
          "forces:\n"
          "  m: {motor: A, torque: 3}\n  s: {spring: [a.A, b.B], stiffness: 4 N/mm}\n  f: {force: b, value: [0, 0, "
          "t]}\n");
    tml_vec3 d[2];
    double v[6];
    const tml_element *A = &model->joints[0], *U = &model->joints[1], *V = &model->joints[2];
    cr_assert(tml_element_direction(resolved, A, common("axis"), d));
    expect_vector(d[0], 0, -1, 0, "axis");
    cr_assert(tml_element_directions(resolved, U, common("axes"), d));
    expect_vector(d[0], 1, 0, 0, "first");
    expect_vector(d[1], 0, 0.6, 0.8, "second");
    cr_assert(tml_element_stiffness(resolved, A, common("stiffness"), v));
    for (int i = 0; i < 6; i++)
        expect_near(v[i], 10, "stiffness without unit");
    cr_assert(tml_element_stiffness(resolved, A, common("damping"), v));
    for (int i = 0; i < 6; i++)
        expect_near(v[i], i < 3 ? 0 : i - 2, "damping");
    cr_assert(tml_element_stiffness(resolved, U, common("stiffness"), v));
    for (int i = 0; i < 6; i++)
        expect_near(v[i], i < 3 ? 3000 : 0, "stiffness of translation");
    cr_assert(tml_element_stiffness(resolved, V, common("stiffness"), v));
    for (int i = 0; i < 6; i++)
        expect_near(v[i], i < 3 ? 0 : 4, "stiffness of rotation");
    cr_expect(!tml_element_stiffness(resolved, U, common("damping"), v));
    const tml_force_class *spring = tml_force_class_find("spring");
    const tml_field *fields = spring->fields;
    cr_assert(
        tml_element_number(resolved, &model->forces[1], tml_field_find(fields, spring->fields_count, "stiffness"), v));
    expect_near(v[0], 4000, "stiffness of a spring");
    cr_assert(
        tml_element_number(resolved, &model->forces[1], tml_field_find(fields, spring->fields_count, "length"), v));
    expect_near(v[0], 0, "preset");
    cr_expect(!tml_element_number(resolved, &model->forces[1], &(tml_field){.name = "nothing"}, v));
    tml_anchor ends[2];
    cr_expect(tml_resolved_joint_ends(resolved, &model->joints[3], ends), "a free joint needs no point");
    cr_expect_eq(tml_resolved_force_ends(resolved, &model->forces[1], ends), 2);
    expect_vector(ends[1].p, 1, 0, 0, "B");
    cr_expect_eq(tml_resolved_force_ends(resolved, &model->forces[2], ends), 1);
    expect_vector(ends[0].p, 0.5, 0, 0, "the centre of mass");
    cr_expect_eq(logged->error_count, 0);
}

Test(model, reads_tables)
{
    char path[512], csv[512];
    snprintf(path, sizeof path, "%s/test-model-table.yaml", TML_BINARY_DIR);
    snprintf(csv, sizeof csv, "%s/test-model-table.csv", TML_BINARY_DIR);
    FILE *file = fopen(csv, "w");
    fputs("# measured\nx, y\n0, 1\n0.5, 2.00000000000000000001e0\n\n1;4\n", file);
    fclose(file);
    file = fopen(path, "w");
    fputs("trammel: 1\nparameters: {a: 'table(0.5, lift)', b: 2, c: 'table(1, line)'}\n"
          "tables: {lift: test-model-table.csv, line: [[0, 0], [1, 1]], scaled: [[0, 0], [b, 3*b]]}\n",
          file);
    fclose(file);
    take(tml_model_load_file(path, forms, FORMS, logged));
    expect_near(parameter("a"), 2, "in a parameter");
    expect_near(parameter("c"), 1, "in a parameter");
    expect_near(tml_curve_jet(tml_resolved_table(resolved, "lift", TML_NOWHERE)->curve, 1).f, 4, "end of the file");
    expect_near(tml_curve_jet(tml_resolved_table(resolved, "scaled", TML_NOWHERE)->curve, 1).f, 3, "of parameters");
    cr_expect_null(tml_resolved_table(resolved, "other", TML_NOWHERE));
    remove(path);
    remove(csv);
}

Test(model, reads_analyses)
{
    build("trammel: 1\nparameters: {k: 1}\nanalyses:\n  - assembly\n"
          "  - dynamics: {end: 2*k, set: {k: 3}, assemble: false}\n  - assembly:\n");
    cr_assert_eq(model->analysis_count, 3);
    double end;
    bool assemble = true;
    cr_expect(tml_element_number(resolved, &model->analyses[1], &dynamics_fields[0], &end));
    expect_near(end, 2, "end");
    cr_expect(tml_element_bool(resolved, &model->analyses[1], &tml_analysis_common_fields[1], &assemble));
    cr_expect(!assemble);
    cr_expect(tml_element_bool(resolved, &model->analyses[2], &tml_analysis_common_fields[1], &assemble));
    cr_expect(assemble, "the preset");
}

Test(model, reads_drivers)
{
    load("arm-inverse");
    cr_assert_eq(model->driver_count, 3);
    cr_expect_str_eq(model->drivers[2].name, "pitch");
    cr_expect_str_eq(model->drivers[2].channel.name, "hand.angle");
    cr_expect_str_eq(model->drivers[2].channel.text, "atan2(0.9, -0.8) - pi/2");
    cr_expect_eq(model->drivers[2].channel.place.line, 20);
    cr_expect_eq(tml_names_find(&model->names, "pitch"), 4 + 3 + 2);
}

static void expect_reads_back(const char *kind, const char *example)
{
    build(example);
    char *text = tml_model_text(model);
    const tml_node *again = tml_node_parse(&arena, text, strlen(text), "again", logged);
    cr_expect(tml_node_same(model->root, again), "%s: %s", kind, example);
    free(text);
}

Test(model, reads_every_example)
{
    each_example(expect_reads_back);
}

/* ---- the schema ---- */

Test(model, has_a_schema_that_names_every_key)
{
    char *schema = tml_schema_build(forms, FORMS), name[64];
    cr_assert_not_null(schema);
    const tml_node *root = tml_node_parse(&arena, schema, strlen(schema), "schema", logged);
    cr_assert_not_null(root, "not JSON: %s", tml_log_get(logged, 0).text);
    const tml_node *defs = tml_node_find(root, "$defs"), *properties = tml_node_find(root, "properties");
    for (size_t i = 0; i < tml_section_fields_count; i++)
        cr_expect_not_null(tml_node_find(properties, tml_section_fields[i].name));
    const tml_node *body_keys = tml_node_find(tml_node_find(defs, "body"), "properties");
    for (size_t i = 0; i < tml_body_fields_count; i++)
        cr_expect_not_null(tml_node_find(body_keys, tml_body_fields[i].name));
    cr_expect_eq(tml_node_find(tml_node_find(defs, "joint"), "anyOf")->count, tml_joint_class_count);
    cr_expect_eq(tml_node_find(tml_node_find(defs, "force"), "anyOf")->count, tml_force_class_count);
    cr_expect_eq(tml_node_find(tml_node_find(defs, "analysis"), "anyOf")->count, 2 * FORMS);
    for (const char *ref = strstr(schema, "#/$defs/"); ref; ref = strstr(ref + 1, "#/$defs/")) {
        snprintf(name, sizeof name, "%.*s", (int)strcspn(ref + 8, "\""), ref + 8);
        cr_expect_not_null(tml_node_find(defs, name), "%s is not defined", name);
    }
    free(schema);
}
