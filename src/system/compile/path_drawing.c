/* path_drawing.c - a belt or cable as drawn.
 *
 * The tangent to two circles that are passed with signed radii r_a, r_b: with d from the first middle to the second, e = r_a - r_b,
 *   l = sqrt(d^2 - e^2),   phi = direction of d + asin(e/d)
 * The arc on a wheel between the spans before and behind it is r (phi_behind - phi_before), less or more whole turns: between 0 and one.
 */
#include "system/compile/path_drawing.h"
#include "elementary/elementary.h"
#include "model/check.h"
#include "system/initial_guess.h"
#include <math.h>

static const double TURN = 6.283185307179586;
static const double ROUNDING = 1e-9; /* of angles */
static const double MOST_WRAP =
    1.5 * 3.1416; /* of a pulley in the middle of a cable that is rather passed on its other side */

static const char *name_of(const tml_written_path *w, int i)
{
    return w->stops[i % w->count].node->text;
}

/* ---- places ---- */

/* The body that rotates about a hinge: not the one that carries other wheels of the path too, and not the ground. */
static bool second_rotates(const tml_builder *b, const tml_written_path *w, int stop)
{
    const tml_joint *j = &b->s->joints[w->stops[stop].joint];
    for (int i = 0; i < w->count; i++) {
        const tml_joint *other = w->stops[i].joint >= 0 ? &b->s->joints[w->stops[i].joint] : NULL;
        const int carrier = other && other != j ? tml_joints_carrier(j, other) : -1;
        if (carrier >= 0)
            return carrier == j->body1;
    }
    return j->body2 != 0;
}

typedef struct {
    tml_mat3 R;
    tml_vec3 at;
    double angle; /* in the plane */
} pose;

/* A point of a body, and its axes. */
static pose pose_of(const tml_system *s, const double *q, int body, tml_vec3 p)
{
    const double *x = q + (body - 1) * s->nqb;
    pose out = {.R = tml_quat_matrix((tml_quat){1, 0, 0, 0}), .at = p};
    if (!body)
        return out;
    const tml_vec3 origin = {x[0], x[1], s->space ? x[2] : 0};
    out.angle = s->space ? 0 : x[2];
    out.R =
        tml_quat_matrix(s->space ? (tml_quat){x[3], x[4], x[5], x[6]} : tml_quat_about((tml_vec3){0, 0, 1}, out.angle));
    out.at = tml_add(origin, tml_rotate(&out.R, p));
    return out;
}

/* From x of F to x of M. */
static double hinge_angle(const tml_system *s, const double *q, const tml_joint *j)
{
    const pose A = pose_of(s, q, j->body1, j->p1), B = pose_of(s, q, j->body2, j->p2);
    const tml_mat3 F = tml_mat3_product(&A.R, &j->F), M = tml_mat3_product(&B.R, &j->M);
    const tml_vec3 x = tml_mat3_column(&M, TML_X);
    return tml_atan2(tml_dot(tml_mat3_column(&F, TML_Y), x), tml_dot(tml_mat3_column(&F, TML_X), x));
}

/* A wheel is where its bearing is. */
static void find_place(tml_builder *b, const tml_written_path *w, const double *q, int i, tml_path_place *p,
                       tml_path_drawing *d)
{
    const tml_system *s = b->s;
    const tml_path_stop *stop = &w->stops[i];
    *p = (tml_path_place){.radius = stop->radius, .grips = stop->grips, .hinge = stop->joint};
    if (stop->joint < 0) {
        p->body = stop->anchor.body;
        p->p = tml_sub(stop->anchor.p, s->masses[p->body].com);
        p->axes = s->space && p->radius != 0 ? tml_frame_with_z(stop->axis) : tml_quat_matrix((tml_quat){1, 0, 0, 0});
    } else {
        const tml_joint *j = &s->joints[stop->joint];
        const bool second = second_rotates(b, w, i);
        p->body = second ? j->body2 : j->body1;
        p->p = second ? j->p2 : j->p1;
        p->axes = second ? j->M : j->F;
        p->carrier = second ? j->body1 : j->body2;
        d->carrier[i] = pose_of(s, q, p->carrier, second ? j->p1 : j->p2).angle;
        d->hinge[i] = hinge_angle(s, q, j);
    }
    const pose at = pose_of(s, q, p->body, p->p);
    d->at[i] = at.at, d->angle[i] = at.angle;
    d->axes[i] = tml_mat3_product(&at.R, &p->axes);
}

