/* profile_curvature.c - the curvatures of two surfaces in the plane where they touch, together: what Hertz's pressure depends on.
 *
 *   a round point    1/r + k/(1 - k (r + gap)),   k of the level line of the curve's distance through its centre
 *   a smooth curve   phi_ss/|c'|^2                phi the distance of its places c(s) from the other
 */
#include "contact/profile.h"
#include <math.h>

double tml_profile_curvature(const tml_profile_candidate *c, const tml_plane_motion *curve,
                             const tml_plane_motion *point)
{
    if (c->own) {
        const tml_profile_place at = tml_profile_nearest(c, curve, point);
        if (at.held || at.corner >= 0)
            return INFINITY;
        return at.slope / tml_dot2(at.tangent, at.tangent);
    }
    if (!(c->radius > 0))
        return INFINITY;
    const tml_vec2 s = tml_rotate2(point->c, point->s, c->p), d = tml_sub2(tml_add2(point->x, s), curve->x);
    const tml_profile_distance phi = tml_profile_distance_from(c->curve, c->part, tml_rotate2(curve->c, -curve->s, d));
    return 1 / c->radius + phi.curvature / (1 - phi.curvature * phi.value);
}
