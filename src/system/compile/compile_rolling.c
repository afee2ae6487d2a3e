/* compile_rolling.c - two surfaces that roll on each other without slip: rows of the gap, and of the velocity of the touching points.
 *
 * V: velocity of the middle of the rolling surface in the axes F of its track, w: relative angular velocity; n, z: the normal of the track.
 *   disc on line      n . d = r                         V_x + r w = 0                     x along the line
 *   disc on disc      |d| = l = r_1 + r_2               l psi' - r_1 w_1 - r_2 w_2 = 0    psi: direction of d
 *   disc in a bore    -|d| = -l, l = R - r              l psi' - R w_1 + r w_2 = 0
 *   sphere on plane   z . d = r                         V_x - r w_y = 0,  V_y + r w_x = 0
 *   wheel on plane    z . d - r |z x e| = tube          V . t - r w . e - tube w . c = 0,  V . c + r (z . e)' + tube asin(z . e)' = 0
 *   all on others     gap(q) = 0                        velocity along both tangents = 0     (contact/touch.h)
 * e: axis of the wheel, c its projection on the plane, t = c x z its track (joint_class.h).
 * In the plane the sums of the terms themselves stay what they are: these rows are integrable.
 */
#include "contact/profile.h"
#include "contact/touch.h"
#include "model/body_surface.h"
#include "model/check.h"
#include "system/compile/builder.h"
#include "system/compile/surface_solid.h"
#include <math.h>

static const double TURN = 6.283185307179586;

typedef struct {
    tml_builder *b;
    const tml_element *e;
    const tml_body_surface *track, *wheel; /* what it rolls on, what rolls */
    tml_rolling *out;
    tml_frames f; /* F on the track, M on the wheel */
} rolling;

/* A point of a body, from its centre of mass. */
static tml_vec3 from_com(const rolling *x, const tml_body_surface *s, tml_vec3 p)
{
    return tml_sub(p, x->b->s->masses[s->body].com);
}

static bool is_wheel(const tml_body_surface *s)
{
    return s->class->kind == TML_SURFACE_DISC || s->class->kind == TML_SURFACE_SPHERE ||
           s->class->kind == TML_SURFACE_TORUS;
}

static bool is_flat(const tml_body_surface *s)
{
    return s->class->kind == TML_SURFACE_LINE || s->class->kind == TML_SURFACE_PLANE;
}

static bool refuse(const rolling *x, const char *why)
{
    tml_log_raise(x->b->log, TML_E_ROLLING, x->e->place, "joint %s: %s cannot roll on %s: %s", x->e->name,
                  x->wheel->full, x->track->full, why);
    return false;
}

static tml_term measure(const rolling *x, tml_row row, double coefficient)
{
    tml_term term = tml_builder_measure(x->b, &row, &x->f);
    term.coefficient *= coefficient;
    return term;
}

/* Relative angular velocity about an axis of the track. */
static tml_term rotation_about(const rolling *x, tml_axis a, double coefficient)
{
    const tml_frames *f = &x->f;
    const tml_frames back = {f->body2, f->body1, f->p2, f->p1, f->M, f->F, 0, NULL};
    tml_term term = tml_builder_measure(x->b, &(tml_row){.kind = TML_ROTATE_M, .a = a}, &back);
    term.coefficient *= -coefficient;
    return term;
}

static void set_gap(const rolling *x, tml_term term, double target)
{
    x->out->gap[x->out->gap_count++] = term;
    x->out->target = target;
}

static void add_slip(const rolling *x, int row, tml_term term)
{
    tml_rolling_slip *slip = &x->out->slip[row];
    slip->terms[slip->count++] = term;
    x->out->slip_count = row + 1;
}

/* ---- in the plane ---- */

