/* event_table.c - what is reported of an event: a fact, and a row of the table `KIND.events`.
 *
 * Columns: t, how often the event has occurred, the change of energy, and the impulses in joints, drivers and contacts under the names of their
 * forces; of a contact the place besides, and the impulses of each place where surfaces may touch.
 */
#include "analysis/dynamics/event_table.h"
#include "base/text.h"
#include <math.h>
#include <string.h>

enum { MAX_NAMED = 4, MAX_FACTS = 20 }; /* joints in a fact; facts of one event: its table has all */

static size_t wrench_count(const tml_system *s)
{
    return tml_channel_count(TML_OF_JOINT, s->space);
}

static const char *with_time(const char *unit, tml_arena *arena)
{
    return tml_arena_format(arena, "%s*s", unit);
}

static const char *force_of(const tml_driver_channels *d)
{
    return d->is_rotation ? "torque" : "force";
}

static int contact_forces(const tml_system *s)
{
    int n = 0;
    for (int i = 0; i < s->interaction_count; i++)
        n += s->interactions[i].size;
    return n;
}

/* "hit.impulse", also of a clutch that holds in one sense, "hit.friction_impulse", of several components "hit.friction_impulse_2"; of several frictions in a joint "U.friction1_impulse" */
static const char *impulse_name(const tml_system *s, const tml_interaction *is, int k, tml_arena *arena)
{
    if (is->kind == TML_UNILATERAL || is->impulse_back)
        return tml_arena_dotted(arena, is->name, "impulse");
    const bool is_one_of_several = is->joint >= 0 && strcmp(is->name, s->joints[is->joint].name) != 0;
    const char *name = tml_arena_format(arena, is_one_of_several ? "%s_impulse" : "%s.friction_impulse", is->name);
    return is->size == 1 ? name : tml_arena_format(arena, "%s_%d", name, k + 1);
}

static tml_column contact_column(const tml_system *s, const tml_interaction *is, int k, tml_arena *arena)
{
    return (tml_column){impulse_name(s, is, k, arena), tml_terms_turn(s, &is->along[k]) ? "N*m*s" : "N*s"};
}

/* Of bodies that touch: where, and impulses under the names of forces. */
static tml_column pair_column(const tml_contact_pair *pair, const tml_channel *c, tml_arena *arena)
{
    return (tml_column){tml_arena_dotted(arena, pair->name, c->name),
                        c->value < TML_CONTACT_FORCE ? c->unit : with_time(c->unit, arena)};
}

tml_table *tml_event_table_make(tml_task *task, const tml_system *s)
{
    tml_arena *scratch = tml_arena_part(task->arena);
    const size_t wrench = wrench_count(s), touch = tml_channel_count(TML_OF_CONTACT, s->space),
                 count = 3 + (size_t)s->joint_count * wrench + (size_t)s->driver_count + (size_t)contact_forces(s) +
                         (size_t)s->contact_pair_count * touch;
    const tml_channel *c;
    tml_column *columns = TML_NEW_ARRAY(scratch, tml_column, count), *to = columns;
    *to++ = (tml_column){"t", "s"};
    *to++ = (tml_column){"count", ""};
    *to++ = (tml_column){"energy", "J"};
    for (int i = 0; i < s->joint_count; i++)
        for (int k = 0; (c = tml_channel_at(TML_OF_JOINT, s->space, false, k)) != NULL; k++)
            *to++ = (tml_column){tml_arena_dotted(scratch, s->joints[i].name, c->name), with_time(c->unit, scratch)};
    for (int i = 0; i < s->driver_count; i++)
        *to++ = (tml_column){tml_arena_dotted(scratch, s->drivers[i].name, force_of(&s->drivers[i])),
                             s->drivers[i].is_rotation ? "N*m*s" : "N*s"};
    for (int i = 0; i < s->interaction_count; i++)
        for (int k = 0; k < s->interactions[i].size; k++)
            *to++ = contact_column(s, &s->interactions[i], k, scratch);
    for (int i = 0; i < s->contact_pair_count; i++)
        for (int k = 0; (c = tml_channel_at(TML_OF_CONTACT, s->space, false, k)) != NULL; k++)
            *to++ = pair_column(&s->contact_pairs[i], c, scratch);
    tml_table *table = tml_results_add(task->results, tml_arena_format(scratch, "%s.events", task->element->kind),
                                       task->model->title, columns, count);
    tml_arena_free(scratch);
    if (table)
        table->has_row_names = true;
    return table;
}

