/* usage.c - how a command is used, with what the registries hold in the place of {results}, {tables}, {pictures}, {kinds}, {formulations} and
 * {integrators}. */
#include "usage.h"
#include "trammel/trammel.h"
#include <string.h>

static const struct {
    const char *mark, *between;
    tml_registry registry;
} lists[] = {
    {"{results}", "|", TML_RESULT_FORMATS},    {"{tables}", "|", TML_TABLE_FORMATS},
    {"{kinds}", "|", TML_PLOT_KINDS},          {"{pictures}", "|", TML_PLOT_FORMATS},
    {"{formulations}", ",", TML_FORMULATIONS}, {"{integrators}", ",", TML_INTEGRATORS},
};

/* The name of an entry of a registry: the ending of its files, where it has one. */
static const char *word(tml_registry registry, size_t i)
{
    const char *ending = tml_registry_ending(registry, i);
    return ending ? ending : tml_registry_name(registry, i);
}

/* The length of the placeholder that begins here, after printing its replacement; 0: none does. */
static size_t put_list(FILE *to, const char *usage)
{
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const size_t length = strlen(lists[k].mark);
        if (strncmp(usage, lists[k].mark, length) != 0)
            continue;
        for (size_t i = 0; i < tml_registry_count(lists[k].registry); i++)
            fprintf(to, "%s%s", i ? lists[k].between : "", word(lists[k].registry, i));
        return length;
    }
    return 0;
}

void cli_put_usage(FILE *to, const char *usage)
{
    while (*usage) {
        const size_t length = *usage == '{' ? put_list(to, usage) : 0;
        if (!length)
            fputc(*usage, to);
        usage += length ? length : 1;
    }
}
