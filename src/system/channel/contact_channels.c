/* contact_channels.c - what is reported of a contact: the least gap, the slip there, and sums of forces over all places where it may touch.
 *
 * Of two bodies that touch at places r_i with forces F_i, pressing with N_i: the centre of pressure c, and about it the rest of the moments,
 *   c = sum N_i r_i / sum N_i      F = sum F_i      T = sum (r_i - c) x F_i
 */
#include "system/channel/channels.h"
#include "system/kernel/kernels.h"
#include <math.h>

static const double EQUAL = 1e-9; /* of the size: gaps that do not differ */

static int gap_of(const tml_system *s, const tml_contact *place)
{
    return s->terms[s->laws[place->normal_law].terms.first].measure;
}

/* Direction in which the second body moves along a measure. */
static tml_vec3 direction_of(const tml_workspace *w, int measure)
{
    const double *J = w->J + ((size_t)measure * 2 + 1) * (size_t)w->system->nvb;
    return (tml_vec3){J[0], J[1], w->system->space ? J[2] : 0};
}

/* -1 where a slip in the plane is counted against `forward`: on the far side of a block in its guide. */
static double sense_of(const tml_workspace *w, int slip, const tml_vec3 *forward)
{
    return forward && tml_dot(direction_of(w, slip), *forward) < 0 ? -1 : 1;
}

static double value_of(const tml_instant *at, int first, int count, int what, const tml_vec3 *forward)
{
    const tml_workspace *w = at->work;
    const tml_system *s = w->system;
    double gap = INFINITY, sum = 0, slip = 0;
    for (int i = first; i < first + count; i++) {
        const tml_contact *c = &s->contacts[i];
        const int measure = gap_of(s, c);
        double rubs[2] = {0}, slides[2] = {0};
        for (int k = 0; k < c->slip_count; k++) {
            const int along = s->terms[s->laws[c->slip_law + k].terms.first].measure;
            const double sense = sense_of(w, along, forward);
            rubs[k] = sense * w->force[c->slip_law + k];
            slides[k] = sense * w->rate[along];
        }
        if (w->value[measure] < gap) {
            gap = w->value[measure];
            slip = s->space ? hypot(slides[0], slides[1]) : slides[0];
        }
        if (what == TML_CHANNEL_FRICTION)
            sum += s->space ? hypot(rubs[0], rubs[1]) : rubs[0];
        else
            sum += w->force[c->normal_law];
    }
    return what == TML_CHANNEL_GAP ? gap : what == TML_CHANNEL_SLIP ? slip : sum;
}

static bool has_friction(const tml_system *s, int first, int count)
{
    for (int i = first; i < first + count; i++)
        if (s->contacts[i].slip_count > 0)
            return true;
    return false;
}

/* Hertz: sqrt(N E k/(pi width)). Sharp corners that press have none. */
static double pressure_of(const tml_instant *at, const tml_force *force)
{
    const tml_workspace *w = at->work;
    const tml_system *s = w->system;
    double largest = 0;
    for (int i = force->first_contact; i < force->first_contact + force->contact_count; i++) {
        const tml_contact *c = &s->contacts[i];
        const double N = w->force[c->normal_law], k = N > 0 ? tml_workspace_curvature(w, gap_of(s, c)) : 0;
        if (!isfinite(k))
            return NAN;
        largest = fmax(largest, sqrt(fmax(c->pressure * N * k, 0)));
    }
    return largest;
}

double tml_contact_channel(const tml_instant *at, const tml_force *force, const tml_force_channel *channel)
{
    if (channel->what == TML_CHANNEL_PRESSURE)
        return pressure_of(at, force);
    return value_of(at, force->first_contact, force->contact_count, (int)channel->what, NULL);
}

bool tml_contact_reports(const tml_system *s, const tml_force *force, const tml_force_channel *channel)
{
    if (channel->what == TML_CHANNEL_PRESSURE)
        return force->contact_count > 0 && s->contacts[force->first_contact].pressure > 0;
    const bool of_friction = channel->what == TML_CHANNEL_SLIP || channel->what == TML_CHANNEL_FRICTION;
    return !of_friction || has_friction(s, force->first_contact, force->contact_count);
}

/* ---- joints with clearance ---- */

static const int CLEARANCE_WHAT[] = {TML_CHANNEL_GAP, TML_CHANNEL_FORCE, TML_CHANNEL_SLIP, TML_CHANNEL_FRICTION};
enum { CLEARANCE_CONTACT = sizeof CLEARANCE_WHAT / sizeof *CLEARANCE_WHAT };

