/* interaction_edges.c - sharp polyhedra in a motion: the features that a pair touches with, and the places that its edges take.
 *
 * A pair has a gap for each vertex, which keeps its face while it is closed, and some places for pairs of edges: each stands empty until two edges touch, and
 * keeps these until they part. Edges that do not touch yet are watched, the least gap of all of them. The gap of nearest points, the first of the pair,
 * says how far the bodies are apart; it never closes.
 */
#include "analysis/dynamics/interaction_state.h"

static const double FAR = 1e-2;       /* of the size: bodies so far apart have no edges that are near */
static const double ROUNDING = 2e-15; /* of the scale of a gap */
static const double BEYOND = 1.25;    /* of the time in which edges meet at their present speed */
static const double SHORTEST = 1e-3;  /* of the characteristic time: to less a gap limits no step */

static const tml_candidate *candidate_of(const tml_workspace *w, int i)
{
    const tml_interaction *is = &w->system->interactions[i];
    return w->system->space && is->kind == TML_UNILATERAL ? w->system->measures[is->term[0].measure].candidate : NULL;
}

bool tml_interaction_is_watch(const tml_workspace *w, int i)
{
    const tml_candidate *c = candidate_of(w, i);
    return c && c->count && c->index == 0;
}

/* The interaction of candidate k of the pair that begins with interaction i; each is followed by its friction. */
static int member(const tml_workspace *w, int i, int k)
{
    const tml_system *s = w->system;
    return i + k * (i + 1 < s->interaction_count && s->interactions[i + 1].normal == i ? 2 : 1);
}

void tml_interaction_run_make_features(tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    int most = 0;
    for (int i = 0; i < w->system->interaction_count; i++)
        if (tml_interaction_is_watch(w, i) && candidate_of(w, i)->count > most)
            most = candidate_of(w, i)->count;
    if (!most)
        return;
    tml_arena *arena = x->r->m->task->arena;
    x->feature_capacity = 16 * most;
    x->features = TML_NEW_ARRAY(arena, tml_feature, x->feature_capacity);
    x->touching = TML_NEW_ARRAY(arena, bool, most);
    x->kept = TML_NEW_ARRAY(arena, int, most);
}

/* Pairs of edges that places keep. */
static int find_kept(const tml_interaction_run *x, const tml_workspace *w, int i, bool closed)
{
    const tml_candidate *c = candidate_of(w, i);
    int count = 0;
    for (int k = 0; k < c->count; k++) {
        const int at = member(w, i, k), feature = w->face[w->system->interactions[at].term[0].measure];
        if (c[k].slot > 0 && feature > 0 && (!closed || w->modes[at].kind == TML_CLOSED))
            x->kept[count++] = feature;
    }
    return count;
}

double tml_interaction_run_watch(const tml_interaction_run *x, const tml_workspace *w, int i, double *rate)
{
    const tml_candidate *c = candidate_of(w, i);
    const int measure = w->system->interactions[i].term[0].measure;
    const double size = c->own->polyhedron->size + c->other->polyhedron->size;
    *rate = 0;
    if (w->value[measure] > FAR * size)
        return w->value[measure];
    const double least =
        tml_workspace_watch_edges(w, measure, x->kept, find_kept(x, w, i, false), -TML_TOUCHES * size, rate);
    return fmin(size, w->value[measure] < -TML_TOUCHES * size ? w->value[measure] : least); /* or they overlap */
}

double tml_interaction_run_watch_margin(const tml_interaction_run *x, int i)
{
    const tml_workspace *w = x->r->m->e->work;
    double rate;
    const double gap = tml_interaction_run_watch(x, w, i, &rate);
    const double rounding = ROUNDING * tml_interaction_scale(w->system, &w->system->interactions[i]);
    return gap < rounding ? rounding - fmin(gap, 0) : 0;
}

double tml_interaction_run_watch_stay(const tml_interaction_run *x, int i)
{
    const tml_motion_state *m = x->r->m;
    double rate;
    const double gap = tml_interaction_run_watch(x, m->e->work, i, &rate);
    return rate < 0 ? fmax(BEYOND * gap / -rate, SHORTEST / m->rate) : INFINITY;
}

