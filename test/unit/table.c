/* table.c - tables and results: filling, looking, writing as CSV and JSON, and reading them back. */
#include "result/table.h"
#include "result/read.h"
#include "result/writer.h"
#include <criterion/criterion.h>
#include <locale.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

extern const tml_writer_class tml_writer_csv, tml_writer_json;

static const tml_column columns[] = {{"t", "s"}, {"crank.x", "m"}, {"O.torque", "N*m"}};

static tml_results *make_results(void)
{
    tml_results *results = tml_results_make();
    tml_table *table = tml_results_add(results, "dynamics", "A \"four\"-bar\n", columns, 3);
    for (int i = 0; i < 200; i++) {
        double *row = tml_table_append(table);
        row[0] = i * 0.1;
        row[1] = sin(i) / 3;
        row[2] = i == 7 ? NAN : 1e22 / 3;
    }
    tml_table_add_fact(table, "steps", 12, "%d", 12);
    tml_table_add_fact(table, "integrator", NAN, "%s", "dae");
    return results;
}

static tml_text write_with(const tml_writer_class *writer, const tml_results *results)
{
    tml_text text = {0};
    writer->write(results, results->tables[results->count - 1], &(tml_save_options){0}, &text, NULL);
    cr_assert(!text.failed);
    return text;
}

Test(table, keeps_what_is_put_in)
{
    tml_results *results = make_results();
    const tml_table *table = tml_results_table(results, 0);
    cr_expect_eq(tml_results_count(results), 1);
    cr_expect_null(tml_results_table(results, 1));
    cr_expect_str_eq(tml_table_kind(table), "dynamics");
    cr_expect_eq(tml_table_rows(table), 200);
    cr_expect_eq(tml_table_columns(table), 3);
    cr_expect_str_eq(tml_table_name(table, 2), "O.torque");
    cr_expect_str_eq(tml_table_unit(table, 2), "N*m");
    cr_expect_eq(tml_table_quantity(table, 1), TML_QUANTITY_LENGTH);
    cr_expect_eq(tml_table_quantity(table, 2), TML_QUANTITY_TORQUE);
    cr_expect_eq(tml_table_quantity(table, 3), TML_QUANTITY_OTHER);
    cr_expect_eq(tml_table_find(table, "crank.x"), 1);
    cr_expect_eq(tml_table_find(table, "crank"), -1);
    cr_expect_eq(tml_table_value(table, 150, 1), sin(150) / 3);
    cr_expect(isnan(tml_table_value(table, 200, 0)));
    cr_expect_eq(tml_table_fact_count(table), 2);
    cr_expect_str_eq(tml_table_fact_name(table, 1), "integrator");
    cr_expect_str_eq(tml_table_fact_text(table, 0), "12");
    tml_results_free(results);
}

Test(table, reserve_makes_appending_free_of_moves)
{
    tml_results *results = tml_results_make();
    tml_table *table = tml_results_add(results, "static", NULL, columns, 3);
    cr_assert(tml_table_reserve(table, 1000));
    double *first = tml_table_append(table);
    for (int i = 1; i < 1000; i++)
        cr_assert_not_null(tml_table_append(table));
    cr_expect_eq(first, table->values);
    cr_expect(isnan(tml_table_value(table, 999, 2)), "a row not filled says so");
    cr_expect_not(tml_table_reserve(table, SIZE_MAX / 4));
    tml_results_free(results);
}

Test(table, csv_is_as_specified)
{
    tml_results *results = tml_results_make();
    tml_table *table = tml_results_add(results, "dynamics", "", columns, 3);
    memcpy(tml_table_append(table), (double[]){0, 0.1, -1e-300}, 3 * sizeof(double));
    memcpy(tml_table_append(table), (double[]){0.5, NAN, INFINITY}, 3 * sizeof(double));
    tml_text text = write_with(&tml_writer_csv, results);
    cr_expect_str_eq(text.data, "t,crank.x,O.torque\n0,0.10000000000000001,-1e-300\n0.5,nan,inf\n");
    tml_text_free(&text);
    tml_results_free(results);
}

Test(table, csv_quotes_odd_names)
{
    tml_results *results = tml_results_make();
    tml_results_add(results, "x", "", (tml_column[]){{"a,b", ""}, {"say \"c\"", ""}}, 2);
    tml_text text = write_with(&tml_writer_csv, results);
    cr_expect_str_eq(text.data, "\"a,b\",\"say \"\"c\"\"\"\n");
    tml_text_free(&text);
    tml_results_free(results);
}

