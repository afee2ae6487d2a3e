/* checkpoint.h - the file of a run, written again and again while the run goes on: a killed run leaves its rows behind.
 *
 * Each time the whole file is replaced, so that there is a valid one at every moment. The pause between two is at least a second and PAUSE
 * times as long as the writing took: that costs a twentieth of the run at most, whatever the file's size.
 */
#pragma once
#include "trammel/trammel.h"

typedef struct {
    const char *path; /* NULL: there is no file */
    tml_save_options how;
    double next; /* s, of a clock that only rises */
} cli_checkpoint;

cli_checkpoint cli_checkpoint_begin(const char *path, const tml_save_options *how);
/* Writes the results if it is time to. That it cannot be written is reported at the end of the run. */
void cli_checkpoint_take(cli_checkpoint *checkpoint, const tml_results *results);
