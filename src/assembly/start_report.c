/* start_report.c - what assembly has changed of a drawing, and what it has chosen where the model leaves it open.
 *
 * A coordinate is open if some motion n that all joints and all given values allow, A n = 0, changes it. n is a random
 * vector projected onto the null space of the rows: it changes whatever can change at all.
 */
#include "assembly/start_report.h"
#include "elementary/elementary.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double MIN_CHANGE =
    1e-6;                        /* of the size, or of the largest velocity: smaller is rounding of what was written */
static const double OPEN = 1e-8; /* of a row's length: more is open */

static int larger_first(const void *a, const void *b)
{
    const tml_change *x = a, *y = b;
    return x->weight != y->weight ? (x->weight < y->weight ? 1 : -1) : x->order - y->order;
}

static void add(tml_changes *c, int max, double weight, tml_place place, const char *text)
{
    if (c->count < max)
        c->list[c->count] = (tml_change){text, place, weight, c->count}, c->count++;
}

static void sort(tml_changes *c)
{
    if (c->count)
        qsort(c->list, (size_t)c->count, sizeof *c->list, larger_first);
}

const char *tml_changes_text(const tml_changes *c, const char *between, tml_arena *arena)
{
    const char *text = "";
    for (int i = 0; i < c->count && i < TML_CHANGES_SHOWN; i++)
        text = tml_arena_format(arena, "%s%s%s", text, i ? between : "", c->list[i].text);
    return c->count > TML_CHANGES_SHOWN
               ? tml_arena_format(arena, "%s%sand %d more", text, between, c->count - TML_CHANGES_SHOWN)
               : text;
}

static const char *length_text(double x, tml_arena *arena)
{
    static const struct {
        double least, unit;
        const char *name;
    } units[] = {{1e3, 1e3, "km"}, {1, 1, "m"}, {1e-3, 1e-3, "mm"}, {1e-6, 1e-6, "um"}, {0, 1e-9, "nm"}};
    size_t i = 0;
    while (x < units[i].least)
        i++;
    return tml_arena_format(arena, "%.3g %s", x / units[i].unit, units[i].name);
}

/* ---- bodies compared to the drawing ---- */

typedef struct {
    tml_vec3 x;
    tml_mat3 R;
} pose;

static pose pose_of(const tml_system *s, const double *q, int body)
{
    const double *at = q + (size_t)(body - 1) * (size_t)s->nqb;
    if (s->space)
        return (pose){{at[0], at[1], at[2]}, tml_quat_matrix((tml_quat){at[3], at[4], at[5], at[6]})};
    return (pose){{at[0], at[1], 0}, tml_quat_matrix(tml_quat_about((tml_vec3){0, 0, 1}, at[2]))};
}

static double displacement_of(const pose *a, const pose *b, tml_vec3 p)
{
    return tml_norm(tml_sub(tml_add(b->x, tml_rotate(&b->R, p)), tml_add(a->x, tml_rotate(&a->R, p))));
}

static double rotation_angle(const pose *a, const pose *b)
{
    double square = 0; /* |R_a - R_b|^2 = 8 sin^2 (angle / 2) */
    for (int i = 0; i < 9; i++)
        square += tml_pow(a->R.m[i / 3][i % 3] - b->R.m[i / 3][i % 3], 2);
    return 2 * tml_asin(fmin(1, sqrt(square / 8)));
}

static void compare_body(tml_start_report *r, const tml_system *s, int body, const double *drawn, const double *q)
{
    const tml_body *written = s->masses[body].written;
    const pose a = pose_of(s, drawn, body), b = pose_of(s, q, body);
    const tml_vec3 com = s->masses[body].com;
    double far = displacement_of(&a, &b, tml_scale(-1, com));
    if (!written->placed)
        return; /* nobody has drawn it anywhere */
    for (int i = 0; written->has_orientation && i < written->point_count; i++)
        far = fmax(far, displacement_of(&a, &b, tml_sub(written->points[i].p, com)));
    const double angle = written->has_orientation ? rotation_angle(&a, &b) : 0;
    if (far > MIN_CHANGE * s->size)
        add(&r->moved, s->nb, far / s->size, written->place,
            tml_arena_format(r->arena, "%s by %s", s->masses[body].name, length_text(far, r->arena)));
    else if (angle > MIN_CHANGE)
        add(&r->moved, s->nb, angle, written->place,
            tml_arena_format(r->arena, "%s by %.3g rad", s->masses[body].name, angle));
}

void tml_start_report_moves(tml_start_report *r, const tml_closure *c, const double *drawn, const double *q)
{
    const tml_system *s = c->s;
    r->moved.list = TML_NEW_ARRAY(r->arena, tml_change, s->nb + 1);
    for (int i = 1; r->drawn_open && i < s->nb; i++)
        compare_body(r, s, i, drawn, q);
    sort(&r->moved);
}

