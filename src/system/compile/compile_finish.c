/* compile_finish.c - drivers, initial values; then rows of compliant joints are placed after the others. */
#include "model/channel_name.h"
#include "model/scope.h"
#include "system/compile/builder.h"
#include <string.h>

void tml_builder_row(tml_builder *b, tml_constraint row, bool compliant)
{
    if (compliant) {
        TML_GROW(b->arena, b->compliant_rows, b->compliant_row_count, b->compliant_row_capacity);
        b->compliant_rows[b->compliant_row_count++] = row;
    } else {
        b->s->rate_row_count += row.rate_only;
        b->s->periodic_row_count += row.period > 0;
        TML_GROW(b->arena, b->s->rows, b->s->row_count, b->row_capacity);
        b->s->rows[b->s->row_count++] = row;
    }
}

int tml_builder_force_law(tml_builder *b, tml_force_law law)
{
    TML_GROW(b->arena, b->s->laws, b->s->law_count, b->law_capacity);
    for (int i = law.terms.first; i < law.terms.first + law.terms.count; i++) {
        const tml_measure *m = &b->s->measures[b->s->terms[i].measure];
        law.belt += m->kind == TML_SLIP ? b->s->terms[i].coefficient * m->offset : 0;
    }
    b->s->laws[b->s->law_count] = law;
    return b->s->law_count++;
}

static bool position_channel(tml_builder *b, const char *what, const tml_named_text *entry, tml_place place,
                             tml_term *term, bool *rate, tml_dimension *dimension)
{
    if (tml_builder_channel(b, entry->name, entry->place.use, term, rate, dimension))
        return true;
    tml_channel_refuse(b->r, what, entry->name, place, b->arena);
    return false;
}

/* Penalized driver: a spring with a moving rest position. */
static int penalize_driver(tml_builder *b, const tml_constraint *row, bool is_rotation)
{
    const tml_measure *m = &b->s->measures[b->s->terms[row->terms.first].measure];
    tml_force_law law = {
        .terms = row->terms, .motion = row->motion, .joint = -1, .force = -1, .row = b->compliant_row_count - 1};
    tml_builder_penalize(b, (int[]){m->body1, m->body2}, (tml_vec3[]){m->p1, m->p2}, is_rotation, &law.k, &law.c);
    return tml_builder_force_law(b, law);
}

void tml_builder_drivers(tml_builder *b)
{
    const tml_model *model = b->r->model;
    b->s->drives = TML_NEW_ARRAY(b->home, tml_drive, model->driver_count);
    b->s->drivers = TML_NEW_ARRAY(b->home, tml_driver_channels, model->driver_count);
    for (int i = 0; i < model->driver_count; i++) {
        const tml_driver *d = &model->drivers[i];
        const char *what = tml_arena_format(b->arena, "driver %s", d->name);
        tml_term term;
        bool rate;
        tml_dimension dimension;
        const char *speed = tml_channel_speed_of(d->channel.name, b->arena);
        const tml_named_text channel = {speed ? speed : d->channel.name, d->channel.text, d->channel.place};
        if (!tml_builder_channel(b, channel.name, d->channel.place.use, &term, &rate, &dimension)) {
            tml_channel_refuse(b->r, what, d->channel.name, d->place, b->arena);
            continue;
        }
        const int order = speed ? 2 : rate;
        b->time_only = true;
        b->order = order;
        const bool is_rotation = b->s->measures[term.measure].is_rotation;
        const tml_expression *motion =
            tml_builder_expression(b, d->channel.text, d->channel.place, tml_unit_of_motion(is_rotation, order), what);
        b->time_only = false;
        if (!motion)
            continue;
        tml_target *target = TML_NEW(b->home, tml_target);
        *target = (tml_target){.value = motion, .order = order};
        const bool off = b->r->driver_off[i];
        b->s->drivers[b->s->driver_count++] = (tml_driver_channels){d->name, is_rotation, off ? -1 : b->s->drive_count};
        if (off)
            continue;
        const bool compliant = b->treatment.kind == TML_PENALIZE;
        const tml_constraint row = {.terms = tml_builder_terms(b, &term, 1),
                                    .motion = target,
                                    .joint = -1,
                                    .driver = b->s->drive_count,
                                    .name = tml_scope_channel(b->r, d->channel.name, d->place.use, b->home)};
        tml_builder_row(b, row, compliant);
        const int law = compliant ? penalize_driver(b, &row, is_rotation) : -1;
        b->s->drives[b->s->drive_count++] = (tml_drive){
            d->name, d->place, (compliant ? b->compliant_row_count : b->s->row_count) - 1, law, is_rotation};
    }
}

