/* cam.c - the profile of a disc cam, computed from the motion that its follower is to have (contact/cam.h). */
#include "contact/cam.h"
#include "elementary/elementary.h"
#include "model/body_surface.h"
#include "model/check.h"
#include "model/shape.h"
#include <math.h>

#define PI     3.14159265358979323846
#define DEGREE (PI / 180)

static const tml_field fields[] = {
    {"motion", TML_FIELD_TEXT, .required = true,
     .doc = "the table that has the follower's motion over the angle of the cam, periodic: a length, or of an "
            "oscillating follower an angle"},
    {"base", TML_FIELD_NUMBER, "m", .required = true,
     .doc = "radius of the base circle: of the profile where the motion is zero"},
    {"roller", TML_FIELD_NUMBER, "m", .doc = "radius of the follower's roller; if not given the follower is a point"},
    {"flat", TML_FIELD_BOOL, .preset = "false",
     .doc = "the follower is a flat face: square to its motion, or through its pivot"},
    {"direction", TML_FIELD_DIRECTION, "", "y",
     .doc = "in the body frame, where the cam's angle is zero: in which the follower moves outwards"},
    {"offset", TML_FIELD_NUMBER, "m", "0",
     .doc = "of the line on which the follower moves, to the left of the centre as it moves outwards; of a flat face "
            "that oscillates, from its pivot towards the cam"},
    {"pivot", TML_FIELD_PLACE, "m",
     .doc = "of an oscillating follower, in the body frame where the cam's angle is zero; if not given it translates"},
    {"arm", TML_FIELD_NUMBER, "m",
     .doc = "of an oscillating follower: from its pivot to the centre of its roller, or its point"},
    {"side", TML_FIELD_CHOICE, .preset = "left", .choices = "left right",
     .doc = "of an oscillating follower: on which side of the line from its pivot to the centre of the cam it is"},
    {"rotation", TML_FIELD_CHOICE, .preset = "counterclockwise", .choices = "counterclockwise clockwise",
     .doc = "how the cam rotates while the argument of its motion grows"},
    {"flank", TML_FIELD_CHOICE, .preset = "inner", .choices = "inner outer",
     .doc = "outer: of a groove in which a roller runs, the flank that is further out"},
    TML_SURFACE_AT("the centre about which it rotates"),
};

static const tml_node *given(const tml_shape_context *c, const char *field)
{
    return tml_node_find(c->element.node, field);
}

static bool refuse(const tml_shape_context *c, const char *field, tml_code code, const char *why)
{
    const tml_node *node = given(c, field);
    tml_log_raise(c->r->log, code, node ? node->place : c->element.place, "%s: %s", c->element.name, why);
    return false;
}

/* ---- the motion ---- */

static bool has_dimension(const tml_tabulated *table, int i, const char *unit)
{
    return !table->kinds[i].typed || tml_dimension_same(table->kinds[i].dimension, tml_unit_named(unit).dimension);
}

static bool refuse_table(const tml_shape_context *c, const char *name, bool is_surface)
{
    const tml_node *tables = c->r->model->tables;
    const int count = tables ? tables->count : 0;
    const char **names = TML_NEW_ARRAY(c->r->arena, const char *, count + 1);
    for (int i = 0; i < count; i++)
        names[i] = tables->keys[i]->text;
    const tml_checker checker = tml_resolved_checker(c->r);
    return refuse(c, "motion", TML_E_UNKNOWN_TABLE,
                  is_surface ? tml_arena_format(c->r->arena,
                                                "the table \"%s\" is one of x and y; a motion is one of x alone", name)
                             : tml_arena_format(c->r->arena, "there is no table \"%s\" of a motion%s", name,
                                                tml_suggestion(&checker, tml_nearest(name, names, (size_t)count))));
}

/* What a table needs whose period is not that of a cam. */
static const char *cure_of_period(const tml_shape_context *c, const tml_tabulated *table, double period)
{
    const double off = 360 - period / DEGREE;
    if (!(period > 0))
        return "give the table periodic: true and points or segments over 360 deg";
    if (!table->kinds[0].typed && period > 2 * PI)
        return "plain numbers are radians: write the angles with their unit, as in 80 deg";
    return tml_arena_format(c->r->arena, off > 0 ? "a dwell of %.9g deg would close it" : "make it %.9g deg shorter",
                            fabs(off));
}

