/* energies.c - where energy is and where it went: parts of the balance T + V = (T + V at the start) + W.
 *
 *   V = V_gravity + V_elastic      V_gravity = -sum m g . c
 *   W = input + other work         input: the integral of the power of drivers and actuators over the rows (trapezia)
 *
 * The other work is that of all other forces without a potential: below zero it is what dampers and friction have taken.
 * Where nothing but drivers and actuators does work, the input is W itself, exactly.
 */
#include "diagram/diagram.h"
#include <math.h>
#include <string.h>

static const char *const names[] = {"energy.gravity", "energy.elastic", "energy.input", "energy.other_work"};
enum { NAMES = sizeof names / sizeof *names };

static bool is_told(const tml_diagram *d)
{
    return d->potential >= 0 && d->work_done >= 0;
}

/* "crank.power" of a driver, or beside "O.actuator" */
static bool is_input(tml_diagram *d, const char *column)
{
    const char *dot = strrchr(column, '.');
    if (!dot || strcmp(dot, ".power") != 0)
        return false;
    const char *element = tml_arena_format(&d->arena, "%.*s", (int)(dot - column), column);
    if (tml_row_motion_column(&d->row, element, "actuator") >= 0)
        return true;
    for (int i = 0; i < d->system->driver_count; i++)
        if (strcmp(d->system->drivers[i].name, element) == 0)
            return true;
    return false;
}

static bool does_work(const tml_force_law *law)
{
    return law->c != 0 || law->value || law->friction || law->belt != 0;
}

static size_t count(tml_diagram *d)
{
    const tml_system *s = d->system;
    d->potential = tml_names_find(&d->row.columns, "energy.potential");
    d->work_done = tml_names_find(&d->row.columns, "energy.work");
    d->powers = TML_NEW_ARRAY(&d->arena, long, d->table->column_count + 1);
    d->last_time = NAN;
    d->only_driven = s->interaction_count == 0 && s->store_count == 0;
    for (int i = 0; i < s->law_count; i++)
        d->only_driven = d->only_driven && !does_work(&s->laws[i]);
    for (size_t i = 0; i < d->table->column_count; i++)
        if (is_input(d, d->table->columns[i].name))
            d->powers[d->power_count++] = (long)i;
    return is_told(d) ? NAMES : 0;
}

static tml_column *name(tml_diagram *d, tml_column *columns)
{
    for (int i = 0; i < NAMES && is_told(d); i++)
        *columns++ = (tml_column){names[i], "J"};
    return columns;
}

static double gravity(const tml_diagram *d)
{
    double sum = 0;
    for (int i = 1; i < d->system->nb; i++)
        sum -= d->system->masses[i].mass * tml_dot(d->system->gravity, d->row.bodies[i].centre);
    return sum;
}

static double input(tml_diagram *d, const double *row)
{
    double power = 0;
    for (int i = 0; i < d->power_count; i++)
        power += row[d->powers[i]];
    const double time = d->row.time < 0 ? NAN : row[d->row.time];
    if (isfinite(time - d->last_time))
        d->input += (time - d->last_time) * (power + d->last_power) / 2;
    d->last_time = time;
    d->last_power = power;
    return d->power_count && d->only_driven ? row[d->work_done] : d->input;
}

static double *fill(tml_diagram *d, const double *row, double *to)
{
    if (!is_told(d))
        return to;
    const double weight = gravity(d), brought = input(d, row);
    *to++ = weight;
    *to++ = row[d->potential] - weight;
    *to++ = brought;
    *to++ = row[d->work_done] - brought;
    return to;
}

const tml_diagram_section tml_diagram_energy = {count, name, fill};
