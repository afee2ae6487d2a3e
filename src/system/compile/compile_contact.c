/* compile_contact.c - contacts: at each place where two surfaces may touch a gap with a force along it, and slips with friction.
 *
 * Rigid contacts are interactions (compile_interaction.c). In a compliant contact with d = max(-gap, 0) the force N(d, d') and friction
 *   T_k = -(mu(v) N tanh(v/speed)/v + viscous) u_k,  v = |u|        while it touches
 * are force laws, and events begin and end it (compile_touch_event.c). So are rigid contacts that are penalized (compile_contact_penalty.c).
 */
#include "contact/profile.h"
#include "contact/touch.h"
#include "system/compile/builder.h"
#include <string.h>

enum { MAX_PLACES = 100000 };
static const double FALLS_AT = 10,
                    FALLS_WITH = 8; /* of a penalized contact: by the width of smooth friction; exponent */

typedef struct {
    tml_builder *b;
    const tml_element *e;
    const tml_contact_form *form;
    const char *name, *what;
    int force, joint; /* owner; -1 */
    tml_term gap, slip[2];
    int slips;
    bool penalized;     /* a rigid contact as a spring */
    double stiffness;   /* of this place */
    int approach;       /* input */
    int touch;          /* input of a penalized one */
    const char *normal; /* text of N */
} place;

/* ---- names in the texts of laws ---- */

static tml_meaning text_of(const place *p, const char *text)
{
    const tml_tree *tree = tml_tree_parse(p->b->home, text, p->e->place, p->b->log);
    return (tml_meaning){.kind = tree ? TML_NAME_EXPRESSION : TML_NAME_BAD, .tree = tree};
}

static tml_meaning input(int index)
{
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = index};
}

static tml_meaning look_up(void *context, const char *name, tml_place where)
{
    const place *p = context;
    const tml_contact_form *form = p->form;
    const struct {
        const char *name;
        double value;
    } constants[] = {{"stiffness", p->stiffness},
                     {"mu", form->coefficient},
                     {"mu_static", form->static_coefficient},
                     {"stribeck", form->stribeck},
                     {"stribeck_exponent", form->exponent},
                     {"viscous", form->viscous},
                     {"width", form->speed}};
    (void)where;
    if (strcmp(name, "gap") == 0 || strcmp(name, "opening") == 0)
        return input(tml_builder_input_of(p->b, p->gap, name[0] == 'o'));
    if (strcmp(name, "depth") == 0)
        return text_of(p, "max(-gap, 0)");
    if (strcmp(name, "speed") == 0)
        return text_of(p, "-opening");
    if (strcmp(name, "u0") == 0 || strcmp(name, "u1") == 0)
        return input(tml_builder_input_of(p->b, p->slip[name[1] - '0'], true));
    if (strcmp(name, "approach") == 0 || strcmp(name, "touch") == 0)
        return input(name[0] == 'a' ? p->approach : p->touch);
    if (strcmp(name, "N") == 0 && p->normal)
        return text_of(p, p->normal);
    double value;
    if (p->penalized &&
        tml_builder_penalty_named(p->b, name, tml_contact_value(p->e, form, "restitution"), false, &value))
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = value};
    for (size_t i = 0; i < sizeof constants / sizeof *constants; i++)
        if (strcmp(name, constants[i].name) == 0)
            return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = constants[i].value};
    if (tml_field_find(p->e->force->fields, p->e->force->fields_count, name))
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = tml_contact_value(p->e, form, name)};
    return (tml_meaning){.kind = TML_NAME_UNKNOWN};
}

static const tml_expression *compile(const place *p, const char *text)
{
    const tml_scope scope = {.context = (void *)p, .look_up = look_up, .built_in = true};
    const tml_tree *tree = tml_tree_parse(p->b->home, text, p->e->place, p->b->log);
    return tree ? tml_builder_compile(p->b, tree, &scope, (tml_expectation){.what = p->what}) : NULL;
}

/* Coefficient of sliding friction at the slip speed v, as a text. */
static const char *sliding_coefficient(const place *p, const char *v)
{
    if (!(p->form->stribeck > 0))
        return "mu";
    return tml_arena_format(p->b->arena, "(mu + (mu_static - mu)*exp(-(%s/stribeck)^stribeck_exponent))", v);
}

