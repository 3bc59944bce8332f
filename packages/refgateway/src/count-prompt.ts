import type { Tokenizer } from './tokenizer.js'

const bytesPerClaudeToken = 4

/** Tokens of a prompt for the model that will read it: o200k_base, or a quarter of the bytes for `claude*`. */
export function countPrompt(model: string, text: string, tokenizer: Tokenizer): number {
  return model.startsWith('claude') ? Math.ceil(Buffer.byteLength(text) / bytesPerClaudeToken) : tokenizer.count(text)
}
