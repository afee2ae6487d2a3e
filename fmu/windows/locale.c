/* locale.c - the locale "C" in one thread, for as long as numbers are read or written, whatever locale the importer has chosen.
 *
 * Windows gives a thread a locale of its own by _configthreadlocale, after which setlocale applies to this thread alone. What the thread had
 * before is kept in the object that stands for "C", and put back when the thread returns to it.
 */
#include <locale.h>
#include <stdlib.h>
#include <string.h>

struct thread_locale {
    int way;          /* how the thread had its locale */
    char before[256]; /* its name */
};

static _Thread_local locale_t in_use = LC_GLOBAL_LOCALE;

locale_t newlocale(int mask, const char *name, locale_t base)
{
    (void)mask, (void)base;
    return strcmp(name, "C") == 0 ? calloc(1, sizeof(struct thread_locale)) : (locale_t)0;
}

void freelocale(locale_t own)
{
    free(own);
}

static void enter(locale_t own)
{
    own->way = _configthreadlocale(_ENABLE_PER_THREAD_LOCALE);
    strncpy(own->before, setlocale(LC_ALL, NULL), sizeof own->before - 1);
    setlocale(LC_ALL, "C");
}

static void leave(locale_t own)
{
    setlocale(LC_ALL, own->before);
    _configthreadlocale(own->way);
}

/* The thread is in "C" already where it is in an object: only what it had before is handed on. */
locale_t uselocale(locale_t wanted)
{
    const locale_t old = in_use;
    if (!wanted || wanted == old)
        return old;
    if (wanted == LC_GLOBAL_LOCALE)
        leave(old);
    else if (old == LC_GLOBAL_LOCALE)
        enter(wanted);
    else
        *wanted = *old;
    in_use = wanted;
    return old;
}
