import type { CompanyId, ConnectionId, MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { Identity } from '../contacts'
import type { AckState } from './ack'
import type { MessageDocument } from './message-documents.port'

/** A campaign's message, or an answer that the campaign took. */
export interface CampaignMessage extends AckState {
  id: MessageId
  companyId: CompanyId
  connectionId: ConnectionId
  /** Value of the person's identity of kind phone. */
  phone: string
  campaignId: number
  fromMe: boolean
  waId: string
  remoteJid: string
  kind: string
  /** It asks for a confirmation. */
  asks: boolean
  opensTicket: boolean
  optOutWords: readonly string[]
  /** Its file is the campaign's. Undefined once a ticket shows the message. */
  document: MessageDocument | undefined
  sentAt: Date
}

/** What campaigns and their contacts wrote to each other. Rows of another company are not found. */
export interface CampaignMessageStore {
  /** False when it is there already. */
  insert(tx: Tx, message: CampaignMessage): Promise<boolean>
  /** The last 50 of a person on a connection, newest first, locked. */
  lockOfPerson(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    identities: readonly Identity[],
  ): Promise<CampaignMessage[]>
  /** One that no ticket shows yet. */
  lockHeld(tx: Tx, companyId: CompanyId, id: MessageId): Promise<CampaignMessage | undefined>
  saveAck(tx: Tx, message: CampaignMessage): Promise<void>
  /** A ticket shows them from now on. */
  markShown(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void>
  delete(tx: Tx, companyId: CompanyId, id: MessageId): Promise<void>
}
