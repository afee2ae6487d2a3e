/* options.h - option structs of the public functions. Their first member is the size of the struct that the caller was compiled with.
 *
 * A caller compiled with older headers passes a shorter struct: the members that it lacks are zero, which selects the default. One compiled
 * with newer headers passes a longer struct: the members that this version lacks must be zero.
 */
#pragma once
#include "base/status.h"

/* Copies the options of a caller, NULL for all defaults, to `own` (size bytes). False with a message: their `size` is not set, or a member
 * is set that this version lacks. */
bool tml_options_copy(void *own, size_t size, const void *given, tml_log *log);
