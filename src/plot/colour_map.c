/* colour_map.c - from dark blue over green to yellow: equal steps of a number look like equal steps of colour.
 *
 * Seventeen colours along a smooth curve in CIE L*a*b*, equally far from each other (11.6 ± 0.8, CIE 1976), between them linear in
 * sRGB. Lightness rises all the way, from 15 to 90, so that readers who confuse red and green, and printers without colours, see
 * the same order.
 */
#include "plot/colour_map.h"
#include <math.h>

enum { STEPS = 16 };
static const unsigned long colours[STEPS + 1] = {0x291959, 0x312F7B, 0x344796, 0x305BA1, 0x2B6BA6, 0x2779A7,
                                                 0x2186A4, 0x1E92A0, 0x2B9E9A, 0x40AA92, 0x57B489, 0x71BF7F,
                                                 0x8BC774, 0xA5CE69, 0xBFD55E, 0xDDDD5B, 0xFDE35E};

static unsigned long mix(unsigned long a, unsigned long b, int shift, double part)
{
    const double from = (double)(a >> shift & 0xFF), to = (double)(b >> shift & 0xFF);
    return (unsigned long)lround(from + part * (to - from)) << shift;
}

unsigned long tml_map_colour(double part)
{
    const double at = fmin(fmax(part, 0), 1) * STEPS;
    const int step = (int)fmin(floor(at), STEPS - 1);
    const unsigned long a = colours[step], b = colours[step + 1];
    return mix(a, b, 16, at - step) | mix(a, b, 8, at - step) | mix(a, b, 0, at - step);
}

int tml_map_ink(double value, double low, double high)
{
    const double part = high > low ? (value - low) / (high - low) : 0.5;
    return TML_INK_MAP + (int)lround(fmin(fmax(part, 0), 1) * (TML_MAP_INKS - 1));
}
