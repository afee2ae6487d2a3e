/* verner.c - Runge-Kutta pairs: every order condition, and the observed order. */
#include "integrate/pair.h"
#include "support/larger.h"
#include <criterion/criterion.h>
#include <math.h>
#include <string.h>

enum { MAX_ORDER = 9 };

static const tml_pair *const pairs[] = {&tml_pair_efficient, &tml_pair_low_noise, &tml_pair_dormand_prince};
enum { PAIRS = sizeof pairs / sizeof *pairs };

/* A rooted tree as the depths of its nodes, each before its children. The next of the same size (Beyer and Hedetniemi 1980). */
static bool next_tree(int *depth, int n)
{
    int last = n - 1;
    while (last > 0 && depth[last] == 1)
        last--;
    if (last <= 0)
        return false;
    int parent = last - 1;
    while (depth[parent] != depth[last] - 1)
        parent--;
    for (int i = last; i < n; i++)
        depth[i] = depth[i - (last - parent)];
    return true;
}

/* Phi = prod over children (A Phi_child) for each stage; returns gamma = prod of the sizes of all subtrees. */
static double elementary(const tml_pair *pair, const int *depth, int n, double *phi)
{
    const int all = pair->stages + pair->extra;
    double value[MAX_ORDER][TML_MAX_PAIR], gamma = 1;
    for (int node = n - 1; node >= 0; node--) {
        int size = 1;
        for (int i = 0; i < all; i++)
            value[node][i] = 1;
        for (int child = node + 1; child < n && depth[child] > depth[node]; child++, size++) {
            if (depth[child] != depth[node] + 1)
                continue;
            for (int i = 0; i < all; i++) {
                double sum = 0;
                for (int j = 0; j < i; j++)
                    sum += pair->A[i * all + j] * value[child][j];
                value[node][i] *= sum;
            }
        }
        gamma *= size;
    }
    memcpy(phi, value[0], (size_t)all * sizeof(double));
    return gamma;
}

/* Worst of |sum w_i Phi_i - part^n / gamma| over all trees of n nodes. */
static double residual(const tml_pair *pair, const double *weight, int count, double part, int n)
{
    int depth[MAX_ORDER];
    double worst = 0, phi[TML_MAX_PAIR];
    for (int i = 0; i < n; i++)
        depth[i] = i;
    do {
        double sum = -pow(part, n) / elementary(pair, depth, n, phi);
        for (int i = 0; i < count; i++)
            sum += weight[i] * phi[i];
        worst = larger(worst, fabs(sum));
    } while (next_tree(depth, n));
    return worst;
}

static void check_order(const tml_pair *pair, const double *weight, int count, double part, int order)
{
    for (int n = 1; n <= order; n++) {
        const double r = residual(pair, weight, count, part, n);
        cr_assert_lt(r, 1e-12, "%s: order %d, at %g of the step: %g", pair->name, n, part, r);
    }
    cr_assert_gt(residual(pair, weight, count, part, order + 1), 1e-8, "%s is of higher order", pair->name);
}

Test(verner, number_of_rooted_trees_is_the_known_one)
{
    static const int known[] = {1, 1, 2, 4, 9, 20, 48, 115, 286};
    for (int n = 1; n <= MAX_ORDER; n++) {
        int depth[MAX_ORDER], count = 1;
        for (int i = 0; i < n; i++)
            depth[i] = i;
        while (next_tree(depth, n))
            count++;
        cr_assert_eq(count, known[n - 1]);
    }
}

Test(verner, pairs_satisfy_all_conditions_of_their_orders)
{
    for (int k = 0; k < PAIRS; k++) {
        const tml_pair *p = pairs[k];
        double lower[TML_MAX_PAIR], loud = 0;
        for (int i = 0; i < p->stages; i++) {
            lower[i] = p->b[i] - p->e[i];
            loud += fabs(p->e[i]);
        }
        check_order(p, p->b, p->stages, 1, p->order);
        check_order(p, lower, p->stages, 1, p->lower);
        cr_assert_float_eq(loud, p->noise_amplification, 0.1 * loud);
    }
}

