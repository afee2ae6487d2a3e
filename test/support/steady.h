/* steady.h - mechanisms that more than one test of steady states uses, and facts of their tables. */
#pragma once
#include "support/case.h"
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* The first number of a fact, that after "=" if there is one. */
static inline double tml_first_number(const tml_table *t, const char *name)
{
    const char *text = tml_fact_text(t, name), *equals = strchr(text, '=');
    return text[0] ? strtod(equals ? equals + 1 : text, NULL) : NAN;
}

/* L = 0.5 m, hung on the axis. */
#define CONICAL                                                                                                        \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0, 0]}}\n"                                                                             \
    "  spindle: {points: {O: [0, 0, 0]}, mass: 1, inertia: [0.1, 0.1, 0.1]}\n"                                         \
    "  bob: {points: {O: [0, 0, 0]}, com: [0, 0, -0.5], mass: 2, inertia: [0, 0, 0]}\n"                                \
    "joints:\n"                                                                                                        \
    "  spin: {revolute: [ground, spindle], at: O, axis: z}\n"                                                          \
    "  hinge: {revolute: [spindle, bob], at: O, axis: -y}\n"                                                           \
    "analyses:\n"

/* k = 200 N/m, m = 2 kg: no steady state from 10 rad/s on. */
#define RING                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"                                                   \
    "  bob: {points: {O: [0, 0]}, mass: 2, inertia: 0.1}\n"                                                            \
    "joints: {O: {revolute: [ground, arm]}, S: {prismatic: [arm, bob], at: O, axis: x}}\n"                             \
    "forces: {k: {spring: [arm.O, bob.O], stiffness: 200, length: 0.4}}\n"                                             \
    "initial: {S.displacement: 0.4}\n"                                                                                 \
    "analyses:\n"

/* Two wheels, the second twice as fast, with a flap on it. */
#define GEAR                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], C: [3, 0]}}\n"                                                                     \
    "  wheel1: {points: {O: [0, 0]}, mass: 1, inertia: 1}\n"                                                           \
    "  wheel2: {points: {C: [0, 0], A: [1, 0]}, com: [0, 0], mass: 1, inertia: 1}\n"                                   \
    "  flap: {points: {A: [0, 0]}, com: [0.5, 0.1], mass: 1, inertia: 0.01}\n"                                         \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, wheel1]}\n"                                                                              \
    "  C: {revolute: [ground, wheel2]}\n"                                                                              \
    "  A: {revolute: [wheel2, flap]}\n"                                                                                \
    "  g: {gear: [O, C], ratio: 2}\n"                                                                                  \
    "forces: {t: {torsion: A, stiffness: 20}}\n"
