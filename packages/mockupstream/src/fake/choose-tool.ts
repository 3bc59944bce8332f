import { asList, asObject, asText } from './read-json.js'
import type { Json } from './read-json.js'

export interface ToolCall {
  readonly name: string
  /** JSON text with a value for each required parameter. */
  readonly arguments: string
}

/**
 * The tool to call: when the request requires one, and with `callTools` also when it merely offers some.
 *
 * A conversation that ends in a tool's result is answered with text, so that a tool loop ends.
 */
export function chooseTool(body: Json, callTools: boolean): ToolCall | null {
  const tools = asList(body['tools']).map(readTool).filter((tool) => tool !== null)
  const choice = body['tool_choice']
  const mode = typeof choice === 'string' ? choice : asText(asObject(choice)?.['type'])
  const named = asText(asObject(choice)?.['name']) || asText(asObject(asObject(choice)?.['function'])?.['name'])
  const required = mode === 'required' || mode === 'any' || named !== ''
  if (mode === 'none' || !(required || callTools) || endsInToolResult(body)) return null
  const tool = named === '' ? tools[0] : tools.find(({ name }) => name === named)
  return tool === undefined ? null : { name: tool.name, arguments: JSON.stringify(sampleObject(tool.schema)) }
}

/** A tool of chat-completions (nested in `function`), of Responses, or of Anthropic (`input_schema`). */
function readTool(value: unknown): { readonly name: string; readonly schema: Json } | null {
  const tool = asObject(asObject(value)?.['function']) ?? asObject(value)
  const name = asText(tool?.['name'])
  return tool === null || name === '' ? null : { name, schema: asObject(tool['parameters']) ?? asObject(tool['input_schema']) ?? {} }
}

function endsInToolResult(body: Json): boolean {
  const last = asObject(asList(body['messages']).at(-1)) ?? asObject(asList(body['input']).at(-1))
  return last?.['role'] === 'tool' || last?.['type'] === 'function_call_output' || asList(last?.['content']).some((part) => asObject(part)?.['type'] === 'tool_result')
}

function sampleObject(schema: Json): Record<string, unknown> {
  const properties = asObject(schema['properties']) ?? {}
  const required = asList(schema['required']).filter((name) => typeof name === 'string')
  return Object.fromEntries(required.map((name) => [name, sampleValue(asObject(properties[name]) ?? {})]))
}

function sampleValue(schema: Json): unknown {
  const options = asList(schema['enum'])
  if (options.length > 0) return options[0]
  const samples: Readonly<Record<string, unknown>> = { string: 'text', number: 1, integer: 1, boolean: true, array: [], null: null }
  const type = asText(schema['type'])
  return Object.hasOwn(samples, type) ? samples[type] : sampleObject(schema)
}
