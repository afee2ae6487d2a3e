/* particle_table.h - the particles of a system as text for people. */
#pragma once
#include "base/text.h"
#include "system/particles.h"

/* Adds the particles where they are when the bodies stand at q, then what each body is made of. */
void tml_particle_table(tml_text *text, const tml_system *system, const double *q, tml_arena *arena);
