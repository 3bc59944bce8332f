import type { ServerResponse } from 'node:http'
import { plantDelay } from './plant-delay.js'

const plantedHeader = 'x-lat-planted-ns'

export interface AnswerHead {
  readonly status: number
  /** Names and values in turn. */
  readonly headers: readonly string[]
  /** Length of the body where the upstream announced it. */
  readonly bodyBytes?: number
}

export interface AnswerWriter {
  /** Sends the whole answer. */
  whole(head: AnswerHead, body: Buffer): void
  /** Sends one piece of a stream in a segment of its own, with the head before the first; `false` when the client lags. */
  piece(head: AnswerHead, bytes: Buffer): boolean
  /** Ends a stream, with the head if there was no piece. */
  end(head: AnswerHead): void
  /** A byte of the answer is out, or the planted delay before it is running. */
  started(): boolean
}

/** Writes one answer to the client; a planted delay is the last thing that happens before its first byte. */
export function createAnswerWriter(response: ServerResponse, plantDelayUs: number): AnswerWriter {
  let open = plantDelayUs === 0
  let plantedNs = 0
  let waiting: (() => void)[] | null = null

  const act = (write: () => void) => {
    if (!response.destroyed) write()
  }
  const afterPlant = (write: () => void) => {
    if (open) {
      act(write)
    } else if (waiting !== null) {
      waiting.push(write)
    } else {
      const queue = waiting = [write]
      plantDelay(plantDelayUs, (passedNs) => {
        open = true
        plantedNs = passedNs
        queue.forEach(act)
      })
    }
  }

  const writeHead = ({ status, headers }: AnswerHead, bodyBytes: number | undefined) => {
    const head = plantedNs === 0 ? [...headers] : addPlanted(headers, plantedNs)
    if (bodyBytes !== undefined) head.push('content-length', String(bodyBytes))
    response.writeHead(status, head)
  }
  const writeStreamHead = (head: AnswerHead) => {
    if (!response.headersSent) writeHead(head, head.bodyBytes)
  }
  const writePiece = (head: AnswerHead, bytes: Buffer): boolean => {
    writeStreamHead(head)
    const goesOn = response.write(bytes)
    // node:http corks the socket until the next tick, which would merge events that arrive together.
    response.socket?.uncork()
    return goesOn
  }

  return {
    whole(head, body) {
      afterPlant(() => {
        writeHead(head, body.length)
        response.end(body)
      })
    },
    piece(head, bytes) {
      if (open) return response.destroyed || writePiece(head, bytes)
      afterPlant(() => { writePiece(head, bytes) })
      return true
    },
    end(head) {
      afterPlant(() => {
        writeStreamHead(head)
        response.end()
      })
    },
    started: () => waiting !== null || response.headersSent,
  }
}

/** The upstream's own plant happened before this one: the truth for the client is their sum. */
function addPlanted(headers: readonly string[], plantedNs: number): string[] {
  const head: string[] = []
  let totalNs = plantedNs
  for (let index = 0; index < headers.length; index += 2) {
    if (headers[index]!.toLowerCase() === plantedHeader) totalNs += Number(headers[index + 1]) || 0
    else head.push(headers[index]!, headers[index + 1]!)
  }
  head.push(plantedHeader, String(totalNs))
  return head
}
