/* initial_guess.h - initial guess for assembly. */
#pragma once
#include "system/system.h"

void tml_system_initial_guess(const tml_system *system, tml_arena *arena, double *q, double *v);
