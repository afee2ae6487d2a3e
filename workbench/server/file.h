/* file.h - files for the server: read whole, and known by their endings. */
#pragma once
#include <stdbool.h>
#include <stddef.h>

/* The bytes of an open file and a 0 after them, which the caller frees. 0, or an errno; EFBIG: there are more than `most`. */
int wb_file_read(int file, size_t most, char **data, size_t *length);
/* Whether a name ends so (".yaml"), in either case of letters. */
bool wb_file_ends(const char *name, const char *ending);
