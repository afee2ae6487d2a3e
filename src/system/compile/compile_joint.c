/* compile_joint.c - joints: frames, rows, coordinates; compliant rows become force laws. */
#include "elementary/elementary.h"
#include "model/check.h"
#include "model/clearance.h"
#include "model/scope.h"
#include "system/compile/builder.h"
#include "system/compile/joint_rows.h"
#include <string.h>

static const double MAX_BEND = 1.6; /* rad: beyond a right angle shafts are given in opposite senses */

/* Columns permuted cyclically so that column k is the z axis of the given frame. */
static tml_mat3 with_axis(tml_axis k, tml_vec3 a)
{
    const tml_mat3 Z = tml_frame_with_z(a);
    const tml_vec3 x = tml_mat3_column(&Z, TML_X), y = tml_mat3_column(&Z, TML_Y), z = tml_mat3_column(&Z, TML_Z);
    switch (k) {
    case TML_X:
        return tml_columns(z, x, y);
    case TML_Y:
        return tml_columns(y, z, x);
    case TML_Z:
        break;
    }
    return Z;
}

/* One frame with a along axis i and b along axis j. */
static tml_mat3 with_axes(tml_axis i, tml_vec3 a, tml_axis j, tml_vec3 b)
{
    const bool cyclic = ((int)i + 1) % 3 == (int)j;
    const tml_vec3 c = cyclic ? tml_cross(a, b) : tml_cross(b, a);
    tml_vec3 columns[3];
    columns[i] = a;
    columns[j] = b;
    columns[3 - (int)i - (int)j] = c;
    return tml_columns(columns[0], columns[1], columns[2]);
}

static const tml_field *common(const char *name)
{
    return tml_field_find(tml_joint_common_fields, tml_joint_common_fields_count, name);
}

static void rotate_M(tml_frames *f, double angle)
{
    const double c = tml_cos(angle), s = tml_sin(angle);
    const tml_mat3 back = {{{c, s, 0}, {-s, c, 0}, {0, 0, 1}}};
    f->M = tml_mat3_product(&f->F, &back);
}

/* The frame F, with its z axis turned from a to b the shorter way. */
static bool bend_M(tml_builder *b, const tml_element *e, const tml_vec3 axes[2], tml_frames *f)
{
    const tml_vec3 across = tml_cross(axes[0], axes[1]);
    const double sine = tml_norm(across), angle = tml_atan2(sine, tml_dot(axes[0], axes[1]));
    const tml_body *bodies = b->r->bodies;
    const bool drawn = (f->body1 == 0 || bodies[f->body1].drawn) && (f->body2 == 0 || bodies[f->body2].drawn);
    if (drawn && angle > MAX_BEND) {
        tml_log_raise(b->log, TML_E_BEND, tml_element_field(e, common("axes"))->place,
                      "joint %s: these shafts make %.4g deg; give both axes in the same sense, from the first shaft to "
                      "the second, such as axes: [x, [1, 0.3, 0]]",
                      e->name, angle * 180 / TML_PI);
        return false;
    }
    const tml_vec3 about = sine > 1e-12 ? tml_scale(1 / sine, across) : tml_mat3_column(&f->F, TML_X);
    const tml_mat3 turn = tml_quat_matrix(tml_quat_about(about, angle));
    f->M = tml_mat3_product(&turn, &f->F);
    return true;
}

