/* result_file.c - results in HDF5, .npz and MAT-files, and back; channels that are kept; units in the header of CSV. */
#include "base/text.h"
#include "result/kept_channels.h"
#include "result/read.h"
#include "result/writer.h"
#include <criterion/criterion.h>
#include <math.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

static const tml_column columns[] = {{"t", "s"}, {"B.fx", "N"}, {"B.fy", "N"}, {"a/b", ""}, {"a_b", ""}};

static tml_results *make_results(void)
{
    tml_results *results = tml_results_make();
    tml_table *table = tml_results_add(results, "dynamics", "Täst", columns, 5);
    for (int i = 0; i < 100; i++) {
        double *row = tml_table_append(table);
        for (int k = 0; k < 5; k++)
            row[k] = i == 7 && k == 2 ? NAN : sin(i + 100 * k) / 3;
        row[0] = i * 0.1;
    }
    table->analysis = 2;
    tml_table_add_fact(table, "steps", 12, "%d", 12);
    tml_table_add_fact(table, "CPU time", 1, "%s", "1 s");
    tml_table_add_fact(table, "event stop", NAN, "%s", "t = 1 s");
    tml_table_add_fact(table, "event stop", NAN, "%s", "t = 2 s");
    tml_table *matrix = tml_results_add(results, "modes.A", "", columns + 1, 2);
    for (int i = 0; i < 2; i++) {
        double *row = tml_table_append_named(matrix, i ? "second" : "first");
        row[0] = 10 * i;
        row[1] = 10 * i + 1;
    }
    matrix->is_matrix = true;
    for (int i = 0; i < 5000; i++)
        tml_table_add_fact(matrix, "many", i, "the fact of number %d", i); /* 64 KB and more */
    tml_table *events = tml_results_add(results, "dynamics.events", "", columns, 1);
    *tml_table_append_named(events, "stop") = 1;
    tml_results_set_origin(results, "text", "title: Täst\n");
    tml_results_set_origin(results, "integrator", "explicit");
    tml_results_set_partial(results, "stopped");
    return results;
}

static tml_text write_as(const tml_results *results, const char *name)
{
    tml_text text = {0};
    tml_log *log = tml_log_make();
    for (int i = 0; i < tml_writer_class_count; i++)
        if (strcmp(tml_writer_classes[i]->name, name) == 0)
            cr_assert_eq(tml_writer_classes[i]->write(results, results->tables[0], &(tml_save_options){.units = true},
                                                      &text, log),
                         TML_OK);
    cr_assert(text.length > 0 && !text.failed);
    tml_log_free(log);
    return text;
}

static void expect_same(const tml_table *a, const tml_table *b)
{
    cr_assert_eq(a->row_count, b->row_count);
    cr_assert_eq(a->column_count, b->column_count);
    cr_expect_str_eq(a->kind, b->kind);
    cr_expect_str_eq(a->title, b->title);
    cr_expect_eq(a->analysis, b->analysis);
    cr_expect_eq(a->is_matrix, b->is_matrix);
    for (size_t c = 0; c < a->column_count; c++) {
        cr_expect_str_eq(a->columns[c].name, b->columns[c].name);
        cr_expect_str_eq(a->columns[c].unit, b->columns[c].unit);
    }
    cr_expect_eq(memcmp(a->values, b->values, a->row_count * a->column_count * sizeof(double)), 0);
    cr_assert_eq(a->fact_count, b->fact_count);
    for (size_t i = 0; i < a->fact_count; i++) {
        cr_expect_str_eq(a->facts[i].name, b->facts[i].name);
        cr_expect_str_eq(a->facts[i].text, b->facts[i].text);
        cr_expect(a->facts[i].number == b->facts[i].number || isnan(a->facts[i].number));
    }
    for (size_t i = 0; i < a->row_count && a->has_row_names; i++)
        cr_expect_str_eq(tml_table_row_name(a, i), tml_table_row_name(b, i));
}

typedef tml_results *parser(const char *bytes, size_t length, const char *name, tml_log *log);

static const struct {
    const char *name;
    parser *parse;
} formats[] = {{"h5", tml_results_parse_hdf5}, {"npz", tml_results_parse_npz}, {"mat", tml_results_parse_mat}};
enum { FORMATS = sizeof formats / sizeof *formats };

