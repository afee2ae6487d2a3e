/* point_mass.h - bodies whose mass is taken as a point although they can rotate. */
#pragma once
#include "system/system.h"

/* Warns about each. */
void tml_point_mass_warn(const tml_system *system, tml_arena *arena, tml_log *log);
