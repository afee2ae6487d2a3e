/* summary.h - a run in a few lines. */
#pragma once
#include "trammel/trammel.h"

void cli_print_summary(const tml_model *model, const tml_results *results); /* for people, on stdout */
void cli_print_json(const tml_model *model, const tml_results *results);    /* facts and ranges, on stdout */
