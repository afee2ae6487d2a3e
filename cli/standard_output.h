/* standard_output.h - whether what the program prints arrives. */
#pragma once
#include <stdbool.h>

/* Keeps the reason where printing to stdout has just failed: later calls change errno. */
void cli_stdout_watch(void);
/* Writes what stdout still holds. False: not all that was printed so far could be written. */
bool cli_stdout_flush(void);
/* The same at the end of the program. The exit code of a command that would end with `code`: where not all could be
 * written, a message says why, and the command has failed. */
int cli_stdout_end(int code);
