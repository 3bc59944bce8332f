import { createHash } from 'node:crypto'
import { countWords } from './count-words.js'
import type { Json } from './read-json.js'

const DEFAULT_DIMENSIONS = 384
const MAX_DIMENSIONS = 8192

/** An embedding list: a unit vector per input that depends on its text alone; floats, or base64 of little-endian float32. */
export function embeddings(body: Json, model: string): object | string {
  const { input } = body
  const inputs: unknown[] = Array.isArray(input) ? input : [input]
  if (!inputs.every((text) => typeof text === 'string')) return '"input" must be a string or a list of strings'
  const format = body['encoding_format'] ?? 'float'
  if (format !== 'float' && format !== 'base64') return '"encoding_format" must be "float" or "base64"'
  const dimensions = body['dimensions'] ?? DEFAULT_DIMENSIONS
  if (typeof dimensions !== 'number' || !Number.isInteger(dimensions) || dimensions < 1 || dimensions > MAX_DIMENSIONS) return `"dimensions" must be a whole number from 1 to ${MAX_DIMENSIONS}`
  const promptTokens = inputs.reduce((sum, text) => sum + countWords(text), 0)
  return {
    object: 'list',
    data: inputs.map((text, index) => {
      const vector = unitVector(text, dimensions)
      return { object: 'embedding', index, embedding: format === 'float' ? [...vector] : base64Of(vector) }
    }),
    model,
    usage: { prompt_tokens: promptTokens, total_tokens: promptTokens },
  }
}

function unitVector(text: string, dimensions: number): Float32Array {
  const vector = new Float32Array(dimensions)
  let square = 0
  for (let at = 0; at < dimensions; at += 8) {
    const digest = createHash('sha256').update(`${at}\0${text}`).digest()
    for (let word = 0; word < 8 && at + word < dimensions; word += 1) {
      const value = digest.readInt32LE(4 * word) / 0x8000_0000
      vector[at + word] = value
      square += value * value
    }
  }
  const length = Math.sqrt(square)
  return vector.map((value) => value / length)
}

function base64Of(vector: Float32Array): string {
  const bytes = Buffer.alloc(4 * vector.length)
  vector.forEach((value, index) => bytes.writeFloatLE(value, 4 * index))
  return bytes.toString('base64')
}
