/* agreement.h - a verification in a table, or as JSON. */
#pragma once
#include "trammel/trammel.h"

void cli_print_agreement(const tml_verification *verification);      /* for people, on stdout */
void cli_print_agreement_json(const tml_verification *verification); /* everything, on stdout */
