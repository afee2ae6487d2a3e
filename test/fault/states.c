/* states.c - wrong states: each is reported with its name and place, and no analysis is silently wrong. */
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define HEAD                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "parameters: {p: 1}\n"                                                                                             \
    "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [0, 0]}, com: [1, 0], mass: 1, inertia: 1}}\n"          \
    "joints: {O: {revolute: [ground, rod]}}\n"
#define RUN "analyses: [dynamics: {end: 0.1}]\n"

/* The line of `states` is the fifth. */
static void expect_error(const char *states, int column, const char *code, const char *part)
{
    char text[2048];
    snprintf(text, sizeof text, HEAD "%s\n" RUN, states);
    tml_log *log = tml_messages_of(text);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        found |= strcmp(m.code, code) == 0 && m.place.line == 5 && m.place.column == column && strstr(m.text, part);
    }
    cr_expect(found, "%s: no message %s \"%s\" at column %d", states, code, part, column);
    tml_log_free(log);
}

Test(states_fault, names)
{
    expect_error("states: {p: {rate: 1}}", 10, "E032", "taken by a parameter");
    expect_error("states: {t: {rate: 1}}", 10, "E033", "that of the time");
    expect_error("states: {sin: {rate: 1}}", 10, "E033", "that of a function");
    expect_error("states: {rod: {rate: 1}}", 10, "E032", "share one set of names");
    expect_error("states: {x: {rate: [1, 2]}, x1: {rate: 1}}", 10, "E032",
                 "its part \"x1\" has the name of another element");
    expect_error("states: {a-b: {rate: 1}}", 10, "E031", "write \"a_b\"");
    expect_error("states: {i: {rate: -i + qq}}", 25, "E100", "unknown name \"qq\"");
    expect_error("states: {current: {rate: -curent}}", 27, "E100", "did you mean \"current\"?");
    expect_error("states: {x: {rate: [x2, -x]}}", 26, "E100", "unknown name \"x\"");
    expect_error("states: {i: {rate: O.fx}}", 20, "E128", "reactions");
}

Test(states_fault, kinds_and_keys)
{
    expect_error("states: {c: {pidd: {input: 1}}}", 14, "E036", "unknown kind \"pidd\"; did you mean \"pid\"?");
    expect_error("states: {c: {pid: {input: 1}, unit: m}}", 31, "E022", "a pid has no other keys beside it");
    expect_error("states: {c: {pid: {input: 1, D: 1}}}", 33, "E025", "\"D\" needs \"filter\"");
    expect_error("states: {c: {pid: {P: 1}}}", 19, "E023", "input");
    expect_error("states: {c: {rat: 1}}", 14, "E022", "rat");
    expect_error("states: {c: {}}", 13, "E023", "rate");
    expect_error("states: {c: 3}", 13, "E024", "");
    expect_error("states: {x: {rate: [1, 2], start: [1]}}", 35, "E025", "as many values as \"rate\"");
    expect_error("states: {g: {transfer: {input: 1, numerator: [1, 2, 3], denominator: [1, 2]}}}", 46, "E025",
                 "higher degree");
    expect_error("states: {g: {transfer: {input: 1, numerator: 1, denominator: 2}}}", 62, "E025",
                 "at least two coefficients");
    expect_error("states: [1, 2]", 9, "E024", "states");
}

Test(states_fault, units)
{
    expect_error("states: {i: {rate: 3 V, unit: A}}", 20, "E105", "");
    expect_error("states: {i: {rate: -i/2, start: 3 m, unit: A}}", 33, "E105", "state i: start");
    expect_error("states: {i: {rate: 1, unit: mA}}", 29, "E105", "write \"A\"");
    expect_error("states: {i: {rate: 1, unit: foo}}", 29, "E103", "unknown unit \"foo\"");
    expect_error("states: {i: {rate: -i, energy: 3 m}}", 32, "E105", "energy");
    expect_error("states: {c: {lag: {input: 1, time: 3 m}}}", 36, "E105", "state c: time");
    expect_error("states: {c: {lag: {input: 1, time: 0}}}", 36, "E402", "must be greater than zero");
    expect_error("states: {c: {pid: {input: 1, D: 1, filter: -1}}}", 44, "E402", "must be greater than zero");
    expect_error("states: {c: {pid: {input: 1, P: O.angle}}}", 33, "E100", "state c: P");
    expect_error("states: {c: {transfer: {input: 1, numerator: [1], denominator: [0, 1]}}}", 65, "E402",
                 "must not be zero");
}

