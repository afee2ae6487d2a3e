/* motion_facts.c - the motions of a model's tables, each in a line:
 *
 *   move         0.5 to 1.064 s: 0 to 1.571 rad; speed up to 5.605 rad/s, acceleration up to 20 rad/s^2
 */
#include "run/motion_facts.h"
#include "expression/motion.h"
#include <math.h>
#include <stdio.h>

enum { MAX_LISTED = 60, UNIT = 64 };

/* " rad/s^2": the unit of the value by x^order; nothing where it is not known. */
static void unit_of(const tml_tabulated *value, bool is_value, int order, char text[UNIT])
{
    tml_dimension d = value->kinds[is_value].dimension;
    text[0] = '\0';
    if (!value->kinds[is_value].typed || (order && !value->kinds[0].typed))
        return;
    for (int i = 0; i < order; i++)
        tml_dimension_combine(d, value->kinds[0].dimension, -1, &d);
    text[0] = ' ';
    tml_dimension_print(d, text + 1, UNIT - 1);
}

/* A value that is rounding, against how far the motion goes, is zero. */
static double tidy(double f, double speed, double length)
{
    return fabs(f) > 1e-12 * speed * length ? f : 0;
}

static void add_motion(tml_text *text, const char *name, const tml_tabulated *value)
{
    static const char *const what[] = {"speed", "acceleration", "jerk"};
    char units[4][UNIT], x_unit[UNIT];
    int count;
    const tml_motion_piece *p = tml_curve_pieces(value->curve, &count), *last = p + count - 1;
    unit_of(value, false, 0, x_unit);
    for (int i = 0; i < 4; i++)
        unit_of(value, true, i, units[i]);
    const double end = last->x + last->h, speed = tml_motion_peak(p, count, 1);
    tml_text_add(text, "  %-12s %.6g to %.6g%s: %.6g to %.6g%s", name, p->x, end, x_unit,
                 tidy(tml_motion_at(p, p->x).f, speed, end - p->x), tidy(tml_motion_at(last, end).f, speed, end - p->x),
                 units[0]);
    for (int i = 0; i < 3; i++) {
        const double peak = tml_motion_peak(p, count, i + 1);
        if (isfinite(peak) && (i < 2 || peak > 0))
            tml_text_add(text, "%s %s up to %.6g%s", i ? "," : ";", what[i], peak, units[i + 1]);
    }
    tml_text_add(text, "\n");
}

void tml_motion_facts(tml_text *text, const tml_resolved *r)
{
    const tml_node *tables = r->model->tables;
    int listed = 0;
    for (int i = 0; tables && i < tables->count; i++)
        for (int k = 0; k < r->tables[i].count && listed < MAX_LISTED; k++) {
            const tml_data_table *t = &r->tables[i];
            if (!t->values[k].curve || !tml_curve_is_motion(t->values[k].curve))
                continue;
            tml_text_add(text, listed++ ? "" : "motions:\n");
            char name[UNIT];
            snprintf(name, sizeof name, "%s%s%s", tables->keys[i]->text, t->names ? "." : "",
                     t->names ? t->names[k] : "");
            add_motion(text, name, &t->values[k]);
        }
}
