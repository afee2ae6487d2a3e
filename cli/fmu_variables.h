/* fmu_variables.h - which parameters and channels of a model become variables of an FMU. */
#pragma once
#include "command_line.h"
#include "fmu/payload.h"
#include "trammel/trammel.h"

/* What the importer may do: ask for steps, integrate itself, either. */
typedef enum { CLI_FMU_COSIMULATION = 1, CLI_FMU_EXCHANGE = 2, CLI_FMU_BOTH = 3 } cli_fmu_kinds;

typedef struct {
    const cli_pattern_list *inputs, *outputs; /* as asked for; no outputs: all channels */
    bool fixed;                               /* steps of a fixed size, for real time */
    double internal;                          /* s: the longest of these; 0: chosen from the rates of the motion */
    cli_fmu_kinds kinds;
} cli_fmu_request;

typedef struct {
    fmu_variable *variables;
    size_t count, inputs, outputs, states, watched; /* all; those of these kinds */
    cli_fmu_kinds kinds;                            /* those asked for that the motion can do */
    bool smooth;                                    /* derivatives are known */
    double step, start, end;    /* s: the communication step proposed; when the motion begins and ends */
    double tolerance;           /* 0: steps are of a fixed size */
    double chosen;              /* s: the longest of fixed steps that were asked for; 0: as the model says */
    tml_live_estimate estimate; /* of fixed steps */
    char **names;               /* (name_count) of states, their rates and what is watched */
    size_t name_count;
    char *title;    /* of the model; may be "" */
    void *texts;    /* names of parameters */
    tml_live *live; /* names of channels */
} cli_fmu_variables;

/* TML_OK, or messages say what is wrong. To be freed in either case, before the model is. The model is
 * changed on the way, to see what follows what, and changed back. */
tml_status cli_fmu_variables_make(cli_fmu_variables *v, tml_model *model, const cli_fmu_request *request, tml_log *log);
void cli_fmu_variables_free(cli_fmu_variables *v);
