/* parameters.h - `--set parameter=value` on the command line. */
#pragma once
#include "trammel/trammel.h"

/* Gives parameters their values; each text holds a `=`. All that are wrong are reported. */
tml_status cli_set_parameters(const char *const *texts, int count, tml_model *model, tml_log *log);
