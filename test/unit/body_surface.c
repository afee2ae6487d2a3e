/* body_surface.c - surfaces of bodies as they are read: where they are, which side is free, and how they are named. */
#include "model/body_surface.h"
#include "model/check.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

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

TestSuite(body_surface, .init = set_up, .fini = tear_down);

static void build(const char *text)
{
    model = tml_model_build(text, strlen(text), "surfaces.yaml", NULL, 0, logged);
    resolved = model ? tml_model_read(model, NULL, 0, &arena, logged) : NULL;
    cr_assert_not_null(resolved, "%s", tml_log_count(logged) ? tml_log_get(logged, 0).text : "");
}

static const tml_body_surface *surface(const char *name)
{
    const tml_node node = {.kind = TML_NODE_SCALAR, .text = name};
    const tml_body_surface *s = tml_resolved_surface(resolved, &node, "test");
    cr_assert_not_null(s, "no surface %s", name);
    return s;
}

static void expect_at(tml_vec3 p, double x, double y, double z)
{
    cr_expect(tml_norm(tml_sub(p, (tml_vec3){x, y, z})) < 1e-15, "at %g %g %g, not %g %g %g", p.x, p.y, p.z, x, y, z);
}

Test(body_surface, kinds_of_the_plane_are_placed_by_points_and_coordinates)
{
    build("trammel: 1\n"
          "points: {A: [0, 1], B: [2, 1], C: [1, 1]}\n"
          "bodies:\n"
          "  ground: {surfaces: {floor: {line: [A, B], speed: 2 m/s}, trough: {disc: 500 mm, hollow: true}}}\n"
          "  drawn: {points: [A, B], mass: 1, surfaces: {mid: {disc: 0.1}, tip: {point: B}, c: {disc: 0.1, at: C}}}\n"
          "  own: {points: {P: [0.1, 0.2]}, mass: 1, inertia: 1, position: [3, 4],\n"
          "    surfaces: {rim: {disc: {diameter: 0.2, at: P}}, hub: {disc: 0.02}, step: {polyline: [P, [1, 0], [1, "
          "1]]}}}\n"
          "  shaped: {mass: 1, shape: {disc: 0.1, at: [0.5, 0]}, surfaces: {rim: {disc: 0.1}}}\n");
    expect_at(surface("ground.floor")->points[0], 0, 1, 0);
    expect_at(surface("ground.floor")->points[1], 2, 1, 0);
    cr_expect_eq(surface("ground.floor")->speed.x, 2);
    expect_at(surface("ground.trough")->at, 0, 0, 0);
    cr_expect(surface("ground.trough")->hollow);
    expect_at(surface("drawn.mid")->at, 1, 1, 0);
    expect_at(surface("drawn.tip")->at, 2, 1, 0);
    expect_at(surface("drawn.c")->at, 1, 1, 0);
    expect_at(surface("own.rim")->at, 0.1, 0.2, 0);
    cr_expect_eq(surface("own.rim")->radius, 0.1);
    expect_at(surface("own.hub")->at, 0, 0, 0);
    cr_expect_eq(surface("own.step")->point_count, 3);
    expect_at(surface("shaped.rim")->at, 0.5, 0, 0);
    cr_expect_eq(surface("own.rim")->body, tml_names_find(&model->names, "own"));
    cr_expect_str_eq(surface("own.rim")->full, "own.rim");
}

/* Twice the area to the left of a closed curve: above zero where the points are listed counter-clockwise. */
static double signed_area(const tml_body_surface *s)
{
    double area = 0;
    for (int i = 0; i < s->point_count; i++) {
        const tml_vec3 a = s->points[i], b = s->points[(i + 1) % s->point_count];
        area += a.x * b.y - a.y * b.x;
    }
    return area;
}

