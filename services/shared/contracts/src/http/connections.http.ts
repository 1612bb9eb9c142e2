import { endpoint } from './endpoint'
import { array, boolean, idField, idText, ignored, literals, number, object, string, text } from './fields'
import type { QueueRefView } from './queues.http'

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

export const connectionProviders = ['beta', 'simulated'] as const
export type ConnectionProvider = (typeof connectionProviders)[number]

/**
 * Why a session ended by itself; each has its words on the connections page.
 * `lost`: cut off. `replaced`: another client took the line, it is taken back. `held-elsewhere`: taken again and again, a
 * person must find the other copy. `logged-out`: unlinked on the phone. `temporarily-banned`: until `retryAt`.
 * `banned`: for good. `outdated`: WhatsApp wants a newer client version. `multidevice-mismatch`: the phone cannot link
 * devices. `bad-session`: the server could not go on with it. `passkey-required`: linking asked for a passkey that nobody
 * gave. `qr-expired`: nobody scanned. `failed`: a fault of ours. `refused` is only read: older rows say it of bans.
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
  'failed',
  'refused',
] as const
export type SessionEndReason = (typeof sessionEnds)[number]

export interface ConnectionView {
  id: number
  name: string
  status: ConnectionStatus
  provider: ConnectionProvider
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
  /** Null while it works, and when it ended as asked. */
  lastEnd: SessionEndReason | null
  /** When it is tried again by itself; null while it works, or when a person must act. */
  retryAt: string | null
  createdAt: string
  updatedAt: string
  /** Only GET /whatsapp/{id}, only for administrators. */
  qrcode?: string
  /** The last characters of the send API's token, '' when none is set. Only GET /whatsapp/{id}, only for administrators. */
  tokenEnd?: string
  /** Only in the answer of POST /whatsapp: it is kept as a hash and cannot be read again. */
  token?: string
}

const messageField = () => text(4096)
const count = (most: number) => number().strict(true).integer().min(0).max(most).nullable()

const fields = {
  name: text(50).trim().min(2, literals.short),
  isDefault: boolean().strict(true),
  provider: string().oneOf(connectionProviders).optional(),
  greetingMessage: messageField(),
  complationMessage: messageField(),
  outOfHoursMessage: messageField(),
  ratingMessage: messageField(),
  expiresInactiveMessage: messageField(),
  /** Empty keeps what is set (or makes a random one); else at least 32 characters. */
  token: text(128).test('token', literals.short, (value) => !value || value.length >= 32),
  queueIds: array(idField().required()).max(200).optional(),
  transferQueueId: idField().nullable(),
  timeToTransfer: count(100_000),
  promptId: idField().nullable(),
  expiresTicket: count(1_000_000),
  maxUseBotQueues: count(1_000),
  timeUseBotQueues: count(100_000),
  status: ignored(),
  tokenEnd: ignored(),
}

export const connectionBody = object({
  ...fields,
  name: fields.name.required(literals.required),
  isDefault: fields.isDefault.default(false),
  greetingMessage: fields.greetingMessage.default(''),
  complationMessage: fields.complationMessage.default(''),
  outOfHoursMessage: fields.outOfHoursMessage.default(''),
  ratingMessage: fields.ratingMessage.default(''),
  expiresInactiveMessage: fields.expiresInactiveMessage.default(''),
  token: fields.token.default(''),
  transferQueueId: fields.transferQueueId.default(null),
  timeToTransfer: fields.timeToTransfer.default(0),
  promptId: fields.promptId.default(null),
  expiresTicket: fields.expiresTicket.default(0),
  maxUseBotQueues: fields.maxUseBotQueues.default(3),
  timeUseBotQueues: fields.timeUseBotQueues.default(0),
})

/** What is absent stays as it is; a provider is for life. */
export const connectionPatchBody = object({
  ...fields,
  id: ignored(),
  number: ignored(),
  queues: ignored(),
  retries: ignored(),
  lastEnd: ignored(),
  retryAt: ignored(),
  qrcode: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
})

const connectionParams = object({ whatsappId: idText().required() })

export const listConnections = endpoint<ConnectionView[]>()({
  method: 'get',
  path: '/whatsapp',
  access: 'user',
  query: object({ companyId: text(20).optional(), session: text(5).optional() }),
  tag: 'connections',
  summary: 'All connections of the company by id, never with secrets.',
})

export const getConnection = endpoint<ConnectionView>()({
  method: 'get',
  path: '/whatsapp/:whatsappId',
  access: 'user',
  params: connectionParams,
  query: object({ session: text(5).optional() }),
  tag: 'connections',
  summary: 'One connection; administrators also get its QR text and the end of its token.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const createConnection = endpoint<ConnectionView>()({
  method: 'post',
  path: '/whatsapp',
  access: 'admin',
  body: connectionBody,
  tag: 'connections',
  summary:
    'A new connection whose session starts at once. The first one is the default. Its token is shown here only.',
  errors: [
    'ERR_WAPP_NAME_ALREADY_EXISTS',
    'ERR_WAPP_GREETING_REQUIRED',
    'ERR_PLAN_LIMIT_REACHED',
    'ERR_QUEUE_NOT_FOUND',
  ],
})

