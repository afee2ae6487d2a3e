/* motion_names.h - a small motion of a mechanism in words. */
#pragma once
#include "system/kernel/workspace.h"

typedef struct {
    const char *name; /* "O.angle", "ball along (0, -1)" */
    double amount;    /* m or rad */
    bool turns;
} tml_move;

/* d (nv, a displacement) as the freedom of a joint that it moves most, or the body where no joint says it. All measures of
 * work are known. */
tml_move tml_move_name(const tml_work *work, const double *d, tml_arena *arena);
/* Rate of a term under speeds d. */
double tml_move_rate(const tml_work *work, tml_term term, const double *d);
/* Freedoms of joints, coordinates of bodies where these do not do, of which each moves on its own in the motions Z (nv x count by
 * columns): names (count), as those of channels. Returns how many were found. */
int tml_moves_list(const tml_work *work, const double *Z, int count, const char **names, tml_arena *arena);
