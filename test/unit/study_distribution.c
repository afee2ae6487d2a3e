/* study_distribution.c - distributions and correlated parameters: values of mpmath (60 digits), laws, samples.
 *
 * Known numbers were computed by mpmath 1.4 from the definitions, at arguments that are doubles.
 */
#include "study/copula.h"
#include "study/distribution.h"
#include "study/random.h"
#include "study/sequence.h"
#include <criterion/criterion.h>
#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#define PI 3.14159265358979323846

/* Relative, in units of DBL_EPSILON. */
static void expect_near(double got, double expected, double ulps, const char *what, double at)
{
    cr_expect(fabs(got - expected) <= ulps * DBL_EPSILON * fabs(expected), "%s at %g: %.17g, not %.17g (off by %g ulp)",
              what, at, got, expected, fabs(got - expected) / (DBL_EPSILON * fabs(expected)));
}

static tml_distribution distribution_of(const char *name, double a, double b, double c, double d)
{
    const tml_distribution_class *class = tml_distribution_class_find(name);
    cr_assert(class, "%s", name);
    tml_distribution made = tml_distribution_new(class);
    const double given[] = {a, b, c, d};
    for (int i = 0; i < TML_MAX_DISTRIBUTION_PARAMETERS; i++)
        if (!isnan(given[i]))
            made.parameter[i] = given[i];
    return made;
}

/* ---- the normal distribution --------------------------------------------------------------------------------------- */

