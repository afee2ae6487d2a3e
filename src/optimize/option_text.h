/* option_text.h - pieces of the texts in which searches are asked for. */
#pragma once
#include "base/arena.h"
#include "base/unit.h"

/* Without the blanks around it. */
const char *tml_trimmed(tml_arena *arena, const char *text, size_t length);
/* A number, with a unit or without, in SI units; false: it is none. *unit: its unit, which has the factor 0 where there is none; or NULL. */
bool tml_quantity_read(const char *text, double *value, tml_unit *unit);
