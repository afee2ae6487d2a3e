/* spread.c - runs of formulations side by side: which rows and channels count, in what scales, and how far the runs of
 * one formulation are apart.
 *
 * Of formulation f, y_f(t) at the tolerance, Y_f(t) at ten times that, z_f(t) with joints twice as stiff:
 *   own error     e_f(t) = max |Y_f - y_f| up to t + w      compliance   d_f(t) = 2 max |z_f - y_f| up to t + w (first
 * order in 1/k)
 * over all channels of a kind; a repetition adds another tolerance, or 4/3 of the difference to joints four times as
 * stiff. The window w is short: two runs may cross where one is far from the truth, but not stay together.
 */
#include "verify/spread.h"
#include "analysis/analysis.h"
#include "elementary/elementary.h"
#include <math.h>
#include <stdint.h>
#include <string.h>

static const double WINDOW_FRACTION = 0.02; /* of the motion, by which estimates look ahead; */
enum { WINDOW_ROWS = 2 };                   /* at least so many rows */
static const double JUMP = 1e-6;            /* of a position between two analyses */
static const double LOCKED = 1e-6; /* cos(angle2): closer to gimbal lock the angles of a joint are meaningless */
static const double REVOLUTION = 6.28318530717958647693;
/* ---- tables and channels ---- */

const tml_table *tml_spread_table(const tml_results *results, int k)
{
    for (size_t i = 0; results && i < results->count; i++)
        if (tml_analysis_integrates(results->tables[i]->kind) && k-- == 0)
            return results->tables[i];
    return NULL;
}

double tml_spread_time(const tml_table *t, size_t row)
{
    return t->values[row * t->column_count];
}

bool tml_spread_is_impulse(const tml_column *c)
{
    return strcmp(c->unit, "N*s") == 0 || strcmp(c->unit, "N*m*s") == 0;
}

static int quantity_of(const tml_column *c)
{
    static const struct {
        tml_column_quantity of;
        int compared;
    } all[] = {{TML_QUANTITY_TIME, TML_TIME},
               {TML_QUANTITY_LENGTH, TML_POSITION},
               {TML_QUANTITY_ANGLE, TML_POSITION},
               {TML_QUANTITY_VELOCITY, TML_VELOCITY},
               {TML_QUANTITY_ANGULAR_VELOCITY, TML_VELOCITY},
               {TML_QUANTITY_ACCELERATION, TML_ACCELERATION},
               {TML_QUANTITY_ANGULAR_ACCELERATION, TML_ACCELERATION},
               {TML_QUANTITY_FORCE, TML_REACTION},
               {TML_QUANTITY_TORQUE, TML_REACTION}};
    const tml_column_quantity of = tml_unit_quantity(c->unit);
    if (strncmp(c->name, "residual.", 9) == 0)
        return -1;
    if (tml_spread_is_impulse(c))
        return TML_REACTION;
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        if (all[i].of == of)
            return all[i].compared;
    return -1;
}

/* 0 to 3 for name.qw to name.qz, else -1 */
static int quaternion_part(const tml_column *c)
{
    static const char parts[4][4] = {".qw", ".qx", ".qy", ".qz"};
    const char *dot = strrchr(c->name, '.');
    for (int i = 0; dot && c->unit[0] == 0 && i < 4; i++)
        if (strcmp(dot, parts[i]) == 0)
            return i;
    return -1;
}

static bool is_listed_non_unique(const tml_mechanism_scales *m, const char *name)
{
    const char *dot = strrchr(name, '.');
    for (int i = 0; dot && i < m->non_unique_count; i++)
        if (strlen(m->non_unique[i]) == (size_t)(dot - name) &&
            strncmp(m->non_unique[i], name, (size_t)(dot - name)) == 0)
            return true;
    return false;
}

static bool is_state(const tml_mechanism_scales *m, const char *name)
{
    for (int i = 0; i < m->state_channel_count; i++)
        if (strcmp(m->state_channels[i], name) == 0)
            return true;
    return false;
}

/* Three angles of a joint and their rates: angle1, its speed and acceleration, angle2 .... Near gimbal lock, angle2 =
 * 90 degrees, angles 1 and 3 depend on the pose by 1/cos(angle2), and each derivative by one more power. */
