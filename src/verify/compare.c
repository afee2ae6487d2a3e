/* compare.c - the same motion by several formulations: how far apart they are, and whether that is explained.
 *
 * With own errors e(t) and compliances d(t), f and g agree if |y_f - y_g| <= 3 (e_f + e_g + 1.71 (d_f + d_g)) + floor
 * for every channel at every time (floor: of rounding, which grows with the angle something has turned by: it adds up in the speed); for accelerations and reactions e is at least the second largest of all rigid
 * formulations. d is an estimate of first order in 1/k; at singular configurations compliance acts by its square root,
 * 1/(1 - 2^-1/2) = 1.71 * 2.
 * Errors propagate only forward in time: an unstable motion is explained by its own spread, but an early difference is
 * not excused by a late one.
 */
#include "verify/compare.h"
#include "elementary/elementary.h"
#include "verify/spread.h"
#include <math.h>
#include <stdint.h>

static const double TRUST = 3; /* times the estimates */
static const double HALF_ORDER =
    1.71; /* times a compliance estimated to first order, for one that acts by the square root of 1/k */
static const double ROUNDING = 1e-11; /* error of rounding and projection */
enum { MIN_ROWS = 3 }; /* needed for a comparison, of compliant joints that were not integrated to the end */

typedef struct {
    tml_spreads s;
    tml_verified *out;
    unsigned eligible, rigid;          /* sets of entrants */
    unsigned agrees[TML_MAX_ENTRANTS]; /* with which others */
    tml_difference (*pairs)[TML_MAX_ENTRANTS][TML_QUANTITY_COUNT];
} comparison_workspace;

static bool in(unsigned set, int i)
{
    return set >> i & 1;
}

static int bits(unsigned set)
{
    int count = 0;
    for (; set; set &= set - 1)
        count++;
    return count;
}

/* ---- pairs ---- */

static double tolerated(const tml_spreads *s, int f, int g, int q, size_t at, double turned)
{
    const tml_spread *a = &s->of[f], *b = &s->of[g];
    const double floor = ROUNDING * fmax(1, turned) + fmax(s->entrants[f].tolerance, s->entrants[g].tolerance);
    const double own = fmax(a->own[q][at], s->amplified[q][at]) + fmax(b->own[q][at], s->amplified[q][at]);
    return TRUST * (own + HALF_ORDER * (a->compliance[q][at] + b->compliance[q][at])) + floor;
}

/* An unexplained difference precedes an explained one; then the largest counts. */
static void consider(tml_difference *max, const tml_difference *now)
{
    const bool worse = now->difference > now->allowed, bad = max->difference > max->allowed;
    const double until = isnan(max->difference) ? now->until : fmax(max->until, now->until);
    if (isnan(max->difference) || (worse && !bad) || (worse == bad && now->difference > max->difference))
        *max = *now;
    max->until = until;
}

/* Whether it reached its end, and all of it counts. */
static bool whole(const tml_spreads *s, int i)
{
    return s->entrants[i].complete && s->of[i].conclusive == SIZE_MAX &&
           s->of[i].informative_count + s->of[i].unsettled_count == s->of[i].row_count;
}

static size_t common(const tml_spreads *s, int f, int g, int table)
{
    const size_t a = s->of[f].rows[table], b = s->of[g].rows[table];
    return a < b ? a : b;
}

static void compare_ends(const tml_spreads *s, int f, int g, tml_difference of[TML_QUANTITY_COUNT])
{
    for (int k = 0; whole(s, f) && whole(s, g) && k < s->motions; k++) {
        const tml_table *a = tml_spread_table(s->given[f].fine, k), *b = tml_spread_table(s->given[g].fine, k);
        const size_t rows = common(s, f, g, k);
        if (rows == 0)
            continue;
        const double ta = tml_spread_time(a, a->row_count - 1), tb = tml_spread_time(b, b->row_count - 1);
        consider(&of[TML_TIME],
                 &(tml_difference){.difference = fabs(ta - tb) / s->scale[TML_TIME][0],
                                   .allowed = tolerated(s, f, g, TML_TIME, s->first_row[k] + rows - 1, 0),
                                   .channel = a->columns[0].name,
                                   .other = s->entrants[g].name,
                                   .time = ta,
                                   .until = ta,
                                   .value = ta,
                                   .others_value = tb});
    }
}

/* The largest angle of a row. */
static double turned_by(const tml_spreads *s, int table, const double *row)
{
    double angle = 0;
    for (size_t j = 0; j < s->columns[table]; j++) {
        const tml_compared *ch = &s->channels[table][j];
        if (ch->quantity == TML_POSITION && ch->is_rotation && !ch->wraps && isfinite(row[j]) && fabs(row[j]) > angle)
            angle = fabs(row[j]);
    }
    return angle;
}

