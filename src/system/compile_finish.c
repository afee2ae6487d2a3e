/* compile_finish.c - drivers, start values, events; then the flat arrays in their final order. */
#include "system/builder.h"
#include <stdlib.h>
#include <string.h>

void tml_builder_row(tml_builder *b, tml_constraint row, bool soft)
{
    if (soft) {
        TML_GROW(b->arena, b->soft, b->soft_count, b->soft_capacity);
        b->soft[b->soft_count++] = row;
    } else {
        TML_GROW(b->arena, b->s->rows, b->s->row_count, b->row_capacity);
        b->s->rows[b->s->row_count++] = row;
    }
}

int tml_builder_law(tml_builder *b, tml_law law)
{
    TML_GROW(b->arena, b->s->laws, b->s->law_count, b->law_capacity);
    b->s->laws[b->s->law_count] = law;
    return b->s->law_count++;
}

static bool position_channel(tml_builder *b, const char *what, const tml_named_text *entry, tml_place place,
                             tml_term *term, bool *rate, tml_dimension *dimension)
{
    if (tml_builder_channel(b, entry->name, term, rate, dimension))
        return true;
    const char *near = tml_builder_nearest(b, entry->name);
    tml_log_error(b->log, place,
                  near ? "%s: no position or speed is called \"%s\"; did you mean \"%s\"?"
                       : "%s: no position or speed is called \"%s\"",
                  what, entry->name, near);
    return false;
}

/* A driver that is a spring whose rest position moves. */
static int soft_drive(tml_builder *b, const tml_constraint *row, bool turning)
{
    const tml_measure *m = &b->s->measures[b->s->terms[row->terms.first].measure];
    tml_law law = {.terms = row->terms, .motion = row->motion, .joint = -1, .force = -1, .row = b->soft_count - 1};
    tml_builder_soften(b, (int[]){m->body1, m->body2}, (tml_vec3[]){m->p1, m->p2}, turning, &law.k, &law.c);
    return tml_builder_law(b, law);
}

void tml_builder_drivers(tml_builder *b)
{
    const tml_model *model = b->r->model;
    b->s->drives = TML_NEW_ARRAY(b->arena, tml_drive, model->driver_count);
    for (int i = 0; i < model->driver_count; i++) {
        const tml_driver *d = &model->drivers[i];
        const char *what = tml_arena_format(b->arena, "driver %s", d->name);
        tml_term term;
        bool rate;
        tml_dimension dimension;
        if (!position_channel(b, what, &d->channel, d->place, &term, &rate, &dimension))
            continue;
        if (rate) {
            tml_log_error(b->log, d->place, "%s: %s is a speed; a driver gives a position as a function of time", what,
                          d->channel.name);
            continue;
        }
        b->time_only = true;
        const bool turning = b->s->measures[term.measure].turning;
        const tml_expression *motion =
            tml_builder_expression(b, d->channel.text, d->channel.place, turning ? "rad" : "m", what);
        b->time_only = false;
        if (!motion)
            continue;
        const bool soft = b->treatment.kind == TML_SOFTEN;
        const tml_constraint row = {.terms = tml_builder_terms(b, &term, 1),
                                    .motion = motion,
                                    .joint = -1,
                                    .driver = b->s->drive_count,
                                    .name = d->channel.name};
        tml_builder_row(b, row, soft);
        const int law = soft ? soft_drive(b, &row, turning) : -1;
        b->s->drives[b->s->drive_count++] =
            (tml_drive){d->name, d->place, (soft ? b->soft_count : b->s->row_count) - 1, law, turning};
    }
}

void tml_builder_starts(tml_builder *b)
{
    const tml_model *model = b->r->model;
    b->s->starts = TML_NEW_ARRAY(b->arena, tml_start, model->initial_count);
    for (int i = 0; i < model->initial_count; i++) {
        const tml_named_text *entry = &model->initial[i];
        tml_start start = {.name = entry->name, .place = entry->place};
        tml_dimension dimension;
        if (!position_channel(b, "initial", entry, entry->place, &start.term, &start.rate, &dimension))
            continue;
        const bool turning = b->s->measures[start.term.measure].turning;
        const char *unit = turning ? start.rate ? "rad/s" : "rad" : start.rate ? "m/s" : "m";
        const tml_node node = {.kind = TML_NODE_SCALAR, .text = entry->text, .place = entry->place};
        if (!tml_reading_number(b->r, &node, unit, tml_arena_format(b->arena, "initial %s", entry->name), &start.value))
            continue;
        b->s->starts[b->s->start_count++] = start;
    }
}

