/* serve.h - the workbench in a browser: a server on this machine, for this machine, until it is ended. */
#pragma once
#include <stdbool.h>

enum { WB_PORT_USUAL = 7421, WB_PORT_UNSET = -1 };
#define WB_LIMIT_USUAL 600.0 /* s */

typedef struct {
    const char *model;    /* path of the file to be opened, which need not exist; NULL: none */
    const char *fragment; /* more for the address, behind its '#': "model=…"; NULL: none */
    const char *page;     /* a folder that holds the page; NULL: the one in the program */
    int port;             /* 0: any; WB_PORT_UNSET: the usual one, or the next that is free */
    bool browser;         /* open one */
    double limit;         /* s: the longest that one request may take */
} wb_serve_options;

/* Serves until SIGINT or SIGTERM; the exit code of the program. Says on stdout where it is, on stderr what is wrong. */
int wb_serve(const wb_serve_options *options);
