import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { SubjectFailure, SubjectInputError } from './errors.js'
import { plantAnswers } from './plant-answers.js'

export interface RelayOptions {
  /** `http://host:port` without a path. */
  readonly upstreamUrl: string
  /** Microseconds by which the first byte of each answer is held back, 0 to 60 s; without it not a byte is touched. */
  readonly plantDelayUs?: number | undefined
  /** 0, or nothing, for any free port. */
  readonly port?: number | undefined
}

export interface Relay {
  readonly url: string
  readonly port: number
  /** Stops listening and cuts the connections that are left. */
  close(): Promise<void>
}

const LONGEST_PLANT_US = 60_000_000

/**
 * Starts an HTTP/1.1 relay on 127.0.0.1: a subject that does nothing, or nothing but a known delay.
 *
 * Each connection of a client has one to the upstream for as long as it lives, and bytes pass as
 * they arrive, so an event stream passes event by event. With a planted delay every answer carries
 * `x-lat-planted-ns`, the delay as it was measured, also for a delay of 0.
 *
 * @throws {SubjectInputError} `LAT_SUBJ_ARGUMENT`
 * @throws {SubjectFailure} `LAT_SUBJ_NOT_STARTED` when the port cannot be opened
 */
export async function startRelay({ upstreamUrl, plantDelayUs, port = 0 }: RelayOptions): Promise<Relay> {
  const upstream = readUpstream(upstreamUrl)
  if (plantDelayUs !== undefined && !(Number.isInteger(plantDelayUs) && plantDelayUs >= 0 && plantDelayUs <= LONGEST_PLANT_US)) {
    throw new SubjectInputError('LAT_SUBJ_ARGUMENT', `plantDelayUs is ${plantDelayUs}; it must be a whole number of microseconds from 0 to ${LONGEST_PLANT_US}.`)
  }

  const sockets = new Set<Socket>()
  const server = createServer({ noDelay: true, allowHalfOpen: true }, (client) => {
    const onward = connect({ ...upstream, noDelay: true, allowHalfOpen: true })
    for (const socket of [client, onward]) {
      sockets.add(socket)
      socket.on('close', () => sockets.delete(socket))
    }
    join(client, onward, upstreamUrl)
    if (plantDelayUs === undefined) {
      client.pipe(onward)
      onward.pipe(client)
    } else {
      plantAnswers(onward, client, plantDelayUs)
    }
  })

  await new Promise<void>((resolve, reject) => {
    server.once('error', (cause) => reject(new SubjectFailure('LAT_SUBJ_NOT_STARTED', `The relay to ${upstreamUrl} cannot listen on port ${port}: ${cause.message}.`, { cause })))
    server.listen(port, '127.0.0.1', resolve)
  })
  const address = server.address() as AddressInfo

  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

function readUpstream(upstreamUrl: string): { readonly host: string; readonly port: number } {
  const url = URL.canParse(upstreamUrl) ? new URL(upstreamUrl) : null
  if (url?.protocol !== 'http:' || url.pathname !== '/' || url.search !== '') {
    throw new SubjectInputError('LAT_SUBJ_ARGUMENT', `upstreamUrl is "${upstreamUrl}"; a relay needs http://host:port without a path.`)
  }
  return { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port) || 80 }
}

/** What breaks on one side breaks on the other; an upstream that never answered is named to the client. */
function join(client: Socket, onward: Socket, upstreamUrl: string): void {
  client.on('error', () => onward.destroy())
  client.on('close', () => onward.destroy())
  onward.on('error', (error) => {
    if (onward.bytesRead > 0 || client.destroyed) {
      client.resetAndDestroy()
      return
    }
    const body = JSON.stringify({ error: { type: 'upstream_unreachable', message: `${upstreamUrl}: ${error.message}` } })
    client.end(`HTTP/1.1 502 Bad Gateway\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n${body}`)
  })
}
