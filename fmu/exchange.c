/* exchange.c - model exchange: the importer integrates x' = f(t, x), and is told when something happens.
 *
 * Time and states that it gives are put into the motion when something is asked for. Derivatives along directions come from the motion's
 * linearization; one row or column of the Jacobian at a time.
 */
#include "fmu/unit.h"
#include <math.h>
#include <string.h>

unit_status unit_sync(unit *u)
{
    if (unit_need_motion(u) != UNIT_OK)
        return UNIT_ERROR;
    if (u->given)
        tml_live_ode_set(u->live, u->time, u->x);
    u->given = false;
    return UNIT_OK;
}

static const double DEFAULT_TOLERANCE = 1e-5; /* of integrators that do not tell theirs */

static unit_status check_count(unit *u, size_t given, size_t count)
{
    return given == count ? UNIT_OK : unit_complain(u, "%zu values, where there are %zu", given, count);
}

unit_status unit_set_time(unit *u, double time)
{
    if (!isfinite(time))
        return unit_complain(u, "the time is not a number");
    u->given |= time != u->time;
    u->time = time;
    return UNIT_OK;
}

unit_status unit_set_states(unit *u, const double *x, size_t count)
{
    const unit_status status = check_count(u, count, u->states);
    if (status != UNIT_OK)
        return status;
    memcpy(u->x, x, count * sizeof(double));
    u->given = true;
    return UNIT_OK;
}

unit_status unit_get_states(unit *u, double *x, size_t count)
{
    unit_status status = check_count(u, count, u->states);
    if (status == UNIT_OK)
        status = unit_sync(u);
    if (status == UNIT_OK)
        tml_live_ode_get(u->live, x);
    return status;
}

/* A state in which nothing can be evaluated: the importer may try a shorter step. */
static unit_status discard(unit *u)
{
    char text[] = "the motion cannot be evaluated in this state";
    tml_live_explain(u->live, u->log);
    unit_pass_on(u, UNIT_DISCARD);
    u->tell(u->context, UNIT_DISCARD, text);
    return UNIT_DISCARD;
}

unit_status unit_get_rates(unit *u, double *rates, size_t count)
{
    unit_status status = check_count(u, count, u->states);
    if (status == UNIT_OK)
        status = unit_sync(u);
    return status == UNIT_OK && tml_live_ode_rates(u->live, rates) != TML_OK ? discard(u) : status;
}

unit_status unit_get_watched(unit *u, double *values, size_t count)
{
    unit_status status = check_count(u, count, u->watched);
    if (status == UNIT_OK)
        status = unit_sync(u);
    return status == UNIT_OK && tml_live_ode_watch(u->live, values) != TML_OK ? discard(u) : status;
}

unit_status unit_get_nominals(unit *u, double *values, size_t count)
{
    unit_status status = check_count(u, count, u->states);
    if (status == UNIT_OK)
        status = unit_sync(u);
    for (size_t i = 0; status == UNIT_OK && i < count; i++)
        values[i] = tml_live_ode_nominal(u->live, i);
    return status;
}

unit_status unit_complete_step(unit *u, bool *event)
{
    *event = false;
    const unit_status status = unit_sync(u);
    const double tolerance = u->tolerance > 0 ? u->tolerance : DEFAULT_TOLERANCE;
    if (status != UNIT_OK || tml_live_ode_accept(u->live, tolerance, event) == TML_OK)
        return status;
    discard(u); /* the importer has made this step: it cannot make another */
    u->mode = UNIT_FAILED;
    return unit_complain(u, "the motion cannot be continued from t = %.9g s", u->time);
}

