#include "support/numbers.h"
#include "support/case.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

tml_numbers tml_numbers_of(const char *section)
{
    tml_numbers n = {.section = section};
    char *text = tml_case_load(TML_SOURCE_DIR "/test/case/machines.json"), start[32];
    int length = 0;
    snprintf(start, sizeof start, "\"%s\": {", section);
    const char *at = strstr(text, start);
    cr_assert_not_null(at, "machines.json has no section %s", section);
    for (at += strlen(start); sscanf(at, " \"%23[^\"]\": %lf%n", n.name[n.count], &n.value[n.count], &length) == 2;
         at += strspn(at, ",")) {
        at += length;
        cr_assert_lt(++n.count, TML_MAX_NUMBERS);
    }
    free(text);
    return n;
}

double tml_number(tml_numbers *n, const char *name)
{
    for (int i = 0; i < n->count; i++)
        if (strcmp(n->name[i], name) == 0) {
            n->read[i] = 1;
            return n->value[i];
        }
    cr_assert_fail("%s has no number %s", n->section, name);
    return 0;
}

void tml_numbers_expect_read(const tml_numbers *n)
{
    for (int i = 0; i < n->count; i++)
        cr_expect(n->read[i], "%s: %s is not compared", n->section, n->name[i]);
}
