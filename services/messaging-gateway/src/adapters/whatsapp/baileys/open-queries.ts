import type { EventEmitter } from 'node:events'

/**
 * Makes open queries fail when the library ends its socket. It removes its listeners for the end first, so a query
 * would wait for its time limit of one minute, and callers with it.
 */
export function endOpenQueries(socket: EventEmitter): void {
  const removeAll = socket.removeAllListeners.bind(socket)
  socket.removeAllListeners = (event) => {
    if (event === 'close') socket.emit('close')
    return removeAll(event)
  }
}
