/* unit.c - an instance of the FMU: its modes, values and steps. */
#include "fmu/unit.h"
#include "fmu/payload_read.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const double MANY_STEPS = 1e9;
static const double SAME_STEP = 1e-9; /* relative: steps that differ by rounding of times are the same */

/* ---- messages ---- */

unit_status unit_complain(unit *u, const char *format, ...)
{
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    u->tell(u->context, UNIT_ERROR, text);
    return UNIT_ERROR;
}

bool unit_is_in(unit *u, unsigned modes, const char *function)
{
    static const char *const names[] = {"before initialization", "in initialization", "between steps",
                                        "after termination",     "in event mode",     "in continuous-time mode",
                                        "after an error"};
    if (modes & 1u << u->mode)
        return true;
    unit_complain(u, "%s cannot be called %s", function, names[u->mode]);
    return false;
}

/* The messages of the log go to the importer, and the log is empty again. */
unit_status unit_pass_on(unit *u, unit_status status)
{
    for (size_t i = 0; u->log && i < tml_log_count(u->log); i++) {
        const tml_message m = tml_log_get(u->log, i);
        char text[1024];
        const int placed =
            m.place.file ? snprintf(text, 256, "%.128s:%d:%d: ", m.place.file, m.place.line, m.place.column) : 0;
        snprintf(text + placed, sizeof text - (size_t)placed, "%s [%s]", m.text, m.code ? m.code : "");
        u->tell(u->context, status, text);
    }
    tml_log_free(u->log);
    u->log = tml_log_make();
    return status;
}

/* ---- making ---- */

void unit_drop_motion(unit *u)
{
    tml_live_free(u->live);
    tml_model_free(u->model);
    u->live = NULL;
    u->model = NULL;
}

void unit_free(unit *u)
{
    if (!u)
        return;
    unit_drop_motion(u);
    tml_log_free(u->log);
    free(u->payload.variables);
    free(u->start);
    free(u->value);
    free(u->at);
    free(u->rates);
    free(u->x);
    free(u->direction);
    free(u->input_direction);
    free(u->slopes);
    free(u);
}

static void put_defaults(unit *u)
{
    for (size_t i = 0; i < u->payload.count; i++)
        u->start[i] = u->value[i] = u->payload.variables[i].start;
    u->mode = UNIT_INSTANTIATED;
    u->start_time = u->time = 0;
    u->tolerance = 0;
    u->given = false;
    memset(u->rates, 0, u->payload.count * UNIT_ORDERS * sizeof(double));
}

/* Where the variables of model exchange are, and room for them. */
static bool find_states(unit *u)
{
    const fmu_payload *p = &u->payload;
    size_t rates = 0;
    for (size_t i = p->count; i-- > 0;) {
        const fmu_kind kind = p->variables[i].kind;
        if (kind == FMU_STATE)
            u->first_state = i, u->states++;
        if (kind == FMU_RATE)
            u->first_rate = i, rates++;
        if (kind == FMU_WATCH)
            u->first_watch = i, u->watched++;
    }
    u->x = calloc(u->states + 1, sizeof(double));
    u->direction = calloc(u->states + 1, sizeof(double));
    u->input_direction = calloc(p->count + 1, sizeof(double));
    return u->x && u->direction && u->input_direction && rates == u->states;
}

unit *unit_make(const char *token, bool exchange, unit_tell *tell, void *context)
{
    unit *u = calloc(1, sizeof *u);
    if (!u)
        return NULL;
    u->tell = tell;
    u->context = context;
    u->log = tml_log_make();
    bool good = fmu_payload_read(&u->payload) && u->log;
    if (!good) {
        unit_complain(u, "there is no model in this binary, or no memory");
    } else if (!token || strcmp(token, u->payload.token) != 0) {
        unit_complain(u, "the token \"%s\" is not that of this binary, %s", token ? token : "", u->payload.token);
        good = false;
    } else {
        u->start = calloc(u->payload.count + 1, sizeof(double));
        u->value = calloc(u->payload.count + 1, sizeof(double));
        u->at = calloc(u->payload.count + 1, sizeof(long));
        u->rates = calloc((u->payload.count + 1) * UNIT_ORDERS, sizeof(double));
        good = u->start && u->value && u->at && u->rates && find_states(u);
        u->exchange = exchange;
        if (good && exchange && !u->states) {
            unit_complain(u, "this FMU is for co-simulation only");
            good = false;
        }
    }
    if (!good) {
        unit_free(u);
        return NULL;
    }
    put_defaults(u);
    return u;
}