const tml_channel *tml_clearance_channel(const tml_system *s, const tml_joint *j, int i)
{
    const int count = !j->contact_count                                     ? 0
                      : has_friction(s, j->first_contact, j->contact_count) ? CLEARANCE_CONTACT
                                                                            : CLEARANCE_CONTACT - 2;
    return i < count                   ? tml_channel_at(TML_OF_CLEARANCE, s->space, false, i)
           : i < count + j->play_count ? j->plays[i - count].channel
                                       : NULL;
}

double tml_clearance_value(const tml_instant *at, const tml_joint *j, const tml_channel *channel)
{
    for (int i = 0; i < j->play_count; i++)
        if (j->plays[i].channel == channel) {
            const tml_term term = at->work->system->terms[j->plays[i].term];
            return term.coefficient * at->work->value[term.measure];
        }
    const tml_term along = at->work->system->coordinates[j->first_coordinate].term;
    const tml_vec3 forward =
        along.measure < 0 ? (tml_vec3){0} : tml_scale(along.coefficient, direction_of(at->work, along.measure));
    return value_of(at, j->first_contact, j->contact_count, CLEARANCE_WHAT[channel->value], &forward);
}

/* Of a law along one term, on the second body of its measure. */
static tml_vec3 along(const tml_workspace *w, int law, double force)
{
    const tml_system *s = w->system;
    const tml_term term = s->terms[s->laws[law].terms.first];
    return tml_scale(force * term.coefficient, direction_of(w, term.measure));
}

/* On the second body of a pair. */
static tml_vec3 force_at(const tml_workspace *w, const tml_contact *place, const double *force, int body)
{
    tml_vec3 F = along(w, place->normal_law, force[place->normal_law]);
    for (int k = 0; k < place->slip_count; k++)
        F = tml_add(F, along(w, place->slip_law + k, force[place->slip_law + k]));
    return w->system->measures[gap_of(w->system, place)].body2 == body ? F : tml_scale(-1, F);
}

static bool rubs_at(const tml_contact *place, const double *force)
{
    bool rubs = false;
    for (int k = 0; k < place->slip_count; k++)
        rubs |= force[place->slip_law + k] != 0;
    return rubs;
}

/* Of places that are equally near, as those of symmetric bodies, the first: rounding does not choose. */
static int nearest_place(const tml_workspace *w, const tml_contact_pair *pair)
{
    const tml_system *s = w->system;
    int nearest = pair->places[0];
    for (int i = 1; i < pair->count; i++)
        if (w->value[gap_of(s, &s->contacts[pair->places[i]])] <
            w->value[gap_of(s, &s->contacts[nearest])] - EQUAL * s->size)
            nearest = pair->places[i];
    return nearest;
}

void tml_contact_pair_wrench(const tml_workspace *w, const tml_contact_pair *pair, const double *force, double *values)
{
    const tml_system *s = w->system;
    tml_vec3 base = {0}, shift = {0}, F = {0}, T = {0}; /* moments are about the base, the first place with a force */
    double pressure = 0;
    bool acts = false;
    for (int i = 0; i < pair->count; i++) {
        const tml_contact *place = &s->contacts[pair->places[i]];
        const double N = fabs(force[place->normal_law]);
        if (N == 0 && !rubs_at(place, force))
            continue;
        const tml_vec3 r = tml_kernel_touching_point(w, gap_of(s, place)), one = force_at(w, place, force, pair->body2);
        base = acts ? base : r;
        acts = true;
        pressure += N;
        shift = tml_add(shift, tml_scale(N, tml_sub(r, base)));
        F = tml_add(F, one);
        T = tml_add(T, tml_cross(tml_sub(r, base), one));
    }
    if (pressure > 0)
        shift = tml_scale(1 / pressure, shift);
    else if (!acts)
        base = tml_kernel_touching_point(w, gap_of(s, &s->contacts[nearest_place(w, pair)]));
    const tml_vec3 at = tml_add(base, shift), rest = tml_sub(T, tml_cross(shift, F));
    const double all[TML_CONTACT_VALUES] = {at.x, at.y, at.z, F.x, F.y, F.z, rest.x, rest.y, rest.z};
    for (int i = 0; i < TML_CONTACT_VALUES; i++)
        values[i] = all[i];
}
