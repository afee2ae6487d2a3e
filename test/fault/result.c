/* result.c - results that cannot be written or read: clear messages, nothing lost. */
#include "base/arena.h"
#include "base/file.h"
#include "plot/plot.h"
#include "result/read.h"
#include "result/table.h"
#include "support/replaceable_allocator.h"
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static char folder[64];
static char path[128];
static tml_log *logged;
static tml_results *results;

static const char *in_folder(const char *name)
{
    snprintf(path, sizeof path, "%s/%s", folder, name);
    return path;
}

static void set_up(void)
{
    strcpy(folder, "/tmp/trammel-result-XXXXXX");
    cr_assert_not_null(mkdtemp(folder));
    logged = tml_log_make();
    results = tml_results_make();
    tml_table *table = tml_results_add(results, "dynamics", "", (tml_column[]){{"t", "s"}, {"a.x", "m"}}, 2);
    for (int i = 0; i < 10; i++)
        memcpy(tml_table_append(table), (double[]){i, i * i}, 2 * sizeof(double));
}

static int count_files(void)
{
    int count = 0;
    DIR *directory = opendir(folder);
    while (readdir(directory) != NULL)
        count++;
    closedir(directory);
    return count - 2;
}

static void tear_down(void)
{
    char command[128];
    tml_results_free(results);
    tml_log_free(logged);
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    cr_expect_eq(system(command), 0);
}

TestSuite(result, .init = set_up, .fini = tear_down);

static bool was_reported(const char *part)
{
    for (size_t i = 0; i < tml_log_count(logged); i++)
        if (strstr(tml_log_get(logged, i).text, part) != NULL)
            return true;
    return false;
}

static void write_file(const char *name, const char *text)
{
    FILE *file = fopen(in_folder(name), "w");
    cr_assert_not_null(file);
    fputs(text, file);
    fclose(file);
}

/* ---- writing ------------------------------------------------------------------------------------------------- */

Test(result, is_written_whole_and_replaced)
{
    write_file("a.csv", "old");
    cr_assert_eq(chmod(in_folder("a.csv"), 0640), 0);
    cr_assert_eq(tml_results_save(results, in_folder("a.csv"), NULL, logged), TML_OK);
    cr_expect_eq(count_files(), 1, "nothing else is left");
    struct stat status;
    cr_assert_eq(stat(path, &status), 0);
    cr_expect_eq(status.st_mode & 0777, 0640);
    tml_results *again = tml_results_load(path, logged);
    cr_assert_not_null(again);
    cr_expect_eq(tml_table_value(again->tables[0], 9, 1), 81);
    tml_results_free(again);
}

Test(result, unknown_endings_list_the_known)
{
    cr_expect_eq(tml_results_save(results, in_folder("a.xls"), NULL, logged), TML_WRONG);
    cr_expect(was_reported(".csv, .dxf, .h5, .json, .mat, .npz"));
    cr_expect_eq(tml_results_save(results, in_folder(".csv"), NULL, logged), TML_WRONG);
    cr_expect_eq(count_files(), 0);
}

Test(result, unknown_kinds_list_the_known)
{
    cr_expect_eq(tml_results_save(results, in_folder("a.csv"), "modes", logged), TML_WRONG);
    cr_expect(was_reported("it has: dynamics"));
    cr_expect_eq(tml_results_save(results, in_folder("a.csv"), "dynamics", logged), TML_OK);
}

Test(result, places_that_cannot_be_written_are_named_with_the_reason)
{
    cr_expect_eq(tml_results_save(results, in_folder("none/a.csv"), NULL, logged), TML_FAILED);
    cr_expect(was_reported("none/a.csv: No such file"));
    cr_assert_eq(mkdir(in_folder("dir.csv"), 0777), 0);
    cr_expect_eq(tml_results_save(results, path, NULL, logged), TML_FAILED);
    cr_expect(was_reported("dir.csv: it is a folder"));
    write_file("plain", "");
    cr_expect_eq(tml_results_save(results, in_folder("plain/a.csv"), NULL, logged), TML_FAILED);
    cr_expect(was_reported("plain/a.csv: Not a directory"));
    cr_expect_eq(count_files(), 2);
}

Test(result, a_full_disk_is_reported)
{
    cr_assert_eq(symlink("/dev/full", in_folder("full.csv")), 0);
    cr_expect_eq(tml_results_save(results, path, NULL, logged), TML_FAILED);
    cr_expect(was_reported("full.csv: No space left"));
}

