/* event_rows.c - rows of the table at an instant of events: one shows the state before it, another one the state after it, both at the same time.
 *
 * Times that differ by rounding are one instant. Whether an event comes before or after an output time, and which of two events comes first, then depends on
 * rounding alone, such as the choice of units: all of them share two rows, at the output time if there is one.
 */
#include "analysis/dynamics/event_run.h"

static const double ROUNDING = 1e-14;               /* of a time */
static const double SEEN = 1e-6, SEEN_STIFF = 1e-3; /* of accelerations and forces: a jump */
static const double SMALL = 1e-9;                   /* of characteristic accelerations and forces */

/* Whether a time is not later than another one, but for rounding. */
static bool has_come(double t, double now)
{
    return t - now <= ROUNDING * fmin(fabs(t), fabs(now));
}

static double *last_time(const tml_table *table)
{
    return &table->values[(table->row_count - 1) * table->column_count];
}

static bool has_row(const tml_table *table, double t)
{
    return table->row_count && has_come(t, *last_time(table));
}

/* The output time at this instant; t: there is none. Those before have their rows. */
static double output_time(const tml_problem *p, double t)
{
    int i = 0;
    while (i < p->time_count && !has_come(t, p->times[i]))
        i++;
    return i < p->time_count && has_come(p->times[i], t) ? p->times[i] : t;
}

int tml_event_rows_begin(tml_event_run *r, double t)
{
    tml_motion_state *m = r->m;
    const tml_problem *p = &m->problem;
    if (m->live || has_row(m->table, t))
        return tml_motion_state_observe(m, t, p->y);
    const int flag = tml_motion_state_output(m, t, p->y);
    if (!flag)
        *last_time(m->table) = output_time(p, t);
    return flag;
}

int tml_event_rows_end(tml_event_run *r, double t)
{
    tml_motion_state *m = r->m;
    if (m->live)
        return 0;
    const bool shown = has_row(m->table, t);
    const double time = shown ? *last_time(m->table) : t;
    if (shown && r->row_after == m->table->row_count && r->row_after)
        m->table->row_count--;
    const int flag = tml_motion_state_output(m, t, m->problem.y);
    if (!flag)
        *last_time(m->table) = time;
    r->row_after = m->table->row_count;
    return flag;
}

void tml_event_rows_skip_times(tml_problem *p, double t)
{
    while (p->time_count && has_come(p->times[0], t))
        p->times++, p->time_count--;
}

bool tml_event_rows_differ(const tml_event_run *r)
{
    const tml_system *s = r->m->task->system;
    const bool stiff = s->penalty_stiffness > 0; /* joints that take up their load shake everything */
    const double seen = stiff ? SEEN_STIFF : SEEN,
                 force = (stiff ? SEEN_STIFF : SMALL) * s->mass * s->size * r->m->rate * r->m->rate;
    double change = 0, most = 0;
    for (int i = 0; i < s->nv; i++) {
        change = fmax(change, tml_arm(s, i) * fabs(r->m->e->a[i] - r->before[i]));
        most = fmax(most, tml_arm(s, i) * fmax(fabs(r->m->e->a[i]), fabs(r->before[i])));
    }
    for (int k = 0; k < s->result_law_count; k++) {
        const double x = r->m->e->work->inputs[s->result_laws[k].input], was = r->before[s->nv + k];
        if (fabs(x - was) > seen * fmax(fabs(x), fabs(was)) + force)
            return true;
    }
    return change > seen * most + SMALL * s->size * r->m->rate * r->m->rate;
}