static void add_event(tml_builder *b, const char *name, const tml_node *node, bool stop)
{
    tml_event event = {.name = name, .stop = stop};
    const tml_node *when = node;
    if (node->kind == TML_NODE_MAP) {
        when = tml_node_find(node, "when");
        const tml_node *direction = tml_node_find(node, "direction"), *stops = tml_node_find(node, "stop");
        if (direction)
            event.direction = tml_node_is(direction, "up") ? 1 : tml_node_is(direction, "down") ? -1 : 0;
        if (stops)
            event.stop = tml_node_is(stops, "true");
    }
    if (!when || when->kind != TML_NODE_SCALAR) {
        tml_log_error(b->log, node->place, "event %s: needs an expression to watch", name);
        return;
    }
    event.when = tml_builder_expression(b, when->text, when->place, NULL, tml_arena_format(b->arena, "event %s", name));
    if (event.when)
        b->s->events[b->s->event_count++] = event;
}

/* {name: expression}, {name: {when:, direction:, stop:}}, or a list of such. */
void tml_builder_events(tml_builder *b, const tml_element *analysis)
{
    const tml_node *node = analysis->node ? tml_node_find(analysis->node, "events") : NULL;
    if (!node || node->kind == TML_NODE_SCALAR)
        return;
    int count = node->count;
    for (int i = 0; node->kind == TML_NODE_LIST && i < node->count; i++)
        count += node->items[i]->count;
    b->s->events = TML_NEW_ARRAY(b->arena, tml_event, count);
    for (int i = 0; i < node->count; i++) {
        const tml_node *item = node->items[i];
        if (node->kind == TML_NODE_MAP)
            add_event(b, node->keys[i]->text, item, true);
        else
            for (int k = 0; k < item->count; k++)
                add_event(b, item->keys[k]->text, item->items[k], true);
    }
}

/* ---- order ---- */

static int by_use(const void *x, const void *y)
{
    const tml_measure *const *a = x, *const *b = y;
    if ((*a)->active != (*b)->active)
        return (*a)->active ? -1 : 1;
    if ((*a)->kind != (*b)->kind)
        return (int)(*a)->kind - (int)(*b)->kind;
    return *a < *b ? -1 : *a > *b;
}

static bool same_points(const tml_measure *a, const tml_measure *b)
{
    return a->kind == TML_COORD && b->kind == TML_COORD && a->body1 == b->body1 && a->body2 == b->body2 &&
           memcmp(&a->p1, &b->p1, sizeof a->p1) == 0 && memcmp(&a->p2, &b->p2, sizeof a->p2) == 0;
}

/* Active measures first, sorted by kind; every index follows. */
static void sort_measures(tml_builder *b)
{
    tml_system *s = b->s;
    tml_measure **order = TML_NEW_ARRAY(b->arena, tml_measure *, s->measure_count);
    int *moved = TML_NEW_ARRAY(b->arena, int, s->measure_count);
    for (int i = 0; i < s->row_count; i++)
        for (int k = 0; k < s->rows[i].terms.count; k++)
            s->measures[s->terms[s->rows[i].terms.first + k].measure].active = true;
    for (int i = 0; i < s->law_count; i++)
        for (int k = 0; k < s->laws[i].terms.count; k++)
            s->measures[s->terms[s->laws[i].terms.first + k].measure].active = true;
    for (int i = 0; i < s->measure_count; i++)
        order[i] = &s->measures[i];
    qsort(order, (size_t)s->measure_count, sizeof *order, by_use);
    tml_measure *sorted = TML_NEW_ARRAY(b->arena, tml_measure, s->measure_count);
    for (int i = 0; i < s->measure_count; i++) {
        sorted[i] = *order[i];
        sorted[i].follows = i > 0 && same_points(&sorted[i - 1], &sorted[i]);
        moved[order[i] - s->measures] = i;
        s->active_count += sorted[i].active;
    }
    s->measures = sorted;
    for (int i = 0; i < s->term_count; i++)
        s->terms[i].measure = moved[s->terms[i].measure];
    for (int i = 1; i < s->input_count; i++)
        if (s->inputs[i].term.measure >= 0)
            s->inputs[i].term.measure = moved[s->inputs[i].term.measure];
    for (int i = 0; i < s->freedom_count; i++)
        if (s->freedoms[i].term.measure >= 0)
            s->freedoms[i].term.measure = moved[s->freedoms[i].term.measure];
    for (int i = 0; i < s->guard_count; i++)
        s->guards[i].measure = moved[s->guards[i].measure];
    for (int i = 0; i < s->start_count; i++)
        s->starts[i].term.measure = moved[s->starts[i].term.measure];
}

