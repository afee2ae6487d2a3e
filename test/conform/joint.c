/* joint.c - laws that every registered joint kind obeys, in the plane and in space, checked on the compiled rows.
 *
 * Two bodies with random masses, points and axes, both moving or one the ground; coordinates c at random, angles over
 * several revolutions. With the bodies placed by pose(c) and moving by subspace(c) c':
 *   joint coordinates + independent rows = 6 (3 in the plane);  phi = 0;  G v = 0;  G a = gamma;  guards are not flipped
 *   subspace = d pose/dc;  bias = (d subspace/dt) c', zero where there is none
 *   the coordinates' measures give c, c', c''
 *   G'lambda does no work on the free motion, and its forces and moments add up to zero
 *   a ball joint holds no rotation: its p and rows are the same at any, and so is the rest of its motion
 *   S keeps its rank at right angles, where charts lose it, unless the class says that it is a chart
 * and anywhere near:  G = d phi/d displacement;  -gamma = d(G v)/dt at constant velocities.
 * Rows that restrict rates alone are satisfied by no coordinates: of them, what holds anywhere.
 * Joints of joints are in couple.c, joints of surfaces in rolling.c, measures of curves in curve.c.
 */
#include "model/joint_pose.h"
#include "support/mechanics.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

enum { TRIALS = 30, MOST = 6 };

/* One joint between two bodies, and what it should be made of. */
typedef struct {
    const tml_joint_class *class;
    const tml_joint_form *form;
    bool space;
    mechanism *m;
    char what[64]; /* for messages */
    int body[2];
    double par[8], angle; /* values of the fields; of `angle` among them */
    tml_vec3 p[2];        /* joint points, from the centres of mass */
    tml_mat3 F, M;        /* in the axes of their bodies */
    double c[MOST], cdot[MOST], cddot[MOST];
    double q[14], v[12]; /* the state under test */
    const double *direction;
} rig;

/* ---- making one ---- */

static bool is_unit(const tml_field *field, const char *unit)
{
    return field->unit && strcmp(field->unit, unit) == 0;
}

static void put_fields(rig *r, tml_text *text, random_source *d)
{
    for (size_t i = 0; i < r->class->fields_count; i++) {
        const tml_field *field = &r->class->fields[i];
        if (field->type != TML_FIELD_NUMBER)
            continue;
        r->par[i] = random_between(d, 0.6, 1.6);
        if (is_unit(field, "rad") || (r->class->connects == TML_CONNECT_BODIES && random_index(d, 2)))
            r->par[i] *= -1;
        if (strcmp(field->name, "angle") == 0)
            r->angle = r->par[i];
        tml_text_add(text, ", %s: %.17g", field->name, r->par[i]);
    }
}

/* Columns i, j along a, b; where b is not given, any frame with a. */
static tml_mat3 frame_with(tml_axis i, tml_vec3 a, tml_axis j, const tml_vec3 *b)
{
    tml_vec3 columns[3];
    if (!b) {
        const tml_mat3 Z = tml_frame_with_z(a);
        for (int k = 0; k < 3; k++)
            columns[((int)i + 1 + k) % 3] = tml_mat3_column(&Z, (tml_axis)k);
    } else {
        const int k = 3 - (int)i - (int)j;
        columns[i] = a, columns[j] = *b;
        columns[k] = ((int)i + 1) % 3 == (int)j ? tml_cross(a, *b) : tml_cross(*b, a);
    }
    return tml_columns(columns[0], columns[1], columns[2]);
}

static void put_axis(rig *r, tml_text *text, random_source *d)
{
    const tml_vec3 a = random_direction(d, r->space);
    r->F = r->M = tml_rotation_about(TML_Z, 0);
    if (r->class->has_axis) {
        r->F = r->space ? tml_frame_with_z(a) : tml_columns(a, (tml_vec3){-a.y, a.x, 0}, (tml_vec3){0, 0, 1});
        tml_text_add(text, ", axis: ");
        put_vector(text, tml_scale(random_between(d, 0.5, 2), a), r->space);
    }
    const tml_mat3 back = tml_rotation_about(TML_Z, -r->angle);
    r->M = tml_mat3_product(&r->F, &back);
    if (!r->class->has_axes)
        return;
    tml_vec3 b = random_direction(d, true);
    const bool square = random_index(d, 2); /* square axes give both frames at once */
    if (square) {
        b = tml_cross(a, b);
        b = tml_scale(1 / tml_norm(b), b);
    }
    r->F = frame_with(r->class->axis_on_F, a, r->class->axis_on_M, square ? &b : NULL);
    r->M = square ? r->F : frame_with(r->class->axis_on_M, b, r->class->axis_on_F, NULL);
    tml_text_add(text, ", axes: [");
    put_vector(text, a, true);
    tml_text_add(text, ", ");
    put_vector(text, b, true);
    tml_text_add(text, "]");
}

