import type { CompanyId, MessageId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

export interface ContactSend {
  ticketId: TicketId
  messageIds: readonly MessageId[]
}

/** What became of sends that other services asked for, by their key. */
export interface ContactSendStore {
  byKey(tx: Tx, companyId: CompanyId, clientKey: string): Promise<ContactSend | undefined>
  /** True for the one caller whose send it is; the others wait until that one's transaction ended. */
  claim(tx: Tx, companyId: CompanyId, clientKey: string, send: ContactSend, now: Date): Promise<boolean>
}
