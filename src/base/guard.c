/* guard.c - work that may be left from anywhere within it. */
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
    switch (setjmp(escape)) {
    case 0:
        status = work(context);
        break;
    case TML_LEFT_UNWANTED:
        status = TML_STOPPED;
        break;
    default:
        break;
    }
    set_escape(arena, other, NULL);
    return status;
}
