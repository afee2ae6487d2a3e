/* channel.h - what the name of a channel tells about its values, for results that have names only. */
#pragma once
#include <stdbool.h>

typedef struct {
    const char *unit;     /* "" none or unknown */
    const char *quantity; /* "" unknown */
    bool apart;           /* a check: too small to be visible beside others of its unit */
} tml_channel_meaning;

tml_channel_meaning tml_channel_find_meaning(const char *name);
/* What follows the last point of a name: "fx" of "A.fx". */
const char *tml_channel_last(const char *name);
