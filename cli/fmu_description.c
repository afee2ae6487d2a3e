/* fmu_description.c - modelDescription.xml of FMI 2.0 and 3.0: capabilities, units, variables, which of them are outputs and states, and
 * what each depends on.
 *
 * Units are those of results, SI: products and quotients of names with powers, N*m/rad. Each is defined by its powers of the base units,
 * so that importers can convert it. A unit with a name that is not in the table below is defined by its name alone. */
#include "fmu_description.h"
#include "trammel/trammel.h"
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* ---- XML ---- */

static void put_text(FILE *to, const char *text)
{
    for (const unsigned char *c = (const unsigned char *)text; *c; c++)
        if (*c == '&')
            fputs("&amp;", to);
        else if (*c == '<')
            fputs("&lt;", to);
        else if (*c == '"')
            fputs("&quot;", to);
        else if (*c == '\n' || *c == '\t')
            fprintf(to, "&#%d;", *c);
        else if (*c >= ' ')
            putc(*c, to);
}

static void put_attribute(FILE *to, const char *name, const char *text)
{
    fprintf(to, " %s=\"", name);
    put_text(to, text);
    putc('"', to);
}

/* ---- units ---- */

enum { KG, M, S, A, K, RAD, BASES };
static const char *const bases[BASES] = {"kg", "m", "s", "A", "K", "rad"};

static const struct {
    const char *name;
    int power[BASES];
} units[] = {
    {"kg", {1}},
    {"m", {0, 1}},
    {"s", {0, 0, 1}},
    {"A", {0, 0, 0, 1}},
    {"K", {0, 0, 0, 0, 1}},
    {"rad", {0, 0, 0, 0, 0, 1}},
    {"1", {0}},
    {"N", {1, 1, -2}},
    {"J", {1, 2, -2}},
    {"W", {1, 2, -3}},
    {"Pa", {1, -1, -2}},
    {"Hz", {0, 0, -1}},
    {"C", {0, 0, 1, 1}},
    {"V", {1, 2, -3, -1}},
    {"ohm", {1, 2, -3, -2}},
    {"H", {1, 2, -2, -2}},
    {"F", {-1, -2, 4, 2}},
    {"Wb", {1, 2, -2, -1}},
    {"T", {1, 0, -2, -1}},
};

static bool add_factor(const char *name, size_t length, int power, int sum[BASES])
{
    for (size_t i = 0; i < sizeof units / sizeof *units; i++)
        if (strlen(units[i].name) == length && strncmp(units[i].name, name, length) == 0) {
            for (int b = 0; b < BASES; b++)
                sum[b] += power * units[i].power[b];
            return true;
        }
    return false;
}

/* Powers of the base units; false: a name is not known. */
static bool find_powers(const char *unit, int sum[BASES])
{
    int sign = 1;
    memset(sum, 0, BASES * sizeof *sum);
    while (*unit) {
        const size_t length = strcspn(unit, "*/^");
        const char *name = unit;
        char *after = (char *)(uintptr_t)(unit + length);
        const long power = *after == '^' ? strtol(after + 1, &after, 10) : 1;
        if (!add_factor(name, length, sign * (int)power, sum))
            return false;
        if (*after && *after != '*' && *after != '/')
            return false;
        sign = *after == '/' ? -1 : 1;
        unit = *after ? after + 1 : after;
    }
    return true;
}

static bool has_unit(const fmu_variable *v)
{
    return v->unit[0] && strcmp(v->unit, "1") != 0;
}

static void put_unit(FILE *to, const char *unit)
{
    int powers[BASES];
    fprintf(to, "    <Unit");
    put_attribute(to, "name", unit);
    if (!find_powers(unit, powers)) {
        fprintf(to, "/>\n");
        return;
    }
    fprintf(to, "><BaseUnit");
    for (int b = 0; b < BASES; b++)
        if (powers[b])
            fprintf(to, " %s=\"%d\"", bases[b], powers[b]);
    fprintf(to, "/></Unit>\n");
}

