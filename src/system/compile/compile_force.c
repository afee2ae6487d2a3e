/* compile_force.c - forces: where they act, and their force laws along measures. */
#include "model/scope.h"
#include "system/compile/builder.h"
#include <string.h>

static const tml_field *field_of(const tml_force_class *c, const char *name)
{
    return name ? tml_field_find(c->fields, c->fields_count, name) : NULL;
}

/* The law's condition "field=choice". */
static bool applies(tml_builder *b, const tml_element *e, const tml_force_law_form *form)
{
    if (b->s->space ? !form->space : !form->plane)
        return false;
    if (!form->only_if)
        return true;
    const char *equals = strchr(form->only_if, '=');
    const char *name = tml_arena_text(b->arena, form->only_if, (size_t)(equals - form->only_if));
    const char *chosen = tml_element_choice(b->r, e, field_of(e->force, name));
    return chosen && strcmp(chosen, equals + 1) == 0;
}

static void frames_of_anchors(tml_builder *b, const tml_anchor a[2], tml_frames *f)
{
    *f = (tml_frames){.body1 = a[0].body, .body2 = a[1].body};
    f->p1 = tml_sub(a[0].p, b->s->masses[f->body1].com);
    f->p2 = tml_sub(a[1].p, b->s->masses[f->body2].com);
    f->F = f->M = tml_quat_matrix((tml_quat){1, 0, 0, 0});
}

static bool anchor_pair(tml_builder *b, const tml_element *e, const char *what, tml_frames *f)
{
    tml_anchor a[2];
    if (!tml_resolved_anchor(b->r, e->type_node->items[0], NULL, NULL, what, &a[0]) ||
        !tml_resolved_anchor(b->r, e->type_node->items[1], NULL, NULL, what, &a[1]))
        return false;
    if (a[0].body == a[1].body) {
        tml_log_raise(b->log, TML_E_SAME_BODY, e->type_node->place, "%s: acts between body \"%s\" and itself", what,
                      b->r->bodies[a[0].body].name);
        return false;
    }
    frames_of_anchors(b, a, f);
    return true;
}

/* z of the frame on the body is the axis, where the kind has one. */
static bool take_axis(tml_builder *b, const tml_element *e, tml_frames *f)
{
    const tml_mat3 ground = f->F;
    tml_vec3 z;
    if (!e->force->has_axis || !b->s->space)
        return true;
    if (!tml_element_direction(b->r, e, &tml_joint_common_fields[TML_JOINT_AXIS], &z))
        return false;
    f->M = tml_frame_with_z(z);
    tml_builder_axes(b, e, f);
    f->F = ground;
    return true;
}

static bool anchor_single(tml_builder *b, const tml_element *e, const char *what, tml_frames *f)
{
    tml_anchor a[2] = {{0}};
    if (!tml_resolved_anchor(b->r, e->type_node, NULL, NULL, what, &a[1]))
        return false;
    if (a[1].body == 0) {
        tml_log_raise(b->log, TML_E_ACTS_ON_GROUND, e->type_node->place, "%s: acts on the ground, which does not move",
                      what);
        return false;
    }
    frames_of_anchors(b, a, f);
    return true;
}

/* `O` or `O.angle`: a joint coordinate. */
static int coordinate_of(tml_builder *b, const tml_node *node, const char *what)
{
    int joint, coordinate;
    if (!tml_resolved_joint(b->r, node, what, &joint, &coordinate))
        return -1;
    return b->s->joints[joint].first_coordinate + coordinate;
}

/* Where the force acts: frames, or a joint coordinate. */
typedef struct {
    tml_frames frames;
    int coordinate; /* -1: frames */
} place;

static bool find_place(tml_builder *b, const tml_element *e, const char *what, place *p)
{
    const bool pair = e->type_node->kind == TML_NODE_LIST;
    p->coordinate = -1;
    switch (e->force->acts) {
    case TML_ACTS_ON_POINT:
        return anchor_single(b, e, what, &p->frames) && take_axis(b, e, &p->frames);
    case TML_ACTS_BETWEEN_POINTS:
        return anchor_pair(b, e, what, &p->frames);
    case TML_ACTS_ON_BODY:
        return pair ? anchor_pair(b, e, what, &p->frames) : anchor_single(b, e, what, &p->frames);
    case TML_ACTS_ON_JOINT:
    case TML_ACTS_ON_JOINT_OR_BODIES:
    case TML_ACTS_BETWEEN_SURFACES:
        break;
    }
    if (!pair) {
        p->coordinate = coordinate_of(b, e->type_node, what);
        return p->coordinate >= 0;
    }
    if (!anchor_pair(b, e, what, &p->frames))
        return false;
    const tml_field *axis = &tml_joint_common_fields[TML_JOINT_AXIS];
    tml_vec3 z;
    if (b->s->space) {
        if (!tml_element_direction(b->r, e, axis, &z))
            return false;
        p->frames.F = p->frames.M = tml_frame_with_z(z);
    }
    tml_builder_axes(b, e, &p->frames);
    return true;
}

