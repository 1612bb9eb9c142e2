import { type Sent, route } from './route'
import type {
  simulatorBehaviourBody,
  simulatorCallsQuery,
  simulatorChatsQuery,
  simulatorInboundBody,
  simulatorLineBody,
  simulatorMessagesQuery,
  simulatorOutboundQuery,
  simulatorPassTimeBody,
  simulatorReactBody,
  simulatorReadBody,
  simulatorReceiptsBody,
  simulatorReviseBody,
  simulatorRingBody,
  simulatorTypingQuery,
} from './simulator.http'
import type { MessageKind } from './tickets.routes'

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
  /** The cards of contacts, one after the other. */
  vcard?: string
  /** Shown as forwarded. */
  isForwarded?: true
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
  /** Of the official API: it has no device, and its customers' chats have windows. */
  isOfficial: boolean
}

/** Titles that the customer can tap: sent as their message, with `quotedId`. */
export interface SimulatorChoices {
  /** Of a list, the button that opens it; `''` of buttons. */
  open: string
  options: { title: string; description: string }[]
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
  /** The cards of contacts, one after the other. */
  vcard?: string
  /** Shown as forwarded. */
  isForwarded?: true
  /** For `in`: 0 stored by the network, 1 taken by the desk, 3 read by an agent. For `out` as on the wire. */
  ack: number
  deleted: boolean
  edited?: true
  /** Texts that the customer can tap: sent as their message, with `quotedId`. */
  buttons?: string[]
  choices?: SimulatorChoices
  /** The desk's reaction. */
  reaction?: string
  at: string
}

export interface SimulatorBehaviour {
  receipts: 'auto' | 'manual'
  delayMs: number
  dropRate: number
  duplicateRate: number
  reorder: boolean
}

export interface SimulatorChat {
  number: string
  name: string
  isGroup: boolean
  lastBody: string
  lastKind: MessageKind
  lastDirection: 'in' | 'out'
  lastAt: string
  /** Messages from the desk that the customer has not read. */
  unread: number
}

export interface SimulatorCall {
  id: string
  number: string
  isVideo: boolean
  /** '' until the desk answers or refuses. */
  answer: '' | 'ring' | 'refuse'
}

export const simulatorRoutes = {
  simulatorInbound: route('post', '/simulator/inbound').with<{
    body: Sent<typeof simulatorInboundBody>
    answer: { accepted: { id: string }[] }
  }>(),
  simulatorOutbound: route('get', '/simulator/outbound').with<{
    query: Sent<typeof simulatorOutboundQuery>
    answer: { items: SimulatorOutboundItem[] }
  }>(),
  simulatorReceipts: route('post', '/simulator/receipts').with<{
    body: Sent<typeof simulatorReceiptsBody>
    answer: { taken: number }
  }>(),
  simulatorRead: route('post', '/simulator/read').with<{
    body: Sent<typeof simulatorReadBody>
    answer: { taken: number }
  }>(),
  simulatorPassTime: route('post', '/simulator/pass-time').with<{
    body: Sent<typeof simulatorPassTimeBody>
    answer: { taken: number }
  }>(),
  simulatorRevise: route('post', '/simulator/revise').with<{
    body: Sent<typeof simulatorReviseBody>
    answer: { taken: number }
  }>(),
  simulatorGetBehaviour: route('get', '/simulator/behaviour').with<{ answer: SimulatorBehaviour }>(),
  simulatorPutBehaviour: route('put', '/simulator/behaviour').with<{
    body: Sent<typeof simulatorBehaviourBody>
    answer: SimulatorBehaviour
  }>(),
  simulatorConnections: route('get', '/simulator/connections').with<{ answer: SimulatorConnection[] }>(),
  simulatorChats: route('get', '/simulator/chats').with<{
    query: Sent<typeof simulatorChatsQuery>
    answer: SimulatorChat[]
  }>(),
  simulatorMessages: route('get', '/simulator/messages').with<{
    query: Sent<typeof simulatorMessagesQuery>
    answer: SimulatorChatMessage[]
  }>(),
  simulatorMedia: route('get', '/simulator/media/:id').with<{ answer: undefined }>(),
  simulatorReact: route('post', '/simulator/react').with<{
    body: Sent<typeof simulatorReactBody>
    answer: { taken: number }
  }>(),
  simulatorRing: route('post', '/simulator/calls').with<{
    body: Sent<typeof simulatorRingBody>
    answer: { id: string }
  }>(),
  simulatorCalls: route('get', '/simulator/calls').with<{
    query: Sent<typeof simulatorCallsQuery>
    answer: SimulatorCall[]
  }>(),
  simulatorTyping: route('get', '/simulator/typing').with<{
    query: Sent<typeof simulatorTypingQuery>
    /** Digits, or the group's id. */
    answer: { numbers: string[] }
  }>(),
  simulatorScan: route('post', '/simulator/connections/:id/scan').with<{
    body: Sent<typeof simulatorLineBody>
    answer: SimulatorConnection
  }>(),
  simulatorDrop: route('post', '/simulator/connections/:id/drop').with<{
    body: Sent<typeof simulatorLineBody>
    answer: SimulatorConnection
  }>(),
  simulatorLogout: route('post', '/simulator/connections/:id/logout').with<{
    body: Sent<typeof simulatorLineBody>
    answer: SimulatorConnection
  }>(),
  simulatorReplace: route('post', '/simulator/connections/:id/replace').with<{
    body: Sent<typeof simulatorLineBody>
    answer: SimulatorConnection
  }>(),
  simulatorRestart: route('post', '/simulator/connections/:id/restart').with<{
    body: Sent<typeof simulatorLineBody>
    answer: SimulatorConnection
  }>(),
}
