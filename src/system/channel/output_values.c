/* output_values.c - outputs of the user, from the channels of a row that they read. */
#include "system/channel/channels.h"

double tml_result_value(const tml_workspace *work, const tml_result_input *result, const double *row)
{
    return result->law >= 0 ? work->force[result->law] : row[result->column];
}

void tml_channels_fill_outputs(const tml_workspace *work, double *row)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->result_count; i++)
        work->inputs[s->results[i].input] = tml_result_value(work, &s->results[i], row);
    for (int i = 0; i < s->output_count; i++) {
        const tml_output *o = &s->outputs[s->output_order[i]];
        const double value = tml_expression_value(o->value, work->inputs, work->expression);
        row[o->column] = value / o->factor;
        if (o->input >= 0)
            work->inputs[o->input] = value;
    }
}
