/* profile.c - gaps and slips of curves in the plane: distances against a search over the curve, exact rates against differences along motions,
 * and the same numbers wherever both bodies are moved together.
 */
#include "contact/profile.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { TRIALS = 200 };
static tml_arena arena;

static void tear_down(void)
{
    tml_arena_free(&arena);
}

TestSuite(profile, .fini = tear_down);

/* ---- the curves ---- */

static tml_profile chain(const tml_vec2 *points, int count, bool closed)
{
    tml_profile p = {.kind = TML_PROFILE_CHAIN, .points = points, .count = count, .closed = closed};
    tml_profile_divide(&p, &arena);
    return p;
}

static tml_profile spline(const tml_vec2 *points, int count, bool closed)
{
    const int all = count + closed;
    tml_knot *x = TML_NEW_ARRAY(&arena, tml_knot, all), *y = TML_NEW_ARRAY(&arena, tml_knot, all);
    double *work = TML_NEW_ARRAY(&arena, double, TML_SPLINE_WORK *all), length = 0;
    for (int i = 0; i < all; i++) {
        const tml_vec2 p = points[i % count], d = tml_sub2(p, points[(i + count - 1) % count]);
        length += i ? hypot(d.x, d.y) : 0;
        x[i] = (tml_knot){length, p.x, 0}, y[i] = (tml_knot){length, p.y, 0};
    }
    tml_spline_slopes(x, (size_t)all, closed, TML_ENDS_NATURAL, work);
    tml_spline_slopes(y, (size_t)all, closed, TML_ENDS_NATURAL, work);
    return (tml_profile){.kind = TML_PROFILE_SPLINE, .x = x, .y = y, .count = all, .closed = closed};
}

/* clockwise: solid inside */
static const tml_vec2 square[] = {{-1, -1}, {-1, 1}, {1, 1}, {1, -1}};
/* an L with one corner that bends to the free side */
static const tml_vec2 ell[] = {{0, 0}, {0, 2}, {1, 2}, {1, 1}, {2, 1}, {2, 0}};
static const tml_vec2 stairs[] = {{-2, 0}, {0, 0}, {0, 1}, {1, 1}, {1, 2}};
static const tml_vec2 egg[] = {{-1, 0}, {0, 0.8}, {1.3, 0}, {0, -0.7}};
static const tml_vec2 track[] = {{-2, 0.2}, {-1, 0}, {0, 0.3}, {1, 0.1}, {2, 0}};

static tml_profile profile_of(int kind)
{
    switch (kind) {
    case 0:
        return (tml_profile){.kind = TML_PROFILE_CIRCLE, .at = {0.2, -0.1}, .radius = 0.7};
    case 1:
        return (tml_profile){.kind = TML_PROFILE_CIRCLE, .at = {0.2, -0.1}, .radius = 3, .hollow = true};
    case 2:
        return (tml_profile){.kind = TML_PROFILE_LINE, .at = {0.3, 0.1}, .normal = {-0.6, 0.8}};
    case 3:
        return chain(square, 4, true);
    case 4:
        return chain(ell, 6, true);
    case 5:
        return chain(stairs, 5, false);
    case 6:
        return spline(egg, 4, true);
    default:
        return spline(track, 5, false);
    }
}
enum { KINDS = 8 };

/* ---- distances ---- */

static double to_segment(tml_vec2 a, tml_vec2 b, tml_vec2 y)
{
    const tml_vec2 d = tml_sub2(b, a);
    const double s = fmin(fmax(tml_dot2(d, tml_sub2(y, a)) / tml_dot2(d, d), 0), 1);
    const tml_vec2 off = tml_sub2(y, tml_add2(a, tml_scale2(s, d)));
    return hypot(off.x, off.y);
}

/* Even-odd rule. */
static bool is_inside(const tml_vec2 *p, int count, tml_vec2 y)
{
    bool inside = false;
    for (int i = 0, k = count - 1; i < count; k = i++)
        if ((p[i].y > y.y) != (p[k].y > y.y) && y.x < (p[k].x - p[i].x) * (y.y - p[i].y) / (p[k].y - p[i].y) + p[i].x)
            inside = !inside;
    return inside;
}

