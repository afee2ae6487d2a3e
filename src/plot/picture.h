/* picture.h - a picture of a study: a table whose rows are variants of a model; src/plot/picture/ holds one file for each kind.
 *
 * A kind chooses columns of the table, makes all that is drawn in an arena, and then draws, which takes no memory.
 */
#pragma once
#include "base/arena.h"
#include "plot/frame.h"
#include "plot/legend.h"
#include "plot/plot.h"

/* A table as a study: which of its columns were varied, and which were found. */
typedef struct {
    const tml_table *table;
    bool known;         /* whether the table says so; else both lists are empty */
    size_t *parameters; /* (parameter_count) columns */
    size_t parameter_count;
    size_t *answers; /* (answer_count) columns */
    size_t answer_count;
    bool on_grid;     /* every value of a parameter was tried with every value of the others */
    long best;        /* of the history of a search, the column of the best so far; else -1 */
    bool derivatives; /* rows are derivatives of answers by parameters: answer, parameter, derivative, relative */
} tml_plotted_points;

typedef struct {
    const tml_plotted_points *variants;
    const tml_plot_options *request;
    tml_log *log;
    tml_arena *arena;
    const size_t *parameters; /* (parameter_count) columns chosen */
    size_t parameter_count;
    const size_t *answers; /* (answer_count) */
    size_t answer_count;
    const char *title;
    tml_legend legend;
    double left;          /* of title and legend */
    double width, height; /* of the sheet */
    const void *content;  /* of the kind */
} tml_picture;

#define TML_ANY_NUMBER ((size_t)-1)

typedef struct {
    const char *name;           /* "heat" */
    const char *doc;            /* one line */
    const char *names;          /* the columns it is made of, "X Y ANSWER" */
    size_t parameters, answers; /* how many of each at most */
    size_t least;               /* how many answers at least; parameters: 1 if any */
    bool logarithmic;           /* knows logarithmic axes */
    bool coloured;              /* and colours that stand for numbers */
    bool knows_best;            /* asks what is maximized */
    bool of_derivatives;        /* draws tables of derivatives too, of which the answer is named */
    /* How well it shows this table, where nobody says what to draw: 0 not at all; the greatest is drawn. */
    int (*suits)(const tml_plotted_points *variants);
    bool (*make)(tml_picture *picture); /* false with a message */
    void (*draw)(const tml_picture *picture, tml_pen *pen);
} tml_picture_class;

extern const tml_picture_class *const tml_picture_classes[];
extern const int tml_picture_class_count;

/* How many parameters a table says were varied; 0: it says nothing. */
size_t tml_plotted_points_count(const tml_table *table);
/* Whether its rows are derivatives of answers by parameters. */
bool tml_plotted_are_derivatives(const tml_table *table);
tml_plotted_points tml_plotted_points_make(const tml_table *table, tml_arena *arena);
/* Adds the picture of this kind, NULL: the one that suits best, in a format. TML_WRONG with messages. */
tml_status tml_picture_draw(const tml_table *table, const tml_plot_options *request,
                            const tml_plot_format_class *format, tml_text *bytes, tml_log *log);
/* Whether that is asked for: by the kind, or since the table is a study and nothing else is said. */
bool tml_picture_is_meant(const tml_table *table, const tml_plot_options *request);

/* ---- what kinds share ---- */

const char *tml_picture_name(const tml_picture *picture, size_t column);
const char *tml_picture_unit(const tml_picture *picture, size_t column);
size_t tml_picture_rows(const tml_picture *picture);
/* The values of a column, one after another; infinite ones as NAN. */
double *tml_picture_values(const tml_picture *picture, size_t column);
/* Of values, how many are finite, and their range; (0, 1) where none is. */
size_t tml_picture_range(const double *values, size_t count, double *low, double *high);
/* Says that no point has this answer, and what the first of them says. Returns false. */
bool tml_picture_nothing(const tml_picture *picture, size_t column);
/* Says why the picture cannot be drawn. Returns false. */
bool tml_picture_refuse(const tml_picture *picture, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* Adds "no answer: 3 of 100 points" to the legend, if any are without. */
void tml_picture_count_missing(tml_picture *picture, tml_legend_entry look, size_t missing, size_t all);
/* The top of what lies below title and legend, which are `width` wide. */
double tml_picture_top(const tml_picture *picture, double width);

extern const double tml_picture_margin;
