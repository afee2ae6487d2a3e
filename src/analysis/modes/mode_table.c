/* mode_table.c - modes as a table and as facts.
 *
 * s = re + i im: frequency im/(2 pi), natural frequency |s|, damping ratio -re/|s|, time constant -1/re. A shape has
 * real and imaginary parts, with phase and amplitude such that the largest entry is 1: the motion is position +
 * amplitude (re cos wt - im sin wt) e^(re t). The participation of a body is its share of the kinetic energy, x' M x.
 */
#include "analysis/modes/mode_table.h"
#include "model/channel.h"
#include <complex.h>
#include <math.h>
#include <string.h>

enum { MAX_REPORTED = 40 };
static const double PI = 3.14159265358979323846;

/* Columns before the shape. */
enum { RE = 2, IM, HERTZ, NATURAL, DAMPING, TIME, RIGID, HEAD }; /* of TML_OF_MODE */

/* ---- columns ---- */

typedef struct {
    tml_column *columns;
    size_t count;
    tml_arena *arena;
} column_list;

static void list(column_list *l, const char *of, const char *name, const char *unit)
{
    for (int i = 0; i < 2; i++) {
        const char *part = tml_channel_at(TML_OF_SHAPE, false, false, i)->name;
        l->columns[l->count++] = (tml_column){tml_arena_format(l->arena, "%s.%s.%s", of, name, part), unit};
    }
}

static const char *body_coordinate(const tml_system *s, int k)
{
    static const char *const plane[] = {"x", "y", "angle"}, *const space[] = {"x", "y", "z", "turnx", "turny", "turnz"};
    return (s->space ? space : plane)[k];
}

static void list_all(column_list *l, const tml_system *s)
{
    const tml_channel *share = tml_channel_at(TML_OF_SHAPE, s->space, false, 2);
    for (int i = 0; i < s->joint_count; i++)
        for (int k = s->joints[i].first_coordinate; k < s->joints[i].first_coordinate + s->joints[i].coordinate_count;
             k++)
            if (s->coordinates[k].term.measure >= 0)
                list(l, s->joints[i].name, s->coordinates[k].name,
                     tml_unit_of_motion(s->coordinates[k].is_rotation, 0));
    for (int b = 1; b < s->nb; b++)
        for (int k = 0; k < (s->space ? 6 : 3); k++)
            list(l, s->masses[b].name, body_coordinate(s, k), tml_unit_of_motion(tml_is_rotation(s, k), 0));
    for (int b = 1; b < s->nb; b++)
        l->columns[l->count++] = (tml_column){tml_arena_dotted(l->arena, s->masses[b].name, share->name), share->unit};
}

/* ---- shapes ---- */

static double complex at(const tml_mode *m, int j)
{
    return m->x[j] + m->x_im[j] * I;
}

static double complex along(const tml_workspace *work, tml_term term, const tml_mode *m)
{
    const tml_system *s = work->system;
    const tml_measure *measure = &s->measures[term.measure];
    const double *J = work->J + (size_t)term.measure * 2 * (size_t)s->nvb;
    double complex sum = 0;
    for (int side = 0; side < 2; side++) {
        const int body = side ? measure->body2 : measure->body1;
        for (int j = 0; body && j < s->nvb; j++)
            sum += J[side * s->nvb + j] * at(m, (body - 1) * s->nvb + j);
    }
    return term.coefficient * sum;
}

/* Displacement k of a body, rotations about ground axes. */
static double complex link_of_body(const tml_workspace *work, int body, int k, const tml_mode *m)
{
    const int first = (body - 1) * work->system->nvb;
    if (!work->system->space || k < 3)
        return at(m, first + k);
    double complex sum = 0;
    for (int j = 0; j < 3; j++)
        sum += work->motion3[body].R.m[k - 3][j] * at(m, first + 3 + j);
    return sum;
}

/* The length that an entry corresponds to. */
static double arm_of(double size, const tml_column *column)
{
    return tml_unit_quantity(column->unit) == TML_QUANTITY_ANGLE ? size : 1;
}

