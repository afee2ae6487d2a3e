/* motion.c - the laws of motion against their closed forms: peaks (Norton, Cam Design and Manufacturing Handbook, table 3-4; exact where a
 * formula is known), ends, derivatives; polynomials by conditions at their ends; expressions. */
#include "expression/motion.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

#define PI 3.14159265358979323846

typedef struct {
    const char *name;
    double v, a, j; /* largest of each, of a rise by 1 over 1; NAN: none */
} peaks;

static const peaks expected[] = {
    {"3-4-5", 1.875, 5.773502691896258, 60},      /* 15/8, 10/sqrt(3) */
    {"4-5-6-7", 2.1875, 7.513188404399293, 52.5}, /* 35/16, 84 sqrt(5)/25, 105/2 */
    {"cycloidal", 2, 2 * PI, 4 * PI *PI},
    {"modified_sine", 4 * PI / (4 + PI), 4 * PI *PI / (4 + PI), 16 * PI *PI *PI / (4 + PI)},
    {"modified_trapezoid", 2, 8 * PI / (PI + 2), 32 * PI *PI / (PI + 2)},
    {"harmonic", PI / 2, PI *PI / 2, PI *PI *PI / 2},
    {"parabolic", 2, 4, 0},
    {"linear", 1, 0, 0},
};

/* The largest |values| over all pieces: samples, then a golden-section search about the best. */
static double derivative(const tml_motion_piece *p, double x, int order)
{
    const tml_motion_jet y = tml_motion_at(p, x);
    return fabs(order == 1 ? y.d : order == 2 ? y.dd : y.ddd);
}

static double largest(const tml_motion_piece *pieces, int count, int order)
{
    double best = 0;
    for (int i = 0; i < count; i++)
        for (int k = 0; k <= 1000; k++) {
            const double step = pieces[i].h / 1000, x = pieces[i].x + k * step;
            double low = fmax(x - step, pieces[i].x), high = fmin(x + step, pieces[i].x + pieces[i].h);
            if (derivative(&pieces[i], x, order) < best * 0.999)
                continue;
            for (int n = 0; n < 80; n++) {
                const double a = low + 0.382 * (high - low), b = low + 0.618 * (high - low);
                if (derivative(&pieces[i], a, order) > derivative(&pieces[i], b, order))
                    high = b;
                else
                    low = a;
            }
            best = fmax(best, derivative(&pieces[i], (low + high) / 2, order));
            best = fmax(best, derivative(&pieces[i], x, order));
        }
    return best;
}

Test(motion, laws_have_the_peaks_of_the_books)
{
    int known = 0;
    while (tml_motion_law_name(known))
        known++;
    cr_assert_eq(known, (int)(sizeof expected / sizeof *expected));
    for (int i = 0; i < known; i++) {
        tml_motion_piece pieces[TML_MOTION_MAX_PIECES];
        const peaks *e = &expected[i];
        const int law = tml_motion_law_find(e->name);
        cr_assert_geq(law, 0, "%s", e->name);
        const int count = tml_motion_law(law, 0, 1, 0, 1, pieces);
        cr_expect_float_eq(largest(pieces, count, 1), e->v, 2e-14 * e->v, "%s v", e->name);
        cr_expect_float_eq(largest(pieces, count, 2), e->a, 2e-14 * e->a + 1e-300, "%s a", e->name);
        cr_expect_float_eq(largest(pieces, count, 3), e->j, 2e-14 * e->j + 1e-300, "%s j", e->name);
    }
}

/* Of a rise by -0.02 over 1.5 from x = 3, f = 0.05: scales of derivatives, continuity between pieces, rest at the ends. */
Test(motion, laws_join_and_end_at_rest)
{
    for (int law = 0; tml_motion_law_name(law); law++) {
        tml_motion_piece p[TML_MOTION_MAX_PIECES];
        const bool jumps = strcmp(tml_motion_law_name(law), "linear") == 0;
        const int count = tml_motion_law(law, 3, 1.5, 0.05, -0.02, p);
        for (int i = 1; i < count; i++) {
            const tml_motion_jet before = tml_motion_at(&p[i - 1], p[i].x), after = tml_motion_at(&p[i], p[i].x);
            cr_expect_float_eq(before.f, after.f, 1e-16);
            cr_expect_float_eq(before.d, after.d, 1e-16);
        }
        const tml_motion_jet first = tml_motion_at(p, 3), last = tml_motion_at(&p[count - 1], 4.5);
        cr_expect_float_eq(first.f, 0.05, 1e-17);
        cr_expect_float_eq(last.f, 0.03, 3e-16);
        cr_expect_float_eq(p[count - 1].x + p[count - 1].h, 4.5, 1e-15);
        cr_expect(jumps || (first.d == 0 && last.d == 0), "%s", tml_motion_law_name(law));
    }
}

Test(motion, derivatives_match_finite_differences)
{
    for (int law = 0; tml_motion_law_name(law); law++) {
        tml_motion_piece p[TML_MOTION_MAX_PIECES];
        const int count = tml_motion_law(law, 0, 2, 0, 1, p);
        for (int i = 0; i < count; i++) {
            const double x = p[i].x + 0.37 * p[i].h, h = 1e-5 * p[i].h;
            const tml_motion_jet y = tml_motion_at(&p[i], x), a = tml_motion_at(&p[i], x - h),
                                 b = tml_motion_at(&p[i], x + h);
            cr_expect_float_eq(y.d, (b.f - a.f) / (2 * h), 1e-8);
            cr_expect_float_eq(y.dd, (b.d - a.d) / (2 * h), 1e-7);
            cr_expect_float_eq(y.ddd, (b.dd - a.dd) / (2 * h), 1e-6);
        }
    }
}

Test(motion, polynomials_meet_the_conditions_at_their_ends)
{
    const double begin[] = {1, -2, 3, -4}, end[] = {5, 6, -7, 8};
    for (int b = 1; b <= 4; b++)
        for (int e = 1; e <= 4; e++) {
            const tml_motion_piece p = tml_motion_polynomial(0.5, 1.7, begin, b, end, e);
            const tml_motion_jet y = tml_motion_at(&p, 0.5), z = tml_motion_at(&p, 2.2);
            const double first[] = {y.f, y.d, y.dd, y.ddd}, last[] = {z.f, z.d, z.dd, z.ddd};
            for (int i = 0; i < b; i++)
                cr_expect_float_eq(first[i], begin[i], 1e-12);
            for (int i = 0; i < e; i++)
                cr_expect_float_eq(last[i], end[i], 1e-11);
        }
    const double zero[] = {0, 0, 0}, one[] = {1, 0, 0};
    const tml_motion_piece p = tml_motion_polynomial(0, 1, zero, 3, one, 3);
    cr_expect_float_eq(p.c[3], 10, 1e-13); /* 3-4-5 */
    cr_expect_float_eq(p.c[4], -15, 1e-13);
    cr_expect_float_eq(p.c[5], 6, 1e-13);
}
