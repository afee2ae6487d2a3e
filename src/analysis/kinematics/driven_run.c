/* driven_run.c - a driven motion as a table.
 *
 * Integrated along the motion: the power of all non-conservative forces, W; of each actuator its power and the square
 * of its force; |W'|; the power of friction; each output of the user and its square.
 */
#include "analysis/failure.h"
#include "analysis/kinematics/driven_facts.h"
#include "analysis/kinematics/driven_recording.h"
#include "analysis/kinematics/drivers.h"
#include "analysis/times.h"
#include "base/clock.h"
#include "linalg/cholesky.h"
#include <math.h>
#include <string.h>

enum { MAX_PINS_REPORTED = 12 };
static const double DEGREES = 57.295779513082320877;

typedef tml_driven_recording recording;

/* ---- forces ---- */

/* At an instant at which the actuators are singular no forces produce the motion; shortly before and after, some do.
 * In a singular configuration of the joints alone nothing can be concluded. */
static bool is_undefined(const recording *r)
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
    if (is_undefined(r))
        power += tml_actuation_missing_power(a, configuration->v);
    if (a->rank == a->free_count && a->count - a->rank > r->redundant) /* where they are not singular */
        r->redundant = a->count - a->rank;
    return power;
}

/* Energies of the state just evaluated, whether it becomes a row or not. */
static void update_energies(recording *r)
{
    const double kinetic = tml_workspace_kinetic(r->d->work), potential = r->d->work->potential;
    r->kinetic = fmax(r->kinetic, kinetic);
    r->low = fmin(r->low, potential);
    r->high = fmax(r->high, potential);
}

static tml_instant instant_of(const recording *r, const tml_configuration *configuration)
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
    tml_instant at = instant_of(r, configuration);
    if (!r->begun)
        r->energy_start = tml_instant_energy(&at);
    r->begun = true;
    at.energy_start = r->energy_start;
    at.work_done = isnan(work_done) ? tml_instant_energy(&at) - r->energy_start : work_done;
    tml_driven_residual(r->d, &at.position, &at.velocity);
    tml_channels_fill(&at, row);
}

