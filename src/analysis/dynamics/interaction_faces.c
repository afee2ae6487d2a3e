/* interaction_faces.c - contacts with corners: while a gap is closed it is that from one face, held beyond its ends.
 *
 * The distance of a point from a chain has a kink where the point's foot passes a corner, and that of a disc a jump of its curvature. A closed contact therefore keeps its face, and ends where
 * the foot leaves it: room = distance of the foot from the nearer end of the face, falls to zero. There the next face takes over, or the bodies
 * part (contact/profile_face.c). A gap that reaches zero at a corner is closed, or struck, by the face that is touched there; where none is, the
 * bodies pass each other.
 */
#include "analysis/dynamics/interaction_state.h"

bool tml_interaction_keeps_face(const tml_workspace *w, int i)
{
    const tml_interaction *is = &w->system->interactions[i];
    return is->kind == TML_UNILATERAL && tml_measure_corner(w->system, is->term[0].measure) > 0;
}

int tml_interaction_run_rooms(const tml_workspace *w, const tml_interaction_run *x, double *g)
{
    int count = 0;
    for (int i = 0; i < w->system->interaction_count; i++) {
        const int measure = w->system->interactions[i].term[0].measure;
        if (!tml_interaction_keeps_face(w, i))
            continue;
        double rate;
        if (g && tml_interaction_is_watch(w, i))
            g[count] = tml_interaction_run_watch(x, w, i, &rate) + x->history[i].margin;
        else if (g)
            g[count] = w->modes[i].kind == TML_CLOSED && w->face[measure] > 0
                           ? tml_workspace_room(w, measure) + x->history[i].margin
                           : NAN;
        count++;
    }
    return count;
}

/* The gap of an interaction and its slips. */
bool tml_interaction_run_hold(tml_workspace *w, int i, int face)
{
    const tml_system *s = w->system;
    const bool changes = w->face[s->interactions[i].term[0].measure] != face;
    w->face[s->interactions[i].term[0].measure] = face;
    for (int k = 0; changes && k < s->interaction_count; k++)
        for (int j = 0;
             s->interactions[k].normal == i && s->interactions[k].kind == TML_FRICTION && j < s->interactions[k].size;
             j++)
            w->face[s->interactions[k].term[j].measure] = face;
    return changes;
}

int tml_interaction_run_leave_faces(tml_interaction_run *x, double t, const bool *end_of_fired)
{
    tml_workspace *w = x->r->m->e->work;
    const int count = tml_interaction_run_rooms(w, x, NULL);
    const bool *fired = end_of_fired - count;
    bool any = false;
    for (int k = 0; k < count; k++)
        any |= fired[k];
    if (!any)
        return 0;
    if (tml_interaction_run_project(x, t, x->r->m->problem.y, 0)) /* what takes over lies where it was held */
        return 1;
    for (int i = 0, k = 0; i < w->system->interaction_count; i++)
        if (tml_interaction_keeps_face(w, i) && fired[k++]) {
            x->history[i].fired |= tml_interaction_is_watch(w, i);
            tml_interaction_run_hold(w, i, TML_NO_FACE);
            w->modes[i].kind = TML_OPEN;
        }
    return 0;
}

/* Of a corner that lies on a corner, each on the face of the other, one gap is enough; the other is there when that one has left its face. */
bool tml_interaction_run_drop_twins(tml_interaction_run *x)
{
    tml_workspace *w = x->r->m->e->work;
    const tml_interaction *all = w->system->interactions;
    bool changed = false;
    for (int i = 0; i < w->system->interaction_count; i++)
        for (int k = i + 1; tml_interaction_keeps_face(w, i) && w->face[all[i].term[0].measure] > 0 &&
                            k < w->system->interaction_count;
             k++) {
            if (!tml_interaction_keeps_face(w, k) ||
                !tml_workspace_same_touch(w, all[i].term[0].measure, all[k].term[0].measure))
                continue;
            const int spare = w->modes[k].kind == TML_CLOSED && w->modes[i].kind != TML_CLOSED ? i : k;
            changed |= tml_interaction_run_hold(w, spare, TML_NO_FACE);
            x->history[spare].parts = true;
            w->modes[spare].kind = TML_OPEN;
        }
    return changed;
}

bool tml_interaction_run_find_faces(tml_interaction_run *x)
{
    tml_workspace *w = x->r->m->e->work;
    bool changed = false;
    for (int i = 0; i < w->system->interaction_count; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        const int measure = is->term[0].measure;
        if (tml_interaction_is_watch(w, i))
            changed |= tml_interaction_run_find_features(x, i);
        if (!tml_interaction_keeps_face(w, i) || w->system->space ||
            (w->modes[i].kind == TML_CLOSED && w->face[measure] > 0))
            continue;
        x->history[i].parts = false;
        const int face =
            tml_interaction_run_touches(x, i)
                ? tml_workspace_find_face(w, measure, tml_interaction_slow(x->r->m, &w->system->interactions[i]))
                : TML_NO_FACE;
        x->history[i].parts = face < 0;
        changed |= tml_interaction_run_hold(w, i, face > 0 ? face : TML_NO_FACE);
    }
    return changed;
}

void tml_interaction_run_end_faces(tml_interaction_run *x)
{
    tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++)
        if (tml_interaction_keeps_face(w, i) && w->modes[i].kind != TML_CLOSED)
            tml_interaction_run_hold(w, i, TML_NO_FACE);
}

void tml_interaction_run_give_margins(tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++) {
        const int measure = w->system->interactions[i].term[0].measure;
        x->history[i].margin = 0;
        if (tml_interaction_is_watch(w, i))
            x->history[i].margin = tml_interaction_run_watch_margin(x, i);
        if (!tml_interaction_keeps_face(w, i) || w->modes[i].kind != TML_CLOSED || w->face[measure] < 1)
            continue;
        const double near = tml_measure_corner(w->system, measure);
        if (tml_workspace_room(w, measure) < near &&
            tml_workspace_stays_on_face(w, measure, tml_interaction_slow(x->r->m, &w->system->interactions[i])))
            x->history[i].margin = 2 * near;
    }
}

void tml_interaction_run_end_margins(tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++) {
        tml_interaction_history *h = &x->history[i];
        double rate;
        if (h->margin > 0 && (tml_interaction_is_watch(w, i)
                                  ? tml_interaction_run_watch(x, w, i, &rate)
                                  : tml_workspace_room(w, w->system->interactions[i].term[0].measure)) > h->margin)
            h->margin = 0;
    }
}

bool tml_interaction_run_has_faces(const tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count; i++)
        if ((w->modes[i].kind == TML_CLOSED && w->face[w->system->interactions[i].term[0].measure] > 0) ||
            tml_interaction_is_watch(w, i))
            return true;
    return false;
}

void tml_interaction_run_limit_step(tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    double step = INFINITY;
    for (int i = 0; i < w->system->interaction_count; i++) {
        const int measure = w->system->interactions[i].term[0].measure;
        if (tml_interaction_keeps_face(w, i) && w->modes[i].kind == TML_CLOSED && w->face[measure] > 0)
            step = fmin(step, tml_workspace_stay(w, measure));
        if (tml_interaction_is_watch(w, i))
            step = fmin(step, tml_interaction_run_watch_stay(x, i));
    }
    x->longest_step = step;
}