/* Each unit once; that of time is always there. */
static void put_units(FILE *to, const fmu_payload *payload)
{
    fprintf(to, "  <UnitDefinitions>\n");
    put_unit(to, "s");
    for (size_t i = 0; i < payload->count; i++) {
        const char *unit = payload->variables[i].unit;
        bool seen = !has_unit(&payload->variables[i]) || strcmp(unit, "s") == 0;
        for (size_t j = 0; j < i && !seen; j++)
            seen = strcmp(payload->variables[j].unit, unit) == 0;
        if (!seen)
            put_unit(to, unit);
    }
    fprintf(to, "  </UnitDefinitions>\n");
}

/* ---- variables ---- */

static const char *causality(const fmu_variable *v)
{
    switch (v->kind) {
    case FMU_INPUT:
        return "input";
    case FMU_TUNABLE:
    case FMU_FIXED:
        return "parameter";
    case FMU_OUTPUT:
        return "output";
    case FMU_STATE:
    case FMU_RATE:
    case FMU_WATCH:
        break;
    }
    return "local";
}

static bool is_parameter(const fmu_variable *v)
{
    return v->kind == FMU_TUNABLE || v->kind == FMU_FIXED;
}

/* It follows from others. */
static bool is_calculated(const fmu_variable *v)
{
    return v->kind != FMU_INPUT && !is_parameter(v);
}

static const char *variability(const fmu_variable *v)
{
    return v->kind == FMU_FIXED ? "fixed" : v->kind == FMU_TUNABLE ? "tunable" : "continuous";
}

/* 2.0 names a variable by its place in the list, from 1, where time is the first; 3.0 by its value reference. */
static size_t name_of(int fmi, size_t variable)
{
    return fmi == 2 ? variable + 2 : variable + 1;
}

/* How many variables of a kind there are; *first: the first of them. */
static size_t count_kind(const fmu_payload *payload, fmu_kind kind, size_t *first)
{
    size_t count = 0;
    for (size_t i = payload->count; i-- > 0;)
        if (payload->variables[i].kind == kind)
            *first = i, count++;
    return count;
}

static void put_variable(FILE *to, int fmi, const fmu_payload *payload, size_t i)
{
    const fmu_variable *v = &payload->variables[i];
    size_t state = 0, rate = 0;
    fprintf(to, fmi == 2 ? "    <ScalarVariable" : "    <Float64");
    put_attribute(to, "name", v->name);
    fprintf(to, " valueReference=\"%zu\" causality=\"%s\" variability=\"%s\"", i + 1, causality(v), variability(v));
    if (is_calculated(v))
        fprintf(to, " initial=\"calculated\"");
    else if (v->kind != FMU_INPUT)
        fprintf(to, " initial=\"exact\"");
    if (fmi == 2)
        fprintf(to, "><Real");
    if (has_unit(v))
        put_attribute(to, "unit", v->unit);
    if (v->kind == FMU_STATE)
        fprintf(to, " nominal=\"%.3g\"", v->start);
    if (v->kind == FMU_RATE) {
        count_kind(payload, FMU_STATE, &state);
        count_kind(payload, FMU_RATE, &rate);
        fprintf(to, " derivative=\"%zu\"", name_of(fmi, state + i - rate));
    }
    if (!is_calculated(v))
        fprintf(to, " start=\"%.17g\"", v->start);
    fprintf(to, fmi == 2 ? "/></ScalarVariable>\n" : "/>\n");
}

static void put_variables(FILE *to, int fmi, const fmu_payload *payload)
{
    static const char about[] =
        "name=\"time\" valueReference=\"0\" causality=\"independent\" variability=\"continuous\"";
    fprintf(to, "  <ModelVariables>\n");
    if (fmi == 2)
        fprintf(to, "    <ScalarVariable %s><Real unit=\"s\"/></ScalarVariable>\n", about);
    else
        fprintf(to, "    <Float64 %s unit=\"s\"/>\n", about);
    for (size_t i = 0; i < payload->count; i++)
        put_variable(to, fmi, payload, i);
    fprintf(to, "  </ModelVariables>\n");
}

/* ---- what depends on what ---- */

