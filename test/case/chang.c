/* chang.c - the worked examples of Chang's slides: forces, accelerations and reactions at one instant, by hand. */
#include "support/case.h"
#include <criterion/criterion.h>

/* The slide asks for g = M q''; the inertia of the model is 1. */
Test(chang, body_under_a_force_and_a_moment)
{
    tml_case c = tml_case_run("chang/a1.yaml", TML_AS_WRITTEN);
    tml_reference r = tml_reference_load("chang/reference-a1.csv");
    tml_case_near(&c, "2*body.ax", 2 * tml_case_value(&c, 0, "body.ax"), tml_reference_value(&r, 0, "fx"), 1e-12);
    tml_case_near(&c, "2*body.ay", 2 * tml_case_value(&c, 0, "body.ay"), tml_reference_value(&r, 0, "fy"), 1e-12);
    TML_MATCH(&c, &r, 1e-12, {"n", "body.alpha"});
    tml_reference_free(&r);
    tml_case_free(&c);
}

Test(chang, two_bodies_and_a_spring)
{
    tml_case c = tml_case_run("chang/a2.yaml", TML_AS_WRITTEN);
    tml_reference r = tml_reference_load("chang/reference-a2.csv");
    TML_MATCH(&c, &r, 1e-12, {"length", "spring.length"}, {"force", "spring.force"}, {"x1", "one.ax"}, {"y1", "one.ay"},
              {"phi1", "one.alpha"}, {"x2", "two.ax"}, {"y2", "two.ay"}, {"phi2", "two.alpha"});
    tml_reference_free(&r);
    tml_case_free(&c);
}

/* lambda acts on body i; the joint's reaction on its second body, j. The pin is open as the slide has it. */
Test(chang, two_bodies_and_a_pin)
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
