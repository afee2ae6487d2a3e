/* eigenvalue_count.c - argument principle: change of arg f along a half circle, in steps bisected until ln f is nearly linear over both
 * halves.
 *
 * The argument alone is not enough: past a double zero close to the circle f winds once around zero between two similar values. But
 * |f| changes meanwhile: |ln f| of one of the halves changes by at least ln 2 for each of the zeros.
 */
#include "linalg/eigenvalue_count.h"
#include "elementary/elementary.h"
#include <math.h>

enum { STEPS = 32, MAX_DEPTH = 40, MAX_SAMPLES = 20000 };
static const double PI = 3.141592653589793;
static const double MAX_CHANGE = 0.5;     /* maximum of the change of ln f over a half step */
static const double MAX_CURVATURE = 0.12; /* maximum difference of the changes over the two halves */

typedef struct {
    double size, argument; /* ln |f|, arg f */
} sample;

typedef struct {
    tml_logarithm *logarithm;
    void *context;
    double radius;
    int samples;
} contour;

static bool sample_at(contour *p, double angle, sample *out)
{
    /* real on the axis: avoids the rounding of sin(pi) */
    const double y = angle == 0 || angle == PI ? 0 : p->radius * tml_sin(angle);
    double value[2];
    if (++p->samples > MAX_SAMPLES || !p->logarithm(p->context, p->radius * tml_cos(angle), y, value))
        return false;
    *out = (sample){value[0], value[1]};
    return true;
}

static sample change_of(const sample *from, const sample *to)
{
    return (sample){to->size - from->size, remainder(to->argument - from->argument, 2 * PI)};
}

static bool is_smooth(const sample *first, const sample *second)
{
    return hypot(first->size, first->argument) < MAX_CHANGE && hypot(second->size, second->argument) < MAX_CHANGE &&
           hypot(second->size - first->size, second->argument - first->argument) < MAX_CURVATURE;
}

/* The change of arg f from a to b; values there are given. */
static bool track_argument(contour *p, double a, sample at_a, double b, sample at_b, int depth, double *change)
{
    const double middle = 0.5 * (a + b);
    sample at_middle;
    if (depth > MAX_DEPTH || !sample_at(p, middle, &at_middle))
        return false;
    const sample first = change_of(&at_a, &at_middle), second = change_of(&at_middle, &at_b);
    if (is_smooth(&first, &second)) {
        *change += first.argument + second.argument;
        return true;
    }
    return track_argument(p, a, at_a, middle, at_middle, depth + 1, change) &&
           track_argument(p, middle, at_middle, b, at_b, depth + 1, change);
}

bool tml_count_zeros_in_circle(tml_logarithm *logarithm, void *context, double radius, int *zeros)
{
    contour p = {logarithm, context, radius, 0};
    sample before;
    double change = 0;
    if (!sample_at(&p, 0, &before))
        return false;
    for (int i = 1; i <= STEPS; i++) {
        const double a = PI * (i - 1) / STEPS, b = i == STEPS ? PI : PI * i / STEPS;
        sample at;
        if (!sample_at(&p, b, &at) || !track_argument(&p, a, before, b, at, 0, &change))
            return false;
        before = at;
    }
    const double count = change / PI; /* for the whole circle: twice this in units of 2 pi */
    *zeros = (int)lround(count);
    return fabs(count - *zeros) < 1e-3;
}
