/* driven_facts.h - facts about a driven motion, from its table and its integrals. */
#pragma once
#include "result/table.h"

/* Over all rows of a channel: the minimum, and the value of largest magnitude (or NaN, unless excluded) with its sign and time. */
typedef struct {
    double least, least_time, low, high, max, most_time;
} tml_extremes;

tml_extremes tml_extremes_of(const tml_table *table, const char *channel, bool finite_only);
/* loss: of energy, in friction; driven: energy from the actuators, NAN: there are none. */
void tml_driven_friction_facts(tml_table *table, double loss, double driven);
