/* align.c - rows of several runs that belong together. */
#include "verify/align.h"
#include <criterion/criterion.h>
#include <math.h>

/* A table of t and a value: the row number, to be recognized. */
static tml_table *add(tml_results *results, const double *t, size_t count)
{
    const tml_column columns[] = {{"t", "s"}, {"x", "m"}};
    tml_table *table = tml_results_add(results, "dynamics", "", columns, 2);
    for (size_t i = 0; i < count; i++) {
        double *row = tml_table_append(table);
        row[0] = t[i], row[1] = (double)i;
    }
    return table;
}

#define ADD(results, ...)                                                                                              \
    add(results, (const double[]){__VA_ARGS__}, sizeof((const double[]){__VA_ARGS__}) / sizeof(double))

typedef struct {
    tml_results *results;
    tml_arena arena;
    const tml_table *tables[3];
    tml_alignment a;
} aligned;

static aligned start(void)
{
    return (aligned){.results = tml_results_make()};
}

static void finish(aligned *x)
{
    tml_arena_free(&x->arena);
    tml_results_free(x->results);
}

static void expect_rows(const aligned *x, int table, const size_t *rows, size_t count)
{
    cr_assert_eq(x->a.rows, count, "%zu rows", x->a.rows);
    for (size_t i = 0; i < count; i++)
        cr_expect_eq(x->a.row[table][i], rows[i], "table %d: %zu instead of %zu", table, x->a.row[table][i], rows[i]);
}

#define ROWS(x, table, ...)                                                                                            \
    expect_rows(&x, table, (const size_t[]){__VA_ARGS__}, sizeof((const size_t[]){__VA_ARGS__}) / sizeof(size_t))

Test(align, without_events_all_rows_stay_and_nothing_is_copied)
{
    aligned x = start();
    x.tables[0] = ADD(x.results, 0, 1, 2, 3), x.tables[1] = ADD(x.results, 0, 1, 2, 3);
    x.a = tml_align(x.tables, 2, 2, 0, &x.arena);
    ROWS(x, 1, 0, 1, 2, 3);
    cr_expect_eq(x.a.events + x.a.unmatched + x.a.left_out, 0);
    cr_expect_eq(tml_align_table(&x.a, x.tables, 1, &x.arena), x.tables[1]);
    finish(&x);
}

Test(align, one_that_ended_early_has_the_first_rows)
{
    aligned x = start();
    x.tables[0] = ADD(x.results, 0, 1), x.tables[1] = ADD(x.results, 0, 1, 2, 3);
    x.a = tml_align(x.tables, 2, 2, 0, &x.arena);
    ROWS(x, 1, 0, 1, 2, 3);
    cr_expect_eq(x.a.reached[0], 2);
    cr_expect_eq(x.a.reference, 1);
    finish(&x);
}

/* An impact at 1.5, and one within rounding of the output time 3, on either side of it: the row there is left out. */
Test(align, events_are_matched_and_rows_between_their_times_left_out)
{
    aligned x = start();
    x.tables[0] = ADD(x.results, 0, 1, 1.5, 1.5, 2, 2.9999, 2.9999, 3, 4);
    x.tables[1] = ADD(x.results, 0, 1, 1.5001, 1.5001, 2, 3, 3.0001, 3.0001, 4);
    x.a = tml_align(x.tables, 2, 2, 0, &x.arena);
    ROWS(x, 0, 0, 1, 2, 3, 4, 5, 6, 8);
    ROWS(x, 1, 0, 1, 2, 3, 4, 6, 7, 8);
    cr_expect_eq(x.a.events, 2);
    cr_expect_eq(x.a.unmatched, 0);
    cr_expect_eq(x.a.left_out, 1);
    cr_expect_not_null(tml_align_near(&x.a, 3));
    cr_expect_null(tml_align_near(&x.a, 2));
    finish(&x);
}

/* Two rows at an output time in one run, a row and an event just after it in the other. */
Test(align, an_event_at_an_output_time_is_an_event)
{
    aligned x = start();
    x.tables[0] = ADD(x.results, 0, 1, 1, 2), x.tables[1] = ADD(x.results, 0, 1, 1.00001, 1.00001, 2);
    x.a = tml_align(x.tables, 2, 2, 0, &x.arena);
    ROWS(x, 0, 0, 1, 2, 3);
    ROWS(x, 1, 0, 2, 3, 4);
    finish(&x);
}

Test(align, an_event_of_one_run_alone_is_left_out)
{
    aligned x = start();
    x.tables[0] = ADD(x.results, 0, 1, 1.5, 1.5, 2), x.tables[1] = ADD(x.results, 0, 1, 2);
    x.a = tml_align(x.tables, 2, 2, 0, &x.arena);
    ROWS(x, 0, 0, 1, 4);
    ROWS(x, 1, 0, 1, 2);
    cr_expect_eq(x.a.unmatched, 1);
    finish(&x);
}

/* Bounces that become ever shorter: the last of one run has no partner, and those before it keep theirs. */
Test(align, bounces_in_shrinking_intervals_are_matched_one_by_one)
{
    aligned x = start();
    x.tables[0] = ADD(x.results, 0, 1, 1, 1.5, 1.5, 1.75, 1.75, 1.875, 1.875, 2);
    x.tables[1] = ADD(x.results, 0, 1.001, 1.001, 1.501, 1.501, 1.751, 1.751, 2);
    x.a = tml_align(x.tables, 2, 2, 0, &x.arena);
    cr_expect_eq(x.a.events, 3);
    cr_expect_eq(x.a.unmatched, 1);
    ROWS(x, 0, 0, 1, 2, 3, 4, 5, 6, 9);
    ROWS(x, 1, 0, 1, 2, 3, 4, 5, 6, 7);
    finish(&x);
}

/* Runs that stop at an event have their last row in common. */
Test(align, ends_at_an_event_are_matched)
{
    aligned x = start();
    x.tables[0] = ADD(x.results, 0, 1, 2, 2.5), x.tables[1] = ADD(x.results, 0, 1, 2, 2.5001);
    x.a = tml_align(x.tables, 2, 2, 0, &x.arena);
    ROWS(x, 0, 0, 1, 2, 3);
    cr_expect_eq(x.a.events, 1);
    finish(&x);
}

/* Compliant joints may lack an event, and be beyond one: their rows are absent, those of the others stay. */
Test(align, one_that_follows_decides_nothing)
{
    aligned x = start();
    x.tables[0] = ADD(x.results, 0, 1, 1.5, 1.5, 2, 2.5, 2.5, 3);
    x.tables[1] = ADD(x.results, 0, 1, 1.2, 1.2, 2, 2.501, 2.501, 3);
    x.a = tml_align(x.tables, 2, 1, 0, &x.arena);
    ROWS(x, 0, 0, 1, 2, 3, 4, 5, 6, 7);
    ROWS(x, 1, 0, 1, TML_NO_ROW, TML_NO_ROW, 4, 5, 6, 7);
    const tml_table *t = tml_align_table(&x.a, x.tables, 1, &x.arena);
    cr_expect_eq(tml_table_value(t, 2, 0), 1.5);
    cr_expect(isnan(tml_table_value(t, 2, 1)));
    cr_expect_eq(tml_table_value(t, 5, 1), 5);
    finish(&x);
}
