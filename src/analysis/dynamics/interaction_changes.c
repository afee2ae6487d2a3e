/* interaction_changes.c - rows of the table of events where stops, contacts and friction go over to another mode: "hit opens", "O sticks".
 *
 * What counts is the mode after the instant before and the one after this; what the search between them tried is not reported.
 */
#include "analysis/dynamics/event_table.h"
#include "analysis/dynamics/interaction_state.h"
#include "base/text.h"
#include <string.h>

/* The mode as one sees it: friction at its limit that does not begin to slip, since others hold, sticks. What has just been released
 * slips, with an acceleration that begins at zero. */
static tml_interaction_mode seen(tml_interaction_run *x, int i, double t)
{
    const tml_motion_state *m = x->r->m;
    const tml_workspace *w = m->e->work;
    const tml_interaction *is = &w->system->interactions[i];
    const double slow = tml_interaction_slow(m, is);
    tml_interaction_mode mode = w->modes[i];
    if (mode.kind == TML_RESTS)
        mode.kind = TML_STICKS;
    if (x->history[i].released)
        x->history[i].let_go = t;
    double acceleration = 0;
    for (int k = 0; k < is->size; k++)
        acceleration = hypot(acceleration, tml_interaction_acceleration(w, is, k, m->e->a));
    if (mode.kind == TML_SLIDES && !tml_is_same_instant(t, x->history[i].let_go) &&
        tml_interaction_slip(w, is) <= slow && acceleration <= slow * m->rate)
        mode.kind = TML_STICKS;
    return mode;
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
    if (is->one_way && after->kind != TML_OPEN)
        return after->kind == TML_STICKS ? "engages" : after->direction[0] > 0 ? "overruns" : "slips";
    if (after->kind == TML_OPEN) /* friction ends with its contact, which says so */
        return is->kind == TML_UNILATERAL ? "opens" : NULL;
    return after->kind == TML_CLOSED ? "closes" : after->kind == TML_STICKS ? "sticks" : "slides";
}

void tml_interaction_run_keep_modes(tml_interaction_run *x, double t, bool starts)
{
    const int count = x->r->m->task->system->interaction_count;
    for (int i = 0; i < count; i++)
        x->latest[i] = seen(x, i, t);
    if (starts)
        memcpy(x->reported, x->latest, (size_t)count * sizeof *x->latest);
    x->latest_time = t;
}

bool tml_interaction_run_has_changed(const tml_interaction_run *x)
{
    const tml_system *s = x->r->m->task->system;
    for (int i = 0; i < s->interaction_count; i++)
        if (change_of(&s->interactions[i], &x->reported[i], &x->latest[i]))
            return true;
    return false;
}

tml_status tml_interaction_run_report_changes(tml_interaction_run *x, double t)
{
    const tml_system *s = x->r->m->task->system;
    if (!x->r->table || tml_is_same_instant(t, x->latest_time))
        return TML_OK;
    for (int i = 0; i < s->interaction_count; i++) {
        const char *change = change_of(&s->interactions[i], &x->reported[i], &x->latest[i]);
        x->reported[i] = x->latest[i];
        if (!change)
            continue;
        tml_text name = {0};
        tml_text_add(&name, "%s %s", s->interactions[i].name, change);
        const bool good =
            !name.failed && tml_event_table_add_change(x->r->table, name.data, x->latest_time, ++x->history[i].changes);
        tml_text_free(&name);
        if (!good)
            return TML_NO_MEMORY;
        x->changes++;
    }
    return TML_OK;
}
