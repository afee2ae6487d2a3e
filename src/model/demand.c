/* demand.c - quantities that need each other: evaluated at their first use, circles named.
 *
 * What is being evaluated is a list from the quantity that was asked for first to the one that is evaluated now; one that is needed
 * again while it is in the list closes a circle, which is the rest of the list from there on.
 */
#include "model/demand.h"
#include "base/text.h"
#include <string.h>

enum { MAX_DEPTH = 400 }; /* each takes some stack */

static int put_circle(tml_text *names, const tml_demand *d, const tml_demand *last, bool mixed)
{
    const int before = d == last ? 0 : put_circle(names, d->user, last, mixed);
    if (names->length < 200)
        tml_text_add(names, "%s%s%s%s", before ? ", " : "", mixed ? d->kind : "", mixed ? " " : "", d->name);
    return before + 1;
}

static void report_circle(tml_resolved *r, const tml_demand *last)
{
    const tml_demand *top = r->demand;
    bool mixed = false;
    for (const tml_demand *d = top; d != last; d = d->user)
        mixed |= strcmp(d->kind, last->kind) != 0;
    tml_text names = {0};
    const int count = put_circle(&names, top, last, mixed);
    if (count == 1)
        tml_log_raise(r->log, TML_E_PARAMETER_CIRCLE, last->place, "%s %s refers to itself", last->kind, last->name);
    else
        tml_log_raise(r->log, TML_E_PARAMETER_CIRCLE, last->place, "%s%s%s refer to each other in a cycle",
                      mixed ? "" : last->kind, mixed ? "" : "s ", names.data ? names.data : "");
    tml_text_free(&names);
}

bool tml_demand_begin(tml_resolved *r, tml_demand *d, bool *circle)
{
    *circle = false;
    if (*d->state == TML_READ)
        return false;
    if (*d->state == TML_BEING_READ) {
        const tml_demand *last = r->demand;
        while (last->state != d->state)
            last = last->user;
        report_circle(r, last);
        *circle = true;
        return false;
    }
    d->user = r->demand;
    d->depth = d->user ? d->user->depth + 1 : 0;
    if (d->depth >= MAX_DEPTH) {
        tml_log_raise(r->log, TML_E_PARAMETER_CIRCLE, d->place,
                      "%s %s is needed through more than %d others, each of which needs the next; write them in the "
                      "order in which they need each other",
                      d->kind, d->name, MAX_DEPTH);
        *circle = true;
        return false;
    }
    *d->state = TML_BEING_READ;
    r->demand = d;
    return true;
}

void tml_demand_end(tml_resolved *r, tml_demand *d)
{
    *d->state = TML_READ;
    r->demand = d->user;
}
