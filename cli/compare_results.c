/* compare_results.c - two results of one run, channel by channel: the same bits, or the largest difference and where it is. */
#include "compare_results.h"
#include "messages.h"
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

enum { MAX_SHOWN = 20 }; /* channels of a table */

typedef struct {
    bool differs;
    double largest, size; /* difference; value in the channel */
    size_t row;           /* of the difference */
} channel_difference;

/* Numbers that are none are alike, whatever their bits. */
static bool is_same(double a, double b)
{
    uint64_t bits[2];
    memcpy(&bits[0], &a, sizeof a);
    memcpy(&bits[1], &b, sizeof b);
    return bits[0] == bits[1] || (isnan(a) && isnan(b));
}

static channel_difference compare_channel(const tml_table *a, size_t column, const tml_table *b, size_t other,
                                          size_t rows)
{
    channel_difference d = {0};
    for (size_t r = 0; r < rows; r++) {
        const double x = tml_table_value(a, r, column), y = tml_table_value(b, r, other);
        d.size = fabs(x) > d.size ? fabs(x) : d.size;
        if (is_same(x, y))
            continue;
        const double difference = fabs(x - y);
        if (!d.differs || difference > d.largest || isnan(difference)) {
            d.largest = difference;
            d.row = r;
        }
        d.differs = true;
    }
    return d;
}

static void print_channel(const tml_table *table, size_t column, const channel_difference *d)
{
    const long time = tml_table_find(table, "t");
    const char *unit = tml_table_unit(table, column);
    cli_print(stdout, "  %s: %.3g%s%s, of %.3g,", tml_table_name(table, column), d->largest, *unit ? " " : "", unit,
              d->size);
    if (time >= 0)
        cli_print(stdout, " at t = %.6g s\n", tml_table_value(table, d->row, (size_t)time));
    else
        cli_print(stdout, " in row %zu\n", d->row + 1);
}

/* The table of the same kind and number among those of its kind; NULL: there is none. */
static const tml_table *counterpart(const tml_results *first, size_t index, const tml_results *second)
{
    const char *kind = tml_table_kind(tml_results_table(first, index));
    size_t number = 0;
    for (size_t i = 0; i < index; i++)
        number += strcmp(tml_table_kind(tml_results_table(first, i)), kind) == 0;
    for (size_t i = 0; i < tml_results_count(second); i++)
        if (strcmp(tml_table_kind(tml_results_table(second, i)), kind) == 0 && number-- == 0)
            return tml_results_table(second, i);
    return NULL;
}

static void compare_tables(const tml_table *a, const tml_table *b, bool is_part, bool quiet, cli_comparison *c)
{
    const size_t rows = tml_table_rows(a) < tml_table_rows(b) ? tml_table_rows(a) : tml_table_rows(b);
    const size_t before = c->different, missing = c->missing;
    size_t channels = 0;
    c->missing += tml_table_rows(a) != tml_table_rows(b) && !(is_part && rows == tml_table_rows(a));
    for (size_t i = 0; i < tml_table_columns(a); i++) {
        const long other = tml_table_find(b, tml_table_name(a, i));
        if (other < 0) {
            c->missing++;
            cli_print(stdout, "  %s: the run has no such channel now\n", tml_table_name(a, i));
            continue;
        }
        const channel_difference d = compare_channel(a, i, b, (size_t)other, rows);
        const double relative = d.size > 0 ? d.largest / d.size : d.largest;
        channels++;
        c->different += d.differs;
        if (d.differs && !(relative <= c->worst))
            c->worst = relative;
        if (d.differs && !quiet && c->different - before <= MAX_SHOWN)
            print_channel(a, i, &d);
    }
    c->channels += channels;
    c->values += channels * rows;
    if (quiet)
        return;
    if (c->different - before > MAX_SHOWN)
        cli_print(stdout, "  and %zu more\n", c->different - before - MAX_SHOWN);
    cli_print(stdout, "%s: %zu channels, %zu of %zu rows", tml_table_kind(a), channels, rows, tml_table_rows(b));
    if (c->different > before)
        cli_print(stdout, ": %zu channels differ\n", c->different - before);
    else
        cli_print(stdout, c->missing > missing ? ": what both have is the same\n" : ": the same bits\n");
}

cli_comparison cli_compare_results(const tml_results *first, const tml_results *second, bool quiet)
{
    cli_comparison c = {0};
    const bool is_part = tml_results_partial(first) != NULL;
    for (size_t i = 0; i < tml_results_count(first); i++) {
        const tml_table *a = tml_results_table(first, i), *b = counterpart(first, i, second);
        if (b) {
            c.tables++;
            compare_tables(a, b, is_part, quiet, &c);
        } else {
            c.missing++;
            cli_print(stdout, "%s: the run has no such table now\n", tml_table_kind(a));
        }
    }
    return c;
}
