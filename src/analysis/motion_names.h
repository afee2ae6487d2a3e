/* motion_names.h - a small motion of a mechanism in words. */
#pragma once
#include "system/kernel/workspace.h"

typedef struct {
    const char *name; /* "O.angle", "ball along (0, -1)" */
    double amount;    /* m or rad */
    bool turns;
} tml_named_motion;

/* d (nv, a displacement) as the freedom of a joint that it moves most, or the body where no joint says it. All measures of
 * work are known. */
tml_named_motion tml_motion_name(const tml_workspace *work, const double *d, tml_arena *arena);
/* Rate of a term under speeds d. */
double tml_motion_name_rate(const tml_workspace *work, tml_term term, const double *d);
/* Freedoms of joints, coordinates of bodies where these do not do, of which each moves on its own in the motions Z (nv x count by
 * columns): names (count), as those of channels. Returns how many were found. */
int tml_motion_names(const tml_workspace *work, const double *Z, int count, const char **names, tml_arena *arena);