static void compare_rows(const tml_spreads *s, int f, int g, int k, tml_difference of[TML_QUANTITY_COUNT])
{
    const tml_table *a = tml_spread_table(s->entrants[f].fine, k), *b = tml_spread_table(s->entrants[g].fine, k);
    for (size_t row = 0; row < common(s, f, g, k); row++) {
        const double *ra = a->values + row * a->column_count, *rb = b->values + row * b->column_count;
        const size_t at = s->first_row[k] + row;
        if (at >= s->of[f].conclusive || at >= s->of[g].conclusive)
            return;
        const double angle = turned_by(s, k, ra);
        for (size_t j = 0; j < s->columns[k]; j++) {
            const tml_compared *ch = &s->channels[k][j];
            if (ch->quantity < 0 || !tml_spread_counts(s, f, ch, k, row) || !tml_spread_counts(s, g, ch, k, row))
                continue;
            if (ra[j] == 0 && rb[j] == 0 && tml_spread_is_impulse(&a->columns[j])) /* nothing struck */
                continue;
            consider(&of[ch->quantity], &(tml_difference){.difference = tml_spread_gap(s, k, j, ra, rb),
                                                          .allowed = tolerated(s, f, g, ch->quantity, at, angle),
                                                          .channel = a->columns[j].name,
                                                          .other = s->entrants[g].name,
                                                          .time = ra[0],
                                                          .until = ra[0],
                                                          .value = ra[j],
                                                          .others_value = rb[j]});
        }
    }
}

/* f compared to g: where each quantity differs most. True if all is explained. */
static bool compare_pair(const tml_spreads *s, int f, int g, tml_difference of[TML_QUANTITY_COUNT])
{
    bool agree = true;
    for (int q = 0; q < TML_QUANTITY_COUNT; q++)
        of[q] = (tml_difference){.difference = NAN, .until = NAN};
    for (int k = 0; k < s->tables; k++)
        compare_rows(s, f, g, k, of);
    compare_ends(s, f, g, of);
    for (int q = 0; q < TML_QUANTITY_COUNT; q++)
        agree &= !(of[q].difference > of[q].allowed);
    return agree;
}

/* ---- groups ---- */

/* The largest set in which all agree with all; among equals that with more rigid ones, then that of the first. */
static void find_group(const comparison_workspace *c, tml_comparison *found)
{
    int best = 0, best_rigid = 0;
    found->decided = true;
    for (unsigned set = 1; set < 1u << c->s.count; set++) {
        bool fits = (set & ~c->eligible) == 0;
        for (int i = 0; fits && i < c->s.count; i++)
            fits = !in(set, i) || (set & ~c->agrees[i]) == 0;
        if (!fits || bits(set) < best)
            continue;
        found->decided = bits(set) > best;
        if (bits(set) > best || bits(set & c->rigid) > best_rigid) {
            found->group = set;
            best = bits(set);
            best_rigid = bits(set & c->rigid);
        }
    }
}

/* Those that f is compared to: rigid ones of the group, else the group, else all; if it is undecided who is right,
 * those it disagrees with. */
static unsigned others_of(const comparison_workspace *c, int f, const tml_comparison *found)
{
    const unsigned without = ~(1u << f), group = found->group & without, apart = c->eligible & ~c->agrees[f];
    if (!found->decided && apart)
        return apart;
    return group & c->rigid ? group & c->rigid : group ? group : c->eligible & without;
}

/* ---- text ---- */

static const char *describe_difference(const comparison_workspace *c, const tml_difference *of)
{
    for (int q = 0; q < TML_QUANTITY_COUNT; q++) {
        const tml_difference *d = &of[q];
        if (!(d->difference > d->allowed))
            continue;
        if (q == TML_TIME)
            return tml_arena_format(c->s.arena, "it ends at t = %.9g s where %s ends at t = %.9g s", d->value, d->other,
                                    d->others_value);
        return tml_arena_format(c->s.arena,
                                "%s is %.9g at t = %.6g s, by %s it is %.9g: %.2g apart, of which %.2g is explained",
                                d->channel, d->value, d->time, d->other, d->others_value, d->difference, d->allowed);
    }
    return "";
}

/* Forces of stiff joints may differ arbitrarily. */
static const char *describe_divergence(const comparison_workspace *c, int i)
{
    for (int q = 0; q <= (c->s.of[i].compliant ? TML_VELOCITY : TML_STATE); q++) {
        const tml_difference *d = &c->s.of[i].apart[q];
        if (d->own > TML_DIVERGED)
            return tml_arena_format(c->s.arena,
                                    "its runs at tolerances %.0e and %.0e differ by %.2g in %s at t = %.6g s: a "
                                    "shorter motion or a smaller tolerance may be more conclusive",
                                    10 * c->s.entrants[i].tolerance, c->s.entrants[i].tolerance, d->own, d->channel,
                                    d->time);
    }
    return NULL;
}

