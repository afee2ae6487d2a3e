/* error_estimate.c - global error of motions, estimated from runs at other tolerances.
 *
 * y at the requested tolerance r, a at r/10, b at r/100. If the method converges, |y - b| is the error of y to one
 * percent. If not (rounding, discontinuities, chaos), the three differ at random. The estimate for a channel at time t
 * is
 *   E(t) = max over s <= t, and a few rows beyond, of (largest + smallest of |y - a|, |y - b|, |a - b|) + rounding,
 * and from the time on at which E exceeds a fraction of the range of the channel no digit is correct: E is at least
 * that range.
 * Events are compared one by one, each at its own time (verify/align.h). A row that is nearer to an event than its time is known may be on
 * either side of it: E there is at least the jump. Where slip in a plane ends, accelerations and forces have no limit: their
 * differences in the row at that instant are those of this row alone. A touching point may be at another place where no force acts on it.
 */
#include "verify/error_estimate.h"
#include "analysis/analysis.h"
#include "base/guard.h"
#include "verify/align.h"
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

const double tml_error_refinement[TML_ERROR_RUNS] = {10, 100};

static const double REVOLUTION = 6.28318530717958647693;
static const double NO_DIGITS = 0.3; /* of the range of a channel */
static const double NO_LIMIT =
    1e-2; /* of the range: what forces determine, and differs by more at an event, has no limit there */
static const double
    STANDS_OUT = 10,
    CHANCE = 10; /* so many times larger at an event than between: by chance, and so many times as uncertain */
static const double SMALL = 1e-6; /* of the largest value of its kind: a channel with a smaller range does not move */
static const double DRIFT = 1;    /* of the rounding of a step, in units of the last digit */
enum { MAX_NAMES = 4, AHEAD = 2, AHEAD_FRACTION = 100 }; /* rows of look-ahead, and a fraction of all */

/* Reported together: channels of one quantity, and the rounding of values of that kind, in units of the last digit of the
 * largest. */
typedef struct {
    tml_column_quantity of;
    const char *name;
    double rounding;
} quantity;

static const quantity quantities[] = {
    {TML_QUANTITY_LENGTH, "positions", 8},
    {TML_QUANTITY_ANGLE, "angles", 8},
    {TML_QUANTITY_NUMBER, "orientations", 8},
    {TML_QUANTITY_VELOCITY, "velocities", 32},
    {TML_QUANTITY_ANGULAR_VELOCITY, "angular velocities", 32},
    {TML_QUANTITY_ACCELERATION, "accelerations", 256},
    {TML_QUANTITY_ANGULAR_ACCELERATION, "angular accelerations", 256},
    {TML_QUANTITY_FORCE, "forces", 256},
    {TML_QUANTITY_TORQUE, "torques", 256},
    {TML_QUANTITY_POWER, "powers", 256},
    {TML_QUANTITY_ENERGY, "energies", 256},
    {TML_QUANTITY_OTHER, "other channels", 256}, /* of states and the like: each is compared to its own values */
};
enum { QUANTITIES = sizeof quantities / sizeof *quantities };

typedef struct {
    const tml_table *y, *a, *b;
    tml_table *out;
    tml_alignment at;                              /* of y, a and b */
    size_t rows;                                   /* common to all, of these */
    size_t *of;                                    /* (rows of y) which of these each is; TML_NO_ROW: none */
    size_t unsure;                                 /* rows of y that may be on either side of an event */
    double largest[QUANTITIES], level[QUANTITIES]; /* the same, or that of related quantities */
    double drift; /* rounding of single steps accumulates as a random walk: in units of the last digit */
    double time;  /* largest difference of times: of the end, if an event sets it */
} estimation;

/* Its place in the list; -1: it has none. */
static int index_of(tml_column_quantity of)
{
    for (int q = 0; q < QUANTITIES; q++)
        if (quantities[q].of == of)
            return q;
    return -1;
}

