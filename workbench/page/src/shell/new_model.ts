/* new_model.ts - the text that a new mechanism begins with. */
export const NEW_NAME = "untitled.yaml";

/* The same for one in space, where z is up. */
export const NEW_IN_SPACE = `# Draw with the tools, or write here: both show the same model.
# Lengths are in m, masses in kg, angles in rad; "40 mm", "12 g" and "30 deg" also work.
trammel: 1
title: New mechanism in space
space: space
gravity: [0, 0, -9.81]

analyses:
  - dynamics: {end: 5, output: 0.01}    # the motion over 5 s, a row every 0.01 s
`;

export const NEW_TEXT = `# Draw with the tools, or write here: both show the same model.
# Lengths are in m, masses in kg, angles in rad; "40 mm", "12 g" and "30 deg" also work.
trammel: 1
title: New mechanism

analyses:
  - dynamics: {end: 5, output: 0.01}    # the motion over 5 s, a row every 0.01 s
`;
