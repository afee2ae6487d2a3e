/* indeterminate_reactions.c - channels that redundant constraints or actuators leave undetermined.
 *
 *   G' n + b m = 0      rows of joints and drivers; in `inverse` and `balance` rows of joints, and actuators
 *
 * lambda + n and tau + m balance the same forces as lambda and tau. Reactions are linear in both, so that the
 * reactions of every such (n, m) alone show which channels are not unique; all others are. Axes rotate, hence this is
 * evaluated in several rows of the table. Rows in which more constraints are dependent than elsewhere (singular
 * configurations) are left out.
 */
#include "run/indeterminate_reactions.h"
#include "analysis/inverse/actuation.h"
#include "linalg/rank_revealing_qr.h"
#include <math.h>
#include <string.h>

static const double DEPENDENT = 1e-9;  /* unless the analysis gives another value */
static const double NEGLIGIBLE = 1e-9; /* of the largest force that balances the others */
static const double UNCERTAIN = 10;    /* times what the rows are short of being dependent: errors of these forces */
enum { MAX_ROWS = 600, MAX_SAMPLES = 8, MAX_SAMPLED_ROWS = 800, MAX_SYSTEM = 6000 };

/* Constraints that balance each other independently of all others. */
typedef struct {
    int rows, *row, count; /* constraints among the unknowns; these and the actuators */
    int columns, *column;  /* coordinates that they act on: (columns) */
    int least;             /* dependences in the rows of the table so far; -1: none yet */
} group;

typedef struct {
    const tml_system *s;
    tml_actuation *actuation; /* NULL: drivers act */
    const tml_table *table;
    tml_arena *arena;
    double dependent; /* a row less independent of the others than this counts as dependent */
    tml_workspace *work;
    group *groups;
    int group_count, max, all; /* unknowns of the largest group, of all */
    int *place;                /* (nv) of a coordinate among the columns of a group */
    double *q, *zeros, *lambda, *y, *reported;
    size_t base; /* channels of the system */
    int *marks;  /* (column_count) the group that leaves it undetermined, from 1; 0: none */
} search;

/* ---- constraints that can balance each other ---- */

/* A body on which a single joint acts carries no such force: such joints are pruned one by one. */
typedef struct {
    const tml_system *s;
    int *owner; /* (rigid_row_count) whose row it is: joints, then drivers, then rows of their own */
    bool *cut;  /* (owners) */
    int *count; /* (nb) of owners on a body */
    int *group; /* (nb) of bodies that the others connect: the smallest index */
} pruned_graph;

static int owner_of(const tml_system *s, int row)
{
    const int others = s->joint_count + s->drive_count; /* each row that holds an interaction is one of its own */
    return s->rows[row].joint >= 0    ? s->rows[row].joint
           : s->rows[row].driver >= 0 ? s->joint_count + s->rows[row].driver
                                      : others + row;
}

/* Rows of one owner are consecutive. */
static void count_owners(pruned_graph *w)
{
    const tml_system *s = w->s;
    int *last = w->group;
    for (int i = 0; i < s->nb; i++)
        w->count[i] = 0, last[i] = -1;
    for (int i = 0; i < s->rigid_row_count; i++) {
        const tml_constraint *row = &s->rows[i];
        for (int k = row->first_block; !w->cut[w->owner[i]] && k < row->first_block + row->block_count; k++)
            if (last[s->blocks[k].body] != w->owner[i]) {
                last[s->blocks[k].body] = w->owner[i];
                w->count[s->blocks[k].body]++;
            }
    }
}

static void prune(pruned_graph *w)
{
    const tml_system *s = w->s;
    for (bool changed = true; changed;) {
        changed = false;
        count_owners(w);
        for (int i = 0; i < s->rigid_row_count; i++) {
            const tml_constraint *row = &s->rows[i];
            for (int k = row->first_block; !w->cut[w->owner[i]] && k < row->first_block + row->block_count; k++)
                if (w->count[s->blocks[k].body] == 1)
                    w->cut[w->owner[i]] = changed = true;
        }
    }
}

static int root(const pruned_graph *w, int body)
{
    while (w->group[body] != body)
        body = w->group[body];
    return body;
}

static int first_body(const pruned_graph *w, int row)
{
    return root(w, w->s->blocks[w->s->rows[row].first_block].body);
}

static void connect(pruned_graph *w)
{
    const tml_system *s = w->s;
    for (int i = 0; i < s->nb; i++)
        w->group[i] = i;
    for (int i = 0; i < s->rigid_row_count; i++) {
        const tml_constraint *row = &s->rows[i];
        for (int k = row->first_block + 1; !w->cut[w->owner[i]] && k < row->first_block + row->block_count; k++)
            w->group[root(w, s->blocks[k].body)] = first_body(w, i);
    }
}

