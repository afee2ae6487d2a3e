/* kinematics.c - positions, velocities and accelerations of a fully driven mechanism, and the forces required.
 *
 * phi(t, q) = 0, G v = f', G a = gamma; then G' lambda = M a - Q, with the drivers acting. No equation of motion is
 * integrated.
 */
#include "analysis/kinematics/driven_run.h"
#include "analysis/times.h"

static const tml_field fields[] = {
    {"end", TML_FIELD_NUMBER, "s", .required = true, .doc = "time at which to stop"},
    {"output", TML_FIELD_NUMBER, "s", .doc = "output interval; if not given, a 200th of the duration"},
    {"tolerance", TML_FIELD_NUMBER, "", "1e-12",
     .doc = "largest gap of joints and drivers, relative to the mechanism's size; rounding may leave more"},
};

bool tml_kinematics_request(tml_task *task, tml_driven_request *o)
{
    *o = (tml_driven_request){.reports_ratios = true};
    return tml_task_times(task, &o->end, &o->output) && tml_task_tolerance(task, 1e-3, &o->tolerance);
}

static bool check(tml_task *task)
{
    tml_driven_request request;
    return tml_kinematics_request(task, &request);
}

static tml_status run(tml_task *task)
{
    tml_driven_request request;
    return tml_kinematics_request(task, &request) ? tml_driven_run(task, &request) : TML_WRONG;
}

extern const tml_analysis_class tml_analysis_kinematics;

/* Nothing may be left free. */
static const char *propose(const tml_proposal_setting *setting, const char **needs)
{
    *needs = tml_proposal_needs_drivers(setting);
    return *needs ? NULL : tml_analysis_kinematics.template.plane;
}

const tml_analysis_class tml_analysis_kinematics = {
    .name = "kinematics",
    .doc = "position, velocity, acceleration of a fully driven mechanism",
    TML_LIST(fields),
    .rows_of = TML_ROWS_OF_DRIVERS,
    .template = {.title = "Driven motion", .plane = "end: 2, output: 0.01", .rank = 2},
    .propose = propose,
    .run = run,
    .check = check,
};
