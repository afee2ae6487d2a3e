/* registries.c - every registry as a list of names, documentation and endings, for those who know only the public headers. */
#include "analysis/analysis.h"
#include "dynamics/formulation.h"
#include "integrate/integrator.h"
#include "model/force_class.h"
#include "model/joint_class.h"
#include "plot/picture.h"
#include "result/writer.h"
#include <string.h>

typedef struct {
    const char *name, *doc, *ending;
} entry;

/* The entry at an index; its name is NULL behind the last one. */
typedef entry (*getter)(size_t index);

#define DEFINE_GETTER(get, type, table, ending_of)                                                                     \
    static entry get(size_t index)                                                                                     \
    {                                                                                                                  \
        if (index >= (size_t)type##_count)                                                                             \
            return (entry){0};                                                                                         \
        const type *found = table[index];                                                                              \
        return (entry){found->name, found->doc, ending_of};                                                            \
    }
DEFINE_GETTER(get_joint, tml_joint_class, tml_joint_classes, NULL)
DEFINE_GETTER(get_force, tml_force_class, tml_force_classes, NULL)
DEFINE_GETTER(get_analysis, tml_analysis_class, tml_analysis_classes, NULL)
DEFINE_GETTER(get_formulation, tml_formulation_class, tml_formulation_classes, NULL)
DEFINE_GETTER(get_integrator, tml_integrator_class, tml_integrator_classes, NULL)
DEFINE_GETTER(get_writer, tml_writer_class, tml_writer_classes, found->ending)
/* Writers that hold any table. */
static entry get_table_writer(size_t index)
{
    for (int i = 0; i < tml_writer_class_count; i++)
        if (!tml_writer_classes[i]->misfit && index-- == 0)
            return get_writer((size_t)i);
    return (entry){0};
}

DEFINE_GETTER(get_plot_format, tml_plot_format_class, tml_plot_format_classes, found->ending)
DEFINE_GETTER(get_picture, tml_picture_class, tml_picture_classes, NULL)

static entry find(tml_registry registry, size_t index)
{
    static const getter getters[TML_REGISTRY_COUNT] = {[TML_JOINTS] = get_joint,
                                                       [TML_FORCES] = get_force,
                                                       [TML_ANALYSES] = get_analysis,
                                                       [TML_FORMULATIONS] = get_formulation,
                                                       [TML_INTEGRATORS] = get_integrator,
                                                       [TML_RESULT_FORMATS] = get_writer,
                                                       [TML_PLOT_FORMATS] = get_plot_format,
                                                       [TML_TABLE_FORMATS] = get_table_writer,
                                                       [TML_PLOT_KINDS] = get_picture};
    return (unsigned)registry < TML_REGISTRY_COUNT ? getters[registry](index) : (entry){0};
}

size_t tml_registry_count(tml_registry registry)
{
    size_t count = 0;
    while (find(registry, count).name)
        count++;
    return count;
}

const char *tml_registry_name(tml_registry registry, size_t index)
{
    return find(registry, index).name;
}

const char *tml_registry_doc(tml_registry registry, size_t index)
{
    return find(registry, index).doc;
}

const char *tml_registry_ending(tml_registry registry, size_t index)
{
    return find(registry, index).ending;
}

long tml_registry_find(tml_registry registry, const char *name)
{
    for (size_t i = 0; tml_registry_name(registry, i); i++)
        if (strcmp(tml_registry_name(registry, i), name) == 0)
            return (long)i;
    return -1;
}

bool tml_integrator_has_fixed_step(const char *name)
{
    const tml_integrator_class *found = tml_integrator_find(name);
    return found && found->fixed_step;
}
