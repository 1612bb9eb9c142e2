import type {
  connectionBody,
  connectionPatchBody,
  getConnectionQuery,
  listConnectionsQuery,
  requestPairingCodeBody,
  sendApiBody,
} from './connections.http'
import type { Capabilities } from '../rules/capabilities'
import type { PasskeyStepView } from './passkeys.routes'
import type { QueueRefView } from './queues.routes'
import { type Sent, route } from './route'

export const connectionStatuses = [
  'OPENING',
  'qrcode',
  'PAIRING',
  'CONNECTED',
  'DISCONNECTED',
  'TIMEOUT',
  'PENDING',
] as const

export type ConnectionStatus = (typeof connectionStatuses)[number]

export const connectionProviders = ['beta', 'simulated', 'cloud'] as const

export type ConnectionProvider = (typeof connectionProviders)[number]

/**
 * Why a session ended by itself; each has its words on the connections page.
 * `lost`: cut off. `replaced`: another client took the line, it is taken back. `held-elsewhere`: taken again and again, a
 * person must find the other copy. `logged-out`: unlinked on the phone. `temporarily-banned`: until `retryAt`.
 * `banned`: for good. `outdated`: WhatsApp wants a newer client version. `multidevice-mismatch`: the phone cannot link
 * devices. `bad-session`: the server could not go on with it. `passkey-required`: linking asked for a passkey and got none. `qr-expired`: the code was not scanned.
 * `credentials-refused`: the official API does not take the connection's credentials, or there are none. `failed`: an error of this product. `refused`: only in older rows, for bans.
 */
export const sessionEnds = [
  'lost',
  'replaced',
  'held-elsewhere',
  'logged-out',
  'temporarily-banned',
  'banned',
  'outdated',
  'multidevice-mismatch',
  'bad-session',
  'passkey-required',
  'qr-expired',
  'credentials-refused',
  'failed',
  'refused',
] as const

export type SessionEndReason = (typeof sessionEnds)[number]

/**
 * Why messages to people who have never written, nor answered, wait. `restricted`: WhatsApp lets the number begin no chats for
 * now. `account-cap`: WhatsApp's own quota of new chats is used up. `day-cap`: ours is, for a number of its age.
 */
export const newChatHolds = ['restricted', 'account-cap', 'day-cap'] as const

export type NewChatHold = (typeof newChatHolds)[number]

export interface ConnectionView {
  id: number
  name: string
  status: ConnectionStatus
  provider: ConnectionProvider
  /** What it can do. */
  capabilities: Capabilities
  /** The phone number once paired, else ''. */
  number: string
  isDefault: boolean
  greetingMessage: string
  complationMessage: string
  outOfHoursMessage: string
  ratingMessage: string
  queues: (QueueRefView & { greetingMessage: string })[]
  queueIds: number[]
  transferQueueId: number | null
  timeToTransfer: number
  promptId: number | null
  expiresTicket: number
  expiresInactiveMessage: string
  maxUseBotQueues: number
  timeUseBotQueues: number
  retries: number
  /** Null while connected, and when it was disconnected on request. */
  lastEnd: SessionEndReason | null
  /** When it reconnects by itself; null while connected, or when a person must act. */
  retryAt: string | null
  /** Messages to people who have never written, nor answered, wait until then; null while they go. */
  newChatsHeld: { why: NewChatHold; until: string } | null
  createdAt: string
  updatedAt: string
  /** Only GET /whatsapp/{id}, only for administrators. */
  qrcode?: string
  /** Null unless linking asks for a passkey. Only GET /whatsapp/{id}, only for administrators. */
  passkey?: PasskeyStepView | null
  /** The last characters of the send API's token, '' when none is set. Only GET /whatsapp/{id}, only for administrators. */
  tokenEnd?: string
  /** Only in the answer of POST /whatsapp: it is kept as a hash and cannot be read again. */
  token?: string
}

export interface ProvidersView {
  /** Providers that this installation runs. */
  providers: ConnectionProvider[]
  /** The provider of a new connection unless it names one. */
  default: ConnectionProvider
}

export interface WebClientView {
  /** The version that connections send when they connect: `2.3000.N`. */
  version: string
  /** Set by the operator, read from WhatsApp's web client, or built into this release. */
  source: 'pinned' | 'web-client' | 'built-in'
  /** When it was last read from WhatsApp's web client. */
  checkedAt: string | null
  /** Since when reading it fails; null when it does not. */
  failedAt: string | null
}

export interface SendApiAnswer {
  mensagem: string
  id: string
  status: 'QUEUED'
}

export const connectionRoutes = {
  listConnections: route('get', '/whatsapp').with<{
    query: Sent<typeof listConnectionsQuery>
    answer: ConnectionView[]
  }>(),
  getConnection: route('get', '/whatsapp/:whatsappId').with<{
    query: Sent<typeof getConnectionQuery>
    answer: ConnectionView
  }>(),
  createConnection: route('post', '/whatsapp').with<{
    body: Sent<typeof connectionBody>
    answer: ConnectionView
  }>(),
  updateConnection: route('put', '/whatsapp/:whatsappId').with<{
    body: Sent<typeof connectionPatchBody>
    answer: ConnectionView
  }>(),
  replaceConnectionToken: route('post', '/whatsapp/:whatsappId/token').with<{ answer: { token: string } }>(),
  deleteConnection: route('delete', '/whatsapp/:whatsappId').with<{ answer: { message: string } }>(),
  startSession: route('post', '/whatsappsession/:whatsappId').with<{ answer: { message: string } }>(),
  requestNewQr: route('put', '/whatsappsession/:whatsappId').with<{ answer: { message: string } }>(),
  endSession: route('delete', '/whatsappsession/:whatsappId').with<{ answer: { message: string } }>(),
  listProviders: route('get', '/whatsapp-providers').with<{ answer: ProvidersView }>(),
  getWebClient: route('get', '/whatsapp-web-client').with<{ answer: WebClientView }>(),
  sendApi: route('post', '/api/messages/send').with<{
    body: Sent<typeof sendApiBody>
    answer: SendApiAnswer
  }>(),
  requestPairingCode: route('post', '/whatsappsession/:whatsappId/pairing-code').with<{
    body: Sent<typeof requestPairingCodeBody>
    answer: { code: string }
  }>(),
}
