import type { Clock } from '@balcao/kernel'

import { signals } from '../../signals'
import { createEventRate } from './event-rate'

/** The part of an engine.io connection that the limits need. */
export interface LimitedConnection {
  on(event: 'packet', listener: (packet: { type: string }) => void): unknown
  on(event: 'packetCreate', listener: (packet: { data?: unknown }) => void): unknown
  on(event: 'flush' | 'error', listener: () => void): unknown
  close(discard?: boolean): void
  /** `socket` exists on a WebSocket. */
  readonly transport: { readonly writable: boolean; readonly socket?: { terminate?(): void } }
}

export const MAX_UNSENT_BYTES = 1024 * 1024

const byteLength = (data: unknown): number =>
  typeof data === 'string' ? data.length : Buffer.isBuffer(data) ? data.byteLength : 0

/** Closes a connection that sends more than 50 packets a second, authenticated or not. */
export function limitEvents(connection: LimitedConnection, clock: Clock): void {
  const fits = createEventRate()
  connection.on('packet', ({ type }) => {
    if (type !== 'message' || fits(clock.now().getTime())) return
    signals.connectionDropped('flood')
    connection.close()
  })
}

/* A regular close waits half a minute for a client that does not read. */
function cutOff(connection: LimitedConnection): void {
  const { socket } = connection.transport
  connection.close(true)
  socket?.terminate?.()
}

/**
 * Closes a connection with more than 1 MiB unsent. Data that engine.io handed to the
 * transport counts until the transport is writable again.
 */
export function limitUnsentBytes(connection: LimitedConnection): void {
  let queuedBytes = 0
  let inFlightBytes = 0
  connection.on('packetCreate', ({ data }) => {
    if (connection.transport.writable) inFlightBytes = 0
    queuedBytes += byteLength(data)
    if (queuedBytes + inFlightBytes <= MAX_UNSENT_BYTES) return
    signals.connectionDropped('slow')
    cutOff(connection)
  })
  connection.on('flush', () => {
    inFlightBytes = queuedBytes
    queuedBytes = 0
  })
}
