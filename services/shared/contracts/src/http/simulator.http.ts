import { endpoint } from './endpoint'
import { array, boolean, idField, idText, number, numberCursor, object, string, text } from './fields'
import { messageKinds, type MessageKind } from './tickets.http'

/* The door of the simulated phone. Mounted only with the driver; this machine in a loopback demo, else SIMULATOR_TOKEN. */

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
      body: text(65_536).optional(),
      kind: string().oneOf(messageKinds).optional(),
      media: object({
        name: text(255).required(),
        mimeType: text(100).required(),
        base64: text(22_000_000).required(),
      })
        .default(undefined)
        .optional(),
      quotedId: text(64).optional(),
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

export interface SimulatorOutboundItem {
  cursor: number
  connection: number
  /** Digits, or the group's id. */
  number: string
  id: string
  body: string
  kind: MessageKind
  media?: { name: string; mimeType: string; sizeBytes: number; url: string }
  quotedId?: string
  /** 1, plus one for each retransmission under the same id. */
  sightings: number
  ack: number
  deleted: boolean
  at: string
}

export interface SimulatorConnection {
  id: number
  companyId: number
  name: string
  status: string
  number: string
  qrcode: string
}

export interface SimulatorChatMessage {
  id: string
  direction: 'in' | 'out'
  number: string
  name: string
  body: string
  kind: MessageKind
  media?: { name: string; mimeType: string; sizeBytes: number; url: string }
  quotedId?: string
  /** For `in`: 0 stored by the network, 1 taken by the desk, 3 read by an agent. For `out` as on the wire. */
  ack: number
  deleted: boolean
  edited?: true
  /** Emojis that the desk has put. */
  reaction?: string
  at: string
}

export const simulatorReceiptsBody = object({
  connection: idField().required(),
  ids: array(text(64).required()).min(1).max(500).required(),
  ack: number().strict(true).oneOf([2, 3, 4]).required(),
})

export interface SimulatorBehaviour {
  receipts: 'auto' | 'manual'
  delayMs: number
  dropRate: number
  duplicateRate: number
  reorder: boolean
}

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

