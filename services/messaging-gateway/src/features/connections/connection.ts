import type {
  AutomaticText,
  CompanyId,
  ConnectionId,
  ConnectionProvider,
  ConnectionStatus,
  NewChatHold,
  QueueId,
  SessionEndReason,
  TemplateValuesBody,
} from '@balcao/contracts'
import { AppError } from '@balcao/kernel'

import type { PasskeyStep } from '../whatsapp-driver'

/**
 * An administrator's command, until the session's holder has executed it: `restart` reconnects with the stored credentials,
 * `reset` unlinks the device and shows a QR code, `logout` unlinks the device, `move` unlinks it and gives the connection to the official
 * API, whose credentials are stored by then.
 */
export type SessionCommand = '' | 'restart' | 'reset' | 'logout' | 'move'

export interface ConnectionSettings {
  name: string
  provider: ConnectionProvider
  isDefault: boolean
  greetingMessage: string
  completionMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  expiresInactiveMessage: string
  queueIds: readonly QueueId[]
  transferQueueId: QueueId | null
  timeToTransfer: number
  promptId: number | null
  expiresTicket: number
  maxUseBotQueues: number
  timeUseBotQueues: number
}

/** What nobody has set. */
export const unsetConnection = {
  greetingMessage: '',
  completionMessage: '',
  outOfHoursMessage: '',
  ratingMessage: '',
  expiresInactiveMessage: '',
  queueIds: [],
  transferQueueId: null,
  timeToTransfer: 0,
  promptId: null,
  expiresTicket: 0,
  maxUseBotQueues: 3,
  timeUseBotQueues: 0,
} satisfies Partial<ConnectionSettings>

/** What leaves in place of automatic texts outside of the window: a template with its values, which may name the contact. */
export type Fallbacks = Readonly<Partial<Record<AutomaticText, TemplateValuesBody>>>

/** A WhatsApp number of a company, and the state of its session. */
export interface Connection extends ConnectionSettings {
  id: ConnectionId
  companyId: CompanyId
  /** The last characters of the send API's token, '' when none is set. Of the token itself only a hash is kept. */
  tokenEnd: string
  status: ConnectionStatus
  /** Digits, '' until paired. */
  number: string
  /** Text of the QR code to scan, '' when there is none. */
  qrcode: string
  /** What linking asks of a browser; null when it asks for no passkey. */
  passkey: PasskeyStep | null
  retries: number
  /** Why the session ended last; '' while it works, or when it ended as asked. */
  lastEnd: SessionEndReason | ''
  /** When the next attempt is made; null while it works, and when a person must act. */
  retryAt: Date | null
  /** Why new chats wait; '' while they are sent. */
  newChatsHold: NewChatHold | ''
  newChatsHeldUntil: Date | null
  fallbacks: Fallbacks
  /** Whether a session should be running. */
  wanted: boolean
  command: SessionCommand
  /** Rises with every command, so that the holder notices a repeated one. */
  commandNumber: number
  createdAt: Date
  updatedAt: Date
}

/** A connection to insert. */
export type ConnectionDraft = ConnectionSettings &
  Pick<Connection, 'companyId' | 'status' | 'wanted'> & {
    /** Bearer of the send API. */
    token: string
  }

/** Whether it is too long to be guessed; ours have 64 characters, entered ones any number. */
export const isLongToken = (token: string): boolean => token.length >= 32

/**
 * What is shown of a token, so that people can tell which one is set: the last four characters of a long one, dots
 * for a short one, of which four characters would be too much; '' without one.
 */
export const readTokenEnd = (token: string): string =>
  isLongToken(token) ? token.slice(-4) : token === '' ? '' : '••••'

/** @throws {AppError} ERR_WAPP_GREETING_REQUIRED: with several queues the greeting is the menu's headline. */
export function assertGreeting(settings: Pick<ConnectionSettings, 'queueIds' | 'greetingMessage'>): void {
  if (settings.queueIds.length > 1 && settings.greetingMessage.trim() === '') {
    throw new AppError('ERR_WAPP_GREETING_REQUIRED')
  }
}

/**
 * The connection with a command and the next command number. A move that was ordered is not taken back by another command: only
 * whether a session is wanted follows it.
 */
export const issueCommand = (
  connection: Connection,
  command: SessionCommand,
  wanted: boolean,
): Connection => ({
  ...connection,
  command: connection.command === 'move' ? 'move' : command,
  wanted,
  commandNumber: connection.commandNumber + 1,
})
