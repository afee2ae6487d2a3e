/* start_values.c - the coordinates of the tree: given, kept as drawn, or left to the loops; rows of those that are
 * kept. */
#include "assembly/start_values.h"
#include "assembly/start_ignorable.h"
#include "elementary/elementary.h"
#include <float.h>
#include <math.h>
#include <string.h>

enum { MAX_BLOCK = 6 };

/* ---- loops ---- */

typedef struct {
    tml_start_values *v;
    int *depth, *branch; /* (nb) branch of a body */
} marking;

static void mark_path(marking *m, int a, int b)
{
    while (a != b) {
        int *deeper = m->depth[a] >= m->depth[b] ? &a : &b;
        m->v->in_loop[*deeper] = true;
        *deeper = m->v->branches[m->branch[*deeper]].parent;
    }
}

static void mark_measure(marking *m, const tml_measure *measure, int *first)
{
    const int bodies[2] = {measure->body1, measure->body2};
    for (int k = 0; k < 2; k++) {
        *first = *first < 0 ? bodies[k] : *first;
        mark_path(m, *first, bodies[k]);
    }
}

/* The coordinate of the tree that a measure is; NULL. */
static tml_start_coordinate *coordinate_of(tml_start_values *v, int measure)
{
    for (int i = 0; i < v->coordinate_count; i++)
        if (v->coordinates[i].kind == TML_START_COORDINATE && v->coordinates[i].term.measure == measure)
            return &v->coordinates[i];
    return NULL;
}

static void name_or_mark(marking *m, int row, tml_term term, int measure)
{
    tml_start_coordinate *x = coordinate_of(m->v, measure);
    int first = -1;
    if (x && x->row < 0)
        x->row = row, x->factor = x->term.coefficient / term.coefficient;
    else if (!x)
        mark_measure(m, &m->v->s->measures[measure], &first);
}

/* Rows that the tree does not satisfy by itself couple their bodies: all joints on the path between those lie in a
 * loop. */
static void mark_loops(tml_start_values *v, const tml_closure *c, tml_arena *arena)
{
    const tml_system *s = v->s;
    marking m = {v, TML_NEW_ARRAY(arena, int, s->nb), TML_NEW_ARRAY(arena, int, s->nb)};
    bool *carries = TML_NEW_ARRAY(arena, bool, s->joint_count + 1);
    for (int i = 0; i < s->nb - 1; i++) {
        const tml_branch *b = &v->branches[i];
        m.branch[b->body] = i;
        m.depth[b->body] = m.depth[b->parent] + 1;
        if (b->joint >= 0)
            carries[b->joint] = true;
    }
    for (int i = 0; i < c->joint_rows; i++) {
        const tml_constraint *r = &s->rows[i];
        int first = -1;
        if (r->joint >= 0 && carries[r->joint])
            continue;
        if (r->driver >= 0 && r->terms.count == 1)
            name_or_mark(&m, i, s->terms[r->terms.first], s->terms[r->terms.first].measure);
        else
            for (int k = r->terms.first; k < r->terms.first + r->terms.count; k++)
                mark_measure(&m, &s->measures[s->terms[k].measure], &first);
    }
    for (int i = 0, row = c->joint_rows; c->with_starts && i < s->start_count; i++)
        if (s->starts[i].rate == v->rates)
            name_or_mark(&m, row++, s->starts[i].term, s->starts[i].term.measure);
    for (int i = 0; i < v->given_count; i++)
        mark_path(&m, 0, v->given[i].body);
}

/* ---- coordinates ---- */

static bool is_named(const tml_closure *c, const tml_system *s, bool rates, int measure)
{
    for (int i = 0; i < s->drive_count; i++)
        if (s->terms[s->rows[s->drives[i].row].terms.first].measure == measure)
            return true;
    for (int i = 0; c->with_starts && i < s->start_count; i++)
        if (s->starts[i].rate == rates && s->starts[i].term.measure == measure)
            return true;
    return false;
}

/* A ball joint is described by its three angles if one of them is given, else by its rotation as a whole. */
static bool as_angles(const tml_closure *c, const tml_system *s, bool rates, const tml_branch *b)
{
    const tml_joint *j = &s->joints[b->joint];
    for (int k = b->coordinates - 3; b->ball && k < b->coordinates; k++)
        if (is_named(c, s, rates, s->coordinates[j->first_coordinate + k].term.measure))
            return true;
    return !b->ball;
}

