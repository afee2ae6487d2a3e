/* meshes.spec.ts - bodies drawn with files of triangles, from the folder of the model; one that is missing is named. */
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "./workbench";

const TETRAHEDRON = `v 0 0 0
v 0.4 0 0
v 0 0.4 0
v 0 0 0.4
f 1 3 2
f 1 2 4
f 1 4 3
f 2 3 4
`;

const model = (files: string[]): string => `trammel: 1
space: space
bodies:
  ground: {points: {O: [0, 0, 0]}}
  b: {points: {O: [0, 0, 0]}, mass: 1, inertia: [1, 1, 1], shapes: [${files.map((file) => `{mesh: ${file}}`).join(", ")}]}
joints: {O: {revolute: [ground, b], axis: y}}
`;

test("a mesh is drawn from a folder below, and one that is missing or outside is named", async ({
  workbench,
  page,
}) => {
  mkdirSync(join(workbench.folder, "meshes"));
  writeFileSync(join(workbench.folder, "meshes/four.obj"), TETRAHEDRON);
  writeFileSync(join(workbench.folder, "m.yaml"), model(["meshes/four.obj", "gone.stl", "../four.obj"]));
  await workbench.stop();
  await workbench.start("m.yaml");
  const answers: string[] = [];
  page.on("websocket", (socket) =>
    socket.on("framereceived", ({ payload }) => {
      if (String(payload).includes(Buffer.from("v 0 0 ").toString("base64"))) answers.push(String(payload));
    }),
  );
  await page.goto(workbench.address);
  const note = page.locator(".space-note");
  await expect(note).toContainText("gone.stl");
  await expect(note).toContainText("../four.obj");
  await expect(note).not.toContainText("meshes/four.obj");
  expect(answers.length).toBe(1);
});
