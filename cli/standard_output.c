/* standard_output.c - whether what the program prints arrives: the reason of the first failure is kept until the end and said once. */
#include "standard_output.h"
#include <errno.h>
#include <stdio.h>
#include <string.h>

static int reason; /* errno of the first failure; 0: none */

void cli_stdout_watch(void)
{
    if (!reason && ferror(stdout))
        reason = errno;
}

bool cli_stdout_flush(void)
{
    cli_stdout_watch();
    if (fflush(stdout) != 0 && !reason)
        reason = errno;
    return !reason;
}

int cli_stdout_end(int code)
{
    if (cli_stdout_flush())
        return code;
    fprintf(stderr, "trammel: cannot write to stdout: %s\n", strerror(reason));
    return code ? code : 1;
}
