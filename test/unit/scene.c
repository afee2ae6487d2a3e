/* scene.c - scenes of the workbench: JSON for every model, joints that close, the numbers of the mechanism, and scenes of incomplete
 * models. */
#include "geometry/vector.h"
#include "model/node.h"
#include "run/run.h"
#include "support/examples.h"
#include <criterion/criterion.h>
#include <glob.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static tml_log *logged;
static tml_model *model;
static tml_arena arena;
static char *text;
static const tml_node *scene; /* of the text */

static void set_up(void)
{
    logged = tml_log_make();
}

static void forget(void)
{
    free(text);
    text = NULL;
    tml_model_free(model);
    model = NULL;
    tml_arena_free(&arena);
    scene = NULL;
}

static void tear_down(void)
{
    forget();
    tml_log_free(logged);
}

TestSuite(scene, .init = set_up, .fini = tear_down);

/* ---- making and reading them ---- */

static void show(void)
{
    for (size_t i = 0; i < tml_log_count(logged); i++)
        cr_log_error("%d:%d: %s", tml_log_get(logged, i).place.line, tml_log_get(logged, i).place.column,
                     tml_log_get(logged, i).text);
}

static void expect_json(const char *name)
{
    const size_t length = strlen(text);
    json_error_t error;
    json_t *root = json_loadb(text, length, JSON_REJECT_DUPLICATES, &error);
    cr_expect_not_null(root, "%s: %s, line %d", name, error.text, error.line);
    json_decref(root);
}

static void make_scene(tml_model *made, const char *name, tml_status expected)
{
    if (!made)
        show();
    cr_assert_not_null(made, "%s", name);
    model = made;
    const tml_status status = tml_scene_text(model, &text, logged);
    if (status != expected)
        show();
    cr_assert_eq(status, expected, "%s: status %d", name, (int)status);
    cr_assert_not_null(text, "%s", name);
    expect_json(name);
    scene = tml_node_parse(&arena, text, strlen(text), name, logged);
    cr_assert_not_null(scene, "%s", name);
}

static void draw_status(const char *yaml, tml_status expected)
{
    forget();
    make_scene(tml_model_parse(yaml, strlen(yaml), "test", logged), "test", expected);
}

static void draw(const char *yaml)
{
    draw_status(yaml, TML_OK);
}

static void load(const char *path)
{
    char all[512];
    forget();
    snprintf(all, sizeof all, "%s%s%s", path[0] == '/' ? "" : TML_SOURCE_DIR, path[0] == '/' ? "" : "/", path);
    make_scene(tml_model_load(all, logged), path, TML_OK);
}

static const tml_node *member(const tml_node *of, const char *key)
{
    const tml_node *found = tml_node_find(of, key);
    cr_assert_not_null(found, "no member %s", key);
    return found;
}

static double number(const tml_node *node)
{
    char *end;
    cr_assert_eq(node->kind, TML_NODE_SCALAR);
    const double x = strtod(node->text, &end);
    cr_assert(!*end && end > node->text, "not a number: %s", node->text);
    return x;
}

static const tml_node *named(const char *list, const char *name)
{
    const tml_node *all = member(scene, list);
    for (int i = 0; i < all->count; i++)
        if (tml_node_is(member(all->items[i], "name"), name))
            return all->items[i];
    cr_assert_fail("%s: no %s", list, name);
    return NULL;
}

static tml_vec3 vector(const tml_node *list)
{
    cr_assert_eq(list->count, 3);
    return (tml_vec3){number(list->items[0]), number(list->items[1]), number(list->items[2])};
}

