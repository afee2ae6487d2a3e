/* mobility.h - degrees of freedom of a mechanism as it is prepared, and what keeps it from moving. */
#pragma once
#include "analysis/prepare.h"

/* status: of preparing it. Names and lists are in the arena. */
tml_mobility tml_mobility_find(const tml_prepared *start, tml_status status, tml_arena *arena);
/* Names of bodies, each of which alone holds all the others; up to three, the last written first. */
size_t tml_mobility_braces(const tml_prepared *start, const char **names, tml_arena *arena);
enum { TML_MAX_BRACES = 3 };
