/* agreement.c - a verification: one line for each formulation, then the verdict. */
#include "agreement.h"
#include "messages.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

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

/* The quantities that are shown: states only where there are some. */
static int last_quantity(const tml_verification *v)
{
    for (size_t i = 0; i < v->count; i++)
        if (!isnan(v->formulations[i].of[TML_STATE].difference))
            return TML_STATE;
    return TML_REACTION;
}

static void print_heads(int last)
{
    static const char *const heads[2][11] = {
        {"", "equa-", "con-", "evalu-", "CPU", "posi-", "", "accele-", "", "", "own"},
        {"formulation", "tions", "straints", "ations", "s", "tion", "velocity", "ration", "reaction", "state",
         "error"}};
    for (int line = 0; line < 2; line++) {
        print_row(heads[line]);
        for (int i = 5; i < 11; i++)
            if (i != 9 || last == TML_STATE)
                printf(" %8s", heads[line][i]);
        printf("%s\n", line ? "  verdict" : "");
    }
}

/* The differences that its stiffness and integration errors explain, below the differences themselves. */
static void print_explained(const tml_verified *f, int last)
{
    char text[64];
    snprintf(text, sizeof text, "%.3g N/m and errors explain", f->stiffness);
    printf("%45s", text);
    for (int q = TML_POSITION; q <= last; q++)
        print_difference(f->of[q].allowed > 0 ? f->of[q].allowed : NAN);
    printf("\n");
}

static void print_formulation(const tml_verified *f, int last)
{
    char equations[16], constraints[16], evaluations[32], cpu[32];
    snprintf(equations, sizeof equations, "%d", f->equations);
    snprintf(constraints, sizeof constraints, "%d", f->constraints);
    snprintf(evaluations, sizeof evaluations, "%.0f", f->evaluations);
    snprintf(cpu, sizeof cpu, "%.3f", f->cpu);
    const bool there = f->verdict != TML_NOT_EXPRESSED;
    print_row((const char *const[]){f->name, there ? equations : "-", there ? constraints : "-",
                                    there ? evaluations : "-", there ? cpu : "-"});
    for (int q = TML_POSITION; q <= last; q++)
        print_difference(f->of[q].difference);
    print_difference(largest_own(f));
    printf("  %s\n", tml_verdict_text(f->verdict));
    if (f->stiffness > 0 && !isnan(f->reached))
        print_explained(f, last);
    if (f->text[0])
        cli_print(stdout, "%12s%s\n", "", f->text);
}

void cli_print_agreement(const tml_verification *v)
{
    if (v->moves) {
        printf(v->rows ? "%s, t = %.6g … %.6g s: %zu rows, %zu channels; tolerances %.0e and %.0e\n" : "%s\n",
               v->motion, v->begin, v->end, v->rows, v->channels, 10 * v->formulations[0].tolerance,
               v->formulations[0].tolerance);
        const int last = last_quantity(v);
        print_heads(last);
        for (size_t i = 0; i < v->count; i++)
            print_formulation(&v->formulations[i], last);
    } else
        cli_print(stdout, "%s\n", v->motion);
    for (size_t i = 0; i < v->note_count; i++)
        cli_print(stdout, "note: %s\n", v->notes[i]);
    cli_print(stdout, "%s\n", v->outcome);
}

/* ---- for programs ---- */

void cli_print_agreement_json(const tml_verification *v)
{
    char *text = tml_verification_text(v);
    printf("%s", text ? text : "null\n");
    free(text);
}
