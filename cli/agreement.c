/* agreement.c - a verification: one line for each formulation, then what they say together. */
#include "agreement.h"
#include "summary.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

static const char *const quantities[TML_QUANTITY_COUNT] = {"time", "position", "speed", "acceleration", "reaction"};

/* ---- for people ---- */

static void print_difference(double x)
{
    if (isnan(x))
        printf(" %8s", "-");
    else
        printf(" %8.1e", x);
}

static double largest_own(const tml_verified *f)
{
    double most = 0;
    for (int q = 0; q < TML_QUANTITY_COUNT; q++)
        most = fmax(most, f->of[q].own);
    return isnan(f->reached) ? NAN : most;
}

static void print_row(const char *const words[5])
{
    printf("%-11s %6s %8s %8s %8s", words[0], words[1], words[2], words[3], words[4]);
}

static void print_heads(void)
{
    static const char *const heads[2][10] = {
        {"", "equa-", "con-", "evalu-", "CPU", "posi-", "", "accele-", "", "own"},
        {"formulation", "tions", "straints", "ations", "s", "tion", "speed", "ration", "reaction", "error"}};
    for (int line = 0; line < 2; line++) {
        print_row(heads[line]);
        for (int i = 5; i < 10; i++)
            printf(" %8s", heads[line][i]);
        printf("%s\n", line ? "  verdict" : "");
    }
}

/* What its stiffness explains, below its differences. */
static void print_compliance(const tml_verified *f)
{
    char text[64];
    snprintf(text, sizeof text, "its %.3g N/m explain", f->stiffness);
    printf("%45s", text);
    for (int q = TML_POSITION; q < TML_QUANTITY_COUNT; q++)
        print_difference(f->of[q].compliance > 0 ? f->of[q].compliance : NAN);
    printf("\n");
}

static void print_formulation(const tml_verified *f)
{
    char equations[16], constraints[16], evaluations[32], cpu[32];
    snprintf(equations, sizeof equations, "%d", f->equations);
    snprintf(constraints, sizeof constraints, "%d", f->constraints);
    snprintf(evaluations, sizeof evaluations, "%.0f", f->evaluations);
    snprintf(cpu, sizeof cpu, "%.3f", f->cpu);
    const bool there = f->verdict != TML_NOT_EXPRESSED;
    print_row((const char *const[]){f->name, there ? equations : "-", there ? constraints : "-",
                                    there ? evaluations : "-", there ? cpu : "-"});
    for (int q = TML_POSITION; q < TML_QUANTITY_COUNT; q++)
        print_difference(f->of[q].difference);
    print_difference(largest_own(f));
    printf("  %s\n", tml_verdict_text(f->verdict));
    if (f->stiffness > 0 && !isnan(f->reached))
        print_compliance(f);
    if (f->text[0])
        printf("%12s%s\n", "", f->text);
}

void cli_print_agreement(const tml_verification *v)
{
    if (v->moves) {
        printf(v->rows ? "%s, t = %.6g … %.6g s: %zu rows, %zu channels; tolerances %.0e and %.0e\n" : "%s\n",
               v->motion, v->begin, v->end, v->rows, v->channels, 10 * v->formulations[0].tolerance,
               v->formulations[0].tolerance);
        print_heads();
        for (size_t i = 0; i < v->count; i++)
            print_formulation(&v->formulations[i]);
    } else
        printf("%s\n", v->motion);
    for (size_t i = 0; i < v->note_count; i++)
        printf("note: %s\n", v->notes[i]);
    printf("%s\n", v->outcome);
}

/* ---- for programs ---- */

static void json_text(const char *name, const char *text)
{
    printf("\"%s\": ", name);
    if (text)
        cli_print_text(text, (int)strlen(text));
    else
        printf("null");
}

static void json_number(const char *name, double value)
{
    if (isfinite(value))
        printf("\"%s\": %.17g", name, value);
    else
        printf("\"%s\": null", name); /* JSON knows no inf */
}

static void json_difference(const tml_difference *d)
{
    static const char comma[] = ", ";
    printf("{");
    json_number("difference", d->difference), printf(comma);
    json_number("allowed", d->channel ? d->allowed : NAN), printf(comma);
    json_number("own_error", d->own), printf(comma);
    json_number("compliance", d->compliance), printf(comma);
    json_text("channel", d->channel), printf(comma);
    json_text("other", d->other), printf(comma);
    json_number("time", d->channel ? d->time : NAN), printf(comma);
    json_number("value", d->channel ? d->value : NAN), printf(comma);
    json_number("others_value", d->channel ? d->others_value : NAN), printf(comma);
    json_number("until", d->until);
    printf("}");
}

static void json_formulation(const tml_verified *f)
{
    static const char comma[] = ", ";
    printf("{");
    json_text("name", f->name), printf(comma);
    json_text("verdict", tml_verdict_text(f->verdict)), printf(comma);
    json_text("text", f->text), printf(comma);
    printf("\"equations\": %d, \"constraints\": %d, \"rank\": %d, ", f->equations, f->constraints, f->rank);
    json_number("tolerance", f->tolerance), printf(comma);
    json_number("evaluations", f->evaluations), printf(comma);
    json_number("cpu", f->cpu), printf(comma);
    json_number("stiffness", f->stiffness > 0 ? f->stiffness : NAN), printf(comma);
    json_number("reached", f->reached);
    for (int q = 0; q < TML_QUANTITY_COUNT; q++) {
        printf(", \"%s\": ", quantities[q]);
        json_difference(&f->of[q]);
    }
    printf("}");
}

void cli_print_agreement_json(const tml_verification *v)
{
    static const char comma[] = ", ";
    printf("{\"agreed\": %s, \"moves\": %s, ", v->agreed ? "true" : "false", v->moves ? "true" : "false");
    json_text("motion", v->motion), printf(comma);
    json_number("begin", v->rows ? v->begin : NAN), printf(comma);
    json_number("end", v->rows ? v->end : NAN);
    printf(", \"rows\": %zu, \"channels\": %zu, \"difference\": {", v->rows, v->channels);
    for (int q = 0; q < TML_QUANTITY_COUNT; q++) {
        printf(q ? comma : "");
        json_number(quantities[q], v->moves ? v->difference[q] : NAN);
    }
    printf("}, \"formulations\": [");
    for (size_t i = 0; i < v->count; i++) {
        printf(i ? ",\n  " : "\n  ");
        json_formulation(&v->formulations[i]);
    }
    printf("], \"notes\": [");
    for (size_t i = 0; i < v->note_count; i++) {
        printf(i ? comma : "");
        cli_print_text(v->notes[i], (int)strlen(v->notes[i]));
    }
    printf("], ");
    json_text("outcome", v->outcome);
    printf("}\n");
}