static void put_shares(const tml_system *s, const tml_mode *m, double *row)
{
    double y[6], sum = 0;
    for (int b = 1; b < s->nb; b++) {
        const tml_mass *mass = &s->masses[b];
        row[b - 1] = 0;
        for (int part = 0; part < 2; part++) {
            const double *x = (part ? m->x_im : m->x) + (b - 1) * s->nvb;
            for (int k = 0; k < s->nvb; k++)
                y[k] = mass->mass * x[k];
            if (s->space) {
                const tml_vec3 w = tml_rotate(&mass->inertia, (tml_vec3){x[3], x[4], x[5]});
                y[3] = w.x, y[4] = w.y, y[5] = w.z;
            } else {
                y[2] = mass->inertia.m[2][2] * x[2];
            }
            for (int k = 0; k < s->nvb; k++)
                row[b - 1] += x[k] * y[k];
        }
        sum += row[b - 1];
    }
    for (int b = 1; b < s->nb; b++)
        row[b - 1] = sum > 0 ? row[b - 1] / sum : 0;
}

/* Real and imaginary parts of all entries, the largest of them 1: angles are multiplied by the size of the mechanism.
 * columns: those of row */
static void put_shape(const tml_workspace *work, const tml_mode *m, const tml_column *columns, double *row)
{
    const tml_system *s = work->system;
    double *next = row, max = 0;
    double complex largest = 0;
    for (int k = 0; k < s->coordinate_count; k++)
        if (s->coordinates[k].term.measure >= 0) {
            const double complex x = along(work, s->coordinates[k].term, m);
            *next++ = creal(x), *next++ = cimag(x);
        }
    for (int b = 1; b < s->nb; b++)
        for (int k = 0; k < s->nvb; k++) {
            const double complex x = link_of_body(work, b, k, m);
            *next++ = creal(x), *next++ = cimag(x);
        }
    for (double *x = row; x < next; x += 2) {
        const double moves = hypot(x[0], x[1]) * arm_of(s->size, &columns[x - row]);
        if (moves > max * (1 + 1e-6))
            max = moves, largest = x[0] + x[1] * I;
    }
    for (double *x = row; x < next && largest != 0; x += 2) {
        const double complex part = (x[0] + x[1] * I) / largest;
        x[0] = creal(part) + 0.0, x[1] = cimag(part) + 0.0;
    }
    put_shares(s, m, next);
}

static void put_numbers(const tml_mode *m, double t, size_t number, double *row)
{
    const double size = hypot(m->re, m->im);
    row[0] = t, row[1] = (double)number;
    row[RE] = m->re, row[IM] = m->im;
    row[HERTZ] = m->im / (2 * PI);
    row[NATURAL] = size;
    row[DAMPING] = size > 0 ? -m->re / size + 0.0 : 0;
    row[TIME] = m->re != 0 ? -1 / m->re : INFINITY;
    row[RIGID] = m->rigid;
}

tml_table *tml_mode_table(tml_task *task, const tml_workspace *work, const tml_modes *modes)
{
    const tml_system *s = task->system;
    const size_t max = HEAD + 2 * (size_t)(s->coordinate_count + s->nv) + (size_t)s->nb;
    column_list l = {.columns = TML_NEW_ARRAY(task->arena, tml_column, max), .count = HEAD, .arena = task->arena};
    for (int i = 0; i < HEAD; i++) {
        const tml_channel *c = tml_channel_at(TML_OF_MODE, s->space, false, i);
        l.columns[i] = (tml_column){c->name, c->unit};
    }
    list_all(&l, s);
    tml_table *table = tml_results_add(task->results, task->element->kind, task->model->title, l.columns, l.count);
    for (int i = 0; table && i < modes->count; i++) {
        double *row = tml_table_append(table);
        if (!row)
            return NULL;
        put_numbers(&modes->list[i], task->state->t, (size_t)i + 1, row);
        put_shape(work, &modes->list[i], table->columns + HEAD, row + HEAD);
    }
    return table;
}

/* ---- text ---- */

/* The name of the largest entry, which is 1, without its ".re". */
static const char *name_of(const tml_table *table, size_t row, double size, tml_arena *arena)
{
    const double *values = table->values + row * table->column_count;
    size_t best = HEAD;
    double max = 0;
    for (size_t c = HEAD; c + 1 < table->column_count && strstr(table->columns[c].name, ".re"); c += 2) {
        const double moves = hypot(values[c], values[c + 1]) * arm_of(size, &table->columns[c]);
        if (moves > max * (1 + 1e-6))
            max = moves, best = c;
    }
    return tml_arena_text(arena, table->columns[best].name, strlen(table->columns[best].name) - 3);
}

