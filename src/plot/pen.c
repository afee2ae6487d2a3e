/* pen.c - what the pens share: colours, dashes, and how wide a string is about. */
#include "plot/colour_map.h"
#include <stdio.h>
#include <string.h>

/* Line colours remain distinguishable for colour-blind readers: in simulated protanopia, deuteranopia and tritanopia
 * any two differ by 16 or more (CIE 1976), the first five by 20 or more. All have a contrast of 2.6:1 or more against
 * the paper. */
static const unsigned long colours[TML_INK_COUNT][2] = {
    /* light     dark */
    {0xFFFFFF, 0x15181D}, /* paper */
    {0x15181D, 0xF1F3F5}, /* title */
    {0x4A515B, 0xB4BAC4}, /* text */
    {0x8A929C, 0x6B737E}, /* axis */
    {0xE6E9ED, 0x2A2F37}, /* grid */
    {0x0B55C4, 0x4A86F5}, /* blue */
    {0xCB3A08, 0xFF6A45}, /* vermilion */
    {0x008A66, 0x34D88E}, /* green */
    {0x93469F, 0xDC86BE}, /* purple */
    {0xE08E00, 0xF7D640}, /* amber */
    {0x3AA8EA, 0x9CCBFF}, /* sky */
    {0x2A2D3C, 0xECF0F3}, /* grey */
    {0x6B1520, 0xBC4A50}, /* wine */
};

unsigned long tml_ink_colour(int ink, bool dark)
{
    if (ink >= TML_INK_MAP && ink < TML_INK_MAP + TML_MAP_INKS)
        return tml_map_colour((double)(ink - TML_INK_MAP) / (TML_MAP_INKS - 1));
    return colours[ink >= 0 && ink < TML_INK_COUNT ? ink : TML_INK_TEXT][dark];
}

const double *tml_dash_find(int dash, int *count)
{
    static const double patterns[TML_DASH_COUNT][4] = {{0}, {7, 4}, {1.5, 3.5}, {9, 3.5, 1.5, 3.5}};
    static const int counts[TML_DASH_COUNT] = {0, 2, 2, 4};
    *count = counts[dash % TML_DASH_COUNT];
    return patterns[dash % TML_DASH_COUNT];
}

/* In parts of the font size, of a wide sans serif. */
static double character_width(char character)
{
    if (strchr("iljI.,:;|!'` ", character) != NULL)
        return 0.34;
    if (strchr("frt()[]-/\"*", character) != NULL)
        return 0.42;
    if (strchr("mwMW@%", character) != NULL)
        return 0.93;
    if (character >= 'A' && character <= 'Z')
        return 0.70;
    return 0.62;
}

double tml_caption_width(const char *string, double size)
{
    double width = 0;
    for (; *string != '\0'; string++)
        if (((unsigned char)*string & 0xC0) != 0x80) /* not inside a UTF-8 character */
            width += character_width(*string);
    return width * size;
}

void tml_caption_fit(const char *string, double size, double width, char *text, size_t room)
{
    double most = width / size, used = 0, mark = character_width('.') * 3;
    size_t length = 0, fitting = 0;
    for (; string[length] != '\0' && length + sizeof "\u2026" < room; length++) {
        if (((unsigned char)string[length] & 0xC0) == 0x80)
            continue;
        if (used + mark <= most)
            fitting = length;
        used += character_width(string[length]);
        if (used > most)
            break;
    }
    bool all = string[length] == '\0' && used <= most;
    (void)snprintf(text, room, "%.*s%s", (int)(all ? length : fitting), string, all ? "" : "\u2026");
}
