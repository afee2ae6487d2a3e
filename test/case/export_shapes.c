/* export_shapes.c - `trammel export links` and `export stl`: contours at scale with holes at the points, and closed surfaces of the right volume.
 *
 * Areas and volumes are those of geometry: a slot has L w + pi w^2/4, a prism of N sides N/2 r^2 sin(2 pi/N) L.
 */
#include "support/program.h"
#include <math.h>
#include <stdint.h>

#define PI 3.14159265358979323846

TestSuite(export_shapes, .init = set_up, .fini = tear_down);

static const char flat[] =
    "trammel: 1\n"
    "bodies:\n"
    "  ground: {points: {O: [0, 0], C: [0.3, 0]}}\n"
    "  link: {points: {A: [0.01, 0.02], B: [0.13, 0.07]}, mass: 1, inertia: 1}\n"
    "  plate: {points: {P: [0, 0], Q: [0.08, 0], R: [0, 0.06]}, mass: 1, inertia: 1}\n"
    "  bar: {shape: {rod: {from: [0, 0], to: [0.1, 0], width: 0.03}}, points: {D: [0, 0]}, mass: 1}\n"
    "analyses: [dynamics: {end: 0.1, output: 0.1}]\n";

/* ---- DXF, as pairs of a code and a value ---- */

typedef struct {
    int circles, polylines, points;
    double circle[16][3], centre[16][2]; /* x, y, radius */
    double area[16];                     /* of polylines */
} drawing;

/* The area between a chord and its arc. */
static double segment_area(double chord, double bulge)
{
    const double angle = 4 * atan(bulge), radius = chord / (2 * sin(angle / 2));
    return bulge != 0 ? radius * radius * (angle - sin(angle)) / 2 : 0;
}

static double area_of(double v[][3], int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const double *a = v[i], *b = v[(i + 1) % count];
        sum += (a[0] * b[1] - b[0] * a[1]) / 2 + segment_area(hypot(b[0] - a[0], b[1] - a[1]), a[2]);
    }
    return sum;
}

static void finish(drawing *d, const char *entity, const double v[50], double corners[][3], int *count)
{
    if (!strcmp(entity, "CIRCLE")) {
        d->circle[d->circles][0] = v[10], d->circle[d->circles][1] = v[20], d->circle[d->circles++][2] = v[40];
    } else if (!strcmp(entity, "POINT")) {
        d->centre[d->points][0] = v[10], d->centre[d->points++][1] = v[20];
    } else if (!strcmp(entity, "VERTEX")) {
        corners[*count][0] = v[10], corners[*count][1] = v[20], corners[(*count)++][2] = v[42];
    } else if (!strcmp(entity, "SEQEND")) {
        d->area[d->polylines++] = area_of(corners, *count);
        *count = 0;
    }
}

static drawing read_dxf(const char *name)
{
    drawing d = {0};
    char code[64], text[256], entity[32] = "";
    double v[1000] = {0}, corners[64][3];
    int count = 0;
    FILE *file = fopen(name, "r");
    cr_assert_not_null(file, "%s is not there", name);
    while (fgets(code, sizeof code, file) && fgets(text, sizeof text, file)) {
        text[strcspn(text, "\n")] = 0;
        if (atoi(code) == 0) {
            finish(&d, entity, v, corners, &count);
            snprintf(entity, sizeof entity, "%.31s", text);
        } else
            v[atoi(code)] = atof(text);
    }
    cr_expect_str_eq(entity, "EOF");
    fclose(file);
    return d;
}

Test(export_shapes, a_link_is_a_slot_with_holes_at_its_points_in_millimetres)
{
    write_file("m.yaml", flat);
    cr_assert_eq(RUN("export", "links", "m.yaml", "-o", "parts", "--hole", "6", "--width", "16"), 0, "%s", err);
    const drawing d = read_dxf("parts/link.dxf");
    cr_assert_eq(d.circles, 2);
    cr_assert_eq(d.points, 2);
    const double at[2][2] = {{10, 20}, {130, 70}};
    for (int i = 0; i < 2; i++) {
        cr_expect_float_eq(d.circle[i][0], at[i][0], 1e-9);
        cr_expect_float_eq(d.circle[i][1], at[i][1], 1e-9);
        cr_expect_float_eq(d.circle[i][2], 3, 1e-9);
        cr_expect_float_eq(d.centre[i][0], at[i][0], 1e-9);
    }
    cr_assert_eq(d.polylines, 1);
    cr_expect_float_eq(d.area[0], 130 * 16 + PI * 16 * 16 / 4, 1e-6, "%.12g", d.area[0]); /* |AB| = 130 mm */
}

