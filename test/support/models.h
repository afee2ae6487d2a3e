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

/* Its published reactions, N. */
#define ARCH_REACTIONS                                                                                                 \
    {                                                                                                                  \
        {"A.fx", 94.94333333333333}, {"A.fy", 145.8825}, {"C.fx", -109.9433333333333}, {"C.fy", -7.7825},              \
            {"B.fx", -109.9433333333333},                                                                              \
        {                                                                                                              \
            "B.fy", 130.6975                                                                                           \
        }                                                                                                              \
    }

/* A top in two gimbal rings: three hinges. */
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

/* A beam on three supports, whose reactions are not unique, and a pendulum under it, whose reaction is. */
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

/* The pins of a four-bar linkage O A B C. */
#define FOURBAR_JOINTS                                                                                                 \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, coupler]}\n"                                                                              \
    "  B: {revolute: [coupler, rocker]}\n"                                                                             \
    "  C: {revolute: [ground, rocker]}\n"

/* The links of a four-bar, rods between the points O, A, B and C. */
#define FOURBAR_RODS                                                                                                   \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 1, shape: rod}\n"                                                                 \
    "  coupler: {points: [A, B], mass: 2, shape: rod}\n"                                                               \
    "  rocker: {points: [C, B], mass: 1, shape: rod}\n"
#define FOURBAR_OF_RODS FOURBAR_RODS FOURBAR_JOINTS

/* A slider-crank between the points O, A and B; the block slides along x. */
#define SLIDER_CRANK_OF_RODS                                                                                           \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 1, shape: rod}\n"                                                                 \
    "  rod: {points: [A, B], mass: 1, shape: rod}\n"                                                                   \
    "  block: {points: [B], mass: 1}\n"                                                                                \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, rod]}\n"                                                                                  \
    "  B: {revolute: [rod, block]}\n"                                                                                  \
    "  S: {prismatic: [ground, block], at: B, axis: x}\n"

/* A rod of 1 kg, 1 m from its pin to its centre of mass: 5 lines. */
#define PENDULUM_OF_5_LINES                                                                                            \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  rod: {points: {O: [0, 0], P: [1, 0]}, com: [1, 0], mass: 1, inertia: 0.1}\n"                                    \
    "joints: {O: {revolute: [ground, rod]}}\n"

/* A planetary gear whose rows are redundant by two, up to its forces. */
#define PLANETARY_GEAR                                                                                                 \
    "trammel: 1\n"                                                                                                     \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {S: [0,0]}}\n"                                                                                 \
    "  sun: {points: {S: [0,0]}, mass: 1, inertia: 0.01}\n"                                                            \
    "  arm: {points: {S: [0,0], P: [0.3,0]}, mass: 1, shape: rod}\n"                                                   \
    "  planet: {points: {P: [0,0]}, mass: 0.5, inertia: 0.005, position: [0.3,0]}\n"                                   \
    "joints:\n"                                                                                                        \
    "  S: {revolute: [ground, sun]}\n"                                                                                 \
    "  H: {revolute: [ground.S, arm.S]}\n"                                                                             \
    "  P: {revolute: [arm, planet]}\n"                                                                                 \
    "  R: {revolute: [arm.S, sun.S]}\n"                                                                                \
    "  mesh: {gear: [R, P], ratio: -2}\n"                                                                              \
    "forces:\n"                                                                                                        \
    "  m: {motor: H, torque: 3}\n"

/* The four-bar of Metiku 2004 with its right pin at x = ground_x: 9 lines. */
#define FOURBAR_OF_METIKU(ground_x)                                                                                    \
    "bodies:\n"                                                                                                        \
    "  ground:   {points: {O: [0, 0], C: [" ground_x ", 0]}}\n"                                                        \
    "  crank:    {points: {O: [0, 0], A: [2, 0]}, com: [1, 0], mass: 1,    inertia: 0.3,  angle: 60 deg}\n"            \
    "  coupler:  {points: {A: [0, 0], B: [4, 0]}, com: [2, 0], mass: 2.25, inertia: 2,    angle: 24 deg}\n"            \
    "  follower: {points: {C: [0, 0], B: [4, 0]}, com: [2, 0], mass: 2,    inertia: 1.35, angle: 58 deg}\n"            \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank]}\n"                                                                               \
    "  A: {revolute: [crank, coupler]}\n"                                                                              \
    "  B: {revolute: [coupler, follower]}\n"                                                                           \
    "  C: {revolute: [ground, follower]}\n"

