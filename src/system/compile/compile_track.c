/* compile_track.c - rows of the rotation of a body that runs along a curve and turns with it.
 *
 *   plane   phi_M - phi_F - psi = 0,    psi the angle of the tangent t (measure CURVE_ANGLE)
 *   space   t . y_M = 0,   t . z_M = 0,   n . (cos(b) y_M - sin(b) z_M) = 0,     n the normal that is given, b the bank
 * in space functions of measures: components of t along the axes of F, and dot products of axes.
 */
#include "contact/wire.h"
#include "elementary/elementary.h"
#include "system/compile/builder.h"
#include "system/compile/joint_rows.h"
#include <math.h>
#include <string.h>

enum { YAW = 5, PITCH = 4, ROLL = 3 }; /* directions of the rows */
static const double TURN = 6.283185307179586;

typedef struct {
    tml_builder *b;
    const tml_frames *f;
    tml_frames up; /* with the normal as z of F */
    tml_term t[3]; /* components of the tangent */
    tml_term bank;
} track;

/* ---- in the plane ---- */

static double angle_of(const tml_mat3 *R)
{
    return tml_atan2(R->m[1][0], R->m[0][0]);
}

/* Whole revolutions by which the drawn angle is ahead of that of the track there. */
static double revolutions(const tml_builder *b, const tml_frames *f, double offset)
{
    const tml_body *one = b->s->masses[f->body1].written, *two = b->s->masses[f->body2].written;
    const double a1 = f->body1 ? one->angle : 0, a2 = f->body2 ? two->angle : 0;
    const tml_mat3 R1 = tml_quat_matrix(tml_quat_about((tml_vec3){0, 0, 1}, a1)),
                   R2 = tml_quat_matrix(tml_quat_about((tml_vec3){0, 0, 1}, a2)), F = tml_mat3_product(&R1, &f->F);
    const tml_vec3 p1 = tml_add(f->p1, b->s->masses[f->body1].com), p2 = tml_add(f->p2, b->s->masses[f->body2].com);
    const tml_vec3 at1 = tml_add(f->body1 ? one->position : (tml_vec3){0, 0, 0}, tml_rotate(&R1, p1)),
                   at2 = tml_add(f->body2 ? two->position : (tml_vec3){0, 0, 0}, tml_rotate(&R2, p2));
    tml_jet *work = TML_NEW_ARRAY(b->arena, tml_jet, tml_wire_work(f->wire));
    const tml_foot foot = tml_wire_foot(f->wire, tml_rotate_back(&F, tml_sub(at2, at1)), 0, false, work);
    const double psi = tml_wire_quantity_at(f->wire, &foot, TML_WIRE_ANGLE, 0, false, work).value;
    return round((a2 - a1 + offset - psi) / TURN);
}

static void add_heading(track *k, tml_joint *joint, const tml_row_compliance *compliance)
{
    tml_frames f = *k->f;
    f.offset = angle_of(&f.M) - angle_of(&f.F);
    f.offset -= TURN * revolutions(k->b, &f, f.offset);
    tml_term both[] = {tml_builder_measure(k->b, &(tml_row){.kind = TML_ANGLE, .a = TML_X, .b = TML_Y}, &f),
                       tml_builder_measure(k->b, &(tml_row){.kind = TML_CURVE_ANGLE}, &f)};
    both[1].coefficient = -1;
    const tml_terms terms = tml_builder_terms(k->b, both, 2);
    tml_builder_joint_row(k->b, joint, terms, terms, 0, "angle", compliance, YAW);
}

/* ---- in space ---- */

/* tx: of the tangent along x of F; xy: x of F . y of M; ny: normal . y of M; bank */
static tml_meaning look_up(void *context, const char *name, tml_place place)
{
    track *k = context;
    (void)place;
    tml_term term = k->bank;
    if (name[0] == 't')
        term = k->t[name[1] - 'x'];
    else if (name[0] == 'n')
        term =
            tml_builder_measure(k->b, &(tml_row){.kind = TML_DOT, .a = TML_Z, .b = (tml_axis)(name[1] - 'x')}, &k->up);
    else if (strcmp(name, "bank") != 0)
        term = tml_builder_measure(
            k->b, &(tml_row){.kind = TML_DOT, .a = (tml_axis)(name[0] - 'x'), .b = (tml_axis)(name[1] - 'x')}, k->f);
    return (tml_meaning){.kind = TML_NAME_INPUT, .input = tml_builder_input_of(k->b, term, false)};
}

static const tml_expression *compile(track *k, const char *text, const tml_joint *joint)
{
    const tml_scope scope = {.context = k, .look_up = look_up, .built_in = true};
    const tml_tree *tree = tml_tree_parse(k->b->home, text, joint->place, k->b->log);
    return tml_builder_compile(k->b, tree, &scope, (tml_expectation){.what = joint->name});
}

static void add_relation(track *k, tml_joint *joint, const char *text, const char *name,
                         const tml_row_compliance *compliance, int direction)
{
    tml_terms terms;
    if (!tml_builder_relation(k->b, compile(k, text, joint), &terms))
        tml_builder_joint_row(k->b, joint, terms, terms, 0, name, compliance, direction);
}

static void add_guard(track *k, const tml_joint *joint, const char *text)
{
    tml_builder *b = k->b;
    const tml_guard guard = {.joint = (int)(joint - b->s->joints), .value = compile(k, text, joint)};
    TML_GROW(b->arena, b->s->guards, b->s->guard_count, b->guard_capacity);
    b->s->guards[b->s->guard_count++] = guard;
}

static void add_frame(track *k, tml_joint *joint, const tml_row_compliance *compliance)
{
    const tml_wire *wire = k->f->wire;
    const tml_mat3 N = tml_frame_with_z(wire->up);
    k->up = *k->f;
    k->up.F = tml_mat3_product(&k->f->F, &N);
    for (int i = 0; i < 3; i++)
        k->t[i] = tml_builder_measure(k->b, &(tml_row){.kind = TML_CURVE_FRAME, .a = (tml_axis)i, .b = TML_X}, k->f);
    if (wire->bank)
        k->bank = tml_builder_measure(k->b, &(tml_row){.kind = TML_CURVE_ANGLE}, k->f);
    add_guard(k, joint, "tx*xx + ty*yx + tz*zx");
    add_guard(k, joint, wire->bank ? "(sin(bank)*ny + cos(bank)*nz)/hypot(ny, nz)" : "nz/hypot(ny, nz)");
    add_relation(k, joint, "tx*xy + ty*yy + tz*zy", "yaw", compliance, YAW);
    add_relation(k, joint, "tx*xz + ty*yz + tz*zz", "pitch", compliance, PITCH);
    add_relation(k, joint, wire->bank ? "cos(bank)*ny - sin(bank)*nz" : "ny", "roll", compliance, ROLL);
}

void tml_builder_track(tml_builder *b, tml_joint *joint, const tml_frames *frames, const tml_row_compliance *compliance)
{
    track k = {.b = b, .f = frames};
    if (b->s->space)
        add_frame(&k, joint, compliance);
    else
        add_heading(&k, joint, compliance);
}
