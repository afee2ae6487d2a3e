/* singular_text.c - singular configurations as text: joints, branches, the joint velocities that select one. */
#include "assembly/singular_configuration.h"
#include "linalg/cholesky.h"
#include <math.h>
#include <string.h>

enum { MAX_CHOSEN = 4, MAX_SHOWN = 6 };
static const double MOVES = 0.1;  /* of the fastest joint on a branch */
static const double APART = 1e-3; /* between joint velocities that distinguish branches */

typedef struct {
    const tml_joint *joint;
    const tml_joint_coordinate *coordinate;
    double *rate; /* (count) on each motion, as velocities: angular ones times the size */
    double arm;   /* factor applied to it */
} named_rate;

typedef struct {
    named_rate *list;
    int list_count, count; /* joint coordinates; motions */
    bool scaled;
    int chosen[MAX_CHOSEN], chosen_count;
} choice;

/* Velocities of all joint coordinates, rotations times the size. */
static void joint_rates(const tml_closure *c, const double *v, double *out)
{
    for (int i = 0; i < c->s->coordinate_count; i++) {
        const tml_joint_coordinate *f = &c->s->coordinates[i];
        const bool is_rotation = f->term.measure >= 0 && c->s->measures[f->term.measure].is_rotation;
        out[i] = f->term.measure < 0 ? 0 : tml_workspace_term_rate(c->w, f->term, v) * (is_rotation ? c->s->size : 1);
    }
}

/* Vectors orthogonal to E, one for each unit vector not yet in their span. */
static int find_ignorable(const tml_singular_space *x, double *ignorable)
{
    const int k = x->k;
    int count = 0;
    for (int a = 0; a < k && count < k - x->essential; a++) {
        double *y = ignorable + count * k;
        memset(y, 0, (size_t)k * sizeof(double));
        y[a] = 1;
        for (int pass = 0; pass < 2; pass++)
            for (int b = 0; b < x->essential + count; b++) {
                const double *unit = b < x->essential ? x->E + b * k : ignorable + (b - x->essential) * k;
                double dot = 0;
                for (int i = 0; i < k; i++)
                    dot += unit[i] * y[i];
                for (int i = 0; i < k; i++)
                    y[i] -= dot * unit[i];
            }
        count += tml_normalize(y, k) > 0.5 / k;
    }
    return count;
}

void tml_singular_simplify(const tml_singular_part *p, tml_closure *c, const double *q, double *motion)
{
    const tml_singular_space *x = p->space;
    const int k = x->k, f = c->s->coordinate_count;
    tml_arena *scratch = tml_arena_part(c->arena);
    double *ignorable = TML_NEW_ARRAY(scratch, double, k *k + 1);
    const int m = find_ignorable(x, ignorable);
    double *v = TML_NEW_ARRAY(scratch, double, m * c->s->nv + 1), *R = TML_NEW_ARRAY(scratch, double, (m + 1) * f + 1),
           *N = TML_NEW_ARRAY(scratch, double, m *m + 1), *part = TML_NEW_ARRAY(scratch, double, m + 1), max = 0;
    tml_closure_residual(c, q, false);
    joint_rates(c, motion, R + m * f);
    for (int a = 0; a < m; a++) {
        tml_singular_from_tangent(x, ignorable + a * k, v + a * c->s->nv);
        joint_rates(c, v + a * c->s->nv, R + a * f);
        for (int i = 0; i < f; i++)
            part[a] += R[a * f + i] * R[m * f + i];
        for (int b = 0; b <= a; b++)
            for (int i = 0; i < f; i++)
                N[a * m + b] += R[a * f + i] * R[b * f + i];
        max = fmax(max, N[a * m + a]);
    }
    for (int a = 0; a < m; a++) /* bodies without joints have no joint velocity */
        N[a * m + a] += 1e-12 * max;
    if (m && max > 0 && tml_cholesky(N, m, 0)) {
        tml_cholesky_solve(N, m, part);
        for (int a = 0; a < m; a++)
            for (int j = 0; j < c->s->nv; j++)
                motion[j] -= part[a] * v[a * c->s->nv + j];
    }
    tml_arena_free(scratch);
}

/* The joint by whose velocity those of a motion are divided: the first of the chosen that moves, else the fastest. */
static const named_rate *unit_joint(const choice *x, int motion)
{
    const named_rate *fastest = &x->list[0];
    for (int i = 1; i < x->list_count; i++)
        if (fabs(x->list[i].rate[motion]) > fabs(fastest->rate[motion]))
            fastest = &x->list[i];
    for (int i = 0; i < x->chosen_count; i++)
        if (fabs(x->list[x->chosen[i]].rate[motion]) > 1e-9 * fabs(fastest->rate[motion]))
            return &x->list[x->chosen[i]];
    return fastest;
}

