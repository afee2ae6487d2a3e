/* merge.c - the merge key of YAML: {<<: *link, mass: 2} has the keys of the map that was marked &link.
 *
 * What the map itself says goes first, then maps of a list in their order.
 */
#include "model/node_builder.h"
#include <string.h>

static bool is_merge(const tml_node *key)
{
    return strcmp(key->text, "<<") == 0 && !key->quoted;
}

/* How many keys the value of a merge key has: a map, or several; -1: it is something else. */
static int count_merged(const tml_node *value)
{
    int count = 0;
    if (value->kind == TML_NODE_MAP)
        return value->count;
    for (int i = 0; i < value->count; i++) {
        if (value->items[i]->kind != TML_NODE_MAP)
            return -1;
        count += value->items[i]->count;
    }
    return value->kind == TML_NODE_LIST ? count : -1;
}

/* Keys of another map behind those that are there, which go first. */
static void take_over(tml_node *map, tml_names *seen, const tml_node *other)
{
    for (int i = 0; i < other->count; i++)
        if (tml_names_add(seen, other->keys[i]->text, i)) {
            map->keys[map->count] = other->keys[i];
            map->items[map->count++] = other->items[i];
        }
}

bool tml_node_merge(tml_node_builder *b, tml_node *map)
{
    int at = 0;
    while (at < map->count && !is_merge(map->keys[at]))
        at++;
    if (at == map->count)
        return true;
    const tml_node *value = map->items[at], *const *old_keys = map->keys, *const *old_items = map->items;
    const int count = map->count, more = count_merged(value);
    if (more < 0) {
        tml_log_raise(b->log, TML_E_MERGE_KEY, value->place, "<< takes over the keys of a map, or of a list of maps");
        return false;
    }
    tml_names seen = {.arena = b->arena};
    map->keys = TML_NEW_ARRAY(b->arena, const tml_node *, count + more);
    map->items = TML_NEW_ARRAY(b->arena, const tml_node *, count + more);
    map->count = 0;
    for (int i = 0; i < count; i++) {
        if (i == at)
            continue;
        tml_names_add(&seen, old_keys[i]->text, i);
        map->keys[map->count] = old_keys[i];
        map->items[map->count++] = old_items[i];
    }
    if (value->kind == TML_NODE_MAP)
        take_over(map, &seen, value);
    for (int i = 0; value->kind == TML_NODE_LIST && i < value->count; i++)
        take_over(map, &seen, value->items[i]);
    return true;
}