static int block_of(tml_system *s, tml_constraint *row, int index, int body)
{
    for (int k = 0; k < row->block_count; k++)
        if (s->blocks[row->first_block + k].body == body)
            return row->first_block + k;
    s->blocks[s->assembly_block_count] = (tml_block){.row = index, .body = body};
    row->block_count++;
    return s->assembly_block_count++;
}

static void make_blocks(tml_builder *b)
{
    tml_system *s = b->s;
    const int rows = s->assembly_row_count;
    int halves = 0;
    for (int i = 0; i < rows; i++)
        halves += 2 * s->rows[i].terms.count;
    s->blocks = TML_NEW_ARRAY(b->arena, tml_block, halves);
    s->shares = TML_NEW_ARRAY(b->arena, tml_share, halves);
    for (int i = 0; i < rows; i++) {
        tml_constraint *row = &s->rows[i];
        row->first_block = s->assembly_block_count;
        for (int k = row->terms.first; k < row->terms.first + row->terms.count; k++) {
            const tml_measure *m = &s->measures[s->terms[k].measure];
            for (int side = 0; side < 2; side++) {
                const int body = side ? m->body2 : m->body1;
                if (!body)
                    continue;
                const int known = s->assembly_block_count, block = block_of(s, row, i, body);
                s->shares[s->assembly_share_count++] =
                    (tml_share){block, s->terms[k].measure, side, block == known, s->terms[k].coefficient};
            }
        }
    }
}

/* Rows of joints that the tree satisfies go behind those held. */
static void put_tree_last(tml_builder *b)
{
    tml_system *s = b->s;
    tml_constraint *sorted = TML_NEW_ARRAY(b->arena, tml_constraint, s->row_count + 1);
    int *moved = TML_NEW_ARRAY(b->arena, int, s->row_count + 1), count = 0, held = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < s->row_count; i++)
            if ((s->rows[i].joint >= 0 && s->joints[s->rows[i].joint].in_tree) == pass)
                moved[i] = count, sorted[count++] = s->rows[i];
        held = pass ? held : count;
    }
    if (count)
        memcpy(s->rows, sorted, (size_t)count * sizeof *sorted);
    for (int i = 0; i < s->joint_count; i++)
        if (s->joints[i].row_count)
            s->joints[i].first_row = moved[s->joints[i].first_row];
    for (int i = 0; i < s->drive_count; i++)
        s->drives[i].row = moved[s->drives[i].row];
    s->row_count = held;
}

void tml_builder_finish(tml_builder *b)
{
    tml_system *s = b->s;
    const int hard = s->row_count;
    for (int i = 0; i < b->soft_count; i++)
        tml_builder_row(b, b->soft[i], false);
    s->assembly_row_count = s->row_count;
    s->rigid_row_count = s->row_count = hard;
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].row >= 0)
            s->laws[i].row += hard;
    for (int i = 0; i < s->drive_count; i++)
        s->drives[i].row += s->drives[i].law >= 0 ? hard : 0;
    tml_builder_tree(b);
    if (b->treatment.kind == TML_TREE)
        put_tree_last(b);
    sort_measures(b);
    make_blocks(b);
}
