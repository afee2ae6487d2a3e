/* load.h - models that a command is given: files, or - for standard input. */
#pragma once
#include "trammel/trammel.h"

/* NULL with messages. Paths in a model from standard input begin at the current folder. */
tml_model *cli_load_model(const char *path, tml_log *log);
/* Its text, to be freed; NULL with messages. */
char *cli_read_text(const char *path, size_t *length, tml_log *log);
/* Its name in messages. */
const char *cli_input_name(const char *path);
