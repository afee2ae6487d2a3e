/* fnmatch.h - patterns of names, as POSIX has them: fnmatch.c. */
#pragma once

enum { FNM_NOMATCH = 1 };

/* 0: the text has this form. No flags are known. */
int fnmatch(const char *pattern, const char *text, int flags);
