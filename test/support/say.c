/* say.c - runs that fail or warn. */
#include "support/say.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

tml_case tml_say_run(const char *text, tml_status status)
{
    tml_case c = {.name = "m.yaml", .log = tml_log_make()};
    c.model = tml_model_parse(text, strlen(text), c.name, c.log);
    const tml_status got = c.model ? tml_run(c.model, NULL, &c.results, c.log) : TML_WRONG;
    for (size_t i = 0; i < tml_log_count(c.log); i++)
        cr_log_info("%s", tml_log_get(c.log, i).text);
    cr_expect_eq(got, status, "status %d, not %d; the first message is \"%s\"", (int)got, (int)status,
                 tml_log_count(c.log) ? tml_log_get(c.log, 0).text : "");
    if (c.results && tml_results_count(c.results))
        c.table = tml_results_table(c.results, tml_results_count(c.results) - 1);
    return c;
}

static const char *find(const tml_case *c, const char *words)
{
    for (size_t i = 0; i < tml_log_count(c->log); i++)
        if (strstr(tml_log_get(c->log, i).text, words))
            return strstr(tml_log_get(c->log, i).text, words);
    return NULL;
}

void tml_say_expect(const tml_case *c, const char *words)
{
    cr_expect(find(c, words), "no message with \"%s\"; the first is \"%s\"", words,
              tml_log_count(c->log) ? tml_log_get(c->log, 0).text : "");
}

void tml_say_not(const tml_case *c, const char *words)
{
    cr_expect(!find(c, words), "a message with \"%s\": \"%s\"", words, find(c, words));
}

double tml_say_number(const tml_case *c, const char *words)
{
    const char *found = find(c, words);
    cr_expect(found, "no message with \"%s\"", words);
    return found ? strtod(found + strlen(words), NULL) : NAN;
}

void tml_say(const char *text, tml_status status, const char *words)
{
    tml_case c = tml_say_run(text, status);
    if (words[0])
        tml_say_expect(&c, words);
    tml_case_free(&c);
}

const char *tml_say_fact(const tml_case *c, const char *name)
{
    for (size_t i = 0; c->table && i < tml_table_fact_count(c->table); i++)
        if (strcmp(tml_table_fact_name(c->table, i), name) == 0)
            return tml_table_fact_text(c->table, i);
    return "";
}