static bool ends_in(const char *name, const char *ending)
{
    const char *dot = strrchr(name, '.');
    return dot && strcmp(dot, ending) == 0;
}

/* The column of qw, where this one is a part of a quaternion; -1. */
static long quaternion_of(const tml_table *t, size_t column)
{
    static const char *const parts[] = {".qw", ".qx", ".qy", ".qz"};
    for (size_t i = 0; i < 4 && i <= column; i++)
        if (t->columns[column].unit[0] == 0 && ends_in(t->columns[column].name, parts[i]) &&
            column - i + 3 < t->column_count)
            return (long)(column - i);
    return -1;
}

/* The quantity of a channel; -1: it is an error itself, or the time. */
static int quantity_of(const tml_table *t, size_t column)
{
    const tml_column *c = &t->columns[column];
    if (strncmp(c->name, "residual.", 9) == 0 || strcmp(c->name, "energy.error") == 0)
        return -1;
    const tml_column_quantity of = tml_unit_quantity(c->unit);
    return index_of(of == TML_QUANTITY_NUMBER && quaternion_of(t, column) < 0 ? TML_QUANTITY_OTHER : of);
}

/* Angles of universal and spherical joints are known up to full revolutions. */
static bool wraps(const char *name)
{
    return ends_in(name, ".angle1") || ends_in(name, ".angle2") || ends_in(name, ".angle3");
}

static double gap(const tml_table *like, size_t column, const double *a, const double *b)
{
    const long w = quaternion_of(like, column);
    double sign = 1;
    if (w >= 0) /* q and -q are one orientation */
        sign = a[w] * b[w] + a[w + 1] * b[w + 1] + a[w + 2] * b[w + 2] + a[w + 3] * b[w + 3] < 0 ? -1 : 1;
    if (a[column] == b[column] || (isnan(a[column]) && isnan(b[column])))
        return 0;
    const double d = fabs(a[column] - sign * b[column]);
    return isnan(d) ? INFINITY : wraps(like->columns[column].name) ? fabs(remainder(d, REVOLUTION)) : d;
}

static const double *row_of(const tml_table *t, size_t row)
{
    return t->values + row * t->column_count;
}

static double apart(const estimation *e, size_t row, size_t column)
{
    const double *y = row_of(e->y, e->at.row[0][row]), *a = row_of(e->a, e->at.row[1][row]),
                 *b = row_of(e->b, e->at.row[2][row]);
    const double ya = gap(e->y, column, y, a), yb = gap(e->y, column, y, b), ab = gap(e->y, column, a, b);
    return fmax(fmax(ya, yb), ab) + fmin(fmin(ya, yb), ab);
}

/* The range of a channel in a stretch of time, of all three. */
static double jump(const estimation *e, const tml_uncertain *near, size_t column)
{
    const tml_table *const tables[] = {e->y, e->a, e->b};
    double low = INFINITY, high = -INFINITY;
    for (int k = 0; k < 3; k++) {
        size_t first = 0, last = tables[k]->row_count;
        while (first < last) {
            const size_t middle = (first + last) / 2;
            if (row_of(tables[k], middle)[0] < near->begin)
                first = middle + 1;
            else
                last = middle;
        }
        for (; first < tables[k]->row_count && row_of(tables[k], first)[0] <= near->end; first++)
            low = fmin(low, row_of(tables[k], first)[column]), high = fmax(high, row_of(tables[k], first)[column]);
    }
    return high > low ? high - low : 0;
}

static bool is_at_event(const tml_table *t, size_t row)
{
    const double now = row_of(t, row)[0];
    return (row > 0 && row_of(t, row - 1)[0] == now) || (row + 1 < t->row_count && row_of(t, row + 1)[0] == now);
}

static double range_of(const estimation *e, size_t column)
{
    double low = INFINITY, high = -INFINITY;
    const tml_table *const tables[] = {e->y, e->b};
    for (int k = 0; k < 2; k++)
        for (size_t row = 0; row < tables[k]->row_count; row++) {
            const double x = row_of(tables[k], row)[column];
            if (isfinite(x))
                low = fmin(low, x), high = fmax(high, x);
        }
    return high >= low ? high - low : 0;
}

