/* summary.c - what was solved and how, the worst residual, the energy balance, the range of each joint's reaction. */
#include "summary.h"
#include "matrix.h"
#include "model/model.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Smallest and largest |force| of the joint whose fx stands in `column`. */
static void force_range(const tml_table *t, size_t column, bool space, double *low, double *high)
{
    *low = INFINITY, *high = 0;
    for (size_t r = 0; r < tml_table_rows(t); r++) {
        double f = hypot(tml_table_value(t, r, column), tml_table_value(t, r, column + 1));
        if (space)
            f = hypot(f, tml_table_value(t, r, column + 2));
        *low = fmin(*low, f);
        *high = fmax(*high, f);
    }
}

typedef void visit(void *context, const char *joint, int length, double low, double high);

static bool is_joint(const tml_model *model, const char *name, size_t length)
{
    const int found = tml_names_find_n(&model->names, name, length) - model->body_count;
    return found >= 0 && found < model->joint_count;
}

static void each_reaction(const tml_model *model, const tml_table *t, visit *see, void *context)
{
    if (strchr(tml_table_kind(t), '.')) /* a matrix */
        return;
    for (size_t c = 0; c + 2 < tml_table_columns(t); c++) {
        const char *name = tml_table_name(t, c), *dot = strrchr(name, '.');
        if (!dot || strcmp(dot, ".fx") != 0 || !tml_table_rows(t) || !is_joint(model, name, (size_t)(dot - name)))
            continue;
        const char *third = strrchr(tml_table_name(t, c + 2), '.');
        double low, high;
        force_range(t, c, third && strcmp(third, ".fz") == 0, &low, &high);
        see(context, name, (int)(dot - name), low, high);
    }
}

static void print_range(void *context, const char *joint, int length, double low, double high)
{
    int *count = context;
    if ((*count)++ < 40)
        printf("  reaction %-*.*s %12.6g … %-12.6g N\n", 12, length, joint, low, high);
}

void cli_print_summary(const tml_model *model, const tml_results *results)
{
    for (size_t i = 0; i < tml_results_count(results); i++) {
        const tml_table *t = tml_results_table(results, i);
        int count = 0;
        if (strchr(tml_table_kind(t), '.')) { /* a part of the analysis before it */
            printf("%s: %zu x %zu\n", tml_table_kind(t), tml_table_rows(t), tml_table_columns(t));
            if (t->shown)
                cli_print_matrix(t);
            continue;
        }
        printf("%s: %zu row%s, %zu channels\n", tml_table_kind(t), tml_table_rows(t), tml_table_rows(t) == 1 ? "" : "s",
               tml_table_columns(t));
        for (size_t k = 0; k < tml_table_fact_count(t); k++)
            printf("  %-26s %s\n", tml_table_fact_name(t, k), tml_table_fact_text(t, k));
        each_reaction(model, t, print_range, &count);
        if (count > 40)
            printf("  … and %d joints more\n", count - 40);
    }
}

void cli_print_text(const char *text, int length)
{
    putchar('"');
    for (int i = 0; i < length && text[i]; i++) {
        if (text[i] == '"' || text[i] == '\\')
            putchar('\\');
        if ((unsigned char)text[i] >= 32)
            putchar(text[i]);
    }
    putchar('"');
}

static void print_json_range(void *context, const char *joint, int length, double low, double high)
{
    int *count = context;
    printf("%s", (*count)++ ? ", " : "");
    cli_print_text(joint, length);
    printf(isfinite(low) && isfinite(high) ? ": [%.17g, %.17g]" : ": null", low, high); /* JSON knows no inf */
}

void cli_print_json(const tml_model *model, const tml_results *results)
{
    printf("{\"analyses\": [");
    for (size_t i = 0; i < tml_results_count(results); i++) {
        const tml_table *t = tml_results_table(results, i);
        int count = 0;
        printf("%s{\"kind\": ", i ? ", " : "");
        cli_print_text(tml_table_kind(t), 1000);
        printf(", \"rows\": %zu, \"channels\": %zu, \"facts\": {", tml_table_rows(t), tml_table_columns(t));
        for (size_t k = 0; k < tml_table_fact_count(t); k++) {
            printf("%s", k ? ", " : "");
            cli_print_text(tml_table_fact_name(t, k), 1000);
            printf(": ");
            if (isfinite(tml_table_fact_number(t, k)))
                printf("%.17g", tml_table_fact_number(t, k));
            else
                cli_print_text(tml_table_fact_text(t, k), 1000);
        }
        printf("}, \"reactions\": {");
        each_reaction(model, t, print_json_range, &count);
        printf("}}");
    }
    printf("]}\n");
}
