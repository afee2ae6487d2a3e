/* guard.c - work that is left from anywhere within it when memory runs out: the only place that an arena jumps to. */
#include "base/guard.h"

tml_status tml_guarded(tml_arena *arena, tml_arena *other, tml_status (*work)(void *context), void *context)
{
    jmp_buf escape, *const before = arena->escape, *const other_before = other ? other->escape : NULL;
    volatile tml_status status = TML_NO_MEMORY;
    arena->escape = &escape;
    if (other)
        other->escape = &escape;
    if (setjmp(escape) == 0)
        status = work(context);
    arena->escape = before;
    if (other)
        other->escape = other_before;
    return status;
}
