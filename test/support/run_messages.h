/* run_messages.h - runs that fail or warn: their status, messages and results. */
#pragma once
#include "support/case.h"

/* Runs a model written in the test, which must end with that status; c.table is the last table, or NULL. */
tml_case tml_run_to_status(const char *text, tml_status status);
/* All messages of reading, checking and running a text; to be freed. */
tml_log *tml_messages_of(const char *text);
/* Fails the test unless a message of any severity contains `part`. */
void tml_expect_message(const tml_case *c, const char *part);
/* Fails the test if a message contains `part`. */
void tml_expect_no_message(const tml_case *c, const char *part);
/* The number after `part` in the first message that contains it. */
double tml_message_number(const tml_case *c, const char *part);
/* Runs, expects status and message, frees; part NULL: the status only. */
void tml_expect_run(const char *text, tml_status status, const char *part);
/* A fact of the last table; "" if there is none. */
const char *tml_case_fact(const tml_case *c, const char *name);
