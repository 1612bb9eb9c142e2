import type { CompanyId, ConnectionId, MessageId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, sql } from '@balcao/platform'

import type { CampaignMessage, CampaignMessageStore } from '../../features/messages/campaign-message.store'
import { campaignMessages } from './campaign-message-table'
import { identityRows, type Identity } from './identity-rows'

const MOST = 50

export class PgCampaignMessageStore implements CampaignMessageStore {
  async insert(tx: Tx, message: CampaignMessage): Promise<boolean> {
    const rows = await query(
      tx,
      sql`${campaignMessages.insertion(message)} ON CONFLICT (company_id, id) DO NOTHING RETURNING 1`,
    )
    return rows.length > 0
  }

  /* A person who is known by a LID is found by the numbers of the same contact. */
  lockOfPerson(
    tx: Tx,
    companyId: CompanyId,
    connectionId: ConnectionId,
    identities: readonly Identity[],
  ): Promise<CampaignMessage[]> {
    return campaignMessages.find(
      tx,
      sql`WHERE company_id = ${companyId} AND connection_id = ${connectionId} AND phone = ANY (ARRAY(
          SELECT wanted.value FROM ${identityRows(identities)} AS wanted (kind, value) WHERE wanted.kind = 'phone'
          UNION SELECT own.value FROM ${identityRows(identities)} AS wanted (kind, value)
            JOIN contact_identities i ON i.company_id = ${companyId} AND i.kind = wanted.kind AND i.value = wanted.value
            JOIN contact_identities own ON own.company_id = i.company_id AND own.contact_id = i.contact_id AND own.kind = 'phone'))
        ORDER BY position DESC LIMIT ${MOST}::int FOR NO KEY UPDATE`,
    )
  }

  lockHeld(tx: Tx, companyId: CompanyId, id: MessageId): Promise<CampaignMessage | undefined> {
    return campaignMessages.findFirst(
      tx,
      sql`WHERE company_id = ${companyId} AND id = ${id} AND document IS NOT NULL FOR NO KEY UPDATE`,
    )
  }

  async saveAck(tx: Tx, { companyId, id, ack, failure }: CampaignMessage): Promise<void> {
    await execute(
      tx,
      sql`UPDATE campaign_messages SET ack = ${ack}, failure = ${failure} WHERE company_id = ${companyId} AND id = ${id}`,
    )
  }

  async markShown(tx: Tx, companyId: CompanyId, ids: readonly MessageId[]): Promise<void> {
    await execute(
      tx,
      sql`UPDATE campaign_messages SET document = NULL WHERE company_id = ${companyId} AND id = ANY (${ids}::uuid[])`,
    )
  }

  async delete(tx: Tx, companyId: CompanyId, id: MessageId): Promise<void> {
    await execute(tx, sql`DELETE FROM campaign_messages WHERE company_id = ${companyId} AND id = ${id}`)
  }
}
