import { connectionProviders, connectionRoutes } from './connections.routes'
import { endpoint } from './endpoint'
import {
  array,
  boolean,
  emptyBody,
  idField,
  idText,
  ignored,
  literals,
  number,
  object,
  string,
  text,
} from './fields'
import { choicesBody, findTextAboveFault } from './choices.http'
import { templateValuesBody } from './templates.http'

/* Longer than any token of the family, and short enough for a header. */
const MAX_TOKEN_LENGTH = 1_024

/* What a bearer can be: visible ASCII. `null` and `undefined` are what faulty clients send for none. */
const TOKEN_TEXT = /^(?!(?:null|undefined)$)[\x21-\x7e]*$/

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
  /** Empty keeps what is set (or makes a random one). */
  token: text(MAX_TOKEN_LENGTH).trim().matches(TOKEN_TEXT, 'Invalid token'),
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

/** Absent fields stay as they are; the provider changes by a move only. */
export const connectionPatchBody = object({
  ...fields,
  id: ignored(),
  capabilities: ignored(),
  number: ignored(),
  queues: ignored(),
  retries: ignored(),
  lastEnd: ignored(),
  newChatsHeld: ignored(),
  retryAt: ignored(),
  qrcode: ignored(),
  passkey: ignored(),
  createdAt: ignored(),
  updatedAt: ignored(),
})

const connectionParams = object({ whatsappId: idText().required() })

export const listConnectionsQuery = object({ companyId: text(20).optional(), session: text(5).optional() })

export const listConnections = endpoint(connectionRoutes.listConnections, {
  access: 'user',
  query: listConnectionsQuery,
  tag: 'connections',
  summary: 'All connections of the company by id, never with secrets.',
})

export const getConnectionQuery = object({ session: text(5).optional() })

export const getConnection = endpoint(connectionRoutes.getConnection, {
  access: 'user',
  params: connectionParams,
  query: getConnectionQuery,
  tag: 'connections',
  summary: 'One connection; administrators also get its QR text and the end of its token.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const createConnection = endpoint(connectionRoutes.createConnection, {
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
    'ERR_NO_PROMPT_FOUND',
  ],
})

export const updateConnection = endpoint(connectionRoutes.updateConnection, {
  access: 'admin',
  params: connectionParams,
  body: connectionPatchBody,
  tag: 'connections',
  summary: 'Changes a connection; absent fields stay.',
  errors: [
    'ERR_NO_WAPP_FOUND',
    'ERR_WAPP_NO_MOVE',
    'ERR_WAPP_NAME_ALREADY_EXISTS',
    'ERR_WAPP_GREETING_REQUIRED',
    'ERR_NO_OTHER_WHATSAPP',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_PROMPT_FOUND',
  ],
})

export const replaceConnectionToken = endpoint(connectionRoutes.replaceConnectionToken, {
  // Its answer sends messages without a scope.
  apiKey: false,
  access: 'admin',
  params: connectionParams,
  body: emptyBody,
  tag: 'connections',
  summary: 'A new token for the send API, shown here only. The old one ends.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const deleteConnection = endpoint(connectionRoutes.deleteConnection, {
  access: 'admin',
  params: connectionParams,
  tag: 'connections',
  summary: 'Logs the session out and deletes the connection; its tickets stay.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

const sessionChecks = {
  access: 'admin',
  params: connectionParams,
  body: emptyBody,
  tag: 'connections',
  errors: ['ERR_NO_WAPP_FOUND'],
} as const

export const startSession = endpoint(connectionRoutes.startSession, {
  ...sessionChecks,
  summary: 'Tries again with the stored credentials.',
  errors: [...sessionChecks.errors, 'ERR_WAPP_NOT_INITIALIZED'],
})

export const requestNewQr = endpoint(connectionRoutes.requestNewQr, {
  ...sessionChecks,
  summary: 'Forgets the credentials and asks for a new QR code.',
  errors: [...sessionChecks.errors, 'ERR_WAPP_NOT_INITIALIZED'],
})

export const endSession = endpoint(connectionRoutes.endSession, {
  ...sessionChecks,
  summary: 'Disconnects: logs out and stays DISCONNECTED.',
})

export const listProviders = endpoint(connectionRoutes.listProviders, {
  access: 'admin',
  tag: 'connections',
  summary: 'Ways to be on WhatsApp that a new connection can choose from.',
})

export const getWebClient = endpoint(connectionRoutes.getWebClient, {
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
  /** Numbered lines under the text, on every connection. */
  options: array(text(60).required()).max(20).optional(),
  queueId: idField().nullable().optional(),
  userId: idField().nullable().optional(),
  closeTicket: boolean().strict(true).default(false),
  /** A message template of the connection, in place of text and media; also outside of the window. */
  template: templateValuesBody.optional().default(undefined),
  /** What can be tapped under `body`, without files; a connection without buttons sends numbered lines. */
  choices: choicesBody.optional().default(undefined),
}).test('text-above', literals.required, (given, context) => {
  const fault = findTextAboveFault(given, given.template !== undefined || Boolean(given.options?.length))
  return fault ? context.createError(fault) : true
})

export const sendApi = endpoint(connectionRoutes.sendApi, {
  access: 'api-token',
  plan: 'useExternalApi',
  rate: 'send-api',
  body: sendApiBody,
  uploads: { field: 'medias', maxCount: 10 },
  idempotent: true,
  tag: 'api',
  summary:
    'Sends text, media or a message template, with the file of its header where it has one, to a number from the connection whose token is the bearer. `options` become numbered lines. `choices` are buttons, a list or a link under `body` where the connection has them, else numbered lines, and a link its address; the answer of a customer who taps has `choiceId` (event `message.received`). `Idempotency-Key` (7 days): the same key answers the first result, 409 while in flight, 422 with another body. A plan may limit the messages of a company in a minute of the clock and on a day of São Paulo, each file being one message: past it nothing is sent and 429 says in `Retry-After` when the window ends; the key may then be used again. `GET /api/messages/usage` tells limits and use.',
  errors: [
    'ERR_UNAUTHORIZED',
    'ERR_WAPP_INVALID_CONTACT',
    'ERR_WAPP_NOT_OFFERED',
    'ERR_NO_TEMPLATE_FOUND',
    'ERR_TEMPLATE_VALUES',
    'ERR_TEMPLATE_FILE',
    'ERR_MEDIA_TOO_LARGE',
    'ERR_WAPP_TEMPLATE_UNUSABLE',
    'ERR_QUEUE_NOT_FOUND',
    'ERR_NO_TICKET_FOUND',
    'ERR_NO_WAPP_FOUND',
    'ERR_SUBSCRIPTION_EXPIRED',
    'ERR_IDEMPOTENCY_IN_FLIGHT',
    'ERR_IDEMPOTENCY_MISMATCH',
    'ERR_PLAN_FEATURE_DISABLED',
    'ERR_TOO_MANY_REQUESTS',
  ],
})

export const requestPairingCodeBody = object({ number: numberDigits().required(literals.required) })

export const requestPairingCode = endpoint(connectionRoutes.requestPairingCode, {
  access: 'admin',
  params: connectionParams,
  body: requestPairingCodeBody,
  tag: 'connections',
  summary:
    'Eight characters (XXXX-XXXX) to type on the phone with this number instead of scanning, while a QR code is shown.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_WAPP_PAIRING_CODE'],
})