static void find_largest(estimation *e)
{
    for (size_t j = 0; j < e->y->column_count; j++) {
        const int q = quantity_of(e->y, j);
        for (size_t row = 0; q >= 0 && row < e->y->row_count; row++)
            if (isfinite(row_of(e->y, row)[j]))
                e->largest[q] = fmax(e->largest[q], fabs(row_of(e->y, row)[j]));
    }
}

/* A mechanism at rest has velocities of rounding: they are compared to its size, per duration of the run. */
static void raise_by_time(estimation *e, double arm)
{
    const tml_table *y = e->y;
    const double span = row_of(y, y->row_count - 1)[0] - row_of(y, 0)[0];
    const struct {
        tml_column_quantity of;
        double level;
    } least[] = {{TML_QUANTITY_VELOCITY, arm / span},
                 {TML_QUANTITY_ANGULAR_VELOCITY, 1 / span},
                 {TML_QUANTITY_ACCELERATION, arm / (span * span)},
                 {TML_QUANTITY_ANGULAR_ACCELERATION, 1 / (span * span)}};
    for (size_t i = 0; span > 0 && i < sizeof least / sizeof *least; i++) {
        double *level = &e->level[index_of(least[i].of)];
        *level = fmax(*level, least[i].level);
    }
}

/* If nothing rotates, or nothing else, values are zero up to the rounding of the others: arm times the one is as large
 * as the other. */
static void find_related(estimation *e)
{
    static const tml_column_quantity pairs[][2] = {{TML_QUANTITY_VELOCITY, TML_QUANTITY_ANGULAR_VELOCITY},
                                                   {TML_QUANTITY_ACCELERATION, TML_QUANTITY_ANGULAR_ACCELERATION},
                                                   {TML_QUANTITY_TORQUE, TML_QUANTITY_FORCE}};
    const double arm = e->largest[0] > 0 ? e->largest[0] : 1; /* of positions */
    for (size_t i = 0; i < sizeof pairs / sizeof *pairs; i++) {
        const int long_one = index_of(pairs[i][0]), short_one = index_of(pairs[i][1]);
        const double a = e->largest[long_one], b = e->largest[short_one];
        e->level[long_one] = fmax(a, arm * b);
        e->level[short_one] = fmax(b, a / arm);
    }
    for (int q = 0; q < QUANTITIES; q++)
        e->level[q] = fmax(e->level[q], e->largest[q]);
    raise_by_time(e, arm);
    const int angle = index_of(TML_QUANTITY_ANGLE);
    e->level[angle] = fmax(e->level[angle], 1); /* small ones are differences of orientations */
    const int power = index_of(TML_QUANTITY_POWER), force = index_of(TML_QUANTITY_FORCE),
              velocity = index_of(TML_QUANTITY_VELOCITY), energy = index_of(TML_QUANTITY_ENERGY);
    e->level[power] = fmax(e->level[power], e->level[force] * e->level[velocity]);
    e->level[energy] = fmax(e->level[energy], e->level[force] * arm);
}

/* What a channel is compared to. */
static double level_of(const estimation *e, size_t column)
{
    const int q = quantity_of(e->y, column);
    double largest = 0;
    if (q < 0 || quantities[q].of != TML_QUANTITY_OTHER)
        return q < 0 ? 0 : e->level[q];
    for (size_t row = 0; row < e->y->row_count; row++)
        if (isfinite(row_of(e->y, row)[column]))
            largest = fmax(largest, fabs(row_of(e->y, row)[column]));
    return largest;
}

