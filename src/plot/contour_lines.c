/* contour_lines.c - marching triangles: in a triangle the answer is linear, and a contour a straight line. */
#include "plot/contour_lines.h"

static tml_spot between(tml_spot a, tml_spot b, double value_a, double value_b, double level)
{
    const double part = (level - value_a) / (value_b - value_a);
    return (tml_spot){a.x + part * (b.x - a.x), a.y + part * (b.y - a.y)};
}

bool tml_contour_segment(const tml_spot at[3], const double value[3], double level, tml_spot segment[2])
{
    int found = 0;
    for (int i = 0; i < 3 && found < 2; i++) {
        const int k = (i + 1) % 3;
        if ((value[i] < level) != (value[k] < level)) /* a corner on the level counts as above it */
            segment[found++] = between(at[i], at[k], value[i], value[k], level);
    }
    return found == 2;
}

/* Cuts a polygon where its linear values, times sign, fall below sign times level. */
static size_t cut(const tml_spot *in, const double *in_value, size_t count, double level, double sign, tml_spot *out,
                  double *out_value)
{
    size_t kept = 0;
    for (size_t i = 0; i < count; i++) {
        const size_t k = (i + 1) % count;
        const bool here = sign * (in_value[i] - level) >= 0, there = sign * (in_value[k] - level) >= 0;
        if (here) {
            out_value[kept] = in_value[i];
            out[kept++] = in[i];
        }
        if (here != there) {
            out_value[kept] = level;
            out[kept++] = between(in[i], in[k], in_value[i], in_value[k], level);
        }
    }
    return kept;
}

size_t tml_contour_band(const tml_spot at[3], const double value[3], double low, double high, tml_spot polygon[5])
{
    tml_spot upper[4];
    double upper_value[4], value_left[5];
    const size_t count = cut(at, value, 3, low, 1, upper, upper_value);
    const size_t kept = count > 2 ? cut(upper, upper_value, count, high, -1, polygon, value_left) : 0;
    return kept > 2 ? kept : 0;
}
