/* path_drawing.c - a belt or cable as drawn.
 *
 * The tangent to two circles that are passed with signed radii r_a, r_b: with d from the first middle to the second, e = r_a - r_b,
 *   l = sqrt(d^2 - e^2),   phi = direction of d + asin(e/d)
 * The arc on a wheel between the spans before and behind it is r (phi_behind - phi_before), less or more whole turns: between 0 and one.
 */
#include "system/compile/path_drawing.h"
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

static void place_on(const tml_system *s, const double *q, int body, tml_vec3 p, tml_vec3 *at, double *angle)
{
    const double *x = q + (body - 1) * s->nqb;
    tml_quat rotation = {1, 0, 0, 0};
    tml_vec3 origin = {0};
    *angle = 0;
    if (body) {
        *angle = s->space ? 0 : x[2];
        rotation = s->space ? (tml_quat){x[3], x[4], x[5], x[6]} : tml_quat_about((tml_vec3){0, 0, 1}, x[2]);
        origin = (tml_vec3){x[0], x[1], s->space ? x[2] : 0};
    }
    const tml_mat3 R = tml_quat_matrix(rotation);
    *at = tml_add(origin, tml_rotate(&R, p));
}

/* A wheel is where its bearing is. */
static void find_places(tml_builder *b, const tml_written_path *w, tml_path *path, tml_path_drawing *d)
{
    const tml_system *s = b->s;
    tml_path_place *places = TML_NEW_ARRAY(b->home, tml_path_place, w->count);
    double *q = TML_NEW_ARRAY(b->arena, double, s->nq + 1), *v = TML_NEW_ARRAY(b->arena, double, s->nv + 1);
    tml_system_initial_guess(s, b->arena, q, v);
    for (int i = 0; i < w->count; i++) {
        const tml_path_stop *stop = &w->stops[i];
        tml_path_place *p = &places[i];
        p->radius = stop->radius;
        p->grips = stop->grips;
        if (stop->joint < 0) {
            p->body = stop->anchor.body;
            p->p = tml_sub(stop->anchor.p, s->masses[p->body].com);
            place_on(s, q, p->body, p->p, &d->at[i], &d->angle[i]);
            continue;
        }
        const tml_joint *j = &s->joints[stop->joint];
        const bool second = second_rotates(b, w, i);
        p->body = second ? j->body2 : j->body1;
        p->p = second ? j->p2 : j->p1;
        p->carrier = second ? j->body1 : j->body2;
        place_on(s, q, p->body, p->p, &d->at[i], &d->angle[i]);
        place_on(s, q, second ? j->body1 : j->body2, second ? j->p1 : j->p2, &d->at[i], &d->carrier[i]);
    }
    path->places = places;
    path->place_count = w->count;
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

static bool find_spans(tml_builder *b, const tml_element *e, const tml_written_path *w, tml_path *path,
                       tml_path_drawing *d)
{
    for (int i = 0; i < path->span_count; i++) {
        tml_path_span *span = &path->spans[i];
        const int k = (i + 1) % w->count;
        const tml_path_place *from = &path->places[i], *to = &path->places[k];
        const tml_vec3 step = tml_sub(d->at[k], d->at[i]);
        const double l = tml_norm(step), sum = fabs(from->radius) + fabs(to->radius);
        const bool ends = !path->closed && i == 0, ended = !path->closed && i == path->span_count - 1;
        span->e = from->radius - to->radius;
        span->arc = (ends ? 0 : from->radius) - (ended ? 0 : to->radius);
        d->bearing[i] = atan2(step.y, step.x);
        if (!(l > fabs(span->e)) || (path->closed && l <= sum))
            return refuse_span(b, e, w, i, l);
        span->length = sqrt(l * l - span->e * span->e);
        span->slope = asin(span->e / l);
        span->phi = d->bearing[i] + span->slope;
        span->turned = d->angle[i];
    }
    return true;
}

/* ---- arcs ---- */

static void find_wraps(tml_path *path)
{
    for (int i = path->closed ? 0 : 1; i < path->place_count - !path->closed; i++) {
        const double before = path->spans[(i + path->span_count - 1) % path->span_count].phi,
                     sense = path->places[i].radius < 0 ? -1 : 1;
        double wrap = fmod(sense * (path->spans[i].phi - before), TURN);
        wrap += wrap < 0 ? TURN : 0;
        path->places[i].wrap = path->places[i].radius == 0 || wrap > TURN - ROUNDING ? 0 : wrap;
    }
}

/* A loop turns once, to the left or the right; a crossed one between two wheels not at all. */
static bool check_loop(tml_builder *b, const tml_element *e, const tml_written_path *w, const tml_path *path)
{
    double sum = 0;
    for (int i = 0; i < path->place_count; i++)
        sum += (path->places[i].radius < 0 ? -1 : 1) * path->places[i].wrap;
    const double turns = round(sum / TURN);
    if (fabs(turns) <= 1)
        return true;
    tml_log_raise(b->log, TML_E_PATH_TANGENT, e->type_node->place,
                  "joint %s: passing %s to %s in this order with these radii, the belt goes round %g times; list the "
                  "wheels in the order in which it passes them, or reverse the signs of the radii: positive where it "
                  "passes a wheel counterclockwise",
                  e->name, name_of(w, 0), name_of(w, w->count - 1), fabs(turns));
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

/* In space a wheel has a plane, which points do not need. */
static bool check_space(tml_builder *b, const tml_element *e, const tml_written_path *w)
{
    for (int i = 0; b->s->space && i < w->count; i++)
        if (w->stops[i].radius != 0) {
            tml_log_raise(b->log, TML_E_PATH, w->stops[i].node->place,
                          "joint %s: wheels of belts and cables are in the plane; in space a cable may pass points, "
                          "such as eyelets: leave the radii out",
                          e->name);
            return false;
        }
    return true;
}

bool tml_path_draw(tml_builder *b, const tml_element *e, const tml_written_path *w, tml_path *path, tml_path_drawing *d)
{
    const int n = w->count;
    path->closed = w->closed;
    path->span_count = w->closed ? n : n - 1;
    path->spans = TML_NEW_ARRAY(b->home, tml_path_span, path->span_count);
    *d = (tml_path_drawing){TML_NEW_ARRAY(b->arena, tml_vec3, n), TML_NEW_ARRAY(b->arena, double, n),
                            TML_NEW_ARRAY(b->arena, double, n), TML_NEW_ARRAY(b->arena, double, n)};
    if (!check_space(b, e, w))
        return false;
    find_places(b, w, path, d);
    if (!check_places(b, e, w, path) || !find_spans(b, e, w, path, d))
        return false;
    find_wraps(path);
    if (!path->closed)
        check_pulleys(b, e, w, path);
    return !path->closed || check_loop(b, e, w, path);
}
