/* kinematics.c - positions, velocities and accelerations of a fully driven mechanism, and the forces required.
 *
 * phi(t, q) = 0, G v = f', G a = gamma; then G' lambda = M a - Q, with the drivers acting. No equation of motion is
 * integrated.
 */
#include "analysis/kinematics/driven_run.h"
#include "analysis/kinematics/drivers.h"
#include "analysis/times.h"

static const tml_field fields[] = {
    {"end", TML_FIELD_NUMBER, "s", .required = true, .doc = "time at which to stop"},
    {"output", TML_FIELD_NUMBER, "s", .doc = "output interval; 200 rows if not given"},
    {"tolerance", TML_FIELD_NUMBER, "", "1e-12",
     .doc = "largest gap of joints and drivers, relative to the mechanism's size; rounding may leave more"},
};

static bool read_options(tml_task *task, tml_driven_request *o)
{
    *o = (tml_driven_request){0};
    return tml_task_times(task, &o->end, &o->output) && tml_task_number(task, "tolerance", &o->tolerance) &&
           tml_task_check_tolerance(task, o->tolerance, 1e-3);
}

static bool check(tml_task *task)
{
    tml_driven_request request;
    return read_options(task, &request);
}

static tml_status run(tml_task *task)
{
    tml_driven_request request;
    tml_assembly report;
    if (!read_options(task, &request))
        return TML_WRONG;
    const tml_status closed = tml_drivers_assemble(task, &report);
    if (closed != TML_OK)
        return closed;
    request.independent = report.independent;
    request.ratios = tml_ratios_make(task->system, report.independent, task->arena);
    return tml_driven_run(task, &request);
}

const tml_analysis_class tml_analysis_kinematics = {
    .name = "kinematics",
    .doc = "position, velocity, acceleration of a fully driven mechanism",
    TML_LIST(fields),
    .run = run,
    .check = check,
};
