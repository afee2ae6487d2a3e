/* robot_export.h - `trammel export urdf` and `export mjcf`: the mechanism of a model for programs for robots. */
#pragma once

/* command: "export urdf"; format: as tml_export_robot has it. The exit code. */
int cli_export_robot(const char *command, const char *usage, const char *help, const char *format, int count,
                     char **list);
