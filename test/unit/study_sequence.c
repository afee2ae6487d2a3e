/* study_sequence.c - random numbers, permutations and sequences of points: known answers, evenness, rates of convergence. */
#include "study/permutation.h"
#include "study/random.h"
#include "study/sequence.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { SOBOL_DIMENSIONS = 256 };

/* tests/kat_vectors of the library Random123, 1.14: philox4x32, 10 rounds. */
Test(study_sequence, random_bits_are_those_of_Random123)
{
    static const struct {
        uint32_t counter[4], key[2], expected[4];
    } known[] = {
        {{0, 0, 0, 0}, {0, 0}, {0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8}},
        {{0xffffffff, 0xffffffff, 0xffffffff, 0xffffffff},
         {0xffffffff, 0xffffffff},
         {0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd}},
        {{0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344},
         {0xa4093822, 0x299f31d0},
         {0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1}},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        tml_random_block counter;
        memcpy(counter.word, known[k].counter, sizeof counter.word);
        const tml_random_block got = tml_philox(counter, known[k].key);
        cr_expect_arr_eq(got.word, known[k].expected, sizeof got.word);
    }
    /* seed, stream and index are key, upper and lower half of the counter */
    const tml_random_block pi =
        tml_random_bits(UINT64_C(0x299f31d0a4093822), UINT64_C(0x0370734413198a2e), UINT64_C(0x85a308d3243f6a88));
    cr_expect_arr_eq(pi.word, known[2].expected, sizeof pi.word);
    cr_expect_eq(tml_random_uniform(0, 0, 0), 0x1.c2d38b1acc4fdp-1);
}

Test(study_sequence, the_ends_of_uniform_numbers_are_neither_0_nor_1)
{
    const double last = tml_cell_middle((UINT64_C(1) << 52) - 1);
    cr_expect_eq(tml_cell_middle(0), 0x1p-53);
    cr_expect_lt(last, 1);
    cr_expect_eq(1 - last, 0x1p-53);
}

/* Largest distance between the distribution function of n sorted numbers and that of the uniform distribution, times sqrt(n). */
static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

static double kolmogorov(double *u, int n)
{
    double most = 0;
    qsort(u, (size_t)n, sizeof *u, compare);
    for (int i = 0; i < n; i++)
        most = fmax(most, fmax((i + 1.0) / n - u[i], u[i] - (double)i / n));
    return most * sqrt(n);
}

enum { SAMPLE = 4096 };

/* 1.63: exceeded with probability 0.01 by independent numbers. Neighbours among indices, streams and seeds are tried. */
Test(study_sequence, random_numbers_are_uniform_along_indices_streams_and_seeds)
{
    static double u[3][SAMPLE];
    double product[3] = {0};
    for (int way = 0; way < 3; way++) {
        for (uint64_t i = 0; i < SAMPLE; i++)
            u[way][i] = tml_random_uniform(way == 0 ? i : 5, way == 1 ? i : 3, way == 2 ? i : 9);
        for (int i = 1; i < SAMPLE; i++)
            product[way] += (u[way][i] - 0.5) * (u[way][i - 1] - 0.5);
        /* correlation of neighbours: standard deviation 1/sqrt(n) */
        cr_expect_lt(fabs(12 * product[way] / SAMPLE), 3 / sqrt(SAMPLE));
        cr_expect_lt(kolmogorov(u[way], SAMPLE), 1.63);
    }
}

Test(study_sequence, permutations_take_every_number_once)
{
    static const uint64_t sizes[] = {1, 2, 3, 7, 63, 64, 65, 66, 80, 81, 82, 100, 1000, 1023, 4097, 9999};
    static bool taken[10000];
    for (size_t k = 0; k < sizeof sizes / sizeof *sizes; k++) {
        memset(taken, 0, sizeof taken);
        for (uint64_t i = 0; i < sizes[k]; i++) {
            const uint64_t entry = tml_permutation_entry(k, 1, sizes[k], i);
            cr_assert_lt(entry, sizes[k]);
            cr_assert_not(taken[entry]);
            taken[entry] = true;
        }
    }
    const uint64_t many = (UINT64_C(1) << 52) - 1;
    cr_expect_lt(tml_permutation_entry(1, 1, many, many - 1), many);
}

