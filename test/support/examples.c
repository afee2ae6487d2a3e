/* examples.c - the examples of every kind of joint and force. */
#include "support/examples.h"
#include "model/force_class.h"
#include "model/joint_class.h"
#include <stddef.h>

static void see_both(void (*see)(const char *kind, const char *text), const char *kind, const char *plane,
                     const char *space)
{
    if (plane)
        see(kind, plane);
    if (space)
        see(kind, space);
}

void each_example(void (*see)(const char *kind, const char *text))
{
    for (int i = 0; i < tml_joint_class_count; i++) {
        const tml_joint_class *class = tml_joint_classes[i];
        see_both(see, class->name, class->example_plane, class->example_space);
    }
    for (int i = 0; i < tml_force_class_count; i++) {
        const tml_force_class *class = tml_force_classes[i];
        see_both(see, class->name, class->example_plane, class->example_space);
    }
}
