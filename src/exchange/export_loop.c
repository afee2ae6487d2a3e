/* export_loop.c - what holds beyond the tree: cut joints as frames held together, couplings of coordinates, limits.
 *
 * A cut pin in space is two points of its axis held together. A gear is q_2 = target + ratio q_1; an equation is the same with a polynomial, if
 * it is one:   F(x, y) = a x - p(y),  p of the fourth degree, found from values of F. */
#include "exchange/export_robot.h"
#include <math.h>

static const double ROUNDING = 1e-9;

static const tml_joint_form *form_of(const tml_export_robot_of *r, const tml_joint *j)
{
    return r->system->space ? &j->class->space : &j->class->plane;
}

static bool is_weld(const tml_export_robot_of *r, const tml_joint *j)
{
    const tml_joint_form *form = form_of(r, j);
    return form->coordinates_count == 0 && form->rows_count == (r->system->space ? 6 : 3);
}

bool tml_export_closes(const tml_export_robot_of *r, const tml_joint *j)
{
    if (j->class->connects == TML_CONNECT_POINTS)
        return true;
    return j->class->connects == TML_CONNECT_BODIES &&
           (form_of(r, j)->shares_point || j->class->hinge || is_weld(r, j));
}

/* ---- cut joints ---- */

static tml_placement held_frame(tml_export_robot_of *r, const tml_joint *j, bool second)
{
    const int body = second ? j->body2 : j->body1;
    const tml_mat3 *own = second ? &j->M : &j->F;
    r->bodies[body].attached = true;
    return (tml_placement){body ? *own : tml_mat3_product(&r->upright, own),
                           tml_export_point(r, body, second ? j->p2 : j->p1)};
}

static tml_export_loop *add_loop(tml_export_robot_of *r, const tml_joint *j, const char *ending)
{
    TML_GROW(r->arena, r->loop_list, r->loop_count, r->loop_capacity);
    tml_export_loop *l = &r->loop_list[r->loop_count++];
    *l = (tml_export_loop){.kind = TML_EXPORT_CONNECT,
                           .name = tml_arena_format(r->arena, "%s%s", j->name, ending),
                           .bodies = {j->body1, j->body2},
                           .at = {held_frame(r, j, false), held_frame(r, j, true)}};
    return l;
}

static void close_hinge(tml_export_robot_of *r, const tml_joint *j)
{
    add_loop(r, j, "");
    tml_export_loop *second = add_loop(r, j, ".axis");
    for (int i = 0; i < 2; i++) {
        const tml_vec3 z = tml_mat3_column(&second->at[i].R, TML_Z);
        second->at[i].p = tml_add(second->at[i].p, tml_scale(r->system->size, z));
    }
}

static void refuse(tml_export_robot_of *r, const tml_joint *j, tml_code code, const char *why)
{
    r->failed = true;
    tml_log_raise(r->log, code, j->place, "joint %s: %s", j->name, why);
}

static void close_loop(tml_export_robot_of *r, const tml_joint *j)
{
    if (!r->loops) {
        refuse(r, j, TML_E_EXPORT_LOOP,
               "it closes a loop, and URDF has trees only; export mjcf has loops, as equalities");
    } else if (!tml_export_closes(r, j)) {
        refuse(r, j, TML_E_EXPORT_JOINT,
               tml_arena_format(r->arena, "it closes a loop, which %s has for points, pins, welds and distances alone",
                                r->format));
    } else if (j->class->connects == TML_CONNECT_POINTS) {
        tml_export_loop *l = add_loop(r, j, "");
        l->kind = TML_EXPORT_DISTANCE;
        l->length = r->system->rows[j->first_row].target;
    } else if (is_weld(r, j)) {
        add_loop(r, j, "")->kind = TML_EXPORT_WELD;
    } else if (r->system->space && j->class->hinge) {
        close_hinge(r, j);
    } else {
        add_loop(r, j, "");
    }
}

/* ---- couplings ---- */

int tml_export_motion_along(const tml_export_robot_of *r, const tml_terms *terms, double *sign)
{
    const tml_system *s = r->system;
    if (!tml_terms_is_measure(terms))
        return -1;
    const tml_term *term = &s->terms[terms->first];
    for (int i = 0; i < s->coordinate_count; i++)
        if (s->coordinates[i].term.measure == term->measure && r->motion_of[i] >= 0) {
            *sign = term->coefficient / s->coordinates[i].term.coefficient;
            return r->motion_of[i];
        }
    return -1;
}

