/* driven_watch.c - what is summed up along a driven motion.
 *
 * Integrated: the power of all non-conservative forces, W; of each actuator its power and the square of its force; |W'|;
 * the power of friction; each output of the user and its square. Taken at every step: residuals, the energy error
 * T + V - W, limits, extrema, and whether the actuators are singular.
 */
#include "analysis/kinematics/driven_recording.h"
#include <math.h>

typedef tml_driven_recording recording;

/* Energies of the state just evaluated, whether it becomes a row or not. */
static void update_energies(recording *r)
{
    const double kinetic = tml_workspace_kinetic(r->d->work), potential = r->d->work->potential;
    r->kinetic = fmax(r->kinetic, kinetic);
    r->low = fmin(r->low, potential);
    r->high = fmax(r->high, potential);
}

/* What outputs read of it, and no more. */
static void observe_read(recording *r, const tml_configuration *configuration)
{
    if (!r->request->actuation && !r->read->state)
        tml_driven_reactions(r->d, configuration);
    const tml_instant at = tml_driven_recording_instant(r, configuration);
    tml_outputs_fill(&at, r->read, r->row);
}

/* Outputs of the user and functions of motors, f (functions), of a configuration just evaluated. */
static void find_functions(recording *r, const tml_configuration *configuration, double *f)
{
    const tml_system *s = r->task->system;
    if (r->read)
        observe_read(r, configuration);
    else if (s->output_count)
        tml_driven_recording_observe(r, configuration, NAN, r->row);
    tml_outputs_of_row(s, r->row, f);
    tml_sizing_values(r->sizing, r->d->work, f + s->output_count);
}

static void functions_at(void *context, const tml_configuration *configuration, double *f)
{
    tml_driven_recording_evaluate(context, configuration);
    find_functions(context, configuration, f);
}

/* They and their squares are integrated too. */
static void take_functions(recording *r, tml_configuration *configuration)
{
    double *rates = configuration->rate + r->rates - 2 * r->functions;
    find_functions(r, configuration, rates);
    tml_driven_extrema_take(r->extrema, configuration->t, rates);
    for (int i = 0; i < r->functions; i++) {
        tml_along_take(&r->along[i], configuration->t, rates[i]);
        rates[r->functions + i] = rates[i] * rates[i];
    }
}

void tml_driven_recording_take_speeds(recording *r)
{
    const tml_actuation *a = r->request->actuation;
    for (int i = 0; a && i < a->count; i++)
        r->fastest[i] = fmax(r->fastest[i], fabs(a->list[i].rate));
}

/* W: sum |Q_i v_i| of the applied forces, and T times the fastest rotation for forces of inertia: rounding of all powers is small beside it. */
static double power_scale_of(const tml_workspace *work, const double *v)
{
    const tml_system *s = work->system;
    const int lengths = s->space ? 3 : 2;
    double sum = 0, fastest = 0;
    for (int i = 0; i < s->nv; i++) {
        sum += fabs(work->Q[i] * v[i]);
        fastest = fmax(fastest, fabs(v[i]) / (i % s->nvb < lengths ? s->size : 1));
    }
    return sum + tml_workspace_kinetic(work) * fastest;
}

static void rate(void *context, tml_configuration *configuration)
{
    recording *r = context;
    const tml_actuation *a = r->request->actuation;
    configuration->rate[0] = tml_driven_recording_evaluate(r, configuration);
    for (int i = 0; a && i < a->count; i++) {
        configuration->rate[1 + i] = a->list[i].force * a->list[i].rate;
        if (a->count == 1 && tml_driven_recording_is_undefined(r))
            configuration->rate[1] += tml_actuation_missing_power(a, configuration->v);
        configuration->rate[1 + a->count + i] = a->list[i].force * a->list[i].force;
    }
    double *more = configuration->rate + 1 + 2 * (a ? a->count : 0);
    more[0] = fabs(configuration->rate[0]);
    if (tml_driven_recording_rubs(r->task->system))
        more[1] = tml_friction_power(r->d->work);
    r->power_scale = power_scale_of(r->d->work, configuration->v);
    update_energies(r);
    if (r->singular)
        tml_actuation_singular_take(r->singular, configuration->t);
    tml_driven_recording_take_speeds(r);
    if (r->functions)
        take_functions(r, configuration);
}