static bool frames_space(tml_builder *b, const tml_element *e, double angle, tml_frames *f)
{
    const tml_joint_class *c = e->joint;
    tml_vec3 axes[2];
    f->F = f->M = tml_quat_matrix((tml_quat){1, 0, 0, 0});
    if (tml_element_field(e, common("axes"))) {
        if (!tml_element_directions(b->r, e, common("axes"), axes))
            return false;
        if (c->has_axes && !tml_joint_axes_cross(b->r, e, axes, f->body1, f->body2))
            return false;
        if (c->has_axes && fabs(tml_dot(axes[0], axes[1])) < 1e-9) {
            f->F = f->M = with_axes(c->axis_on_F, axes[0], c->axis_on_M, axes[1]);
        } else if (c->bends) {
            f->F = tml_frame_with_z(axes[0]);
            if (!bend_M(b, e, axes, f))
                return false;
        } else {
            f->F = with_axis(c->has_axes ? c->axis_on_F : TML_Z, axes[0]);
            f->M = with_axis(c->has_axes ? c->axis_on_M : TML_Z, axes[1]);
        }
        return true;
    }
    if (tml_element_field(e, common("axis"))) {
        if (!tml_element_direction(b->r, e, common("axis"), &axes[0]))
            return false;
        f->F = tml_frame_with_z(axes[0]);
    }
    rotate_M(f, angle);
    return true;
}

void tml_builder_axes(tml_builder *b, const tml_element *e, tml_frames *f)
{
    tml_mat3 axes;
    double angle;
    if (tml_resolved_axes(b->r, f->body1, e->place.use, &axes, &angle)) {
        f->F = tml_mat3_product(&axes, &f->F);
        f->offset -= angle;
    }
    if (tml_resolved_axes(b->r, f->body2, e->place.use, &axes, &angle)) {
        f->M = tml_mat3_product(&axes, &f->M);
        f->offset += angle;
    }
}

static bool frames_plane(tml_builder *b, const tml_element *e, double angle, tml_frames *f)
{
    tml_vec3 axis = {1, 0, 0};
    if (tml_element_field(e, common("axis")) && !tml_element_direction(b->r, e, common("axis"), &axis))
        return false;
    f->F = tml_columns(axis, (tml_vec3){-axis.y, axis.x, 0}, (tml_vec3){0, 0, 1});
    rotate_M(f, angle);
    f->offset = -angle;
    return true;
}

/* A length that is not given is that of the drawing. */
static bool read_parameter(tml_builder *b, const tml_element *e, const tml_field *field, const tml_anchor anchors[2],
                           double *value)
{
    if (tml_element_number(b->r, e, field, value))
        return true;
    return e->joint->connects == TML_CONNECT_POINTS && !tml_element_field(e, field) &&
           tml_drawn_distance(b->r, anchors, value); /* the reader has checked that both bodies are placed */
}

/* Values of the class's own fields, in order. */
bool tml_builder_joint_parameters(tml_builder *b, const tml_element *e, const tml_anchor anchors[2], double par[])
{
    bool fine = true;
    for (size_t i = 0; i < e->joint->fields_count; i++) {
        const tml_field *field = &e->joint->fields[i];
        par[i] = 0;
        if (field->type == TML_FIELD_CHOICE)
            par[i] = tml_word_index(field->choices, tml_element_choice(b->r, e, field));
        if (field->type == TML_FIELD_NUMBER && !field->required && !field->preset && !tml_element_field(e, field) &&
            e->joint->connects != TML_CONNECT_POINTS)
            par[i] = NAN;
        else if (field->type == TML_FIELD_NUMBER)
            fine &= read_parameter(b, e, field, anchors, &par[i]);
    }
    if (fine && e->joint->connects == TML_CONNECT_POINTS)
        fine = tml_joint_length_check(b->r, e, par[0]);
    return fine;
}

static void add_coordinates(tml_builder *b, tml_joint *joint, const tml_joint_form *form, const tml_frames *f)
{
    tml_system *s = b->s;
    joint->first_coordinate = s->coordinate_count;
    joint->coordinate_count = (int)form->coordinates_count;
    for (size_t i = 0; i < form->coordinates_count; i++) {
        const tml_coordinate *c = &form->coordinates[i];
        tml_joint_coordinate coordinate = {
            .name = c->name, .is_rotation = c->is_rotation, .term = {.measure = -1}, .limit = -1};
        if (c->measure.kind != TML_NO_MEASURE) {
            const tml_dimension d = tml_unit_named(tml_unit_of_motion(c->is_rotation, 0)).dimension,
                                rate = tml_unit_named(tml_unit_of_motion(c->is_rotation, 1)).dimension;
            coordinate.term = tml_builder_measure(b, &c->measure, f);
            tml_builder_name(b, tml_arena_dotted(b->arena, joint->name, c->name), coordinate.term, false, d);
            tml_builder_name(b, tml_joint_coordinate_channel(joint, &coordinate, "speed", b->arena), coordinate.term,
                             true, rate);
        }
        TML_GROW(b->arena, s->coordinates, s->coordinate_count, b->coordinate_capacity);
        s->coordinates[s->coordinate_count++] = coordinate;
    }
}

