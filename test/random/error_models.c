/* error_models.c - estimates of the error of a result held against the true error, on models of files.
 *
 *   error_models [MODEL...]     without: those that ship
 *
 * Prints a table: of each model the channel with the largest true error by its estimate. The exit code is 1 when one exceeds three.
 */
#include "support/true_error.h"
#include <glob.h>
#include <stdlib.h>
#include <string.h>

static bool try_file(const char *path)
{
    const char *slash = strrchr(path, '/');
    char *text = true_error_load(path);
    bool good = text != NULL;
    if (text && strstr(text, "dynamics")) {
        const true_error_outcome o = true_error_compare(slash ? slash + 1 : path, text,
                                                        (tml_run_options){.size = sizeof(tml_run_options)}, NULL, NULL);
        true_error_print(&o);
        good = o.worse == 0;
    }
    free(text);
    return good;
}

int main(int argc, char **argv)
{
    bool good = true;
    true_error_print_head();
    for (int i = 1; i < argc; i++)
        good &= try_file(argv[i]);
    glob_t found;
    if (argc > 1 || glob(TML_SOURCE_DIR "/models/*/*.yaml", 0, NULL, &found) != 0)
        return !good;
    for (size_t i = 0; i < found.gl_pathc; i++)
        good &= try_file(found.gl_pathv[i]);
    globfree(&found);
    return !good;
}
