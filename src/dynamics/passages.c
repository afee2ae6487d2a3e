/* passages.c - gaps along constant velocities, by conservative advancement. */
#include "dynamics/passages.h"
#include "elementary/elementary.h"
#include "system/kernel/interaction_motion.h"
#include <math.h>

enum { MAX_ADVANCES = 100, MAX_HALVINGS = 30 };
static const double SAFE = 0.5;     /* of the thickness: who moves less between two middles is found in the next one */
static const double WELL_IN = 0.05; /* of the thickness: depth at which a touch is to be found */
static const double SAME = 0.5;     /* cosine between the normals at a touch and in the middle of the next step */
static const double THIN = 1e-6;    /* of the size of the mechanism: what is thinner counts as that thick */
static const double SMOOTH_PART = 0.02; /* of the size of a spline or cam: its thickness, of which nothing is known */

/* ---- surfaces ---- */

static double chain_thickness(const tml_profile *p)
{
    const int edges = p->closed ? p->count : p->count - 1;
    double least = INFINITY;
    for (int i = 0; i < p->count; i++)
        for (int k = 0; k < edges; k++) {
            const int end = (k + 1) % p->count;
            if (i == k || i == end)
                continue;
            const tml_vec2 d = tml_sub2(p->points[i], p->points[k]), e = tml_sub2(p->points[end], p->points[k]);
            const double square = tml_dot2(e, e);
            const double s = square > 0 ? fmin(fmax(tml_dot2(d, e) / square, 0), 1) : 0;
            const tml_vec2 to = tml_sub2(d, tml_scale2(s, e));
            least = fmin(least, tml_dot2(to, to));
        }
    return 0.5 * sqrt(least);
}

static double profile_thickness(const tml_profile *p)
{
    if (p->hollow && p->kind == TML_PROFILE_CIRCLE)
        return INFINITY;
    switch (p->kind) {
    case TML_PROFILE_LINE:
        return INFINITY;
    case TML_PROFILE_CIRCLE:
        return p->radius;
    case TML_PROFILE_CHAIN:
        return chain_thickness(p);
    case TML_PROFILE_SPLINE:
    case TML_PROFILE_CAM:
        break;
    }
    return SMOOTH_PART * p->size;
}

static double polyhedron_thickness(const tml_polyhedron *p)
{
    double least = INFINITY;
    for (int i = 0; i < p->face_count; i++)
        least = fmin(least, p->faces[i].offset - tml_dot(p->faces[i].normal, p->middle));
    return least;
}

static double solid_thickness(const tml_contact_solid *s)
{
    if (s->hollow)
        return INFINITY;
    switch (s->kind) {
    case TML_SOLID_PLANE:
    case TML_SOLID_HEIGHTFIELD:
        return INFINITY;
    case TML_SOLID_POLYHEDRON:
        return polyhedron_thickness(s->polyhedron) + s->radius;
    case TML_SOLID_CYLINDER:
        return fmin(s->rim, s->half > 0 ? s->half : INFINITY) + s->radius;
    case TML_SOLID_POINT:
    case TML_SOLID_SEGMENT:
    case TML_SOLID_CIRCLE:
        break;
    }
    return s->radius;
}

/* Of a chain or a circle, from the centre of mass; of a smooth curve from its samples. */
static double profile_reach(const tml_profile *p)
{
    double reach = 0;
    if (p->kind == TML_PROFILE_CIRCLE)
        return hypot(p->at.x, p->at.y) + p->radius;
    for (int i = 0; p->kind == TML_PROFILE_CHAIN && i < p->count; i++)
        reach = fmax(reach, hypot(p->points[i].x, p->points[i].y));
    for (int i = 0; tml_profile_is_smooth(p) && i < tml_smooth_samples(p); i++) {
        const tml_vec2 at = tml_smooth_sample(p, i);
        reach = fmax(reach, hypot(at.x, at.y));
    }
    return reach;
}

/* Of a curve. The places of a pair follow each other, and each asks for the same few curves: the last two are kept. */
typedef struct {
    const tml_profile *of;
    double thickness, reach;
} curve_extent;

typedef struct {
    curve_extent last[2];
    int next;
} known_curves;