static bool depends_on_forces(int q)
{
    static const tml_column_quantity forces[] = {TML_QUANTITY_ACCELERATION, TML_QUANTITY_ANGULAR_ACCELERATION,
                                                 TML_QUANTITY_FORCE, TML_QUANTITY_TORQUE, TML_QUANTITY_POWER};
    bool depends = false;
    for (size_t i = 0; q >= 0 && i < sizeof forces / sizeof *forces; i++)
        depends |= quantities[q].of == forces[i];
    return depends;
}

/* What depends on forces has no limit where slip ends: it may differ at an event, and nowhere else. */
static bool differs_there_alone(const estimation *e, int q, size_t row, double found, double swing)
{
    return depends_on_forces(q) && found > NO_LIMIT * swing && is_at_event(e->y, e->at.row[0][row]);
}

/* A touching point without a force: of several places that are equally near it may be any. */
static bool is_at_another_place(const estimation *e, size_t column, size_t row, double found, double swing)
{
    const long force = found > NO_LIMIT * swing ? tml_table_force_at(e->y, column) : -1;
    return force >= 0 && tml_table_size_at(e->y, force, row_of(e->y, e->at.row[0][row])) == 0;
}

/* Differences that count in one row of y alone. */
static double at_row(const estimation *e, size_t row, size_t column)
{
    const tml_uncertain *near = e->of[row] == TML_NO_ROW ? tml_align_near(&e->at, row_of(e->y, row)[0]) : NULL;
    return near ? jump(e, near, column) : e->of[row] < e->rows ? apart(e, e->of[row], column) : 0;
}

/* Fills a column of estimates; returns the first row without correct digits, or the number of rows. */
static size_t fill(estimation *e, size_t column)
{
    const int q = quantity_of(e->y, column);
    const double level = level_of(e, column), swing = range_of(e, column);
    const double rounding = q >= 0 ? (quantities[q].rounding + e->drift) * DBL_EPSILON * level : 0;
    const bool moves = swing > SMALL * level;
    double now = 0, between = 0; /* the largest differences, and those between events */
    const size_t ahead = AHEAD + e->y->row_count / AHEAD_FRACTION,
                 last = e->rows ? e->at.row[0][e->rows - 1] : 0; /* beyond it nothing is known */
    size_t lost = e->y->row_count, seen = 0;
    for (size_t row = 0; row < e->y->row_count; row++) {
        for (; seen < e->rows && e->at.row[0][seen] <= row + ahead; seen++) {
            const double found = apart(e, seen, column);
            if (!differs_there_alone(e, q, seen, found, swing) && !is_at_another_place(e, column, seen, found, swing))
                now = fmax(now, found);
            if (!is_at_event(e->y, e->at.row[0][seen]))
                between = fmax(between, found);
        }
        const bool beyond = (row > last || !e->rows) && !tml_align_near(&e->at, row_of(e->y, row)[0]);
        if (column > 0 && lost > row && (beyond || !(now <= NO_DIGITS * swing)) &&
            (moves || now > SMALL * level || beyond))
            lost = row;
        double *out = e->out->values + row * e->out->column_count + column;
        *out = lost <= row ? fmax(isfinite(now) ? now : 0, swing) + rounding
                           : fmax(now, at_row(e, row, column)) + rounding;
        if (now > STANDS_OUT * (between + rounding) && depends_on_forces(q) && is_at_event(e->y, row))
            *out *= CHANCE;
    }
    return q >= 0 ? lost : e->y->row_count;
}

/* ---- text ---- */

static void add_quantity_fact(const estimation *e, tml_table *y, int q)
{
    double max = -1, relative = -1;
    size_t where = 0;
    const size_t last = y->row_count - 1;
    const bool other = quantities[q].of == TML_QUANTITY_OTHER;
    for (size_t j = 0; j < y->column_count; j++) {
        const double error = row_of(e->out, last)[j]; /* estimates never decrease */
        if (quantity_of(y, j) != q)
            continue;
        const double compared = !other ? error : error > 0 ? error / fmax(level_of(e, j), DBL_MIN) : 0;
        if (compared > relative)
            relative = compared, max = error, where = j;
    }
    if (max < 0)
        return;
    char name[64];
    snprintf(name, sizeof name, "error of %s", quantities[q].name);
    const tml_column *worst = &y->columns[where];
    tml_table_add_fact(y, name, max, "%.2g%s%s in %s, of values up to %.3g", max, worst->unit[0] ? " " : "",
                       worst->unit, worst->name, other ? level_of(e, where) : e->largest[q]);
}

