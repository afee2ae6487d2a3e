/* view.c - `trammel view`: the workbench, in the browser. */
#include "command.h"
#include "messages.h"
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define USAGE "view [MODEL|FOLDER|LINK] [--port N] [--no-browser] [--limit SECONDS] [--page FOLDER]"

#ifdef TML_WORKBENCH
#include "command_line.h"
#include "workbench/server/serve.h"

static const char explained[] =
    "usage: trammel " USAGE "\n"
    "\n"
    "Opens the workbench in the browser: the mechanism drawn, edited, run and plotted. It works on this machine only,\n"
    "on the files of one folder, until Ctrl-C.\n"
    "\n"
    "  MODEL            the model to open; one that does not exist is made when it is first saved\n"
    "  FOLDER           the folder to work in, whose models are listed (default: that of MODEL, else the present one)\n"
    "  LINK             a model that somebody shared as a link: 'http://…#model=…'\n"
    "  --port N         listen on this port of 127.0.0.1; 0: any (default: 7421, or the next that is free)\n"
    "  --no-browser     only print the address\n"
    "  --limit SECONDS  the longest that one request may take (default: 600)\n"
    "  --page FOLDER    show the page in this folder, not the one in the program\n";

typedef struct {
    wb_serve_options serve;
    char *fragment; /* owned */
} arguments;

static bool is_link(const char *word)
{
    return strncmp(word, "http://", 7) == 0 || strncmp(word, "https://", 8) == 0;
}

/* The part "model=…" behind the '#' of a link, and nothing else of it. */
static int read_link(arguments *a, const char *link)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=%";
    const char *at = strchr(link, '#');
    while (at && strncmp(at + 1, "model=", 6) != 0)
        at = strchr(at + 1, '&');
    if (!at)
        return cli_wrong("view", USAGE, "a link to a model holds #model=…, unlike %s", link);
    const size_t length = strcspn(at + 1, "&");
    if (strspn(at + 1, letters) < length)
        return cli_wrong("view", USAGE, "this link was damaged on its way: %s", link);
    a->fragment = malloc(length + 1);
    if (!a->fragment) {
        fprintf(stderr, "trammel view: out of memory\n");
        return 1;
    }
    memcpy(a->fragment, at + 1, length);
    a->fragment[length] = 0;
    a->serve.fragment = a->fragment;
    return 0;
}

static bool take_port(void *to, char *value)
{
    return cli_read_whole_number(value, 0, 65535, to);
}

static bool read_arguments(int count, char **list, arguments *a, int *code)
{
    static const cli_kind port = {"a number from 0 to 65535", take_port};
    bool silent = false;
    const cli_option options[] = {
        {"--port", NULL, &port, &a->serve.port},
        {"--limit", NULL, &cli_seconds, &a->serve.limit},
        {"--page", NULL, &cli_text, &a->serve.page},
        {"--no-browser", NULL, &cli_flag, &silent},
        {0},
    };
    cli_command_line line = {.command = "view", .usage = USAGE, .help = explained, .options = options};
    if (!cli_read_command_line(&line, count, list, code))
        return false;
    a->serve.browser = !silent;
    if (line.first && is_link(line.first))
        *code = read_link(a, line.first);
    else
        a->serve.model = line.first;
    return !*code;
}

static int view(int count, char **list)
{
    arguments a = {.serve = {.port = WB_PORT_UNSET, .limit = WB_LIMIT_USUAL}};
    int code;
    if (read_arguments(count, list, &a, &code))
        code = wb_serve(&a.serve);
    free(a.fragment);
    return code;
}

#else

static int view(int count, char **list)
{
    (void)count, (void)list;
    return cli_without_workbench("view");
}

#endif

const tml_command tml_command_view = {
    .name = "view",
    .usage = USAGE,
    .doc = "the workbench, in the browser: a mechanism drawn, edited, run and plotted",
    .main = view,
};
