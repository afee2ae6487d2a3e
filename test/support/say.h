/* say.h - runs that fail or warn: their status, messages and results. */
#pragma once
#include "support/case.h"

/* Runs a model written in the test, which must end with that status; c.table is the last table, or NULL. */
tml_case tml_say_run(const char *text, tml_status status);
/* Whether a message of any severity holds the words; fails the test if not. */
void tml_say_expect(const tml_case *c, const char *words);
/* No message holds the words. */
void tml_say_not(const tml_case *c, const char *words);
/* The number after `words` in the first message that holds them. */
double tml_say_number(const tml_case *c, const char *words);
/* Both of the first two, and done; no words: the status alone. */
void tml_say(const char *text, tml_status status, const char *words);
/* A fact of the last table; "" if there is none. */
const char *tml_say_fact(const tml_case *c, const char *name);
