/* order.c - final order of the arrays of a system: enforced rows, then those that the tree satisfies; active measures by kind, then the
 * others; blocks and shares of the Jacobian by rows.
 */
#include "system/compile/builder.h"
#include <string.h>

enum { KINDS = TML_MEASURE_KINDS };

static void activate(tml_system *s, tml_terms terms)
{
    for (int k = terms.first; k < terms.first + terms.count; k++)
        s->measures[s->terms[k].measure].active = true;
}

/* Active measures: of enforced rows, force laws and inputs of expressions. */
static void find_active(tml_system *s)
{
    for (int i = 0; i < s->measure_count; i++)
        s->measures[i].active = false;
    for (int i = 0; i < s->row_count; i++)
        activate(s, s->rows[i].terms);
    for (int i = 0; i < s->law_count; i++)
        activate(s, s->laws[i].terms);
    for (int i = 0; i < s->input_count; i++)
        if (s->inputs[i].term.measure >= 0)
            s->measures[s->inputs[i].term.measure].active = true;
    for (int i = 0; i < s->measure_count; i++)
        if (s->measures[i].active && s->measures[i].turns.coefficient != 0)
            s->measures[s->measures[i].turns.measure].active = true;
}

/* moved[i] is the new index of measure i: active ones first, sorted by kind, then by order of creation. */
static void place_measures(tml_system *s, const int *by_id, int *moved)
{
    int next[2 * KINDS + 1] = {0};
    for (int i = 0; i < s->measure_count; i++)
        next[1 + (int)s->measures[i].kind + (s->measures[i].active ? 0 : KINDS)]++;
    for (int k = 0; k < 2 * KINDS; k++)
        next[k + 1] += next[k];
    s->active_count = next[KINDS];
    for (int id = 0; id < s->measure_count; id++) {
        const tml_measure *m = &s->measures[by_id[id]];
        moved[by_id[id]] = next[(int)m->kind + (m->active ? 0 : KINDS)]++;
    }
}

static bool same_points(const tml_measure *a, const tml_measure *b)
{
    return a->kind == TML_COORD && b->kind == TML_COORD && a->body1 == b->body1 && a->body2 == b->body2 &&
           memcmp(&a->p1, &b->p1, sizeof a->p1) == 0 && memcmp(&a->p2, &b->p2, sizeof a->p2) == 0;
}

/* Updates every index of a measure. */
static void sort_measures(tml_system *s, tml_arena *scratch)
{
    int *by_id = TML_NEW_ARRAY(scratch, int, s->measure_count), *moved = TML_NEW_ARRAY(scratch, int, s->measure_count);
    find_active(s);
    const tml_measure *before = tml_arena_copy(scratch, s->measures, (size_t)s->measure_count * sizeof *s->measures);
    for (int i = 0; i < s->measure_count; i++)
        by_id[s->measures[i].id] = i;
    place_measures(s, by_id, moved);
    for (int i = 0; i < s->measure_count; i++)
        s->measures[moved[i]] = before[i];
    for (int i = 0; i < s->measure_count; i++)
        s->measures[i].same_points = i > 0 && same_points(&s->measures[i - 1], &s->measures[i]);
    for (int i = 0; i < s->measure_count; i++)
        if (s->measures[i].turns.coefficient != 0)
            s->measures[i].turns.measure = moved[s->measures[i].turns.measure];
    for (int i = 0; i < s->term_count; i++)
        s->terms[i].measure = moved[s->terms[i].measure];
    for (int i = 0; i < s->input_count; i++)
        if (s->inputs[i].term.measure >= 0)
            s->inputs[i].term.measure = moved[s->inputs[i].term.measure];
    for (int i = 0; i < s->coordinate_count; i++)
        if (s->coordinates[i].term.measure >= 0)
            s->coordinates[i].term.measure = moved[s->coordinates[i].term.measure];
    for (int i = 0; i < s->interaction_count; i++)
        for (int k = 0; k < s->interactions[i].size; k++)
            s->interactions[i].term[k].measure = moved[s->interactions[i].term[k].measure];
    for (int i = 0; i < s->guard_count; i++)
        for (int k = 0; k < s->guards[i].count; k++)
            s->guards[i].terms[k].measure = moved[s->guards[i].terms[k].measure];
    for (int i = 0; i < s->start_count; i++)
        s->starts[i].term.measure = moved[s->starts[i].term.measure];
}

