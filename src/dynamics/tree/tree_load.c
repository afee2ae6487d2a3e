/* tree_load.c - loads on the bodies as forces along the joints of the tree, in the coordinates of the factors: z = L^-1 V' f.
 *
 * From the leaves to the ground, F of a link the load on it and what its children pass on:  z = L^-1 S' F,  F_p += X' (F - Y' z)
 */
#include "dynamics/tree/link.h"
#include "dynamics/tree/loop_rows.h"
#include <string.h>

/* A hinge in the plane rotates about its point of reference: no torque remains to propagate. */
INLINE void pass_hinge(const tml_link2 *l, double *F, double *z)
{
    *z = F[2] * (l->sign * l->L);
    F[0] -= l->Y[0] * *z, F[1] -= l->Y[1] * *z, F[2] = 0;
}

INLINE void project(const tml_spanning *t, const tml_workspace *work, const double *load, double *F, double *z,
                    const int n)
{
    memset(F, 0, (size_t)(t->count * n) * sizeof(double));
    for (int i = t->count - 1; i >= 0; i--) {
        const tml_link *l = &t->links[i];
        add_force(work, l, load + (l->body - 1) * n, F + i * n, n);
        if (n == 3 && l->hinge)
            pass_hinge(&t->plane[i], F + i * n, z + l->first_v);
        else
            eliminate_force(l, F + i * n, z + l->first_v, n);
        if (l->parent)
            propagate(l->d, F + i * n, F + l->parent_link * n, n);
    }
}

void tml_spanning_load(const tml_spanning *tree, const tml_workspace *work, const double *load, double *F, double *z)
{
    if (tree->n == 3)
        project(tree, work, load, F, z, 3);
    else
        project(tree, work, load, F, z, 6);
}