static void add_branch(tml_start_values *v, const tml_closure *c, const tml_branch *b)
{
    const tml_system *s = v->s;
    const bool angles = b->joint >= 0 && as_angles(c, s, v->rates, b);
    for (int k = 0; k < b->coordinates; k++) {
        tml_start_coordinate *x = &v->coordinates[v->coordinate_count++];
        const bool rotation = b->ball && k >= b->coordinates - 3 && !angles;
        *x = (tml_start_coordinate){.joint = b->joint, .body = b->body, .row = -1};
        x->axis = rotation ? k - (b->coordinates - 3) : k;
        x->kind = rotation ? TML_START_ROTATION : b->joint >= 0 ? TML_START_COORDINATE : TML_START_OWN;
        if (x->kind == TML_START_COORDINATE)
            x->term = s->coordinates[s->joints[b->joint].first_coordinate + k].term;
    }
}

static void add_given(tml_start_values *v, const tml_workspace *w, int body)
{
    const tml_body *b = v->s->masses[body].written;
    tml_vec3 spin;
    tml_omega_without_ignorable(w, body, &spin);
    const double omega[3] = {spin.x, spin.y, spin.z}, velocity[3] = {b->velocity.x, b->velocity.y, b->velocity.z};
    for (int k = v->s->space ? 0 : 2; b->spins && k < 3; k++)
        v->given[v->given_count++] = (tml_given_rate){.body = body, .axis = k, .spin = true, .value = omega[k]};
    for (int k = 0; b->moves && k < (v->s->space ? 3 : 2); k++)
        v->given[v->given_count++] = (tml_given_rate){.body = body, .axis = k, .value = velocity[k]};
}

static void list_rows(tml_start_values *v, tml_arena *arena)
{
    const tml_system *s = v->s;
    v->first_row = TML_NEW_ARRAY(arena, int, s->joint_count + 1);
    v->next_row = TML_NEW_ARRAY(arena, int, s->assembly_row_count + 1);
    for (int i = 0; i < s->joint_count; i++)
        v->first_row[i] = -1;
    for (int i = s->assembly_row_count - 1; i >= 0; i--)
        if (s->rows[i].joint >= 0)
            v->next_row[i] = v->first_row[s->rows[i].joint], v->first_row[s->rows[i].joint] = i;
}

/* A rate relative to a rotation that is at rest whatever surrounds it. */
static bool has_ignorable_part(const tml_start_coordinate *x, const tml_workspace *w)
{
    int bodies[2];
    double J[2 * MAX_BLOCK];
    tml_start_coordinate_row(x, w, bodies, J);
    return tml_without_ignorable(w->system, bodies[0], J) ||
           tml_without_ignorable(w->system, bodies[1], J + w->system->nvb);
}

tml_start_values *tml_start_values_make(const tml_closure *c, bool rates)
{
    const tml_system *s = c->s;
    tml_arena *arena = c->arena;
    tml_start_values *v = TML_NEW(arena, tml_start_values);
    const int n = s->nv, max = s->assembly_row_count + s->start_count + 3 * n + 1;
    *v = (tml_start_values){.s = s, .rates = rates, .branches = tml_system_tree_with_compliant(s, arena)};
    v->in_loop = TML_NEW_ARRAY(arena, bool, s->nb);
    v->first_coordinate = TML_NEW_ARRAY(arena, int, s->nb);
    v->coordinates = TML_NEW_ARRAY(arena, tml_start_coordinate, s->nb * s->nvb);
    v->given = TML_NEW_ARRAY(arena, tml_given_rate, s->nb * s->nvb);
    v->base = TML_NEW_ARRAY(arena, double, n + 1);
    v->change = TML_NEW_ARRAY(arena, double, n + 1);
    v->right = TML_NEW_ARRAY(arena, double, max);
    v->value = TML_NEW_ARRAY(arena, double, tml_closure_entries(s));
    list_rows(v, arena);
    for (int i = 0; i < s->nb - 1; i++) {
        v->first_coordinate[i] = v->coordinate_count;
        add_branch(v, c, &v->branches[i]);
    }
    v->first_coordinate[s->nb - 1] = v->coordinate_count;
    for (int i = 1; rates && c->with_starts && !c->goes_on && i < s->nb; i++)
        add_given(v, c->w, i);
    tml_start_values_make_metrics(v, c->w, arena);
    mark_loops(v, c, arena);
    for (int i = 0; i < v->coordinate_count; i++)
        v->coordinates[i].kept = v->coordinates[i].row < 0 && !v->in_loop[v->coordinates[i].body] &&
                                 !(rates && s->ignorable_count && has_ignorable_part(&v->coordinates[i], c->w));
    return v;
}

