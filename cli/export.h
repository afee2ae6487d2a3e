/* export.h - a kind of thing that `trammel export` makes of a model; cli/export/ holds one file for each. */
#pragma once

typedef struct {
    const char *name;                         /* "loads" */
    const char *usage;                        /* "export loads MODEL …", see cli_put_usage */
    const char *doc;                          /* one line */
    int (*main)(int count, char **arguments); /* arguments after the name of the kind; returns the exit code */
} tml_export;

extern const tml_export *const tml_exports[];
extern const int tml_export_count;
