/* numbers.c - shape and numbers of a planar mechanism in relative coordinates, in the order in which equations are written out (numbers.h). */
#include "dynamics/written_out/numbers.h"
#include "dynamics/tree/relative.h"
#include "expression/tape.h"
#include <stdint.h>
#include <string.h>

enum { MAX_FREEDOM = 3, MAX_COORDINATES = 24, MAX_ROWS = 24 };

/* ---- what can be written out ---- */

static bool link_fits(const tml_link *l)
{
    if (!l->joint)
        return l->parent == 0;
    const tml_joint_class *class = l->joint->class;
    return l->hinge || (class->pose2 && class->subspace2 && !class->bias2); /* no bias: S is constant in F */
}

static bool measure_fits(const tml_measure *m)
{
    switch (m->kind) {
    case TML_COORD:
    case TML_ALONG:
    case TML_DISTANCE:
    case TML_PUSH:
    case TML_ANGLE:
    case TML_ANGLE_M:
    case TML_ROTATE:
    case TML_ROTATE_M:
    case TML_DOT:
    case TML_SLOPE:
    case TML_TILT:
    case TML_ROTATION:
    case TML_CROSS:
    case TML_TRACK_TURN:
        return true;
    case TML_GAP:
    case TML_SLIP:
    case TML_CURVE:
    case TML_CURVE_FRAME:
    case TML_CURVE_ANGLE:
    case TML_TRACK:
    case TML_TRACK_ACROSS:
    case TML_BEARING:
    case TML_NO_MEASURE:
    case TML_MEASURE_KINDS:
        break;
    }
    return false;
}

static bool terms_fit(const tml_system *s, const tml_terms *terms)
{
    bool good = !terms->relation;
    for (int k = terms->first; good && k < terms->first + terms->count; k++)
        good = measure_fits(&s->measures[s->terms[k].measure]);
    return good;
}

/* No tables: their points are no numbers of the equations. */
static bool expression_fits(const tml_system *s, const tml_expression *e)
{
    bool good = true;
    for (size_t i = 0; good && i < e->count; i++) {
        const tml_instruction *k = &e->tape[i];
        good = k->op != TML_OP_CURVE && k->op != TML_OP_SURFACE;
        if (k->op != TML_OP_INPUT || k->a == 0)
            continue;
        const tml_input *in = &s->inputs[k->a];
        good = in->what == TML_INPUT_PARAMETER || ((in->what == TML_INPUT_VALUE || in->what == TML_INPUT_RATE) &&
                                                   measure_fits(&s->measures[in->term.measure]));
    }
    return good;
}

static bool law_fits(const tml_system *s, const tml_force_law *law)
{
    return terms_fit(s, &law->terms) && !law->motion && !law->friction && !law->unknown &&
           (!law->value || expression_fits(s, law->value));
}

static bool is_plain(const tml_system *s)
{
    return !s->space && !s->counts_revolutions && !s->singular_mass && !s->ignorable_count && !s->rate_row_count &&
           !s->periodic_row_count && !s->relation_count && !s->result_law_count && !s->interaction_count &&
           !s->contact_count && !s->contact_set_count && !s->has_friction && !s->state_count && !s->store_count &&
           !s->event_count && !s->drive_count && !s->laws_on && !s->watch_count && !s->penalized_gap_count;
}

bool tml_plane_numbers_feature_reads(const tml_system *s, int input)
{
    bool reads = false;
    for (int i = 0; i < s->narrow.motion_count; i++)
        reads |= tml_expression_uses(s->narrow.motion[i].e, input);
    return reads;
}

