/* plot.h - plots of a table for a report: channels over time or over another channel, or paths.
 *
 * Channels of one unit share a panel; others get panels of their own, stacked over one x axis. Studies have pictures of their own.
 */
#pragma once
#include "trammel/results.h"
TML_BEGIN_DECLS

typedef enum { TML_THEME_AUTO, TML_THEME_LIGHT, TML_THEME_DARK } tml_theme;

typedef struct {
    size_t size;                 /* sizeof(tml_plot_options) */
    const char *const *channels; /* (channel_count) names, or patterns with * and ? */
    size_t channel_count;
    const char *against; /* the channel on the x axis; NULL: time, or the number of the row where there is none */
    bool path;           /* channels are pairs x y */
    bool log_x, log_y;   /* logarithmic axes; a frequency response has them unless `plain` */
    bool plain;          /* no logarithmic axes */
    const char *title;   /* NULL: that of the model */
    tml_theme theme;
    double width, height; /* CSS pixels; 0: as fits */
    /* Of a study, a table whose rows are variants of a model: the kind of picture, one of TML_PLOT_KINDS ("heat"), of the columns named as
     * channels, by default of those that suit it. NULL: for the table of a study the kind that shows it best, else channels as lines. */
    const char *kind;
    const char *const *
        maximize; /* (maximize_count) of the goals of the kind "pareto" those that should be great; others should be small */
    size_t maximize_count;
    bool log_z; /* colours that stand for logarithms */
} tml_plot_options;

/* Draws channels of a table in the format that the ending of path names (".svg"; NULL or "-": the default one) into memory, which the
 * caller frees with free(). TML_WRONG with messages: no such channel or format, or an impossible size. */
TML_API tml_status tml_table_plot(const tml_table *table, const tml_plot_options *options, const char *path,
                                  char **bytes, size_t *length, tml_log *log);
/* The same for several tables, laid over each other; `labels` (count) tell them apart in the legend. */
TML_API tml_status tml_tables_plot(const tml_table *const *tables, const char *const *labels, size_t count,
                                   const tml_plot_options *options, const char *path, char **bytes, size_t *length,
                                   tml_log *log);
/* The ending of the format that a path names; NULL with a message: it names none. */
TML_API const char *tml_plot_find_ending(const char *path, tml_log *log);

TML_END_DECLS
