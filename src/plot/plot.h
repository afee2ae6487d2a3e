/* plot.h - plots of channels for a report: over time or another channel, or paths.
 *
 * Channels of one unit share a panel; others get panels of their own, stacked over one x axis.
 */
#pragma once
#include "plot/format.h"
#include "result/table.h"
#include "trammel/plot.h"

typedef struct {
    const char *name;     /* in the legend */
    const char *unit;     /* "" when not known */
    const char *quantity; /* "force"; "" when not known */
    bool apart;           /* shares a panel only with its own quantity */
    const double *x, *y;  /* (count) values, each `stride` numbers from the one before; a gap where not finite */
    size_t count, x_stride, y_stride;
    bool loose; /* separate points, without a line between them */
    bool y_log; /* y are decimal logarithms */
} tml_plot_series;

typedef struct {
    const char *title;           /* "" none */
    const char *x_name, *x_unit; /* of the x axis */
    bool x_whole;                /* x counts: ticks at whole numbers only */
    bool x_log;                  /* x are decimal logarithms */
    const char *y_name, *y_unit; /* of the y axis of a path */
    bool path;                   /* all in one panel, with equal scales if the units are the same */
    tml_theme theme;
    double width, height; /* 0: as fits */
    const tml_plot_series *series;
    size_t series_count;
} tml_plot;

/* Adds the plot in a picture format. TML_NO_MEMORY, or TML_WRONG for an impossible size. */
tml_status tml_plot_draw(const tml_plot *plot, const tml_plot_format_class *format, tml_text *bytes);

/* Adds a plot of several tables laid over each other; labels (count) tell them apart, NULL: there is but one table. */
tml_status tml_plot_draw_tables(const tml_table *const *tables, const char *const *labels, size_t count,
                                const tml_plot_options *request, const tml_plot_format_class *format, tml_text *bytes,
                                tml_log *log);
/* Adds a plot of a table in a picture format. TML_WRONG with messages for channels that are not there. */
tml_status tml_plot_draw_table(const tml_table *table, const tml_plot_options *request,
                               const tml_plot_format_class *format, tml_text *bytes, tml_log *log);
