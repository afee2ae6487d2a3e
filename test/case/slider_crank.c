/* slider_crank.c - the slider-crank of SUNDIALS' idaSlCrank against a solution in extended precision. */
#include "support/case.h"
#include <criterion/criterion.h>

static void matches_the_reference(const char *by)
{
    tml_case c = tml_case_run_with("slider-crank/slider-crank.yaml", TML_TIGHT, TML_BY(by));
    tml_reference r = tml_reference_load("slider-crank/reference.csv");
    TML_MATCH(&c, &r, 1e-8, {"q", "O.angle"}, {"x", "rod.S.x"}, {"x", "S.displacement"}, {"p", "rod.angle"},
              {"q_dot", "O.speed"});
    tml_case_laws(&c);
    tml_reference_free(&r);
    tml_case_free(&c);
}
TML_TEST_EACH(slider_crank, matches_the_reference, 20)

Test(slider_crank, keeps_the_laws_at_the_default_tolerance)
{
    tml_case c = tml_case_run("slider-crank/slider-crank.yaml", TML_AS_WRITTEN);
    tml_case_laws(&c);
    tml_case_free(&c);
}
