/* code.c - the table of message codes, for `trammel explain`. */
#include "base/code.h"
#include <ctype.h>
#include <stdlib.h>

enum { letter_E = TML_ERROR, letter_W = TML_WARNING, letter_N = TML_NOTE };

typedef struct {
    const char *code;
    tml_severity severity;
    const char *texts[4]; /* title, text, wrong, cured; NULL if omitted */
} entry;

/* Common beginnings of examples. */
#define TML_HEAD "trammel: 1\n"
#define TML_PART TML_HEAD "parts: {arm: {bodies: {rod: {mass: 1}}}}\n"
#define TML_ROD                                                                                                        \
    TML_HEAD "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}}\n"
#define TML_PENDULUM TML_ROD "joints: {O: {revolute: [ground, rod]}}\n"
#define TML_BALL                                                                                                       \
    TML_HEAD "bodies:\n  ground: {surfaces: {floor: {line: [[0, 0], [1, 0]]}}}\n"                                      \
             "  ball: {mass: 1, shape: {disc: 0.1}, surfaces: {rim: {disc: 0.1}}, position: [0, 1]}\n"
#define TML_RUN "analyses: [dynamics: {end: 1, output: 0.1}]\n"
#define TML_LIMITED(limits)                                                                                            \
    TML_HEAD "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [0, 0]}, com: [0.5, 0], mass: 1, inertia: "    \
             "0.1}}\n"                                                                                                 \
             "joints: {O: {revolute: [ground, rod], limits: " limits "}}\n"
#define TML_FOURBAR                                                                                                    \
    TML_HEAD "points: {O: [0, 0], A: [0.15, 0.25], B: [1, 0.6], C: [1.2, 0]}\n"                                        \
             "bodies:\n  crank: {points: [O, A], mass: 1, shape: rod}\n"                                               \
             "  coupler: {points: [A, B], mass: 1, shape: rod}\n  rocker: {points: [C, B], mass: 1, shape: rod}\n"     \
             "joints:\n  O: {revolute: [ground, crank]}\n  A: {revolute: [crank, coupler]}\n"                          \
             "  B: {revolute: [coupler, rocker]}\n  C: {revolute: [ground, rocker]}\n"
#define TML_ARCH                                                                                                       \
    TML_HEAD "points: {O: [0, 0], A: [1, 1], D: [2, 0]}\n"                                                             \
             "bodies: {a: {points: [O, A], mass: 1, shape: rod}, b: {points: [A, D], mass: 1, shape: rod}}\n"          \
             "joints:\n  O: {revolute: [ground, a]}\n  A: {revolute: [a, b]}\n  D: {revolute: [ground, b]}\n"

#define TML_FLAT                                                                                                       \
    TML_HEAD                                                                                                           \
    "points: {O: [0, 0], A: [1, 0], B: [3, 0], C: [2, 0]}\n"                                                           \
    "bodies: {a: {points: [O, A], mass: 1, shape: rod}, b: {points: [A, B], mass: 1, shape: "                          \
    "rod}, c: {points: [C, B], mass: 1, shape: rod}}\n"                                                                \
    "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: "                           \
    "{revolute: [ground, c]}}\n"
#define TML_UPRIGHT                                                                                                    \
    TML_HEAD                                                                                                           \
    "points: {O: [0, 0], A: [0, 1], B: [2, 1], C: [2, 0]}\n"                                                           \
    "bodies: {a: {points: [O, A], mass: 1, shape: rod}, b: {points: [A, B], mass: 1, shape: "                          \
    "rod}, c: {points: [C, B], mass: 1, shape: rod}}\n"                                                                \
    "joints: {O: {revolute: [ground, a]}, A: {revolute: [a, b]}, B: {revolute: [b, c]}, C: "                           \
    "{revolute: [ground, c]}}\n"
