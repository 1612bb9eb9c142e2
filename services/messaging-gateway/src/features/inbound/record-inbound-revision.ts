import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import type { InboundRevision } from '../whatsapp-driver'
import { chatAliases, parseChat } from './chat-aliases'
import { findRecordedMessage, listChatJids, type FoundMessage } from './find-recorded-message'
import type { MessageIdentity } from './inbound.store'
import { toIdentity } from './message-identity'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { boundBody, boundId } from './sanitize-message'

interface RevisedMessage extends FoundMessage {
  /** Under which tickets may have a message that is not recorded. */
  otherJids: string[]
}

/* Of a known chat: the message may be older than its record is kept. */
async function findUnrecorded(
  deps: InboundDeps,
  tx: Tx,
  holder: SessionHolder,
  identity: MessageIdentity,
): Promise<RevisedMessage | undefined> {
  const { companyId, connectionId } = holder
  const aliases = chatAliases(parseChat(identity.remoteJid))
  const [conversation] = await deps.conversations.lockByAliases(tx, companyId, connectionId, aliases)
  if (!conversation) return undefined
  const [, ...otherJids] = await listChatJids(deps, tx, holder, identity.remoteJid)
  return { identity, conversationId: conversation.id, otherJids }
}

async function findRevised(
  deps: InboundDeps,
  tx: Tx,
  holder: SessionHolder,
  target: MessageIdentity,
): Promise<RevisedMessage | undefined> {
  const recorded = await findRecordedMessage(deps, tx, holder, target)
  return recorded ? { ...recorded, otherJids: [] } : findUnrecorded(deps, tx, holder, target)
}

/**
 * Appends `messageRevised` after an edit or deletion by the author, with the ordering key of the message's conversation. A
 * revision of another author's message changes nothing: tickets finds none of that author. Idempotent: the event has the message's new state. Resolves when durable.
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
    const revised = await findRevised(deps, tx, holder, target)
    if (!revised) return signals.revisionUnknown({ companyId, connectionId })
    const { identity, conversationId, otherJids } = revised
    if (revision.deleted) {
      await deps.mediaFetches.cancel(tx, companyId, connectionId, identity)
      await deps.placeholders.cancel(tx, companyId, connectionId, identity)
    }
    await deps.events.append(tx, [
      deskEvent(deps, orderingKeys.conversation(companyId, conversationId), 'messageRevised', {
        connectionId,
        ...identity,
        deleted: revision.deleted,
        body: boundBody(revision.body),
        otherJids,
      }),
    ])
  })
}