/* `which`: 0 both bodies move, 1 the first is the ground, 2 the second is. */
static rig rig_make(const tml_joint_class *class, bool space, int which, const char *more, random_source *d)
{
    static const char *const names[] = {"ground", "one", "two"};
    rig r = {.class = class, .form = space ? &class->space : &class->plane, .space = space};
    r.body[0] = which == 1 ? 0 : 1;
    r.body[1] = which == 2 ? 0 : 2;
    snprintf(r.what, sizeof r.what, "%s in %s, %s", class->name, space ? "space" : "the plane",
             which == 0   ? "both move"
             : which == 1 ? "first is ground"
                          : "second is ground");
    tml_text text = {0};
    body_numbers numbers[3] = {{.point = random_vector(d, space, 1)}};
    tml_text_add(&text, "trammel: 1\nspace: %s\nbodies:\n  ground: {points: {P: ", space ? "space" : "plane");
    put_vector(&text, numbers[0].point, space);
    tml_text_add(&text, "}}\n");
    numbers[1] = put_body(&text, d, space, "one");
    numbers[2] = put_body(&text, d, space, "two");
    const char *point = class->connects == TML_CONNECT_POINTS ? ".P" : "";
    tml_text_add(&text, "joints:\n  J: {%s: [%s%s, %s%s]", class->name, names[r.body[0]], point, names[r.body[1]],
                 point);
    if (class->connects == TML_CONNECT_BODIES)
        tml_text_add(&text, ", at: P");
    put_fields(&r, &text, d);
    put_axis(&r, &text, d);
    tml_text_add(&text, "%s}\n", more);
    for (int i = 0; i < 2; i++)
        r.p[i] = tml_sub(numbers[r.body[i]].point, numbers[r.body[i]].com);
    r.m = mechanism_make(text.data);
    tml_text_free(&text);
    return r;
}

/* ---- coordinates ---- */

static void throw_coordinates(rig *r, random_source *d)
{
    for (size_t i = 0; i < r->form->coordinates_count; i++) {
        const tml_measure_kind kind = r->form->coordinates[i].measure.kind;
        const bool turns = kind == TML_ANGLE || kind == TML_ANGLE_M;
        r->c[i] = turns ? random_between(d, -15, 15) : random_between(d, -1.2, 1.2);
        r->cdot[i] = random_between(d, -1, 1);
        r->cddot[i] = random_between(d, -1, 1);
    }
}

/* Angles in space are counted from near their values. */
static void count_turns(const rig *r, double off)
{
    const tml_system *s = r->m->system;
    int angles = 0;
    double angle = 0;
    for (int i = 0; i < s->joints[0].coordinate_count; i++) {
        const tml_term term = s->coordinates[s->joints[0].first_coordinate + i].term;
        if (term.measure < 0 || s->measures[term.measure].kind != TML_ANGLE)
            continue;
        angles++;
        angle = r->c[i] / term.coefficient + off;
        r->m->work->unwrapped[term.measure] = angle;
    }
    for (int i = 0; angles == 1 && i < s->measure_count; i++)
        if (s->measures[i].kind == TML_ANGLE)
            r->m->work->unwrapped[i] = angle;
}

/* ---- placing the bodies ---- */

typedef struct {
    tml_pose3 X; /* M in F */
    tml_twist3 S[MOST];
    double turn; /* plane: angle of M against F, in full */
} relative;

static relative relative_at(const rig *r, const double *c)
{
    relative at = {0};
    if (r->space) {
        at.X = r->class->pose3(r->par, c);
        r->class->subspace3(r->par, c, at.S);
        return at;
    }
    tml_twist2 S[3] = {{0}};
    const tml_pose2 X = r->class->pose2(r->par, c);
    r->class->subspace2(r->par, c, S);
    at.X = (tml_pose3){.R = tml_rotation_about(TML_Z, X.angle), .p = {X.x, X.y, 0}};
    at.turn = X.angle;
    for (int i = 0; i < 3; i++)
        at.S[i] = (tml_twist3){.w = {0, 0, S[i].angle}, .v = {S[i].x, S[i].y, 0}};
    return at;
}