/* All rows of loops in which some row is dependent: where axes rotate, rows change roles. */
static void list_loops(search *f, const bool *non_unique)
{
    const tml_system *s = f->s;
    pruned_graph w = {.s = s,
                      .owner = TML_NEW_ARRAY(f->arena, int, s->rigid_row_count + 1),
                      .cut = TML_NEW_ARRAY(f->arena, bool, s->joint_count + s->drive_count + s->rigid_row_count + 1),
                      .count = TML_NEW_ARRAY(f->arena, int, s->nb + 1),
                      .group = TML_NEW_ARRAY(f->arena, int, s->nb + 1)};
    for (int i = 0; i < s->rigid_row_count; i++)
        w.owner[i] = owner_of(s, i);
    prune(&w);
    connect(&w);
    int *number = w.count; /* of the group of a body, from 1 */
    memset(number, 0, (size_t)s->nb * sizeof *number);
    for (int i = 0; i < s->rigid_row_count; i++)
        if (non_unique[i] && !w.cut[w.owner[i]] && s->rows[i].block_count && !number[first_body(&w, i)])
            number[first_body(&w, i)] = ++f->group_count;
    f->groups = TML_NEW_ARRAY(f->arena, group, f->group_count + 1);
    for (int pass = 0; pass < 2; pass++)
        for (int i = 0; i < s->rigid_row_count; i++) {
            const int n = w.cut[w.owner[i]] || !s->rows[i].block_count ? 0 : number[first_body(&w, i)];
            group *g = &f->groups[n ? n - 1 : 0];
            if (n && pass == 0)
                g->count++;
            else if (n)
                g->row = g->row ? g->row : TML_NEW_ARRAY(f->arena, int, g->count + 1), g->row[g->rows++] = i;
        }
}

/* Actuators act anywhere: all joints are one group. */
static void list_joints(search *f)
{
    group *g = f->groups = TML_NEW(f->arena, group);
    g->row = TML_NEW_ARRAY(f->arena, int, f->s->rigid_row_count + 1);
    for (int i = 0; i < f->s->rigid_row_count; i++)
        if (f->s->rows[i].joint >= 0)
            g->row[g->rows++] = i;
    g->count = g->rows + f->actuation->count;
    f->group_count = 1;
}

static void list_columns(search *f, group *g)
{
    const tml_system *s = f->s;
    g->least = -1;
    for (int j = 0; j < s->nv; j++)
        f->place[j] = f->actuation ? 0 : -1;
    for (int i = 0; i < g->rows; i++) {
        const tml_constraint *row = &s->rows[g->row[i]];
        for (int k = row->first_block; k < row->first_block + row->block_count; k++)
            for (int j = 0; j < s->nvb; j++)
                f->place[(s->blocks[k].body - 1) * s->nvb + j] = 0;
    }
    for (int j = 0; j < s->nv; j++)
        g->columns += f->place[j] == 0;
    g->column = TML_NEW_ARRAY(f->arena, int, g->columns + 1);
    for (int j = 0, at = 0; j < s->nv; j++)
        if (f->place[j] == 0)
            g->column[at++] = j;
}

static void list_groups(search *f, const bool *non_unique)
{
    if (f->actuation)
        list_joints(f);
    else
        list_loops(f, non_unique);
    f->place = TML_NEW_ARRAY(f->arena, int, f->s->nv + 1);
    for (int i = 0; i < f->group_count; i++) {
        f->max = f->groups[i].count > f->max ? f->groups[i].count : f->max;
        f->all += f->groups[i].count;
        list_columns(f, &f->groups[i]);
    }
}

/* ---- dependences in one row of the table ---- */

/* Rotations as lengths, in the units of actuators. */
static void put_rows(search *f, const group *g, double *rows)
{
    const tml_system *s = f->s;
    const size_t n = (size_t)g->columns;
    const int lin = s->space ? 3 : 2;
    memset(rows, 0, (size_t)g->count * n * sizeof(double));
    for (int j = 0; j < g->columns; j++)
        f->place[g->column[j]] = j;
    for (int i = 0; i < g->rows; i++) {
        const tml_constraint *row = &s->rows[g->row[i]];
        for (int k = row->first_block; k < row->first_block + row->block_count; k++)
            for (int j = 0; j < s->nvb; j++)
                rows[(size_t)i * n + (size_t)f->place[(s->blocks[k].body - 1) * s->nvb + j]] +=
                    f->work->G[(size_t)k * (size_t)s->nvb + (size_t)j] / (j < lin ? 1 : s->size);
    }
    if (!f->actuation)
        return;
    tml_actuation_directions(f->actuation, f->work);
    for (int i = g->rows; i < g->count; i++)
        for (int j = 0; j < g->columns; j++)
            rows[(size_t)i * n + (size_t)j] =
                f->actuation->b[(size_t)(i - g->rows) * (size_t)s->nv + (size_t)g->column[j]];
}

static void mark_channel(search *f, int mark, int actuator, int what)
{
    const long column = tml_table_find(f->table, tml_actuator_channel(f->actuation, actuator, what));
    if (column >= 0)
        f->marks[column] = mark;
}

