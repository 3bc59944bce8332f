export const MANIFEST_KEY = /^[A-Z][A-Z0-9_]*$/

/** Values by key, in the order of the file. Plain text: nothing is unquoted, expanded or run. */
export type Manifest = ReadonlyMap<string, string>
