/* performance.spec.ts - what is felt, in counts that no other work of the machine changes: calls of the page's functions for a picture
 * while fifty links are dragged, and the weight of the page. How long they take: make bench-page.
 */
import { writeFileSync } from "node:fs";
import { agrees, hasRun, inBar, linkTo, modelText, pin } from "./acts";
import { scissors } from "./large_models";
import { answersTo, callsDuring, dragRound, type Log } from "./work";
import { expect, test } from "./workbench";

for (const [what, joint, key] of [
  ["led", "L20", ""],
  ["changed in length", "L20", "Alt"],
  ["moved on the ground", "L0", ""],
] as const)
  test(`fifty links are ${what} with little work`, async ({ workbench, page, context }) => {
    const text = scissors(25);
    const answers = answersTo(page);
    await page.goto(linkTo(workbench.address, text));
    await hasRun(page);
    await page.getByRole("button", { name: /^Pause/ }).click();
    await page.getByRole("button", { name: /^To the start/ }).click();
    await agrees(page);
    const client = await context.newCDPSession(page);
    const place = await pin(page, joint);
    if (key) await page.keyboard.down(key);
    let log: Log = { frames: [], pictures: 0 };
    const before = answers.count;
    const calls = await callsDuring(client, async () => (log = await dragRound(page, place, 60)));
    const answered = answers.count - before;
    if (key) await page.keyboard.up(key);
    const each = calls / (log.frames.length + answered);
    console.log(`50 links ${what}: ${each.toFixed(0)} calls of functions for each frame and answer`);
    expect(each).toBeLessThan(40_000);
    await expect.poll(() => modelText(page)).not.toBe(text);
    await agrees(page);
    await inBar(page, "Undo").click();
    expect(await modelText(page)).toBe(text);
    await agrees(page);
  });

test("the page transfers little", async ({ workbench, page, context }) => {
  const client = await context.newCDPSession(page);
  await client.send("Network.enable");
  let transferred = 0;
  let requests = 0;
  client.on("Network.loadingFinished", ({ encodedDataLength }) => {
    transferred += encodedDataLength;
    requests++;
  });
  await page.goto(linkTo(workbench.address, scissors(2)));
  await hasRun(page);
  await page.waitForLoadState("networkidle");
  const [transferredPlane, requestsPlane] = [transferred, requests];
  await page.getByRole("button", { name: "Examples", exact: true }).click();
  await page.getByRole("dialog").getByRole("searchbox").fill("governor-damped.yaml");
  await page.keyboard.press("Enter");
  await expect(page.locator("main canvas").first()).toBeVisible();
  await page.waitForLoadState("networkidle");
  const weight = (bytes: number): string => `${(bytes / 1024).toFixed(0)} KiB`;
  console.log(
    `page weight: ${weight(transferredPlane)} in ${requestsPlane} requests with a planar model; ` +
      `${weight(transferred)} in ${requests} with gallery and a spatial one`,
  );
  expect(transferredPlane).toBeGreaterThan(50_000);
  expect(transferred).toBeLessThan(1.5 * 1024 * 1024);
});

/* The model that the figures are of, for others to repeat them: `SCISSORS=FILE npx playwright test performance`. */
test("the scissors have fifty links", ({}) => {
  const text = scissors(25);
  if (process.env.SCISSORS) writeFileSync(process.env.SCISSORS, text);
  expect(text.match(/mass: 1/g)).toHaveLength(50);
});
