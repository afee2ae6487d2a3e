/* output.h - where results go. */
#pragma once
#include "base/text.h"
#include "trammel/trammel.h"

/* Whether the results of a model can be written there, as far as can be told before an hour has been spent on it. TML_WRONG with a
 * message: not, or the model itself is there. */
tml_status cli_check_output(const char *path, const tml_model *model, tml_log *log);
/* The path that was given or, where that is NULL, that of what it is made from, with another ending. */
void cli_put_output_path(tml_text *to, const char *given, const char *from, const char *ending);
/* Writes a file, or to stdout where the path is "-". TML_FAILED with a message: it cannot be written. */
tml_status cli_write_output(const char *path, const tml_text *text, tml_log *log);
/* The path without its folder. */
const char *cli_file_name(const char *path);
