import type { CompanyId } from '@balcao/contracts'
import type { Pause } from '@balcao/kernel'

import { encodeTextFrame } from './web-socket-frame'

/** engine.io's own, and the one that socket.io gives it for broadcasts. */
interface WriteOptions {
  compress?: boolean
  wsPreEncodedFrame: readonly Buffer[]
}

/** The part of an engine.io connection that sending needs. */
export interface FrameConnection {
  readonly transport: { readonly name: string }
  on(event: 'packetCreate', listener: () => void): unknown
  write(data: string | Buffer, options: WriteOptions): unknown
}

/** An event, encoded once for all connections: `packet` for polling, `frame` for WebSockets. */
interface EncodedEvent {
  packet: string
  frame: Buffer
}

const ENGINE_MESSAGE = '4'
const SOCKET_EVENT = '2'

function encodeEvent(name: string, payload: object): EncodedEvent {
  const packet = SOCKET_EVENT + JSON.stringify([name, payload])
  return { packet, frame: encodeTextFrame(ENGINE_MESSAGE + packet) }
}

/* Events that wait together. Connections that wait for the same events have the same batch, joined once. */
class Batch {
  private readonly longer = new Map<EncodedEvent, Batch>()
  private joined: Buffer | undefined

  constructor(readonly events: readonly EncodedEvent[]) {}

  with(event: EncodedEvent): Batch {
    const next = this.longer.get(event) ?? new Batch([...this.events, event])
    this.longer.set(event, next)
    return next
  }

  get bytes(): Buffer {
    return (this.joined ??= Buffer.concat(this.events.map(({ frame }) => frame)))
  }
}

/* engine.io sends `wsPreEncodedFrame` on a WebSocket and encodes the data elsewhere, which has to be a single packet then. */
function write(connection: FrameConnection, { events, bytes }: Batch): void {
  if (connection.transport.name === 'websocket') {
    connection.write(bytes, { wsPreEncodedFrame: [bytes] })
    return
  }
  for (const { packet, frame } of events) connection.write(packet, { wsPreEncodedFrame: [frame] })
}

/** A write to a socket costs 10 µs and more, most of it the system call: sending takes a sixth of a core at most. */
const PAUSE_MS_PER_SOCKET = 0.05
const MAX_PAUSE_MS = 25

/**
 * Sends events to connections, in order. An event leaves at once; after it was written to many sockets, the company's
 * next ones wait up to 25 ms and leave in one write for each socket. Below 20 sockets nothing waits.
 */
export class FrameSender {
  /** What waits, of the companies that pause. */
  private readonly waiting = new Map<CompanyId, Map<FrameConnection, Batch>>()
  private readonly watched = new WeakSet<FrameConnection>()

  constructor(private readonly pause: Pause) {}

  send(companyId: CompanyId, connections: readonly FrameConnection[], name: string, payload: object): void {
    const event = encodeEvent(name, payload)
    const first = new Batch([event])
    const waiting = this.waiting.get(companyId)
    if (!waiting) this.writeAll(companyId, new Map(connections.map((connection) => [connection, first])))
    for (const connection of waiting ? connections : []) {
      this.watch(companyId, connection)
      waiting?.set(connection, waiting.get(connection)?.with(event) ?? first)
    }
  }

  private writeAll(companyId: CompanyId, batches: ReadonlyMap<FrameConnection, Batch>): void {
    this.waiting.delete(companyId)
    for (const [connection, batch] of batches) write(connection, batch)
    const pauseMs = Math.min(batches.size * PAUSE_MS_PER_SOCKET, MAX_PAUSE_MS)
    if (pauseMs < 1) return
    this.waiting.set(companyId, new Map())
    void this.pause(pauseMs).then(() => this.writeAll(companyId, this.waiting.get(companyId) ?? new Map()))
  }

  /* Whatever else is written to the connection leaves after what waits: `ready`, answers, goodbyes. */
  private watch(companyId: CompanyId, connection: FrameConnection): void {
    if (this.watched.has(connection)) return
    this.watched.add(connection)
    connection.on('packetCreate', () => this.flush(companyId, connection))
  }

  private flush(companyId: CompanyId, connection: FrameConnection): void {
    const waiting = this.waiting.get(companyId)
    const batch = waiting?.get(connection)
    waiting?.delete(connection)
    if (batch) write(connection, batch)
  }
}
