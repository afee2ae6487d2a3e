/* cure.c - one edit that resolves a contradiction, tried before it is proposed.
 *
 * In this order: another initial value; one driver fewer; a driver that begins where the mechanism is; another length
 * of a rod or of a link (the distance that remains for it when everything else is closed); a joint of a kind with
 * fewer constraints; a joint fewer. Values are rounded as they are printed. A trial closes the whole mechanism with
 * the edit, from the guess, and solves for its velocities.
 */
#include "diagnosis/conflict.h"
#include "elementary/elementary.h"
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MAX_TRIED = 16 };
static const double MARGIN = 0.01; /* by which a length may be off and still work */

typedef struct cure_search {
    tml_trial *a;
    const tml_conflict *f;
    tml_part part;                              /* changed by the cure */
    bool (*works)(const struct cure_search *c); /* requirement on the rows that are on */
    int rank;                                   /* of all rows, if it must be kept */
} cure_search;

/* It closes from the guess, and moves as requested. */
static bool closes_and_moves(const cure_search *c)
{
    return tml_trial_works(c->a);
}

/* The same degrees of freedom with fewer constraints. */
static bool keeps_rank(const cure_search *c)
{
    return tml_trial_rank(c->a, c->a->guess, NULL) == c->rank;
}

/* Tries everything but `part`. */
static bool works_without(cure_search *c, tml_part part)
{
    tml_trial_put_all(c->a, true);
    tml_trial_put(c->a, part, false);
    const bool works = c->works(c);
    tml_trial_put_all(c->a, true);
    return works;
}

static const char *unit_of(const cure_search *c, tml_term term, bool rate)
{
    const bool turns = c->a->system.measures[term.measure].is_rotation;
    return tml_unit_of_motion(turns, rate);
}

static double rounded(double value, int digits)
{
    char text[40];
    snprintf(text, sizeof text, "%.*g", digits, value);
    return strtod(text, NULL);
}

/* ---- other values ---- */

/* Whether everything works with *place increased so that `now` becomes the value wanted; the value as tried, in
 * *value: rounded to as few digits as possible. */
static bool works_with(cure_search *c, double *place, double now, double *value)
{
    static const int digits[] = {4, 9};
    const double exact = *value, before = *place;
    bool works = false;
    for (int i = 0; i < 2 && !works; i++) {
        *value = rounded(exact, digits[i]);
        *place = before + (*value - now);
        works = tml_trial_works(c->a);
    }
    *place = before;
    return works;
}

static const char *try_initial(cure_search *c, tml_part part)
{
    tml_start *start = &c->a->system.starts[part.index];
    if (!works_without(c, part))
        return NULL;
    c->part = part;
    const double *now = start->rate ? c->a->work->rate : c->a->work->value;
    double value = start->term.coefficient * now[start->term.measure];
    const char *unit = unit_of(c, start->term, start->rate);
    if (works_with(c, &start->value, start->value, &value))
        return tml_arena_format(c->a->arena, "give %s %.9g %s instead of %.6g %s", start->name, value, unit,
                                start->value, unit);
    return tml_arena_format(c->a->arena, "leave initial %s out", start->name);
}

static const char *try_driver_value(cure_search *c, tml_part part)
{
    const int row = c->a->system.drives[part.index].row;
    if (row >= c->a->joint_rows || !works_without(c, part))
        return NULL;
    const double now = c->a->work->motion[3 * (size_t)row];
    double value = now + c->a->work->phi[row];
    if (!works_with(c, &c->a->shift[row], now, &value))
        return NULL;
    c->part = part;
    const char *unit = tml_unit_of_motion(c->a->system.drives[part.index].is_rotation, 0);
    return tml_arena_format(c->a->arena, "let driver %s be %.9g %s at t = %.6g s instead of %.6g %s",
                            tml_part_name(&c->a->system, part), value, unit, c->a->t, now, unit);
}

static const char *try_without_driver(cure_search *c, tml_part part)
{
    if (!works_without(c, part))
        return NULL;
    c->part = part;
    return tml_arena_format(c->a->arena, "leave driver %s out", tml_part_name(&c->a->system, part));
}

/* ---- lengths ---- */

typedef bool (*length_trial)(cure_search *c, const tml_joint *joint, int body, double length);

/* A length close to `exact` with which everything works, also with a little more or less: not only just. If only the
 * exact one does, that. 0: none. */
static double find_length(cure_search *c, const tml_joint *j, int body, double exact, length_trial works)
{
    static const double factors[] = {1, 1.1, 0.9};
    for (int i = 0; i < 3; i++) {
        const double length = rounded(exact * factors[i], 4);
        if (works(c, j, body, length) && works(c, j, body, length * (1 + MARGIN)) &&
            works(c, j, body, length * (1 - MARGIN)))
            return length;
    }
    return works(c, j, body, rounded(exact, 4))   ? rounded(exact, 4)
           : works(c, j, body, rounded(exact, 9)) ? rounded(exact, 9)
                                                  : 0;
}

