/* progress.h - long work: a bar on a terminal after a second, and Ctrl-C, which stops it and keeps its results. */
#pragma once
#include <stdbool.h>
#include <time.h>

typedef struct {
    time_t begin;
    bool bar, shown;
    int percent; /* shown last */
} cli_progress;

/* From here on the first SIGINT or SIGTERM asks the work to stop, the second ends the program. */
cli_progress cli_progress_begin(bool bar);
/* Non-zero: it is to stop. */
int cli_progress_show(cli_progress *progress, const char *what, double part);
void cli_progress_end(const cli_progress *progress);
