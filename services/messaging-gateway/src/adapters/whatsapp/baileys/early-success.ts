import type { EventEmitter } from 'node:events'

const SUCCESS = 'CB:success'

/**
 * The server may send `success` to a client that is not linked yet, which the library
 * would report as an open socket. Ignored until the phone has linked us (whatsmeow
 * 5f04eac6, 2026-06-22: "ignore connect success before pairing is completed").
 */
export function ignoreEarlySuccess(socket: EventEmitter, isLinked: () => boolean): void {
  const listeners = socket.rawListeners(SUCCESS)
  socket.removeAllListeners(SUCCESS)
  for (const listener of listeners)
    socket.on(SUCCESS, (...args: unknown[]) => {
      if (!isLinked()) return undefined
      const outcome: unknown = listener.apply(socket, args)
      return outcome
    })
}
