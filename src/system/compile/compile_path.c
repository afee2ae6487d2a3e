/* compile_path.c - belts, chains and cables: rows or force laws along the lengths of their sections.
 *
 *   s = sum of spans sqrt(d^2 - e^2) + e (beta + asin(e/d)) - r_a q_a + r_b q_b + constant
 * with the distance d and the direction beta of two middles, and the angles q of the wheels that hold the section at its ends: its derivatives are
 * unit forces at the tangent points, along the span. In space: path_span.c.
 *
 *   does not stretch       rows s = s at the start, or the length that is given
 *   with a pretension      the same strain in all sections, c_k s_k - c_{k+1} s_{k+1} = constant, c = 1/length; and the force -F0 along each
 *   goes slack             the unilateral interactions length - s >= 0
 *   stretches              force -(k x + c x') along s where it is taut, x = s - length without load; never a push
 */
#include "model/check.h"
#include "model/path.h"
#include "system/compile/joint_rows.h"
#include "system/compile/path_span.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
    tml_builder *b;
    const tml_element *e;
    tml_joint *joint;
    tml_written_path written;
    tml_path_drawing drawing;
    tml_path *path;
    tml_term *angle; /* (place_count) of the wheels that hold it; measure -1: it does not rotate */
} belt;

/* ---- texts: d0, b0 ... of spans, q0 of places; with v before them their rates ---- */

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    const belt *x = context;
    tml_meaning number;
    if (tml_builder_number_named(x->b, name, &number))
        return number;
    const bool rate = *name == 'v';
    const char kind = name[rate];
    const int i = atoi(name + rate + 1);
    (void)place;
    const tml_term term = kind == 'q' ? x->angle[i] : x->b->s->terms[tml_path_span_term(x->path, kind, i)];
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(x->b, term, rate)};
}

static const tml_expression *compile(belt *x, const char *text)
{
    const tml_scope scope = {.context = x, .look_up = look_up, .built_in = true};
    const tml_tree *tree = tml_tree_parse(x->b->home, text, x->e->place, x->b->log);
    return tree ? tml_builder_compile(x->b, tree, &scope, (tml_expectation){.what = x->e->name}) : NULL;
}

static int at_end(const belt *x, const tml_path_section *s)
{
    return (s->first + s->count) % x->path->place_count;
}

/* Of a section, or its rate. */
static const char *section_text(const belt *x, const tml_path_section *s, double constant, bool rate)
{
    tml_builder *b = x->b;
    const char *text = rate ? "0" : tml_builder_number(b, constant);
    for (int k = s->first; k < s->first + s->count; k++)
        text = tml_path_span_text(b, text, x->path, k % x->path->span_count, b->s->space, rate);
    const int ends[] = {s->first % x->path->place_count, at_end(x, s)};
    for (int i = 0; i < 2; i++)
        if (x->angle[ends[i]].measure >= 0)
            text = tml_arena_format(b->arena, "%s %c %s*%sq%d", text, i ? '+' : '-',
                                    tml_builder_number(b, x->path->places[ends[i]].radius), rate ? "v" : "", ends[i]);
    return text;
}

/* What the text of a span has as drawn, with these radii of what is on its wheels. */
static double drawn_span(const belt *x, int i, const double r[2])
{
    const tml_path_span *span = &x->path->spans[i];
    if (span->distance >= 0)
        return span->length + r[0] * span->side[0].slope - r[1] * span->side[1].slope;
    return span->side[0].bearing >= 0 ? (r[0] - r[1]) * x->drawing.angle[i] : 0;
}

/* What the text has as drawn, with constant zero. */
static double drawn_value(const belt *x, const tml_path_section *s)
{
    double sum = 0;
    for (int k = s->first; k < s->first + s->count; k++) {
        const int i = k % x->path->span_count;
        const double r[2] = {x->path->places[i].radius, x->path->places[(i + 1) % x->path->place_count].radius};
        sum += drawn_span(x, i, r);
    }
    const int ends[] = {s->first % x->path->place_count, at_end(x, s)};
    for (int i = 0; i < 2; i++)
        if (x->angle[ends[i]].measure >= 0)
            sum += (i ? 1 : -1) * x->path->places[ends[i]].radius * x->drawing.angle[ends[i]];
    return sum;
}

