/* pen_png.c - draws as a PNG picture, by cairo. The theme `auto` is light here: a picture cannot know its reader. */
#include "result/escape.h"
#include "result/pen.h"
#include <cairo.h>
#include <math.h>

typedef struct {
    cairo_t *cairo;
    bool dark;
} back;

/* ---- marks --------------------------------------------------------------------------------------------------- */

static cairo_t *take_ink(const tml_pen *pen, int ink)
{
    const back *to = pen->back;
    unsigned long colour = tml_ink_colour(ink, to->dark);
    cairo_set_source_rgb(to->cairo, (double)(colour >> 16 & 0xFF) / 255, (double)(colour >> 8 & 0xFF) / 255,
                         (double)(colour & 0xFF) / 255);
    return to->cairo;
}

static void draw_rectangle(tml_pen *pen, tml_spot corner, double width, double height, int ink)
{
    cairo_t *cairo = take_ink(pen, ink);
    cairo_rectangle(cairo, corner.x, corner.y, width, height);
    cairo_fill(cairo);
}

static void draw_stroke(tml_pen *pen, const tml_stroke *stroke)
{
    int dashes;
    const double *lengths = tml_dash_find(stroke->dash, &dashes);
    cairo_t *cairo = take_ink(pen, stroke->ink);
    cairo_set_line_width(cairo, stroke->width);
    cairo_set_line_join(cairo, CAIRO_LINE_JOIN_ROUND);
    cairo_set_line_cap(cairo, CAIRO_LINE_CAP_ROUND);
    cairo_set_dash(cairo, lengths, dashes, 0);
    cairo_new_path(cairo);
    for (size_t i = 0; i < stroke->count; i++) {
        tml_spot spot = stroke->spots[i];
        if (!isfinite(spot.x) || !isfinite(spot.y))
            cairo_new_sub_path(cairo);
        else
            cairo_line_to(cairo, spot.x, spot.y); /* begins where there is no point yet */
    }
    cairo_stroke(cairo);
}

static void draw_dot(tml_pen *pen, tml_spot centre, double radius, int ink)
{
    cairo_t *cairo = take_ink(pen, ink);
    cairo_new_path(cairo);
    cairo_arc(cairo, centre.x, centre.y, radius, 0, 2 * acos(-1.0));
    cairo_fill(cairo);
}

static void draw_caption(tml_pen *pen, const tml_caption *caption)
{
    cairo_t *cairo = take_ink(pen, caption->ink);
    tml_text string = {0};
    tml_text_put_clean(&string, caption->string);
    if (!string.failed) {
        cairo_text_extents_t extents;
        cairo_save(cairo);
        cairo_select_font_face(cairo, "sans-serif", CAIRO_FONT_SLANT_NORMAL,
                               caption->strong ? CAIRO_FONT_WEIGHT_BOLD : CAIRO_FONT_WEIGHT_NORMAL);
        cairo_set_font_size(cairo, caption->size);
        cairo_text_extents(cairo, string.data, &extents);
        cairo_translate(cairo, caption->x, caption->y);
        if (caption->turned)
            cairo_rotate(cairo, -acos(0.0));
        cairo_move_to(cairo, -caption->anchor * extents.x_advance, 0);
        cairo_show_text(cairo, string.data);
        cairo_restore(cairo);
    }
    tml_text_free(&string);
}

/* ---- the sheet ----------------------------------------------------------------------------------------------- */

static void set_quality(cairo_t *cairo, double scale)
{
    cairo_font_options_t *options = cairo_font_options_create();
    cairo_font_options_set_hint_style(options, CAIRO_HINT_STYLE_NONE);
    cairo_font_options_set_hint_metrics(options, CAIRO_HINT_METRICS_OFF);
    cairo_font_options_set_antialias(options, CAIRO_ANTIALIAS_GRAY);
    cairo_set_font_options(cairo, options);
    cairo_font_options_destroy(options);
    cairo_set_antialias(cairo, CAIRO_ANTIALIAS_BEST);
    cairo_scale(cairo, scale, scale);
}

static cairo_status_t put_bytes(void *context, const unsigned char *bytes, unsigned int length)
{
    tml_text *text = context;
    tml_text_put(text, (const char *)bytes, length);
    return text->failed ? CAIRO_STATUS_NO_MEMORY : CAIRO_STATUS_SUCCESS;
}

bool tml_pen_png(const tml_sheet *sheet, double scale, tml_drawing draw, const void *context, tml_text *bytes)
{
    double width = ceil(sheet->width * scale), height = ceil(sheet->height * scale);
    if (!(width >= 1 && width <= 32767 && height >= 1 && height <= 32767))
        return false;
    cairo_surface_t *surface = cairo_image_surface_create(CAIRO_FORMAT_RGB24, (int)width, (int)height);
    back to = {.cairo = cairo_create(surface), .dark = sheet->theme == TML_THEME_DARK};
    tml_pen pen = {draw_rectangle, draw_stroke, draw_dot, draw_caption, &to};
    set_quality(to.cairo, scale);
    draw_rectangle(&pen, (tml_spot){0, 0}, sheet->width, sheet->height, TML_INK_PAPER);
    draw(&pen, context);
    bool drawn = cairo_status(to.cairo) == CAIRO_STATUS_SUCCESS &&
                 cairo_surface_write_to_png_stream(surface, put_bytes, bytes) == CAIRO_STATUS_SUCCESS;
    cairo_destroy(to.cairo);
    cairo_surface_destroy(surface);
    return drawn;
}