static void find_places(tml_builder *b, const tml_written_path *w, tml_path *path, tml_path_drawing *d)
{
    const tml_system *s = b->s;
    double *q = TML_NEW_ARRAY(b->arena, double, s->nq + 1), *v = TML_NEW_ARRAY(b->arena, double, s->nv + 1);
    tml_system_initial_guess(s, b->arena, q, v);
    path->places = TML_NEW_ARRAY(b->home, tml_path_place, w->count);
    path->place_count = w->count;
    for (int i = 0; i < w->count; i++) {
        find_place(b, w, q, i, &path->places[i], d);
        path->slants |= s->space && path->places[i].radius != 0;
    }
}

/* A body that is neither placed nor joined to others is nowhere yet. */
static bool check_places(tml_builder *b, const tml_element *e, const tml_written_path *w, const tml_path *path)
{
    for (int i = 0; i < path->place_count; i++) {
        const int body = path->places[i].body;
        bool known = body == 0 || b->s->masses[body].written->placed;
        for (int k = 0; !known && k < b->s->joint_count; k++)
            known = !tml_joint_couples(b->s->joints[k].class) &&
                    (b->s->joints[k].body1 == body || b->s->joints[k].body2 == body);
        if (known)
            continue;
        tml_log_raise(
            b->log, TML_E_PATH, w->stops[i].node->place,
            "joint %s: body %s has no position, which says where the way of the cable begins; give it one, as "
            "in position: [0, -1]",
            e->name, b->s->masses[body].name);
        return false;
    }
    return true;
}

/* ---- spans ---- */

static bool refuse_span(tml_builder *b, const tml_element *e, const tml_written_path *w, int i, double distance)
{
    const int k = (i + 1) % w->count;
    const double r1 = fabs(w->stops[i].radius), r2 = fabs(w->stops[k].radius);
    if (distance == 0)
        tml_log_raise(b->log, TML_E_PATH_TANGENT, w->stops[k].node->place,
                      "joint %s: %s and %s are drawn at the same place: a span between them has no direction", e->name,
                      name_of(w, i), name_of(w, k));
    else if (w->stops[i].radius * w->stops[k].radius == 0)
        tml_log_raise(b->log, TML_E_PATH_TANGENT, w->stops[k].node->place,
                      "joint %s: %s and %s are %.6g m apart, less than the radius %.6g m: the point lies within the "
                      "wheel",
                      e->name, name_of(w, i), name_of(w, k), distance, fmax(r1, r2));
    else
        tml_log_raise(b->log, TML_E_PATH_TANGENT, w->stops[k].node->place,
                      "joint %s: the wheels at %s and %s are %.6g m apart and overlap: their radii are %.6g m and "
                      "%.6g m; no span can lie between them",
                      e->name, name_of(w, i), name_of(w, k), distance, r1, r2);
    return false;
}

/* False: its ends have no common tangent. */
static bool draw_span(tml_path *path, tml_path_drawing *d, int i)
{
    tml_path_span *span = &path->spans[i];
    const int k = (i + 1) % path->place_count;
    const tml_vec3 step = tml_sub(d->at[k], d->at[i]);
    const double l = tml_norm(step), slope = tml_asin(span->e / l), bearing = tml_atan2(step.y, step.x);
    if (!(l > fabs(span->e)) || (path->closed && l <= fabs(path->places[i].radius) + fabs(path->places[k].radius)))
        return false;
    span->length = sqrt(l * l - span->e * span->e);
    span->turned = d->angle[i];
    for (int side = 0; side < 2; side++) {
        d->bearing[2 * i + side] = bearing;
        span->side[side].slope = slope;
        span->side[side].phi = bearing + slope;
    }
    return true;
}

