/* palette.tsx - the tools at the left of the drawing: one button for each, a list where there are several kinds of one. */
import { effect } from "@preact/signals";
import { render } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { stage } from "../drawing/stage";
import { PLACING } from "../drawing/tip";
import { register } from "../shell/commands";
import { stepFocus } from "../shell/focus_steps";
import { perDocument } from "../state/loads";
import { MenuList } from "../shell/menu_list";
import { rightOf } from "../shell/popover";
import { snap } from "../state/settings";
import { boardOf } from "./plane_board";
import { choose, kinds, spatial, toolId } from "./tool_state";
import { toReader } from "./hints";
import { SnapIcon, ToolIcon } from "./icons";
import { aimByKeys, chooseSlot, Keyboard } from "./keyboard";
import { itemOf, PLACES, slotAt, slots, type Slot, type ToolId } from "./kit";
import { watchMenu } from "./menu";
import { ToolLayer } from "./layer";
import { watchOverlay } from "./overlay";
import { Pointer } from "./pointer";
import { texts } from "../texts/texts";
import { watchSizes } from "./size_rows";
import { board } from "./board";
import { watchDxf } from "./dxf_commands";
import { watchDimensions } from "./dimension_overlay";
import { watchBackground } from "./background_layer";
import { watchBackgroundCommands } from "./background_commands";
import { watchGroups } from "./groups_panel";
import { addMender } from "../editor/diagnostics";
import { watchArrange } from "./arrange";
import { gearFixes } from "./gear_fixes";
import { watchDiscs } from "./wheel_radii";
import { watchClipboard } from "./clipboard";
import { registerSelectionCommands } from "./selection_commands";
import "./palette.css";

const opened = perDocument<string | null>(null); // key of the place whose list is open

/* Takes part in the drawing as long as there is one. */
function watchStage(): () => void {
  return effect(() => {
    const on = stage.value;
    if (!on) return;
    const pointer = new Pointer(on);
    const own = boardOf(on);
    board.value = own;
    const keyboard = new Keyboard(own, pointer);
    const stopOverlay = watchOverlay(on);
    const stopDimensions = watchDimensions(on);
    const stopBackground = watchBackground(on);
    const layer = document.createElement("div");
    layer.className = "tool-layer";
    on.svg.parentElement!.append(layer);
    render(<ToolLayer />, layer);
    on.svg.setAttribute("tabindex", "-1");
    const stopCursor = effect(() => {
      on.svg.dataset.tool = toolId.value;
      on.svg.classList.toggle(PLACING, itemOf(toolId.value).tool !== null);
    });
    return () => {
      if (board.peek() === own) board.value = null;
      stopCursor();
      pointer.dispose();
      keyboard.dispose();
      stopOverlay();
      stopDimensions();
      stopBackground();
      render(null, layer);
      layer.remove();
    };
  });
}

function watchCommands(): () => void {
  return register(
    ...PLACES.map(({ key, title }) => ({
      id: `tool-${key}`,
      title: texts.tools.palette.tool(title),
      group: texts.tools.palette.tools,
      keys: [key],
      run: () => {
        chooseSlot(slotAt(key)!);
        aimByKeys();
      },
      enabled: () => slotAt(key) !== undefined,
    })),
    {
      id: "tool-R",
      title: texts.tools.palette.toolReshape,
      group: texts.tools.palette.tools,
      keys: ["R"],
      run: () => choose("reshape"),
      enabled: () => !spatial.value,
    },
    {
      id: "snap",
      title: texts.tools.palette.snapOnOrOff,
      group: texts.tools.palette.tools,
      run: () => void (snap.value = !snap.value),
    },
  );
}

/* With a tool in hand the drawing has the keys. */
function takeUp(id: ToolId): void {
  choose(id);
  board.value?.element.focus({ preventScroll: true });
  aimByKeys();
}

function Kinds({ slot }: { slot: Slot }) {
  const button = (): HTMLElement => document.getElementById(`tool-${slot.key}`)!;
  const close = (): void => void (opened.value = null);
  return (
    <MenuList
      label={slot.title}
      class="tool-kinds"
      at={() => rightOf(button())}
      owner={button}
      leaveBy="ArrowLeft"
      close={close}
    >
      {slot.items.map((one) => (
        <button
          type="button"
          key={one.id}
          role="menuitemradio"
          aria-checked={one.id === toolId.value}
          data-autofocus={one.id === toolId.value ? "" : undefined}
          tabIndex={-1}
          onClick={() => {
            close();
            takeUp(one.id);
          }}
        >
          <ToolIcon of={one} />
          <span>
            <b>{one.title}</b>
            <small>{toReader(one.about)}</small>
          </span>
        </button>
      ))}
    </MenuList>
  );
}