enum { MOST_LISTED = 200 }; /* states: with more, lists of them would be longer than all else */

typedef enum {
    BY_MOTION, /* on coordinates and velocities */
    BY_STATES, /* on these and states of the model */
    BY_FORCES, /* on inputs, too */
    BY_ALL     /* on work done, too */
} dependence;

static bool is_one_of(const char *text, const char *const *list)
{
    while (*list && strcmp(*list, text) != 0)
        list++;
    return *list != NULL;
}

/* Energies that count from the start are states on which nothing else depends. */
static bool is_past(const fmu_variable *v)
{
    static const char *const past[] = {
        "state(energy.work)",   "state(energy.friction_loss)", "energy.work", "energy.error",
        "energy.friction_loss", "energy.impact_loss",          NULL};
    return is_one_of(v->name, past);
}

/* Coordinates and velocities come before the work done, states of the model behind it. */
static bool is_motion(const fmu_payload *payload, size_t state)
{
    if (is_past(&payload->variables[state]))
        return false;
    while (payload->variables[state].kind == FMU_STATE && !is_past(&payload->variables[state]))
        state++;
    return payload->variables[state].kind == FMU_STATE &&
           strcmp(payload->variables[state].name, "state(energy.work)") == 0;
}

static bool is_motion_unit(const char *unit)
{
    static const char *const all[] = {"m", "rad", "m/s", "rad/s", NULL};
    return is_one_of(unit, all);
}

/* Positions and velocities of elements (names with a dot; others are outputs of the user's) do not follow inputs at once. */
static dependence dependence_of(const fmu_payload *payload, size_t i)
{
    const fmu_variable *v = &payload->variables[i];
    size_t state = 0, rate = 0;
    if (v->kind == FMU_OUTPUT)
        return is_past(v) ? BY_ALL : is_motion_unit(v->unit) && strchr(v->name, '.') ? BY_STATES : BY_FORCES;
    count_kind(payload, FMU_STATE, &state);
    count_kind(payload, FMU_RATE, &rate);
    state += i - rate;
    static const char *const rates[] = {"m/s", "rad/s", NULL};
    return is_motion(payload, state) && !is_one_of(payload->variables[state].unit, rates) ? BY_MOTION : BY_FORCES;
}

/* Without a list it may depend on everything. Time is in all of them: drivers move joints by it. */
static void put_dependencies(FILE *to, int fmi, const fmu_payload *payload, size_t i)
{
    const dependence by = dependence_of(payload, i);
    size_t state = 0;
    if (by == BY_ALL || count_kind(payload, FMU_STATE, &state) > MOST_LISTED)
        return;
    fprintf(to, " dependencies=\"%d", fmi == 2 ? 1 : 0);
    for (size_t k = 0; k < payload->count; k++) {
        const fmu_variable *v = &payload->variables[k];
        const bool follows = v->kind == FMU_STATE && (by == BY_MOTION ? is_motion(payload, k) : !is_past(v));
        if (follows || (by == BY_FORCES && v->kind == FMU_INPUT))
            fprintf(to, " %zu", name_of(fmi, k));
    }
    putc('"', to);
}

/* All variables of a kind, as unknowns; in 2.0 within `group`. */
static void put_unknowns(FILE *to, int fmi, const fmu_payload *payload, fmu_kind kind, const char *element,
                         bool dependencies)
{
    for (size_t i = 0; i < payload->count; i++)
        if (payload->variables[i].kind == kind) {
            if (fmi == 2)
                fprintf(to, "      <Unknown index=\"%zu\"", name_of(fmi, i));
            else
                fprintf(to, "    <%s valueReference=\"%zu\"", element, name_of(fmi, i));
            if (dependencies)
                put_dependencies(to, fmi, payload, i);
            fprintf(to, "/>\n");
        }
}