static bool rod_works(cure_search *c, const tml_joint *j, int body, double length)
{
    (void)body;
    c->a->shift[j->first_row] = length - c->a->system.rows[j->first_row].target;
    const bool works = tml_trial_works(c->a);
    c->a->shift[j->first_row] = 0;
    return works;
}

static const char *try_rod(cure_search *c, tml_part part)
{
    const tml_joint *j = &c->a->system.joints[part.index];
    if (j->class->connects != TML_CONNECT_POINTS || j->row_count != 1 || !works_without(c, part))
        return NULL;
    const double now = c->a->system.rows[j->first_row].target, exact = now + c->a->work->phi[j->first_row];
    const double length = exact > 0 ? find_length(c, j, 0, exact, rod_works) : 0;
    if (!(length > 0))
        return NULL;
    c->part = part;
    return tml_arena_format(c->a->arena, "give joint %s the length %.9g m instead of %.6g m", j->name, length, now);
}

static bool is_pin(const tml_system *s, const tml_joint *j)
{
    const int rows = s->space ? 3 : 2;
    if (j->class->connects != TML_CONNECT_BODIES || j->row_count < rows)
        return false;
    for (int i = 0; i < rows; i++)
        if (s->measures[s->terms[s->rows[j->first_row + i].terms.first].measure].kind != TML_COORD)
            return false;
    return true;
}

/* The only other joint on the body; -1: there are none, or more. */
static int other_joint(const tml_system *s, int body, int joint)
{
    int found = -1;
    for (int i = 0; i < s->joint_count; i++)
        if (i != joint && (s->joints[i].body1 == body || s->joints[i].body2 == body)) {
            if (found >= 0 || !is_pin(s, &s->joints[i]))
                return -1;
            found = i;
        }
    return found;
}

static tml_vec3 ground_point(const tml_trial *a, int body, tml_vec3 p)
{
    if (a->system.space) {
        const tml_motion3 *m = &a->work->motion3[body];
        return tml_add(m->x, tml_rotate(&m->R, p));
    }
    const tml_motion2 *m = &a->work->motion2[body];
    return (tml_vec3){m->x + m->c * p.x - m->s * p.y, m->y + m->s * p.x + m->c * p.y, 0};
}

/* Moves the point of a joint on a body, in all measures of its rows. */
static void move_point(tml_trial *a, const tml_joint *j, int body, tml_vec3 p)
{
    const tml_system *s = &a->system;
    for (int i = j->first_row; i < j->first_row + j->row_count; i++)
        for (int k = s->rows[i].terms.first; k < s->rows[i].terms.first + s->rows[i].terms.count; k++) {
            tml_measure *m = &a->system.measures[s->terms[k].measure];
            if (m->body1 == body)
                m->p1 = p;
            if (m->body2 == body)
                m->p2 = p;
        }
}

/* The point of a joint on a body, and that of its only other joint. */
static tml_vec3 point_on(const tml_joint *j, int body)
{
    return j->body1 == body ? j->p1 : j->p2;
}

static bool link_works(cure_search *c, const tml_joint *j, int body, double length)
{
    const tml_system *s = &c->a->system;
    const tml_joint *k = &s->joints[other_joint(s, body, (int)(j - s->joints))];
    const tml_vec3 p = point_on(j, body), root = point_on(k, body), arm = tml_sub(p, root);
    move_point(c->a, j, body, tml_add(root, tml_scale(length / tml_norm(arm), arm)));
    const bool works = tml_trial_works(c->a);
    move_point(c->a, j, body, p);
    return works;
}

static const char *try_link(cure_search *c, tml_part part, int side)
{
    tml_trial *a = c->a;
    const tml_joint *j = &a->system.joints[part.index];
    const int body = side ? j->body2 : j->body1, beside = side ? j->body1 : j->body2;
    const int other = body ? other_joint(&a->system, body, part.index) : -1;
    if (other < 0 || !is_pin(&a->system, j) || !works_without(c, part))
        return NULL;
    const tml_joint *k = &a->system.joints[other];
    const tml_vec3 root = point_on(k, body);
    const double now = tml_norm(tml_sub(point_on(j, body), root));
    const double gap = tml_norm(tml_sub(ground_point(a, beside, point_on(j, beside)), ground_point(a, body, root)));
    const double length = now > 0 && gap > 0 ? find_length(c, j, body, gap, link_works) : 0;
    if (!(length > 0))
        return NULL;
    c->part = part;
    return tml_arena_format(a->arena, "give body %s %.9g m between joints %s and %s instead of %.6g m",
                            a->system.masses[body].name, length, k->name, j->name, now);
}

