import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql, lockName } from '@balcao/platform'

import type { ContactSend, ContactSendStore } from '../../features/messages/contact-send.store'
import { contactSends } from './contact-send-table'

export class PgContactSendStore implements ContactSendStore {
  findByKey(tx: Tx, companyId: CompanyId, clientKey: string): Promise<ContactSend | undefined> {
    return contactSends.findFirst(tx, sql`WHERE company_id = ${companyId} AND client_key = ${clientKey}`)
  }

  lockByKey(tx: Tx, companyId: CompanyId, clientKey: string): Promise<ContactSend | undefined> {
    lockName(tx, clientKey, companyId)
    return this.findByKey(tx, companyId, clientKey)
  }

  async insert(
    tx: Tx,
    companyId: CompanyId,
    send: ContactSend & { clientKey: string; createdAt: Date },
  ): Promise<void> {
    await execute(tx, contactSends.insertion({ ...send, companyId }))
  }
}
