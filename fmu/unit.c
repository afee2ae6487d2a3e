/* unit.c - an instance of the FMU: its modes, values and steps. */
#include "fmu/unit.h"
#include "fmu/payload_read.h"
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

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
                                        "after termination"};
    if (modes & 1u << u->mode)
        return true;
    unit_complain(u, "%s cannot be called %s", function, names[u->mode]);
    return false;
}

/* The messages of the log go to the importer, and the log is empty again. */
static unit_status pass_on(unit *u, unit_status status)
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

static void drop_motion(unit *u)
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
    drop_motion(u);
    tml_log_free(u->log);
    free(u->payload.variables);
    free(u->start);
    free(u->value);
    free(u->at);
    free(u);
}

static void put_defaults(unit *u)
{
    for (size_t i = 0; i < u->payload.count; i++)
        u->start[i] = u->value[i] = u->payload.variables[i].start;
    u->mode = UNIT_INSTANTIATED;
    u->start_time = 0;
}

unit *unit_make(const char *token, unit_tell *tell, void *context)
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
        good = u->start && u->value && u->at;
    }
    if (!good) {
        unit_free(u);
        return NULL;
    }
    put_defaults(u);
    return u;
}

static bool load_model(unit *u)
{
    u->model = tml_model_parse_within(u->payload.text, u->payload.text_length, "model", NULL, u->log);
    for (size_t i = 0; u->model && i < u->payload.count; i++) {
        const fmu_variable *v = &u->payload.variables[i];
        char text[256];
        if (v->kind == FMU_OUTPUT || u->start[i] == v->start)
            continue;
        fmu_value_text(v, u->start[i], text);
        if (tml_model_set(u->model, v->name, text, u->log) != TML_OK)
            return false;
    }
    return u->model != NULL;
}

/* The motion begins at the time that the importer wants, in the state that the model gives. */
static bool put_time(unit *u)
{
    const double t = tml_live_time(u->live);
    if (t >= u->start_time && t < u->start_time + u->payload.step) /* a singular start is left slightly later */
        return true;
    double *numbers = calloc(tml_live_state_count(u->live) + 1, sizeof(double));
    if (numbers)
        tml_live_state_get(u->live, numbers);
    const bool good = numbers && tml_live_state_set(u->live, u->start_time, numbers, u->log) == TML_OK;
    free(numbers);
    return good;
}

static bool make_live(unit *u)
{
    const char **inputs = calloc(u->payload.count + 1, sizeof *inputs);
    tml_live_options options = {.size = sizeof options, .step = u->payload.step, .inputs = inputs};
    if (!inputs)
        return false;
    for (size_t i = 0; i < u->payload.count; i++)
        if (u->payload.variables[i].kind == FMU_INPUT || u->payload.variables[i].kind == FMU_TUNABLE)
            inputs[options.input_count++] = u->payload.variables[i].name;
    const bool good = tml_live_make(u->model, &options, &u->live, u->log) == TML_OK;
    for (size_t i = 0; good && i < u->payload.count; i++) {
        const fmu_variable *v = &u->payload.variables[i];
        u->at[i] = v->kind == FMU_OUTPUT ? tml_live_channel(u->live, v->name) : tml_live_input(u->live, v->name);
    }
    free(inputs);
    return good;
}

/* The motion with the values as they are now, unless it is there. */
static unit_status need_motion(unit *u)
{
    if (u->live)
        return UNIT_OK;
    drop_motion(u);
    u->stepped = false;
    if (load_model(u) && make_live(u) && put_time(u))
        return pass_on(u, UNIT_OK);
    pass_on(u, UNIT_ERROR);
    drop_motion(u);
    return unit_complain(u, "the motion cannot begin");
}

/* ---- modes ---- */

unit_status unit_set_start_time(unit *u, double start_time)
{
    if (!isfinite(start_time))
        return unit_complain(u, "the start time is not a number");
    if (start_time != u->start_time)
        drop_motion(u);
    u->start_time = start_time;
    return UNIT_OK;
}

unit_status unit_begin(unit *u)
{
    u->mode = UNIT_INITIALIZING;
    return need_motion(u);
}

unit_status unit_begun(unit *u)
{
    const unit_status status = need_motion(u);
    if (status == UNIT_OK)
        u->mode = UNIT_STEPPING;
    return status;
}

unit_status unit_terminate(unit *u)
{
    u->mode = UNIT_TERMINATED;
    return UNIT_OK;
}

unit_status unit_reset(unit *u)
{
    drop_motion(u);
    put_defaults(u);
    return UNIT_OK;
}

/* ---- steps ---- */

static double now(const unit *u)
{
    return u->stepped ? tml_live_time(u->live) : u->start_time;
}

unit_status unit_step(unit *u, double from, double length)
{
    if (!(length >= 0) || !isfinite(from) || !isfinite(length))
        return unit_complain(u, "a step cannot be %g s long", length);
    if (fabs(from - now(u)) > 1e-6 * fmax(length, u->payload.step))
        return unit_complain(u, "a step from t = %.17g s, but the motion is at t = %.17g s", from, now(u));
    const double left = from + length - now(u);
    if (left <= SAME_STEP * u->payload.step)
        return UNIT_OK;
    const double count = fmax(1, ceil(left / u->payload.step * (1 - SAME_STEP)));
    if (!(count < 1e9))
        return unit_complain(u, "a step of %g s would take %g internal steps", length, count);
    const double h = left / count;
    if (fabs(h - tml_live_step_size(u->live)) > SAME_STEP * h)
        tml_live_set_step_size(u->live, h);
    for (double i = 0; i < count; i++) {
        if (tml_live_step(u->live) != TML_OK) {
            tml_live_explain(u->live, u->log);
            pass_on(u, UNIT_DISCARD);
            char text[128];
            snprintf(text, sizeof text, "the motion cannot be continued from t = %.9g s", tml_live_time(u->live));
            u->tell(u->context, UNIT_DISCARD, text);
            return UNIT_DISCARD;
        }
        u->stepped = true;
    }
    return UNIT_OK;
}

