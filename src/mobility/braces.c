/* braces.c - bodies that hold a mechanism still: without one of them, and the joints on it, the rest can move and is still on the ground.
 *
 * Tried by the rank of the joints that are left, at the start.
 */
#include "diagnosis/trial.h"
#include "mobility/mobility.h"
#include <string.h>

enum { MAX_TRIED = 16 }; /* bodies, the last written first: what was drawn last is most likely to be in the way */

/* Whether the first row of a joint acts on a body. */
static bool acts_on(const tml_system *s, const tml_joint *j, int body)
{
    const tml_terms *terms = tml_joint_terms(s, j);
    for (int k = terms->first; k < terms->first + terms->count; k++)
        if (s->measures[s->terms[k].measure].body1 == body || s->measures[s->terms[k].measure].body2 == body)
            return true;
    return false;
}

/* Joints that go with a body, and those that tie one of these. */
static void find_gone(const tml_system *s, int body, bool *gone)
{
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        gone[i] = !tml_joint_couples(j->class) && (j->body1 == body || j->body2 == body);
    }
    for (int i = 0; i < s->joint_count; i++)
        if (s->joints[i].class->connects == TML_CONNECT_JOINTS)
            gone[i] = gone[s->joints[i].joint1] || gone[s->joints[i].joint2];
        else if (s->joints[i].class->connects == TML_CONNECT_EXPRESSION)
            gone[i] = acts_on(s, &s->joints[i], body);
}

/* Whether joints lead from every other body to the ground. */
static bool rest_is_grounded(const tml_system *s, int body, const bool *gone, int *parent)
{
    for (int i = 0; i < s->nb; i++)
        parent[i] = i;
    for (int i = 0; i < s->joint_count; i++) {
        const tml_joint *j = &s->joints[i];
        if (!gone[i] && !tml_joint_couples(j->class) && j->row_count + j->law_count > 0)
            parent[tml_component_root(parent, j->body1)] = tml_component_root(parent, j->body2);
    }
    for (int i = 1; i < s->nb; i++)
        if (i != body && tml_component_root(parent, i) != tml_component_root(parent, 0))
            return false;
    return true;
}

static int mobility_without(tml_trial *trial, const bool *gone)
{
    const tml_system *s = &trial->system;
    for (int i = 0; i < trial->rows; i++)
        trial->on[i] = i < trial->joint_rows && s->rows[i].joint >= 0 && !gone[s->rows[i].joint];
    return tml_trial_mobility(trial);
}

size_t tml_mobility_braces(const tml_prepared *b, const char **names, tml_arena *arena)
{
    const tml_system *s = b->system;
    tml_arena *scratch = tml_arena_part(arena);
    tml_trial *trial =
        tml_trial_make(s, 0, 1e-9 * s->size, s->rigid_row_count, false, b->q, b->v, b->work->unwrapped, scratch);
    bool *gone = TML_NEW_ARRAY(scratch, bool, s->joint_count + 1);
    int *parent = TML_NEW_ARRAY(scratch, int, s->nb);
    size_t count = 0;
    memcpy(trial->q, b->q, (size_t)s->nq * sizeof(double));
    for (int body = s->nb - 1, tried = 0; body > 0 && count < TML_MAX_BRACES && tried < MAX_TRIED; body--, tried++) {
        if (tml_arena_is_cancelled(arena))
            break;
        find_gone(s, body, gone);
        if (s->nb > 2 && rest_is_grounded(s, body, gone, parent) && mobility_without(trial, gone) > 0)
            names[count++] = s->masses[body].name;
    }
    tml_arena_free(scratch);
    return count;
}