static bool number(tml_builder *b, const tml_element *e, const char *name, double *value)
{
    const tml_field *field = field_of(e->force, name);
    *value = 0;
    return !field || tml_element_number(b->r, e, field, value);
}

/* The measures that texts of its states name. */
static void keep_measured(tml_builder *b, const tml_element *e, tml_force *force, const tml_term *terms, int count)
{
    if (e->force->states)
        force->measured = tml_builder_terms(b, terms, count);
}

bool tml_builder_measure_named(tml_builder *b, const tml_element *e, const char *name, bool written, tml_term *term,
                               bool *rate)
{
    const tml_force *force = &b->s->forces[e - b->r->model->forces];
    int k = 0;
    for (size_t i = 0; i < e->force->laws_count && k < force->measured.count; i++) {
        const tml_force_law_form *form = &e->force->laws[i];
        if (!applies(b, e, form))
            continue;
        *term = b->s->terms[force->measured.first + k++];
        *rate = form->speed && !written && strcmp(form->speed, name) == 0;
        if (*rate || (form->position && (form->written || !written) && strcmp(form->position, name) == 0))
            return true;
    }
    return false;
}

/* The measures of a force are created first, so that expressions can use its own channels. */
static void add_measures(tml_builder *b, const tml_element *e, tml_force *force, const place *p)
{
    tml_term *terms = TML_NEW_ARRAY(b->arena, tml_term, e->force->laws_count);
    int count = 0;
    force->first_law = b->s->law_count;
    force->coordinate = p->coordinate;
    if (p->coordinate < 0)
        force->body1 = p->frames.body1, force->body2 = p->frames.body2, force->p2 = p->frames.p2;
    for (size_t i = 0; i < e->force->laws_count; i++) {
        const tml_force_law_form *form = &e->force->laws[i];
        if (!applies(b, e, form))
            continue;
        const tml_term term = p->coordinate >= 0 ? b->s->coordinates[p->coordinate].term
                                                 : tml_builder_measure(b, &form->measure, &p->frames);
        terms[count++] = term;
        if (form->measured)
            continue;
        const int law =
            tml_builder_force_law(b, (tml_force_law){.terms = tml_builder_terms(b, &term, 1), .joint = -1, .row = -1});
        b->s->laws[law].force = (int)(force - b->s->forces);
        force->slides = p->coordinate >= 0 && !b->s->measures[term.measure].is_rotation;
        force->law_count++;
    }
    keep_measured(b, e, force, terms, count);
    for (size_t i = 0; i < e->force->channels_count && force->law_count; i++) {
        const tml_force_channel *c = &e->force->channels[i];
        if ((c->what != TML_CHANNEL_VALUE && c->what != TML_CHANNEL_RATE) ||
            !tml_force_channel_exists(c, !force->slides))
            continue;
        tml_builder_name(b, tml_arena_dotted(b->arena, e->name, c->name),
                         b->s->terms[b->s->laws[force->first_law].terms.first], c->what == TML_CHANNEL_RATE,
                         tml_unit_named(c->unit).dimension);
    }
    tml_builder_force_friction(b, e, force);
    tml_builder_force_ends(b, e, force);
}

/* The component of a VARYING or VARYING_VECTOR field as a text node; NULL with a message if there are too few. */
static const tml_node *component_of(tml_builder *b, const tml_node *node, int component, int needed, const char *what)
{
    if (node->kind == TML_NODE_SCALAR && needed == 1)
        return node;
    if (node->kind == TML_NODE_LIST && node->count == needed)
        return node->items[component];
    if (component == 0)
        tml_log_raise(b->log, TML_E_NO_EXPRESSION, node->place, "%s: value must %s", what,
                      needed == 1   ? "be one expression"
                      : needed == 2 ? "have two components, [fx, fy]"
                                    : "have three components, [x, y, z]");
    return NULL;
}

static bool expression_law(tml_builder *b, const tml_element *e, const tml_force_law_form *form, const tml_field *field,
                           tml_force_law *law, const char *what)
{
    const bool vector = field->type == TML_FIELD_VARYING_VECTOR;
    const bool planar_torque = vector && !b->s->space && form->measure.kind == TML_ANGLE;
    const int needed = !vector || planar_torque ? 1 : b->s->space ? 3 : 2;
    const tml_node *node = component_of(b, tml_element_field(e, field), form->component, needed, what);
    if (!node)
        return false;
    if (node->kind != TML_NODE_SCALAR) {
        tml_log_raise(b->log, TML_E_NO_EXPRESSION, node->place, "%s: expected an expression", what);
        return false;
    }
    b->takes_results = true;
    b->results_used = 0;
    law->value = tml_builder_expression(b, node->text, node->place, field->unit,
                                        tml_arena_format(b->arena, "%s: %s", what, field->name));
    law->factor = form->factor;
    b->takes_results = false;
    if (law->value && b->results_used)
        tml_builder_result_law(b, (int)(law - b->s->laws), what, node->place);
    return law->value != NULL;
}

