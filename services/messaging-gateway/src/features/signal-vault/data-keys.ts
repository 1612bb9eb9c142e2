import type { CompanyId } from '@balcao/contracts'
import type { Clock, Database } from '@balcao/kernel'
import { LRUCache } from 'lru-cache'

import { makeDataKey, openDataKey, type DataKey } from './data-key'
import type { KeyRing } from './key-ring'
import type { SignalVaultStore, WrappedDataKey } from './signal-vault.store'

export interface DataKeysDeps {
  db: Database
  clock: Clock
  store: SignalVaultStore
  keyRing: KeyRing
}

const REMEMBERED = 5_000

/** The companies' data keys, unwrapped once per process. */
export class DataKeys {
  private readonly opened = new LRUCache<string, DataKey>({ max: REMEMBERED })
  private readonly currents = new LRUCache<CompanyId, Promise<DataKey>>({ max: REMEMBERED })

  constructor(private readonly deps: DataKeysDeps) {}

  /**
   * What new rows of the company are sealed under; created with its first row. When it was rotated before it is used, the
   * store refuses the write, and `forget` makes the next call read it again.
   * @throws {AppError} ERR_INTERNAL when no master key opens it.
   */
  readCurrent(companyId: CompanyId): Promise<DataKey> {
    const known = this.currents.get(companyId)
    if (known) return known
    const loading = this.readOrCreate(companyId).then((wrapped) => this.open(companyId, wrapped))
    this.currents.set(companyId, loading)
    // A failure is not cached; the callers that wait for it get the error.
    loading.catch(() => this.forget(companyId))
    return loading
  }

  forget(companyId: CompanyId): void {
    this.currents.delete(companyId)
  }

  /** @throws {AppError} ERR_INTERNAL when no master key opens it. */
  open(companyId: CompanyId, wrapped: WrappedDataKey): DataKey {
    const name = `${companyId}:${wrapped.version}`
    const known = this.opened.get(name)
    if (known) return known
    const opened = openDataKey(this.deps.keyRing, companyId, wrapped)
    this.opened.set(name, opened)
    return opened
  }

  /** Creates the company's next version; rows under `version` stay readable. False when another process had done so. */
  async rotate(companyId: CompanyId, version: number): Promise<boolean> {
    const { db, store, keyRing, clock } = this.deps
    const next = makeDataKey(keyRing, companyId, version + 1)
    const isDone = await db.withTenant(companyId, async (tx) => {
      if (!(await store.retireDataKey(tx, companyId, version, clock.now()))) return false
      await store.insertDataKey(tx, companyId, next, clock.now())
      return true
    })
    this.forget(companyId)
    return isDone
  }

  /**
   * Gives a company whose current key no master key opens a new one. Called only after a wipe of its secrets: rows sealed under
   * the old key stay, and are readable again once its master key is configured.
   */
  async replaceLost(companyId: CompanyId): Promise<void> {
    const { db, store } = this.deps
    const wrapped = await db.withTenant(companyId, (tx) => store.findCurrentDataKey(tx, companyId))
    if (wrapped && !this.canOpen(companyId, wrapped)) await this.rotate(companyId, wrapped.version)
  }

  private canOpen(companyId: CompanyId, wrapped: WrappedDataKey): boolean {
    try {
      this.open(companyId, wrapped)
      return true
    } catch {
      return false
    }
  }

  private readOrCreate(companyId: CompanyId): Promise<WrappedDataKey> {
    const { db, store, keyRing, clock } = this.deps
    return db.withTenant(companyId, async (tx) => {
      const known = await store.findCurrentDataKey(tx, companyId)
      if (known) return known
      await store.insertDataKey(tx, companyId, makeDataKey(keyRing, companyId, 1), clock.now())
      // Another process may have inserted one first.
      const made = await store.findCurrentDataKey(tx, companyId)
      if (!made) throw new Error(`company ${companyId} has no data key`)
      return made
    })
  }
}
