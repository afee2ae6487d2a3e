/* plane_equations.c - equations of motion and of projection written out:
 *
 *   M = sum V'M V = L' D L, from the leaves to the ground;  C = G V,  Y = C L^-1,  S = Y D^-1 Y' = N E N'
 *   u' = L^-1 (D^-1 f + D^-1 Y' lambda),   f = L^-T V'(Q - M c),   S lambda = gamma - G c - Y D^-1 f
 *   a change d of rows by r:  S mu = r,  d = L^-1 D^-1 Y' mu                 (c: accelerations without u')
 */
#include "dynamics/written_out/plane_writer.h"
#include <string.h>

typedef struct {
    tml_plane_writer *w;
    int n, rows;
    int *L;          /* (n x n) below the diagonal in the order of elimination: from the last coordinate to the first */
    int *inverse;    /* (n) 1/D */
    int *C;          /* (rows x n) */
    int *Y, *scaled; /* (rows x n) Y, Y D^-1 */
    int *N;          /* (rows x rows) */
    int *part;       /* (rows) 1/E */
} solver;

int tml_written_number(tml_plane_writer *w, int index)
{
    const double x = w->numbers->numbers[index];
    if (x == 0 || x == 1 || x == -1)
        return tml_value_constant(w->g, x == 0 ? 0 : x);
    return w->number[index];
}

tml_value2 tml_written_vector(tml_plane_writer *w, int index)
{
    return (tml_value2){tml_written_number(w, index), tml_written_number(w, index + 1)};
}

static int *new_values(const tml_plane_writer *w, int count)
{
    return TML_NEW_ARRAY(w->arena, int, count + 1);
}

/* ---- the mass matrix ---- */

static int mass_entry(tml_plane_writer *w, int i, int j)
{
    int sum = tml_zero(w);
    for (int b = 1; b < w->e->system->nb; b++) {
        const int *a = w->bodies[b].column[i], *c = w->bodies[b].column[j], at = w->numbers->at.body[b];
        const int moved = tml_plus(w, tml_times(w, a[0], c[0]), tml_times(w, a[1], c[1]));
        sum = tml_plus(w, sum, tml_times(w, tml_written_number(w, at + TML_BODY_MASS), moved));
        sum = tml_plus(w, sum, tml_times(w, tml_written_number(w, at + TML_BODY_INERTIA), tml_times(w, a[2], c[2])));
    }
    return sum;
}

/* M = L' D L: coordinate n - 1 is eliminated first, so that a tree has no fill. */
static void factor_mass(solver *s)
{
    tml_plane_writer *w = s->w;
    const int n = s->n;
    int *M = new_values(w, n * n);
    for (int i = 0; i < n; i++)
        for (int j = 0; j <= i; j++)
            M[i * n + j] = mass_entry(w, i, j);
    for (int k = n - 1; k >= 0; k--) {
        s->inverse[k] = tml_value_divide(w->g, tml_value_constant(w->g, 1), M[k * n + k]);
        for (int i = 0; i < k; i++)
            s->L[k * n + i] = tml_times(w, M[k * n + i], s->inverse[k]);
        for (int i = 0; i < k; i++)
            for (int j = 0; j <= i; j++)
                M[i * n + j] = tml_less(w, M[i * n + j], tml_times(w, s->L[k * n + i], M[k * n + j]));
    }
}

/* x = L^-T x: what acts on a coordinate acts on those nearer to the ground. */
static void gather(const solver *s, int *x)
{
    for (int k = s->n - 1; k >= 0; k--)
        for (int i = 0; i < k; i++)
            x[i] = tml_less(s->w, x[i], tml_times(s->w, s->L[k * s->n + i], x[k]));
}

/* x = L^-1 x, from the ground on. */
static void spread(const solver *s, int *x)
{
    for (int k = 0; k < s->n; k++)
        for (int i = 0; i < k; i++)
            x[k] = tml_less(s->w, x[k], tml_times(s->w, s->L[k * s->n + i], x[i]));
}