/* Chi-square of `cells` cells of the same probability, minus its mean, in standard deviations. */
static double chi_square_excess(const int *hits, int cells, int trials)
{
    const double expected = (double)trials / cells, freedom = cells - 1;
    double sum = 0;
    for (int c = 0; c < cells; c++)
        sum += (hits[c] - expected) * (hits[c] - expected) / expected;
    return (sum - freedom) / sqrt(2 * freedom);
}

Test(study_sequence, all_permutations_are_equally_probable)
{
    enum { PERMUTATIONS = 24, TRIALS = 24000 };
    int hits[PERMUTATIONS] = {0};
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        uint64_t entry[4];
        for (uint64_t i = 0; i < 4; i++)
            entry[i] = tml_permutation_entry(seed, 0, 4, i);
        int code = 0; /* by the number of smaller entries behind each */
        for (int i = 0; i < 4; i++) {
            int smaller = 0;
            for (int j = i + 1; j < 4; j++)
                smaller += entry[j] < entry[i];
            code = code * (4 - i) + smaller;
        }
        hits[code]++;
    }
    cr_expect_lt(fabs(chi_square_excess(hits, PERMUTATIONS, TRIALS)), 2.5);
}

/* The Feistel network at its smallest, where it mixes worst: entries 10 and 18 begin with the same right half. */
Test(study_sequence, pairs_of_entries_are_equally_probable)
{
    enum { N = 65, TRIALS = N * (N - 1) * 20 };
    static int hits[N * (N - 1)];
    for (uint64_t seed = 0; seed < TRIALS; seed++) {
        const int a = (int)tml_permutation_entry(seed, 0, N, 10), b = (int)tml_permutation_entry(seed, 0, N, 18);
        hits[a * (N - 1) + b - (b > a)]++;
    }
    cr_expect_lt(fabs(chi_square_excess(hits, N * (N - 1), TRIALS)), 2.5);
}

static tml_sequence sequence_of(const char *name, int dimensions, uint64_t count, uint64_t seed)
{
    const tml_sequence s = {
        .class = tml_sequence_class_find(name), .dimensions = dimensions, .count = count, .seed = seed};
    cr_assert(s.class, "%s", name);
    return s;
}

Test(study_sequence, grids_run_through_all_values_the_first_parameter_slowest)
{
    static const uint64_t levels[] = {2, 1, 3};
    static const double first[6][3] = {{0, 0.5, 0}, {0, 0.5, 0.5}, {0, 0.5, 1},
                                       {1, 0.5, 0}, {1, 0.5, 0.5}, {1, 0.5, 1}};
    tml_sequence s = sequence_of("grid", 3, tml_grid_count(3, levels), 0);
    s.levels = levels;
    cr_assert_null(tml_sequence_check(&s));
    cr_assert_eq(s.count, 6);
    for (uint64_t i = 0; i < 6; i++) {
        double u[3];
        uint64_t level[3];
        tml_sequence_point(&s, i, u);
        tml_grid_levels(&s, i, level);
        cr_expect_arr_eq(u, first[i], sizeof u);
        cr_expect(level[0] == i / 3 && level[1] == 0 && level[2] == i % 3);
    }
    s.centred = true;
    double u[3];
    tml_sequence_point(&s, 5, u);
    cr_expect_arr_eq(u, ((double[]){0.75, 0.5, 2.5 / 3}), sizeof u);
}

Test(study_sequence, every_stratum_of_a_latin_hypercube_holds_one_point)
{
    static const uint64_t counts[] = {1, 2, 10, 64, 65, 1000};
    static bool taken[5][1000];
    for (size_t k = 0; k < sizeof counts / sizeof *counts; k++)
        for (int centred = 0; centred < 2; centred++) {
            tml_sequence s = sequence_of("latin_hypercube", 5, counts[k], 4);
            s.centred = centred;
            cr_assert_null(tml_sequence_check(&s));
            memset(taken, 0, sizeof taken);
            for (uint64_t i = 0; i < s.count; i++) {
                double u[5];
                tml_sequence_point(&s, i, u);
                for (int d = 0; d < 5; d++) {
                    const double n = (double)s.count, stratum = floor(u[d] * n);
                    cr_assert(u[d] > 0 && u[d] < 1 && stratum < n);
                    cr_assert_not(taken[d][(int)stratum]);
                    taken[d][(int)stratum] = true;
                    if (centred)
                        cr_expect_eq(u[d], (stratum + 0.5) / n);
                }
            }
        }
}

