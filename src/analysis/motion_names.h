/* motion_names.h - names for small motions of a mechanism: "O.angle", "ball along (0, -1)". */
#pragma once
#include "system/kernel/workspace.h"

typedef struct {
    const char *name; /* "O.angle", "ball along (0, -1)" */
    double amount;    /* m or rad */
    bool turns;
} tml_named_motion;

/* Names d (nv, a displacement) after the joint coordinate that it changes most, or after a body if no joint describes
 * it. Needs all measures of work evaluated. */
tml_named_motion tml_motion_name(const tml_workspace *work, const double *d, tml_arena *arena);
/* Joint coordinates, or coordinates of bodies where those do not suffice, that are independent in the motions Z (nv x
 * count, column-major): their names (count), as in channels. Returns how many were found. */
int tml_motion_names(const tml_workspace *work, const double *Z, int count, const char **names, tml_arena *arena);
