/* guard.c - work that is left from anywhere within it when memory runs out: the only place that an arena jumps to. */
#include "base/guard.h"

static void set_escape(tml_arena *arena, tml_arena *other, jmp_buf *escape)
{
    arena->escape = escape;
    if (other)
        other->escape = escape;
}

tml_status tml_guarded(tml_arena *arena, tml_arena *other, tml_status (*work)(void *context), void *context)
{
    jmp_buf escape;
    volatile tml_status status = TML_NO_MEMORY;
    set_escape(arena, other, &escape);
    if (setjmp(escape) == 0)
        status = work(context);
    set_escape(arena, other, NULL);
    return status;
}
