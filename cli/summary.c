/* summary.c - what was solved and how, the worst residual, the energy balance, the range of each joint's reaction. */
#include "summary.h"
#include "frontend/json.h"
#include "matrix.h"
#include "messages.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Values below this part of the largest force or torque of all are rounding. */
static const double NO_LENGTH = 1e-9; /* m: coordinates of rounding alone */
static const double NOISE = 1e-12;

typedef struct {
    double low, high;
    size_t missing; /* rows where it is not a number */
} range;

/* Smallest and largest norm of the `count` columns from `column` on. */
static range range_of(const tml_table *t, size_t column, size_t count)
{
    range r = {INFINITY, 0, 0};
    for (size_t row = 0; row < tml_table_rows(t); row++) {
        double norm = fabs(tml_table_value(t, row, column));
        for (size_t k = 1; k < count; k++)
            norm = hypot(norm, tml_table_value(t, row, column + k));
        r.missing += isnan(norm) ? 1 : 0;
        r.low = norm < r.low ? norm : r.low;
        r.high = norm > r.high ? norm : r.high;
    }
    if (r.missing == tml_table_rows(t))
        r.low = r.high = NAN;
    return r;
}

typedef struct {
    const char *joint;
    int length; /* of its name */
    range force, torque;
    const char *loose[6]; /* components that are not unique */
    int loose_count;
} reaction;

typedef void visit(void *context, const reaction *of);

static bool is_joint(const tml_model *model, const char *name, size_t length)
{
    char *copy = strndup(name, length);
    const bool found = copy && tml_model_joint_find(model, copy) >= 0;
    free(copy);
    return found;
}

/* The reaction whose fx is in a column; false: none is. */
static bool reaction_at(const tml_model *model, const tml_table *t, size_t c, reaction *found)
{
    const char *name = tml_table_name(t, c), *dot = strrchr(name, '.');
    if (!dot || strcmp(dot, ".fx") != 0 || !tml_table_rows(t) || !is_joint(model, name, (size_t)(dot - name)))
        return false;
    const char *third = strrchr(tml_table_name(t, c + 2), '.');
    const bool space = third && strcmp(third, ".fz") == 0;
    *found = (reaction){.joint = name,
                        .length = (int)(dot - name),
                        .force = range_of(t, c, space ? 3 : 2),
                        .torque = range_of(t, c + (space ? 3 : 2), space ? 3 : 1)};
    for (size_t k = c; k < c + (space ? 6 : 3) && k < tml_table_columns(t); k++)
        if (!tml_table_is_unique(t, k))
            found->loose[found->loose_count++] = strrchr(tml_table_name(t, k), '.') + 1;
    return true;
}

/* The largest length, by which rounding of torques is that of forces; where all places are at the origin but for rounding, 1 m. */
static double arm_of(const tml_table *t)
{
    double arm = 0;
    for (size_t c = 0; c < tml_table_columns(t); c++)
        if (tml_table_quantity(t, c) == TML_QUANTITY_LENGTH && strncmp(tml_table_name(t, c), "residual.", 9) != 0)
            arm = fmax(arm, range_of(t, c, 1).high);
    return arm > NO_LENGTH ? arm : 1;
}

static void round_off(range *r, double least)
{
    r->low = r->low < least ? 0 : r->low;
    r->high = r->high < least ? 0 : r->high;
}

static void each_reaction(const tml_model *model, const tml_table *t, visit *see, void *context)
{
    if (strchr(tml_table_kind(t), '.')) /* a matrix */
        return;
    reaction one;
    double force = 0, torque = 0;
    const double arm = arm_of(t);
    for (size_t c = 0; c + 2 < tml_table_columns(t); c++)
        if (reaction_at(model, t, c, &one))
            force = fmax(force, one.force.high), torque = fmax(torque, one.torque.high);
    for (size_t c = 0; c + 2 < tml_table_columns(t); c++)
        if (reaction_at(model, t, c, &one)) {
            round_off(&one.force, NOISE * fmax(force, torque / arm));
            round_off(&one.torque, NOISE * fmax(torque, force * arm));
            see(context, &one);
        }
}

static void print_range(void *context, const reaction *of)
{
    int *count = context;
    if ((*count)++ >= 40)
        return;
    cli_print(stdout, "  reaction %-*.*s %12.6g … %-12.6g N", 12, of->length, of->joint, of->force.low, of->force.high);
    if (of->torque.high > 0 || isnan(of->torque.high))
        printf(", %.6g … %.6g N*m", of->torque.low, of->torque.high);
    if (of->force.missing)
        printf(" (undefined in %zu rows)", of->force.missing);
    for (int i = 0; i < of->loose_count; i++)
        printf("%s%s", i ? ", " : " (", of->loose[i]);
    printf(of->loose_count ? " not unique)\n" : "\n");
}