static double fact(const tml_table *t, const char *name)
{
    for (size_t i = 0; i < t->fact_count; i++)
        if (strcmp(t->facts[i].name, name) == 0)
            return t->facts[i].number;
    return NAN;
}

static void add_method_fact(const estimation *e, tml_table *y)
{
    const double ra = fact(e->a, "tolerance"), rb = fact(e->b, "tolerance");
    if (isfinite(ra) && isfinite(rb))
        tml_table_add_fact(y, "error of the result", NAN,
                           "estimated by two more runs at tolerances of %.1g and %.1g; channels: dynamics.error", ra,
                           rb);
    else
        tml_table_add_fact(y, "error of the result", NAN,
                           "estimated by two more runs with steps of %.3g s and %.3g s; channels: dynamics.error",
                           fact(e->a, "step"), fact(e->b, "step"));
}

/* The channels that lose all digits first. */
static void report_lost(tml_table *y, const size_t *lost, tml_log *log)
{
    tml_text text = {0};
    size_t count = 0;
    for (size_t j = 1; j < y->column_count; j++)
        count += lost[j] < y->row_count;
    if (count == 0)
        return;
    bool reported[MAX_NAMES] = {0};
    size_t names[MAX_NAMES], n = 0;
    for (; n < MAX_NAMES && n < count; n++) {
        size_t best = 0;
        for (size_t j = 1; j < y->column_count; j++) {
            bool known = lost[j] == y->row_count;
            for (size_t k = 0; k < n; k++)
                known |= names[k] == j;
            if (!known && (best == 0 || lost[j] < lost[best]))
                best = j;
        }
        names[n] = best;
        reported[n] = true;
        tml_text_add(&text, "%s%s from t = %.4g s on", n ? ", " : "", y->columns[best].name, row_of(y, lost[best])[0]);
    }
    if (count > n)
        tml_text_add(&text, " and %zu more channel%s", count - n, count - n == 1 ? "" : "s");
    const char *list = text.failed || !reported[0] ? "" : text.data;
    tml_table_add_fact(y, "channels without digits", (double)count, "%s", list);
    tml_log_raise(
        log, TML_W_NO_DIGITS, TML_NOWHERE,
        "dynamics: no digit is certain for %s: use a smaller tolerance or a shorter motion, or do not rely on it",
        list);
    tml_text_free(&text);
}

static void report(const estimation *e, tml_table *y, const size_t *lost, tml_log *log)
{
    add_method_fact(e, y);
    if (e->time > 0)
        tml_table_add_fact(y, "error of times", e->time, "%.2g s", e->time);
    if (e->at.unmatched)
        tml_table_add_fact(y, "events of some runs", (double)e->at.unmatched,
                           "%zu of %zu are not in all runs: those that nearly occur, or differ by very little",
                           e->at.unmatched, e->at.unmatched + e->at.events);
    if (e->unsure)
        tml_table_add_fact(y, "rows too near to events", (double)e->unsure,
                           "%zu: nearer than the time of the event is known; their error is at least the jump there",
                           e->unsure);
    for (int q = 0; q < QUANTITIES; q++)
        add_quantity_fact(e, y, q);
    report_lost(y, lost, log);
}

/* ---- tables ---- */

static tml_table *dynamics_of(const tml_results *results, int number, size_t *at)
{
    for (size_t i = 0; i < results->count; i++)
        if (tml_analysis_integrates(results->tables[i]->kind) && number-- == 0) {
            *at = i;
            return results->tables[i];
        }
    return NULL;
}