/* The pose of one body of the joint from that of the other. */
static body_state place(const rig *r, const tml_pose3 *X, const body_state *known, bool second)
{
    const tml_mat3 FR = tml_mat3_product(&r->F, &X->R), Mt = tml_mat3_transpose(&r->M);
    const tml_mat3 R12 = tml_mat3_product(&FR, &Mt), R21 = tml_mat3_transpose(&R12);
    const tml_vec3 x12 = tml_sub(tml_add(r->p[0], tml_rotate(&r->F, X->p)), tml_rotate(&R12, r->p[1])); /* in body 1 */
    body_state b = {.R = tml_mat3_product(&known->R, second ? &R12 : &R21)};
    b.x = second ? tml_add(known->x, tml_rotate(&known->R, x12)) : tml_sub(known->x, tml_rotate(&b.R, x12));
    return b;
}

/* S c', of M in F. */
static tml_twist3 twist_of(const rig *r, const relative *at, const double *cdot)
{
    tml_twist3 V = {{0, 0, 0}, {0, 0, 0}};
    for (size_t i = 0; i < r->form->coordinates_count; i++) {
        V.w = tml_add(V.w, tml_scale(cdot[i], at->S[i].w));
        V.v = tml_add(V.v, tml_scale(cdot[i], at->S[i].v));
    }
    return V;
}

/* Its velocities: M moves in F with the twist S c'. */
static void drive(const rig *r, const relative *at, const double *cdot, body_state *A, body_state *B, bool second)
{
    const tml_twist3 V = twist_of(r, at, cdot);
    const tml_mat3 FG = tml_mat3_product(&A->R, &r->F);
    const tml_vec3 w = tml_rotate(&FG, V.w), v = tml_rotate(&FG, V.v), s2 = tml_rotate(&B->R, r->p[1]);
    const tml_vec3 arm = tml_sub(tml_add(B->x, s2), A->x); /* from the centre of A to the origin of M */
    if (second) {
        B->w = tml_add(A->w, w);
        B->v = tml_sub(tml_add(tml_add(A->v, tml_cross(A->w, arm)), v), tml_cross(B->w, s2));
    } else {
        A->w = tml_sub(B->w, w);
        A->v = tml_sub(tml_sub(tml_add(B->v, tml_cross(B->w, s2)), v), tml_cross(A->w, arm));
    }
}

/* The state at time t: one body moves with constant velocities, the other has this pose and twist relative to it. */
static void state_with(const rig *r, double t, const relative *at, const double *cdot, double *q, double *v)
{
    const bool second = r->body[1] != 0; /* the second body follows, unless it is the ground */
    mechanism_moved(r->m, r->m->q, r->m->v, t, q);
    memcpy(v, r->m->v, (size_t)r->m->system->nv * sizeof(double));
    body_state A = state_get(r->m, q, v, r->body[0]), B = state_get(r->m, q, v, r->body[1]);
    if (second)
        B = place(r, &at->X, &A, true);
    else
        A = place(r, &at->X, &B, false);
    drive(r, at, cdot, &A, &B, second);
    const int moving = r->body[second], other = r->body[!second];
    const double led = r->space || !other ? 0 : q[3 * other - 1], turn = at->turn + r->angle;
    state_put(r->m, moving, second ? &B : &A, second ? led + turn : led - turn, q, v);
}

/* The state at time t of a motion with c(t) = c + c' t + c'' t^2/2. */
static void state_at(const rig *r, double t, double *q, double *v)
{
    double c[MOST], cdot[MOST];
    for (int i = 0; i < MOST; i++) {
        c[i] = r->c[i] + t * r->cdot[i] + 0.5 * t * t * r->cddot[i];
        cdot[i] = r->cdot[i] + t * r->cddot[i];
    }
    const relative at = relative_at(r, c);
    state_with(r, t, &at, cdot, q, v);
}

/* ---- checks ---- */

static int rows_of(const rig *r)
{
    return r->m->system->row_count;
}

