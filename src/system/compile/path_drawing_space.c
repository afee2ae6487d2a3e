/* path_drawing_space.c - a belt or cable as drawn in space: each wheel has a plane of its own.
 *
 * A wheel guides a span that leaves its plane by a small angle gamma; the tangent is right to its second order. Beyond SLANT no wheel would.
 */
#include "elementary/elementary.h"
#include "model/check.h"
#include "system/compile/path_drawing.h"
#include <math.h>

static const double SLANT = 0.707; /* sine of 45 deg */

static double direction_of(const tml_mat3 *axes, tml_vec3 d)
{
    return tml_atan2(tml_dot(tml_mat3_column(axes, TML_Y), d), tml_dot(tml_mat3_column(axes, TML_X), d));
}

static tml_path_tangent tangent_of(const tml_path *path, const tml_path_drawing *d, int i)
{
    const int k = (i + 1) % path->place_count;
    const tml_vec3 axis[2] = {tml_mat3_column(&d->axes[i], TML_Z), tml_mat3_column(&d->axes[k], TML_Z)};
    const double radius[2] = {path->places[i].radius, path->places[k].radius};
    return tml_path_tangent_of(tml_sub(d->at[k], d->at[i]), axis, radius);
}

/* Circles in one plane may not overlap: a loop would lie in a wheel. */
static bool overlap(const tml_path *path, const tml_path_drawing *d, int i)
{
    static const double FLAT = 1e-9;
    const int k = (i + 1) % path->place_count;
    const tml_vec3 n = tml_mat3_column(&d->axes[i], TML_Z), step = tml_sub(d->at[k], d->at[i]);
    const double l = tml_norm(step), c = tml_dot(n, tml_mat3_column(&d->axes[k], TML_Z));
    return fabs(c) > 1 - FLAT && fabs(tml_dot(n, step)) < FLAT * l &&
           l <= fabs(path->places[i].radius) + fabs(path->places[k].radius);
}

bool tml_path_draw_span_space(tml_path *path, tml_path_drawing *d, int i)
{
    tml_path_span *span = &path->spans[i];
    const int k = (i + 1) % path->place_count, ends[] = {i, k};
    const tml_path_tangent t = tangent_of(path, d, i);
    if (isnan(t.length) || (path->closed && overlap(path, d, i)))
        return false;
    span->length = t.length;
    for (int side = 0; side < 2; side++) {
        d->bearing[2 * i + side] = direction_of(&d->axes[ends[side]], tml_sub(d->at[k], d->at[i]));
        span->side[side].slope = t.slope[side];
        span->side[side].phi = d->bearing[2 * i + side] + t.slope[side];
    }
    return true;
}

bool tml_path_check_planes(tml_builder *b, const tml_element *e, const tml_written_path *w, const tml_path *path,
                           const tml_path_drawing *d)
{
    for (int i = 0; i < path->span_count; i++) {
        const int ends[] = {i, (i + 1) % path->place_count};
        const tml_path_tangent t = tangent_of(path, d, i);
        for (int side = 0; side < 2; side++) {
            const double slant = fabs(tml_dot(t.along, tml_mat3_column(&d->axes[ends[side]], TML_Z)));
            if (path->places[ends[side]].radius == 0 || slant < SLANT)
                continue;
            tml_log_raise(b->log, TML_E_PATH_SLANT, w->stops[ends[side]].node->place,
                          "joint %s: between %s and %s it leaves the plane of the wheel at %s by %.3g deg: no wheel "
                          "could guide it; check its axis, or pass an eyelet first",
                          e->name, w->stops[ends[0]].node->text, w->stops[ends[1]].node->text,
                          w->stops[ends[side]].node->text, tml_asin(fmin(slant, 1)) * 180 / 3.14159265358979323846);
            return false;
        }
    }
    return true;
}
