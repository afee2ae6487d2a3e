/* possible_inertia.c - inertia tensors that no body has, and the nearest one that some body has.
 *
 * Of masses m_k at x_k from the centre of mass, the second moments S = sum m_k x_k x_k' have no negative eigenvalue, and I = tr(S) 1 - S.
 * So no body has the inertia I if
 *   S = tr(I)/2 1 - I        with eigenvalues s_i        has some s_i < 0
 * Of all possible tensors, that of max(s_i, 0) is the nearest to I, measured in S. */
#include "geometry/possible_inertia.h"
#include "geometry/principal_axes.h"
#include <math.h>
#include <stddef.h>

static const double ROUNDING = 1e-9; /* of the largest moment */

static tml_vec3 second_moments(const double m[3])
{
    const double half = (m[0] + m[1] + m[2]) / 2;
    return (tml_vec3){half - m[0], half - m[1], half - m[2]};
}

bool tml_inertia_is_possible(const tml_mat3 *I)
{
    double m[3];
    tml_principal(I, m, NULL);
    const tml_vec3 s = second_moments(m);
    const double largest = fmax(fabs(m[0]), fmax(fabs(m[1]), fabs(m[2])));
    return fmin(s.x, fmin(s.y, s.z)) >= -ROUNDING / 2 * largest;
}

tml_mat3 tml_inertia_nearest_possible(const tml_mat3 *I, tml_inertia_change *change)
{
    tml_mat3 axes;
    double *m = change->before, *after = change->after;
    tml_principal(I, m, &axes);
    const tml_vec3 s = second_moments(m), kept = {fmax(s.x, 0), fmax(s.y, 0), fmax(s.z, 0)};
    after[0] = kept.y + kept.z, after[1] = kept.x + kept.z, after[2] = kept.x + kept.y;
    change->change = 0;
    for (int i = 0; i < 3; i++)
        change->change = fmax(change->change, m[i] > 0 ? fabs(after[i] - m[i]) / m[i] : INFINITY);
    const tml_mat3 own = {{{after[0], 0, 0}, {0, after[1], 0}, {0, 0, after[2]}}};
    return tml_tensor_rotated(&axes, &own);
}
