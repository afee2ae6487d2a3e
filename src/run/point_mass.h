/* point_mass.h - bodies whose mass is taken as a point though they can rotate. */
#pragma once
#include "system/system.h"

/* Warns of each. */
void tml_point_mass_warn(const tml_system *system, tml_arena *arena, tml_log *log);
