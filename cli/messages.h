/* messages.h - what the program says: messages of a log as `file:line:column: text`, on stderr. */
#pragma once
#include "trammel/trammel.h"

/* Prints all messages of the log. Colour only on a terminal and unless NO_COLOR is set. */
void cli_print_log(const tml_log *log);
/* Exit code of a status. */
int cli_exit_code(tml_status status);