static bool read_motion(tml_shape_context *c, tml_cam *cam)
{
    const tml_node *node = given(c, "motion");
    const tml_tabulated *table = tml_resolved_table(c->r, node->text, node->place);
    if (!table || !table->curve)
        return refuse_table(c, node->text, table != NULL);
    if (table->bad)
        return false;
    if (!has_dimension(table, 0, "rad") || !has_dimension(table, 1, cam->oscillates ? "rad" : "m"))
        return refuse(c, "motion", TML_E_DIMENSIONS,
                      cam->oscillates ? "the motion of an oscillating follower is an angle over the angle of the cam"
                                      : "the motion of a follower is a length over the angle of the cam; that of an "
                                        "oscillating one, with a pivot, an angle");
    cam->motion = tml_curve_of_table(table->curve, true);
    const double period = tml_curve_period(cam->motion), lobes = round(2 * PI / period);
    if (!(period > 0) || fabs(lobes * period - 2 * PI) > 1e-9)
        return refuse(c, "motion", TML_E_CAM,
                      tml_arena_format(c->r->arena,
                                       "the profile is not closed: its motion must have the period 360 deg, or a whole "
                                       "part of it, and %s; %s",
                                       period > 0 ? tml_arena_format(c->r->arena, "has %.9g deg", period / DEGREE)
                                                  : "is not periodic",
                                       cure_of_period(c, table, period)));
    if (tml_curve_smoothness(cam->motion) < 1)
        return refuse(c, "motion", TML_E_CAM,
                      "the velocity of its motion jumps, and its profile would have a corner: use a law other than "
                      "linear, or interpolation: spline");
    return true;
}

/* ---- the follower ---- */

static bool read_length(tml_shape_context *c, const char *field, double *value)
{
    const tml_node *node = given(c, field);
    *value = 0;
    return !node ||
           tml_resolved_number(c->r, node, "m", tml_arena_format(c->r->arena, "%s: %s", c->element.name, field), value);
}

static bool read_pivot(tml_shape_context *c, tml_vec3 at, tml_cam *cam)
{
    tml_vec3 pivot;
    if (!tml_shape_place(c, given(c, "pivot"), tml_arena_format(c->r->arena, "%s: pivot", c->element.name), &pivot) ||
        !read_length(c, "arm", &cam->arm))
        return false;
    cam->distance = hypot(pivot.x - at.x, pivot.y - at.y);
    cam->direction = tml_atan2(pivot.y - at.y, pivot.x - at.x);
    cam->side = tml_node_is(given(c, "side"), "right") ? -1 : 1;
    if (!(cam->distance > 0))
        return refuse(c, "pivot", TML_E_CAM, "the pivot is at the centre of the cam");
    if (cam->flat ? cam->arm != 0 : !(cam->arm > 0))
        return refuse(c, "arm", TML_E_CAM,
                      cam->flat ? "a flat face has no arm: leave it out"
                                : "an oscillating follower needs its arm: from the pivot to the centre of its roller");
    return true;
}

static bool read_follower(tml_shape_context *c, tml_body_surface *s, tml_cam *cam)
{
    tml_vec3 direction = {0, 1, 0};
    cam->flat = tml_surface_is(c, "flat");
    cam->sigma = tml_node_is(given(c, "rotation"), "clockwise") ? -1 : 1;
    cam->outer = tml_node_is(given(c, "flank"), "outer");
    cam->oscillates = given(c, "pivot") != NULL;
    if (!tml_shape_length(c, "base", &cam->base) || !read_length(c, "roller", &cam->roller) ||
        !read_length(c, "offset", &cam->offset) || !tml_shape_center(c, &s->at))
        return false;
    if (cam->roller < 0 || (given(c, "roller") && cam->flat) || (cam->outer && !(cam->roller > 0)))
        return refuse(c, "roller", TML_E_CAM,
                      cam->roller < 0 ? "the radius of a roller is above zero"
                      : cam->flat     ? "a flat face has no roller: leave one of them out"
                                      : "a groove needs a roller");
    if (cam->oscillates && given(c, "direction"))
        return refuse(c, "direction", TML_E_CAM, "an oscillating follower has no direction: leave it or the pivot out");
    if (cam->oscillates && given(c, "offset") && !cam->flat)
        return refuse(c, "offset", TML_E_CAM,
                      "an offset is that of a follower that translates, or of a flat face: the arm and the pivot say "
                      "where this one is");
    if (cam->oscillates)
        return read_pivot(c, s->at, cam);
    if (given(c, "arm"))
        return refuse(c, "arm", TML_E_CAM, "an arm is that of an oscillating follower: give its pivot");
    if (given(c, "side"))
        return refuse(c, "side", TML_E_CAM,
                      "a side is that of an oscillating follower: give its pivot, or leave it out");
    if (given(c, "direction") && !tml_shape_direction(c, "direction", &direction))
        return false;
    cam->direction = tml_atan2(direction.y, direction.x);
    return true;
}

