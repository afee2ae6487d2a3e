/* output.h - where results go. */
#pragma once
#include "trammel/trammel.h"

/* The path that was given or, where that is NULL, that of what it is made from, with another ending. The caller frees it. NULL: no
 * memory. */
char *cli_output_path(const char *given, const char *from, const char *ending);
/* Writes a file, or to stdout where the path is "-". TML_FAILED with a message: it cannot be written. */
tml_status cli_write_output(const char *path, const char *bytes, size_t length, tml_log *log);
/* Makes a folder where there is none. TML_FAILED with a message. */
tml_status cli_make_folder(const char *path, tml_log *log);
/* Prints a text that the library makes, for a command without arguments. Frees it; the exit code. */
int cli_print_made(const char *command, int count, char *text);
/* The path without its folder. */
const char *cli_file_name(const char *path);
