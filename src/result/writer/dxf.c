/* dxf.c - the curve x, y of a table as a drawing (DXF R12): a polyline of arcs, in millimetres.
 *
 * From one point to the next goes an arc whose tangent turns as the curve's does: bulge tan((normal_2 - normal_1)/4). A curve that ends where it begins is
 * closed. Where a table has no normals, edges are straight.
 */
#include "base/escape.h"
#include "base/number.h"
#include "elementary/elementary.h"
#include "result/writer.h"
#include <math.h>

#define PI 3.14159265358979323846
static const double MILLIMETRE = 1e-3;
static const double CLOSED = 1e-9; /* of the size of the curve */

static const char *misfit(const tml_table *table)
{
    return tml_table_find(table, "x") < 0 || tml_table_find(table, "y") < 0 || table->row_count < 2
               ? "a drawing (.dxf) is of a table with a curve x, y, as the analysis cam has"
               : NULL;
}

static void put_number(tml_text *text, int code, double value)
{
    tml_text_add(text, "%d\n", code);
    tml_text_put_number(text, value);
    tml_text_put(text, "\n", 1);
}

static double at(const tml_table *t, size_t row, long column)
{
    return t->values[row * t->column_count + (size_t)column];
}

static double bulge(const tml_table *t, size_t row, long normal)
{
    if (normal < 0 || row + 1 >= t->row_count)
        return 0;
    const double turn = at(t, row + 1, normal) - at(t, row, normal);
    return tml_tan((turn - 2 * PI * round(turn / (2 * PI))) / 4);
}

static tml_status write(const tml_results *results, const tml_table *chosen, const tml_save_options *options,
                        tml_text *text, tml_log *log)
{
    (void)options, (void)log;
    const long x = tml_table_find(chosen, "x"), y = tml_table_find(chosen, "y"),
               normal = tml_table_find(chosen, "normal");
    size_t count = chosen->row_count;
    double size = 0;
    (void)results;
    for (size_t i = 0; i < count; i++)
        size = fmax(size, hypot(at(chosen, i, x), at(chosen, i, y)));
    const bool closed = hypot(at(chosen, 0, x) - at(chosen, count - 1, x),
                              at(chosen, 0, y) - at(chosen, count - 1, y)) <= CLOSED * size;
    count -= closed;
    locale_t old = tml_plain_enter();
    tml_text_add(text, "999\n%s, in millimetres\n0\nSECTION\n2\nHEADER\n9\n$ACADVER\n1\nAC1009\n0\nENDSEC\n",
                 chosen->kind);
    tml_text_add(text, "0\nSECTION\n2\nENTITIES\n0\nPOLYLINE\n8\nPROFILE\n66\n1\n10\n0\n20\n0\n30\n0\n70\n%d\n",
                 closed);
    for (size_t i = 0; i < count; i++) {
        tml_text_add(text, "0\nVERTEX\n8\nPROFILE\n");
        put_number(text, 10, at(chosen, i, x) / MILLIMETRE);
        put_number(text, 20, at(chosen, i, y) / MILLIMETRE);
        put_number(text, 30, 0);
        put_number(text, 42, bulge(chosen, i, normal));
    }
    tml_text_add(text, "0\nSEQEND\n8\nPROFILE\n0\nENDSEC\n0\nEOF\n");
    tml_plain_leave(old);
    return TML_OK;
}

const tml_writer_class tml_writer_dxf = {
    .name = "dxf",
    .ending = ".dxf",
    .doc = "The curve x, y of one table, as the profile of a cam, as a drawing in millimetres (DXF R12, polyline of "
           "arcs).",
    .misfit = misfit,
    .only_written = true,
    .write = write,
};
