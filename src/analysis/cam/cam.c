/* cam.c - what a cam is: its motion, profile, pressure angle and curvature over a revolution, with their extremes. No motion of the mechanism.
 *
 * A table for each cam, a row for each sample: angle, s and its derivatives by the angle, pressure angle, radius of curvature (> 0 convex, < 0 concave),
 * the profile x, y in the frame of its body with the direction of its normal, and the pitch curve.
 */
#include "analysis/analysis.h"
#include "elementary/elementary.h"
#include "model/body_surface.h"
#include <math.h>
#include <string.h>

#define PI     3.14159265358979323846
#define DEGREE (PI / 180)

static const tml_field fields[] = {
    {"surfaces", TML_FIELD_NAMES, .doc = "cams, as [shaft.profile]; all of them if not given"},
    {"samples", TML_FIELD_NUMBER, "", "360", .doc = "of a revolution, 12 or more: the table has one row more"},
    {"speed", TML_FIELD_NUMBER, "rad/s",
     .doc = "of the cam: the largest velocity, acceleration and jerk are also given in time"},
};

enum { ANGLE, MOTION, VELOCITY, ACCELERATION, JERK, PRESSURE, RADIUS, X, Y, NORMAL, PITCH_X, PITCH_Y, COLUMNS };

static void name_columns(const tml_cam *cam, tml_column columns[COLUMNS])
{
    const bool turns = cam->oscillates;
    const tml_column all[COLUMNS] = {{"angle", "rad"},
                                     {"s", turns ? "rad" : "m"},
                                     {"velocity", turns ? "" : "m/rad"},
                                     {"acceleration", turns ? "1/rad" : "m/rad^2"},
                                     {"jerk", turns ? "1/rad^2" : "m/rad^3"},
                                     {"pressure_angle", "rad"},
                                     {"radius", "m"},
                                     {"x", "m"},
                                     {"y", "m"},
                                     {"normal", "rad"},
                                     {"pitch_x", "m"},
                                     {"pitch_y", "m"}};
    memcpy(columns, all, sizeof all);
}

static void fill(const tml_cam *cam, double angle, double *row)
{
    const tml_cam_place p = tml_cam_at(cam, angle);
    row[ANGLE] = angle, row[MOTION] = p.s, row[VELOCITY] = p.v, row[ACCELERATION] = p.a, row[JERK] = p.j;
    row[PRESSURE] = p.pressure, row[RADIUS] = p.radius;
    row[X] = p.profile.x, row[Y] = p.profile.y, row[NORMAL] = tml_atan2(p.normal.y, p.normal.x);
    row[PITCH_X] = p.pitch.x, row[PITCH_Y] = p.pitch.y;
}

/* ---- facts ---- */

static void largest_fact(tml_table *table, const char *name, tml_cam_extreme e, double factor, const char *unit)
{
    const double value = e.value * factor;
    tml_table_add_fact(table, name, value, "%.9g %s at %.6g deg", value, unit, e.theta / DEGREE);
}

static void radius_fact(tml_table *table, const char *name, tml_cam_extreme e)
{
    if (isfinite(e.value))
        largest_fact(table, name, e, 1, "m");
    else
        tml_table_add_fact(table, name, NAN, "none");
}

static void motion_facts(tml_table *table, const tml_cam *cam, const tml_cam_extremes *e, double speed)
{
    const bool turns = cam->oscillates;
    largest_fact(table, "lift", e->lift, 1, turns ? "rad" : "m");
    largest_fact(table, "largest velocity", e->velocity, 1, turns ? "rad/rad" : "m/rad");
    largest_fact(table, "largest acceleration", e->acceleration, 1, turns ? "1/rad" : "m/rad^2");
    largest_fact(table, "largest jerk", e->jerk, 1, turns ? "1/rad^2" : "m/rad^3");
    if (!(speed > 0))
        return;
    largest_fact(table, "largest velocity in time", e->velocity, speed, turns ? "rad/s" : "m/s");
    largest_fact(table, "largest acceleration in time", e->acceleration, speed * speed, turns ? "rad/s^2" : "m/s^2");
    largest_fact(table, "largest jerk in time", e->jerk, speed * speed * speed, turns ? "rad/s^3" : "m/s^3");
}