#define EXPECT_NUMBER(node, expected)                                                                                  \
    cr_expect_float_eq(number(node), expected, 1e-12, "%s is %.17g", #node, number(node))

static void expect_vector(const tml_node *list, double x, double y, double z)
{
    const tml_vec3 v = vector(list);
    cr_expect(tml_norm(tml_sub(v, (tml_vec3){x, y, z})) < 1e-12, "%.17g %.17g %.17g, not %.17g %.17g %.17g", v.x, v.y,
              v.z, x, y, z);
}

static void expect_place(const tml_node *placed, int line, int column)
{
    cr_expect_eq((int)number(member(placed, "line")), line);
    cr_expect_eq((int)number(member(placed, "column")), column);
}

static bool is_true(const char *key)
{
    return tml_node_is(member(scene, key), "true");
}

static int coordinates(void)
{
    return (int)number(member(scene, "dof"));
}

/* ---- where things are ---- */

static tml_mat3 rotation_of(const tml_node *body)
{
    const tml_node *q = member(member(body, "pose"), "q");
    return tml_quat_matrix(
        (tml_quat){number(q->items[0]), number(q->items[1]), number(q->items[2]), number(q->items[3])});
}

static const tml_node *body_of(const tml_node *joint, int side)
{
    return member(scene, "bodies")->items[(int)number(member(joint, "bodies")->items[side])];
}

/* A joint's point, or axis, on ground axes. */
static tml_vec3 place_of(const tml_node *joint, int side)
{
    const tml_node *body = body_of(joint, side);
    const tml_mat3 R = rotation_of(body);
    const tml_vec3 p = vector(member(joint, "points")->items[side]), com = vector(member(body, "com"));
    return tml_add(vector(member(member(body, "pose"), "at")), tml_rotate(&R, tml_sub(p, com)));
}

static tml_vec3 axis_of(const tml_node *joint, int side)
{
    const tml_mat3 R = rotation_of(body_of(joint, side));
    return tml_rotate(&R, vector(member(joint, "axes")->items[side]));
}

static bool is_one_of(const tml_node *joint, const char *types)
{
    return strstr(types, member(joint, "type")->text) != NULL;
}

static void expect_closed(const char *name)
{
    const tml_node *joints = member(scene, "joints");
    for (int i = 0; i < joints->count; i++) {
        const tml_node *j = joints->items[i];
        const char *joint = member(j, "name")->text;
        const tml_vec3 gap = tml_sub(place_of(j, 1), place_of(j, 0)), a = axis_of(j, 0), b = axis_of(j, 1);
        if (is_one_of(j, "revolute spherical universal fixed"))
            cr_expect(tml_norm(gap) < 1e-9, "%s: joint %s open by %g", name, joint, tml_norm(gap));
        if (is_one_of(j, "prismatic"))
            cr_expect(tml_norm(tml_cross(gap, a)) < 1e-9, "%s: joint %s off its line", name, joint);
        if (is_one_of(j, "revolute prismatic cylindrical screw parallel"))
            cr_expect(tml_norm(tml_sub(a, b)) < 1e-9, "%s: axes of %s apart", name, joint);
        if (is_one_of(j, "distance"))
            cr_expect_float_eq(tml_norm(gap), number(member(member(j, "numbers"), "length")), 1e-9, "%s: %s", name,
                               joint);
    }
}

static void draw_all(const char *pattern, size_t least)
{
    glob_t found;
    cr_assert_eq(glob(pattern, 0, NULL, &found), 0);
    cr_expect_geq(found.gl_pathc, least);
    for (size_t i = 0; i < found.gl_pathc; i++) {
        load(found.gl_pathv[i]);
        if (strstr(found.gl_pathv[i], "chang/a3.yaml")) /* open, and taken so */
            continue;
        cr_expect(is_true("assembled"), "%s", found.gl_pathv[i]);
        cr_expect(coordinates() >= 0, "%s", found.gl_pathv[i]);
        expect_closed(found.gl_pathv[i]);
    }
    globfree(&found);
}

Test(scene, every_model_is_drawn_closed)
{
    draw_all(TML_SOURCE_DIR "/models/*/*.yaml", 20);
    draw_all(TML_SOURCE_DIR "/docs/guide/*.yaml", 6);
}

static void expect_example_closes(const char *kind, const char *example)
{
    draw(example);
    cr_expect(is_true("assembled"));
    expect_closed(kind);
}

Test(scene, every_example_is_drawn_closed)
{
    each_example(expect_example_closes);
}

/* ---- numbers ---- */

/* A = 2 (cos 60, sin 60), B at distance 4 from A and from C = (2.5, 0). */
Test(scene, fourbar_has_its_assembled_poses)
{
    load("models/fourbar/fourbar.yaml");
    const double pi = TML_PI, ax = 2 * cos(pi / 3), ay = 2 * sin(pi / 3), dx = 2.5 - ax, dy = -ay, d = hypot(dx, dy);
    const double h = sqrt(16 - d * d / 4), bx = ax + dx / 2 - h * dy / d, by = ay + dy / 2 + h * dx / d;
    cr_expect(tml_node_is(member(scene, "title"), "Four-bar linkage under a constant crank torque"));
    cr_expect(tml_node_is(member(scene, "space"), "false"));
    EXPECT_NUMBER(member(scene, "size"), 4);
    expect_vector(member(scene, "gravity"), 0, -9.81, 0);
    cr_expect_eq(coordinates(), 1);

    const tml_node *crank = named("bodies", "crank"), *coupler = named("bodies", "coupler");
    cr_expect(tml_node_is(member(member(scene, "bodies")->items[0], "name"), "ground"));
    EXPECT_NUMBER(member(crank, "mass"), 1);
    EXPECT_NUMBER(member(crank, "inertia")->items[2], 0.3);
    expect_vector(member(crank, "com"), 1, 0, 0);
    expect_vector(member(member(crank, "pose"), "at"), ax / 2, ay / 2, 0);
    EXPECT_NUMBER(member(member(crank, "pose"), "angle"), pi / 3);
    EXPECT_NUMBER(member(member(crank, "pose"), "q")->items[3], 0.5);
    expect_vector(member(member(coupler, "pose"), "at"), (ax + bx) / 2, (ay + by) / 2, 0);
    EXPECT_NUMBER(member(member(coupler, "pose"), "angle"), atan2(by - ay, bx - ax));
    cr_expect(tml_node_is(member(crank, "drawn"), "false"));
    expect_place(crank, 11, 3);
    expect_place(member(crank, "points")->items[1], 11, 34);
    expect_vector(member(member(crank, "points")->items[1], "at"), 2, 0, 0);
    cr_expect(tml_node_is(member(member(crank, "shape"), "kind"), "none"));

    const tml_node *B = named("joints", "B"), *motor = named("forces", "motor");
    expect_vector(member(B, "points")->items[0], 4, 0, 0);
    expect_vector(member(B, "axes")->items[0], 0, 0, 0);
    EXPECT_NUMBER(member(member(named("joints", "O"), "coordinates")->items[0], "value"), pi / 3);
    EXPECT_NUMBER(member(member(B, "coordinates")->items[0], "value"), atan2(by, bx - 2.5) - atan2(by - ay, bx - ax));
    cr_expect(tml_node_is(member(member(B, "coordinates")->items[0], "channel"), "B.angle"));
    EXPECT_NUMBER(member(member(motor, "numbers"), "value"), 39.75);
    expect_vector(member(motor, "points")->items[0], 1, 0, 0);
    cr_expect(tml_node_is(member(member(scene, "analyses")->items[0], "kind"), "dynamics"));
    EXPECT_NUMBER(member(named("parameters", "torque"), "value"), 39.75);
    expect_place(named("parameters", "torque"), 7, 3);
}

Test(scene, drawing_is_in_the_scene)
{
    load("docs/guide/wiper.yaml");
    const tml_node *rod = named("bodies", "rod"), *ground = named("bodies", "ground"), *rub = named("forces", "rub");
    cr_expect_eq(member(scene, "drawing")->count, 5);
    expect_vector(member(named("drawing", "T"), "at"), 0.18, 0.56, 0);
    expect_place(named("drawing", "A"), 3, 21);
    cr_expect(tml_node_is(member(rod, "drawn"), "true"));
    cr_expect(tml_node_is(member(ground, "drawn"), "true"));
    cr_expect_eq(member(ground, "points")->count, 0);
    expect_place(ground, 0, 0);
    expect_place(member(rod, "points")->items[1], 6, 23);
    expect_vector(member(rod, "com"), 0.12, 0.0575, 0);
    expect_vector(member(member(rod, "shape"), "from"), -0.01, 0.045, 0);
    expect_vector(member(member(rod, "shape"), "to"), 0.25, 0.07, 0);
    cr_expect_null(tml_node_find(member(rod, "shape"), "width"));
    expect_vector(member(member(rod, "pose"), "at"), 0.12, 0.0575, 0);
    expect_vector(member(rub, "points")->items[0], 0.18, 0.56, 0);
    EXPECT_NUMBER(member(member(rub, "numbers"), "linear"), 3);
    cr_expect(tml_node_is(member(named("drivers", "turn"), "text"), "2*pi*t"));
    cr_expect(tml_node_is(member(named("drivers", "turn"), "channel"), "O.angle"));
    cr_expect_eq(coordinates(), 0);
}

Test(scene, display_units_are_in_the_scene_and_change_no_number)
{
    const char *body = "bodies: {ground: {}, rod: {mass: 1, inertia: 1, points: {A: [0.25, 0]}}}\n";
    char yaml[256];
    snprintf(yaml, sizeof yaml, "trammel: 1\ndisplay: {length: mm, speed: rpm}\n%s", body);
    draw(yaml);
    const tml_node *display = member(scene, "display");
    cr_expect(tml_node_is(member(display, "length"), "mm"));
    cr_expect(tml_node_is(member(display, "speed"), "rpm"));
    cr_expect_null(tml_node_find(display, "force"));
    cr_expect_float_eq(number(member(member(named("bodies", "rod"), "points")->items[0], "at")->items[0]), 0.25, 0);
    snprintf(yaml, sizeof yaml, "trammel: 1\n%s", body);
    draw(yaml);
    cr_expect_null(tml_node_find(scene, "display"));
}

Test(scene, groups_are_in_the_scene_and_a_background_changes_nothing)
{
    const char *body = "bodies: {ground: {}, rod: {mass: 1, inertia: 1, points: {A: [0.25, 0]}}}\n";
    char yaml[400];
    snprintf(yaml, sizeof yaml, "trammel: 1\n%sgroups: {still: {of: [rod], hidden: true}, rest: {of: []}}\n", body);
    draw(yaml);
    const tml_node *still = named("groups", "still"), *rest = named("groups", "rest");
    cr_expect(tml_node_is(member(still, "of")->items[0], "rod"));
    cr_expect(tml_node_is(member(still, "hidden"), "true"));
    cr_expect(tml_node_is(member(still, "locked"), "false"));
    cr_expect_eq(member(rest, "of")->count, 0);
    snprintf(yaml, sizeof yaml, "trammel: 1\n%sbackground: {image: \"data:image/png;base64,AA==\", width: 300 mm}\n",
             body);
    draw(yaml);
    cr_expect_null(tml_node_find(scene, "groups"));
    cr_expect_null(tml_node_find(scene, "background"));
    cr_expect_eq(member(scene, "bodies")->count, 2);
}

Test(scene, unknown_display_unit_is_an_error_at_its_place)
{
    const char *yaml = "trammel: 1\ndisplay: {length: inch}\nbodies: {ground: {}}\n";
    cr_expect_null(tml_model_parse(yaml, strlen(yaml), "test", logged));
    cr_assert_eq(tml_log_count(logged), 1);
    const tml_message message = tml_log_get(logged, 0);
    cr_expect_eq(message.place.line, 2);
    cr_expect_eq(message.place.column, 19);
    cr_expect(strstr(message.text, "m, mm, cm, in or ft") != NULL, "%s", message.text);
}

Test(scene, spatial_bodies_have_their_pose)
{
    load("docs/guide/swing-ride.yaml");
    const tml_node *seat = named("bodies", "seat"), *H = named("joints", "H");
    cr_expect(is_true("space"));
    expect_vector(member(scene, "gravity"), 0, 0, -9.81);
    expect_vector(member(seat, "com"), 0, 0, -4);
    expect_vector(member(member(seat, "pose"), "at"), 1, 0, -4);
    EXPECT_NUMBER(member(member(seat, "pose"), "q")->items[0], 1);
    EXPECT_NUMBER(member(seat, "inertia")->items[2], 2);
    expect_vector(member(H, "points")->items[0], 1, 0, 0);
    expect_vector(member(H, "axes")->items[0], 0, -1, 0);
    expect_vector(member(H, "axes")->items[1], 0, -1, 0);
    cr_expect_eq(member(named("forces", "air"), "numbers")->count, 0, "they vary");
}

/* ---- meshes ---- */

#define MESHED(body) "trammel: 1\nspace: space\nbodies:\n  b: {" body "}\n"

static void expect_refused(const char *yaml, const char *part)
{
    forget();
    const size_t before = tml_log_count(logged);
    model = tml_model_parse(yaml, strlen(yaml), "test", logged);
    if (model)
        tml_scene_text(model, &text, logged);
    for (size_t i = before; i < tml_log_count(logged); i++)
        if (strstr(tml_log_get(logged, i).text, part))
            return;
    show();
    cr_expect_fail("not told: %s", part);
}

Test(scene, a_mesh_is_drawn_and_has_no_mass)
{
    draw(MESHED("mass: 2, com: [1, 0, 0], inertia: [1, 2, 3], points: {A: [5, 6, 7]}, shapes: ["
                "{mesh: {file: meshes/b.stl, scale: 0.001, at: A, orientation: {axis: z, angle: 180 deg}}}, "
                "{mesh: c.obj}, {mesh: {file: d.dae, scale: [1, -2, 3]}}]"));
    const tml_node *b = named("bodies", "b"), *shapes = member(member(b, "shape"), "shapes"), *first = shapes->items[0];
    cr_expect_eq(shapes->count, 3);
    cr_expect_str_eq(member(first, "kind")->text, "mesh");
    cr_expect_str_eq(member(first, "file")->text, "meshes/b.stl");
    expect_vector(member(first, "scale"), 0.001, 0.001, 0.001);
    expect_vector(member(first, "at"), 5, 6, 7);
    EXPECT_NUMBER(member(first, "q")->items[3], 1);
    expect_vector(member(shapes->items[1], "at"), 0, 0, 0);
    EXPECT_NUMBER(member(shapes->items[1], "q")->items[0], 1);
    expect_vector(member(shapes->items[2], "scale"), 1, -2, 3);
    EXPECT_NUMBER(member(b, "mass"), 2);
    EXPECT_NUMBER(member(b, "inertia")->items[2], 3);
    /* beside a box of 1 x 2 x 3 m and 12 kg it changes nothing: Izz = 12 (1 + 4)/12 */
    draw(MESHED("mass: 12, shapes: [{mesh: a.stl, at: [9, 9, 9]}, {box: [1, 2, 3], at: [1, 1, 1]}]"));
    expect_vector(member(named("bodies", "b"), "com"), 1, 1, 1);
    EXPECT_NUMBER(member(named("bodies", "b"), "inertia")->items[2], 5);
    /* alone it is as no shape: the com is the mean of the points */
    draw(MESHED("mass: 1, points: {A: [0, 0, 2], B: [0, 0, 4]}, shape: {mesh: {file: a.stl, at: [9, 9, 9]}}"));
    expect_vector(member(named("bodies", "b"), "com"), 0, 0, 3);
}

Test(scene, what_a_mesh_cannot_have_is_told)
{
    expect_refused(MESHED("density: 1000, shape: {mesh: a.stl}"), "a density needs a volume, and a mesh is only drawn");
    expect_refused(MESHED("density: 1000, shapes: [{mesh: a.stl}]"),
                   "a density needs a volume, and a mesh is only drawn");
    expect_refused(MESHED("mass: 1, shapes: [{mesh: a.stl, density: 1}]"), "is only drawn: it has no mass");
    expect_refused(MESHED("mass: 1, shapes: [{box: [1, 1, 1]}, {mesh: a.stl, hole: true}]"), "is no hole");
    expect_refused(MESHED("mass: 1, shapes: [{mesh: a.stl}, {sphere: 1, hole: true}]"),
                   "a hole needs a shape before it");
    expect_refused(MESHED("mass: 1, shape: {mesh: {scale: 1}}"), "file");
    expect_refused(MESHED("mass: 1, shape: {mesh: {file: a.stl, scale: 0}}"), "scale must not be zero");
    expect_refused(MESHED("mass: 1, shape: {mesh: {file: a.stl, scale: [1, 2]}}"), "a number, or a list of 3");
    expect_refused(MESHED("mass: 1, shape: {mesh: {file: a.stl, orientation: [1, 1, 0, 0]}}"), "has length 1");
}

/* Four revolutions about a tilted axis: the quaternion does not show them, the joint coordinate does. */
Test(scene, revolutions_are_counted)
{
    draw("trammel: 1\nspace: space\ngravity: none\n"
         "bodies:\n"
         "  ground: {points: {O: [0, 0, 0]}}\n"
         "  top: {points: {O: [0, 0, 0], P: [1, 0, 0]}, com: [1, 0, 0], mass: 1, inertia: [1, 1, 1]}\n"
         "joints: {O: {revolute: [ground, top], axis: [0, 1, 1]}}\n"
         "initial: {O.angle: 4*2*pi + 90 deg}\n");
    const tml_node *top = named("bodies", "top");
    cr_expect_float_eq(number(member(member(named("joints", "O"), "coordinates")->items[0], "value")), 8.5 * TML_PI,
                       1e-9);
    const tml_vec3 at = vector(member(member(top, "pose"), "at"));
    cr_expect(fabs(at.x) < 1e-9 && fabs(at.y - sqrt(0.5)) < 1e-9 && fabs(at.z + sqrt(0.5)) < 1e-9, "%g %g %g", at.x,
              at.y, at.z);
}

#define SLIDER                                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "parameters: {r: 40 mm, k: 2*r + 1 m}\n"                                                                           \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {A: [0, 0], B: [1, 0], S: [0, -r]}, shape: {box: [3, 0.1]}}\n"                                 \
    "  sun:    {points: {A: [0, 0]}, shape: {disc: r}, mass: 1}\n"                                                     \
    "  planet: {points: {B: [0, 0]}, shape: {sphere: {diameter: 0.2, at: [0.5, 0]}}, com: [0.5, 0]}\n"                 \
    "  bar:    {points: {S: [0, 0], T: [1, 0]}, angle: 30 deg, mass: 2, shape: {rod: {width: 5 mm, thickness: 1 "      \
    "mm}}}\n"                                                                                                          \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, sun]}\n"                                                                                 \
    "  B: {revolute: [planet, ground], stiffness: {translation: [1e6, 2e6]}, damping: 100}\n"                          \
    "  S: {prismatic: [ground, bar], axis: [3, 4]}\n"                                                                  \
    "  mesh: {gear: [A, B], ratio: -1/2}\n"                                                                            \
    "  teeth: {rack: [A, S], radius: r, offset: 10 mm}\n"                                                              \
    "  link: {distance: [sun, bar.T], length: 2}\n"                                                                    \
    "forces:\n"                                                                                                        \
    "  push:  {force: bar.T, value: [2*k, 5*t], axes: body}\n"                                                         \
    "  drive: {motor: S, force: 2.5 kN}\n"                                                                             \
    "  coil:  {torsion: A, stiffness: 3, angle: 90 deg}\n"                                                             \
    "  twist: {torsion: [sun, planet], stiffness: 4}\n"                                                                \
    "  hold:  {spring: [ground.B, bar.T], stiffness: 50 kN/m, length: r}\n"                                            \
    "analyses:\n"                                                                                                      \
    "  - dynamics: {end: 1, output: 0.1, assemble: false}\n"                                                           \
    "  - modes\n"

