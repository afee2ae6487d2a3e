/* study_command.h - what `trammel sweep` and `trammel-mpi sweep` share: arguments, the study, its file, what is printed of it. */
#pragma once
#include "command_line.h"
#include "progress.h"
#include "trammel/trammel.h"

#define CLI_SWEEP_USAGE                                                                                                \
    "sweep MODEL [NAME] [--vary PARAMETER=VALUES]… [--keep ANSWER]… [-o RESULT{tables}] [--sample "                \
    "grid|random|latin_hypercube|sobol]"                                                                               \
    " [--count N] [--seed N] [--correlate A,B=R]… [--analysis KIND] [--tolerance X] [--set parameter=value]…"      \
    " [--threads N] [--resume] [--units] [--quiet]"

typedef struct {
    const char *model, *output, *only, *sample;
    const char *name; /* of a study in the model's file; NULL: none was given */
    cli_settings vary, keep, correlate, set;
    double count, seed, tolerance;
    int threads; /* 0: all processors */
    bool resume, units, quiet;
    double began; /* s, of a clock that only rises */
} cli_study_arguments;

/* False: the command ends with this exit code. */
bool cli_study_read_arguments(cli_study_arguments *a, const char *command, int count, char **list, int *code);
/* The study of the arguments; NULL with messages. The model stays the caller's. */
tml_study *cli_study_make(const cli_study_arguments *a, tml_model **model, tml_log *log);
/* Rows, with a journal beside the output, from which --resume goes on. NULL with messages. */
tml_study_rows *cli_study_rows_make(const cli_study_arguments *a, const tml_study *study, tml_log *log);

/* Shows how far a study is and how long it still takes. */
typedef struct {
    cli_progress progress;
    double began;
    uint64_t before; /* points that were done when it began */
} cli_study_progress;

cli_study_progress cli_study_progress_begin(const cli_study_arguments *a, const tml_study_rows *rows);
int cli_study_progress_show(void *progress, uint64_t done, uint64_t all);

/* Writes the file and prints the summary. The journal goes when the study is complete and written. */
tml_status cli_study_finish(const cli_study_arguments *a, const tml_study *study, const tml_study_rows *rows,
                            tml_status status, tml_log *log);
