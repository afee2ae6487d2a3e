/* eigenvalue_count.c - the change of arg f along a half circle, in steps that are halved until ln f is about straight over both halves.
 *
 * Arguments alone do not tell: past a double zero close to the circle f goes once round between two values that look alike. But its
 * size does not stay the same meanwhile: |ln f| of one of the halves changes by at least ln 2 for each of the zeros.
 */
#include "linalg/eigenvalue_count.h"
#include <math.h>

enum { STEPS = 32, MAX_DEPTH = 40, MAX_SAMPLES = 20000 };
static const double PI = 3.141592653589793;
static const double CHANGE = 0.5; /* of ln f over a half, at most */
static const double BEND = 0.12;  /* of the changes over two halves, how far they may be apart */

typedef struct {
    double size, argument; /* ln |f|, arg f */
} sample;

typedef struct {
    tml_logarithm *logarithm;
    void *context;
    double radius;
    int samples;
} path;

static bool sample_at(path *p, double angle, sample *out)
{
    /* on the axis it is real: no rounding of sin(pi) */
    const double y = angle == 0 || angle == PI ? 0 : p->radius * sin(angle);
    double value[2];
    if (++p->samples > MAX_SAMPLES || !p->logarithm(p->context, p->radius * cos(angle), y, value))
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
    return hypot(first->size, first->argument) < CHANGE && hypot(second->size, second->argument) < CHANGE &&
           hypot(second->size - first->size, second->argument - first->argument) < BEND;
}

/* The change from a to b, where f is given. */
static bool follow(path *p, double a, sample at_a, double b, sample at_b, int depth, double *change)
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
    return follow(p, a, at_a, middle, at_middle, depth + 1, change) &&
           follow(p, middle, at_middle, b, at_b, depth + 1, change);
}

bool tml_count_zeros_in_circle(tml_logarithm *logarithm, void *context, double radius, int *zeros)
{
    path p = {logarithm, context, radius, 0};
    sample before;
    double change = 0;
    if (!sample_at(&p, 0, &before))
        return false;
    for (int i = 1; i <= STEPS; i++) {
        const double a = PI * (i - 1) / STEPS, b = i == STEPS ? PI : PI * i / STEPS;
        sample at;
        if (!sample_at(&p, b, &at) || !follow(&p, a, before, b, at, 0, &change))
            return false;
        before = at;
    }
    const double turns = change / PI; /* of the whole circle, twice this in units of 2 pi */
    *zeros = (int)lround(turns);
    return fabs(turns - *zeros) < 1e-3;
}