static void expect_back(const char *format, parser *parse)
{
    tml_results *results = make_results();
    tml_table *second = tml_results_add(results, "dynamics", "again", columns, 2); /* of the same kind, one row */
    tml_table_append(second)[0] = 1;
    second->values[1] = -0.0;
    tml_results_set_origin(results, "set.a.b", "2 mm\xF0\x9F\x98\x80");
    tml_text text = write_as(results, format);
    tml_log *log = tml_log_make();
    tml_results *again = parse(text.data, text.length, "a", log);
    cr_assert_not_null(again, "%s: %s", format, tml_log_count(log) ? tml_log_get(log, 0).text : "");
    cr_assert_eq(again->count, 4);
    for (size_t i = 0; i < 4; i++)
        expect_same(results->tables[i], again->tables[i]);
    cr_expect_str_eq(tml_results_origin(again, "set.a.b"), "2 mm\xF0\x9F\x98\x80");
    cr_expect_str_eq(tml_results_origin(again, "text"), "title: Täst\n");
    cr_expect_str_eq(tml_results_origin(again, "integrator"), "explicit");
    cr_expect_null(tml_results_origin(again, "formulation"));
    cr_expect_str_eq(tml_results_partial(again), "stopped");
    tml_results_free(again);
    tml_log_free(log);
    tml_text_free(&text);
    tml_results_free(results);
}

Test(result_file, every_format_comes_back_as_it_was)
{
    for (size_t i = 0; i < FORMATS; i++)
        expect_back(formats[i].name, formats[i].parse);
}

Test(result_file, the_same_results_give_the_same_bytes)
{
    for (size_t i = 0; i < FORMATS; i++) {
        tml_results *first = make_results(), *second = make_results();
        tml_text a = write_as(first, formats[i].name), b = write_as(second, formats[i].name);
        cr_assert_eq(a.length, b.length, "%s", formats[i].name);
        cr_expect_eq(memcmp(a.data, b.data, a.length), 0, "%s", formats[i].name);
        tml_text_free(&a);
        tml_text_free(&b);
        tml_results_free(first);
        tml_results_free(second);
    }
}

Test(result_file, files_that_are_cut_are_reported)
{
    for (size_t i = 0; i < FORMATS; i++) {
        tml_results *results = make_results();
        tml_text text = write_as(results, formats[i].name);
        for (size_t length = 8; length < text.length; length += text.length / 7) {
            tml_log *log = tml_log_make();
            cr_expect_null(formats[i].parse(text.data, length, "a", log), "%s %zu", formats[i].name, length);
            cr_expect_eq(tml_log_count(log), 1);
            cr_expect_str_eq(tml_log_get(log, 0).code, i == 0 ? "E724" : "E795");
            tml_log_free(log);
        }
        tml_text_free(&text);
        tml_results_free(results);
    }
}

/* Without memory that is not theirs and without an end that does not come; in a zip every byte of an array is under its check sum. */
Test(result_file, damaged_arrays_are_read_or_reported)
{
    for (size_t i = 1; i < FORMATS; i++) {
        tml_results *results = make_results();
        const size_t facts = results->tables[1]->fact_count;
        results->tables[1]->fact_count = 3; /* a smaller file: other parts of it are damaged, too */
        tml_text text = write_as(results, formats[i].name);
        results->tables[1]->fact_count = facts;
        size_t reported = 0, tried = 0;
        uint64_t random = 1;
        for (; tried < 3000; tried++) {
            random = random * 6364136223846793005u + 1442695040888963407u;
            const size_t at = (size_t)(random >> 16) % text.length;
            const char before = text.data[at];
            tml_log *log = tml_log_make();
            text.data[at] = (char)(before ^ (char)(1 + (random >> 33) % 255));
            tml_results *again = formats[i].parse(text.data, text.length, "a", log);
            cr_expect_eq(again == NULL, tml_log_count(log) == 1);
            reported += !again;
            tml_results_free(again);
            text.data[at] = before;
            tml_log_free(log);
        }
        cr_expect_gt(reported, i == 1 ? tried / 2 : tried / 50, "%s: %zu of %zu", formats[i].name, reported, tried);
        tml_text_free(&text);
        tml_results_free(results);
    }
}

