/* particle_table.h - the particles of a system as text. */
#pragma once
#include "base/text.h"
#include "system/particles.h"

/* Adds the particles at the poses q of the bodies, then what each body consists of. */
void tml_particle_table(tml_text *text, const tml_system *system, const double *q, tml_arena *arena);
