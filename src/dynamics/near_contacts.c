/* near_contacts.c - near pairs of a set of contacts: found by bounding spheres about the centres of mass, then place by place. */
#include "dynamics/near_contacts.h"
#include <math.h>
#include <string.h>

static const double SLACK = 0.25; /* of the mean reach: how far bodies move before pairs are found anew */

/* A sphere about the centre of mass that contains a curve; infinite for lines, bores and splines. */
static double profile_reach(const tml_profile *p)
{
    double reach = 0;
    if (p->hollow || p->kind == TML_PROFILE_LINE || tml_profile_is_smooth(p))
        return INFINITY;
    if (p->kind == TML_PROFILE_CIRCLE)
        return hypot(p->at.x, p->at.y) + p->radius;
    for (int i = 0; i < p->count; i++)
        reach = fmax(reach, hypot(p->points[i].x, p->points[i].y));
    return reach;
}

static bool are_joined(const tml_contact_set *set, int a, int b)
{
    const int low_body = a < b ? a : b, high_body = a < b ? b : a;
    int low = 0, high = set->joined_count;
    while (low < high) {
        const int middle = low + (high - low) / 2, *pair = set->joined[middle];
        if (pair[0] < low_body || (pair[0] == low_body && pair[1] < high_body))
            low = middle + 1;
        else
            high = middle;
    }
    return low < set->joined_count && set->joined[low][0] == low_body && set->joined[low][1] == high_body;
}

static bool may_touch(const void *context, int first, int second)
{
    const tml_contact_set *set = context;
    const tml_contact_member *a = &set->members[first], *b = &set->members[second];
    return a->body != b->body && ((a->first && b->second) || (a->second && b->first)) &&
           !are_joined(set, a->body, b->body);
}

tml_near_contacts *tml_near_contacts_make(const tml_contact_set *set, const tml_system *system, tml_arena *arena)
{
    tml_near_contacts *n = TML_NEW(arena, tml_near_contacts);
    *n = (tml_near_contacts){.set = set, .system = system, .arena = arena};
    n->reach = TML_NEW_ARRAY(arena, double, set->member_count + 1);
    n->at = TML_NEW_ARRAY(arena, tml_vec3, set->member_count + 1);
    double sum = 0;
    int finite = 0;
    for (int i = 0; i < set->member_count; i++) {
        const tml_contact_member *m = &set->members[i];
        n->reach[i] = system->space ? tml_contact_solid_reach(m->solid) : profile_reach(m->profile);
        if (m->body == 0)
            n->reach[i] = INFINITY;
        if (isfinite(n->reach[i]))
            sum += n->reach[i], finite++;
    }
    n->broad =
        tml_broad_phase_make(set->member_count, n->reach, finite ? SLACK * sum / finite : 0, may_touch, set, arena);
    return n;
}

/* ---- places of near pairs ---- */

enum { MOST_AT_ONCE = 512 };

static void visit_pair(const tml_near_contacts *n, tml_near_pair pair, tml_near_visit visit, void *context)
{
    const tml_contact_member *a = &n->set->members[pair.first], *b = &n->set->members[pair.second];
    tml_candidate solids[MOST_AT_ONCE];
    tml_profile_candidate profiles[MOST_AT_ONCE];
    const bool space = n->system->space;
    const int ground = a->body == 0 ? 0 : b->body == 0 ? 1 : -1;
    const int found = space ? tml_touch_candidates(a->solid, b->solid, ground, solids, MOST_AT_ONCE)
                            : tml_profile_candidates(a->profile, b->profile, profiles, MOST_AT_ONCE);
    for (int i = 0; i < found && i < MOST_AT_ONCE; i++) {
        if (space && solids[i].slot > 0) /* of motions from event to event */
            continue;
        tml_near_place p = {.first = pair.first, .second = pair.second, .number = i, .block = -1};
        const bool swap = !space && profiles[i].exchanged;
        p.body[0] = swap ? b->body : a->body, p.body[1] = swap ? a->body : b->body;
        if (space)
            p.as.solid = solids[i];
        else
            p.as.profile = profiles[i];
        visit(context, &p);
    }
}

static void keep_place(void *context, const tml_near_place *place)
{
    tml_near_contacts *n = context;
    TML_GROW(n->arena, n->places, n->place_count, n->place_capacity);
    n->places[n->place_count++] = *place;
}

static int order(const tml_near_place *a, const tml_near_place *b)
{
    if (a->first != b->first)
        return a->first < b->first ? -1 : 1;
    if (a->second != b->second)
        return a->second < b->second ? -1 : 1;
    return (a->number > b->number) - (a->number < b->number);
}

