/* output.c - where a command writes, and the writing. */
#include "output.h"
#include "frontend/codes.h"
#include "messages.h"
#include "standard_output.h"
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

const char *cli_file_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

char *cli_output_path(const char *given, const char *from, const char *ending)
{
    const char *name = cli_file_name(from), *point = strrchr(name, '.');
    const size_t stem = point && point > name ? (size_t)(point - from) : strlen(from);
    if (given)
        return strdup(given);
    char *path = malloc(stem + strlen(ending) + 1);
    if (path) {
        memcpy(path, from, stem);
        strcpy(path + stem, ending);
    }
    return path;
}

/* The path under which an input can be found: standard input may be a file. */
static const char *path_of(const char *input)
{
    return cli_is(input, "-") ? "/dev/stdin" : input;
}

/* Whether the path could be written and leads neither to an input (NULL: none) nor to the notes beside it. */
static tml_status check_apart(const char *path, const char *input, tml_log *log)
{
    char *notes = input ? tml_results_notes_path(input) : NULL;
    const char *const inputs[] = {input ? path_of(input) : NULL, notes};
    const tml_status status = tml_file_check_apart(path, inputs, input ? 1 + (notes != NULL) : 0, log);
    free(notes);
    return status;
}

tml_status cli_check_output(const char *path, const cli_sources *from, tml_log *log)
{
    if (cli_is(path, "-"))
        return TML_OK;
    tml_status status = TML_OK;
    if (from->model)
        status = tml_file_check_output(path, from->model, log);
    if (status == TML_OK && from->text)
        status = tml_file_check_rewrite(path, from->text, from->length, from->name, log);
    if (status == TML_OK)
        status = check_apart(path, from->input, log);
    for (size_t i = 0; i < from->count && status == TML_OK; i++)
        status = check_apart(path, from->all[i], log);
    return status;
}

tml_status cli_check_result(const char *path, const cli_sources *from, tml_log *log)
{
    tml_status status = tml_results_check_ending(path, log);
    char *notes = status == TML_OK ? tml_results_notes_path(path) : NULL;
    if (status == TML_OK)
        status = cli_check_output(path, from, log);
    if (status == TML_OK && notes)
        status = cli_check_output(notes, from, log);
    free(notes);
    return status;
}

tml_status cli_write_output(const char *path, const cli_sources *from, const char *bytes, size_t length, tml_log *log)
{
    const tml_status status = cli_check_output(path, from, log);
    if (status != TML_OK)
        return status;
    if (!cli_is(path, "-"))
        return tml_file_write(path, bytes, length, log);
    fwrite(bytes, 1, length, stdout);
    return cli_stdout_flush() ? TML_OK : TML_FAILED;
}

tml_status cli_make_folder(const char *path, const cli_sources *from, tml_log *log)
{
    struct stat found;
    const bool is_file = stat(path, &found) == 0 && S_ISREG(found.st_mode);
    const tml_status status = is_file ? cli_check_output(path, from, log) : TML_OK;
    if (status != TML_OK)
        return status;
    if (mkdir(path, 0777) == 0 || (errno == EEXIST && stat(path, &found) == 0 && S_ISDIR(found.st_mode)))
        return TML_OK;
    tml_log_add(log, FE_E_CANNOT_ACCESS, (tml_place){0}, "cannot make the folder %s: %s", path, strerror(errno));
    return TML_FAILED;
}

int cli_print_made(const char *command, int count, char *text)
{
    if (count)
        fprintf(stderr, "usage: trammel %s\n", command);
    else if (text)
        printf("%s", text);
    cli_stdout_watch();
    free(text);
    return count ? 2 : text ? 0 : 1;
}