/* ---- the profile ---- */

static bool check_reach(const tml_shape_context *c, tml_cam *cam)
{
    const double prime = cam->base + cam->roller;
    if (tml_cam_start(cam) && (cam->oscillates || cam->flat || cam->start > 0))
        return true;
    const char *why = !cam->oscillates ? tml_arena_format(c->r->arena,
                                                          "the offset, %.6g m, is not below %.6g m, the radii of base "
                                                          "circle and roller together",
                                                          cam->offset, prime)
                      : cam->flat
                          ? "the base circle is larger than the distance of the pivot: the face cannot touch it"
                          : tml_arena_format(c->r->arena,
                                             "the roller does not reach the base circle: with the pivot at %.6g m, the "
                                             "arm must be between %.6g and %.6g m",
                                             cam->distance, fabs(cam->distance - prime), cam->distance + prime);
    return refuse(c, cam->oscillates ? "arm" : "offset", TML_E_CAM, why);
}

static bool refuse_centre(const tml_shape_context *c, const tml_cam *cam, const tml_cam_extremes *e)
{
    return refuse(c, "motion", TML_E_CAM,
                  tml_arena_format(c->r->arena,
                                   "the follower comes to the centre of the cam at %.6g deg: its motion goes %.6g m "
                                   "inwards, and begins %.6g m from there; make the base larger, or the motion smaller",
                                   e->lowest.theta / DEGREE, -e->lowest.value, cam->start));
}

/* The follower keeps to its side of the cam, and a flat face turns round the cam less fast than the cam. */
static bool check_motion(const tml_shape_context *c, const tml_cam *cam, const tml_cam_extremes *e)
{
    if (!cam->oscillates)
        return cam->flat || cam->start + e->lowest.value > 0 || refuse_centre(c, cam, e);
    if (cam->flat && !(e->velocity.value < 1))
        return refuse(
            c, "motion", TML_E_CAM,
            tml_arena_format(c->r->arena,
                             "the face turns as fast as the cam, %.3g times, at %.6g deg: no profile gives it "
                             "that motion; let it rise over a larger angle",
                             e->velocity.value, e->velocity.theta / DEGREE));
    const bool inwards = !cam->flat && !(cam->start + e->lowest.value > 0);
    if (inwards || !(cam->start + e->lift.value < (cam->flat ? PI / 2 : PI)))
        return refuse(
            c, "motion", TML_E_CAM,
            tml_arena_format(c->r->arena,
                             "the arm turns past the line through its pivot and the centre of the cam, at %.6g "
                             "deg: give a smaller motion",
                             (inwards ? e->lowest.theta : e->lift.theta) / DEGREE));
    return true;
}

static bool check_cusp(const tml_shape_context *c, const tml_cam *cam, const tml_cam_extremes *e)
{
    if (!e->undercut)
        return true;
    const double least = tml_cam_least_base(cam);
    const char *cure = isfinite(least) ? tml_arena_format(c->r->arena, "the base must be above %.6g m", least)
                                       : "no larger base helps";
    return refuse(c, "base", TML_E_CAM,
                  tml_arena_format(c->r->arena,
                                   "the profile is undercut about %.6g deg, where its radius of curvature is %.6g m: "
                                   "%s%s",
                                   e->cusp.theta / DEGREE, e->cusp.value, cure,
                                   cam->flat ? ", or the motion slower" : ", or the roller smaller"));
}

static bool read_cam(tml_shape_context *c, tml_body_surface *s)
{
    tml_cam *cam = TML_NEW(c->r->arena, tml_cam);
    *cam = (tml_cam){.sigma = 1, .side = 1};
    if (!read_follower(c, s, cam) || !read_motion(c, cam) || !check_reach(c, cam))
        return false;
    cam->at = (tml_vec2){s->at.x, s->at.y};
    const tml_cam_extremes e = tml_cam_find_extremes(cam);
    s->cam = cam, s->closed = true, s->hollow = cam->outer;
    return check_motion(c, cam, &e) && check_cusp(c, cam, &e);
}

const tml_body_surface_class tml_body_surface_cam = {
    .name = "cam",
    .doc = "The profile of a disc cam, computed from the motion of its follower.",
    .kind = TML_SURFACE_CAM,
    .plane = true,
    TML_LIST(fields),
    .short_field = "motion",
    .motion = "motion",
    .read = read_cam,
};
