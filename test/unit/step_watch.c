/* step_watch.c - tests of the path of a step through states of dense output, along which a narrow function is looked for.
 *
 * The path is q = sin(2 t) in a step from t = 0 to 1; the function is max(0, 1 - ((q - c)/b)^2)^3. At both ends of the step it is zero.
 */
#include "expression/step_watch.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

static const double PACE = 2;

static tml_arena arena;
static tml_log *log_;

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    (void)context, (void)place;
    return (tml_meaning){.kind = strcmp(name, "t") == 0 || strcmp(name, "q") == 0 ? TML_NAME_INPUT : TML_NAME_UNKNOWN,
                         .input = *name == 'q'};
}

static tml_step_watch *make(double c, double b)
{
    static const tml_scope scope = {.look_up = look_up};
    static const tml_varies kinds[] = {TML_VARIES_WITH_TIME, TML_VARIES_WITH_MOTION};
    static tml_narrow_feature time, motion;
    char text[200];
    snprintf(text, sizeof text, "max(0, 1 - ((q - %.17g)/%.17g)^2)^3", c, b);
    const tml_expression *e = tml_expression_compile(&arena, tml_tree_parse(&arena, text, TML_NOWHERE, log_), &scope,
                                                     (tml_expectation){.what = "test"}, log_);
    tml_expression_narrow_features(&arena, e, kinds, 0, &time, &motion);
    tml_step_watch *w = tml_step_watch_make(&arena, &motion, 1, 2);
    cr_assert(w);
    tml_step_watch_note(w, 0, (double[]){0, 0});
    tml_step_watch_begin(w, 0);
    tml_step_watch_note(w, 1, (double[]){1, sin(PACE)});
    return w;
}

/* Whether the path is known at the last of the states between so many cells of the step. */
static bool pass(tml_step_watch *w, int cells)
{
    bool known = true;
    for (int k = 1; k < cells; k += 2)
        known &= tml_step_watch_pass(w, (double)k / cells, 1, (double[]){(double)k / cells, sin(PACE * k / cells)});
    return known;
}

static void set_up(void)
{
    log_ = tml_log_make();
}

static void tear_down(void)
{
    tml_log_free(log_);
    tml_arena_free(&arena);
}

TestSuite(step_watch, .init = set_up, .fini = tear_down);

Test(step_watch, a_turn_between_the_ends_of_a_step_is_seen_through_dense_output)
{
    tml_step_watch *w = make(0.99, 1e-3);
    cr_expect_eq(tml_step_watch_part(w, 1), 1, "two points tell nothing of the turn");
    w = make(0.99, 1e-3);
    cr_expect_not(pass(w, 2));
    cr_expect_not(pass(w, 4));
    cr_expect_not(pass(w, 8));
    cr_expect(pass(w, 16), "so many cells follow a sine of 2 rad");
    const double met = asin(0.989) / PACE, part = tml_step_watch_part(w, 1);
    cr_expect(part < met && part > 0.8 * met, "the step ends at %.3g, the band begins at %.3g", part, met);
}

/* The method has not felt the force at a state of dense output: it counts as hidden. */
Test(step_watch, a_value_at_a_state_of_dense_output_is_one_that_no_stage_has_seen)
{
    for (int k = 1; k < 8; k++) {
        tml_step_watch *w = make(sin(PACE * k / 8.0), 1e-3);
        for (int cells = 2; cells <= 16; cells *= 2)
            pass(w, cells);
        cr_expect_lt(tml_step_watch_part(w, 1), 1, "in the middle of the band at %d/8", k);
    }
}

Test(step_watch, a_straight_path_is_known_after_three_states)
{
    tml_step_watch *w = make(5, 1e-3);
    tml_step_watch_note(w, 1, (double[]){1, PACE});
    for (int k = 1; k < 4; k++)
        cr_expect(tml_step_watch_pass(w, k / 4.0, 1, (double[]){k / 4.0, PACE * k / 4}));
    cr_expect_eq(tml_step_watch_part(w, 1), 1);
}
