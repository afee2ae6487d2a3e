/* motor_shaft.c - the texts of a motor's law, energy and power, from those of its magnets. */
#include "model/motor_shaft.h"

static const char MEAN[] = "(efficiency + 1/efficiency)/2", HALF[] = "(1/efficiency - efficiency)/2";

static bool has_losses(const tml_node *map)
{
    return tml_node_find(map, "efficiency") != NULL;
}

/* f = ratio T g */
static const char *law_text(const tml_node *map, const char *torque, tml_arena *arena)
{
    const bool turns = !tml_state_is_zero(tml_node_find(map, "rotor"));
    const char *T =
        tml_arena_format(arena, "(%s) - viscous*ratio*speed%s", torque, turns ? " - rotor*ratio*acceleration" : "");
    return has_losses(map)
               ? tml_arena_format(arena, "ratio*(%s*(%s) - %s*abs(%s)*tanh(speed/transition))", MEAN, T, HALF, T)
               : tml_arena_format(arena, "ratio*(%s)", T);
}

/* The power T w that goes through the gearbox for what is delivered: f q'/g, with the sign of T that of f ratio. */
static const char *through_gears(const tml_node *map, tml_arena *arena)
{
    return has_losses(map)
               ? tml_arena_format(arena, "delivered*speed/(%s - %s*sign(ratio*delivered)*tanh(speed/transition))", MEAN,
                                  HALF)
               : "delivered*speed";
}

tml_state_form tml_motor_form(const char *name, const tml_node *map, const tml_motor_texts *texts, tml_arena *arena)
{
    const char *supplied =
        texts->supplied ? texts->supplied : tml_arena_format(arena, "(%s)*ratio*speed", texts->torque);
    const char *heat = tml_arena_format(arena, "%s%sviscous*(ratio*speed)^2", texts->heat ? texts->heat : "",
                                        texts->heat ? " + " : "");
    tml_state_signal_form *signals = TML_NEW_ARRAY(arena, tml_state_signal_form, texts->signal_count + 5);
    int count = 0;
    for (int i = 0; i < texts->signal_count; i++)
        signals[count++] = texts->signals[i];
    signals[count++] =
        (tml_state_signal_form){tml_arena_dotted(arena, name, "motor_speed"), "motor_speed", "ratio*speed", "rad/s"};
    signals[count++] =
        (tml_state_signal_form){tml_arena_dotted(arena, name, "motor_torque"), "motor_torque", texts->torque, "N*m"};
    signals[count++] = (tml_state_signal_form){tml_arena_dotted(arena, name, "motor_power"), NULL,
                                               tml_arena_format(arena, "(%s)*ratio*speed", texts->torque), "W"};
    if (texts->supplied)
        signals[count++] =
            (tml_state_signal_form){tml_arena_dotted(arena, name, "electric_power"), NULL, supplied, "W"};
    signals[count++] = (tml_state_signal_form){tml_arena_dotted(arena, name, "heat"), NULL, heat, "W"};
    return (tml_state_form){
        .variables = texts->variables,
        .count = texts->count,
        .has_shaft = true,
        .value = law_text(map, texts->torque, arena),
        .signals = signals,
        .signal_count = count,
        .energy = tml_arena_format(arena, "rotor*(ratio*speed)^2/2%s%s", texts->energy ? " + " : "",
                                   texts->energy ? texts->energy : ""),
        .power = tml_arena_format(arena, "%s - (%s) - %s", supplied, heat, through_gears(map, arena)),
    };
}