/* Pose (13) and twist S c' (6) at c + s c'. */
static void relative_along(void *context, double s, double *out)
{
    const rig *r = context;
    double c[MOST];
    for (int i = 0; i < MOST; i++)
        c[i] = r->c[i] + s * r->cdot[i];
    const relative at = relative_at(r, c);
    const tml_twist3 V = twist_of(r, &at, r->cdot);
    memcpy(out, &at.X, 12 * sizeof(double));
    out[12] = at.turn;
    memcpy(out + 13, &V, sizeof V);
}

static void check_subspace(rig *r)
{
    const relative at = relative_at(r, r->c);
    double saved[MOST];
    memcpy(saved, r->cdot, sizeof saved);
    for (size_t i = 0; i < r->form->coordinates_count; i++) {
        double slope[19];
        memset(r->cdot, 0, sizeof r->cdot);
        r->cdot[i] = 1;
        differentiate(relative_along, r, 19, slope);
        for (int j = 0; j < 3; j++) {
            const tml_vec3 column = tml_mat3_column(&at.X.R, (tml_axis)j), turned = tml_cross(at.S[i].w, column);
            const tml_vec3 wanted = {slope[j], slope[3 + j], slope[6 + j]};
            cr_assert(tml_norm(tml_sub(turned, wanted)) < 1e-11, "%s: rotation of coordinate %zu", r->what, i);
        }
        cr_assert(tml_norm(tml_sub(at.S[i].v, (tml_vec3){slope[9], slope[10], slope[11]})) < 1e-11,
                  "%s: velocity of coordinate %zu", r->what, i);
        cr_assert(r->space || fabs(at.S[i].w.z - slope[12]) < 1e-11, "%s: rotation of coordinate %zu", r->what, i);
    }
    memcpy(r->cdot, saved, sizeof saved);
}

/* (dS/dt) c' as the class says it; zero where it says nothing. */
static tml_twist3 bias_at(const rig *r, const double *c, const double *cdot)
{
    tml_twist3 bias = {{0, 0, 0}, {0, 0, 0}};
    if (r->space && r->class->bias3)
        bias = r->class->bias3(r->par, c, cdot);
    if (!r->space && r->class->bias2) {
        const tml_twist2 flat = r->class->bias2(r->par, c, cdot);
        bias = (tml_twist3){.w = {0, 0, flat.angle}, .v = {flat.x, flat.y, 0}};
    }
    return bias;
}

static void check_bias(rig *r)
{
    double slope[19];
    differentiate(relative_along, r, 19, slope);
    const tml_twist3 bias = bias_at(r, r->c, r->cdot);
    const double w = tml_norm(tml_sub(bias.w, (tml_vec3){slope[13], slope[14], slope[15]}));
    const double v = tml_norm(tml_sub(bias.v, (tml_vec3){slope[16], slope[17], slope[18]}));
    cr_assert(w < 1e-12 && v < 1e-12, "%s: bias is wrong by %g in rotation, %g in translation", r->what, w, v);
}

/* Such a row restricts velocities alone: coordinates do not satisfy it by themselves. */
static bool is_rate(const rig *r, int row)
{
    return r->m->system->rows[row].rate_only;
}

static void check_closed(rig *r)
{
    const tml_workspace *w = r->m->work;
    for (int i = 0; i < rows_of(r); i++) {
        const char *name = r->m->system->rows[i].name;
        cr_assert(fabs(w->phi[i]) < 3e-14, "%s: row %s is open by %g at pose(c)", r->what, name, w->phi[i]);
        cr_assert(is_rate(r, i) || fabs(w->phidot[i]) < 1e-13, "%s: row %s: G S c' = %g", r->what, name, w->phidot[i]);
    }
    for (int i = 0; i < r->m->system->guard_count; i++)
        cr_assert(tml_workspace_guard(w, i) > 0.999, "%s: flipped at pose(c)", r->what);
}

