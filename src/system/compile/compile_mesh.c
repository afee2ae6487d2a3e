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
    if (strcmp(name, "load") == 0)
        return (tml_meaning){.kind = TML_NAME_CONSTANT, .value = m->load};
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
    const tml_frames there = {w[0].body, w[1].body, w[0].p, w[1].p, w[0].axes, w[1].axes, 0},
                     back = {w[1].body, w[0].body, w[1].p, w[0].p, w[1].axes, w[0].axes, 0};
    m->terms = TML_NEW_ARRAY(m->b->arena, tml_term, m->form->measures_count);
    for (size_t i = 0; i < m->form->measures_count; i++)
        if (m->b->s->space || m->form->measures[i].measure.a != TML_Z)
            m->terms[i] = tml_builder_measure(m->b, &m->form->measures[i].measure,
                                              m->form->measures[i].of_second ? &back : &there);
}

/* Row and force of wheels wherever they are. */
static bool relate(struct tml_mesh_scope *m, tml_joint *joint, tml_terms *row, tml_terms *apart)
{
    wheel w[2];
    tml_builder *b = m->b;
    if (!find_wheels(b, (int[]){joint->joint1, joint->joint2}, w))
        draw(b, w);
    if (!prepare(m, w))
        return false;
    add_measures(m, w);
    m->period = m->numbers[0];
    joint->body1 = w[0].body, joint->body2 = w[1].body, joint->p1 = w[0].p, joint->p2 = w[1].p;
    return !tml_builder_relation(b, compile(m, b->s->space ? m->form->row_space : m->form->row_plane), row) &&
           !tml_builder_relation(b, compile(m, m->form->along), apart);
}

static void mesh(tml_builder *b, const tml_element *e, tml_joint *joint)
{
    int joints[2], coordinates[2];
    tml_terms row, apart;
    struct tml_mesh_scope *m = TML_NEW(b->arena, struct tml_mesh_scope);
    *m = (struct tml_mesh_scope){.b = b, .e = e, .form = &e->joint->mesh, .joint = joint};
    if (!tml_resolved_coupling(b->r, e, joints, coordinates))
        return;
    joint->joint1 = joints[0], joint->joint2 = joints[1];
    if (!(m->form->place ? tml_mesh_place(m, joint, &row, &apart) : relate(m, joint, &row, &apart)))
        return;
    joint->has_teeth = true;
    joint->first_row = b->s->row_count;
    joint->first_law = b->s->law_count;
    tml_builder_rate_row(b, joint,
                         (tml_constraint){.terms = row, .integrable = true, .period = m->period, .name = "teeth"});
    m->law = tml_builder_force_law(
        b, (tml_force_law){.terms = apart, .factor = 1, .joint = (int)(joint - b->s->joints), .force = -1, .row = -1});
    joint->first_added_law = m->law;
    joint->added_law_count = 1;
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

void tml_builder_mesh_loads(tml_builder *b)
{
    for (int i = 0; i < b->mesh_count; i++) {
        struct tml_mesh_scope *m = b->meshes[i];
        b->takes_results = true;
        b->s->laws[m->law].value = compile(m, m->form->place ? "load*abs(multiplier)" : m->form->load);
        b->takes_results = false;
        const int k =
            tml_builder_result_law(b, m->law, tml_arena_format(b->arena, "joint %s", m->e->name), m->e->place);
        b->s->result_laws[k].any_share = true;
        b->s->result_laws[k].workless =
            tml_builder_keeps_distance(b, &b->s->joints[m->joint->joint1], &b->s->joints[m->joint->joint2]);
    }
}