unit_status unit_update_discrete(unit *u, unit_update *update)
{
    *update = (unit_update){.next_time = INFINITY};
    if (unit_sync(u) != UNIT_OK)
        return UNIT_ERROR;
    tml_live_ode_get(u->live, u->x);
    if (tml_live_ode_event(u->live) != TML_OK) {
        discard(u);
        return UNIT_ERROR;
    }
    double *after = u->direction;
    tml_live_ode_get(u->live, after);
    update->changed = memcmp(u->x, after, u->states * sizeof(double)) != 0;
    memcpy(u->x, after, u->states * sizeof(double));
    update->next_time = tml_live_ode_break(u->live);
    update->stopped = unit_has_stopped(u);
    return UNIT_OK;
}

/* ---- derivatives ---- */

static const fmu_variable *find(const unit *u, uint32_t reference)
{
    return reference > 0 && reference <= u->payload.count ? &u->payload.variables[reference - 1] : NULL;
}

static bool is_known(const fmu_variable *v)
{
    return v && (v->kind == FMU_STATE || v->kind == FMU_INPUT || v->kind == FMU_TUNABLE);
}

static bool is_unknown(const fmu_variable *v)
{
    return v && (v->kind == FMU_RATE || v->kind == FMU_OUTPUT);
}

static unit_status check_variables(unit *u, const uint32_t *unknowns, size_t unknown_count, const uint32_t *knowns,
                                   size_t known_count)
{
    for (size_t i = 0; i < unknown_count; i++)
        if (!is_unknown(find(u, unknowns[i])))
            return unit_complain(u, "derivatives of variable %u are not known: it is no output and no rate of a state",
                                 (unsigned)unknowns[i]);
    for (size_t i = 0; i < known_count; i++)
        if (!is_known(find(u, knowns[i])))
            return unit_complain(u,
                                 "derivatives by variable %u are not known: it is no state, input or tunable parameter",
                                 (unsigned)knowns[i]);
    if (!tml_live_ode_is_smooth(u->live))
        return unit_complain(u, "this motion has no derivatives: contacts, stops or friction change it");
    return UNIT_OK;
}

static void clear_direction(unit *u)
{
    memset(u->direction, 0, u->states * sizeof(double));
    memset(u->input_direction, 0, u->payload.count * sizeof(double));
}

static void add_direction(unit *u, uint32_t known, double amount)
{
    if (find(u, known)->kind == FMU_STATE)
        u->direction[known - 1 - u->first_state] += amount;
    else
        u->input_direction[u->at[known - 1]] += amount;
}

/* Rates of states, then channels, along the direction. */
static unit_status follow_direction(unit *u)
{
    const tml_status found =
        tml_live_ode_derivative(u->live, u->direction, u->input_direction, u->slopes, u->slopes + u->states);
    return found == TML_OK ? UNIT_OK : discard(u);
}

static double slope_of(const unit *u, uint32_t unknown)
{
    return find(u, unknown)->kind == FMU_RATE ? u->slopes[unknown - 1 - u->first_rate]
                                              : u->slopes[u->states + (size_t)u->at[unknown - 1]];
}

unit_status unit_differentiate(unit *u, const uint32_t *unknowns, size_t unknown_count, const uint32_t *knowns,
                               size_t known_count, const double *v, bool transposed, double *product)
{
    unit_status status = unit_sync(u);
    if (status == UNIT_OK)
        status = check_variables(u, unknowns, unknown_count, knowns, known_count);
    const size_t directions = transposed ? known_count : 1;
    for (size_t k = 0; k < directions && status == UNIT_OK; k++) {
        clear_direction(u);
        for (size_t i = 0; i < known_count; i++)
            if (!transposed || i == k)
                add_direction(u, knowns[i], transposed ? 1 : v[i]);
        status = follow_direction(u);
        if (transposed)
            product[k] = 0;
        for (size_t i = 0; i < unknown_count && status == UNIT_OK; i++)
            if (transposed)
                product[k] += v[i] * slope_of(u, unknowns[i]);
            else
                product[i] = slope_of(u, unknowns[i]);
    }
    const size_t count = transposed ? known_count : unknown_count;
    for (size_t i = 0; i < count && status == UNIT_OK; i++)
        if (isnan(product[i]))
            status = UNIT_DISCARD;
    return status;
}
