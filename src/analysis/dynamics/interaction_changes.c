/* interaction_changes.c - rows of the table of events where stops, contacts and friction go over to another mode: "hit opens", "O sticks".
 *
 * What counts is the mode before an instant and the one after it; what the search between them tried is not reported.
 */
#include "analysis/dynamics/event_table.h"
#include "analysis/dynamics/interaction_state.h"
#include "base/text.h"
#include <string.h>

void tml_interaction_run_keep_modes(tml_interaction_run *x)
{
    const tml_workspace *w = x->r->m->e->work;
    memcpy(x->modes_before, w->modes, (size_t)w->system->interaction_count * sizeof *w->modes);
}

static bool reverses(const tml_interaction_mode *before, const tml_interaction_mode *after, int size)
{
    double along = 0;
    for (int k = 0; k < size; k++)
        along += before->direction[k] * after->direction[k];
    return before->kind == TML_SLIDES && after->kind == TML_SLIDES && along < 0;
}

/* What has happened, as a verb; NULL: nothing. */
static const char *change_of(const tml_interaction *is, const tml_interaction_mode *before,
                             const tml_interaction_mode *after)
{
    if (reverses(before, after, is->size))
        return "reverses";
    if (before->kind == after->kind)
        return NULL;
    if (after->kind == TML_OPEN) /* friction ends with its contact, which says so */
        return is->kind == TML_UNILATERAL ? "opens" : NULL;
    return after->kind == TML_CLOSED ? "closes" : after->kind == TML_STICKS ? "sticks" : "slides";
}

tml_status tml_interaction_run_report_changes(tml_interaction_run *x, double t)
{
    const tml_workspace *w = x->r->m->e->work;
    for (int i = 0; i < w->system->interaction_count && x->r->table; i++) {
        const tml_interaction *is = &w->system->interactions[i];
        const char *change = change_of(is, &x->modes_before[i], &w->modes[i]);
        if (!change)
            continue;
        tml_text name = {0};
        tml_text_add(&name, "%s %s", is->name, change);
        const bool good =
            !name.failed && tml_event_table_add_change(x->r->table, name.data, t, ++x->history[i].changes);
        tml_text_free(&name);
        if (!good)
            return TML_NO_MEMORY;
        x->changes++;
    }
    return TML_OK;
}
