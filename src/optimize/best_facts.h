/* best_facts.h - the values of parameters that a search found, as facts of its table: "best NAME", the shortest text of the number in SI units,
 * and "unit NAME" of those that have one. Those who use the values read them there, whatever the search was. */
#pragma once
#include "result/table.h"
#include "study/study.h"

/* values (parameters of the study); false: no memory. */
bool tml_table_add_best(tml_table *table, const tml_study *study, const double *values);
