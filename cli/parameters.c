/* parameters.c - `--set parameter=value` on the command line. */
#include "parameters.h"
#include <stdio.h>
#include <string.h>

tml_status cli_set_parameters(const char *const *texts, int count, tml_model *model, tml_log *log)
{
    tml_status status = TML_OK;
    for (int i = 0; i < count; i++) {
        char name[256];
        const char *equals = strchr(texts[i], '=');
        snprintf(name, sizeof name, "%.*s", (int)(equals - texts[i]), texts[i]);
        const tml_status one = tml_model_set(model, name, equals + 1, log);
        status = one != TML_OK ? one : status;
    }
    return status;
}
