import { isOneEmoji } from '@balcao/contracts'
import type { DeskEvent, MessageReacted } from '@balcao/contracts/wire'
import { cleanText, type Tx } from '@balcao/kernel'

import { signals } from '../../signals'
import { listIdentities } from '../contacts'
import { lockTicketAndMessage } from './lock-message'
import type { Message } from './message'
import type { MessageDeps } from './message-deps'
import { BY_CONTACT, BY_US, applyReaction, type StoredReaction } from './reaction'
import { saveReactions } from './save-reactions'
import { toWaIdentity } from './wa-identity'

interface Reactor {
  by: string
  aliases: string[]
  name: string
}

/* In a chat of two there is one other. In a group the number is surer than the LID, which may have been all we knew before. */
function resolveReactor({ byUs, by, remoteJid }: MessageReacted): Reactor | undefined {
  if (byUs) return { by: BY_US, aliases: [], name: '' }
  if (!remoteJid.endsWith('@g.us')) return { by: BY_CONTACT, aliases: [], name: '' }
  const known = by && by.number + by.lid !== '' ? listIdentities(by, false, '') : []
  const [first, ...aliases] = known.map(({ kind, value }) => `${kind}:${value}`)
  return first === undefined
    ? undefined
    : { by: first, aliases, name: cleanText(by?.name || by?.number || '').slice(0, 255) }
}

function buildReaction(value: MessageReacted, { by, name }: Reactor, now: Date): StoredReaction {
  const at = Math.min(value.sentAt?.getTime() || now.getTime(), now.getTime())
  return { by, name, emoji: value.emoji, at }
}

async function findTarget(
  deps: MessageDeps,
  tx: Tx,
  { companyId }: DeskEvent,
  value: MessageReacted,
): Promise<Message | undefined> {
  const find = (fromMe: boolean) =>
    deps.messages.findByIdentity(tx, companyId, { ...toWaIdentity(value), fromMe }, value.otherJids)
  const found = await find(value.fromMe)
  return found ?? (value.isWriterUnknown ? find(!value.fromMe) : undefined)
}

/**
 * A reaction that was set on a phone, or removed. The last one of each person counts. What is no emoji,
 * or is put to a message that is not here, is ignored.
 * @param group the consumer's. Reactions to our messages come to two: with what arrives (typed on the phone) and with the
 * acks (sent from here, named by its ack). Whichever finds the message applies it; applying twice changes nothing.
 */
export async function receiveReaction(
  deps: MessageDeps,
  event: DeskEvent,
  value: MessageReacted,
  group: string,
): Promise<void> {
  const { companyId } = event
  const reactor = resolveReactor(value)
  const known = await deps.db.withTenant(companyId, (tx) => findTarget(deps, tx, event, value))
  if (!known || !reactor || (value.emoji !== '' && !isOneEmoji(value.emoji)))
    return signals.inboundIgnored({ companyId, what: 'reaction' })
  const document = (await deps.documents.get(companyId, [known.id])).get(known.id)
  await deps.db.withTenant(companyId, async (tx) => {
    if (!(await deps.inbox.claim(tx, group, event.eventId))) return
    const locked = await lockTicketAndMessage(deps, tx, companyId, known)
    if (!locked || locked.message.deleted) return
    const news = buildReaction(value, reactor, deps.clock.now())
    const reactions = applyReaction(locked.message.reactions, news, reactor.aliases)
    if (reactions) await saveReactions(deps, tx, locked, { reactions, document })
  })
}