/* Fehlberg's pair sees none: the work of a driven mechanism is such an integral. */
Test(verner, errors_of_integrals_over_time_are_seen)
{
    for (int k = 0; k < PAIRS; k++) {
        double sum = 0;
        for (int i = 0; i < pairs[k]->stages; i++)
            sum += pairs[k]->e[i] * pow(pairs[k]->c[i], pairs[k]->lower);
        cr_assert_gt(fabs(sum), 1e-6, "%s: %g", pairs[k]->name, sum);
    }
}

Test(verner, stages_lie_where_they_say)
{
    for (int k = 0; k < PAIRS; k++) {
        const tml_pair *p = pairs[k];
        const int all = p->stages + p->extra;
        for (int i = 0; i < all; i++) {
            double sum = 0;
            for (int j = 0; j < i; j++)
                sum += p->A[i * all + j];
            cr_assert_float_eq(sum, p->c[i], 1e-13, "%s, stage %d", p->name, i);
            for (int j = i; j < all; j++)
                cr_assert_eq(p->A[i * all + j], 0);
        }
        for (int j = 0; p->extra && j < p->stages; j++) /* the first beyond the step is at its end */
            cr_assert_float_eq(p->A[p->stages * all + j], p->b[j], 1e-14);
    }
}

Test(verner, the_motion_inside_a_step_is_of_the_order_of_the_step)
{
    for (int k = 0; k < PAIRS; k++)
        for (int i = 0; pairs[k]->interior && i < TML_PAIR_INTERIOR; i++) {
            const int all = pairs[k]->stages + pairs[k]->extra;
            check_order(pairs[k], pairs[k]->interior + i * all, all, (i + 1.0) / (TML_PAIR_INTERIOR + 1),
                        pairs[k]->order);
        }
}

/* y' = -2 t y^2, y = 1/(1 + t^2): one step; y at its end, in the middle, and the estimate of the error */
static double step(const tml_pair *p, double t, double h, double y, double *middle, double *error)
{
    const int all = p->stages + p->extra;
    double k[TML_MAX_PAIR], end = y;
    *error = 0;
    *middle = y;
    for (int i = 0; i < all; i++) {
        double at = y;
        for (int j = 0; j < i; j++)
            at += h * p->A[i * all + j] * k[j];
        k[i] = -2 * (t + p->c[i] * h) * at * at;
    }
    for (int i = 0; i < p->stages; i++) {
        end += h * p->b[i] * k[i];
        *error += h * p->e[i] * k[i];
    }
    for (int i = 0; p->interior && i < all; i++)
        *middle += h * p->interior[all + i] * k[i];
    return end;
}

static double exact(double t)
{
    return 1 / (1 + t * t);
}

Test(verner, errors_fall_by_their_orders)
{
    for (int k = 0; k < PAIRS; k++) {
        double error[2], estimate[2] = {0}, inside[2] = {0};
        for (int fine = 0; fine < 2; fine++) {
            const int count = 4 << fine;
            const double h = 1.0 / count;
            double y = 1, middle, e;
            for (int i = 0; i < count; i++) {
                y = step(pairs[k], i * h, h, y, &middle, &e);
                estimate[fine] = larger(estimate[fine], fabs(e));
                step(pairs[k], i * h, h, exact(i * h), &middle, &e);
                inside[fine] = larger(inside[fine], fabs(middle - exact((i + 0.5) * h)));
            }
            error[fine] = fabs(y - 0.5);
        }
        cr_assert_gt(log2(error[0] / error[1]), pairs[k]->order - 0.5, "%s: %g, %g", pairs[k]->name, error[0],
                     error[1]);
        cr_assert_gt(log2(estimate[0] / estimate[1]), pairs[k]->order - 0.5, "%s: %g, %g", pairs[k]->name, estimate[0],
                     estimate[1]);
        if (pairs[k]->interior)
            cr_assert_gt(log2(inside[0] / inside[1]), 8, "%s: %g, %g", pairs[k]->name, inside[0], inside[1]);
    }
}
