/* topology.c - joints as edges between bodies: loops = edges - bodies + parts. */
#include "system/system.h"

static int root_of(int *parent, int i)
{
    while (parent[i] != i)
        i = parent[i] = parent[parent[i]];
    return i;
}

int tml_system_loops(const tml_system *system, tml_arena *arena)
{
    int *parent = TML_NEW_ARRAY(arena, int, system->nb), loops = 0;
    for (int i = 0; i < system->nb; i++)
        parent[i] = i;
    for (int i = 0; i < system->joint_count; i++) {
        const tml_joint *j = &system->joints[i];
        if (j->class->connects == TML_CONNECT_JOINTS || j->row_count + j->law_count == 0)
            continue;
        const int a = root_of(parent, j->body1), b = root_of(parent, j->body2);
        if (a == b)
            loops++;
        else
            parent[a] = b;
    }
    return loops;
}