/* Steiner: the area within r of a convex polygon is A + r * perimeter + pi r^2. */
Test(export_shapes, more_points_are_joined_by_their_rounded_hull)
{
    write_file("m.yaml", flat);
    cr_assert_eq(RUN("export", "links", "m.yaml", "-o", "parts"), 0, "%s", err);
    const drawing d = read_dxf("parts/plate.dxf");
    cr_assert_eq(d.polylines, 1);
    cr_expect_float_eq(d.area[0], 80 * 60 / 2 + 10 * (80 + 60 + 100) + PI * 100, 1e-6, "%.12g", d.area[0]);
    cr_expect_eq(d.circles, 3);
    const drawing bar = read_dxf("parts/bar.dxf");
    cr_expect_float_eq(bar.area[0], 100 * 30 + PI * 900 / 4, 1e-6, "a rod has its own width");
    cr_expect(exists("parts/plate.svg"));
    cr_expect_not(exists("parts/ground.dxf"));
}

Test(export_shapes, one_drawing_has_all_links_side_by_side_and_svg_has_the_same_scale)
{
    double w, h, x, y, vw, vh;
    write_file("m.yaml", flat);
    cr_assert_eq(RUN("export", "links", "m.yaml", "-o", "all.dxf", "--width", "20"), 0, "%s", err);
    const drawing d = read_dxf("all.dxf");
    cr_assert_eq(d.polylines, 3);
    cr_assert_eq(d.circles, 6);
    cr_expect_float_eq(hypot(d.circle[1][0] - d.circle[0][0], d.circle[1][1] - d.circle[0][1]), 130, 1e-6);
    cr_expect_float_eq(d.circle[2][0] - 10, d.circle[1][0] + 10 + 10, 1e-6, "gaps of 10 mm");
    cr_assert_eq(RUN("export", "links", "m.yaml", "-o", "all.svg", "--width", "20"), 0, "%s", err);
    static char svg[ROOM];
    read_file("all.svg", svg);
    const char *head = strstr(svg, "width=\"");
    cr_assert_not_null(head);
    cr_assert_eq(sscanf(head, "width=\"%lfmm\" height=\"%lfmm\" viewBox=\"%lf %lf %lf %lf\"", &w, &h, &x, &y, &vw, &vh),
                 6);
    cr_expect_float_eq(w, vw, 1e-9);
    cr_expect_float_eq(h, vh, 1e-9);
    double cx[2], cy[2];
    const char *first = strstr(svg, "<circle"), *second = first ? strstr(first + 1, "<circle") : NULL;
    cr_assert_not_null(second);
    cr_assert_eq(sscanf(first, "<circle cx=\"%lf\" cy=\"%lf\"", &cx[0], &cy[0]), 2);
    cr_assert_eq(sscanf(second, "<circle cx=\"%lf\" cy=\"%lf\"", &cx[1], &cy[1]), 2);
    cr_expect_float_eq(hypot(cx[1] - cx[0], cy[1] - cy[0]), 130, 1e-6);
}

/* ---- STL ---- */

static const char solids[] = "trammel: 1\n"
                             "space: space\n"
                             "bodies:\n"
                             "  box: {shape: {box: {size: [0.1, 0.2, 0.3]}}, mass: 1}\n"
                             "  cylinder: {shape: {cylinder: {radius: 0.05, length: 0.2, axis: [1, 2, 2]}}, mass: 1}\n"
                             "  ball: {shape: {sphere: {radius: 0.1}}, mass: 1}\n"
                             "  rod: {shape: {rod: {from: [0, 0, 0], to: [0.3, 0, 0.4], diameter: 0.02}}, mass: 1}\n"
                             "  disc: {shape: {disc: {radius: 0.1, axis: z}}, mass: 1}\n"
                             "analyses: [dynamics: {end: 0.1, output: 0.1}]\n";

enum { TRIANGLES = 20000 };
static float corners[TRIANGLES][3][3];

static int read_stl(const char *name)
{
    unsigned char head[84], one[50];
    int count = 0;
    FILE *file = fopen(name, "rb");
    cr_assert_not_null(file, "%s is not there", name);
    cr_assert_eq(fread(head, 1, 84, file), 84);
    cr_expect_neq(strncmp((char *)head, "solid", 5), 0, "that is how text begins");
    while (fread(one, 1, 50, file) == 50) {
        memcpy(corners[count], one + 12, 36);
        cr_assert_lt(++count, TRIANGLES);
    }
    fclose(file);
    cr_expect_eq(count, (int)(head[80] | head[81] << 8 | head[82] << 16));
    return count;
}

