/* difference.h - derivatives by central differences of fourth order, f' = (8 (f(h) - f(-h)) - (f(2h) - f(-2h)))/12h, with steps that stay within kinks.
 *
 * A step over a kink (a rope that would go slack, a bump stop that would be left) shows: f(h) - f(-h) is no longer half of f(2h) - f(-2h), or f(h) + f(-h)
 * no longer 2 f(0). Of smooth forces these differ by h^2 f''' and h f''. Then shorter steps are tried.
 */
#pragma once
#include <math.h>
#include <stdbool.h>

enum { TML_DIFFERENCE_PLACES = 4, TML_DIFFERENCE_TRIES = 4 };
static const double tml_difference_places[TML_DIFFERENCE_PLACES] = {1, -1, 2, -2};
static const double tml_difference_steps[TML_DIFFERENCE_TRIES] = {1, 0x1p-5, 0x1p-10, 0x1p-15};

/* f (4): entries k of what is at h, -h, 2h, -2h */
static inline double tml_central_difference(double *const f[TML_DIFFERENCE_PLACES], int k, double h)
{
    return (8 * (f[0][k] - f[1][k]) - (f[2][k] - f[3][k])) / (12 * h);
}

/* Whether no kink is in reach, for the entries listed, which are f0 at the place itself; all in units of their own. `negligible`: a change of f over h too
 * small to matter. */
static inline bool tml_difference_is_smooth(double *const f[TML_DIFFERENCE_PLACES], const double *f0,
                                            const double *unit, const int *list, int count, double negligible)
{
    const double SAME = 0.02;
    double most = 0, apart = 0;
    for (int i = 0; i < count; i++) {
        const int k = list[i];
        const double near = (f[0][k] - f[1][k]) / 2, far = (f[2][k] - f[3][k]) / 4,
                     bent = (f[0][k] + f[1][k]) / 2 - f0[k];
        most = fmax(most, fmax(fabs(near), fabs(far)) / unit[k]);
        apart = fmax(apart, fmax(fabs(near - far), fabs(bent)) / unit[k]);
    }
    return apart <= fmax(SAME * most, negligible);
}