static void list_angles(const tml_table *t, tml_compared *list)
{
    for (size_t i = 0; i + 6 < t->column_count; i++) {
        const char *first = strrchr(t->columns[i].name, '.'), *third = strrchr(t->columns[i + 6].name, '.');
        if (!first || !third || strcmp(first, ".angle1") != 0 || strcmp(third, ".angle3") != 0)
            continue;
        for (size_t k = 0; k < 9 && i + k < t->column_count; k++) {
            list[i + k].power = (int)(k % 3) + (k / 3 != 1);
            list[i + k].middle = i + 3;
        }
    }
}

/* Without residuals, which come last: compliant joints have more of them. */
static size_t compared_columns(const tml_table *t)
{
    size_t count = t->column_count;
    while (count > 0 && strncmp(t->columns[count - 1].name, "residual.", 9) == 0)
        count--;
    return count;
}

static bool same_columns(const tml_table *a, const tml_table *b)
{
    const size_t count = compared_columns(a);
    if (count != compared_columns(b))
        return false;
    for (size_t i = 0; i < count; i++)
        if (strcmp(a->columns[i].name, b->columns[i].name) != 0)
            return false;
    return true;
}

/* Results with rigid joints say which components are not unique; if none does, all those of joints with redundant rows
 * are. */
static bool is_non_unique(const tml_spreads *s, int k, const tml_table *like, size_t column)
{
    bool reported = false;
    for (int i = 0; i < s->count; i++) {
        const tml_table *t = s->entrants[i].stiffer ? NULL : tml_spread_table(s->entrants[i].fine, k);
        if (!t || !same_columns(t, like))
            continue;
        for (size_t f = 0; f < t->fact_count; f++)
            reported |= strcmp(t->facts[f].name, TML_NOT_UNIQUE) == 0;
        if (!tml_table_is_unique(t, column))
            return true;
    }
    return !reported && is_listed_non_unique(s->measured, like->columns[column].name);
}

/* Whether contacts and friction, and not joints alone, leave reactions open: formulations share no rule for those. */
static bool shares_by_contacts(const tml_spreads *s, int k)
{
    bool shares = false;
    for (int i = 0; i < s->count; i++) {
        const tml_table *t = tml_spread_table(s->entrants[i].fine, k);
        for (size_t f = 0; t && f < t->fact_count; f++)
            shares |=
                strcmp(t->facts[f].name, TML_NOT_UNIQUE) == 0 &&
                (strstr(t->facts[f].text, TML_SHARED_BY_CONTACTS) || strstr(t->facts[f].text, TML_SHARED_IN_IMPACTS));
    }
    return shares;
}

/* Where the forces of a contact are shared in several ways, so is the place of their resultant, and the moment about it. */
static void open_places(const tml_table *t, tml_compared *list)
{
    for (size_t i = 0; i < t->column_count; i++) {
        const size_t owner = strlen(t->columns[i].name) - 1; /* "hit." */
        for (size_t k = 0; list[i].force >= 0 && k < t->column_count; k++)
            if (list[k].non_unique && strncmp(t->columns[k].name, t->columns[i].name, owner) == 0)
                list[i].non_unique = true;
    }
}

static tml_compared *list_channels(tml_spreads *s, int k, const tml_table *t)
{
    tml_compared *list = TML_NEW_ARRAY(s->arena, tml_compared, t->column_count + 1);
    const bool shared = shares_by_contacts(s, k);
    for (size_t i = 0; i < t->column_count; i++) {
        const tml_column *column = &t->columns[i];
        const bool derived = i >= t->first_output && i < t->first_output + t->output_count;
        const int quantity = derived ? -1 : quantity_of(column), part = quaternion_part(column);
        const tml_column_quantity of = tml_unit_quantity(column->unit);
        const bool is_rotation = of == TML_QUANTITY_ANGLE || of == TML_QUANTITY_ANGULAR_VELOCITY ||
                                 of == TML_QUANTITY_ANGULAR_ACCELERATION || of == TML_QUANTITY_TORQUE ||
                                 strcmp(column->unit, "N*m*s") == 0;
        const char *dot = strrchr(column->name, '.');
        list[i] =
            (tml_compared){.quantity = is_state(s->measured, column->name) ? TML_STATE
                                       : part >= 0                         ? TML_POSITION
                                                                           : quantity,
                           .is_rotation = is_rotation || part >= 0,
                           .wraps = dot && strncmp(dot, ".angle", 6) == 0 && strspn(dot + 6, "123") == 1 && !dot[7],
                           .non_unique = quantity == TML_REACTION && is_non_unique(s, k, t, i),
                           .quaternion = part,
                           .force = tml_table_force_at(t, i)};
    }
    if (shared)
        open_places(t, list);
    for (size_t i = 0; i < t->column_count; i++)
        if (shared && list[i].non_unique)
            list[i].quantity = -1, s->left_open++;
    list_angles(t, list);
    return list;
}

