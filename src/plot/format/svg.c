/* svg.c - draws as SVG text. Inks are classes: with the theme `auto` the reader's own scheme chooses. */
#include "base/escape.h"
#include "plot/format.h"
#include <math.h>

static const char fonts[] = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";

/* ---- marks --------------------------------------------------------------------------------------------------- */

/* A coordinate with two decimals, without those that are 0. */
static void put_number(tml_text *text, double number)
{
    tml_text_add(text, "%.2f", number == 0 ? 0.0 : number);
    if (text->failed)
        return;
    char *end = text->data + text->length;
    while (end[-1] == '0')
        end--;
    end -= end[-1] == '.';
    *end = '\0';
    text->length = (size_t)(end - text->data);
}

static void put_attribute(tml_text *text, const char *name, double number)
{
    tml_text_add(text, " %s=\"", name);
    put_number(text, number);
    tml_text_add(text, "\"");
}

/* The colour of an ink: a class, which the theme decides on, or that of a number, which no theme changes. */
static void put_ink(tml_text *text, char use, int ink)
{
    if (ink < TML_INK_COUNT)
        tml_text_add(text, " class=\"%c%d\"", use, ink);
    else
        tml_text_add(text, " %s=\"#%06lx\"", use == 'f' ? "fill" : "stroke", tml_ink_colour(ink, false));
}

static void draw_rectangle(tml_pen *pen, tml_spot corner, double width, double height, int ink)
{
    tml_text *text = pen->back;
    tml_text_add(text, "<rect");
    put_ink(text, 'f', ink);
    put_attribute(text, "x", corner.x);
    put_attribute(text, "y", corner.y);
    put_attribute(text, "width", width);
    put_attribute(text, "height", height);
    tml_text_add(text, "/>\n");
}

static void put_path(tml_text *text, const tml_spot *spots, size_t count)
{
    bool down = false;
    for (size_t i = 0; i < count; i++) {
        tml_spot spot = spots[i];
        if (!isfinite(spot.x) || !isfinite(spot.y)) {
            down = false;
            continue;
        }
        tml_text_put(text, down ? "L" : "M", 1);
        put_number(text, spot.x);
        tml_text_put(text, " ", 1);
        put_number(text, spot.y);
        down = true;
    }
}

static void put_dash(tml_text *text, int dash)
{
    int count;
    const double *lengths = tml_dash_find(dash, &count);
    for (int i = 0; i < count; i++)
        tml_text_add(text, "%s%g", i > 0 ? "," : " stroke-dasharray=\"", lengths[i]);
    tml_text_add(text, "%s", count > 0 ? "\"" : "");
}

static void draw_stroke(tml_pen *pen, const tml_stroke *stroke)
{
    tml_text *text = pen->back;
    if (stroke->count == 0)
        return;
    tml_text_add(text, "<path");
    put_ink(text, 's', stroke->ink);
    put_attribute(text, "stroke-width", stroke->width);
    put_dash(text, stroke->dash);
    tml_text_add(text, " d=\"");
    put_path(text, stroke->spots, stroke->count);
    if (stroke->name == NULL) {
        tml_text_add(text, "\"/>\n");
        return;
    }
    tml_text_add(text, "\"><title>");
    tml_text_put_xml(text, stroke->name);
    tml_text_add(text, "</title></path>\n");
}

/* As a path: what the style sheet says of lines gives way to classes and styles. */
static void draw_area(tml_pen *pen, const tml_area *area)
{
    tml_text *text = pen->back;
    const unsigned long colour = tml_ink_colour(area->ink, false);
    if (area->ink < TML_INK_COUNT)
        tml_text_add(text, area->edge > 0 ? "<path class=\"f%d s%d\"" : "<path class=\"f%d\"", area->ink, area->ink);
    else
        tml_text_add(text, area->edge > 0 ? "<path style=\"fill:#%06lx;stroke:#%06lx\"" : "<path style=\"fill:#%06lx\"",
                     colour, colour);
    if (area->edge > 0)
        put_attribute(text, "stroke-width", area->edge);
    if (area->opacity > 0)
        put_attribute(text, "opacity", area->opacity);
    tml_text_add(text, " d=\"");
    for (size_t i = 0, from = 0; i <= area->count; i++)
        if (i == area->count || !isfinite(area->spots[i].x)) {
            put_path(text, area->spots + from, i - from);
            tml_text_put(text, "Z", i > from);
            from = i + 1;
        }
    tml_text_add(text, "\"/>\n");
}

