/* choose.c - which integrator `auto` takes, and why. */
#include "analysis/choose.h"

tml_choice tml_choose_integrator(tml_task *task, const tml_motion_request *request, tml_equations *e, tml_tangent *tangent, double t,
                                 const double *y)
{
    (void)task, (void)e, (void)tangent, (void)t, (void)y;
    const tml_integrator_class *named = tml_integrator_find(request->integrator);
    if (named)
        return (tml_choice){named, ""};
    return (tml_choice){tml_integrator_find("explicit"), "no stiff forces"};
}