/* ---- constraints ---- */

/* G' of a row on all bodies times what moves them: by columns, or by the accelerations without u'. */
static int along_columns(tml_plane_writer *w, const tml_terms *terms, int column)
{
    int sum = tml_zero(w);
    for (int k = terms->first; k < terms->first + terms->count; k++) {
        const tml_measure *m = &w->e->system->measures[w->e->system->terms[k].measure];
        const int *J = tml_write_measure(w, w->e->system->terms[k].measure)->J;
        int part = tml_zero(w);
        for (int side = 0; side < 2; side++) {
            const tml_written_body *b = &w->bodies[side ? m->body2 : m->body1];
            const int bias[3] = {b->bias.x, b->bias.y, tml_zero(w)};
            for (int i = 0; i < 3 && b->column; i++)
                part = tml_plus(w, part, tml_times(w, J[3 * side + i], column < 0 ? bias[i] : b->column[column][i]));
        }
        sum = tml_plus(w, sum, tml_times(w, tml_written_number(w, w->numbers->at.term[k]), part));
    }
    return sum;
}

static void factor_rows(solver *s)
{
    tml_plane_writer *w = s->w;
    const int n = s->n, m = s->rows;
    for (int r = 0; r < m; r++) {
        for (int j = 0; j < n; j++)
            s->C[r * n + j] = along_columns(w, &w->e->system->rows[r].terms, j);
        memcpy(s->Y + r * n, s->C + r * n, (size_t)n * sizeof(int));
        gather(s, s->Y + r * n);
        for (int j = 0; j < n; j++)
            s->scaled[r * n + j] = tml_times(w, s->Y[r * n + j], s->inverse[j]);
    }
    int *S = new_values(w, m * m), *square = new_values(w, m), *pivots = new_values(w, m);
    for (int r = 0; r < m; r++)
        for (int c = 0; c <= r; c++) {
            int sum = tml_zero(w);
            for (int j = 0; j < n; j++)
                sum = tml_plus(w, sum, tml_times(w, s->Y[r * n + j], s->scaled[c * n + j]));
            S[r * m + c] = sum;
        }
    for (int r = 0; r < m; r++)
        square[r] = S[r * m + r];
    int worst = tml_value_constant(w->g, 1);
    for (int k = 0; k < m; k++) {
        pivots[k] = S[k * m + k];
        s->part[k] = tml_value_divide(w->g, tml_value_constant(w->g, 1), pivots[k]);
        worst = tml_value_smaller(w->g, worst, tml_value_divide(w->g, pivots[k], square[k]));
        for (int r = k + 1; r < m; r++) {
            s->N[r * m + k] = tml_times(w, S[r * m + k], s->part[k]);
            for (int c = k + 1; c <= r; c++)
                S[r * m + c] = tml_less(w, S[r * m + c], tml_times(w, s->N[r * m + k], S[c * m + k]));
        }
    }
    w->to->square = square, w->to->pivots = pivots, w->to->pivot = worst;
}

/* S x = x */
static void solve_rows(const solver *s, int *x)
{
    const int m = s->rows;
    for (int r = 0; r < m; r++)
        for (int k = 0; k < r; k++)
            x[r] = tml_less(s->w, x[r], tml_times(s->w, s->N[r * m + k], x[k]));
    for (int r = 0; r < m; r++)
        x[r] = tml_times(s->w, x[r], s->part[r]);
    for (int r = m - 1; r >= 0; r--)
        for (int k = r + 1; k < m; k++)
            x[r] = tml_less(s->w, x[r], tml_times(s->w, s->N[k * m + r], x[k]));
}

/* The change of least norm by which rows change by `by`: (n) */
static int *change_rows(const solver *s, const int *by)
{
    int *mu = new_values(s->w, s->rows), *d = new_values(s->w, s->n);
    memcpy(mu, by, (size_t)s->rows * sizeof(int));
    solve_rows(s, mu);
    for (int j = 0; j < s->n; j++) {
        d[j] = tml_zero(s->w);
        for (int r = 0; r < s->rows; r++)
            d[j] = tml_plus(s->w, d[j], tml_times(s->w, s->scaled[r * s->n + j], mu[r]));
    }
    spread(s, d);
    return d;
}

