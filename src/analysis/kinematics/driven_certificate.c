/* driven_certificate.c - facts about a driven motion as a whole: residuals, energy, dead points, actuators, friction, outputs. */
#include "analysis/kinematics/driven_facts.h"
#include "analysis/kinematics/driven_recording.h"
#include <math.h>

enum { MAX_PINS_REPORTED = 12 };
static const double DEGREES = 57.295779513082320877;

typedef tml_driven_recording recording;

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
                     "integrals by quadrature with 5 nodes in every step, or in parts of it where a function has "
                     "corners; extrema by "
                     "search, of closed configurations",
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

void tml_driven_recording_add_certificate(recording *r, const tml_driven_path_result *found, double cpu)
{
    tml_table *t = r->table;
    const tml_system *s = r->task->system;
    const tml_actuation *a = r->request->actuation;
    const double gap = tml_driven_larger(r->position, tml_extremes_of(t, "residual.position", false).high),
                 velocity = tml_driven_larger(r->velocity, tml_extremes_of(t, "residual.velocity", false).high),
                 error = tml_driven_larger(r->error, fabs(tml_extremes_of(t, "energy.error", false).max)),
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
    if (tml_driven_recording_rubs(s))
        add_friction(r);
    add_outputs(r);
}

void tml_driven_recording_add_answers(recording *r, const tml_driven_path_result *found)
{
    add_dead_points(r->table, found);
    if (r->singular)
        discard_energies(r);
    add_outputs(r);
}