static void put_group(FILE *to, int fmi, const fmu_payload *payload, const char *group, const char *element,
                      const fmu_kind *kinds, int count, bool dependencies)
{
    size_t first, all = 0;
    for (int k = 0; k < count; k++)
        all += count_kind(payload, kinds[k], &first);
    if (all && fmi == 2)
        fprintf(to, "    <%s>\n", group);
    for (int k = 0; k < count; k++)
        put_unknowns(to, fmi, payload, kinds[k], element, dependencies);
    if (all && fmi == 2)
        fprintf(to, "    </%s>\n", group);
}

static void put_structure(FILE *to, int fmi, const fmu_payload *payload)
{
    static const fmu_kind outputs[] = {FMU_OUTPUT}, rates[] = {FMU_RATE}, watched[] = {FMU_WATCH},
                          initial[] = {FMU_OUTPUT, FMU_STATE, FMU_RATE};
    fprintf(to, "  <ModelStructure>\n");
    put_group(to, fmi, payload, "Outputs", "Output", outputs, 1, true);
    put_group(to, fmi, payload, "Derivatives", "ContinuousStateDerivative", rates, 1, true);
    put_group(to, fmi, payload, "InitialUnknowns", "InitialUnknown", initial, 3, false);
    if (fmi == 3)
        put_group(to, fmi, payload, "", "EventIndicator", watched, 1, false);
    fprintf(to, "  </ModelStructure>\n");
}

/* ---- the whole ---- */

static void put_kind(FILE *to, const cli_fmu_description *d, bool exchange)
{
    fprintf(to, "  <%s modelIdentifier=\"%s\"", exchange ? "ModelExchange" : "CoSimulation", d->identifier);
    if (!exchange)
        fprintf(to, " canHandleVariableCommunicationStepSize=\"true\"%s",
                d->fmi == 2 ? " canInterpolateInputs=\"true\"" : "");
    if (d->fmi == 2)
        fprintf(to, " canNotUseMemoryManagementFunctions=\"true\" canGetAndSetFMUstate=\"true\" "
                    "canSerializeFMUstate=\"true\"");
    else
        fprintf(to, " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"");
    if (exchange && d->fmi == 3)
        fprintf(to, " needsCompletedIntegratorStep=\"true\"");
    if (d->smooth)
        fprintf(to, d->fmi == 2 ? " providesDirectionalDerivative=\"true\""
                                : " providesDirectionalDerivatives=\"true\" providesAdjointDerivatives=\"true\"");
    fprintf(to, "/>\n");
}

static void put_head(FILE *to, const cli_fmu_description *d)
{
    size_t first;
    fprintf(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%d.0\"", d->fmi);
    put_attribute(to, "modelName", d->title);
    put_attribute(to, d->fmi == 2 ? "guid" : "instantiationToken", d->payload->token);
    put_attribute(to, "description", d->description);
    fprintf(to, " generationTool=\"Trammel %s\" variableNamingConvention=\"flat\"", tml_version());
    if (d->fmi == 2 && d->kinds & CLI_FMU_EXCHANGE)
        fprintf(to, " numberOfEventIndicators=\"%zu\"", count_kind(d->payload, FMU_WATCH, &first));
    fprintf(to, ">\n");
    if (d->kinds & CLI_FMU_EXCHANGE)
        put_kind(to, d, true);
    if (d->kinds & CLI_FMU_COSIMULATION)
        put_kind(to, d, false);
}

void cli_fmu_description_put(FILE *to, const cli_fmu_description *d)
{
    static const char *const categories[] = {"logStatusWarning", "logStatusDiscard", "logStatusError"};
    put_head(to, d);
    put_units(to, d->payload);
    fprintf(to, "  <LogCategories>\n");
    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
        fprintf(to, "    <Category name=\"%s\"/>\n", categories[i]);
    fprintf(to, "  </LogCategories>\n  <DefaultExperiment startTime=\"%.17g\" stopTime=\"%.17g\"", d->start, d->end);
    if (d->tolerance > 0)
        fprintf(to, " tolerance=\"%.17g\"", d->tolerance);
    fprintf(to, " stepSize=\"%.17g\"/>\n", d->payload->step);
    put_variables(to, d->fmi, d->payload);
    put_structure(to, d->fmi, d->payload);
    fprintf(to, "</fmiModelDescription>\n");
}
