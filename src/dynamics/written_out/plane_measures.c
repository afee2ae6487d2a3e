/* plane_measures.c - planar measures written out: value, rate, Jacobian and bias, as in system/kernel/measure_plane.c.
 *
 * With s_i = R_i p_i, d = x_2 + s_2 - x_1 - s_1:  d'' (without accelerations) = w_1^2 s_1 - w_2^2 s_2
 */
#include "dynamics/written_out/plane_writer.h"

typedef struct {
    const tml_written_body *A, *B;
    tml_value2 s1, s2, d, ddot, dbias;
} span;

static tml_value2 attached(tml_plane_writer *w, const tml_written_body *b, int number)
{
    return tml_turned(w, (tml_value2){b->c, b->s}, tml_written_vector(w, number));
}

static span span_of(tml_plane_writer *w, const tml_measure *m, int number)
{
    span e = {.A = &w->bodies[m->body1], .B = &w->bodies[m->body2]};
    const tml_written_body *A = e.A, *B = e.B;
    e.s1 = attached(w, A, number + TML_MEASURE_P1);
    e.s2 = attached(w, B, number + TML_MEASURE_P2);
    e.d = (tml_value2){tml_less(w, tml_plus(w, B->x, e.s2.x), tml_plus(w, A->x, e.s1.x)),
                       tml_less(w, tml_plus(w, B->y, e.s2.y), tml_plus(w, A->y, e.s1.y))};
    e.ddot = (tml_value2){
        tml_less(w, tml_less(w, B->vx, tml_times(w, B->w, e.s2.y)), tml_less(w, A->vx, tml_times(w, A->w, e.s1.y))),
        tml_less(w, tml_plus(w, B->vy, tml_times(w, B->w, e.s2.x)), tml_plus(w, A->vy, tml_times(w, A->w, e.s1.x)))};
    const int w1 = tml_times(w, A->w, A->w), w2 = tml_times(w, B->w, B->w);
    e.dbias = (tml_value2){tml_less(w, tml_times(w, w1, e.s1.x), tml_times(w, w2, e.s2.x)),
                           tml_less(w, tml_times(w, w1, e.s1.y), tml_times(w, w2, e.s2.y))};
    return e;
}

/* Jacobian of u . d' for a given u. */
static void along(tml_plane_writer *w, const span *e, tml_value2 u, int *J)
{
    J[0] = tml_value_negate(w->g, u.x), J[1] = tml_value_negate(w->g, u.y);
    J[2] = tml_value_negate(w->g, tml_times_across(w, e->s1, u));
    J[3] = u.x, J[4] = u.y, J[5] = tml_times_across(w, e->s2, u);
}

static void write_coordinate(tml_plane_writer *w, const span *e, bool y, tml_written_measure *to)
{
    const int zero = tml_zero(w), one = tml_value_constant(w->g, 1);
    along(w, e, y ? (tml_value2){zero, one} : (tml_value2){one, zero}, to->J);
    to->value = y ? e->d.y : e->d.x;
    to->bias = y ? e->dbias.y : e->dbias.x;
}

/* a . d with a on body 1:  s' = a . d' + w_1 perp(a) . d */
static void write_projection(tml_plane_writer *w, const span *e, tml_value2 a, tml_written_measure *to)
{
    const int w1 = e->A->w, two = tml_value_constant(w->g, 2);
    along(w, e, a, to->J);
    to->J[2] = tml_plus(w, to->J[2], tml_times_across(w, a, e->d));
    to->value = tml_times_along(w, a, e->d);
    const int turning = tml_times(w, tml_times(w, two, w1), tml_times_across(w, a, e->ddot));
    to->bias = tml_less(w, tml_plus(w, tml_times_along(w, a, e->dbias), turning),
                        tml_times(w, tml_times(w, w1, w1), to->value));
}

