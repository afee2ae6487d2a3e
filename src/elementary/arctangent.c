/* arctangent.c - arcus functions: atan(y/x) = atan(c) + atan(t), t = (y - c x)/(x + c y), with c the nearest of 0, 1/16 .. 1.
 *
 * |t| < 1/31, so that the series t - t^3/3 + t^5/5 ... is short. t and atan(c) are double-doubles: the error is that of the last sum.
 */
#include "elementary/double_double.h"
#include "elementary/elementary.h"
#include <math.h>
#include <stdbool.h>

static const tml_double2 ARC[] = {
    {0x0.0p+0, 0x0.0p+0},
    {0x1.ff55bb72cfdeap-5, -0x1.c934d86d23f1dp-60},
    {0x1.fd5ba9aac2f6ep-4, -0x1.cd37686760c17p-59},
    {0x1.7b97b4bce5b02p-3, 0x1.347b0b4f881cap-58},
    {0x1.f5b75f92c80ddp-3, 0x1.8ab6e3cf7afbdp-57},
    {0x1.362773707ebccp-2, -0x1.963a544b672d8p-57},
    {0x1.6f61941e4def1p-2, -0x1.c63aae6f6e918p-56},
    {0x1.a64eec3cc23fdp-2, -0x1.24dec1b50b7ffp-56},
    {0x1.dac670561bb4fp-2, 0x1.a2b7f222f65e2p-56},
    {0x1.0657e94db30d0p-1, -0x1.d5b495f6349e6p-56},
    {0x1.1e00babdefeb4p-1, -0x1.928df287a668fp-58},
    {0x1.345f01cce37bbp-1, 0x1.1021137c71102p-55},
    {0x1.4978fa3269ee1p-1, 0x1.2419a87f2a458p-56},
    {0x1.5d58987169b18p-1, 0x1.0028e4bc5e7cap-57},
    {0x1.700a7c5784634p-1, -0x1.8c34d25aadef6p-56},
    {0x1.819d0b7158a4dp-1, -0x1.bf76229d3b917p-56},
    {0x1.921fb54442d18p-1, 0x1.1a62633145c07p-55},
};
static const tml_double2 QUARTER = {0x1.921fb54442d18p+0, 0x1.1a62633145c07p-54}, /* pi/2 */
    HALF = {0x1.921fb54442d18p+1, 0x1.1a62633145c07p-53};                         /* pi */
static const double TINY = 0x1p-30; /* of y/x: its arcus tangent is rounding away from it */

/* atan(y/x), 0 <= y <= x, both between 1e-150 and 1e150 where y is not tiny */
static tml_double2 arc_of(tml_double2 y, tml_double2 x)
{
    const double ratio = y.hi / x.hi;
    if (!(ratio >= TINY))
        return (tml_double2){ratio, 0};
    const int i = (int)(16 * ratio + 0.5);
    const tml_double2 c = {i / 16.0, 0};
    const tml_double2 t = tml_divide2(tml_add2(y, tml_negate2(tml_multiply2(c, x))), tml_add2(x, tml_multiply2(c, y)));
    const double z = t.hi * t.hi;
    const double series =
        z * (-1.0 / 3 + z * (1.0 / 5 + z * (-1.0 / 7 + z * (1.0 / 9 + z * (-1.0 / 11 + z * (1.0 / 13))))));
    const double small = t.lo + t.hi * series;
    if (i == 0)
        return tml_sum_of_sorted(t.hi, small);
    const tml_double2 sum = tml_sum_of_sorted(ARC[i].hi, t.hi);
    return tml_sum_of_sorted(sum.hi, sum.lo + (ARC[i].lo + small));
}

/* The angle of (x, y), y >= 0, as a number between 0 and pi. */
static double angle_of(tml_double2 y, tml_double2 x)
{
    const bool behind = x.hi < 0;
    const tml_double2 size = behind ? tml_negate2(x) : x;
    const bool steep = y.hi > size.hi;
    tml_double2 arc = steep ? arc_of(size, y) : arc_of(y, size);
    if (steep)
        arc = tml_add2(QUARTER, behind ? arc : tml_negate2(arc));
    else if (behind)
        arc = tml_add2(HALF, tml_negate2(arc));
    return arc.hi;
}

double tml_atan2(double y, double x)
{
    if (isnan(x) || isnan(y))
        return x + y;
    double a = fabs(y), b = x;
    if (isinf(a) && isinf(b))
        a = 1, b = copysign(1, b);
    else if (isinf(a))
        a = 1, b = 0;
    else if (isinf(b))
        a = 0, b = copysign(1, b);
    if (a == 0)
        return copysign(signbit(b) ? HALF.hi : 0, y);
    const double larger = fmax(a, fabs(b));
    if (larger > 0x1p400)
        a *= 0x1p-600, b *= 0x1p-600;
    else if (larger < 0x1p-400)
        a *= 0x1p600, b *= 0x1p600;
    if (a == 0) /* it was small, and x large */
        return signbit(b) ? copysign(HALF.hi, y) : y / x;
    return copysign(a < TINY * b ? fabs(y) / x : angle_of((tml_double2){a, 0}, (tml_double2){b, 0}), y);
}

double tml_atan(double x)
{
    return tml_atan2(x, 1);
}

/* sqrt(1 - x^2), |x| <= 1 */
static tml_double2 side_of(double x)
{
    const tml_double2 square = fabs(x) < 0x1p-200 ? (tml_double2){0, 0} : tml_product2(x, x),
                      w = tml_sum_of_sorted(1, -square.hi);
    const double rest = w.lo - square.lo, root = sqrt(w.hi + rest);
    if (root == 0)
        return (tml_double2){0, 0};
    const tml_double2 back = tml_product2(root, root);
    return tml_sum_of_sorted(root, (((w.hi - back.hi) - back.lo) + rest) / (2 * root));
}

double tml_asin(double x)
{
    if (!(fabs(x) <= 1))
        return (x - x) / (x - x);
    if (fabs(x) < TINY)
        return x;
    return copysign(angle_of((tml_double2){fabs(x), 0}, side_of(x)), x);
}

double tml_acos(double x)
{
    if (!(fabs(x) <= 1))
        return (x - x) / (x - x);
    if (fabs(x) == 1)
        return x > 0 ? 0 : HALF.hi;
    return angle_of(side_of(x), (tml_double2){x, 0});
}