/* ---- measures ---- */

static int term_of(tml_builder *b, tml_row row, const tml_frames *f)
{
    const tml_term term = tml_builder_measure(b, &row, f);
    return tml_builder_terms(b, &term, 1).first;
}

/* Angle of a body in the plane. */
static tml_frames rotation_of(int body)
{
    const tml_mat3 one = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    return (tml_frames){.body2 = body, .F = one, .M = one};
}

static const tml_row ROTATION = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y};

/* Of a span, counted from what carries its first wheel, or its second. */
static int add_direction(belt *x, int i, const tml_frames *f)
{
    const int next = (i + 1) % x->path->place_count, from = x->path->places[i].carrier ? i : next;
    const int term = term_of(x->b, (tml_row){.kind = TML_BEARING}, f);
    tml_measure *m = &x->b->s->measures[x->b->s->terms[term].measure];
    m->reference = x->path->places[from].carrier;
    m->reference_angle = x->drawing.carrier[from];
    x->b->s->counts_revolutions = true;
    return term;
}

static void add_measures_plane(belt *x)
{
    for (int i = 0; i < x->path->span_count; i++) {
        tml_path_span *span = &x->path->spans[i];
        const tml_path_place *from = &x->path->places[i], *to = &x->path->places[(i + 1) % x->path->place_count];
        const bool same = from->body == to->body; /* its length is constant, its direction the body's */
        const tml_frames f = {.body1 = from->body,
                              .body2 = to->body,
                              .p1 = from->p,
                              .p2 = to->p,
                              .F = tml_quat_matrix((tml_quat){1, 0, 0, 0}),
                              .M = tml_quat_matrix((tml_quat){1, 0, 0, 0}),
                              .offset = -x->drawing.bearing[2 * i]},
                         own = rotation_of(from->body);
        span->distance = same ? -1 : term_of(x->b, (tml_row){.kind = TML_DISTANCE}, &f);
        span->side[0].bearing = span->e == 0 || (same && !from->body) ? -1
                                : same                                ? term_of(x->b, ROTATION, &own)
                                                                      : add_direction(x, i, &f);
        span->side[1].bearing = span->side[0].bearing;
        span->cosine = span->side[0].height = span->side[1].height = -1;
    }
    for (int i = 0; i < x->path->place_count; i++) {
        const tml_path_place *p = &x->path->places[i];
        const tml_frames f = rotation_of(p->body);
        x->angle[i] = p->grips && p->body ? tml_builder_measure(x->b, &ROTATION, &f) : (tml_term){.measure = -1};
    }
}

static void add_measures(belt *x)
{
    x->angle = TML_NEW_ARRAY(x->b->arena, tml_term, x->path->place_count);
    if (!x->b->s->space) {
        add_measures_plane(x);
        return;
    }
    for (int i = 0; i < x->path->span_count; i++)
        tml_path_measure_space(x->b, x->path, &x->drawing, i);
    for (int i = 0; i < x->path->place_count; i++)
        x->angle[i] = (tml_term){.measure = -1}; /* directions are seen from the wheels */
}

/* ---- sections ---- */

/* From one place that holds it to the next: of a loop the first that does. */
static void find_sections(belt *x)
{
    tml_path *path = x->path;
    const int n = path->span_count;
    int first = 0;
    while (path->closed && first < n - 1 && !path->places[first].grips)
        first++;
    first = path->closed && !path->places[first].grips ? 0 : first;
    path->sections = TML_NEW_ARRAY(x->b->home, tml_path_section, n);
    for (int k = 0; k < n; k++) {
        const int i = (first + k) % n;
        if (k == 0 || path->places[i].grips)
            path->sections[path->section_count++] = (tml_path_section){.first = i, .law = -1};
        tml_path_section *s = &path->sections[path->section_count - 1];
        s->length += path->spans[i].length + (s->count ? fabs(path->places[i].radius) * path->places[i].wrap : 0);
        s->count++;
    }
    path->share = TML_NEW_ARRAY(x->b->home, double, path->section_count * path->section_count);
}

