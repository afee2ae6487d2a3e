/* limits.c - wrong limits of joints: each is reported with its place, and what to write instead. */
#include "support/run_messages.h"
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#define HEAD                                                                                                           \
    "trammel: 1\n"                                                                                                     \
    "bodies: {ground: {points: {O: [0, 0]}}, rod: {points: {O: [0, 0], A: [1, 0]}, mass: 1, shape: rod}}\n"

/* Limits of a joint of a kind begin at line 3, column `from`. */
static void expect_error(const char *kind, const char *limits, int column, const char *code, const char *part)
{
    char text[1024], joint[256];
    snprintf(joint, sizeof joint, "joints: {O: {%s, limits: ", kind);
    snprintf(text, sizeof text, HEAD "%s%s}}\nanalyses: [dynamics: {end: 0.1}]\n", joint, limits);
    tml_log *log = tml_messages_of(text);
    bool found = false;
    for (size_t i = 0; i < tml_log_count(log); i++) {
        const tml_message m = tml_log_get(log, i);
        found |= strcmp(m.code, code) == 0 && m.place.line == 3 && m.place.column == (int)strlen(joint) + 1 + column &&
                 strstr(m.text, part);
    }
    cr_expect(found, "%s: no message %s \"%s\" at column %d; the first is \"%s\" %s at column %d", limits, code, part,
              column, tml_log_count(log) ? tml_log_get(log, 0).text : "",
              tml_log_count(log) ? tml_log_get(log, 0).code : "",
              tml_log_count(log) ? tml_log_get(log, 0).place.column - (int)strlen(joint) - 1 : 0);
    tml_log_free(log);
}

#define HINGE "revolute: [ground, rod]"
#define SLOT  "slot: [ground, rod], axis: x"

Test(limits_fault, ranges)
{
    expect_error(HINGE, "1", 0, "E025", "must be [lower, upper], or {COORDINATE: [lower, upper]}");
    expect_error(HINGE, "[1, 2, 3]", 0, "E025", "must be [lower, upper]");
    expect_error(HINGE, "{angle: 1, stiffness: 1}", 8, "E025",
                 "angle must be two numbers, [lower, upper]; null for none");
    expect_error(HINGE, "{angle: {stiffness: 1}}", 8, "E025", "angle needs its range");
    expect_error(HINGE, "{angle: [[1], 2], stiffness: 1}", 9, "E025", "two numbers");
    expect_error(HINGE, "{angle: [30 deg, 10 deg], stiffness: 1}", 8, "E680",
                 "the lower limit of angle, 0.523598776 rad, must be below the upper, 0.174532925 rad");
    expect_error(HINGE, "{angle: [1, 1], stiffness: 1}", 8, "E680", "is held by a driver");
    expect_error(HINGE, "{angle: [0, 1 m], stiffness: 1}", 12, "E105", "expected rad, found m");
    expect_error(HINGE, "{angle: [0, x], stiffness: 1}", 12, "E100", "unknown name \"x\"");
}

Test(limits_fault, coordinates)
{
    expect_error(HINGE, "{displacement: [0, 1], stiffness: 1}", 1, "E681",
                 "the joint has no coordinate \"displacement\"; it has angle");
    expect_error(HINGE, "{angle: [0, 1], stifness: 1}", 16, "E681", "no coordinate \"stifness\"");
    expect_error(SLOT, "[0, 1]", 0, "E681",
                 "the joint has several coordinates, displacement, angle: say which, {displacement: [lower, upper]}");
    expect_error("fixed: [ground, rod]", "[0, 1]", -8, "E022", "unknown key \"limits\"");
}

Test(limits_fault, stops)
{
    expect_error(HINGE, "{angle: [0, 1], restitution: 2}", 29, "E682", "restitution must be from 0 to 1");
    expect_error(HINGE, "{angle: [0, 1], restitution: -1}", 29, "E682", "restitution must be from 0 to 1");
    expect_error(HINGE, "{angle: [0, 1], restitution: 0.5, stiffness: 1}", 29, "E682",
                 "must be left out: with a stiffness");
    expect_error(HINGE, "{angle: [0, 1], stiffness: 0}", 27, "E682", "stiffness must be above zero");
    expect_error(HINGE, "{angle: [0, 1], stiffness: -3}", 27, "E682", "stiffness must be above zero");
    expect_error(HINGE, "{angle: [0, 1], stiffness: 1 N/m}", 27, "E105", "N*m");
    expect_error(HINGE, "{angle: [0, 1], stiffness: 1, damping: -1}", 39, "E682", "damping must be zero or more");
    expect_error(HINGE, "{angle: [0, 1], stiffness: 1, damping: 1 s/m}", 39, "E105", "s/rad");
    expect_error(HINGE, "{angle: [0, 1], stiffness: 1, exponent: 0.5}", 40, "E682", "exponent must be 1 or more");
    expect_error(HINGE, "{angle: [0, 1], damping: 1}", 25, "E682", "belongs to a compliant stop, this one is rigid");
    expect_error(HINGE, "{angle: {range: [0, 1], stiffness: [1]}}", 35, "E025", "number");
    expect_error(HINGE, "{angle: {range: [0, 1], hardness: 1}}", 24, "E022", "hardness");
}
