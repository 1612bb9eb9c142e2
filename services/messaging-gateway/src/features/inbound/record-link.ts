import { chatAliases } from './chat-aliases'
import type { InboundDeps, SessionHolder } from './record-inbound-message'
import { planLink } from './plan-link'
import { areKeptApart, applyLinkPlan, pickLinkedAliases, findSides } from './resolve-conversation'

/**
 * A number and a LID belong to one person, by the WhatsApp server: two conversations merge, a single one gets the other alias.
 * Nothing is stored of people without a conversation. Idempotent.
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
    deps.conversations.lockAliases(tx, connectionId, aliases)
    const known = await deps.conversations.lockByAliases(tx, companyId, connectionId, aliases)
    const names = pickLinkedAliases(aliases)
    if (!names) return
    const sides = findSides(known, names)
    const plan = planLink(sides.byPhone, sides.byPrivacy, names)
    if (plan.kind === 'new' || (await areKeptApart(deps, tx, companyId, sides))) return
    await applyLinkPlan(deps, tx, { companyId, connectionId }, { known, plan })
  })
}
