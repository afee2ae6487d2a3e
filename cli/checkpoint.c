/* checkpoint.c - the file of a run, written again and again while the run goes on. */
#include "checkpoint.h"
#include "clock.h"

enum { PAUSE = 20 };
static const double MIN_PAUSE = 1; /* s */

cli_checkpoint cli_checkpoint_begin(const char *path, const tml_save_options *how)
{
    return (cli_checkpoint){.path = path, .how = *how, .next = cli_clock() + MIN_PAUSE};
}

void cli_checkpoint_take(cli_checkpoint *checkpoint, const tml_results *results)
{
    const double begin = cli_clock();
    if (!checkpoint->path || begin < checkpoint->next)
        return;
    tml_log *unheard = tml_log_make();
    if (unheard)
        tml_results_save_as(results, checkpoint->path, &checkpoint->how, unheard);
    tml_log_free(unheard);
    const double end = cli_clock(), pause = PAUSE * (end - begin);
    checkpoint->next = end + (pause > MIN_PAUSE ? pause : MIN_PAUSE);
}
