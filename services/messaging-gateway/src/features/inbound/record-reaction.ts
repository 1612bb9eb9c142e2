import { deskEvent, orderingKeys } from '@balcao/contracts/wire'

import type { InboundReaction } from '../whatsapp-driver'
import { toChat } from './chat-aliases'
import { findRecordedMessage, listChatJids } from './find-recorded-message'
import type { MessageIdentity } from './inbound.store'
import { toIdentity } from './message-identity'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { boundId, boundPerson, boundText, boundTime } from './sanitize-message'
import { resolveConversation } from './resolve-conversation'

/** The longest single emoji, a family, has 11 code units; some clients send more. */
const MAX_EMOJI_LENGTH = 64

/**
 * Appends `messageReacted` after a reaction was added or removed, with the ordering key of the message's conversation, or of the
 * chat when the message is older than the connection or than its record is kept. Idempotent: the last reaction counts. Resolves when durable.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordReaction(
  deps: InboundDeps,
  holder: SessionHolder,
  reaction: InboundReaction,
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  const { by, fromMe } = reaction
  const target = toIdentity({ ...reaction, waId: boundId(reaction.waId) })
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const find = (sought: MessageIdentity) => findRecordedMessage(deps, tx, holder, sought)
    const recorded =
      (await find(target)) ??
      (reaction.isWriterUnknown ? await find({ ...target, fromMe: !fromMe }) : undefined)
    const conversationId =
      recorded?.conversationId ?? (await resolveConversation(deps, tx, holder, toChat(reaction.chat)))
    const [, ...otherJids] = recorded ? [] : await listChatJids(deps, tx, holder, target.remoteJid)
    await deps.events.append(tx, [
      deskEvent(deps, orderingKeys.conversation(companyId, conversationId), 'messageReacted', {
        connectionId,
        ...(recorded?.identity ?? target),
        otherJids,
        isWriterUnknown: !recorded && reaction.isWriterUnknown === true,
        emoji: boundText(reaction.emoji, MAX_EMOJI_LENGTH),
        byUs: by === undefined,
        by: by && boundPerson(by),
        sentAt: boundTime(reaction.sentAt, deps.clock.now()),
      }),
    ])
  })
}
