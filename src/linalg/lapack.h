/* lapack.h - what became of a call of LAPACKE: done, without memory, or without a result. */
#pragma once
#include "base/arena.h"
#include <lapacke.h>
#include <stdbool.h>

/* False where it has no result: numbers that are not finite, a matrix that is singular, no convergence. Does not come back where
 * LAPACKE had no memory (where the arena has an escape). */
static inline bool tml_lapack_done(lapack_int flag, tml_arena *arena)
{
    if (flag == LAPACK_WORK_MEMORY_ERROR)
        tml_arena_give_up(arena);
    return flag == 0;
}