/* Which of the six directions a row belongs to: its axis, or the axis about which it prevents rotation. */
static int direction_of(const tml_row *row)
{
    switch (row->kind) {
    case TML_COORD:
    case TML_ALONG:
    case TML_PUSH:
    case TML_TRACK:
    case TML_TRACK_ACROSS:
    case TML_CURVE:
        return (int)row->a;
    case TML_DOT:
    case TML_SLOPE:
    case TML_TILT:
    case TML_CROSS:
        return 3 + (3 - (int)row->a - (int)row->b);
    case TML_ANGLE:
    case TML_ANGLE_M:
    case TML_BEARING:
    case TML_CURVE_ANGLE:
        return 5;
    case TML_ROTATION:
    case TML_ROTATE:
    case TML_ROTATE_M:
    case TML_TRACK_TURN:
        return 3 + (int)row->a;
    case TML_DISTANCE:
    case TML_CURVE_FRAME:
    case TML_GAP:
    case TML_SLIP:
    case TML_MEASURE_KINDS:
    case TML_NO_MEASURE:
        break;
    }
    return 0;
}

/* Measure of a compliant row: a dot product is a sine, which is not monotonic; the angle is. Three rows fix a rotation:
 * its rotation vector. Two fix an axis: its tilt. One keeps two axes at a right angle: the deviation from it. All agree
 * with the row to first order. */
static tml_row elastic_measure(const tml_joint_form *form, const tml_row *row)
{
    tml_row out = *row;
    int dots = 0, same = 0;
    for (size_t i = 0; i < form->rows_count; i++) {
        dots += form->rows[i].kind == TML_DOT;
        same += form->rows[i].kind == TML_DOT && form->rows[i].a == row->a;
    }
    if (row->kind != TML_DOT)
        return out;
    out.kind = dots == 3 ? TML_ROTATION : same == 2 ? TML_TILT : TML_SLOPE;
    if (out.kind == TML_ROTATION) {
        const bool cyclic = ((int)row->a + 1) % 3 == (int)row->b; /* x_F . y_M = -sin of a rotation about z */
        out.a = out.b = (tml_axis)(3 - (int)row->a - (int)row->b);
        out.reversed ^= cyclic;
    }
    return out;
}

/* Along which a spring acts, where the row is compliant. */
static tml_terms elastic_terms(tml_builder *b, const tml_joint_form *form, const tml_row *row, tml_terms terms,
                               const tml_row_compliance *compliance, const tml_frames *f)
{
    const tml_row measure = elastic_measure(form, row);
    if (!compliance->compliant[direction_of(row) / 3] || measure.kind == row->kind)
        return terms;
    const tml_term term = tml_builder_measure(b, &measure, f);
    return tml_builder_terms(b, &term, 1);
}

/* Of a joint with clearance: rigid, or of the assembly alone where play frees it. */
static void add_play_row(tml_builder *b, tml_joint *joint, const tml_joint_form *form, const tml_play_row *row,
                         const tml_frames *f, const tml_row_compliance *compliance)
{
    const tml_term term = tml_builder_measure(b, &row->row, f);
    if (tml_clearance_frees(joint->clearance, row)) {
        tml_builder_play(b, joint, row, term);
        return;
    }
    const tml_terms terms = tml_builder_terms(b, &term, 1);
    tml_builder_joint_row(b, joint, terms, elastic_terms(b, form, &row->row, terms, compliance, f), 0, row->row.name,
                          compliance, direction_of(&row->row));
}

