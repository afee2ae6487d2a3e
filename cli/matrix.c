/* matrix.c - a matrix in columns: names above and to the left, numbers of six digits, right-aligned. */
#include "matrix.h"
#include "messages.h"
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { MAX_COLUMNS = 60, MAX_NUMBER = 32 };

static int number(const tml_table *t, size_t row, size_t column, char text[MAX_NUMBER])
{
    return snprintf(text, MAX_NUMBER, "%.6g", tml_table_value(t, row, column) + 0.0);
}

static int width_of(const tml_table *t, size_t column)
{
    int width = (int)strlen(tml_table_name(t, column));
    for (size_t r = 0; r < tml_table_rows(t); r++) {
        char text[MAX_NUMBER];
        const int length = number(t, r, column, text);
        width = length > width ? length : width;
    }
    return width;
}

static const char *row_name(const tml_table *t, size_t row)
{
    const char *name = tml_table_row_name(t, row);
    return name ? name : "";
}

void cli_print_matrix(const tml_table *t)
{
    const size_t rows = tml_table_rows(t), columns = tml_table_columns(t);
    int left = 0, widths[MAX_COLUMNS];
    if (columns > MAX_COLUMNS) {
        printf("  too wide to print; it is in a result written as .json, or as .csv with --analysis %s\n",
               tml_table_kind(t));
        return;
    }
    for (size_t r = 0; r < rows; r++)
        left = (int)strlen(row_name(t, r)) > left ? (int)strlen(row_name(t, r)) : left;
    printf("  %-*s", left, "");
    for (size_t c = 0; c < columns; c++)
        cli_print(stdout, "  %*s", widths[c] = width_of(t, c), tml_table_name(t, c));
    printf("\n");
    for (size_t r = 0; r < rows; r++) {
        cli_print(stdout, "  %-*s", left, row_name(t, r));
        for (size_t c = 0; c < columns; c++) {
            char text[MAX_NUMBER];
            number(t, r, c, text);
            printf("  %*s", widths[c], text);
        }
        printf("\n");
    }
}
