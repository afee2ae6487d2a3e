/* format.h - a picture format that plots can be drawn in; src/plot/format/ holds one file for each. */
#pragma once
#include "base/status.h"
#include "plot/pen.h"

typedef struct {
    const char *name;   /* "svg" */
    const char *ending; /* ".svg" */
    const char *doc;
    bool is_default; /* what is drawn where no ending says otherwise; one format is */
    /* Adds the drawing; false without memory, without what the format needs, or beyond what it can hold. */
    bool (*draw)(const tml_sheet *sheet, tml_drawing draw, const void *context, tml_text *bytes);
} tml_plot_format_class;

extern const tml_plot_format_class *const tml_plot_format_classes[];
extern const int tml_plot_format_class_count;

/* The format that the ending of a path names, the default one for NULL and for "-" (stdout); NULL with a message. */
const tml_plot_format_class *tml_plot_format_find(const char *path, tml_log *log);