/* Places within strata are uniform, and dimensions independent of each other. */
Test(study_sequence, latin_hypercubes_are_random_otherwise)
{
    static double place[SAMPLE];
    double product = 0;
    const tml_sequence s = sequence_of("latin_hypercube", 2, SAMPLE, 11);
    for (uint64_t i = 0; i < SAMPLE; i++) {
        double u[2];
        tml_sequence_point(&s, i, u);
        place[i] = u[1] * SAMPLE - floor(u[1] * SAMPLE);
        product += (u[0] - 0.5) * (u[1] - 0.5);
    }
    cr_expect_lt(kolmogorov(place, SAMPLE), 1.63);
    cr_expect_lt(fabs(12 * product / SAMPLE), 3 / sqrt(SAMPLE));
}

/* scipy.stats.qmc.Sobol(256, scramble=False), SciPy 1.17.1. Its element 0 is the corner 0, which we leave out. */
Test(study_sequence, plain_sobol_points_are_those_of_scipy)
{
    static const double first[8][6] = {
        {0.5, 0.5, 0.5, 0.5, 0.5, 0.5},
        {0.75, 0.25, 0.25, 0.25, 0.75, 0.75},
        {0.25, 0.75, 0.75, 0.75, 0.25, 0.25},
        {0.375, 0.375, 0.625, 0.875, 0.375, 0.125},
        {0.875, 0.875, 0.125, 0.375, 0.875, 0.625},
        {0.625, 0.125, 0.875, 0.625, 0.625, 0.875},
        {0.125, 0.625, 0.375, 0.125, 0.125, 0.375},
        {0.1875, 0.3125, 0.9375, 0.4375, 0.5625, 0.3125},
    };
    static const int dimensions[8] = {0, 1, 2, 9, 49, 99, 199, 255};
    static const struct {
        uint64_t element;
        double u[8];
    } far[] = {
        {1000, {0x1.c2p-3, 0x1.8cp-4, 0x1.098p-1, 0x1.1cp-4, 0x1.ebp-2, 0x1.7ep-3, 0x1.af8p-1, 0x1.fep-3}},
        {123456,
         {0x1.b22p-6, 0x1.7644p-3, 0x1.3aa2p-2, 0x1.fe14p-3, 0x1.4874p-3, 0x1.d9ffp-1, 0x1.5e71p-1, 0x1.f2b2p-2}},
        {1073741789,
         {0x1.98000008p-1, 0x1.91999998p-1, 0x1.50013938p-1, 0x1.9564cep-7, 0x1.2893379p-2, 0x1.d51031bp-2,
          0x1.dfdc56cp-4, 0x1.1f39332p-3}},
    };
    tml_sequence s = sequence_of("sobol", SOBOL_DIMENSIONS, UINT64_C(1) << 31, 0);
    double u[SOBOL_DIMENSIONS];
    s.plain = true;
    cr_assert_null(tml_sequence_check(&s));
    for (uint64_t i = 0; i < 8; i++) {
        tml_sequence_point(&s, i, u);
        cr_expect_arr_eq(u, first[i], sizeof first[i]);
    }
    for (size_t k = 0; k < sizeof far / sizeof *far; k++) {
        tml_sequence_point(&s, far[k].element - 1, u);
        for (int d = 0; d < 8; d++)
            cr_expect_eq(u[dimensions[d]], far[k].u[d]);
    }
}

/* All of scipy's elements 1 ... 1024 in all dimensions, as multiples of 2^-52, hashed (FNV-1a by words of 64 bits). */
Test(study_sequence, every_dimension_of_plain_sobol_points_is_that_of_scipy)
{
    tml_sequence s = sequence_of("sobol", SOBOL_DIMENSIONS, 1024, 0);
    s.plain = true;
    uint64_t hash = UINT64_C(0xcbf29ce484222325);
    for (uint64_t i = 0; i < 1024; i++) {
        double u[SOBOL_DIMENSIONS];
        tml_sequence_point(&s, i, u);
        for (int d = 0; d < SOBOL_DIMENSIONS; d++)
            hash = (hash ^ (uint64_t)(u[d] * 0x1p52)) * UINT64_C(0x100000001b3);
    }
    cr_expect_eq(hash, UINT64_C(0xe0bdfbed0a722325));
}