/* Places of the pairs that are near now; those that were there before keep their impulses. Both lists are sorted. */
static void find_places(tml_near_contacts *n)
{
    tml_near_place *before = n->places;
    const int count = n->place_count, capacity = n->place_capacity;
    n->places = n->old, n->place_capacity = n->old_capacity, n->place_count = 0;
    n->old = before, n->old_capacity = capacity;
    const int pairs = tml_broad_phase_update(n->broad, n->at, NULL);
    for (int i = 0; i < pairs; i++)
        visit_pair(n, tml_broad_phase_pairs(n->broad)[i], keep_place, n);
    for (int i = 0, k = 0; i < n->place_count; i++) {
        while (k < count && order(&before[k], &n->places[i]) < 0)
            k++;
        if (k < count && order(&before[k], &n->places[i]) == 0)
            memcpy(n->places[i].P, before[k].P, sizeof n->places[i].P);
    }
}

/* ---- evaluation ---- */

static void evaluate_space(const tml_near_contacts *n, const tml_workspace *work, tml_near_place *p)
{
    const tml_motion3 *a = &work->motion3[p->body[0]], *b = &work->motion3[p->body[1]];
    const tml_rigid_motion A = {a->x, a->v, a->w, a->R}, B = {b->x, b->v, b->w, b->R};
    const tml_touch touch = tml_touch_at(&p->as.solid, &A, &B);
    (void)n;
    p->gap = touch.gap;
    if (p->gap > 0)
        return;
    tml_touch_jacobian(&touch, touch.n, touch.ndot, &A, &B, p->J[0]);
    for (int k = 0; k < 2; k++)
        tml_touch_jacobian(&touch, touch.t[k], touch.tdot[k], &A, &B, p->J[1 + k]);
}

static void evaluate_plane(const tml_workspace *work, tml_near_place *p)
{
    const tml_motion2 *a = &work->motion2[p->body[0]], *b = &work->motion2[p->body[1]];
    const tml_plane_motion A = {{a->x, a->y}, {a->vx, a->vy}, a->c, a->s, a->w};
    const tml_plane_motion B = {{b->x, b->y}, {b->vx, b->vy}, b->c, b->s, b->w};
    const tml_plane_touch gap = tml_profile_gap(&p->as.profile, &A, &B);
    p->gap = gap.value;
    if (p->gap > 0)
        return;
    const tml_plane_touch slip = tml_profile_slip(&p->as.profile, &A, &B);
    memcpy(p->J[0], gap.J, sizeof gap.J);
    memcpy(p->J[1], slip.J, sizeof slip.J);
}

void tml_near_contacts_evaluate(tml_near_contacts *n, const tml_workspace *work)
{
    const tml_contact_set *set = n->set;
    for (int i = 0; i < set->member_count; i++) {
        const int body = set->members[i].body;
        n->at[i] =
            n->system->space ? work->motion3[body].x : (tml_vec3){work->motion2[body].x, work->motion2[body].y, 0};
    }
    if (!tml_broad_phase_holds(n->broad, n->at))
        find_places(n);
    for (int i = 0; i < n->place_count; i++) {
        tml_near_place *p = &n->places[i];
        const double reach = n->reach[p->first] + n->reach[p->second];
        const tml_vec3 d = tml_sub(n->at[p->first], n->at[p->second]);
        p->block = -1;
        p->gap = INFINITY;
        if (tml_dot(d, d) > reach * reach)
            continue;
        if (n->system->space)
            evaluate_space(n, work, p);
        else
            evaluate_plane(work, p);
    }
}

double tml_near_contacts_room(const tml_near_contacts *n, int i)
{
    const tml_near_place *p = &n->places[i];
    if (isfinite(p->gap))
        return p->gap;
    return tml_norm(tml_sub(n->at[p->first], n->at[p->second])) - n->reach[p->first] - n->reach[p->second];
}

void tml_near_contacts_visit_far(const tml_near_contacts *n, const double *way, tml_near_visit visit, void *context)
{
    const tml_contact_set *set = n->set;
    const double slack = tml_broad_phase_slack(n->broad);
    for (int i = 0; i < set->member_count; i++) {
        const double own = way[set->members[i].body];
        if (tml_broad_phase_moved(n->broad, i, n->at[i]) + own <= slack)
            continue;
        for (int k = 0; k < set->member_count; k++) {
            const double other = way[set->members[k].body], reach = n->reach[i] + n->reach[k] + own + other;
            const tml_vec3 d = tml_sub(n->at[i], n->at[k]);
            const int first = i < k ? i : k, second = i < k ? k : i;
            const bool taken = k < i && tml_broad_phase_moved(n->broad, k, n->at[k]) + other > slack;
            if (k != i && !taken && tml_dot(d, d) <= reach * reach && may_touch(set, first, second) &&
                !tml_broad_phase_lists(n->broad, first, second))
                visit_pair(n, (tml_near_pair){first, second}, visit, context);
        }
    }
}