/* Where a joint starts in its clearance is the target of its row of the assembly. */
static bool start_in_clearance(tml_builder *b, const tml_start *start)
{
    for (int i = 0; !start->rate && i < b->s->joint_count; i++)
        for (int k = 0; k < b->s->joints[i].play_count; k++) {
            const tml_joint_play *play = &b->s->joints[i].plays[k];
            if (b->s->terms[play->term].measure != start->term.measure)
                continue;
            b->compliant_rows[play->row].target = start->value;
            return true;
        }
    return false;
}

static void add_start(tml_builder *b, const tml_named_text *entry, bool later)
{
    tml_start start = {.name = tml_scope_channel(b->r, entry->name, entry->place.use, b->home), .place = entry->place};
    tml_dimension dimension;
    if (tml_builder_start_state(b, entry, later))
        return;
    if (!position_channel(b, "initial", entry, entry->place, &start.term, &start.rate, &dimension))
        return;
    const bool is_rotation = b->s->measures[start.term.measure].is_rotation;
    const char *unit = tml_unit_of_motion(is_rotation, start.rate);
    const tml_node node = {.kind = TML_NODE_SCALAR, .text = entry->text, .place = entry->place};
    if (tml_resolved_number(b->r, &node, unit, tml_arena_format(b->arena, "initial %s", entry->name), &start.value) &&
        (later || !start_in_clearance(b, &start)))
        b->s->starts[b->s->start_count++] = start;
}

/* Those of the file, and those of the analysis: of a later one these alone, and of the first they take the place of the file's. */
void tml_builder_starts(tml_builder *b, const tml_element *analysis)
{
    const tml_model *model = b->r->model;
    const tml_node *own = analysis && analysis->node ? tml_node_find(analysis->node, "initial") : NULL;
    const bool is_map = own && own->kind == TML_NODE_MAP;
    const bool later = is_map && analysis != &model->analyses[0];
    b->s->starts = TML_NEW_ARRAY(b->home, tml_start, model->initial_count + (is_map ? own->count : 0) + 1);
    b->s->starts_later = later;
    for (int i = 0; i < model->initial_count && !later; i++)
        if (!is_map || !tml_node_find(own, model->initial[i].name))
            add_start(b, &model->initial[i], false);
    for (int i = 0; is_map && i < own->count; i++)
        add_start(
            b,
            &(tml_named_text){.name = own->keys[i]->text, .text = own->items[i]->text, .place = own->items[i]->place},
            later);
}

void tml_builder_finish(tml_builder *b)
{
    tml_system *s = b->s;
    const int rigid = s->row_count;
    for (int i = 0; i < b->compliant_row_count; i++)
        tml_builder_row(b, b->compliant_rows[i], false);
    s->assembly_row_count = s->row_count;
    s->rigid_row_count = s->row_count = rigid;
    for (int i = 0; i < s->law_count; i++) {
        if (s->laws[i].row >= 0)
            s->laws[i].row += rigid;
        s->has_friction |= s->laws[i].friction;
    }
    for (int i = 0; i < s->drive_count; i++)
        s->drives[i].row += s->drives[i].law >= 0 ? rigid : 0;
    TML_OWN(b->home, s->measures, s->measure_count);
    TML_OWN(b->home, s->terms, s->term_count);
    TML_OWN(b->home, s->relations, s->relation_count);
    TML_OWN(b->home, s->rows, s->assembly_row_count);
    TML_OWN(b->home, s->laws, s->law_count);
    TML_OWN(b->home, s->inputs, s->input_count);
    TML_OWN(b->home, s->results, s->result_count);
    TML_OWN(b->home, s->result_laws, s->result_law_count);
    for (int i = 0; i < s->result_law_count; i++)
        s->results_move |= !s->result_laws[i].workless;
    TML_OWN(b->home, s->interactions, s->interaction_count);
    TML_OWN(b->home, s->frictions, s->friction_count);
    TML_OWN(b->home, s->contacts, s->contact_count);
    TML_OWN(b->home, s->contact_pairs, s->contact_pair_count);
    TML_OWN(b->home, s->penalized_gaps, s->penalized_gap_count);
    TML_OWN(b->home, s->coordinates, s->coordinate_count);
    TML_OWN(b->home, s->stores, s->store_count);
    TML_OWN(b->home, s->limits, s->limit_count);
    TML_OWN(b->home, s->guards, s->guard_count);
    TML_OWN(b->home, s->time_breaks, s->time_break_count);
    TML_OWN(b->home, s->time_crossings, s->time_crossing_count);
    TML_OWN(b->home, s->narrow.time, s->narrow.time_count);
    TML_OWN(b->home, s->narrow.motion, s->narrow.motion_count);
    TML_OWN(b->home, s->events, s->event_count);
    TML_OWN(b->home, s->actions, s->action_count);
    TML_OWN(b->home, s->assignments, s->assignment_count);
    tml_system_find_row_scales(s);
    tml_builder_tree(b);
    tml_system_order(s, b->treatment.kind == TML_TREE, b->home);
}
