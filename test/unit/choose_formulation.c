/* choose_formulation.c - `auto` takes the quicker integrator.
 *
 * Links in a row, 1e9 N/m. Damped by 1e4 N s/m (0.2 s of them): bdf 0.09 s of CPU time, explicit 0.38 s. Without damping the joints
 * keep oscillating, and explicit is three times as fast.
 */
#include "base/text.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

static void expect_integrator(const char *name, const tml_case *c, const char *taken)
{
    for (size_t i = 0; i < tml_table_fact_count(c->table); i++)
        if (strcmp(tml_table_fact_name(c->table, i), "integrator") == 0)
            cr_expect_eq(strncmp(tml_table_fact_text(c->table, i), taken, strlen(taken)), 0, "%s: %s", name,
                         tml_table_fact_text(c->table, i));
}

static void expect_choice(const char *name, const char *space, const char *compliance, const char *taken)
{
    enum { LINKS = 10 };
    tml_text text = {0};
    const bool in_space = strcmp(space, "space") == 0;
    tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n  ground: {points: {B: %s}}\n", space,
                 in_space ? "[0, 0, 0]" : "[0, 0]");
    for (int i = 1; i <= LINKS; i++)
        tml_text_add(&text,
                     in_space
                         ? "  b%d: {points: {A: [0, 0, 0], B: [0.1, 0, 0]}, mass: 1, inertia: [1e-3, 1e-3, 1e-3]}\n"
                         : "  b%d: {points: {A: [0, 0], B: [0.1, 0]}, mass: 1, inertia: 1e-3}\n",
                     i);
    tml_text_add(&text, "joints:\n");
    for (int i = 1; i <= LINKS; i++)
        tml_text_add(&text, "  J%d: {revolute: [%s%.0d.B, b%d.A]%s, %s}\n", i, i == 1 ? "ground" : "b", i - 1, i,
                     in_space ? ", axis: y" : "", compliance);
    tml_text_add(&text, "analyses: [dynamics: {end: 0.2, output: 0.1, tolerance: 1e-6}]\n");
    tml_case c = tml_case_run_text(name, text.data, TML_AS_WRITTEN);
    expect_integrator(name, &c, taken);
    tml_case_free(&c);
    tml_text_free(&text);
}

Test(choose_formulation, auto_takes_the_quicker_integrator_without_constraints)
{
    expect_choice("damped", "plane", "stiffness: 1e9, damping: 1e4", "bdf");
    expect_choice("damped in space", "space",
                  "stiffness: {translation: 1e9, rotation: 1e6}, damping: {translation: 1e4, rotation: 10}", "bdf");
    expect_choice("undamped", "plane", "stiffness: 1e7", "explicit");
    expect_choice("hardly damped", "plane", "stiffness: 1e7, damping: 1", "explicit");
    expect_choice("soft", "plane", "stiffness: 1e4, damping: 10", "explicit");
}

/* The governor by bdf and explicit, for 1 s: 4 and 34 ms with 4e4 N s/m, 4 and 14 ms with 1e4. How long the run is must not matter. Its
 * rods keep oscillating without damping. */
Test(choose_formulation, auto_takes_the_quicker_integrator_with_constraints)
{
    static const char *const dampings[][2] = {{"4e4", "bdf"}, {"1e4", "bdf"}, {"1", "explicit"}};
    static const char *const ends[] = {"end: 1, output: 0.1", "end: 0.5, output: 0.1"};
    for (size_t i = 0; i < sizeof dampings / sizeof *dampings; i++)
        for (size_t k = 0; k < sizeof ends / sizeof *ends; k++) {
            char A[128], B[128];
            snprintf(A, sizeof A, "slider.P], stiffness: 8e5, damping: %s", dampings[i][0]);
            snprintf(B, sizeof B, "slider.Q], stiffness: 8e5, damping: %s", dampings[i][0]);
            tml_case c = tml_case_run_with("a05-flyball/a05-flyball.yaml",
                                           TML_EDITS({"slider.P], stiffness: 8e5, damping: 4e4", A},
                                                     {"slider.Q], stiffness: 8e5, damping: 4e4", B},
                                                     {"end: 10, output: 0.1", ends[k]}),
                                           (tml_run_options){.size = sizeof(tml_run_options)});
            expect_integrator(dampings[i][0], &c, dampings[i][1]);
            tml_case_free(&c);
        }
}
