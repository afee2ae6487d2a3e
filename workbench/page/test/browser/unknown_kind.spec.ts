/* unknown_kind.spec.ts - kinds that this page has never heard of: by the engine's description alone they are drawn, are in the palette, and
 * are placed. */
import type { Page } from "@playwright/test";
import { area, boxOf, linkTo, modelText } from "./acts";
import { expect, test } from "./workbench";

const MODEL = `trammel: 1
points: {O: [0, 0], A: [0.6, 0.4], Q: [0, 1]}
bodies:
  link: {points: [O, A], mass: 1, shape: rod}
joints:
  O: {revolute: [ground, link]}
forces:
  pull: {actuator: [ground.Q, link.A], value: 1}
`;

interface Kind {
  name: string;
  symbol: object[];
  templates: object[];
}

/* The engine knows two more kinds, and says that the joint and the force of the model are of these. */
async function withNewKinds(page: Page): Promise<void> {
  const like = (kinds: Kind[], name: string, more: object): void => {
    kinds.push({ ...kinds.find((one) => one.name === name)!, ...more });
  };
  await page.routeWebSocket(/engine/, (socket) => {
    const server = socket.connectToServer();
    socket.onMessage((message) => server.send(message));
    server.onMessage((message) => {
      if (typeof message !== "string") return socket.send(message);
      const answer = JSON.parse(message) as {
        result?: { joints?: Kind[]; forces?: Kind[]; units?: object; scene?: object };
      };
      const { result } = answer;
      if (result?.units) {
        like(result.joints!, "revolute", {
          name: "oddity",
          symbol: [{ on: "point", look: "paper", path: "M-9 -9H9V9H-9Z" }],
          templates: [{ title: "Oddity", stem: "odd", plane: "", space: "", rank: 0 }],
        });
        like(result.forces!, "actuator", {
          name: "magnet",
          symbol: [{ on: "line", look: "rod", path: "M0 0H100" }],
          templates: [{ title: "Magnet", stem: "magnet", plane: "value: 7", space: "value: 7", rank: 0 }],
        });
      }
      const text = JSON.stringify(answer);
      socket.send(
        result?.scene
          ? text.replace('"type":"revolute"', '"type":"oddity"').replace('"type":"actuator"', '"type":"magnet"')
          : text,
      );
    });
  });
}

test("a joint and a force that the page does not know are drawn and placed by their descriptions", async ({
  workbench,
  page,
}) => {
  await withNewKinds(page);
  await page.goto(linkTo(workbench.address, MODEL));
  const joint = page.locator(".plane-svg .part.joint.oddity");
  await expect(joint.locator("path.look-paper")).toHaveAttribute("d", "M-9 -9H9V9H-9Z");
  await expect(joint).toHaveAttribute("aria-label", /oddity O between ground and link/);
  await expect(page.locator(".plane-svg .part.force.magnet path.look-rod")).toHaveAttribute("d", /^M0 0H\d+/);
  await page.locator("#tool-J").click({ button: "right" });
  await expect(page.getByRole("menuitemradio", { name: /^Oddity/ })).toBeVisible();
  await page.keyboard.press("Escape");
  await page.locator("#tool-S").click({ button: "right" });
  await page.getByRole("menuitemradio", { name: /^Magnet/ }).click();
  const box = await boxOf(area(page));
  await page.mouse.click(box.x + box.width * 0.85, box.y + box.height * 0.3);
  const [x, y] = await page
    .locator(".plane-svg .part.joint.oddity")
    .evaluate((one) => [one.getBoundingClientRect().x, one.getBoundingClientRect().y]);
  await page.mouse.click(x! + 9, y! + 9);
  await expect.poll(() => modelText(page)).toMatch(/magnet1: \{magnet: \[.*\], value: 7\}/);
});