Test(profile, the_least_distance_of_all_parts_is_that_of_the_polygon)
{
    random_source d = {3};
    const tml_profile p = chain(ell, 6, true);
    cr_assert_eq(p.part_count, 2, "the two sides of its corner");
    for (int i = 0; i < 20 * TRIALS; i++) {
        const tml_vec2 y = {random_between(&d, -1, 3), random_between(&d, -1, 3)};
        double least = INFINITY, right = INFINITY;
        for (int k = 0; k < 6; k++)
            right = fmin(right, to_segment(ell[k], ell[(k + 1) % 6], y));
        for (int k = 0; k < p.part_count; k++) {
            const double value = tml_profile_distance_from(&p, k, y).value;
            if (fabs(value) < fabs(least))
                least = value;
        }
        cr_assert_float_eq(least, is_inside(ell, 6, y) ? -right : right, 1e-14, "at %g %g: %g, not %g", y.x, y.y, least,
                           right);
    }
}

Test(profile, a_corner_that_bends_to_the_free_side_has_two_contacts)
{
    const tml_profile p = chain(stairs, 5, false);
    cr_assert_eq(p.part_count, 3);
    const tml_vec2 y = {-0.3, 0.2}; /* on the floor, beside the first riser */
    cr_expect_float_eq(tml_profile_distance_from(&p, 0, y).value, 0.2, 1e-15);
    cr_expect_float_eq(tml_profile_distance_from(&p, 1, y).value, 0.3, 1e-15);
    const tml_vec2 edge = {-0.3, 1.4}; /* above the first riser: to its corner */
    cr_expect_float_eq(tml_profile_distance_from(&p, 1, edge).value, 0.5, 1e-15);
    const tml_vec2 below = {-0.3, -0.1}; /* through the floor: it is not behind the riser */
    cr_expect_float_eq(tml_profile_distance_from(&p, 0, below).value, -0.1, 1e-15);
    cr_expect_float_eq(tml_profile_distance_from(&p, 1, below).value, hypot(0.3, 0.1), 1e-15);
    const tml_profile square_profile = chain(square, 4, true);
    cr_expect_eq(square_profile.part_count, 1);
    cr_expect_float_eq(tml_profile_distance_from(&square_profile, 0, (tml_vec2){0.4, 0.9}).value, -0.1, 1e-15);
}

Test(profile, the_distance_of_a_spline_is_the_least_over_its_points)
{
    random_source d = {5};
    for (int kind = 6; kind < 8; kind++) {
        const tml_profile p = profile_of(kind);
        const double length = p.x[p.count - 1].x;
        for (int i = 0; i < TRIALS; i++) {
            const tml_vec2 y = {random_between(&d, -2.5, 2.5), random_between(&d, -2, 2)};
            double least = INFINITY;
            for (int k = 0; k <= 4000; k++) {
                const double s = length * k / 4000;
                int at = 0;
                while (at < p.count - 2 && p.x[at + 1].x < s)
                    at++;
                double c[2];
                const tml_knot *const knots[] = {p.x + at, p.y + at};
                for (int a = 0; a < 2; a++) { /* Hermite's form */
                    const double h = knots[a][1].x - knots[a][0].x, u = (s - knots[a][0].x) / h;
                    c[a] = (1 + 2 * u) * (1 - u) * (1 - u) * knots[a][0].y + u * (1 - u) * (1 - u) * h * knots[a][0].m +
                           u * u * (3 - 2 * u) * knots[a][1].y + u * u * (u - 1) * h * knots[a][1].m;
                }
                least = fmin(least, hypot(y.x - c[0], y.y - c[1]));
            }
            const double own = fabs(tml_profile_distance_from(&p, 0, y).value);
            cr_assert(own <= least + 1e-14 && own > least - 1e-3, "kind %d at %g %g: %.15g, not %.15g", kind, y.x, y.y,
                      own, least);
        }
    }
}

/* ---- rates ---- */

typedef struct {
    tml_plane_motion m;
    double angle;
} body;