/* Rows in which the own errors of one that did not converge are small; *until: the time of the last of them. */
static size_t conclusive_rows(const comparison_workspace *c, int i, double *until)
{
    const tml_spread *f = &c->s.of[i];
    size_t rows = 0;
    for (int k = 0; k < c->s.motions; k++)
        for (size_t row = 0; row < f->rows[k]; row++) {
            const size_t at = c->s.first_row[k] + row;
            for (int q = 0; q <= TML_STATE; q++)
                if (f->own[q][at] > TML_DIVERGED)
                    return rows;
            rows = at + 1;
            *until = tml_spread_time(tml_spread_table(c->s.entrants[i].fine, k), row);
        }
    return rows;
}

/* One with rigid joints that did not converge: until when it agrees with the others, and how far. */
static void compare_beginning(comparison_workspace *c, int i)
{
    static const char *const names[] = {"", "positions", "velocities", "accelerations", "reactions", "states"};
    tml_verified *out = &c->out[i];
    tml_difference most[TML_QUANTITY_COUNT], of[TML_QUANTITY_COUNT];
    bool agrees = true, any = false;
    if (out->verdict != TML_NOT_CONVERGED || c->s.of[i].compliant || c->s.of[i].conclusive < MIN_ROWS)
        return;
    for (int q = 0; q < TML_QUANTITY_COUNT; q++)
        most[q] = (tml_difference){.difference = NAN, .until = INFINITY};
    for (int g = 0; g < c->s.count; g++) {
        if (g == i || c->s.of[g].compliant || c->s.of[g].row_count < MIN_ROWS || c->s.of[g].conclusive < MIN_ROWS)
            continue;
        any = true;
        agrees &= compare_pair(&c->s, i, g, of);
        for (int q = 0; q < TML_QUANTITY_COUNT; q++) {
            const double until = fmin(most[q].until, of[q].until);
            consider(&most[q], &of[q]);
            most[q].until = until;
        }
    }
    const char *digits = "";
    for (int q = TML_POSITION; q <= TML_STATE; q++)
        if (!isnan(most[q].difference))
            digits = tml_arena_format(c->s.arena, "%s%s%s to %.1f%s", digits, digits[0] ? ", " : "", names[q],
                                      -tml_log10(fmax(most[q].difference, 1e-16)), digits[0] ? "" : " digits");
    if (any && !agrees)
        out->text = tml_arena_format(c->s.arena, "%s; and before: %s", out->text, describe_difference(c, most));
    else if (any && digits[0]) {
        out->reached = most[TML_POSITION].until;
        out->text = tml_arena_format(c->s.arena, "%s; until t = %.4g s it agrees with the others: %s", out->text,
                                     out->reached, digits);
    }
}

/* A run that reached its end must have the tables and channels that others have. */
static const char *describe_missing(const comparison_workspace *c, int i)
{
    for (int k = 0; c->s.entrants[i].complete && k < c->s.motions; k++)
        for (int other = 0; other < c->s.count; other++)
            if ((c->s.of[i].rows[k] == 0 || c->s.of[i].lacks_rows) && other != i && c->s.of[other].rows[k] > 0)
                return tml_arena_format(c->s.arena, "it lacks rows or channels of %s", c->s.entrants[other].name);
    return NULL;
}

/* ---- verdicts ---- */

/* The estimates at the last row that counts; if none does, the largest. */
static void set_estimates(const comparison_workspace *c, int i, tml_difference *d, int q)
{
    const tml_spread *f = &c->s.of[i];
    for (int k = 0; k < c->s.motions; k++)
        for (size_t row = 0; row < f->rows[k]; row++) {
            const size_t at = c->s.first_row[k] + row;
            const bool diverged =
                f->compliant && (f->own[q][at] > TML_DIVERGED || f->compliance[q][at] > TML_TOO_COMPLIANT);
            if (diverged && at > 0 && d->own + d->compliance > 0)
                return;
            d->own = f->own[q][at], d->compliance = f->compliance[q][at];
        }
}

