/* path_span.c - spans of belts and cables as functions of measures: the expressions of
 *
 *   plane   g = l + e (beta + asin(e/d)),   l = sqrt(d^2 - e^2)
 *   space   g = l + r_a (beta_a + asin(e_a/rho_a)) - r_b (beta_b + asin(e_b/rho_b)),   l = sqrt(d^2 - r_a^2 - r_b^2 + 2 r_a r_b c)
 *           e_a = r_a - c r_b,   e_b = c r_a - r_b,   rho = sqrt(d^2 - z^2),   z: of the other middle above the plane of the wheel
 * and of their rates. Where the span is in the planes of its wheels, dg is its unit vector times what its tangent points move by.
 */
#include "system/compile/path_span.h"

/* ---- measures ---- */

static int term_of(tml_builder *b, tml_row row, const tml_frames *f)
{
    const tml_term term = tml_builder_measure(b, &row, f);
    return tml_builder_terms(b, &term, 1).first;
}

/* Seen from a wheel, it rotates back as the wheel rotates on its hinge. */
static void unwrap_from_hinge(tml_builder *b, const tml_path_place *p, double drawn, int term)
{
    const tml_joint *j = p->hinge >= 0 ? &b->s->joints[p->hinge] : NULL;
    const tml_term angle = j && j->coordinate_count ? b->s->coordinates[j->first_coordinate].term : (tml_term){-1, 0};
    tml_measure *m = &b->s->measures[b->s->terms[term].measure];
    if (angle.measure < 0)
        return;
    m->turns = (tml_term){angle.measure, p->body == j->body2 ? -1 : 1};
    m->reference_angle = drawn;
}

static tml_frames between(const tml_path_place *from, const tml_path_place *to)
{
    return (tml_frames){
        .body1 = from->body, .body2 = to->body, .p1 = from->p, .p2 = to->p, .F = from->axes, .M = to->axes};
}

void tml_path_measure_space(tml_builder *b, tml_path *path, const tml_path_drawing *d, int i)
{
    static const double HALF_TURN = 3.14159265358979323846;
    tml_path_span *span = &path->spans[i];
    const int ends[] = {i, (i + 1) % path->place_count};
    const tml_path_place *from = &path->places[ends[0]], *to = &path->places[ends[1]];
    tml_frames f = between(from, to);
    span->distance = span->cosine = -1;
    for (int k = 0; k < 2; k++)
        span->side[k].bearing = span->side[k].height = -1;
    if (from->body == to->body) /* it rotates with both of its ends */
        return;
    span->distance = term_of(b, (tml_row){.kind = TML_DISTANCE}, &f);
    if (from->radius * to->radius != 0)
        span->cosine = term_of(b, (tml_row){.kind = TML_DOT, .a = TML_Z, .b = TML_Z}, &f);
    for (int k = 0; k < 2; k++) {
        const tml_path_place *wheel = k ? to : from;
        if (wheel->radius == 0)
            continue;
        f = between(wheel, k ? from : to);
        f.offset = (k ? HALF_TURN : 0) - d->bearing[2 * i + k]; /* from the second wheel it is seen backwards */
        span->side[k].bearing = term_of(b, (tml_row){.kind = TML_BEARING, .a = TML_X, .b = TML_Y}, &f);
        unwrap_from_hinge(b, wheel, d->hinge[ends[k]], span->side[k].bearing);
        f.offset = 0;
        span->side[k].height = term_of(b, (tml_row){.kind = TML_ALONG, .a = TML_Z}, &f);
    }
}

int tml_path_span_term(const tml_path *path, char kind, int i)
{
    const tml_path_span *s = &path->spans[i];
    switch (kind) {
    case 'd':
        return s->distance;
    case 'c':
        return s->cosine;
    case 'b':
        return s->side[0].bearing;
    case 'B':
        return s->side[1].bearing;
    case 'z':
        return s->side[0].height;
    case 'Z':
        return s->side[1].height;
    }
    return -1;
}

/* ---- texts ---- */

