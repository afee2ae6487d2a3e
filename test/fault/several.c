/* several.c - all errors of a file are reported: each once, in the order of the file, without consequences of others.
 *
 * test/several/NAME.yaml: `#!` precedes the codes of the errors that the line must raise, in the order of its columns.
 */
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 8192, FILES_MIN = 4 };
#define FOLDER TML_SOURCE_DIR "/test/several/"

static void read_file(const char *name, char text[static ROOM])
{
    char path[ROOM];
    snprintf(path, sizeof path, FOLDER "%s", name);
    FILE *file = fopen(path, "rb");
    cr_assert(file, "%s", path);
    const size_t length = fread(text, 1, ROOM - 1, file);
    cr_assert_lt(length, ROOM - 1);
    text[length] = 0;
    fclose(file);
}

/* "line code" for each error that is expected; how many. */
static int expected(const char *text, char list[static ROOM])
{
    int line = 1, count = 0;
    list[0] = 0;
    for (const char *at = text; *at; at += strcspn(at, "\n"), at += *at == '\n', line++) {
        char row[400];
        snprintf(row, sizeof row, "%.*s", (int)strcspn(at, "\n"), at);
        char *mark = strstr(row, "#!");
        for (char *code = mark ? strtok(mark + 2, " ") : NULL; code; code = strtok(NULL, " "), count++)
            snprintf(list + strlen(list), ROOM - strlen(list), "%d %s\n", line, code);
    }
    return count;
}

static void list_errors(const char *text, char list[static ROOM])
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    cr_expect_null(model);
    list[0] = 0;
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        if (m.severity == TML_ERROR)
            snprintf(list + strlen(list), ROOM - strlen(list), "%d %s\n", m.place.line, m.code);
    }
    tml_model_free(model);
    tml_log_free(log);
}

Test(several, all_errors_of_a_file_are_reported_once)
{
    static char text[ROOM], wanted[ROOM], found[ROOM];
    DIR *folder = opendir(FOLDER);
    int files = 0;
    cr_assert(folder);
    for (struct dirent *entry; (entry = readdir(folder));) {
        if (!strstr(entry->d_name, ".yaml"))
            continue;
        files++;
        read_file(entry->d_name, text);
        cr_expect_geq(expected(text, wanted), 5, "%s", entry->d_name);
        list_errors(text, found);
        cr_expect_str_eq(found, wanted, "%s: reported\n%sexpected\n%s", entry->d_name, found, wanted);
    }
    closedir(folder);
    cr_expect_geq(files, FILES_MIN);
}

Test(several, fifty_errors_are_listed_and_the_rest_counted)
{
    static char text[ROOM];
    snprintf(text, sizeof text, "trammel: 1\nparameters:\n");
    for (int i = 0; i < 73; i++)
        snprintf(text + strlen(text), sizeof text - strlen(text), "  p%d: x +\n", i);
    tml_log *log = tml_log_make();
    cr_expect_null(tml_model_parse(text, strlen(text), "m.yaml", log));
    cr_assert_eq(tml_log_count(log), 51);
    for (size_t i = 0; i < 50; i++)
        cr_expect_eq(tml_log_get(log, i).place.line, (int)i + 3);
    const tml_message last = tml_log_get(log, 50);
    cr_expect_str_eq(last.text, "... and 23 more errors");
    cr_expect_str_eq(last.code, "E041");
    tml_log_free(log);
}
