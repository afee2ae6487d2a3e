/* poses.c - reads a motion of several coordinates through poses, each at its time:
 *
 *   poses: [{at: 0, arm: 0, hand: 0}, {at: 1 s, arm: 30 deg, hand: 45 deg}, {at: 2 s, arm: 60 deg, hand: 0, dwell: 0.5 s}, ...]
 *
 * Every pose has the coordinates of the first. A pose with `dwell` is two of the motion, at the beginning and at the end of the stay.
 */
#include "model/poses.h"
#include "expression/pose_spline.h"
#include <math.h>
#include <string.h>

static const double CLOSED = 1e-9; /* a jump from the last pose to the first, relative to the largest: rounding */

typedef struct {
    tml_resolved *r;
    const char *what; /* `table path: pose 2` */
    const tml_node *list;
    const char **names; /* (coordinates) */
    int coordinates;
    tml_motion_numbers x, *values; /* (coordinates) */
    tml_timed_value *poses;        /* (coordinates x room), those of one coordinate together */
    int count, room;
} reader;

static bool refuse(reader *p, tml_place place, const char *why)
{
    tml_log_raise(p->r->log, TML_E_POSES, place, "%s: %s", p->what, why);
    return false;
}

static bool is_own(const char *key)
{
    for (size_t i = 0; i < tml_pose_fields_count; i++)
        if (strcmp(key, tml_pose_fields[i].name) == 0)
            return true;
    return false;
}

/* The coordinates are what the first pose has beside its own keys. */
static bool find_coordinates(reader *p, const tml_node *first)
{
    const tml_checker c = tml_resolved_checker(p->r);
    p->names = TML_NEW_ARRAY(p->r->arena, const char *, first->count + 1);
    for (int i = 0; i < first->count; i++)
        if (!is_own(first->keys[i]->text)) {
            if (!tml_name_check(&c, "coordinate", first->keys[i]))
                return false;
            p->names[p->coordinates++] = first->keys[i]->text;
        }
    if (p->coordinates == 0)
        return refuse(p, first->place, "it has no coordinates: {at: 0, arm: 0, hand: 30 deg}");
    p->values = TML_NEW_ARRAY(p->r->arena, tml_motion_numbers, p->coordinates);
    p->poses = TML_NEW_ARRAY(p->r->arena, tml_timed_value, p->coordinates * p->room);
    for (int k = 0; k < p->coordinates; k++)
        p->values[k] = (tml_motion_numbers){.r = p->r};
    return true;
}

/* Its own keys, and exactly the coordinates of the first. */
static bool has_coordinates(reader *p, const tml_node *map)
{
    const tml_checker c = tml_resolved_checker(p->r);
    tml_field *fields = TML_NEW_ARRAY(p->r->arena, tml_field, p->coordinates);
    for (int k = 0; k < p->coordinates; k++) {
        fields[k] = (tml_field){.name = p->names[k], .type = TML_FIELD_NUMBER};
        if (!tml_node_find(map, p->names[k]))
            return refuse(p, map->place,
                          tml_arena_format(p->r->arena, "%s is missing: every pose has the coordinates of the first",
                                           p->names[k]));
    }
    const tml_field_list lists[] = {{tml_pose_fields, tml_pose_fields_count}, {fields, (size_t)p->coordinates}};
    return tml_fields_check(&c, p->what, map, lists, 2, NULL);
}

