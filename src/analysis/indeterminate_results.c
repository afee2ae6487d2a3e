/* indeterminate_results.c - forces that depend on results which redundant constraints leave undetermined.
 *
 *   G' n = 0      lambda + n balances the same forces as lambda
 *
 * Results are linear in lambda. If n alone changes a result that a force depends on, the force is not determined, and with it the motion: the
 * smallest reactions, which are reported, are a convention and no law of mechanics. A force may depend on a sum of results alone that n does not change, as the load of a
 * thread does: its derivative along the change decides.
 */
#include "analysis/indeterminate_results.h"
#include "elementary/elementary.h"
#include "linalg/rank_revealing_qr.h"
#include <math.h>
#include <string.h>

enum { MAX_JOINTS_NAMED = 8, SAMPLES = 4 };
static const double DEPENDENT = 1e-9;  /* a row less independent of the others than this counts as dependent */
static const double NEGLIGIBLE = 1e-7; /* of the largest force that balances the others */

/* Scratch memory: all channels, changes of the results, derivatives by the inputs. */
typedef struct {
    double *channels, *change, *gradient;
} scratch_rows;

static void put_rows(const tml_workspace *work, double *rows)
{
    const tml_system *s = work->system;
    const int lin = s->space ? 3 : 2;
    for (int i = 0; i < s->rigid_row_count; i++)
        for (int k = s->rows[i].first_block; k < s->rows[i].first_block + s->rows[i].block_count; k++)
            for (int j = 0; j < s->nvb; j++)
                rows[(size_t)i * (size_t)s->nv + (size_t)((s->blocks[k].body - 1) * s->nvb + j)] =
                    work->G[k * s->nvb + j] / (j < lin ? 1 : s->size);
}

/* A number between 0.5 and 1.5, the same for the same two whole numbers. */
static double some_number(int i, int sample)
{
    const double x = tml_sin(12.9898 * (i + 1) + 78.233 * (sample + 1)) * 43758.5453;
    return 0.5 + x - floor(x);
}

/* Speeds, results and other unknown forces become any numbers: what a force depends on must not be hidden by a speed or force of zero. */
static void put_any_inputs(tml_workspace *work, int sample)
{
    const tml_system *s = work->system;
    for (int i = 0; i < s->input_count; i++)
        if (s->inputs[i].what == TML_INPUT_RATE || s->inputs[i].what == TML_INPUT_RESULT)
            work->inputs[i] = (sample % 2 ? -1 : 1) * some_number(i, sample);
    for (int k = 0; k < s->result_law_count; k++)
        work->inputs[s->result_laws[k].input] = some_number(s->input_count + k, sample);
}

/* Whether a force changes with the results, which change by `change`; `first`: by which. Of several components that it is made of the changes may cancel. */
static bool depends(tml_workspace *work, const tml_result_law *law, const double *change, double *gradient, int *first)
{
    const tml_system *s = work->system;
    for (int sample = 0; sample < SAMPLES; sample++) {
        double sum = 0, steepest = 0, largest = 0, most = 0;
        memset(gradient, 0, (size_t)s->input_count * sizeof(double));
        put_any_inputs(work, sample);
        tml_expression_gradient(law->value, work->inputs, work->expression, 1, gradient);
        for (int i = 0; i < s->result_count; i++) {
            const double slope = gradient[s->results[i].input];
            sum += slope * change[i];
            steepest = fmax(steepest, fabs(slope)), largest = fmax(largest, fabs(change[i]));
            if (fabs(slope * change[i]) > most)
                most = fabs(slope * change[i]), *first = i;
        }
        if (!(fabs(sum) <= NEGLIGIBLE * steepest * fmax(largest, 1)))
            return true;
    }
    return false;
}

/* The first result that a force depends on and lambda alone would change; NULL: none. */
static const tml_result_input *changed(tml_workspace *work, const double *q, const double *zeros, const double *lambda,
                                       const scratch_rows *rows, const tml_result_law **law)
{
    const tml_system *s = work->system;
    const tml_instant instant = {.work = work, .q = q, .a = zeros, .lambda = lambda, .single = true};
    tml_channels_fill(&instant, rows->channels);
    for (int i = 0; i < s->result_count; i++) {
        const double change = tml_result_value(work, &s->results[i], rows->channels);
        rows->change[i] = fabs(change) > NEGLIGIBLE ? change : 0;
    }
    for (int k = 0; k < s->result_law_count; k++) {
        int first = 0;
        *law = &s->result_laws[k];
        if (!(*law)->any_share && s->laws[(*law)->law].value &&
            depends(work, *law, rows->change, rows->gradient, &first))
            return &s->results[first];
    }
    return NULL;
}

static const char *redundant_joints(const tml_system *s, const double *lambda, tml_arena *arena)
{
    const char *names = "";
    int count = 0;
    for (int j = 0; j < s->joint_count; j++) {
        bool part = false;
        for (int i = s->joints[j].first_row; i < s->joints[j].first_row + s->joints[j].row_count; i++)
            part |= fabs(lambda[i]) > NEGLIGIBLE;
        if (part && count++ < MAX_JOINTS_NAMED)
            names = tml_arena_format(arena, "%s%s%s", names, count > 1 ? ", " : "", s->joints[j].name);
    }
    return count > MAX_JOINTS_NAMED ? tml_arena_format(arena, "%s and %d more", names, count - MAX_JOINTS_NAMED)
                                    : names;
}

bool tml_results_are_unique(const tml_task *task, const tml_assembly *report)
{
    const tml_system *s = task->system;
    const tml_state *state = task->state;
    if (!s->result_law_count || report->rank >= s->rigid_row_count)
        return true;
    tml_arena *scratch = tml_arena_part(task->arena);
    tml_workspace *work = tml_workspace_make(s, scratch);
    double *zeros = TML_NEW_ARRAY(scratch, double, s->nv + 1),
           *lambda = TML_NEW_ARRAY(scratch, double, s->rigid_row_count + 1);
    const scratch_rows rows = {TML_NEW_ARRAY(scratch, double, tml_channels_count(s)),
                               TML_NEW_ARRAY(scratch, double, s->result_count + 1),
                               TML_NEW_ARRAY(scratch, double, s->input_count)};
    tml_workspace_set_state(work, state->t, state->q, zeros);
    tml_workspace_measure(work, 0, s->measure_count);
    tml_workspace_constraints(work, s->rigid_row_count);
    tml_workspace_read_inputs(work);
    tml_rank_qr range = tml_rank_qr_make(s->rigid_row_count, s->nv, scratch);
    put_rows(work, range.rows);
    if (!tml_rank_qr_factor(&range, report->rank, DEPENDENT))
        tml_arena_give_up(task->arena);
    const tml_result_input *result = NULL;
    for (int k = 0; range.rank && k < s->rigid_row_count - range.rank && !result; k++) {
        const tml_result_law *law;
        tml_rank_qr_dependence(&range, k, lambda);
        result = changed(work, state->q, zeros, lambda, &rows, &law);
        if (result)
            tml_log_raise(task->log, TML_E_RESULT_NOT_UNIQUE, law->place,
                          "%s: %s depends on %s, which is not unique: constraints of joints %s are redundant and "
                          "share it in any way; with joints that constrain less, or a compliant one, it is determined",
                          task->element->kind, law->name, result->name, redundant_joints(s, lambda, scratch));
    }
    tml_arena_free(scratch);
    return !result;
}