static double volume(int count)
{
    double sum = 0;
    for (int i = 0; i < count; i++) {
        const float *a = corners[i][0], *b = corners[i][1], *c = corners[i][2];
        sum += (double)a[0] * ((double)b[1] * (double)c[2] - (double)b[2] * (double)c[1]) +
               (double)a[1] * ((double)b[2] * (double)c[0] - (double)b[0] * (double)c[2]) +
               (double)a[2] * ((double)b[0] * (double)c[1] - (double)b[1] * (double)c[0]);
    }
    return sum / 6;
}

typedef struct {
    float from[3], to[3];
} edge;
static edge there[3 * TRIANGLES], back[3 * TRIANGLES];

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(edge));
}

/* Each edge is passed once in each direction. */
static bool is_closed(int count)
{
    for (int i = 0; i < 3 * count; i++) {
        const float *a = corners[i / 3][i % 3], *b = corners[i / 3][(i + 1) % 3];
        for (int k = 0; k < 3; k++) {
            there[i].from[k] = back[i].to[k] = a[k] + 0.0f; /* no -0 */
            there[i].to[k] = back[i].from[k] = b[k] + 0.0f;
        }
    }
    qsort(there, (size_t)(3 * count), sizeof *there, by_bytes);
    qsort(back, (size_t)(3 * count), sizeof *back, by_bytes);
    for (int i = 1; i < 3 * count; i++)
        if (memcmp(&there[i - 1], &there[i], sizeof *there) == 0)
            return false;
    return memcmp(there, back, (size_t)(3 * count) * sizeof *there) == 0;
}

static double polygon(int n, double radius)
{
    return n / 2.0 * radius * radius * sin(2 * PI / n);
}

/* Frustums between rings of the same polygon. */
static double ball(int n, double radius)
{
    double sum = 0;
    for (int i = 0; i < n / 2; i++) {
        const double a = PI * i / (n / 2), b = PI * (i + 1) / (n / 2);
        const double r = radius * sin(a), s = radius * sin(b), h = radius * (cos(a) - cos(b));
        sum += polygon(n, 1) * (r * r + r * s + s * s) / 3 * h;
    }
    return sum;
}

Test(export_shapes, solids_are_closed_and_have_the_volume_of_their_polyhedron)
{
    write_file("m.yaml", solids);
    cr_assert_eq(RUN("export", "stl", "m.yaml", "-o", "solids", "--segments", "40", "--thickness", "8"), 0, "%s", err);
    const struct {
        const char *name;
        double volume; /* mm^3 */
    } right[] = {{"solids/box.stl", 100. * 200 * 300},
                 {"solids/cylinder.stl", polygon(40, 50) * 200},
                 {"solids/ball.stl", ball(40, 100)},
                 {"solids/rod.stl", polygon(40, 10) * 500},
                 {"solids/disc.stl", polygon(40, 100) * 8}};
    for (int i = 0; i < 5; i++) {
        const int count = read_stl(right[i].name);
        cr_expect(is_closed(count), "%s has gaps", right[i].name);
        cr_expect_float_eq(volume(count) / right[i].volume, 1, 1e-6, "%s: %.9g, not %.9g", right[i].name, volume(count),
                           right[i].volume);
    }
    cr_expect_float_eq(ball(40, 100) / (4 * PI / 3 * 1e6), 1, 0.02, "near a ball");
}

Test(export_shapes, what_is_not_a_solid_is_told)
{
    write_file("m.yaml", "trammel: 1\nbodies:\n  a: {shape: {polygon: {points: [[0, 0], [1, 0], [0, 1]]}}, mass: 1}\n"
                         "analyses: [dynamics: {end: 0.1, output: 0.1}]\n");
    cr_expect_eq(RUN("export", "stl", "m.yaml", "-o", "solids"), 2);
    cr_expect(strstr(out, "a: left out: polygon"), "%s", out);
    expect_message("no body has a solid shape");
    write_file("s.yaml", solids);
    cr_expect_eq(RUN("export", "links", "s.yaml", "-o", "parts"), 2);
    expect_message("is a model in space");
    expect_refused(RUN("export", "links", "m.yaml", "-o", "p.dxf", "--hole", "20", "--width", "10"), "do not fit");
    expect_refused(RUN("export", "links", "m.yaml", "-o", "p.dxf", "--body", "b"), "there is no body \"b\"");
    expect_refused(RUN("export", "stl", "m.yaml"), "no output given");
    cr_expect_not(exists("p.dxf"));
}