static curve_extent known_of(known_curves *k, const tml_profile *p)
{
    for (int i = 0; i < 2; i++)
        if (k->last[i].of == p)
            return k->last[i];
    curve_extent *to = &k->last[k->next];
    *to = (curve_extent){p, profile_thickness(p), profile_reach(p)};
    k->next = 1 - k->next;
    return *to;
}

/* ---- gaps along a motion ---- */

/* A place of two surfaces; bodies 1 and 2 in the order of its normal. */
typedef struct {
    const tml_profile_candidate *plane;
    const tml_candidate *solid;
    int body[2];
    double reach[2];
    bool convex;
} place;

typedef struct {
    double gap;
    tml_vec3 n;
} gap_at;

static double candidate_reach(const tml_candidate *c)
{
    const double at = tml_norm(c->p);
    if (c->kind == TML_TOUCH_NEAREST)
        return tml_contact_solid_reach(c->own);
    return c->kind == TML_TOUCH_POINT ? at : at + hypot(c->half, c->rim);
}

/* reach: of the curve, or of all on its body. */
static place place_in_plane(const tml_profile_candidate *c, int curve, int point, double reach)
{
    const double own = c->own ? profile_reach(c->own) : hypot(c->p.x, c->p.y);
    return (place){.plane = c,
                   .body = {curve, point},
                   .reach = {reach, own},
                   .convex = !c->own && (c->curve->kind == TML_PROFILE_CHAIN || c->curve->kind == TML_PROFILE_CIRCLE)};
}

static place place_in_space(const tml_candidate *c, int first, int second)
{
    const double own = candidate_reach(c),
                 other = c->other->kind == TML_SOLID_POINT ? tml_norm(c->other->p) : tml_contact_solid_reach(c->other);
    return (place){.solid = c,
                   .body = {first, second},
                   .reach = {c->exchanged ? other : own, c->exchanged ? own : other},
                   .convex = c->other->kind != TML_SOLID_CIRCLE && (c->kind != TML_TOUCH_CURVE || c->rim == 0)};
}

typedef struct {
    const tml_workspace *work;
    const double *v;
    place at;
} sweep;

static tml_vec3 linear(const sweep *x, int side)
{
    const int n = x->work->system->nvb, b = x->at.body[side];
    const double *v = x->v + (b - 1) * n;
    return b == 0 ? (tml_vec3){0, 0, 0} : (tml_vec3){v[0], v[1], n == 6 ? v[2] : 0};
}

static tml_vec3 angular(const sweep *x, int side) /* body axes */
{
    const int n = x->work->system->nvb, b = x->at.body[side];
    const double *v = x->v + (b - 1) * n;
    return b == 0 ? (tml_vec3){0, 0, 0} : n == 6 ? (tml_vec3){v[3], v[4], v[5]} : (tml_vec3){0, 0, v[2]};
}

static tml_plane_motion in_plane_at(const sweep *x, int side, double t)
{
    const tml_motion2 *m = &x->work->motion2[x->at.body[side]];
    const tml_vec3 v = linear(x, side);
    const double w = angular(x, side).z;
    const tml_sine_cosine turn = tml_sincos(w * t);
    return (tml_plane_motion){{m->x + t * v.x, m->y + t * v.y},
                              {v.x, v.y},
                              m->c * turn.cosine - m->s * turn.sine,
                              m->s * turn.cosine + m->c * turn.sine,
                              w};
}

static tml_rigid_motion in_space_at(const sweep *x, int side, double t)
{
    const tml_motion3 *m = &x->work->motion3[x->at.body[side]];
    const tml_vec3 v = linear(x, side), w = angular(x, side);
    const tml_mat3 rotation = tml_quat_matrix(tml_quat_exp(tml_scale(t, w)));
    return (tml_rigid_motion){tml_add(m->x, tml_scale(t, v)), v, tml_rotate(&m->R, w),
                              tml_mat3_product(&m->R, &rotation)};
}