/* Its constant makes the length that which is drawn. */
static double find_length(belt *x)
{
    tml_path *path = x->path;
    double whole = 0, sum = 0;
    for (int i = 0; i < path->span_count; i++) {
        const tml_path_span *span = &path->spans[i];
        const double r[2] = {span->side[0].arc, span->side[1].arc};
        whole += span->length;
        sum += drawn_span(x, i, r);
    }
    for (int i = 0; i < path->place_count; i++)
        whole += fabs(path->places[i].radius) * path->places[i].wrap;
    path->constant = whole - sum;
    return whole;
}

/* ---- what does not stretch ---- */

static bool relate(belt *x, const char *text, tml_terms *terms)
{
    const tml_expression *value = compile(x, text);
    const char *reason = value ? tml_builder_relation(x->b, value, terms) : NULL;
    if (reason)
        tml_log_raise(x->b->log, TML_E_PATH, x->e->type_node->place,
                      "joint %s: a section of it has %s; nothing that moves would feel it", x->e->name, reason);
    if (value && !reason) { /* of texts with numbers of radii its unit is open */
        tml_relation *relation = &x->b->s->relations[terms->relation - 1];
        relation->lengths = 1;
        relation->force_unit = tml_unit_of_force(false);
    }
    return value && !reason;
}

/* The section keeps its length, or has the one that is given. */
static void hold_section(belt *x, int i)
{
    tml_path *path = x->path;
    tml_path_section *s = &path->sections[i];
    const double constant = s->length - drawn_value(x, s);
    if (!relate(x, section_text(x, s, constant, false), &s->along))
        return;
    path->share[path->row_count++ * path->section_count + i] = 1;
    if (path->closed || isnan(x->written.length)) {
        tml_builder_rate_row(x->b, x->joint, (tml_constraint){.terms = s->along, .integrable = true, .name = "length"});
        return;
    }
    tml_row_compliance compliance = {0};
    tml_builder_penalize_rows(x->b, x->joint, &compliance);
    tml_builder_joint_row(x->b, x->joint, s->along, s->along, x->written.length, "length", &compliance, 0);
}

/* Neighbours have the same strain. */
static void hold_strain(belt *x, int i)
{
    tml_path *path = x->path;
    const tml_path_section *s = &path->sections[i], *next = &path->sections[i + 1];
    const double mean = (s->length + next->length) / 2, c = mean / s->length, c_next = mean / next->length;
    tml_terms terms;
    if (!relate(x,
                tml_arena_format(x->b->arena, "%s*(%s) - %s*(%s)", tml_builder_number(x->b, c),
                                 section_text(x, s, 0, false), tml_builder_number(x->b, c_next),
                                 section_text(x, next, 0, false)),
                &terms))
        return;
    path->share[path->row_count * path->section_count + i] = c;
    path->share[path->row_count++ * path->section_count + i + 1] = -c_next;
    tml_builder_rate_row(x->b, x->joint, (tml_constraint){.terms = terms, .integrable = true, .name = "strain"});
}

static int add_law(belt *x, tml_force_law law)
{
    law.joint = (int)(x->joint - x->b->s->joints);
    law.force = law.row = -1;
    x->joint->added_law_count++;
    return tml_builder_force_law(x->b, law);
}

/* Between two points the distance itself, else a relation: minus the length of the section. */
static bool relate_rope(belt *x, tml_path_section *s, const char *text)
{
    const tml_path_span *span = &x->path->spans[s->first];
    const bool points = s->count == 1 && span->distance >= 0 && x->path->places[s->first].radius == 0 &&
                        x->path->places[at_end(x, s)].radius == 0;
    s->reversed = true;
    if (!points)
        return relate(x, text, &s->along);
    tml_term term = x->b->s->terms[span->distance];
    term.coefficient = -term.coefficient;
    s->along = tml_builder_terms(x->b, &term, 1);
    return true;
}

