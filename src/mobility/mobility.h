/* mobility.h - degrees of freedom of a mechanism as it is prepared, and what keeps it from moving. */
#pragma once
#include "analysis/prepare.h"

/* status: of preparing it. Names and lists are in the arena. */
tml_mobility tml_mobility_find(const tml_prepared *start, tml_status status, tml_arena *arena);
/* Names of bodies, each of which alone holds all the others; up to three, the last written first. */
size_t tml_mobility_braces(const tml_prepared *start, const char **names, tml_arena *arena);
enum { TML_MAX_BRACES = 3 };

/* Bodies that nothing holds against gravity. */
typedef struct {
    int *set; /* (nb) which of the sets, each held together by joints or forces, a body is in; -1: it is not loose */
    int set_count;
} tml_loose_bodies;

tml_loose_bodies tml_loose_bodies_find(const tml_system *system, tml_arena *arena);
