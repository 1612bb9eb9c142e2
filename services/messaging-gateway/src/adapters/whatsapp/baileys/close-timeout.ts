import { SECOND } from '@balcao/kernel'

export interface Closable {
  close(): void
  terminate(): void
}

const CLOSE_TIMEOUT_MS = 1 * SECOND

/**
 * Limits the WebSocket's closing handshake to `timeoutMs`, by default one second: a dead connection never answers
 * the close frame, and the library reports the end only after the handshake's own limit of half a minute.
 */
export function limitCloseHandshake(socket: Closable, timeoutMs = CLOSE_TIMEOUT_MS): void {
  const close = socket.close.bind(socket)
  socket.close = () => {
    close()
    setTimeout(() => socket.terminate(), timeoutMs).unref()
  }
}

/** Ends the connection without a close frame. */
export function terminate(socket: Pick<Closable, 'terminate'> | null): void {
  try {
    socket?.terminate()
  } catch {
    // `terminate` throws while the socket is connecting; the socket is closed all the same.
  }
}