/* Poses as they are written: the bar's guess slides along (3, 4)/5 though it is rotated. */
Test(scene, couplings_compliant_joints_and_forces_are_in_the_scene)
{
    draw(SLIDER);
    cr_expect(!is_true("assembled"));
    cr_expect_eq(coordinates(), 3 * 3 - 2 - 2 - 1 - 1 - 1, "counted in the drawn configuration");
    const tml_node *mesh = named("joints", "mesh"), *B = named("joints", "B"), *S = named("joints", "S");
    cr_expect(tml_node_is(member(mesh, "joints")->items[0], "A") && tml_node_is(member(mesh, "joints")->items[1], "B"));
    cr_expect_eq((int)number(member(mesh, "bodies")->items[0]), 1, "the sun, not what carries it");
    cr_expect_eq((int)number(member(mesh, "bodies")->items[1]), 2, "the planet, though it comes first in its joint");
    EXPECT_NUMBER(member(member(mesh, "numbers"), "ratio"), -0.5);
    EXPECT_NUMBER(member(member(named("joints", "teeth"), "numbers"), "offset"), 0.01);
    cr_expect(tml_node_is(member(B, "compliant"), "true"));
    cr_expect(tml_node_is(member(S, "compliant"), "false"));
    EXPECT_NUMBER(member(member(B, "numbers"), "stiffness.translation.y"), 2e6);
    EXPECT_NUMBER(member(member(B, "numbers"), "damping"), 100);
    expect_vector(member(S, "axes")->items[0], 0.6, 0.8, 0);
    EXPECT_NUMBER(member(member(named("bodies", "bar"), "pose"), "angle"), TML_PI / 6);

    const tml_node *push = named("forces", "push"), *drive = named("forces", "drive"), *coil = named("forces", "coil");
    cr_expect(tml_node_is(member(push, "axes"), "body"));
    cr_expect_eq(member(push, "bodies")->count, 1);
    expect_vector(member(push, "points")->items[0], 1, 0, 0);
    EXPECT_NUMBER(member(member(push, "numbers"), "value.x"), 2.16);
    cr_expect_null(tml_node_find(member(push, "numbers"), "value.y"));
    cr_expect(tml_node_is(member(drive, "joint"), "S") && tml_node_is(member(drive, "coordinate"), "S.displacement"));
    EXPECT_NUMBER(member(member(drive, "numbers"), "force"), 2500);
    cr_expect(tml_node_is(member(coil, "joint"), "A") && tml_node_is(member(coil, "coordinate"), "A.angle"));
    EXPECT_NUMBER(member(member(coil, "numbers"), "angle"), TML_PI / 2);
    cr_expect_null(tml_node_find(named("forces", "twist"), "joint"));
    cr_expect_eq(member(named("forces", "twist"), "bodies")->count, 2);
    expect_vector(member(named("forces", "twist"), "points")->items[1], 0.5, 0, 0);
    EXPECT_NUMBER(member(member(named("forces", "hold"), "numbers"), "length"), 0.04);
    cr_expect(tml_node_is(member(named("parameters", "k"), "unit"), "m"));
    cr_expect(tml_node_is(member(named("parameters", "k"), "text"), "2*r + 1 m"));
    EXPECT_NUMBER(member(named("parameters", "k"), "value"), 1.08);
    cr_expect_eq(member(scene, "analyses")->count, 2);
}

