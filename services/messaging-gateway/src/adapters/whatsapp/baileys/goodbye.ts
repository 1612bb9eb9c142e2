import { SECOND } from '@balcao/kernel'

export interface Closable {
  close(): void
  terminate(): void
}

const PATIENCE_MS = 1 * SECOND

/**
 * A dead line answers no goodbye, and the library waits half a minute for the answer before it says that the line is
 * over. From now on whoever is told goodbye has a second.
 */
export function hurryGoodbye(socket: Closable, patienceMs = PATIENCE_MS): void {
  const close = socket.close.bind(socket)
  socket.close = () => {
    close()
    setTimeout(() => socket.terminate(), patienceMs).unref()
  }
}
