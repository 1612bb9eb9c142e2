import {
  profiles,
  queueId,
  userId as toUserId,
  type AuthEvent,
  type CompanyId,
  type TicketEvent,
} from '@balcao/contracts'
import { buildChannelName, listSocketMessages, type SocketMessage } from '@balcao/contracts/wire'
import { SECOND, type Clock, type KnownSession, type Pause } from '@balcao/kernel'

import { signals, type DropReason } from '../../signals'
import { rooms, type LiveSockets, type Room, type SocketEffect } from '../fanout'
import { socketsIn, socketsInAny, type DeskSocket, type SocketRegistry } from './desk-socket.sockets'
import { mayStay } from './admit-socket'
import { FrameSender } from './frame-sender.sockets'
import { updateRooms } from './rooms.sockets'

type EffectOf<K extends SocketEffect['kind']> = Extract<SocketEffect, { kind: K }>

interface EffectScope {
  registry: SocketRegistry
  clock: Clock
  companyId: CompanyId
  seq: number
}

/** The local directory follows the same events a little later; resolving earlier would revert the change. */
const DIRECTORY_LAG_MS = 5 * SECOND

export function dropSocket(socket: DeskSocket, reason: DropReason): void {
  const { companyId, userId } = socket.data.session
  signals.socketDropped({ companyId, userId }, reason)
  socket.disconnect(true)
}

function leaveTicket({ registry }: EffectScope, effect: EffectOf<'leave-ticket'>): void {
  for (const socket of socketsIn(registry, effect.room)) {
    const isFrom = effect.from.length === 0 || effect.from.some((room) => socket.rooms.has(room))
    const mayStay = effect.stay.some((room) => socket.rooms.has(room))
    if (isFrom && !mayStay) void socket.leave(effect.room)
  }
}

function leaveLists({ registry, companyId, seq }: EffectScope, effect: EffectOf<'leave-lists'>): void {
  const { ticketId, uuid } = effect
  const told: TicketEvent = { action: 'delete', ticketId, uuid }
  for (const socket of socketsInAny(registry, effect.from, effect.stay))
    socket.emit(buildChannelName(companyId, 'ticket'), { ...told, seq })
}

/* Past the due date a socket is in the room of the payment alone. */
function socketsOfUser({ registry, companyId }: EffectScope, id: number): DeskSocket[] {
  const paying = socketsIn(registry, rooms.payment(companyId))
  return [
    ...socketsIn(registry, rooms.user(companyId, toUserId(id))),
    ...paying.filter(({ data }) => data.session.userId === id),
  ]
}

function endSessions(scope: EffectScope, effect: EffectOf<'end-sessions'>): void {
  const { companyId, seq } = scope
  for (const socket of socketsOfUser(scope, effect.userId)) {
    if (socket.data.session.tokenVersion >= effect.below) continue
    const told: AuthEvent = {
      action: 'update',
      reason: effect.reason,
      user: { id: effect.userId, email: effect.email || socket.data.email, companyId },
    }
    socket.emit(buildChannelName(companyId, 'auth'), { ...told, seq })
    dropSocket(socket, effect.reason)
  }
}

const withRights = (session: KnownSession, user: EffectOf<'refresh-user'>['user']): KnownSession => ({
  ...session,
  name: user.name,
  profile: profiles.find((profile) => profile === user.profile) ?? 'user',
  super: user.super,
  allTicket: user.allTicket,
  queueIds: user.queueIds.map(queueId),
  asOf: { ...session.asOf, user: user.revision },
})

/* A raised token version is handled by the event that ended the session. */
function refreshUser(scope: EffectScope, { user }: EffectOf<'refresh-user'>): void {
  const { clock, seq } = scope
  for (const socket of socketsOfUser(scope, user.id)) {
    // A replayed event: the socket has a newer revision.
    if (user.revision < socket.data.session.asOf.user) continue
    if (!user.active) {
      dropSocket(socket, 'session')
      continue
    }
    socket.data.email = user.email
    socket.data.checkAt = clock.now().getTime() + DIRECTORY_LAG_MS
    updateRooms(socket, withRights(socket.data.session, user), { position: seq, now: clock.now() })
  }
}

/* A due date that has moved gives a socket all its rooms again, one that has passed takes them. */
function refreshCompany(
  { registry, clock, companyId, seq }: EffectScope,
  effect: EffectOf<'refresh-company'>,
): void {
  const now = clock.now()
  for (const socket of socketsInAny(registry, [rooms.company(companyId), rooms.payment(companyId)], [])) {
    const { session } = socket.data
    if (effect.revision < session.asOf.company) continue
    const asOf = { ...session.asOf, company: effect.revision }
    const renewed = { ...session, dueAt: effect.dueAt, asOf }
    if (!effect.active) dropSocket(socket, 'session')
    else if (!mayStay(renewed, now)) dropSocket(socket, 'subscription')
    else {
      socket.data.checkAt = now.getTime() + DIRECTORY_LAG_MS
      updateRooms(socket, renewed, { position: seq, now })
    }
  }
}

function applyEffect(scope: EffectScope, effect: SocketEffect): void {
  switch (effect.kind) {
    case 'leave-lists':
      return leaveLists(scope, effect)
    case 'leave-ticket':
      return leaveTicket(scope, effect)
    case 'end-sessions':
      return endSessions(scope, effect)
    case 'refresh-user':
      return refreshUser(scope, effect)
    case 'refresh-company':
      return refreshCompany(scope, effect)
  }
}

const isCompanyRoom = (companyId: CompanyId, room: Room): boolean =>
  room === rooms.company(companyId) || room.startsWith(`${rooms.company(companyId)}:`)

const hears =
  ({ userId }: SocketMessage) =>
  ({ data }: DeskSocket): boolean =>
    userId === undefined || data.session.userId === toUserId(userId)

/**
 * Emits feed rows to this process's sockets. Each process reads the feed itself, so nothing is emitted through an adapter.
 * @throws {Error} for a room of another company: an emission was built wrong.
 */
export function createLiveSockets(registry: SocketRegistry, clock: Clock, pause: Pause): LiveSockets {
  const sender = new FrameSender(pause)
  return {
    send: (companyId, { seq, channel, payload }, audience, except) => {
      const foreign = audience.find((room) => !isCompanyRoom(companyId, room))
      if (foreign) throw new Error(`company ${companyId} must not speak in ${foreign}`)
      const sockets = socketsInAny(registry, audience, except)
      if (sockets.length === 0) return
      for (const message of listSocketMessages(companyId, channel, payload)) {
        const connections = sockets.filter(hears(message)).map(({ conn }) => conn)
        if (connections.length > 0)
          sender.send(companyId, connections, message.name, { ...message.payload, seq })
      }
    },
    apply: (companyId, seq, effect) => applyEffect({ registry, clock, companyId, seq }, effect),
  }
}
