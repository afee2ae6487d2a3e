/* file.h - reading and writing whole files, with messages that give the reason of a failure. */
#pragma once
#include "base/status.h"
#include "base/text.h"

/* Appends the content of a file to text. TML_WRONG if it cannot be read. */
tml_status tml_file_read(const char *path, tml_text *text, tml_log *log);
/* Whether tml_file_write could write there now; otherwise TML_WRONG with a message. Changes nothing. */
tml_status tml_file_check_writable(const char *path, tml_log *log);
/* Writes to an open file: 0, or an errno. */
int tml_file_write_all(int file, const char *bytes, size_t length);

/* Whether a file can be created in a folder: 0, or an errno. */
int tml_file_try_beside(int folder);

/* Whether two paths lead to the same regular file, through links or by other spellings. */
bool tml_file_is_same(const char *path, const char *other);

/* Whether a path has this ending (".csv"), ignoring case. */
bool tml_path_ends(const char *path, const char *ending);
