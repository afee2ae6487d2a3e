/* export.c - `trammel export`: finds what is to be made of the model, one of cli/export/, and passes it its arguments. */
#include "export.h"
#include "command.h"
#include "messages.h"
#include "usage.h"
#include <stdio.h>

#define USAGE "export KIND MODEL [OPTION]…"

static void put_kinds(FILE *to)
{
    for (int i = 0; i < tml_export_count; i++) {
        fprintf(to, "  trammel ");
        cli_put_usage(to, tml_exports[i]->usage);
        fprintf(to, "\n      %s\n", tml_exports[i]->doc);
    }
}

static int export(int count, char **list)
{
    if (count && (cli_is(list[0], "--help") || cli_is(list[0], "-h"))) {
        printf("usage:\n");
        put_kinds(stdout);
        return 0;
    }
    for (int i = 0; count && i < tml_export_count; i++)
        if (cli_is(list[0], tml_exports[i]->name))
            return tml_exports[i]->main(count - 1, list + 1);
    if (count)
        cli_print(stderr, "trammel export: there is no kind \"%s\"\nusage:\n", list[0]);
    else
        fprintf(stderr, "trammel export: what is it to make?\nusage:\n");
    put_kinds(stderr);
    return 2;
}

const tml_command tml_command_export = {
    .name = "export",
    .usage = USAGE,
    .doc = "make of a model what other programs read; trammel export --help lists the kinds",
    .main = export,
};
