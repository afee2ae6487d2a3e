/* compile_mesh.c - wheels with teeth: a row along a function of measures between the two wheels, F = F at the start up to whole teeth, and the force
 * that the tooth force brings with it, since teeth push apart whichever of their flanks carries.
 */
#include "model/check.h"
#include "system/compile/mesh_scope.h"
#include "system/initial_guess.h"
#include <math.h>
#include <string.h>

enum { WHY = 256 };

bool tml_element_has_teeth(const tml_element *e)
{
    const tml_joint_class *c = e->joint;
    return c->mesh.teeth && tml_element_field(e, tml_field_find(c->fields, c->fields_count, c->mesh.teeth));
}

static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    struct tml_mesh_scope *m = context;
    tml_meaning meaning = {.kind = TML_NAME_UNKNOWN};
    for (size_t i = 0; i < m->form->measures_count; i++)
        if (strcmp(m->form->measures[i].name, name) == 0)
            return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(m->b, m->terms[i], false)};
    for (size_t i = 0; i < m->form->numbers_count; i++)
        if (strcmp(m->form->numbers[i], name) == 0)
            return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = m->numbers[i]};
    if (strcmp(name, "load") == 0 || strcmp(name, "turned") == 0)
        return (tml_meaning){.kind = TML_NAME_CONSTANT,
                             .value = *name == 'l' ? m->load : m->lead * m->lead / (1 + m->lead * m->lead)};
    if (strcmp(name, "rubs") == 0)
        return (tml_meaning){.kind = TML_NAME_INPUT,
                             .input = m->b->s->result_laws[m->b->s->interactions[m->friction].result_law[0]].input};
    if (strcmp(name, "multiplier") == 0)
        tml_builder_result_named(m->b, tml_arena_dotted(m->b->arena, m->e->name, "tangential"), place, &meaning);
    return meaning;
}

static const tml_expression *compile(struct tml_mesh_scope *m, const char *text)
{
    const tml_scope scope = {.context = m, .look_up = look_up, .built_in = true};
    const tml_tree *tree = tml_tree_parse(m->b->home, text, m->e->place, m->b->log);
    return tml_builder_compile(m->b, tree, &scope, (tml_expectation){.what = m->e->name});
}

/* ---- the wheels ---- */

typedef struct {
    int body;
    tml_vec3 p; /* its middle, from the centre of mass */
    tml_mat3 axes;
    tml_vec3 at, axis; /* in the frame of what carries both, or as drawn */
} wheel;

/* What rotates: of two joints on one carrier the others, placed in its frame; else the second bodies. False: nothing carries both. */
static bool find_wheels(const tml_builder *b, const int joints[2], wheel w[2])
{
    const tml_joint *j[2] = {&b->s->joints[joints[0]], &b->s->joints[joints[1]]};
    const int carrier = tml_joints_carrier(j[0], j[1]);
    for (int i = 0; i < 2; i++) {
        const bool first = carrier >= 0 && j[i]->body2 == carrier;
        w[i] = (wheel){.body = first ? j[i]->body1 : j[i]->body2,
                       .p = first ? j[i]->p1 : j[i]->p2,
                       .axes = first ? j[i]->F : j[i]->M,
                       .at = first ? j[i]->p2 : j[i]->p1,
                       .axis = tml_mat3_column(first ? &j[i]->M : &j[i]->F, TML_Z)};
    }
    return carrier >= 0;
}

/* Wheels that no body carries together are where they are drawn. */
static void draw(const tml_builder *b, wheel w[2])
{
    const tml_system *s = b->s;
    double *q = TML_NEW_ARRAY(b->arena, double, s->nq + 1), *v = TML_NEW_ARRAY(b->arena, double, s->nv + 1);
    tml_system_initial_guess(s, b->arena, q, v);
    for (int i = 0; i < 2; i++) {
        const double *at = q + (w[i].body - 1) * s->nqb;
        tml_quat rotation = {1, 0, 0, 0};
        tml_vec3 x = {0};
        if (w[i].body) {
            rotation = s->space ? (tml_quat){at[3], at[4], at[5], at[6]} : tml_quat_about((tml_vec3){0, 0, 1}, at[2]);
            x = (tml_vec3){at[0], at[1], s->space ? at[2] : 0};
        }
        const tml_mat3 R = tml_quat_matrix(rotation);
        w[i].at = tml_add(x, tml_rotate(&R, w[i].p));
        w[i].axis = tml_rotate(&R, tml_mat3_column(&w[i].axes, TML_Z));
    }
}