#define TML_FLAP                                                                                                       \
    TML_HEAD                                                                                                           \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0], P: [3, 0]}}\n"                                                                     \
    "  wheel: {points: {O: [0, 0], A: [1, 0]}, com: [0, 0], mass: 1, inertia: 1}\n"                                    \
    "  flap: {points: {A: [0, 0]}, com: [0.5, 0], mass: 1, inertia: 0.01}\n"                                           \
    "joints: {O: {revolute: [ground, wheel]}, A: {revolute: [wheel, flap]}}\n"
#define TML_RING                                                                                                       \
    TML_HEAD                                                                                                           \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  arm: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}\n"                                                   \
    "  bob: {points: {O: [0, 0]}, mass: 2, inertia: 0.1}\n"                                                            \
    "joints: {O: {revolute: [ground, arm]}, S: {prismatic: [arm, bob], at: O, axis: x}}\n"                             \
    "forces: {k: {spring: [arm.O, bob.O], stiffness: 200, length: 0.4}}\n"                                             \
    "initial: {S.displacement: 0.4}\n"
#define TML_NODE                                                                                                       \
    TML_HEAD                                                                                                           \
    "gravity: none\n"                                                                                                  \
    "bodies:\n"                                                                                                        \
    "  ground: {points: {O: [0, 0]}}\n"                                                                                \
    "  node: {points: {O: [0, 0]}}\n"                                                                                  \
    "  block: {points: {O: [0, 0]}, mass: 1, inertia: 1, position: [1, 0]}\n"                                          \
    "joints: {S: {prismatic: [ground, node], at: O, axis: x}, T: {prismatic: [ground, block], "                        \
    "at: O, axis: x}}\n"

#ifdef TML_LEAN /* in an FMU: nobody asks there what a message means (cmake/Fmu.cmake) */
#define TML_TEXTS(...)                                                                                                 \
    {                                                                                                                  \
        "", ""                                                                                                         \
    }
#else
#define TML_TEXTS(...)                                                                                                 \
    {                                                                                                                  \
        __VA_ARGS__                                                                                                    \
    }
#endif

static const entry entries[] = {
#define TML_CODE(letter, number, name, ...)                                                                            \
    [TML_##letter##_##name] = {#letter #number, (tml_severity)letter_##letter, TML_TEXTS(__VA_ARGS__)},
#include "base/code/table.def"
#undef TML_CODE
};

const char *tml_code_text(tml_code code)
{
    return entries[code].code;
}

tml_severity tml_code_severity(tml_code code)
{
    return entries[code].severity;
}

size_t tml_explanation_count(void)
{
    return TML_CODE_COUNT;
}

tml_explanation tml_explanation_get(size_t index)
{
    if (index >= TML_CODE_COUNT)
        return (tml_explanation){.code = "", .title = "", .text = ""};
    const entry *e = &entries[index];
    return (tml_explanation){.code = e->code,
                             .severity = e->severity,
                             .title = e->texts[0],
                             .text = e->texts[1] ? e->texts[1] : "",
                             .wrong = e->texts[2],
                             .cured = e->texts[3]};
}

/* The number of "E042", "e42" or "42"; -1: not of this form. */
static long number_of(const char *text)
{
    if (isalpha((unsigned char)*text))
        text++;
    char *after;
    const long number = isdigit((unsigned char)*text) ? strtol(text, &after, 10) : -1;
    return number >= 0 && !*after ? number : -1;
}

long tml_explanation_find(const char *code, bool *exact)
{
    const long wanted = number_of(code);
    long nearest = -1, smallest = 0;
    *exact = false;
    for (size_t i = 0; wanted >= 0 && i < TML_CODE_COUNT; i++) {
        const long distance = labs(number_of(entries[i].code) - wanted);
        if (nearest < 0 || distance < smallest) {
            nearest = (long)i;
            smallest = distance;
        }
    }
    if (nearest >= 0)
        *exact = smallest == 0 && (!isalpha((unsigned char)*code) ||
                                   toupper((unsigned char)*code) == (unsigned char)entries[nearest].code[0]);
    return nearest;
}