Test(study_distribution, normal_quantiles_have_all_digits)
{
    static const double known[][2] = {
        {1e-300, -37.047096299361199237},
        {1e-20, -9.2623400897984075796},
        {1e-10, -6.3613409024040561991},
        {0.001, -3.0902323061678135354},
        {0.02425, -1.9729610513118848376},
        {0.25, -0.6744897501960817432},
        {0.4999999, -2.5066282747031065135e-7},
        {0.75, 0.6744897501960817432},
        {0.975, 1.9599639845400538556},
        {0.999999, 4.7534243088170877657},
        {2.671272593204826e-09, -5.8361355046428189491},
        {0.6470937136744876, 0.37748585722175261971},
        {3.8624240223451054e-184, -28.915043458689995681},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        expect_near(tml_normal_quantile(tml_probability_of(known[i][0])), known[i][1], 1.5, "quantile", known[i][0]);
    cr_expect_eq(tml_normal_quantile(tml_probability_of(0)), -INFINITY);
    cr_expect_eq(tml_normal_quantile(tml_probability_of(1)), INFINITY);
    cr_expect_eq(tml_normal_quantile(tml_probability_of(0.5)), 0);
}

Test(study_distribution, normal_probabilities_have_all_digits_in_both_tails)
{
    static const double known[][2] = {
        {-37.5, 4.6053530095819548438e-308}, {-20.25, 1.7761998649495700309e-91}, {-8.5, 9.4795348222033183542e-18},
        {-2, 0.0227501319481792072},         {-0.1, 0.46017216272297101633},      {0.3, 0.61791142218895263307},
        {1.5, 0.933192798731141934},         {5, 0.99999971334842812081},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
        const double x = known[i][0];
        expect_near(tml_normal_cdf(x).p, known[i][1], 2, "cdf", x);
        cr_expect_eq(tml_normal_cdf(x).p, tml_normal_cdf(-x).q);
    }
    for (double x = 0.25; x < 37; x += 0.5) /* back and forth, through the complement */
        expect_near(tml_normal_quantile(tml_normal_cdf(x)), x, 3, "quantile of cdf", x);
}

Test(study_distribution, probabilities_of_intervals_have_all_digits)
{
    static const double known[][3] = {
        {1, 1.00000095367431640625, 2.3076115526057310272e-7},
        {-3, -2.999999999068677425384521484375, 4.1274804790776482697e-12},
        {8, 8.0625, 2.4834732731587825736e-16},
        {-1, 2, 0.81859461412036374138},
        {-0.5, -0.25, 0.092756135591089379397},
        {-38, -37, 5.7255712225245765341e-300},
    };
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        expect_near(tml_normal_between(known[i][0], known[i][1]), known[i][2], 2, "interval", known[i][0]);
    cr_expect_eq(tml_normal_between(1, 1), 0);
    cr_expect_eq(tml_normal_between(-INFINITY, INFINITY), 1);
}

/* Mills' ratio, a continued fraction from 3 on, satisfies R' = x R - 1 across its switches; differences of fifth order. */
Test(study_distribution, mills_ratio_satisfies_its_differential_equation)
{
    const double h = 1e-2;
    for (double x = 0.5; x < 60; x *= 1.1) {
        const double d = (8 * (tml_mills_ratio(x + h) - tml_mills_ratio(x - h)) -
                          (tml_mills_ratio(x + 2 * h) - tml_mills_ratio(x - 2 * h))) /
                         (12 * h);
        cr_expect_float_eq(d, x * tml_mills_ratio(x) - 1, 3e-9, "at %g: %g", x, d - x * tml_mills_ratio(x) + 1);
    }
    expect_near(tml_mills_ratio(3), 0.30459029871010329573, 2, "Mills' ratio", 3);
    expect_near(tml_mills_ratio(5.9375), 0.1640017601920642011, 2, "Mills' ratio", 5.9375);
    expect_near(tml_mills_ratio(100), 0.0099990002998501049056, 2, "Mills' ratio", 100);
}

/* ---- kinds --------------------------------------------------------------------------------------------------------- */

Test(study_distribution, truncated_normals_are_precise_in_tails_and_narrow_intervals)
{
    static const double u[3] = {0.001, 0.5, 0.875};
    static const struct {
        double a, b, x[3], mean, variance;
    } known[] = {
        {-1,
         2,
         {-0.99662267153484038342, 0.17116391801782477284, 1.1499877483538188985},
         0.22963717909132896862,
         0.51976253921153393591},
        {2,
         2.5,
         {2.0003064500840609954, 2.1840333535677131092, 2.3964567441368926312},
         2.2044520781676749003,
         0.019434066747448838011},
        {-1,
         INFINITY,
         {-0.99652897219320941913, 0.2001736861668909259, 1.252641549749693913},
         0.28759997093917836123,
         0.62968628577660540086},
        {8,
         9,
         {8.000123170289083369, 8.0848888990181664333, 8.2520336813872689803},
         8.1211889929797971226,
         0.014148542782748111039},
        {35,
         36,
         {35.000028562433812112, 35.019782496307178444, 35.059314055964343239},
         35.028524970596687499,
         0.00081235516838226147827},
        {-101,
         -100,
         {-100.06904681455681668, -100.00693053875242941, -100.00133517152325881},
         -100.00999800099926071,
         0.000099940049948263450361},
        {1000,
         INFINITY,
         {1000.0000010004993326, 1000.0006931462471895, 1000.0020794373002191},
         1000.00099999800001,
         9.9999400004999948201e-7},
        {1,
         1.00000095367431640625,
         {1.0000000009536738621, 1.0000004768370445162, 1.0000008344649771174},
         1.0000004768370824119,
         7.5791225147738275513e-14},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        const tml_distribution d = distribution_of("truncated_normal", 0, 1, known[k].a, known[k].b);
        cr_assert_null(tml_distribution_check(&d));
        for (int i = 0; i < 3; i++) {
            expect_near(tml_distribution_quantile(&d, u[i]), known[k].x[i], 5, "quantile", known[k].a);
            /* x is rounded: F is off by its density times that */
            const double density = 1 / sqrt(known[k].variance), rounding = DBL_EPSILON * fabs(known[k].x[i]);
            cr_expect_float_eq(tml_distribution_cdf(&d, known[k].x[i]), u[i], 2 * density * rounding + 4 * DBL_EPSILON);
        }
        expect_near(tml_distribution_mean(&d), known[k].mean, 4, "mean", known[k].a);
        expect_near(tml_distribution_variance(&d), known[k].variance, 8, "variance", known[k].a);
        cr_expect_eq(tml_distribution_quantile(&d, 0), known[k].a);
        cr_expect_eq(tml_distribution_quantile(&d, 1), known[k].b);
        cr_expect_eq(tml_distribution_is_bounded(&d), isfinite(known[k].b) != 0);
    }
}

Test(study_distribution, scaled_truncated_normals_stay_within_their_limits)
{
    const tml_distribution d = distribution_of("truncated_normal", 0.1, 0.003, 0.099, 0.1013);
    for (uint64_t i = 0; i < 2000; i++) {
        const double x = tml_distribution_quantile(&d, tml_random_uniform(1, 0, i));
        cr_assert(x >= 0.099 && x <= 0.1013);
    }
    cr_expect(tml_distribution_quantile(&d, 0x1p-53) >= 0.099);
    cr_expect(tml_distribution_quantile(&d, 1 - 0x1p-53) <= 0.1013);
}

static void expect_quantiles(const tml_distribution *d, int count, const double *u, const double *x, double ulps)
{
    cr_assert_null(tml_distribution_check(d));
    for (int i = 0; i < count; i++) {
        expect_near(tml_distribution_quantile(d, u[i]), x[i], ulps, d->class->name, u[i]);
        expect_near(tml_distribution_cdf(d, x[i]), u[i], 50, d->class->name, x[i]);
    }
}

Test(study_distribution, known_quantiles_and_moments_of_every_kind)
{
    static const double u[3] = {1e-6, 0.3, 0.9};
    tml_distribution d = distribution_of("lognormal", 2, 0.25, NAN, NAN);
    expect_quantiles(&d, 3, u, (double[]){0.60944358327765358792, 1.7542598891432921431, 2.7553240878958037692}, 3);
    expect_near(tml_distribution_mean(&d), 2.0634868149982053419, 2, "mean", 0);
    expect_near(tml_distribution_variance(&d), 0.27461597659586754906, 3, "variance", 0);

    d = distribution_of("exponential", 3, NAN, NAN, NAN);
    expect_quantiles(&d, 3, u, (double[]){3.000001500000999865e-6, 1.0700248318161970892, 6.9077552789821377182}, 2);
    expect_near(tml_distribution_variance(&d), 9, 1, "variance", 0);
    d = distribution_of("exponential", 3, 1, NAN, NAN);
    expect_near(tml_distribution_quantile(&d, 0.3), 1 + 1.0700248318161970892 * 2 / 3, 2, "shifted", 0.3);
    cr_expect_eq(tml_distribution_mean(&d), 3);
    cr_expect_eq(tml_distribution_quantile(&d, 0), 1);

    d = distribution_of("triangular", 1, 2, 5, NAN);
    expect_quantiles(&d, 4, (double[]){1e-6, 0.2, 0.3, 0.9},
                     (double[]){1.002, 1.8944271909999159034, 2.1017246507621122623, 3.9045548849896678947}, 2);
    expect_near(tml_distribution_mean(&d), 8.0 / 3, 2, "mean", 0);
    expect_near(tml_distribution_variance(&d), 13.0 / 18, 2, "variance", 0);

    d = distribution_of("uniform", -1, 3, NAN, NAN);
    expect_quantiles(&d, 3, (double[]){0.1, 0.3, 0.9}, (double[]){-0.6, 0.2, 2.6}, 2);
    expect_near(tml_distribution_variance(&d), 4.0 / 3, 1, "variance", 0);
    cr_expect_eq(tml_distribution_mean(&d), 1);

    d = distribution_of("normal", 10, 0.5, NAN, NAN);
    expect_near(tml_distribution_quantile(&d, 0.975), 10.979981992270026928, 1, "normal", 0.975);
    expect_near(tml_distribution_cdf(&d, 10.75), 0.933192798731141934, 2, "normal", 10.75);
    cr_expect_eq(tml_distribution_mean(&d), 10);
    cr_expect_eq(tml_distribution_variance(&d), 0.25);
}

Test(study_distribution, weibull_moments_are_precise_for_any_shape)
{
    static const double u[3] = {1e-6, 0.3, 0.9};
    static const struct {
        double shape, mean, variance, x[3];
    } known[] = {
        {0.5, 2, 20, {1.000001000000916577e-12, 0.12721701563369787405, 5.3018981104783990331}},
        {1.5,
         0.9027452929509336113,
         0.37569028481393200218,
         {0.00010000003333335277477, 0.50293871491571836737, 1.743721513596411701}},
        {10,
         0.95135076986687318363,
         0.013100455073468309147,
         {0.25118865571039571461, 0.9020430405013278408, 1.0869800389345603309}},
        {200,
         0.99713853525101778511,
         0.000040592708960799062336,
         {0.93325430313012777037, 0.9948586102561723073, 1.0041788694520437685}},
    };
    for (size_t k = 0; k < sizeof known / sizeof *known; k++) {
        tml_distribution d = distribution_of("weibull", 1, known[k].shape, NAN, NAN);
        cr_assert_null(tml_distribution_check(&d));
        for (int i = 0; i < 3; i++)
            expect_near(tml_distribution_quantile(&d, u[i]), known[k].x[i], 12, "weibull", known[k].shape);
        expect_near(tml_distribution_mean(&d), known[k].mean, 4, "mean", known[k].shape);
        expect_near(tml_distribution_variance(&d), known[k].variance, 8, "variance", known[k].shape);
        d = distribution_of("weibull", 2, known[k].shape, 5, NAN);
        expect_near(tml_distribution_mean(&d), 5 + 2 * known[k].mean, 4, "shifted mean", known[k].shape);
        expect_near(tml_distribution_variance(&d), 4 * known[k].variance, 8, "scaled variance", known[k].shape);
    }
}

Test(study_distribution, discrete_values_come_as_often_as_their_weights_say)
{
    static const double values[] = {2, 3, 5, 7}, weights[] = {1, 0, 2, 5};
    static const uint64_t levels[] = {4};
    tml_distribution d = {
        .class = tml_distribution_class_find("discrete"), .count = 4, .values = values, .weights = weights};
    cr_assert_null(tml_distribution_check(&d));
    int hits[4] = {0};
    for (int i = 0; i < 800; i++) {
        const double x = tml_distribution_quantile(&d, (i + 0.5) / 800);
        for (int k = 0; k < 4; k++)
            hits[k] += x == values[k];
    }
    cr_expect(hits[0] == 100 && hits[1] == 0 && hits[2] == 200 && hits[3] == 500);
    cr_expect_eq(tml_distribution_cdf(&d, 5), 0.375);
    cr_expect_eq(tml_distribution_mean(&d), 47.0 / 8);
    expect_near(tml_distribution_variance(&d), 299.0 / 8 - 47.0 * 47 / 64, 4, "variance", 0);
    cr_expect_eq(tml_distribution_quantile(&d, 0), 2);
    cr_expect_eq(tml_distribution_quantile(&d, 1), 7);
    /* a grid takes each value once, whether it includes its ends or not */
    d.weights = NULL;
    for (int centred = 0; centred < 2; centred++)
        for (uint64_t i = 0; i < 4; i++) {
            const tml_sequence grid = {.class = tml_sequence_class_find("grid"),
                                       .dimensions = 1,
                                       .count = 4,
                                       .levels = levels,
                                       .centred = centred};
            double u;
            tml_sequence_point(&grid, i, &u);
            cr_expect_eq(tml_distribution_quantile(&d, u), values[i]);
        }
}

Test(study_distribution, tolerances_are_uniform_or_have_so_many_sigmas)
{
    const tml_distribution uniform = distribution_of("tolerance", 20, 0.3, NAN, NAN),
                           normal = distribution_of("tolerance", 20, 0.3, 3, NAN);
    cr_assert(!tml_distribution_check(&uniform) && !tml_distribution_check(&normal));
    cr_expect_eq(tml_distribution_quantile(&uniform, 0), 19.7);
    cr_expect_eq(tml_distribution_quantile(&uniform, 1), 20.3);
    expect_near(tml_distribution_quantile(&uniform, 0.75), 20.15, 1, "uniform", 0.75);
    expect_near(tml_distribution_variance(&uniform), 0.03, 2, "variance", 0);
    expect_near(tml_distribution_variance(&normal), 0.01, 2, "variance", 0);
    expect_near(tml_distribution_quantile(&normal, 0.975), 20.195996398454005386, 1, "normal", 0.975);
    expect_near(tml_distribution_cdf(&normal, 20.3) - tml_distribution_cdf(&normal, 19.7), 0.99730020393673981095, 100,
                "three sigmas", 3);
    cr_expect(tml_distribution_is_bounded(&uniform) && !tml_distribution_is_bounded(&normal));
}

/* ---- samples ------------------------------------------------------------------------------------------------------- */

static const double LENGTHS[] = {1, 2, 4}, ODDS[] = {0.5, 0.3, 0.2};

/* One of every kind, and of some two. */
static int examples(tml_distribution *list)
{
    int n = 0;
    list[n++] = distribution_of("uniform", 2, 3, NAN, NAN);
    list[n++] = distribution_of("normal", -1, 2, NAN, NAN);
    list[n++] = distribution_of("truncated_normal", 0, 1, -0.5, 2);
    list[n++] = distribution_of("truncated_normal", 0, 1, 40, NAN);
    list[n++] = distribution_of("lognormal", 3, 0.4, NAN, NAN);
    list[n++] = distribution_of("triangular", 0, 3, 4, NAN);
    list[n++] = distribution_of("exponential", 2, NAN, NAN, NAN);
    list[n++] = distribution_of("weibull", 2, 3, 1, NAN);
    list[n++] = distribution_of("tolerance", 5, 0.1, NAN, NAN);
    list[n++] = distribution_of("tolerance", 5, 0.1, 2, NAN);
    list[n] = tml_distribution_new(tml_distribution_class_find("discrete"));
    list[n].count = 3, list[n].values = LENGTHS, list[n].weights = ODDS;
    return n + 1;
}

enum { SAMPLE = 4096, EXAMPLES = 11 };

static int compare(const void *a, const void *b)
{
    const double x = *(const double *)a, y = *(const double *)b;
    return (x > y) - (x < y);
}

/* Kolmogorov and Smirnov: the largest distance to the distribution function, times sqrt(n). */
static double kolmogorov(const tml_distribution *d, double *x, int n)
{
    double most = 0;
    qsort(x, (size_t)n, sizeof *x, compare);
    for (int i = 0; i < n; i++) {
        const double F = tml_distribution_cdf(d, x[i]);
        most = fmax(most, fmax((i + 1.0) / n - F, F - (double)i / n));
    }
    return most * sqrt(n);
}

/* 1.63 is exceeded with probability 0.01; 0.44 is fallen short of with the same. */
Test(study_distribution, random_samples_follow_their_distribution_function)
{
    static double x[SAMPLE];
    tml_distribution list[EXAMPLES];
    cr_assert_eq(examples(list), EXAMPLES);
    for (int k = 0; k < EXAMPLES - 1; k++) {
        for (uint64_t i = 0; i < SAMPLE; i++)
            x[i] = tml_distribution_quantile(&list[k], tml_random_uniform(3, (uint64_t)k, i));
        const double distance = kolmogorov(&list[k], x, SAMPLE);
        cr_expect(distance < 1.63 && distance > 0.44, "%s: %g", list[k].class->name, distance);
    }
}

/* 4096 middles of equal parts: the midpoint rule for the integrals of F^-1 and its square. */
Test(study_distribution, mean_and_variance_are_those_of_the_quantiles)
{
    tml_distribution list[EXAMPLES];
    const int count = examples(list);
    for (int k = 0; k < count; k++) {
        const double mean = tml_distribution_mean(&list[k]), variance = tml_distribution_variance(&list[k]);
        double sum = 0, square = 0;
        for (int i = 0; i < SAMPLE; i++) {
            const double x = tml_distribution_quantile(&list[k], (i + 0.5) / SAMPLE) - mean;
            sum += x / SAMPLE;
            square += x * x / SAMPLE;
        }
        cr_expect_float_eq(sum / sqrt(variance), 0, 5e-4, "mean of %s: %g", list[k].class->name, sum);
        cr_expect_float_eq(square / variance, 1, 3e-3, "variance of %s: %g", list[k].class->name, square / variance);
    }
}

Test(study_distribution, every_kind_is_sampled_and_says_what_is_missing)
{
    tml_distribution list[EXAMPLES];
    const int count = examples(list);
    for (int k = 0; k < tml_distribution_class_count; k++) {
        const tml_distribution_class *class = tml_distribution_classes[k];
        bool found = false;
        for (int i = 0; i < count; i++)
            found = found || list[i].class == class;
        cr_expect(found, "%s", class->name);
        const tml_distribution empty = tml_distribution_new(class);
        cr_expect(tml_distribution_check(&empty), "%s", class->name);
    }
    for (int i = 0; i < count; i++) {
        cr_expect_null(tml_distribution_check(&list[i]));
        for (int k = 0; k < TML_MAX_DISTRIBUTION_PARAMETERS && list[i].class->parameter[k].name; k++) {
            const tml_distribution_parameter *parameter = &list[i].class->parameter[k];
            tml_distribution bad = list[i];
            cr_expect(parameter->doc);
            bad.parameter[k] = NAN;
            if (!parameter->optional)
                cr_expect(tml_distribution_check(&bad), "%s without %s", bad.class->name, parameter->name);
        }
    }
}

Test(study_distribution, wrong_parameters_are_told)
{
    static const struct {
        const char *name;
        double parameter[4];
        const char *text;
    } wrong[] = {
        {"uniform", {2, 2, NAN, NAN}, "less than"},
        {"uniform", {-1e308, 1e308, NAN, NAN}, "finite"},
        {"normal", {0, 0, NAN, NAN}, "`sigma`"},
        {"normal", {INFINITY, 1, NAN, NAN}, "`mean`"},
        {"truncated_normal", {0, -1, 0, 1}, "`sigma`"},
        {"truncated_normal", {0, 1, 1, 1}, "`lower`"},
        {"truncated_normal", {0, 1, INFINITY, NAN}, "`lower`"},
        {"truncated_normal", {1e20, 1, 0, 1}, "too close"},
        {"truncated_normal", {0, 1, 1e9, 2e9}, "1e8"},
        {"lognormal", {0, 1, NAN, NAN}, "`median`"},
        {"triangular", {0, 2, 1, NAN}, "`mode`"},
        {"exponential", {1, 2, NAN, NAN}, "`mean`"},
        {"weibull", {1, 0, NAN, NAN}, "`shape`"},
        {"weibull", {0, 1, NAN, NAN}, "`scale`"},
        {"tolerance", {1, 0, NAN, NAN}, "`plus_minus`"},
        {"tolerance", {1, 1e-20, NAN, NAN}, "rounding"},
        {"tolerance", {1, 1, 0, NAN}, "`sigmas`"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        const double *p = wrong[i].parameter;
        const tml_distribution d = distribution_of(wrong[i].name, p[0], p[1], p[2], p[3]);
        const char *text = tml_distribution_check(&d);
        cr_expect(text && strstr(text, wrong[i].text), "%s: %s", wrong[i].name, text ? text : "nothing");
    }
    static const double values[] = {1, NAN}, weights[] = {0, -1}, zero[] = {0, 0};
    tml_distribution d = {.class = tml_distribution_class_find("discrete"), .count = 2, .values = values};
    cr_expect(strstr(tml_distribution_check(&d), "finite"));
    d.values = zero, d.weights = weights;
    cr_expect(strstr(tml_distribution_check(&d), "negative"));
    d.weights = zero;
    cr_expect(strstr(tml_distribution_check(&d), "above 0"));
    d.class = NULL;
    cr_expect(strstr(tml_distribution_check(&d), "no kind"));
}

/* ---- correlated parameters ----------------------------------------------------------------------------------------- */

enum { CORRELATED = 3 };
static const double CORRELATION[CORRELATED * CORRELATED] = {1, 0.8, -0.3, 0.8, 1, 0.1, -0.3, 0.1, 1};

/* Values at scrambled Sobol points: x (SAMPLE x 3). */
static void sample(const tml_distribution *d, const double *C, double (*x)[CORRELATED])
{
    const tml_sequence sobol = {
        .class = tml_sequence_class_find("sobol"), .dimensions = CORRELATED, .count = SAMPLE, .seed = 6};
    double L[CORRELATED * CORRELATED], u[CORRELATED];
    tml_probability correlated[CORRELATED];
    int row;
    cr_assert_null(tml_copula_factor(CORRELATED, C, L, &row));
    for (uint64_t i = 0; i < SAMPLE; i++) {
        tml_sequence_point(&sobol, i, u);
        tml_copula_point(CORRELATED, L, u, correlated);
        for (int k = 0; k < CORRELATED; k++)
            x[i][k] = tml_distribution_quantile_at(&d[k], correlated[k]);
    }
}

static double correlation(double (*x)[CORRELATED], int a, int b)
{
    double mean_a = 0, mean_b = 0, ab = 0, aa = 0, bb = 0;
    for (int i = 0; i < SAMPLE; i++) {
        mean_a += x[i][a] / SAMPLE;
        mean_b += x[i][b] / SAMPLE;
    }
    for (int i = 0; i < SAMPLE; i++) {
        ab += (x[i][a] - mean_a) * (x[i][b] - mean_b);
        aa += (x[i][a] - mean_a) * (x[i][a] - mean_a);
        bb += (x[i][b] - mean_b) * (x[i][b] - mean_b);
    }
    return ab / sqrt(aa * bb);
}

Test(study_distribution, normal_parameters_have_the_correlations_given)
{
    static double x[SAMPLE][CORRELATED];
    tml_distribution d[CORRELATED];
    for (int k = 0; k < CORRELATED; k++)
        d[k] = distribution_of("normal", k, k + 1, NAN, NAN);
    sample(d, CORRELATION, x);
    for (int a = 0; a < CORRELATED; a++)
        for (int b = 0; b < CORRELATED; b++)
            cr_expect_float_eq(correlation(x, a, b), CORRELATION[a * CORRELATED + b], 1e-3);
}

/* Uniform parameters: 6/pi asin(C/2). Of a lognormal and a normal one: C s/sqrt(exp(s^2) - 1). */
Test(study_distribution, other_parameters_have_the_correlations_of_closed_forms)
{
    static double x[SAMPLE][CORRELATED];
    tml_distribution d[CORRELATED];
    for (int k = 0; k < CORRELATED; k++)
        d[k] = distribution_of("uniform", k, k + 1, NAN, NAN);
    sample(d, CORRELATION, x);
    for (int a = 0; a < CORRELATED; a++)
        for (int b = 0; b < a; b++)
            cr_expect_float_eq(correlation(x, a, b), 6 / PI * asin(CORRELATION[a * CORRELATED + b] / 2), 1e-3);
    d[0] = distribution_of("lognormal", 1, 0.5, NAN, NAN);
    d[1] = distribution_of("normal", 0, 1, NAN, NAN);
    sample(d, CORRELATION, x);
    cr_expect_float_eq(correlation(x, 0, 1), 0.8 * 0.5 / sqrt(expm1(0.25)), 1e-3);
}

/* Marginals are kept: sampled by random points, each follows its own function. */
Test(study_distribution, correlated_parameters_keep_their_distributions)
{
    static double x[CORRELATED][SAMPLE];
    const tml_distribution d[CORRELATED] = {distribution_of("truncated_normal", 0, 1, 0.5, 1),
                                            distribution_of("truncated_normal", 10, 2, NAN, 9),
                                            distribution_of("weibull", 1, 2, NAN, NAN)};
    double L[CORRELATED * CORRELATED], u[CORRELATED];
    tml_probability correlated[CORRELATED];
    int row;
    cr_assert_null(tml_copula_factor(CORRELATED, CORRELATION, L, &row));
    for (uint64_t i = 0; i < SAMPLE; i++) {
        for (uint64_t k = 0; k < CORRELATED; k++)
            u[k] = tml_random_uniform(8, k, i);
        tml_copula_point(CORRELATED, L, u, correlated);
        for (int k = 0; k < CORRELATED; k++)
            x[k][i] = tml_distribution_quantile_at(&d[k], correlated[k]);
    }
    for (int k = 0; k < CORRELATED; k++)
        cr_expect_lt(kolmogorov(&d[k], x[k], SAMPLE), 1.63);
}

/* A normal value from correlated scores is that sum of scores to the last digits, in the upper tail as well; one that is
 * correlated with none before keeps its bits. */
Test(study_distribution, correlated_tails_lose_no_digits)
{
    static const double C[] = {1, 0.6, 0, 0.6, 1, 0, 0, 0, 1}, u[] = {1 - 0x1p-40, 1 - 0x1p-53, 0.1};
    double L[9];
    tml_probability correlated[3];
    int row;
    cr_assert_null(tml_copula_factor(3, C, L, &row));
    tml_copula_point(3, L, u, correlated);
    const double z0 = tml_normal_quantile(tml_probability_of(u[0])), z1 = tml_normal_quantile(tml_probability_of(u[1]));
    expect_near(tml_normal_quantile(correlated[1]), 0.6 * z0 + 0.8 * z1, 4, "score", u[1]);
    cr_expect(correlated[0].p == u[0] && correlated[2].p == u[2]);
}

Test(study_distribution, impossible_correlations_are_told_with_their_parameter)
{
    static const struct {
        double C[9];
        int row;
        const char *text;
    } wrong[] = {
        {{1, 0.9, 0.9, 0.9, 1, -0.9, 0.9, -0.9, 1}, 2, "not positive definite"},
        {{1, 0.5, 0.5, 0.5, 1, -0.5, 0.5, -0.5, 1}, 2, "not positive definite"}, /* singular: x3 = x1 - x2 */
        {{1, 0.5, 0, 0.4, 1, 0, 0, 0, 1}, 1, "symmetric"},
        {{1, 0.5, 0, 0.5, 2, 0, 0, 0, 1}, 1, "ones on its diagonal"},
        {{1, 0, 0, 0, 1, 1.5, 0, 1.5, 1}, 2, "between -1 and 1"},
        {{1, 0, 0, 0, 1, NAN, 0, NAN, 1}, 2, "between -1 and 1"},
        {{1, -1, 0, -1, 1, 0, 0, 0, 1}, 1, "determine each other"},
    };
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        double L[9];
        int row = -1;
        const char *text = tml_copula_factor(3, wrong[i].C, L, &row);
        cr_expect(text && strstr(text, wrong[i].text), "%zu: %s", i, text ? text : "nothing");
        cr_expect_eq(row, wrong[i].row, "%zu: %d", i, row);
    }
}
