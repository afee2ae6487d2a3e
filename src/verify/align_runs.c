/* align_runs.c - all runs of a verification with rows that belong together: those of each motion, and the impulses of its events.
 *
 * Runs with rigid joints decide which rows these are; where joints are compliant, an event that the others have may be lacking, or be one of several.
 */
#include "analysis/analysis.h"
#include "verify/align.h"
#include "verify/spread.h"
#include <string.h>

enum { RUNS = 4 }; /* of an entrant */

/* Where the runs of all entrants are among the tables that are aligned. */
typedef struct {
    const tml_table **tables;
    int *entrant, *run;
    int count, deciding;
} lineup;

static const tml_results **run_of(tml_entrant *e, int run)
{
    const tml_results **all[RUNS] = {&e->fine, &e->coarse, &e->stiffer, &e->again};
    return all[run];
}

/* Impulses of the k-th motion. */
static const tml_table *events_of(const tml_results *results, int k)
{
    const tml_table *motion = tml_spread_table(results, k);
    for (size_t i = 0; motion && i < results->count; i++) {
        const tml_table *t = results->tables[i];
        const size_t length = strlen(motion->kind);
        if (t->analysis == motion->analysis && strncmp(t->kind, motion->kind, length) == 0 &&
            strcmp(t->kind + length, ".events") == 0)
            return t;
    }
    return NULL;
}

/* Those with rigid joints first, which decide; if there are none, all do. */
static lineup line_up(const tml_spreads *s, int k, const tml_table *(*of)(const tml_results *, int))
{
    const int most = s->count * RUNS;
    lineup l = {.tables = TML_NEW_ARRAY(s->arena, const tml_table *, most + 1),
                .entrant = TML_NEW_ARRAY(s->arena, int, most + 1),
                .run = TML_NEW_ARRAY(s->arena, int, most + 1)};
    for (int soft = 0; soft < 2; soft++) {
        for (int i = 0; i < s->count; i++)
            for (int r = 0; r < RUNS && (s->given[i].stiffer != NULL) == soft; r++) {
                tml_entrant e = s->given[i];
                const tml_table *t = of(*run_of(&e, r), k);
                if (!t)
                    continue;
                l.tables[l.count] = t;
                l.entrant[l.count] = i;
                l.run[l.count++] = r;
            }
        l.deciding = l.deciding ? l.deciding : l.count;
    }
    return l;
}

static void mark_absent(const tml_spreads *s, const tml_alignment *a, const lineup *l, int which, int k)
{
    bool **absent = &s->absent[l->entrant[which]][k];
    for (size_t r = 0; r < a->reached[which]; r++) {
        if (a->row[which][r] != TML_NO_ROW)
            continue;
        *absent = *absent ? *absent : TML_NEW_ARRAY(s->arena, bool, a->rows + 1);
        (*absent)[r] = true;
    }
}

static void append(const tml_spreads *s, const tml_results **to, const tml_table *table)
{
    tml_results *results = tml_arena_copy(s->arena, *to, sizeof **to);
    results->tables = TML_NEW_ARRAY(s->arena, tml_table *, results->count + 1);
    if (results->count)
        memcpy(results->tables, (*to)->tables, results->count * sizeof *results->tables);
    tml_table *mine = tml_arena_copy(s->arena, table, sizeof *table);
    mine->kind = "dynamics"; /* one of those that are compared, whatever is in it */
    results->tables[results->count++] = mine;
    *to = results;
}

/* Every run gets one more table: its own with the rows of the alignment, or an empty one. */
static void append_all(const tml_spreads *s, const lineup *l, const tml_alignment *a, tml_entrant *aligned)
{
    tml_table none = *l->tables[a->reference];
    none.row_count = 0;
    for (int i = 0; i < s->count; i++)
        for (int r = 0; r < RUNS; r++) {
            const tml_table *own = &none;
            for (int k = 0; k < l->count; k++)
                if (l->entrant[k] == i && l->run[k] == r && a->reached[k])
                    own = tml_align_table(a, l->tables, k, s->arena);
            if (*run_of(&aligned[i], r))
                append(s, run_of(&aligned[i], r), own);
        }
}