/* ---- values ---- */

unit_status unit_get(unit *u, uint32_t reference, double *value)
{
    if (reference == 0) {
        *value = u->live ? now(u) : u->start_time;
        return UNIT_OK;
    }
    if (reference > u->payload.count)
        return unit_complain(u, "there is no variable with value reference %u", (unsigned)reference);
    const fmu_variable *v = &u->payload.variables[reference - 1];
    if (v->kind != FMU_OUTPUT) {
        *value = u->value[reference - 1];
        return UNIT_OK;
    }
    if (need_motion(u) != UNIT_OK)
        return UNIT_ERROR;
    *value = tml_live_value(u->live, u->at[reference - 1]);
    return isnan(*value) ? UNIT_DISCARD : UNIT_OK;
}

unit_status unit_set(unit *u, uint32_t reference, double value)
{
    if (reference == 0 || reference > u->payload.count)
        return unit_complain(u, "value reference %u is not a variable that can be set", (unsigned)reference);
    const fmu_variable *v = &u->payload.variables[reference - 1];
    if (v->kind == FMU_OUTPUT)
        return unit_complain(u, "%s is an output", v->name);
    if (!isfinite(value))
        return unit_complain(u, "%s is set to a value that is not finite", v->name);
    if (u->mode == UNIT_STEPPING) {
        if (v->kind == FMU_FIXED)
            return unit_complain(u, "%s cannot change once the motion has begun", v->name);
        tml_live_set(u->live, u->at[reference - 1], value);
    } else if (u->start[reference - 1] != value) {
        drop_motion(u);
        u->start[reference - 1] = value;
    }
    u->value[reference - 1] = value;
    return UNIT_OK;
}

/* ---- states ---- */

/* Then follow the values at the start, the present ones, and the snapshot of the motion. */
typedef struct {
    char mark[8];
    uint64_t count, snapshot; /* variables; bytes, 0: there is no motion yet */
    double start_time, step;
    uint32_t mode, stepped;
} state_head;

static const char STATE_MARK[8] = "tmlfmu1";

unit_state *unit_state_take(unit *u)
{
    const size_t numbers = u->payload.count * sizeof(double);
    const size_t snapshot = u->live ? tml_live_snapshot_size(u->live) : 0;
    const size_t length = sizeof(state_head) + 2 * numbers + snapshot;
    unit_state *state = malloc(sizeof *state + length);
    if (!state) {
        unit_complain(u, "out of memory");
        return NULL;
    }
    state_head head = {.count = u->payload.count, .snapshot = snapshot, .start_time = u->start_time};
    memcpy(head.mark, STATE_MARK, sizeof head.mark);
    head.step = u->live ? tml_live_step_size(u->live) : 0;
    head.mode = (uint32_t)u->mode;
    head.stepped = u->stepped;
    state->length = length;
    memcpy(state->bytes, &head, sizeof head);
    memcpy(state->bytes + sizeof head, u->start, numbers);
    memcpy(state->bytes + sizeof head + numbers, u->value, numbers);
    if (snapshot)
        tml_live_snapshot_take(u->live, state->bytes + sizeof head + 2 * numbers);
    return state;
}

unit_state *unit_state_copy(unit *u, const void *bytes, size_t length)
{
    unit_state *state = malloc(sizeof *state + length);
    if (!state) {
        unit_complain(u, "out of memory");
        return NULL;
    }
    state->length = length;
    memcpy(state->bytes, bytes, length);
    return state;
}

static bool is_state(const unit *u, const state_head *head, size_t length)
{
    return memcmp(head->mark, STATE_MARK, sizeof head->mark) == 0 && head->count == u->payload.count &&
           head->mode <= UNIT_TERMINATED && isfinite(head->start_time) && head->snapshot <= length &&
           length - head->snapshot == sizeof *head + 2 * u->payload.count * sizeof(double);
}

unit_status unit_state_put(unit *u, const void *bytes, size_t length)
{
    const char *from = bytes;
    const size_t numbers = u->payload.count * sizeof(double);
    state_head head;
    if (length >= sizeof head)
        memcpy(&head, from, sizeof head);
    if (length < sizeof head || !is_state(u, &head, length))
        return unit_complain(u, "these bytes are no state of this FMU");
    from += sizeof head;
    if (!head.snapshot || head.start_time != u->start_time || memcmp(u->start, from, numbers) != 0)
        drop_motion(u);
    memcpy(u->start, from, numbers);
    memcpy(u->value, from + numbers, numbers);
    u->start_time = head.start_time;
    if (head.snapshot) {
        if (need_motion(u) != UNIT_OK)
            return UNIT_ERROR;
        if (head.step != tml_live_step_size(u->live))
            tml_live_set_step_size(u->live, head.step);
        if (tml_live_snapshot_restore(u->live, from + 2 * numbers, head.snapshot, u->log) != TML_OK)
            return pass_on(u, UNIT_ERROR);
    }
    u->mode = (unit_mode)head.mode;
    u->stepped = head.stepped != 0;
    return UNIT_OK;
}