bool tml_start_report_open(const tml_closure *c)
{
    for (int i = 0; i < c->joint_rows; i++)
        if (c->s->rows[i].joint >= 0 && fabs(c->r[i]) > MIN_CHANGE * c->s->size)
            return true;
    return false;
}

/* ---- open coordinates ---- */

/* n (nv), A n = 0, in c->step. */
static bool open_motion(tml_closure *c, const double *q)
{
    const tml_system *s = c->s;
    const int n = s->nvb, lin = s->space ? 3 : 2;
    double *z = TML_NEW_ARRAY(c->arena, double, s->nv + 1);
    unsigned seed = 12345;
    int rank;
    for (int j = 0; j < s->nv; j++) {
        seed = seed * 1103515245u + 12345u;
        z[j] = ((double)(seed >> 16 & 0x7fff) / 16384 - 1) * (j % n < lin ? s->size : 1);
    }
    c->start->names_only = true;
    tml_closure_residual(c, q, true);
    for (int i = 0; i < c->rows; i++) {
        c->right[i] = 0;
        for (int k = c->A.start[i]; k < c->A.start[i + 1]; k++)
            c->right[i] -= c->A.value[k] * z[c->A.column[k]] * (c->A.column[k] % n < lin ? 1 : s->size);
    }
    const bool fine = tml_start_values_step(c->start, c, &rank);
    c->start->names_only = false;
    for (int j = 0; j < s->nv; j++)
        c->step[j] += z[j];
    return fine;
}

/* Whether that motion changes a row of two bodies, J (2 x nvb). */
static bool is_open(const tml_closure *c, const int bodies[2], const double *J)
{
    const int n = c->s->nvb, lin = c->s->space ? 3 : 2;
    double sum = 0, size = 0;
    for (int k = 0; k < 2 * n; k++)
        if (bodies[k / n]) {
            sum += J[k] * c->step[(bodies[k / n] - 1) * n + k % n];
            size += fabs(J[k]) * (k % n < lin ? c->s->size : 1);
        }
    return fabs(sum) > OPEN * size;
}

static bool is_open_measure(const tml_closure *c, int measure)
{
    const tml_measure *m = &c->s->measures[measure];
    return is_open(c, (int[]){m->body1, m->body2}, c->w->J + (size_t)measure * 2 * (size_t)c->s->nvb);
}

static bool is_named(const tml_closure *c, int measure)
{
    const tml_system *s = c->s;
    for (int i = 0; c->with_starts && i < s->start_count; i++)
        if (s->starts[i].rate == c->rates && s->starts[i].term.measure == measure)
            return true;
    return false;
}

/* One joint coordinate: what it is now, and what it would have been. */
static void compare_coordinate(tml_start_report *r, tml_closure *c, const tml_joint *j, const tml_joint_coordinate *f,
                               const double *drawn, double scale)
{
    const tml_system *s = c->s;
    if (f->term.measure < 0 || is_named(c, f->term.measure))
        return;
    const bool is_rotation = s->measures[f->term.measure].is_rotation;
    const double now = f->term.coefficient * (c->rates ? c->w->rate : c->w->value)[f->term.measure];
    const double was = drawn ? f->term.coefficient * drawn[f->term.measure] : 0;
    const double weight = fabs(now - was) * (is_rotation ? s->size : 1);
    if (!(weight > MIN_CHANGE * scale) || !is_open_measure(c, f->term.measure))
        return;
    if (c->rates)
        add(&r->chosen, r->max_chosen, weight / scale, j->place,
            tml_arena_format(r->arena, "%s = %.6g %s, not given", tml_joint_coordinate_channel(j, f, "speed", r->arena),
                             now, tml_unit_of_motion(is_rotation, 1)));
    else
        add(&r->chosen, r->max_chosen, weight / scale, j->place,
            tml_arena_format(r->arena, "%s.%s = %.6g %s, drawn at %.6g, not given", j->name, f->name, now,
                             tml_unit_of_motion(f->is_rotation, 0), was));
}

static void compare_coordinates(tml_start_report *r, tml_closure *c, const double *drawn, double scale)
{
    for (int i = 0; i < c->s->joint_count; i++)
        for (int k = 0; k < c->s->joints[i].coordinate_count; k++)
            compare_coordinate(r, c, &c->s->joints[i], &c->s->coordinates[c->s->joints[i].first_coordinate + k], drawn,
                               scale);
}

