/* file.h - whole files in and out, with messages that say why one could not be read or written. */
#pragma once
#include "base/status.h"
#include "base/text.h"
#include <sys/stat.h>

/* Adds what is in a file to text. TML_WRONG when it cannot be read. */
tml_status tml_file_read(const char *path, tml_text *text, tml_log *log);
/* Whether tml_file_write could write there now; TML_WRONG with a message where it could not. Nothing is changed. */
tml_status tml_file_check_writable(const char *path, tml_log *log);
/* The same for a file that is open. 0, or an errno; EFBIG: there are more bytes than `most`. */
int tml_file_read_all(int file, size_t most, tml_text *text);
int tml_file_write_all(int file, const char *bytes, size_t length);

/* Whether a file can be made in a folder: 0, or an errno. */
int tml_file_try_beside(int folder);

/* Whether a path ends so (".csv"), in either case of letters. */
bool tml_path_ends(const char *path, const char *ending);
