/* track.h - work that is done again over its own memory, when only numbers have changed.
 *
 * The first time, the pieces of memory that the work takes are noted in their order. Done again, it is given the same pieces in the same
 * order, to be emptied as at first: what it makes lies where it lay, and whoever points to it goes on. What depends on names and texts alone is
 * kept (tml_keep), and its pieces are passed over. Where the work asks for another piece, or keeps another thing, than the first time,
 * more than numbers has changed: the track is lost, the work is left through the guard of its arena (base/guard.h), and is to be done
 * anew on a track of its own.
 */
#pragma once
#include "base/arena.h"

tml_track *tml_track_make(void); /* NULL: no memory */
void tml_track_free(tml_track *track);
/* What comes next on it is done again. */
void tml_track_rewind(tml_track *track);
/* Whether all that was done the first time was done again. */
bool tml_track_is_complete(const tml_track *track);
/* A piece of memory, holding what it held; NULL: none, or the track is lost. */
void *tml_track_take(tml_track *track, size_t bytes);

/* Whether work in this arena is done again. */
bool tml_arena_is_again(const tml_arena *arena);
/* What is done in this arena depends on a number that may change: nothing around it is kept. */
void tml_arena_touch(const tml_arena *arena);
size_t tml_arena_touched(const tml_arena *arena); /* how often */

/* A part of the work that may be kept. */
typedef struct {
    const void *kept; /* what it made; NULL: nothing was needed of it */
    int at;
    size_t touched;
} tml_keeping;
/* Whether this part was kept: it is not to be done again. `key` is of the part, by its address; another than the first time: the track is
 * lost. Otherwise it is done, and ends with tml_keep_end. */
bool tml_keep(tml_arena *arena, const void *key, tml_keeping *keeping);
/* What it made, in memory of this arena alone, is kept if nothing in it was touched. */
void tml_keep_end(tml_arena *arena, const tml_keeping *keeping, const void *made);
/* The same, where others write into the memory that it took: it is restored to what it is now. */
void tml_keep_restored(tml_arena *arena, const tml_keeping *keeping, const void *made);
/* The same of a copy of what it made. */
void tml_keep_copy(tml_arena *arena, const tml_keeping *keeping, const void *made, size_t bytes);
/* Two texts with one between them, as one. They are told by their addresses: texts that never change. */
const char *tml_keep_joined(tml_arena *arena, const char *first, const char *between, const char *second);
