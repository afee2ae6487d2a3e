/* robots.spec.ts - descriptions of robots by other programs, dropped on the page, become models that run. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { area, modelText } from "./acts";
import { expect, MODELS, test } from "./workbench";

const ROBOTS = join(MODELS, "../test/robot");

for (const [file, format] of [
  ["arm.urdf", "URDF"],
  ["ball.xml", "MJCF"],
  ["linkage.sdf", "SDFormat"],
] as const)
  test(`a ${format} file that is dropped becomes a model`, async ({ workbench, page }) => {
    await page.goto(workbench.address);
    await expect(page.locator(".welcome button.example").first()).toBeVisible();
    await page.evaluate(
      ([name, content]) => {
        const given = new DataTransfer();
        given.items.add(new File([content], name));
        document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
      },
      [file, readFileSync(join(ROBOTS, file), "utf8")] as const,
    );
    await expect(page.locator(".toasts")).toContainText(`${file} is a ${format} file`);
    await expect(page.locator(".file-title")).toContainText(file.replace(/\.\w+$/, ".yaml"));
    await expect(area(page)).toBeVisible();
    expect(await modelText(page)).toMatch(/^trammel: 1$/m);
  });

test("a description that cannot be read says why", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await expect(page.locator(".welcome button.example").first()).toBeVisible();
  await page.evaluate(() => {
    const given = new DataTransfer();
    given.items.add(new File(["<robot name='r'><link/></robot>"], "wrong.urdf"));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: given, bubbles: true, cancelable: true }));
  });
  await expect(page.locator(".toasts")).toContainText("wrong.urdf could not be read. line 1: ");
});
