/* align.c - rows of several runs of one motion that belong together, where events add rows at times of their own.
 *
 * Rows at times that all runs share are those of the output. The others are instants of events: t_a of one run and t_b of another are
 * the same event if each is the nearest to the other, and |t_a - t_b| is a small part of the motion. An output row between the times of one event
 * is before it in one run and after it in another: it is left out.
 */
#include "verify/align.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const double SAME_EVENT = 1e-2; /* of the motion: times of one event in two runs are not farther apart */
static const double ROUNDING = 1e-14;  /* of a time */

/* One instant of a table. */
typedef struct {
    double t;
    size_t first, last; /* rows */
} instant;

typedef struct {
    const tml_table *table;
    instant *events; /* (event_count) instants that are not rows of the output alone */
    size_t event_count;
    size_t *of; /* (event_count of the reference) which of these each is; TML_NO_ROW: none */
    bool *used; /* (event_count) */
    double end;
} run;

typedef struct {
    run *runs;
    int count, deciding, reference;
    tml_arena *arena;
    double *common; /* (common_count) times that all have, as far as they go */
    size_t common_count;
    double margin, span;
    bool *is_shared;        /* (event_count of the reference) all that decide have it */
    tml_uncertain *between; /* of each of these */
    tml_alignment *out;
    size_t capacity;
} work;

static double time_of(const tml_table *t, size_t row)
{
    return t->values[row * t->column_count];
}

size_t tml_align_instant(const tml_table *t, size_t row)
{
    size_t last = row;
    while (last + 1 < t->row_count && time_of(t, last + 1) == time_of(t, row))
        last++;
    return last;
}

/* ---- instants ---- */

/* Times of the reference that all others have, as far as they go. */
static void find_common(work *w)
{
    const tml_table *r = w->runs[w->reference].table;
    w->common = TML_NEW_ARRAY(w->arena, double, r->row_count + 1);
    for (size_t row = 0; row < r->row_count; row = tml_align_instant(r, row) + 1)
        w->common[w->common_count++] = time_of(r, row);
    for (int i = 0; i < w->deciding; i++) {
        const tml_table *t = w->runs[i].table;
        size_t kept = 0, row = 0;
        for (size_t k = 0; k < w->common_count; k++) {
            while (row < t->row_count && time_of(t, row) < w->common[k])
                row++;
            if (row == t->row_count || time_of(t, row) == w->common[k])
                w->common[kept++] = w->common[k];
        }
        w->common_count = kept;
    }
}

static bool is_common(const work *w, double t)
{
    size_t k = w->common_count;
    while (k > 0 && w->common[k - 1] > t)
        k--;
    return k > 0 && w->common[k - 1] == t;
}

/* Where one run ends a little before the longest, each at a time of its own, an event has ended both. */
static void drop_end(work *w)
{
    const double end = w->runs[w->reference].end;
    bool event = false;
    for (int i = 0; i < w->deciding; i++)
        event |= end - w->runs[i].end <= SAME_EVENT * w->span && !is_common(w, w->runs[i].end);
    if (event && w->common_count && w->common[w->common_count - 1] == end)
        w->common_count--;
}

static void find_events(work *w, run *r)
{
    const tml_table *t = r->table;
    size_t k = 0;
    r->events = TML_NEW_ARRAY(w->arena, instant, t->row_count + 1);
    for (size_t row = 0, last; row < t->row_count; row = last + 1) {
        const double now = time_of(t, row);
        last = tml_align_instant(t, row);
        while (k < w->common_count && w->common[k] < now)
            k++;
        if (last > row || k == w->common_count || w->common[k] != now)
            r->events[r->event_count++] = (instant){now, row, last};
    }
    r->used = TML_NEW_ARRAY(w->arena, bool, r->event_count + 1);
}

/* ---- which events are the same ---- */

static double apart(const instant *list, size_t count, size_t i, double t)
{
    return i < count ? fabs(list[i].t - t) : INFINITY;
}

