/* steady_rates.c - relative equilibria of what rolls: nonholonomic rows as conditions on positions.
 *
 *   gap = phi for rows with a position,  C u / pace for those without: u the prescribed speeds and the spins
 *   B x = -gap,  B: d gap/dx by differences
 * A row whose slip vanishes wherever the bodies are, as that across the track of a wheel in a turn, is no condition; where nothing moves none is, and
 * C x = 0: bodies are rolled to where they are in equilibrium.
 * Speeds of spins are coordinates like the others, x = unit du/pace.
 */
#include "analysis/steady/difference.h"
#include "analysis/steady/relative_equilibrium.h"
#include <math.h>
#include <string.h>

static const double TURN = 0.7;       /* rad by which a rotation is tried */
static const double SAME = 1e-9;      /* of the forces, and of entries of rows */
static const double UNCHANGED = 1e-9; /* d gap/dx that is an error of differences, relative to the row */
static const double ROUNDING = 1e-11;
static const double DEPENDENT = 1e-9;

/* ---- spins ---- */

static bool is_plain_rotation(const tml_steady *s, int speed)
{
    for (int i = 0; i < s->tree->count; i++) {
        const tml_branch *b = s->tree->links[i].branch;
        if (speed >= b->first_v && speed < b->first_v + b->coordinates)
            return !s->slides[speed] && speed - b->first_v < b->coordinates - 3 * b->ball;
    }
    return false;
}

static bool differ(const double *a, const double *b, int n, double limit)
{
    for (int i = 0; i < n; i++)
        if (!(fabs(a[i] - b[i]) <= limit))
            return true;
    return false;
}

/* Whether forces, rows and gaps stay what they are when it turns, while it spins. */
static bool spins(tml_steady *s, const tml_steady_point *start, int k, tml_steady_point *turned)
{
    tml_arena *scratch = tml_arena_part(s->arena);
    const size_t entries = (size_t)s->rows * (size_t)s->nv;
    double *C = TML_NEW_ARRAY(scratch, double, entries + 1), *r = TML_NEW_ARRAY(scratch, double, s->nv + 1),
           *phi = TML_NEW_ARRAY(scratch, double, s->rows + 1);
    bool same = false;
    s->spins[k] = true; /* for the velocity */
    tml_steady_copy(s, start, turned);
    turned->spin[k] += s->pace;
    if (tml_steady_evaluate(s, turned) == 0) {
        memcpy(C, s->C, entries * sizeof(double));
        memcpy(r, s->r, (size_t)s->nv * sizeof(double));
        memcpy(phi, s->work->phi, (size_t)s->rows * sizeof(double));
        const double scale = s->scale * s->system->size;
        memset(s->d, 0, (size_t)s->nv * sizeof(double));
        s->d[s->free[k]] = TURN;
        tml_steady_move(s, s->d, turned->q);
        same = tml_steady_evaluate(s, turned) == 0 && !differ(C, s->C, (int)entries, SAME * s->system->size) &&
               !differ(r, s->r, s->tree_nv, SAME * scale) && !differ(phi, s->work->phi, s->rows, SAME);
    }
    s->spins[k] = false;
    tml_arena_free(scratch);
    return same;
}

/* Whether a nonholonomic row depends on a speed. */
static bool rolls(const tml_steady *s, int speed)
{
    for (int i = 0; i < s->rows; i++)
        if (s->system->rows[i].rate_only &&
            fabs(s->C[(size_t)i * (size_t)s->nv + (size_t)speed]) > SAME * s->system->size)
            return true;
    return false;
}

void tml_steady_find_spins(tml_steady *s, tml_steady_point *start, const double *speeds)
{
    const double g = tml_norm(s->system->gravity);
    double fastest = 0;
    for (int i = 0; i < s->held_count; i++)
        fastest = fmax(fastest, fmax(fabs(s->first[i]), fabs(s->last[i])) * s->unit[s->held[i]]);
    if (!s->rates || !(fastest > 0))
        return;
    s->moves = true;
    s->pace = fmax(fastest / s->system->size, 1e-3 * sqrt(g / s->system->size));
    tml_steady_point turned = tml_steady_point_make(s);
    bool *found = TML_NEW_ARRAY(s->arena, bool, s->n + 1);
    if (tml_steady_evaluate(s, start))
        return;
    for (int k = 0; k < s->n; k++)
        found[k] = s->free[k] < s->tree_nv && is_plain_rotation(s, s->free[k]) && rolls(s, s->free[k]);
    for (int k = 0; k < s->n; k++)
        found[k] = found[k] && spins(s, start, k, &turned);
    for (int k = 0; k < s->n; k++)
        if ((s->spins[k] = found[k]))
            start->spin[k] = speeds[s->free[k]];
}

/* ---- gaps ---- */

void tml_steady_find_gaps(tml_steady *s)
{
    for (int i = 0; i < s->rows; i++)
        s->gaps[i] = s->system->rows[i].rate_only ? s->work->phidot[i] / s->pace : s->work->phi[i];
}

void tml_steady_gap_difference(const tml_steady *s, double *const f[4], double h, double *out, int stride)
{
    for (int i = 0; i < s->rows; i++)
        out[(size_t)i * (size_t)stride] = tml_central_difference(f, i, h);
}

/* Row i of what positions obey; zero: none. */
static void put_row(tml_steady *s, int i)
{
    const size_t n = (size_t)s->n;
    const double *slip = s->slip_rows + (size_t)i * n;
    double *row = s->positions.rows + (size_t)i * n, size = 0, changes = 0;
    for (size_t k = 0; k < n; k++) {
        row[k] = s->C[(size_t)i * (size_t)s->nv + (size_t)s->free[k]] / s->unit[s->free[k]];
        size = fmax(size, fabs(row[k]));
        changes = fmax(changes, fabs(slip[k]));
    }
    const bool slips = s->system->rows[i].rate_only && s->moves;
    for (size_t k = 0; k < n; k++)
        row[k] = slips ? (fabs(slip[k]) > UNCHANGED * fmax(size, changes) ? slip[k] : 0)
                       : (fabs(row[k]) > ROUNDING * size ? row[k] : 0);
}

void tml_steady_factor_positions(tml_steady *s)
{
    if (!s->rates)
        return;
    for (int i = 0; i < s->rows; i++)
        put_row(s, i);
    if (!tml_rank_qr_factor(&s->positions, s->rows, DEPENDENT))
        tml_arena_give_up(s->arena);
    tml_rank_qr_solve(&s->positions, s->slip_parameter, s->by_parameter);
    for (int k = 0; k < s->n; k++)
        s->by_parameter[k] = -s->by_parameter[k];
}

const double *tml_steady_free_positions(const tml_steady *s, int *count)
{
    const tml_rank_qr *qr = s->rates ? &s->positions : &s->qr;
    *count = s->n - qr->rank;
    return tml_rank_qr_null_space(qr);
}

void tml_steady_close_gaps(const tml_steady *s, const double *gaps, double *x)
{
    tml_rank_qr_solve(s->rates ? &s->positions : &s->qr, gaps, x);
    for (int k = 0; k < s->n; k++)
        x[k] = -x[k];
}
