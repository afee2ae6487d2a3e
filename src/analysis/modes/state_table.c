/* state_table.c - A, B, C, D with the names of states, inputs and outputs; amplitude and phase of each output for each
 * input. */
#include "analysis/modes/state_table.h"
#include "analysis/matrix_table.h"
#include "analysis/modes/frequency_response.h"
#include "elementary/elementary.h"
#include "model/channel.h"
#include <math.h>
#include <string.h>

static const double PI = 3.14159265358979323846;

/* ---- frequencies ---- */

bool tml_sweep_read(tml_task *task, const tml_ports *ports, tml_sweep *sweep)
{
    const tml_node *node = tml_element_field(task->element, tml_task_field(task, "frequencies"));
    double number = 0;
    *sweep = (tml_sweep){0};
    if (!node)
        return true;
    if (!tml_resolved_number(task->resolved, node->items[0], "Hz", "modes: frequencies", &sweep->from) ||
        !tml_resolved_number(task->resolved, node->items[1], "Hz", "modes: frequencies", &sweep->to) ||
        !tml_resolved_number(task->resolved, node->items[2], "", "modes: frequencies", &number))
        return false;
    sweep->count = number >= 2 && number <= 1e6 ? (int)number : 0;
    const char *wrong = !(sweep->from > 0 && sweep->to > sweep->from && isfinite(sweep->to))
                            ? "must increase from a value above zero: [from, to, n]"
                        : !sweep->count || number != sweep->count ? "need a whole number of at least 2: [from, to, n]"
                        : !ports->input_count || !ports->output_count
                            ? "need inputs and outputs: the response is that of each output to each input"
                            : NULL;
    if (wrong)
        tml_log_raise(task->log, TML_E_WRONG_OPTION, node->place, "modes: frequencies %s", wrong);
    return !wrong;
}

/* Unwraps phases: no jumps of a full revolution. */
static double unwrap(double phase, double before)
{
    return isfinite(before) ? phase - 2 * PI * round((phase - before) / (2 * PI)) : phase;
}

/* "m/N", "rad/(N*m)"; empty for equal units */
static const char *ratio_of(const char *output, const char *input, tml_arena *arena)
{
    if (strcmp(output, input) == 0)
        return "";
    return tml_arena_format(arena, strpbrk(input, "*/") ? "%s/(%s)" : "%s/%s", *output ? output : "1", input);
}

static const tml_column *response_columns(tml_task *task, const tml_ports *p)
{
    tml_column *columns = TML_NEW_ARRAY(task->arena, tml_column, 2 * p->input_count * p->output_count + 1);
    size_t count = 0;
    const tml_channel *amplitude = tml_channel_at(TML_OF_RESPONSE, false, false, 0),
                      *phase = tml_channel_at(TML_OF_RESPONSE, false, false, 1),
                      *frequency = tml_channel_of(TML_OF_MODE, "frequency", false, false);
    columns[count++] = (tml_column){frequency->name, frequency->unit};
    for (int i = 0; i < p->output_count; i++)
        for (int j = 0; j < p->input_count; j++) {
            const tml_column *out = &p->channels[p->outputs[i]];
            const char *pair = tml_arena_format(task->arena, "%s/%s", out->name, p->input_names[j]);
            columns[count++] = (tml_column){tml_arena_dotted(task->arena, pair, amplitude->name),
                                            ratio_of(out->unit, p->input_units[j], task->arena)};
            columns[count++] = (tml_column){tml_arena_dotted(task->arena, pair, phase->name), phase->unit};
        }
    return columns;
}

static tml_status add_response(tml_task *task, const tml_ports *p, const tml_linear_system *system,
                               const tml_sweep *sweep)
{
    const int pairs = p->input_count * p->output_count;
    const char *kind = tml_arena_format(task->arena, "%s.response", task->element->kind);
    tml_table *table =
        tml_results_add(task->results, kind, task->model->title, response_columns(task, p), 2 * (size_t)pairs + 1);
    tml_response *r = tml_response_make(system, task->arena);
    double *re = TML_NEW_ARRAY(task->arena, double, pairs + 1), *im = TML_NEW_ARRAY(task->arena, double, pairs + 1);
    const double *before = NULL;
    if (!table || !r || !tml_table_reserve(table, (size_t)sweep->count))
        return TML_NO_MEMORY;
    for (int k = 0; k < sweep->count; k++) {
        double *row = tml_table_append(table);
        if (!row)
            return TML_NO_MEMORY;
        row[0] = sweep->from * tml_pow(sweep->to / sweep->from, (double)k / (sweep->count - 1));
        tml_response_find(r, 2 * PI * row[0], re, im);
        for (int i = 0; i < pairs; i++) {
            const int at = i % p->input_count * p->output_count + i / p->input_count;
            row[1 + 2 * i] = hypot(re[at], im[at]);
            row[2 + 2 * i] = unwrap(tml_atan2(im[at], re[at]), before ? before[2 + 2 * i] : NAN);
        }
        before = row;
    }
    return TML_OK;
}

/* ---- matrices ---- */

static const char *unit_of_state(const tml_state_space *s, int i)
{
    return s->units && s->units[i] ? s->units[i] : tml_unit_of_motion(s->is_rotation[i], s->is_speed[i]);
}

tml_status tml_state_tables(tml_task *task, const tml_ports *p, tml_linear *l, const tml_sweep *sweep, bool undamped,
                            bool shown)
{
    int along;
    const tml_state_space *s = tml_state_space_make(l, p->inputs, p->input_count, task->arena, &along);
    if (!s)
        return TML_FAILED;
    const int n = s->states, m = p->input_count, r = p->output_count;
    double *C = TML_NEW_ARRAY(task->arena, double, r *n + 1), *D = TML_NEW_ARRAY(task->arena, double, r *m + 1);
    tml_column *states = TML_NEW_ARRAY(task->arena, tml_column, n + 1);
    tml_column *inputs = TML_NEW_ARRAY(task->arena, tml_column, m + 1);
    const char **outputs = TML_NEW_ARRAY(task->arena, const char *, r + 1);
    for (int i = 0; i < n; i++)
        states[i] = (tml_column){s->names[i], unit_of_state(s, i)};
    for (int i = 0; i < m; i++)
        inputs[i] = (tml_column){p->input_names[i], p->input_units[i]};
    for (int i = 0; i < r; i++)
        outputs[i] = p->channels[p->outputs[i]].name;
    if (r)
        tml_ports_derivatives(p, l, s, task->state->q, undamped, C, D);
    for (int i = 0; i < r; i++)
        if (p->kinks[i])
            tml_log_raise(task->log, TML_W_PORT_HAS_KINK, task->element->place,
                          "modes: output %s has a kink here and no derivative: its row of C and D has no numbers",
                          outputs[i]);
    const tml_matrix list[] = {{"A", n, n, s->names, states, s->A, shown},
                               {"B", n, m, s->names, inputs, s->B, shown},
                               {"C", r, n, outputs, states, C, shown},
                               {"D", r, m, outputs, inputs, D, shown}};
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (list[i].rows && list[i].columns && !tml_matrix_table(task, &list[i]))
            return TML_NO_MEMORY;
    const tml_linear_system system = {n, m, r, s->A, s->B, C, D};
    return sweep->count ? add_response(task, p, &system, sweep) : TML_OK;
}
