/* channel.h - what a channel's name says of its values, for results that carry names only. */
#pragma once
#include <stdbool.h>

typedef struct {
    const char *unit;     /* "" none or not known */
    const char *quantity; /* "" not known */
    bool apart;           /* a check: too small to be seen beside others of its unit */
} tml_channel_meaning;

tml_channel_meaning tml_channel_find_meaning(const char *name);
/* What follows the last point of a name: "fx" of "A.fx". */
const char *tml_channel_last(const char *name);