bool tml_plane_numbers_fit(const tml_equations *e)
{
    const tml_system *s = e->system;
    if (e->stabilization.method != TML_STABILIZE_PROJECTION || e->stabilization.metric != TML_METRIC_MASS)
        return false;
    if (!e->relative || e->massless || e->result_laws || !is_plain(s) || e->own_rank < e->rows ||
        e->counts_revolutions || e->nv > MAX_COORDINATES || e->rows > MAX_ROWS || e->nv == 0 || e->nq != e->nv ||
        e->class->of_particles)
        return false;
    bool good = true;
    for (int i = 0; good && i < e->relative->tree->count; i++)
        good = link_fits(&e->relative->tree->links[i]);
    for (int i = 0; good && i < e->rows; i++)
        good = terms_fit(s, &s->rows[i].terms) && !s->rows[i].motion;
    for (int i = 0; good && i < s->law_count; i++)
        good = law_fits(s, &s->laws[i]);
    return good;
}

/* ---- reading ---- */

typedef struct {
    tml_plane_numbers *to; /* its arrays are NULL while they are counted */
    int shape, number;
} reader;

static void put_shape(reader *r, long long part)
{
    if (r->to->shape && r->shape < r->to->shape_count)
        r->to->shape[r->shape] = part;
    r->shape++;
}

static void put(reader *r, double number)
{
    if (r->to->numbers && r->number < r->to->count)
        r->to->numbers[r->number] = number;
    r->number++;
}

static void put_place(reader *r, int *places, int i)
{
    if (places)
        places[i] = r->number;
}

static void put_two(reader *r, double x, double y)
{
    put(r, x), put(r, y);
}

static void read_link(reader *r, const tml_link *l, const tml_link2 *x)
{
    put_shape(r, l->body), put_shape(r, l->parent), put_shape(r, l->coordinates), put_shape(r, l->first_v);
    put_shape(r, l->first_q), put_shape(r, l->hinge),
        put_shape(r, (long long)(intptr_t)(l->joint ? l->joint->class : NULL));
    put_shape(r, l->branch->reversed);
    put_two(r, x->near.x, x->near.y), put_two(r, x->far.x, x->far.y);
    put(r, x->angle), put(r, x->sign);
    const bool other = l->joint && !l->hinge;
    put_two(r, other ? l->joint->F.m[0][0] : 1, other ? l->joint->F.m[1][0] : 0);
    const double zero[MAX_FREEDOM] = {0};
    tml_pose2 pose = {0};
    tml_twist2 S[MAX_FREEDOM] = {{0}};
    if (other)
        pose = l->joint->class->pose2(l->joint->par, zero), l->joint->class->subspace2(l->joint->par, zero, S);
    put_two(r, pose.x, pose.y), put(r, pose.angle);
    for (int k = 0; k < MAX_FREEDOM; k++)
        put_two(r, S[k].x, S[k].y), put(r, S[k].angle);
}

static void read_measure(reader *r, const tml_measure *m)
{
    put_shape(r, m->kind), put_shape(r, m->axis), put_shape(r, m->body1), put_shape(r, m->body2);
    put_two(r, m->p1.x, m->p1.y), put_two(r, m->p2.x, m->p2.y);
    put_two(r, m->a1.x, m->a1.y), put_two(r, m->a2.x, m->a2.y);
    put(r, m->offset);
}

static void read_terms(reader *r, const tml_terms *terms)
{
    put_shape(r, terms->first), put_shape(r, terms->count);
}

static void read_expression(reader *r, const tml_expression *e)
{
    put_shape(r, (long long)e->count);
    for (size_t i = 0; i < e->count; i++) {
        const tml_instruction *k = &e->tape[i];
        put_shape(r, k->op), put_shape(r, k->a), put_shape(r, k->b), put_shape(r, k->c);
        put(r, k->op == TML_OP_CONSTANT || k->op == TML_OP_POWER ? k->value : 0);
    }
}