/* ---- guesses ---- */

static double on_grid(double x, double grid)
{
    return rounded(grid * round(x / grid) + 0.0, 12); /* no -0 */
}

/* A pose as written: of the body frame's origin; rounded in q too. */
static const char *round_pose(const tml_trial *a, int body, double *q)
{
    const tml_vec3 com = a->system.masses[body].com;
    const double grid = tml_pow(10, floor(tml_log10(a->system.size)) - 3);
    if (!a->system.space) {
        const double angle = q[2] = rounded(q[2], 4), c = tml_cos(angle), s = tml_sin(angle);
        const double x = on_grid(q[0] - c * com.x + s * com.y, grid), y = on_grid(q[1] - s * com.x - c * com.y, grid);
        q[0] = x + c * com.x - s * com.y, q[1] = y + s * com.x + c * com.y;
        return tml_arena_format(a->arena, "position: [%.12g, %.12g], angle: %.4g", x, y, angle);
    }
    const tml_quat r = {q[3], q[4], q[5], q[6]};
    const tml_mat3 R = tml_quat_matrix(r);
    const tml_vec3 off = tml_rotate(&R, com), exact = tml_sub((tml_vec3){q[0], q[1], q[2]}, off);
    const tml_vec3 p = {on_grid(exact.x, grid), on_grid(exact.y, grid), on_grid(exact.z, grid)};
    q[0] = p.x + off.x, q[1] = p.y + off.y, q[2] = p.z + off.z;
    return tml_arena_format(a->arena, "position: [%.12g, %.12g, %.12g], orientation: [%.12g, %.12g, %.12g, %.12g]", p.x,
                            p.y, p.z, q[3], q[4], q[5], q[6]);
}

const char *tml_conflict_guess(tml_trial *a, int *body)
{
    const tml_system *s = &a->system;
    const size_t nqb = (size_t)s->nqb;
    const double *first = a->guess;
    double *there = tml_arena_copy(a->arena, a->q, (size_t)s->nq * sizeof(double));
    double *guess = tml_arena_copy(a->arena, a->guess, (size_t)s->nq * sizeof(double));
    const char *text = NULL;
    int tried = 0;
    a->guess = guess;
    for (*body = s->nb - 1; *body > 0 && !text && tried < MAX_TRIED && !tml_trial_exhausted(a); (*body)--) {
        const size_t at = (size_t)(*body - 1) * nqb;
        if (s->masses[*body].written->drawn || memcmp(there + at, first + at, nqb * sizeof(double)) == 0)
            continue;
        memcpy(guess + at, there + at, nqb * sizeof(double));
        const char *pose = round_pose(a, *body, guess + at);
        tried++;
        if (tml_trial_closes_as_guessed(a))
            text = tml_arena_format(a->arena, "start body %s at %s", s->masses[*body].name, pose);
        memcpy(guess + at, first + at, nqb * sizeof(double));
    }
    a->guess = first;
    *body += text != NULL;
    return text;
}

/* ---- joints with fewer constraints ---- */

/* A row of the joint's class, by its index among the rows of the joint. */
static const tml_joint_form *form_of(const tml_trial *a, const tml_joint_class *class)
{
    return a->system.space ? &class->space : &class->plane;
}

static bool has_row(const tml_joint_form *form, const tml_row *row)
{
    for (size_t i = 0; i < form->rows_count; i++)
        if (form->rows[i].kind == row->kind && form->rows[i].a == row->a && form->rows[i].b == row->b)
            return true;
    return false;
}

/* Whether the rows of `less` are a subset of those of `more`, with the same axes. */
static bool holds_less(const tml_trial *a, const tml_joint_class *less, const tml_joint_class *more)
{
    const tml_joint_form *few = form_of(a, less), *many = form_of(a, more);
    if (!few->exists || less->couple || more->couple || less->connects != more->connects || less->has_axes ||
        more->has_axes || few->rows_count == 0 || few->rows_count >= many->rows_count)
        return false;
    for (size_t i = 0; i < few->rows_count; i++)
        if (few->rows[i].target || !has_row(many, &few->rows[i]))
            return false;
    return true;
}

static bool works_as(cure_search *c, const tml_joint *j, const tml_joint_class *less)
{
    const tml_joint_form *many = form_of(c->a, j->class);
    tml_trial_put_all(c->a, true);
    for (int i = 0; i < j->row_count; i++)
        c->a->on[j->first_row + i] = has_row(form_of(c->a, less), &many->rows[i]);
    const bool works = c->works(c);
    tml_trial_put_all(c->a, true);
    return works;
}