bool tml_mesh_read_teeth(tml_builder *b, const tml_element *e, double teeth[2])
{
    const tml_field *field = tml_field_find(e->joint->fields, e->joint->fields_count, e->joint->mesh.teeth);
    if (field->type != TML_FIELD_NUMBERS)
        return true;
    const tml_node *node = tml_element_field(e, field);
    const char *what = tml_arena_format(b->arena, "joint %s: %s", e->name, field->name);
    if (node->kind != TML_NODE_LIST || node->count != 2) {
        tml_log_raise(b->log, TML_E_TEETH, node->place, "%s: give the teeth of both wheels, [20, 50]", what);
        return false;
    }
    for (int i = 0; i < 2; i++)
        if (!tml_resolved_number(b->r, node->items[i], "", what, &teeth[i]))
            return false;
    return true;
}

static bool prepare(struct tml_mesh_scope *m, const wheel w[2])
{
    tml_builder *b = m->b;
    double par[TML_MAX_JOINT_FIELDS] = {0};
    char why[WHY];
    tml_wheels wheels = {.par = par, .size = b->s->size};
    if (!tml_builder_joint_parameters(b, m->e, NULL, par) || !tml_mesh_read_teeth(b, m->e, wheels.teeth))
        return false;
    const tml_vec3 d = tml_sub(w[1].at, w[0].at);
    wheels.offset = tml_dot(d, w[0].axis);
    wheels.distance = tml_norm(tml_sub(d, tml_scale(wheels.offset, w[0].axis)));
    wheels.parallel = tml_dot(w[0].axis, w[1].axis);
    if (m->form->prepare(&wheels, m->numbers, why, sizeof why))
        return true;
    tml_log_raise(b->log, TML_E_TEETH, m->e->place, "joint %s: these wheels cannot mesh: %s", m->e->name, why);
    return false;
}

/* ---- the row ---- */

static void add_measures(struct tml_mesh_scope *m, const wheel w[2])
{
    const tml_frames there = {w[0].body, w[1].body, w[0].p, w[1].p, w[0].axes, w[1].axes, 0, NULL},
                     back = {w[1].body, w[0].body, w[1].p, w[0].p, w[1].axes, w[0].axes, 0, NULL};
    m->terms = TML_NEW_ARRAY(m->b->arena, tml_term, m->form->measures_count);
    for (size_t i = 0; i < m->form->measures_count; i++)
        if (m->b->s->space || m->form->measures[i].measure.a != TML_Z)
            m->terms[i] = tml_builder_measure(m->b, &m->form->measures[i].measure,
                                              m->form->measures[i].of_second ? &back : &there);
}

/* ---- options ---- */

static double number_of(tml_builder *b, const tml_element *e, const char *name, double otherwise)
{
    const tml_field *field = tml_field_find(e->joint->fields, e->joint->fields_count, name);
    const tml_node *node = field ? tml_element_field(e, field) : NULL;
    double value = otherwise;
    if (node && !tml_resolved_number(b->r, node, field->unit, tml_arena_format(b->arena, "joint %s: %s", e->name, name),
                                     &value))
        value = otherwise;
    return value;
}

static bool refuse(const tml_builder *b, const tml_element *e, const char *why)
{
    tml_log_raise(b->log, TML_E_TEETH_OPTION, e->place, "joint %s: %s", e->name, why);
    return false;
}

