import type { CompanyId, ConnectionId } from '@balcao/contracts'
import {
  deskEvent,
  orderingKeys,
  type ConnectionSnapshot,
  type DeskEvent,
  type PasskeyStep as PasskeyStepWire,
} from '@balcao/contracts/wire'
import type { Clock, Ids } from '@balcao/kernel'

import type { PasskeyStep } from '../whatsapp-driver'
import type { Connection } from './connection'

interface Stamp {
  ids: Ids
  clock: Clock
}

/** The connection without its secrets. */
export const connectionSnapshot = (connection: Connection): ConnectionSnapshot => ({
  id: connection.id,
  companyId: connection.companyId,
  name: connection.name,
  status: connection.status,
  isDefault: connection.isDefault,
  provider: connection.provider,
  number: connection.number,
  greetingMessage: connection.greetingMessage,
  completionMessage: connection.completionMessage,
  outOfHoursMessage: connection.outOfHoursMessage,
  ratingMessage: connection.ratingMessage,
  queueIds: [...connection.queueIds],
  transferQueueId: connection.transferQueueId ?? undefined,
  timeToTransfer: connection.timeToTransfer,
  promptId: connection.promptId ?? undefined,
  expiresTicket: connection.expiresTicket,
  expiresInactiveMessage: connection.expiresInactiveMessage,
  maxUseBotQueues: connection.maxUseBotQueues,
  timeUseBotQueues: connection.timeUseBotQueues,
  retries: connection.retries,
  lastEnd: connection.lastEnd,
  retryAt: connection.retryAt ?? undefined,
  newChatsHold: connection.newChatsHold,
  newChatsHeldUntil: connection.newChatsHeldUntil ?? undefined,
  updatedAt: connection.updatedAt,
  createdAt: connection.createdAt,
})

function toPasskeyWire(passkey: PasskeyStep): PasskeyStepWire {
  const { until } = passkey
  switch (passkey.step) {
    case 'requested':
      return { step: { $case: 'requested', value: passkey.options }, until }
    case 'answered':
      return { step: { $case: 'answered', value: true }, until }
    case 'compare':
      return { step: { $case: 'compare', value: passkey.code }, until }
  }
}

export const connectionChanged = (stamp: Stamp, connection: Connection): DeskEvent =>
  deskEvent(stamp, orderingKeys.connection(connection.companyId, connection.id), 'connectionChanged', {
    connection: connectionSnapshot(connection),
  })

export const connectionDeleted = (stamp: Stamp, companyId: CompanyId, id: ConnectionId): DeskEvent =>
  deskEvent(stamp, orderingKeys.connection(companyId, id), 'connectionDeleted', { connectionId: id })

/** Status and QR text, for administrators. */
export const connectionSessionChanged = (stamp: Stamp, connection: Connection): DeskEvent =>
  deskEvent(stamp, orderingKeys.connection(connection.companyId, connection.id), 'connectionSessionChanged', {
    connectionId: connection.id,
    name: connection.name,
    status: connection.status,
    qrcode: connection.qrcode,
    passkey: connection.passkey ? toPasskeyWire(connection.passkey) : undefined,
    retries: connection.retries,
    updatedAt: connection.updatedAt,
  })
