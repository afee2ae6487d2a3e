/* usage.c - how a command is used, with what the registries hold in the place of {results}, {pictures}, {formulations} and
 * {integrators}. */
#include "usage.h"
#include "dynamics/formulation.h"
#include "integrate/integrator.h"
#include "plot/format.h"
#include "result/writer.h"
#include <string.h>

static const char *result_ending(int i)
{
    return i < tml_writer_class_count ? tml_writer_classes[i]->ending : NULL;
}

static const char *picture_ending(int i)
{
    return i < tml_plot_format_class_count ? tml_plot_format_classes[i]->ending : NULL;
}

static const char *formulation(int i)
{
    return i < tml_formulation_class_count ? tml_formulation_classes[i]->name : NULL;
}

static const char *integrator(int i)
{
    return i < tml_integrator_class_count ? tml_integrator_classes[i]->name : NULL;
}

static const struct {
    const char *mark, *between;
    const char *(*get)(int i);
} lists[] = {
    {"{results}", "|", result_ending},
    {"{pictures}", "|", picture_ending},
    {"{formulations}", ",", formulation},
    {"{integrators}", ",", integrator},
};

/* The length of the mark that begins here, after printing what it stands for; 0: none does. */
static size_t put_list(FILE *to, const char *usage)
{
    for (size_t k = 0; k < sizeof lists / sizeof *lists; k++) {
        const size_t length = strlen(lists[k].mark);
        if (strncmp(usage, lists[k].mark, length) != 0)
            continue;
        for (int i = 0; lists[k].get(i); i++)
            fprintf(to, "%s%s", i ? lists[k].between : "", lists[k].get(i));
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