static double unit_of(const choice *x, int motion)
{
    return x->scaled ? unit_joint(x, motion)->rate[motion] : 1;
}

/* How many pairs of motions the chosen ones distinguish, and by how much at least. */
typedef struct {
    int pairs;
    double clear;
} merit;

static merit merit_of(const choice *x)
{
    merit m = {0, INFINITY};
    for (int a = 0; a < x->count; a++)
        for (int b = 0; b < a; b++) {
            double max = 0;
            for (int i = 0; i < x->chosen_count; i++) {
                const double *rate = x->list[x->chosen[i]].rate, u = rate[a] / unit_of(x, a),
                             v = rate[b] / unit_of(x, b);
                max = fmax(max, fabs(u - v) > APART * fmax(fabs(u), fabs(v)) ? fabs(u - v) : 0);
            }
            if (max > APART * x->scaled)
                m.pairs++, m.clear = fmin(m.clear, max);
        }
    return m;
}

static bool is_better(merit a, merit b)
{
    return a.pairs != b.pairs ? a.pairs > b.pairs : a.clear > 1.001 * b.clear;
}

/* The first joint that moves significantly on as many motions as any. */
static int first_choice(const choice *x)
{
    int best = -1, max = 0;
    for (int i = 0; i < x->list_count; i++) {
        int moves = 0;
        for (int b = 0; b < x->count; b++) {
            double fastest = 0;
            for (int k = 0; k < x->list_count; k++)
                fastest = fmax(fastest, fabs(x->list[k].rate[b]));
            moves += fabs(x->list[i].rate[b]) >= MOVES * fastest && fastest > 0;
        }
        if (moves > max)
            best = i, max = moves;
    }
    return best;
}

static const char *entry(const choice *x, int motion, tml_arena *arena)
{
    const char *text = "{";
    for (int i = 0; i < x->chosen_count; i++) {
        const named_rate *n = &x->list[x->chosen[i]];
        const named_rate *unit = unit_joint(x, motion);
        const bool rests = fabs(n->rate[motion]) < 1e-9 * fabs(unit->rate[motion]);
        const double value = n->rate[motion] / n->arm / (x->scaled ? unit->rate[motion] / unit->arm : 1);
        text =
            tml_arena_format(arena, "%s%s%s: %.6g", text, i ? ", " : "",
                             tml_joint_coordinate_channel(n->joint, n->coordinate, "speed", arena), rests ? 0 : value);
    }
    return tml_arena_format(arena, "%s}", text);
}

static const char *choose(choice *x, tml_arena *arena)
{
    const int first = first_choice(x);
    const char *text = "";
    if (first < 0)
        return NULL;
    x->chosen[x->chosen_count++] = first;
    merit now = merit_of(x);
    while (x->chosen_count < MAX_CHOSEN && now.pairs < x->count * (x->count - 1) / 2) {
        int best = -1;
        merit max = {now.pairs, INFINITY};
        for (int i = 0; i < x->list_count; i++) {
            x->chosen[x->chosen_count++] = i;
            const merit with = merit_of(x);
            if (is_better(with, max))
                best = i, max = with;
            x->chosen_count--;
        }
        if (best < 0)
            return NULL;
        x->chosen[x->chosen_count++] = best;
        now = max;
    }
    if (now.pairs < x->count * (x->count - 1) / 2)
        return NULL;
    for (int b = 0; b < x->count && b < MAX_SHOWN; b++)
        text = tml_arena_format(arena, "%s%s%s", text,
                                b == 0              ? ""
                                : b + 1 == x->count ? " or "
                                                    : ", ",
                                entry(x, b, arena));
    return x->count > MAX_SHOWN ? tml_arena_format(arena, "%s and %d more", text, x->count - MAX_SHOWN) : text;
}

