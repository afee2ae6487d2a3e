/* lapack.h - status of a LAPACKE call: done, out of memory, or without a result. */
#pragma once
#include "base/arena.h"
#include <lapacke.h>
#include <stdbool.h>

/* False: no result (non-finite numbers, a singular matrix, no convergence). Out of memory it does not return, if the
 * arena has an escape. */
static inline bool tml_lapack_done(lapack_int flag, tml_arena *arena)
{
    if (flag == LAPACK_WORK_MEMORY_ERROR)
        tml_arena_give_up(arena);
    return flag == 0;
}
