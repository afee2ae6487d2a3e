/* fmu_variables.c - which parameters and channels of a model become variables of an FMU.
 *
 * Parameters that the user names are inputs. Of the others those that a live motion takes as inputs are tunable, found by trying; the rest
 * is fixed once the motion begins. A parameter whose value is made of others follows these, and is no variable. Continuous states, their rates
 * and event indicators are those of the live motion in joint coordinates. */
#include "fmu_variables.h"
#include "frontend/codes.h"
#include <fnmatch.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* ---- parameters ---- */

static const char *text_of(const json_t *of, const char *key)
{
    const char *text = json_string_value(json_object_get(of, key));
    return text ? text : "";
}

/* The scene tells the parameters; what is wrong with the mechanism is told by the motion. NULL: no memory, or the model is wrong. */
static json_t *read_scene(const tml_model *model)
{
    tml_log *quiet = tml_log_make();
    char *text = NULL;
    if (quiet)
        tml_scene_text(model, &text, quiet);
    json_t *scene = text ? json_loads(text, 0, NULL) : NULL;
    free(text);
    tml_log_free(quiet);
    return scene;
}

static double value_of(const json_t *parameter)
{
    return json_number_value(json_object_get(parameter, "value"));
}

/* Marks the parameters that follow this one: their values change with it. */
static void mark_followers(tml_model *model, const json_t *parameters, size_t index, bool *derived)
{
    const json_t *p = json_array_get(parameters, index);
    const fmu_variable v = {.unit = text_of(p, "unit")};
    const double value = value_of(p);
    char text[256];
    tml_log *quiet = tml_log_make();
    fmu_value_text(&v, value == 0 ? 1 : 1.0625 * value, text);
    if (quiet && tml_model_set(model, text_of(p, "name"), text, quiet) == TML_OK) {
        json_t *scene = read_scene(model), *changed = json_object_get(scene, "parameters");
        for (size_t i = 0; i < json_array_size(changed); i++)
            derived[i] |= i != index && value_of(json_array_get(changed, i)) != value_of(json_array_get(parameters, i));
        json_decref(scene);
        tml_model_set(model, text_of(p, "name"), text_of(p, "text"), quiet);
    }
    tml_log_free(quiet);
}

static bool is_named(const cli_pattern_list *list, const char *name)
{
    for (size_t i = 0; i < list->count; i++)
        if (strcmp(list->item[i], name) == 0)
            return true;
    return false;
}

static bool can_change(const tml_model *model, const char *name)
{
    const tml_live_options options = {.size = sizeof options, .inputs = &(const char *){name}, .input_count = 1};
    tml_live *live = NULL;
    tml_log *quiet = tml_log_make();
    const bool good = quiet && tml_live_make(model, &options, &live, quiet) == TML_OK;
    tml_live_free(live);
    tml_log_free(quiet);
    return good;
}

static bool is_parameter(const json_t *parameters, const char *name)
{
    size_t i;
    json_t *other;
    json_array_foreach(parameters, i, other) if (strcmp(text_of(other, "name"), name) == 0) return true;
    return false;
}

/* `derived`: (parameters) false. */
static tml_status add_parameters(cli_fmu_variables *v, const json_t *parameters, bool *derived, tml_model *model,
                                 const cli_fmu_request *request, tml_log *log)
{
    size_t i;
    json_t *p;
    for (i = 0; i < request->inputs->count; i++)
        if (parameters && !is_parameter(parameters, request->inputs->item[i])) {
            tml_log_add(log, FE_E_FMU_VARIABLE, (tml_place){0}, "input %s: the model has no such parameter",
                        request->inputs->item[i]);
            return TML_WRONG;
        }
    for (i = 0; i < json_array_size(parameters); i++)
        mark_followers(model, parameters, i, derived);
    json_array_foreach(parameters, i, p)
    {
        const char *name = text_of(p, "name");
        const bool asked = is_named(request->inputs, name);
        if (!asked && (derived[i] || !json_is_number(json_object_get(p, "value"))))
            continue;
        v->variables[v->count++] = (fmu_variable){.kind = asked                     ? FMU_INPUT
                                                          : can_change(model, name) ? FMU_TUNABLE
                                                                                    : FMU_FIXED,
                                                  .name = name,
                                                  .unit = text_of(p, "unit"),
                                                  .start = value_of(p)};
        v->inputs += asked;
    }
    return TML_OK;
}

/* ---- channels ---- */

static bool is_asked(const cli_pattern_list *outputs, const char *name, bool *found)
{
    bool asked = outputs->count == 0;
    for (size_t i = 0; i < outputs->count; i++)
        if (fnmatch(outputs->item[i], name, 0) == 0)
            asked = found[i] = true;
    return asked;
}