/* The hand of a worm: which way its threads are drawn. */
Test(scene, words_that_joints_choose_are_in_the_scene)
{
    draw("trammel: 1\n"
         "space: space\n"
         "points: {A: [0, 0, 0], B: [0, 0.1, 0]}\n"
         "bodies:\n"
         "  worm: {points: [A], mass: 1, inertia: [1, 1, 1]}\n"
         "  wheel: {points: [B], mass: 1, inertia: [1, 1, 1]}\n"
         "joints:\n"
         "  A: {revolute: [ground, worm], axis: x}\n"
         "  B: {revolute: [ground, wheel], axis: z}\n"
         "  mesh: {worm: [A, B], teeth: 40, diameter: 40 mm, hand: left}\n");
    cr_expect(tml_node_is(member(member(named("joints", "mesh"), "words"), "hand"), "left"));
    cr_expect_null(tml_node_find(named("joints", "A"), "words"));
}

static const tml_node *shape_of(const char *body)
{
    return member(named("bodies", body), "shape");
}

Test(scene, shapes_are_in_the_scene)
{
    draw(SLIDER);
    expect_vector(member(shape_of("ground"), "size"), 3, 0.1, 0);
    EXPECT_NUMBER(member(shape_of("sun"), "radius"), 0.04);
    cr_expect_null(tml_node_find(shape_of("sun"), "thickness"));
    expect_vector(member(shape_of("sun"), "axis"), 0, 0, 1);
    EXPECT_NUMBER(member(shape_of("planet"), "radius"), 0.1);
    expect_vector(member(shape_of("planet"), "at"), 0.5, 0, 0);
    EXPECT_NUMBER(member(shape_of("bar"), "width"), 0.005);
    expect_vector(member(shape_of("bar"), "to"), 1, 0, 0);
    draw("trammel: 1\nspace: space\nbodies:\n"
         "  drum:  {shape: {cylinder: {radius: 0.1, length: 0.3, axis: x, at: [1, 2, 3]}}, density: 1000}\n"
         "  block: {shape: {box: {size: [1, 2, 3]}}, mass: 1, com: [0, 0, 1]}\n"
         "  plate: {points: {P: [1, 0, 0], Q: [0, 1, 0], R: [0, 0, 1]}, shape: {polygon: {thickness: 0.01}}, mass: "
         "1}\n");
    expect_vector(member(shape_of("drum"), "at"), 1, 2, 3);
    expect_vector(member(shape_of("drum"), "axis"), 1, 0, 0);
    EXPECT_NUMBER(member(shape_of("drum"), "length"), 0.3);
    expect_vector(member(shape_of("block"), "size"), 1, 2, 3);
    expect_vector(member(shape_of("block"), "at"), 0, 0, 1);
    cr_expect_eq(member(shape_of("plate"), "corners")->count, 3);
    expect_vector(member(shape_of("plate"), "corners")->items[1], 0, 1, 0);
    EXPECT_NUMBER(member(shape_of("plate"), "thickness"), 0.01);
    cr_expect_eq(coordinates(), 18);
}

