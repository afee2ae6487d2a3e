/* explain.c - `trammel explain`: what the code of a message means; without one, a list of all codes. */
#include "command.h"
#include "messages.h"
#include "trammel/trammel.h"
#include "words.h"
#include <stdio.h>
#include <stdlib.h>

#define USAGE "explain [CODE]"

static const char *const severities[] = {"note", "warning", "error"};

static void list_all(void)
{
    for (size_t i = 0; i < tml_explanation_count(); i++) {
        const tml_explanation e = tml_explanation_get(i);
        printf("%s  %-8s %s\n", e.code, severities[e.severity], e.title);
    }
}

static int explain_code(const char *code)
{
    bool exact;
    const long index = tml_explanation_find(code, &exact);
    if (index < 0)
        return cli_wrong("explain", USAGE, "%s is no code; `trammel explain` lists all", code);
    const tml_explanation e = tml_explanation_get((size_t)index);
    if (!exact)
        return cli_wrong("explain", USAGE, "there is no code %s; the nearest is %s (%s)", code, e.code, e.title);
    printf("%s (%s): %s\n", e.code, severities[e.severity], e.title);
    return 0;
}

static int explain(int count, char **list)
{
    const cli_option table[] = {{0}};
    cli_words words = {.command = "explain", .usage = USAGE, .options = table};
    int code;
    if (!cli_read_words(&words, count, list, &code))
        return code;
    if (words.first)
        return explain_code(words.first);
    list_all();
    return 0;
}

const tml_command tml_command_explain = {
    .name = "explain",
    .usage = USAGE,
    .doc = "what the code of a message (E042) means; without one, all codes",
    .main = explain,
};