void tml_builder_rate_row(tml_builder *b, tml_joint *joint, tml_constraint row)
{
    row.rate_only = true;
    row.joint = (int)(joint - b->s->joints);
    row.driver = -1;
    tml_builder_row(b, row, false);
    joint->row_count++;
}

/* From the axis on: how much each counts. */
static void add_guard(tml_builder *b, const tml_joint *joint, int axis, const double *counts, int count,
                      const tml_frames *f)
{
    tml_guard guard = {.joint = (int)(joint - b->s->joints), .count = count};
    for (int k = 0; k < count; k++) {
        const tml_axis a = (tml_axis)(axis + k);
        guard.terms[k] = tml_builder_measure(b, &(tml_row){.kind = TML_DOT, .a = a, .b = a}, f);
        guard.terms[k].coefficient = counts[k];
    }
    TML_GROW(b->arena, b->s->guards, b->s->guard_count, b->guard_capacity);
    b->s->guards[b->s->guard_count++] = guard;
}

/* Two rows z.x, z.y fix an axis, three rows all axes: a fixed axis must not be reversed. Nor must a bend be one with half a revolution about z
 * added: x.x + y.y - z.z is 1 for every bend. */
static void add_guards(tml_builder *b, const tml_joint *joint, const tml_joint_form *form, const tml_frames *f)
{
    static const double one = 1, bend[] = {1, 1, -1};
    int fixed[3] = {0}, dots = 0;
    if (b->s->space && joint->class->bends)
        add_guard(b, joint, TML_X, bend, 3, f);
    for (size_t i = 0; b->s->space && i < form->rows_count; i++)
        if (form->rows[i].kind == TML_DOT)
            fixed[form->rows[i].a]++, dots++;
    for (int a = 0; a < 3; a++)
        if (fixed[a] == 2 || dots == 3)
            add_guard(b, joint, a, &one, 1, f);
}

static void joint_of_bodies(tml_builder *b, const tml_element *e, tml_joint *joint)
{
    const tml_joint_form *form = b->s->space ? &e->joint->space : &e->joint->plane;
    tml_anchor anchors[2];
    double *par = TML_NEW_ARRAY(b->home, double, e->joint->fields_count + 1);
    tml_row_compliance joint_compliance;
    if (!tml_resolved_joint_ends(b->r, e, anchors) || !tml_builder_joint_parameters(b, e, anchors, par) ||
        !tml_builder_compliance(b, e, &joint_compliance))
        return;
    const tml_field *angle_field = tml_field_find(e->joint->fields, e->joint->fields_count, "angle");
    const double angle = angle_field ? par[angle_field - e->joint->fields] : 0;
    tml_frames f = {.body1 = anchors[0].body, .body2 = anchors[1].body};
    f.p1 = tml_sub(anchors[0].p, b->s->masses[f.body1].com);
    f.p2 = tml_sub(anchors[1].p, b->s->masses[f.body2].com);
    if (!(b->s->space ? frames_space(b, e, angle, &f) : frames_plane(b, e, angle, &f)))
        return;
    tml_builder_axes(b, e, &f);
    if (e->joint->curve && !tml_builder_curve(b, e, &f))
        return;
    joint->body1 = f.body1, joint->body2 = f.body2, joint->p1 = f.p1, joint->p2 = f.p2;
    joint->F = f.F, joint->M = f.M, joint->par = par;
    joint->angle = b->s->space ? angle : -f.offset;
    if (tml_element_has_clearance(e)) {
        tml_clearance *clearance = TML_NEW(b->home, tml_clearance);
        joint->clearance = clearance;
        if (!tml_element_clearance(b->r, e, clearance))
            return;
    }
    add_coordinates(b, joint, form, &f);
    add_guards(b, joint, form, &f);
    tml_builder_penalize_rows(b, joint, &joint_compliance);
    joint->first_row = b->s->row_count;
    joint->first_law = b->s->law_count;
    for (size_t i = 0; joint->clearance && i < form->clearance.rows_count; i++)
        add_play_row(b, joint, form, &form->clearance.rows[i], &f, &joint_compliance);
    for (size_t i = 0; !joint->clearance && i < form->rows_count; i++) {
        const tml_row *row = &form->rows[i];
        const tml_term term = tml_builder_measure(b, row, &f);
        const tml_terms terms = tml_builder_terms(b, &term, 1);
        if (row->rate_only) {
            tml_builder_rate_row(b, joint, (tml_constraint){.terms = terms, .name = row->name});
            continue;
        }
        tml_builder_joint_row(b, joint, terms, elastic_terms(b, form, row, terms, &joint_compliance, &f),
                              row->target ? par[row->target - 1] : 0, row->name, &joint_compliance, direction_of(row));
    }
    if (e->joint->carries)
        tml_builder_track(b, joint, &f, &joint_compliance);
    if (e->joint->couple) {
        double coefficient[2];
        const double target = e->joint->couple(par, coefficient);
        tml_term terms[2];
        for (int i = 0; i < 2; i++) {
            terms[1 - i] = tml_builder_measure(b, &e->joint->coupled[i], &f);
            terms[1 - i].coefficient *= coefficient[i];
        }
        const tml_terms both = tml_builder_terms(b, terms, 2);
        tml_builder_joint_row(b, joint, both, both, target, e->joint->coupled_name, &joint_compliance,
                              direction_of(&e->joint->coupled[1]));
    }
    joint->first_friction = b->s->friction_count;
    if (joint->clearance)
        tml_builder_clearance(b, joint);
    else if (tml_element_field(e, &tml_joint_common_fields[TML_JOINT_FRICTION]))
        tml_builder_joint_friction(b, e, joint, &f);
}