static void expect_same(const tml_results *a, const tml_results *b)
{
    cr_assert_eq(tml_results_count(a), tml_results_count(b));
    const tml_table *one = a->tables[0], *other = b->tables[0];
    cr_assert_eq(one->row_count, other->row_count);
    cr_assert_eq(one->column_count, other->column_count);
    for (size_t i = 0; i < one->column_count; i++)
        cr_expect_str_eq(one->columns[i].name, other->columns[i].name);
    for (size_t i = 0; i < one->row_count * one->column_count; i++)
        cr_expect(one->values[i] == other->values[i] || (isnan(one->values[i]) && isnan(other->values[i])));
}

Test(table, csv_reads_back_to_the_last_bit)
{
    tml_log *log = tml_log_make();
    tml_results *results = make_results();
    tml_text text = write_with(&tml_writer_csv, results);
    tml_results *again = tml_results_parse_csv(text.data, text.length, "x.csv", log);
    cr_assert_not_null(again);
    expect_same(results, again);
    tml_text_free(&text);
    tml_results_free(results);
    tml_results_free(again);
    tml_log_free(log);
}

Test(table, json_reads_back_with_units_and_title)
{
    tml_log *log = tml_log_make();
    tml_results *results = make_results();
    tml_text text = write_with(&tml_writer_json, results);
    tml_results *again = tml_results_parse_json(text.data, text.length, "x.json", log);
    cr_assert_not_null(again);
    expect_same(results, again);
    cr_expect_str_eq(again->tables[0]->columns[2].unit, "N*m");
    cr_expect_str_eq(again->tables[0]->title, "A \"four\"-bar\n");
    cr_expect_str_eq(again->tables[0]->kind, "dynamics");
    cr_expect_not_null(strstr(text.data, "\"steps\": 12, \"integrator\": \"dae\""));
    cr_expect_not_null(strstr(text.data, ", null]"), "NaN is null");
    cr_expect_null(strstr(text.data, "nan"));
    tml_text_free(&text);
    tml_results_free(results);
    tml_results_free(again);
    tml_log_free(log);
}

/* A matrix beside its analysis: rows have names, and files that hold one table take that of the analysis. */
Test(table, matrices_have_named_rows)
{
    tml_results *results = make_results();
    tml_table *matrix = tml_results_add(results, "dynamics.A", "", columns, 2);
    for (int i = 0; i < 100; i++) {
        char name[16];
        snprintf(name, sizeof name, "row%d", i);
        double *row = tml_table_append_named(matrix, name);
        row[0] = i, row[1] = -i;
    }
    cr_expect_str_eq(tml_table_row_name(matrix, 99), "row99");
    cr_expect_null(tml_table_row_name(matrix, 100));
    cr_expect_null(tml_table_row_name(results->tables[0], 0));
    tml_results_add(results, "dynamics.events", "", columns, 2)->has_row_names = true;
    tml_text text = write_with(&tml_writer_json, results);
    cr_expect_not_null(strstr(text.data, "\"row_names\": [\"row0\", \"row1\""));
    cr_expect_not_null(strstr(text.data, "\"row_names\": [],"), "also where there are no rows");
    tml_results *again = tml_results_parse_json(text.data, text.length, "m.json", NULL);
    cr_assert_not_null(again);
    cr_expect_eq(tml_table_value(again->tables[1], 99, 1), -99);
    tml_results_free(again);
    tml_text_free(&text);
    tml_results_free(results);
}

Test(table, json_replaces_what_is_no_text)
{
    tml_results *results = tml_results_make();
    tml_results_add(results, "x", "a\x01\xFFz", (tml_column[]){{"b\\", ""}}, 1);
    tml_text text = write_with(&tml_writer_json, results);
    cr_expect_not_null(strstr(text.data, "\"a\\u0001\xEF\xBF\xBDz\""));
    cr_expect_not_null(strstr(text.data, "\"b\\\\\""));
    tml_text_free(&text);
    tml_results_free(results);
}

Test(table, writers_do_not_follow_the_locale)
{
    static const char *const names[] = {"de_DE.UTF-8", "de_DE", "fr_FR.UTF-8", "nl_NL.UTF-8"};
    bool set = false;
    for (size_t i = 0; i < 4 && !set; i++)
        set = setlocale(LC_ALL, names[i]) != NULL;
    if (!set)
        cr_skip_test("no locale with a decimal comma here");
    tml_results *results = make_results();
    tml_text text = write_with(&tml_writer_csv, results);
    cr_expect_not_null(strstr(text.data, "\n0.5,"));
    cr_expect_eq(localeconv()->decimal_point[0], ',', "the locale is unchanged");
    tml_text_free(&text);
    tml_results_free(results);
}
