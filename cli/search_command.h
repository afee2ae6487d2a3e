/* search_command.h - what `trammel optimize` and `trammel fit` share: arguments, the order in which all is done, the files they write. */
#pragma once
#include "command_line.h"
#include "progress.h"
#include "trammel/trammel.h"

#define CLI_SEARCH_USAGE                                                                                               \
    " [-o RESULT{tables}] [--write MODEL] [--starts N] [--accuracy X] [--seed N] [--analysis KIND] [--tolerance X]"    \
    " [--set parameter=value]… [--threads N] [--units] [--quiet]"

typedef struct cli_search cli_search;

/* What is of one of them. */
typedef struct {
    const char *name, *usage;
    const char *stopped;                        /* what is said of a search that was stopped */
    const char *(*refuse)(const cli_search *s); /* why the arguments cannot be used; NULL: they can */
    tml_status (*run)(const cli_search *s, const tml_model *model, bool of_model, const tml_study_run_options *how,
                      tml_results **results, tml_log *log);
    void (*print)(const cli_search *s, const tml_results *results);
} cli_search_kind;

/* The first member of the arguments of a command. */
struct cli_search {
    const cli_search_kind *kind;
    const char *model, *output, *write, *only;
    const char *data; /* measured curves; NULL: none */
    const char *name; /* of a study in the model's file; NULL: none was given */
    cli_settings over, set;
    double starts, accuracy, seed, tolerance;
    int threads;
    bool units, quiet;
    char *text; /* (length) of the model */
    size_t length;
    double began;
    cli_progress progress;
};

enum { CLI_SEARCH_OPTIONS = 12 };
/* Values of options: whole numbers, and numbers greater than zero, to a double. */
extern const cli_kind cli_whole, cli_positive;
/* Fills the options that both have; returns how many. */
int cli_search_options(cli_search *s, cli_option *options);
/* The command: reads its arguments by these options, searches, prints and writes what was found. The exit code. */
int cli_search_main(cli_search *s, const cli_option *options, int count, char **list);

/* What a fact of a table says; "": there is none. */
const char *cli_fact_text(const tml_table *table, const char *name);
/* The number of a fact; NAN: there is none. */
double cli_fact(const tml_table *table, const char *name);
