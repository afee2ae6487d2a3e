/* format.c - finds the format of a picture by the ending of its path. */
#include "plot/format.h"
#include "base/file.h"
#include <string.h>

static const tml_plot_format_class *find_default(void)
{
    int i = 0;
    while (i + 1 < tml_plot_format_class_count && !tml_plot_format_classes[i]->is_default)
        i++;
    return tml_plot_format_classes[i];
}

static void log_unknown_ending(const char *path, tml_log *log)
{
    tml_text known = {0};
    for (int i = 0; i < tml_plot_format_class_count; i++)
        tml_text_add(&known, "%s%s", i > 0 ? ", " : "", tml_plot_format_classes[i]->ending);
    tml_log_raise(log, TML_E_UNKNOWN_ENDING, TML_NOWHERE, "%s: unknown picture format; known endings: %s", path,
                  known.failed ? "?" : known.data);
    tml_text_free(&known);
}

const tml_plot_format_class *tml_plot_format_find(const char *path, tml_log *log)
{
    if (path == NULL || strcmp(path, "-") == 0)
        return find_default();
    for (int i = 0; i < tml_plot_format_class_count; i++)
        if (tml_path_ends(path, tml_plot_format_classes[i]->ending))
            return tml_plot_format_classes[i];
    log_unknown_ending(path, log);
    return NULL;
}

const char *tml_plot_find_ending(const char *path, tml_log *log)
{
    const tml_plot_format_class *format = tml_plot_format_find(path, log);
    return format ? format->ending : NULL;
}
