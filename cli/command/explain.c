/* explain.c - `trammel explain`: what the code of a message means; without one, a list of all codes. */
#include "command.h"
#include "command_line.h"
#include "messages.h"
#include "trammel/trammel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE "explain [CODE]"
enum { LINE = 100 };

static const char *const severities[] = {"note", "warning", "error"};

static void list_all(void)
{
    for (size_t i = 0; i < tml_explanation_count(); i++) {
        const tml_explanation e = tml_explanation_get(i);
        printf("%s  %-8s %s\n", e.code, severities[e.severity], e.title);
    }
}

/* A text in lines of up to 100 characters. */
static void put_wrapped(const char *text)
{
    int column = 0;
    if (*text)
        printf("\n");
    while (*text) {
        const int word = (int)strcspn(text, " ");
        if (column && column + 1 + word > LINE) {
            printf("\n");
            column = 0;
        }
        printf("%s%.*s", column ? " " : "", word, text);
        column += word + (column > 0);
        text += word + (text[word] == ' ');
    }
    printf("%s", column ? "\n" : "");
}

static void put_example(const char *head, const char *model)
{
    printf("\n%s\n\n", head);
    for (const char *line = model; *line;) {
        const int length = (int)strcspn(line, "\n");
        char copy[512];
        snprintf(copy, sizeof copy, "    %.*s\n", length, line);
        cli_put_text(stdout, copy);
        line += length + (line[length] == '\n');
    }
}

/* The messages of the example, from the checks themselves: what a user reads. */
static void put_said(const tml_explanation *e)
{
    enum { SHOWN_MAX = 3 };
    tml_log *log = tml_log_make();
    tml_model *model = log ? tml_model_parse(e->wrong, strlen(e->wrong), "model.yaml", log) : NULL;
    char *report = NULL;
    tml_results *results = NULL;
    int shown = 0;
    if (model && tml_model_check(model, NULL, &report, log) != TML_WRONG)
        (void)tml_run(model, NULL, &results, log);
    for (size_t i = 0; i < tml_log_count(log) && shown < SHOWN_MAX; i++) {
        const tml_message m = tml_log_get(log, i);
        if (strcmp(m.code, e->code) != 0)
            continue;
        printf("%s    model.yaml:%d:%d: ", shown++ ? "" : "\nWhat is said of it:\n\n", m.place.line, m.place.column);
        cli_put_text(stdout, m.text);
        printf("\n");
    }
    free(report);
    tml_results_free(results);
    tml_model_free(model);
    tml_log_free(log);
}

static int explain_code(const char *code)
{
    bool exact;
    const long index = tml_explanation_find(code, &exact);
    if (index < 0)
        return cli_wrong("explain", USAGE, "%s is not a code; `trammel explain` lists all", code);
    const tml_explanation e = tml_explanation_get((size_t)index);
    if (!exact)
        return cli_wrong("explain", USAGE, "there is no code %s; the nearest is %s (%s)", code, e.code, e.title);
    printf("%s (%s): %s\n", e.code, severities[e.severity], e.title);
    put_wrapped(e.text);
    if (e.wrong) {
        put_example("A model that raises it:", e.wrong);
        put_said(&e);
        put_example("The same without the fault:", e.cured);
    }
    return 0;
}

static int explain(int count, char **list)
{
    const cli_option table[] = {{0}};
    cli_command_line line = {.command = "explain", .usage = USAGE, .options = table};
    int code;
    if (!cli_read_command_line(&line, count, list, &code))
        return code;
    if (line.first)
        return explain_code(line.first);
    list_all();
    return 0;
}

const tml_command tml_command_explain = {
    .name = "explain",
    .usage = USAGE,
    .doc = "what the code of a message (E042) means; without one, all codes",
    .main = explain,
};