static tml_status add_channels(cli_fmu_variables *v, const cli_pattern_list *outputs, tml_log *log)
{
    const tml_table *table = tml_live_channels(v->live);
    const size_t columns = tml_table_columns(table), parameters = v->count;
    bool found[CLI_MAX_PATTERNS] = {false};
    fmu_variable *more = realloc(v->variables, (v->count + columns + 1) * sizeof *more);
    if (!more)
        return TML_NO_MEMORY;
    v->variables = more;
    for (size_t c = 0; c < columns; c++) {
        const char *name = tml_table_name(table, c);
        const bool asked = is_asked(outputs, name, found);
        if (!asked || tml_table_quantity(table, c) == TML_QUANTITY_TIME) /* time is a variable already */
            continue;
        for (size_t i = 0; i < parameters; i++)
            if (strcmp(v->variables[i].name, name) == 0) {
                tml_log_add(log, FE_E_FMU_VARIABLE, (tml_place){0}, "%s is a parameter and a channel", name);
                return TML_WRONG;
            }
        v->variables[v->count++] = (fmu_variable){.kind = FMU_OUTPUT, .name = name, .unit = tml_table_unit(table, c)};
        v->outputs++;
    }
    for (size_t i = 0; i < outputs->count; i++)
        if (!found[i]) {
            tml_log_add(log, FE_E_FMU_VARIABLE, (tml_place){0}, "output %s: the motion has no such channel",
                        outputs->item[i]);
            return TML_WRONG;
        }
    return TML_OK;
}

/* ---- model exchange ---- */

static bool add_one(cli_fmu_variables *v, fmu_kind kind, const char *format, const char *of, const char *unit,
                    double start)
{
    const int length = snprintf(NULL, 0, format, of);
    char *name = malloc((size_t)length + 1);
    if (!name)
        return false;
    snprintf(name, (size_t)length + 1, format, of);
    v->names[v->name_count++] = name;
    v->variables[v->count++] = (fmu_variable){.kind = kind, .name = name, .unit = unit, .start = start};
    return true;
}

static const char *rate_unit(const char *unit)
{
    static const char *const units[][2] = {{"m", "m/s"}, {"rad", "rad/s"}, {"m/s", "m/s^2"},   {"rad/s", "rad/s^2"},
                                           {"J", "W"},   {"", "1/s"},      {"N", "N/s"},       {"N*m", "N*m/s"},
                                           {"A", "A/s"}, {"V", "V/s"},     {"m/s^2", "m/s^3"}, {"rad/s^2", "rad/s^3"}};
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strcmp(units[i][0], unit) == 0)
            return units[i][1];
    return ""; /* of another unit: not told */
}

/* The states of the motion, their rates, and what is watched. */
static tml_status add_states(cli_fmu_variables *v)
{
    const size_t states = tml_live_ode_count(v->live), watched = tml_live_ode_watched(v->live);
    fmu_variable *more = realloc(v->variables, (v->count + 2 * states + watched + 1) * sizeof *more);
    if (more)
        v->variables = more;
    v->names = calloc(2 * states + watched + 1, sizeof *v->names);
    bool good = more && v->names;
    for (size_t i = 0; good && i < states; i++)
        good = add_one(v, FMU_STATE, "state(%s)", tml_live_ode_name(v->live, i), tml_live_ode_unit(v->live, i),
                       tml_live_ode_nominal(v->live, i));
    for (size_t i = 0; good && i < states; i++)
        good =
            add_one(v, FMU_RATE, "der(%s)", tml_live_ode_name(v->live, i), rate_unit(tml_live_ode_unit(v->live, i)), 0);
    for (size_t i = 0; good && i < watched; i++) {
        char number[32];
        snprintf(number, sizeof number, "%zu", i + 1);
        good = add_one(v, FMU_WATCH, "event(%s)", number, "", 0);
    }
    v->states = states;
    v->watched = watched;
    return good ? TML_OK : TML_NO_MEMORY;
}

/* Whether all outputs have derivatives at this state. */
static bool has_derivatives(const cli_fmu_variables *v, const double *x, const double *direction, double *slopes)
{
    tml_live_ode_set(v->live, tml_live_time(v->live), x);
    bool good = tml_live_ode_derivative(v->live, direction, NULL, NULL, slopes) == TML_OK;
    for (size_t i = 0; i < v->count && good; i++)
        if (v->variables[i].kind == FMU_OUTPUT)
            good = !isnan(slopes[tml_live_channel(v->live, v->variables[i].name)]);
    return good;
}

/* At the start some may have a kink, |v| at rest: then in a state beside it. */
static bool is_smooth(const cli_fmu_variables *v)
{
    const size_t columns = tml_table_columns(tml_live_channels(v->live));
    double *x = calloc(2 * v->states + columns + 1, sizeof(double));
    if (!x || !tml_live_ode_is_smooth(v->live)) {
        free(x);
        return false;
    }
    double *direction = x + v->states, *slopes = direction + v->states;
    tml_live_ode_get(v->live, x);
    for (size_t i = 0; i < v->states; i++)
        direction[i] = tml_live_ode_nominal(v->live, i);
    bool good = has_derivatives(v, x, direction, slopes);
    for (size_t i = 0; i < v->states; i++)
        x[i] += 1e-3 * (double)(1 + i % 3) * direction[i];
    good = good || has_derivatives(v, x, direction, slopes);
    free(x);
    return good;
}

