/* tab.ts - which tab of the browser this is, and which others show the workbench now: each has unsaved work of its own.
 *
 * A tab keeps its name when it is reloaded, and holds a lock of that name while it lives; a tab that was duplicated finds the lock
 * taken and gets another name.
 */
const NAME = "trammel.tab";
const LOCK = "trammel.tab.";

let own = "";
let others: ReadonlySet<string> = new Set();
let releaseLock = (): void => {};

export function thisTab(): string {
  return own;
}

/* Whether another tab with this name is open, as far as was seen last. */
export function isOpenElsewhere(tab: string): boolean {
  return others.has(tab);
}

function hold(name: string): Promise<boolean> {
  return new Promise((answer) => {
    void navigator.locks.request(LOCK + name, { ifAvailable: true }, (lock) => {
      answer(lock !== null);
      if (lock) return new Promise<void>((done) => (releaseLock = done));
      return undefined;
    });
  });
}

function remembered(): string | null {
  try {
    return sessionStorage.getItem(NAME);
  } catch {
    return null;
  }
}

function remember(name: string): void {
  try {
    sessionStorage.setItem(NAME, name);
  } catch {
    /* then a reload is another tab */
  }
}

/* Before anything is opened. A browser without locks has tabs that know nothing of each other. */
export async function registerTab(): Promise<void> {
  own = remembered() ?? crypto.randomUUID();
  if (navigator.locks) {
    while (!(await hold(own))) own = crypto.randomUUID();
    addEventListener("pagehide", () => releaseLock()); // before the page that comes after a reload asks for it
    addEventListener("pageshow", (event) => void (event.persisted && hold(own)));
  }
  remember(own);
  document.addEventListener("visibilitychange", () => void findOtherTabs());
  await findOtherTabs();
}

/* Sees which other tabs are open. */
export async function findOtherTabs(): Promise<void> {
  if (!navigator.locks) return;
  const { held = [] } = await navigator.locks.query();
  const names = held.map((lock) => lock.name ?? "").filter((name) => name.startsWith(LOCK));
  others = new Set(names.map((name) => name.slice(LOCK.length)).filter((name) => name !== own));
}
