/* access.spec.ts - for everybody: axe over the main states in light and dark, keyboard alone, fingers, little motion; and no jumps.
 * What opens a state is pressed by keys wherever a user without a mouse would come to it. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { BrowserContext, Page } from "@playwright/test";
import { agrees, area, boxOf, command, drag, hasRun, linkTo, modelText, openExample, results, sidePanel } from "./acts";
import { serious } from "./axe";
import { expect, MODELS, test } from "./workbench";

/* One grey pixel. */
const PICTURE =
  'width: 200 mm, image: "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=="';

const MOTOR = readFileSync(join(MODELS, "fourbar-motor/fourbar-motor.yaml"), "utf8");
const GOVERNOR = "governor-damped.yaml";

const STATES: [string, (page: Page, address: string) => Promise<void>][] = [
  ["welcome", (page) => expect(page.locator(".welcome button.example").first()).toBeVisible()],
  [
    "gallery",
    async (page) => {
      await page.getByRole("button", { name: "All examples" }).click();
      await expect(page.getByRole("dialog").locator("button.example").first()).toBeVisible();
    },
  ],
  [
    "model, plots",
    async (page) => {
      await page.getByRole("dialog").getByRole("searchbox").fill("fourbar-motor.yaml");
      await page.keyboard.press("Enter");
      await hasRun(page);
    },
  ],
  ["table", (page) => results(page, "Table")],
  ["results", (page) => results(page, "Results")],
  ["verify", (page) => results(page, "Verify")],
  ["runs", (page) => page.locator("#dock").getByRole("tab", { name: "Runs" }).click()],
  [
    "properties",
    async (page) => {
      await sidePanel(page, "Properties");
      await page.getByRole("option", { name: /^coupler/ }).click();
    },
  ],
  [
    "view panel and free body",
    async (page) => {
      await page.getByRole("button", { name: "View", exact: true }).click();
      await page.getByLabel("Free-body diagram").selectOption("coupler");
      await page.getByRole("button", { name: "View", exact: true }).click();
    },
  ],
  [
    "teaching overlays and diagrams",
    async (page) => {
      const panel = page.getByRole("dialog", { name: "Display options" });
      if (!(await panel.isVisible())) await page.getByRole("button", { name: "View", exact: true }).press("Enter");
      for (const name of [
        "Ghost positions",
        "Instant centres",
        "Transmission angle",
        "Velocity polygon",
        "Energy bars",
      ])
        await page.getByRole("checkbox", { name, exact: true }).press("Space");
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Close the free-body diagram" }).press("Enter");
      await results(page, "Diagrams");
      await expect(page.locator("#dock svg").first()).toBeVisible();
    },
  ],
  [
    "form of the motor",
    async (page) => {
      await page.keyboard.press("Alt+1"); // the drawing
      await page.keyboard.press("m");
      await expect(page.locator(".motor-options > summary")).toBeVisible();
    },
  ],
  [
    "a dimension, opened",
    async (page) => {
      await page.keyboard.press("Escape");
      await sidePanel(page, "Text");
      await page.locator(".cm-content").press("Control+End");
      await page.keyboard.insertText("\nsketch: {d1: {length: coupler, label: [0.5, 0.8]}}\n");
      await page.locator(".dimension-label").press("Enter");
      await expect(page.getByRole("dialog", { name: /^Length of coupler/ })).toBeVisible();
    },
  ],
  [
    "a picture to trace over, and groups",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.locator(".cm-content").press("Control+End");
      await page.keyboard.insertText(`groups: {moving: {of: [crank], locked: true}}\nbackground: {${PICTURE}}\n`);
      await command(page, "Picture: adjust");
      await expect(page.getByRole("dialog", { name: "Picture to trace over" })).toBeVisible();
      await command(page, "Groups: hide");
      await expect(page.getByRole("dialog", { name: "Groups" })).toBeVisible();
    },
  ],
  [
    "export",
    async (page) => {
      await page.getByRole("button", { name: "Done" }).press("Enter");
      await page.getByRole("dialog", { name: "Groups" }).getByRole("button", { name: "Close" }).press("Enter");
      await command(page, "Export…");
      await expect(page.getByRole("dialog", { name: "Export" })).toBeVisible();
    },
  ],
  [
    "units",
    async (page) => {
      await page.keyboard.press("Escape");
      await command(page, "Units");
      await expect(page.getByRole("dialog", { name: "Units of this document" })).toBeVisible();
    },
  ],
  [
    "text with a mistake",
    async (page) => {
      await page.keyboard.press("Escape");
      await sidePanel(page, "Text");
      await page.locator(".cm-content").press("Control+Home");
      await page.keyboard.type("wrong: 1\n");
      await expect(page.getByRole("region", { name: "Problems" })).toBeVisible();
    },
  ],
  [
    "what a message means",
    async (page) => {
      await page.getByRole("button", { name: /^What E\d+ means/ }).press("Enter");
      await expect(page.getByRole("dialog").getByRole("figure")).toHaveCount(2);
    },
  ],
  [
    "share",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Share", exact: true }).click();
      await expect(page.getByRole("textbox", { name: "Link" })).toHaveValue(/model=/);
    },
  ],
  [
    "keys",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Help", exact: true }).click();
      await page.getByRole("menuitem", { name: /^Keys and gestures/ }).click();
      await expect(page.getByRole("dialog")).toBeVisible();
    },
  ],
  [
    "guide",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("F1");
      await page.getByRole("button", { name: "Motion profiles" }).click();
      await expect(page.getByRole("heading", { name: "Through poses" })).toBeVisible();
    },
  ],
  [
    "search for commands",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.getByRole("button", { name: "Search commands" }).click();
      await page.keyboard.type("run");
    },
  ],
  [
    "save as",
    async (page) => {
      await page.keyboard.press("Escape");
      await page.keyboard.press("Control+Shift+s");
      await expect(page.getByRole("dialog", { name: "Save as" })).toBeVisible();
    },
  ],
  [
    "in space",
    async (page) => {
      await page.keyboard.press("Escape");
      await openExample(page, GOVERNOR);
      await hasRun(page);
      await expect(page.locator("main canvas").first()).toBeVisible();
    },
  ],
  [
    "tour",
    async (page) => {
      await command(page, "Tour");
      const card = page.getByRole("region", { name: "Tour" });
      for (const step of ["1 of 5", "2 of 5", "3 of 5"]) {
        await expect(card).toContainText(step);
        if (!step.startsWith("3")) await card.getByRole("button", { name: "Show me" }).press("Enter");
      }
    },
  ],
];