static void add_facts(tml_table *table, const tml_body_surface *s, double speed)
{
    const tml_cam *cam = s->cam;
    const tml_cam_extremes e = tml_cam_find_extremes(cam);
    tml_table_add_fact(table, "cam", NAN, "%s: %s%s follower%s", s->full,
                       cam->oscillates ? "oscillating " : "translating ",
                       cam->flat         ? "flat"
                       : cam->roller > 0 ? "roller"
                                         : "point",
                       cam->outer ? ", outer flank of a groove" : "");
    tml_table_add_fact(table, "base radius", cam->base, "%.9g m", cam->base);
    motion_facts(table, cam, &e, speed);
    tml_table_add_fact(table, "largest pressure angle", e.pressure.value, "%.9g rad, %.5g deg, at %.6g deg",
                       e.pressure.value, e.pressure.value / DEGREE, e.pressure.theta / DEGREE);
    radius_fact(table, "smallest convex radius", e.convex);
    radius_fact(table, "smallest concave radius", e.concave);
    largest_fact(table, "largest radius of the profile", e.largest, 1, "m");
    if (cam->flat)
        tml_table_add_fact(table, cam->oscillates ? "length of the face" : "touching point off the axis", e.eccentric,
                           "%.9g m at most", e.eccentric);
}

/* ---- the analysis ---- */

/* The k-th cam of the model; NULL: it has not so many. */
static const tml_body_surface *cam_of(const tml_resolved *r, int k)
{
    for (int i = 0; i < r->model->body_count; i++)
        for (int n = 0; n < r->bodies[i].surface_count; n++)
            if (r->bodies[i].surfaces[n].cam && k-- == 0)
                return &r->bodies[i].surfaces[n];
    return NULL;
}

static tml_status tabulate(tml_task *task, const tml_body_surface *s, bool first, int samples, double speed)
{
    tml_column columns[COLUMNS];
    name_columns(s->cam, columns);
    const char *kind = first ? "cam" : tml_arena_format(task->arena, "cam.%s", s->full);
    tml_table *table = tml_results_add(task->results, kind, task->model->title, columns, COLUMNS);
    if (!table)
        return TML_NO_MEMORY;
    for (int i = 0; i <= samples; i++) {
        double *row = tml_table_append(table);
        if (!row)
            return TML_NO_MEMORY;
        fill(s->cam, 2 * PI * i / samples, row);
    }
    add_facts(table, s, speed);
    return TML_OK;
}

static bool read_options(tml_task *task, int *samples, double *speed)
{
    double count;
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, "samples"));
    if (!tml_task_number(task, "samples", &count))
        return false;
    if (!(count >= 12 && count <= 1e6 && count == floor(count))) {
        tml_log_raise(task->log, TML_E_WRONG_OPTION, node ? node->place : task->element->place,
                      "cam: samples must be a whole number from 12 to 1000000");
        return false;
    }
    *samples = (int)count, *speed = 0;
    return !tml_element_field(task->element, tml_task_field(task, "speed")) || tml_task_number(task, "speed", speed);
}

static bool check(tml_task *task)
{
    int samples;
    double speed;
    const tml_node *names = tml_element_field(task->element, tml_task_field(task, "surfaces"));
    for (int i = 0; names && i < names->count; i++) {
        const tml_body_surface *s = tml_resolved_surface(task->resolved, names->items[i], "cam");
        if (s && !s->cam)
            tml_log_raise(task->log, TML_E_NO_CAM, names->items[i]->place, "cam: \"%s\" is a %s, not a cam", s->full,
                          s->class->name);
        if (!s || !s->cam)
            return false;
    }
    if (!names && !cam_of(task->resolved, 0)) {
        tml_log_raise(task->log, TML_E_NO_CAM, task->element->place,
                      "cam: no body has a cam: give one a surface, as surfaces: {profile: {cam: lift, base: 40 mm}}");
        return false;
    }
    return read_options(task, &samples, &speed);
}

static tml_status run(tml_task *task)
{
    int samples;
    double speed;
    const tml_node *names = tml_element_field(task->element, tml_task_field(task, "surfaces"));
    tml_status status = read_options(task, &samples, &speed) ? TML_OK : TML_WRONG;
    const tml_body_surface *s;
    for (int i = 0; status == TML_OK && (names ? i < names->count : cam_of(task->resolved, i) != NULL); i++) {
        s = names ? tml_resolved_surface(task->resolved, names->items[i], "cam") : cam_of(task->resolved, i);
        status = s ? tabulate(task, s, i == 0, samples, speed) : TML_WRONG;
    }
    return status;
}

const tml_analysis_class tml_analysis_cam = {
    .name = "cam",
    .doc = "profiles of cams: motion, pressure angle and curvature over a revolution",
    TML_LIST(fields),
    .keeps_state = true,
    .compliant = true,
    .row = "angle of the cam",
    .rows = "angles of the cam",
    .template = {.title = "Cam", .rank = 12},
    .run = run,
    .check = check,
};
