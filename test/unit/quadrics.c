/* quadrics.c - common zeros of quadratic functions against those known by hand. */
#include "linalg/quadrics.h"
#include <criterion/criterion.h>
#include <math.h>

static tml_arena arena;

static void tear_down(void)
{
    tml_arena_free(&arena);
    arena = (tml_arena){0};
}

TestSuite(quadrics, .fini = tear_down);

/* x^2 + y^2 = 25 and x y = 12: (3, 4), (4, 3) and their opposites. */
Test(quadrics, common_zero_is_found)
{
    tml_quadrics *z = tml_quadrics_make(2, 2, &arena);
    z->Q[0] = z->Q[3] = 1, z->c[0] = -25;
    z->Q[5] = z->Q[6] = 0.5, z->c[1] = -12;
    double x[2] = {2, 5};
    cr_assert(tml_quadrics_solve(z, x, 1e-13));
    cr_assert(fabs(x[0] - 3) < 1e-13 && fabs(x[1] - 4) < 1e-13);
    cr_assert(tml_quadrics_regular(z, 1e-4));
    z->c[1] = -13; /* beyond the circle */
    cr_assert_not(tml_quadrics_solve(z, x, 1e-13));
}

/* One function more than unknowns, which agrees with the others. */
Test(quadrics, overdetermined_zero_is_found)
{
    tml_quadrics *z = tml_quadrics_make(3, 2, &arena);
    z->Q[0] = z->Q[3] = 1, z->c[0] = -25;
    z->Q[5] = z->Q[6] = 0.5, z->c[1] = -12;
    z->b[4] = 1, z->c[2] = -3;
    double x[2] = {2, 5};
    cr_assert(tml_quadrics_solve(z, x, 1e-13));
    cr_assert(fabs(x[0] - 3) < 1e-13 && fabs(x[1] - 4) < 1e-13);
}

/* The hyperbola (x - 3)^2 - y^2 = 1 comes nearest to the origin in (1.5, +-sqrt(1.25)); two crossing lines are not regular where they cross. */
Test(quadrics, nearest_zero_is_found)
{
    tml_quadrics *z = tml_quadrics_make(1, 2, &arena);
    z->Q[0] = 1, z->Q[3] = -1, z->b[0] = -6, z->c[0] = 8;
    double x[2] = {1.8, 0.8};
    cr_assert(tml_quadrics_solve(z, x, 1e-13) && tml_quadrics_nearest(z, x, 1e-13));
    cr_assert(fabs(x[0] - 1.5) < 1e-12 && fabs(x[1] - sqrt(1.25)) < 1e-12, "%g %g", x[0], x[1]);
    z->b[0] = z->c[0] = 0;
    tml_quadrics_evaluate(z, (double[]){0, 0});
    cr_assert_not(tml_quadrics_regular(z, 1e-4));
    tml_quadrics_evaluate(z, (double[]){1, 1});
    cr_assert(tml_quadrics_regular(z, 1e-4));
}