/* Marks the channels that y alone would change, by more than `negligible`. */
static void mark(search *f, const group *g, int mark, double negligible)
{
    const tml_system *s = f->s;
    const tml_instant instant = {.work = f->work, .q = f->q, .a = f->zeros, .lambda = f->lambda, .single = true};
    memset(f->lambda, 0, (size_t)s->rigid_row_count * sizeof(double));
    for (int i = 0; i < g->rows; i++)
        f->lambda[g->row[i]] = f->y[i];
    for (int i = g->rows; i < g->count; i++)
        if (fabs(f->y[i]) > negligible) {
            mark_channel(f, mark, i - g->rows, TML_CHANNEL_FORCE);
            mark_channel(f, mark, i - g->rows, TML_CHANNEL_POWER);
        }
    tml_channels_fill(&instant, f->reported);
    for (size_t c = 1; c < f->base; c++) {
        const char *unit = f->table->columns[c].unit;
        if (unit[0] == 'N' && fabs(f->reported[c]) > negligible * (unit[1] ? s->size : 1))
            f->marks[c] = mark;
        else if (unit[0] == 'W' && !f->actuation && f->marks[c - 1] == mark) /* of a driver */
            f->marks[c] = mark;
    }
}

static bool test_group(search *f, int index)
{
    group *g = &f->groups[index];
    tml_arena *scratch = tml_arena_part(f->arena);
    tml_rank_qr range = tml_rank_qr_make(g->count, g->columns, scratch);
    put_rows(f, g, range.rows);
    const bool done = tml_rank_qr_factor(&range, g->count, f->dependent);
    const int dependences = g->count - range.rank;
    if (done && range.rank > 0 && (g->least < 0 || dependences <= g->least)) {
        for (size_t c = 0; dependences < g->least && c < f->table->column_count; c++)
            f->marks[c] = f->marks[c] == index + 1 ? 0 : f->marks[c];
        g->least = dependences;
        for (int k = 0; k < dependences; k++) {
            const double left = tml_rank_qr_dependence(&range, k, f->y);
            mark(f, g, index + 1, fmax(NEGLIGIBLE, UNCERTAIN * left));
        }
    }
    tml_arena_free(scratch);
    return done;
}

static bool test_row(search *f, size_t row)
{
    const tml_system *s = f->s;
    const double *values = f->table->values + row * f->table->column_count;
    bool done = true;
    tml_channels_positions(s, values, f->q);
    tml_workspace_set_state(f->work, values[0], f->q, f->zeros);
    tml_workspace_measure(f->work, 0, s->measure_count);
    tml_workspace_constraints(f->work, s->rigid_row_count);
    memset(f->work->force, 0, (size_t)s->law_count * sizeof(double));
    for (int i = 0; done && i < f->group_count; i++)
        done = test_group(f, i);
    return done;
}

/* Whether the table begins with the channels of the system. */
static bool has_positions(search *f)
{
    const tml_column *columns = tml_channels(f->s, f->arena, &f->base);
    bool same = f->table->row_count > 0 && f->table->column_count >= f->base;
    for (size_t c = 0; same && c < f->base; c++)
        same = strcmp(columns[c].name, f->table->columns[c].name) == 0;
    return same;
}

static void allocate(search *f)
{
    const tml_system *s = f->s;
    f->work = tml_workspace_make(s, f->arena);
    tml_workspace_parameters(f->work);
    f->q = TML_NEW_ARRAY(f->arena, double, s->nq + 1);
    f->zeros = TML_NEW_ARRAY(f->arena, double, s->nv + 1);
    f->lambda = TML_NEW_ARRAY(f->arena, double, s->rigid_row_count + 1);
    f->y = TML_NEW_ARRAY(f->arena, double, f->max + 1);
    f->reported = TML_NEW_ARRAY(f->arena, double, f->base + 1);
    f->marks = TML_NEW_ARRAY(f->arena, int, f->table->column_count + 1);
}

/* One row of each of so many parts of the table, at irregular distances: so periodic motions are not sampled at the
 * same phase. */
static size_t sample(size_t rows, int index, int count)
{
    const double offset = index == 0 ? 0 : index == count - 1 ? 0.999 : fmod(0.5 + 0.618 * index, 1);
    return (size_t)(((double)index + offset) * (double)rows / count);
}

const int *tml_indeterminate_channels(const tml_task *task, const tml_table *table)
{
    search f = {.s = task->system,
                .actuation = task->state->actuation,
                .table = table,
                .arena = task->arena,
                .dependent = task->state->dependent > 0 ? task->state->dependent : DEPENDENT};
    if (f.s->rigid_row_count > MAX_SYSTEM || !has_positions(&f))
        return NULL;
    list_groups(&f, task->state->non_unique);
    if (f.all == 0 || f.max > MAX_ROWS)
        return NULL;
    allocate(&f);
    int samples = MAX_SAMPLED_ROWS / f.all + 1;
    samples = samples > MAX_SAMPLES ? MAX_SAMPLES : samples;
    if ((size_t)samples > table->row_count)
        samples = (int)table->row_count;
    for (int i = 0; i < samples; i++)
        if (!test_row(&f, sample(table->row_count, i, samples)))
            return NULL;
    return f.marks;
}
