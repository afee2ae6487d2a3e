/* outline_files.c - contours as DXF R12 (AC1009: polylines with bulges, circles) and as SVG (paths with arcs), 1 unit = 1 mm.
 *
 * Layers, in SVG groups: OUTLINE and HOLES to be cut, CENTRES of holes as points and NAMES for orientation only.
 */
#include "outline_files.h"
#include <math.h>

static const double GAP = 10;    /* mm between parts */
static const double LETTERS = 5; /* mm, height of names */

/* Where the axes of a part lie in the drawing. */
typedef struct {
    double x, y;
} place;

static place place_of(const cli_part *parts, size_t count, size_t index)
{
    place p = {0, 0};
    if (count == 1)
        return p;
    for (size_t i = 0; i < index; i++)
        if (parts[i].count)
            p.x += parts[i].max[0] - parts[i].min[0] + GAP;
    p.x -= parts[index].min[0];
    p.y -= parts[index].min[1];
    return p;
}

static const char *layer_of(const cli_contour *c)
{
    return c->cut_out ? "HOLES" : "OUTLINE";
}

/* ---- DXF ---- */

static void put_pair(FILE *to, int code, double value)
{
    fprintf(to, "%d\n%.9f\n", code, value + 0.0);
}

static void put_at(FILE *to, double x, double y)
{
    put_pair(to, 10, x);
    put_pair(to, 20, y);
    put_pair(to, 30, 0);
}

static void put_contour_dxf(FILE *to, const cli_contour *c, place p)
{
    if (!c->count) {
        fprintf(to, "0\nCIRCLE\n8\n%s\n", layer_of(c));
        put_at(to, p.x + c->x, p.y + c->y);
        put_pair(to, 40, c->radius);
        return;
    }
    fprintf(to, "0\nPOLYLINE\n8\n%s\n66\n1\n", layer_of(c));
    put_at(to, 0, 0);
    fprintf(to, "70\n1\n");
    for (size_t i = 0; i < c->count; i++) {
        fprintf(to, "0\nVERTEX\n8\n%s\n", layer_of(c));
        put_at(to, p.x + c->corners[i].x, p.y + c->corners[i].y);
        put_pair(to, 42, c->corners[i].bulge);
    }
    fprintf(to, "0\nSEQEND\n8\n%s\n", layer_of(c));
}

void cli_put_dxf(FILE *to, const cli_part *parts, size_t count)
{
    fprintf(to, "999\nFlat parts by Trammel, 1:1 in millimetres\n"
                "0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n0\nENDSEC\n0\nSECTION\n2\nENTITIES\n");
    for (size_t i = 0; i < count; i++) {
        const place p = place_of(parts, count, i);
        for (size_t k = 0; k < parts[i].count; k++) {
            const cli_contour *c = &parts[i].contours[k];
            put_contour_dxf(to, c, p);
            if (c->point) {
                fprintf(to, "0\nPOINT\n8\nCENTRES\n");
                put_at(to, p.x + c->x, p.y + c->y);
            }
        }
        if (parts[i].count) {
            fprintf(to, "0\nTEXT\n8\nNAMES\n");
            put_at(to, p.x + parts[i].min[0], p.y + parts[i].min[1] - 2 * LETTERS);
            put_pair(to, 40, LETTERS);
            fprintf(to, "1\n%s\n", parts[i].name);
        }
    }
    fprintf(to, "0\nENDSEC\n0\nEOF\n");
}

/* ---- SVG: its y axis points down ---- */

/* An arc by the points SVG asks for; a half turn and less is not the long way. */
static void put_path(FILE *to, const cli_contour *c, place p)
{
    fprintf(to, "  <path d=\"M %.9f %.9f", p.x + c->corners[0].x, -(p.y + c->corners[0].y) + 0.0);
    for (size_t i = 0; i < c->count; i++) {
        const cli_corner *a = &c->corners[i], *b = &c->corners[(i + 1) % c->count];
        const double angle = 4 * atan(a->bulge), radius = fabs(hypot(b->x - a->x, b->y - a->y) / (2 * sin(angle / 2)));
        if (a->bulge != 0)
            fprintf(to, " A %.9f %.9f 0 %d %d", radius, radius, fabs(a->bulge) > 1, a->bulge < 0);
        else
            fprintf(to, " L");
        fprintf(to, " %.9f %.9f", p.x + b->x, -(p.y + b->y) + 0.0);
    }
    fprintf(to, " Z\"/>\n");
}

static void put_layer(FILE *to, const cli_part *parts, size_t count, bool cut_out)
{
    fprintf(to, " <g id=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"0.1\">\n", cut_out ? "HOLES" : "OUTLINE",
            cut_out ? "#0000ff" : "#ff0000");
    for (size_t i = 0; i < count; i++) {
        const place p = place_of(parts, count, i);
        for (size_t k = 0; k < parts[i].count; k++) {
            const cli_contour *c = &parts[i].contours[k];
            if (c->cut_out == cut_out && c->count)
                put_path(to, c, p);
            else if (c->cut_out == cut_out)
                fprintf(to, "  <circle cx=\"%.9f\" cy=\"%.9f\" r=\"%.9f\"/>\n", p.x + c->x, -(p.y + c->y) + 0.0,
                        c->radius);
        }
    }
    fprintf(to, " </g>\n");
}

void cli_put_svg(FILE *to, const cli_part *parts, size_t count)
{
    double min[2] = {INFINITY, INFINITY}, max[2] = {-INFINITY, -INFINITY};
    for (size_t i = 0; i < count; i++) {
        const place p = place_of(parts, count, i);
        for (int k = 0; k < 2 && parts[i].count; k++) {
            min[k] = fmin(min[k], parts[i].min[k] + (k ? p.y : p.x));
            max[k] = fmax(max[k], parts[i].max[k] + (k ? p.y : p.x));
        }
    }
    const double w = max[0] - min[0] + 2 * GAP, h = max[1] - min[1] + 2 * GAP + 2 * LETTERS;
    fprintf(to,
            "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"%.9fmm\" "
            "height=\"%.9fmm\" viewBox=\"%.9f %.9f %.9f %.9f\">\n",
            w, h, min[0] - GAP, -max[1] - GAP, w, h);
    put_layer(to, parts, count, false);
    put_layer(to, parts, count, true);
    fprintf(to, " <g id=\"NAMES\" fill=\"#000000\" font-family=\"sans-serif\" font-size=\"%g\">\n", LETTERS);
    for (size_t i = 0; i < count; i++) {
        const place p = place_of(parts, count, i);
        if (parts[i].count)
            fprintf(to, "  <text x=\"%.9f\" y=\"%.9f\">%s</text>\n", p.x + parts[i].min[0],
                    -(p.y + parts[i].min[1]) + 2 * LETTERS, parts[i].name);
    }
    fprintf(to, " </g>\n</svg>\n");
}