static void match(work *w, run *r)
{
    const run *ref = &w->runs[w->reference];
    size_t i = 0, j = 0;
    r->of = TML_NEW_ARRAY(w->arena, size_t, ref->event_count + 1);
    for (size_t k = 0; k < ref->event_count; k++)
        r->of[k] = TML_NO_ROW;
    while (i < ref->event_count && j < r->event_count) {
        const double d = fabs(ref->events[i].t - r->events[j].t);
        if (apart(r->events, r->event_count, j + 1, ref->events[i].t) < d)
            j++;
        else if (apart(ref->events, ref->event_count, i + 1, r->events[j].t) < d)
            i++;
        else {
            if (d <= SAME_EVENT * w->span) {
                r->of[i] = j;
                r->used[j] = true;
            }
            i++, j++;
        }
    }
}

static void add_near(work *w, tml_uncertain at)
{
    tml_alignment *a = w->out;
    if (a->near_count == w->capacity) {
        w->capacity = w->capacity ? 2 * w->capacity : 64;
        tml_uncertain *grown = TML_NEW_ARRAY(w->arena, tml_uncertain, w->capacity);
        if (a->near_count)
            memcpy(grown, a->near, a->near_count * sizeof *grown);
        a->near = grown;
    }
    a->near[a->near_count++] = at;
}

/* Which events of the reference all others have, and between which times. */
static void find_shared(work *w)
{
    const run *ref = &w->runs[w->reference];
    double largest = 0;
    w->is_shared = TML_NEW_ARRAY(w->arena, bool, ref->event_count + 1);
    w->between = TML_NEW_ARRAY(w->arena, tml_uncertain, ref->event_count + 1);
    for (size_t k = 0; k < ref->event_count; k++) {
        const double t = ref->events[k].t;
        tml_uncertain b = {t, t, false};
        w->is_shared[k] = true;
        for (int i = 0; i < w->deciding; i++) {
            const run *r = &w->runs[i];
            if (r->of[k] == TML_NO_ROW)
                w->is_shared[k] &= r->end < t;
            else
                b = (tml_uncertain){fmin(b.begin, r->events[r->of[k]].t), fmax(b.end, r->events[r->of[k]].t), false};
        }
        const double spread = b.end - b.begin;
        largest = fmax(largest, spread);
        const double around = w->margin * (w->is_shared[k] ? spread : largest) + ROUNDING * fabs(t);
        w->between[k] = b;
        add_near(w, (tml_uncertain){b.begin - around, b.end + around, !w->is_shared[k]});
    }
}

/* Those that the reference does not have: as near as other events at that time are apart. */
static void add_unmatched(work *w)
{
    const run *ref = &w->runs[w->reference];
    for (int i = 0; i < w->deciding; i++) {
        const run *r = &w->runs[i];
        double largest = 0;
        size_t k = 0;
        for (size_t j = 0; j < r->event_count; j++) {
            for (; k < ref->event_count && ref->events[k].t <= r->events[j].t; k++)
                largest = fmax(largest, w->between[k].end - w->between[k].begin);
            const double t = r->events[j].t, around = fmax(1, w->margin) * largest + ROUNDING * fabs(t);
            if (r->used[j])
                continue;
            add_near(w, (tml_uncertain){t - around, t + around, true});
            w->out->unmatched++;
        }
    }
}

static int by_begin(const void *a, const void *b)
{
    const tml_uncertain *x = a, *y = b;
    return (x->begin > y->begin) - (x->begin < y->begin);
}

static void merge_near(tml_alignment *a)
{
    size_t n = 0;
    if (a->near_count)
        qsort(a->near, a->near_count, sizeof *a->near, by_begin);
    for (size_t i = 0; i < a->near_count; i++)
        if (n && a->near[i].begin <= a->near[n - 1].end)
            a->near[n - 1].end = fmax(a->near[n - 1].end, a->near[i].end), a->near[n - 1].mixed |= a->near[i].mixed;
        else
            a->near[n++] = a->near[i];
    a->near_count = n;
}

