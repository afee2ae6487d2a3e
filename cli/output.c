/* output.c - whether a file can be written, asked before the work is done. */
#define _XOPEN_SOURCE 700
#include "output.h"
#include "base/status.h"
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

tml_status cli_check_output(const char *path, tml_log *log)
{
    const char *slash = strrchr(path, '/');
    char folder[PATH_MAX] = ".";
    if (slash)
        snprintf(folder, sizeof folder, "%.*s", (int)(slash - path + 1), path);
    struct stat status;
    if (stat(folder, &status) != 0)
        tml_log_error(log, TML_NOWHERE, "cannot write %s: %s", path, strerror(errno));
    else if (stat(path, &status) == 0 && S_ISDIR(status.st_mode))
        tml_log_error(log, TML_NOWHERE, "cannot write %s: it is a folder", path);
    else
        return TML_OK;
    return TML_WRONG;
}
