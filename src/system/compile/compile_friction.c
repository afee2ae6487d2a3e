/* compile_friction.c - friction of joints: its slip, and its load as an expression of the joint's reaction.
 *
 * Exact friction is an interaction (compile_interaction.c), smooth friction a force law that depends on results,
 *   x_k = -mu(v) load tanh(v/speed) u_k/|u| - viscous u_k
 * and viscous friction alone a damper. The reaction in the axes of the joint is made of the channels of the joint, O.fx, ..., and of the
 * direction cosines of these axes, which are measures of the ground and the body.
 */
#include "elementary/elementary.h"
#include "model/check.h"
#include "model/friction.h"
#include "system/compile/builder.h"
#include <string.h>

/* The names that the texts of one joint's friction know, beyond u0, u1, u2. */
struct tml_friction_scope {
    tml_scope scope;
    tml_builder *b;
    int joint;
    tml_friction friction;
    const tml_friction_form *form;
    tml_frames frames;  /* of the joint */
    tml_frames axes[2]; /* F and M, each on its body, from the ground */
    bool alone;         /* no other friction acts in this joint */
    bool rates;         /* u0, u1, u2 are its own: smooth */
    tml_term term[3];
    int size, first_result_law;
};

static tml_meaning constant(double value)
{
    return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = value};
}

static tml_meaning input_of(tml_builder *b, tml_term term, bool rate)
{
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(b, term, rate)};
}

static tml_meaning text_of(const struct tml_friction_scope *s, const char *text, tml_place place)
{
    const tml_tree *tree = tml_tree_parse(s->b->home, text, place, s->b->log);
    return (tml_meaning){.kind = tree ? TML_NAME_EXPRESSION : TML_NAME_BAD, .tree = tree};
}

/* c_ij: ground axis i along axis j of F, of M in frame 1; in the plane the angle of the axes gives it. */
static tml_meaning cosine(struct tml_friction_scope *s, int frame, int i, int j, tml_place place)
{
    const tml_frames *f = &s->axes[frame];
    if (f->body2 == 0)
        return constant(f->M.m[i][j]);
    if (s->b->s->space)
        return input_of(
            s->b, tml_builder_measure(s->b, &(tml_row){.kind = TML_DOT, .a = (tml_axis)i, .b = (tml_axis)j}, f), false);
    return text_of(s, i == j ? "cos(angle_F)" : i < j ? "-sin(angle_F)" : "sin(angle_F)", place);
}

/* fx of F: c00*R0 + c10*R1 + c20*R2, a component of the force; R3 ... of the torque. */
static tml_meaning component(const struct tml_friction_scope *s, const char *name, tml_place place)
{
    const int axis = name[1] - 'x', first = name[0] == 't' ? 3 : 0, frame = name[2] == '2';
    if (!s->b->s->space && first)
        return text_of(s, "R5", place);
    return text_of(s,
                   tml_arena_format(s->b->arena,
                                    s->b->s->space ? "c0%d%d*R%d + c1%d%d*R%d + c2%d%d*R%d" : "c0%d%d*R%d + c1%d%d*R%d",
                                    axis, frame, first, axis, frame, first + 1, axis, frame, first + 2),
                   place);
}

/* R0 ... R5: what the joint exerts on its second body, ground axes. */
static tml_meaning reaction(const struct tml_friction_scope *s, int k)
{
    static const char *const names[] = {"fx", "fy", "fz", "tx", "ty", "tz"};
    const char *name = !s->b->s->space && k == 5 ? "torque" : names[k];
    tml_meaning meaning = {.kind = TML_NAME_BAD};
    tml_builder_column(s->b, tml_arena_dotted(s->b->arena, s->b->s->joints[s->joint].name, name), NULL, &meaning);
    meaning.typed = false;
    return meaning;
}

static tml_meaning angle_of_axes(const struct tml_friction_scope *s)
{
    const tml_row row = {.kind = TML_ANGLE, .a = TML_X, .b = TML_Y};
    return input_of(s->b, tml_builder_measure(s->b, &row, &s->axes[0]), false);
}

static bool is_component(const char *name)
{
    return (name[0] == 'f' || name[0] == 't') && name[1] >= 'x' && name[1] <= 'z' &&
           (!name[2] || (name[2] == '2' && !name[3]));
}

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    struct tml_friction_scope *s = context;
    const tml_joint_class *class = s->b->s->joints[s->joint].class;
    const tml_field *field = tml_field_find(tml_friction_fields, tml_friction_fields_count, name);
    if (is_component(name))
        return component(s, name, place);
    if (name[0] == 'c' && strlen(name) == 4)
        return cosine(s, name[3] - '0', name[1] - '0', name[2] - '0', place);
    if (name[0] == 'R' && strlen(name) == 2)
        return reaction(s, name[1] - '0');
    if (strcmp(name, "angle_F") == 0)
        return angle_of_axes(s);
    if (class->curve && name[0] == 'c' && strlen(name) == 2) /* direction of the curve, in the axes of F */
        return input_of(
            s->b,
            tml_builder_measure(s->b, &(tml_row){.kind = TML_CURVE_FRAME, .a = (tml_axis)(name[1] - 'x'), .b = TML_X},
                                &s->frames),
            false);
    if (s->rates && name[0] == 'u' && strlen(name) == 2)
        return input_of(s->b, s->term[name[1] - '0'], true);
    if (field)
        return constant(tml_friction_value(&s->friction, name));
    field = tml_field_find(class->fields, class->fields_count, name);
    return field ? constant(s->b->s->joints[s->joint].par[field - class->fields])
                 : (tml_meaning){.kind = TML_NAME_UNKNOWN};
}