/* A four-bar of micrometres: crank, coupler and rocker of 0.2, 0.9 and 0.4 ug. */
#define FOURBAR_OF_MICROGRAMS                                                                                          \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 2e-10, shape: rod}\n"                                                             \
    "  coupler: {points: [A, B, P], mass: 9e-10, shape: rod}\n"                                                        \
    "  rocker: {points: [C, B], mass: 4e-10, shape: rod}\n" FOURBAR_JOINTS

/* A crank that drives a rocker in space by a rod with two ball joints. */
#define SPATIAL_CRANK_ROCKER                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "points: {O: [0,0,0], A: [0, 0.2, 0], B: [1.0, 0, 0.5], C: [1.0, 0, 0]}\n"                                         \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 1, inertia: [0.01,0.01,0.01]}\n"                                                  \
    "  rod: {points: [A, B], mass: 2, inertia: [0.2,0.2,0.2]}\n"                                                       \
    "  rocker: {points: [C, B], mass: 1.5, inertia: [0.05,0.05,0.05]}\n"                                               \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, crank], axis: x}\n"                                                                      \
    "  A: {spherical: [crank, rod]}\n"                                                                                 \
    "  B: {spherical: [rod, rocker]}\n"                                                                                \
    "  C: {revolute: [ground, rocker], axis: y}\n"                                                                     \
    "initial: {O.speed: 600 deg/s}\n"

/* papers.md, c1: a bob that slides on a massless rod on a rotating arm. */
#define SWING_PENDULUM                                                                                                 \
    "trammel: 1\ngravity: none\n"                                                                                      \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  arm:    {points: {O: [0, 0], A: [1, 0]}, com: [0.5, 0], mass: 1, inertia: 0.1}\n"                               \
    "  rod:    {points: {A: [0, 0]}}\n"                                                                                \
    "  bob:    {points: {A: [0, 0]}, mass: 1, inertia: 0}\n"                                                           \
    "joints:\n"                                                                                                        \
    "  O: {revolute: [ground, arm]}\n"                                                                                 \
    "  A: {revolute: [arm, rod]}\n"                                                                                    \
    "  S: {prismatic: [rod, bob], at: A, axis: [1, 0]}\n"

/* Base, arm and head in space, with joints to be written. */
#define SPATIAL_ARM                                                                                                    \
    "trammel: 1\n"                                                                                                     \
    "space: space\n"                                                                                                   \
    "points: {O: [0, 0, 0], A: [0.5, 0.2, 0], B: [0.8, 0.4, 0.6], C: [0, 1, 0.3]}\n"                                   \
    "bodies:\n"                                                                                                        \
    "  base: {points: [O, A], mass: 1, inertia: [0.3, 0.4, 0.5, 0.02, -0.03, 0.04]}\n"                                 \
    "  arm: {points: [A, B], mass: 2, inertia: [0.3, 0.5, 0.4, 0.05, 0.03, -0.04]}\n"                                  \
    "  head: {points: [B, C], mass: 1.5, inertia: [0.3, 0.2, 0.4]}\n"

/* A four-bar linkage of rods, its crank upright. */
#define FOURBAR_UPRIGHT                                                                                                \
    "trammel: 1\n"                                                                                                     \
    "points: {O: [0, 0], A: [0, 0.3], B: [0.8, 0.7], C: [0.9, 0]}\n"                                                   \
    "bodies:\n"                                                                                                        \
    "  crank: {points: [O, A], mass: 1, shape: rod}\n"                                                                 \
    "  coupler: {points: [A, B], mass: 2, shape: rod}\n"                                                               \
    "  rocker: {points: [B, C], mass: 1.5, shape: rod}\n"                                                              \
    "joints: {O: {revolute: [ground, crank]}, A: {revolute: [crank, coupler]}, B: {revolute: [coupler, rocker]},\n"    \
    "  C: {revolute: [ground, rocker]}}\n"

/* A block that slides on a table, with friction. */
#define BLOCK_ON_TABLE                                                                                                 \
    "points: {P: [0, 0]}\n"                                                                                            \
    "bodies:\n"                                                                                                        \
    "  block: {points: [P], mass: 2, inertia: 1}\n"                                                                    \
    "joints:\n"                                                                                                        \
    "  P: {prismatic: [ground, block], axis: x, friction: 0.3}\n"
