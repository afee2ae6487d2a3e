/* missing_mass.h - bodies whose inertia is given, but not their mass. */
#pragma once
#include "system/system.h"

/* False with a message for each whose mass is needed; warns of weights that are missing. */
bool tml_missing_mass_check(const tml_system *system, tml_arena *arena, tml_log *log);
