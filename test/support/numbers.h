/* numbers.h - the numbers of a reference case, by name, from test/case/machines.json.
 *
 *     tml_numbers n = tml_numbers_of("A01");
 *     tml_case_near(&c, "t1", got, tml_number(&n, "t1"), 1e-8);
 *     tml_numbers_expect_read(&n);                      every number of the case was asked for
 */
#pragma once

enum { TML_MAX_NUMBERS = 100 };

typedef struct {
    const char *section;
    int count;
    char name[TML_MAX_NUMBERS][24];
    double value[TML_MAX_NUMBERS];
    int read[TML_MAX_NUMBERS];
} tml_numbers;

tml_numbers tml_numbers_of(const char *section);
/* Ends the test with a message if there is none of this name. */
double tml_number(tml_numbers *n, const char *name);
void tml_numbers_expect_read(const tml_numbers *n);
