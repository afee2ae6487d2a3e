/* cam.c - profiles of cams: points, radii of curvature and pressure angles against envelopes of the follower, computed with 40 digits by
 * numerical differentiation of its positions; derivatives; extremes against closed forms; the distance of points.
 */
#include "contact/profile.h"
#include "expression/motion.h"
#include <criterion/criterion.h>
#include <math.h>

#define PI     3.14159265358979323846
#define DEGREE (PI / 180)

static tml_arena arena;

static void tear_down(void)
{
    tml_arena_free(&arena);
}

TestSuite(cam, .fini = tear_down);

/* 3-4-5 over 120 deg, dwell, 4-5-6-7 back over 100 deg, dwell. */
static const tml_curve *make_motion(double h)
{
    tml_motion_piece *p = TML_NEW_ARRAY(&arena, tml_motion_piece, 4);
    tml_motion_law(tml_motion_law_find("3-4-5"), 0, 120 * DEGREE, 0, h, p);
    p[1] = (tml_motion_piece){.x = 120 * DEGREE, .h = 60 * DEGREE, .c = {h}};
    tml_motion_law(tml_motion_law_find("4-5-6-7"), 180 * DEGREE, 100 * DEGREE, h, -h, p + 2);
    p[3] = (tml_motion_piece){.x = 280 * DEGREE, .h = 80 * DEGREE};
    const tml_curve_options options = {.periodic = true};
    return tml_curve_of_motion(&arena, p, 4, &options);
}

typedef struct {
    const char *name;
    tml_cam cam;
    double h;
    double place[4][5]; /* deg; x, y of the profile, radius of its curvature, pressure angle */
} example;

static const example examples[] = {
    {"offset roller",
     {.sigma = 1, .base = 0.04, .roller = 0.01, .offset = 0.008, .direction = PI / 2},
     0.02,
     {{20, 0.0087550125555555454, 0.039818825790985329, 0.083229633557432795, 0.26386945336525741},
      {75, 0.051453420665792325, 0.018461694110863475, 0.04235827816507275, 0.35591675005702631},
      {150, 0.035646706884577264, -0.048033655092957777, 0.059815714768814697, 0.11483963616108773},
      {215, -0.023931096575385321, -0.050990044176001277, 0.029340833387387732, -0.16509710321024107}}},
    {"clockwise roller",
     {.sigma = -1, .base = 0.04, .roller = 0.01, .offset = -0.012, .direction = 0.3},
     0.02,
     {{20, 0.03695514944581153, 0.017184502243981204, 0.080295332565236974, 0.34189717882297074},
      {75, 0.005908802540389299, 0.054146596060149165, 0.042768545660850761, 0.41452785428200118},
      {150, -0.054949006471623276, 0.023033196072197652, 0.059581217120152875, 0.17332688588088254},
      {215, -0.043791112508053085, -0.035126995794593542, 0.028480102068183448, -0.10634514271117505}}},
    {"oscillating left",
     {.sigma = 1,
      .base = 0.03,
      .roller = 0.008,
      .oscillates = true,
      .distance = 0.1,
      .arm = 0.09,
      .side = 1,
      .direction = 0.4},
     0.35,
     {{20, 0.013636808856720879, -0.028227953392265423, 0.38838314191579166, 0.26876873856254482},
      {75, -0.025181458591822115, -0.047194379492764265, 0.034085905220964211, 0.24278897857430063},
      {150, -0.060616669164401567, 0.008706887336523903, 0.061238798711906752, -0.23434767291764677},
      {215, -0.018096333014352158, 0.052797286624320118, 0.028386162374894826, -0.58755180636033817}}},
    {"oscillating right",
     {.sigma = 1,
      .base = 0.03,
      .roller = 0.008,
      .oscillates = true,
      .distance = 0.1,
      .arm = 0.09,
      .side = -1,
      .direction = 0.4},
     0.35,
     {{20, 0.013891981534646415, 0.028115210639435412, 0.82013188375569737, 0.168590510920326},
      {75, 0.052879120958072783, 0.0069507738894262682, 0.036851491981540275, 0.52524209148299871},
      {150, 0.024918407283390501, -0.055939819861494936, 0.061238798711906752, 0.23434767291764677},
      {215, -0.0330765548911226, -0.045268390343439037, 0.022953994856412106, -0.28545265381773398}}},
    {"outer flank",
     {.sigma = 1, .outer = true, .base = 0.04, .roller = 0.01, .offset = 0.008, .direction = PI / 2},
     0.02,
     {{20, 0.010456879938359954, 0.05974628542364665, -0.1032296335574328, 0.26386945336525741},
      {75, 0.067757487408022521, 0.030045191323057348, -0.06235827816507275, 0.35591675005702631},
      {150, 0.047565550292986019, -0.064094202151069812, -0.079815714768814697, 0.11483963616108773},
      {215, -0.037939161938998079, -0.065264990927872282, -0.049340833387387732, -0.16509710321024107}}},
    {"flat",
     {.sigma = 1, .flat = true, .base = 0.04, .direction = PI / 2},
     0.02,
     {{20, 0.019116539670671117, 0.036364694315229155, 0.066040172453794319, 0.0},
      {75, 0.056711920684775997, -0.0010959751373589913, 0.038466521728458282, 0.0},
      {150, 0.03, -0.051961524227066319, 0.06, 0.0},
      {215, -0.016648520636535559, -0.056709723791997814, 0.013186837281995581, 0.0}}},
    {"flat clockwise",
     {.sigma = -1, .flat = true, .base = 0.04, .direction = 0.3},
     0.02,
     {{20, 0.02909119564111048, 0.029009229872422274, 0.066040172453794319, 0.0},
      {75, -0.017806543560819994, 0.053855084399475716, 0.038466521728458282, 0.0},
      {150, -0.058506346324540843, 0.013304414295747339, 0.06, 0.0},
      {215, -0.049256894167615476, -0.03266380854876176, 0.013186837281995581, 0.0}}},
    {"flat oscillating",
     {.sigma = 1,
      .flat = true,
      .oscillates = true,
      .base = 0.04,
      .offset = 0.01,
      .distance = 0.1,
      .side = 1,
      .direction = 0.4},
     0.25,
     {{20, 0.01712146736478197, -0.037545073872638725, 0.074300661736066851, 0.10763387306369786},
      {75, -0.02937608509578102, -0.049866976631685023, 0.02145754566122417, 0.10506593569164166},
      {150, -0.059393777926203, -0.0075476862723059051, 0.059871432456658942, 0.13888191535855357},
      {215, -0.040050905338891366, 0.041959185607856293, 0.032560659303834571, 0.16347560041623979}}},
    {"flat oscillating right",
     {.sigma = 1,
      .flat = true,
      .oscillates = true,
      .base = 0.04,
      .offset = 0.01,
      .distance = 0.1,
      .side = -1,
      .direction = 0.4},
     0.12,
     {{20, 0.020994167480830354, 0.034591039221939393, 0.052222083701376129, -0.11902857373739952},
      {75, 0.047633620315362002, -0.0046357222795910944, 0.040895742552790971, -0.13279076981404915},
      {150, 0.013819941610978613, -0.048060280697635132, 0.050007813058224593, -0.12436401118148688},
      {215, -0.028470503544949964, -0.040108273618595977, 0.017120546273636477, -0.10848543007455906}}},
};
enum { EXAMPLES = sizeof examples / sizeof *examples };