/* ---- rows ---- */

static void bodies_of(const tml_start_coordinate *x, const tml_system *s, int bodies[2])
{
    const tml_joint *j = x->joint >= 0 ? &s->joints[x->joint] : NULL;
    const tml_measure *m = x->kind == TML_START_COORDINATE ? &s->measures[x->term.measure] : NULL;
    bodies[0] = m ? m->body1 : x->kind == TML_START_ROTATION && j ? j->body1 : 0;
    bodies[1] = m ? m->body2 : x->kind == TML_START_ROTATION && j ? j->body2 : x->body;
}

void tml_start_coordinate_row(const tml_start_coordinate *x, const tml_workspace *w, int bodies[2], double *out)
{
    const tml_system *s = w->system;
    const int n = s->nvb;
    bodies_of(x, s, bodies);
    if (x->kind == TML_START_COORDINATE) {
        const double *J = w->J + (size_t)x->term.measure * 2 * (size_t)n;
        for (int k = 0; k < 2 * n; k++)
            out[k] = x->term.coefficient * J[k];
        return;
    }
    memset(out, 0, 2 * (size_t)n * sizeof(double));
    if (x->kind == TML_START_OWN) {
        out[n + x->axis] = 1;
        return;
    }
    const tml_vec3 axis =
        x->joint >= 0 ? tml_mat3_column(&s->joints[x->joint].F, (tml_axis)x->axis) : tml_unit_axis((tml_axis)x->axis);
    const tml_vec3 ground = tml_rotate(&w->motion3[bodies[0]].R, axis),
                   far = tml_rotate_back(&w->motion3[bodies[1]].R, ground);
    memcpy(out + 3, (double[]){-axis.x, -axis.y, -axis.z}, 3 * sizeof(double));
    memcpy(out + n + 3, (double[]){far.x, far.y, far.z}, 3 * sizeof(double));
}

/* Of M in F. */
static tml_quat rotation_now(const tml_start_coordinate *x, const tml_workspace *w)
{
    const tml_joint *j = x->joint >= 0 ? &w->system->joints[x->joint] : NULL;
    int bodies[2];
    bodies_of(x, w->system, bodies);
    const tml_mat3 *R1 = &w->motion3[bodies[0]].R, *R2 = &w->motion3[bodies[1]].R;
    const tml_mat3 F = j ? tml_mat3_product(R1, &j->F) : *R1, M = j ? tml_mat3_product(R2, &j->M) : *R2,
                   back = tml_mat3_transpose(&F), R = tml_mat3_product(&back, &M);
    return tml_quat_of_matrix(&R);
}

/* Component of the rotation vector from the drawn orientation to the present one, on F's axes. */
static double rotation_residual(const tml_start_coordinate *x, const tml_workspace *w)
{
    const tml_quat d = x->drawn, q = tml_quat_product(rotation_now(x, w), (tml_quat){d.w, -d.x, -d.y, -d.z});
    const double part[3] = {q.x, q.y, q.z}, length = sqrt(q.x * q.x + q.y * q.y + q.z * q.z);
    const double sign = q.w < 0 ? -1 : 1;
    return length > 0 ? sign * part[x->axis] / length * 2 * tml_atan2(length, fabs(q.w)) : 0;
}

static double own(const tml_start_coordinate *x, const tml_workspace *w, bool rates)
{
    if (w->system->space) {
        const tml_motion3 *m = &w->motion3[x->body];
        const double place[] = {m->x.x, m->x.y, m->x.z}, speed[] = {m->v.x, m->v.y, m->v.z};
        return rates ? speed[x->axis] : place[x->axis];
    }
    const tml_motion2 *m = &w->motion2[x->body];
    const double place[] = {m->x, m->y, m->phi}, speed[] = {m->vx, m->vy, m->w};
    return rates ? speed[x->axis] : place[x->axis];
}

