/* pushing_cables.c - belts and cables beyond what they are modelled for. Those that do not stretch are held by rows, which would push too: where a tension is
 * below zero, a rope would be slack, and the motion is that of a rod. And what lies on a wheel may unwind until it leaves it, or in space run far out of its plane.
 */
#include "run/pushing_cables.h"
#include "elementary/elementary.h"
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
            "holds like a rod where a rope would be slack; give one of them, %s",
            task->element->kind, name, x.least, x.when,
            j->path->closed ? "or a pretension"
                            : "or a restitution, as restitution: 0, with which it goes slack and taut");
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

/* ---- in space: whether wheels could guide it ---- */

static void report_slant(const tml_task *task, const tml_table *table, const tml_joint *j)
{
    static const double GUIDED = 10 * 3.14159265358979323846 / 180;
    const long column =
        j->path && j->path->slants ? tml_table_find(table, tml_arena_dotted(task->arena, j->name, "fleet")) : -1;
    double most = GUIDED, when = 0;
    for (size_t i = 0; column >= 0 && i < table->row_count; i++) {
        const double *row = table->values + i * table->column_count;
        if (row[column] > most)
            most = row[column], when = row[0];
    }
    if (most > GUIDED)
        tml_log_raise(
            task->log, TML_W_PATH_FLEET, j->place,
            "%s: %s leaves the plane of a wheel by %.3g deg at t = %.9g s: a real one would rub on its flange, "
            "or jump off; it is computed as if the wheel guided it, right to the second order of this angle: "
            "turn the wheel, or pass an eyelet",
            task->element->kind, j->name, most * 180 / PI, when);
}

/* ---- whether friction suffices: T_tight/T_slack <= e^(mu wrap) (Euler and Eytelwein) ---- */

static long wrap_column(const tml_task *task, const tml_table *table, const tml_joint *j, int place)
{
    int wheel = 0;
    for (int i = 0; i <= place; i++)
        wheel += tml_path_is_wheel(j->path, i);
    return tml_table_find(table, tml_arena_format(task->arena, "%s.wrap%d", j->name, wheel));
}

/* Between a section and the next: the coefficient that the wheel there needs, in the row where it needs most. */
static void report_grip(const tml_task *task, tml_table *table, const tml_joint *j, int section)
{
    const tml_path *path = j->path;
    const tml_path_section *s = &path->sections[section];
    const int next = (section + 1) % path->section_count, place = (s->first + s->count) % path->place_count;
    const char *wheel = task->system->masses[path->places[place].body].name;
    const long columns[] = {tml_table_find(table, tml_arena_format(task->arena, "%s.tension%d", j->name, section + 1)),
                            tml_table_find(table, tml_arena_format(task->arena, "%s.tension%d", j->name, next + 1)),
                            wrap_column(task, table, j, place)};
    double most = 0, when = 0;
    if (columns[0] < 0 || columns[1] < 0 || columns[2] < 0)
        return;
    for (size_t i = 0; i < table->row_count; i++) {
        const double *row = table->values + i * table->column_count;
        const double a = fmax(row[columns[0]], 0), b = fmax(row[columns[1]], 0);
        const double need = a == b ? 0 : fabs(tml_ln(a / b)) / row[columns[2]];
        if (need > most)
            most = need, when = row[0];
    }
    tml_table_add_fact(table, "friction needed", most, "%s on %s: %.4g of %.4g, at t = %.9g s", j->name, wheel, most,
                       path->friction, when);
    if (most > path->friction)
        tml_log_raise(
            task->log, TML_W_PATH_SLIPS, j->place,
            "%s: %s would slip on the wheel of %s: at t = %.9g s it needs the coefficient of friction %.4g, and "
            "has %.4g; it is computed without slip: raise the pretension, the angle of wrap or the friction",
            task->element->kind, j->name, wheel, when, most, path->friction);
}

static void report_grips(const tml_task *task, tml_table *table, const tml_joint *j)
{
    const int wheels = !j->path || isnan(j->path->friction) ? 0 : j->path->section_count - !j->path->closed;
    for (int i = 0; j->path && j->path->section_count > 1 && i < wheels; i++)
        report_grip(task, table, j, i);
}

void tml_pushing_cables_report(const tml_task *task, tml_table *table)
{
    for (int i = 0; i < task->system->joint_count; i++) {
        const tml_joint *j = &task->system->joints[i];
        report_wheels(task, table, j);
        report_slant(task, table, j);
        report_grips(task, table, j);
        const int sections = j->path && j->path->row_count ? j->path->section_count : 0;
        for (int k = 0; k < sections; k++)
            report_section(task, table, j,
                           sections == 1 ? tml_arena_dotted(task->arena, j->name, "tension")
                                         : tml_arena_format(task->arena, "%s.tension%d", j->name, k + 1));
    }
}
