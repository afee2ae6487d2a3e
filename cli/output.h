/* output.h - where results go. */
#pragma once
#include "trammel/trammel.h"

/* The path that was given or, where that is NULL, that of what it is made from, with another ending. The caller frees it. NULL: no
 * memory. */
char *cli_output_path(const char *given, const char *from, const char *ending);
/* The files that a command reads, which its output must not overwrite. */
typedef struct {
    const char *input;      /* a file as it was given, "-": standard input; NULL: see the others */
    const char *const *all; /* (count) the same of several files */
    size_t count;
    const tml_model *model; /* its own file, and those that it names; NULL: none */
    const char *
        text; /* (length) of a model that the output is another version of: only the files that it names count; NULL: none */
    size_t length;
    const char *name; /* path of the text */
} cli_sources;

/* Whether the output could be written now, and is not one of the sources by any name (E608). "-", stdout, always can. */
tml_status cli_check_output(const char *path, const cli_sources *from, tml_log *log);
/* The same of a result, whose ending says its format, and of the notes that are written beside a table. */
tml_status cli_check_result(const char *path, const cli_sources *from, tml_log *log);
/* Writes a file, or to stdout where the path is "-". Not TML_OK, with a message: it is one of the sources, or cannot be written. Why stdout
 * cannot, the end of the program says (standard_output.h). */
tml_status cli_write_output(const char *path, const cli_sources *from, const char *bytes, size_t length, tml_log *log);
/* Makes a folder where there is none. Not TML_OK, with a message: the path is one of the sources, or no folder can be there. */
tml_status cli_make_folder(const char *path, const cli_sources *from, tml_log *log);
/* Prints a text that the library makes, for a command without arguments. Frees it; the exit code. */
int cli_print_made(const char *command, int count, char *text);
/* The path without its folder. */
const char *cli_file_name(const char *path);
