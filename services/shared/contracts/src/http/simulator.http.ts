import { endpoint } from './endpoint'
import {
  array,
  boolean,
  idField,
  idText,
  number,
  numberCursor,
  object,
  string,
  text,
  waveformText,
} from './fields'
import { simulatorRoutes } from './simulator.routes'
import { messageKinds } from './tickets.routes'

/* Those of the official API have up to 66 characters. */
const messageId = () => text(128)

/* The simulated phone's API. Mounted only with the driver; open to this machine in a loopback demo, else with SIMULATOR_TOKEN. */

export const simulatorInboundBody = object({
  messages: array(
    object({
      connection: idField().required(),
      number: text(20)
        .matches(/^\d{8,15}$/, 'Invalid number')
        .required(),
      id: text(64)
        .matches(/^[\w.:-]+$/, 'Invalid id')
        .optional(),
      /** The privacy id (LID) the network shows beside the number. */
      lid: text(20)
        .matches(/^\d{8,20}$/, 'Invalid lid')
        .optional(),
      name: text(100).optional(),
      /** A customer with a user name, of an official number: Meta does not show the number unless it was dealt with in 30 days. */
      hidesNumber: boolean().optional(),
      body: text(65_536).optional(),
      kind: string().oneOf(messageKinds).optional(),
      media: object({
        name: text(255).required(),
        mimeType: text(100).required(),
        base64: text(22_000_000).required(),
        /** Of a voice note. */
        waveform: waveformText().optional(),
        /** Of a document: a JPEG in base64. */
        thumbnail: text(22_000)
          .matches(/^\/9j\/[\w+/]*={0,2}$/, 'Invalid thumbnail')
          .optional(),
      })
        .default(undefined)
        .optional(),
      quotedId: messageId().optional(),
      location: object({
        latitude: number().strict(true).min(-90).max(90).required(),
        longitude: number().strict(true).min(-180).max(180).required(),
        name: text(200).optional(),
        address: text(300).optional(),
      })
        .default(undefined)
        .optional(),
      vcard: text(20_000).optional(),
      group: object({
        id: text(64)
          .matches(/^[\w-]{1,58}(@g\.us)?$/, 'Invalid id')
          .required(),
        subject: text(100).required(),
        participant: text(20)
          .matches(/^\d{8,15}$/, 'Invalid number')
          .required(),
      })
        .default(undefined)
        .optional(),
    }).required(),
  )
    .min(1)
    .max(500)
    .required(),
})

export const simulatorReceiptsBody = object({
  connection: idField().required(),
  ids: array(messageId().required()).min(1).max(500).required(),
  ack: number().strict(true).oneOf([2, 3, 4]).required(),
})

export const simulatorBehaviourBody = object({
  receipts: string().oneOf(['auto', 'manual']).optional(),
  delayMs: number().strict(true).integer().min(0).max(60_000).optional(),
  dropRate: number().strict(true).min(0).max(1).optional(),
  duplicateRate: number().strict(true).min(0).max(1).optional(),
  reorder: boolean().strict(true).optional(),
})

const tag = 'simulator'

const lineParams = object({ id: idText().required() })

const BODY_LIMIT_BYTES = 25 * 1024 * 1024

export const simulatorInbound = endpoint(simulatorRoutes.simulatorInbound, {
  access: 'public',
  body: simulatorInboundBody,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  status: 202,
  tag,
  summary:
    'Messages from phones, all or none. Answered once the network has stored them; an `id` already known in its chat is accepted and changes nothing. An official number gives its own ids, and takes neither `id`, `lid` nor `group`; only there a customer `hidesNumber`.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_OFFERED'],
})

export const simulatorOutboundQuery = object({
  connection: idText().required(),
  after: numberCursor().default(0),
  limit: number().integer().min(1).max(1_000).default(1_000),
})

export const simulatorOutbound = endpoint(simulatorRoutes.simulatorOutbound, {
  access: 'public',
  query: simulatorOutboundQuery,
  tag,
  summary:
    'What the network received from a connection, in order, each id once; page on with `after` = the last cursor.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorReceipts = endpoint(simulatorRoutes.simulatorReceipts, {
  access: 'public',
  body: simulatorReceiptsBody,
  tag,
  summary:
    'Ticks by hand: 2 delivered, 3 read, 4 played. Ids the network never received are not counted in `taken`.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorReadBody = object({ connection: idField().required(), number: text(64).required() })

export const simulatorRead = endpoint(simulatorRoutes.simulatorRead, {
  access: 'public',
  body: simulatorReadBody,
  tag,
  summary: 'The person opened the chat: everything received in it is read.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorPassTimeBody = object({
  connection: idField().required(),
  number: text(20)
    .matches(/^\d{8,15}$/, 'Invalid number')
    .required(),
  hours: number().strict(true).integer().min(1).max(720).required(),
})

export const simulatorPassTime = endpoint(simulatorRoutes.simulatorPassTime, {
  access: 'public',
  body: simulatorPassTimeBody,
  tag,
  summary:
    'In this chat of an official number so many hours pass, at WhatsApp alone: its window may close. The desk learns it when it is refused.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_OFFERED'],
})

export const simulatorReviseBody = object({
  connection: idField().required(),
  number: text(64).required(),
  id: messageId().required(),
  /** Absent deletes for everyone. */
  body: text(65_536).optional(),
})

export const simulatorRevise = endpoint(simulatorRoutes.simulatorRevise, {
  access: 'public',
  body: simulatorReviseBody,
  status: 202,
  tag,
  summary: 'Edits (with `body`) or deletes for everyone (without) a message the phone sent.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_MESSAGE_FOUND', 'ERR_WAPP_NOT_OFFERED'],
})