/* The assessment of one by itself. */
static void assess(comparison_workspace *c, int i)
{
    tml_verified *out = &c->out[i];
    const tml_spread *f = &c->s.of[i];
    const char *missing = describe_missing(c, i), *diverged = describe_divergence(c, i);
    const size_t settled = f->row_count - f->unsettled_count;
    const size_t enough = settled < MIN_ROWS && c->s.entrants[i].complete ? settled : MIN_ROWS;
    const bool converged = f->compliant ? f->informative_count > 0 && f->informative_count >= enough : !diverged;
    const bool eligible = f->row_count > 0 && !missing && converged;
    out->reached = f->reached;
    out->verdict = eligible ? TML_AGREES : missing ? TML_DISAGREES : diverged ? TML_NOT_CONVERGED : TML_NOT_COMPARED;
    out->text = missing    ? missing
                : eligible ? ""
                : diverged ? diverged
                : settled == 0 && c->s.entrants[i].complete
                    ? "the motion ends before its joints, which start unloaded, have settled"
                    : "";
    for (int q = 0; q < TML_QUANTITY_COUNT; q++) {
        out->of[q] = (tml_difference){.difference = NAN, .until = NAN};
        set_estimates(c, i, &out->of[q], q);
    }
    if (out->verdict == TML_NOT_CONVERGED && !f->compliant)
        c->s.of[i].conclusive = conclusive_rows(c, i, &out->reached);
    c->eligible |= (unsigned)eligible << i;
    c->rigid |= (unsigned)!f->compliant << i;
}

static void set_verdict(comparison_workspace *c, int f, tml_comparison *found)
{
    tml_verified *out = &c->out[f];
    const unsigned others = others_of(c, f, found), group = found->group;
    const unsigned inner = bits(group & c->rigid) > 1 ? group & c->rigid : group;
    for (int g = 0; g < c->s.count; g++)
        for (int q = 0; in(others, g) && q < TML_QUANTITY_COUNT; q++) {
            tml_difference now = c->pairs[f][g][q];
            if (isnan(now.difference))
                continue;
            now.own = out->of[q].own, now.compliance = out->of[q].compliance;
            consider(&out->of[q], &now);
            if (in(inner, f) && in(inner, g))
                found->difference[q] = fmax(found->difference[q], now.difference);
        }
    if (found->decided ? in(group, f) : (c->eligible & ~c->agrees[f]) == 0)
        return;
    out->verdict = TML_DISAGREES;
    out->text = describe_difference(c, out->of);
}

/* The largest difference of positions in the first half of the motion, among those of a set. */
static double early_difference(const tml_spreads *s, unsigned set)
{
    const double middle = 0.5 * (s->begin + s->end);
    double max = NAN;
    for (int f = 0; f < s->count; f++)
        for (int g = 0; in(set, f) && g < f; g++)
            for (int k = 0; in(set, g) && k < s->motions; k++) {
                const tml_table *a = tml_spread_table(s->entrants[f].fine, k),
                                *b = tml_spread_table(s->entrants[g].fine, k);
                for (size_t n = 0; n < common(s, f, g, k) * s->columns[k]; n++) {
                    const size_t row = n / s->columns[k], j = n % s->columns[k];
                    if (s->channels[k][j].quantity == TML_POSITION && tml_spread_time(a, row) <= middle)
                        max = fmax(max, tml_spread_gap(s, k, j, a->values + row * a->column_count,
                                                       b->values + row * b->column_count));
                }
            }
    return max;
}

tml_comparison tml_compare(const tml_entrant *entrants, int count, const tml_mechanism_scales *measured,
                           tml_verified *out, tml_arena *arena)
{
    comparison_workspace c = {.s = {.given = entrants, .count = count, .measured = measured, .arena = arena},
                              .out = out};
    tml_comparison found = {.decided = true};
    c.pairs = tml_arena_take(arena, (size_t)(count + 1) * sizeof *c.pairs);
    tml_spreads_make(&c.s);
    for (int i = 0; i < count; i++)
        assess(&c, i);
    for (int f = 0; f < count; f++)
        for (int g = 0; g < count; g++)
            if (f == g || (in(c.eligible, f) && in(c.eligible, g) && compare_pair(&c.s, f, g, c.pairs[f][g])))
                c.agrees[f] |= 1u << g;
    find_group(&c, &found);
    for (int q = 0; q < TML_QUANTITY_COUNT; q++)
        found.difference[q] = NAN;
    for (int f = 0; f < count; f++)
        if (in(c.eligible, f))
            set_verdict(&c, f, &found);
    found.early = early_difference(&c.s, found.group & c.rigid);
    for (int f = 0; f < count; f++)
        compare_beginning(&c, f);
    found.jump = c.s.jump_row < c.s.row_count ? c.s.jump : NAN;
    found.events = c.s.events;
    for (int i = 0; i < count; i++)
        found.settling = c.s.of[i].compliant ? fmax(found.settling, entrants[i].settling) : found.settling;
    found.begin = c.s.begin, found.end = c.s.end,
    found.rows = c.s.motions < c.s.tables ? c.s.first_row[c.s.motions] : c.s.row_count;
    found.channels = c.s.channel_count;
    found.left_open = c.s.left_open;
    found.vague = c.s.vague_count;
    found.matched = c.s.matched, found.unmatched = c.s.unmatched, found.left_out = c.s.left_out;
    return found;
}
