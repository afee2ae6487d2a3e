/* linkages.c - models of mechanisms of many links. Without Criterion: benchmarks use it, too. */
#include "support/linkages.h"

void linkage_chain(tml_text *to, int links)
{
    tml_text_add(to, "trammel: 1\nbodies:\n  ground: {points: {P0: [0, 0]}}\n");
    for (int i = 1; i <= links; i++)
        tml_text_add(to, "  b%d: {points: {P%d: [0, 0], P%d: [1, 0]}, position: [%d, 0]}\n", i, i - 1, i, i - 1);
    tml_text_add(to, "joints:\n  P0: {revolute: [ground, b1]}\n");
    for (int i = 1; i < links; i++)
        tml_text_add(to, "  P%d: {revolute: [b%d, b%d]}\n", i, i, i + 1);
}

void linkage_chain_in_space(tml_text *to, int links)
{
    tml_text_add(to, "trammel: 1\nspace: space\nbodies:\n  ground: {points: {P0: [0, 0, 0]}}\n");
    for (int i = 1; i <= links; i++)
        tml_text_add(to, "  b%d: {points: {P%d: [0, 0, 0], P%d: [1, 0, 0]}, position: [%d, 0, 0]}\n", i, i - 1, i,
                     i - 1);
    tml_text_add(to, "joints:\n  P0: {spherical: [ground, b1]}\n");
    for (int i = 1; i < links; i++)
        tml_text_add(to, i % 2 ? "  P%d: {universal: [b%d, b%d], axes: [y, z]}\n" : "  P%d: {spherical: [b%d, b%d]}\n",
                     i, i, i + 1);
}

void linkage_scissors(tml_text *to, int bays)
{
    tml_text_add(to, "trammel: 1\npoints: {");
    for (int i = 0; i <= bays; i++)
        tml_text_add(to, "L%d: [%d, 0], U%d: [%d, 1], M%d: [%g, 0.5]%s", i, i, i, i, i, i + 0.5, i < bays ? ", " : "}");
    tml_text_add(to, "\nbodies:\n");
    for (int i = 0; i < bays; i++)
        tml_text_add(to, "  b%d: {points: [U%d, M%d, L%d]}\n  a%d: {points: [L%d, M%d, U%d]}\n", i, i, i, i + 1, i, i,
                     i, i + 1);
    tml_text_add(to, "joints:\n"
                     "  foot: {revolute: [ground, a0], at: L0}\n"
                     "  wall: {slot: [ground, b0], at: U0, axis: y}\n");
    for (int i = 0; i < bays; i++)
        tml_text_add(to, "  M%d: {revolute: [a%d, b%d]}\n", i, i, i);
    for (int i = 1; i < bays; i++)
        tml_text_add(to, "  U%d: {revolute: [a%d, b%d]}\n  L%d: {revolute: [b%d, a%d]}\n", i, i - 1, i, i, i - 1, i);
}

void linkage_parallelograms(tml_text *to, int loops)
{
    tml_text_add(to, "trammel: 1\npoints: {");
    for (int i = 0; i <= loops; i++)
        tml_text_add(to, "G%d: [%d, 0], T%d: [%d, 1]%s", i, i, i, i, i < loops ? ", " : "}\nbodies:\n");
    for (int i = 0; i < loops; i++)
        tml_text_add(to, "  c%d: {points: [G%d, T%d]}\n  t%d: {points: [T%d, T%d]}\n", i, i, i, i, i, i + 1);
    tml_text_add(to, "  c%d: {points: [G%d, T%d]}\njoints:\n", loops, loops, loops);
    for (int i = 0; i <= loops; i++)
        tml_text_add(to, "  G%d: {revolute: [ground, c%d]}\n", i, i);
    for (int i = 0; i < loops; i++)
        tml_text_add(to, "  A%d: {revolute: [c%d, t%d], at: T%d}\n  B%d: {revolute: [c%d, t%d], at: T%d}\n", i, i, i, i,
                     i, i + 1, i, i + 1);
}