static int block_of(tml_system *s, tml_constraint *row, int index, int body)
{
    for (int k = 0; k < row->block_count; k++)
        if (s->blocks[row->first_block + k].body == body)
            return row->first_block + k;
    s->blocks[s->assembly_block_count] = (tml_block){.row = index, .body = body};
    row->block_count++;
    return s->assembly_block_count++;
}

void tml_system_make_blocks(tml_system *s, tml_arena *arena)
{
    const int rows = s->assembly_row_count;
    int halves = 0;
    for (int i = 0; i < rows; i++)
        halves += 2 * s->rows[i].terms.count;
    s->blocks = TML_NEW_ARRAY(arena, tml_block, halves);
    s->shares = TML_NEW_ARRAY(arena, tml_share, halves);
    s->assembly_block_count = s->assembly_share_count = 0;
    for (int i = 0; i < rows; i++) {
        tml_constraint *row = &s->rows[i];
        row->first_block = s->assembly_block_count;
        row->block_count = 0;
        for (int k = row->terms.first; k < row->terms.first + row->terms.count; k++) {
            const tml_measure *m = &s->measures[s->terms[k].measure];
            for (int side = 0; side < 2; side++) {
                const int body = side ? m->body2 : m->body1;
                if (!body)
                    continue;
                const int known = s->assembly_block_count, block = block_of(s, row, i, body);
                s->shares[s->assembly_share_count++] = (tml_share){block, s->terms[k].measure, side, block == known, k};
            }
        }
    }
}

/* Rows of joints that the tree satisfies are placed after the enforced ones. */
static void put_tree_last(tml_system *s, tml_arena *scratch)
{
    tml_constraint *sorted = TML_NEW_ARRAY(scratch, tml_constraint, s->row_count + 1);
    int *moved = TML_NEW_ARRAY(scratch, int, s->row_count + 1), count = 0, enforced = 0;
    for (int pass = 0; pass < 2; pass++) {
        for (int i = 0; i < s->row_count; i++)
            if ((s->rows[i].joint >= 0 && s->joints[s->rows[i].joint].in_tree) == pass)
                moved[i] = count, sorted[count++] = s->rows[i];
        enforced = pass ? enforced : count;
    }
    if (count)
        memcpy(s->rows, sorted, (size_t)count * sizeof *sorted);
    for (int i = 0; i < s->joint_count; i++)
        if (s->joints[i].row_count)
            s->joints[i].first_row = moved[s->joints[i].first_row];
    for (int i = 0; i < s->drive_count; i++)
        s->drives[i].row = moved[s->drives[i].row];
    s->row_count = enforced;
}

tml_system *tml_system_make_tree(const tml_system *enforced, tml_arena *arena)
{
    tml_system *s = tml_arena_copy(arena, enforced, sizeof *enforced);
    TML_OWN(arena, s->rows, s->assembly_row_count);
    TML_OWN(arena, s->joints, s->joint_count);
    TML_OWN(arena, s->drives, s->drive_count);
    TML_OWN(arena, s->measures, s->measure_count);
    TML_OWN(arena, s->terms, s->term_count);
    TML_OWN(arena, s->inputs, s->input_count);
    TML_OWN(arena, s->coordinates, s->coordinate_count);
    TML_OWN(arena, s->guards, s->guard_count);
    TML_OWN(arena, s->starts, s->start_count);
    TML_OWN(arena, s->assignments, s->assignment_count);
    TML_OWN(arena, s->interactions, s->interaction_count);
    tml_system_order(s, true, arena);
    return s;
}

void tml_system_order(tml_system *s, bool tree, tml_arena *arena)
{
    tml_arena *scratch = tml_arena_part(arena);
    if (tree)
        put_tree_last(s, scratch);
    sort_measures(s, scratch);
    tml_system_make_blocks(s, arena);
    tml_arena_free(scratch);
}
