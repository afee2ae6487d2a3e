/* pushing_cables.h - belts and cables that do not stretch, and would be slack. */
#pragma once
#include "analysis/analysis.h"

/* With messages where tensions in the table are below zero, what lies on a wheel would leave it, or friction does not suffice; the friction that is
 * needed as facts. */
void tml_pushing_cables_report(const tml_task *task, tml_table *table);