/* "; impulse in B 1.2 N s, C 0.3 N m s": joints with the largest first is not needed, their order is that of the file. */
static void name_impulses(const tml_instant *at, tml_text *text)
{
    const tml_system *s = at->work->system;
    double largest = 0, wrench[6];
    int named = 0;
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->joint_count; i++) {
            tml_joint_reaction(at, i, wrench);
            const double f = hypot(hypot(wrench[0], wrench[1]), wrench[2]),
                         torque = hypot(hypot(wrench[3], wrench[4]), wrench[5]);
            if (pass == 0)
                largest = fmax(largest, fmax(f, torque / s->size));
            else if (fmax(f, torque / s->size) > 1e-9 * largest && named++ < MAX_NAMED)
                tml_text_add(text, "%s %s %.6g %s", named > 1 ? "," : "; impulse in", s->joints[i].name,
                             f > 1e-9 * largest ? f : torque, f > 1e-9 * largest ? "N s" : "N m s");
        }
    if (named > MAX_NAMED)
        tml_text_add(text, " and %d more", named - MAX_NAMED);
}

static void add_fact(tml_table *to, const tml_event *event, const tml_occurrence *o)
{
    tml_text name = {0}, text = {0};
    tml_text_add(&name, "event %s", event->name);
    tml_text_add(&text, "%.12g s", o->t);
    if (event->acts && o->count <= MAX_FACTS) {
        name_impulses(o->impulses, &text);
        tml_text_add(&text, "; energy %+.6g J", o->energy);
    }
    if (o->count <= MAX_FACTS && !name.failed && !text.failed)
        tml_table_add_fact(to, name.data, o->t, "%s", text.data);
    tml_text_free(&name);
    tml_text_free(&text);
}

void tml_event_table_rest(tml_table *motion, const tml_event *event, long count)
{
    tml_text name = {0};
    tml_text_add(&name, "event %s, further", event->name);
    if (count > MAX_FACTS && !name.failed)
        tml_table_add_fact(motion, name.data, (double)(count - MAX_FACTS), "%ld times: all are in the table of events",
                           count - MAX_FACTS);
    tml_text_free(&name);
}

bool tml_event_table_add_change(tml_table *table, const char *name, double t, long count)
{
    double *row = tml_table_append_named(table, name);
    if (!row)
        return false;
    for (size_t i = 0; i < table->column_count; i++) /* no impulses, and no place where they act */
        row[i] = tml_table_force_at(table, i) >= 0 ? NAN : 0;
    row[0] = t;
    row[1] = (double)count;
    return true;
}

void tml_event_table_record(tml_table *table, tml_table *motion, const tml_event *event, double t, long count)
{
    tml_text name = {0};
    tml_text_add(&name, "event %s", event->name);
    if (count <= MAX_FACTS && !name.failed)
        tml_table_add_fact(motion, name.data, t, "%.12g s", t);
    tml_text_free(&name);
    if (table)
        tml_event_table_add_change(table, event->name, t, count);
}

tml_status tml_event_table_add(tml_table *table, tml_table *motion, const tml_event *event, const tml_occurrence *o)
{
    if (motion)
        add_fact(motion, event, o);
    double *row = table ? tml_table_append_named(table, event->name) : NULL;
    if (!row)
        return table ? TML_NO_MEMORY : TML_OK;
    tml_event_table_fill(o, row);
    return TML_OK;
}

void tml_event_table_fill(const tml_occurrence *o, double *row)
{
    const tml_system *s = o->impulses->work->system;
    *row++ = o->t;
    *row++ = (double)o->count;
    *row++ = o->energy;
    const tml_channel_order *order = &s->channels->of[TML_OF_JOINT][false];
    for (int i = 0; i < s->joint_count; i++) {
        double wrench[6];
        tml_joint_reaction(o->impulses, i, wrench);
        for (int k = 0; k < order->count; k++)
            *row++ = wrench[order->value[k]];
    }
    for (int i = 0; i < s->driver_count; i++) {
        const tml_drive *d = s->drivers[i].drive < 0 ? NULL : &s->drives[s->drivers[i].drive];
        *row++ = d && d->law < 0 ? o->impulses->lambda[d->row] : 0;
    }
    for (int i = 0; i < contact_forces(s); i++)
        *row++ = o->contacts ? o->contacts[i] : 0;
    const tml_channel_order *touch = &s->channels->of[TML_OF_CONTACT][false];
    for (int i = 0; i < s->contact_pair_count; i++) {
        double values[TML_CONTACT_VALUES];
        tml_contact_pair_wrench(o->impulses->work, &s->contact_pairs[i], o->impulses->work->force, values);
        const bool acts =
            hypot(hypot(values[TML_CONTACT_FORCE], values[TML_CONTACT_FORCE + 1]), values[TML_CONTACT_FORCE + 2]) > 0;
        for (int k = 0; k < touch->count; k++) /* without an impulse there is no place where it acts */
            *row++ = acts || touch->value[k] >= TML_CONTACT_FORCE ? values[touch->value[k]] : NAN;
    }
}