/* ---- against runs ---- */

/* Channels are those of the motion, and each body begins where it is drawn. */
static void expect_begins(const char *path)
{
    load(path);
    tml_live *live = NULL;
    cr_assert_eq(
        tml_live_make(model, &(tml_live_options){.size = sizeof(tml_live_options), .step = 1e-3}, &live, logged),
        TML_OK, "%s", path);
    const tml_table *table = tml_live_channels(live);
    const tml_node *channels = member(scene, "channels"), *bodies = member(scene, "bodies");
    cr_assert_eq((size_t)channels->count, tml_table_columns(table), "%s", path);
    for (int i = 0; i < channels->count; i++) {
        cr_expect(tml_node_is(member(channels->items[i], "name"), tml_table_name(table, (size_t)i)));
        cr_expect(tml_node_is(member(channels->items[i], "unit"), tml_table_unit(table, (size_t)i)));
    }
    for (int i = 1; i < bodies->count; i++) {
        static const char *const axes[] = {"x", "y"};
        for (int k = 0; k < 2; k++) {
            char channel[128];
            snprintf(channel, sizeof channel, "%s.%s", member(bodies->items[i], "name")->text, axes[k]);
            const double x = number(member(member(bodies->items[i], "pose"), "at")->items[k]);
            cr_expect_float_eq(tml_live_value(live, tml_live_channel(live, channel)), x, 1e-9, "%s: %s", path, channel);
        }
    }
    tml_live_free(live);
}