const tml_uncertain *tml_align_near(const tml_alignment *a, double t)
{
    size_t low = 0, high = a->near_count;
    while (low < high) {
        const size_t middle = (low + high) / 2;
        if (a->near[middle].end < t)
            low = middle + 1;
        else
            high = middle;
    }
    return low < a->near_count && a->near[low].begin <= t ? &a->near[low] : NULL;
}

/* An event beside one that others lack is not shared either: it may be the other one. */
static void count_shared(work *w)
{
    for (size_t k = 0; k < w->runs[w->reference].event_count; k++) {
        w->is_shared[k] &= !tml_align_near(w->out, w->runs[w->reference].events[k].t)->mixed;
        w->out->events += w->is_shared[k];
        w->out->unmatched += !w->is_shared[k];
    }
}

/* ---- rows ---- */

static void put(work *w, int i, size_t row)
{
    w->out->row[i][w->out->rows] = row;
    if (row != TML_NO_ROW)
        w->out->reached[i] = w->out->rows + 1;
}

static const char *name_of(const tml_table *t, size_t row)
{
    return t->row_names && row < t->row_name_capacity && t->row_names[row] ? t->row_names[row] : "";
}

/* How many rows those that decide have at an event of the reference, in the order of time; 0: not the same, or of other names. */
static size_t rows_at(const work *w, size_t k)
{
    const run *ref = &w->runs[w->reference];
    const instant *at = &ref->events[k];
    for (int i = 0; i < w->deciding; i++) {
        const run *r = &w->runs[i];
        const instant *other = r->of[k] == TML_NO_ROW ? at : &r->events[r->of[k]];
        const tml_table *t = r->of[k] == TML_NO_ROW ? ref->table : r->table;
        if (other->last - other->first != at->last - at->first)
            return 0;
        for (size_t row = 0; row <= at->last - at->first; row++)
            if (strcmp(name_of(ref->table, at->first + row), name_of(t, other->first + row)) != 0)
                return 0;
    }
    return at->last - at->first + 1;
}

/* The rows of an event of the reference; where others have more or fewer, those before it and, if all have one, after it. */
static void put_event(work *w, size_t k)
{
    const size_t same = rows_at(w, k);
    bool two = true;
    for (int i = 0; i < w->deciding; i++) {
        const run *r = &w->runs[i];
        two &= r->of[k] == TML_NO_ROW || r->events[r->of[k]].last > r->events[r->of[k]].first;
    }
    const size_t count = same ? same : w->runs[w->reference].table->has_row_names ? 0 : 1 + (size_t)two;
    for (size_t n = 0; n < count; n++) {
        for (int i = 0; i < w->count; i++) {
            const run *r = &w->runs[i];
            const instant *at = r->of[k] == TML_NO_ROW ? NULL : &r->events[r->of[k]];
            const size_t row = !at ? 0 : n == 0 ? at->first : n + 1 == count ? at->last : at->first + n;
            put(w, i, at && row <= at->last && (n == 0 || at->last > at->first) ? row : TML_NO_ROW);
        }
        w->out->rows++;
    }
}

/* One that follows may be on the other side of an event than those that decide. */
static bool is_across(const work *w, const run *r, size_t next, double t)
{
    for (size_t k = next ? next - 1 : 0; k <= next && k < w->runs[w->reference].event_count; k++)
        if (r->of[k] != TML_NO_ROW && fmin(w->between[k].begin, r->events[r->of[k]].t) <= t &&
            t <= fmax(w->between[k].end, r->events[r->of[k]].t))
            return true;
    return false;
}