/* A ball joint at any rotation, with any angular velocity w, these two in place of the last three coordinates. */
static void check_ball(rig *r, random_source *d)
{
    const tml_joint_form *form = &r->class->space;
    const size_t n = form->coordinates_count, first = n < 3 ? 0 : n - 3;
    const bool cardan = n >= 3 && form->coordinates[n - 2].measure.kind == TML_SLOPE; /* only angle2 is one */
    cr_assert_eq(r->class->ball, cardan, "%s: ball", r->what);
    if (!r->space || !cardan)
        return;
    double c[MOST] = {0}, cdot[MOST] = {0}, q[14], v[12];
    memcpy(c, r->c, first * sizeof(double));
    memcpy(cdot, r->cdot, first * sizeof(double));
    const relative full = relative_at(r, r->c);
    relative bare = relative_at(r, c);
    cr_assert(tml_norm(tml_sub(full.X.p, bare.X.p)) == 0, "%s: p depends on the turns", r->what);
    for (size_t i = 0; i < first; i++)
        cr_assert(tml_norm(tml_sub(full.S[i].v, bare.S[i].v)) == 0 && tml_norm(full.S[i].w) == 0 &&
                      tml_norm(bare.S[i].w) == 0,
                  "%s: coordinate %zu depends on the turns, or turns", r->what, i);
    const tml_twist3 bias = bias_at(r, r->c, r->cdot), rest = bias_at(r, c, cdot);
    cr_assert(tml_norm(tml_sub(bias.v, rest.v)) == 0 && tml_norm(rest.w) == 0, "%s: bias without the turns", r->what);

    const tml_quat turn = tml_quat_about(random_direction(d, true), random_between(d, -3, 3));
    bare.X.R = tml_quat_matrix(turn);
    for (int i = 0; i < 3; i++) {
        bare.S[first + (size_t)i] = (tml_twist3){.w = tml_unit_axis((tml_axis)i)};
        cdot[first + (size_t)i] = random_between(d, -1, 1);
    }
    state_with(r, 0, &bare, cdot, q, v);
    mechanism_evaluate(r->m, q, v);
    check_closed(r);
}

/* The columns of S that a tree uses, at all right angles. */
static void check_chart(const rig *r)
{
    const int n = (int)r->form->coordinates_count - (r->space && r->class->ball ? 3 : 0);
    bool lost = false;
    for (int k = 0; k < 1 << 2 * n; k++) {
        double c[MOST] = {0}, S[MOST * 6 + 1];
        for (int i = 0; i < n; i++)
            c[i] = (k >> 2 * i & 3) * 1.5707963267948966;
        const relative at = relative_at(r, c);
        memcpy(S, at.S, (size_t)n * 6 * sizeof(double));
        for (int i = 0; i < 6 * n; i++)
            S[i] = fabs(S[i]) < 1e-12 ? 0 : S[i]; /* the cosine of a right angle */
        lost |= rank_of(S, n, 6) < n;
    }
    cr_assert_eq(lost, r->space && r->class->chart, "%s: chart", r->what);
}

static void check_rank(rig *r)
{
    const int rows = rows_of(r), coordinates = (int)r->form->coordinates_count;
    double G[MOST * 12 + 1];
    dense_G(r->m, rows, G);
    const int rank = rank_of(G, rows, r->m->system->nv);
    cr_assert_eq(rank, rows, "%s: only %d of %d rows are independent", r->what, rank, rows);
    cr_assert_eq(rank - r->m->system->rate_row_count + coordinates, r->m->system->nvb, "%s: %d rows and %d coordinates",
                 r->what, rank, coordinates);
}

static void speeds_along(void *context, double t, double *out)
{
    double q[14];
    state_at(context, t, q, out);
}

/* The coordinates give c, c', c''; the rows hold along the motion to second order: G a = gamma. */
static void check_motion(rig *r)
{
    const tml_system *s = r->m->system;
    const tml_workspace *w = r->m->work;
    double a[12], Ga[MOST + 1];
    differentiate(speeds_along, r, s->nv, a);
    tml_workspace_G(w, rows_of(r), a, Ga);
    for (int i = 0; i < rows_of(r); i++)
        cr_assert(is_rate(r, i) || fabs(Ga[i] - w->gamma[i]) < 1e-10, "%s: row %s: G a = %.12g, gamma = %.12g", r->what,
                  s->rows[i].name, Ga[i], w->gamma[i]);
    for (int i = 0; i < s->joints[0].coordinate_count; i++) {
        const tml_joint_coordinate *f = &s->coordinates[s->joints[0].first_coordinate + i];
        if (f->term.measure < 0)
            continue;
        const double value = f->term.coefficient * w->value[f->term.measure];
        const double rate = f->term.coefficient * w->rate[f->term.measure];
        const double acceleration = tml_workspace_term_acceleration(w, f->term, a);
        cr_assert(fabs(value - r->c[i]) < 5e-14, "%s: %s is %.17g, not %.17g", r->what, f->name, value, r->c[i]);
        cr_assert(fabs(rate - r->cdot[i]) < 1e-12, "%s: rate of %s is %.15g, not %.15g", r->what, f->name, rate,
                  r->cdot[i]);
        cr_assert(fabs(acceleration - r->cddot[i]) < 1e-9, "%s: acceleration of %s is %.12g, not %.12g", r->what,
                  f->name, acceleration, r->cddot[i]);
    }
}

