/* eigenvalue_count.c - zeros of polynomials in a circle, multiple ones and some near it; of determinants of sparse matrices. */
#include "linalg/eigenvalue_count.h"
#include "linalg/complex_lu.h"
#include <complex.h>
#include <criterion/criterion.h>
#include <math.h>

/* 5-fold at zero, a pair at 1 +- 2 i, -3, and two of size 3.0001 and 3.001 */
static bool polynomial(void *context, double x, double y, double logarithm[2])
{
    const double complex z = x + I * y;
    const double complex value =
        cpow(z, 5) * ((z - 1) * (z - 1) + 4) * (z + 3) * (z * z + 3.0001 * 3.0001) * (z - 3.001);
    (void)context;
    logarithm[0] = log(cabs(value)), logarithm[1] = carg(value);
    return true;
}

Test(eigenvalue_count, zeros_of_a_polynomial_are_counted)
{
    static const double radii[] = {1e-6, 2.2, 2.3, 2.999, 3.00005, 3.0005, 4, 1e6};
    static const int zeros[] = {5, 5, 7, 7, 8, 10, 11, 11};
    for (int i = 0; i < 8; i++) {
        int found = -1;
        cr_expect(tml_count_zeros_in_circle(polynomial, NULL, radii[i], &found));
        cr_expect_eq(found, zeros[i], "radius %g: %d", radii[i], found);
    }
}

/* A pair of the given multiplicity close to the circle, inside or outside; -3 and 7 far away. */
typedef struct {
    double complex zero;
    int multiplicity;
} pair;

static bool near_circle(void *context, double x, double y, double logarithm[2])
{
    const pair *of = context;
    const double complex z = x + I * y,
                         value = cpow((z - of->zero) * (z - conj(of->zero)), of->multiplicity) * (z - 7) * (z + 3);
    logarithm[0] = log(cabs(value)), logarithm[1] = carg(value);
    return true;
}

Test(eigenvalue_count, multiple_zeros_close_to_the_circle_are_counted)
{
    for (int multiplicity = 1; multiplicity <= 6; multiplicity++)
        for (double apart = 0.1; apart > 1e-8; apart /= 10)
            for (double angle = 0.1; angle < 3.1; angle += 0.1234)
                for (int inside = 0; inside < 2; inside++) {
                    pair p = {(inside ? 1 - apart : 1 + apart) * cexp(I * angle), multiplicity};
                    int found = -1;
                    cr_expect(tml_count_zeros_in_circle(near_circle, &p, 1, &found));
                    cr_expect_eq(found, inside ? 2 * multiplicity : 0, "%d of %d-fold, %g from the circle at %g rad",
                                 found, multiplicity, apart, angle);
                }
}

/* det(T - z) of the second difference: 2 - 2 cos(pi j/(n + 1)); a cyclic shift of its rows changes the sign at most. */
enum { N = 12 };

typedef struct {
    tml_complex_lu *lu;
    tml_pattern pattern;
    int turned;
} matrix;

static bool determinant(void *context, double x, double y, double logarithm[2])
{
    const matrix *m = context;
    double value[6 * N];
    for (int j = 0; j < N; j++)
        for (int at = m->pattern.column[j]; at < m->pattern.column[j + 1]; at++) {
            const int i = (m->pattern.row[at] + m->turned) % N;
            value[2 * at] = i == j ? 2 - x : -1;
            value[2 * at + 1] = i == j ? -y : 0;
        }
    return tml_complex_lu_determinant(m->lu, value, logarithm);
}

Test(eigenvalue_count, zeros_of_a_determinant_are_counted)
{
    for (int turned = 0; turned < 3; turned++) {
        tml_arena arena = {0};
        tml_marks marks = {.arena = &arena};
        for (int i = 0; i < N; i++)
            for (int j = i > 0 ? i - 1 : 0; j <= i + 1 && j < N; j++)
                tml_mark(&marks, (i + N - turned) % N, j);
        matrix m = {.pattern = tml_pattern_make(&marks, N), .turned = turned};
        m.lu = tml_complex_lu_make(m.pattern, &arena);
        double found_log[2], size = 0;
        cr_assert(determinant(&m, 1.5, 0.3, found_log));
        for (int j = 1; j <= N; j++)
            size += log(cabs(2 - 2 * cos(3.141592653589793 * j / (N + 1)) - 1.5 - 0.3 * I));
        cr_expect_float_eq(found_log[0], size, 1e-14);
        for (int inside = 0; inside <= N; inside++) {
            const double before = 2 - 2 * cos(3.141592653589793 * inside / (N + 1)),
                         after = inside < N ? 2 - 2 * cos(3.141592653589793 * (inside + 1) / (N + 1)) : 5;
            int found = -1;
            cr_expect(tml_count_zeros_in_circle(determinant, &m, 0.5 * (before + after), &found));
            cr_expect_eq(found, inside, "%d, not %d", found, inside);
        }
        tml_arena_free(&arena);
    }
}

static bool none(void *context, double x, double y, double logarithm[2])
{
    (void)context, (void)x, (void)y, (void)logarithm;
    return false;
}

Test(eigenvalue_count, values_that_cannot_be_had_fail_the_count)
{
    int found;
    cr_expect_not(tml_count_zeros_in_circle(none, NULL, 1, &found));
}