/* Taut or slack: length - s >= 0 with a tension that opens this gap. */
static void add_rope(belt *x, int i)
{
    tml_builder *b = x->b;
    tml_path_section *s = &x->path->sections[i];
    const tml_scope scope = {.context = x, .look_up = look_up, .built_in = true};
    const char *length = section_text(x, s, s->length - drawn_value(x, s), false), *rate = section_text(x, s, 0, true),
               *name = x->path->section_count == 1 ? x->e->name
                                                   : tml_arena_format(b->home, "%s.section%d", x->e->name, i + 1);
    const tml_gap_texts texts = {tml_arena_format(b->arena, "-(%s)", length), tml_arena_format(b->arena, "-(%s)", rate),
                                 &scope};
    if (!relate_rope(x, s, texts.value))
        return;
    const tml_interaction is = {.kind = TML_UNILATERAL,
                                .name = name,
                                .place = x->e->place,
                                .joint = (int)(x->joint - b->s->joints),
                                .force = -1,
                                .size = 1,
                                .along = {s->along},
                                .offset = isnan(x->written.length) ? s->length : x->written.length,
                                .restitution = x->written.restitution,
                                .normal = -1};
    if (tml_builder_penalizes_contacts(b)) {
        s->law = tml_builder_penalized_stop(b, is, tml_terms_is_measure(&s->along) ? NULL : &texts);
        return;
    }
    const char *what = tml_arena_format(b->arena, "joint %s", x->e->name);
    const int interaction = tml_builder_interaction(b, (tml_interaction_form){.is = is, .what = what});
    s->law = b->s->interactions[interaction].law[0];
}

static void hold_all(belt *x)
{
    tml_path *path = x->path;
    const bool tight = !isnan(x->written.pretension);
    for (int i = 0; !tight && i < path->section_count; i++)
        hold_section(x, i);
    for (int i = 0; tight && i < path->section_count; i++) {
        tml_path_section *s = &path->sections[i];
        if (relate(x, section_text(x, s, s->length - drawn_value(x, s), false), &s->along))
            s->law = add_law(x, (tml_force_law){.terms = s->along, .preload = -x->written.pretension});
    }
    for (int i = 0; tight && i + 1 < path->section_count; i++)
        hold_strain(x, i);
}

/* ---- what stretches ---- */

/* A kink of the force; what it means is told of it, NULL: nothing. */
static void add_kink(belt *x, const char *text, int direction, const char *told)
{
    tml_builder *b = x->b;
    const tml_event event = {.name = told ? told : x->e->name,
                             .place = x->e->place,
                             .when = compile(x, text),
                             .direction = direction,
                             .silent = true,
                             .told = told != NULL,
                             .touch = -1};
    TML_GROW(b->arena, b->s->events, b->s->event_count, b->event_capacity);
    b->s->events[b->s->event_count++] = event;
}

/* "drive goes slack", "drive section 2 goes slack": for a fact, and a row of the table of events. */
static const char *change_of(const belt *x, const tml_path_section *s, const char *what)
{
    return x->path->section_count == 1
               ? tml_arena_format(x->b->home, "%s %s", x->e->name, what)
               : tml_arena_format(x->b->home, "%s section %d %s", x->e->name, (int)(s - x->path->sections) + 1, what);
}

/* natural: its length without load. */
static void stretch_section(belt *x, tml_path_section *s, double natural)
{
    tml_builder *b = x->b;
    const double c = isnan(x->written.damping) ? 0 : x->written.damping;
    const char *length = section_text(x, s, s->length - drawn_value(x, s), false),
               *stretch = section_text(x, s, s->length - drawn_value(x, s) - natural, false),
               *rate = section_text(x, s, 0, true);
    const char *k = tml_builder_number(b, s->k), *half = tml_builder_number(b, s->k / 2), *d = tml_builder_number(b, c),
               *pull = c == 0 ? tml_arena_format(b->arena, "%s*max(0, %s)", k, stretch)
                              : tml_arena_format(b->arena, "if(%s > 0, max(0, %s*(%s) + %s*(%s)), 0)", stretch, k,
                                                 stretch, d, rate);
    if (!relate(x, length, &s->along))
        return;
    s->law = add_law(x, (tml_force_law){.terms = s->along, .value = compile(x, pull), .factor = -1});
    tml_builder_store(b, (tml_store){compile(x, tml_arena_format(b->arena, "%s*max(0, %s)^2", half, stretch)),
                                     compile(x, tml_arena_format(b->arena, "%s*max(0, %s)*(%s)", k, stretch, rate)),
                                     .of_states = false});
    const char *tension = c > 0 ? tml_arena_format(b->arena, "%s*(%s) + %s*(%s)", k, stretch, d, rate) : stretch;
    add_kink(x, tension, -1, change_of(x, s, "goes slack"));
    add_kink(x, stretch, 1, change_of(x, s, "goes taut"));
    if (c > 0) {
        add_kink(x, tension, 1, NULL);
        add_kink(x, stretch, -1, NULL);
    }
}