static void add_coupling(tml_export_robot_of *r, const tml_joint *j, const int motions[2], const double *c)
{
    TML_GROW(r->arena, r->couplings, r->coupling_count, r->coupling_capacity);
    tml_export_coupling *to = &r->couplings[r->coupling_count++];
    *to = (tml_export_coupling){.name = j->name, .place = j->place, .of = motions[0], .by = motions[1]};
    for (int i = 0; i < TML_EXPORT_POLYNOMIAL; i++)
        to->coefficients[i] = c[i];
}

/* The two motions of a row, and their measures' signs. */
static bool find_motions(const tml_export_robot_of *r, const tml_terms *terms, int motions[2], double sign[2])
{
    for (int k = 0; k < 2 && terms->count == 2; k++) {
        const tml_terms alone = {.first = terms->first + k, .count = 1};
        motions[k] = tml_export_motion_along(r, &alone, &sign[k]);
    }
    return terms->count == 2 && motions[0] >= 0 && motions[1] >= 0 && motions[0] != motions[1];
}

/* a q_1 + b q_2 = target as q_2 = target/b - (a/b) q_1, q_2 that of the second joint named */
static bool couple_line(tml_export_robot_of *r, const tml_joint *j, const tml_constraint *row)
{
    int m[2];
    double sign[2];
    if (!find_motions(r, &row->terms, m, sign))
        return false;
    const int of = r->motions[m[0]].joint == j->joint2 ? 0 : 1;
    if (sign[of] == 0)
        return false;
    add_coupling(r, j, (int[]){m[of], m[1 - of]},
                 (double[TML_EXPORT_POLYNOMIAL]){row->target / sign[of], -sign[1 - of] / sign[of]});
    return true;
}

static bool depends_on_time(const tml_export_robot_of *r, const tml_relation *f)
{
    bool depends = false;
    for (int i = 0; i < f->input_count; i++)
        depends |= f->inputs[i].term < 0 && r->system->inputs[f->inputs[i].input].what == TML_INPUT_TIME;
    return depends;
}

/* F of the relation where its measures are x_0 and x_1. */
static double relation_at(const tml_export_robot_of *r, const tml_relation *f, const double x[2])
{
    tml_workspace *w = r->e->work;
    for (int i = 0; i < f->input_count; i++)
        if (f->inputs[i].term >= 0) {
            const tml_input *in = &r->system->inputs[f->inputs[i].input];
            w->inputs[f->inputs[i].input] = in->term.coefficient * x[f->inputs[i].term];
        }
    return tml_expression_value(f->value, w->inputs, w->expression);
}

/* Newton's divided differences at 0, 1, -1, 2, -2: p_0 + p_1 y + ... */
static void polynomial_of(const double y[TML_EXPORT_POLYNOMIAL], const double values[TML_EXPORT_POLYNOMIAL],
                          double p[TML_EXPORT_POLYNOMIAL])
{
    double d[TML_EXPORT_POLYNOMIAL];
    for (int i = 0; i < TML_EXPORT_POLYNOMIAL; i++)
        d[i] = values[i], p[i] = 0;
    for (int k = 1; k < TML_EXPORT_POLYNOMIAL; k++)
        for (int i = TML_EXPORT_POLYNOMIAL - 1; i >= k; i--)
            d[i] = (d[i] - d[i - 1]) / (y[i] - y[i - k]);
    for (int k = TML_EXPORT_POLYNOMIAL - 1; k >= 0; k--) { /* Horner: p = p (y - y_k) + d_k */
        for (int i = TML_EXPORT_POLYNOMIAL - 1; i > 0; i--)
            p[i] = p[i - 1] - y[k] * p[i];
        p[0] = d[k] - y[k] * p[0];
    }
}

