/* arena.h - memory that is taken piece by piece and given back all at once.
 *
 * Everything built while reading and compiling lives in an arena. When memory runs out the arena jumps to the guard around the work
 * (base/guard.h), so that no code between has to check. The arena also carries the question whether the work is still wanted; that it is
 * not is a status, TML_STOPPED, which is returned from call to call.
 */
#pragma once
#include "base/memory.h"
#include <setjmp.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

typedef struct tml_arena_block tml_arena_block;
typedef struct tml_arena_end tml_arena_end;
typedef struct tml_track tml_track; /* base/track.h */
/* Whether what an arena is used for is still wanted. */
typedef struct {
    int (*unwanted)(void *context); /* NULL: always wanted */
    void *context;
} tml_watch;

typedef struct tml_arena {
    tml_arena_block *blocks; /* newest first */
    size_t used, size;       /* of the newest block, bytes */
    size_t total;            /* bytes taken in all */
    tml_arena_end *ends;     /* what to call before the memory goes, newest first */
    jmp_buf *escape;         /* where to go when memory runs out; NULL: tml_arena_take returns NULL */
    const tml_watch *watch;  /* NULL: none */
    tml_track *track; /* where its memory lies instead, if what is made in it may be made again there; NULL: not */
} tml_arena;

void *tml_arena_take(tml_arena *arena, size_t bytes); /* zeroed, aligned for any type */
void *tml_arena_copy(tml_arena *arena, const void *source, size_t bytes);
char *tml_arena_text(tml_arena *arena, const char *text, size_t length); /* a 0-terminated copy */
char *tml_arena_format(tml_arena *arena, const char *format, ...) __attribute__((format(printf, 2, 3)));
char *tml_arena_dotted(tml_arena *arena, const char *of, const char *name); /* of.name */
void tml_arena_free(tml_arena *arena);
/* Has end(object) called by tml_arena_free: for what a library holds outside of the arena. */
void tml_arena_at_end(tml_arena *arena, void (*end)(void *object), void *object);
/* An arena that may be freed before this one, and is freed with it. */
tml_arena *tml_arena_part(tml_arena *arena);
/* Memory ran out elsewhere: goes to the escape point, where there is one. */
void tml_arena_give_up(tml_arena *arena);
/* Whether the work is no longer wanted: loops that may take long ask, and return TML_STOPPED to their caller. */
bool tml_arena_is_cancelled(const tml_arena *arena);

#define TML_NEW(arena, type)              ((type *)tml_arena_take((arena), sizeof(type)))
#define TML_NEW_ARRAY(arena, type, count) ((type *)tml_arena_take((arena), sizeof(type) * (size_t)(count)))

/* A list in an arena that doubles when full. */
#define TML_GROW(arena, list, count, capacity)                                                                         \
    do {                                                                                                               \
        if ((count) == (capacity)) {                                                                                   \
            const int grown = (capacity) ? 2 * (capacity) : 16;                                                        \
            void *moved = tml_arena_take((arena), (size_t)grown * sizeof *(list));                                     \
            if (count)                                                                                                 \
                memcpy(moved, (list), (size_t)(count) * sizeof *(list));                                               \
            (list) = moved, (capacity) = grown;                                                                        \
        }                                                                                                              \
    } while (0)
