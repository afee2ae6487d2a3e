/* motion_profile.c - reads moves from rest to rest within limits:
 *
 *   {from: 0, to: 90 deg, speed: 60 rpm, acceleration: 20 rad/s^2, deceleration: 10 rad/s^2, jerk: 200 rad/s^3, over: 2 s, start: 0.5 s}
 *
 * Without `over` a move takes as little time as its limits allow. With it, it takes that long: at the accelerations given and the speed that
 * follows or, of a trapezoid that is given none, with the least acceleration.
 */
#include "model/motion_profile.h"
#include <math.h>

static const double SHORT = 1e-12; /* by so much of it, rounding, a time may be below the least */

static bool refuse(tml_motion_numbers *m, tml_place place, const char *why)
{
    tml_log_raise(m->r->log, TML_E_PROFILE, place, "%s: %s", m->what, why);
    return false;
}

/* A limit, above zero; INFINITY where it is not given. */
static bool read_limit(tml_motion_numbers *m, const tml_node *map, const char *key, int order, double *limit)
{
    const tml_node *node = tml_node_find(map, key);
    *limit = INFINITY;
    if (!node)
        return true;
    if (!tml_motion_number_read(m, node, order > 0, order, limit))
        return false;
    return *limit > 0 || refuse(m, node->place, tml_arena_format(m->r->arena, "%s must be above zero", key));
}

const tml_node *tml_speed_limits_find(const tml_node *map)
{
    static const char *const keys[] = {"speed", "acceleration", "deceleration", "jerk"};
    for (int i = 0; i < 4; i++)
        if (tml_node_find(map, keys[i]))
            return tml_node_find(map, keys[i]);
    return NULL;
}

/* Whether there are limits enough, and none too many. */
static bool is_determined(tml_motion_numbers *m, const tml_node *map, tml_profile_kind kind, const tml_speed_limits *l)
{
    const tml_node *jerk = tml_node_find(map, "jerk"), *down = tml_node_find(map, "deceleration");
    if (kind == TML_TRAPEZOID && jerk)
        return refuse(m, jerk->place, "the jerk of a trapezoid has no limit: s_curve has one");
    if (kind == TML_S_CURVE && !jerk)
        return refuse(m, map->place, "the limit of its jerk is missing: jerk: 200 rad/s^3; trapezoid has none");
    if (down && !tml_node_find(map, "acceleration"))
        return refuse(m, down->place, "a deceleration needs an acceleration beside it; alone, acceleration is both");
    if (kind == TML_TRAPEZOID && !l->over && isinf(l->acceleration))
        return refuse(
            m, map->place,
            "the limit of its acceleration is missing, acceleration: 20 rad/s^2, or the time it takes, over: 2 s");
    return true;
}

/* "0.9 s" */
static const char *amount(const tml_motion_numbers *m, double value, int is_value)
{
    char unit[64] = "";
    if (m->kinds[is_value].typed)
        tml_kind_print(m->kinds[is_value], unit, sizeof unit);
    return tml_arena_format(m->r->arena, "%.9g%s%s", value, *unit ? " " : "", unit);
}

static bool too_short(tml_motion_numbers *m, const tml_node *map, double way, double least, bool reached)
{
    tml_log_raise(m->r->log, TML_E_PROFILE, tml_node_find(map, "over")->place,
                  "%s: the way of %s within these limits takes %s%s: make over longer, or the limits higher", m->what,
                  amount(m, way, 1), amount(m, least, 0), reached ? " at least" : " even without acceleration");
    return false;
}

/* The time given is enough; a trapezoid without an acceleration gets one. */
static bool takes_the_time(tml_motion_numbers *m, const tml_node *map, double way, tml_speed_limits *l)
{
    double peak;
    if (isinf(l->acceleration) && isinf(l->jerk)) {
        l->acceleration = l->deceleration = tml_speed_profile_acceleration(way, l->over, l->speed);
        if (isnan(l->acceleration))
            return too_short(m, map, way, way / l->speed, false);
    }
    const double least = tml_speed_profile_least(l, way, &peak);
    if (!isfinite(least) || !(peak > 0))
        return refuse(m, map->place, "its numbers are too large, or too small");
    return !l->over || l->over >= least * (1 - SHORT) || too_short(m, map, way, least, true);
}

bool tml_speed_limits_read(tml_motion_numbers *m, const tml_node *map, tml_profile_kind kind, double rise,
                           tml_speed_limits *l)
{
    if (!read_limit(m, map, "speed", 1, &l->speed) || !read_limit(m, map, "acceleration", 2, &l->acceleration) ||
        !read_limit(m, map, "deceleration", 2, &l->deceleration) || !read_limit(m, map, "jerk", 3, &l->jerk) ||
        !read_limit(m, map, "over", 0, &l->over))
        return false;
    l->deceleration = isinf(l->deceleration) ? l->acceleration : l->deceleration;
    l->over = isinf(l->over) ? 0 : l->over;
    if (!is_determined(m, map, kind, l))
        return false;
    if (rise == 0)
        return l->over > 0 ||
               refuse(m, map->place, "it is there already, and takes no time: give it over, or leave it out");
    return takes_the_time(m, map, fabs(rise), l);
}

bool tml_profile_read(tml_resolved *r, const tml_node *map, tml_profile_kind kind, const char *what,
                      const tml_curve_options *options, const tml_unit *units, tml_tabulated *made)
{
    const tml_field_list fields = {tml_profile_fields, tml_profile_fields_count};
    const tml_checker c = tml_resolved_checker(r);
    tml_motion_numbers m = {.r = r, .what = what, .units = units};
    tml_speed_limits limits;
    double from = 0, to = 0, start = 0;
    tml_unit second;
    tml_unit_read("s", 1, &second);
    m.kinds[0] = (tml_kind){.typed = true, .dimension = units ? units[0].dimension : second.dimension};
    if (units)
        m.kinds[1] = (tml_kind){.typed = true, .dimension = units[1].dimension};
    if (map->kind != TML_NODE_MAP)
        return refuse(&m, map->place, "a move is a map: {to: 90 deg, speed: 60 rpm, acceleration: 20 rad/s^2}");
    if (options->periodic)
        return refuse(&m, map->place,
                      "one move does not return: segments with this law make a motion that is periodic");
    if (!tml_fields_check(&c, what, map, &fields, 1, NULL))
        return false;
    const tml_node *first = tml_node_find(map, "from"), *begin = tml_node_find(map, "start");
    if (!tml_motion_number_read(&m, tml_node_find(map, "to"), 1, 0, &to) ||
        (first && !tml_motion_number_read(&m, first, 1, 0, &from)) ||
        (begin && !tml_motion_number_read(&m, begin, 0, 0, &start)) ||
        !tml_speed_limits_read(&m, map, kind, to - from, &limits))
        return false;
    tml_motion_piece *pieces = TML_NEW_ARRAY(r->arena, tml_motion_piece, TML_PROFILE_PIECES);
    int count = 1;
    if (to == from)
        pieces[0] = (tml_motion_piece){.x = start, .h = limits.over, .c = {from}};
    else
        count = tml_speed_profile(&limits, start, from, to - from, pieces);
    *made = (tml_tabulated){.kinds = {m.kinds[0], m.kinds[1]}};
    made->curve = tml_curve_of_motion(r->arena, pieces, count, options);
    return true;
}
