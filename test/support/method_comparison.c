/* method_comparison.c - one model by many methods, and the largest differences of their results. */
#include "support/method_comparison.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_CALLS = 20000 }; /* some 64 steps each: the same on every machine */

/* A run that gets nowhere is stopped. */
static int watch(void *context, const char *analysis, double part)
{
    int *calls = context;
    (void)analysis, (void)part;
    return ++*calls > MAX_CALLS;
}

method_run method_run_text(const char *name, const char *text, run_method way)
{
    method_run r = {.c = {.log = tml_log_make()}, .status = TML_WRONG};
    snprintf(r.c.name, sizeof r.c.name, "%s", name);
    r.c.model = tml_model_parse(text, strlen(text), name, r.c.log);
    if (!r.c.model)
        return r;
    int calls = 0;
    const tml_run_options options = {.size = sizeof options,
                                     .context = &calls,
                                     .progress = watch,
                                     .formulation = way.formulation,
                                     .integrator = way.integrator,
                                     .tolerance = way.tolerance,
                                     .stiffness = way.stiffness};
    r.status = tml_run(r.c.model, &options, &r.c.results, r.c.log);
    if (r.c.results && tml_results_count(r.c.results))
        r.c.table = tml_results_table(r.c.results, tml_results_count(r.c.results) - 1);
    return r;
}

void method_run_free(method_run *run)
{
    tml_case_free(&run->c);
}

const char *method_run_message(const method_run *run)
{
    for (size_t i = 0; i < tml_log_count(run->c.log); i++)
        if (tml_log_get(run->c.log, i).severity != TML_NOTE)
            return tml_log_get(run->c.log, i).text;
    return "";
}

/* ---- comparison ---- */

static bool ends(const char *text, const char *end)
{
    const size_t n = strlen(text), m = strlen(end);
    return n >= m && strcmp(text + n - m, end) == 0;
}

static bool is_left_out(const char *name)
{
    return strncmp(name, "residual", 8) == 0 || strcmp(name, "energy.error") == 0;
}

static bool is_force(const char *unit)
{
    return strchr(unit, 'N') || strstr(unit, "s^2") || strcmp(unit, "W") == 0;
}

static double scale_of(const tml_table *a, const char *unit)
{
    double scale = 1e-3;
    for (size_t k = 1; k < tml_table_columns(a); k++)
        for (size_t r = 0; strcmp(tml_table_unit(a, k), unit) == 0 && r < tml_table_rows(a); r++)
            scale = fmax(scale, fabs(tml_table_value(a, r, k)));
    return scale;
}

/* Quaternions of the body whose qw is in column c. */
static double sign_of(const tml_table *a, const tml_table *b, size_t row, size_t c)
{
    double dot = 0;
    for (size_t k = c; k < c + 4; k++)
        dot += tml_table_value(a, row, k) * tml_table_value(b, row, k);
    return dot < 0 ? -1 : 1;
}

static double channel_distance(const tml_table *a, const tml_table *b, size_t c, size_t from)
{
    double most = 0;
    const char *name = tml_table_name(a, c);
    const char *const parts[] = {".qw", ".qx", ".qy", ".qz"};
    size_t part = 4;
    for (size_t i = 0; i < 4; i++)
        part = ends(name, parts[i]) ? i : part;
    for (size_t r = from; r < tml_table_rows(a); r++) {
        const double sign = part < 4 ? sign_of(a, b, r, c - part) : 1;
        const double d = fabs(tml_table_value(a, r, c) - sign * tml_table_value(b, r, c));
        most = isnan(d) ? INFINITY : fmax(most, d);
    }
    return most;
}

/* Residuals stand last; compliant joints have more of them. */
static size_t columns_of(const tml_table *t)
{
    size_t count = tml_table_columns(t);
    while (count && strncmp(tml_table_name(t, count - 1), "residual", 8) == 0)
        count--;
    return count;
}

method_difference method_compare(const tml_table *a, const tml_table *b, size_t from)
{
    method_difference d = {.state_at = "", .forces_at = ""};
    if (tml_table_rows(a) != tml_table_rows(b) || columns_of(a) != columns_of(b))
        return (method_difference){INFINITY, INFINITY, "rows", "rows"};
    for (size_t c = 0; c < columns_of(a); c++) {
        const char *name = tml_table_name(a, c), *unit = tml_table_unit(a, c);
        if (strcmp(name, tml_table_name(b, c)) != 0)
            return (method_difference){INFINITY, INFINITY, name, name};
        if (is_left_out(name))
            continue;
        const double off = channel_distance(a, b, c, from) / scale_of(a, unit);
        if (is_force(unit) && off > d.forces)
            d.forces = off, d.forces_at = name;
        if (!is_force(unit) && off > d.state)
            d.state = off, d.state_at = name;
    }
    return d;
}

int degrees_of_freedom(const tml_table *table, int *redundant)
{
    for (size_t i = 0; i < tml_table_fact_count(table); i++) {
        const char *text = tml_table_fact_text(table, i);
        const char *comma = strcmp(tml_table_fact_name(table, i), "formulation") == 0 ? strstr(text, ", ") : NULL;
        int velocities, rows, rank;
        const char *motion = comma ? strstr(comma, " motion, ") : NULL,
                   *last = motion ? strstr(motion, "(rank ") : NULL;
        if (last && sscanf(comma, ", %d", &velocities) == 1 && sscanf(motion, " motion, %d", &rows) == 1 &&
            sscanf(last, "(rank %d)", &rank) == 1) {
            *redundant = rows - rank;
            return velocities - rank;
        }
    }
    cr_assert_fail("the run does not say its formulation");
    return 0;
}