/* Bodies without a joint to a parent have only coordinates of their own. */
static void compare_free_body(tml_start_report *r, tml_closure *c, const tml_branch *b, const double *v, double scale)
{
    const tml_system *s = c->s;
    const int n = s->nvb, lin = s->space ? 3 : 2;
    const double *u = v + (b->body - 1) * n;
    double part[2] = {0};
    bool open[2] = {false};
    for (int k = 0; k < n; k++) {
        double J[12] = {0};
        J[n + k] = 1;
        part[k >= lin] = hypot(part[k >= lin], u[k]);
        open[k >= lin] |= is_open(c, (int[]){0, b->body}, J);
    }
    for (int k = 0; k < 2; k++)
        if (open[k] && part[k] * (k ? s->size : 1) > MIN_CHANGE * scale)
            add(&r->chosen, r->max_chosen, part[k] * (k ? s->size : 1) / scale, s->masses[b->body].written->place,
                tml_arena_format(r->arena, "%s of %s = %.6g %s, not given", k ? "angular speed" : "speed",
                                 s->masses[b->body].name, part[k], tml_unit_of_motion(k > 0, 1)));
}

/* `velocity` and `omega` of bodies that could not be kept. */
static void compare_given(tml_start_report *r, const tml_closure *c, double scale)
{
    static const char *const axes[] = {"x", "y", "z"};
    for (int i = 0; i < c->start->given_count; i++) {
        const tml_given_rate *g = &c->start->given[i];
        double now = tml_given_rate_now(g, c->w);
        const double length = g->spin ? c->s->size : 1, weight = fabs(now - g->value) * length;
        now = fabs(now) * length > MIN_CHANGE * MIN_CHANGE * scale ? now : 0; /* else rounding */
        if (weight > MIN_CHANGE * scale)
            add(&r->chosen, r->max_chosen, 1e3 + weight / scale, c->s->masses[g->body].written->place,
                tml_arena_format(
                    r->arena, "%s of %s%s%s = %.6g %s, given as %.6g: joints, drivers or other values fix it",
                    g->spin ? "omega" : "velocity", c->s->masses[g->body].name, c->s->space || !g->spin ? ", " : "",
                    c->s->space || !g->spin ? axes[g->axis] : "", now, tml_unit_of_motion(g->spin, 1), g->value));
    }
}

static double fastest(const tml_closure *c, const double *v)
{
    const int n = c->s->nvb, lin = c->s->space ? 3 : 2;
    double max = 0;
    for (int j = 0; j < c->s->nv; j++)
        max = fmax(max, fabs(v[j]) * (j % n < lin ? 1 : c->s->size));
    for (int i = 0; i < c->start->given_count; i++)
        max = fmax(max, fabs(c->start->given[i].value) * (c->start->given[i].spin ? c->s->size : 1));
    return max;
}

/* Whether anything moves that was not given: only then the open coordinates matter. */
static bool moves_unnamed(const tml_closure *c, const double *v, double scale)
{
    const tml_system *s = c->s;
    for (int i = 0; i < s->coordinate_count; i++) {
        const int m = s->coordinates[i].term.measure;
        const double length = m >= 0 && s->measures[m].is_rotation ? s->size : 1;
        if (m >= 0 && !is_named(c, m) && length * fabs(c->w->rate[m]) > MIN_CHANGE * scale)
            return true;
    }
    for (int i = 0; i < s->nb - 1; i++) {
        const tml_branch *b = &c->start->branches[i];
        const tml_body *written = s->masses[b->body].written;
        for (int k = 0; b->joint < 0 && !(written->moves && written->spins) && k < s->nvb; k++)
            if (v[(b->body - 1) * s->nvb + k] != 0)
                return true;
    }
    return false;
}

static void make_chosen(tml_start_report *r, const tml_system *s)
{
    if (r->chosen.list)
        return;
    r->max_chosen = 2 * s->coordinate_count + 4 * s->nv + 1;
    r->chosen.list = TML_NEW_ARRAY(r->arena, tml_change, r->max_chosen);
}

void tml_start_report_coordinates(tml_start_report *r, tml_closure *c, const double *drawn, const double *q)
{
    make_chosen(r, c->s);
    bool any = false;
    tml_closure_residual(c, q, false);
    for (int i = 0; i < c->s->measure_count && !any; i++)
        any = fabs(c->w->value[i] - drawn[i]) > MIN_CHANGE * (c->s->measures[i].is_rotation ? 1 : c->s->size);
    if (any && !r->drawn_open && open_motion(c, q))
        compare_coordinates(r, c, drawn, c->s->size);
    sort(&r->chosen);
}

void tml_start_report_rates(tml_start_report *r, tml_closure *c, const double *q, const double *v)
{
    make_chosen(r, c->s);
    memcpy(c->v, v, (size_t)c->s->nv * sizeof(double));
    tml_closure_residual(c, q, false);
    const double scale = fastest(c, v);
    if (scale == 0)
        return;
    compare_given(r, c, scale);
    if (moves_unnamed(c, v, scale) && open_motion(c, q)) {
        compare_coordinates(r, c, NULL, scale);
        for (int i = 0; i < c->s->nb - 1; i++)
            if (c->start->branches[i].joint < 0)
                compare_free_body(r, c, &c->start->branches[i], v, scale);
    }
    sort(&r->chosen);
}
