/* force_along.c - f = sum over the laws of a force along one measure: what a kind says, and its dry friction. */
#include "system/channel/channels.h"

double tml_force_along(const tml_workspace *work, const tml_force *force)
{
    const tml_system *s = work->system;
    const tml_term first = s->terms[s->laws[force->first_law].terms.first];
    double f = work->force[force->first_law];
    for (int k = force->first_law + 1; k < force->first_law + force->law_count; k++) {
        const tml_term term = s->terms[s->laws[k].terms.first];
        if (term.measure == first.measure)
            f += term.coefficient / first.coefficient * work->force[k];
    }
    return f;
}