static double value_of(const tml_start_coordinate *x, const tml_workspace *w, bool rates)
{
    if (x->kind == TML_START_OWN)
        return own(x, w, rates);
    if (x->kind == TML_START_COORDINATE)
        return x->term.coefficient * (rates ? w->rate : w->value)[x->term.measure];
    if (!rates)
        return rotation_residual(x, w);
    int bodies[2];
    double row[2 * MAX_BLOCK], sum = 0;
    tml_start_coordinate_row(x, w, bodies, row);
    for (int k = 0; k < 2; k++) {
        const tml_vec3 spin = w->motion3[bodies[k]].w_B;
        sum += row[6 * k + 3] * spin.x + row[6 * k + 4] * spin.y + row[6 * k + 5] * spin.z;
    }
    return sum;
}

void tml_start_values_set_drawn(tml_start_values *v, const tml_workspace *w)
{
    for (int i = 0; i < v->coordinate_count; i++) {
        tml_start_coordinate *x = &v->coordinates[i];
        if (!x->kept)
            continue;
        if (x->kind == TML_START_ROTATION && !v->rates)
            x->drawn = rotation_now(x, w);
        x->target = x->kind == TML_START_ROTATION && !v->rates ? 0 : value_of(x, w, v->rates);
    }
}

/* ---- velocities of bodies as written ---- */

/* From the centre of mass to the origin of the frame, ground axes: -R com. */
static tml_vec3 to_origin(const tml_workspace *w, int body)
{
    const tml_vec3 com = w->system->masses[body].com;
    if (w->system->space)
        return tml_scale(-1, tml_rotate(&w->motion3[body].R, com));
    const tml_vec2 r = tml_rotate2(w->motion2[body].c, w->motion2[body].s, (tml_vec2){com.x, com.y});
    return (tml_vec3){-r.x, -r.y, 0};
}

double tml_given_rate_now(const tml_given_rate *g, const tml_workspace *w)
{
    const bool space = w->system->space;
    const tml_motion2 *m = space ? NULL : &w->motion2[g->body];
    const tml_vec3 spin = space ? w->motion3[g->body].w : (tml_vec3){0, 0, m->w};
    const tml_vec3 centre = space ? w->motion3[g->body].v : (tml_vec3){m->vx, m->vy, 0};
    const tml_vec3 origin = tml_add(centre, tml_cross(spin, to_origin(w, g->body))), of = g->spin ? spin : origin;
    return g->axis == 0 ? of.x : g->axis == 1 ? of.y : of.z;
}

void tml_given_rate_row(const tml_given_rate *g, const tml_workspace *w, double *out)
{
    const tml_vec3 e = tml_unit_axis((tml_axis)g->axis), turn = g->spin ? e : tml_cross(to_origin(w, g->body), e);
    memset(out, 0, (size_t)w->system->nvb * sizeof(double));
    if (!g->spin)
        out[g->axis] = 1;
    if (!w->system->space) {
        out[2] = turn.z;
        return;
    }
    const tml_vec3 own_axes = tml_rotate_back(&w->motion3[g->body].R, turn);
    out[3] = own_axes.x, out[4] = own_axes.y, out[5] = own_axes.z;
}

static bool is_rotation(const tml_start_coordinate *x, const tml_system *s)
{
    return x->kind == TML_START_COORDINATE ? s->measures[x->term.measure].is_rotation
           : x->kind == TML_START_OWN      ? tml_is_rotation(s, x->axis)
                                           : true;
}

void tml_start_values_rows(const tml_start_values *v, tml_closure *c, int *row, int *at, bool matrix)
{
    double J[2 * MAX_BLOCK];
    for (int i = 0; i < v->coordinate_count; i++) {
        const tml_start_coordinate *x = &v->coordinates[i];
        int bodies[2];
        if (!x->kept || v->names_only)
            continue;
        c->r[*row] = value_of(x, c->w, v->rates) - x->target;
        c->weight[*row] = is_rotation(x, v->s) ? v->s->size : 1;
        if (matrix) {
            c->A.start[*row] = *at;
            tml_start_coordinate_row(x, c->w, bodies, J);
            tml_closure_add(c, at, bodies[0], J, 1);
            tml_closure_add(c, at, bodies[1], J + v->s->nvb, 1);
        }
        ++*row;
    }
    for (int i = 0; v->with_given && i < v->given_count; i++) {
        const tml_given_rate *g = &v->given[i];
        c->r[*row] = tml_given_rate_now(g, c->w) - g->target;
        c->weight[*row] = g->spin ? v->s->size : 1;
        if (matrix) {
            c->A.start[*row] = *at;
            tml_given_rate_row(g, c->w, J);
            tml_closure_add(c, at, g->body, J, 1);
        }
        ++*row;
    }
}