Test(scene, scene_is_the_start_of_the_motion)
{
    expect_begins("models/fourbar/fourbar.yaml");
    expect_begins("models/andrews/andrews.yaml");
    expect_begins("models/a04-bricard/a04-bricard.yaml");
    expect_begins("models/slider-crank/slider-crank.yaml");
    expect_begins("models/a02-fourbars-40/a02-fourbars-40.yaml");
}

Test(scene, scene_follows_parameters)
{
    const char *yaml = "trammel: 1\nparameters:\n  r: 2\nbodies: {b: {points: {P: [r, 0]}, position: [r, 0]}}\n";
    cr_assert_not_null(model = tml_model_parse(yaml, strlen(yaml), "test", logged));
    cr_assert_eq(tml_model_set(model, "r", "2 + 3", logged), TML_OK);
    make_scene(model, "test", TML_OK);
    expect_vector(member(member(named("bodies", "b"), "points")->items[0], "at"), 5, 0, 0);
    EXPECT_NUMBER(member(named("parameters", "r"), "value"), 5);
    cr_expect(tml_node_is(member(named("parameters", "r"), "text"), "2 + 3"));
    expect_place(named("parameters", "r"), 3, 3);
}

/* ---- half drawn ---- */

Test(scene, empty_model_has_an_empty_scene)
{
    draw("trammel: 1\n");
    cr_expect(is_true("assembled"));
    cr_expect_eq(coordinates(), 0);
    cr_expect_eq(member(scene, "bodies")->count, 1);
    cr_expect_eq(member(scene, "joints")->count, 0);
    cr_expect(member(scene, "channels")->count > 0);
    cr_expect(number(member(scene, "size")) > 0);
    draw("trammel: 1\ntitle: \"a \\\"quoted\\\"\\ttitle\"\nspace: space\ngravity: none\n");
    cr_expect(tml_node_is(member(scene, "title"), "a \"quoted\"\ttitle"));
    expect_vector(member(scene, "gravity"), 0, 0, 0);
}

Test(scene, points_that_no_body_uses_are_in_the_scene)
{
    draw("trammel: 1\npoints:\n  A: [1, 2]\n  B: [3, 4]\n");
    cr_expect_eq(member(scene, "drawing")->count, 2);
    expect_vector(member(named("drawing", "B"), "at"), 3, 4, 0);
    expect_place(named("drawing", "B"), 4, 3);
}

Test(scene, bodies_without_joints_masses_or_points_are_in_the_scene)
{
    draw("trammel: 1\npoints: {A: [1, 2], B: [3, 4]}\nbodies:\n  link: {points: [A, B]}\n  rest:\n"
         "  own: {points: {P: [1, 0]}, position: [2, 2], angle: 90 deg}\n");
    cr_expect(is_true("assembled"));
    cr_expect_eq(coordinates(), 9);
    expect_vector(member(member(named("bodies", "link"), "pose"), "at"), 2, 3, 0);
    expect_vector(member(member(named("bodies", "own"), "pose"), "at"), 2, 3, 0);
    EXPECT_NUMBER(member(named("bodies", "link"), "mass"), 0);
    cr_expect_eq(member(named("bodies", "rest"), "points")->count, 0);
    cr_expect_eq(tml_log_count(logged), 0);
}

Test(scene, compliant_joints_alone_make_a_scene)
{
    draw("trammel: 1\nbodies:\n  ground: {points: {O: [0, 0]}}\n"
         "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, inertia: 1, position: [0.1, 0.2]}\n"
         "joints: {O: {revolute: [ground, arm], stiffness: 1e6}}\n");
    cr_expect(is_true("assembled"));
    cr_expect_eq(coordinates(), 3);
    expect_closed("compliant");
}

/* Three rods of which no triangle can be made. */
#define OPEN                                                                                                           \
    "trammel: 1\nbodies:\n"                                                                                            \
    "  ground: {points: {O: [0, 0], C: [10, 0]}}\n"                                                                    \
    "  one: {points: {O: [0, 0], A: [2, 0]}, position: [0, 0], angle: 90 deg}\n"                                       \
    "  two: {points: {A: [0, 0], C: [3, 0]}, position: [0, 2]}\n"                                                      \
    "joints:\n  O: {revolute: [ground, one]}\n  A: {revolute: [one, two]}\n  C: {revolute: [ground, two]}\n"

Test(scene, model_that_cannot_be_assembled_is_drawn_as_written)
{
    draw_status(OPEN, TML_FAILED);
    cr_expect(!is_true("assembled"));
    cr_expect_eq(coordinates(), -1);
    cr_expect(tml_log_count(logged) > 0);
    expect_vector(member(member(named("bodies", "one"), "pose"), "at"), 0, 1, 0);
    expect_vector(member(member(named("bodies", "two"), "pose"), "at"), 1.5, 2, 0);
    EXPECT_NUMBER(member(member(named("joints", "O"), "coordinates")->items[0], "value"), TML_PI / 2);
}