static bool disc_on_line(rolling *x)
{
    const tml_vec3 along = tml_sub(x->track->points[1], x->track->points[0]), t = tml_scale(1 / tml_norm(along), along);
    const double r = x->wheel->radius;
    if (x->wheel->hollow)
        return refuse(x, "a bore touches from within; leave `hollow` out");
    x->f.p1 = from_com(x, x->track, x->track->points[0]);
    x->f.F = tml_columns(t, (tml_vec3){-t.y, t.x, 0}, (tml_vec3){0, 0, 1});
    set_gap(x, measure(x, (tml_row){.kind = TML_ALONG, .a = TML_Y}, 1), r);
    add_slip(x, 0, measure(x, (tml_row){.kind = TML_ALONG, .a = TML_X}, 1));
    add_slip(x, 0, measure(x, (tml_row){.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, r));
    x->out->slip[0].integrable = true;
    return true;
}

/* Angle of one body against the ground. */
static tml_term angle_of(const rolling *x, int body, double coefficient)
{
    const tml_mat3 one = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    const tml_frames f = {.body2 = body, .F = one, .M = one};
    tml_term term = tml_builder_measure(x->b, &(tml_row){.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, &f);
    term.coefficient *= coefficient;
    return term;
}

static bool disc_on_disc(rolling *x)
{
    if (x->wheel->hollow) {
        const tml_body_surface *bore = x->wheel;
        x->wheel = x->track, x->track = bore;
    }
    const double r = x->wheel->radius, R = x->track->radius, l = x->track->hollow ? R - r : R + r;
    if (x->wheel->hollow)
        return refuse(x, "both are bores; leave `hollow` out of one of them");
    if (!(l > 1e-9 * R))
        return refuse(x, "it does not fit into the bore, whose radius must be larger");
    x->f.body1 = x->track->body, x->f.body2 = x->wheel->body;
    x->f.p1 = from_com(x, x->track, x->track->at), x->f.p2 = from_com(x, x->wheel, x->wheel->at);
    const double outward =
        x->track->hollow ? -1 : 1; /* of the centres' distance: the gap grows with it, in a bore it shrinks */
    set_gap(x, measure(x, (tml_row){.kind = TML_DISTANCE}, outward), outward * l);
    add_slip(x, 0, measure(x, (tml_row){.kind = TML_BEARING}, l));
    if (x->track->body)
        add_slip(x, 0, angle_of(x, x->track->body, -R));
    if (x->wheel->body)
        add_slip(x, 0, angle_of(x, x->wheel->body, x->track->hollow ? r : -r));
    x->out->slip[0].integrable = true;
    x->out->slip[0].period = TURN * l;
    return true;
}

/* ---- in space ---- */

static bool sphere_on_plane(rolling *x)
{
    const double r = x->wheel->radius;
    if (x->wheel->hollow)
        return refuse(x, "a hollow sphere touches from within; leave `hollow` out");
    set_gap(x, measure(x, (tml_row){.kind = TML_ALONG, .a = TML_Z}, 1), r);
    add_slip(x, 0, measure(x, (tml_row){.kind = TML_ALONG, .a = TML_X}, 1));
    add_slip(x, 0, rotation_about(x, TML_Y, -r));
    add_slip(x, 1, measure(x, (tml_row){.kind = TML_ALONG, .a = TML_Y}, 1));
    add_slip(x, 1, rotation_about(x, TML_X, r));
    return true;
}

static bool wheel_on_plane(rolling *x)
{
    const double r = x->wheel->radius, tube = x->wheel->class->kind == TML_SURFACE_TORUS ? x->wheel->tube : 0;
    x->f.M = tml_frame_with_z(x->wheel->axis);
    set_gap(x, measure(x, (tml_row){.kind = TML_ALONG, .a = TML_Z}, 1), tube);
    set_gap(x, measure(x, (tml_row){.kind = TML_CROSS, .a = TML_Z, .b = TML_Z}, -r), tube);
    add_slip(x, 0, measure(x, (tml_row){.kind = TML_TRACK, .b = TML_Z}, 1));
    add_slip(x, 0, measure(x, (tml_row){.kind = TML_ROTATE_M, .a = TML_Z}, -r));
    add_slip(x, 1, measure(x, (tml_row){.kind = TML_TRACK_ACROSS, .b = TML_Z}, 1));
    add_slip(x, 1, measure(x, (tml_row){.kind = TML_DOT, .a = TML_Z, .b = TML_Z}, r));
    if (tube > 0) {
        add_slip(x, 0, measure(x, (tml_row){.kind = TML_TRACK_TURN, .b = TML_Z}, -tube));
        add_slip(x, 1, measure(x, (tml_row){.kind = TML_SLOPE, .a = TML_Z, .b = TML_Z}, tube));
        x->out->slip_count = 2;
    }
    return true;
}

static bool on_plane(rolling *x)
{
    x->f.F = tml_frame_with_z(x->track->axis);
    return x->wheel->class->kind == TML_SURFACE_SPHERE ? sphere_on_plane(x) : wheel_on_plane(x);
}

/* Whether a shape has corners or edges: it has no normal there. */
static bool is_sharp(const tml_contact_solid *solid)
{
    const bool ends = solid->kind == TML_SOLID_CYLINDER && isfinite(solid->half);
    const bool bare = (solid->kind == TML_SOLID_POINT || solid->kind == TML_SOLID_CIRCLE) && solid->radius == 0;
    return solid->kind == TML_SOLID_POLYHEDRON || ends || bare;
}

static const char SEVERAL[] = "it would touch in several points, or from within";
static const char SHARP[] = "a disc is a sharp edge, and so are the edges of what it rolls on: where they meet nothing "
                            "tells how it rolls; let a "
                            "torus, a disc with a tube, or a sphere roll, or give it a plane or a surface without "
                            "edges (a cylinder without length)";

/* The nearest point of a ball, or of the circle of a wheel. NULL, or why there is none. */
static const char *nearest_of(rolling *x, tml_candidate *touch)
{
    const tml_body_surface *pair[] = {x->track, x->wheel};
    const tml_contact_solid *solid[2];
    for (int i = 0; i < 2; i++)
        solid[i] = tml_surface_solid(pair[i], x->b->s->masses[pair[i]->body].com, x->b->home);
    if (x->wheel->hollow || !solid[0] || !solid[1])
        return SEVERAL;
    const int ground = x->track->body == 0 ? 0 : x->wheel->body == 0 ? 1 : -1;
    const int count = tml_touch_candidates(solid[0], solid[1], ground, touch, 1);
    if (x->wheel->class->kind == TML_SURFACE_SPHERE)
        return count == 1 ? NULL : SEVERAL;
    *touch = (tml_candidate){.kind = TML_TOUCH_CURVE,
                             .exchanged = true,
                             .tracks = true,
                             .p = solid[1]->p,
                             .a = solid[1]->a,
                             .rim = solid[1]->rim,
                             .radius = solid[1]->radius,
                             .own = solid[1],
                             .other = solid[0]};
    if (!(touch->radius > 0) && is_sharp(solid[0]))
        return SHARP;
    return count > 0 ? NULL : SEVERAL;
}

/* On a sphere, a cylinder, a capsule, a torus, a height field, or a box: where the nearest point is. */
static bool on_surface(rolling *x)
{
    tml_candidate *touch = TML_NEW(x->b->home, tml_candidate);
    const char *why = nearest_of(x, touch);
    if (why)
        return refuse(x, why);
    const tml_row rows[] = {{.kind = TML_GAP}, {.kind = TML_SLIP, .a = TML_X}, {.kind = TML_SLIP, .a = TML_Y}};
    for (int i = 0; i < 3; i++) {
        const tml_term term = measure(x, rows[i], 1);
        x->b->s->measures[term.measure].candidate = touch;
        if (i == 0)
            set_gap(x, term, 0);
        else
            add_slip(x, i - 1, term);
    }
    return true;
}

/* ---- both ---- */

static bool roll(rolling *x)
{
    const tml_body_surface_kind track = x->track->class->kind, wheel = x->wheel->class->kind;
    const tml_vec3 *speed = &x->track->speed;
    if (speed->x != 0 || speed->y != 0 || speed->z != 0)
        return refuse(x, "its track is a belt with a speed of its own; let the body of the belt move instead");
    if (track == TML_SURFACE_LINE && wheel == TML_SURFACE_DISC)
        return disc_on_line(x);
    if (track == TML_SURFACE_DISC && wheel == TML_SURFACE_DISC && !x->b->s->space)
        return disc_on_disc(x);
    if (track == TML_SURFACE_PLANE && is_wheel(x->wheel))
        return on_plane(x);
    if (x->b->s->space && is_wheel(x->wheel))
        return on_surface(x);
    return refuse(x, x->b->s->space ? "what rolls is a disc, a torus or a sphere, on a plane or another surface; give "
                                      "a roller a disc at either end"
                                    : "what rolls is a disc on a line or on another disc");
}

/* Which of two surfaces is what rolls: one that can, and is neither flat nor a bore; of two in space the one that has a track, then the second. */
static bool rolls_first(const tml_body_surface *const pair[2], bool space)
{
    const bool first = is_wheel(pair[0]) && !pair[0]->hollow, second = is_wheel(pair[1]) && !pair[1]->hollow;
    const bool ball = pair[1]->class->kind == TML_SURFACE_SPHERE, wheel = pair[0]->class->kind != TML_SURFACE_SPHERE;
    return first && (is_flat(pair[1]) || (space && (!second || (ball && wheel))));
}

/* Edges with corners, and a point that is to pass them. */
static bool stops_at_corners(tml_builder *b, const tml_body_surface *edges, const tml_body_surface *point)
{
    const tml_profile *chain = tml_builder_profile(b, edges), *other = tml_builder_profile(b, point);
    return chain->kind == TML_PROFILE_CHAIN && chain->count > 2 && other->kind == TML_PROFILE_CIRCLE &&
           other->radius == 0;
}

/* Curves that are held in touch and slide on each other: the gap alone, in the plane. */
static bool hold(rolling *x, const tml_body_surface *const pair[2])
{
    tml_profile_candidate *flat = NULL;
    tml_candidate *solid = NULL;
    const tml_surface_pair both = {.first = pair[0], .second = pair[1]};
    const int count = tml_builder_candidates(x->b, &both, &flat, &solid);
    const char *why = pair[0]->body == pair[1]->body ? "they are of one body"
                      : count == 0                   ? "there is no place where such a pair touches"
                      : count > 1                    ? "corners can touch in several places: use a spline, or a contact"
                      : stops_at_corners(x->b, pair[0], pair[1]) || stops_at_corners(x->b, pair[1], pair[0])
                          ? "a point would stop dead at the corners: give it a radius, as a disc, use a spline, or a "
                            "contact"
                          : NULL;
    if (why) {
        tml_log_raise(x->b->log, TML_E_CURVE, x->e->place, "joint %s: %s and %s cannot be held in touch: %s",
                      x->e->name, pair[0]->full, pair[1]->full, why);
        return false;
    }
    const int first = flat->exchanged;
    set_gap(
        x,
        tml_builder_add_measure(
            x->b,
            (tml_measure){.kind = TML_GAP, .body1 = pair[first]->body, .body2 = pair[!first]->body, .profile = flat}),
        0);
    return true;
}

bool tml_builder_rolling(tml_builder *b, const tml_element *e, tml_rolling *out)
{
    const char *what = tml_element_what(b->arena, e);
    const tml_body_surface *pair[2];
    *out = (tml_rolling){0};
    for (int i = 0; i < 2; i++)
        pair[i] = tml_resolved_surface(b->r, e->type_node->items[i], what);
    if (!pair[0] || !pair[1])
        return false;
    const bool held = e->joint->plane.surface_rows == 1, swapped = !held && rolls_first(pair, b->s->space);
    rolling x = {.b = b, .e = e, .track = pair[swapped], .wheel = pair[!swapped], .out = out};
    x.f = (tml_frames){.body1 = x.track->body, .body2 = x.wheel->body};
    x.f.p1 = from_com(&x, x.track, x.track->at), x.f.p2 = from_com(&x, x.wheel, x.wheel->at);
    x.f.F = x.f.M = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    if (!(held ? hold(&x, pair) : roll(&x)))
        return false;
    const tml_frames f = x.f;
    out->frames = f.body1 == pair[0]->body ? f : (tml_frames){f.body2, f.body1, f.p2, f.p1, f.M, f.F, 0, NULL};
    return true;
}
