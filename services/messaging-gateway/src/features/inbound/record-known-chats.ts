import type { Person } from '../whatsapp-driver'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { resolveConversation } from './resolve-conversation'

type KnownChatDeps = Pick<InboundDeps, 'db' | 'leases' | 'conversations' | 'events' | 'clock' | 'ids'>

/**
 * People with whom the phone's history has a chat: writing to them begins none. A transaction each: locks on many
 * conversations would be taken in another order than messages take them. Idempotent. @throws {AppError} ERR_LEASE_LOST
 */
export async function recordKnownChats(
  deps: KnownChatDeps,
  holder: SessionHolder,
  people: readonly Person[],
): Promise<void> {
  for (const person of people) await recordKnownChat(deps, holder, person)
}

async function recordKnownChat(
  deps: KnownChatDeps,
  holder: SessionHolder,
  { number, lid, bsuid = '' }: Person,
): Promise<void> {
  if (!number && !lid && !bsuid) return
  const { companyId, lease } = holder
  // Of two whose merge was undone it is the one of the number.
  const chat = { remoteJid: '', isGroup: false, number, lid, bsuid }
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    const id = await resolveConversation(deps, tx, holder, chat)
    await deps.conversations.markBegun(tx, companyId, id)
  })
}