/* What outputs read of it, and no more. */
static void observe_read(recording *r, const tml_configuration *configuration)
{
    if (!r->request->actuation && !r->read->state)
        tml_driven_reactions(r->d, configuration);
    const tml_instant at = instant_of(r, configuration);
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

static void take_speeds(recording *r)
{
    const tml_actuation *a = r->request->actuation;
    for (int i = 0; a && i < a->count; i++)
        r->fastest[i] = fmax(r->fastest[i], fabs(a->list[i].rate));
}

static bool rubs(const tml_system *s)
{
    return s->friction_count + s->interaction_count > 0;
}

static void rate(void *context, tml_configuration *configuration)
{
    recording *r = context;
    const tml_actuation *a = r->request->actuation;
    configuration->rate[0] = tml_driven_recording_evaluate(r, configuration);
    for (int i = 0; a && i < a->count; i++) {
        configuration->rate[1 + i] = a->list[i].force * a->list[i].rate;
        if (a->count == 1 && is_undefined(r))
            configuration->rate[1] += tml_actuation_missing_power(a, configuration->v);
        configuration->rate[1 + a->count + i] = a->list[i].force * a->list[i].force;
    }
    double *more = configuration->rate + 1 + 2 * (a ? a->count : 0);
    more[0] = fabs(configuration->rate[0]);
    if (rubs(r->task->system))
        more[1] = tml_friction_power(r->d->work);
    update_energies(r);
    if (r->singular)
        tml_actuation_singular_take(r->singular, configuration->t);
    take_speeds(r);
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

/* propagates NaN, which fmax ignores */
static double larger(double a, double b)
{
    return b > a || isnan(b) ? b : a;
}

/* Bounds also hold between two rows: they are updated at every step. */
static void update_residuals(recording *r)
{
    double position, velocity;
    tml_driven_residual(r->d, &position, &velocity);
    r->position = larger(r->position, position);
    r->velocity = larger(r->velocity, velocity);
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
}

static void integrals_known(void *context, const double *integrals)
{
    recording *r = context;
    r->error = larger(r->error, fabs(r->energy - integrals[0] - r->energy_start));
    r->energy_steps++;
}

/* ---- rows ---- */

static bool finite(const recording *r, double t)
{
    tml_failure_cause cause = r->cause;
    if (!r->unsolved && tml_all_finite(r->d->force, r->task->system->nv))
        return true;
    if (r->unsolved || tml_failure_find_cause(r->d->work, &cause))
        tml_failure_report_cause(r->task, &cause, TML_ERROR);
    else
        tml_log_raise(r->task->log, TML_E_FORCE_NOT_FINITE, r->task->element->place,
                      "%s: a force is not a number at t = %.9g s", r->task->element->kind, t);
    return false;
}

static void report_insufficient(const recording *r, double t, const char *missing)
{
    tml_log_raise(r->task->log, TML_E_ACTUATORS_CANNOT, r->task->element->place,
                  "%s: the actuators cannot produce the motion at t = %.9g s: %s", r->task->element->kind, t, missing);
}

/* In a singular configuration of the joints alone nothing can be concluded. */
static bool suffices(recording *r, double t)
{
    tml_actuation *a = r->request->actuation;
    if (!a || a->free_count != a->min_free_count || tml_actuation_suffices(a))
        return true;
    if (!is_undefined(r)) {
        report_insufficient(r, t, tml_actuation_missing(a, r->d->work, r->task->arena));
        return false;
    }
    if (r->undefined_rows++ == 0) {
        r->undefined_time = t;
        r->undefined_text = tml_actuation_missing(a, r->d->work, r->task->arena);
    }
    tml_actuation_set_undefined(a, r->d->work, r->lambda);
    return true;
}

static tml_status record(void *context, int row, const tml_configuration *configuration, const double *integrals)
{
    recording *r = context;
    tml_actuation *a = r->request->actuation;
    tml_table *t = r->table;
    tml_driven_recording_evaluate(r, configuration);
    if (!finite(r, configuration->t))
        return TML_FAILED;
    if (!suffices(r, configuration->t) || (a && !tml_actuation_is_unique(a, r->task)))
        return TML_FAILED;
    double *out = (size_t)row < t->row_count ? t->values + (size_t)row * t->column_count : tml_table_append(t);
    if (!out)
        return TML_NO_MEMORY;
    tml_driven_recording_observe(r, configuration, integrals[0], out);
    tml_limit_watch_take(r->limits, r->d->work);
    tml_failure_cause cause;
    if (tml_failure_find_outside(r->d->work, r->task->system->watch_count, &cause)) {
        tml_failure_report_cause(r->task, &cause, TML_ERROR);
        return TML_FAILED;
    }
    for (int i = 0; i < r->task->system->output_count; i++)
        tml_along_take(&r->along[i], configuration->t, out[r->task->system->outputs[i].column]);
    tml_sizing_take(r->sizing, r->d->work, configuration->t, r->along + r->task->system->output_count);
    take_speeds(r);
    out += r->base;
    if (a)
        tml_actuation_fill(a, integrals + 1, out);
    if (r->ratios)
        tml_ratios_fill(r->ratios, r->d, configuration, out);
    memcpy(r->integrals, integrals, (size_t)r->rates * sizeof(double));
    return TML_OK;
}

static bool make_table(recording *r)
{
    const tml_actuation *a = r->request->actuation;
    const tml_ratios *ratios = r->ratios;
    tml_arena *arena = r->task->arena;
    const tml_column *base = tml_channels(r->task->system, arena, &r->base);
    const int max = (a ? TML_ACTUATOR_COLUMNS * a->count : 0) + tml_ratios_count(ratios);
    tml_column *columns = TML_NEW_ARRAY(arena, tml_column, r->base + (size_t)max + 1);
    memcpy(columns, base, r->base * sizeof *columns);
    size_t count = r->base;
    if (a)
        count += (size_t)tml_actuation_columns(a, true, columns + count);
    if (ratios)
        tml_ratios_columns(ratios, columns + count, arena), count += (size_t)tml_ratios_count(ratios);
    r->table = tml_results_add(r->task->results, r->task->element->kind, r->task->model->title, columns, count);
    return r->table != NULL;
}

/* ---- the certificate ---- */

/* Beyond an instant at which the forces of several actuators grow without bound, the energy of one alone is not
 * defined. */
static void discard_energies(recording *r)
{
    const tml_actuation *a = r->request->actuation;
    tml_table *t = r->table;
    for (int i = 0; i < a->count && a->count > 1; i++) {
        const long column = tml_table_find(t, tml_arena_format(r->task->arena, "%s.energy", a->list[i].name));
        for (size_t row = 0; column >= 0 && row < t->row_count; row++)
            if (t->values[row * t->column_count] >= r->singular->unbounded[i])
                t->values[row * t->column_count + (size_t)column] = NAN;
    }
}

static void add_undefined_rows(const recording *r)
{
    if (r->undefined_rows == 1)
        tml_table_add_fact(r->table, "rows without forces", 1,
                           "1, at t = %.9g s: the actuators are singular there, and no forces produce the motion",
                           r->undefined_time);
    else if (r->undefined_rows)
        tml_table_add_fact(
            r->table, "rows without forces", r->undefined_rows,
            "%d, the first at t = %.9g s: the actuators are singular there, and no forces produce the motion",
            r->undefined_rows, r->undefined_time);
}

static void add_actuators(recording *r)
{
    const tml_actuation *a = r->request->actuation;
    tml_table *t = r->table;
    const double span = t->values[(t->row_count - 1) * t->column_count] - t->values[0];
    if (r->redundant)
        tml_table_add_fact(t, "redundant actuators", r->redundant, "%d: of all possible forces, those of minimum norm",
                           r->redundant);
    for (int i = 0; i < a->count; i++) {
        const tml_actuator *p = &a->list[i];
        const char *unit = tml_unit_of_force(p->turns);
        const tml_extremes force =
                               tml_extremes_of(t, tml_actuator_channel(a, i, TML_CHANNEL_FORCE), r->undefined_rows > 0),
                           power =
                               tml_extremes_of(t, tml_actuator_channel(a, i, TML_CHANNEL_POWER), r->undefined_rows > 0);
        const double energy = r->integrals[1 + i], square = r->integrals[1 + a->count + i];
        if (r->singular && !isnan(r->singular->unbounded[i])) {
            tml_table_add_fact(t, tml_arena_format(r->task->arena, "actuator %s", p->name), INFINITY,
                               "without bound near t = %.9g s, where the actuators are singular; in the rows: peak "
                               "%.6g %s at t = %.6g s, peak power %.6g W",
                               r->singular->unbounded[i], force.max, unit, force.most_time, power.max);
            continue;
        }
        tml_table_add_fact(
            t, tml_arena_format(r->task->arena, "actuator %s", p->name), force.max,
            "peak %.6g %s at t = %.6g s, rms %.6g %s, peak speed %.6g %s, peak power %.6g W, energy %.6g J", force.max,
            unit, force.most_time, span > 0 ? sqrt(fmax(0, square / span)) : fabs(force.max), unit, r->fastest[i],
            p->turns ? "rad/s" : "m/s", power.max, energy);
    }
}

static void add_friction(recording *r)
{
    const tml_actuation *a = r->request->actuation;
    double driven = a ? 0 : NAN;
    for (int i = 0; a && i < a->count; i++)
        driven += r->integrals[1 + i];
    tml_driven_friction_facts(r->table, -r->integrals[2 + 2 * (a ? a->count : 0)], driven);
}

static void add_ratios(recording *r)
{
    const tml_ratios *ratios = r->ratios;
    for (int k = 0; k < ratios->pins && k < MAX_PINS_REPORTED; k++) {
        const char *name = r->task->system->joints[ratios->pin[k].pin].name;
        const tml_extremes e =
            tml_extremes_of(r->table, tml_arena_format(r->task->arena, "%s.transmission", name), false);
        tml_table_add_fact(r->table, tml_arena_format(r->task->arena, "transmission at %s", name), e.least,
                           "at least %.4g deg (at t = %.6g s)", e.least * DEGREES, e.least_time);
    }
}

static void add_outputs(recording *r)
{
    const tml_system *s = r->task->system;
    const tml_table *t = r->table;
    const double *integrals = r->integrals + r->rates - 2 * r->functions;
    for (int i = 0; i < r->functions; i++) {
        tml_along *a = &r->along[i];
        a->wanted = i < s->output_count && s->model->wanted ? s->model->wanted[i] : TML_WANT_ALL;
        a->integral = integrals[i];
        a->square = integrals[r->functions + i];
        a->begin = t->values[0];
        a->end = t->values[(t->row_count - 1) * t->column_count];
        if (i < s->output_count)
            a->last = t->values[(t->row_count - 1) * t->column_count + s->outputs[i].column];
    }
    tml_output_facts(s, r->along,
                     "integrals by quadrature with 5 nodes in every step; extrema by search, of closed configurations",
                     r->table);
    tml_sizing_facts(r->sizing, r->along + s->output_count,
                     "rms by quadrature with 5 nodes in every step; peaks by search", r->table);
}

static void add_dead_points(tml_table *t, const tml_driven_path_result *found)
{
    tml_table_add_fact(t, "dead points passed", found->singular_count, "%d", found->singular_count);
    tml_table_add_fact(t, "nearest to a dead point", found->sigma_min, "%.3g at t = %.6g s (smallest singular value)",
                       found->sigma_min, found->sigma_min_time);
}

static void add_certificate(recording *r, const tml_driven_path_result *found, double cpu)
{
    tml_table *t = r->table;
    const tml_system *s = r->task->system;
    const tml_actuation *a = r->request->actuation;
    const double gap = larger(r->position, tml_extremes_of(t, "residual.position", false).high),
                 velocity = larger(r->velocity, tml_extremes_of(t, "residual.velocity", false).high),
                 error = larger(r->error, fabs(tml_extremes_of(t, "energy.error", false).max)),
                 turnover = r->integrals[1 + 2 * (a ? a->count : 0)],
                 scale = fmax(r->kinetic + r->high - r->low, turnover);
    tml_table_add_fact(t, "method", NAN, "driven: %d coordinates, %d constraint%s (rank %d)", s->nv, r->d->rows,
                       r->d->rows == 1 ? "" : "s", s->nv - s->ignorable_count);
    tml_table_add_fact(t, "steps", found->steps, "%d", found->steps);
    tml_table_add_fact(t, "rejected steps", found->rejected, "%d", found->rejected);
    tml_table_add_fact(t, "CPU time", cpu, "%.4g s", cpu);
    if (r->energy_steps == found->steps)
        tml_table_add_fact(t, "bounds taken at", NAN, "all %d steps and %zu rows; reactions at rows", found->steps,
                           t->row_count);
    else
        tml_table_add_fact(t, "bounds taken at", NAN,
                           "all %d steps and %zu rows; the energy error at %d steps and all rows; reactions at rows",
                           found->steps, t->row_count, r->energy_steps);
    tml_table_add_fact(t, "worst position residual", gap, "%.3g", gap);
    tml_table_add_fact(t, "worst velocity residual", velocity, "%.3g", velocity);
    tml_table_add_fact(t, "worst energy error", error, "%.3g J", error);
    tml_table_add_fact(t, "energy scale", scale, "%.3g J", scale);
    add_dead_points(t, found);
    if (!found->jumps && tml_task_energy_error_is_large(r->task, r->d->work, error, scale))
        tml_log_raise(r->task->log, TML_W_ENERGY_BALANCE, r->task->element->place,
                      "%s: the energy balance is off by %.2g J of %.2g J: do not trust the forces of this run; use a "
                      "smaller output interval",
                      r->task->element->kind, error, scale);
    if (r->ratios)
        add_ratios(r);
    if (r->singular)
        tml_actuation_singular_facts(r->singular, t), discard_energies(r), add_undefined_rows(r);
    if (r->request->actuation)
        add_actuators(r);
    if (rubs(s))
        add_friction(r);
    add_outputs(r);
}

/* What a point of a study needs of it: numbers that answers read, and whether their derivatives are to be trusted. */
static void add_answers(recording *r, const tml_driven_path_result *found)
{
    add_dead_points(r->table, found);
    if (r->singular)
        discard_energies(r);
    add_outputs(r);
}

static int actuator_count(const tml_driven_request *request)
{
    return request->actuation ? request->actuation->count : 0;
}

recording tml_driven_recording_make(tml_task *task, const tml_driven_request *request, const bool *independent)
{
    const int actuators = actuator_count(request);
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
    r.rates = 2 + 2 * actuators + rubs(s) + 2 * r.functions;
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

tml_status tml_driven_run(tml_task *task, const tml_driven_request *request)
{
    tml_assembly assembled;
    const tml_status closed = tml_drivers_assemble(task, &assembled);
    if (closed != TML_OK)
        return closed;
    task->state->actuation = request->actuation;
    recording r = tml_driven_recording_make(task, request, assembled.independent);
    r.extrema = tml_driven_extrema_make(&(tml_driven_functions){r.d, r.rates, r.functions, r.along, functions_at, &r},
                                        task->arena);
    tml_driven_path_request path_request = {.rates = r.rates,
                                            .idle = !request->actuation && tml_outputs_idle(task, r.read),
                                            .powers = 1 + actuator_count(request),
                                            .context = &r,
                                            .rate = rate,
                                            .record = record,
                                            .step = step,
                                            .integrals_known = integrals_known};
    if (request->actuation)
        r.singular = tml_actuation_singular_make(task, request->actuation, probe, &r);
    if (r.singular)
        r.probe = tml_configuration_make(r.d, path_request.rates, task->arena);
    const int stride = tml_task_stride(task, request->end, request->output);
    path_request.times = tml_task_output_times(task, request->end, request->output, stride, &path_request.time_count);
    if (!make_table(&r) || !tml_table_reserve(r.table, (size_t)path_request.time_count))
        return TML_NO_MEMORY;
    r.row = TML_NEW_ARRAY(task->arena, double, r.base + 1);
    r.table->stride = (size_t)stride;
    tml_driven_path_result found;
    const double begin = tml_cpu_time();
    tml_status status = tml_driven_path_run(task, r.d, &path_request, &found);
    if (status == TML_OK && r.undefined_rows && (size_t)r.undefined_rows == r.table->row_count) {
        report_insufficient(&r, r.undefined_time, r.undefined_text); /* they always are */
        status = TML_FAILED;
    }
    if (r.singular && r.to)
        tml_actuation_singular_end(r.singular, status != TML_OK);
    tml_limit_watch_report(r.limits, task);
    if (r.table->row_count && task->model->wanted)
        add_answers(&r, &found);
    else if (r.table->row_count)
        add_certificate(&r, &found, tml_cpu_time() - begin);
    return status;
}