/* Of its fields, its states, and of the acceleration along it: then it is an unknown. */
static void law_of_states(tml_builder *b, const tml_element *e, const tml_force_law_form *form, tml_force_law *law,
                          const char *what)
{
    b->takes_results = true;
    b->results_used = 0;
    law->value = tml_builder_state_law(b, e, form->text, what);
    law->factor = 1;
    b->takes_results = false;
    if (law->value && b->results_used)
        tml_builder_result_law(b, (int)(law - b->s->laws), what, e->place);
}

static bool linear_law(tml_builder *b, const tml_element *e, const tml_force_law_form *form, tml_force_law *law)
{
    bool fine = number(b, e, form->stiffness, &law->k);
    fine &= number(b, e, form->damping, &law->c);
    fine &= number(b, e, form->rest, &law->rest);
    fine &= number(b, e, form->preload, &law->preload);
    law->preload *= form->preload_factor;
    return fine;
}

/* A motor takes `torque` on a hinge and `force` on a slider; the reader has checked which is given. */
static const tml_field *motor_field(tml_builder *b, const tml_element *e, const tml_force_law *law)
{
    const tml_measure *m = &b->s->measures[b->s->terms[law->terms.first].measure];
    const tml_field *torque = field_of(e->force, "torque"), *slider_force = field_of(e->force, "force");
    const tml_field *right = m->is_rotation ? torque : slider_force, *wrong = m->is_rotation ? slider_force : torque;
    return tml_element_field(e, right) ? right : wrong; /* `value` is an alias of torque */
}

/* Ratings of a drive are above zero: a margin against another would mean nothing. */
static void check_ratings(tml_builder *b, const tml_element *e, const char *what)
{
    static const char *const ratings[] = {"rated", "peak", "max_speed"};
    for (size_t i = 0; e->force->drives && i < sizeof ratings / sizeof *ratings; i++) {
        const tml_field *field = field_of(e->force, ratings[i]);
        const tml_node *node = field ? tml_element_field(e, field) : NULL;
        double value = 1;
        if (node && number(b, e, ratings[i], &value) && !(value > 0))
            tml_log_raise(b->log, TML_E_NOT_POSITIVE, node->place, "%s: %s must be above zero", what, ratings[i]);
    }
}

static void fill_laws(tml_builder *b, const tml_element *e, tml_force *force)
{
    const char *what = tml_arena_format(b->arena, "force %s", e->name);
    int law = force->first_law;
    check_ratings(b, e, what);
    b->local = force;
    for (size_t i = 0; i < e->force->laws_count; i++) {
        const tml_force_law_form *form = &e->force->laws[i];
        if (!applies(b, e, form) || form->measured)
            continue;
        tml_force_law *l = &b->s->laws[law++];
        const tml_field *field = field_of(e->force, form->value_field);
        if (e->force->states && (form->text || l == &b->s->laws[force->first_law])) {
            law_of_states(b, e, form, l, what);
            continue;
        }
        if (e->force->acts == TML_ACTS_ON_JOINT)
            field = motor_field(b, e, l);
        double part = 1;
        if (form->times && number(b, e, form->times, &part) && part == 0)
            continue;
        if (form->text) {
            b->element = e;
            l->value = tml_builder_expression(b, form->text, e->place, NULL, what);
            l->factor = 1;
            b->element = NULL;
        } else if (field && tml_element_field(e, field)) {
            expression_law(b, e, form, field, l, what);
        } else {
            linear_law(b, e, form, l);
        }
    }
    b->local = NULL;
}

void tml_builder_place_forces(tml_builder *b)
{
    const tml_model *model = b->r->model;
    b->s->force_count = model->force_count;
    b->s->forces = TML_NEW_ARRAY(b->home, tml_force, model->force_count);
    for (int i = 0; i < model->force_count; i++) {
        const tml_element *e = &model->forces[i];
        place p;
        b->s->forces[i] = (tml_force){.name = e->name, .class = e->force, .coordinate = -1};
        if (e->force->acts == TML_ACTS_BETWEEN_SURFACES) {
            tml_builder_contact(b, e, &b->s->forces[i]);
            continue;
        }
        if (!find_place(b, e, tml_arena_format(b->arena, "force %s", e->name), &p))
            continue;
        if (e->force->mount)
            tml_builder_mount(b, e, &b->s->forces[i], &p.frames);
        else
            add_measures(b, e, &b->s->forces[i], &p);
    }
}

void tml_builder_force_laws(tml_builder *b)
{
    for (int i = 0; i < b->s->force_count; i++)
        if (b->s->forces[i].law_count && !b->s->forces[i].contact_count)
            fill_laws(b, &b->r->model->forces[i], &b->s->forces[i]);
}
