/* guard.h - work that may be left from anywhere within it: when memory runs out, or when it is no longer wanted. */
#pragma once
#include "base/arena.h"
#include "base/status.h"

/* Does work(context); both arenas (the second may be NULL) lead out of it meanwhile. What work returns, or TML_NO_MEMORY, or
 * TML_STOPPED. What only the stack of `work` knew is lost then: what must be given back is kept elsewhere. */
tml_status tml_guarded(tml_arena *arena, tml_arena *other, tml_status (*work)(void *context), void *context);