static void stretch_all(belt *x, double whole)
{
    const tml_written_path *w = &x->written;
    for (int i = 0; i < x->path->section_count; i++) {
        tml_path_section *s = &x->path->sections[i];
        const double ratio = isnan(w->length) ? 1 : w->length / whole; /* each has its part of the length */
        s->k = isnan(w->EA) ? w->stiffness : w->EA / (s->length * ratio);
        stretch_section(x, s, isnan(w->pretension) ? s->length * ratio : s->length - w->pretension / s->k);
    }
}

/* ---- the whole ---- */

/* One wheel of two moves by half of what is missing; links are whole. */
static const char *length_proposal(const belt *x, double whole)
{
    const double pitch = x->written.length / x->written.links, links = round(whole / pitch);
    return isnan(x->written.links)
               ? tml_arena_format(x->b->arena,
                                  "give that length, move a wheel (one of two by about %.3g m), or give EA",
                                  fabs(x->written.length - whole) / 2)
               : tml_arena_format(x->b->arena,
                                  "give %.0f links and move a wheel (one of two by about %.3g m), or give EA", links,
                                  fabs(links * pitch - whole) / 2);
}

/* What a length that is given must fit. */
static bool check_length(const belt *x, double whole)
{
    static const double APART = 1e-6;
    const tml_written_path *w = &x->written;
    const bool elastic = !isnan(w->EA) || !isnan(w->stiffness);
    const char *what = tml_arena_format(x->b->arena, "joint %s", x->e->name);
    if (isnan(w->length) || (!x->path->closed && x->path->section_count == 1))
        return true;
    if (!x->path->closed)
        tml_log_raise(x->b->log, TML_E_PATH_LENGTH, x->e->place,
                      "%s: it is held by wheels along its way, so that each part of it has a length of its own: as "
                      "drawn; leave the length out, or pass pulleys without friction, as in body.P",
                      what);
    else if (!elastic && fabs(whole - w->length) > APART * whole)
        tml_log_raise(x->b->log, TML_E_PATH_LENGTH, x->e->place,
                      "%s: the way round these wheels is %.9g m long, and the %s %.9g m; it does not stretch: %s", what,
                      whole, x->e->kind, w->length, length_proposal(x, whole));
    else if (elastic && whole < w->length)
        tml_log_raise(x->b->log, TML_W_PATH_SLACK, x->e->place,
                      "%s: the %s is %.9g m long, more than its way of %.9g m: it is slack as drawn", what, x->e->kind,
                      w->length, whole);
    else
        return true;
    return elastic && x->path->closed;
}

static void add_path(tml_builder *b, const tml_element *e, tml_joint *joint)
{
    belt *x = TML_NEW(b->arena, belt);
    *x = (belt){.b = b, .e = e, .joint = joint, .path = TML_NEW(b->home, tml_path)};
    if (!tml_element_path(b->r, e, &x->written) || !tml_path_draw(b, e, &x->written, x->path, &x->drawing))
        return;
    const tml_path_place *first = &x->path->places[0], *last = &x->path->places[x->path->place_count - 1];
    joint->body1 = first->body, joint->body2 = last->body, joint->p1 = first->p, joint->p2 = last->p;
    add_measures(x);
    find_sections(x);
    const double whole = find_length(x);
    if (!check_length(x, whole))
        return;
    joint->first_row = b->s->row_count;
    joint->first_law = joint->first_added_law = b->s->law_count;
    const bool goes_slack = !isnan(x->written.restitution);
    for (int i = 0; goes_slack && i < x->path->section_count; i++)
        add_rope(x, i);
    if (!goes_slack && isnan(x->written.EA) && isnan(x->written.stiffness))
        hold_all(x);
    else if (!goes_slack)
        stretch_all(x, whole);
    x->path->friction = x->written.friction;
    joint->path = x->path;
}

void tml_builder_paths(tml_builder *b)
{
    const size_t errors = b->log->error_count;
    for (int i = 0; i < b->r->model->joint_count && b->log->error_count == errors; i++)
        if (b->r->model->joints[i].joint->connects == TML_CONNECT_PATH)
            add_path(b, &b->r->model->joints[i], &b->s->joints[i]);
}