/* Light and dark differ in their colours alone, so in the dark only those are looked at. */
test("axe finds no serious violations, in light or dark", async ({ workbench, browser }) => {
  const context = await browser.newContext({ colorScheme: "light", bypassCSP: true, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(workbench.address);
  const found: string[] = [];
  const paper = (): Promise<string> =>
    page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--paper"));
  for (const [name, go] of STATES)
    await test.step(name, async () => {
      await go(page, workbench.address);
      for (const fault of await serious(page)) found.push(`${name}: ${fault}`);
      const light = await paper();
      await page.emulateMedia({ colorScheme: "dark" });
      await expect.poll(paper).not.toBe(light);
      for (const fault of await serious(page, ["color-contrast"])) found.push(`${name}, dark: ${fault}`);
      await page.emulateMedia({ colorScheme: "light" });
    });
  expect(found.join("\n")).toBe("");
  await context.close();
});

function phone(browser: { newContext(options: object): Promise<BrowserContext> }): Promise<BrowserContext> {
  return browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    deviceScaleFactor: 2,
    bypassCSP: true,
    reducedMotion: "reduce",
  });
}

test("axe finds no serious violations on a phone", async ({ workbench, browser }) => {
  const context = await phone(browser);
  const page = await context.newPage();
  const found: string[] = [];
  const check = async (name: string): Promise<void> => {
    for (const fault of await serious(page)) found.push(`${name}: ${fault}`);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    if (wide > 0) found.push(`${name}: the page is ${wide} px wider than the window`);
  };
  await page.goto(linkTo(workbench.address, MOTOR));
  const parts = page.getByRole("navigation", { name: "Parts of the workbench" });
  await expect(page.getByRole("button", { name: "body crank", exact: true })).toBeVisible();
  await check("drawing");
  for (const part of ["Text", "Properties", "Results"]) {
    await parts.getByRole("button", { name: part }).tap();
    await check(part);
  }
  await page.getByRole("button", { name: "Menu", exact: true }).tap();
  await check("menu");
  expect(found.join("\n")).toBe("");
  await context.close();
});

