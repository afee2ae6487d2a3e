/* xml.h - XML in tests of pictures. */
#pragma once
#include <ctype.h>
#include <stdbool.h>
#include <string.h>

/* How often a part occurs in a text. */
static inline int xml_count(const char *text, const char *part)
{
    int found = 0;
    while ((text = strstr(text, part)) != NULL) {
        found++;
        text++;
    }
    return found;
}

/* Whether tags open and close in order, attributes are quoted and no stray < or & is there. */
static inline bool xml_is_well_formed(const char *text)
{
    char open[32][32];
    int depth = 0;
    while (*text != '\0') {
        if (*text == '&') {
            if (strncmp(text, "&lt;", 4) != 0 && strncmp(text, "&gt;", 4) != 0 && strncmp(text, "&amp;", 5) != 0 &&
                strncmp(text, "&quot;", 6) != 0)
                return false;
        } else if (*text == '<') {
            bool closing = *++text == '/';
            text += closing;
            size_t length = strcspn(text, " />\n");
            if (length == 0 || length > 31 || !isalpha((unsigned char)*text))
                return false;
            char name[32] = "";
            memcpy(name, text, length);
            bool quoted = false;
            for (text += length; *text != '\0' && (quoted || *text != '>'); text++) {
                quoted = quoted != (*text == '"');
                if (*text == '<')
                    return false;
            }
            if (*text == '\0' || (closing && (depth == 0 || strcmp(open[--depth], name) != 0)))
                return false;
            if (!closing && text[-1] != '/') {
                if (depth == 32)
                    return false;
                memcpy(open[depth++], name, sizeof name);
            }
        }
        text++;
    }
    return depth == 0;
}
