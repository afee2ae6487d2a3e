/* A store as the browser's, with as much room as wanted. */
import type { Store } from "../../src/shell/drafts";

export class Memory implements Store {
  private readonly map = new Map<string, string>();
  constructor(public room = Infinity) {}
  get length() {
    return this.map.size;
  }
  key(index: number) {
    return [...this.map.keys()][index] ?? null;
  }
  getItem(key: string) {
    return this.map.get(key) ?? null;
  }
  setItem(key: string, value: string) {
    if (value.length > this.room) throw new Error("full");
    this.map.set(key, value);
  }
  removeItem(key: string) {
    this.map.delete(key);
  }
  clear() {
    this.map.clear();
  }
}