static bool find_spans(tml_builder *b, const tml_element *e, const tml_written_path *w, tml_path *path,
                       tml_path_drawing *d)
{
    for (int i = 0; i < path->span_count; i++) {
        tml_path_span *span = &path->spans[i];
        const int k = (i + 1) % w->count;
        const tml_path_place *from = &path->places[i], *to = &path->places[k];
        const bool ends = !path->closed && i == 0, ended = !path->closed && i == path->span_count - 1;
        span->e = from->radius - to->radius;
        span->side[0].arc = ends ? 0 : from->radius;
        span->side[1].arc = ended ? 0 : to->radius;
        if (b->s->space ? !tml_path_draw_span_space(path, d, i) : !draw_span(path, d, i))
            return refuse_span(b, e, w, i, tml_norm(tml_sub(d->at[k], d->at[i])));
    }
    return true;
}

/* ---- arcs ---- */

static void find_wraps(tml_path *path)
{
    for (int i = path->closed ? 0 : 1; i < path->place_count - !path->closed; i++) {
        const double before = path->spans[(i + path->span_count - 1) % path->span_count].side[1].phi,
                     sense = path->places[i].radius < 0 ? -1 : 1;
        double wrap = fmod(sense * (path->spans[i].side[0].phi - before), TURN);
        wrap += wrap < 0 ? TURN : 0;
        path->places[i].wrap = path->places[i].radius == 0 || wrap > TURN - ROUNDING ? 0 : wrap;
    }
}

/* A loop turns once, to the left or the right; a crossed one between two wheels not at all. In space that can be told where all wheels rotate
 * about parallel axes. */
static bool check_loop(tml_builder *b, const tml_element *e, const tml_written_path *w, const tml_path *path,
                       const tml_path_drawing *d)
{
    const tml_vec3 first = tml_mat3_column(&d->axes[0], TML_Z);
    double sum = 0;
    for (int i = 0; i < path->place_count; i++) {
        const double c = tml_dot(first, tml_mat3_column(&d->axes[i], TML_Z));
        if (fabs(c) < 1 - ROUNDING)
            return true;
        sum += (path->places[i].radius * c < 0 ? -1 : 1) * path->places[i].wrap;
    }
    const double turns = round(sum / TURN);
    if (fabs(turns) <= 1)
        return true;
    tml_log_raise(b->log, TML_E_PATH_TANGENT, e->type_node->place,
                  "joint %s: passing %s to %s in this order with these radii, the %s goes round %g times; list the "
                  "wheels in the order in which it passes them, or reverse the signs of the radii: positive where it "
                  "passes a wheel counterclockwise",
                  e->name, name_of(w, 0), name_of(w, w->count - 1), e->kind, fabs(turns));
    return false;
}

static void check_pulleys(tml_builder *b, const tml_element *e, const tml_written_path *w, const tml_path *path)
{
    for (int i = 1; i + 1 < path->place_count; i++)
        if (path->places[i].wrap > MOST_WRAP)
            tml_log_raise(b->log, TML_W_PATH_SIDE, w->stops[i].node->place,
                          "joint %s: the cable lies on the pulley at %s by %.4g deg; on its other side, with the "
                          "radius %g, it would bend less",
                          e->name, name_of(w, i), path->places[i].wrap * 360 / TURN, -w->stops[i].radius);
}

/* ---- the whole ---- */

bool tml_path_draw(tml_builder *b, const tml_element *e, const tml_written_path *w, tml_path *path, tml_path_drawing *d)
{
    const int n = w->count;
    path->closed = w->closed;
    path->span_count = w->closed ? n : n - 1;
    path->spans = TML_NEW_ARRAY(b->home, tml_path_span, path->span_count);
    *d = (tml_path_drawing){.at = TML_NEW_ARRAY(b->arena, tml_vec3, n),
                            .angle = TML_NEW_ARRAY(b->arena, double, n),
                            .carrier = TML_NEW_ARRAY(b->arena, double, n),
                            .hinge = TML_NEW_ARRAY(b->arena, double, n),
                            .axes = TML_NEW_ARRAY(b->arena, tml_mat3, n),
                            .bearing = TML_NEW_ARRAY(b->arena, double, 2 * path->span_count)};
    find_places(b, w, path, d);
    if (!check_places(b, e, w, path) || !find_spans(b, e, w, path, d) ||
        (b->s->space && !tml_path_check_planes(b, e, w, path, d)))
        return false;
    find_wraps(path);
    if (!path->closed)
        check_pulleys(b, e, w, path);
    return !path->closed || check_loop(b, e, w, path, d);
}