/* ---- accelerations ---- */

/* L^-T V'(Q - M c) */
static int *free_forces(const solver *s, int (*force)[3])
{
    tml_plane_writer *w = s->w;
    int *f = new_values(w, s->n);
    for (int j = 0; j < s->n; j++)
        f[j] = tml_zero(w);
    for (int b = 1; b < w->e->system->nb; b++) {
        const tml_written_body *body = &w->bodies[b];
        const int mass = tml_written_number(w, w->numbers->at.body[b] + TML_BODY_MASS);
        const int Q[3] = {tml_less(w, force[b][0], tml_times(w, mass, body->bias.x)),
                          tml_less(w, force[b][1], tml_times(w, mass, body->bias.y)), force[b][2]};
        for (int j = 0; j < s->n; j++)
            for (int i = 0; i < 3; i++)
                f[j] = tml_plus(w, f[j], tml_times(w, body->column[j][i], Q[i]));
    }
    gather(s, f);
    return f;
}

static void write_accelerations(solver *s, const int *gamma)
{
    tml_plane_writer *w = s->w;
    int(*force)[3] = tml_arena_take(w->arena, sizeof *force * (size_t)w->e->system->nb);
    tml_write_forces(w, force, &w->to->power);
    const int *f = free_forces(s, force);
    int *lambda = new_values(w, s->rows), *udot = new_values(w, s->n);
    for (int r = 0; r < s->rows; r++) {
        lambda[r] = tml_less(w, gamma[r], along_columns(w, &w->e->system->rows[r].terms, -1));
        for (int j = 0; j < s->n; j++)
            lambda[r] = tml_less(w, lambda[r], tml_times(w, s->scaled[r * s->n + j], f[j]));
    }
    solve_rows(s, lambda);
    for (int j = 0; j < s->n; j++) {
        udot[j] = tml_times(w, f[j], s->inverse[j]);
        for (int r = 0; r < s->rows; r++)
            udot[j] = tml_plus(w, udot[j], tml_times(w, s->scaled[r * s->n + j], lambda[r]));
    }
    spread(s, udot);
    w->to->udot = udot;
}

/* ---- projection ---- */

static int times_row(const solver *s, int row, int change)
{
    int sum = tml_zero(s->w);
    for (int j = 0; j < s->n; j++)
        sum = tml_plus(s->w, sum, tml_times(s->w, s->C[row * s->n + j], change + j));
    return sum;
}

/* Largest residual relative to the scales of rows, and their negatives, which corrections change rows by. */
static int residual_of(tml_plane_writer *w, const int *phi, int *back)
{
    int largest = tml_zero(w);
    for (int r = 0; r < w->to->rows; r++) {
        const int scale = tml_written_number(w, w->numbers->at.row[r] + TML_ROW_SCALE);
        largest = tml_value_larger(w->g, largest, tml_value_divide(w->g, tml_value_size(w->g, phi[r]), scale));
        back[r] = tml_value_negate(w->g, phi[r]);
    }
    return largest;
}

