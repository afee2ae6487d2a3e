/* words.h - the words of a command line: options by a table, and the one model that a command is about. */
#pragma once
#include "trammel/trammel.h"

/* Parameters given other values. */
enum { CLI_SETTINGS_MOST = 64 };
typedef struct {
    const char *item[CLI_SETTINGS_MOST]; /* "parameter=value" */
    int count;
} cli_settings;

typedef struct {
    const char *name, *also; /* "--quiet", "-q"; also may be NULL */
    enum { CLI_FLAG, CLI_TEXT, CLI_SECONDS, CLI_SETTING } kind;
    void *to; /* bool, const char *, double or cli_settings */
} cli_option;

typedef struct {
    const char *command, *usage;
    const cli_option *options; /* up to the first without a name */
    const char *model;         /* out: the word that is no option; NULL: none */
    bool help;                 /* out: --help or -h */
} cli_words;

/* 0, or the exit code when the line is wrong, which was told. */
int cli_read_words(cli_words *words, int count, char **list);
/* The same for a command that needs a model: without one only help can be had. */
int cli_read_model(cli_words *words, int count, char **list);
