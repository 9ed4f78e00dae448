// The loops of the program (core.c) as WebAssembly: a page makes the same steps, with the same bits.

import { CODE } from "./core_code.mjs";

const library = started();
const BEGIN = library?.__heap_base.value;

/** Whether this browser starts WebAssembly. */
export const hasCore = Boolean(library);

function started() {
  try {
    const bytes = Uint8Array.from(atob(CODE), (letter) => letter.charCodeAt(0));
    return /** @type {any} */ (new WebAssembly.Instance(new WebAssembly.Module(bytes)).exports);
  } catch {
    return null;
  }
}

/** One call of a loop with its arguments in C, whole numbers as BigInt: arrays go into its memory, and come back as it leaves them. */
export function core(name, ...values) {
  const places = new Map();
  let end = BEGIN;
  for (const array of values.filter(ArrayBuffer.isView)) {
    places.set(array, end);
    end += 8 * Math.ceil(array.byteLength / 8);
  }
  const missing = Math.ceil((end - library.memory.buffer.byteLength) / 65536);
  if (missing > 0) library.memory.grow(missing);
  const stored = (array) => new array.constructor(library.memory.buffer, places.get(array), array.length);
  for (const array of places.keys()) stored(array).set(array);
  const said = library[name](...values.map((value) => places.get(value) ?? value ?? 0));
  for (const array of places.keys()) array.set(stored(array));
  return Number(said);
}