/* The velocities are impossible, the positions are not. */
Test(scene, impossible_velocities_do_not_prevent_assembly)
{
    draw_status("trammel: 1\nbodies:\n  ground: {points: {O: [0, 0]}}\n"
                "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, inertia: 1, position: [1, 1]}\n"
                "joints: {O: {revolute: [ground, arm]}}\n"
                "drivers: {turn: {O.angle: 1 + 2*t}}\ninitial: {O.speed: 3}\n",
                TML_FAILED);
    cr_expect(is_true("assembled"));
    cr_expect_eq(coordinates(), 0);
    cr_expect(tml_log_count(logged) > 0);
    EXPECT_NUMBER(member(member(named("bodies", "arm"), "pose"), "angle"), 1);
    expect_closed("arm");
}

Test(scene, open_model_is_drawn_open_where_its_analysis_takes_it_so)
{
    draw(OPEN "analyses:\n  - evaluate: {assemble: false}\n");
    cr_expect(!is_true("assembled"));
    expect_vector(member(member(named("bodies", "two"), "pose"), "at"), 1.5, 2, 0);
    cr_expect_eq(tml_log_count(logged), 0);
}

Test(scene, wrong_model_has_no_scene)
{
    const char *yaml = "trammel: 1\nbodies: {a: {points: {P: [0, 0]}}}\n"
                       "joints: {P: {revolute: [a, ground.P]}}\n";
    cr_expect_null(tml_model_parse(yaml, strlen(yaml), "test", logged));
    const char *late = "trammel: 1\nbodies: {ground: {points: {P: [0, 0]}}, a: {points: {P: [0, 0]}}}\n"
                       "joints: {P: {prismatic: [ground, a]}}\n";
    model = tml_model_parse(late, strlen(late), "test", logged);
    if (model) { /* found when it is compiled */
        char *json = "untouched";
        cr_expect_eq(tml_scene_text(model, &json, logged), TML_WRONG);
        cr_expect_null(json);
    }
    cr_expect(tml_log_count(logged) > 1);
}

/* ---- surfaces ---- */

/* The spline goes through its points, and a sample between two of a straight line lies on it. */
Test(scene, surfaces_are_told_by_what_they_look_like)
{
    draw("trammel: 1\nbodies:\n  ground: {surfaces: {track: {spline: [[0, 0], [1, 1], [2, 2]]}, belt: {line: {points: "
         "[[0, 0], "
         "[1, 0]], speed: 2}}}}\n  b: {mass: 1, inertia: 1, surfaces: {rim: {disc: {radius: 0.1, at: [1, 0], hollow: "
         "true}}}}\n");
    const tml_node *ground = member(named("bodies", "ground"), "surfaces"), *track = ground->items[0],
                   *belt = ground->items[1];
    const tml_node *points = member(track, "points");
    cr_expect(tml_node_is(member(track, "kind"), "profile") && tml_node_is(member(track, "closed"), "false"));
    cr_assert_eq(points->count, 25);
    expect_vector(points->items[0], 0, 0, 0);
    expect_vector(points->items[6], 0.5, 0.5, 0);
    expect_vector(points->items[24], 2, 2, 0);
    cr_expect(tml_node_is(member(belt, "endless"), "true"));
    EXPECT_NUMBER(member(belt, "speed"), 2);
    const tml_node *rim = member(named("bodies", "b"), "surfaces")->items[0];
    cr_expect(tml_node_is(member(rim, "kind"), "circle") && tml_node_is(member(rim, "hollow"), "true"));
    expect_vector(member(rim, "at"), 1, 0, 0);
    EXPECT_NUMBER(member(rim, "radius"), 0.1);
}

/* ---- curves of joints ---- */

static tml_vec3 vector_of(const tml_node *node)
{
    return (tml_vec3){number(node->items[0]), number(node->items[1]), number(node->items[2])};
}

static double apart(const tml_node *a, const tml_node *b)
{
    return tml_norm(tml_sub(vector_of(a), vector_of(b)));
}

/* In the frame of a body whose centre of mass is elsewhere; the middle of each chord is as near to the circle as a screen can show. */
Test(scene, closed_curve_has_its_points_on_the_circle)
{
    draw("trammel: 1\nparameters: {r: 0.3}\n"
         "bodies:\n  ground: {points: {O: [1, 2]}}\n"
         "  ring: {mass: 1, inertia: 1, points: {O: [0, 0]}, com: [0.1, 0.2], position: [1, 2], angle: 30 deg}\n"
         "  bead: {mass: 1, inertia: 1, position: [1.5, 2]}\n"
         "joints:\n  O: {revolute: [ground, ring]}\n"
         "  wire: {curve: [ring, bead], x: 0.2 + r*cos(u), y: r*sin(u), to: 360 deg, closed: true}\n");
    const tml_node *curve = member(named("joints", "wire"), "curve"), *points = member(curve, "points");
    cr_expect(tml_node_is(member(curve, "closed"), "true"));
    cr_assert(points->count > 60 && points->count < 400, "%d points", points->count);
    double length = 0;
    for (int i = 0; i < points->count; i++) {
        const tml_vec3 p = vector_of(points->items[i]);
        cr_expect_float_eq(hypot(p.x - 0.2, p.y), 0.3, 1e-12);
        cr_expect_eq(p.z, 0);
        const double chord = apart(points->items[i], points->items[(i + 1) % points->count]);
        cr_expect_lt(0.3 - sqrt(0.09 - chord * chord / 4),
                     1e-4 * 0.3 * 2.83); /* two tolerances of 5e-5 of the diagonal */
        length += chord;
    }
    cr_expect_float_eq(length, 2 * 3.14159265358979 * 0.3, 1e-3 * 0.3);
    cr_expect_null(tml_node_find(named("joints", "O"), "curve"));
}

