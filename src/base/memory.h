/* memory.h - the allocator behind everything that is ours.
 *
 * A file of its own defines the two, so that a test which defines them itself is linked with its own: memory then runs out where it
 * likes (test/support/scarce.h). The library holds no pointer to them.
 */
#pragma once
#include <stddef.h>

void *tml_allocate(size_t bytes); /* NULL: no memory */
void tml_release(void *memory);   /* may be NULL */
