import type { CompanyId, ConnectionId } from '@balcao/contracts'

export const networkEventKinds = ['message', 'status', 'other'] as const
export type NetworkEventKind = (typeof networkEventKinds)[number]

/** Something that a network brought to our webhook, as it was brought. */
export interface NetworkEvent {
  id: string
  companyId: CompanyId
  connectionId: ConnectionId
  /** Events of one connection and chat are processed one after the other. */
  chat: string
  kind: NetworkEventKind
  /** JSON. */
  body: string
  receivedAt: Date
  /** Tries so far, this one included once it is claimed. */
  tries: number
  claimedUntil: Date | null
}