Test(result, a_folder_without_permission_keeps_the_old_file)
{
    if (geteuid() == 0)
        cr_skip_test("root may write anywhere");
    write_file("a.csv", "old");
    cr_assert_eq(chmod(folder, 0500), 0);
    cr_expect_eq(tml_results_save(results, in_folder("a.csv"), NULL, logged), TML_FAILED);
    cr_expect(was_reported("a.csv: Permission denied"));
    cr_assert_eq(chmod(folder, 0700), 0);
    tml_text text = {0};
    cr_assert_eq(tml_file_read(in_folder("a.csv"), &text, logged), TML_OK);
    cr_expect_str_eq(text.data, "old");
    tml_text_free(&text);
}

Test(result, a_link_stays_a_link)
{
    write_file("real.csv", "old");
    cr_assert_eq(symlink("real.csv", in_folder("link.csv")), 0);
    cr_assert_eq(tml_results_save(results, path, NULL, logged), TML_OK);
    struct stat status;
    cr_assert_eq(lstat(path, &status), 0);
    cr_expect(S_ISLNK(status.st_mode));
    cr_assert_eq(stat(in_folder("real.csv"), &status), 0);
    cr_expect_gt(status.st_size, 3);
}

/* ---- reading ------------------------------------------------------------------------------------------------- */

static void expect_refused(const char *text, int line, int column, const char *part)
{
    tml_log *log = tml_log_make();
    bool json = text[0] == '{' || text[0] == '[';
    tml_results *read = json ? tml_results_parse_json(text, strlen(text), "x", log)
                             : tml_results_parse_csv(text, strlen(text), "x", log);
    cr_expect_null(read, "%s", text);
    cr_assert_gt(tml_log_count(log), 0, "%s", text);
    tml_message message = tml_log_get(log, 0);
    cr_expect_eq(message.place.line, line, "%s: line %d", text, message.place.line);
    cr_expect_eq(message.place.column, column, "%s: column %d", text, message.place.column);
    cr_expect_not_null(strstr(message.text, part), "%s: %s", text, message.text);
    tml_results_free(read);
    tml_log_free(log);
}

Test(result, broken_csv_is_refused_with_its_place)
{
    expect_refused("", 1, 1, "empty");
    expect_refused("\n\n# nothing\n", 1, 1, "empty");
    expect_refused("1,2\n3,4\n", 1, 1, "channel names");
    expect_refused("t,a\n0,1\n0,1,2\n", 3, 1, "3 values");
    expect_refused("t,a\n\n0\n", 3, 1, "1 values");
    expect_refused("t,a\n0,1\n0,zwei\n", 3, 2, "\"zwei\" is not a number");
    expect_refused("t,,b\n0,1,2\n", 1, 2, "names no channel");
    expect_refused("t,a\n0,1x\n", 2, 2, "not a number");
    expect_refused("\xFF\xFE\x80garbage\n\x01\x02,\x03\n", 2, 1, "not a number");
    cr_expect_null(tml_results_parse_csv("t\0a", 3, "x", logged));
    cr_expect(was_reported("not a text file"));
}

Test(result, messages_about_one_file_are_limited)
{
    tml_text text = {0};
    tml_text_add(&text, "t,a\n");
    for (int i = 0; i < 1000; i++)
        tml_text_add(&text, "x,y\n");
    cr_expect_null(tml_results_parse_csv(text.data, text.length, "x", logged));
    cr_expect_leq(tml_log_count(logged), 10);
    tml_text_free(&text);
}

Test(result, csv_of_other_programs_is_read)
{
    static const char text[] = "\xEF\xBB\xBF# from elsewhere\r\n\"t\" , \"a, b\"\r\n 0 ,1e-3\r\n\r\n1,\r\n2,NaN";
    tml_results *read = tml_results_parse_csv(text, sizeof text - 1, "x", logged);
    cr_assert_not_null(read);
    cr_expect_eq(tml_table_rows(read->tables[0]), 3);
    cr_expect_str_eq(tml_table_name(read->tables[0], 1), "a, b");
    cr_expect_eq(tml_table_value(read->tables[0], 0, 1), 1e-3);
    cr_expect(tml_table_value(read->tables[0], 1, 1) != tml_table_value(read->tables[0], 1, 1), "empty is missing");
    tml_results_free(read);
}

#define HEAD "{\"analyses\": [{\"kind\": \"d\",\n\"columns\": [{\"name\": \"t\", \"unit\": \"s\"}],\n\"rows\": "

