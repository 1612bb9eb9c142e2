import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { ContactIdentity } from '@balcao/contracts/wire'
import type { BlobStore, Database, Tx } from '@balcao/kernel'

import { chatAliases, jidsOfAliases } from '../inbound'
import type { ErasedNames, ErasureStore } from './erasure.store'

export interface ErasureDeps {
  db: Database
  erasures: ErasureStore
  blobs: BlobStore
  /** Drivers erase what they keep of these chats themselves. */
  forgetChats(connectionIds: readonly ConnectionId[], jids: readonly string[]): Promise<void>
}

const aliasesOf = ({ kind, value }: ContactIdentity): string[] =>
  chatAliases({
    remoteJid: value,
    isGroup: kind === 'group',
    number: kind === 'phone' ? value : '',
    lid: kind === 'lid' ? value : '',
  })

const digitsOf = (alias: string): string => alias.slice(alias.indexOf(':') + 1).replace(/@.*$/, '')

async function namesOf(
  deps: ErasureDeps,
  companyId: CompanyId,
  identities: readonly ContactIdentity[],
): Promise<ErasedNames> {
  const known = identities.flatMap(aliasesOf)
  const aliases = await deps.db.withTenant(companyId, (tx) => deps.erasures.namesWith(tx, companyId, known))
  return { aliases, jids: jidsOfAliases(aliases), numbers: aliases.map(digitsOf) }
}

/**
 * Erases what this service holds of a contact that was deleted. Files first, so that a kill in between finds their keys
 * again; rows then go in the transaction that claims the event.
 * @param claim false when it was done before.
 */
export async function eraseContact(
  deps: ErasureDeps,
  companyId: CompanyId,
  identities: readonly ContactIdentity[],
  claim: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const names = await namesOf(deps, companyId, identities)
  const keys = await deps.db.withTenant(companyId, (tx) => deps.erasures.blobKeys(tx, companyId, names))
  for (const key of keys) await deps.blobs.delete(key)
  const connections = await deps.db.withTenant(companyId, (tx) => deps.erasures.connections(tx, companyId))
  await deps.forgetChats(connections, names.jids)
  await deps.db.withTenant(companyId, async (tx) => {
    if (await claim(tx)) await deps.erasures.eraseContact(tx, companyId, names)
  })
}
