/* contact_channels.c - what is reported of a contact: the least gap, the slip there, and sums of forces over all places where it may touch. */
#include "system/channel/channels.h"
#include <math.h>

double tml_contact_channel(const tml_instant *at, const tml_force *force, const tml_force_channel *channel)
{
    const tml_workspace *w = at->work;
    const tml_system *s = w->system;
    double gap = INFINITY, sum = 0, slip = 0;
    for (int i = force->first_contact; i < force->first_contact + force->contact_count; i++) {
        const tml_contact *c = &s->contacts[i];
        const int measure = s->terms[s->laws[c->normal_law].terms.first].measure;
        double rubs[2] = {0}, slides[2] = {0};
        for (int k = 0; k < c->slip_count; k++) {
            rubs[k] = w->force[c->slip_law + k];
            slides[k] = w->rate[s->terms[s->laws[c->slip_law + k].terms.first].measure];
        }
        if (w->value[measure] < gap) {
            gap = w->value[measure];
            slip = s->space ? hypot(slides[0], slides[1]) : slides[0];
        }
        if (channel->what == TML_CHANNEL_FRICTION)
            sum += s->space ? hypot(rubs[0], rubs[1]) : rubs[0];
        else
            sum += w->force[c->normal_law];
    }
    return channel->what == TML_CHANNEL_GAP ? gap : channel->what == TML_CHANNEL_SLIP ? slip : sum;
}

bool tml_contact_reports(const tml_system *s, const tml_force *force, const tml_force_channel *channel)
{
    bool reports = channel->what != TML_CHANNEL_SLIP && channel->what != TML_CHANNEL_FRICTION;
    for (int i = force->first_contact; i < force->first_contact + force->contact_count; i++)
        reports |= s->contacts[i].slip_count > 0;
    return reports;
}