/* Where nothing acts, any of several places is the nearest: a touching point counts as much as the smaller force there moves the moment. */
static double weight_of_place(const tml_spreads *s, int table, const tml_compared *ch, const double *a, const double *b)
{
    const tml_table *like = s->like[table];
    const tml_compared *force = &s->channels[table][ch->force];
    const double acts = fmin(tml_table_size_at(like, ch->force, a), tml_table_size_at(like, ch->force, b)),
                 scale = force->scale > 0 ? force->scale : s->scale[TML_REACTION][0];
    return acts > 0 ? fmin(1, acts / scale) : 0;
}

double tml_spread_gap(const tml_spreads *s, int table, size_t column, const double *a, const double *b)
{
    const tml_compared *ch = &s->channels[table][column];
    double sign = 1, weight = ch->force < 0 ? 1 : weight_of_place(s, table, ch, a, b);
    if (ch->power) {
        const double k = fmin(fabs(tml_cos(a[ch->middle])), fabs(tml_cos(b[ch->middle])));
        weight = k > LOCKED ? tml_pow(k, ch->power) : 0;
    }
    if (weight == 0)
        return 0;
    if (ch->quaternion >= 0) {
        const size_t w = column - (size_t)ch->quaternion;
        sign = a[w] * b[w] + a[w + 1] * b[w + 1] + a[w + 2] * b[w + 2] + a[w + 3] * b[w + 3] < 0 ? -1 : 1;
    }
    if (isnan(a[column]) || isnan(b[column]))
        return isnan(a[column]) && isnan(b[column]) ? 0 : INFINITY;
    if (a[column] == b[column]) /* infinite ones too */
        return 0;
    const double gap = fabs(a[column] - sign * b[column]);
    return weight * (ch->wraps ? fabs(remainder(gap, REVOLUTION)) : gap) /
           (ch->scale > 0 ? ch->scale : s->scale[ch->quantity][ch->is_rotation]);
}

static bool follows_from_state(const tml_compared *ch)
{
    return ch->quantity == TML_ACCELERATION || ch->quantity == TML_REACTION;
}

/* Redundant reactions are distributed by stiffness. Joints start unloaded: while they settle, joints of stiffness k
 * and 2 k behave alike, so that comparing them tells nothing about rigid ones. An event changes their loads at once: forces and
 * accelerations oscillate until they have settled again, and with them the centre of pressure of several touching points, while positions and velocities hardly do. */
bool tml_spread_counts_compliant(const tml_spreads *s, int i, const tml_compared *ch, int k, size_t row)
{
    const tml_table *t = tml_spread_table(s->entrants[i].fine, k);
    const double settling = s->entrants[i].settling;
    const bool shaken = follows_from_state(ch) || ch->force >= 0;
    if (s->absent[i][k] && s->absent[i][k][row])
        return false;
    return !ch->non_unique && tml_spread_time(t, row) - tml_spread_time(t, 0) >= settling &&
           (!shaken || s->of[i].since_event[s->first_row[k] + row] >= settling);
}

/* Stiff joints magnify position errors in their forces: once those have diverged they tell nothing. */
static bool is_informative(const tml_spread *f, int quantity, size_t row)
{
    return f->own[quantity][row] <= TML_DIVERGED && f->compliance[quantity][row] <= TML_TOO_COMPLIANT;
}

bool tml_spread_counts(const tml_spreads *s, int entrant, const tml_compared *ch, int table, size_t row)
{
    const tml_spread *f = &s->of[entrant];
    const size_t at = s->first_row[table] + row;
    if (s->vague[at] && follows_from_state(ch))
        return false;
    return !f->compliant || (at < s->jump_row && tml_spread_counts_compliant(s, entrant, ch, table, row) &&
                             is_informative(f, ch->quantity, at));
}

/* ---- rows ---- */

static size_t least(size_t a, size_t b)
{
    return a < b ? a : b;
}

/* Rows common to all its runs, if they have the channels of the others. */
static size_t common_rows(const tml_entrant *e, int k, const tml_table *like)
{
    const tml_table *fine = tml_spread_table(e->fine, k), *coarse = tml_spread_table(e->coarse, k),
                    *stiffer = tml_spread_table(e->stiffer, k);
    if (!fine || !coarse || (e->stiffer && !stiffer) || !same_columns(fine, like) || !same_columns(coarse, like))
        return 0;
    const size_t rows = least(fine->row_count, coarse->row_count);
    return stiffer ? least(rows, stiffer->row_count) : rows;
}

