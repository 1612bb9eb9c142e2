import { chatAliases } from './chat-aliases'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { planLink } from './link-plan'
import { areKeptApart, carryOut, namesOf, sidesOf } from './resolve-conversation'

/**
 * The network says that a number and a LID are one person: conversations that were settled apart merge, a known one
 * learns its other name. Of people nobody has a conversation with nothing is kept. Harmless when repeated.
 * @throws {AppError} ERR_LEASE_LOST
 */
export async function recordLink(
  deps: InboundDeps,
  holder: SessionHolder,
  person: { number: string; lid: string },
): Promise<void> {
  if (person.number === '' || person.lid === '') return
  const { companyId, connectionId, lease } = holder
  const aliases = chatAliases({ remoteJid: '', isGroup: false, ...person })
  await deps.db.withTenant(companyId, async (tx) => {
    await deps.leases.fence(tx, lease)
    if (await deps.conversations.lockResolved(tx, companyId, connectionId, aliases)) return
    await deps.conversations.lockAliases(tx, connectionId, aliases)
    const known = await deps.conversations.lockByAliases(tx, companyId, connectionId, aliases)
    const names = namesOf(aliases)
    if (!names) return
    const sides = sidesOf(known, names)
    const plan = planLink(sides.byPhone, sides.byLid, names)
    if (plan.kind === 'new' || (await areKeptApart(deps, tx, companyId, sides))) return
    await carryOut(deps, tx, { companyId, connectionId }, known, plan)
  })
}
