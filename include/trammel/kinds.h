/* kinds.h - what there is of each kind of thing that a model, a run or a file can name, with a line of documentation. */
#pragma once
#include "trammel/api.h"
#include <stdbool.h>
#include <stddef.h>
TML_BEGIN_DECLS

typedef enum {
    TML_JOINTS,
    TML_FORCES,
    TML_ANALYSES,
    TML_FORMULATIONS,
    TML_INTEGRATORS,
    TML_RESULT_FORMATS, /* of tml_results_save */
    TML_PLOT_FORMATS,   /* of tml_table_plot */
    TML_TABLE_FORMATS,  /* those of tml_results_save that hold any table: not drawings */
    TML_PLOT_KINDS,     /* pictures of studies: tml_plot_options.kind */
    TML_REGISTRY_COUNT
} tml_registry;

/* Entries are ordered by name. NULL: there is none. */
TML_API size_t tml_registry_count(tml_registry registry);
TML_API const char *tml_registry_name(tml_registry registry, size_t index);   /* "revolute" */
TML_API const char *tml_registry_doc(tml_registry registry, size_t index);    /* one line */
TML_API const char *tml_registry_ending(tml_registry registry, size_t index); /* ".csv"; NULL: not a file format */
TML_API long tml_registry_find(tml_registry registry, const char *name);      /* index, or -1 */

/* Whether the integrator of this name takes steps of a fixed size, so that its error does not follow a tolerance. */
TML_API bool tml_integrator_has_fixed_step(const char *name);

TML_END_DECLS
