/* unit_state.c - the state of an instance: bytes from which this one, or another of the same FMU, goes on with the same bits. */
#include "fmu/unit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Then follow the values at the start, the present ones, and the snapshot of the motion. */
typedef struct {
    char mark[8];
    uint64_t count, snapshot; /* variables; bytes, 0: there is no motion yet */
    double start_time, step, time;
    uint32_t mode, stepped;
} state_head;

static const char STATE_MARK[8] = "tmlfmu3";

static unit_state *take(unit *u)
{
    const size_t numbers = u->payload.count * sizeof(double);
    if (u->exchange && u->live)
        unit_sync(u);
    const size_t snapshot = u->live ? tml_live_snapshot_size(u->live) : 0;
    const size_t length = sizeof(state_head) + 2 * numbers + snapshot;
    unit_state *state = malloc(sizeof *state + length);
    if (!state) {
        unit_complain(u, "out of memory");
        return NULL;
    }
    state_head head = {.count = u->payload.count, .snapshot = snapshot, .start_time = u->start_time};
    memcpy(head.mark, STATE_MARK, sizeof head.mark);
    head.step = u->live ? tml_live_step_size(u->live) : 0;
    head.mode = (uint32_t)u->mode;
    head.stepped = u->stepped;
    head.time = u->time;
    state->length = length;
    memcpy(state->bytes, &head, sizeof head);
    memcpy(state->bytes + sizeof head, u->start, numbers);
    memcpy(state->bytes + sizeof head + numbers, u->value, numbers);
    if (snapshot)
        tml_live_snapshot_take(u->live, state->bytes + sizeof head + 2 * numbers);
    return state;
}

static bool is_state(const unit *u, const state_head *head, size_t length)
{
    return memcmp(head->mark, STATE_MARK, sizeof head->mark) == 0 && head->count == u->payload.count &&
           head->mode <= UNIT_FAILED && isfinite(head->start_time) && isfinite(head->time) &&
           head->snapshot <= length && length - head->snapshot == sizeof *head + 2 * u->payload.count * sizeof(double);
}

static unit_status put(unit *u, const void *bytes, size_t length)
{
    const char *from = bytes;
    const size_t numbers = u->payload.count * sizeof(double);
    state_head head;
    if (length >= sizeof head)
        memcpy(&head, from, sizeof head);
    if (length < sizeof head || !is_state(u, &head, length))
        return unit_complain(u, "these bytes are no state of this FMU");
    from += sizeof head;
    if (!head.snapshot || head.start_time != u->start_time || memcmp(u->start, from, numbers) != 0)
        unit_drop_motion(u);
    memcpy(u->start, from, numbers);
    memcpy(u->value, from + numbers, numbers);
    u->start_time = head.start_time;
    if (head.snapshot) {
        if (unit_need_motion(u) != UNIT_OK)
            return UNIT_ERROR;
        if (head.step != tml_live_step_size(u->live))
            tml_live_set_step_size(u->live, head.step);
        if (tml_live_snapshot_restore(u->live, from + 2 * numbers, head.snapshot, u->log) != TML_OK)
            return unit_pass_on(u, UNIT_ERROR);
    }
    u->mode = (unit_mode)head.mode;
    u->stepped = head.stepped != 0;
    u->time = head.time;
    u->given = false;
    if (u->live && u->states)
        tml_live_ode_get(u->live, u->x);
    return UNIT_OK;
}

/* ---- as FMI has them ---- */

unit_status unit_state_get(unit *u, void **state)
{
    unit_state *taken = take(u);
    if (!taken)
        return UNIT_ERROR;
    free(*state); /* one that the importer hands back to be overwritten */
    *state = taken;
    return UNIT_OK;
}

unit_status unit_state_set(unit *u, const void *state)
{
    const unit_state *taken = state;
    return taken ? put(u, taken->bytes, taken->length) : unit_complain(u, "there is no state");
}

unit_status unit_state_serialize(unit *u, const void *state, void *bytes, size_t length)
{
    const unit_state *taken = state;
    if (!taken || length < taken->length)
        return unit_complain(u, "%zu bytes are too few for the state", length);
    memcpy(bytes, taken->bytes, taken->length);
    return UNIT_OK;
}

unit_status unit_state_deserialize(unit *u, const void *bytes, size_t length, void **state)
{
    unit_state *made = malloc(sizeof *made + length);
    if (!made)
        return unit_complain(u, "out of memory");
    made->length = length;
    memcpy(made->bytes, bytes, length);
    *state = made;
    return UNIT_OK;
}
