/* png.c - draws as a PNG picture, by cairo, with SCALE dots for a pixel. The theme `auto` is light here: a picture cannot know its reader. */
#include "base/escape.h"
#include "base/library.h"
#include "elementary/elementary.h"
#include "plot/format.h"
#include <cairo.h>
#include <math.h>

enum { SCALE = 2 };
static const char LIBRARY[] = "libcairo.so.2"; /* as in Dependencies.cmake */

#define FUNCTIONS(USE)                                                                                                 \
    USE(cairo_arc)                                                                                                     \
    USE(cairo_close_path)                                                                                              \
    USE(cairo_create)                                                                                                  \
    USE(cairo_destroy)                                                                                                 \
    USE(cairo_fill)                                                                                                    \
    USE(cairo_fill_preserve)                                                                                           \
    USE(cairo_font_options_create)                                                                                     \
    USE(cairo_font_options_destroy)                                                                                    \
    USE(cairo_font_options_set_antialias)                                                                              \
    USE(cairo_font_options_set_hint_metrics)                                                                           \
    USE(cairo_font_options_set_hint_style)                                                                             \
    USE(cairo_image_surface_create)                                                                                    \
    USE(cairo_line_to)                                                                                                 \
    USE(cairo_move_to)                                                                                                 \
    USE(cairo_new_path)                                                                                                \
    USE(cairo_new_sub_path)                                                                                            \
    USE(cairo_rectangle)                                                                                               \
    USE(cairo_restore)                                                                                                 \
    USE(cairo_rotate)                                                                                                  \
    USE(cairo_save)                                                                                                    \
    USE(cairo_scale)                                                                                                   \
    USE(cairo_select_font_face)                                                                                        \
    USE(cairo_set_antialias)                                                                                           \
    USE(cairo_set_dash)                                                                                                \
    USE(cairo_set_font_options)                                                                                        \
    USE(cairo_set_font_size)                                                                                           \
    USE(cairo_set_line_cap)                                                                                            \
    USE(cairo_set_line_join)                                                                                           \
    USE(cairo_set_line_width)                                                                                          \
    USE(cairo_set_source_rgba)                                                                                         \
    USE(cairo_show_text)                                                                                               \
    USE(cairo_status)                                                                                                  \
    USE(cairo_stroke)                                                                                                  \
    USE(cairo_surface_destroy)                                                                                         \
    USE(cairo_surface_write_to_png_stream)                                                                             \
    USE(cairo_text_extents)                                                                                            \
    USE(cairo_translate)

typedef struct {
    FUNCTIONS(TML_LIBRARY_MEMBER)
} functions;

static bool find_functions(functions *library)
{
    const tml_symbol symbols[] = {FUNCTIONS(TML_LIBRARY_SYMBOL)};
    return tml_library_find(LIBRARY, symbols, sizeof symbols / sizeof *symbols);
}

typedef struct {
    functions c;
    cairo_t *cairo;
    bool dark;
} back;

/* ---- marks --------------------------------------------------------------------------------------------------- */

static const functions *take_thin_ink(const tml_pen *pen, int ink, double opacity)
{
    const back *to = pen->back;
    unsigned long colour = tml_ink_colour(ink, to->dark);
    to->c.cairo_set_source_rgba(to->cairo, (double)(colour >> 16 & 0xFF) / 255, (double)(colour >> 8 & 0xFF) / 255,
                                (double)(colour & 0xFF) / 255, opacity);
    return &to->c;
}

static const functions *take_ink(const tml_pen *pen, int ink)
{
    return take_thin_ink(pen, ink, 1);
}

static void draw_rectangle(tml_pen *pen, tml_spot corner, double width, double height, int ink)
{
    cairo_t *cairo = ((const back *)pen->back)->cairo;
    const functions *c = take_ink(pen, ink);
    c->cairo_rectangle(cairo, corner.x, corner.y, width, height);
    c->cairo_fill(cairo);
}

static void draw_stroke(tml_pen *pen, const tml_stroke *stroke)
{
    int dashes;
    const double *lengths = tml_dash_find(stroke->dash, &dashes);
    cairo_t *cairo = ((const back *)pen->back)->cairo;
    const functions *c = take_ink(pen, stroke->ink);
    c->cairo_set_line_width(cairo, stroke->width);
    c->cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    c->cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    c->cairo_set_dash(cairo, lengths, dashes, 0);
    c->cairo_new_path(cairo);
    for (size_t i = 0; i < stroke->count; i++) {
        tml_spot spot = stroke->spots[i];
        if (!isfinite(spot.x) || !isfinite(spot.y))
            c->cairo_new_sub_path(cairo);
        else
            c->cairo_line_to(cairo, spot.x, spot.y); /* begins where there is no point yet */
    }
    c->cairo_stroke(cairo);
}