/* Measures of projection.c: how far bodies are from the origin, by their size at least 1; how fast they are; what rounding may leave. */
static void write_magnitudes(tml_plane_writer *w)
{
    const tml_system *s = w->e->system;
    const int size = tml_written_number(w, w->numbers->at.size);
    int far = size, fast = tml_zero(w), turn = tml_zero(w);
    for (int b = 1; b < s->nb; b++) {
        const tml_written_body *body = &w->bodies[b];
        far = tml_value_larger(w->g, far, tml_value_size(w->g, body->x));
        far = tml_value_larger(w->g, far, tml_value_size(w->g, body->y));
        fast = tml_value_larger(w->g, fast,
                                tml_times_along(w, (tml_value2){body->vx, body->vy}, (tml_value2){body->vx, body->vy}));
        turn = tml_value_larger(w->g, turn, tml_value_size(w->g, body->w));
    }
    w->to->extent = tml_value_divide(w->g, far, size);
    w->to->fastest = tml_plus(w, tml_value_divide(w->g, tml_value_root(w->g, fast), size), turn);
    int largest = w->to->extent;
    for (int j = 0; j < w->to->n; j++)
        largest = tml_value_larger(w->g, largest,
                                   tml_value_divide(w->g, tml_value_size(w->g, w->to->q + j),
                                                    tml_written_number(w, w->numbers->at.coordinate[j])));
    for (int r = 0; r < w->to->rows; r++)
        for (int k = s->rows[r].terms.first; k < s->rows[r].terms.first + s->rows[r].terms.count; k++) {
            const int value = tml_times(w, tml_written_number(w, w->numbers->at.term[k]),
                                        tml_write_measure(w, s->terms[k].measure)->value);
            const int scale = tml_written_number(w, w->numbers->at.row[r] + TML_ROW_SCALE);
            largest = tml_value_larger(w->g, largest, tml_value_divide(w->g, tml_value_size(w->g, value), scale));
        }
    w->to->rounding = largest;
}

static void write_rows(solver *s, int *phi, int *phidot, int *gamma)
{
    tml_plane_writer *w = s->w;
    for (int r = 0; r < s->rows; r++) {
        int value, rate, bias;
        tml_write_terms(w, &w->e->system->rows[r].terms, &value, &rate, &bias);
        phi[r] = tml_less(w, value, tml_written_number(w, w->numbers->at.row[r] + TML_ROW_TARGET));
        phidot[r] = rate;
        gamma[r] = tml_value_negate(w->g, bias);
    }
}

static void write_projection(solver *s, const int *phi, const int *phidot)
{
    tml_plane_writer *w = s->w;
    tml_plane_equations *to = w->to;
    int *back = new_values(w, s->rows);
    to->residual = residual_of(w, phi, back);
    to->correct_q = change_rows(s, back);
    to->residual_rate = residual_of(w, phidot, back);
    to->correct_u = change_rows(s, back);
    for (int r = 0; r < s->rows; r++)
        back[r] = times_row(s, r, to->change);
    to->across_q = change_rows(s, back);
    for (int r = 0; r < s->rows; r++)
        back[r] = times_row(s, r, to->speed);
    to->across_u = change_rows(s, back);
    write_magnitudes(w);
}

/* ---- programs ---- */

static void collect(int *list, int *count, const int *values, int n)
{
    for (int i = 0; i < n; i++)
        list[(*count)++] = values[i];
}

static void make_programs(tml_plane_writer *w)
{
    tml_plane_equations *to = w->to;
    int *list = new_values(w, 8 * to->n + 2 * to->rows + to->input_count + 16), count = 0;
    collect(list, &count, to->udot, to->n);
    collect(list, &count, to->input, to->input_count);
    collect(list, &count, (int[]){to->power, to->pivot}, 2);
    to->rates = tml_value_program_make(w->g, list, count, w->arena);
    count = 0;
    collect(list, &count, to->correct_q, to->n), collect(list, &count, to->correct_u, to->n);
    collect(list, &count, (int[]){to->residual, to->residual_rate, to->fastest}, 3);
    to->close = tml_value_program_make(w->g, list, count, w->arena);
    collect(list, &count, to->across_q, to->n), collect(list, &count, to->across_u, to->n);
    collect(list, &count, to->square, to->rows), collect(list, &count, to->pivots, to->rows);
    collect(list, &count, (int[]){to->extent, to->rounding, to->pivot}, 3);
    to->split = tml_value_program_make(w->g, list, count, w->arena);
}

