import { readCallingCode } from '@balcao/contracts'
import { deskEvent } from '@balcao/contracts/wire'

import type { SessionHolder } from '../inbound'
import type { MessagePrice } from '../whatsapp-driver'
import { orderingKey, toNumber } from './outbound-events'
import type { OutboundDeps } from './record-ack'

/**
 * Tells what the network says of a delivered message's price. A message that was not sent from here is ignored. A repeat tells it again:
 * who counts prices counts each message once. Resolves when durable.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordPrice(
  deps: OutboundDeps,
  { companyId, connectionId, lease }: SessionHolder,
  waId: string,
  { category, isBillable, deliveredAt }: MessagePrice,
): Promise<void> {
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const row = await deps.outbound.findByWaId(tx, companyId, connectionId, waId)
    if (!row) return
    const event = deskEvent(deps, orderingKey(row), 'messagePriced', {
      messageId: row.messageId,
      connectionId,
      campaignId: row.campaignId ?? 0,
      targetId: row.targetId ?? '',
      callingCode: readCallingCode(toNumber(row.remoteJid)),
      category,
      isBillable,
      deliveredAt,
    })
    await deps.events.append(tx, [event])
  })
}
