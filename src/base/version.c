/* version.c - the version of the library, as its headers have it. */
#include "trammel/version.h"

#define AS_TEXT(number)             #number
#define DOTTED(major, minor, patch) AS_TEXT(major) "." AS_TEXT(minor) "." AS_TEXT(patch)

const char *tml_version(void)
{
    return DOTTED(TML_VERSION_MAJOR, TML_VERSION_MINOR, TML_VERSION_PATCH);
}
