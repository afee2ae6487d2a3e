/* drag_frames.mjs PROGRAM [FOURBARS] [CHROMIUM] - frames a second while a large mechanism is dragged.
 *
 * 25 four-bars in a row are 51 links with 75 pins and one freedom. A pin is led to and fro for four seconds, first so that the
 * mechanism follows, then, with Alt, so that its links change length. What counts is the time from frame to frame; it fails where
 * the median is not that of 60 frames a second.
 */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium } from "@playwright/test";

const [program, count = "25", browserPath = "/usr/bin/chromium"] = process.argv.slice(2);
const n = Number(count);
const SECONDS = 4;
const MOST_MS = 17.5;

function model() {
    const all = Array.from({ length: n + 1 }, (_, i) => i);
    return [
        "trammel: 1",
        `title: ${n} four-bars in a row`,
        "points:",
        ...all.flatMap((i) => [`  A${i}: [${i}, 0]`, `  B${i}: [${i}, 1]`]),
        "bodies:",
        ...all.map((i) => `  post${i}: {points: [A${i}, B${i}], mass: 1, shape: rod}`),
        ...all.slice(1).map((i) => `  beam${i}: {points: [B${i - 1}, B${i}], mass: 1, shape: rod}`),
        "joints:",
        ...all.map((i) => `  A${i}: {revolute: [ground, post${i}]}`),
        ...all
            .slice(1)
            .flatMap((i) => [
                `  R${i - 1}: {revolute: [post${i - 1}, beam${i}], at: B${i - 1}}`,
                `  L${i}: {revolute: [post${i}, beam${i}], at: B${i}}`,
            ]),
        "",
    ].join("\n");
}

/* The address that the program prints. */
function started(server) {
    return new Promise((go, fail) => {
        let said = "";
        server.stdout.on("data", (data) => {
            said += data;
            const found = /http:\S+/.exec(said);
            if (found) go(found[0]);
        });
        server.on("exit", (code) => fail(new Error(`the program ended (${code}): ${said}`)));
    });
}

async function framesDuring(page, act) {
    await page.evaluate(() => {
        const gaps = (window.gaps = []);
        let before = performance.now();
        const frame = (now) => {
            gaps.push(now - before);
            before = now;
            if (window.gaps === gaps) requestAnimationFrame(frame);
        };
        requestAnimationFrame(frame);
    });
    await act();
    const gaps = await page.evaluate(() => {
        const found = window.gaps.slice(2);
        window.gaps = null;
        return found;
    });
    gaps.sort((a, b) => a - b);
    return {
        frames: gaps.length,
        median: gaps[gaps.length >> 1],
        p95: gaps[Math.floor(0.95 * gaps.length)],
        worst: gaps.at(-1),
    };
}

/* The middle of a pin on the screen. */
function pinAt(page, name) {
    return page.evaluate((wanted) => {
        const part = [...document.querySelectorAll(".layer-joints > *")].find((one) =>
            one.getAttribute("aria-label")?.includes(` ${wanted} `),
        );
        const box = part.getBoundingClientRect();
        return [box.x + box.width / 2, box.y + box.height / 2];
    }, name);
}

async function lead(page, [x, y], reach) {
    const begun = Date.now();
    for (let t = 0; t < SECONDS; t = (Date.now() - begun) / 1000) {
        await page.mouse.move(x + reach * Math.sin(3 * t), y + 0.2 * reach * (1 + Math.cos(3 * t)));
        await new Promise((go) => setTimeout(go, 8));
    }
}

async function measure(page, alt) {
    const at = await pinAt(page, "L2");
    if (alt) await page.keyboard.down("Alt");
    await page.mouse.move(...at);
    await page.mouse.down();
    await page.mouse.move(at[0] + 6, at[1], { steps: 2 });
    const found = await framesDuring(page, () => lead(page, at, 20));
    await page.mouse.up();
    if (alt) await page.keyboard.up("Alt");
    await page.waitForTimeout(1000);
    await page.keyboard.press("Control+z");
    await page.waitForTimeout(1000);
    return found;
}

const folder = mkdtempSync(join(tmpdir(), "trammel-drag-"));
writeFileSync(join(folder, "row.yaml"), model());
const server = spawn(program, ["view", join(folder, "row.yaml"), "--port", "0", "--no-browser"], {
    stdio: ["ignore", "pipe", "inherit"],
});
let browser = null;
let failed = false;
try {
    const address = await started(server);
    browser = await chromium.launch({ executablePath: browserPath, args: ["--no-sandbox"] });
    const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
    await page.goto(address);
    await page.locator(".layer-joints > *").first().waitFor();
    await page.waitForTimeout(1000);
    for (const alt of [false, true]) {
        const { frames, median, p95, worst } = await measure(page, alt);
        const ms = (value) => value.toFixed(1);
        console.log(
            `${2 * n + 1} links, ${alt ? "reshaped" : "following"}: ${frames} frames in ${SECONDS} s, ` +
                `median ${ms(median)} ms, 95 % ${ms(p95)} ms, worst ${ms(worst)} ms`,
        );
        failed ||= median > MOST_MS;
    }
} finally {
    await browser?.close();
    server.removeAllListeners("exit");
    server.kill();
    rmSync(folder, { recursive: true, force: true });
}
process.exitCode = failed ? 1 : 0;