static const tml_table *first_table(const tml_spreads *s, int k)
{
    const tml_table *found = NULL;
    for (int i = 0; i < s->count && !found; i++)
        found = tml_spread_table(s->entrants[i].fine, k);
    return found;
}

static void list_tables(tml_spreads *s)
{
    while (first_table(s, s->tables))
        s->tables++;
    s->channels = TML_NEW_ARRAY(s->arena, tml_compared *, s->tables + 1);
    s->like = TML_NEW_ARRAY(s->arena, const tml_table *, s->tables + 1);
    s->columns = TML_NEW_ARRAY(s->arena, size_t, s->tables + 1);
    s->first_row = TML_NEW_ARRAY(s->arena, size_t, s->tables + 1);
    for (int i = 0; i < s->count; i++) {
        s->of[i].compliant = s->entrants[i].stiffer != NULL;
        s->of[i].rows = TML_NEW_ARRAY(s->arena, size_t, s->tables + 1);
    }
    for (int k = 0; k < s->tables; k++) {
        const tml_table *like = first_table(s, k);
        size_t max = 0;
        s->channels[k] = list_channels(s, k, like);
        s->like[k] = like;
        s->columns[k] = compared_columns(like);
        s->channel_count = k == 0 ? like->column_count : s->channel_count;
        s->first_row[k] = s->row_count;
        for (int i = 0; i < s->count; i++) {
            const size_t rows = common_rows(&s->entrants[i], k, like);
            s->of[i].rows[k] = rows;
            s->of[i].row_count += rows;
            max = rows > max ? rows : max;
        }
        s->row_count += max;
    }
}

static void find_span(tml_spreads *s)
{
    s->begin = INFINITY, s->end = -INFINITY;
    for (int i = 0; i < s->count; i++)
        for (int k = 0; k < s->motions; k++)
            if (s->of[i].rows[k]) {
                const tml_table *t = tml_spread_table(s->given[i].fine, k);
                s->begin = fmin(s->begin, tml_spread_time(t, 0));
                s->end = fmax(s->end, tml_spread_time(t, t->row_count - 1));
            }
}

/* Where something acts on the motion there are two rows, before it and after it. */
static void find_events(tml_spreads *s, int i)
{
    tml_spread *f = &s->of[i];
    int events = 0;
    f->since_event = TML_NEW_ARRAY(s->arena, double, s->row_count + 1);
    for (int k = 0; k < s->motions; k++) {
        const tml_table *t = tml_spread_table(s->entrants[i].fine, k), *ran = tml_spread_table(s->given[i].fine, k);
        double last = -INFINITY;
        for (size_t row = 0, at = 1; row < f->rows[k]; row++) {
            const double now = tml_spread_time(t, row);
            for (; at < ran->row_count && tml_spread_time(ran, at) <= now; at++)
                if (tml_spread_time(ran, at) == tml_spread_time(ran, at - 1))
                    events += last != tml_spread_time(ran, at), last = tml_spread_time(ran, at);
            f->since_event[s->first_row[k] + row] = now - last;
        }
    }
    s->events = f->compliant && events > s->events ? events : s->events;
}

/* ---- jumps ---- */

/* Whether positions in the first row of a table are those that the previous one ended with. */
static bool is_continuous(const tml_spreads *s, int i, int k)
{
    const tml_table *a = tml_spread_table(s->entrants[i].fine, k - 1), *b = tml_spread_table(s->entrants[i].fine, k);
    if (!same_columns(a, b))
        return true;
    const double *ra = a->values + (a->row_count - 1) * a->column_count;
    for (size_t j = 1; j < s->columns[k]; j++)
        if (s->channels[k][j].quantity == TML_POSITION && tml_spread_gap(s, k, j, ra, b->values) > JUMP)
            return false;
    return true;
}

/* Between analyses `set` may move a driver abruptly: rigid joints are assembled again, compliant ones spring. */
static void find_jump(tml_spreads *s)
{
    s->jump_row = SIZE_MAX;
    for (int k = 1; k < s->motions && s->jump_row == SIZE_MAX; k++)
        for (int i = 0; i < s->count; i++)
            if (!s->of[i].compliant && s->of[i].rows[k] && s->of[i].rows[k - 1] && !is_continuous(s, i, k)) {
                s->jump_row = s->first_row[k];
                s->jump = tml_spread_time(tml_spread_table(s->entrants[i].fine, k), 0);
            }
}

