/* fmu_description.c - modelDescription.xml of FMI 2.0 and 3.0: capabilities, units, variables, and which of them are outputs.
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
    return v->kind == FMU_OUTPUT ? "output" : v->kind == FMU_INPUT ? "input" : "parameter";
}

static const char *variability(const fmu_variable *v)
{
    return v->kind == FMU_FIXED ? "fixed" : v->kind == FMU_TUNABLE ? "tunable" : "continuous";
}

static void put_variable(FILE *to, int fmi, size_t reference, const fmu_variable *v)
{
    fprintf(to, fmi == 2 ? "    <ScalarVariable" : "    <Float64");
    put_attribute(to, "name", v->name);
    fprintf(to, " valueReference=\"%zu\" causality=\"%s\" variability=\"%s\"", reference, causality(v), variability(v));
    if (v->kind == FMU_OUTPUT)
        fprintf(to, " initial=\"calculated\"");
    else if (v->kind != FMU_INPUT)
        fprintf(to, " initial=\"exact\"");
    if (fmi == 2)
        fprintf(to, "><Real");
    if (has_unit(v))
        put_attribute(to, "unit", v->unit);
    if (v->kind != FMU_OUTPUT)
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
        put_variable(to, fmi, i + 1, &payload->variables[i]);
    fprintf(to, "  </ModelVariables>\n");
}

/* 2.0 names a variable by its place in the list, from 1; 3.0 by its value reference. */
static void put_outputs(FILE *to, int fmi, const fmu_payload *payload, const char *element)
{
    for (size_t i = 0; i < payload->count; i++)
        if (payload->variables[i].kind == FMU_OUTPUT) {
            if (fmi == 2)
                fprintf(to, "      <Unknown index=\"%zu\"/>\n", i + 2);
            else
                fprintf(to, "    <%s valueReference=\"%zu\"/>\n", element, i + 1);
        }
}

static void put_structure(FILE *to, int fmi, const fmu_payload *payload)
{
    bool any = false;
    for (size_t i = 0; i < payload->count; i++)
        any |= payload->variables[i].kind == FMU_OUTPUT;
    fprintf(to, "  <ModelStructure>\n");
    for (int pass = 0; any && pass < 2; pass++) {
        const char *element = pass == 0 ? "Outputs" : "InitialUnknowns";
        if (fmi == 2)
            fprintf(to, "    <%s>\n", element);
        put_outputs(to, fmi, payload, pass == 0 ? "Output" : "InitialUnknown");
        if (fmi == 2)
            fprintf(to, "    </%s>\n", element);
    }
    fprintf(to, "  </ModelStructure>\n");
}

/* ---- the whole ---- */

static void put_head(FILE *to, const cli_fmu_description *d)
{
    fprintf(to, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion=\"%d.0\"", d->fmi);
    put_attribute(to, "modelName", d->title);
    put_attribute(to, d->fmi == 2 ? "guid" : "instantiationToken", d->payload->token);
    fprintf(to, " generationTool=\"Trammel %s\" variableNamingConvention=\"flat\">\n", tml_version());
    fprintf(to, "  <CoSimulation modelIdentifier=\"%s\" canHandleVariableCommunicationStepSize=\"true\"",
            d->identifier);
    if (d->fmi == 2)
        fprintf(to, " canNotUseMemoryManagementFunctions=\"true\" canGetAndSetFMUstate=\"true\" "
                    "canSerializeFMUstate=\"true\"/>\n");
    else
        fprintf(to, " canGetAndSetFMUState=\"true\" canSerializeFMUState=\"true\"/>\n");
}

void cli_fmu_description_put(FILE *to, const cli_fmu_description *d)
{
    static const char *const categories[] = {"logStatusWarning", "logStatusDiscard", "logStatusError"};
    put_head(to, d);
    put_units(to, d->payload);
    fprintf(to, "  <LogCategories>\n");
    for (size_t i = 0; i < sizeof categories / sizeof *categories; i++)
        fprintf(to, "    <Category name=\"%s\"/>\n", categories[i]);
    fprintf(to, "  </LogCategories>\n  <DefaultExperiment startTime=\"0\" stepSize=\"%.17g\"/>\n", d->payload->step);
    put_variables(to, d->fmi, d->payload);
    put_structure(to, d->fmi, d->payload);
    fprintf(to, "</fmiModelDescription>\n");
}