/* Stiffness, damping, backlash, losses; false with a message. */
static bool read_options(struct tml_mesh_scope *m)
{
    tml_builder *b = m->b;
    const tml_element *e = m->e;
    tml_row_compliance yields;
    const double efficiency = number_of(b, e, "efficiency", 1), coefficient = number_of(b, e, "coefficient", 0);
    if (!tml_builder_compliance(b, e, &yields))
        return false;
    m->backlash = number_of(b, e, "backlash", 0);
    m->restitution = number_of(b, e, "restitution", NAN);
    m->stiffness = yields.k[0], m->damping = yields.c[0];
    m->forward = 1 / efficiency - 1, m->back = 1 - efficiency;
    if (!(m->backlash >= 0))
        return refuse(b, e, "a backlash is not below zero");
    if (!isnan(m->restitution) && !(m->backlash > 0 && !(m->stiffness > 0)))
        return refuse(b, e,
                      m->stiffness > 0 ? "a restitution is of flanks that do not yield: give either it or a stiffness"
                                       : "a restitution is of the impact of flanks: it needs a backlash");
    if (m->restitution < 0 || m->restitution > 1)
        return refuse(b, e, "a restitution lies between 0 and 1");
    if (!(efficiency > 0 && efficiency <= 1))
        return refuse(b, e, "an efficiency is above 0 and at most 1: 0.98 for 98 %");
    if (!(coefficient >= 0) || (coefficient > 0 && efficiency < 1))
        return refuse(b, e, "give either an efficiency or a coefficient of friction, which is not below zero");
    return true;
}

static bool has_options(const struct tml_mesh_scope *m)
{
    return m->stiffness > 0 || m->backlash > 0 || m->forward > 0;
}

/* Friction of threads, with what was found of them; false with a message. */
static bool find_rub(struct tml_mesh_scope *m)
{
    if (!(m->rub > 0))
        return true;
    if (!(m->lead * m->rub < 1))
        return refuse(m->b, m->e,
                      "with this friction the worm cannot turn the wheel: lead angle and friction angle are 90 "
                      "deg or more together");
    m->forward = (m->lead + m->rub) / (1 - m->lead * m->rub) / m->lead - 1;
    m->back = 1 - (m->lead - m->rub) / (1 + m->lead * m->rub) / m->lead;
    return true;
}

/* ---- rows and forces ---- */

/* As far apart as hinges keep their axes, if some body has both: a planet may be drawn beside its place. */
static void keep_distance(const tml_builder *b, const tml_joint *joint, wheel w[2])
{
    tml_vec3 at[2], axis[2];
    if (tml_builder_shared_carrier(b, &b->s->joints[joint->joint1], &b->s->joints[joint->joint2], at, axis) < 0)
        return;
    const double distance = tml_norm(tml_cross(tml_sub(at[1], at[0]), axis[0]));
    const tml_vec3 d = tml_sub(w[1].at, w[0].at), along = tml_scale(tml_dot(d, w[0].axis), w[0].axis),
                   across = tml_sub(d, along);
    if (tml_norm(across) > 0)
        w[1].at = tml_add(w[0].at, tml_add(along, tml_scale(distance / tml_norm(across), across)));
}

/* Row and force of wheels wherever they are. */
static bool relate(struct tml_mesh_scope *m, tml_joint *joint, tml_mesh_terms *out)
{
    wheel w[2];
    tml_builder *b = m->b;
    if (!find_wheels(b, (int[]){joint->joint1, joint->joint2}, w)) {
        draw(b, w);
        keep_distance(b, joint, w);
    }
    if (!prepare(m, w))
        return false;
    add_measures(m, w);
    m->period = m->numbers[0];
    joint->body1 = w[0].body, joint->body2 = w[1].body, joint->p1 = w[0].p, joint->p2 = w[1].p;
    return !tml_builder_relation(b, compile(m, b->s->space ? m->form->row_space : m->form->row_plane), &out->row) &&
           !tml_builder_relation(b, compile(m, m->form->along), &out->apart);
}