/* ---- all ---- */

static tml_status begin(cli_fmu_variables *v, const tml_model *model, const tml_live_options *options, tml_log *log)
{
    tml_live_free(v->live);
    v->live = NULL;
    return tml_live_make(model, options, &v->live, log);
}

/* In joint coordinates, where the importer may integrate; else it is told that it cannot, and why. */
static tml_status begin_exchange(cli_fmu_variables *v, const tml_model *model, tml_live_options *options,
                                 cli_fmu_kinds kinds, tml_log *log)
{
    static const char cause[] = "contacts are stepped over, or something without mass is free to move";
    tml_log *quiet = tml_log_make();
    if (!quiet)
        return TML_NO_MEMORY;
    options->formulation = "joint";
    const bool made = begin(v, model, options, quiet) == TML_OK;
    if (made && tml_live_ode_count(v->live) > 0) {
        v->kinds = kinds;
    } else {
        const char *why = made || !tml_log_count(quiet) ? cause : tml_log_get(quiet, 0).text;
        tml_log_add(log, kinds & CLI_FMU_COSIMULATION ? FE_W_FMU_COSIMULATION_ONLY : FE_E_FMU_NO_EXCHANGE,
                    (tml_place){0}, "the motion has no equations for model exchange: %s", why);
        options->formulation = NULL;
        v->kinds = kinds & CLI_FMU_COSIMULATION;
    }
    tml_log_free(quiet);
    return v->kinds ? TML_OK : TML_WRONG;
}

/* The motion that the FMU will make, with all its inputs. */
static tml_status make_live(cli_fmu_variables *v, const tml_model *model, const cli_fmu_request *request, tml_log *log)
{
    const char **names = calloc(v->count + 1, sizeof *names);
    tml_live_options options = {.size = sizeof options, .inputs = names};
    tml_status status = TML_OK;
    if (!names)
        return TML_NO_MEMORY;
    for (size_t i = 0; i < v->count; i++)
        if (v->variables[i].kind != FMU_FIXED)
            names[options.input_count++] = v->variables[i].name;
    v->kinds = CLI_FMU_COSIMULATION;
    if (request->kinds & CLI_FMU_EXCHANGE) {
        status = begin(v, model, &options, log); /* what is wrong with the motion itself is told first */
        if (status == TML_OK)
            status = begin_exchange(v, model, &options, request->kinds, log);
    }
    options.fixed = request->fixed && v->kinds & CLI_FMU_COSIMULATION;
    options.internal_step = request->internal;
    if (status == TML_OK)
        status = begin(v, model, &options, log);
    if (status == TML_OK) {
        v->step = tml_live_step_size(v->live);
        v->start = tml_live_start(v->live);
        v->end = tml_live_end(v->live);
        v->tolerance = tml_live_tolerance(v->live);
    }
    if (status == TML_OK && options.fixed)
        v->chosen = tml_live_internal_step(v->live);
    if (status == TML_OK && v->tolerance == 0 && v->kinds & CLI_FMU_COSIMULATION)
        status = tml_live_estimate_steps(model, &options, &v->estimate, log);
    free(names);
    return status;
}

tml_status cli_fmu_variables_make(cli_fmu_variables *v, tml_model *model, const cli_fmu_request *request, tml_log *log)
{
    *v = (cli_fmu_variables){0};
    json_t *scene = v->texts = read_scene(model);
    const json_t *parameters = json_object_get(scene, "parameters");
    bool *derived = calloc(json_array_size(parameters) + 1, sizeof *derived);
    v->variables = calloc(json_array_size(parameters) + 1, sizeof *v->variables);
    v->title = strdup(text_of(scene, "title"));
    tml_status status = TML_NO_MEMORY;
    if (derived && v->variables && v->title)
        status = add_parameters(v, parameters, derived, model, request, log);
    free(derived);
    if (status == TML_OK)
        status = make_live(v, model, request, log);
    if (status == TML_OK)
        status = add_channels(v, request->outputs, log);
    if (status == TML_OK && v->kinds & CLI_FMU_EXCHANGE) {
        status = add_states(v);
        v->smooth = status == TML_OK && is_smooth(v);
    }
    if (status == TML_NO_MEMORY)
        tml_log_add(log, FE_E_OUT_OF_MEMORY, (tml_place){0}, "out of memory");
    return status;
}

void cli_fmu_variables_free(cli_fmu_variables *v)
{
    tml_live_free(v->live);
    for (size_t i = 0; i < v->name_count; i++)
        free(v->names[i]);
    free(v->names);
    free(v->variables);
    free(v->title);
    json_decref(v->texts);
}
