/* progress.c - long work: a bar on a terminal after a second, and Ctrl-C, which stops it and keeps its results. */
#define _XOPEN_SOURCE 700
#include "progress.h"
#include <signal.h>
#include <stdio.h>
#include <unistd.h>

static volatile sig_atomic_t interrupted;
static volatile time_t interrupted_at;

/* One signal stops the work; who asks again later does not want to wait for that. Programs that end others, such as timeout, send theirs
 * twice at once: that is one. */
static void on_interrupt(int number)
{
    const time_t now = time(NULL);
    if (interrupted && now - interrupted_at > 1) {
        signal(number, SIG_DFL);
        raise(number);
    }
    if (!interrupted)
        interrupted_at = now;
    interrupted = 1;
}

static void catch_interrupts(void)
{
    struct sigaction action = {.sa_handler = on_interrupt, .sa_flags = SA_RESTART};
    sigemptyset(&action.sa_mask);
    sigaction(SIGINT, &action, NULL);
    sigaction(SIGTERM, &action, NULL);
}

cli_progress cli_progress_begin(bool bar)
{
    catch_interrupts();
    return (cli_progress){.begin = time(NULL), .bar = bar && isatty(2), .percent = -1};
}

int cli_progress_show(cli_progress *p, const char *what, double part)
{
    const int percent = (int)(100 * part);
    if (p->bar && percent != p->percent && time(NULL) - p->begin >= 1) {
        const int full = (int)(30 * part);
        p->percent = percent;
        fprintf(stderr, "\r%s [%.*s%.*s] %3.0f %%", what, full, "##############################", 30 - full,
                "                              ", 100 * part);
        p->shown = true;
    }
    return interrupted;
}

void cli_progress_end(const cli_progress *p)
{
    if (p->shown)
        fprintf(stderr, "\r%60s\r", "");
}
