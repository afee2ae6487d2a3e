/* table_joins.c - how long a step may be before joins of tables whose arguments depend on the motion.
 *
 * With the argument x and its rate x', and d the way to the second join ahead:  h <= 0.8 d/|x'|.
 */
#include "analysis/dynamics/motion_state.h"
#include <math.h>
#include <string.h>

static const double ONE_JOIN = 0.8; /* of the way to the second join of a table: a step goes no further */

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

/* A step in which the argument of a table passed two joins would see neither: the function that is watched would be on the same side again. */
double tml_motion_state_joins_step(const tml_motion_state *m)
{
    const tml_system *s = m->task->system;
    const tml_workspace *w = m->e->work;
    double step = INFINITY;
    for (int i = s->event_count - s->join_event_count; i < s->event_count; i++) {
        const tml_joins *joins = s->events[i].joins;
        const double x = tml_expression_value(joins->argument, w->inputs, w->expression),
                     rate = argument_rate(m, joins->argument);
        if (isfinite(x) && isfinite(rate) && rate != 0)
            step = fmin(step, ONE_JOIN * tml_joins_room(joins, x, rate) / fabs(rate));
    }
    return step;
}