export const simulatorInbound = endpoint<{ accepted: { id: string }[] }>()({
  method: 'post',
  path: '/simulator/inbound',
  access: 'public',
  body: simulatorInboundBody,
  bodyLimitBytes: BODY_LIMIT_BYTES,
  status: 202,
  tag,
  summary:
    'Messages from phones, all or none. Answered once the network has stored them; an `id` already known in its chat is accepted and changes nothing.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorOutbound = endpoint<{ items: SimulatorOutboundItem[] }>()({
  method: 'get',
  path: '/simulator/outbound',
  access: 'public',
  query: object({
    connection: idText().required(),
    after: numberCursor().default(0),
    limit: number().integer().min(1).max(1_000).default(1_000),
  }),
  tag,
  summary:
    'What the network received from a connection, in order, each id once; page on with `after` = the last cursor.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorReceipts = endpoint<{ taken: number }>()({
  method: 'post',
  path: '/simulator/receipts',
  access: 'public',
  body: simulatorReceiptsBody,
  tag,
  summary:
    'Ticks by hand: 2 delivered, 3 read, 4 played. Ids the network never received are not counted in `taken`.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorRead = endpoint<{ taken: number }>()({
  method: 'post',
  path: '/simulator/read',
  access: 'public',
  body: object({ connection: idField().required(), number: text(64).required() }),
  tag,
  summary: 'The person opened the chat: everything received in it is read.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

/** A customer's second thought about a message they sent. */
export const simulatorRevise = endpoint<{ taken: number }>()({
  method: 'post',
  path: '/simulator/revise',
  access: 'public',
  body: object({
    connection: idField().required(),
    number: text(64).required(),
    id: text(64).required(),
    /** Absent deletes for everyone. */
    body: text(65_536).optional(),
  }),
  status: 202,
  tag,
  summary: 'Edits (with `body`) or deletes for everyone (without) a message the phone sent.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_MESSAGE_FOUND'],
})

export const simulatorGetBehaviour = endpoint<SimulatorBehaviour>()({
  method: 'get',
  path: '/simulator/behaviour',
  access: 'public',
  tag,
  summary: 'How the network gives receipts.',
})

export const simulatorPutBehaviour = endpoint<SimulatorBehaviour>()({
  method: 'put',
  path: '/simulator/behaviour',
  access: 'public',
  body: simulatorBehaviourBody,
  tag,
  summary: 'Changes how the network gives receipts; absent fields stay.',
})

export const simulatorConnections = endpoint<SimulatorConnection[]>()({
  method: 'get',
  path: '/simulator/connections',
  access: 'public',
  tag,
  summary: 'Every line of the network, with the QR text a phone may scan.',
})

export interface SimulatorChat {
  number: string
  name: string
  isGroup: boolean
  lastBody: string
  lastKind: MessageKind
  lastDirection: 'in' | 'out'
  lastAt: string
  /** Messages of ours the person has not read. */
  unread: number
}

export const simulatorChats = endpoint<SimulatorChat[]>()({
  method: 'get',
  path: '/simulator/chats',
  access: 'public',
  query: object({ connection: idText().required() }),
  tag,
  summary: "The phone's chats, newest first, at most 500.",
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorMessages = endpoint<SimulatorChatMessage[]>()({
  method: 'get',
  path: '/simulator/messages',
  access: 'public',
  query: object({ connection: idText().required(), number: text(64).required() }),
  tag,
  summary: 'The newest 200 messages of one chat, oldest first.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorMedia = endpoint<undefined>()({
  method: 'get',
  path: '/simulator/media/:id',
  access: 'public',
  params: object({
    id: text(32)
      .matches(/^[0-9a-f]{32}$/, 'Invalid id')
      .required(),
  }),
  tag,
  summary: 'Bytes of a media object as the network keeps it.',
  errors: ['ERR_NO_MEDIA_FOUND'],
})

export const simulatorReact = endpoint<{ taken: number }>()({
  method: 'post',
  path: '/simulator/react',
  access: 'public',
  body: object({
    connection: idField().required(),
    number: text(64).required(),
    id: text(64).required(),
    /** '' takes it back. */
    emoji: text(64).default(''),
    /** Who puts it, in a group. */
    participant: text(20)
      .matches(/^\d{8,15}$/, 'Invalid number')
      .optional(),
  }),
  status: 202,
  tag,
  summary: 'The phone puts an emoji to a message of the chat, whoever wrote it, or takes it back.',
  errors: ['ERR_NO_WAPP_FOUND', 'ERR_NO_MESSAGE_FOUND'],
})

export interface SimulatorCall {
  id: string
  number: string
  isVideo: boolean
  /** '' while it rings unheard. */
  answer: '' | 'ring' | 'refuse'
}

export const simulatorRing = endpoint<{ id: string }>()({
  method: 'post',
  path: '/simulator/calls',
  access: 'public',
  body: object({
    connection: idField().required(),
    number: text(20)
      .matches(/^\d{8,15}$/, 'Invalid number')
      .required(),
    id: text(64)
      .matches(/^[\w.:-]+$/, 'Invalid id')
      .optional(),
    name: text(100).optional(),
    isVideo: boolean().strict(true).default(false),
  }),
  status: 202,
  tag,
  summary: 'The phone calls. A repeated `id` is the same call.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

export const simulatorCalls = endpoint<SimulatorCall[]>()({
  method: 'get',
  path: '/simulator/calls',
  access: 'public',
  query: object({ connection: idText().required() }),
  tag,
  summary: 'Calls of a connection and whether it took them, newest first, at most 200.',
  errors: ['ERR_NO_WAPP_FOUND'],
})

const lineEndpoint = (action: string, summary: string) =>
  endpoint<SimulatorConnection>()({
    method: 'post',
    path: `/simulator/connections/:id/${action}`,
    access: 'public',
    params: lineParams,
    body: object({
      number: text(20)
        .matches(/^\d{8,15}$/, 'Invalid number')
        .optional(),
      /** Characters that were typed instead of scanning. */
      code: text(8).optional(),
    }),
    tag,
    summary,
    errors: ['ERR_NO_WAPP_FOUND', 'ERR_WAPP_NOT_INITIALIZED'],
  })

export const simulatorScan = lineEndpoint(
  'scan',
  'Scans the QR code that the connection shows, or types its `code`. 409 when it shows none, or another.',
)
export const simulatorDrop = lineEndpoint('drop', 'Cuts the line; the session may come back by itself.')
export const simulatorLogout = lineEndpoint('logout', 'Unlinks the device on the phone.')
export const simulatorReplace = lineEndpoint('replace', 'Another client takes the line over.')
export const simulatorRestart = lineEndpoint('restart', 'The network asks the session to start anew.')
