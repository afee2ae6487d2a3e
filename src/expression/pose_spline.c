/* pose_spline.c - a motion through poses. Stops divide it into sections, each of which is a spline: with the slopes m and, of a piece, the length h and
 * the secant's slope d, f'' is continuous at each pose between. A piece is
 *   cubic     f'' = (6 d - 4 m_0 - 2 m_1)/h at its beginning, (2 m_0 + 4 m_1 - 6 d)/h at its end
 *   quartic   where it begins at rest, m_0 = f''_0 = 0:  f'' = (6 m_1 - 12 d)/h at its end; the same mirrored where it ends at rest
 *   quintic   from rest to rest, the law 3-4-5
 * At ends that are not at rest f'' = 0 (natural) or m = 0 (clamped). The system for the slopes is tridiagonal and diagonally dominant.
 */
#include "expression/pose_spline.h"

/* One section: poses p[0] ... p[last]. */
typedef struct {
    const tml_timed_value *p;
    int last;
    tml_pose_ends begin, end;
    double *m, *above; /* (last + 1) slopes; what elimination leaves above the diagonal */
} section;

static double secant(const tml_timed_value *p)
{
    return (p[1].f - p[0].f) / (p[1].x - p[0].x);
}

static bool rests(const section *s, int i)
{
    return (i == 0 && s->begin == TML_POSES_REST) || (i == s->last && s->end == TML_POSES_REST);
}

/* below m_(i-1) + diagonal m_i + above m_(i+1) = right */
typedef struct {
    double below, diagonal, above, right;
} row;

/* Adds sign * f'' at pose i, of the piece behind it, to the row of i. */
static void add_behind(const section *s, int i, double sign, row *r)
{
    const double h = s->p[i + 1].x - s->p[i].x, d = secant(s->p + i);
    const bool quartic = rests(s, i + 1);
    r->diagonal -= sign * (quartic ? 6 : 4) / h;
    r->above -= sign * (quartic ? 0 : 2) / h;
    r->right -= sign * (quartic ? 12 : 6) * d / h;
}

/* The same of the piece before it. */
static void add_before(const section *s, int i, double sign, row *r)
{
    const double h = s->p[i].x - s->p[i - 1].x, d = secant(s->p + i - 1);
    const bool quartic = rests(s, i - 1);
    r->diagonal += sign * (quartic ? 6 : 4) / h;
    r->below += sign * (quartic ? 0 : 2) / h;
    r->right += sign * (quartic ? 12 : 6) * d / h;
}

static row row_of(const section *s, int i)
{
    const tml_pose_ends end = i == 0 ? s->begin : s->end;
    row r = {0};
    if (i > 0 && i < s->last) {
        add_before(s, i, 1, &r);
        add_behind(s, i, -1, &r);
    } else if (end != TML_POSES_NATURAL) {
        r.diagonal = 1;
    } else if (i == 0) {
        add_behind(s, i, 1, &r);
    } else {
        add_before(s, i, 1, &r);
    }
    return r;
}

static void find_slopes(section *s)
{
    double above = 0, right = 0;
    for (int i = 0; i <= s->last; i++) {
        const row r = row_of(s, i);
        const double pivot = r.diagonal - r.below * above;
        right = (r.right - r.below * right) / pivot;
        above = r.above / pivot;
        s->m[i] = right, s->above[i] = above;
    }
    for (int i = s->last - 1; i >= 0; i--)
        s->m[i] -= s->above[i] * s->m[i + 1];
}

static tml_motion_piece piece_of(const section *s, int i)
{
    const tml_timed_value *p = s->p + i;
    const double h = p[1].x - p[0].x, rise = p[1].f - p[0].f, a = s->m[i] * h, b = s->m[i + 1] * h;
    tml_motion_piece out = {.x = p->x, .h = h, .c = {p->f}};
    if (rests(s, i) && rests(s, i + 1)) {
        out.c[3] = 10 * rise, out.c[4] = -15 * rise, out.c[5] = 6 * rise;
    } else if (rests(s, i)) {
        out.c[3] = 4 * rise - b, out.c[4] = b - 3 * rise;
    } else if (rests(s, i + 1)) { /* mirrored: f_1 - (4 rise - a) (1 - u)^3 - (a - 3 rise) (1 - u)^4 */
        out.c[1] = a, out.c[2] = 6 * rise - 3 * a, out.c[3] = 3 * a - 8 * rise, out.c[4] = 3 * rise - a;
    } else {
        out.c[1] = a, out.c[2] = 3 * rise - 2 * a - b, out.c[3] = a + b - 2 * rise;
    }
    return out;
}

void tml_pose_spline(const tml_timed_value *poses, int count, tml_pose_ends ends, tml_motion_piece *pieces,
                     double *work)
{
    for (int first = 0, last; first < count - 1; first = last) {
        for (last = first + 1; last < count - 1 && !poses[last].stop; last++)
            continue;
        section s = {.p = poses + first, .last = last - first, .m = work, .above = work + count};
        s.begin = first > 0 || poses[first].stop ? TML_POSES_REST : ends;
        s.end = last < count - 1 || poses[last].stop ? TML_POSES_REST : ends;
        find_slopes(&s);
        for (int i = 0; i < s.last; i++)
            pieces[first + i] = piece_of(&s, i);
    }
}
