/* hold.c - interactions that are held, as rows: closed gaps and slips that stick, of a mechanism in equilibrium or in small motions about it.
 *
 *   gap(q) = 0      slip: its terms keep their values, or where they have none their rates are zero
 *
 * About rest, where v is small itself, J(q) v = 0 is J(q0) (q - q0) = 0 up to small quantities of second order: a row of positions, too.
 * The multiplier of such a row is the force of the interaction. Of the others, what is open exerts nothing; friction that slides keeps its law. In a
 * contact its load is the multiplier of the gap: a result that the law depends on.
 */
#include "system/compile/builder.h"
#include "system/kernel/workspace.h"
#include <string.h>

static bool is_held(tml_interaction_mode_kind kind)
{
    return kind == TML_CLOSED || kind == TML_STICKS;
}

/* Rates that belong to no position. */
static bool is_rate(tml_measure_kind kind)
{
    return kind == TML_PUSH || kind == TML_ROTATE || kind == TML_ROTATE_M || kind == TML_SLIP;
}

static tml_constraint row_of(const tml_system *s, const tml_interaction *is, int k, const tml_workspace *at, bool rest)
{
    const tml_term term = is->term[k];
    const bool gap = is->kind == TML_UNILATERAL, rate = !rest && is_rate(s->measures[term.measure].kind);
    return (tml_constraint){.terms = s->laws[is->law[k]].terms,
                            .rate_only = rate,
                            .target = gap    ? -is->offset
                                      : rate ? 0
                                             : term.coefficient * at->value[term.measure],
                            .joint = -1,
                            .driver = -1,
                            .name = is->name};
}

/* Room for `count` rows behind those that are enforced. */
static void make_room(tml_system *s, int count, tml_arena *arena)
{
    const int at = s->row_count, behind = s->assembly_row_count - at;
    tml_constraint *rows = TML_NEW_ARRAY(arena, tml_constraint, s->assembly_row_count + count + 1);
    if (at)
        memcpy(rows, s->rows, (size_t)at * sizeof *rows);
    if (behind)
        memcpy(rows + at + count, s->rows + at, (size_t)behind * sizeof *rows);
    s->rows = rows;
    TML_OWN(arena, s->joints, s->joint_count);
    TML_OWN(arena, s->drives, s->drive_count);
    TML_OWN(arena, s->laws, s->law_count);
    for (int i = 0; i < s->joint_count; i++)
        if (s->joints[i].row_count && s->joints[i].first_row >= at)
            s->joints[i].first_row += count;
    for (int i = 0; i < s->drive_count; i++)
        if (s->drives[i].row >= at)
            s->drives[i].row += count;
    for (int i = 0; i < s->law_count; i++)
        if (s->laws[i].row >= at)
            s->laws[i].row += count;
    s->row_count += count;
    s->rigid_row_count += count;
    s->assembly_row_count += count;
}

/* Forces that are multipliers now, or zero, are no unknowns any more. */
static void keep_laws(tml_system *s, const tml_interaction_mode *modes, tml_arena *arena)
{
    tml_result_law *kept = TML_NEW_ARRAY(arena, tml_result_law, s->result_law_count + 1);
    int count = 0;
    for (int i = 0; i < s->result_law_count; i++) {
        const int of = s->result_laws[i].interaction;
        const bool slides = of >= 0 && s->interactions[of].kind == TML_FRICTION && modes[of].kind != TML_OPEN &&
                            !is_held(modes[of].kind);
        if (of < 0 || slides)
            kept[count++] = s->result_laws[i];
    }
    s->result_laws = kept;
    s->result_law_count = count;
}

/* Loads of friction that slides on what is closed. */
static void add_loads(tml_system *s, const tml_interaction_mode *modes, const tml_result_law *laws, tml_arena *arena)
{
    tml_result_input *results = TML_NEW_ARRAY(arena, tml_result_input, s->result_count + s->interaction_count + 1);
    if (s->result_count)
        memcpy(results, s->results, (size_t)s->result_count * sizeof *results);
    for (int i = 0; i < s->interaction_count; i++) {
        const int normal = s->interactions[i].normal;
        if (s->interactions[i].kind != TML_FRICTION || normal < 0 || modes[normal].kind != TML_CLOSED ||
            modes[i].kind == TML_OPEN || is_held(modes[i].kind))
            continue;
        const tml_interaction *load = &s->interactions[normal];
        results[s->result_count++] = (tml_result_input){laws[load->result_law[0]].input, 0, load->name, load->law[0]};
    }
    s->results = results;
}

const tml_system *tml_system_hold(const tml_system *system, const tml_interaction_mode *modes, bool rest,
                                  const double *q, const double *unwrapped, tml_arena *arena)
{
    tml_system *s = tml_arena_copy(arena, system, sizeof *system);
    int count = 0;
    for (int i = 0; i < s->interaction_count; i++)
        count += is_held(modes[i].kind) ? s->interactions[i].size : 0;
    tml_arena *scratch = tml_arena_part(arena);
    tml_workspace *at = tml_workspace_make(system, scratch);
    if (unwrapped)
        memcpy(at->unwrapped, unwrapped, (size_t)s->measure_count * sizeof(double));
    tml_workspace_set_state(at, 0, q, TML_NEW_ARRAY(scratch, double, s->nv + 1));
    tml_workspace_measure(at, 0, s->measure_count);
    int row = s->row_count;
    make_room(s, count, arena);
    s->held_rows = TML_NEW_ARRAY(arena, tml_held_row, count + 1);
    s->held_row_count = 0;
    for (int i = 0; i < s->interaction_count; i++)
        for (int k = 0; is_held(modes[i].kind) && k < s->interactions[i].size; k++) {
            s->rows[row] = row_of(s, &s->interactions[i], k, at, rest);
            s->laws[s->interactions[i].law[k]].factor = 0; /* its multiplier acts */
            s->rate_row_count += s->rows[row].rate_only;
            s->held_rows[s->held_row_count++] = (tml_held_row){row++, i, k};
        }
    add_loads(s, modes, system->result_laws, arena);
    keep_laws(s, modes, arena);
    tml_arena_free(scratch);
    tml_system_find_row_scales(s);
    tml_system_make_blocks(s, arena);
    return s;
}

tml_system *tml_system_hold_coordinates(const tml_system *system, const int *coordinates, const double *values,
                                        int count, tml_arena *arena)
{
    tml_system *s = tml_arena_copy(arena, system, sizeof *system);
    tml_term *terms = TML_NEW_ARRAY(arena, tml_term, s->term_count + count + 1);
    const int first = s->row_count;
    memcpy(terms, s->terms, (size_t)s->term_count * sizeof *terms);
    make_room(s, count, arena);
    for (int i = 0; i < count; i++) {
        terms[s->term_count + i] = s->coordinates[coordinates[i]].term;
        s->rows[first + i] = (tml_constraint){.terms = {s->term_count + i, 1},
                                              .rate_only = !values,
                                              .target = values ? values[i] : 0,
                                              .joint = -1,
                                              .driver = -1,
                                              .name = "held"};
    }
    s->terms = terms;
    s->term_count += count;
    s->rate_row_count += values ? 0 : count;
    s->active_count = s->measure_count;
    tml_system_find_row_scales(s);
    tml_system_make_blocks(s, arena);
    return s;
}