/* The first row from *at on that is not before t; whether it is at t. */
static bool has_time(const tml_table *table, double t, size_t *at)
{
    while (table && *at < table->row_count && tml_spread_time(table, *at) < t)
        ++*at;
    return table && *at < table->row_count && tml_spread_time(table, *at) == t;
}

/* Whether a run goes on beyond a time that all runs of all others with rigid joints have to the last digit, and does not have it itself:
 * no event is as exact as the times of output. */
static bool lacks_rows(const tml_spreads *s, const lineup *l, int entrant)
{
    const tml_table *own = NULL, *other = NULL;
    size_t *at = TML_NEW_ARRAY(s->arena, size_t, l->count + 1), seen = 0;
    int others = 0;
    for (int i = 0; i < l->deciding; i++) {
        own = l->entrant[i] == entrant && l->run[i] == 0 ? l->tables[i] : own;
        other = l->entrant[i] != entrant ? l->tables[i] : other;
        others += l->entrant[i] != entrant;
    }
    for (size_t row = 0; own && own->row_count && others > 1 && row < other->row_count; row++) {
        const double t = tml_spread_time(other, row);
        bool all = t < tml_spread_time(own, own->row_count - 1);
        for (int i = 0; i < l->deciding && all; i++)
            all = l->entrant[i] == entrant || has_time(l->tables[i], t, &at[i]);
        if (all && !has_time(own, t, &seen))
            return true;
    }
    return false;
}

static void align_motion(tml_spreads *s, tml_entrant *aligned, int k)
{
    const lineup l = line_up(s, k, tml_spread_table);
    const tml_alignment a = tml_align(l.tables, l.count, l.deciding, 0, s->arena);
    s->matched += a.events, s->unmatched += a.unmatched, s->left_out += a.left_out;
    for (int i = 0; i < l.count; i++)
        mark_absent(s, &a, &l, i, k);
    for (int i = 0; i < s->count; i++)
        s->of[i].lacks_rows |= !s->given[i].stiffer && lacks_rows(s, &l, i);
    append_all(s, &l, &a, aligned);
}

/* Those of compliant joints are left out. */
static void align_impulses(tml_spreads *s, tml_entrant *aligned, int k)
{
    const lineup l = line_up(s, k, events_of);
    size_t rows = 0;
    for (int i = 0; i < l.deciding; i++)
        rows += l.tables[i]->row_count;
    if (!rows)
        return;
    const tml_alignment a = tml_align(l.tables, l.count, l.deciding, 0, s->arena);
    for (int i = l.deciding; i < l.count; i++)
        a.reached[i] = 0;
    append_all(s, &l, &a, aligned);
}

void tml_spreads_align(tml_spreads *s)
{
    tml_entrant *aligned = TML_NEW_ARRAY(s->arena, tml_entrant, s->count + 1);
    s->absent = TML_NEW_ARRAY(s->arena, bool **, s->count + 1);
    for (int i = 0; i < s->count; i++)
        for (int k = 0; tml_spread_table(s->given[i].fine, k); k++)
            s->motions = k + 1 > s->motions ? k + 1 : s->motions;
    for (int i = 0; i < s->count; i++) {
        s->absent[i] = TML_NEW_ARRAY(s->arena, bool *, 2 * s->motions + 1);
        aligned[i] = s->given[i];
        for (int r = 0; r < RUNS; r++)
            if (*run_of(&aligned[i], r))
                *run_of(&aligned[i], r) = TML_NEW(s->arena, tml_results);
    }
    for (int k = 0; k < s->motions; k++)
        align_motion(s, aligned, k);
    for (int k = 0; k < s->motions; k++)
        align_impulses(s, aligned, k);
    s->entrants = aligned;
}
