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
   * What new rows of the company are sealed under; made for its first row. May be out of date by the time it is used:
   * the store refuses the write then, and `forget` makes the next call look again.
   * @throws {AppError} ERR_INTERNAL when no master key opens it.
   */
  current(companyId: CompanyId): Promise<DataKey> {
    const known = this.currents.get(companyId)
    if (known) return known
    const loading = this.load(companyId).then((wrapped) => this.open(companyId, wrapped))
    this.currents.set(companyId, loading)
    // Not remembered; whoever waits for it has the error.
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

  /** The company's next version; rows under `version` stay readable. False when another was quicker. */
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
   * Gives a company whose current key no master key opens a new one. Only where its secrets were given up on purpose:
   * what is sealed under the old key stays, and is readable again once its master key is back.
   */
  async replaceLost(companyId: CompanyId): Promise<void> {
    const { db, store } = this.deps
    const wrapped = await db.withTenant(companyId, (tx) => store.currentDataKey(tx, companyId))
    if (wrapped && !this.opens(companyId, wrapped)) await this.rotate(companyId, wrapped.version)
  }

  private opens(companyId: CompanyId, wrapped: WrappedDataKey): boolean {
    try {
      this.open(companyId, wrapped)
      return true
    } catch {
      return false
    }
  }

  private load(companyId: CompanyId): Promise<WrappedDataKey> {
    const { db, store, keyRing, clock } = this.deps
    return db.withTenant(companyId, async (tx) => {
      const known = await store.currentDataKey(tx, companyId)
      if (known) return known
      await store.insertDataKey(tx, companyId, makeDataKey(keyRing, companyId, 1), clock.now())
      // Another process may have been quicker.
      const made = await store.currentDataKey(tx, companyId)
      if (!made) throw new Error(`company ${companyId} has no data key`)
      return made
    })
  }
}