static tml_cam cam_of(const example *e)
{
    tml_cam cam = e->cam;
    cam.motion = make_motion(e->h);
    cr_assert(tml_cam_start(&cam));
    return cam;
}

Test(cam, profiles_are_envelopes_of_their_followers)
{
    for (int i = 0; i < EXAMPLES; i++) {
        const tml_cam cam = cam_of(&examples[i]);
        for (int k = 0; k < 4; k++) {
            const double *want = examples[i].place[k];
            const tml_cam_place p = tml_cam_at(&cam, want[0] * DEGREE);
            cr_expect_float_eq(p.profile.x, want[1], 1e-15, "%s %g x", examples[i].name, want[0]);
            cr_expect_float_eq(p.profile.y, want[2], 1e-15, "%s %g y", examples[i].name, want[0]);
            cr_expect_float_eq(1 / p.radius, 1 / want[3], 1e-12, "%s %g radius %.17g", examples[i].name, want[0],
                               p.radius);
            cr_expect_float_eq(p.pressure, want[4], 1e-14, "%s %g pressure angle", examples[i].name, want[0]);
            cr_expect(!p.undercut);
        }
    }
}

/* Each derivative against differences of the one before. */
Test(cam, derivatives_match_finite_differences)
{
    for (int i = 0; i < EXAMPLES; i++)
        for (int k = 0; k < 12; k++) {
            const tml_cam cam = cam_of(&examples[i]);
            const double u = 0.11 + k * 0.5, h = 1e-5;
            for (int own = 0; own < 2; own++) {
                tml_curve_point (*f)(const tml_cam *, double) = own ? tml_cam_profile : tml_cam_pitch;
                const tml_curve_point c = f(&cam, u), a = f(&cam, u - h), b = f(&cam, u + h);
                cr_expect_float_eq(c.d1.x, (b.c.x - a.c.x) / (2 * h), 1e-9);
                cr_expect_float_eq(c.d1.y, (b.c.y - a.c.y) / (2 * h), 1e-9);
                cr_expect_float_eq(c.d2.x, (b.d1.x - a.d1.x) / (2 * h), 1e-8);
                cr_expect_float_eq(c.d2.y, (b.d1.y - a.d1.y) / (2 * h), 1e-8);
            }
        }
}