static void add_forces(struct tml_mesh_scope *m, tml_joint *joint, const tml_mesh_terms *along)
{
    tml_builder *b = m->b;
    joint->has_teeth = true;
    joint->first_row = b->s->row_count;
    joint->first_law = b->s->law_count;
    if (m->stiffness > 0)
        tml_mesh_spring(m, joint, along->row);
    else if (m->backlash > 0)
        tml_mesh_flanks(m, joint, along->row);
    else
        tml_builder_rate_row(
            b, joint, (tml_constraint){.terms = along->row, .integrable = true, .period = m->period, .name = "teeth"});
    m->law = tml_builder_force_law(
        b, (tml_force_law){
               .terms = along->apart, .factor = 1, .joint = (int)(joint - b->s->joints), .force = -1, .row = -1});
    joint->first_added_law = m->law;
    for (int i = 0; i < b->s->interaction_count && joint->has_flanks; i++)
        if (b->s->interactions[i].joint == joint - b->s->joints && b->s->interactions[i].kind == TML_UNILATERAL)
            b->s->interactions[i].brings = m->law + 1, b->s->interactions[i].share = m->load;
    m->friction = -1;
    if (m->forward > 0)
        tml_mesh_loss(m, along->turn, m->rub > 0 ? &along->around : NULL);
    joint->added_law_count = b->s->law_count - joint->first_added_law;
}

/* Wheels of a gear rotate: teeth on what slides are those of a rack. False with a message. */
static bool rotate(const struct tml_mesh_scope *m, const int joints[2], const int coordinates[2])
{
    const tml_system *s = m->b->s;
    for (int i = 0; m->form->prepare && i < 2; i++) {
        const tml_joint *j = &s->joints[joints[i]], *other = &s->joints[joints[!i]];
        if (s->coordinates[j->first_coordinate + coordinates[i]].is_rotation)
            continue;
        tml_log_raise(m->b->log, TML_E_TEETH, m->e->type_node->items[i]->place,
                      "joint %s: these wheels cannot mesh: joint \"%s\" slides; teeth on a slide are a rack, as in "
                      "{rack: [%s, %s], teeth: 20}",
                      m->e->name, j->name, other->name, j->name);
        return false;
    }
    return true;
}

static void mesh(tml_builder *b, const tml_element *e, tml_joint *joint)
{
    int joints[2], coordinates[2];
    tml_mesh_terms along;
    struct tml_mesh_scope *m = TML_NEW(b->arena, struct tml_mesh_scope);
    *m = (struct tml_mesh_scope){.b = b, .e = e, .form = &e->joint->mesh, .joint = joint};
    if (!tml_resolved_coupling(b->r, e, joints, coordinates) || !rotate(m, joints, coordinates) || !read_options(m))
        return;
    joint->joint1 = joints[0], joint->joint2 = joints[1];
    if (!(m->form->prepare && !has_options(m) ? relate(m, joint, &along) : tml_mesh_place(m, joint, &along)) ||
        !find_rub(m))
        return;
    add_forces(m, joint, &along);
    TML_GROW(b->arena, b->meshes, b->mesh_count, b->mesh_capacity);
    b->meshes[b->mesh_count++] = m;
}

void tml_builder_meshes(tml_builder *b)
{
    const size_t errors = b->log->error_count;
    for (int i = 0; i < b->r->model->joint_count && b->log->error_count == errors; i++)
        if (tml_joint_couples(b->r->model->joints[i].joint) && tml_element_has_teeth(&b->r->model->joints[i]))
            mesh(b, &b->r->model->joints[i], &b->s->joints[i]);
}

/* Of a worm F/cos(g) - x tan(g) sin(g) is normal to its thread: x tan(g) acts around it, too. */
static const char *load_of(const struct tml_mesh_scope *m)
{
    return m->form->prepare && !has_options(m) ? m->form->load
           : m->rub > 0                        ? "load*abs(multiplier - turned*rubs)"
                                               : "load*abs(multiplier)";
}

void tml_builder_mesh_loads(tml_builder *b)
{
    for (int i = 0; i < b->mesh_count; i++) {
        struct tml_mesh_scope *m = b->meshes[i];
        b->takes_results = true;
        b->s->laws[m->law].value = compile(m, load_of(m));
        b->takes_results = false;
        const int k =
            tml_builder_result_law(b, m->law, tml_arena_format(b->arena, "joint %s", m->e->name), m->e->place);
        b->s->result_laws[k].any_share = true;
        b->s->result_laws[k].workless =
            tml_builder_keeps_distance(b, &b->s->joints[m->joint->joint1], &b->s->joints[m->joint->joint2]);
    }
}
