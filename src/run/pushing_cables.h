/* pushing_cables.h - belts and cables that do not stretch, and would be slack. */
#pragma once
#include "analysis/analysis.h"

/* With a message for each whose tension in the table is below zero. */
void tml_pushing_cables_report(const tml_task *task, const tml_table *table);