/* Features that are held, first in the list; which vertices touch. */
static int begin_search(tml_interaction_run *x, int i, double slow)
{
    tml_workspace *w = x->r->m->e->work;
    const tml_candidate *c = candidate_of(w, i);
    int held = 0;
    for (int k = 0; k < c->count; k++) {
        const int at = member(w, i, k), measure = w->system->interactions[at].term[0].measure;
        const bool closed = w->modes[at].kind == TML_CLOSED && w->face[measure] > 0;
        x->touching[k] = false;
        if (closed)
            x->features[held++] = tml_workspace_feature(w, measure, slow);
        x->history[at].parts = c[k].kind != TML_TOUCH_POINT && !closed;
        if (c[k].kind == TML_TOUCH_POINT && !closed)
            x->touching[k] = tml_interaction_run_touches(x, at);
    }
    return held;
}

/* The feature of a candidate among those found; 0: none. */
static int taken_by(const tml_interaction_run *x, int held, int count, int index)
{
    for (int k = held; k < count; k++)
        if (x->features[k].taken && x->features[k].index == index)
            return x->features[k].number;
    return TML_NO_FACE;
}

/* Takes two edges from the list of those that touch. */
static bool take_edges(tml_interaction_run *x, int held, int count, int number)
{
    for (int k = held; k < count; k++) {
        tml_feature *f = &x->features[k];
        if (!f->taken || f->index > 0 || (number > 0 && f->number != number))
            continue;
        f->taken = false;
        return true;
    }
    return false;
}

static int next_edges(const tml_interaction_run *x, int held, int count)
{
    for (int k = held; k < count; k++)
        if (x->features[k].taken && x->features[k].index == 0)
            return x->features[k].number;
    return TML_NO_FACE;
}

/* Edges that touch keep their place; others take empty ones. */
static bool give_places(tml_interaction_run *x, int i, int held, int count)
{
    tml_workspace *w = x->r->m->e->work;
    const tml_candidate *c = candidate_of(w, i);
    bool changed = false;
    for (int pass = 0; pass < 2; pass++)
        for (int k = 0; k < c->count; k++) {
            const int at = member(w, i, k), feature = w->face[w->system->interactions[at].term[0].measure];
            if (c[k].slot == 0 || w->modes[at].kind == TML_CLOSED)
                continue;
            if (pass == 0 && feature > 0) {
                if (take_edges(x, held, count, feature))
                    x->history[at].parts = false;
                else
                    changed |= tml_interaction_run_hold(w, at, TML_NO_FACE);
                continue;
            }
            const int next = pass == 1 && feature == TML_NO_FACE ? next_edges(x, held, count) : TML_NO_FACE;
            if (next == TML_NO_FACE)
                continue;
            take_edges(x, held, count, next);
            changed |= tml_interaction_run_hold(w, at, next);
            x->history[at].parts = false;
            x->history[at].fired = true;
        }
    return changed;
}

bool tml_interaction_run_find_features(tml_interaction_run *x, int i)
{
    tml_workspace *w = x->r->m->e->work;
    const tml_candidate *c = candidate_of(w, i);
    const tml_interaction *is = &w->system->interactions[i];
    tml_feature_search search = {.touches = x->touching, .kept = x->kept, .slow = tml_interaction_slow(x->r->m, is)};
    const int held = begin_search(x, i, search.slow);
    double rate;
    search.within = TML_TOUCHES * tml_interaction_scale(w->system, is);
    if (x->history[i].fired)
        search.within = fmin(fmax(search.within, 2 * fabs(tml_interaction_run_watch(x, w, i, &rate))),
                             tml_measure_corner(w->system, is->term[0].measure));
    search.kept_count = find_kept(x, w, i, true);
    const int count =
        tml_workspace_find_features(w, is->term[0].measure, &search, x->features, held, x->feature_capacity);
    bool changed = false;
    for (int k = 0; k < c->count; k++) {
        const int at = member(w, i, k);
        if (c[k].kind != TML_TOUCH_POINT ||
            (w->modes[at].kind == TML_CLOSED && w->face[w->system->interactions[at].term[0].measure] > 0))
            continue;
        const int face = taken_by(x, held, count, k);
        x->history[at].parts = x->touching[k] && face == TML_NO_FACE;
        changed |= tml_interaction_run_hold(w, at, face);
    }
    return give_places(x, i, held, count) || changed;
}
