/* load.c - models that a command is given: files, or - for standard input. */
#include "load.h"
#include <stdlib.h>
#include <string.h>

static bool is_standard_input(const char *path)
{
    return strcmp(path, "-") == 0;
}

const char *cli_input_name(const char *path)
{
    return is_standard_input(path) ? "standard input" : path;
}

char *cli_read_text(const char *path, size_t *length, tml_log *log)
{
    return tml_file_read_model(is_standard_input(path) ? "/dev/stdin" : path, length, log);
}

tml_model *cli_load_model(const char *path, tml_log *log)
{
    if (!is_standard_input(path))
        return tml_model_load(path, log);
    size_t length = 0;
    char *text = cli_read_text(path, &length, log);
    tml_model *model = text ? tml_model_parse(text, length, cli_input_name(path), log) : NULL;
    free(text);
    return model;
}