static bool same_columns(const tml_table *a, const tml_table *b)
{
    bool same = a->column_count == b->column_count;
    for (size_t i = 0; same && i < a->column_count; i++)
        same = strcmp(a->columns[i].name, b->columns[i].name) == 0;
    return same;
}

/* A table with room for all rows, after that of the motion. */
static tml_table *add_table(tml_results *results, const tml_table *y, size_t at)
{
    tml_table *out = tml_results_add(results, "dynamics.error", y->title, y->columns, y->column_count);
    if (!out || !tml_table_reserve(out, y->row_count))
        return NULL;
    for (size_t row = 0; row < y->row_count; row++)
        tml_table_append(out);
    memmove(results->tables + at + 2, results->tables + at + 1, (results->count - at - 2) * sizeof *results->tables);
    results->tables[at + 1] = out;
    out->stride = y->stride;
    out->analysis = y->analysis;
    return out;
}

static double drift_of(const tml_table *y)
{
    const double steps = fact(y, "steps");
    return steps > 0 ? DRIFT * sqrt(steps) : 0;
}

static void align(estimation *e, tml_arena *arena)
{
    const tml_table *const tables[] = {e->y, e->a, e->b};
    e->at = tml_align(tables, 3, 3, 1, arena);
    e->rows = e->at.rows;
    for (int k = 0; k < 3; k++)
        e->rows = e->at.reached[k] < e->rows ? e->at.reached[k] : e->rows;
    e->of = TML_NEW_ARRAY(arena, size_t, e->y->row_count + 1);
    for (size_t row = 0; row < e->y->row_count; row++)
        e->of[row] = TML_NO_ROW;
    for (size_t r = 0; r < e->rows; r++)
        e->of[e->at.row[0][r]] = r;
    for (size_t row = 0; row < e->y->row_count; row++)
        e->unsure += e->of[row] == TML_NO_ROW && tml_align_near(&e->at, row_of(e->y, row)[0]);
}

typedef struct {
    tml_results *results;
    size_t at; /* of the motion among them */
    const tml_table *a, *b;
    tml_log *log;
    tml_arena arena;
} estimated;

static tml_status estimate(void *context)
{
    estimated *x = context;
    tml_table *y = x->results->tables[x->at];
    estimation e = {.y = y, .a = x->a, .b = x->b};
    e.drift = drift_of(y);
    size_t *lost = TML_NEW_ARRAY(&x->arena, size_t, y->column_count + 1);
    align(&e, &x->arena);
    e.out = add_table(x->results, y, x->at);
    if (!e.out)
        return TML_NO_MEMORY;
    find_largest(&e);
    find_related(&e);
    for (size_t j = 0; j < y->column_count; j++)
        lost[j] = fill(&e, j);
    e.time = row_of(e.out, y->row_count - 1)[0];
    for (size_t row = 0; row < y->row_count; row++) /* rows are at the times of the motion */
        e.out->values[row * e.out->column_count] = row_of(y, row)[0];
    report(&e, y, lost, x->log);
    return TML_OK;
}

bool tml_error_add(tml_results *results, const tml_results *const others[TML_ERROR_RUNS], tml_log *log)
{
    size_t at = 0, unused;
    for (int k = 0; dynamics_of(results, k, &at); k++) {
        estimated x = {.results = results,
                       .at = at,
                       .a = dynamics_of(others[0], k, &unused),
                       .b = dynamics_of(others[1], k, &unused),
                       .log = log};
        tml_table *y = results->tables[at];
        if (y->row_count == 0)
            continue;
        if (!x.a || !x.b || !same_columns(y, x.a) || !same_columns(y, x.b) || !x.a->row_count || !x.b->row_count) {
            tml_table_add_fact(y, "error of the result", NAN,
                               "not known: a run at another tolerance did not reach this analysis");
            continue;
        }
        const tml_status status = tml_guarded(&x.arena, NULL, estimate, &x);
        tml_arena_free(&x.arena);
        if (status != TML_OK)
            return false;
    }
    return true;
}
