/* output.c - where a command writes, and the writing. */
#include "output.h"
#include "frontend/codes.h"
#include "messages.h"
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

tml_status cli_write_output(const char *path, const char *bytes, size_t length, tml_log *log)
{
    if (!cli_is(path, "-"))
        return tml_file_write(path, bytes, length, log);
    if (fwrite(bytes, 1, length, stdout) == length && fflush(stdout) == 0)
        return TML_OK;
    tml_log_add(log, FE_E_CANNOT_ACCESS, (tml_place){0}, "cannot write to stdout");
    return TML_FAILED;
}

tml_status cli_make_folder(const char *path, tml_log *log)
{
    struct stat found;
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
    free(text);
    return count ? 2 : text ? 0 : 1;
}