static const char *slip_speed(const place *p)
{
    return p->slips == 1 ? "abs(u0)" : "hypot(u0, u1)";
}

/* ---- compliant ---- */

static int add_law(const place *p, tml_term term, const char *text, bool friction)
{
    const tml_force_law law = {.terms = tml_builder_terms(p->b, &term, 1),
                               .value = compile(p, text),
                               .factor = 1,
                               .friction = friction,
                               .joint = p->joint,
                               .force = p->force,
                               .row = -1};
    return tml_builder_force_law(p->b, law);
}

static void add_compliant(place *p, tml_contact *contact)
{
    tml_builder *b = p->b;
    if (strstr(p->form->law->text, "approach"))
        contact->approach = p->approach = tml_builder_memory(b);
    if (p->penalized)
        contact->touch = p->touch = tml_builder_memory(b);
    contact->normal_law = add_law(p, p->gap, p->form->law->text, false);
    p->normal = p->form->law->text;
    contact->slip_law = b->s->law_count;
    for (int k = 0; k < p->slips; k++) {
        const char *v = slip_speed(p), *mu = sliding_coefficient(p, v), *direction;
        direction = p->slips == 1 ? "tanh(u0/width)"
                                  : tml_arena_format(b->arena, "tanh(%s/width)*u%d/max(%s, 1e-300)", v, k, v);
        add_law(p, p->slip[k], tml_arena_format(b->arena, "-%s*N*%s - if(gap < 0, viscous*u%d, 0)", mu, direction, k),
                true);
    }
    contact->slip_count = p->slips;
}

/* ---- rigid ---- */

static void add_rigid(place *p, const char *name, tml_contact *contact)
{
    tml_builder *b = p->b;
    tml_interaction_form form = {.is = {.kind = TML_UNILATERAL,
                                        .name = name,
                                        .place = p->e->place,
                                        .joint = -1,
                                        .force = p->force,
                                        .size = 1,
                                        .term = {p->gap},
                                        .restitution = tml_contact_value(p->e, p->form, "restitution"),
                                        .poisson = p->form->poisson,
                                        .normal = -1},
                                 .what = p->what};
    contact->normal = tml_builder_interaction(b, form);
    contact->normal_law = b->s->interactions[contact->normal].law[0];
    if (!p->slips)
        return;
    const tml_contact_form *f = p->form;
    const char *viscous =
        f->viscous > 0 ? tml_arena_format(b->arena, " + %s*%s", tml_builder_number(b, f->viscous), slip_speed(p)) : "";
    const char *coefficient = tml_builder_number(b, f->coefficient), *mu = coefficient;
    if (f->stribeck > 0)
        mu = tml_arena_format(b->arena, "(%s + %s*exp(-(%s/%s)^%s))", coefficient,
                              tml_builder_number(b, f->static_coefficient - f->coefficient), slip_speed(p),
                              tml_builder_number(b, f->stribeck), tml_builder_number(b, f->exponent));
    form.is.kind = TML_FRICTION;
    form.is.size = p->slips;
    form.is.restitution = 0, form.is.poisson = false;
    form.is.normal = contact->normal;
    for (int k = 0; k < p->slips; k++)
        form.is.term[k] = p->slip[k];
    form.sliding = tml_arena_format(b->arena, "%s*N%s", mu, viscous);
    form.holding = tml_arena_format(b->arena, "%s*N", tml_builder_number(b, f->static_coefficient));
    form.impulse_sliding = tml_arena_format(b->arena, "%s*N", coefficient);
    form.impulse_holding = form.holding;
    contact->friction = tml_builder_interaction(b, form);
    contact->slip_law = b->s->interactions[contact->friction].law[0];
    contact->slip_count = p->slips;
}

/* ---- places ---- */