/* Of a use that is rotated and shifted: coordinates of the text are those of its frame. */
Test(scene, open_curve_in_space_begins_and_ends_with_its_range)
{
    draw("trammel: 1\nspace: space\n"
         "parts:\n  spiral:\n    bodies:\n      bead: {mass: 1, inertia: [1, 1, 1], position: [0.3, 0, 0]}\n"
         "    joints:\n      wire: {curve: [ground, bead], x: 0.3*cos(u), y: 0.3*sin(u), z: 0.1*u, from: -2, to: 40}\n"
         "use:\n  s: {part: spiral, at: [1, 2, 3], orientation: {axis: x, angle: 90 deg}}\n");
    const tml_node *curve = member(named("joints", "s.wire"), "curve"), *points = member(curve, "points");
    cr_expect(tml_node_is(member(curve, "closed"), "false"));
    for (int i = 0; i < points->count; i++) {
        const tml_vec3 p = vector_of(points->items[i]); /* x of the text is x, y is z, z is -y */
        const double u = -(p.y - 2) / 0.1;
        cr_expect_float_eq(p.x, 1 + 0.3 * cos(u), 1e-12);
        cr_expect_float_eq(p.z, 3 + 0.3 * sin(u), 1e-12);
    }
    cr_expect_float_eq(vector_of(points->items[0]).y, 2.2, 1e-12);
    cr_expect_float_eq(vector_of(points->items[points->count - 1]).y, -2, 1e-12);
    cr_expect(points->count > 400 && points->count < 1500, "%d points", points->count);
}

/* What is straight needs two points, however many are given; what a surface gives is drawn with its body. */
Test(scene, curve_has_no_more_points_than_it_needs)
{
    draw("trammel: 1\nbodies:\n  ground: {surfaces: {track: {spline: [[0, 0], [1, 1], [2, 0]]}}}\n"
         "  a: {mass: 1, inertia: 1, position: [0.5, 0.5]}\n  b: {mass: 1, inertia: 1, position: [1, 1]}\n"
         "joints:\n  straight: {curve: [ground, a], points: [[0, 0], [0.5, 0.5], [1, 1], [2, 2]]}\n"
         "  bent: {track: [ground.track, b]}\n");
    const tml_node *points = member(member(named("joints", "straight"), "curve"), "points");
    cr_assert_eq(points->count, 2);
    expect_vector(points->items[0], 0, 0, 0);
    expect_vector(points->items[1], 2, 2, 0);
    cr_expect_null(tml_node_find(named("joints", "bent"), "curve"));
}

/* ---- parameters that analyses set ---- */

/* Height of the ground's point, and the mass of the one body, as an analysis sees them. */
static void expect_in(size_t analysis, double height, double mass)
{
    free(text);
    cr_assert_eq(tml_scene_text_in(model, analysis, &text, logged), TML_OK);
    expect_json("test");
    scene = tml_node_parse(&arena, text, strlen(text), "test", logged);
    const tml_node *bodies = member(scene, "bodies");
    const tml_node *point = member(bodies->items[0], "points")->items[0];
    cr_expect_eq(number(member(point, "at")->items[1]), height, "analysis %zu", analysis);
    cr_expect_eq(number(member(bodies->items[1], "mass")), mass, "analysis %zu", analysis);
}

Test(scene, parameters_are_those_of_the_analysis)
{
    draw("trammel: 1\nparameters: {h: 0, m: 2}\n"
         "bodies:\n  ground: {points: {A: [0, h]}}\n  b: {points: {A: [0, 0]}, com: [0, -1], mass: m, inertia: 1}\n"
         "joints: {A: {revolute: [ground.A, b.A]}}\n"
         "analyses:\n  - static: {}\n  - static: {set: {h: 0.5}}\n  - evaluate: {}\n  - static: {set: {m: 3}}\n");
    expect_in(0, 0, 2);
    expect_in(1, 0.5, 2);
    expect_in(2, 0.5, 2);
    expect_in(3, 0.5, 3);
    tml_results *results;
    cr_assert_eq(tml_run(model, NULL, &results, logged), TML_OK);
    cr_assert_eq(tml_results_count(results), 4);
    for (size_t i = 0; i < 4; i++)
        cr_expect_eq(tml_table_analysis(tml_results_table(results, i)), i);
    tml_results_free(results);
}

/* ---- motions ---- */

/* A 3-4-5 rise by h over b: 1.875 h/b in its middle; its third derivative jumps from 0 to 60 h/b^3 where it begins. */
Test(scene, motions_by_segments_are_sampled_with_their_derivatives)
{
    draw("trammel: 1\n"
         "tables:\n"
         "  lift: {begin: [1 s, 0], segments: [{dwell: 1 s}, {rise: 20 mm, over: 2 s, law: 3-4-5}, {dwell: 1 s}]}\n"
         "  points: [[0, 0], [1, 1]]\n");
    const tml_node *all = member(scene, "motions"), *lift = named("motions", "lift");
    cr_expect_eq(all->count, 1);
    cr_expect(tml_node_is(member(lift, "x_unit"), "s") && tml_node_is(member(lift, "unit"), "m"));
    const tml_node *x = member(lift, "x"), *third = member(lift, "third");
    const int last = x->count - 1;
    EXPECT_NUMBER(x->items[0], 1);
    cr_expect_float_eq(number(x->items[last]), 5, 1e-8);
    cr_expect_float_eq(number(member(lift, "value")->items[last]), 0.02, 1e-12);
    bool jumps = false;
    for (int i = 0; i <= last; i++) {
        const double at = number(x->items[i]);
        cr_expect(i == 0 || at > number(x->items[i - 1]));
        if (fabs(at - 3) < 1e-9)
            cr_expect_float_eq(number(member(lift, "first")->items[i]), 1.875 * 0.02 / 2, 1e-12);
        jumps |= i > 0 && at - number(x->items[i - 1]) < 1e-6 && number(third->items[i - 1]) == 0 &&
                 fabs(number(third->items[i]) - 60 * 0.02 / 8) < 1e-6;
    }
    cr_expect(jumps);
}
