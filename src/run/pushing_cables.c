/* pushing_cables.c - belts and cables beyond what they are modelled for. Those that do not stretch are held by rows, which would push too: where a tension is
 * below zero, a rope would be slack, and the motion is that of a rod. And what lies on a wheel may unwind until it leaves it.
 */
#include "run/pushing_cables.h"
#include "system/channel/path_tension.h"
#include <math.h>

static const double ROUNDING = 1e-9; /* of the largest tension, of angles */
static const double PI = 3.14159265358979323846;

/* The least of a channel, and when it is first below zero. */
typedef struct {
    double most, least, when;
} extremes;

static extremes extremes_of(const tml_table *table, const char *name)
{
    const long column = tml_table_find(table, name);
    extremes x = {0};
    for (size_t i = 0; column >= 0 && i < table->row_count; i++) {
        const double *row = table->values + i * table->column_count, value = row[column];
        x.most = fmax(x.most, fabs(value));
        x.when = value < -ROUNDING && x.least >= -ROUNDING ? row[0] : x.when;
        x.least = fmin(x.least, value);
    }
    return x;
}

static void report_section(const tml_task *task, const tml_table *table, const tml_joint *j, const char *name)
{
    const extremes x = extremes_of(table, name);
    if (x.least < -ROUNDING * fmax(1, x.most))
        tml_log_raise(
            task->log, TML_W_PATH_PUSHES, j->place,
            "%s: %s goes down to %.6g N, first below zero in the row at t = %.9g s: without EA or a stiffness it "
            "holds like a rod where a rope would be slack; give one of them, or a pretension",
            task->element->kind, name, x.least, x.when);
}

static void report_wheels(const tml_task *task, const tml_table *table, const tml_joint *j)
{
    for (int i = 0, wheel = 0; j->path && i < j->path->place_count; i++) {
        if (!tml_path_is_wheel(j->path, i))
            continue;
        const char *name = tml_arena_format(task->arena, "%s.wrap%d", j->name, ++wheel);
        const extremes x = extremes_of(table, name);
        if (x.least < -ROUNDING)
            tml_log_raise(
                task->log, TML_W_PATH_LEAVES, j->place,
                "%s: %s goes down to %.4g deg, first below zero in the row at t = %.9g s: it would have left the "
                "wheel of %s there, and is treated as if it were held on it",
                task->element->kind, name, x.least * 180 / PI, x.when,
                task->system->masses[j->path->places[i].body].name);
    }
}

void tml_pushing_cables_report(const tml_task *task, const tml_table *table)
{
    for (int i = 0; i < task->system->joint_count; i++) {
        const tml_joint *j = &task->system->joints[i];
        report_wheels(task, table, j);
        const int sections = j->path && j->path->row_count ? j->path->section_count : 0;
        for (int k = 0; k < sections; k++)
            report_section(task, table, j,
                           sections == 1 ? tml_arena_dotted(task->arena, j->name, "tension")
                                         : tml_arena_format(task->arena, "%s.tension%d", j->name, k + 1));
    }
}