/* 4/3 E sqrt(R) with R of both surfaces at this place, which are round or flat. */
static double stiffness_of(const place *p, const tml_profile_candidate *flat, const tml_candidate *solid)
{
    if (!(p->form->modulus > 0))
        return tml_contact_value(p->e, p->form, "stiffness");
    const double r = flat ? flat->radius : solid->radius;
    double other = 0; /* curvature */
    if (flat && flat->curve->kind == TML_PROFILE_CIRCLE)
        other = (flat->curve->hollow ? -1 : 1) / flat->curve->radius;
    else if (solid && solid->other->kind == TML_SOLID_POINT)
        other = 1 / solid->other->radius; /* negative in a hollow sphere */
    else if (solid && solid->other->kind == TML_SOLID_CYLINDER)
        other = -1 / solid->other->rim; /* of a bearing, at an end of its journal */
    return 4.0 / 3 * p->form->modulus / sqrt(1 / r + other);
}

/* What a belt adds to the rate of slip k: its tangents are attached to the plane that it runs on. */
static double belt_speed(const tml_surface_pair *pair, const tml_candidate *solid, int k)
{
    const tml_rigid_motion rest = {.R = {{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}}};
    const tml_vec3 relative = tml_sub(pair->second->speed, pair->first->speed);
    return tml_norm(relative) > 0 ? tml_dot(tml_touch_at(solid, &rest, &rest).t[k], relative) : 0;
}

static void add_place(place *p, const tml_surface_pair *pair, const tml_profile_candidate *flat, tml_candidate *solid,
                      const char *name)
{
    tml_builder *b = p->b;
    const bool swap = flat && flat->exchanged;
    const tml_body_surface *first = swap ? pair->second : pair->first, *second = swap ? pair->first : pair->second;
    tml_measure m = {.kind = TML_GAP, .body1 = first->body, .body2 = second->body, .profile = flat, .candidate = solid};
    tml_contact contact = {p->force, p->joint, pair->first, pair->second, -1, -1, 0, -1, -1, -1, -1, p->form->pressure};
    p->approach = -1, p->normal = NULL;
    p->stiffness = p->form->law && !p->penalized ? stiffness_of(p, flat, solid) : 0;
    p->gap = tml_builder_add_measure(b, m);
    p->slips = !p->form->rubs ? 0 : b->s->space ? 2 : 1;
    m.kind = TML_SLIP;
    if (solid && (tml_norm(first->speed) > 0 || tml_norm(second->speed) > 0))
        solid->base_is_own = false;
    for (int k = 0; k < p->slips; k++) {
        m.axis = (tml_axis)k;
        m.offset = flat ? -first->speed.x : belt_speed(pair, solid, k);
        p->slip[k] = tml_builder_add_measure(b, m);
    }
    if (p->form->law)
        add_compliant(p, &contact);
    else
        add_rigid(p, name, &contact);
    b->s->smoothed_friction_count += p->penalized && p->slips;
    if (p->penalized)
        tml_builder_penalized_gap(
            b, (tml_penalized_gap){name, contact.normal_law, .touch = p->touch, .approach = p->approach});
    TML_GROW(b->arena, b->s->contacts, b->s->contact_count, b->contact_capacity);
    b->s->contacts[b->s->contact_count++] = contact;
}

/* "ball" of a body with one surface, else "ball.rim". */
static const char *short_name(const tml_builder *b, const tml_body_surface *s)
{
    return b->r->bodies[s->body].surface_count > 1 ? s->full : b->r->model->bodies[s->body].name;
}

/* "hit"; "hit[3]", its third place; "hit[ball-floor]", one of several pairs; "hit[ball-floor-3]"; "S[rear below]", of a clearance. */
static const char *place_name(const place *p, const tml_surface_pair *pair, bool alone, int count, int i)
{
    tml_arena *arena = p->b->arena;
    const char *name = p->name;
    if (pair->name)
        return tml_arena_format(arena, "%s[%s]", name, pair->name);
    if (alone)
        return count > 1 ? tml_arena_format(arena, "%s[%d]", name, i + 1) : name;
    const char *first = short_name(p->b, pair->first), *second = short_name(p->b, pair->second);
    return count > 1 ? tml_arena_format(arena, "%s[%s-%s-%d]", name, first, second, i + 1)
                     : tml_arena_format(arena, "%s[%s-%s]", name, first, second);
}

