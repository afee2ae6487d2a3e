/* tooth_forces.c - what acts between teeth: the tangential force, the multiplier of their row; the radial one; and the resultant of these and of
 * the force along the axes, all along the unit wrenches of row and law on the second wheel.
 */
#include "system/channel/channels.h"
#include <math.h>

double tml_row_multiplier(const tml_instant *at, const tml_joint *j)
{
    if (!at)
        return 0;
    return j->row_count ? at->lambda[j->first_row]
                        : at->work->force[j->first_law] - (j->has_flanks ? at->work->force[j->first_law + 1] : 0);
}

const double *tml_tooth_forces(const tml_instant *at, const tml_joint *j, double values[3])
{
    if (!at)
        return values;
    double wrench[TML_WRENCH_VALUES];
    tml_joint_reaction(at, (int)(j - at->work->system->joints), wrench);
    values[0] = tml_row_multiplier(at, j);
    values[1] = at->work->force[j->first_added_law];
    values[2] = sqrt(wrench[0] * wrench[0] + wrench[1] * wrench[1] + wrench[2] * wrench[2]);
    return values;
}