static gap_at evaluate(const sweep *x, double t)
{
    if (x->at.plane) {
        const tml_plane_motion A = in_plane_at(x, 0, t), B = in_plane_at(x, 1, t);
        const tml_plane_touch gap = tml_profile_gap(x->at.plane, &A, &B);
        return (gap_at){gap.value, {gap.J[3], gap.J[4], 0}};
    }
    const tml_rigid_motion A = in_space_at(x, 0, t), B = in_space_at(x, 1, t);
    const tml_touch touch = tml_touch_at(x->at.solid, &A, &B);
    return (gap_at){touch.gap, touch.n};
}

static double closing_bound(const sweep *x, tml_vec3 n)
{
    const tml_vec3 u = tml_sub(linear(x, 0), linear(x, 1));
    double c = x->at.convex ? tml_dot(n, u) : tml_norm(u);
    for (int side = 0; side < 2; side++) {
        const double w = tml_norm(angular(x, side));
        c += w > 0 ? w * x->at.reach[side] : 0;
    }
    return c;
}

/* When the place is touched such that the middle of the next step, at `until`, does not tell. */
static tml_passage advance(const sweep *x, double until, double margin, double thickness)
{
    const tml_passage none = {INFINITY, INFINITY};
    double t = 0, c = 0;
    gap_at g = evaluate(x, 0);
    for (int k = 0; k < MAX_ADVANCES; k++) {
        c = closing_bound(x, g.n);
        if (!(g.gap > margin) && k > 0)
            break;
        const double step = fmax(g.gap - margin, 1e-9 * thickness) / c;
        if (!(c > 0) || t + step >= until)
            return none;
        t += step;
        g = evaluate(x, t);
    }
    const gap_at middle = evaluate(x, until);
    if (middle.gap <= 0 && tml_dot(middle.n, g.n) > SAME && middle.gap > -thickness)
        return none;
    double into = WELL_IN * thickness / c;
    for (int k = 0; k < MAX_HALVINGS && evaluate(x, t + into).gap > 0; k++)
        into *= 0.5;
    return (tml_passage){t, t + into};
}

/* ---- all places ---- */

static void take(tml_passage *first, tml_passage other)
{
    if (other.touch < first->touch)
        *first = other;
}

static void take_interaction(tml_passages *p, const tml_system *s, int i, known_curves *known)
{
    const tml_measure *m = &s->measures[s->interactions[i].term[0].measure];
    place at;
    if (m->profile) {
        const curve_extent curve = known_of(known, m->profile->curve);
        at = place_in_plane(m->profile, m->body1, m->body2, curve.reach);
        p->thickness[i] = curve.thickness + m->profile->radius;
    } else {
        const tml_candidate *c = m->candidate;
        const double other = solid_thickness(c->other);
        at = place_in_space(c, m->body1, m->body2);
        p->thickness[i] = c->kind == TML_TOUCH_NEAREST ? fmin(solid_thickness(c->own), other) : other + c->radius;
    }
    p->thickness[i] = fmax(p->thickness[i], THIN * s->size);
    p->thinnest = fmin(p->thinnest, p->thickness[i]);
    for (int side = 0; side < 2; side++)
        if (isfinite(at.reach[side]))
            p->reach[at.body[side]] = fmax(p->reach[at.body[side]], at.reach[side]);
}

static double *take_set(tml_passages *p, const tml_system *s, const tml_contact_set *set, tml_arena *arena)
{
    double *list = TML_NEW_ARRAY(arena, double, set->member_count + 1);
    for (int k = 0; k < set->member_count; k++) {
        const tml_contact_member *m = &set->members[k];
        const double reach = s->space ? tml_contact_solid_reach(m->solid) : profile_reach(m->profile);
        list[k] = fmax(s->space ? solid_thickness(m->solid) : profile_thickness(m->profile), THIN * s->size);
        p->thinnest = fmin(p->thinnest, list[k]);
        if (isfinite(reach))
            p->reach[m->body] = fmax(p->reach[m->body], reach);
    }
    return list;
}