/* Reactions G'lambda: no work on any free motion, forces and moments add up to zero. */
static void check_reactions(rig *r, random_source *d)
{
    const tml_system *s = r->m->system;
    double lambda[MOST + 1], f[12] = {0}, power = 0;
    for (int i = 0; i < rows_of(r); i++)
        lambda[i] = random_between(d, -1, 1), power -= is_rate(r, i) ? lambda[i] * r->m->work->phidot[i] : 0;
    tml_workspace_add_Gt(r->m->work, rows_of(r), lambda, f);
    for (int j = 0; j < s->nv; j++)
        power += f[j] * r->v[j];
    cr_assert(fabs(power) < 2e-13, "%s: reactions do work %g", r->what, power);
    if (!r->body[0] || !r->body[1])
        return;
    tml_vec3 force = {0, 0, 0}, moment = {0, 0, 0};
    for (int b = 1; b <= 2; b++) {
        const body_state at = state_get(r->m, r->q, r->v, b);
        const double *g = f + (b - 1) * s->nvb;
        const tml_vec3 push = {g[0], g[1], s->space ? g[2] : 0};
        const tml_vec3 twist = s->space ? tml_rotate(&at.R, (tml_vec3){g[3], g[4], g[5]}) : (tml_vec3){0, 0, g[2]};
        force = tml_add(force, push);
        moment = tml_add(moment, tml_add(twist, tml_cross(at.x, push)));
    }
    cr_assert(tml_norm(force) < 1e-14 && tml_norm(moment) < 1e-13, "%s: reactions are a force %g and a moment %g",
              r->what, tml_norm(force), tml_norm(moment));
}

/* ---- checks away from pose(c), too ---- */

static void phi_along(void *context, double t, double *out)
{
    const rig *r = context;
    double q[14];
    mechanism_moved(r->m, r->q, r->direction, t, q);
    mechanism_evaluate(r->m, q, r->v);
    memcpy(out, r->m->work->phi, (size_t)rows_of(r) * sizeof(double));
}

static void phidot_along(void *context, double t, double *out)
{
    const rig *r = context;
    double q[14];
    mechanism_moved(r->m, r->q, r->v, t, q);
    mechanism_evaluate(r->m, q, r->v);
    memcpy(out, r->m->work->phidot, (size_t)rows_of(r) * sizeof(double));
}

static void check_derivatives(rig *r)
{
    const int rows = rows_of(r), nv = r->m->system->nv;
    double G[MOST * 12 + 1], slope[MOST + 1], gamma[MOST + 1];
    mechanism_evaluate(r->m, r->q, r->v);
    dense_G(r->m, rows, G);
    memcpy(gamma, r->m->work->gamma, (size_t)rows * sizeof(double));
    for (int j = 0; j < nv; j++) {
        double unit[12] = {0};
        unit[j] = 1;
        r->direction = unit;
        differentiate(phi_along, r, rows, slope);
        for (int i = 0; i < rows; i++)
            cr_assert(is_rate(r, i) || fabs(G[i * nv + j] - slope[i]) < 1e-10, "%s: row %s: G[%d] = %.12g, not %.12g",
                      r->what, r->m->system->rows[i].name, j, G[i * nv + j], slope[i]);
    }
    differentiate(phidot_along, r, rows, slope);
    for (int i = 0; i < rows; i++)
        cr_assert(fabs(gamma[i] + slope[i]) < 1e-9 * (1 + fabs(gamma[i])), "%s: row %s: gamma = %.12g, not %.12g",
                  r->what, r->m->system->rows[i].name, gamma[i], -slope[i]);
}