static void draw_area(tml_pen *pen, const tml_area *area)
{
    cairo_t *cairo = ((const back *)pen->back)->cairo;
    const functions *c = take_thin_ink(pen, area->ink, area->opacity > 0 ? area->opacity : 1);
    c->cairo_new_path(cairo);
    for (size_t i = 0; i < area->count; i++)
        if (isfinite(area->spots[i].x)) {
            c->cairo_line_to(cairo, area->spots[i].x, area->spots[i].y);
        } else {
            c->cairo_close_path(cairo);
            c->cairo_new_sub_path(cairo);
        }
    c->cairo_close_path(cairo);
    if (area->edge > 0) {
        c->cairo_set_line_width(cairo, area->edge);
        c->cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
        c->cairo_set_dash(cairo, NULL, 0, 0);
        c->cairo_fill_preserve(cairo);
        c->cairo_stroke(cairo);
    } else {
        c->cairo_fill(cairo);
    }
}

static void draw_dot(tml_pen *pen, tml_spot centre, double radius, int ink)
{
    cairo_t *cairo = ((const back *)pen->back)->cairo;
    const functions *c = take_ink(pen, ink);
    c->cairo_new_path(cairo);
    c->cairo_arc(cairo, centre.x, centre.y, radius, 0, 2 * tml_acos(-1.0));
    c->cairo_fill(cairo);
}

static void draw_caption(tml_pen *pen, const tml_caption *caption)
{
    cairo_t *cairo = ((const back *)pen->back)->cairo;
    const functions *c = take_ink(pen, caption->ink);
    tml_text string = {0};
    tml_text_put_clean(&string, caption->string);
    if (!string.failed) {
        cairo_text_extents_t extents;
        c->cairo_save(cairo);
        c->cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                                  caption->strong ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        c->cairo_set_font_size(cairo, caption->size);
        c->cairo_text_extents(cairo, string.data, &extents);
        c->cairo_translate(cairo, caption->x, caption->y);
        if (caption->rotated)
            c->cairo_rotate(cairo, -tml_acos(0.0));
        c->cairo_move_to(cairo, -caption->anchor * extents.x_advance, 0);
        c->cairo_show_text(cairo, string.data);
        c->cairo_restore(cairo);
    }
    tml_text_free(&string);
}

/* ---- the sheet ----------------------------------------------------------------------------------------------- */

static void set_quality(const functions *c, cairo_t *cairo)
{
    cairo_font_options_t *options = c->cairo_font_options_create();
    c->cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    c->cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    c->cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    c->cairo_set_font_options(cairo, options);
    c->cairo_font_options_destroy(options);
    c->cairo_set_antialias(cairo, CAIRO_ANTIALIAS_BEST);
    c->cairo_scale(cairo, SCALE, SCALE);
}

static cairo_status_t put_bytes(void *context, const unsigned char *bytes, unsigned int length)
{
    tml_text *text = context;
    tml_text_put(text, (const char *)bytes, length);
    return text->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

static bool draw_sheet(const tml_sheet *sheet, tml_drawing draw, const void *context, tml_text *bytes)
{
    double width = ceil(sheet->width * SCALE), height = ceil(sheet->height * SCALE);
    back to = {.dark = sheet->theme == TML_THEME_DARK};
    const functions *c = &to.c;
    if (!(width >= 1 && width <= 32767 && height >= 1 && height <= 32767) || !find_functions(&to.c))
        return false;
    cairo_surface_t *surface = c->cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    to.cairo = c->cairo_create(surface);
    tml_pen pen = {draw_rectangle, draw_stroke, draw_area, draw_dot, draw_caption, &to};
    set_quality(c, to.cairo);
    draw_rectangle(&pen, (tml_spot){0, 0}, sheet->width, sheet->height, TML_INK_PAPER);
    draw(&pen, context);
    bool drawn = c->cairo_status(to.cairo) == CAIRO_STATUS_SUCCESS &&
                 c->cairo_surface_write_to_png_stream(surface, put_bytes, bytes) == CAIRO_STATUS_SUCCESS;
    c->cairo_destroy(to.cairo);
    c->cairo_surface_destroy(surface);
    return drawn;
}

const tml_plot_format_class tml_plot_format_png = {
    .name = "png",
    .ending = ".png",
    .doc = "A raster image, with two pixels for each pixel of the plot's size.",
    .draw = draw_sheet,
};