static bool is_parameter(const fmu_variable *v)
{
    return v->kind == FMU_INPUT || v->kind == FMU_TUNABLE || v->kind == FMU_FIXED;
}

static bool load_model(unit *u)
{
    u->model = tml_model_parse_within(u->payload.text, u->payload.text_length, "model", NULL, u->log);
    for (size_t i = 0; u->model && i < u->payload.count; i++) {
        const fmu_variable *v = &u->payload.variables[i];
        char text[256];
        if (!is_parameter(v) || u->start[i] == v->start)
            continue;
        fmu_value_text(v, u->start[i], text);
        if (tml_model_set(u->model, v->name, text, u->log) != TML_OK)
            return false;
    }
    return u->model != NULL;
}

/* Whether the motion has the states that the description tells: not if a parameter has changed what they are. */
static bool has_states(unit *u)
{
    if (!u->states)
        return true;
    if (tml_live_ode_count(u->live) != u->states || tml_live_ode_watched(u->live) != u->watched) {
        unit_complain(u, "with these parameters the motion has other states than the description of the FMU");
        return false;
    }
    if (!u->slopes)
        u->slopes = calloc(u->states + tml_table_columns(tml_live_channels(u->live)) + 1, sizeof(double));
    return u->slopes != NULL;
}

static bool make_live(unit *u)
{
    const char **inputs = calloc(u->payload.count + 1, sizeof *inputs);
    tml_live_options options = {
        .size = sizeof options, .step = u->payload.step, .inputs = inputs, .start = &u->start_time};
    options.tolerance = u->exchange ? 0 : u->tolerance;
    options.fixed = u->payload.internal > 0 && !u->exchange;
    options.internal_step = options.fixed ? u->payload.internal : 0;
    if (!inputs)
        return false;
    if (u->states) /* they are joint coordinates */
        options.formulation = "joint";
    for (size_t i = 0; i < u->payload.count; i++)
        if (u->payload.variables[i].kind == FMU_INPUT || u->payload.variables[i].kind == FMU_TUNABLE)
            inputs[options.input_count++] = u->payload.variables[i].name;
    const bool good = tml_live_make(u->model, &options, &u->live, u->log) == TML_OK;
    for (size_t i = 0; good && i < u->payload.count; i++) {
        const fmu_variable *v = &u->payload.variables[i];
        u->at[i] = v->kind == FMU_OUTPUT ? tml_live_channel(u->live, v->name) : tml_live_input(u->live, v->name);
    }
    free(inputs);
    return good && has_states(u);
}

/* The motion with the values as they are now, unless it is there. */
unit_status unit_need_motion(unit *u)
{
    if (u->live)
        return UNIT_OK;
    unit_drop_motion(u);
    u->stepped = false;
    if (load_model(u) && make_live(u)) {
        if (u->states)
            tml_live_ode_get(u->live, u->x);
        u->time = u->start_time;
        u->given = false;
        return unit_pass_on(u, UNIT_OK);
    }
    unit_pass_on(u, UNIT_ERROR);
    unit_drop_motion(u);
    return unit_complain(u, "the motion cannot begin");
}

/* ---- modes ---- */

unit_status unit_set_start_time(unit *u, double start_time)
{
    if (!isfinite(start_time))
        return unit_complain(u, "the start time is not a number");
    if (start_time != u->start_time)
        unit_drop_motion(u);
    u->start_time = start_time;
    return UNIT_OK;
}

unit_status unit_begin(unit *u)
{
    u->mode = UNIT_INITIALIZING;
    return unit_need_motion(u);
}

static void put_rates_of(unit *u, size_t variable)
{
    const double *rates = u->rates + variable * UNIT_ORDERS;
    size_t count = UNIT_ORDERS;
    while (count > 0 && rates[count - 1] == 0)
        count--;
    tml_live_set_rates(u->live, u->at[variable], rates, count);
}

