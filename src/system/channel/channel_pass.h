/* channel_pass.h - one walk over all channels: it counts them, names them, or fills in their values; and what is done with each. */
#pragma once
#include "model/channel.h"
#include "system/channel/channels.h"
#include <stdint.h>

typedef struct {
    const tml_system *s;
    const tml_instant *at; /* NULL: no values */
    tml_arena *arena;
    tml_column *columns; /* NULL: no names */
    double *row;
    size_t count;
    uint64_t digest; /* where neither names nor values are wanted: of what the names are made of, by its addresses */
} tml_channel_pass;

/* FNV-1a, by words. */
static inline void tml_channel_mix(tml_channel_pass *w, const void *part)
{
    w->digest = (w->digest ^ (uint64_t)(uintptr_t)part) * 1099511628211u;
}

static inline void tml_channel_put(tml_channel_pass *w, const char *name, const char *unit, double value)
{
    if (w->at)
        w->row[w->count] = value;
    else if (w->columns)
        w->columns[w->count] = (tml_column){name, unit};
    else
        tml_channel_mix(w, name), tml_channel_mix(w, unit);
    w->count++;
}

static inline void tml_channel_put_of(tml_channel_pass *w, const char *owner, const char *name, const char *unit,
                                      double value)
{
    if (!w->at && !w->columns)
        tml_channel_mix(w, owner);
    tml_channel_put(w, w->columns ? tml_arena_dotted(w->arena, owner, name) : name, unit, value);
}

/* Of an owner; NULL: names are complete. */
static inline void tml_channel_put_names(tml_channel_pass *w, tml_channel_owner of, const char *name, bool is_rotation)
{
    const tml_channel_order *order = &w->s->channels->of[of][is_rotation];
    if (!w->columns) {
        tml_channel_mix(w, name);
        w->digest += (uint64_t)of * 2 + is_rotation;
        w->count += order->count;
        return;
    }
    for (int i = 0; i < order->count; i++) {
        const tml_channel *c = order->channel[i];
        tml_channel_put(w, name ? tml_arena_dotted(w->arena, name, c->name) : c->name, c->unit, 0);
    }
}

/* Of an owner, as the table numbers them. */
static inline void tml_channel_put_values(tml_channel_pass *w, tml_channel_owner of, bool is_rotation,
                                          const double *values)
{
    const tml_channel_order *order = &w->s->channels->of[of][is_rotation];
    double *row = w->row + w->count;
    for (int i = 0; i < order->count; i++)
        row[i] = values[order->value[i]];
    w->count += order->count;
}

/* Of a plain owner: names, or values where there are any. */
static inline void tml_channel_put_all(tml_channel_pass *w, tml_channel_owner of, const char *name,
                                       const double *values)
{
    if (w->at)
        tml_channel_put_values(w, of, false, values);
    else
        tml_channel_put_names(w, of, name, false);
}