static void check_joint(const tml_joint_class *class, bool space, int which, random_source *d)
{
    rig r = rig_make(class, space, which, "", d);
    const int nv = r.m->system->nv;
    cr_assert_leq((int)r.form->coordinates_count, MOST);
    check_chart(&r);
    for (int k = 0; k < 3; k++) {
        mechanism_scatter(r.m, d);
        throw_coordinates(&r, d);
        state_at(&r, 0, r.q, r.v);
        count_turns(&r, random_between(d, -1, 1));
        mechanism_evaluate(r.m, r.q, r.v);
        check_subspace(&r);
        check_bias(&r);
        check_closed(&r);
        check_rank(&r);
        check_motion(&r);
        check_reactions(&r, d);
        check_ball(&r, d);
        check_derivatives(&r);
        double away[12];
        for (int j = 0; j < nv; j++)
            away[j] = random_between(d, -0.15, 0.15), r.v[j] = random_between(d, -1, 1);
        mechanism_moved(r.m, r.q, away, 1, r.q);
        check_derivatives(&r);
    }
    mechanism_free(r.m);
}

static void check_space(bool space)
{
    for (int i = 0; i < tml_joint_class_count; i++) {
        const tml_joint_class *class = tml_joint_classes[i];
        random_source d = {.state = (uint64_t)i + 77};
        if (tml_joint_couples(class) || class->connects == TML_CONNECT_SURFACES || class->curve ||
            !(space ? class->space : class->plane).exists)
            continue;
        for (int k = 0; k < TRIALS; k++)
            check_joint(class, space, k % 3, &d);
    }
}

Test(joint, rows_and_coordinates_are_consistent_in_the_plane)
{
    check_space(false);
}

Test(joint, rows_and_coordinates_are_consistent_in_space)
{
    check_space(true);
}

/* A joint made compliant has no rigid rows; each becomes a force law towards the same target. */
Test(joint, compliant_joint_pulls_back_to_the_rigid_target)
{
    for (int i = 0; i < tml_joint_class_count; i++)
        for (int space = 0; space < 2; space++) {
            const tml_joint_class *class = tml_joint_classes[i];
            random_source d = {.state = (uint64_t)i};
            if (tml_joint_couples(class) || class->connects == TML_CONNECT_SURFACES || class->curve ||
                !(space ? class->space : class->plane).exists)
                continue;
            rig r =
                rig_make(class, space, 0,
                         ", stiffness: {translation: 300, rotation: 70}, damping: {translation: 3, rotation: 2}", &d);
            const tml_system *s = r.m->system;
            const int rows = s->nvb - (int)r.form->coordinates_count;
            cr_assert_eq(s->row_count, s->rate_row_count);
            cr_assert_eq(s->law_count, rows, "%s: %d laws, not %d", r.what, s->law_count, rows);
            mechanism_scatter(r.m, &d);
            throw_coordinates(&r, &d);
            state_at(&r, 0, r.q, r.v);
            count_turns(&r, 0);
            mechanism_evaluate(r.m, r.q, r.v);
            for (int k = 0; k < s->law_count; k++) {
                const bool turns = s->measures[s->terms[s->laws[k].terms.first].measure].is_rotation;
                cr_assert_eq(s->laws[k].k, turns ? 70 : 300, "%s: stiffness", r.what);
                cr_assert_eq(s->laws[k].c, turns ? 2 : 3, "%s: damping", r.what);
                cr_assert(fabs(r.m->work->force[k]) < 1e-11, "%s: pulls %g where it is closed", r.what,
                          r.m->work->force[k]);
                cr_assert(fabs(r.m->work->phi[s->laws[k].row]) < 3e-14, "%s: its row in assembly", r.what);
            }
            mechanism_free(r.m);
        }
}

/* ---- examples ---- */

Test(joint, examples_stay_closed_and_keep_their_energy, .timeout = TML_SLOWER * 60)
{
    for (int i = 0; i < tml_joint_class_count; i++) {
        const tml_joint_class *class = tml_joint_classes[i];
        cr_assert(class->doc && class->symbol_count, "%s: no doc or symbol", class->name);
        cr_assert(class->plane.exists || class->space.exists, "%s: exists nowhere", class->name);
        cr_assert_eq(class->plane.exists, class->example_plane != NULL, "%s: example in the plane", class->name);
        cr_assert_eq(class->space.exists, class->example_space != NULL, "%s: example in space", class->name);
        if (class->example_plane)
            check_example(class->name, class->example_plane, 1e-6);
        if (class->example_space)
            check_example(class->name, class->example_space, 1e-6);
    }
}
