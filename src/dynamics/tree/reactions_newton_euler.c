/* reactions_newton_euler.c - recursive Newton-Euler: wrenches in the joints of a tree, from the leaves to the ground.
 *
 * The joint of link i carries what its body needs beyond applied forces and cut rows, and what the joints of its children carry:
 *   F_i = M_i a_i - Q_i - (G' lambda)_i + sum X' F_child,    G_i' lambda_i = F_i
 * about the link's point of reference. Its rows G_i are independent: QR, with torques divided by the size of the mechanism.
 */
#include "dynamics/tree/link.h"
#include "dynamics/tree/reactions.h"
#include <math.h>
#include <string.h>

enum { MAX_DOF = 6 };

/* A (n x count, by columns) lambda = b by modified Gram-Schmidt, with b as one more column. */
static inline void solve_rows(double A[MAX_DOF][MAX_DOF], const int n, int count, double *b, double *lambda)
{
    double T[MAX_DOF][MAX_DOF];
    for (int k = 0; k < count; k++) {
        double square = 0;
        UNROLL
        for (int i = 0; i < n; i++)
            square += A[k][i] * A[k][i];
        T[k][k] = sqrt(square);
        const double inverse = 1 / T[k][k];
        UNROLL
        for (int i = 0; i < n; i++)
            A[k][i] *= inverse;
        for (int m = k + 1; m <= count; m++) {
            double *column = m < count ? A[m] : b, sum = 0;
            UNROLL
            for (int i = 0; i < n; i++)
                sum += A[k][i] * column[i];
            UNROLL
            for (int i = 0; i < n; i++)
                column[i] -= sum * A[k][i];
            if (m < count)
                T[k][m] = sum;
            else
                lambda[k] = sum;
        }
    }
    for (int k = count - 1; k >= 0; k--) {
        for (int m = k + 1; m < count; m++)
            lambda[k] -= T[k][m] * lambda[m];
        lambda[k] /= T[k][k];
    }
}

/* Multipliers of the rows of a link's joint that carry F; n is a compile-time constant. */
static inline void solve_joint_rows(const tml_link *l, const tml_workspace *w, double *lambda, const int n)
{
    const tml_system *s = w->system;
    const int lin = n / 3 + 1, first = l->joint->first_row, count = l->joint->row_count; /* lin: 2, 3 */
    const double per_size = 1 / s->size;
    double A[MAX_DOF][MAX_DOF], b[MAX_DOF];
    memset(A, 0, (size_t)count * sizeof *A);
    for (int r = 0; r < count; r++)
        for (int k = s->rows[first + r].first_block;
             k < s->rows[first + r].first_block + s->rows[first + r].block_count; k++)
            if (s->blocks[k].body == l->body)
                add_force(w, l, w->G + (size_t)k * (size_t)n, A[r], n);
    memcpy(b, l->F, (size_t)n * sizeof(double));
    for (int i = lin; i < n; i++) {
        b[i] *= per_size;
        for (int r = 0; r < count; r++)
            A[r][i] *= per_size;
    }
    solve_rows(A, n, count, b, lambda + first);
}

int tml_reactions_newton_euler(tml_equations *e)
{
    const tml_spanning *t = ((tml_relative *)e)->tree;
    const tml_system *s = e->system;
    tml_system_times_mass(s, e->a, e->force);
    for (int i = 0; i < s->nv; i++)
        e->force[i] = e->work->Q[i] - e->force[i];
    tml_workspace_add_Gt(e->work, e->rows, e->lambda, e->force);
    for (int i = 0; i < s->nv; i++)
        e->force[i] = -e->force[i];
    for (int i = 0; i < t->count; i++) {
        const tml_link *l = &t->links[i];
        memset(l->F, 0, (size_t)t->n * sizeof(double));
        add_force(e->work, l, e->force + (l->body - 1) * t->n, l->F, t->n);
    }
    for (int i = t->count - 1; i >= 0; i--) {
        const tml_link *l = &t->links[i];
        if (l->parent)
            propagate(l->d, l->F, t->links[l->parent_link].F, t->n);
        if (l->joint && t->n == 3)
            solve_joint_rows(l, e->work, e->lambda, 3);
        else if (l->joint)
            solve_joint_rows(l, e->work, e->lambda, 6);
    }
    return tml_all_finite(e->lambda, s->rigid_row_count) ? 0 : 1;
}