/* ---- own errors and compliance ---- */

/* The last row of a table within the look-ahead of an estimate at `row`. */
static size_t look_ahead(const tml_table *t, size_t rows, size_t row)
{
    const double window = WINDOW_FRACTION * (tml_spread_time(t, rows - 1) - tml_spread_time(t, 0));
    size_t last = least(row + WINDOW_ROWS, rows - 1);
    while (last + 1 < rows && tml_spread_time(t, last + 1) <= tml_spread_time(t, row) + window)
        last++;
    return last;
}

/* Where slip ends in a plane it has no direction, nor has its friction: in the row at that instant, accelerations and reactions of two runs
 * of one formulation then have nothing in common. */
static void find_vague(tml_spreads *s, int i, int k)
{
    const tml_table *a = tml_spread_table(s->entrants[i].fine, k), *b = tml_spread_table(s->entrants[i].coarse, k);
    for (size_t row = 0; row < s->of[i].rows[k]; row++) {
        const double now = tml_spread_time(a, row);
        const bool event = (row > 0 && tml_spread_time(a, row - 1) == now) ||
                           (row + 1 < a->row_count && tml_spread_time(a, row + 1) == now);
        bool *vague = &s->vague[s->first_row[k] + row];
        for (size_t j = 0; event && !*vague && j < s->columns[k]; j++) {
            const tml_compared *ch = &s->channels[k][j];
            *vague = follows_from_state(ch) && tml_spread_gap(s, k, j, a->values + row * a->column_count,
                                                              b->values + row * b->column_count) > TML_DIVERGED;
            s->vague_count += *vague;
        }
    }
}

/* now = max(now, factor * |a - b|) in one row; `where` is the location of the largest. */
static void update_row(const tml_spreads *s, int i, int k, size_t row, const tml_table *b, double factor, double *now,
                       tml_difference *where)
{
    const tml_table *a = tml_spread_table(s->entrants[i].fine, k);
    const double *ra = a->values + row * a->column_count, *rb = b->values + row * b->column_count;
    for (size_t j = 0; j < s->columns[k]; j++) {
        const tml_compared *ch = &s->channels[k][j];
        const bool late = s->first_row[k] + row >= s->jump_row,
                   vague = s->vague[s->first_row[k] + row] && follows_from_state(ch);
        if (ch->quantity < 0 || vague ||
            (s->of[i].compliant && (late || !tml_spread_counts_compliant(s, i, ch, k, row))))
            continue;
        const double gap = factor * tml_spread_gap(s, k, j, ra, rb);
        if (!(gap > now[ch->quantity]))
            continue;
        now[ch->quantity] = gap;
        where[ch->quantity] = (tml_difference){.own = gap, .channel = a->columns[j].name, .time = ra[0]};
    }
}

/* max(t) = max(itself, factor * largest |a - b| up to t + w), over all rows of all tables; `where` is its largest. */
static void update_spread(tml_spreads *s, int i, const tml_results *other, double factor,
                          double *max[TML_QUANTITY_COUNT], tml_difference where[TML_QUANTITY_COUNT])
{
    const tml_spread *f = &s->of[i];
    double now[TML_QUANTITY_COUNT] = {0};
    for (int k = 0; k < s->tables; k++) {
        const tml_table *a = tml_spread_table(s->entrants[i].fine, k), *b = tml_spread_table(other, k);
        size_t seen = 0;
        if (k >= s->motions) /* of events: again from the start */
            memset(now, 0, sizeof now);
        for (size_t row = 0; row < f->rows[k]; row++) {
            for (const size_t last = look_ahead(a, f->rows[k], row); seen <= last; seen++)
                update_row(s, i, k, seen, b, factor, now, where);
            for (int q = 0; q < TML_QUANTITY_COUNT; q++)
                max[q][s->first_row[k] + row] = fmax(max[q][s->first_row[k] + row], now[q]);
        }
    }
}

