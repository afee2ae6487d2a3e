/* motor_curve.c - reads torque-speed curves, and tells what is wrong with one. */
#include "model/motor_curve.h"
#include "model/check.h"
#include <math.h>

#define RAISE(r, code, place, ...) tml_log_raise((r)->log, code, place, __VA_ARGS__)

/* Points (count x 2) of a list; false with a message. */
static bool read_points(tml_resolved *r, const tml_node *list, const char *what, double *points)
{
    bool good = list->count >= 2;
    if (!good)
        RAISE(r, TML_E_MOTOR_CURVE, list->place, "%s: a curve has at least two points, [[speed, torque], ...]", what);
    for (int i = 0; good && i < list->count; i++) {
        const tml_node *point = list->items[i];
        if (point->kind != TML_NODE_LIST || point->count != 2) {
            RAISE(r, TML_E_MOTOR_CURVE, point->place, "%s: a point must be [speed, torque]", what);
            return false;
        }
        good = tml_resolved_number(r, point->items[0], "rad/s", tml_arena_format(r->arena, "%s: speed", what),
                                   &points[2 * i]) &&
               tml_resolved_number(r, point->items[1], "N*m", tml_arena_format(r->arena, "%s: torque", what),
                                   &points[2 * i + 1]);
    }
    return good;
}

/* Speeds that rise, from 0 on. */
static bool speeds_rise(tml_resolved *r, const tml_node *list, const char *what, const double *points)
{
    for (int i = 0; i < list->count; i++) {
        const double speed = points[2 * i], before = i ? points[2 * i - 2] : 0;
        if (speed < 0) {
            RAISE(r, TML_E_MOTOR_CURVE, list->items[i]->place,
                  "%s: a speed of %g rad/s is below zero; give the curve from 0 on: a command below zero turns the "
                  "motor the other way, with the mirror image of the curve",
                  what, speed);
            return false;
        }
        if (i && speed <= before) {
            RAISE(r, TML_E_MOTOR_CURVE, list->items[i]->place,
                  "%s: speeds must rise from point to point, but %g rad/s comes after %g rad/s; write points as "
                  "[speed, torque], the slowest first, and two torques at one speed as speeds a little apart",
                  what, speed, before);
            return false;
        }
    }
    return true;
}

static bool read_list(tml_resolved *r, const tml_node *list, const char *what, tml_tabulated *curve)
{
    double *points = TML_NEW_ARRAY(r->arena, double, 2 * (list->count + 1));
    const tml_curve_options options = {.interpolation = TML_INTERPOLATE_LINEAR, .extrapolation = TML_EXTRAPOLATE_HOLD};
    if (!read_points(r, list, what, points) || !speeds_rise(r, list, what, points))
        return false;
    *curve = (tml_tabulated){0};
    curve->curve = tml_curve_make_with(r->arena, points, (size_t)list->count, options, list->place, r->log);
    return curve->curve != NULL;
}

static bool has_dimension(const tml_tabulated *table, int i, const char *unit)
{
    return !table->kinds[i].typed || tml_dimension_same(table->kinds[i].dimension, tml_unit_named(unit).dimension);
}

static bool read_table(tml_resolved *r, const tml_node *name, const char *what, tml_tabulated *curve)
{
    const tml_tabulated *table = tml_resolved_table(r, name->text, name->place);
    const char *wrong = !table                               ? "there is no such table"
                        : !table->curve                      ? "that table is of two arguments"
                        : !has_dimension(table, 0, "rad/s")  ? "the first column of that table is no angular velocity"
                        : !has_dimension(table, 1, "N*m")    ? "the second column of that table is no torque"
                        : tml_curve_period(table->curve) > 0 ? "that table is periodic"
                                                             : NULL;
    if (wrong) {
        RAISE(r, TML_E_MOTOR_CURVE, name->place,
              "%s: \"%s\": %s; a curve is a table of the torque over the speed of the rotor, or [[speed, torque], ...]",
              what, name->text, wrong);
        return false;
    }
    *curve = (tml_tabulated){.curve = table->curve};
    return true;
}

/* Torques that a motor can be used for, and what follows behind the last point. */
static bool check_torques(tml_resolved *r, const tml_node *node, const char *what, const tml_curve *curve)
{
    const size_t count = tml_curve_breaks(curve, NULL);
    double *speeds = TML_NEW_ARRAY(r->arena, double, count + 1), most = -INFINITY;
    tml_curve_breaks(curve, speeds);
    for (size_t i = 0; i < count; i++)
        most = fmax(most, tml_curve_jet(curve, speeds[i]).f);
    if (speeds[0] < 0 || most <= 0) {
        RAISE(r, TML_E_MOTOR_CURVE, node->place,
              speeds[0] < 0 ? "%s: the curve begins at %g rad/s: give it from 0 on; a command below zero turns the "
                              "motor the other way"
                            : "%s: no torque of the curve is above zero (the largest is %g N*m): the motor would never "
                              "drive; a command below zero turns it the other way",
              what, speeds[0] < 0 ? speeds[0] : most);
        return false;
    }
    const double end = speeds[count - 1], last = tml_curve_jet(curve, end).f;
    if (last > 0)
        RAISE(r, TML_W_MOTOR_CURVE_END, node->place,
              "%s: the curve ends at %g rad/s with %g N*m, and that torque is taken at any higher speed; end it with "
              "torque 0, as [%g, 0]",
              what, end, last, 1.1 * end);
    return true;
}

bool tml_motor_curve_read(tml_resolved *r, const tml_node *node, const char *what, tml_tabulated *curve)
{
    what = tml_arena_format(r->arena, "%s: curve", what);
    if (node->kind == TML_NODE_MAP) {
        RAISE(r, TML_E_MOTOR_CURVE, node->place, "%s: must be [[speed, torque], ...], or the name of a table", what);
        return false;
    }
    const bool list = node->kind == TML_NODE_LIST;
    return (list ? read_list(r, node, what, curve) : read_table(r, node, what, curve)) &&
           check_torques(r, node, what, curve->curve);
}
