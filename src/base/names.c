/* names.c - hash table from names to numbers (FNV-1a, open addressing, linear probing); nearest names by edit distance.
 *
 * Distance, optimal string alignment:  D(i, j) = min( D(i-1, j) + 1,  D(i, j-1) + 1,  D(i-1, j-1) + [a_i != b_j],
 *                                                     D(i-2, j-2) + 1  if the last two are swapped )
 */
#include "base/names.h"
#include <ctype.h>
#include <string.h>

enum { MAX_LENGTH = 64 }; /* longer names are only compared for equality */

static const uint32_t EMPTY_HASH = 2166136261u;

static uint32_t hash_on(uint32_t hash, const char *name, size_t length)
{
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ (unsigned char)name[i]) * 16777619u;
    return hash;
}

static uint32_t hash_of(const char *name, size_t length)
{
    return hash_on(EMPTY_HASH, name, length);
}

/* The slot of a name, or the empty one where it would be inserted. Names are compared only if the full hash matches:
 * they are far from the table in memory. */
static size_t find_slot(const tml_names *names, const char *name, size_t length, uint32_t hash)
{
    size_t at = hash & (names->capacity - 1);
    for (const struct tml_names_slot *slot; (slot = &names->slots[at])->name; at = (at + 1) & (names->capacity - 1))
        if (slot->hash == hash && strncmp(slot->name, name, length) == 0 && !slot->name[length])
            break;
    return at;
}

static bool grow(tml_names *names)
{
    const tml_names old = *names;
    const size_t capacity = old.capacity ? 2 * old.capacity : 16;
    struct tml_names_slot *slots = TML_NEW_ARRAY(names->arena, struct tml_names_slot, capacity);
    if (!slots)
        return false;
    names->slots = slots;
    names->capacity = capacity;
    for (size_t i = 0; i < old.capacity; i++)
        if (old.slots[i].name) {
            size_t at = old.slots[i].hash & (capacity - 1);
            while (slots[at].name)
                at = (at + 1) & (capacity - 1);
            slots[at] = old.slots[i];
        }
    return true;
}

bool tml_names_add(tml_names *names, const char *name, int value)
{
    const size_t length = strlen(name);
    const uint32_t hash = hash_of(name, length);
    if (names->count && names->slots[find_slot(names, name, length, hash)].name)
        return false;
    if (4 * (names->count + 1) > 3 * names->capacity && !grow(names))
        return false;
    names->slots[find_slot(names, name, length, hash)] = (struct tml_names_slot){name, value, hash};
    names->count++;
    return true;
}

int tml_names_find_n(const tml_names *names, const char *name, size_t length)
{
    if (!names->count)
        return -1;
    const size_t at = find_slot(names, name, length, hash_of(name, length));
    return names->slots[at].name ? names->slots[at].value : -1;
}

int tml_names_find_in(const tml_names *names, const char *of, const char *name, size_t length)
{
    if (!names->count)
        return -1;
    const size_t first = strlen(of), mask = names->capacity - 1;
    const uint32_t hash = hash_on(hash_on(hash_of(of, first), ".", 1), name, length);
    const struct tml_names_slot *slot;
    for (size_t at = hash & mask; (slot = &names->slots[at])->name; at = (at + 1) & mask)
        if (slot->hash == hash && strncmp(slot->name, of, first) == 0 && slot->name[first] == '.' &&
            strncmp(slot->name + first + 1, name, length) == 0 && !slot->name[first + 1 + length])
            return slot->value;
    return -1;
}

int tml_names_find(const tml_names *names, const char *name)
{
    return tml_names_find_n(names, name, strlen(name));
}

static int smaller(int a, int b)
{
    return a < b ? a : b;
}

int tml_edit_distance(const char *a, const char *b, int limit)
{
    int rows[3][MAX_LENGTH + 1]; /* D(i-2, .), D(i-1, .), D(i, .) */
    size_t m = strlen(a), n = strlen(b);
    if (m > MAX_LENGTH || n > MAX_LENGTH)
        return strcmp(a, b) == 0 ? 0 : limit + 1;
    for (size_t j = 0; j <= n; j++)
        rows[0][j] = (int)j;
    for (size_t i = 1; i <= m; i++) {
        int *D = rows[i % 3];
        const int *D1 = rows[(i + 2) % 3], *D2 = rows[(i + 1) % 3];
        D[0] = (int)i;
        for (size_t j = 1; j <= n; j++) {
            D[j] = smaller(smaller(D1[j], D[j - 1]) + 1, D1[j - 1] + (a[i - 1] != b[j - 1]));
            if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
                D[j] = smaller(D[j], D2[j - 2] + 1);
        }
    }
    return smaller(rows[m % 3][n], limit + 1);
}

static bool same_but_case(const char *a, const char *b)
{
    while (*a && tolower((unsigned char)*a) == tolower((unsigned char)*b))
        a++, b++;
    return !*a && !*b;
}

/* Tolerated edit distance for a name of this length. */
static int tolerated_distance(const char *name)
{
    size_t length = strlen(name);
    return length < 2 ? 0 : length < 5 ? 1 : length < 9 ? 2 : 3;
}

/* Sets *best to candidate if it is nearer, or as near and alphabetically earlier. */
static void consider(const char *name, const char *candidate, const char **best, int *distance)
{
    int d = same_but_case(name, candidate) ? 0 : tml_edit_distance(name, candidate, *distance);
    if (d < *distance || (d == *distance && (!*best || strcmp(candidate, *best) < 0))) {
        *best = candidate;
        *distance = d;
    }
}

const char *tml_names_nearest(const tml_names *names, const char *name)
{
    const char *best = NULL;
    int distance = tolerated_distance(name);
    for (size_t i = 0; i < names->capacity; i++)
        if (names->slots[i].name)
            consider(name, names->slots[i].name, &best, &distance);
    return best;
}

const char *tml_nearest(const char *name, const char *const *list, size_t count)
{
    const char *best = NULL;
    int distance = tolerated_distance(name);
    for (size_t i = 0; i < count; i++)
        consider(name, list[i], &best, &distance);
    return best;
}
