import type { EventEmitter } from 'node:events'

/**
 * A library that ends its socket by itself stops listening for the end first: a question that was not answered yet would
 * wait for its time limit, a minute, and with it whoever waits for what it was asked for. From now on it fails at once.
 */
export function endOpenQueries(socket: EventEmitter): void {
  const removeAll = socket.removeAllListeners.bind(socket)
  socket.removeAllListeners = (event) => {
    if (event === 'close') socket.emit('close')
    return removeAll(event)
  }
}
