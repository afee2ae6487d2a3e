/* path_tangent.c - the span between two wheels in space.
 *
 * It runs along u; a wheel's middle is at r n x u from its tangent point, so that
 *   d = l u + w x u,   w = r_b n_b - r_a n_a,     and if u is in the planes of both wheels   l^2 = d^2 - w^2
 * Seen in the plane of a wheel, across n x u, d is r_b n_b . n_a - r_a off the direction of u.
 */
#include "elementary/elementary.h"
#include "system/path.h"
#include <math.h>

/* Between d and the span in the plane of a wheel, whose middle is `off` further from it than the other one. */
static double slope_of(tml_vec3 d, tml_vec3 axis, double off)
{
    const double height = tml_dot(axis, d);
    return tml_asin(off / sqrt(tml_dot(d, d) - height * height));
}

tml_path_tangent tml_path_tangent_of(tml_vec3 d, const tml_vec3 axis[2], const double radius[2])
{
    const tml_vec3 w = tml_sub(tml_scale(radius[1], axis[1]), tml_scale(radius[0], axis[0]));
    const double c = tml_dot(axis[0], axis[1]), l = sqrt(tml_dot(d, d) - tml_dot(w, w));
    const double off[2] = {radius[0] - c * radius[1], c * radius[0] - radius[1]};
    tml_path_tangent t = {.length = l > 0 ? l : NAN};
    for (int i = 0; i < 2; i++) {
        t.slope[i] = radius[i] == 0 ? 0 : slope_of(d, axis[i], off[i]);
        if (isnan(t.slope[i]))
            t.length = NAN;
    }
    t.along = tml_add(tml_sub(tml_scale(l * l, d), tml_scale(l, tml_cross(w, d))), tml_scale(tml_dot(w, d), w));
    t.along = tml_scale(1 / tml_norm(t.along), t.along);
    return t;
}