/* ---- singular configurations of the actuators ---- */

static bool probe(void *context, double t)
{
    recording *r = context;
    tml_configuration *const ends[2] = {r->from, r->to};
    if (r->from == r->to)
        tml_configuration_copy(r->d, 0, r->from, r->probe);
    else
        tml_driven_interpolate(r->d, ends, 2, t, r->probe);
    if (tml_driven_close(r->d, r->probe)) /* a singular configuration of the drive: interpolate */
        tml_driven_interpolate(r->d, ends, r->from == r->to ? 1 : 2, t, r->probe);
    for (int i = 0; i < r->task->system->state_count; i++) { /* accurate enough to search with */
        const double span = r->to->t - r->from->t, part = span > 0 ? (t - r->from->t) / span : 0;
        r->probe->states[i] = (1 - part) * r->from->states[i] + part * r->to->states[i];
    }
    tml_driven_recording_evaluate(r, r->probe);
    return true;
}

/* Bounds also hold between two rows: they are updated at every step. */
static void update_residuals(recording *r)
{
    double position, velocity;
    tml_driven_residual(r->d, &position, &velocity);
    r->position = tml_driven_larger(r->position, position);
    r->velocity = tml_driven_larger(r->velocity, velocity);
}

static void step(void *context, tml_configuration *from, tml_configuration *to)
{
    recording *r = context;
    update_residuals(r);
    tml_limit_watch_take(r->limits, r->d->work);
    r->energy = tml_workspace_kinetic(r->d->work) + r->d->work->potential;
    r->from = from, r->to = to;
    if (r->singular)
        tml_actuation_singular_step(r->singular, from->t, to->t);
    tml_driven_extrema_step(r->extrema, from, to);
    if (r->passages)
        tml_driven_passages_step(r->passages, from, to);
    if (r->between)
        tml_driven_limits_step(r->between, from, to);
}

static void integrals_known(void *context, const double *integrals)
{
    recording *r = context;
    r->error = tml_driven_larger(r->error, fabs(r->energy - integrals[0] - r->energy_start));
    r->energy_steps++;
}

/* Integrals of what may jump or have kinks within a step: of powers where forces depend on results, as dry friction does; of
 * functions with corners. NULL: none. */
static const bool *find_kinked(const recording *r, int powers)
{
    const tml_system *s = r->task->system;
    bool *kinked = TML_NEW_ARRAY(r->task->arena, bool, r->rates + 1), any = s->result_law_count > 0;
    for (int i = 0; i < powers; i++)
        kinked[i] = any;
    for (int i = 0; i < s->output_count; i++) {
        const int wanted = s->model->wanted ? s->model->wanted[i] : TML_WANT_ALL;
        const bool corners = r->along[i].corners && (wanted & (TML_WANT_INTEGRAL | TML_WANT_SQUARE));
        kinked[r->rates - 2 * r->functions + i] = corners;
        any |= corners;
    }
    return any ? kinked : NULL;
}

tml_driven_path_request tml_driven_recording_watch(recording *r)
{
    tml_actuation *a = r->request->actuation;
    tml_arena *arena = r->task->arena;
    const int powers = 1 + (a ? a->count : 0);
    r->extrema = tml_driven_extrema_make(
        &(tml_driven_functions){r->d, r->rates, r->functions, r->along, functions_at, r}, arena);
    if (a)
        r->singular = tml_actuation_singular_make(r->task, a, probe, r);
    r->passages = tml_driven_passages_make(r->d, r->limits, arena);
    r->between = tml_driven_limits_make(r->d, r->limits, arena);
    if (r->singular)
        r->probe = tml_configuration_make(r->d, r->rates, arena);
    return (tml_driven_path_request){.rates = r->rates,
                                     .idle = !a && tml_outputs_idle(r->task, r->read),
                                     .powers = powers,
                                     .power_scale = &r->power_scale,
                                     .kinked = find_kinked(r, powers),
                                     .context = r,
                                     .rate = rate,
                                     .record = tml_driven_recording_row,
                                     .step = step,
                                     .integrals_known = integrals_known};
}