/* ---- joints of surfaces ---- */

static void joint_of_surfaces(tml_builder *b, const tml_element *e, tml_joint *joint)
{
    tml_rolling rolling;
    tml_row_compliance joint_compliance;
    if (!tml_builder_rolling(b, e, &rolling) || !tml_builder_compliance(b, e, &joint_compliance))
        return;
    const tml_frames *f = &rolling.frames;
    joint->body1 = f->body1, joint->body2 = f->body2, joint->p1 = f->p1, joint->p2 = f->p2;
    joint->F = f->F, joint->M = f->M;
    joint->first_coordinate = b->s->coordinate_count;
    tml_builder_penalize_rows(b, joint, &joint_compliance);
    joint->first_row = b->s->row_count;
    joint->first_law = b->s->law_count;
    const tml_terms gap = tml_builder_terms(b, rolling.gap, rolling.gap_count);
    tml_builder_joint_row(b, joint, gap, gap, rolling.target, "gap", &joint_compliance, 0);
    for (int i = 0; i < rolling.slip_count; i++) {
        const tml_rolling_slip *slip = &rolling.slip[i];
        tml_builder_rate_row(b, joint,
                             (tml_constraint){.terms = tml_builder_terms(b, slip->terms, slip->count),
                                              .integrable = slip->integrable,
                                              .period = slip->period,
                                              .name = i ? "across" : "along"});
    }
}

/* ---- joints between joints ---- */

/* Axis and middle of a wheel in the frame of the body that carries it. */
static void wheel_of(const tml_joint *j, int carrier, tml_vec3 *axis, tml_vec3 *at)
{
    const bool first = j->body1 == carrier; /* else the carrier is what rotates, seen from the wheel */
    const tml_vec3 z = tml_mat3_column(first ? &j->F : &j->M, TML_Z);
    *axis = first ? z : tml_scale(-1, z);
    *at = first ? j->p1 : j->p2;
}

