/* joint_opening.c - opening of a compliant joint.
 *
 * For rows with springs, s - rest: opening = norm of the translational ones, rotation = norm of the others (a direction cosine counts as
 * its angle). A direction without stiffness is free, not open.
 */
#include "system/kernel/workspace.h"
#include <math.h>

static double elongation_of(const tml_workspace *work, const tml_force_law *law)
{
    return tml_workspace_sum(work, &law->terms).f - law->rest;
}

bool tml_joint_is_compliant(const tml_system *system, int joint)
{
    const tml_joint *j = &system->joints[joint];
    for (int i = j->first_law; i < j->first_law + j->law_count; i++)
        if (system->laws[i].k > 0)
            return true;
    return false;
}

bool tml_joint_opening(const tml_workspace *work, int joint, double *opening, double *rotation)
{
    const tml_system *s = work->system;
    const tml_joint *j = &s->joints[joint];
    double sum[2] = {0, 0};
    bool compliant = false;
    for (int i = j->first_law; i < j->first_law + j->law_count; i++) {
        const tml_force_law *law = &s->laws[i];
        if (!(law->k > 0))
            continue;
        const double elongation = elongation_of(work, law);
        sum[tml_terms_turn(s, &law->terms)] += elongation * elongation;
        compliant = true;
    }
    *opening = sqrt(sum[0]);
    *rotation = sqrt(sum[1]);
    return compliant;
}