/* F = a x_of - p(x_by), at other places too. */
static bool polynomial_in(const tml_export_robot_of *r, const tml_relation *f, int of, double *a,
                          double p[TML_EXPORT_POLYNOMIAL])
{
    static const double at[TML_EXPORT_POLYNOMIAL] = {0, 1, -1, 2, -2};
    double values[TML_EXPORT_POLYNOMIAL], x[2] = {0}, most = 0;
    for (int i = 0; i < TML_EXPORT_POLYNOMIAL; i++) {
        x[1 - of] = at[i];
        values[i] = -relation_at(r, f, x);
        most = fmax(most, fabs(values[i]));
    }
    polynomial_of(at, values, p);
    x[of] = 1, x[1 - of] = 0;
    *a = relation_at(r, f, x) + values[0];
    for (int i = 0; i < 3; i++) {
        const double y = x[1 - of] = 0.37 + 0.71 * i;
        x[of] = -0.9 + 1.3 * i;
        const double sum = *a * x[of] - (p[0] + y * (p[1] + y * (p[2] + y * (p[3] + y * p[4]))));
        if (!(fabs(relation_at(r, f, x) - sum) <= ROUNDING * (most + fabs(*a))))
            return false;
    }
    return *a != 0;
}

static bool couple_polynomial(tml_export_robot_of *r, const tml_joint *j, const tml_constraint *row)
{
    const tml_relation *f = row->terms.relation ? &r->system->relations[row->terms.relation - 1] : NULL;
    int m[2];
    double sign[2], a, p[TML_EXPORT_POLYNOMIAL];
    if (!f || depends_on_time(r, f) || !find_motions(r, &f->terms, m, sign))
        return false;
    for (int k = 0; k < 2;
         k++) /* of a relation coefficients are derivatives: its measures, as the coordinates have them */
        sign[k] = 1 / r->system->coordinates[r->motions[m[k]].coordinate].term.coefficient;
    for (int of = 0; of < 2; of++) {
        if (!polynomial_in(r, f, of, &a, p))
            continue;
        double power = 1;
        for (int i = 0; i < TML_EXPORT_POLYNOMIAL; i++, power *= sign[1 - of])
            p[i] = (p[i] + (i == 0) * row->target) * power / (a * sign[of]);
        add_coupling(r, j, (int[]){m[of], m[1 - of]}, p);
        return true;
    }
    return false;
}

static void couple(tml_export_robot_of *r, const tml_joint *j)
{
    const tml_constraint *row = j->row_count == 1 ? &r->system->rows[j->first_row] : NULL;
    const bool plain = row && !row->rate_only && !row->motion;
    if (plain && !row->terms.relation && couple_line(r, j, row))
        return;
    if (plain && r->loops && couple_polynomial(r, j, row))
        return;
    refuse(r, j, TML_E_EXPORT_JOINT,
           tml_arena_format(r->arena,
                            r->loops ? "%s ties joints: %s has that for q1 = polynomial(q2) of two coordinates alone"
                                     : "%s ties joints: %s has that for q1 = ratio*q2 + offset alone",
                            j->class->name, r->format));
}

/* ---- joints and their limits ---- */

static void take_joint(tml_export_robot_of *r, int index)
{
    const tml_joint *j = &r->system->joints[index];
    if (j->clearance || (j->law_count && !tml_joint_couples(j->class)))
        refuse(r, j, TML_E_EXPORT_JOINT,
               tml_arena_format(r->arena, "%s has joints without clearance and compliance alone", r->format));
    else if (tml_joint_couples(j->class))
        couple(r, j);
    else if (j->class->connects == TML_CONNECT_SURFACES || j->class->curve)
        refuse(r, j, TML_E_EXPORT_JOINT, tml_arena_format(r->arena, "%s has no %s", r->format, j->class->name));
    else if (!j->in_tree && j->row_count)
        close_loop(r, j);
    if (j->friction_count)
        tml_export_leave_out(r, j->place, "joint %s: its friction, which depends on its load", j->name);
}

static void take_limit(tml_export_robot_of *r, const tml_limit *l)
{
    const tml_joint *j = &r->system->joints[l->joint];
    const int at = r->motion_of[l->coordinate];
    if (at < 0) {
        tml_export_leave_out(r, l->place, "limits of joint %s: its coordinate is none of the tree", j->name);
        return;
    }
    tml_export_motion *is = &r->motions[at];
    is->has_lower = isfinite(l->lower), is->has_upper = isfinite(l->upper);
    is->lower = l->lower, is->upper = l->upper;
    if (l->law >= 0 || l->restitution > 0)
        tml_export_leave_out(r, l->place, "limits of joint %s: their %s; the limits are there", j->name,
                             l->law >= 0 ? "stiffness and damping" : "restitution");
}

void tml_export_loops(tml_export_robot_of *r)
{
    for (int i = 0; i < r->system->joint_count; i++)
        take_joint(r, i);
    for (int i = 0; i < r->system->limit_count; i++)
        take_limit(r, &r->system->limits[i]);
}
