import { AppError, type Clock, type Database, type Leases } from '@balcao/kernel'

import type { DataKeys } from './data-keys'
import { journalLocation, keepLastOfEach, openSecret, sealWrite, secretLocation } from './seal-write'
import { SecretCache, type CacheBounds } from './secret-cache'
import { CREDENTIALS, type SecretLocation } from './secret-location'
import type { JournalRow, SignalVault, VaultWrite } from './signal-vault.port'
import type { SealedValue, SignalVaultStore, VaultSession } from './signal-vault.store'

export interface VaultDeps {
  db: Database
  leases: Leases
  clock: Clock
  store: SignalVaultStore
  dataKeys: DataKeys
  bounds: CacheBounds
}

/* A refused attempt means that the data key was rotated meanwhile, which happens once in months. */
const TRIES = 3

const isEmpty = ({ keys = [], journal = [], credentials }: VaultWrite) =>
  keys.length === 0 && journal.length === 0 && credentials === undefined

/** A session's secrets: sealed in the store, plain in the cache only. */
export class EncryptedVault implements SignalVault {
  private readonly cache: SecretCache
  private isSuperseded = false
  /* Writes are serialised, so that the cache changes in the order of the commits. */
  private last: Promise<void>

  constructor(
    private readonly deps: VaultDeps,
    private readonly session: VaultSession,
    /** The last write of the vault before this one. */
    private readonly before: Promise<void>,
  ) {
    this.cache = new SecretCache(deps.bounds)
    this.last = before
  }

  async findCredentials(): Promise<Uint8Array | undefined> {
    await this.before
    const [row] = await this.load(CREDENTIALS, [''])
    return row && new Uint8Array(row.value)
  }

  async findKeys(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    await this.before
    const found = new Map<string, Uint8Array>()
    const unknown: string[] = []
    for (const id of new Set(ids)) {
      const entry = this.cache.find(type, id)
      if (!entry) unknown.push(id)
      else if (entry.value) found.set(id, entry.value)
    }
    if (unknown.length === 0) return found
    const { writes } = this.cache
    const rows = new Map((await this.load(type, unknown)).map(({ id, value }) => [id, value]))
    for (const id of unknown) {
      const value = rows.get(id)
      this.cache.fill(writes, type, id, value)
      if (value) found.set(id, new Uint8Array(value))
    }
    return found
  }

  async listIds(type: string): Promise<string[]> {
    await this.before
    const { db, store } = this.deps
    return db.withTenant(this.session.companyId, (tx) => store.listIds(tx, this.session, type))
  }

  async write(write: VaultWrite): Promise<void> {
    if (isEmpty(write)) return
    this.assertCurrent()
    const done = this.last.then(() => this.commit(write))
    // The caller gets the error; the next write goes on.
    this.last = done.catch(() => undefined)
    await done
  }

  async findJournal(hash: string): Promise<{ seq: number; content: Uint8Array | undefined } | undefined> {
    await this.before
    const { db, store } = this.deps
    const { companyId } = this.session
    const row = await db.withTenant(companyId, (tx) => store.findJournal(tx, this.session, hash))
    if (!row) return undefined
    const { seq, sealed } = row
    return { seq, content: sealed && this.open(journalLocation(this.session, hash), sealed) }
  }

  async listOpenJournal(limit: number): Promise<JournalRow[]> {
    await this.before
    const { db, store } = this.deps
    const { companyId } = this.session
    const rows = await db.withTenant(companyId, (tx) => store.listOpenJournal(tx, this.session, limit))
    return rows.map((row) => ({
      seq: row.seq,
      hash: row.hash,
      content: this.open(journalLocation(this.session, row.hash), row),
    }))
  }

  async closeJournal(hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return
    const { db, store, leases, clock } = this.deps
    this.assertCurrent()
    await db.withTenant(this.session.companyId, async (tx) => {
      if (await store.closeJournal(tx, this.session, hashes, clock.now())) return
      await leases.fence(tx, this.session.lease)
    })
  }

  /** The connection's secrets were deleted. */
  forget(): void {
    this.cache.clear()
  }

  /** Refuses further writes; resolves when those that had begun are over. */
  supersede(): Promise<void> {
    this.isSuperseded = true
    return this.last
  }

  private async commit(write: VaultWrite): Promise<void> {
    try {
      await this.store(write)
    } catch (error) {
      // Whether it was committed is unknown.
      this.cache.clear()
      throw error
    }
    this.cache.replace(keepLastOfEach(write.keys ?? []))
  }

  private async store(write: VaultWrite): Promise<void> {
    const { companyId } = this.session
    for (let tries = 1; tries <= TRIES; tries += 1) {
      if (await this.tryStore(write)) return
      this.deps.dataKeys.forget(companyId)
    }
    throw new AppError('ERR_UNAVAILABLE', {
      detail: `the data key of company ${companyId} was rotated ${TRIES} times during one write`,
    })
  }

  /** False when the data key was rotated meanwhile. */
  private async tryStore(write: VaultWrite): Promise<boolean> {
    const { db, store, leases, dataKeys } = this.deps
    const { companyId, lease } = this.session
    const sealed = sealWrite(this.session, await dataKeys.readCurrent(companyId), write)
    return db.withTenant(companyId, async (tx) => {
      if (await store.write(tx, this.session, sealed)) return true
      await leases.fence(tx, lease)
      return false
    })
  }

  private async load(type: string, ids: readonly string[]): Promise<{ id: string; value: Buffer }[]> {
    const { db, store } = this.deps
    const { companyId } = this.session
    const rows = await db.withTenant(companyId, (tx) => store.listSecrets(tx, this.session, type, ids))
    return rows.map((row) => ({
      id: row.id,
      value: this.open(secretLocation(this.session, type, row.id), row),
    }))
  }

  private open(location: SecretLocation, { content, dataKey }: SealedValue): Buffer {
    const { companyId } = this.session
    return openSecret(companyId, this.deps.dataKeys.open(companyId, dataKey), location, content)
  }

  private assertCurrent(): void {
    const { lease } = this.session
    if (lease.signal.aborted) throw new AppError('ERR_LEASE_LOST', { detail: lease.name })
    if (this.isSuperseded)
      throw new AppError('ERR_LEASE_LOST', { detail: `${lease.name} was opened again or wiped` })
  }
}
