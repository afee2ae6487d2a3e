/* initial_guess.h - the state that assembly starts from. */
#pragma once
#include "system/system.h"

void tml_system_guess(const tml_system *system, tml_arena *arena, double *q, double *v);