/* ---- texts ---- */

/* A collar that takes the thrust, and no pin that rubs: its radius is that of all friction. */
static bool has_collar_alone(const struct tml_friction_scope *s)
{
    return s->form->thrust && tml_friction_has(&s->friction, "collar") && !tml_friction_has(&s->friction, "radius");
}

static const char *radius_of(const struct tml_friction_scope *s)
{
    return has_collar_alone(s) ? "collar" : "radius";
}

static const char *load_of(const struct tml_friction_scope *s, bool preload)
{
    const tml_friction_form *form = s->form;
    const tml_friction *f = &s->friction;
    const bool collar_alone = has_collar_alone(s);
    const char *text = collar_alone                                   ? form->thrust
                       : form->edges && tml_friction_has(f, "length") ? form->edges
                                                                      : form->load;
    const char *pressure = collar_alone ? "collar*preload" : form->pressure;
    const char *const more[] = {!collar_alone && form->thrust && tml_friction_has(f, "collar") ? form->thrust : NULL,
                                form->torsion && tml_friction_has(f, "width") ? form->torsion : NULL,
                                preload && tml_friction_value(f, "preload") > 0 ? pressure : NULL};
    for (size_t i = 0; i < sizeof more / sizeof *more; i++)
        if (more[i])
            text = tml_arena_format(s->b->arena, "%s + %s", text, more[i]);
    return text;
}

/* |u|, and the slip speed at the surfaces */
static const char *rate_of(const struct tml_friction_scope *s)
{
    static const char *const texts[] = {"", "abs(u0)", "hypot(u0, u1)", "hypot(hypot(u0, u1), u2)"};
    return texts[s->size];
}

static const char *speed_of(const struct tml_friction_scope *s)
{
    return s->form->is_rotation ? tml_arena_format(s->b->arena, "%s*%s", radius_of(s), rate_of(s)) : rate_of(s);
}

static const char *coefficient_of(const struct tml_friction_scope *s)
{
    const tml_friction *f = &s->friction;
    const bool falls = tml_friction_value(f, "static") > tml_friction_value(f, "coefficient");
    if (!falls || (!tml_friction_has(f, "stribeck") && !f->smooth))
        return "coefficient";
    const char *over = tml_friction_has(f, "stribeck") ? "stribeck" : "(5*speed)";
    const bool plain = tml_friction_value(f, "exponent") == 1 && tml_friction_has(f, "stribeck");
    return tml_arena_format(s->b->arena, "(coefficient + (static - coefficient)*exp(-(%s/%s)%s))", speed_of(s), over,
                            plain                             ? ""
                            : tml_friction_has(f, "stribeck") ? "^exponent"
                                                              : "^2");
}

static const char *sliding_of(const struct tml_friction_scope *s)
{
    return tml_arena_format(s->b->arena,
                            tml_friction_value(&s->friction, "viscous") > 0 ? "%s*(%s) + viscous*%s" : "%s*(%s)",
                            coefficient_of(s), load_of(s, true), rate_of(s));
}

/* x_k of the smooth model. In a plane or space the direction u/|u| is smooth at rest, too, where tanh makes it zero. */
static const char *smooth_law(const struct tml_friction_scope *s, int k)
{
    const char *arm = s->form->is_rotation ? tml_arena_format(s->b->arena, "%s*", radius_of(s)) : "";
    const char *direction = s->size == 1 ? tml_arena_format(s->b->arena, "tanh(%su0/speed)", arm)
                                         : tml_arena_format(s->b->arena, "tanh(%s%s/speed)*u%d/max(%s, 1e-300)", arm,
                                                            rate_of(s), k, rate_of(s));
    return tml_arena_format(
        s->b->arena, tml_friction_value(&s->friction, "viscous") > 0 ? "-%s*(%s)*%s - viscous*u%d" : "-%s*(%s)*%s",
        coefficient_of(s), load_of(s, true), direction, k);
}

/* ---- laws ---- */

static void add_dampers(tml_builder *b, const struct tml_friction_scope *s)
{
    for (int k = 0; k < s->size; k++)
        tml_builder_force_law(b, (tml_force_law){.terms = tml_builder_terms(b, &s->term[k], 1),
                                                 .c = tml_friction_value(&s->friction, "viscous"),
                                                 .joint = -1,
                                                 .force = -1,
                                                 .row = -1});
}

