/* command.h - a command of the program; cli/command/ holds one file for each. */
#pragma once

typedef struct {
    const char *name;                         /* "run" */
    const char *usage;                        /* "run MODEL [-o FILE{results}] …", see cli_put_usage */
    const char *doc;                          /* one line */
    int (*main)(int count, char **arguments); /* arguments after the command's name; returns the exit code */
} tml_command;

extern const tml_command *const tml_commands[];
extern const int tml_command_count;