/* Derivatives of inputs that were set before the motion has begun. */
static void put_rates(unit *u)
{
    for (size_t i = 0; i < u->payload.count; i++)
        if (u->payload.variables[i].kind == FMU_INPUT)
            put_rates_of(u, i);
}

unit_status unit_begun(unit *u)
{
    const unit_status status = unit_need_motion(u);
    if (status == UNIT_OK && !u->exchange)
        put_rates(u);
    if (status == UNIT_OK)
        u->mode = u->exchange ? UNIT_EVENT : UNIT_STEPPING;
    return status;
}

unit_status unit_terminate(unit *u)
{
    u->mode = UNIT_TERMINATED;
    return UNIT_OK;
}

unit_status unit_reset(unit *u)
{
    unit_drop_motion(u);
    put_defaults(u);
    return UNIT_OK;
}

/* ---- steps ---- */

double unit_time(const unit *u)
{
    if (!u->live)
        return u->start_time;
    return u->exchange ? u->time : u->stepped ? tml_live_time(u->live) : u->start_time;
}

bool unit_has_stopped(const unit *u)
{
    return u->live && tml_live_stopped(u->live);
}

static unit_status fail_step(unit *u)
{
    tml_live_explain(u->live, u->log);
    unit_pass_on(u, UNIT_ERROR);
    u->stepped = true;
    u->mode = UNIT_FAILED;
    return unit_complain(u, "the motion cannot be continued from t = %.9g s", tml_live_time(u->live));
}

unit_status unit_step(unit *u, double from, double length)
{
    if (!isfinite(from))
        return unit_complain(u, "a step cannot begin at t = %g s: the time is not finite", from);
    if (!(length >= 0) || !isfinite(length))
        return unit_complain(u, "a step cannot be %g s long", length);
    if (unit_has_stopped(u))
        return UNIT_OK;
    if (fabs(from - unit_time(u)) > 1e-6 * fmax(length, u->payload.step))
        return unit_complain(u, "a step from t = %.17g s, but the motion is at t = %.17g s", from, unit_time(u));
    const double left = from + length - unit_time(u);
    if (left <= SAME_STEP * fmin(length, u->payload.step))
        return UNIT_OK;
    if (u->payload.internal > 0 && !(left / u->payload.internal < MANY_STEPS))
        return unit_complain(u, "a step of %g s would take %g internal steps", length, left / u->payload.internal);
    if (fabs(left - tml_live_step_size(u->live)) > SAME_STEP * left)
        tml_live_set_step_size(u->live, left);
    const tml_status status = tml_live_step(u->live);
    if (status != TML_OK && status != TML_STOPPED)
        return fail_step(u);
    u->stepped = true;
    if (status == TML_STOPPED) {
        char text[256];
        snprintf(text, sizeof text, "event %.128s has ended the motion at t = %.12g s", tml_live_stopped(u->live),
                 tml_live_time(u->live));
        u->tell(u->context, UNIT_OK, text);
    }
    return UNIT_OK;
}

/* ---- values ---- */

static unit_status get_state(unit *u, size_t i, fmu_kind kind, double *value)
{
    const unit_status status = unit_sync(u);
    if (status != UNIT_OK)
        return status;
    if (kind == FMU_OUTPUT) {
        *value = tml_live_value(u->live, u->at[i]);
        return isnan(*value) ? UNIT_DISCARD : UNIT_OK;
    }
    double *all = u->slopes; /* long enough, with all channels, for states; what is watched has its own */
    if (kind == FMU_STATE) {
        tml_live_ode_get(u->live, all);
        *value = all[i - u->first_state];
        return UNIT_OK;
    }
    if (kind == FMU_RATE) {
        const tml_status found = tml_live_ode_rates(u->live, all);
        *value = all[i - u->first_rate];
        return found == TML_OK ? UNIT_OK : UNIT_DISCARD;
    }
    double *watched = calloc(u->watched + 1, sizeof(double));
    const bool found = watched && tml_live_ode_watch(u->live, watched) == TML_OK;
    *value = found ? watched[i - u->first_watch] : NAN;
    free(watched);
    return found ? UNIT_OK : UNIT_DISCARD;
}

