/* guard.h - work that is left from anywhere within it when memory runs out. */
#pragma once
#include "base/arena.h"
#include "base/status.h"

/* Does work(context); both arenas (the second may be NULL) lead out of it meanwhile. What work returns, or TML_NO_MEMORY. What only the
 * stack of `work` knew is lost then: what must be given back is kept elsewhere (tml_arena_at_end). It may be done within such work, to give
 * something back and go on: tml_arena_give_up leads out of that. */
tml_status tml_guarded(tml_arena *arena, tml_arena *other, tml_status (*work)(void *context), void *context);
