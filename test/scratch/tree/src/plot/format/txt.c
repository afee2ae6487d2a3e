/* txt.c - what a plot says, without its lines: title, numbers at the axes, names. */
#include "plot/format.h"

static void draw_rectangle(tml_pen *pen, tml_spot corner, double width, double height, int ink)
{
    (void)pen, (void)corner, (void)width, (void)height, (void)ink;
}

static void draw_stroke(tml_pen *pen, const tml_stroke *stroke)
{
    if (stroke->name)
        tml_text_add(pen->back, "line of %zu points: %s\n", stroke->count, stroke->name);
}

static void draw_area(tml_pen *pen, const tml_area *area)
{
    (void)pen, (void)area;
}

static void draw_dot(tml_pen *pen, tml_spot centre, double radius, int ink)
{
    (void)pen, (void)centre, (void)radius, (void)ink;
}

static void draw_caption(tml_pen *pen, const tml_caption *caption)
{
    tml_text_add(pen->back, "%s\n", caption->string);
}

static bool draw_sheet(const tml_sheet *sheet, tml_drawing draw, const void *context, tml_text *bytes)
{
    tml_pen pen = {draw_rectangle, draw_stroke, draw_area, draw_dot, draw_caption, bytes};
    tml_text_add(bytes, "%s\n", sheet->title);
    draw(&pen, context);
    return !bytes->failed;
}

const tml_plot_format_class tml_plot_format_txt = {
    .name = "txt",
    .ending = ".txt",
    .doc = "The words and numbers of a plot.",
    .draw = draw_sheet,
};
