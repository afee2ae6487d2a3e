/* friction_facts.h - facts about friction along a driven motion. */
#pragma once
#include "result/table.h"

/* loss: of energy; driven: energy from the actuators, NAN: there are none. */
void tml_driven_friction_facts(tml_table *table, double loss, double driven);
