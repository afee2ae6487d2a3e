/* fnmatch.c - patterns of names: * any text, ? any character, [a-z] or [!a-z] one of a set, \ before a character that stands for itself. */
#include <fnmatch.h>
#include <stdbool.h>
#include <stddef.h>

/* Whether c is in the set that begins after '['; *end: after its ']'. NULL there: it is no set. */
static bool is_in_set(const char *set, char c, const char **end)
{
    const bool negated = *set == '!' || *set == '^';
    bool found = false;
    *end = NULL;
    set += negated;
    for (const char *first = set; *set && (*set != ']' || set == first); set++) {
        if (*set == '\\' && set[1])
            set++;
        const char from = *set;
        if (set[1] == '-' && set[2] && set[2] != ']')
            set += 2;
        found = found || (from <= c && c <= *set);
    }
    if (*set == ']')
        *end = set + 1;
    return found != negated;
}

/* Whether one character, which is there, has the form that the pattern begins with; *next: the rest of the pattern. */
static bool matches_one(const char *pattern, char c, const char **next)
{
    const char *end;
    *next = pattern + 1;
    if (*pattern == '?')
        return true;
    if (*pattern == '[') {
        const bool in = is_in_set(pattern + 1, c, &end);
        if (end) {
            *next = end;
            return in;
        }
    }
    if (*pattern == '\\' && pattern[1])
        *next = ++pattern + 1;
    return *pattern == c;
}

/* A star takes as little as it can; if the rest fails, the last star takes one character more. */
int fnmatch(const char *pattern, const char *text, int flags)
{
    const char *after_star = NULL, *retry = NULL, *next;
    (void)flags;
    while (*text) {
        if (*pattern == '*') {
            after_star = ++pattern;
            retry = text;
        } else if (*pattern && matches_one(pattern, *text, &next)) {
            pattern = next;
            text++;
        } else if (after_star) {
            pattern = after_star;
            text = ++retry;
        } else {
            return FNM_NOMATCH;
        }
    }
    while (*pattern == '*')
        pattern++;
    return *pattern ? FNM_NOMATCH : 0;
}
