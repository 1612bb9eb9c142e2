import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { ContactIdentity } from '@balcao/contracts/wire'
import type { BlobStore, Database, Tx } from '@balcao/kernel'

import { chatAliases, toRemoteJids } from '../inbound'
import { parseAddress, type Address } from '../whatsapp-driver'
import type { ErasedNames, ErasureStore } from './erasure.store'

export interface ErasureDeps {
  db: Database
  erasures: ErasureStore
  blobs: BlobStore
  /** Erases what drivers keep of these chats. */
  forgetChats(connectionIds: readonly ConnectionId[], chats: readonly Address[]): Promise<void>
}

const toAliases = ({ kind, value }: ContactIdentity): string[] =>
  chatAliases({
    remoteJid: value,
    isGroup: kind === 'group',
    number: kind === 'phone' ? value : '',
    lid: kind === 'lid' ? value : '',
    bsuid: kind === 'bsuid' ? value : '',
  })

const aliasDigits = (alias: string): string => alias.slice(alias.indexOf(':') + 1, alias.search(/@|$/))

async function readNames(
  deps: ErasureDeps,
  companyId: CompanyId,
  identities: readonly ContactIdentity[],
): Promise<ErasedNames> {
  const known = identities.flatMap(toAliases)
  const aliases = await deps.db.withTenant(companyId, (tx) => deps.erasures.listAliases(tx, companyId, known))
  return { aliases, remoteJids: toRemoteJids(aliases), numbers: aliases.map(aliasDigits) }
}

/**
 * Erases what this service stores of a deleted contact. Files first, while rows still name their keys; the rows are deleted in
 * the transaction that claims the event.
 * @param claim false when it was done before.
 */
export async function eraseContact(
  deps: ErasureDeps,
  companyId: CompanyId,
  identities: readonly ContactIdentity[],
  claim: (tx: Tx) => Promise<boolean>,
): Promise<void> {
  const names = await readNames(deps, companyId, identities)
  const keys = await deps.db.withTenant(companyId, (tx) => deps.erasures.listBlobKeys(tx, companyId, names))
  for (const key of keys) await deps.blobs.delete(key)
  const connections = await deps.db.withTenant(companyId, (tx) =>
    deps.erasures.listConnectionIds(tx, companyId),
  )
  await deps.forgetChats(connections, names.remoteJids.map(parseAddress))
  await deps.db.withTenant(companyId, async (tx) => {
    if (await claim(tx)) await deps.erasures.eraseContact(tx, companyId, names)
  })
}
