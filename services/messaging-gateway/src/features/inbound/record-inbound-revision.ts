import { deskEvent, orderingKeys } from '@balcao/contracts/wire'

import type { InboundRevision } from '../whatsapp-driver'
import { identityOfJid } from './chat-aliases'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { settleConversation } from './settle-conversation'

/**
 * Tells the desk that a message was edited or deleted by its sender, keyed behind the message itself.
 * Harmless when repeated: the event says what the message is now. Resolves when durable.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordInboundRevision(
  deps: InboundDeps,
  holder: SessionHolder,
  revision: InboundRevision,
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const recorded = await deps.inbound.conversationOf(tx, companyId, connectionId, revision)
    const conversationId =
      recorded ??
      (await settleConversation(deps, tx, companyId, connectionId, identityOfJid(revision.remoteJid)))
    await deps.events.append(tx, [
      deskEvent(deps, companyId, orderingKeys.conversation(conversationId), 'messageRevised', {
        connectionId,
        ...revision,
      }),
    ])
  })
}