void cli_print_summary(const tml_model *model, const tml_results *results)
{
    for (size_t i = 0; i < tml_results_count(results); i++) {
        const tml_table *t = tml_results_table(results, i);
        int count = 0;
        if (strchr(tml_table_kind(t), '.')) { /* a part of the analysis before it */
            cli_print(stdout, "%s: %zu x %zu\n", tml_table_kind(t), tml_table_rows(t), tml_table_columns(t));
            if (tml_table_is_shown(t))
                cli_print_matrix(t);
            continue;
        }
        cli_print(stdout, "%s: %zu row%s, %zu channels\n", tml_table_kind(t), tml_table_rows(t),
                  tml_table_rows(t) == 1 ? "" : "s", tml_table_columns(t));
        for (size_t k = 0; k < tml_table_fact_count(t); k++)
            cli_print(stdout, "  %-26s %s\n", tml_table_fact_name(t, k), tml_table_fact_text(t, k));
        each_reaction(model, t, print_range, &count);
        if (count > 40)
            printf("  … and %d more joint%s\n", count - 40, count == 41 ? "" : "s");
    }
}

static void print_json_range(const reaction *of, const range *r, int *count)
{
    printf("%s", (*count)++ ? ", " : "");
    fe_put_json_part(stdout, of->joint, (size_t)of->length);
    if (!isfinite(r->low) || !isfinite(r->high)) { /* JSON knows no inf */
        printf(": null");
        return;
    }
    printf(": [");
    fe_put_json_number(stdout, r->low);
    printf(", ");
    fe_put_json_number(stdout, r->high);
    printf("]");
}

static void print_json_force(void *context, const reaction *of)
{
    print_json_range(of, &of->force, context);
}

static void print_json_torque(void *context, const reaction *of)
{
    print_json_range(of, &of->torque, context);
}

static void print_json_number(double number)
{
    if (isfinite(number))
        fe_put_json_number(stdout, number);
    else
        printf("null");
}

/* A number, a range as the list of its ends, or a text. */
static void print_json_fact(const tml_table *t, size_t i)
{
    const double number = tml_table_fact_number(t, i), low = tml_table_fact_low(t, i);
    if (!isnan(low) && (isfinite(low) || isfinite(number))) {
        printf("[");
        print_json_number(low);
        printf(", ");
        print_json_number(number);
        printf("]");
    } else if (isfinite(number))
        fe_put_json_number(stdout, number);
    else
        fe_put_json(stdout, tml_table_fact_text(t, i));
}

static bool is_any_fact(const tml_table *t, size_t i)
{
    return i < tml_table_fact_count(t);
}

/* Whether a fact that is a number, or a range, says more as it is printed: a unit, a name. */
static bool says_more(const tml_table *t, size_t i)
{
    char *end;
    (void)strtod(tml_table_fact_text(t, i), &end);
    return (isfinite(tml_table_fact_number(t, i)) || !isnan(tml_table_fact_low(t, i))) && *end;
}

static void print_json_fact_text(const tml_table *t, size_t i)
{
    fe_put_json(stdout, tml_table_fact_text(t, i));
}

/* Facts of one name, such as the times of an event, are a list: keys of an object are unique. */
static void print_json_facts(const tml_table *t, bool (*asked)(const tml_table *t, size_t i),
                             void (*print_one)(const tml_table *t, size_t i))
{
    const size_t count = tml_table_fact_count(t);
    size_t names = 0;
    for (size_t k = 0; k < count; k++) {
        const char *name = tml_table_fact_name(t, k);
        int values = 0;
        if ((size_t)tml_table_fact_find(t, name) < k || !asked(t, k))
            continue;
        for (size_t i = k; i < count; i++)
            values += strcmp(tml_table_fact_name(t, i), name) == 0;
        printf("%s", names++ ? ", " : "");
        fe_put_json(stdout, name);
        printf(values > 1 ? ": [" : ": ");
        for (size_t i = k, written = 0; i < count; i++) {
            if (strcmp(tml_table_fact_name(t, i), name) != 0)
                continue;
            printf("%s", written++ ? ", " : "");
            print_one(t, i);
        }
        printf("%s", values > 1 ? "]" : "");
    }
}

void cli_print_json(const tml_model *model, const tml_results *results)
{
    printf("{\"analyses\": [");
    for (size_t i = 0; i < tml_results_count(results); i++) {
        const tml_table *t = tml_results_table(results, i);
        int count = 0;
        printf("%s{\"kind\": ", i ? ", " : "");
        fe_put_json(stdout, tml_table_kind(t));
        printf(", \"rows\": %zu, \"channels\": %zu, \"facts\": {", tml_table_rows(t), tml_table_columns(t));
        print_json_facts(t, is_any_fact, print_json_fact);
        printf("}, \"fact_texts\": {");
        print_json_facts(t, says_more, print_json_fact_text);
        printf("}, \"reactions\": {");
        each_reaction(model, t, print_json_force, &count);
        printf("}, \"torques\": {");
        count = 0;
        each_reaction(model, t, print_json_torque, &count);
        printf("}}");
    }
    printf("]}\n");
}