static void add_smooth(tml_builder *b, struct tml_friction_scope *s, const char *what)
{
    s->first_result_law = b->s->result_law_count;
    s->rates = true;
    for (int k = 0; k < s->size; k++) {
        const int law = tml_builder_force_law(b, (tml_force_law){.terms = tml_builder_terms(b, &s->term[k], 1),
                                                                 .factor = 1,
                                                                 .joint = -1,
                                                                 .force = -1,
                                                                 .row = -1,
                                                                 .friction = true});
        tml_builder_result_law(b, law, what, s->friction.place);
    }
    TML_GROW(b->arena, b->smooth_frictions, b->smooth_friction_count, b->smooth_friction_capacity);
    b->smooth_frictions[b->smooth_friction_count++] = s;
}

/* "O"; "U.friction1" where the joint rubs in several ways, each for itself. */
static const char *name_of(const tml_builder *b, const struct tml_friction_scope *s)
{
    const char *joint = b->s->joints[s->joint].name;
    return s->alone ? joint : tml_arena_dotted(b->arena, joint, s->form->channel);
}

static void add_exact(tml_builder *b, struct tml_friction_scope *s, const char *what)
{
    tml_interaction_form form = {.is = {.kind = TML_FRICTION,
                                        .name = name_of(b, s),
                                        .place = s->friction.place,
                                        .joint = s->joint,
                                        .force = -1,
                                        .size = s->size,
                                        .normal = -1},
                                 .sliding = sliding_of(s),
                                 .holding = tml_arena_format(b->arena, "static*(%s)", load_of(s, true)),
                                 .impulse_sliding = tml_arena_format(b->arena, "coefficient*(%s)", load_of(s, false)),
                                 .impulse_holding = tml_arena_format(b->arena, "static*(%s)", load_of(s, false)),
                                 .scope = &s->scope,
                                 .what = what};
    memcpy(form.is.term, s->term, sizeof form.is.term);
    tml_builder_interaction(b, form);
}

void tml_builder_joint_friction(tml_builder *b, const tml_element *e, tml_joint *joint, const tml_frames *f)
{
    const tml_joint_form *form = b->s->space ? &e->joint->space : &e->joint->plane;
    const char *what = tml_arena_format(b->arena, "friction of joint %s", e->name);
    tml_friction friction;
    joint->first_added_law = b->s->law_count;
    if (!tml_element_friction(b->r, e, &friction))
        return;
    if (tml_builder_penalizes_contacts(b) && !friction.smooth) {
        friction.smooth = true;
        tml_friction_set(&friction, "speed", b->treatment.contact.speed);
        b->s->contact_penalty = b->treatment.contact;
        b->s->smoothed_friction_count++;
    }
    int acting = 0;
    for (size_t i = 0; i < form->frictions_count; i++)
        acting += tml_friction_acts(&friction, &form->frictions[i]);
    for (size_t i = 0; i < form->frictions_count; i++) {
        const tml_friction_form *x = &form->frictions[i];
        if (!tml_friction_acts(&friction, x))
            continue;
        struct tml_friction_scope *s = TML_NEW(b->arena, struct tml_friction_scope);
        *s = (struct tml_friction_scope){
            .scope = {s, look_up, .built_in = true},
            .b = b,
            .joint = (int)(joint - b->s->joints),
            .friction = friction,
            .form = x,
            .alone = acting == 1,
            .frames = *f,
            .axes = {{.body2 = f->body1, .F = tml_quat_matrix((tml_quat){1, 0, 0, 0}), .M = f->F},
                     {.body2 = f->body2, .F = tml_quat_matrix((tml_quat){1, 0, 0, 0}), .M = f->M}}};
        s->axes[0].offset = tml_atan2(f->F.m[1][0], f->F.m[0][0]);
        for (int k = 0; k < x->size; k++) {
            const bool scaled = x->by_radius[k];
            if (scaled && !tml_friction_has(&friction, "radius"))
                continue;
            s->term[s->size] = tml_builder_measure(b, &x->slip[k], f);
            s->term[s->size++].coefficient *= scaled ? tml_friction_value(&friction, "radius") : 1;
        }
        if (!friction.dry)
            add_dampers(b, s);
        else if (friction.smooth)
            add_smooth(b, s, what);
        else
            add_exact(b, s, what);
        TML_GROW(b->arena, b->s->frictions, b->s->friction_count, b->friction_capacity);
        b->s->frictions[b->s->friction_count++] =
            (tml_joint_friction){.form = x, .first_law = b->s->law_count - s->size, .law_count = s->size};
        joint->friction_count++;
    }
    joint->added_law_count = b->s->law_count - joint->first_added_law;
}

void tml_builder_smooth_frictions(tml_builder *b)
{
    for (int i = 0; i < b->smooth_friction_count; i++) {
        const struct tml_friction_scope *s = b->smooth_frictions[i];
        for (int k = 0; k < s->size; k++) {
            tml_result_law *law = &b->s->result_laws[s->first_result_law + k];
            const tml_tree *tree = tml_tree_parse(b->home, smooth_law(s, k), s->friction.place, b->log);
            law->value = tree ? tml_builder_compile(b, tree, &s->scope, (tml_expectation){.what = law->name}) : NULL;
        }
    }
}