/* In two dimensions every box of area 2^-m and sides 2^-j, 2^-(m-j) holds exactly one of 2^m points. */
static void expect_net(const tml_sequence *s, int m)
{
    static bool taken[1 << 12];
    for (int j = 0; j <= m; j++) {
        memset(taken, 0, sizeof taken);
        for (uint64_t i = 0; i < UINT64_C(1) << m; i++) {
            double u[2];
            tml_sequence_point(s, i, u);
            const int box = (int)(ldexp(u[0], j)) << (m - j) | (int)ldexp(u[1], m - j);
            cr_assert_not(taken[box], "box %d, split %d", box, j);
            taken[box] = true;
        }
    }
}

Test(study_sequence, scrambled_sobol_points_are_still_even)
{
    for (uint64_t seed = 0; seed < 4; seed++) {
        const tml_sequence s = sequence_of("sobol", 2, 1 << 10, seed);
        expect_net(&s, 10);
    }
}

/* Over seeds a scrambled point is uniform, and so are the digits beyond those of the plain point. */
Test(study_sequence, each_scrambled_sobol_point_is_uniform)
{
    static double u[SAMPLE], low[SAMPLE];
    for (uint64_t seed = 0; seed < SAMPLE; seed++) {
        double point[3];
        const tml_sequence s = sequence_of("sobol", 3, 1000, seed);
        tml_sequence_point(&s, 700, point);
        u[seed] = point[2];
        low[seed] = ldexp(point[2], 33) - floor(ldexp(point[2], 33));
    }
    cr_expect_lt(kolmogorov(u, SAMPLE), 1.63);
    cr_expect_lt(kolmogorov(low, SAMPLE), 1.63);
}

/* ---- rates of convergence ------------------------------------------------------------------------------------------ */

enum { DIMENSIONS = 4, FIRST_POWER = 5, LAST_POWER = 12 };

/* Integral over the cube: 1. */
static double product(const double *u)
{
    double f = 1;
    for (int d = 0; d < DIMENSIONS; d++)
        f *= 1 + exp(u[d]) - expm1(1);
    return f;
}

/* Integral over the cube: 0. */
static double sum(const double *u)
{
    double f = 0;
    for (int d = 0; d < DIMENSIONS; d++)
        f += exp(u[d]) - expm1(1);
    return f;
}

static double mean(const tml_sequence *s, double (*integrand)(const double *u))
{
    double total = 0, u[DIMENSIONS];
    for (uint64_t i = 0; i < s->count; i++) {
        tml_sequence_point(s, i, u);
        total += integrand(u);
    }
    return total / (double)s->count;
}

/* The slope of the root mean square error over the number of points, both as logarithms; *last: the error at the greatest number. */
static double fitted_slope(tml_sequence s, int seeds, double (*integrand)(const double *u), double exact, double *last)
{
    const double middle = (FIRST_POWER + LAST_POWER) / 2.0;
    double xx = 0, xy = 0;
    for (int power = FIRST_POWER; power <= LAST_POWER; power++) {
        double square = 0;
        s.count = UINT64_C(1) << power;
        for (int seed = 0; seed < seeds; seed++) {
            s.seed = (uint64_t)seed;
            square += pow(mean(&s, integrand) - exact, 2) / seeds;
        }
        *last = sqrt(square);
        xx += (power - middle) * (power - middle);
        xy += (power - middle) * log2(*last);
    }
    return xy / xx;
}

