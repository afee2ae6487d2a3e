/* motion_peaks.c - the largest speed, acceleration and jerk of motions. */
#include "expression/motion.h"
#include <criterion/criterion.h>
#include <math.h>

Test(motion_peaks, are_those_of_the_laws)
{
    static const struct {
        const char *law;
        double v, a, j;
    } known[] = {{"3-4-5", 1.875, 5.773502691896258, 60},
                 {"4-5-6-7", 2.1875, 7.513188404399293, NAN},
                 {"cycloidal", 2, 2 * 3.14159265358979323846, NAN},
                 {"parabolic", 2, 4, 0}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        tml_motion_piece p[TML_MOTION_MAX_PIECES];
        const int count = tml_motion_law(tml_motion_law_find(known[i].law), 2, 0.5, 1, -3, p);
        cr_expect_float_eq(tml_motion_peak(p, count, 1), known[i].v * 6, 1e-13, "%s", known[i].law);
        cr_expect_float_eq(tml_motion_peak(p, count, 2), known[i].a * 12, 1e-12, "%s", known[i].law);
        const double jerk = tml_motion_peak(p, count, 3);
        cr_expect(isnan(known[i].j) ? isnan(jerk) : fabs(jerk - known[i].j * 24) < 1e-11, "%s", known[i].law);
    }
}