static bool add_pose(reader *p, const tml_node *map)
{
    const tml_node *at = tml_node_find(map, "at"), *dwell = tml_node_find(map, "dwell");
    double x, stay = 0, f;
    if (!has_coordinates(p, map))
        return false;
    p->x.what = p->what;
    if (!tml_motion_number_read(&p->x, at, 0, 0, &x) || (dwell && !tml_motion_number_read(&p->x, dwell, 0, 0, &stay)))
        return false;
    if (dwell && !(stay > 0))
        return refuse(p, dwell->place, "its dwell must be above zero; without one: stop: true");
    if (p->count && !(x > p->poses[p->count - 1].x)) {
        tml_log_raise(p->r->log, TML_E_POSES, at->place,
                      "%s: it is at %.9g, but the one before it %s %.9g: poses are in the order of their times, and "
                      "take some to get from one to the next",
                      p->what, x, p->poses[p->count - 1].stop ? "is left at" : "at", p->poses[p->count - 1].x);
        return false;
    }
    const bool stop = dwell || tml_node_is(tml_node_find(map, "stop"), "true");
    for (int k = 0; k < p->coordinates; k++) {
        p->values[k].what = p->what;
        if (!tml_motion_number_read(&p->values[k], tml_node_find(map, p->names[k]), 1, 0, &f))
            return false;
        tml_timed_value *pose = p->poses + k * p->room + p->count;
        if (p->count && !isfinite((f - pose[-1].f) / (x - pose[-1].x)))
            return refuse(p, at->place,
                          tml_arena_format(p->r->arena, "%s would have to be infinitely fast", p->names[k]));
        pose[0] = (tml_timed_value){x, f, stop};
        pose[1] = (tml_timed_value){x + stay, f, stop};
    }
    p->count += dwell ? 2 : 1;
    return true;
}

/* A periodic motion comes back to its first pose, and rests there. */
static bool closes(reader *p, tml_pose_ends ends)
{
    for (int k = 0; k < p->coordinates; k++) {
        const tml_timed_value *poses = p->poses + k * p->room, *last = poses + p->count - 1;
        double largest = 0;
        for (int i = 0; i < p->count; i++)
            largest = fmax(largest, fabs(poses[i].f));
        if (fabs(last->f - poses->f) > CLOSED * largest) {
            tml_log_raise(
                p->r->log, TML_E_POSES, p->list->items[p->list->count - 1]->place,
                "%s: a periodic motion ends in the pose in which it begins, but %s is %.9g there and %.9g here",
                p->what, p->names[k], poses->f, last->f);
            return false;
        }
        if (ends != TML_POSES_REST && !(poses->stop && last->stop))
            return refuse(p, p->list->place,
                          "a periodic motion through poses rests where it begins again, ends: rest; one that does not "
                          "is a table of points with interpolation: spline");
    }
    return true;
}

static void make_curves(reader *p, tml_pose_ends ends, const tml_curve_options *options, tml_data_table *made)
{
    tml_arena *arena = p->r->arena;
    double *work = TML_NEW_ARRAY(arena, double, TML_POSE_WORK * p->count);
    *made = (tml_data_table){
        .values = TML_NEW_ARRAY(arena, tml_tabulated, p->coordinates), .count = p->coordinates, .names = p->names};
    for (int k = 0; k < p->coordinates; k++) {
        tml_motion_piece *pieces = TML_NEW_ARRAY(arena, tml_motion_piece, p->count);
        tml_pose_spline(p->poses + k * p->room, p->count, ends, pieces, work);
        made->values[k] = (tml_tabulated){.kinds = {p->x.kinds[0], p->values[k].kinds[1]}};
        made->values[k].curve = tml_curve_of_motion(arena, pieces, p->count - 1, options);
    }
}

bool tml_poses_read(tml_resolved *r, const tml_node *list, const tml_node *ends, const char *what,
                    const tml_curve_options *options, tml_data_table *made)
{
    reader p = {.r = r, .what = what, .list = list, .x = {.r = r}, .room = 2 * list->count + 1};
    const int chosen = ends ? tml_word_index("natural clamped rest", ends->text) : TML_POSES_REST;
    if (list->kind != TML_NODE_LIST || list->count < 2)
        return refuse(&p, list->place, "poses are a list of two or more: [{at: 0, arm: 0}, {at: 1 s, arm: 30 deg}]");
    if (chosen < 0)
        return refuse(&p, ends->place, "the ends of poses are natural, clamped or rest");
    for (int i = 0; i < list->count; i++) {
        const tml_node *map = list->items[i];
        p.what = tml_arena_format(r->arena, "%s: pose %d", what, i + 1);
        if (map->kind != TML_NODE_MAP)
            return refuse(&p, map->place, "a pose is a map: {at: 1 s, arm: 30 deg}");
        if ((i == 0 && !find_coordinates(&p, map)) || !add_pose(&p, map))
            return false;
    }
    p.what = what;
    if (options->periodic && !closes(&p, (tml_pose_ends)chosen))
        return false;
    make_curves(&p, (tml_pose_ends)chosen, options, made);
    return true;
}