static body random_body(random_source *d)
{
    const double angle = random_between(d, -3, 3);
    return (body){{{random_between(d, -1, 1), random_between(d, -1, 1)},
                   {random_between(d, -1, 1), random_between(d, -1, 1)},
                   cos(angle),
                   sin(angle),
                   random_between(d, -2, 2)},
                  angle};
}

/* A time t later, at constant velocities. */
static tml_plane_motion later(const body *b, double t)
{
    const double angle = b->angle + t * b->m.w;
    return (tml_plane_motion){tml_add2(b->m.x, tml_scale2(t, b->m.v)), b->m.v, cos(angle), sin(angle), b->m.w};
}

typedef tml_plane_touch (*touch_function)(const tml_profile_candidate *, const tml_plane_motion *,
                                          const tml_plane_motion *);

static double rate_of(const tml_plane_touch *touch, const tml_plane_motion *a, const tml_plane_motion *b)
{
    return touch->J[0] * a->v.x + touch->J[1] * a->v.y + touch->J[2] * a->w + touch->J[3] * b->v.x +
           touch->J[4] * b->v.y + touch->J[5] * b->w;
}

static double sample(touch_function f, const tml_profile_candidate *c, const body *a, const body *b, double t,
                     bool rate)
{
    const tml_plane_motion A = later(a, t), B = later(b, t);
    const tml_plane_touch touch = f(c, &A, &B);
    return rate ? rate_of(&touch, &A, &B) : touch.value;
}

/* Differences of fourth order; *rough: two steps disagree, since the curvature jumps nearby. */
static double slope(touch_function f, const tml_profile_candidate *c, const body *a, const body *b, bool rate,
                    bool *rough)
{
    double out[2];
    for (int k = 0; k < 2; k++) {
        const double h = 1e-3 / (k + 1);
        out[k] = (8 * (sample(f, c, a, b, h, rate) - sample(f, c, a, b, -h, rate)) -
                  (sample(f, c, a, b, 2 * h, rate) - sample(f, c, a, b, -2 * h, rate))) /
                 (12 * h);
    }
    *rough = fabs(out[1] - out[0]) > 1e-8 * (1 + fabs(out[0]));
    return out[1];
}

Test(profile, gaps_and_slips_have_exact_rates_and_second_derivatives)
{
    random_source d = {7};
    int checked = 0;
    for (int i = 0; i < KINDS * TRIALS; i++) {
        const tml_profile p = profile_of(i % KINDS);
        const body a = random_body(&d), b = random_body(&d);
        const tml_profile_candidate c = {&p,
                                         random_index(&d, p.part_count ? p.part_count : 1),
                                         {random_between(&d, -1, 1), random_between(&d, -1, 1)},
                                         0.3,
                                         false,
                                         NULL,
                                         NULL,
                                         0};
        const tml_plane_touch gap = tml_profile_gap(&c, &a.m, &b.m), slip = tml_profile_slip(&c, &a.m, &b.m);
        bool rough[3];
        const double rate = slope(tml_profile_gap, &c, &a, &b, false, &rough[0]),
                     second = slope(tml_profile_gap, &c, &a, &b, true, &rough[1]),
                     slip_rate = slope(tml_profile_slip, &c, &a, &b, true, &rough[2]);
        if (rough[0] || rough[1] || rough[2] || fabs(gap.value) > 3)
            continue;
        checked++;
        cr_assert_float_eq(rate_of(&gap, &a.m, &b.m), rate, 1e-9 * (1 + fabs(rate)), "kind %d", i % KINDS);
        cr_assert_float_eq(gap.bias, second, 1e-8 * (1 + fabs(second)), "kind %d: %.12g, not %.12g", i % KINDS,
                           gap.bias, second);
        cr_assert_float_eq(slip.bias, slip_rate, 1e-8 * (1 + fabs(slip_rate)), "kind %d: %.12g, not %.12g", i % KINDS,
                           slip.bias, slip_rate);
    }
    cr_assert(checked > KINDS * TRIALS / 2, "only %d cases were smooth", checked);
}

