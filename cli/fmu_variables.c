/* fmu_variables.c - which parameters and channels of a model become variables of an FMU.
 *
 * Parameters that the user names are inputs. Of the others those that a live motion takes as inputs are tunable, found by trying; the rest
 * is fixed once the motion begins. A parameter whose value is made of others follows these, and is no variable. */
#include "fmu_variables.h"
#include "frontend/codes.h"
#include <fnmatch.h>
#include <jansson.h>
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

static bool can_change(const tml_model *model, const char *name, double step)
{
    const tml_live_options options = {
        .size = sizeof options, .step = step, .inputs = &(const char *){name}, .input_count = 1};
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
        v->variables[v->count++] = (fmu_variable){.kind = asked                                    ? FMU_INPUT
                                                          : can_change(model, name, request->step) ? FMU_TUNABLE
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

/* ---- all ---- */

/* The motion that the FMU will make, with all its inputs. */
static tml_status make_live(cli_fmu_variables *v, const tml_model *model, double step, tml_log *log)
{
    const char **names = calloc(v->count + 1, sizeof *names);
    tml_live_options options = {.size = sizeof options, .step = step, .inputs = names};
    if (!names)
        return TML_NO_MEMORY;
    for (size_t i = 0; i < v->count; i++)
        if (v->variables[i].kind != FMU_FIXED)
            names[options.input_count++] = v->variables[i].name;
    const tml_status status = tml_live_make(model, &options, &v->live, log);
    if (status == TML_OK)
        v->step = tml_live_step_size(v->live);
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
        status = make_live(v, model, request->step, log);
    if (status == TML_OK)
        status = add_channels(v, request->outputs, log);
    if (status == TML_NO_MEMORY)
        tml_log_add(log, FE_E_OUT_OF_MEMORY, (tml_place){0}, "out of memory");
    return status;
}

void cli_fmu_variables_free(cli_fmu_variables *v)
{
    tml_live_free(v->live);
    free(v->variables);
    free(v->title);
    json_decref(v->texts);
}