/* Multiplies the first coefficient by the sense of rotation that follows from where the wheels are; false with a message. */
static bool apply_sense(const tml_builder *b, const tml_element *e, const tml_joint *joint, const double *par,
                        double coefficient[2])
{
    const tml_joint *one = &b->s->joints[joint->joint1], *two = &b->s->joints[joint->joint2];
    const int carrier = tml_joints_carrier(one, two);
    const char *reason = "no body carries both";
    tml_mesh mesh = {.size = b->s->size};
    double sense = 0;
    if (!e->joint->sense)
        return true;
    if (carrier >= 0) {
        wheel_of(one, carrier, &mesh.axis[0], &mesh.at[0]);
        wheel_of(two, carrier, &mesh.axis[1], &mesh.at[1]);
        sense = e->joint->sense(par, &mesh, &reason);
    }
    if (sense == 0)
        tml_log_raise(b->log, TML_E_MESH, e->place,
                      "joint %s: these wheels cannot mesh: %s; for other pairs use a gear with a ratio", e->name,
                      reason);
    coefficient[0] *= sense;
    return sense != 0;
}

static void joint_of_joints(tml_builder *b, const tml_element *e, tml_joint *joint)
{
    int joints[2], coordinates[2];
    double par[TML_MAX_JOINT_FIELDS] = {0}, coefficient[2];
    tml_row_compliance joint_compliance;
    if (!tml_resolved_coupling(b->r, e, joints, coordinates) || !tml_builder_joint_parameters(b, e, NULL, par) ||
        !tml_builder_compliance(b, e, &joint_compliance))
        return;
    joint->joint1 = joints[0], joint->joint2 = joints[1];
    const double target = e->joint->couple(par, coefficient);
    if (!apply_sense(b, e, joint, par, coefficient))
        return;
    const tml_joint *second_joint = &b->s->joints[joints[1]];
    if (coefficient[0] == 0) {
        tml_log_raise(
            b->log, TML_E_COUPLES_NOTHING, e->place,
            "joint %s: by zero it couples nothing: %s would stand still whatever %s does; give how far %s goes "
            "while %s goes by 1, or use a fixed joint",
            e->name, second_joint->name, b->s->joints[joints[0]].name, second_joint->name,
            b->s->joints[joints[0]].name);
        return;
    }
    const tml_joint_coordinate *first = &b->s->coordinates[b->s->joints[joints[0]].first_coordinate + coordinates[0]],
                               *second = &b->s->coordinates[second_joint->first_coordinate + coordinates[1]];
    tml_term terms[2] = {second->term, first->term};
    terms[0].coefficient *= coefficient[1];
    terms[1].coefficient *= coefficient[0];
    joint->body1 = second_joint->body1, joint->body2 = second_joint->body2;
    joint->p1 = second_joint->p1, joint->p2 = second_joint->p2;
    tml_builder_penalize_rows(b, joint, &joint_compliance);
    joint->first_row = b->s->row_count;
    joint->first_law = b->s->law_count;
    const tml_terms both = tml_builder_terms(b, terms, 2);
    tml_builder_joint_row(b, joint, both, both, target, "ratio", &joint_compliance, second->is_rotation ? 5 : 0);
}

void tml_builder_joints(tml_builder *b)
{
    const tml_model *model = b->r->model;
    b->s->joint_count = model->joint_count;
    b->s->joints = TML_NEW_ARRAY(b->home, tml_joint, model->joint_count);
    for (int i = 0; i < model->joint_count; i++) {
        const tml_element *e = &model->joints[i];
        b->s->joints[i] =
            (tml_joint){.name = e->name, .place = e->place, .class = e->joint, .joint1 = -1, .joint2 = -1};
    }
    for (int i = 0; i < model->joint_count; i++)
        if (model->joints[i].joint->connects == TML_CONNECT_SURFACES)
            joint_of_surfaces(b, &model->joints[i], &b->s->joints[i]);
        else if (!tml_joint_couples(model->joints[i].joint))
            joint_of_bodies(b, &model->joints[i], &b->s->joints[i]);
    for (int i = 0; i < model->joint_count; i++)
        if (model->joints[i].joint->connects == TML_CONNECT_JOINTS && !tml_element_has_teeth(&model->joints[i]))
            joint_of_joints(b, &model->joints[i], &b->s->joints[i]);
}
