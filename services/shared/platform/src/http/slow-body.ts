import type { IncomingMessage } from 'node:http'

import { AppError } from '@balcao/kernel'

/* Minimum bytes per window: 1 kB in 30 s. */
const LEAST_BYTES = 1_024

/**
 * Rejects when a window of `windowMs` brings less than 1 kB of the request's body. `stop` ends the check.
 * Counts bytes of the socket: the stream belongs to the body parser.
 */
export function watchSlowBody(
  request: IncomingMessage,
  windowMs: number,
): { tooSlow: Promise<never>; stop(): void } {
  let timer: NodeJS.Timeout | undefined
  const tooSlow = new Promise<never>((_resolve, reject) => {
    let seen = request.socket.bytesRead
    timer = setInterval(() => {
      const now = request.socket.bytesRead
      if (now - seen < LEAST_BYTES)
        reject(new AppError('ERR_MALFORMED_REQUEST', { detail: 'the body came too slowly' }))
      seen = now
    }, windowMs)
    timer.unref()
  })
  // The promise may have no listener when the last window ends.
  tooSlow.catch(() => undefined)
  return { tooSlow, stop: () => clearInterval(timer) }
}
