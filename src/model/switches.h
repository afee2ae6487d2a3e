/* switches.h - forces and drivers that are on or off. */
#pragma once
#include "model/check.h"

/* Whether a node says `on` (true), or `off` (false). */
bool tml_switch_is(const tml_node *node, bool on);
/* Index among the forces or the drivers of the model of what a text names; -1: none. */
int tml_model_force(const tml_model *model, const tml_node *key);
int tml_model_driver(const tml_model *model, const tml_node *key);
/* What is off by `on: false` and by the option `switch` of analyses 0 ... upto (-1: none), in r->force_off and r->driver_off. */
void tml_switches_read(tml_resolved *r, int upto);
/* Complains of names in the option `switch` that are neither. */
void tml_switches_check(const tml_checker *c, const tml_model *model, const char *what, const tml_node *map);
