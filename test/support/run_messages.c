/* run_messages.c - runs that fail or warn. */
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <criterion/logging.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

tml_log *tml_messages_of(const char *text)
{
    tml_log *log = tml_log_make();
    tml_model *model = tml_model_parse(text, strlen(text), "m.yaml", log);
    char *report = NULL;
    tml_results *results = NULL;
    if (model && tml_model_check(model, NULL, &report, log) != TML_WRONG)
        tml_run(model, NULL, &results, log);
    free(report);
    tml_results_free(results);
    tml_model_free(model);
    return log;
}

tml_case tml_run_to_status(const char *text, tml_status status)
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

static const char *find(const tml_case *c, const char *part)
{
    for (size_t i = 0; i < tml_log_count(c->log); i++)
        if (strstr(tml_log_get(c->log, i).text, part))
            return strstr(tml_log_get(c->log, i).text, part);
    return NULL;
}

void tml_expect_message(const tml_case *c, const char *part)
{
    cr_expect(find(c, part), "no message with \"%s\"; the first is \"%s\"", part,
              tml_log_count(c->log) ? tml_log_get(c->log, 0).text : "");
}

void tml_expect_no_message(const tml_case *c, const char *part)
{
    cr_expect(!find(c, part), "a message with \"%s\": \"%s\"", part, find(c, part));
}

double tml_message_number(const tml_case *c, const char *part)
{
    const char *found = find(c, part);
    cr_expect(found, "no message with \"%s\"", part);
    return found ? strtod(found + strlen(part), NULL) : NAN;
}

void tml_expect_run(const char *text, tml_status status, const char *part)
{
    tml_case c = tml_run_to_status(text, status);
    if (part && part[0])
        tml_expect_message(&c, part);
    tml_case_free(&c);
}

const char *tml_case_fact(const tml_case *c, const char *name)
{
    for (size_t i = 0; c->table && i < tml_table_fact_count(c->table); i++)
        if (strcmp(tml_table_fact_name(c->table, i), name) == 0)
            return tml_table_fact_text(c->table, i);
    return "";
}