/* Values of controllers that need each other at the same instant. */
Test(states_fault, circles)
{
    expect_error("states: {c: {pid: {input: c, P: 1}}}", 27, "E117", "c -> c");
    expect_error("states: {c: {pid: {input: 1 - d, P: 1}}, d: {transfer: {input: c + c, numerator: [1, 1], "
                 "denominator: [1, 2]}}}",
                 64, "E117", "c -> d -> c");
    /* one of lower degree breaks the circle */
    tml_expect_run(HEAD "states: {c: {pid: {input: 1 - d, P: 1}}, d: {transfer: {input: c, numerator: [1], "
                        "denominator: [1, 2]}}}\n" RUN,
                   TML_OK, "");
}

Test(states_fault, uses)
{
    tml_expect_run(HEAD "states: {i: {rate: 1}}\ndrivers: {d: {O.angle: i}}\n" RUN, TML_WRONG,
                   "driver d: may depend on time only, not on i");
    tml_expect_run(HEAD "states: {i: {rate: 1}}\ndrivers: {i: {O.angle: t}}\n" RUN, TML_WRONG, "the name is taken");
    tml_expect_run(HEAD "states: {i: {rate: 1, start: 2}}\ninitial: {i: 1}\n" RUN, TML_WRONG,
                   "has a `start` of its own");
    tml_expect_run(HEAD "states: {i: {rate: 1}}\ninitial: {j: 1}\n" RUN, TML_WRONG, "no position or velocity \"j\"");
    tml_expect_run(HEAD "states: {}\n" RUN, TML_OK, "");
}

Test(states_fault, rates_that_are_no_numbers_end_the_motion_with_a_message)
{
    tml_expect_run(HEAD "states: {i: {rate: sqrt(0.05 - t)}}\n" RUN, TML_FAILED, "state i: its rate is");
    tml_expect_run(
        HEAD "states: {i: {rate: sqrt(0.05 - t)}}\ndrivers: {d: {O.angle: t}}\nanalyses: [kinematics: {end: 0.1}]\n",
        TML_FAILED, "state i: its rate is not a number");
    tml_expect_run(
        HEAD "states: {i: {rate: i^2, start: 20}}\ndrivers: {d: {O.angle: t}}\nanalyses: [kinematics: {end: 0.1}]\n",
        TML_FAILED, "state");
}

Test(states_fault, analyses_that_do_not_know_them_refuse)
{
    tml_expect_run(HEAD "states: {i: {rate: 2}}\nanalyses: [static: {search: all}]\n", TML_FAILED,
                   "no static equilibrium was found");
    tml_expect_run(HEAD "states: {i: {rate: 2}}\ngravity: none\nanalyses: [steady: {speeds: {O: 1..2}}]\n", TML_FAILED,
                   "steady: state i does not come to rest: its rate is 2 1/s");
    tml_expect_run(HEAD "states: {i: {rate: -i}}\ngravity: none\nanalyses: [modes: {method: sparse}]\n", TML_WRONG,
                   "does not know the states");
    tml_expect_run(HEAD "states: {i: {rate: 1 - i}}\ngravity: none\nanalyses: [modes: {}]\n", TML_FAILED,
                   "state i does not rest here: its rate is 1 1/s");
    tml_expect_run(HEAD "states: {i: {rate: cos(O.angle)}}\ngravity: none\nanalyses: [steady: {speeds: {O: 1}}]\n",
                   TML_FAILED, "its rate changes while the mechanism moves");
}
