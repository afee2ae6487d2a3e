/* file.h - whole files in and out, with messages that say why one could not be read or written. */
#pragma once
#include "base/status.h"
#include "base/text.h"
#include <sys/stat.h>

/* Adds what is in a file to text. TML_WRONG when it cannot be read. */
tml_status tml_file_read(const char *path, tml_text *text, tml_log *log);
/* Puts bytes into a file, whole or not at all: what was there before stands until all of the new is written.
 * TML_FAILED when it cannot be written. */
tml_status tml_file_write(const char *path, const char *bytes, size_t length, tml_log *log);
/* Whether tml_file_write could write there now; TML_WRONG with a message where it could not. Nothing is changed. */
tml_status tml_file_check_writable(const char *path, tml_log *log);
/* The same for a file that is open. 0, or an errno; EFBIG: there are more bytes than `most`. */
int tml_file_read_all(int file, size_t most, tml_text *text);
int tml_file_write_all(int file, const char *bytes, size_t length);

typedef struct {
    mode_t mode;  /* of the file replaced; 0: as new files have it */
    bool is_new;  /* there must not be one of this name: EEXIST */
    bool durable; /* it is on the disk when this returns */
} tml_replacement;

/* Puts bytes into a file of an open folder, whole or not at all, and leaves no other file when the program is killed (but see
 * replace_file.c). 0, or an
 * errno. */
int tml_file_replace(int folder, const char *name, const char *bytes, size_t length, const tml_replacement *how);
/* Whether a file can be made in a folder: 0, or an errno. */
int tml_file_try_beside(int folder);

/* Whether a path ends so (".csv"), in either case of letters. */
bool tml_path_ends(const char *path, const char *ending);
