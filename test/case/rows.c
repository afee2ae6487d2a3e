/* rows.c - additional output rows: the rows of the model are among them, to rounding. */
#include "support/case.h"
#include "support/larger.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

/* The largest difference of asked-for rows, relative to the largest value of each column, except for sums along the rows. */
static double difference(const tml_table *plain, const tml_table *more)
{
    const size_t stride = tml_table_stride(more), rows = tml_table_rows(plain);
    double worst = 0;
    for (size_t c = 0; c < tml_table_columns(plain); c++) {
        double scale = 1; /* SI; where all is smaller there is nothing but rounding */
        for (size_t r = 0; r < rows; r++)
            scale = larger(scale, fabs(tml_table_value(plain, r, c)));
        const char *name = tml_table_name(plain, c);
        for (size_t r = 0; r < rows && strncmp(name, "energy.", 7) && strncmp(name, "residual.", 9); r++)
            worst = larger(worst, fabs(tml_table_value(plain, r, c) - tml_table_value(more, r * stride, c)) / scale);
    }
    return worst;
}

static void check(const char *path, double wanted, size_t stride, double bar)
{
    tml_case plain = tml_case_run(path, NULL),
             more = tml_case_run_with(path, NULL, (tml_run_options){.size = sizeof(tml_run_options), .rows = wanted});
    cr_assert_eq(tml_table_stride(plain.table), 1);
    cr_assert_eq(tml_table_stride(more.table), stride, "%s: stride %zu", path, tml_table_stride(more.table));
    cr_assert_eq(tml_table_rows(more.table), stride * (tml_table_rows(plain.table) - 1) + 1);
    cr_expect_leq(difference(plain.table, more.table), bar, "%s: %g", path, difference(plain.table, more.table));
    tml_case_free(&plain);
    tml_case_free(&more);
}

Test(rows, rows_are_added_between_those_of_a_motion)
{
    check("andrews/andrews.yaml", 400, 14, 1e-10); /* 30 intervals */
    check("a04-bricard/a04-bricard.yaml", 150, 8, 1e-10);
    check("arm-inverse/arm-inverse.yaml", 150, 8, 1e-9); /* driven: followed from row to row */
}

Test(rows, no_rows_are_added_where_there_are_enough)
{
    check("fourbar-motor/fourbar-motor.yaml", 150, 1, 0);
    check("fourbar-drift/fourbar-drift-none.yaml", 1e9, 1, 0); /* rk4 */
}

Test(rows, number_of_added_rows_is_limited)
{
    tml_case c = tml_case_run_with("andrews/andrews.yaml", NULL,
                                   (tml_run_options){.size = sizeof(tml_run_options), .rows = INFINITY});
    cr_assert_leq(tml_table_rows(c.table), 10100);
    tml_case_free(&c);
}
