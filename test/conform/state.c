/* state.c - laws that hold for every kind of state and for every force kind with states: its example runs and gives the same motion by every formulation and
 * integrator, and its rates are the derivatives of its values. */
#include "model/force_class.h"
#include "model/state_class.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

/* Example k of a kind of state, then of forces with states in the plane and in space; false: there are no more, with *text NULL: none
 * of this number. */
static bool example(int k, const char **name, const char **text)
{
    *text = NULL;
    if (k < tml_state_class_count) {
        *name = tml_state_classes[k]->name;
        *text = tml_state_classes[k]->example;
        return true;
    }
    k -= tml_state_class_count;
    if (k >= 2 * tml_force_class_count)
        return false;
    const tml_force_class *force = tml_force_classes[k / 2];
    *name = force->name;
    if (force->states)
        *text = k % 2 ? force->example_space : force->example_plane;
    return true;
}

/* Friction or stops, which the integrator dae does not follow: then losses are reported. */
static bool has_interactions(const tml_case *c)
{
    return tml_table_find(c->table, "energy.friction_loss") >= 0;
}

static tml_case run_by(const char *name, const char *example_text, const char *formulation, const char *integrator)
{
    char text[96];
    snprintf(text, sizeof text, "dynamics: {tolerance: 1e-10, integrator: %s, ", integrator);
    return tml_case_run_text_with(name, example_text, TML_EDITS({"dynamics: {", text}), TML_BY(formulation));
}

static void compare(const tml_case *a, const tml_case *b, const char *how)
{
    for (size_t k = 0; k < tml_table_columns(a->table); k++) {
        const char *name = tml_table_name(a->table, k);
        const long other = tml_table_find(b->table, name);
        if (strncmp(name, "energy.", 7) == 0 || strncmp(name, "residual.", 9) == 0)
            continue;
        cr_assert_geq(other, 0, "%s: %s has no %s", a->name, how, name);
        double scale = tml_case_largest(a, name);
        for (size_t row = 0; row < tml_table_rows(a->table); row++) {
            const double x = tml_table_value(a->table, row, k), y = tml_table_value(b->table, row, (size_t)other);
            cr_expect_leq(fabs(x - y), 1e-6 * fmax(scale, 1e-3), "%s by %s: %s is %.12g, not %.12g", a->name, how, name,
                          y, x);
        }
    }
}

Test(state, examples_move_alike_by_every_method, .timeout = TML_SLOWER * 60)
{
    static const char *const methods[][2] = {{"absolute", "bdf"},      {"absolute", "adams"}, {"absolute", "dae"},
                                             {"joint", "explicit"},    {"joint", "bdf"},      {"point", "explicit"},
                                             {"particles", "explicit"}};
    const char *name, *text;
    for (int i = 0; example(i, &name, &text); i++) {
        if (!text)
            continue;
        tml_case first = run_by(name, text, "absolute", "explicit");
        for (size_t k = 0; k < sizeof methods / sizeof *methods; k++) {
            char how[64];
            if (strcmp(methods[k][1], "dae") == 0 && has_interactions(&first))
                continue;
            snprintf(how, sizeof how, "%s, %s", methods[k][0], methods[k][1]);
            tml_case other = run_by(name, text, methods[k][0], methods[k][1]);
            compare(&first, &other, how);
            tml_case_free(&other);
        }
        tml_case_free(&first);
    }
}

/* By differences of the fourth order over the outputs. */
Test(state, rates_are_the_derivatives_of_the_values, .timeout = TML_SLOWER * 60)
{
    for (int i = 0; i < tml_state_class_count; i++) {
        tml_case c = tml_case_run_text(tml_state_classes[i]->name, tml_state_classes[i]->example,
                                       TML_EDITS({"output: 0.1", "output: 0.001, tolerance: 1e-11"}));
        int found = 0;
        for (size_t k = 0; k < tml_table_columns(c.table); k++) {
            char name[128];
            snprintf(name, sizeof name, "%s.rate", tml_table_name(c.table, k));
            const long rate = tml_table_find(c.table, name);
            found += rate >= 0;
            for (size_t row = 102; rate >= 0 && row + 2 < tml_table_rows(c.table); row += 100) {
                double value[5];
                for (size_t j = 0; j < 5; j++)
                    value[j] = tml_table_value(c.table, row + j - 2, k);
                const double slope = (8 * (value[3] - value[1]) - (value[4] - value[0])) / 0.012;
                tml_case_near(&c, name, tml_table_value(c.table, row, (size_t)rate), slope,
                              1e-6 * fmax(1, tml_case_largest(&c, name)));
            }
        }
        cr_expect_gt(found, 0, "%s: no state is reported", tml_state_classes[i]->name);
        tml_case_free(&c);
    }
}
