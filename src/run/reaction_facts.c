/* reaction_facts.c - facts about the reactions in a table that a user must know.
 *
 * If G' n = 0 for some n, lambda + n balances the same forces, and the smallest reactions are reported. Which
 * components such an n changes is told channel by channel; if there are too many rows for that, for each joint with a
 * row in some n. All others are unique, also in a redundant mechanism.
 */
#include "run/reaction_facts.h"
#include "analysis/inverse/actuation.h"
#include "base/text.h"
#include "run/indeterminate_reactions.h"
#include "run/pushing_cables.h"
#include <math.h>

typedef struct {
    tml_text text;
    int count;
} list;

static void add(list *to, const char *name)
{
    tml_text_add(&to->text, "%s%s", to->count++ ? ", " : "", name);
}

static bool has_channel(const tml_table *table, const char *name, const char *channel, tml_arena *arena)
{
    return tml_table_find(table, tml_arena_dotted(arena, name, channel)) >= 0;
}

static bool is_non_unique(const tml_task *task, int first, int count)
{
    bool non_unique = false;
    for (int i = first; i < first + count; i++)
        non_unique |= task->state->non_unique[i];
    return non_unique;
}

static void list_joints(const tml_task *task, const tml_table *table, list *to)
{
    const tml_system *s = task->system;
    for (int i = 0; i < s->joint_count; i++)
        if (is_non_unique(task, s->joints[i].first_row, s->joints[i].row_count) &&
            has_channel(table, s->joints[i].name, "fx", task->arena))
            add(to, s->joints[i].name);
    for (int i = 0; i < s->drive_count; i++)
        if (s->drives[i].law < 0 && task->state->non_unique[s->drives[i].row] &&
            has_channel(table, s->drives[i].name, s->drives[i].is_rotation ? "torque" : "force", task->arena))
            add(to, s->drives[i].name);
}

static bool has_spare_actuators(const tml_task *task)
{
    const tml_actuation *a = task->state->actuation;
    return a && a->count > a->min_free_count;
}

static bool is_redundant(const tml_task *task)
{
    return task->state->non_unique &&
           (is_non_unique(task, 0, task->system->rigid_row_count) || has_spare_actuators(task));
}

/* Those that redundant rows or actuators leave open, and those that contacts and friction do. */
static void list_non_unique(const tml_task *task, const tml_table *table, list *to)
{
    const bool *open = task->state->undetermined, redundant = is_redundant(task);
    const size_t channels = open ? tml_channels_count(task->system) : 0;
    const int *marks = redundant ? tml_indeterminate_channels(task, table) : NULL;
    for (size_t c = 0; c < table->column_count; c++)
        if ((marks && marks[c]) || (c < channels && open[c]))
            add(to, table->columns[c].name);
    if (redundant && !marks)
        list_joints(task, table, to);
}

static void list_gears(const tml_task *task, const tml_table *table, list *to)
{
    const tml_system *s = task->system;
    for (int i = 0; i < s->joint_count; i++)
        if (s->joints[i].class->connects == TML_CONNECT_JOINTS && !s->joints[i].has_teeth &&
            has_channel(table, s->joints[i].name, "fx", task->arena))
            add(to, s->joints[i].name);
}

static void add_fact(tml_table *table, const char *name, const char *text, list *from)
{
    if (from->count && !from->text.failed)
        tml_table_add_fact(table, name, NAN, "%s: %s", from->text.data, text);
    tml_text_free(&from->text);
}

void tml_impulse_facts(const tml_task *task, const tml_table *motion, tml_table *events)
{
    const bool *open = task->state->undetermined_impulses;
    const int *marks = is_redundant(task) ? tml_indeterminate_channels(task, motion) : NULL;
    list non_unique = {0};
    for (size_t i = 1; i < events->column_count; i++) {
        const long like = tml_table_find(motion, events->columns[i].name);
        const bool redundant =
            like >= 0 && is_redundant(task) && (marks ? marks[like] != 0 : !tml_table_is_unique(motion, (size_t)like));
        if (redundant || (open && open[i]))
            add(&non_unique, events->columns[i].name);
    }
    add_fact(events, TML_NOT_UNIQUE,
             open ? TML_SHARED_IN_IMPACTS : "of all impulses that balance the momentum, the smallest", &non_unique);
}

void tml_reaction_facts(const tml_task *task, tml_table *table)
{
    tml_pushing_cables_report(task, table);
    list non_unique = {0}, gears = {0};
    list_non_unique(task, table, &non_unique);
    list_gears(task, table, &gears);
    add_fact(table, TML_NOT_UNIQUE,
             task->state->undetermined ? TML_SHARED_BY_CONTACTS
             : has_spare_actuators(task)
                 ? "of all forces that produce the motion, those of actuators have minimum norm, "
                   "and reactions are the smallest with them"
                 : "of all reactions that balance the forces, the smallest",
             &non_unique);
    add_fact(
        table, "reactions without teeth",
        "a pure couple on each shaft (a force along a rack); tooth loads on bearings are not included in the reactions",
        &gears);
}
