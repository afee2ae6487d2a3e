/* version.h - the version of these headers, and that of the library that is linked. The build takes its version from here. */
#pragma once
#include "trammel/api.h"
TML_BEGIN_DECLS

#define TML_VERSION_MAJOR 0
#define TML_VERSION_MINOR 1
#define TML_VERSION_PATCH 0

TML_API const char *tml_version(void); /* "0.1.0": of the library */

TML_END_DECLS