Test(result, broken_json_is_refused_with_its_place)
{
    expect_refused("{", 1, 1, "string");
    expect_refused("{}", 0, 0, "no analyses");
    expect_refused("[]", 0, 0, "no analyses");
    expect_refused("{\"analyses\": 3}", 0, 0, "no analyses");
    expect_refused("{\"analyses\": [3]}", 0, 0, "analysis 1: it is not an object");
    expect_refused("{\"analyses\": [{\"rows\": [[1]]}]}", 0, 0, "analysis 1: it has rows but no columns");
    expect_refused("{\"analyses\": [{\"columns\": [{}]}]}", 0, 0, "column 1 has no name");
    expect_refused(HEAD "[[1], [2, 3]]}]}", 0, 0, "analysis 1: row 2 does not have as many values");
    expect_refused(HEAD "[[\"a\"]]}]}", 0, 0, "analysis 1: row 1: value 1 is not a number");
    expect_refused(HEAD "[[1]]}]} x", 3, 18, "end of file expected");
    expect_refused(HEAD "[[1", 3, 11, "']'");
    expect_refused("{\"a\": \"\\q\"}", 1, 9, "escape");
    tml_text deep = {0};
    tml_text_add(&deep, "{\"a\":");
    for (int i = 0; i < 100000; i++)
        tml_text_add(&deep, "[");
    cr_expect_null(tml_results_parse_json(deep.data, deep.length, "x", logged));
    cr_expect(was_reported("maximum parsing depth"));
    tml_text_free(&deep);
}

typedef tml_results *parser(const char *text, size_t length, const char *name, tml_log *log);

/* Whether the first bytes are results; if not, a message says so. */
static bool can_be_read(parser *parse, const char *text, size_t length)
{
    tml_log *log = tml_log_make();
    char *part = malloc(length + 1); /* a copy, so that a sanitizer sees reads beyond its end */
    memcpy(part, text, length);
    tml_results *read = parse(part, length, "x", log);
    cr_expect(read || tml_log_count(log) > 0, "%zu bytes are refused without a message", length);
    const bool can = read != NULL;
    tml_results_free(read);
    free(part);
    tml_log_free(log);
    return can;
}

Test(result, truncated_results_are_read_or_refused_with_a_message)
{
    static const char json[] = HEAD "[[1], [null], [-2.5e3]], \"facts\": {\"a\": [true, \"\\u00e9\"]}}]}";
    static const char csv[] = "t,\"a\"\"b\"\n1,2\n3,\"4\"\n";
    for (size_t length = 0; length < sizeof json; length++)
        cr_expect_eq(can_be_read(tml_results_parse_json, json, length), length == sizeof json - 1, "%zu", length);
    for (size_t length = 0; length < sizeof csv; length++)
        cr_expect(can_be_read(tml_results_parse_csv, csv, length) || length < sizeof csv - 1);
}

Test(result, files_that_are_not_there_are_named)
{
    cr_expect_null(tml_results_load(in_folder("none.csv"), logged));
    cr_expect(was_reported("none.csv: No such file"));
    cr_expect_null(tml_results_load(folder, logged));
    cr_expect(was_reported("it is a folder"));
}

/* ---- memory -------------------------------------------------------------------------------------------------- */

static long allocations_left;

static void *allocate_some(size_t bytes)
{
    return allocations_left-- > 0 ? malloc(bytes) : NULL;
}

static bool work(void)
{
    static const char json[] = HEAD "[[1], [2]]}]}";
    static const char *const names[] = {"a*", "t"};
    tml_log *log = tml_log_make();
    tml_text text = {0};
    tml_plot_options request = {.size = sizeof request, .channels = names, .channel_count = 2};
    bool done = log != NULL && tml_plot_draw_table(results->tables[0], &request, tml_plot_format_find(NULL, log), &text,
                                                   log) == TML_OK;
    if (log != NULL && tml_results_save(results, in_folder("m.json"), NULL, log) != TML_OK)
        done = false;
    tml_results *read = log != NULL ? tml_results_parse_json(json, sizeof json - 1, "x", log) : NULL;
    tml_results *more = log != NULL ? tml_results_parse_csv("t,a\n1,2\n", 8, "x", log) : NULL;
    done = done && read != NULL && more != NULL;
    tml_results_free(read);
    tml_results_free(more);
    tml_text_free(&text);
    tml_log_free(log);
    return done;
}

Test(result, failed_allocations_are_reported)
{
    allocate_with = allocate_some;
    long most = -1;
    for (long limit = 0; limit < 500 && most < 0; limit++) {
        allocations_left = limit;
        if (work())
            most = limit;
    }
    allocate_with = malloc;
    cr_expect_gt(most, 10, "with enough memory it works: %ld", most);
}