export const updateConnection = endpoint<ConnectionView>()({
  method: 'put',
  path: '/whatsapp/:whatsappId',
  access: 'admin',
  params: connectionParams,
  body: connectionPatchBody,
  tag: 'connections',
  summary: 'Changes a connection; absent fields stay.',
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_NAME_ALREADY_EXISTS',
    'ERR_WAPP_GREETING_REQUIRED',
    'ERR_NO_OTHER_WHATSAPP',
    'ERR_QUEUE_NOT_FOUND',
  ],
})

export const replaceConnectionToken = endpoint<{ token: string }>()({
  method: 'post',
  path: '/whatsapp/:whatsappId/token',
  access: 'admin',
  params: connectionParams,
  body: object({}),
  tag: 'connections',
  summary: 'A new token for the send API, shown here only. The old one ends.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const deleteConnection = endpoint<{ message: string }>()({
  method: 'delete',
  path: '/whatsapp/:whatsappId',
  access: 'admin',
  params: connectionParams,
  tag: 'connections',
  summary: 'Logs the session out and deletes the connection; its tickets stay.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

const sessionEndpoint = (method: 'post' | 'put' | 'delete', summary: string) =>
  endpoint<{ message: string }>()({
    method,
    path: '/whatsappsession/:whatsappId',
    access: 'admin',
    params: connectionParams,
    body: object({}),
    tag: 'connections',
    summary,
    errors: ['ERR_NO_WAPP_FOUND'],
  })

export const startSession = sessionEndpoint('post', 'Tries again with the stored credentials.')
export const requestNewQr = sessionEndpoint('put', 'Forgets the credentials and asks for a new QR code.')
export const endSession = sessionEndpoint('delete', 'Disconnects: logs out and stays DISCONNECTED.')

export interface ProvidersView {
  /** Those that sessions can be had of here. */
  providers: ConnectionProvider[]
  /** What a new connection gets unless it says otherwise. */
  default: ConnectionProvider
}

export const listProviders = endpoint<ProvidersView>()({
  method: 'get',
  path: '/whatsapp-providers',
  access: 'admin',
  tag: 'connections',
  summary: 'Ways to be on WhatsApp that a new connection can choose from.',
})

export interface WebClientView {
  /** `2.3000.N`: what numbers say they are when they connect. */
  version: string
  /** Set by the operator, read from WhatsApp's web client, or what this release came with. */
  source: 'pinned' | 'web-client' | 'built-in'
  /** When it was read last. */
  checkedAt: string | null
  /** Since when it cannot be read. */
  failedAt: string | null
}

export const getWebClient = endpoint<WebClientView>()({
  method: 'get',
  path: '/whatsapp-web-client',
  access: 'admin',
  tag: 'connections',
  summary: 'The version of WhatsApp Web that numbers connect with; one for the installation.',
})

export const numberDigits = () =>
  text(20)
    .transform((value: unknown) => (typeof value === 'number' ? String(value) : value))
    .meta({ accepts: 'number' })
    .matches(/^\d{8,15}$/, 'Invalid number')

export const sendApiBody = object({
  number: numberDigits().required(),
  body: text(65_536).default(''),
  /** Choices, sent as numbered lines under the text: the network has no buttons for us. */
  options: array(text(60).required()).max(20).optional(),
  queueId: idField().nullable().optional(),
  userId: idField().nullable().optional(),
  closeTicket: boolean().strict(true).default(false),
})

export interface SendApiAnswer {
  mensagem: string
  id: string
  status: 'QUEUED'
}

export const sendApi = endpoint<SendApiAnswer>()({
  method: 'post',
  path: '/api/messages/send',
  access: 'api-token',
  plan: 'useExternalApi',
  rate: 'send-api',
  body: sendApiBody,
  uploads: { field: 'medias', maxCount: 10 },
  tag: 'api',
  summary:
    'Sends text or media to a number from the connection whose token is the bearer. `options` become numbered lines. `Idempotency-Key` (7 days): the same key answers the first result, 409 while in flight, 422 with another body.',
  errors: [
    'ERR_UNAUTHORIZED',
    'ERR_WAPP_INVALID_CONTACT',
    'ERR_IDEMPOTENCY_IN_FLIGHT',
    'ERR_IDEMPOTENCY_MISMATCH',
    'ERR_PLAN_FEATURE_DISABLED',
  ],
})

export const requestPairingCode = endpoint<{ code: string }>()({
  method: 'post',
  path: '/whatsappsession/:whatsappId/pairing-code',
  access: 'admin',
  params: connectionParams,
  body: object({ number: numberDigits().required(literals.required) }),
  tag: 'connections',
  summary:
    'Eight characters (XXXX-XXXX) to type on the phone with this number instead of scanning, while a QR code is shown.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_WAPP_PAIRING_CODE'],
})