/* Heaps of texts have no checksum: HDF5 would read beyond them, or for ever. */
Test(result_file, hdf5_with_damaged_heaps_is_read_or_reported)
{
    tml_results *results = make_results();
    tml_text text = write_as(results, "h5");
    long heaps = 0;
    for (size_t at = 0; at + 4 < text.length; at += 8) {
        if (memcmp(text.data + at, "GCOL", 4) != 0)
            continue;
        for (size_t byte = 5; byte < 40 && heaps < 3; byte++) { /* sizes of the heap and of its first objects */
            const char before = text.data[at + byte];
            tml_log *log = tml_log_make();
            text.data[at + byte] = (char)(before ^ 0x55);
            tml_results_free(tml_results_parse_hdf5(text.data, text.length, "a.h5", log));
            text.data[at + byte] = before;
            tml_log_free(log);
        }
        heaps++;
    }
    cr_expect_gt(heaps, 1, "texts are in heaps");
    tml_log *log = tml_log_make();
    tml_results *again = tml_results_parse_hdf5(text.data, text.length, "a.h5", log);
    cr_expect_not_null(again);
    tml_results_free(again);
    tml_log_free(log);
    tml_text_free(&text);
    tml_results_free(results);
}

Test(result_file, csv_with_units_in_its_header_is_understood)
{
    tml_results *results = make_results();
    tml_text text = write_as(results, "csv");
    cr_expect_eq(strncmp(text.data, "t [s],B.fx [N],B.fy [N],a/b,a_b\n", 32), 0);
    tml_log *log = tml_log_make();
    tml_results *again = tml_results_parse_csv(text.data, text.length, "a.csv", log);
    cr_assert_not_null(again);
    for (size_t c = 0; c < 5; c++) {
        cr_expect_str_eq(tml_table_name(again->tables[0], c), columns[c].name);
        cr_expect_str_eq(tml_table_unit(again->tables[0], c), columns[c].unit);
    }
    tml_results_free(again);
    static const char other[] = "a [no unit],b[m], [m],c [m/s^2]\n1,2,3,4\n";
    again = tml_results_parse_csv(other, sizeof other - 1, "b.csv", log);
    cr_assert_not_null(again);
    cr_expect_str_eq(tml_table_name(again->tables[0], 0), "a [no unit]");
    cr_expect_str_eq(tml_table_name(again->tables[0], 1), "b[m]");
    cr_expect_str_eq(tml_table_name(again->tables[0], 2), "[m]");
    cr_expect_str_eq(tml_table_name(again->tables[0], 3), "c");
    cr_expect_str_eq(tml_table_unit(again->tables[0], 3), "m/s^2");
    tml_results_free(again);
    tml_log_free(log);
    tml_text_free(&text);
    tml_results_free(results);
}

Test(result_file, patterns_keep_channels_and_time)
{
    tml_results *results = make_results(), kept;
    tml_log *log = tml_log_make();
    const char *const patterns[] = {"B.f?"};
    cr_assert_eq(tml_kept_channels_make(results, patterns, 1, false, &kept, log), TML_OK);
    const tml_table *t = kept.tables[0];
    cr_assert_eq(t->column_count, 3);
    cr_expect_str_eq(tml_table_name(t, 0), "t");
    cr_expect_str_eq(tml_table_name(t, 2), "B.fy");
    cr_expect_eq(tml_table_value(t, 99, 2), tml_table_value(results->tables[0], 99, 2));
    cr_expect_eq(kept.tables[1]->column_count, 2, "a matrix stays whole");
    cr_expect_eq(tml_table_fact_find(t, "CPU time"), -1, "what was measured is left out");
    cr_expect_eq(t->fact_count, 3);
    tml_kept_channels_free(&kept);
    const char *const wrong[] = {"B.f?", "B.g?", "B.fxx"};
    cr_assert_eq(tml_kept_channels_make(results, wrong, 3, true, &kept, log), TML_WRONG);
    tml_kept_channels_free(&kept);
    cr_assert_eq(tml_log_count(log), 2);
    cr_expect_str_eq(tml_log_get(log, 0).code, "E727");
    cr_expect(strstr(tml_log_get(log, 0).text, "near it: B.fx, B.fy"), "%s", tml_log_get(log, 0).text);
    cr_expect(strstr(tml_log_get(log, 1).text, "did you mean \"B.fx\"?"), "%s", tml_log_get(log, 1).text);
    tml_log_free(log);
    tml_results_free(results);
}