tml_passages *tml_passages_make(const tml_system *s, tml_arena *arena)
{
    tml_passages *p = TML_NEW(arena, tml_passages);
    known_curves known = {0};
    p->reach = TML_NEW_ARRAY(arena, double, s->nb + 1);
    p->speed = TML_NEW_ARRAY(arena, double, s->nb + 1);
    p->way = TML_NEW_ARRAY(arena, double, s->nb + 1);
    p->thinnest = INFINITY;
    p->thickness = TML_NEW_ARRAY(arena, double, s->interaction_count + 1);
    p->set_member = TML_NEW_ARRAY(arena, double *, s->contact_set_count + 1);
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_interaction *is = &s->interactions[i];
        const tml_measure *m = &s->measures[is->term[0].measure];
        p->thickness[i] = INFINITY;
        if (is->kind == TML_UNILATERAL && m->kind == TML_GAP && !(m->candidate && m->candidate->slot > 0))
            take_interaction(p, s, i, &known);
    }
    for (int i = 0; i < s->contact_set_count; i++)
        p->set_member[i] = take_set(p, s, &s->contact_sets[i], arena);
    return p;
}

/* The largest speed of two bodies towards each other. */
static double find_speeds(const tml_passages *p, const tml_system *s, const double *v)
{
    double most = 0;
    p->speed[0] = 0;
    for (int b = 1; b < s->nb; b++, v += s->nvb) {
        const tml_vec3 x = {v[0], v[1], s->space ? v[2] : 0},
                       w = s->space ? (tml_vec3){v[3], v[4], v[5]} : (tml_vec3){0, 0, v[2]};
        p->speed[b] = tml_norm(x) + tml_norm(w) * p->reach[b];
        most = fmax(most, p->speed[b]);
    }
    return 2 * most;
}

/* A search for passages among the places of a set. */
typedef struct {
    const tml_passages *passages;
    sweep sweep;
    const double *thickness; /* of the members */
    double until, margin;
    tml_passage *first;
} set_search;

static void try_place(void *context, const tml_near_place *at)
{
    set_search *x = context;
    const double thickness = fmin(x->thickness[at->first], x->thickness[at->second]);
    const double way = (x->passages->speed[at->body[0]] + x->passages->speed[at->body[1]]) * x->until;
    if (way <= SAFE * thickness)
        return;
    x->sweep.at = x->sweep.work->system->space
                      ? place_in_space(&at->as.solid, at->body[0], at->body[1])
                      : place_in_plane(&at->as.profile, at->body[0], at->body[1], x->passages->reach[at->body[0]]);
    take(x->first, advance(&x->sweep, x->until, x->margin, thickness));
}

static void find_in_set(set_search *x, const tml_near_contacts *n)
{
    const double *speed = x->passages->speed;
    for (int i = 0; i < n->place_count; i++) {
        const tml_near_place *at = &n->places[i];
        const double way = (speed[at->body[0]] + speed[at->body[1]]) * x->until;
        if (at->block < 0 && way > SAFE * x->passages->thinnest && tml_near_contacts_room(n, i) <= way + x->margin)
            try_place(x, at);
    }
    for (int b = 0; b < x->sweep.work->system->nb; b++)
        x->passages->way[b] = speed[b] * x->until;
    tml_near_contacts_visit_far(n, x->passages->way, try_place, x);
}

tml_passage tml_passages_find(const tml_passages *p, tml_near_contacts **near, const tml_workspace *work,
                              const double *v, double until, double margin)
{
    const tml_system *s = work->system;
    tml_passage first = {INFINITY, INFINITY};
    sweep x = {.work = work, .v = v};
    if (!(find_speeds(p, s, v) * until > SAFE * p->thinnest))
        return first;
    for (int i = 0; i < s->interaction_count; i++) {
        const tml_measure *m = &s->measures[s->interactions[i].term[0].measure];
        const double way = (p->speed[m->body1] + p->speed[m->body2]) * until;
        if (!isfinite(p->thickness[i]) || way <= SAFE * p->thickness[i])
            continue;
        const double gap = tml_interaction_gap(work, &s->interactions[i]);
        if (gap <= 0 || gap > way + margin)
            continue;
        x.at = m->profile ? place_in_plane(m->profile, m->body1, m->body2, p->reach[m->body1])
                          : place_in_space(m->candidate, m->body1, m->body2);
        take(&first, advance(&x, until, margin, p->thickness[i]));
    }
    for (int i = 0; i < s->contact_set_count; i++)
        find_in_set(&(set_search){p, x, p->set_member[i], until, margin, &first}, near[i]);
    return first;
}
