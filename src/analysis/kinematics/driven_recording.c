/* driven_recording.c - forces, power and channels of a driven motion at one configuration.
 *
 * Power that is integrated: W' = sum of f v of all non-conservative forces; of actuators, of those alone that drive.
 */
#include "analysis/kinematics/driven_recording.h"
#include <math.h>

typedef tml_driven_recording recording;

/* At an instant at which the actuators are singular no forces produce the motion; shortly before and after, some do.
 * In a singular configuration of the joints alone nothing can be concluded. */
bool tml_driven_recording_is_undefined(const recording *r)
{
    const tml_actuation *a = r->request->actuation;
    return r->singular && a->free_count == a->min_free_count && !isnan(a->missing) && tml_actuation_is_singular(a) &&
           !tml_actuation_suffices(a);
}

/* Forces and, where actuators produce them, reactions; those of forces that depend on results have values. */
static double evaluate_forces(recording *r, const tml_configuration *configuration)
{
    tml_actuation *a = r->request->actuation;
    const double power = tml_driven_evaluate(r->d, configuration);
    if (a)
        tml_actuation_solve(a, r->d->work, r->d->force, r->lambda);
    return power;
}

typedef struct {
    recording *r;
    const tml_configuration *configuration;
    double power;
} instant;

static int respond(void *context, tml_instant *at)
{
    instant *x = context;
    const bool acts = x->r->request->actuation != NULL;
    x->power = evaluate_forces(x->r, x->configuration);
    if (!acts)
        tml_driven_reactions(x->r->d, x->configuration);
    at->q = x->configuration->q;
    at->a = x->configuration->a;
    at->lambda = acts ? x->r->lambda : x->r->d->lambda;
    return 0;
}

/* Forces that depend on results: together with these. */
static double solve_results(recording *r, const tml_configuration *configuration)
{
    instant x = {r, configuration, 0};
    tml_driven_recording_find_slips(r, configuration);
    if (tml_result_laws_solve(r->laws, r->d->work, respond, &x) == 0)
        return x.power;
    if (!r->unsolved)
        tml_failure_find_cause(r->d->work, &r->cause);
    r->unsolved = true;
    return NAN;
}

double tml_driven_recording_evaluate(recording *r, const tml_configuration *configuration)
{
    tml_actuation *a = r->request->actuation;
    double power = r->laws ? solve_results(r, configuration) : evaluate_forces(r, configuration);
    if (!a)
        return power;
    power = r->d->work->power;
    for (int i = 0; i < a->count; i++)
        power += a->list[i].drive >= 0 ? a->list[i].force * a->list[i].rate : 0;
    if (tml_driven_recording_is_undefined(r))
        power += tml_actuation_missing_power(a, configuration->v);
    if (a->rank == a->free_count && a->count - a->rank > r->redundant) /* where they are not singular */
        r->redundant = a->count - a->rank;
    return power;
}

tml_instant tml_driven_recording_instant(const recording *r, const tml_configuration *configuration)
{
    return (tml_instant){.work = r->d->work,
                         .t = configuration->t,
                         .q = configuration->q,
                         .a = configuration->a,
                         .lambda = r->request->actuation ? r->lambda : r->d->lambda};
}

void tml_driven_recording_observe(recording *r, const tml_configuration *configuration, double work_done, double *row)
{
    if (!r->request->actuation)
        tml_driven_reactions(r->d, configuration);
    tml_instant at = tml_driven_recording_instant(r, configuration);
    if (!r->begun)
        r->energy_start = tml_instant_energy(&at);
    r->begun = true;
    at.energy_start = r->energy_start;
    at.work_done = isnan(work_done) ? tml_instant_energy(&at) - r->energy_start : work_done;
    tml_driven_residual(r->d, &at.position, &at.velocity);
    tml_channels_fill(&at, row);
}

bool tml_driven_recording_rubs(const tml_system *s)
{
    return s->friction_count + s->interaction_count > 0;
}

recording tml_driven_recording_make(tml_task *task, const tml_driven_request *request, const bool *independent)
{
    const int actuators = request->actuation ? request->actuation->count : 0;
    const tml_system *s = task->system;
    recording r = {.task = task, .request = request, .low = INFINITY, .high = -INFINITY};
    r.d = tml_driven_make(s, request->tolerance, independent, task->arena);
    if (request->reports_ratios)
        r.ratios = tml_ratios_make(s, independent, task->arena);
    r.laws = tml_result_laws_make(s, task->arena);
    r.limits = tml_limit_watch_make(s, request->actuation != NULL, task->arena);
    r.lambda = TML_NEW_ARRAY(task->arena, double, s->rigid_row_count + 1);
    if (request->actuation)
        request->actuation->driven = r.d;
    r.sizing = task->model->wanted ? NULL : tml_sizing_make(task, false);
    r.functions = s->output_count + tml_sizing_count(r.sizing);
    r.fastest = TML_NEW_ARRAY(task->arena, double, actuators + 1);
    r.rates = 2 + 2 * actuators + tml_driven_recording_rubs(s) + 2 * r.functions;
    r.integrals = TML_NEW_ARRAY(task->arena, double, r.rates + 1);
    r.along = TML_NEW_ARRAY(task->arena, tml_along, r.functions + 1);
    tml_outputs_begin(s, r.along);
    r.read = s->output_count ? tml_outputs_find_read(task) : NULL;
    for (int i = s->output_count; i < r.functions; i++)
        r.along[i] = tml_along_none;
    for (int i = 0; i < r.functions; i++) /* integrals are those of the path */
        r.along[i].wanted &= TML_WANT_MAX | TML_WANT_MIN;
    return r;
}