static const char *try_less(cure_search *c, tml_part part)
{
    const tml_joint *j = &c->a->system.joints[part.index];
    if (j->class->connects != TML_CONNECT_BODIES || (size_t)j->row_count != form_of(c->a, j->class)->rows_count)
        return NULL;
    for (int max = 6; max > 0; max--) /* those with the most constraints first */
        for (int i = 0; i < tml_joint_class_count; i++) {
            const tml_joint_class *less = tml_joint_classes[i];
            if ((int)form_of(c->a, less)->rows_count == max && holds_less(c->a, less, j->class) &&
                works_as(c, j, less)) {
                c->part = part;
                return tml_arena_format(c->a->arena, "make joint %s a %s joint instead of a %s joint", j->name,
                                        less->name, j->class->name);
            }
        }
    return NULL;
}

/* A pin on the ground, in the plane: a slot along one of its axes. */
static const char *try_slot(cure_search *c, tml_part part)
{
    tml_trial *a = c->a;
    const tml_joint *j = &a->system.joints[part.index];
    if (a->system.space || j->body1 != 0 || j->row_count != 2 || !is_pin(&a->system, j))
        return NULL;
    for (int axis = 0; axis < 2; axis++) {
        tml_trial_put_all(a, true);
        a->on[j->first_row + axis] = false;
        const bool works = c->works(c);
        tml_trial_put_all(a, true);
        if (works) {
            c->part = part;
            return tml_arena_format(a->arena, "make joint %s a slot along %s, {slot: [...], axis: %s}", j->name,
                                    axis ? "y" : "x", axis ? "y" : "x");
        }
    }
    return NULL;
}

static const char *try_without_joint(cure_search *c, tml_part part)
{
    if (!works_without(c, part))
        return NULL;
    c->part = part;
    return tml_arena_format(c->a->arena, "remove joint %s", tml_part_name(&c->a->system, part));
}

static const char *try_first_end(cure_search *c, tml_part part)
{
    return try_link(c, part, 0);
}

static const char *try_second_end(cure_search *c, tml_part part)
{
    return try_link(c, part, 1);
}

/* ---- in order ---- */

typedef const char *(*attempt)(cure_search *c, tml_part part);

/* The last parts of the kind first: what was written last is most likely to be wrong. */
static const char *try_parts(cure_search *c, tml_part_kind kind, attempt try)
{
    int tried = 0;
    for (int i = c->f->count - 1; i >= 0 && tried < MAX_TRIED && !tml_trial_exhausted(c->a); i--)
        if (c->f->parts[i].kind == kind) {
            const char *cure = try(c, c->f->parts[i]);
            if (cure)
                return cure;
            tried++;
        }
    return NULL;
}

static const char *try_joints(cure_search *c)
{
    static const attempt lengths[] = {try_rod, try_second_end, try_first_end};
    static const attempt kinds[] = {try_slot, try_less, try_without_joint};
    const char *cure = NULL;
    for (int i = 0; i < 3 && !cure && !c->f->rates; i++)
        cure = try_parts(c, TML_PART_JOINT, lengths[i]);
    for (int i = c->f->rates || c->f->motions ? 0 : 2; i < 3 && !cure;
         i++) /* what cannot be closed has one joint too many */
        cure = try_parts(c, TML_PART_JOINT, kinds[i]);
    return cure;
}

const char *tml_conflict_cure(tml_trial *trial, const tml_conflict *conflict, tml_part *part)
{
    cure_search c = {.a = trial, .f = conflict, .works = closes_and_moves};
    int drivers = 0;
    for (int i = 0; i < conflict->count; i++)
        drivers += conflict->parts[i].kind == TML_PART_DRIVER;
    const bool locked = conflict->mobility == 0;
    const char *cure = NULL;
    if (!locked && (!conflict->rates || conflict->motions > 1))
        cure = try_parts(&c, TML_PART_INITIAL, try_initial);
    if (!cure && drivers == 1 && !conflict->rates)
        cure = try_parts(&c, TML_PART_DRIVER, try_driver_value);
    if (!cure && !locked)
        cure = try_parts(&c, TML_PART_DRIVER, try_without_driver);
    if (!cure)
        cure = try_joints(&c);
    if (!cure)
        cure = try_parts(&c, TML_PART_INITIAL, try_initial);
    if (!cure)
        cure = try_parts(&c, TML_PART_DRIVER, try_without_driver);
    *part = c.part;
    return cure;
}

const char *tml_redundancy_cure(tml_trial *trial, const tml_conflict *set, int rank)
{
    static const attempt kinds[] = {try_less, try_slot, try_without_joint};
    cure_search c = {.a = trial, .f = set, .works = keeps_rank, .rank = rank};
    const char *cure = NULL;
    for (int i = 0; i < 3 && !cure; i++)
        cure = try_parts(&c, TML_PART_JOINT, kinds[i]);
    if (!cure)
        cure = try_parts(&c, TML_PART_DRIVER, try_without_driver);
    return cure;
}