const char *tml_singular_choices(tml_closure *c, const double *q, double *const *motions, int count, bool scaled,
                                 tml_arena *arena)
{
    choice x = {
        .list = TML_NEW_ARRAY(c->arena, named_rate, c->s->coordinate_count + 1), .count = count, .scaled = scaled};
    tml_closure_residual(c, q, false);
    for (int i = 0; i < c->s->joint_count; i++)
        for (int k = 0; k < c->s->joints[i].coordinate_count; k++) {
            const tml_joint_coordinate *f = &c->s->coordinates[c->s->joints[i].first_coordinate + k];
            if (f->term.measure < 0)
                continue;
            named_rate *n = &x.list[x.list_count++];
            *n = (named_rate){&c->s->joints[i], f, TML_NEW_ARRAY(c->arena, double, count),
                              c->s->size / tml_measure_scale(c->s, f->term.measure)};
            for (int b = 0; b < count; b++)
                n->rate[b] = n->arm * tml_workspace_term_rate(c->w, f->term, motions[b]);
        }
    return choose(&x, arena);
}

/* ---- sentences ---- */

static const char *branches_text(const tml_singular_part *p, tml_arena *arena)
{
    static const char *const numbers[] = {"no", "one branch", "two branches", "three branches", "four branches"};
    if (!p->space)
        return tml_arena_format(arena, "; its %d coordinates are too many to find the branches of motion",
                                p->coordinates);
    if (p->kind == TML_BRANCH_UNKNOWN)
        return "; second-order terms do not determine how it can move out of it";
    if (p->kind == TML_BRANCH_NONE)
        return p->certain ? "; nothing can move out of it that way"
                          : "; no direction was found in which it can move out of it to second order";
    if (p->kind == TML_BRANCH_CONE)
        return "; a cone of velocities leads out of it, from which `initial` must choose";
    const char *number =
        p->branch_count <= 4 ? numbers[p->branch_count] : tml_arena_format(arena, "%d branches", p->branch_count);
    const char *text = tml_arena_format(arena, "; %s of motion %s", number,
                                        p->branch_count == 1   ? "was found"
                                        : p->space->forms == 1 ? "meet"
                                                               : "were found to meet");
    return p->choices && p->start != TML_SINGULAR_UNDERDETERMINED
               ? tml_arena_format(arena, "%s, which `initial` can choose: %s", text, p->choices)
               : text;
}

static const char *start_text(const tml_singular_part *p, tml_arena *arena)
{
    static const char *const ordinals[] = {"first", "second", "third", "fourth"};
    if (p->start == TML_SINGULAR_INCONSISTENT)
        return "; its velocities belong to no motion";
    if (p->start == TML_SINGULAR_UNDERDETERMINED)
        return tml_arena_format(arena,
                                "; the velocities given belong to several motions of the same kinetic energy%s%s",
                                p->choices ? ", which `initial` can choose: " : "", p->choices ? p->choices : "");
    if (p->start == TML_SINGULAR_AMBIGUOUS && p->space && p->kind != TML_BRANCH_NONE)
        return "; its velocities do not determine which way it moves out of it";
    if (p->start != TML_SINGULAR_ON_BRANCH)
        return "";
    const char *which = p->kind != TML_BRANCH_SEVERAL || p->along < 0 || p->branch_count < 2 ? "one of its motions"
                        : p->along < 4 ? tml_arena_format(arena, "the %s", ordinals[p->along])
                                       : tml_arena_format(arena, "number %d", p->along + 1);
    return p->completed
               ? tml_arena_format(
                     arena,
                     "; of the motions with the velocities given, the one of least kinetic energy was chosen%s%s",
                     p->along >= 0 && p->branch_count > 1 ? ": " : "",
                     p->along >= 0 && p->branch_count > 1 ? which : "")
               : tml_arena_format(arena, "; its velocities follow %s", which);
}

const char *tml_singular_text(const tml_singular *s, tml_arena *arena)
{
    const char *text = "singular configuration: ";
    for (int i = 0; i < s->part_count; i++) {
        const tml_singular_part *p = &s->parts[i];
        const int less = p->nearby_rank - p->rank;
        const char *lost =
            p->kind == TML_BRANCH_NONE && p->certain
                ? tml_arena_format(
                      arena, "leave %d direction%s free to first order that they constrain to second order (rank %d)",
                      p->space->essential, p->space->essential == 1 ? "" : "s", p->rank)
            : less > 0 ? tml_arena_format(arena, "constrain %d fewer direction%s here than nearby (rank %d, not %d)",
                                          less, less == 1 ? "" : "s", p->rank, p->nearby_rank)
                       : tml_arena_format(arena, "do not constrain all that they constrain nearby (rank %d)", p->rank);
        text = tml_arena_format(arena, "%s%sjoints %s %s%s%s", text, i ? "; and " : "", p->joints, lost,
                                branches_text(p, arena), start_text(p, arena));
    }
    return text;
}