static void read_system(reader *r, const tml_equations *e)
{
    const tml_system *s = e->system;
    const tml_spanning *tree = e->relative->tree;
    const tml_number_places *at = &r->to->at;
    const int sizes[] = {s->nb, e->nv, e->rows, s->measure_count, s->term_count, s->law_count, s->input_count};
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        put_shape(r, sizes[i]);
    for (int i = 0; i < tree->count; i++)
        put_place(r, at->link, i), read_link(r, &tree->links[i], &tree->plane[i]);
    for (int b = 1; b < s->nb; b++) {
        put_place(r, at->body, b);
        put_two(r, s->masses[b].mass, s->masses[b].inertia.m[2][2]);
        put_two(r, e->work->weight[3 * (b - 1)], e->work->weight[3 * (b - 1) + 1]);
    }
    for (int i = 0; i < s->measure_count; i++)
        put_place(r, at->measure, i), read_measure(r, &s->measures[i]);
    for (int i = 0; i < s->term_count; i++)
        put_place(r, at->term, i), put_shape(r, s->terms[i].measure), put(r, s->terms[i].coefficient);
    for (int i = 0; i < e->rows; i++)
        put_place(r, at->row, i), read_terms(r, &s->rows[i].terms), put_two(r, s->rows[i].target, s->rows[i].scale);
    for (int i = 0; i < s->law_count; i++) {
        const tml_force_law *law = &s->laws[i];
        put_place(r, at->law, i);
        read_terms(r, &law->terms), put_shape(r, law->value != NULL);
        put_two(r, law->k, law->rest), put_two(r, law->c, law->preload), put_two(r, law->factor, law->belt);
        put_place(r, at->expression, i);
        if (law->value)
            read_expression(r, law->value);
    }
    for (int i = 1; i < s->input_count; i++) {
        const tml_input *in = &s->inputs[i];
        put_place(r, at->input, i), put_shape(r, in->what), put_shape(r, in->term.measure);
        put_shape(r, tml_plane_numbers_feature_reads(s, i));
        put(r, in->what == TML_INPUT_PARAMETER ? e->work->inputs[i] : in->term.coefficient);
    }
    for (int i = 0; i < e->nq; i++)
        put_place(r, at->coordinate, i), put(r, e->scale[i]);
    if (at->link)
        r->to->at.size = r->number;
    put(r, s->size);
}

static int fold(double x)
{
    return x == 0 ? 1 : x == 1 ? 2 : x == -1 ? 3 : 0;
}

bool tml_plane_numbers_read(tml_plane_numbers *n, const tml_equations *e)
{
    reader r = {.to = n};
    read_system(&r, e);
    if (r.shape != n->shape_count || r.number != n->count)
        return false;
    for (int i = 0; i < n->count; i++)
        n->shape[n->shape_count + i] = fold(n->numbers[i]);
    return true;
}

tml_plane_numbers *tml_plane_numbers_make(const tml_equations *e, tml_arena *arena)
{
    const tml_system *s = e->system;
    tml_plane_numbers *n = TML_NEW(arena, tml_plane_numbers);
    reader r = {.to = n};
    read_system(&r, e);
    n->shape_count = r.shape, n->count = r.number;
    n->shape = tml_arena_take(arena, sizeof *n->shape * (size_t)(r.shape + r.number + 1));
    n->numbers = TML_NEW_ARRAY(arena, double, n->count + 1);
    n->at = (tml_number_places){.link = TML_NEW_ARRAY(arena, int, s->nb),
                                .body = TML_NEW_ARRAY(arena, int, s->nb),
                                .measure = TML_NEW_ARRAY(arena, int, s->measure_count + 1),
                                .term = TML_NEW_ARRAY(arena, int, s->term_count + 1),
                                .row = TML_NEW_ARRAY(arena, int, e->rows + 1),
                                .law = TML_NEW_ARRAY(arena, int, s->law_count + 1),
                                .expression = TML_NEW_ARRAY(arena, int, s->law_count + 1),
                                .input = TML_NEW_ARRAY(arena, int, s->input_count + 1),
                                .coordinate = TML_NEW_ARRAY(arena, int, e->nq + 1)};
    tml_plane_numbers_read(n, e);
    return n;
}

bool tml_plane_numbers_same_equations(const tml_plane_numbers *a, const tml_plane_numbers *b)
{
    return a->shape_count == b->shape_count && a->count == b->count &&
           memcmp(a->shape, b->shape, (size_t)(a->shape_count + a->count) * sizeof *a->shape) == 0;
}
