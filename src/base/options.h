/* options.h - options that callers of the library hand over: the first member is their size, as the caller's headers have them.
 *
 * A caller that was built with older headers gives fewer bytes: the members that it does not know are zero, which means: as usual. One
 * that was built with newer headers gives more: those that this version does not know must be zero.
 */
#pragma once
#include "base/status.h"

/* Copies options of up to `size` bytes to `own`; NULL: all are zero. False with a message: their size is not set, or something is asked
 * for that this version does not know. */
bool tml_options_copy(void *own, size_t size, const void *given, tml_log *log);
