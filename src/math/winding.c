/* winding.c - the change of an argument along a half circle, in steps that are halved until they agree with their halves. */
#include "math/winding.h"
#include <math.h>

enum { STEPS = 32, MAX_DEPTH = 40, MAX_SAMPLES = 20000 };
static const double PI = 3.141592653589793, SMALL = 0.5; /* rad: no step may turn by more */

typedef struct {
    tml_argument *argument;
    void *context;
    double radius;
    int samples;
} path;

static bool value_at(path *p, double angle, double *argument)
{
    /* on the axis it is real: no rounding of sin(pi) */
    const double y = angle == 0 || angle == PI ? 0 : p->radius * sin(angle);
    return ++p->samples <= MAX_SAMPLES && p->argument(p->context, p->radius * cos(angle), y, argument);
}

static double between(double from, double to)
{
    return remainder(to - from, 2 * PI);
}

/* The change from a to b, where the arguments are given. */
static bool follow(path *p, double a, double at_a, double b, double at_b, int depth, double *change)
{
    const double middle = 0.5 * (a + b);
    double at_middle, first, second;
    if (depth > MAX_DEPTH || !value_at(p, middle, &at_middle))
        return false;
    first = between(at_a, at_middle), second = between(at_middle, at_b);
    if (fabs(first) < SMALL && fabs(second) < SMALL) {
        *change += first + second;
        return true;
    }
    return follow(p, a, at_a, middle, at_middle, depth + 1, change) &&
           follow(p, middle, at_middle, b, at_b, depth + 1, change);
}

bool tml_winding_zeros(tml_argument *argument, void *context, double radius, int *zeros)
{
    path p = {argument, context, radius, 0};
    double before, change = 0;
    if (!value_at(&p, 0, &before))
        return false;
    for (int i = 1; i <= STEPS; i++) {
        const double a = PI * (i - 1) / STEPS, b = i == STEPS ? PI : PI * i / STEPS;
        double at;
        if (!value_at(&p, b, &at) || !follow(&p, a, before, b, at, 0, &change))
            return false;
        before = at;
    }
    const double turns = change / PI; /* of the whole circle, twice this in units of 2 pi */
    *zeros = (int)lround(turns);
    return fabs(turns - *zeros) < 1e-3;
}
