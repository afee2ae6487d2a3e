/* command_line.h - the arguments of a command: options, declared in a table, and names. */
#pragma once
#include "trammel/trammel.h"

/* The value of an option, and how it is read. */
typedef struct {
    const char *wants;                   /* "a time in seconds, …"; NULL: it has no value */
    bool (*take)(void *to, char *value); /* false: a wrong value; it may be changed in place */
} cli_kind;

extern const cli_kind cli_flag;    /* to a bool */
extern const cli_kind cli_text;    /* to a const char * */
extern const cli_kind cli_seconds; /* to a double */
extern const cli_kind cli_setting; /* to cli_settings */
extern const cli_kind cli_texts;   /* to cli_settings: any texts, one each time that the option is given */

extern const cli_kind cli_patterns; /* to cli_pattern_list */

/* Values of parameters. */
enum { CLI_MAX_SETTINGS = 64 };
typedef struct {
    const char *item[CLI_MAX_SETTINGS]; /* "parameter=value" */
    int count;
} cli_settings;

/* Names and patterns, separated by commas. */
enum { CLI_MAX_PATTERNS = 256 };
typedef struct {
    const char *item[CLI_MAX_PATTERNS]; /* "B.f?" */
    size_t count;
} cli_pattern_list;

typedef struct {
    const char *name, *also; /* "--quiet", "-q"; also may be NULL */
    const cli_kind *kind;
    void *to;
} cli_option;

typedef struct {
    const char *command, *usage;
    const char *help;          /* what --help prints; NULL: the usage */
    const cli_option *options; /* up to the first without a name */
    const char *needs;         /* "model": what the first name is, which must be given; NULL: it need not */
    const char **more;         /* room for all further names; NULL: none are allowed */
    const char *first;         /* out: the first name; NULL: none */
    int more_count;            /* out */
} cli_command_line;

/* False: the command ends with this exit code: help, or with --list-options alone the table of options, was printed, or an argument is wrong, which was reported. */
bool cli_read_command_line(cli_command_line *line, int count, char **list, int *code);

/* A text as a finite number, or as an integer within limits; false: it is neither. */
bool cli_read_number(const char *text, double *number);
bool cli_read_whole_number(const char *text, int min, int max, int *number);