/* The free side is on the left: outside, or inside of an outer flank. */
Test(cam, distances_are_those_of_a_search)
{
    for (int i = 0; i < EXAMPLES; i++) {
        const tml_cam cam = cam_of(&examples[i]);
        tml_profile p = {.kind = TML_PROFILE_CAM};
        tml_profile_of_cam(&p, &cam, &arena);
        for (int k = 0; k < 20; k++) {
            const tml_cam_place at = tml_cam_at(&cam, 0.05 + 0.31 * k);
            const double out = 0.003 + (cam.outer ? 0.2 : 1) * 0.0007 * k;
            const tml_vec2 y = tml_add2(at.profile, tml_scale2(out, at.normal));
            const tml_profile_distance d = tml_profile_distance_from(&p, 0, y);
            double least = INFINITY;
            for (int n = 0; n < 20000; n++) {
                const tml_vec2 off = tml_sub2(y, tml_cam_profile(&cam, 2 * PI * n / 20000).c);
                least = fmin(least, hypot(off.x, off.y));
            }
            cr_expect_float_eq(d.value, least, 1e-7, "%s: %g, search %g", examples[i].name, d.value, least);
            cr_expect_float_eq(d.value, out, 1e-15, "%s: %.17g", examples[i].name, d.value - out);
            cr_expect_float_eq(d.curvature, 1 / (at.radius + out), 1e-10 / fabs(at.radius + out), "%s",
                               examples[i].name);
        }
    }
}

/* A 3-4-5 rise of 20 mm over 90 deg on a pitch circle of 50 mm: A10 of the reference cases. */
Test(cam, extremes_are_those_of_the_reference)
{
    tml_motion_piece p[4];
    tml_motion_law(0, 0, PI / 2, 0, 0.02, p);
    p[1] = (tml_motion_piece){.x = PI / 2, .h = 30 * DEGREE, .c = {0.02}};
    tml_motion_law(0, 120 * DEGREE, PI / 2, 0.02, -0.02, p + 2);
    p[3] = (tml_motion_piece){.x = 210 * DEGREE, .h = 150 * DEGREE};
    const tml_curve_options options = {.periodic = true};
    tml_cam cam = {
        .motion = tml_curve_of_motion(&arena, p, 4, &options), .sigma = 1, .base = 0.05, .direction = PI / 2};
    cr_assert(tml_cam_start(&cam));
    const tml_cam_extremes e = tml_cam_find_extremes(&cam);
    cr_expect_float_eq(e.pressure.value, 0.3829525701111485, 1e-15);
    cr_expect_float_eq(e.pressure.theta / DEGREE, 41.46260619145044, 1e-10, "%.15g", e.pressure.theta / DEGREE);
    cr_expect_float_eq(e.acceleration.value * 40 * 40, 74.87720019265948, 1e-12);
    cr_expect_float_eq(e.acceleration.theta / DEGREE, 19.01923788646684, 1e-10);
    cr_expect_float_eq(e.velocity.value, 1.875 * 0.02 / (PI / 2), 1e-16);
    cr_expect_float_eq(e.lift.value, 0.02, 1e-16);
    cr_expect_float_eq(e.smallest.value, 0.05, 1e-15);
    cr_expect_float_eq(e.largest.value, 0.07, 1e-15);
    cr_expect(!e.undercut);
    /* flat: the radius is base + s + s'', least where s' + s''' = 0; the touching point is s' from the axis */
    cam.flat = true;
    cr_assert(tml_cam_start(&cam));
    const tml_cam_extremes f = tml_cam_find_extremes(&cam);
    cr_expect_float_eq(f.eccentric, 1.875 * 0.02 / (PI / 2), 1e-16);
    const tml_jet s = tml_curve_jet(cam.motion, f.convex.theta);
    cr_expect_float_eq(f.convex.value, 0.05 + s.f + s.dd, 1e-15);
    cr_expect_float_eq(s.d + tml_curve_third(cam.motion, f.convex.theta), 0, 1e-10, "%.15g %.15g",
                       f.convex.theta / DEGREE, s.d + tml_curve_third(cam.motion, f.convex.theta));
    cr_expect_float_eq(tml_cam_least_base(&cam), 0.05, 1e-15); /* it is large enough */
    cam.base = 0.001;
    cr_expect(tml_cam_find_extremes(&cam).undercut);
    cr_expect_float_eq(tml_cam_least_base(&cam), 0.05 - f.convex.value, 1e-10);
}
