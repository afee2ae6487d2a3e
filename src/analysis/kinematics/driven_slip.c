/* driven_slip.c - dry friction where a driven motion does not slip, u = 0 but for rounding.
 *
 *   u' != 0   The slip turns round, and friction jumps. Which side of it the rounding of u tells is chance: taken is that on
 *             which the motion goes on, along u', and at its end that from which it came, so that rows are limits of the motion.
 *   u' = 0    It does not slip: it exerts none.
 */
#include "analysis/kinematics/driven_recording.h"
#include "system/kernel/interaction_motion.h"

static const double AT_REST = 1e-9; /* of velocities, and of accelerations: more than their rounding */

/* Sizes of slip and of its acceleration, as those of points. */
typedef struct {
    double u, rate, change;
} slip;

static slip slip_of(const tml_workspace *work, const tml_interaction *is, const double *a)
{
    const double arm = tml_interaction_arm(work->system, is);
    slip x = {tml_interaction_slip(work, is) * arm, 0, 0};
    for (int k = 0; k < is->size; k++) {
        x.rate = tml_interaction_acceleration(work, is, k, a) * arm;
        x.change = hypot(x.change, x.rate);
    }
    return x;
}

static tml_interaction_mode mode_of(const tml_workspace *work, const tml_interaction *is, const double *a, bool ends)
{
    const tml_system *s = work->system;
    const slip x = slip_of(work, is, a);
    const double velocity = s->mass > 0 ? sqrt(2 * tml_workspace_kinetic(work) / s->mass) : 0;
    const bool turns = x.change > AT_REST * velocity * velocity / s->size && x.u <= AT_REST * sqrt(x.change * s->size);
    tml_interaction_mode mode = {.kind = TML_BY_LAW};
    if (turns && is->size == 1) {
        mode.kind = TML_SLIDES;
        mode.direction[0] = copysign(1, ends ? -x.rate : x.rate);
    } else if (!turns && x.u <= AT_REST * velocity)
        mode.kind = TML_RESTS;
    return mode;
}

void tml_driven_recording_find_slips(tml_driven_recording *r, const tml_configuration *configuration)
{
    tml_workspace *work = r->d->work;
    const tml_system *s = work->system;
    const bool ends = configuration->t >= r->request->end;
    if (s->interaction_count == 0)
        return;
    tml_driven_evaluate(r->d, configuration);
    for (int i = 0; i < s->interaction_count; i++)
        if (s->interactions[i].kind == TML_FRICTION)
            work->modes[i] = mode_of(work, &s->interactions[i], configuration->a, ends);
}
