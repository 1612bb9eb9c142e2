import {
  capabilities,
  type Capabilities,
  type ConnectionId,
  type ConnectionProvider,
  type QueueId,
} from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

/** What a number does by itself. Texts are `''` and numbers 0 when there is none. */
export interface ConnectionRules {
  greetingMessage: string
  completionMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  expiresInactiveMessage: string
  transferQueueId: number | null
  /** Minutes. */
  timeToTransfer: number
  /** Minutes. */
  expiresTicket: number
  maxUseBotQueues: number
  /** Minutes. */
  timeUseBotQueues: number
  /** Answers conversations before any queue; absent in rows from before there were prompts. */
  promptId?: number | null
  /** Absent in rows from before it was told. */
  provider?: ConnectionProvider
}

/** A connection that does nothing by itself. */
export const noRules: ConnectionRules = {
  greetingMessage: '',
  completionMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  expiresInactiveMessage: '',
  transferQueueId: null,
  timeToTransfer: 0,
  expiresTicket: 0,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
}

/** The service's own copy of a gateway connection. */
export interface Connection {
  id: ConnectionId
  name: string
  status: string
  isDefault: boolean
  queueIds: readonly QueueId[]
  rules: ConnectionRules
  changedAt: Date
}

export interface ConnectionChoice {
  /** What the caller asked for. */
  given: ConnectionId | undefined
  /** The agent's own connection. */
  own: ConnectionId | undefined
}

/**
 * The connection a new conversation goes through: the one asked for, else the agent's own, else the connected default
 * one, else any connected one.
 * @param connections the company's, without deleted ones.
 * @throws {AppError} ERR_NO_WAPP_FOUND for an asked one that is not the company's, ERR_NO_DEF_WAPP_FOUND when none is up.
 */
export function chooseConnection(connections: readonly Connection[], choice: ConnectionChoice): Connection {
  if (choice.given !== undefined) {
    const given = connections.find(({ id }) => id === choice.given)
    if (!given) throw new AppError('ERR_NO_WAPP_FOUND')
    return given
  }
  const connected = connections.filter(({ status }) => status === 'CONNECTED')
  const chosen =
    connections.find(({ id }) => id === choice.own) ??
    connected.find(({ isDefault }) => isDefault) ??
    connected[0]
  if (!chosen) throw new AppError('ERR_NO_DEF_WAPP_FOUND')
  return chosen
}

/** The queue of a customer's first message: the connection's, when it has exactly one. */
export const findSoleQueue = (connection: Pick<Connection, 'queueIds'> | undefined): QueueId | null =>
  connection?.queueIds.length === 1 ? (connection.queueIds[0] ?? null) : null

/** What the connection can do; one that is deleted, or from before providers were told, counts as a phone. */
export const capabilitiesOf = (connection: Pick<Connection, 'rules'> | undefined): Capabilities =>
  capabilities[connection?.rules.provider ?? 'beta']
