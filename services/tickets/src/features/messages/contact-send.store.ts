import type { CompanyId, MessageId, TicketId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

export interface ContactSend {
  ticketId: TicketId
  messageIds: readonly MessageId[]
}

/** Results of sends that other services asked for, by their key. */
export interface ContactSendStore {
  findByKey(tx: Tx, companyId: CompanyId, clientKey: string): Promise<ContactSend | undefined>
  /** The same, after making every other caller with this key wait until the transaction ends. */
  lockByKey(tx: Tx, companyId: CompanyId, clientKey: string): Promise<ContactSend | undefined>
  insert(
    tx: Tx,
    companyId: CompanyId,
    send: ContactSend & { clientKey: string; createdAt: Date },
  ): Promise<void>
}