static void add_pair(place *p, const tml_surface_pair *pair, bool alone)
{
    tml_builder *b = p->b;
    tml_profile_candidate *flat = NULL;
    tml_candidate *solid = NULL;
    const int count = tml_builder_candidates(b, pair, &flat, &solid);
    if (count == 0) {
        tml_log_raise(b->log, TML_E_CONTACT, p->e->place,
                      "%s: \"%s\", a %s, and \"%s\", a %s, cannot touch each other: one must be round or have corners",
                      p->what, pair->first->full, pair->first->class->name, pair->second->full,
                      pair->second->class->name);
        return;
    }
    for (int i = 0; i < count && b->s->contact_count < MAX_PLACES; i++) {
        if (p->form->law && solid && solid[i].slot > 0) /* places of edges are for rigid contacts */
            continue;
        add_place(p, pair, flat ? &flat[i] : NULL, solid ? &solid[i] : NULL, place_name(p, pair, alone, count, i));
    }
}

/* A rigid contact becomes a spring; friction that falls where it begins to slide does so just beyond the width of smooth friction. */
static void penalize(place *p, tml_contact_form *form)
{
    p->penalized = tml_builder_penalizes_contacts(p->b) && !form->law;
    if (!p->penalized)
        return;
    form->law = &tml_contact_penalty_law;
    form->speed = p->b->treatment.contact.speed;
    if (!(form->stribeck > 0) && form->static_coefficient > form->coefficient)
        form->stribeck = FALLS_AT * form->speed, form->exponent = FALLS_WITH;
}

static void add_pairs(place *p)
{
    const tml_contact_form *form = p->form;
    for (int i = 0; i < form->pair_count; i++)
        add_pair(p, &form->pairs[i], form->pair_count == 1);
    if (p->b->s->contact_count >= MAX_PLACES)
        tml_log_raise(p->b->log, TML_E_MODEL_TOO_LARGE, p->e->place,
                      "%s: the model has more than %d places where surfaces may touch: name fewer pairs", p->what,
                      MAX_PLACES);
}

void tml_builder_contact(tml_builder *b, const tml_element *e, tml_force *force)
{
    tml_contact_form *form = TML_NEW(b->arena, tml_contact_form);
    place p = {.b = b,
               .e = e,
               .form = form,
               .name = e->name,
               .what = tml_arena_format(b->arena, "force %s", e->name),
               .force = (int)(e - b->r->model->forces),
               .joint = -1};
    if (!tml_element_contact(b->r, e, form))
        return;
    penalize(&p, form);
    if (tml_builder_contact_set(b, e, form))
        return;
    force->first_law = b->s->law_count;
    force->first_contact = b->s->contact_count;
    add_pairs(&p);
    force->law_count = b->s->law_count - force->first_law;
    force->contact_count = b->s->contact_count - force->first_contact;
    tml_builder_contact_pairs(b, force);
    force->body1 = form->pairs[0].first->body, force->body2 = form->pairs[0].second->body;
}

void tml_builder_joint_contact(tml_builder *b, const tml_element *e, tml_contact_form *form, tml_joint *joint)
{
    place p = {.b = b,
               .e = e,
               .form = form,
               .name = joint->name,
               .what = tml_arena_format(b->arena, "clearance of joint %s", joint->name),
               .force = -1,
               .joint = (int)(joint - b->s->joints)};
    penalize(&p, form);
    joint->first_contact = b->s->contact_count;
    add_pairs(&p);
    joint->contact_count = b->s->contact_count - joint->first_contact;
}

/* ---- events ---- */

void tml_builder_contact_events(tml_builder *b)
{
    for (int i = 0; i < b->s->contact_count; i++) {
        const tml_contact *c = &b->s->contacts[i];
        const tml_element *e = c->force >= 0 ? &b->r->model->forces[c->force] : &b->r->model->joints[c->joint];
        const tml_touch_form touch = {.name = e->name,
                                      .place = e->place,
                                      .along = b->s->laws[c->normal_law].terms,
                                      .approach = c->approach,
                                      .touch = c->touch};
        if (c->normal < 0)
            tml_builder_touch_events(b, &touch);
    }
}
