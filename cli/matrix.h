/* matrix.h - matrices printed in rows and columns. */
#pragma once
#include "trammel/trammel.h"

/* A table whose rows have names, entry by entry; one that is too wide is only mentioned. */
void cli_print_matrix(const tml_table *table);
