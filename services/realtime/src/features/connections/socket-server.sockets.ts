import type { IncomingMessage, Server as HttpServer } from 'node:http'

import { AppError, SECOND, type Running } from '@balcao/kernel'
import { SOCKET_PING_INTERVAL_MS, SOCKET_PING_TIMEOUT_MS } from '@balcao/contracts'
import { Server, type ServerOptions } from 'socket.io'

import { socketLog } from '../../logger'
import { signals } from '../../signals'
import type { FeedBroadcast } from '../fanout'
import { admitSocket, type AdmissionDeps } from './admit-socket'
import { listenToClientEvents, type ClientEventDeps } from './client-events.sockets'
import type { DeskServer, DeskSocket, SocketRegistry } from './desk-socket.sockets'
import { drainConnections, type Closable } from './drain.sockets'
import { subscribeToFeedHints } from './feed-hints.sockets'
import { limitUnsentBytes, limitEvents } from './limits.sockets'
import { isOriginAllowed } from './origin-policy'
import { joinRooms } from './rooms.sockets'
import { createViewers, type Viewers } from './viewers.sockets'

/** Connection to the socket servers of other processes. */
export interface SocketCluster {
  adapter: NonNullable<ServerOptions['adapter']>
  close(): Promise<void>
}

export interface SocketServerDeps extends AdmissionDeps, ClientEventDeps {
  registry: SocketRegistry
  broadcast: FeedBroadcast
  allowedOrigins: readonly string[]
  /** Absent in a single process. */
  cluster?: SocketCluster | undefined
  /** Time over which a stop closes its sockets. */
  drainMs: number
}

/** A token travels in the first packet; all later client packets are small. */
const MAX_PACKET_BYTES = 16 * 1024
const FIRST_CHECK_MS = 2 * SECOND

const single = (header: string | string[] | undefined): string | undefined =>
  Array.isArray(header) ? header[0] : header

const isAllowed = (request: IncomingMessage, allowed: readonly string[]): boolean =>
  isOriginAllowed(
    {
      origin: request.headers.origin,
      host: request.headers.host,
      fetchSite: single(request.headers['sec-fetch-site']),
    },
    allowed,
  )

/* `allowRequest` sees handshakes only; the engine's middleware also sees later polls and upgrades. */
function guardOrigin(io: DeskServer, allowed: readonly string[]): void {
  io.engine.use(
    (
      request: IncomingMessage & { _query?: Record<string, unknown> },
      _response: unknown,
      next: (error?: Error) => void,
    ) => {
      const isHandshake = request._query?.['sid'] === undefined
      if (isHandshake || isAllowed(request, allowed)) next()
      else next(new Error('ERR_ORIGIN_NOT_ALLOWED'))
    },
  )
}

function demandRooms({ rooms }: { rooms: ReadonlySet<unknown> }): void {
  if (rooms.size === 0) throw new Error('an emit without a room would reach every company')
}

/** A broadcast without a room would reach every company: throws. */
export function forbidGlobalEmit(io: Pick<DeskServer, 'sockets'>): void {
  const { adapter } = io.sockets
  const broadcast = adapter.broadcast.bind(adapter)
  const broadcastWithAck = adapter.broadcastWithAck.bind(adapter)
  adapter.broadcast = (packet, options) => {
    demandRooms(options)
    broadcast(packet, options)
  }
  adapter.broadcastWithAck = (packet, options, ...callbacks) => {
    demandRooms(options)
    broadcastWithAck(packet, options, ...callbacks)
  }
}

function readErrorCode(error: unknown): string {
  if (error instanceof AppError) return error.code
  socketLog.error({ err: error }, 'handshake failed')
  return 'ERR_INTERNAL'
}

