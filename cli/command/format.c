/* format.c - `trammel format`: lays a model file out. */
#include "command.h"
#include "command_line.h"
#include "load.h"
#include "messages.h"
#include "output.h"
#include "trammel/trammel.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE "format MODEL [-o FILE] [--check]"

/* The first line that would be laid out in another way, as it is and as it would be. */
static void print_difference(const char *path, const char *text, const char *laid_out)
{
    int line = 1;
    size_t length = strcspn(text, "\n"), other = strcspn(laid_out, "\n");
    while (text[length] && laid_out[other] && length == other && strncmp(text, laid_out, length) == 0) {
        text += length + 1, laid_out += other + 1;
        length = strcspn(text, "\n"), other = strcspn(laid_out, "\n");
        line++;
    }
    cli_print(stdout, "%s:%d: not laid out, from this line on: trammel format %s\n", cli_input_name(path), line, path);
    cli_print(stdout, "  is:       %.*s\n  would be: %.*s\n", (int)length, text, (int)other, laid_out);
}

/* Writes what has changed; with `check` only says so. */
static tml_status finish(const char *path, const char *to, bool check, const char *text, const char *laid_out,
                         const cli_sources *from, tml_log *log)
{
    const bool same = strcmp(text, laid_out) == 0;
    if (check && !same)
        print_difference(path, text, laid_out);
    if (check)
        return same ? TML_OK : TML_FAILED;
    return same && strcmp(path, to) == 0 && strcmp(to, "-") != 0
               ? TML_OK
               : cli_write_output(to, from, laid_out, strlen(laid_out), log);
}

static int format(int count, char **list)
{
    const char *output = NULL;
    bool check = false;
    const cli_option table[] = {{"--output", "-o", &cli_text, &output}, {"--check", NULL, &cli_flag, &check}, {0}};
    cli_command_line line = {.command = "format", .usage = USAGE, .options = table, .needs = "model"};
    int code;
    if (!cli_read_command_line(&line, count, list, &code))
        return code;
    tml_log *log = tml_log_make();
    size_t length = 0;
    char *text = log ? cli_read_text(line.first, &length, log) : NULL, *laid_out = NULL;
    tml_status status = text ? tml_model_format(text, length, cli_input_name(line.first), &laid_out, log) : TML_WRONG;
    const cli_sources from = {.text = text, .length = length, .name = cli_input_name(line.first)};
    if (status == TML_OK)
        status = finish(line.first, output ? output : line.first, check, text, laid_out, &from, log);
    free(text);
    free(laid_out);
    return cli_finish(NULL, log, status, NULL);
}

const tml_command tml_command_format = {
    .name = "format",
    .usage = USAGE,
    .doc = "lay a model file out: indentation, blanks, alignment; comments and meaning stay",
    .main = format,
};
