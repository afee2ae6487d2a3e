/* inverse.c - inverse dynamics: actuator forces for the motion that drivers prescribe, and all reactions.
 *
 * The motion as in kinematics; then the rows of drivers are removed, and G' lambda + b tau = M a - Q.
 */
#include "analysis/kinematics/driven_run.h"
#include "analysis/times.h"

static const tml_field fields[] = {
    {"end", TML_FIELD_NUMBER, "s", .required = true, .doc = "time at which to stop"},
    {"output", TML_FIELD_NUMBER, "s", .doc = "output interval; if not given, a 200th of the duration"},
    {"actuators", TML_FIELD_NAMES,
     .doc = "the actuators: joints with one coordinate, joint coordinates (J.angle1), forces of the kinds actuator and "
            "motor, "
            "drivers; all drivers if not given"},
};

bool tml_inverse_request(tml_task *task, tml_driven_request *o)
{
    *o = (tml_driven_request){.tolerance = 1e-12};
    const bool times = tml_task_times(task, &o->end, &o->output);
    o->actuation = tml_actuation_read(task);
    return times && o->actuation;
}

static bool check(tml_task *task)
{
    tml_driven_request request;
    return tml_inverse_request(task, &request);
}

static tml_status run(tml_task *task)
{
    tml_driven_request request;
    return tml_inverse_request(task, &request) ? tml_driven_run(task, &request) : TML_WRONG;
}

extern const tml_analysis_class tml_analysis_inverse;

/* Nothing may be left free. */
static const char *propose(const tml_proposal_setting *setting, const char **needs)
{
    *needs = tml_proposal_needs_drivers(setting);
    return *needs ? NULL : tml_analysis_inverse.template.plane;
}

const tml_analysis_class tml_analysis_inverse = {
    .name = "inverse",
    .doc = "the actuator forces that produce the driven motion, and all reactions",
    TML_LIST(fields),
    .rows_of = TML_ROWS_OF_ACTUATORS,
    .needs_inertia = true,
    .template = {.title = "Inverse dynamics", .plane = "end: 2, output: 0.01", .rank = 3},
    .compliant = true,
    .propose = propose,
    .run = run,
    .check = check,
};
