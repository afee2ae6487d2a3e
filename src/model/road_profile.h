/* road_profile.h - rough roads as tables. */
#pragma once
#include "expression/tabulated.h"
#include "model/model.h"

/* A table that is a random road by its class: {class: C, length: 200 m, seed: 1}; name: of the table, for messages. False with a message. */
bool tml_road_read(tml_resolved *r, const tml_node *map, const char *what, const char *name, tml_tabulated *made);
