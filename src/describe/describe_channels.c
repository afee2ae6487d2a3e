/* describe_channels.c - the table of channels: by what they belong to, with unit, quantity and meaning. */
#include "describe/describe.h"
#include "model/channel.h"

static void put_channel(tml_json_writer *p, tml_channel_owner of, const tml_channel *c)
{
    const bool is_read = of == TML_OF_TIME || c->sort == TML_POSITION_CHANNEL || c->sort == TML_SPEED_CHANNEL;
    tml_json_open(p, NULL, '{');
    tml_json_text(p, "of", tml_channel_lists[of].of);
    tml_json_text(p, "name", c->name);
    tml_json_text(p, "unit", c->unit);
    tml_json_text(p, "quantity", c->quantity);
    tml_json_text(p, "doc", c->doc);
    if (c->vector)
        tml_json_text(p, "vector", c->vector);
    tml_json_bool(p, "plane", c->where != TML_ONLY_SPACE);
    tml_json_bool(p, "space", c->where != TML_ONLY_PLANE);
    tml_json_bool(p, "in_expressions", is_read);
    tml_json_close(p, '}');
}

void tml_describe_channels(tml_json_writer *p)
{
    tml_json_open(p, "channels", '[');
    for (int of = 0; of < TML_OWNER_COUNT; of++)
        for (int i = 0; i < tml_channel_lists[of].count; i++)
            put_channel(p, (tml_channel_owner)of, &tml_channel_lists[of].list[i]);
    tml_json_close(p, ']');
}
