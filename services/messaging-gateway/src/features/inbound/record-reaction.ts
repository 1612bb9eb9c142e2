import { deskEvent, orderingKeys } from '@balcao/contracts/wire'

import type { InboundReaction } from '../whatsapp-driver'
import { identityOfJid } from './chat-aliases'
import { findRecorded } from './find-recorded'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { boundedId, boundedPerson, boundedText, saneTime } from './sane-message'
import { resolveConversation } from './resolve-conversation'

/** The longest emoji that is one picture is a family of 11 code units; some clients put more. */
const LONGEST_EMOJI = 64

/**
 * Tells the desk that somebody put an emoji to a message or took it back, keyed behind the message; behind the chat when
 * the message is older than the connection. The last word counts, so a repeat is harmless. Resolves when durable.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordReaction(
  deps: InboundDeps,
  holder: SessionHolder,
  reaction: InboundReaction,
): Promise<void> {
  const { companyId, connectionId, lease } = holder
  const { remoteJid, participant, fromMe, by } = reaction
  const target = { remoteJid, participant, fromMe, waId: boundedId(reaction.waId) }
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const recorded = await findRecorded(deps, tx, companyId, connectionId, target)
    const conversationId =
      recorded?.conversationId ??
      (await resolveConversation(deps, tx, companyId, connectionId, identityOfJid(remoteJid)))
    await deps.events.append(tx, [
      deskEvent(deps, companyId, orderingKeys.conversation(conversationId), 'messageReacted', {
        connectionId,
        ...(recorded?.identity ?? target),
        emoji: boundedText(reaction.emoji, LONGEST_EMOJI),
        byUs: by === undefined,
        by: by && boundedPerson(by),
        sentAt: saneTime(reaction.sentAt, deps.clock.now()),
      }),
    ])
  })
}
