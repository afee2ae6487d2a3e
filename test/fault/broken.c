/* broken.c - a corpus of wrong models: each raises the expected message, with its place and wording.
 *
 * test/broken/FAMILY.txt holds cases, test/broken/bases what they begin with:
 *
 *     --- name | code | line:column | words; more words
 *     @base
 *     the rest of the model
 *
 * Those of once.txt and cams.txt raise no other error: one mistake, one message.
 */
#include "support/run_messages.h"
#include "trammel/trammel.h"
#include <criterion/criterion.h>
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { ROOM = 4096, LEAST = 200 };
#define FOLDER TML_SOURCE_DIR "/test/broken/"

static char *read_file(const char *name)
{
    char path[ROOM];
    snprintf(path, sizeof path, FOLDER "%s", name);
    FILE *file = fopen(path, "rb");
    cr_assert(file, "%s", path);
    fseek(file, 0, SEEK_END);
    const long length = ftell(file);
    rewind(file);
    char *text = calloc((size_t)length + 1, 1);
    cr_assert_eq(fread(text, 1, (size_t)length, file), (size_t)length);
    fclose(file);
    return text;
}

/* The next line "--- ..." from `at` on, or the end. */
static const char *next_head(const char *at)
{
    const char *head = strstr(at, "\n--- ");
    return head ? head + 1 : at + strlen(at);
}

/* The model of a case: its base, then its own lines. */
static void expand(const char *bases, const char *body, size_t length, char *out)
{
    out[0] = 0;
    if (*body == '@') {
        char head[100];
        const size_t name = strcspn(body, "\n");
        snprintf(head, sizeof head, "--- %.*s\n", (int)name - 1, body + 1);
        const char *at = strstr(bases, head);
        cr_assert(at, "no base %s", head);
        at += strlen(head);
        snprintf(out, ROOM, "%.*s", (int)(next_head(at) - at), at);
        body += name + 1;
        length -= name + 1;
    }
    snprintf(out + strlen(out), ROOM - strlen(out), "%.*s", (int)length, body);
}

static bool has_parts(const char *text, const char *words)
{
    char list[ROOM];
    snprintf(list, sizeof list, "%s", words);
    for (char *word = strtok(list, ";"); word; word = strtok(NULL, ";"))
        if (!strstr(text, word + strspn(word, " ")))
            return false;
    return true;
}

static void expect_message(const char *name, const char *text, const char *code, int line, int column,
                           const char *words, bool alone)
{
    tml_log *log = tml_messages_of(text);
    char all[ROOM] = "";
    bool found = false;
    int errors = 0;
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        errors += m.severity == TML_ERROR;
        found |=
            strcmp(m.code, code) == 0 && m.place.line == line && m.place.column == column && has_parts(m.text, words);
        snprintf(all + strlen(all), sizeof all - strlen(all), "%d:%d: %s [%s]\n", m.place.line, m.place.column, m.text,
                 m.code);
    }
    cr_expect(found, "%s: no %s at %d:%d with \"%s\", but\n%s", name, code, line, column, words, all);
    cr_expect(!alone || errors == 1, "%s: more than one error:\n%s", name, all);
    tml_log_free(log);
}

/* An error is reported also where the file has another one: here an unknown section at its end. Only text that is not YAML, or not a
 * map, ends the reading. */
static void expect_beside_another(const char *name, const char *text, const char *code, int line, int column)
{
    static const char *const others[] = {"E004", "E005", "E006", "E008", "E009", "E012", "E013", "E020"};
    char both[2 * ROOM];
    bool found = code[0] != 'E' || strcmp(code, "E300") >= 0;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        found |= strcmp(code, others[i]) == 0;
    if (found)
        return;
    snprintf(both, sizeof both, "%s%szzzz: 1\n", text, text[strlen(text) - 1] == '\n' ? "" : "\n");
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(both, strlen(both), "m.yaml", log);
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        found |= strcmp(m.code, code) == 0 && m.place.line == line && m.place.column == column;
    }
    cr_expect(found, "%s: %s at %d:%d is hidden by another error", name, code, line, column);
    tml_model_free(model);
    tml_log_free(log);
}

/* Runs the cases of a file; how many there are. */
static int run_family(const char *file, const char *bases)
{
    char *text = read_file(file), model[ROOM];
    int count = 0;
    for (const char *at = text; *at; count++) {
        char name[100], code[8], words[200] = "";
        int line, column;
        const char *body = strchr(at, '\n') + 1, *end = next_head(body - 1);
        cr_assert_geq(sscanf(at, "--- %99[^|]| %7s | %d:%d | %199[^\n]", name, code, &line, &column, words), 4, "%.80s",
                      at);
        expand(bases, body, (size_t)(end - body), model);
        expect_message(name, model, code, line, column, words,
                       strcmp(file, "once.txt") == 0 || strcmp(file, "cams.txt") == 0);
        expect_beside_another(name, model, code, line, column);
        at = end;
    }
    free(text);
    return count;
}

Test(broken, each_model_raises_its_message_at_its_place)
{
    char *bases = read_file("bases");
    DIR *folder = opendir(FOLDER);
    int count = 0;
    cr_assert(folder);
    for (struct dirent *entry; (entry = readdir(folder));)
        if (strstr(entry->d_name, ".txt"))
            count += run_family(entry->d_name, bases);
    closedir(folder);
    free(bases);
    cr_expect_geq(count, LEAST, "%d cases", count);
}
