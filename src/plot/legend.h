/* legend.h - what a picture shows, in a few words: entries in rows below its title. */
#pragma once
#include "base/arena.h"
#include "plot/pen.h"

typedef enum {
    TML_SAMPLE_NONE, /* words alone */
    TML_SAMPLE_LINE,
    TML_SAMPLE_DOT,
    TML_SAMPLE_CROSS,
    TML_SAMPLE_BAR,
    TML_SAMPLE_BAND, /* a line with a band around it */
    TML_SAMPLE_HATCH
} tml_legend_sample_kind;

typedef struct {
    tml_legend_sample_kind sample;
    int ink, dash;
    const char *text;
} tml_legend_entry;

enum { TML_LEGEND_ENTRIES = 16 };
typedef struct {
    tml_legend_entry entries[TML_LEGEND_ENTRIES];
    size_t count;
} tml_legend;

/* Adds an entry; one that has no room any more is left out. */
void tml_legend_add(tml_legend *legend, tml_legend_entry look, tml_arena *arena, const char *format, ...)
    __attribute__((format(printf, 4, 5)));
double tml_legend_height(const tml_legend *legend, double width);
void tml_legend_draw(const tml_legend *legend, tml_spot corner, double width, tml_pen *pen);
