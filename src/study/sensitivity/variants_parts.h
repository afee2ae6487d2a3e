/* variants_parts.h - what the files of variants share: the motions nearby by their place in a stencil, and what is evaluated of one of them. */
#pragma once
#include "run/live_ode.h"
#include "study/sensitivity/variants.h"
#include <math.h>

enum { TML_SIDES = 2 * TML_STENCIL };
static const double TML_FRACTION = 0x1p-9; /* h, of a parameter; the same of the size of the state */

/* -3, -2, -1, 1, 2, 3 */
static inline int tml_steps_away(int side)
{
    return side < TML_STENCIL ? side - TML_STENCIL : side - TML_STENCIL + 1;
}

/* Of order 6, and of order 4, without the outermost. */
static inline double tml_side_weight(int side)
{
    const int k = tml_steps_away(side);
    return k < 0 ? -tml_stencil_weight[-k - 1] : tml_stencil_weight[k - 1];
}

static inline double tml_side_weight_narrow(int side)
{
    const int k = tml_steps_away(side);
    return k < 0 ? -tml_stencil_weight_narrow[-k - 1] : tml_stencil_weight_narrow[k - 1];
}

static inline tml_variant *tml_variant_near(const tml_variants *v, int parameter, int side)
{
    return &v->near[parameter * TML_SIDES + side];
}

/* Within the present interval between breaks. */
static inline double tml_variant_held(const tml_live *live, double t)
{
    return fmin(fmax(t, live->ode->begin), live->ode->end);
}

/* The largest change of the state by S_j, of its size. */
double tml_variants_largest(const tml_variants *v, const double *S);
/* x + by S_j, in scratch. */
const double *tml_variants_displaced(tml_variants *v, const double *x, const double *S, double by);
/* x' of one of the motions; the value of an event. 0; non-zero: there is none. */
int tml_variant_rates(const tml_variants *v, tml_live *live, double t, const double *x, double *out);
int tml_variant_event(tml_live *live, double t, const double *x, int event, double *out);