/* A row of the output, where all have a single one; `next` is the next event of the reference. */
static void put_output(work *w, double t, size_t *at, size_t next)
{
    bool single = true, any = false;
    for (int i = 0; i < w->count; i++) {
        const tml_table *table = w->runs[i].table;
        while (at[i] < table->row_count && time_of(table, at[i]) < t)
            at[i]++;
        const bool there = at[i] < table->row_count && time_of(table, at[i]) == t,
                   alone = there && tml_align_instant(table, at[i]) == at[i];
        single &= i >= w->deciding || !there || alone;
        any |= i < w->deciding && alone;
    }
    if (!single || tml_align_near(w->out, t)) { /* for all of them an event, or beside one */
        w->out->left_out += any;
        return;
    }
    for (int i = 0; i < w->count; i++) {
        const run *r = &w->runs[i];
        const bool there =
            at[i] < r->table->row_count && time_of(r->table, at[i]) == t && tml_align_instant(r->table, at[i]) == at[i];
        put(w, i, there && (i < w->deciding || !is_across(w, r, next, t)) ? at[i] : TML_NO_ROW);
    }
    w->out->rows++;
}

static void list_rows(work *w)
{
    const run *ref = &w->runs[w->reference];
    const size_t most = w->common_count + ref->table->row_count + 1;
    size_t *at = TML_NEW_ARRAY(w->arena, size_t, w->count + 1), k = 0;
    w->out->row = TML_NEW_ARRAY(w->arena, size_t *, w->count + 1);
    w->out->reached = TML_NEW_ARRAY(w->arena, size_t, w->count + 1);
    for (int i = 0; i < w->count; i++)
        w->out->row[i] = TML_NEW_ARRAY(w->arena, size_t, most);
    for (size_t c = 0; c < w->common_count; c++) {
        for (; k < ref->event_count && ref->events[k].t < w->common[c]; k++)
            if (w->is_shared[k])
                put_event(w, k);
        put_output(w, w->common[c], at, k);
    }
    for (; k < ref->event_count; k++)
        if (w->is_shared[k])
            put_event(w, k);
}

tml_alignment tml_align(const tml_table *const *tables, int count, int deciding, double margin, tml_arena *arena)
{
    tml_alignment out = {.count = count};
    work w = {.count = count, .deciding = deciding, .arena = arena, .margin = margin, .out = &out};
    w.runs = TML_NEW_ARRAY(arena, run, count + 1);
    for (int i = 0; i < count; i++) {
        w.runs[i].table = tables[i];
        w.runs[i].end = tables[i]->row_count ? time_of(tables[i], tables[i]->row_count - 1) : -INFINITY;
        if (i < deciding && w.runs[i].end > w.runs[w.reference].end)
            w.reference = i;
    }
    out.reference = w.reference;
    if (w.runs[w.reference].table->row_count)
        w.span = w.runs[w.reference].end - time_of(w.runs[w.reference].table, 0);
    find_common(&w);
    drop_end(&w);
    for (int i = 0; i < count; i++)
        find_events(&w, &w.runs[i]);
    for (int i = 0; i < count; i++)
        match(&w, &w.runs[i]);
    find_shared(&w);
    add_unmatched(&w);
    merge_near(&out);
    count_shared(&w);
    list_rows(&w);
    return out;
}

const tml_table *tml_align_table(const tml_alignment *a, const tml_table *const *tables, int which, tml_arena *arena)
{
    const tml_table *table = tables[which];
    const size_t n = table->column_count, rows = a->reached[which];
    bool same = rows == table->row_count;
    for (size_t r = 0; same && r < rows; r++)
        same = a->row[which][r] == r;
    if (same)
        return table;
    tml_table *out = tml_arena_copy(arena, table, sizeof *table);
    out->row_count = out->row_capacity = rows;
    out->values = TML_NEW_ARRAY(arena, double, rows *n + 1);
    for (size_t r = 0; r < rows; r++) {
        const size_t from = a->row[which][r];
        for (size_t j = 0; j < n; j++)
            out->values[r * n + j] = from == TML_NO_ROW ? NAN : table->values[from * n + j];
        if (from == TML_NO_ROW)
            out->values[r * n] = time_of(tables[a->reference], a->row[a->reference][r]);
    }
    return out;
}
