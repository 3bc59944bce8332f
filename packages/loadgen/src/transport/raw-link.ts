import { connect } from 'node:net'
import type { Socket } from 'node:net'
import { ABANDONED, FAILED, OK } from '../columns.js'
import type { Columns } from '../columns.js'
import { classifyError } from '../classify-error.js'
import { failureCode } from '../failures.js'
import type { FailureName } from '../failures.js'
import type { ThreadClock } from '../thread-clock.js'
import type { OpenableLink } from './open-links.js'
import type { ExchangeSink, WireTarget } from './transport.js'

const HEAD_END = Buffer.from('\r\n\r\n')
const GIVEN_UP = new Error('given up by the generator')
/** Place of the status in `HTTP/1.1 200`, of which interim answers start with a 1. */
const STATUS_AT = 9
const DIGIT_ONE = 0x31
const BUFFER_BYTES = 65_536

/** One slot of the reference transport: a socket, a static receive buffer, and just enough HTTP to find the last byte. */
export class RawLink implements OpenableLink {
  opened = 0
  failedConnects = 0
  private row = -1
  private scheduledNs = 0
  private socket: Socket | null = null
  private connecting: Socket | null = null
  private head = Buffer.alloc(0)
  private bodyBytesLeft = -1
  private interim = false
  private status = 0
  private giveUp: FailureName | null = null
  private lastUsedNs = 0
  private fresh = false
  private readonly columns: Columns
  private readonly clock: ThreadClock

  constructor(
    private readonly slot: number,
    private readonly target: WireTarget,
    private readonly message: Buffer,
    private readonly sink: ExchangeSink,
  ) {
    this.columns = sink.columns
    this.clock = sink.clock
  }

  preconnect(): Promise<void> {
    return new Promise((resolve, reject) => {
      const onread = { buffer: Buffer.allocUnsafe(BUFFER_BYTES), callback: (bytes: number, buffer: Uint8Array) => this.receive(buffer as Buffer, bytes) }
      const socket = connect({ host: this.target.address, port: this.target.port, noDelay: true, onread })
      this.connecting = socket
      socket.once('connect', () => {
        this.connecting = null
        this.opened += 1
        this.socket = socket
        resolve()
      })
      socket.on('error', (error) => {
        if (this.connecting === socket) this.failedConnects += 1
        reject(error)
        this.lost(socket, error)
      })
      socket.on('close', () => this.lost(socket, Object.assign(new Error('other side closed'), { code: 'UND_ERR_SOCKET' })))
    })
  }

  send(row: number, nowNs: number): void {
    this.row = row
    this.scheduledNs = this.columns.scheduledNs[row]!
    this.interim = false
    this.status = 0
    this.bodyBytesLeft = -1
    this.giveUp = null
    this.fresh = this.socket === null
    this.columns.dispatchedNs[row] = nowNs > this.scheduledNs ? nowNs - this.scheduledNs : 0
    if (this.socket !== null) return this.write(this.socket)
    this.preconnect().then(
      () => this.write(this.socket!),
      () => undefined,
    )
  }

  expire(): void {
    if (this.row < 0) return
    this.giveUp = 'timeout'
    this.socket?.destroy()
    this.cancelConnecting(GIVEN_UP)
  }

  cancelConnecting(error: Error): void {
    this.connecting?.destroy(error)
  }

  abandon(): void {
    if (this.row >= 0) this.finish(ABANDONED, 'none')
  }

  close(): Promise<void> {
    const { socket } = this
    this.socket = null
    this.cancelConnecting(GIVEN_UP)
    if (socket === null || socket.destroyed) return Promise.resolve()
    return new Promise((resolve) => {
      socket.once('close', resolve)
      socket.destroy()
    })
  }

  private write(socket: Socket): void {
    const { row, columns } = this
    if (row < 0) return
    columns.connectedNs[row] = this.clock.now() - this.scheduledNs
    socket.write(this.message)
    columns.writtenNs[row] = this.clock.now() - this.scheduledNs
  }

  private receive(buffer: Buffer, bytes: number): boolean {
    if (this.row < 0) {
      this.socket?.destroy()
      return true
    }
    if (Number.isNaN(this.columns.firstByteNs[this.row])) this.columns.firstByteNs[this.row] = this.clock.now() - this.scheduledNs
    if (this.bodyBytesLeft >= 0) this.bodyBytesLeft -= bytes
    else {
      let head = this.head.length === 0 ? buffer.subarray(0, bytes) : Buffer.concat([this.head, buffer.subarray(0, bytes)])
      let end = head.indexOf(HEAD_END)
      // 100 to 199 announce an answer, so that the first byte is still to come.
      while (end >= 0 && head[STATUS_AT] === DIGIT_ONE) {
        head = head.subarray(end + HEAD_END.length)
        end = head.indexOf(HEAD_END)
        this.interim = true
        this.columns.firstByteNs[this.row] = head.length === 0 ? NaN : this.clock.now() - this.scheduledNs
      }
      if (end < 0) {
        this.head = Buffer.from(head)
        return true
      }
      this.head = Buffer.alloc(0)
      const text = head.toString('latin1', 0, end)
      const length = /\r\ncontent-length: *(\d+)/i.exec(text)
      this.status = Number(text.slice(9, 12))
      if (length === null) {
        this.giveUp = 'malformed-answer'
        this.socket?.destroy()
        return true
      }
      this.bodyBytesLeft = Number(length[1]) - (head.length - end - HEAD_END.length)
    }
    if (this.bodyBytesLeft > 0) return true
    this.columns.lastByteNs[this.row] = this.clock.now() - this.scheduledNs
    if (this.bodyBytesLeft < 0) this.finish(FAILED, 'excess-bytes')
    else if (this.status > 299) this.finish(FAILED, this.status < 400 ? 'redirect' : 'status')
    else this.finish(OK, 'none')
    return true
  }

  private lost(socket: Socket, error: Error & { code?: string }): void {
    if (this.socket === socket) this.socket = null
    if (this.connecting === socket) this.connecting = null
    if (this.row < 0) return
    if (this.giveUp !== null) return this.finish(FAILED, this.giveUp)
    const answerStarted = this.interim || !Number.isNaN(this.columns.firstByteNs[this.row])
    const connected = !Number.isNaN(this.columns.connectedNs[this.row])
    this.finish(FAILED, classifyError(error, { connected, answerStarted, headersSeen: this.status !== 0, idleNs: this.fresh ? null : this.clock.now() - this.lastUsedNs }))
  }

  private finish(outcome: number, failure: FailureName): void {
    const { columns, row } = this
    this.row = -1
    this.lastUsedNs = this.clock.now()
    columns.status[row] = this.status
    columns.failure[row] = failureCode(failure)
    columns.reconnected[row] = this.fresh ? 1 : 0
    columns.outcome[row] = outcome
    this.sink.finished(this.slot, row)
  }
}
