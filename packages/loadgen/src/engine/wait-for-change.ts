type WaitAsync = (array: Int32Array, index: number, value: number) => { readonly async: boolean; readonly value: Promise<string> | string }

// In every supported Node, but not yet in the ES2022 library of TypeScript.
const { waitAsync } = Atomics as unknown as { readonly waitAsync: WaitAsync }

/** Resolves once the cell no longer holds `value`. Does not keep the event loop alive by itself. */
export async function waitForChange(array: Int32Array, index: number, value: number): Promise<void> {
  const waiting = waitAsync(array, index, value)
  if (waiting.async) await waiting.value
}
