import { deskEvent, orderingKeys } from '@balcao/contracts/wire'

import { signals } from '../../signals'
import type { InboundRevision } from '../whatsapp-driver'
import { findRecordedMessage } from './find-recorded-message'
import { toIdentity } from './message-identity'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { boundBody, boundId } from './sanitize-message'

/**
 * Appends `messageRevised` after an edit or deletion by the author, with the ordering key of the message's conversation. A
 * revision of another author's message is ignored. Idempotent: the event has the message's new state. Resolves when durable.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordInboundRevision(
  deps: InboundDeps,
  holder: SessionHolder,
  revision: InboundRevision,
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  const target = toIdentity({ ...revision, waId: boundId(revision.waId) })
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const recorded = await findRecordedMessage(deps, tx, companyId, connectionId, target)
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
        body: boundBody(revision.body),
      }),
    ])
  })
}
