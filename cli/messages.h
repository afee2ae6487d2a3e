/* messages.h - output of the program: messages of a log as `file:line:column: text [E042]`, on stderr. */
#pragma once
#include "trammel/trammel.h"
#include <stdio.h>

/* Prints a text in which control characters (but line ends and tabs) are written as \x1b: what comes from a model's names and titles must
 * not reach a terminal as commands. */
void cli_put_text(FILE *to, const char *text);
/* The same of a text by printf rules. */
void cli_print(FILE *to, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Prints all messages of the log. Colour only on a terminal and unless NO_COLOR is set. */
void cli_print_log(const tml_log *log);
/* A wrong command line: what is wrong, and how `command` is used. The exit code. */
int cli_wrong(const char *command, const char *usage, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* A command that this program was built without. The exit code. */
int cli_without_workbench(const char *command);
bool cli_is(const char *text, const char *name);
/* Ends a command: prints the log, and `stopped` if the work was cancelled (NULL: nothing), frees both. The exit code. */
int cli_finish(tml_model *model, tml_log *log, tml_status status, const char *stopped);
/* Exit code of a status. */
int cli_exit_code(tml_status status);