export const simulatorGetBehaviour = endpoint(simulatorRoutes.simulatorGetBehaviour, {
  access: 'public',
  tag,
  summary: 'How the network gives receipts.',
})

export const simulatorPutBehaviour = endpoint(simulatorRoutes.simulatorPutBehaviour, {
  access: 'public',
  body: simulatorBehaviourBody,
  tag,
  summary: 'Changes how the network gives receipts; absent fields stay.',
})

export const simulatorConnections = endpoint(simulatorRoutes.simulatorConnections, {
  access: 'public',
  tag,
  summary: 'Every line of the network, with the QR text a phone may scan.',
})

export const simulatorChatsQuery = object({ connection: idText().required() })

export const simulatorChats = endpoint(simulatorRoutes.simulatorChats, {
  access: 'public',
  query: simulatorChatsQuery,
  tag,
  summary: "The phone's chats, newest first, at most 500.",
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorMessagesQuery = object({ connection: idText().required(), number: text(64).required() })

export const simulatorMessages = endpoint(simulatorRoutes.simulatorMessages, {
  access: 'public',
  query: simulatorMessagesQuery,
  tag,
  summary: 'The newest 200 messages of one chat, oldest first.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorMedia = endpoint(simulatorRoutes.simulatorMedia, {
  access: 'public',
  params: object({
    id: text(32)
      .matches(/^[0-9a-f]{32}$/, 'Invalid id')
      .required(),
  }),
  file: 'application/octet-stream',
  tag,
  summary: 'Bytes of a media object as the network keeps it.',
  errors: ['ERR_NO_MEDIA_FOUND'],
})

export const simulatorReactBody = object({
  connection: idField().required(),
  number: text(64).required(),
  id: messageId().required(),
  /** '' takes it back. */
  emoji: text(64).default(''),
  /** Who puts it, in a group. */
  participant: text(20)
    .matches(/^\d{8,15}$/, 'Invalid number')
    .optional(),
})

export const simulatorReact = endpoint(simulatorRoutes.simulatorReact, {
  access: 'public',
  body: simulatorReactBody,
  status: 202,
  tag,
  summary: 'The phone reacts to any message of the chat with an emoji, or takes it back.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_MESSAGE_FOUND'],
})

export const simulatorRingBody = object({
  connection: idField().required(),
  number: text(20)
    .matches(/^\d{8,15}$/, 'Invalid number')
    .required(),
  id: text(64)
    .matches(/^[\w.:-]+$/, 'Invalid id')
    .optional(),
  name: text(100).optional(),
  isVideo: boolean().strict(true).default(false),
})

export const simulatorRing = endpoint(simulatorRoutes.simulatorRing, {
  access: 'public',
  body: simulatorRingBody,
  status: 202,
  tag,
  summary: 'The phone calls. A repeated `id` is the same call.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_OFFERED'],
})

export const simulatorCallsQuery = object({ connection: idText().required() })

export const simulatorCalls = endpoint(simulatorRoutes.simulatorCalls, {
  access: 'public',
  query: simulatorCallsQuery,
  tag,
  summary: 'Calls of a connection and whether it took them, newest first, at most 200.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorTypingQuery = object({ connection: idText().required() })

export const simulatorTyping = endpoint(simulatorRoutes.simulatorTyping, {
  access: 'public',
  query: simulatorTypingQuery,
  tag,
  summary: 'The chats in which the phones show that an agent types.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorLineBody = object({
  number: text(20)
    .matches(/^\d{8,15}$/, 'Invalid number')
    .optional(),
  /** Characters that were typed instead of scanning. */
  code: text(8).optional(),
})

const lineChecks = {
  access: 'public',
  params: lineParams,
  body: simulatorLineBody,
  tag,
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED', 'ERR_WAPP_NOT_OFFERED'],
} as const

export const simulatorScan = endpoint(simulatorRoutes.simulatorScan, {
  ...lineChecks,
  summary:
    'Scans the QR code that the connection shows, or types its `code`. 409 when it shows none, or another.',
})

export const simulatorDrop = endpoint(simulatorRoutes.simulatorDrop, {
  ...lineChecks,
  summary: 'Cuts the line; the session may come back by itself.',
})

export const simulatorLogout = endpoint(simulatorRoutes.simulatorLogout, {
  ...lineChecks,
  summary: 'Unlinks the device on the phone.',
})

export const simulatorReplace = endpoint(simulatorRoutes.simulatorReplace, {
  ...lineChecks,
  summary: 'Another client takes the line over.',
})

export const simulatorRestart = endpoint(simulatorRoutes.simulatorRestart, {
  ...lineChecks,
  summary: 'The network asks the session to start anew.',
})
