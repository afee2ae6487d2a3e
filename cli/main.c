/* main.c - the program: finds the command and passes it its arguments. */
#include "command.h"
#include "messages.h"
#include "standard_output.h"
#include "trammel/trammel.h"
#include "usage.h"
#include <stdio.h>
#include <string.h>

static void usage(FILE *to)
{
    fprintf(to, "trammel %s - multibody dynamics of mechanisms\n\nusage:\n", tml_version());
    for (int i = 0; i < tml_command_count; i++) {
        fprintf(to, "  trammel ");
        cli_put_usage(to, tml_commands[i]->usage);
        fprintf(to, "\n      %s\n", tml_commands[i]->doc);
    }
    fprintf(to, "  trammel --version | --help\n");
}

static int unknown(const char *name)
{
    cli_print(stderr, "trammel: unknown command \"%s\"; commands are", name);
    for (int i = 0; i < tml_command_count; i++)
        fprintf(stderr, "%s %s", i ? "," : "", tml_commands[i]->name);
    fprintf(stderr, "\n");
    return 2;
}

static int run(int count, char **arguments)
{
    if (count < 2) {
        usage(stderr);
        return 2;
    }
    if (strcmp(arguments[1], "--help") == 0 || strcmp(arguments[1], "-h") == 0 || strcmp(arguments[1], "help") == 0) {
        usage(stdout);
        return 0;
    }
    if (strcmp(arguments[1], "--version") == 0) {
        printf("trammel %s\n", tml_version());
        return 0;
    }
    for (int i = 0; i < tml_command_count; i++)
        if (strcmp(tml_commands[i]->name, arguments[1]) == 0)
            return tml_commands[i]->main(count - 2, arguments + 2);
    return unknown(arguments[1]);
}

int main(int count, char **arguments)
{
    return cli_stdout_end(run(count, arguments));
}
