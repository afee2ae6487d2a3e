/* file.h - files in and out, with messages that say why one could not be read or written. */
#pragma once
#include "trammel/model.h"
TML_BEGIN_DECLS

/* The text of a model file as it stands there, 0-terminated, which the caller frees with free(). NULL with messages. */
TML_API char *tml_file_read_model(const char *path, size_t *length, tml_log *log);
/* Puts bytes into a file, whole or not at all: what was there before stands until all of the new is written. A link stays a link.
 * TML_FAILED with a message. */
TML_API tml_status tml_file_write(const char *path, const char *bytes, size_t length, tml_log *log);
typedef struct {
    size_t size;   /* sizeof(tml_replace_options) */
    unsigned mode; /* permissions of the file replaced; 0: as new files have them */
    bool is_new;   /* there must not be one of this name: EEXIST */
    bool durable;  /* it is on the disk when this returns */
} tml_replace_options;

/* Puts bytes into a file of an open folder, whole or not at all; links are not followed. No other file is left behind where the
 * program is killed, unless the file system has no files without a name. 0, or an errno. */
TML_API int tml_file_replace(int folder, const char *name, const char *bytes, size_t length,
                             const tml_replace_options *options);
/* Whether tml_file_write could write there now, and would not overwrite a file that the model is read from (NULL: any file may be
 * overwritten). TML_WRONG with a message. Nothing is changed. */
TML_API tml_status tml_file_check_output(const char *path, const tml_model *model, tml_log *log);
/* The same for another version of the text of a model, which may have errors: its own file may be overwritten, but no file that the text, or a
 * file that it includes, names. `name` is the path of the model: the paths in it begin at its folder. */
TML_API tml_status tml_file_check_rewrite(const char *path, const char *text, size_t length, const char *name,
                                          tml_log *log);
/* Whether tml_file_write could write there now, and would not overwrite one of these files (count), through links or by other
 * spellings of their paths. TML_WRONG with a message. Nothing is changed. */
TML_API tml_status tml_file_check_apart(const char *path, const char *const *inputs, size_t count, tml_log *log);

TML_END_DECLS