function SnapButton() {
  const on = snap.value;
  const words = texts.snaps;
  const title = `${words.button}: ${on ? words.on : words.off}. ${words.release}`;
  return (
    <button
      type="button"
      class="tool tool-snap"
      title={title}
      aria-label={texts.tools.palette.snap}
      aria-pressed={on}
      tabIndex={-1}
      onClick={() => void (snap.value = !on)}
    >
      <SnapIcon />
    </button>
  );
}

function SlotButton({ slot }: { slot: Slot }) {
  const shown = kinds.value[slot.key] ?? slot.items[0]!.id;
  const one = slot.items.find(({ id }) => id === shown) ?? slot.items[0]!;
  const inHand = slot.items.some(({ id }) => id === toolId.value);
  const several = slot.items.length > 1;
  const open = (): void => void (opened.value = opened.value === slot.key ? null : slot.key);
  const title = `${one.title} (${slot.key}): ${one.about}${several ? texts.tools.palette.clickAgainForMoreTypes : ""}`;
  return (
    <button
      type="button"
      id={`tool-${slot.key}`}
      class="tool"
      title={title}
      aria-label={several ? `${slot.title}: ${one.title}` : one.title}
      aria-pressed={inHand}
      aria-keyshortcuts={slot.key}
      aria-haspopup={several ? "menu" : undefined}
      aria-expanded={several ? opened.value === slot.key : undefined}
      tabIndex={inHand ? 0 : -1}
      onClick={() => {
        if (inHand && several) open();
        else takeUp(shown);
      }}
      onContextMenu={(event) => {
        if (!several) return;
        event.preventDefault();
        choose(shown);
        opened.value = slot.key;
      }}
      onKeyDown={(event) => {
        if (event.key !== "ArrowRight" || !several) return;
        event.preventDefault();
        event.stopPropagation();
        choose(shown);
        opened.value = slot.key;
      }}
    >
      <ToolIcon of={one} />
      {several && <span class="tool-more" aria-hidden="true" />}
    </button>
  );
}

/* Arrow keys go from tool to tool; Tab leaves. */
function rove(event: KeyboardEvent): void {
  const bar = event.currentTarget as HTMLElement;
  stepFocus(event, [...bar.querySelectorAll<HTMLElement>(".tool")]);
}

/* Beside a low drawing the tools stand in several columns, so that none is cut off; style.css makes room for them. */
function watchHeight(bar: HTMLElement): () => void {
  const fit = (): void => {
    const { rowGap, paddingTop } = getComputedStyle(bar);
    const room = bar.clientHeight - 2 * parseFloat(paddingTop);
    let columns = 1;
    let used = 0;
    for (const tool of bar.querySelectorAll<HTMLElement>(".tool")) {
      const height = tool.offsetHeight + parseFloat(getComputedStyle(tool).marginTop);
      const next = used + (used > 0 ? parseFloat(rowGap) : 0) + height;
      if (used > 0 && next > room) columns++;
      used = used > 0 && next > room ? height : next;
    }
    document.documentElement.style.setProperty("--palette-columns", String(columns));
  };
  const heights = new ResizeObserver(fit);
  heights.observe(bar);
  const stop = effect(() => {
    void slots.value; // there are more when the engine has described its kinds
    requestAnimationFrame(fit);
  });
  return () => {
    stop();
    heights.disconnect();
  };
}

export function Palette() {
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const stops = [
      watchStage(),
      watchCommands(),
      registerSelectionCommands(),
      watchClipboard(),
      watchArrange(),
      addMender(gearFixes),
      watchDiscs(),
      watchMenu(),
      watchSizes(),
      watchDxf(),
      watchBackgroundCommands(),
      watchGroups(),
      watchHeight(bar.current!),
    ];
    return () => stops.forEach((stop) => stop());
  }, []);
  const slot = slotAt(opened.value);
  return (
    <>
      <div
        class="palette"
        ref={bar}
        role="toolbar"
        aria-label={texts.tools.palette.tools}
        aria-orientation="vertical"
        onKeyDown={rove}
      >
        {slots.value.map((one) => (
          <SlotButton key={one.key} slot={one} />
        ))}
        <SnapButton />
      </div>
      {slot && <Kinds key={slot.key} slot={slot} />}
    </>
  );
}