static void list_constants(tml_plane_writer *w)
{
    tml_value *list = TML_NEW_ARRAY(w->arena, tml_value, w->g->count + 1);
    for (int i = 0; i < w->g->count; i++)
        if (w->g->values[i].op == TML_VALUE_CONSTANT)
            list[w->to->constant_count++] = w->g->values[i];
    w->to->constants = list;
}

/* Inputs that narrow features of the motion read, so that each stage can tell where it has been. */
static void write_feature_inputs(tml_plane_writer *w)
{
    const tml_system *s = w->e->system;
    int *input = new_values(w, s->input_count);
    for (int i = 0; i < s->input_count; i++)
        input[i] = tml_plane_numbers_feature_reads(s, i) ? tml_write_input(w, i) : -1;
    w->to->input = input;
    w->to->input_count = s->input_count;
}

static int inputs(tml_plane_writer *w, int count)
{
    const int first = w->g->count;
    for (int i = 0; i < count; i++)
        tml_value_input(w->g);
    return first;
}

static void make_inputs(tml_plane_writer *w)
{
    tml_plane_equations *to = w->to;
    to->time = tml_value_input(w->g);
    to->q = inputs(w, to->n), to->u = inputs(w, to->n);
    to->change = inputs(w, to->n), to->speed = inputs(w, to->n);
    w->number = new_values(w, w->numbers->count);
    for (int i = 0; i < w->numbers->count; i++) {
        const double x = w->numbers->numbers[i];
        w->number[i] = x == 0 || x == 1 || x == -1 ? -1 : tml_value_input(w->g);
    }
    to->number = w->number;
}

const tml_plane_equations *tml_plane_equations_write(const tml_equations *e, const tml_plane_numbers *numbers,
                                                     tml_arena *arena)
{
    const tml_system *system = e->system;
    tml_plane_equations *to = TML_NEW(arena, tml_plane_equations);
    tml_value_graph g;
    tml_value_graph_begin(&g, arena);
    *to = (tml_plane_equations){.n = e->nv, .rows = e->rows};
    tml_plane_writer w = {.e = e, .numbers = numbers, .g = &g, .arena = arena, .to = to};
    w.bodies = TML_NEW_ARRAY(arena, tml_written_body, system->nb + 1);
    w.measures = TML_NEW_ARRAY(arena, tml_written_measure, system->measure_count + 1);
    w.has_measure = TML_NEW_ARRAY(arena, bool, system->measure_count + 1);
    make_inputs(&w);
    tml_write_bodies(&w);
    solver s = {.w = &w, .n = to->n, .rows = to->rows};
    s.L = new_values(&w, s.n * s.n), s.inverse = new_values(&w, s.n), s.C = new_values(&w, s.rows * s.n);
    s.Y = new_values(&w, s.rows * s.n), s.scaled = new_values(&w, s.rows * s.n);
    s.N = new_values(&w, s.rows * s.rows), s.part = new_values(&w, s.rows);
    int *phi = new_values(&w, s.rows), *phidot = new_values(&w, s.rows), *gamma = new_values(&w, s.rows);
    write_rows(&s, phi, phidot, gamma);
    factor_mass(&s);
    factor_rows(&s);
    write_accelerations(&s, gamma);
    write_projection(&s, phi, phidot);
    write_feature_inputs(&w);
    make_programs(&w);
    list_constants(&w);
    to->value_count = g.count;
    return to;
}

tml_lanes *tml_plane_equations_values(const tml_plane_equations *p, tml_arena *arena)
{
    tml_lanes *values = tml_lanes_take(arena, p->value_count);
    for (int i = 0; i < p->constant_count; i++)
        for (int lane = 0; lane < TML_LANES; lane++)
            values[p->constants[i].to][lane] = p->constants[i].value;
    return values;
}

void tml_plane_equations_load(const tml_plane_equations *p, const tml_plane_numbers *numbers, int lane,
                              tml_lanes *values)
{
    for (int i = 0; i < numbers->count; i++)
        if (p->number[i] >= 0)
            values[p->number[i]][lane] = numbers->numbers[i];
}