static void draw_dot(tml_pen *pen, tml_spot centre, double radius, int ink)
{
    tml_text *text = pen->back;
    tml_text_add(text, "<circle");
    put_ink(text, 'f', ink);
    put_attribute(text, "cx", centre.x);
    put_attribute(text, "cy", centre.y);
    put_attribute(text, "r", radius);
    tml_text_add(text, "/>\n");
}

static void draw_caption(tml_pen *pen, const tml_caption *caption)
{
    static const char *const anchors[] = {"", " text-anchor=\"middle\"", " text-anchor=\"end\""};
    tml_text *text = pen->back;
    tml_text_add(text, "<text class=\"f%d\"", caption->ink);
    if (caption->rotated) {
        tml_text_add(text, " transform=\"translate(");
        put_number(text, caption->x);
        tml_text_put(text, " ", 1);
        put_number(text, caption->y);
        tml_text_add(text, ") rotate(-90)\"");
    } else {
        put_attribute(text, "x", caption->x);
        put_attribute(text, "y", caption->y);
    }
    put_attribute(text, "font-size", caption->size);
    tml_text_add(text, "%s%s>", anchors[(int)(2 * caption->anchor)], caption->strong ? " font-weight=\"600\"" : "");
    tml_text_put_xml(text, caption->string);
    tml_text_add(text, "</text>\n");
}

/* ---- the sheet ----------------------------------------------------------------------------------------------- */

static void put_inks(tml_text *text, const char *scope, bool dark)
{
    for (int ink = 0; ink < TML_INK_COUNT; ink++) {
        unsigned long colour = tml_ink_colour(ink, dark);
        tml_text_add(text, ".%s .f%d{fill:#%06lx}.%s .s%d{stroke:#%06lx}\n", scope, ink, colour, scope, ink, colour);
    }
}

static void put_style(tml_text *text, const char *scope, tml_theme theme)
{
    tml_text_add(text, "<style>\n.%s text{font-family:%s;font-variant-numeric:tabular-nums}\n", scope, fonts);
    tml_text_add(text, ".%s path{fill:none;stroke-linejoin:round;stroke-linecap:round}\n", scope);
    put_inks(text, scope, theme == TML_THEME_DARK);
    if (theme == TML_THEME_AUTO) {
        tml_text_add(text, "@media (prefers-color-scheme:dark){\n");
        put_inks(text, scope, true);
        tml_text_add(text, "}\n");
    }
    tml_text_add(text, "</style>\n");
}

static bool draw_sheet(const tml_sheet *sheet, tml_drawing draw, const void *context, tml_text *text)
{
    static const char *const scopes[] = {"tml-auto", "tml-light", "tml-dark"}; /* apart, where a page holds several */
    tml_pen pen = {draw_rectangle, draw_stroke, draw_area, draw_dot, draw_caption, text};
    locale_t old = tml_plain_enter();
    tml_text_add(text, "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%g\" height=\"%g\" viewBox=\"0 0 %g %g\"",
                 sheet->width, sheet->height, sheet->width, sheet->height);
    tml_text_add(text, " class=\"%s\" role=\"img\">\n<title>", scopes[sheet->theme]);
    tml_text_put_xml(text, sheet->title);
    tml_text_add(text, "</title>\n");
    put_style(text, scopes[sheet->theme], sheet->theme);
    draw_rectangle(&pen, (tml_spot){0, 0}, sheet->width, sheet->height, TML_INK_PAPER);
    draw(&pen, context);
    tml_text_add(text, "</svg>\n");
    tml_plain_leave(old);
    return !text->failed;
}

const tml_plot_format_class tml_plot_format_svg = {
    .name = "svg",
    .ending = ".svg",
    .doc = "Scalable vector graphics, light or dark as the reader prefers unless a theme is given.",
    .is_default = true,
    .draw = draw_sheet,
};
