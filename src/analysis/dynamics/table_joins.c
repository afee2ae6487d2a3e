/* table_joins.c - how long a step may be before joins of tables whose arguments depend on the motion.
 *
 * A step across a join is rejected until it is so short that the jump does not matter. So steps end shortly before the join that is ahead, by the present rate of
 * the argument, and a short one crosses it. None passes two joins: the function that is watched would be on the same side again.
 */
#include "analysis/dynamics/motion_state.h"
#include <math.h>
#include <string.h>

static const double NEAR = 1e-3;   /* of the time to the second join ahead: so near the first is crossed */
static const double SHORT = 0.999; /* of the time to the first: otherwise a step ends before it */
static const double ACROSS = 3;    /* times that: the step that crosses it */
static const double LEAST = 1e-6;  /* of the time to the second: it is not shorter */

/* How fast an argument of a table changes now, as far as positions, states and time move it. */
static double argument_rate(const tml_motion_state *m, const tml_expression *argument)
{
    const tml_system *s = m->task->system;
    const tml_workspace *w = m->e->work;
    double sum = 0;
    memset(m->gradient, 0, (size_t)s->input_count * sizeof(double));
    tml_expression_gradient(argument, w->inputs, w->expression, 1, m->gradient);
    for (int i = 0; i < s->input_count; i++) {
        const tml_input *in = &s->inputs[i];
        if (m->gradient[i] == 0)
            continue;
        if (in->what == TML_INPUT_TIME)
            sum += m->gradient[i];
        else if (in->what == TML_INPUT_VALUE)
            sum += m->gradient[i] * in->term.coefficient * w->rate[in->term.measure];
        else if (in->what == TML_INPUT_STATE)
            sum += m->gradient[i] * tml_expression_value(s->states[in->index].rate, w->inputs, w->expression);
    }
    return sum;
}

double tml_motion_state_joins_step(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    const tml_workspace *w = m->e->work;
    double step = INFINITY;
    for (int i = s->event_count - s->join_event_count; i < s->event_count; i++) {
        const tml_joins *joins = s->events[i].joins;
        const double x = tml_expression_value(joins->argument, w->inputs, w->expression),
                     rate = argument_rate(m, joins->argument);
        if (!isfinite(x) || !isfinite(rate) || rate == 0)
            continue;
        const double second = tml_joins_room(joins, x, rate, 2) / fabs(rate),
                     first = tml_joins_room(joins, x, rate, 1) / fabs(rate);
        step = fmin(step, first > NEAR * second ? SHORT * first : fmax(ACROSS * first, LEAST * second));
    }
    return step;
}
