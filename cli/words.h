/* words.h - the words of a command line: options by a table, and the words that are no options. */
#pragma once
#include "trammel/trammel.h"

/* What follows an option, and how it is read. */
typedef struct {
    const char *wants;                   /* "a time in seconds, …"; NULL: nothing follows */
    bool (*take)(void *to, char *value); /* false: it is not what is wanted; the value may be cut up in place */
} cli_kind;

extern const cli_kind cli_flag;    /* to a bool */
extern const cli_kind cli_text;    /* to a const char * */
extern const cli_kind cli_seconds; /* to a double */
extern const cli_kind cli_setting; /* to cli_settings */

/* Parameters given other values. */
enum { CLI_MAX_SETTINGS = 64 };
typedef struct {
    const char *item[CLI_MAX_SETTINGS]; /* "parameter=value" */
    int count;
} cli_settings;

typedef struct {
    const char *name, *also; /* "--quiet", "-q"; also may be NULL */
    const cli_kind *kind;
    void *to;
} cli_option;

typedef struct {
    const char *command, *usage;
    const char *help;          /* what --help prints; NULL: the usage */
    const cli_option *options; /* up to the first without a name */
    const char *needs; /* "model": what the first word that is no option is, and must be there; NULL: it need not */
    const char **more; /* has room for all words that follow it; NULL: none may */
    const char *first; /* out: the first word that is no option; NULL: there is none */
    int more_count;    /* out */
} cli_words;

/* False: the command is over with this exit code: help was asked for and given, or a word is wrong, which was told. */
bool cli_read_words(cli_words *words, int count, char **list, int *code);

/* The whole of a text as a number, finite, or whole and within limits; false: it is none. */
bool cli_read_number(const char *text, double *number);
bool cli_read_whole_number(const char *text, int least, int most, int *number);
