/** A `data` event. */
export function dataEvent(json: object): Buffer {
  return Buffer.from(`data: ${JSON.stringify(json)}\n\n`)
}

/** An event named by its `type`, as Anthropic and the Responses API send them. */
export function typedEvent(json: { readonly type: string; readonly [field: string]: unknown }): Buffer {
  return Buffer.from(`event: ${json.type}\ndata: ${JSON.stringify(json)}\n\n`)
}