static bool grows(const tml_mode *m, double largest)
{
    return m->re > fmax(1e-8 * hypot(m->re, m->im), 1e-12 * largest);
}

/* "crank.angle; follower 83 % of the energy" */
static const char *description_of(const tml_task *task, const tml_table *table, size_t row)
{
    const tml_system *s = task->system;
    const double *share = table->values + (row + 1) * table->column_count - (size_t)(s->nb - 1);
    int max = 0;
    for (int b = 1; b < s->nb - 1; b++)
        max = share[b] > share[max] * (1 + 1e-6) ? b : max;
    const char *name = name_of(table, row, s->size, task->arena);
    if (s->nb == 2 || share[max] < 0.1)
        return name;
    return tml_arena_format(task->arena, "%s; %s has %.0f %% of the energy", name, s->masses[max + 1].name,
                            100 * share[max]);
}

static void add_mode_fact(const tml_task *task, tml_table *table, const tml_mode *m, size_t i, double largest)
{
    const char *name = tml_arena_format(task->arena, "mode %zu", i + 1), *of = description_of(task, table, i);
    const double size = hypot(m->re, m->im), damping = size > 0 ? -m->re / size : 0, hertz = m->im / (2 * PI);
    if (m->rigid)
        tml_table_add_fact(table, name, 0, "rigid: %s", of);
    else if (m->im == 0)
        tml_table_add_fact(table, name, 0, "%s at %.6g 1/s, time constant %.6g s: %s", m->re > 0 ? "grows" : "decays",
                           fabs(m->re), fabs(1 / m->re), of);
    else if (grows(m, largest))
        tml_table_add_fact(table, name, hertz, "%.6g Hz, grows at %.6g 1/s: %s", hertz, m->re, of);
    else if (fabs(damping) < 1e-8)
        tml_table_add_fact(table, name, hertz, "%.6g Hz: %s", hertz, of);
    else
        tml_table_add_fact(table, name, hertz, "%.6g Hz, damping %.4g: %s", hertz, damping, of);
}

static double largest_of(const tml_modes *modes)
{
    double largest = 0;
    for (int i = 0; i < modes->count; i++)
        largest = fmax(largest, hypot(modes->list[i].re, modes->list[i].im));
    return largest;
}

void tml_mode_table_facts(const tml_task *task, tml_table *table, const tml_modes *modes, bool frozen)
{
    const double largest = largest_of(modes);
    int growing = 0, rigid = 0;
    for (int i = 0; i < modes->count; i++) {
        growing += grows(&modes->list[i], largest);
        rigid += modes->list[i].rigid;
    }
    const char *some = modes->complete ? "" : ", as far as was looked";
    if (growing)
        tml_table_add_fact(table, "stability", -growing, "%s%d mode%s grow%s%s%s", frozen ? "" : "unstable: ", growing,
                           growing == 1 ? "" : "s", growing == 1 ? "s" : "", some,
                           frozen ? "; with everything else frozen at this instant: it tells nothing of a motion" : "");
    else if (rigid)
        tml_table_add_fact(table, "stability", 0, "%d rigid mode%s, none grows%s", rigid, rigid == 1 ? "" : "s", some);
    else
        tml_table_add_fact(table, "stability", 1, "no mode grows%s", some);
    for (int i = 0; i < modes->count && i < MAX_REPORTED; i++)
        add_mode_fact(task, table, &modes->list[i], (size_t)i, largest);
    if (modes->count > MAX_REPORTED)
        tml_table_add_fact(table, "further modes", modes->count - MAX_REPORTED, "%d, in the table",
                           modes->count - MAX_REPORTED);
}

void tml_mode_table_warn(const tml_task *task, const tml_table *table, const tml_modes *modes, const char *what)
{
    const double largest = largest_of(modes);
    for (int i = 0; i < modes->count; i++)
        if (grows(&modes->list[i], largest)) {
            tml_log_raise(task->log, TML_N_MODES_UNSTABLE, task->element->place,
                          "modes: %s is unstable: mode %d (%s) grows at %.4g 1/s", what, i + 1,
                          name_of(table, (size_t)i, task->system->size, task->arena), modes->list[i].re);
            return;
        }
}
