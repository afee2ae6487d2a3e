/* track.c - a list of the pieces that work has taken and of the parts of it that are kept, in their order. */
#include "base/track.h"
#include <string.h>

/* A piece, or the beginning of a part that may be kept. */
typedef struct {
    void *memory;     /* of a piece */
    size_t bytes;     /* of it */
    const void *made; /* by a part */
    const void *key;  /* of a part; NULL: it is a piece */
    int after;        /* of a part that is kept: what follows it; 0: it is not kept */
    bool restored;    /* what it took is as it was at its end: copies follow each other in `memory` */
} entry;

struct tml_track {
    tml_arena memory;
    entry *entries;
    int count, capacity;
    int at; /* the next entry; count: there are no more */
    bool again;
    size_t touched; /* how often */
};

tml_track *tml_track_make(void)
{
    tml_track *track = tml_allocate(sizeof *track);
    if (track)
        *track = (tml_track){.count = 0};
    return track;
}

void tml_track_free(tml_track *track)
{
    if (!track)
        return;
    tml_arena_free(&track->memory);
    tml_release(track->entries);
    tml_release(track);
}

void tml_track_rewind(tml_track *track)
{
    track->at = 0;
    track->again = true;
}

bool tml_track_is_complete(const tml_track *track)
{
    return track->at == track->count;
}

/* NULL: no memory. */
static entry *add_entry(tml_track *track)
{
    if (track->count == track->capacity) {
        const int grown = track->capacity ? 2 * track->capacity : 256;
        entry *moved = tml_allocate((size_t)grown * sizeof *moved);
        if (!moved)
            return NULL;
        if (track->count)
            memcpy(moved, track->entries, (size_t)track->count * sizeof *moved);
        tml_release(track->entries);
        track->entries = moved;
        track->capacity = grown;
    }
    track->at = track->count + 1;
    return &track->entries[track->count++];
}

static void *take_new(tml_track *track, size_t bytes)
{
    void *memory = tml_arena_take(&track->memory, bytes);
    entry *e = memory ? add_entry(track) : NULL;
    if (!e)
        return NULL;
    *e = (entry){.memory = memory, .bytes = bytes};
    return memory;
}

void *tml_track_take(tml_track *track, size_t bytes)
{
    if (!track->again)
        return take_new(track, bytes);
    const entry *e = track->at < track->count ? &track->entries[track->at] : NULL;
    if (!e || e->key || e->bytes != bytes)
        return NULL;
    track->at++;
    return e->memory;
}

bool tml_arena_is_again(const tml_arena *arena)
{
    return arena->track && arena->track->again;
}

void tml_arena_touch(const tml_arena *arena)
{
    if (arena->track)
        arena->track->touched++;
}

size_t tml_arena_touched(const tml_arena *arena)
{
    return arena->track ? arena->track->touched : 0;
}

static void restore(const tml_track *track, const entry *part)
{
    const unsigned char *from = part->memory;
    for (const entry *e = part + 1; e < track->entries + part->after; e++)
        if (!e->key) {
            memcpy(e->memory, from, e->bytes);
            from += e->bytes;
        }
}

bool tml_keep(tml_arena *arena, const void *key, tml_keeping *keeping)
{
    tml_track *track = arena->track;
    *keeping = (tml_keeping){.at = -1};
    if (!track)
        return false;
    keeping->touched = track->touched;
    if (!track->again) {
        entry *e = add_entry(track);
        if (e) {
            *e = (entry){.key = key};
            keeping->at = track->count - 1;
        }
        return false;
    }
    const entry *e = track->at < track->count ? &track->entries[track->at] : NULL;
    if (!e || e->key != key) {
        tml_arena_give_up(arena);
        return false;
    }
    keeping->kept = e->made;
    if (e->restored)
        restore(track, e);
    track->at = e->after ? e->after : track->at + 1;
    return e->after;
}

static bool may_keep(const tml_arena *arena, const tml_keeping *keeping)
{
    return arena->track && keeping->at >= 0 && arena->track->touched == keeping->touched;
}

void tml_keep_end(tml_arena *arena, const tml_keeping *keeping, const void *made)
{
    if (!may_keep(arena, keeping))
        return;
    arena->track->entries[keeping->at].made = made;
    arena->track->entries[keeping->at].after = arena->track->count;
}

void tml_keep_restored(tml_arena *arena, const tml_keeping *keeping, const void *made)
{
    tml_track *track = arena->track;
    size_t bytes = 0;
    if (!may_keep(arena, keeping))
        return;
    entry *part = &track->entries[keeping->at];
    for (int i = keeping->at + 1; i < track->count; i++)
        bytes += track->entries[i].key ? 0 : track->entries[i].bytes;
    unsigned char *copy = tml_arena_take(&track->memory, bytes);
    if (!copy)
        return;
    part->memory = copy;
    part->restored = true;
    for (int i = keeping->at + 1; i < track->count; i++)
        if (!track->entries[i].key && track->entries[i].bytes) {
            memcpy(copy, track->entries[i].memory, track->entries[i].bytes);
            copy += track->entries[i].bytes;
        }
    tml_keep_end(arena, keeping, made);
}

void tml_keep_copy(tml_arena *arena, const tml_keeping *keeping, const void *made, size_t bytes)
{
    const void *copy = may_keep(arena, keeping) ? tml_arena_copy(&arena->track->memory, made, bytes) : NULL;
    if (copy)
        tml_keep_end(arena, keeping, copy);
}

typedef struct {
    const char *first, *text;
} joined;

const char *tml_keep_joined(tml_arena *arena, const char *first, const char *between, const char *second)
{
    tml_keeping keeping;
    if (tml_keep(arena, second, &keeping)) {
        const joined *kept = keeping.kept;
        if (kept->first != first)
            tml_arena_give_up(arena);
        return kept->text;
    }
    const char *text = tml_arena_format(arena, "%s%s%s", first, between, second);
    tml_keep_copy(arena, &keeping, &(joined){first, text}, sizeof(joined));
    return text;
}