Test(body_surface, closed_curves_have_their_free_side_on_the_left_either_way_round)
{
    build("trammel: 1\n"
          "bodies:\n"
          "  b:\n"
          "    mass: 1\n"
          "    surfaces:\n"
          "      ccw: {polygon: [[0, 0], [1, 0], [1, 1]], speed: 1}\n"
          "      cw: {polygon: [[1, 1], [1, 0], [0, 0]], speed: 1}\n"
          "      bore: {polygon: [[1, 1], [1, 0], [0, 0]], hollow: true, speed: 1}\n"
          "      egg: {spline: [[0, 0], [1, 0], [1, 1]], closed: true}\n");
    cr_expect_eq(signed_area(surface("b.ccw")), -1);
    cr_expect_eq(surface("b.ccw")->speed.x, -1, "the belt runs the way that was written");
    cr_expect_eq(signed_area(surface("b.cw")), -1);
    cr_expect_eq(surface("b.cw")->speed.x, 1);
    cr_expect_eq(signed_area(surface("b.bore")), 1);
    cr_expect_eq(surface("b.bore")->speed.x, -1);
    const tml_body_surface *egg = surface("b.egg");
    cr_expect_eq(signed_area(egg), -1);
    cr_expect_eq(egg->x[3].y, egg->x[0].y, "it returns to its first point");
    cr_expect_float_eq(egg->y[3].m, egg->y[0].m, 1e-14, "with the same slope");
}

Test(body_surface, kinds_of_space)
{
    build("trammel: 1\n"
          "space: space\n"
          "tables: {hills: {x: [0, 1], y: [0, 1], z: [[0, 0], [0, 1]]}}\n"
          "bodies:\n"
          "  ground: {surfaces: {floor: {plane: [0, 0, 1], normal: [0, 0, 2], speed: [1, 2, 0]}, hills: {heightfield: "
          "hills}}}\n"
          "  b:\n"
          "    {mass: 1, inertia: [1, 1, 1], com: [1, 2, 3], surfaces: {ball: {sphere: 0.1}, bar: {capsule: 0.1, from: "
          "[0, 0, 0], to: [0, 0, 1]},\n"
          "    drum: {cylinder: 0.2, length: 1, axis: y}, block: {box: [1, 2, 3]}, wheel: {disc: 0.3, axis: x}, tyre: "
          "{torus: 0.3, tube: 0.02},\n"
          "    tetra: {mesh: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]}, foot: {point: [0, 0, -1]}}}\n");
    expect_at(surface("ground.floor")->axis, 0, 0, 1);
    expect_at(surface("ground.floor")->speed, 1, 2, 0);
    cr_expect_not_null(surface("ground.hills")->heights);
    expect_at(surface("b.ball")->at, 1, 2, 3);
    expect_at(surface("b.drum")->axis, 0, 1, 0);
    expect_at(surface("b.block")->size, 1, 2, 3);
    expect_at(surface("b.wheel")->axis, 1, 0, 0);
    cr_expect_eq(surface("b.tyre")->tube, 0.02);
    cr_expect_eq(surface("b.tetra")->point_count, 4);
}

Test(body_surface, a_body_or_a_group_names_all_its_surfaces)
{
    build("trammel: 1\n"
          "parts: {leg: {bodies: {shin: {mass: 1, surfaces: {foot: {point: [0, 0], group: feet}}}}}}\n"
          "use: {left: {part: leg}, right: {part: leg}}\n"
          "bodies:\n"
          "  b: {mass: 1, surfaces: {a: {point: [0, 0]}, c: {disc: 1}}}\n");
    const tml_body_surface **list;
    const tml_node body = {.kind = TML_NODE_SCALAR, .text = "b"}, group = {.kind = TML_NODE_SCALAR, .text = "feet"};
    cr_expect_eq(tml_resolved_surfaces(resolved, &body, "test", &list), 2);
    cr_expect_eq(tml_resolved_surfaces(resolved, &group, "test", &list), 2);
    cr_expect_str_eq(surface("left.shin.foot")->full, "left.shin.foot");
    cr_expect_str_eq(list[1]->full, "right.shin.foot");
}

static void expect_message(const char *name, const char *message)
{
    const tml_node node = {.kind = TML_NODE_SCALAR, .text = name};
    const size_t before = tml_log_count(logged);
    cr_expect_null(tml_resolved_surface(resolved, &node, "test"));
    cr_assert_eq(tml_log_count(logged), before + 1);
    cr_expect(strstr(tml_log_get(logged, before).text, message), "%s", tml_log_get(logged, before).text);
}

Test(body_surface, unknown_names_are_explained)
{
    build("trammel: 1\n"
          "bodies: {a: {mass: 1}, b: {mass: 1, surfaces: {rim: {disc: 1}, tip: {point: [0, 0]}}}}\n");
    expect_message("b.rin", "did you mean \"rim\"");
    expect_message("b", "several surfaces: name one, as b.rim");
    expect_message("a", "has no surfaces: give it one");
    expect_message("a.rim", "surfaces: {rim: {disc: 50 mm}}");
    expect_message("c.rim", "neither a surface");
    expect_message("", "as body.surface");
}
