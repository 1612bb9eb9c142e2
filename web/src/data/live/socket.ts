import {
  errorKinds,
  isErrorCode,
  type ClientToServer,
  type ReadyEvent,
  type SocketAck,
  type ViewerState,
} from '@balcao/contracts'
import type { ManagerOptions, Socket, SocketOptions } from 'socket.io-client'

/** The part of a socket.io client that is used; tests pass a fake. */
export type WireSocket = Pick<
  Socket,
  'on' | 'onAny' | 'emit' | 'connect' | 'disconnect' | 'connected' | 'active'
> & {
  io: { opts: Partial<ManagerOptions & SocketOptions> }
}
export type OpenSocket = (options: Partial<ManagerOptions & SocketOptions>) => WireSocket

export interface SocketPorts {
  open: OpenSocket
  token(): string | null
  /** A new access token, or null when the session is over. */
  renewToken(): Promise<string | null>
  onReady(head: number): void
  /** `ready` once more on an open connection: this user's rights changed, other rooms are heard now. */
  onRightsChanged(head: number): void
  onLost(): void
  onEvent(name: string, payload: unknown): void
}

/** Delay before reconnecting after the first refused handshake; doubled with each further one. */
const FIRST_RETRY_MS = 3_000
const LONGEST_RETRY_MS = 30_000

/* Between half of it and all of it: a cluster that refuses everybody must not hear from all of them at once. */
const retryMs = (refusals: number): number =>
  Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** (refusals - 1)) * (0.5 + Math.random() / 2)

/* A server that cannot decide has no objection to the token: renewing it would only add to what it has to do. */
const isUndecided = (refusal: { data?: { code?: unknown } } | undefined): boolean => {
  const code = refusal?.data?.code
  return isErrorCode(code) && ['unavailable', 'internal'].includes(errorKinds[code])
}

type TellServer = (event: keyof ClientToServer, ...args: number[]) => void

const createOpenConversations = (tell: TellServer) => {
  const counts = new Map<number, number>()

  const leave = (ticketId: number) => {
    const rest = (counts.get(ticketId) ?? 1) - 1
    if (rest > 0) {
      counts.set(ticketId, rest)
      return
    }
    counts.delete(ticketId)
    tell('leaveChatBox', ticketId)
  }

  return {
    join: (ticketId: number): (() => void) => {
      const count = counts.get(ticketId) ?? 0
      counts.set(ticketId, count + 1)
      if (count === 0) tell('joinChatBox', ticketId)
      let left = false
      return () => {
        if (left) return
        left = true
        leave(ticketId)
      }
    },
    joinAgain: () => {
      for (const ticketId of counts.keys()) tell('joinChatBox', ticketId)
    },
    clear: () => counts.clear(),
  }
}

/**
 * One socket for the app. Open conversations are counted: the last one to leave leaves, and every `ready` joins them again.
 * A refusal or a drop by the server renews the token first, since an expired one is the usual cause, unless the server said that it could
 * not decide.
 */
export const createLiveSocket = (ports: SocketPorts) => {
  let retry: ReturnType<typeof setTimeout> | undefined
  let closed = false
  /** In a row. */
  let refusals = 0
  /** Conversations are joined from `ready` on; asking earlier would join twice. */
  let ready = false

  const socket = ports.open({
    auth: (give) => give({ token: ports.token() }),
    query: { token: ports.token() ?? '' },
    transports: ['websocket', 'polling'],
    reconnectionDelay: 500,
    reconnectionDelayMax: 10_000,
    randomizationFactor: 0.5,
  })

  const tell: TellServer = (event, ...args) => {
    if (ready) socket.emit(event, ...args)
  }
  const conversations = createOpenConversations(tell)

  /** Used by the next handshake only. */
  const showNewestToken = () => {
    socket.io.opts.query = { token: ports.token() ?? '' }
  }

  const comeBack = async (renews: boolean) => {
    const token = renews ? await ports.renewToken() : ports.token()
    if (closed || token === null) return
    showNewestToken()
    socket.connect()
  }

  const comeBackLater = (renews: boolean) => {
    refusals += 1
    clearTimeout(retry)
    retry = setTimeout(() => void comeBack(renews), retryMs(refusals))
  }

  socket.on('ready', (event: ReadyEvent) => {
    const isAgain = ready
    ready = true
    refusals = 0
    conversations.joinAgain()
    tell('userStatus')
    if (isAgain) ports.onRightsChanged(event.seq)
    else ports.onReady(event.seq)
  })
  socket.on('disconnect', (reason: string) => {
    ready = false
    if (closed) return
    showNewestToken()
    ports.onLost()
    // socket.io does not reconnect after 'io server disconnect'.
    if (reason === 'io server disconnect') void comeBack(true)
  })
  socket.on('connect_error', (refusal?: { data?: { code?: unknown } }) => {
    if (closed) return
    showNewestToken()
    ports.onLost()
    // Not active: the handshake was refused; socket.io does not retry.
    if (!socket.active) comeBackLater(!isUndecided(refusal))
  })
  socket.onAny((name: string, payload: unknown) => ports.onEvent(name, payload))

  return {
    joinChatBox: conversations.join,
    /** `onAnswer` hears whether the others were told: not before the conversation is joined. */
    viewTicket: (ticketId: number, state: ViewerState, onAnswer: (isTold: boolean) => void) => {
      if (!ready) return onAnswer(false)
      socket.emit('viewTicket', ticketId, state, ({ ok }: SocketAck) => onAnswer(ok))
    },
    tellPresence: () => tell('userStatus'),
    reconnectNow: () => {
      if (closed || socket.connected) return
      // Ends the growing delay before socket.io's next try, which `connect` alone waits for.
      socket.disconnect()
      socket.connect()
    },
    close: () => {
      closed = true
      clearTimeout(retry)
      conversations.clear()
      socket.disconnect()
    },
  }
}

export type LiveSocket = ReturnType<typeof createLiveSocket>