/* ---- keyboard ---- */

/* Presses Tab until something of this name has the focus. */
async function tabTo(page: Page, name: RegExp): Promise<void> {
  const focused = (): Promise<string> =>
    page.evaluate(() => {
      const one = document.activeElement;
      return one ? (one.getAttribute("aria-label") ?? one.textContent ?? "").trim() : "";
    });
  for (let i = 0; i < 80; i++) {
    if (name.test(await focused())) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${name}`);
}

test("an example can be found, run, paused and edited by keyboard", async ({ workbench, page }) => {
  await page.goto(workbench.address);
  await expect(page.getByRole("button", { name: /^All examples/ })).toBeVisible();
  await tabTo(page, /^All examples/);
  await page.keyboard.press("Enter");
  await expect(page.getByRole("searchbox", { name: "Search examples" })).toBeFocused();
  await page.keyboard.type("fourbar-motor");
  await expect(page.getByRole("dialog").locator("button.example")).toHaveCount(1);
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("Enter");
  await hasRun(page);
  await page.keyboard.press("Alt+1"); // the drawing
  await page.keyboard.press("Space");
  await expect(page.getByRole("button", { name: /^Play/ })).toBeVisible();
  await page.keyboard.press("Alt+3"); // the text
  await expect(page.locator(".cm-content")).toBeFocused();
  await page.keyboard.press("Control+Home");
  await page.keyboard.type("# mine\n");
  expect(await modelText(page)).toBe("# mine\n" + MOTOR);
  await page.keyboard.press("Control+Enter");
  await hasRun(page);
  await command(page, "dark theme");
  await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
});

test("focus is visible", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, MOTOR));
  await hasRun(page);
  const unseen: string[] = [];
  await page.locator("body").press("Tab");
  for (let i = 0; i < 45; i++) {
    const fault = await page.evaluate(() => {
      const one = document.activeElement as HTMLElement | null;
      if (!one || one === document.body) return "";
      const box = one.getBoundingClientRect();
      const name = one.getAttribute("aria-label") ?? one.textContent!.slice(0, 40);
      if (box.width === 0 || box.height === 0) return `${name} has no size`;
      const marks = (element: Element): boolean => {
        const style = getComputedStyle(element);
        return (style.outlineStyle !== "none" && parseFloat(style.outlineWidth) > 0) || style.boxShadow !== "none";
      };
      const around = [one, one.parentElement!, ...(one.closest(".cm-editor") ? [one.closest(".cm-editor")!] : [])];
      const inside = one instanceof SVGElement && [...one.querySelectorAll("*")].some((child) => marks(child));
      return around.some(marks) || inside || one.matches("svg *") ? "" : `${name} (${one.className}) has no mark`;
    });
    if (fault) unseen.push(fault);
    await page.keyboard.press("Tab");
  }
  expect([...new Set(unseen)]).toEqual([]);
});

/* ---- touch ---- */

test("taps draw a link, and a pinch zooms without disturbing it", async ({ workbench, browser }) => {
  const context = await phone(browser);
  const page = await context.newPage();
  const faults: string[] = [];
  page.on("pageerror", (error) => faults.push(String(error)));
  await page.goto(workbench.address);
  await page.getByRole("button", { name: /^Draw a new mechanism/ }).tap();
  const box = await boxOf(area(page));
  const at = (x: number, y: number): [number, number] => [box.x + box.width * x, box.y + box.height * y];
  const link = page.getByRole("toolbar", { name: "Tools" }).getByRole("button", { name: "Link" });
  if ((await link.getAttribute("aria-pressed")) !== "true") await link.tap();
  await page.touchscreen.tap(...at(0.35, 0.6));
  await page.touchscreen.tap(...at(0.65, 0.4));
  await expect(page.getByRole("button", { name: /^body link/ })).toHaveCount(1);
  const text = await modelText(page);
  const width = async (): Promise<number> => (await boxOf(page.locator(".part.body .link").first())).width;
  const before = await width();

  const client = await context.newCDPSession(page);
  const fingers = (apart: number) =>
    [at(0.5, 0.5)].flatMap(([x, y]) => [
      { x: x - apart, y, id: 1 },
      { x: x + apart, y, id: 2 },
    ]);
  const send = (type: "touchStart" | "touchMove" | "touchEnd", touchPoints: object[]) =>
    client.send("Input.dispatchTouchEvent", { type, touchPoints: touchPoints as never });
  await send("touchStart", fingers(30));
  for (let apart = 36; apart <= 90; apart += 6) await send("touchMove", fingers(apart));
  await send("touchEnd", []);
  await expect.poll(async () => (await width()) / before).toBeGreaterThan(1.5);
  expect(await modelText(page)).toBe(text);
  await expect(page.getByRole("button", { name: /^body link/ })).toHaveCount(1);
  expect(faults).toEqual([]);
  await context.close();
});

/* ---- motion, jumps, first paint ---- */

test("reduced motion shows a still drawing", async ({ workbench, browser }) => {
  const context = await browser.newContext({ reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.goto(linkTo(workbench.address, MOTOR));
  await hasRun(page);
  await expect(page.getByRole("button", { name: /^Play/ })).toBeVisible();
  await agrees(page); // at the start
  const running = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter((one) => one.playState === "running" && one.effect?.getTiming().iterations === Infinity).length,
  );
  expect(running).toBe(0);
  await page.getByRole("button", { name: /^Play/ }).click(); // it moves when asked
  await expect(page.getByRole("button", { name: /^Pause/ })).toBeVisible();
  await context.close();
});

test("the layout of the page does not shift while it loads", async ({ workbench, page }) => {
  await page.addInitScript(() => {
    const log = window as unknown as { shifts: number; what: string[] };
    log.shifts = 0;
    log.what = [];
    interface Shift extends PerformanceEntry {
      value: number;
      hadRecentInput: boolean;
      sources: { node?: Element }[];
    }
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as Shift[]) {
        log.shifts += entry.value;
        log.what.push(
          ...entry.sources.map(({ node }) => `${entry.value.toFixed(4)} ${node?.nodeName}.${node?.className}`),
        );
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
  for (const address of [workbench.address, linkTo(workbench.address, MOTOR), linkTo(workbench.address, MOTOR)]) {
    await page.goto("about:blank");
    await page.goto(address);
    if (address === workbench.address)
      await expect(page.locator(".welcome .example-picture > *").first()).toBeVisible();
    else await hasRun(page);
    const { shifts, what } = await page.evaluate(() => {
      const log = window as unknown as { shifts: number; what: string[] };
      return { shifts: log.shifts, what: log.what };
    });
    expect(shifts, what.join("\n")).toBeLessThan(0.1); // "good" by Core Web Vitals; what a busy machine paints in between counts
  }
});

test("panes keep their places while their borders are dragged", async ({ workbench, page }) => {
  await page.goto(linkTo(workbench.address, MOTOR));
  await hasRun(page);
  const split = page.getByRole("separator", { name: "Height of the results" });
  const box = await boxOf(split);
  const before = (await boxOf(page.locator("#dock"))).height;
  await drag(page, [box.x + box.width / 2, box.y + box.height / 2], [box.x + box.width / 2, box.y - 60]);
  await expect.poll(async () => (await boxOf(page.locator("#dock"))).height).toBeGreaterThan(before + 40);
  await page.reload();
  await hasRun(page);
  await expect.poll(async () => (await boxOf(page.locator("#dock"))).height).toBeGreaterThan(before + 40);
});