async function admit(deps: SocketServerDeps, socket: DeskSocket): Promise<void> {
  const { claims, session } = await admitSocket(deps, socket.handshake)
  const following = await deps.broadcast.follow(session.companyId)
  if (socket.conn.readyState !== 'open') return following.release()
  socket.conn.once('close', following.release)
  const user = (await deps.sessions.findUsers(session.companyId, [session.userId])).get(session.userId)
  const checkAt = deps.clock.now().getTime() + FIRST_CHECK_MS
  socket.data = {
    claims,
    session,
    rooms: [],
    email: user?.email ?? '',
    tickets: new Set(),
    views: new Set(),
    lists: new Set(),
    checkAt,
  }
}

/* Everything up to `ready` is synchronous: no event can be sent between reading the position and joining the rooms. */
function welcome(deps: SocketServerDeps, viewers: Viewers, socket: DeskSocket): void {
  const { companyId, userId } = socket.data.session
  const online = { companyId, userId, socketId: socket.id }
  joinRooms(socket, { position: deps.broadcast.position(companyId), now: deps.clock.now() })
  listenToClientEvents(deps, viewers, socket)
  signals.socketOpened()
  void deps.presence.joined(online)
  socket.on('error', (error) => socketLog.debug({ err: error }, 'socket error'))
  socket.on('disconnect', (reason) => {
    signals.socketClosed(reason)
    void deps.presence.left(online)
  })
}

/* A stopping server refuses handshakes, so that the load balancer sends clients to another. */
function findRefusal(deps: SocketServerDeps, gate: Gate, request: IncomingMessage): string | undefined {
  if (gate.isClosed) return 'ERR_UNAVAILABLE'
  return isAllowed(request, deps.allowedOrigins) ? undefined : 'ERR_ORIGIN_NOT_ALLOWED'
}

interface Gate {
  isClosed: boolean
}

function createServer(deps: SocketServerDeps, server: HttpServer, gate: Gate): DeskServer {
  const io: DeskServer = new Server(server, {
    ...(deps.cluster ? { adapter: deps.cluster.adapter } : {}),
    path: '/socket.io',
    serveClient: false,
    pingInterval: SOCKET_PING_INTERVAL_MS,
    pingTimeout: SOCKET_PING_TIMEOUT_MS,
    connectTimeout: 10 * SECOND,
    maxHttpBufferSize: MAX_PACKET_BYTES,
    cors: { origin: [...deps.allowedOrigins], credentials: true },
    allowRequest: (request, decide) => {
      const refusal = findRefusal(deps, gate, request)
      if (refusal) signals.socketRefused(refusal)
      decide(refusal, refusal === undefined)
    },
  })
  guardOrigin(io, deps.allowedOrigins)
  forbidGlobalEmit(io)
  io.engine.on('connection', (connection) => {
    connection.on('error', () => undefined)
    limitEvents(connection, deps.clock)
    limitUnsentBytes(connection)
  })
  io.use((socket, next) => {
    admit(deps, socket).then(
      () => next(),
      (error: unknown) => {
        const code = readErrorCode(error)
        signals.socketRefused(code)
        next(Object.assign(new Error(code), { data: { code } }))
      },
    )
  })
  const viewers = createViewers(io, deps.cluster !== undefined)
  io.on('connection', (socket) => welcome(deps, viewers, socket))
  subscribeToFeedHints(io, deps.broadcast)
  return io
}

/* The engine types its client list by name only. */
const listConnections = (io: DeskServer): Closable[] =>
  Object.values((io.engine as unknown as { clients: Record<string, Closable> }).clients)

/**
 * Handles requests and upgrades below `/socket.io`. Attach it after the request listener is set.
 * Stopping refuses new handshakes and closes the connections over `drainMs`; clients
 * reconnect by themselves.
 */
export function attachSockets(deps: SocketServerDeps, server: HttpServer): Running {
  const gate: Gate = { isClosed: false }
  const io = createServer(deps, server, gate)
  deps.registry.io = io
  const leave = async () => {
    gate.isClosed = true
    await drainConnections(listConnections(io), deps.drainMs)
    if (deps.registry.io === io) deps.registry.io = undefined
    io.engine.close()
    await deps.cluster?.close()
  }
  let leaving: Promise<void> | undefined
  return { stop: () => (leaving ??= leave()) }
}