/* A spline against every curve: the least distance over its points, exact rates and second derivatives. */
Test(profile, a_spline_touches_lines_chains_bores_and_splines)
{
    random_source d = {17};
    tml_profile_candidate list[32];
    int checked = 0, trials = 0;
    for (int i = 0; i < KINDS * 30; i++) {
        const tml_profile p = profile_of(i % KINDS), own = profile_of(6 + i / KINDS % 2);
        const double length = own.x[own.count - 1].x;
        const body a = random_body(&d);
        body b = random_body(&d);
        if (p.kind == TML_PROFILE_CIRCLE && !p.hollow)
            continue;
        if (p.kind != TML_PROFILE_CIRCLE) /* apart */
            b.m.x = tml_add2(b.m.x, tml_scale2(4, tml_rotate2(a.m.c, a.m.s, (tml_vec2){0.3, 1})));
        const int count = tml_profile_candidates(&p, &own, list, 32);
        cr_assert(count > 0 && count <= 32);
        for (int k = 0; k < count; k++) {
            const tml_profile_candidate *c = &list[k];
            if (!c->own || c->own != &own)
                continue;
            const tml_plane_touch gap = tml_profile_gap(c, &a.m, &b.m), slip = tml_profile_slip(c, &a.m, &b.m);
            double least = INFINITY;
            for (int j = 0; p.kind != TML_PROFILE_CHAIN && j <= 3000; j++) {
                const tml_vec2 on =
                    tml_add2(b.m.x, tml_rotate2(b.m.c, b.m.s, tml_smooth_point(&own, length * j / 3000).c));
                const tml_vec2 y = tml_rotate2(a.m.c, -a.m.s, tml_sub2(on, a.m.x));
                least = fmin(least, tml_profile_distance_from(&p, 0, y).value);
            }
            if (p.kind != TML_PROFILE_CHAIN && p.kind != TML_PROFILE_SPLINE)
                cr_expect(gap.value <= least + 1e-13 && gap.value > least - 1e-4, "kind %d: %.12g, not %.12g",
                          i % KINDS, gap.value, least);
            bool rough[3];
            const double rate = slope(tml_profile_gap, c, &a, &b, false, &rough[0]),
                         second = slope(tml_profile_gap, c, &a, &b, true, &rough[1]),
                         slip_rate = slope(tml_profile_slip, c, &a, &b, true, &rough[2]);
            trials++;
            /* deep in a chain there are kinks between its sides, and what crosses the end of an open spline is on both sides of it */
            if (rough[0] || rough[1] || rough[2] || fabs(gap.value) > 3 ||
                ((p.kind == TML_PROFILE_SPLINE || p.kind == TML_PROFILE_CHAIN) && gap.value < 0))
                continue;
            checked++;
            cr_assert_float_eq(rate_of(&gap, &a.m, &b.m), rate, 1e-9 * (1 + fabs(rate)), "kind %d", i % KINDS);
            cr_assert_float_eq(gap.bias, second, 1e-8 * (1 + fabs(second)), "kind %d: %.12g, not %.12g", i % KINDS,
                               gap.bias, second);
            cr_assert_float_eq(slip.bias, slip_rate, 1e-8 * (1 + fabs(slip_rate)), "kind %d: slip %.12g, not %.12g",
                               i % KINDS, slip.bias, slip_rate);
        }
    }
    cr_assert(checked > trials / 2, "only %d of %d cases were smooth", checked, trials);
}

/* Velocity of a material point. */
static tml_vec2 velocity(const tml_plane_motion *m, tml_vec2 at)
{
    const tml_vec2 r = tml_sub2(at, m->x);
    return (tml_vec2){m->v.x - m->w * r.y, m->v.y + m->w * r.x};
}

