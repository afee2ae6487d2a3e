/* feature_search.c - which features two sharp polyhedra touch with.
 *
 * Within a face, and between the ends of two edges, there is one feature, and it acts. Where one ends others have the gap zero at the same place: a vertex on an
 * edge, or on a vertex. Bodies that are convex are apart there as soon as one of these features says so:
 *   a feature counts if its feet do not move off it, and its normal is outward of all that meets there
 *   of those that count at one place that is taken which is approached least; others with its normal are the same touch
 * So a body slides over an edge from one feature to the next without an impact, and where no feature counts the bodies pass each other.
 */
#include "contact/feature.h"

typedef struct {
    tml_feature *list;
    int count, most;
} found;

static void add(found *f, tml_feature feature)
{
    if (f->count < f->most)
        f->list[f->count++] = feature;
}

static void find_vertices(const tml_candidate *pair, const tml_feature_view *view, const tml_feature_search *q,
                          found *f)
{
    for (const tml_candidate *c = pair; c < pair + pair->count; c++) {
        if (c->kind != TML_TOUCH_POINT || !q->touches[c->index])
            continue;
        const bool of_B = c->exchanged != pair->exchanged;
        const int faces = of_B ? view->P->face_count : view->Q->face_count;
        for (int k = 0; k < faces; k++) {
            tml_feature at = tml_feature_vertex(view, of_B, c->vertex, k, q->slow);
            at.index = c->index;
            if (fabs(at.gap) > view->near || at.room < -view->near || at.leaves)
                continue;
            if (at.room > view->near || tml_feature_in_cone(view, of_B, c->vertex, k))
                add(f, at);
        }
    }
}

static bool is_kept(const int *kept, int count, int number)
{
    for (int i = 0; i < count; i++)
        if (kept[i] == number)
            return true;
    return false;
}

static void find_edges(const tml_feature_view *view, const tml_feature_search *q, found *f)
{
    for (int k = 0; k < view->Q->edge_count; k++)
        for (int i = 0; i < view->P->edge_count; i++) {
            tml_feature at;
            if (!tml_feature_edges(view, i, k, q->slow, &at) || fabs(at.gap) > q->within || at.room < -view->near ||
                at.leaves || is_kept(q->kept, q->kept_count, at.number))
                continue;
            add(f, at);
        }
}

static bool is_same_place(const tml_feature *a, const tml_feature *b, double near)
{
    return tml_norm(tml_sub(a->at, b->at)) < 4 * near;
}

/* Which of the features at the place of one acts: the first that is approached least. */
static int acting(const found *f, int i, int held, const tml_feature_view *view, double slow)
{
    int best = -1;
    for (int k = 0; k < f->count; k++) {
        if (!is_same_place(&f->list[i], &f->list[k], view->near))
            continue;
        if (k < held)
            return k;
        if (best < 0 || f->list[k].rate > f->list[best].rate + slow)
            best = k;
    }
    return best;
}

int tml_features_find(const tml_candidate *pair, const tml_feature_search *q, const tml_rigid_motion *first,
                      const tml_rigid_motion *second, tml_feature *list, int held, int most)
{
    const tml_feature_view view = tml_feature_view_of(pair, first, second);
    found f = {list, held, most};
    find_vertices(pair, &view, q, &f);
    find_edges(&view, q, &f);
    for (int i = held; i < f.count; i++)
        list[i].taken = list[i].room > view.near || acting(&f, i, held, &view, q->slow) == i;
    return f.count;
}

double tml_features_watch(const tml_candidate *pair, const int *kept, int kept_count, double lowest,
                          const tml_rigid_motion *first, const tml_rigid_motion *second, double *rate)
{
    const tml_feature_view view = tml_feature_view_of(pair, first, second);
    double least = INFINITY;
    *rate = 0;
    for (int k = 0; k < view.Q->edge_count; k++)
        for (int i = 0; i < view.P->edge_count; i++) {
            tml_feature at;
            if (!tml_feature_edges(&view, i, k, 0, &at) || at.room < view.near || at.gap < lowest || at.gap >= least ||
                is_kept(kept, kept_count, at.number))
                continue;
            least = at.gap, *rate = at.rate;
        }
    return least;
}
