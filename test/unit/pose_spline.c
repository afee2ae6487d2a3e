/* pose_spline.c - motions through poses: through all of them, twice continuously differentiable, at rest at stops and ends. */
#include "expression/pose_spline.h"
#include <criterion/criterion.h>
#include <math.h>

static void expect_smooth(const tml_timed_value *poses, int count, tml_pose_ends ends)
{
    tml_motion_piece p[8];
    double work[TML_POSE_WORK * 8];
    tml_pose_spline(poses, count, ends, p, work);
    for (int i = 0; i < count; i++) {
        const tml_motion_jet before = i ? tml_motion_at(&p[i - 1], poses[i].x) : (tml_motion_jet){0};
        const tml_motion_jet after = i < count - 1 ? tml_motion_at(&p[i], poses[i].x) : before;
        const tml_motion_jet b = i ? before : after;
        const bool end = i == 0 || i == count - 1, rest = poses[i].stop || (end && ends == TML_POSES_REST);
        cr_expect_float_eq(b.f, poses[i].f, 1e-13, "%d: %.17g", i, b.f);
        cr_expect_float_eq(after.f, poses[i].f, 1e-13);
        cr_expect_float_eq(b.d, after.d, 1e-13);
        cr_expect_float_eq(b.dd, after.dd, 1e-12);
        if (rest || (end && ends == TML_POSES_CLAMPED))
            cr_expect_float_eq(after.d, 0, 1e-13, "%d: %g", i, after.d);
        if (rest || (end && ends == TML_POSES_NATURAL))
            cr_expect_float_eq(after.dd, 0, 1e-12, "%d: %g", i, after.dd);
    }
}

Test(pose_spline, is_smooth_at_every_pose)
{
    for (int stops = 0; stops < 64; stops++)
        for (int ends = 0; ends < 3; ends++)
            for (int count = 2; count <= 6; count++) {
                tml_timed_value poses[] = {{0, 1, 0},  {0.5, 2, 0},   {1.7, -1, 0},
                                           {2, -1, 0}, {3.1, 0.3, 0}, {4, 0.2, 0}};
                for (int i = 0; i < count; i++)
                    poses[i].stop = stops >> i & 1;
                expect_smooth(poses, count, (tml_pose_ends)ends);
            }
}

/* Between stops of the same value it stays; from rest to rest it is the law 3-4-5; cubics that fit the ends are reproduced. */
Test(pose_spline, closed_forms)
{
    const tml_timed_value stay[] = {{0, 0, 1}, {2, 3, 1}, {2.5, 3, 1}, {4, 1, 1}};
    tml_motion_piece p[3], law[TML_MOTION_MAX_PIECES];
    double work[TML_POSE_WORK * 4];
    tml_pose_spline(stay, 4, TML_POSES_REST, p, work);
    tml_motion_law(tml_motion_law_find("3-4-5"), 0, 2, 0, 3, law);
    cr_expect_float_eq(tml_motion_at(p, 0.7).f, tml_motion_at(law, 0.7).f, 1e-15);
    cr_expect_eq(tml_motion_at(p + 1, 2.2).f, 3);
    cr_expect_eq(tml_motion_at(p + 1, 2.2).d, 0);
    /* x^2 (3 - 2 x) has no slope at 0 and 1 */
    tml_timed_value cubic[] = {{0, 0, 0}, {0.3, 0.3 * 0.3 * 2.4, 0}, {0.6, 0.6 * 0.6 * 1.8, 0}, {1, 1, 0}};
    tml_pose_spline(cubic, 4, TML_POSES_CLAMPED, p, work);
    cr_expect_float_eq(tml_motion_at(p + 1, 0.5).f, 0.5, 1e-15);
    cr_expect_float_eq(tml_motion_at(p + 1, 0.5).d, 1.5, 1e-14);
    /* from rest to no slope, but any curvature: x^3 (4 - 3 x) */
    const tml_timed_value quartic[] = {{0, 0, 1}, {1, 1, 0}};
    tml_pose_spline(quartic, 2, TML_POSES_CLAMPED, p, work);
    cr_expect_float_eq(tml_motion_at(p, 0.5).f, 0.125 * 2.5, 1e-15);
}
