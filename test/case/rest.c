/* rest.c - bodies that come to rest on redundant contacts: forces by balance, losses by energy, by every formulation.
 *
 * A box is thrown, tips, bounces and slides to rest on two corners: each then carries m g/2, friction is zero (least norm), and all of the energy
 * that it had, m v^2/2 + m g (h - h_end), is lost. A stack, onto which a box falls: each layer carries the weight above it.
 */
#include "support/case.h"
#include <criterion/criterion.h>

static const char *const box = "trammel: 1\n"
                               "bodies:\n"
                               "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                               "  box: {mass: 5, inertia: 0.1, position: [0, 0.3], angle: 20 deg, velocity: [2, 0],"
                               " surfaces: {skin: {polygon: [[-0.2, -0.1], [0.2, -0.1], [0.2, 0.1], [-0.2, 0.1]]}}}\n"
                               "forces:\n"
                               "  hit: {contact: [box.skin, ground.floor], friction: 0.4, restitution: 0.3}\n"
                               "analyses:\n"
                               "  - dynamics: {end: 2, output: 0.1}\n";

#define SKIN "surfaces: {skin: {polygon: [[-0.2, -0.1], [0.2, -0.1], [0.2, 0.1], [-0.2, 0.1]]}}}\n"
static const char *const stack = "trammel: 1\n"
                                 "bodies:\n"
                                 "  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"
                                 "  a: {mass: 1, inertia: 0.01, position: [0, 0.1], " SKIN
                                 "  b: {mass: 1, inertia: 0.01, position: [0.02, 0.3], " SKIN
                                 "  c: {mass: 1, inertia: 0.01, position: [0.04, 0.6], " SKIN "forces:\n"
                                 "  f: {contact: [a.skin, ground.floor], friction: 0.4}\n"
                                 "  g: {contact: [a.skin, b.skin], friction: 0.4}\n"
                                 "  h: {contact: [b.skin, c.skin], friction: 0.4, restitution: 0.2}\n"
                                 "analyses:\n"
                                 "  - dynamics: {end: 1, output: 0.1}\n";

static double last(const tml_case *c, const char *channel)
{
    return tml_case_value(c, tml_table_rows(c->table) - 1, channel);
}

static void box_comes_to_rest(const char *by)
{
    const double m = 5, g = 9.81, energy = 0.5 * m * 4 + m * g * 0.2;
    tml_case c = tml_case_run_text_with("box", box, NULL, TML_BY(by));
    tml_case_near(&c, "height", last(&c, "box.y"), 0.1, 1e-10);
    tml_case_near(&c, "angle", last(&c, "box.angle"), 0, 1e-9);
    tml_case_near(&c, "force", last(&c, "hit.force"), m * g, 1e-9);
    tml_case_near(&c, "friction", last(&c, "hit.friction"), 0, 1e-9);
    tml_case_near(&c, "loss", last(&c, "energy.friction_loss") + last(&c, "energy.impact_loss"), energy, 1e-8);
    cr_expect(last(&c, "energy.friction_loss") > 0.1, "it slides");
    tml_case_laws(&c);
    tml_case_free(&c);
}

static void stack_carries_its_weight(const char *by)
{
    const double weight = 9.81;
    tml_case c = tml_case_run_text_with("stack", stack, NULL, TML_BY(by));
    tml_case_near(&c, "floor", last(&c, "f.force"), 3 * weight, 1e-9);
    tml_case_near(&c, "first", last(&c, "g.force"), 2 * weight, 1e-9);
    tml_case_near(&c, "second", last(&c, "h.force"), weight, 1e-9);
    tml_case_near(&c, "loss", last(&c, "energy.impact_loss") + last(&c, "energy.friction_loss"), weight * 0.1, 1e-9);
    tml_case_near(&c, "place", last(&c, "c.x"), 0.04, 1e-9);
    tml_case_laws(&c);
    tml_case_free(&c);
}

Test(rest, absolute, .timeout = TML_SLOWER * 60)
{
    box_comes_to_rest("absolute");
    stack_carries_its_weight("absolute");
}

Test(rest, joint, .timeout = TML_SLOWER * 60)
{
    box_comes_to_rest("joint");
    stack_carries_its_weight("joint");
}

Test(rest, point, .timeout = TML_SLOWER * 60)
{
    box_comes_to_rest("point");
    stack_carries_its_weight("point");
}
