/* search_command.h - what `trammel optimize` and `trammel fit` share: arguments, progress, the files they write. */
#pragma once
#include "command_line.h"
#include "progress.h"
#include "trammel/trammel.h"

#define CLI_SEARCH_USAGE                                                                                               \
    " [-o RESULT{tables}] [--write MODEL] [--starts N] [--accuracy X] [--seed N] [--analysis KIND] [--tolerance X]"    \
    " [--set parameter=value]… [--threads N] [--units] [--quiet]"

typedef struct {
    const char *model, *output, *write, *only;
    const char *name; /* of a study in the model's file; NULL: none was given */
    cli_settings over, set;
    double starts, accuracy, seed, tolerance;
    int threads;
    bool units, quiet;
    double began;
    cli_progress progress;
    const char *what; /* "optimize", in the progress */
} cli_search;

enum { CLI_SEARCH_OPTIONS = 12 };
/* Values of options: whole numbers, and numbers greater than zero, to a double. */
extern const cli_kind cli_whole, cli_positive;
/* Fills the options that both have; returns how many. */
int cli_search_options(cli_search *s, cli_option *options);
/* Reads the arguments: a model, and perhaps the name of one of its studies. False: the command ends with this exit code. */
bool cli_search_read(cli_search *s, cli_command_line *line, int count, char **list, int *code);
/* The model with its settings, once it is seen that the result can be written; NULL with messages. */
tml_model *cli_search_model(const cli_search *s, tml_log *log);
/* Threads and progress; the search must stay. */
tml_study_run_options cli_search_begin(cli_search *s);

/* A number as the shortest text that reads back to it. */
void cli_shortest(double number, char *text, size_t size);
/* Prints "to use these values: --set …", with values (names: of parameters), and with --write writes the model with them. */
tml_status cli_search_use(const cli_search *s, const char *const *names, const char *const *units, const double *values,
                          size_t count, tml_log *log);
/* Writes the result, where -o asks for it. */
tml_status cli_search_save(const cli_search *s, const tml_results *results, tml_log *log);
/* What a fact of a table says; "": there is none. */
const char *cli_fact_text(const tml_table *table, const char *name);
