/* studies.spec.ts - parameters that move: sliders that run the model anew as they are drawn. */
import { hasRun, inBar } from "./acts";
import { expect, test } from "./workbench";

test.use({ model: "fourbar/fourbar.yaml" });

test("a slider that is drawn reruns the four-bar many times a second, and its last value is the one that stays", async ({
  workbench,
  page,
  context,
}) => {
  await page.emulateMedia({ reducedMotion: "reduce" }); // it stands still at the instant that is looked at
  await page.goto(workbench.address);
  await inBar(page, "Run").click();
  await hasRun(page);
  await page.getByRole("tab", { name: /^Parameters/ }).click();
  const scrub = (await page.getByRole("slider", { name: "Time" }).boundingBox())!;
  await page.mouse.click(scrub.x + scrub.width / 2, scrub.y + scrub.height / 2);
  const client = await context.newCDPSession(page);
  await client.send("Performance.enable", { timeDomain: "threadTicks" });
  const cpu = async (): Promise<number> => {
    const { metrics } = await client.send("Performance.getMetrics");
    return 1000 * metrics.find((one) => one.name === "TaskDuration")!.value;
  };
  const before = await cpu();
  const drawn = await page.evaluate(async () => {
    const slider = document.querySelector<HTMLInputElement>("#parameter-torque")!;
    const seen = (): string =>
      [...document.querySelectorAll("svg.plane-svg .part.body")].map((one) => one.getAttribute("transform")).join();
    const begun = performance.now();
    let [pictures, last, place] = [0, seen(), 60];
    while (performance.now() - begun < 2000) {
      slider.value = String((place = place < 140 ? place + 1 : 60));
      slider.dispatchEvent(new Event("input", { bubbles: true }));
      await new Promise(requestAnimationFrame);
      if (seen() !== last) pictures++;
      last = seen();
    }
    slider.value = "200"; // 80 N·m
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    return pictures;
  });
  const cost = ((await cpu()) - before) / drawn;
  console.log(
    `a four-bar by its slider: ${(drawn / 2).toFixed(0)} motions a second, ${cost.toFixed(1)} ms of CPU time each`,
  );
  expect(drawn).toBeGreaterThan(15); // 58 where nothing else is done
  expect(cost).toBeLessThan(45); // 62 before plots kept their axes and both questions about a slider were one
  await page.getByRole("tab", { name: /^Runs/ }).click();
  await expect(page.locator("#dock")).toContainText("torque = 80");
});