static unit_status get_one(unit *u, uint32_t reference, double *value)
{
    if (reference == 0) {
        *value = unit_time(u);
        return UNIT_OK;
    }
    if (reference > u->payload.count)
        return unit_complain(u, "there is no variable with value reference %u", (unsigned)reference);
    const fmu_variable *v = &u->payload.variables[reference - 1];
    if (!is_parameter(v))
        return get_state(u, reference - 1, v->kind, value);
    *value = u->value[reference - 1];
    return UNIT_OK;
}

static unit_status set_one(unit *u, uint32_t reference, double value)
{
    if (reference == 0 || reference > u->payload.count)
        return unit_complain(u, "value reference %u is not a variable that can be set", (unsigned)reference);
    const fmu_variable *v = &u->payload.variables[reference - 1];
    if (!is_parameter(v))
        return unit_complain(u, "%s is %s", v->name, v->kind == FMU_OUTPUT ? "an output" : "not to be set by its name");
    if (!isfinite(value))
        return unit_complain(u, "%s is set to a value that is not finite", v->name);
    memset(u->rates + (reference - 1) * UNIT_ORDERS, 0, UNIT_ORDERS * sizeof(double));
    if (1u << u->mode & UNIT_RUNNING) {
        if (v->kind == FMU_FIXED)
            return unit_complain(u, "%s cannot change once the motion has begun", v->name);
        tml_live_set(u->live, u->at[reference - 1], value);
    } else if (u->start[reference - 1] != value) {
        unit_drop_motion(u);
        u->start[reference - 1] = value;
    }
    u->value[reference - 1] = value;
    return UNIT_OK;
}

unit_status unit_set_derivatives(unit *u, const uint32_t *references, size_t count, const int *orders,
                                 const double *values)
{
    for (size_t i = 0; i < count; i++) {
        const uint32_t reference = references[i];
        if (reference == 0 || reference > u->payload.count || u->payload.variables[reference - 1].kind != FMU_INPUT)
            return unit_complain(u, "variable %u is no input: it has no derivative by time", (unsigned)reference);
        if (orders[i] < 1 || orders[i] > UNIT_ORDERS)
            return unit_complain(u, "derivatives of inputs have orders 1 to %d, not %d", (int)UNIT_ORDERS, orders[i]);
        if (!isfinite(values[i]))
            return unit_complain(u, "a derivative of %s is not finite", u->payload.variables[reference - 1].name);
        double *rates = u->rates + (reference - 1) * UNIT_ORDERS;
        rates[orders[i] - 1] = values[i];
        if (1u << u->mode & UNIT_RUNNING)
            put_rates_of(u, reference - 1);
    }
    return UNIT_OK;
}

unit_status unit_set_tolerance(unit *u, double tolerance)
{
    static const double LEAST = 1e-14, MOST = 0.1; /* as for `dynamics` */
    if (!(tolerance > 0))
        return unit_complain(u, "a tolerance of %g is not greater than zero", tolerance);
    u->tolerance = fmin(fmax(tolerance, LEAST), MOST);
    return UNIT_OK;
}

/* All variables are scalar: as many values as references. */
static bool is_one_each(unit *u, size_t references, size_t values)
{
    if (references == values)
        return true;
    unit_complain(u, "%zu values for %zu variables, which are scalar", values, references);
    return false;
}

unit_status unit_get(unit *u, const uint32_t *references, size_t count, double *values, size_t value_count)
{
    unit_status worst = is_one_each(u, count, value_count) ? UNIT_OK : UNIT_ERROR;
    for (size_t i = 0; i < count && i < value_count; i++) {
        const unit_status status = get_one(u, references[i], &values[i]);
        worst = status > worst ? status : worst;
    }
    return worst;
}

unit_status unit_set(unit *u, const uint32_t *references, size_t count, const double *values, size_t value_count)
{
    unit_status worst = is_one_each(u, count, value_count) ? UNIT_OK : UNIT_ERROR;
    for (size_t i = 0; i < count && i < value_count; i++) {
        const unit_status status = set_one(u, references[i], values[i]);
        worst = status > worst ? status : worst;
    }
    return worst;
}
