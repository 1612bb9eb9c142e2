import type { OpenSocket, WireSocket } from '../data/live/socket'

/** A socket whose server is the test: `serverSays` is heard by the client, `emitted` is what the client said. */
export const fakeSocket = () => {
  const listeners = new Map<string, ((...given: never[]) => void)[]>()
  const any: ((name: string, payload: unknown) => void)[] = []
  const emitted: unknown[][] = []
  let connects = 0
  let options: Parameters<OpenSocket>[0] = {}

  const socket = {
    connected: false,
    active: true,
    io: { opts: {} as Record<string, unknown> },
    on: (name: string, listener: (...given: never[]) => void) => {
      listeners.set(name, [...(listeners.get(name) ?? []), listener])
      return socket
    },
    onAny: (listener: (name: string, payload: unknown) => void) => {
      any.push(listener)
      return socket
    },
    emit: (...said: unknown[]) => {
      emitted.push(said)
      return socket
    },
    connect: () => {
      connects += 1
      return socket
    },
    disconnect: () => {
      socket.connected = false
      return socket
    },
  }

  const serverSays = (name: string, payload?: unknown) => {
    for (const listener of listeners.get(name) ?? []) listener(payload as never)
    if (!['connect', 'disconnect', 'connect_error'].includes(name))
      for (const listener of any) listener(name, payload)
  }

  return {
    open: ((given) => {
      options = given
      return socket as unknown as WireSocket
    }) satisfies OpenSocket,
    socket,
    emitted,
    options: () => options,
    connects: () => connects,
    serverSays,
    ready: (seq: number) => {
      socket.connected = true
      serverSays('ready', { seq })
    },
    drop: (reason: string) => {
      socket.connected = false
      serverSays('disconnect', reason)
    },
  }
}