Test(study_sequence, means_converge_at_the_rates_of_theory)
{
    double random_error, hypercube_error, sobol_error, error, slope;
    tml_sequence random = sequence_of("random", DIMENSIONS, 0, 0),
                 hypercube = sequence_of("latin_hypercube", DIMENSIONS, 0, 0),
                 sobol = sequence_of("sobol", DIMENSIONS, 0, 0);
    /* random: -1/2, with the constant of the variance of the integrand, (1 + v)^4 - 1, v = (e - 1)(3 - e)/2 */
    const double v = expm1(1) * (3 - exp(1)) / 2, sigma = sqrt(pow(1 + v, DIMENSIONS) - 1);
    slope = fitted_slope(random, 64, product, 1, &random_error);
    cr_expect_float_eq(slope, -0.5, 0.03, "random: %g", slope);
    cr_expect_float_eq(random_error * sqrt(1 << LAST_POWER) / sigma, 1, 0.2);
    /* Latin hypercube: -1/2 with a smaller constant; of a sum -3/2, centred -2 (the midpoint rule) */
    slope = fitted_slope(hypercube, 16, product, 1, &hypercube_error);
    cr_expect_float_eq(slope, -0.5, 0.05, "Latin hypercube: %g", slope);
    cr_expect_lt(hypercube_error, 0.75 * random_error);
    slope = fitted_slope(hypercube, 32, sum, 0, &error);
    cr_expect_float_eq(slope, -1.5, 0.08, "Latin hypercube of a sum: %g", slope);
    hypercube.centred = true;
    slope = fitted_slope(hypercube, 1, sum, 0, &error);
    cr_expect_float_eq(slope, -2, 1e-3, "centred: %g", slope);
    /* error of the midpoint rule: (f'(1) - f'(0))/(24 n^2) in each dimension */
    cr_expect_float_eq(error, DIMENSIONS * expm1(1) / 24 * pow(2, -2 * LAST_POWER), 1e-3 * error);
    /* Sobol: about -1; scrambled, of smooth functions, on the way to -3/2, which a sum shows at once */
    slope = fitted_slope(sobol, 16, product, 1, &sobol_error);
    cr_expect(slope < -1.1 && slope > -1.5, "Sobol: %g", slope);
    cr_expect_lt(sobol_error, random_error / 50);
    slope = fitted_slope(sobol, 16, sum, 0, &error);
    cr_expect_float_eq(slope, -1.5, 0.05, "Sobol of a sum: %g", slope);
    sobol.plain = true;
    slope = fitted_slope(sobol, 1, product, 1, &error);
    cr_expect_float_eq(slope, -1, 0.15, "plain Sobol: %g", slope);
}

/* ---- pure functions ------------------------------------------------------------------------------------------------ */

Test(study_sequence, points_have_the_same_bits_in_any_order_and_with_fewer_parameters)
{
    enum { N = 200, D = 6 };
    static const uint64_t levels[D] = {5, 1, 4, 2, 5, 1};
    static double forward[N][D], other[N][D];
    for (int k = 0; k < tml_sequence_class_count; k++) {
        tml_sequence s = sequence_of(tml_sequence_classes[k]->name, D, N, 77);
        if (s.class->takes_levels)
            s.levels = levels;
        cr_assert_null(tml_sequence_check(&s));
        for (uint64_t i = 0; i < N; i++)
            tml_sequence_point(&s, i, forward[i]);
        for (uint64_t i = 0; i < N; i++) {
            const uint64_t index = i * 77 % N; /* 77 and 200 have no common factor */
            tml_sequence_point(&s, index, other[index]);
        }
        cr_expect_arr_eq(forward, other, sizeof forward);
        if (s.class->takes_levels)
            continue;
        s.dimensions = 3;
        for (uint64_t i = 0; i < N; i++) {
            tml_sequence_point(&s, i, other[0]);
            cr_expect_arr_eq(other[0], forward[i], 3 * sizeof(double));
        }
        s.seed++;
        tml_sequence_point(&s, 0, other[0]);
        cr_expect_neq(other[0][0], forward[0][0], "%s", s.class->name);
    }
}

Test(study_sequence, what_cannot_be_a_sequence_is_told)
{
    static const uint64_t levels[] = {3, 4}, none[] = {3, 0}, many[] = {UINT64_C(1) << 40, UINT64_C(1) << 40};
    tml_sequence s = {.dimensions = 2, .count = 12};
    cr_expect(strstr(tml_sequence_check(&s), "no kind"));
    s = sequence_of("grid", 2, 12, 0);
    cr_expect(strstr(tml_sequence_check(&s), "product"));
    s.levels = levels;
    cr_expect_null(tml_sequence_check(&s));
    s.count = 11;
    cr_expect(strstr(tml_sequence_check(&s), "product"));
    cr_expect_eq(tml_grid_count(2, none), 0);
    cr_expect_eq(tml_grid_count(2, many), 0);
    s = sequence_of("sobol", SOBOL_DIMENSIONS + 1, 8, 0);
    cr_expect(strstr(tml_sequence_check(&s), "more parameters"));
    s = sequence_of("random", 0, 8, 0);
    cr_expect(strstr(tml_sequence_check(&s), "at least one parameter"));
    s = sequence_of("random", 1, 0, 0);
    cr_expect(strstr(tml_sequence_check(&s), "at least one point"));
    s.count = UINT64_MAX;
    cr_expect(strstr(tml_sequence_check(&s), "fewer than 2^52"));
    cr_expect_null(tml_sequence_class_find("halton"));
}