Test(profile, the_slip_is_the_relative_velocity_of_the_touching_points_along_the_curve)
{
    random_source d = {9};
    for (int i = 0; i < TRIALS; i++) {
        const tml_profile p = profile_of(2);
        const body a = random_body(&d), b = random_body(&d);
        const tml_profile_candidate c = {&p, 0, {random_between(&d, -1, 1), 0.2}, 0.3, false, NULL, NULL, 0};
        const tml_plane_touch gap = tml_profile_gap(&c, &a.m, &b.m), slip = tml_profile_slip(&c, &a.m, &b.m);
        const tml_vec2 n = tml_rotate2(a.m.c, a.m.s, p.normal), along = {n.y, -n.x};
        const tml_vec2 centre = tml_add2(b.m.x, tml_rotate2(b.m.c, b.m.s, c.p));
        const tml_vec2 at = tml_sub2(centre, tml_scale2(0.3 + gap.value / 2, n)); /* midway between the surfaces */
        const double right = tml_dot2(along, tml_sub2(velocity(&b.m, at), velocity(&a.m, at)));
        cr_assert_float_eq(rate_of(&slip, &a.m, &b.m), right, 1e-14);
    }
}

/* Both bodies carried along by a rigid motion: gap and slip are as before, and the rates of rigid motions are zero. */
Test(profile, gap_and_slip_are_objective)
{
    random_source d = {11};
    for (int i = 0; i < KINDS * TRIALS; i++) {
        const tml_profile p = profile_of(i % KINDS);
        body bodies[2] = {random_body(&d), random_body(&d)};
        const tml_profile_candidate c = {&p, 0, {random_between(&d, -1, 1), 0.1}, 0.2, false, NULL, NULL, 0};
        const tml_plane_touch before = tml_profile_gap(&c, &bodies[0].m, &bodies[1].m);
        const double slip_before = sample(tml_profile_slip, &c, &bodies[0], &bodies[1], 0, true);
        const double turn = random_between(&d, -3, 3), w = random_between(&d, -2, 2);
        const tml_vec2 shift = {random_between(&d, -5, 5), random_between(&d, -5, 5)}, v = {1, -2};
        for (int k = 0; k < 2; k++) {
            tml_plane_motion *m = &bodies[k].m;
            m->x = tml_add2(shift, tml_rotate2(cos(turn), sin(turn), m->x));
            m->v = tml_add2(tml_rotate2(cos(turn), sin(turn), m->v), v);
            m->v = tml_add2(m->v, (tml_vec2){-w * m->x.y, w * m->x.x});
            m->w += w;
            bodies[k].angle += turn, m->c = cos(bodies[k].angle), m->s = sin(bodies[k].angle);
        }
        const tml_plane_touch after = tml_profile_gap(&c, &bodies[0].m, &bodies[1].m);
        cr_assert_float_eq(after.value, before.value, 1e-13, "kind %d", i % KINDS);
        cr_assert_float_eq(sample(tml_profile_slip, &c, &bodies[0], &bodies[1], 0, true), slip_before, 1e-11,
                           "kind %d: slip", i % KINDS);
    }
}

Test(profile, pairs_have_the_candidates_that_can_carry_load)
{
    const tml_profile disc = profile_of(0), bore = profile_of(1), line = profile_of(2), box = profile_of(3),
                      step = profile_of(5);
    tml_profile_candidate out[32];
    cr_expect_eq(tml_profile_candidates(&disc, &disc, out, 32), 1);
    cr_expect_eq(tml_profile_candidates(&disc, &bore, out, 32), 1);
    cr_expect(out[0].exchanged && out[0].curve == &bore);
    cr_expect_eq(tml_profile_candidates(&line, &disc, out, 32), 1);
    cr_expect_eq(tml_profile_candidates(&box, &line, out, 32), 4);
    cr_expect_eq(tml_profile_candidates(&box, &box, out, 32), 8);
    cr_expect_eq(tml_profile_candidates(&disc, &step, out, 32), 3, "one for each part");
    cr_expect_eq(tml_profile_candidates(&line, &line, out, 32), 0);
    cr_expect_eq(tml_profile_candidates(&line, &bore, out, 32), 0);
    for (int kind = 0; kind < KINDS; kind++) { /* a spline touches everything */
        const tml_profile egg_shaped = profile_of(6), other = profile_of(kind);
        cr_expect(tml_profile_candidates(&egg_shaped, &other, out, 32) > 0, "kind %d", kind);
    }
    cr_expect_eq(tml_profile_candidates(&bore, &bore, out, 32), 0);
}
