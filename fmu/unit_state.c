/* unit_state.c - the state of an instance: bytes from which this one, or another of the same FMU, goes on with the same bits. */
#include "fmu/unit.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Then follow the numbers of the instance (list_parts), and the snapshot of the motion. */
typedef struct {
    char mark[8];
    uint64_t count, states, snapshot; /* variables; continuous states; bytes, 0: there is no motion yet */
    double start_time, tolerance, step, time;
    uint32_t mode, exchange, stepped, given;
} state_head;

static const char STATE_MARK[8] = "tmlfmu4";

/* Numbers of the instance beside its motion. */
typedef struct {
    double *numbers;
    size_t count;
} part;

enum { PARTS = 4 };

static void list_parts(const unit *u, part parts[PARTS])
{
    const size_t count = u->payload.count;
    parts[0] = (part){u->start, count}; /* first: a motion that was made with others is of no use */
    parts[1] = (part){u->value, count};
    parts[2] = (part){u->rates, count * UNIT_ORDERS};
    parts[3] = (part){u->x, u->states};
}

static size_t parts_size(const unit *u)
{
    part parts[PARTS];
    size_t count = 0;
    list_parts(u, parts);
    for (int i = 0; i < PARTS; i++)
        count += parts[i].count;
    return count * sizeof(double);
}

static char *parts_out(const unit *u, char *to)
{
    part parts[PARTS];
    list_parts(u, parts);
    for (int i = 0; i < PARTS; i++) {
        memcpy(to, parts[i].numbers, parts[i].count * sizeof(double));
        to += parts[i].count * sizeof(double);
    }
    return to;
}

static const char *parts_in(unit *u, const char *from)
{
    part parts[PARTS];
    list_parts(u, parts);
    for (int i = 0; i < PARTS; i++) {
        memcpy(parts[i].numbers, from, parts[i].count * sizeof(double));
        from += parts[i].count * sizeof(double);
    }
    return from;
}

/* The motion stays as it is, behind what the importer has given since: so that to keep a state changes nothing. */
static unit_state *take(unit *u)
{
    const size_t snapshot = u->live ? tml_live_snapshot_size(u->live) : 0;
    const size_t length = sizeof(state_head) + parts_size(u) + snapshot;
    unit_state *state = malloc(sizeof *state + length);
    if (!state) {
        unit_complain(u, "out of memory");
        return NULL;
    }
    state_head head = {.count = u->payload.count, .states = u->states, .snapshot = snapshot};
    memcpy(head.mark, STATE_MARK, sizeof head.mark);
    head.start_time = u->start_time;
    head.tolerance = u->tolerance;
    head.step = u->live ? tml_live_step_size(u->live) : 0;
    head.time = u->time;
    head.mode = (uint32_t)u->mode;
    head.exchange = u->exchange;
    head.stepped = u->stepped;
    head.given = u->given;
    state->length = length;
    memcpy(state->bytes, &head, sizeof head);
    char *to = parts_out(u, state->bytes + sizeof head);
    if (snapshot)
        tml_live_snapshot_take(u->live, to);
    return state;
}

static bool is_state(const unit *u, const state_head *head, size_t length)
{
    return memcmp(head->mark, STATE_MARK, sizeof head->mark) == 0 && head->count == u->payload.count &&
           head->states == u->states && head->exchange == u->exchange && head->mode <= UNIT_FAILED &&
           isfinite(head->start_time) && isfinite(head->time) && isfinite(head->tolerance) &&
           head->snapshot <= length && length - head->snapshot == sizeof *head + parts_size(u);
}

/* Whether the motion that is there was made as that of the state. */
static bool is_made_so(const unit *u, const state_head *head, const char *starts)
{
    return head->snapshot && head->start_time == u->start_time && head->tolerance == u->tolerance &&
           memcmp(u->start, starts, u->payload.count * sizeof(double)) == 0;
}

static unit_status put(unit *u, const void *bytes, size_t length)
{
    const char *from = bytes;
    state_head head;
    if (length >= sizeof head)
        memcpy(&head, from, sizeof head);
    if (length < sizeof head || !is_state(u, &head, length))
        return unit_complain(u, "these bytes are no state of this FMU");
    from += sizeof head;
    if (!is_made_so(u, &head, from))
        unit_drop_motion(u);
    parts_in(u, from);
    u->start_time = head.start_time;
    u->tolerance = head.tolerance;
    if (head.snapshot) {
        if (unit_need_motion(u) != UNIT_OK)
            return UNIT_ERROR;
        if (head.step != tml_live_step_size(u->live))
            tml_live_set_step_size(u->live, head.step);
        from = parts_in(u, from); /* a motion that is made tells its own states */
        if (tml_live_snapshot_restore(u->live, from, head.snapshot, u->log) != TML_OK)
            return unit_pass_on(u, UNIT_ERROR);
    }
    u->mode = (unit_mode)head.mode;
    u->stepped = head.stepped != 0;
    u->time = head.time;
    u->given = head.given != 0;
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
