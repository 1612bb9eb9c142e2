import { deskEvent, orderingKeys } from '@balcao/contracts/wire'

import { signals } from '../../signals'
import type { InboundRevision } from '../whatsapp-driver'
import { findRecorded } from './find-recorded'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { boundedBody, boundedId } from './sane-message'

/**
 * Tells the desk that a message was edited or deleted by its writer, keyed behind the message itself. Only the message
 * of that very writer in that very chat: whoever names another's touches nothing.
 * Harmless when repeated: the event says what the message is now. Resolves when durable.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordInboundRevision(
  deps: InboundDeps,
  holder: SessionHolder,
  revision: InboundRevision,
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  const target = { ...revision, waId: boundedId(revision.waId) }
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const recorded = await findRecorded(deps, tx, companyId, connectionId, target)
    if (!recorded) return signals.revisionUnknown({ companyId, connectionId })
    const { identity, conversationId } = recorded
    if (revision.deleted) {
      await deps.mediaFetches.cancel(tx, companyId, connectionId, identity)
      await deps.placeholders.cancel(tx, companyId, connectionId, identity)
    }
    await deps.events.append(tx, [
      deskEvent(deps, companyId, orderingKeys.conversation(conversationId), 'messageRevised', {
        connectionId,
        ...identity,
        deleted: revision.deleted,
        body: boundedBody(revision.body),
      }),
    ])
  })
}
