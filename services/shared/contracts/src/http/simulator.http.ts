import { array, boolean, idField, number, object, string, text } from './fields'
import { messageKinds, type MessageKind } from './tickets.http'

/* The door of the simulated phone. Mounted only with the driver; loopback, or behind SIMULATOR_TOKEN. */

export const simulatorInboundBody = object({
  messages: array(
    object({
      connection: idField().required(),
      number: text(20)
        .matches(/^\d{8,15}$/, 'Invalid number')
        .required(),
      id: text(64).optional(),
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
        id: text(64).required(),
        subject: text(100).required(),
        participant: text(20).required(),
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