/* l = |d|, u = d/l:  l'' = u . d'' + (d'.d' - l'^2)/l. Points that coincide have no direction: what is divided by zero is no number. */
static void write_distance(tml_plane_writer *w, const span *e, tml_written_measure *to)
{
    const int l = tml_value_root(w->g, tml_times_along(w, e->d, e->d));
    const int part = tml_value_divide(w->g, tml_value_constant(w->g, 1), l);
    const tml_value2 u = {tml_times(w, part, e->d.x), tml_times(w, part, e->d.y)};
    const int rate = tml_times_along(w, u, e->ddot);
    along(w, e, u, to->J);
    to->value = l;
    const int faster = tml_less(w, tml_times_along(w, e->ddot, e->ddot), tml_times(w, rate, rate));
    to->bias = tml_plus(w, tml_times_along(w, u, e->dbias), tml_times(w, faster, part));
}

/* rate a . d' with a on body 2 */
static void write_push(tml_plane_writer *w, const span *e, tml_value2 a, tml_written_measure *to)
{
    along(w, e, a, to->J);
    to->value = tml_zero(w);
    to->bias = tml_plus(w, tml_times_along(w, a, e->dbias), tml_times(w, e->B->w, tml_times_across(w, a, e->ddot)));
}

static void write_rotation(tml_plane_writer *w, const tml_measure *m, int number, tml_written_measure *to)
{
    const int zero = tml_zero(w), one = tml_value_constant(w->g, 1);
    const int J[6] = {zero, zero, tml_value_constant(w->g, -1), zero, zero, one};
    for (int i = 0; i < 6; i++)
        to->J[i] = J[i];
    to->value = tml_plus(w, tml_less(w, w->bodies[m->body2].phi, w->bodies[m->body1].phi),
                         tml_written_number(w, number + TML_MEASURE_OFFSET));
    to->bias = zero;
}

static int rate_of(tml_plane_writer *w, const tml_measure *m, const int *J)
{
    const tml_written_body *A = &w->bodies[m->body1], *B = &w->bodies[m->body2];
    const int v[6] = {A->vx, A->vy, A->w, B->vx, B->vy, B->w};
    int sum = tml_zero(w);
    for (int i = 0; i < 6; i++)
        sum = tml_plus(w, sum, tml_times(w, J[i], v[i]));
    return sum;
}

const tml_written_measure *tml_write_measure(tml_plane_writer *w, int measure)
{
    const tml_measure *m = &w->e->system->measures[measure];
    const int number = w->numbers->at.measure[measure];
    tml_written_measure *to = &w->measures[measure];
    if (w->has_measure[measure])
        return to;
    const bool by_points =
        m->kind == TML_COORD || m->kind == TML_ALONG || m->kind == TML_DISTANCE || m->kind == TML_PUSH;
    const span e = by_points ? span_of(w, m, number) : (span){0};
    if (m->kind == TML_COORD)
        write_coordinate(w, &e, m->axis == TML_Y, to);
    else if (m->kind == TML_ALONG)
        write_projection(w, &e, attached(w, e.A, number + TML_MEASURE_A1), to);
    else if (m->kind == TML_DISTANCE)
        write_distance(w, &e, to);
    else if (m->kind == TML_PUSH)
        write_push(w, &e, attached(w, e.B, number + TML_MEASURE_A2), to);
    else
        write_rotation(w, m, number, to);
    to->rate = m->kind == TML_COORD ? (m->axis == TML_Y ? e.ddot.y : e.ddot.x) : rate_of(w, m, to->J);
    w->has_measure[measure] = true;
    return to;
}

void tml_write_terms(tml_plane_writer *w, const tml_terms *terms, int *value, int *rate, int *bias)
{
    *value = *rate = *bias = tml_zero(w);
    for (int k = terms->first; k < terms->first + terms->count; k++) {
        const tml_written_measure *m = tml_write_measure(w, w->e->system->terms[k].measure);
        const int coefficient = tml_written_number(w, w->numbers->at.term[k]);
        *value = tml_plus(w, *value, tml_times(w, coefficient, m->value));
        *rate = tml_plus(w, *rate, tml_times(w, coefficient, m->rate));
        *bias = tml_plus(w, *bias, tml_times(w, coefficient, m->bias));
    }
}
