/* new_model.ts - the text that a new mechanism begins with. */
export const NEW_NAME = "untitled.yaml";

export const NEW_TEXT = `# Draw with the tools at the left, or write here: both show the same model. Units are SI; "40 mm" and "30 deg" work, too.
trammel: 1
title: New mechanism

analyses:
  - dynamics: {end: 5, output: 0.01}    # how it moves in 5 s, a row of results each 0.01 s
`;
