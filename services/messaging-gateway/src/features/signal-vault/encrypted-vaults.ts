import type { CompanyId, ConnectionId } from '@balcao/contracts'
import type { Lease } from '@balcao/kernel'

import { EncryptedVault, type VaultDeps } from './encrypted-vault'
import type { SignalVault, SignalVaults } from './signal-vault.port'

/** Vaults of a process. One is open per connection: opening it again ends the one before. */
export class EncryptedVaults implements SignalVaults {
  /* Weak: a vault is not closed, and its cache is freed with the session. */
  private readonly opened = new Map<string, WeakRef<EncryptedVault>>()

  constructor(private readonly deps: VaultDeps) {}

  open(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): SignalVault {
    const before = this.find(companyId, connectionId)?.supersede() ?? Promise.resolve()
    const vault = new EncryptedVault(this.deps, { companyId, connectionId, lease }, before)
    this.opened.set(`${companyId}:${connectionId}`, new WeakRef(vault))
    return vault
  }

  async wipe(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): Promise<void> {
    const { db, leases, store, dataKeys } = this.deps
    // A write that had begun would commit after the deletion and stay.
    const open = this.find(companyId, connectionId)
    await open?.supersede()
    await db.withTenant(companyId, async (tx) => {
      if (!(await store.wipe(tx, { companyId, connectionId, lease }))) await leases.fence(tx, lease)
    })
    open?.forget()
    await dataKeys.replaceLost(companyId)
  }

  private find(companyId: CompanyId, connectionId: ConnectionId): EncryptedVault | undefined {
    return this.opened.get(`${companyId}:${connectionId}`)?.deref()
  }
}
