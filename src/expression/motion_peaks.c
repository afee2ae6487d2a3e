/* motion_peaks.c - the largest speed, acceleration and jerk of a motion: at the ends of its pieces, or where the next derivative is zero. */
#include "expression/motion.h"
#include <math.h>

static double derivative(const tml_motion_piece *p, double x, int order)
{
    const tml_motion_jet y = tml_motion_at(p, x);
    return order == 1 ? y.d : order == 2 ? y.dd : y.ddd;
}

/* Where the derivative of this order changes its sign between low and high: bisection. */
static double zero_between(const tml_motion_piece *p, double low, double high, int order)
{
    const bool rises = derivative(p, low, order) < 0;
    for (int i = 0; i < 60; i++) {
        const double middle = low + (high - low) / 2;
        *((derivative(p, middle, order) < 0) == rises ? &low : &high) = middle;
    }
    return low;
}

static double peak_of_piece(const tml_motion_piece *p, int order)
{
    enum { PARTS = 32 };
    double largest = 0;
    for (int i = 0; i <= PARTS; i++) {
        const double x = p->x + p->h * i / PARTS, next = p->x + p->h * (i + 1) / PARTS;
        largest = fmax(largest, fabs(derivative(p, x, order)));
        if (i < PARTS && derivative(p, x, order + 1) * derivative(p, next, order + 1) < 0)
            largest = fmax(largest, fabs(derivative(p, zero_between(p, x, next, order + 1), order)));
    }
    return largest;
}

/* f''' = 6 c_3 + 24 c_4 u + 60 c_5 u^2 over h^3. */
static double jerk_of_piece(const tml_motion_piece *p)
{
    const double vertex = p->c[5] != 0 ? -p->c[4] / (5 * p->c[5]) : 0;
    if (p->sine != 0 || p->c[6] != 0 || p->c[7] != 0)
        return NAN;
    return fmax(fabs(derivative(p, p->x + p->h * fmin(fmax(vertex, 0), 1), 3)),
                fmax(fabs(derivative(p, p->x, 3)), fabs(derivative(p, p->x + p->h, 3))));
}

double tml_motion_peak(const tml_motion_piece *pieces, int count, int order)
{
    double largest = 0;
    for (int i = 0; i < count; i++) {
        const double here = order < 3 ? peak_of_piece(&pieces[i], order) : jerk_of_piece(&pieces[i]);
        if (isnan(here))
            return NAN;
        largest = fmax(largest, here);
    }
    return largest;
}
