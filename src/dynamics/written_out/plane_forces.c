/* plane_forces.c - applied forces written out, as in system/kernel/forces.c:
 *
 *   f = preload - k (s - rest) - c s',  power -c s'^2;      f = factor expression(inputs),  power f s', less what a belt runs with
 */
#include "dynamics/written_out/plane_writer.h"

int tml_write_input(tml_plane_writer *w, int input)
{
    if (input == 0)
        return w->to->time;
    const tml_input *in = &w->e->system->inputs[input];
    const int number = tml_written_number(w, w->numbers->at.input[input]);
    if (in->what == TML_INPUT_PARAMETER)
        return number;
    const tml_written_measure *m = tml_write_measure(w, in->term.measure);
    return tml_times(w, number, in->what == TML_INPUT_RATE ? m->rate : m->value);
}

static int operation(tml_plane_writer *w, const tml_instruction *k, const int *x, int number)
{
    const int a = tml_op_arity(k->op) > 0 ? x[k->a] : 0, b = tml_op_arity(k->op) > 1 ? x[k->b] : a,
              c = tml_op_arity(k->op) > 2 ? x[k->c] : a;
    int sine, cosine;
    switch (k->op) {
    case TML_OP_CONSTANT:
        return tml_written_number(w, number);
    case TML_OP_INPUT:
        return tml_write_input(w, k->a);
    case TML_OP_NEGATE:
        return tml_value_negate(w->g, a);
    case TML_OP_ADD:
        return tml_plus(w, a, b);
    case TML_OP_SUBTRACT:
        return tml_less(w, a, b);
    case TML_OP_MULTIPLY:
        return tml_times(w, a, b);
    case TML_OP_DIVIDE:
        return tml_value_divide(w->g, a, b);
    case TML_OP_SQRT:
        return tml_value_root(w->g, a);
    case TML_OP_SIN:
    case TML_OP_COS:
        tml_value_sine(w->g, a, &sine, &cosine);
        return k->op == TML_OP_SIN ? sine : cosine;
    case TML_OP_POWER:
        return tml_value_function(w->g, TML_OP_POW, a, tml_written_number(w, number), a);
    default:
        return tml_value_function(w->g, k->op, a, b, c);
    }
}

static int expression_value(tml_plane_writer *w, const tml_expression *e, int number)
{
    int *x = TML_NEW_ARRAY(w->arena, int, e->count + 1);
    for (size_t i = 0; i < e->count; i++)
        x[i] = operation(w, &e->tape[i], x, number + (int)i);
    return x[e->count - 1];
}

static void apply(tml_plane_writer *w, const tml_terms *terms, int f, int (*force)[3])
{
    for (int k = terms->first; k < terms->first + terms->count; k++) {
        const tml_measure *m = &w->e->system->measures[w->e->system->terms[k].measure];
        const int *J = tml_write_measure(w, w->e->system->terms[k].measure)->J;
        const int along = tml_times(w, f, tml_written_number(w, w->numbers->at.term[k]));
        for (int i = 0; i < 3; i++) {
            force[m->body1][i] = tml_plus(w, force[m->body1][i], tml_times(w, J[i], along));
            force[m->body2][i] = tml_plus(w, force[m->body2][i], tml_times(w, J[3 + i], along));
        }
    }
}

static int write_law(tml_plane_writer *w, int law, int *power)
{
    const tml_force_law *l = &w->e->system->laws[law];
    const int at = w->numbers->at.law[law];
    int value, rate, bias;
    tml_write_terms(w, &l->terms, &value, &rate, &bias);
    if (l->value) {
        const int f = tml_times(w, tml_written_number(w, at + TML_LAW_FACTOR),
                                expression_value(w, l->value, w->numbers->at.expression[law]));
        const int speed = tml_less(w, rate, tml_written_number(w, at + TML_LAW_BELT));
        *power = tml_plus(w, *power, tml_times(w, f, speed));
        return f;
    }
    const int damped = tml_times(w, tml_written_number(w, at + TML_LAW_C), rate);
    const int elongation = tml_less(w, value, tml_written_number(w, at + TML_LAW_REST));
    const int spring = tml_less(w, tml_written_number(w, at + TML_LAW_PRELOAD),
                                tml_times(w, tml_written_number(w, at + TML_LAW_K), elongation));
    *power = tml_less(w, *power, tml_times(w, damped, rate));
    return tml_less(w, spring, damped);
}

void tml_write_forces(tml_plane_writer *w, int (*force)[3], int *power)
{
    const tml_system *s = w->e->system;
    for (int b = 0; b < s->nb; b++) {
        const int at = b ? w->numbers->at.body[b] + TML_BODY_WEIGHT : 0;
        force[b][0] = b ? tml_written_number(w, at) : tml_zero(w);
        force[b][1] = b ? tml_written_number(w, at + 1) : tml_zero(w);
        force[b][2] = tml_zero(w);
    }
    *power = tml_zero(w);
    for (int i = 0; i < s->law_count; i++) {
        const int f = write_law(w, i, power);
        apply(w, &s->laws[i].terms, f, force);
    }
}
