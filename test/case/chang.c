/* chang.c - the worked examples of Chang's slides: forces, accelerations and reactions at one instant, computed by hand. */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* The slide asks for g = M q''; the inertia of the model is 1. */
Test(chang, body_under_a_force_and_a_moment_has_the_published_accelerations)
{
    tml_case c = tml_case_run("chang/a1.yaml", TML_AS_WRITTEN);
    tml_reference r = tml_reference_load("chang/reference-a1.csv");
    tml_case_near(&c, "2*body.ax", 2 * tml_case_value(&c, 0, "body.ax"), tml_reference_value(&r, 0, "fx"), 1e-12);
    tml_case_near(&c, "2*body.ay", 2 * tml_case_value(&c, 0, "body.ay"), tml_reference_value(&r, 0, "fy"), 1e-12);
    TML_MATCH(&c, &r, 1e-12, {"n", "body.alpha"});
    tml_reference_free(&r);
    tml_case_free(&c);
}

Test(chang, two_bodies_and_a_spring_have_the_published_accelerations)
{
    tml_case c = tml_case_run("chang/a2.yaml", TML_AS_WRITTEN);
    tml_reference r = tml_reference_load("chang/reference-a2.csv");
    TML_MATCH(&c, &r, 1e-12, {"length", "spring.length"}, {"force", "spring.force"}, {"x1", "one.ax"}, {"y1", "one.ay"},
              {"phi1", "one.alpha"}, {"x2", "two.ax"}, {"y2", "two.ay"}, {"phi2", "two.alpha"});
    tml_reference_free(&r);
    tml_case_free(&c);
}

/* lambda acts on body i; the joint's reaction on its second body, j. The pin is open as the slide has it. */
Test(chang, two_bodies_and_a_pin_have_the_published_multipliers)
{
    tml_case c = tml_case_run("chang/a3.yaml", TML_AS_WRITTEN);
    tml_reference r = tml_reference_load("chang/reference-a3.csv");
    TML_MATCH(&c, &r, 1e-12, {"xi", "i.ax"}, {"yi", "i.ay"}, {"phii", "i.alpha"}, {"xj", "j.ax"}, {"yj", "j.ay"},
              {"phij", "j.alpha"}, {"lambda1", "-P.fx"}, {"lambda2", "-P.fy"});
    const char *gap[4][3] = {{"gap_x", "i.P.x", "j.P.x"},
                             {"gap_y", "i.P.y", "j.P.y"},
                             {"slip_x", "i.P.vx", "j.P.vx"},
                             {"slip_y", "i.P.vy", "j.P.vy"}};
    for (int k = 0; k < 4; k++)
        tml_case_near(&c, gap[k][0], tml_case_value(&c, 0, gap[k][1]) - tml_case_value(&c, 0, gap[k][2]),
                      tml_reference_value(&r, 0, gap[k][0]), 1e-12);
    tml_reference_free(&r);
    tml_case_free(&c);
}

/* An entry of a matrix by the names of its row and column. */
static double entry(const tml_case *c, const char *kind, const char *row, const char *column)
{
    const tml_table *t = tml_case_table(c, kind);
    const long at = tml_table_find(t, column);
    for (size_t i = 0; at >= 0 && i < tml_table_rows(t); i++)
        if (strcmp(tml_table_row_name(t, i), row) == 0)
            return tml_table_value(t, i, (size_t)at);
    cr_assert_fail("%s has no entry %s, %s", kind, row, column);
    return NAN;
}

/* All that the slides write on the board; their rows are body i less body j, ours j less i. */
Test(chang, matrices_of_the_pin_are_those_of_the_slides)
{
    tml_case c = tml_case_run("chang/a3.yaml", TML_EDITS({"evaluate: {", "evaluate: {matrices: true, "}));
    static const struct {
        const char *kind, *row, *column;
        double want;
    } list[] = {
        {"evaluate.M", "i.x", "i.x", 1.2},
        {"evaluate.M", "i.angle", "i.angle", 2.5},
        {"evaluate.M", "j.y", "j.y", 2},
        {"evaluate.M", "j.y", "j.angle", 0},
        {"evaluate.G", "P.x", "i.x", -1},
        {"evaluate.G", "P.y", "j.y", 1},
        {"evaluate.G", "P.y", "j.x", 0},
        {"evaluate.rows", "P.x", "phi", -0.0003082040308610534},
        {"evaluate.rows", "P.y", "phi", 0.005883291315355421},
        {"evaluate.rows", "P.x", "phidot", -0.003372156564075994},
        {"evaluate.rows", "P.y", "phidot", 0.002768369981183454},
        {"evaluate.rows", "P.x", "gamma", -0.001464501222606682},
        {"evaluate.rows", "P.y", "gamma", 0.0002152515404299732},
        {"evaluate.rows", "P.x", "lambda", -6.914908906839953},
        {"evaluate.rows", "P.y", "lambda", 0.412701322557336},
        {"evaluate.coordinates", "i.y", "Q", -11.772},
        {"evaluate.coordinates", "i.angle", "reaction", -7.652425860848022},
        {"evaluate.coordinates", "j.angle", "reaction", 4.383348385569819},
        {"evaluate.coordinates", "i.angle", "acceleration", -3.060970344339209},
        {"evaluate.coordinates", "j.x", "acceleration", 1.542545546580024},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        tml_case_near(&c, list[i].row, entry(&c, list[i].kind, list[i].row, list[i].column), list[i].want, 1e-12);
    /* s = A s', a rotation moves the point along (-s_y, s_x) */
    const double sx = 0.9 * cos(0.6) - 0.7 * sin(0.6), sy = 0.9 * sin(0.6) + 0.7 * cos(0.6);
    tml_case_near(&c, "d/dphi", entry(&c, "evaluate.G", "P.x", "i.angle"), sy, 1e-14);
    tml_case_near(&c, "d/dphi", entry(&c, "evaluate.G", "P.y", "i.angle"), -sx, 1e-14);
    tml_case_free(&c);
}

Test(chang, matrices_of_the_free_bodies_are_those_of_the_slides)
{
    tml_case c = tml_case_run("chang/a1.yaml", TML_EDITS({"evaluate: {", "evaluate: {matrices: true, "}));
    tml_case_near(&c, "Q", entry(&c, "evaluate.coordinates", "body.x", "Q"), 1.2, 1e-14);
    tml_case_near(&c, "Q", entry(&c, "evaluate.coordinates", "body.y", "Q"), -19.12, 1e-13);
    tml_case_near(&c, "Q", entry(&c, "evaluate.coordinates", "body.angle", "Q"), -0.9533716857408418, 1e-14);
    tml_case_free(&c);
    c = tml_case_run("chang/a2.yaml", TML_EDITS({"evaluate: {", "evaluate: {matrices: true, "}));
    static const double want[6] = {-1.877715085543463, 1.06034024633045,  0.5197776511634402,
                                   1.877715085543463,  -4.49384024633045, -0.1030811104516966};
    for (int i = 0; i < 6; i++) {
        static const char *const names[] = {"one.x", "one.y", "one.angle", "two.x", "two.y", "two.angle"};
        tml_case_near(&c, names[i], entry(&c, "evaluate.coordinates", names[i], "Q"), want[i], 1e-13);
    }
    tml_case_free(&c);
}