/* The two runs must also have reached the same end. */
static void update_ends(tml_spreads *s, int i)
{
    const tml_entrant *e = &s->given[i];
    tml_spread *f = &s->of[i];
    for (int k = 0; e->complete && k < s->motions; k++) {
        if (f->rows[k] == 0)
            continue;
        const tml_table *a = tml_spread_table(e->fine, k), *b = tml_spread_table(e->coarse, k);
        const double end = tml_spread_time(a, a->row_count - 1);
        const double apart = fabs(end - tml_spread_time(b, b->row_count - 1)) / s->scale[TML_TIME][0];
        double *own = &f->own[TML_TIME][s->first_row[k] + f->rows[k] - 1];
        *own = fmax(*own, apart);
        if (apart > f->apart[TML_TIME].own)
            f->apart[TML_TIME] = (tml_difference){.own = apart, .channel = a->columns[0].name, .time = end};
    }
}

/* Whether there is a repetition with all rows and channels. */
static bool has_again(const tml_spreads *s, int i)
{
    bool has = s->entrants[i].again != NULL;
    for (int k = 0; has && k < s->tables; k++) {
        const tml_table *again = tml_spread_table(s->entrants[i].again, k);
        has = s->of[i].rows[k] == 0 || (again && again->row_count >= s->of[i].rows[k] &&
                                        same_columns(again, tml_spread_table(s->entrants[i].fine, k)));
    }
    return has;
}

static void update_all(tml_spreads *s, int i)
{
    tml_spread *f = &s->of[i];
    tml_difference unused[TML_QUANTITY_COUNT];
    for (int q = 0; q < TML_QUANTITY_COUNT; q++) {
        f->own[q] = TML_NEW_ARRAY(s->arena, double, s->row_count + 1);
        f->compliance[q] = TML_NEW_ARRAY(s->arena, double, s->row_count + 1);
    }
    f->reached = NAN;
    f->conclusive = SIZE_MAX;
    if (f->row_count == 0)
        return;
    update_spread(s, i, s->entrants[i].coarse, 1, f->own, f->apart);
    update_ends(s, i);
    if (f->compliant)
        update_spread(s, i, s->entrants[i].stiffer, 2, f->compliance, unused);
    if (has_again(s, i))
        update_spread(s, i, s->entrants[i].again, f->compliant ? 4.0 / 3 : 1, f->compliant ? f->compliance : f->own,
                      unused);
    for (int k = 0; k < s->tables; k++)
        for (size_t row = 0; row < f->rows[k]; row++) {
            const size_t at = s->first_row[k] + row;
            const tml_table *t = tml_spread_table(s->entrants[i].fine, k);
            const bool settled = tml_spread_time(t, row) - tml_spread_time(t, 0) >= s->entrants[i].settling;
            f->unsettled_count += f->compliant && !settled;
            if (f->compliant && !(at < s->jump_row && settled && is_informative(f, TML_TIME, at) &&
                                  is_informative(f, TML_POSITION, at) && is_informative(f, TML_VELOCITY, at)))
                continue;
            f->informative_count++;
            f->reached = k < s->motions ? tml_spread_time(t, row) : f->reached;
        }
}

/* Accelerations and reactions follow from the state through constraints that may be nearly dependent, which amplifies
 * rounding in any formulation: two runs are a small sample of it, those of all formulations a larger one. The largest
 * does not count: it may be wrong. */
static void find_amplified(tml_spreads *s)
{
    for (int q = 0; q < TML_QUANTITY_COUNT; q++) {
        s->amplified[q] = TML_NEW_ARRAY(s->arena, double, s->row_count + 1);
        for (size_t at = 0; (q == TML_ACCELERATION || q == TML_REACTION) && at < s->row_count; at++) {
            double first = 0, second = 0;
            for (int i = 0; i < s->count; i++) {
                const double own = s->of[i].compliant || s->of[i].row_count == 0 ? 0 : s->of[i].own[q][at];
                second = fmax(second, fmin(first, own));
                first = fmax(first, own);
            }
            s->amplified[q][at] = second;
        }
    }
}

void tml_spreads_make(tml_spreads *s)
{
    s->of = TML_NEW_ARRAY(s->arena, tml_spread, s->count + 1);
    tml_spreads_align(s);
    list_tables(s);
    find_span(s);
    for (int i = 0; i < s->count; i++)
        find_events(s, i);
    tml_spreads_scale(s);
    find_jump(s);
    s->vague = TML_NEW_ARRAY(s->arena, bool, s->row_count + 1);
    for (int i = 0; i < s->count; i++)
        for (int k = 0; !s->of[i].compliant && k < s->motions; k++)
            find_vague(s, i, k);
    for (int i = 0; i < s->count; i++)
        update_all(s, i);
    find_amplified(s);
}