static const char *plane_text(tml_builder *b, const char *text, const tml_path_span *span, int i, bool rate)
{
    const char *e = tml_builder_number(b, span->e);
    if (span->distance >= 0 && rate)
        text = tml_arena_format(b->arena, "%s + sqrt(1 - (%s/d%d)^2)*vd%d", text, e, i, i);
    else if (span->distance >= 0 && span->e != 0)
        text = tml_arena_format(b->arena, "%s + sqrt(d%d^2 - %s^2) + %s*asin(%s/d%d)", text, i, e, e, e, i);
    else if (span->distance >= 0)
        text = tml_arena_format(b->arena, "%s + d%d", text, i);
    if (span->side[0].bearing >= 0)
        text = tml_arena_format(b->arena, "%s + %s*%sb%d", text, e, rate ? "v" : "", i);
    return text;
}

/* Of a wheel: e, or minus what it changes by with c. */
static const char *off_text(tml_builder *b, const double r[2], int i, int side)
{
    if (r[0] * r[1] == 0)
        return tml_builder_number(b, side ? -r[1] : r[0]);
    const char *first = tml_builder_number(b, r[0]), *second = tml_builder_number(b, r[1]);
    return side ? tml_arena_format(b->arena, "(%s*c%d - %s)", first, i, second)
                : tml_arena_format(b->arena, "(%s - %s*c%d)", first, second, i);
}

static const char *length_text(tml_builder *b, const double r[2], int i)
{
    const char *two =
        r[0] * r[1] == 0 ? "" : tml_arena_format(b->arena, " + %s*c%d", tml_builder_number(b, 2 * r[0] * r[1]), i);
    return tml_arena_format(b->arena, "sqrt(d%d^2 - %s%s)", i, tml_builder_number(b, r[0] * r[0] + r[1] * r[1]), two);
}

/* phi of a wheel, or its rate: beta' + (e' rho - e rho')/(rho sqrt(rho^2 - e^2)), rho rho' = d d' - z z' */
static const char *direction_text(tml_builder *b, const double r[2], int i, int side, bool rate)
{
    const char bearing = side ? 'B' : 'b', z = side ? 'Z' : 'z', *e = off_text(b, r, i, side),
               *rho2 = tml_arena_format(b->arena, "(d%d^2 - %c%d^2)", i, z, i);
    if (!rate)
        return tml_arena_format(b->arena, "(%c%d + asin(%s/sqrt%s))", bearing, i, e, rho2);
    const char *with_c =
        r[0] * r[1] == 0 ? "" : tml_arena_format(b->arena, "%s*vc%d", tml_builder_number(b, side ? r[0] : -r[1]), i);
    return tml_arena_format(b->arena, "(v%c%d + (%s - %s*(d%d*vd%d - %c%d*v%c%d)/%s)/sqrt(%s - %s^2))", bearing, i,
                            *with_c ? with_c : "0", e, i, i, z, i, z, i, rho2, rho2, e);
}

static const char *space_text(tml_builder *b, const char *text, const double r[2], int i, bool rate)
{
    const char *l = length_text(b, r, i);
    if (r[0] == 0 && r[1] == 0)
        return tml_arena_format(b->arena, "%s + %sd%d", text, rate ? "v" : "", i);
    if (!rate)
        text = tml_arena_format(b->arena, "%s + %s", text, l);
    else if (r[0] * r[1] == 0)
        text = tml_arena_format(b->arena, "%s + d%d*vd%d/%s", text, i, i, l);
    else
        text = tml_arena_format(b->arena, "%s + (d%d*vd%d + %s*vc%d)/%s", text, i, i,
                                tml_builder_number(b, r[0] * r[1]), i, l);
    for (int side = 0; side < 2; side++)
        if (r[side] != 0)
            text = tml_arena_format(b->arena, "%s %c %s*%s", text, side ? '-' : '+', tml_builder_number(b, r[side]),
                                    direction_text(b, r, i, side, rate));
    return text;
}

const char *tml_path_span_text(tml_builder *b, const char *text, const tml_path *path, int i, bool space, bool rate)
{
    const tml_path_span *span = &path->spans[i];
    const double r[2] = {path->places[i].radius, path->places[(i + 1) % path->place_count].radius};
    if (!space)
        return plane_text(b, text, span, i, rate);
    return span->distance < 0 ? text : space_text(b, text, r, i, rate);
}
