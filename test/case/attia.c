/* attia.c - Attia's six-bar with two loops against a solution in one coordinate.
 *
 * The directions of the reference (phi2 from A to B and so on) count from the x axis; the bodies' angles count from the
 * drawing, whose directions are added.
 */
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>

static void matches_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("attia/attia.yaml", TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load("attia/reference.csv");
    TML_MATCH_SHIFT(&c, &r, 1e-7, atan2(0.566, -0.566), {"th1", "O.angle"});
    TML_MATCH_SHIFT(&c, &r, 1e-7, atan2(0.751 - 0.566, 3.029 + 0.566), {"phi2_AB", "plate.angle"});
    TML_MATCH_SHIFT(&c, &r, 1e-7, atan2(-1.5 - 0.751, 3.5 - 3.029), {"phi3_BC", "prop.angle"});
    TML_MATCH_SHIFT(&c, &r, 1e-7, atan2(-0.548 - 2.737, 4 - 2.793), {"phi4_DE", "link.angle"});
    TML_MATCH_SHIFT(&c, &r, 1e-7, atan2(-0.5 + 0.548, 7.5 - 4), {"phi5_EF", "stay.angle"});
    TML_MATCH(&c, &r, 1e-7, {"w1", "O.speed"}, {"w2", "plate.omega"}, {"w3", "prop.omega"}, {"w4", "link.omega"},
              {"w5", "stay.omega"}, {"Ex", "link.E.x"}, {"Ey", "link.E.y"}, {"vEx", "link.E.vx"}, {"vEy", "link.E.vy"},
              {"Dx", "plate.D.x"}, {"Dy", "plate.D.y"});
    TML_MATCH_PART(&c, &r, 1e-6, {"alpha1", "O.acceleration"}, {"KE", "energy.kinetic"}, {"V", "energy.potential"},
                   {"Cx_on_body3", "C.fx"}, {"Cy_on_body3", "C.fy"}, {"Fx_on_body5", "F.fx"}, {"Fy_on_body5", "F.fy"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(attia, matches_the_reference, 20)

/* Attia's equation (17) at the start: accelerations of his joint angles, which are those of the joints O, A, B, D and E, and the
 * forces on the rods at the pins he cuts, C and F. test/unit/point_formulation.c has the equations themselves. */
static void start_satisfies_equation_17(const char *by)
{
    static const struct {
        const char *channel;
        double value;
    } known[] = {
        {"O.acceleration", 4.47767673914},
        {"A.acceleration", -3.92615393315},
        {"B.acceleration", 0.619688546057},
        {"D.acceleration", 0.581601903293},
        {"E.acceleration", -1.32909087931},
        {"C.fx", -8.94729700627},
        {"C.fy", 45.4741031374},
        {"F.fx", 3.08541340582},
        {"F.fy", 5.06166195695},
    };
    tml_case c = tml_case_run_with("attia/attia.yaml", TML_EDITS({"end: 5", "end: 0.0125"}), TML_BY(by));
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        tml_case_near(&c, known[i].channel, tml_case_at(&c, 0, known[i].channel), known[i].value,
                      1e-10 * fabs(known[i].value));
    tml_case_free(&c);
}
TML_TEST_EACH(attia, start_satisfies_equation_17, 20)

Test(attia, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("attia/attia.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}

/* One degree of freedom, from rest, conservative: the crank reverses after half a period, where the energy says. */
Test(attia, crank_reverses_where_the_energy_says)
{
    tml_case c = tml_case_run("attia/attia.yaml", TML_EDITS({"end: 5, output: 0.0125, formulation: point",
                                                             "end: 1.72301836002987, tolerance: 1e-11"}));
    tml_reference r = tml_reference_load("attia/reference-turn.csv");
    const double degree = atan(1) / 45, turn = (tml_reference_value(&r, 0, "th1_degrees") - 135) * degree;
    const size_t last = tml_case_row(&c, tml_reference_value(&r, 0, "t"));
    tml_case_near(&c, "O.angle at half a period", tml_case_value(&c, last, "O.angle"), turn, 1e-8);
    tml_case_near(&c, "O.speed at half a period", tml_case_value(&c, last, "O.speed"), 0, 1e-7);
    tml_reference_free(&r);
    tml_case_free(&c);
}
