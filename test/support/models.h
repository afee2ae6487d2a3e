/* models.h - mechanisms that several tests use: the text up to `initial` or `analyses`. */
#pragma once

/* papers.md, a4: an arch of three pins. */
#define ARCH                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "points: {A: [0, 0], C: [2, 1.5], B: [4, 0], M: [1, 0.75], L: [2.5, 1.125]}\n"                                     \
    "bodies:\n"                                                                                                        \
    "  one: {points: [A, C, M], com: M, mass: 10}\n"                                                                   \
    "  two: {points: [C, B, L], com: [3, 0.75], mass: 8}\n"                                                            \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, one]}\n"                                                                                 \
    "  C: {revolute: [two, one]}\n"                                                                                    \
    "  B: {revolute: [ground, two]}\n"                                                                                 \
    "forces:\n"                                                                                                        \
    "  push:   {force: one.M, value: [15, -40]}\n"                                                                     \
    "  load:   {force: two.L, value: [0, -60]}\n"                                                                      \
    "  moment: {torque: two, value: 12}\n"

/* A top in a frame in a fork: three hinges. */
#define TOP                                                                                                            \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0, 0]}}\n"                                                                             \
    "  fork: {points: {O: [0, 0, 0]}}\n"                                                                               \
    "  frame: {points: {O: [0, 0, 0]}}\n"                                                                              \
    "  top: {points: {O: [0, 0, 0]}, com: [0, 0, 0.2], mass: 3,\n"                                                     \
    "        inertia: [0.05, 0.05, 0.02]}\n"                                                                           \
    "joints:\n"                                                                                                        \
    "  precession: {revolute: [ground, fork], at: O, axis: z}\n"                                                       \
    "  nutation: {revolute: [fork, frame], at: O, axis: y}\n"                                                          \
    "  spin: {revolute: [frame, top], at: O, axis: z}\n"

/* A beam that shares its weight among three supports in many ways, and a pendulum under it, which hangs in one. */
#define BEAM_ON_THREE_SUPPORTS                                                                                         \
    "trammel: 1\n"                                                                                                     \
    "points: {A: [0, 0], B: [1, 0], C: [2, 0], P: [1.5, 0], Q: [1.5, -1]}\n"                                           \
    "bodies:\n"                                                                                                        \
    "  beam: {points: [A, B, C, P], mass: 10, shape: rod}\n"                                                           \
    "  bob: {points: [P, Q], mass: 2, shape: rod}\n"                                                                   \
    "joints:\n"                                                                                                        \
    "  A: {revolute: [ground, beam]}\n"                                                                                \
    "  B: {slot: [ground, beam], axis: x}\n"                                                                           \
    "  C: {slot: [ground, beam], axis: x}\n"                                                                           \
    "  P: {revolute: [beam, bob]}\n"
