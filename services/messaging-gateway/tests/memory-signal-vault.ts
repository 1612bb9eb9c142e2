import type { CompanyId, ConnectionId } from '@balcao/contracts'
import { AppError, type Lease } from '@balcao/kernel'

import type { JournalRow, SignalVault, SignalVaults, VaultWrite } from '../src/features/signal-vault'

interface Row {
  seq: number
  hash: string
  content: Uint8Array | undefined
}

interface Secrets {
  credentials: Uint8Array | undefined
  keys: Map<string, Uint8Array>
  journal: Map<string, Row>
  vault: MemoryVault | undefined
}

const HASH = /^[0-9a-f]{64}$/
const toKeyName = (type: string, id: string) => JSON.stringify([type, id])
const copy = (value: Uint8Array) => new Uint8Array(value)

class MemoryVault implements SignalVault {
  isSuperseded = false

  constructor(
    private readonly secrets: Secrets,
    private readonly fence: () => void,
    private readonly nextSeq: () => number,
  ) {}

  findCredentials(): Promise<Uint8Array | undefined> {
    const { credentials } = this.secrets
    return Promise.resolve(credentials && copy(credentials))
  }

  findKeys(type: string, ids: readonly string[]): Promise<Map<string, Uint8Array>> {
    const found = new Map<string, Uint8Array>()
    for (const id of ids) {
      const value = this.secrets.keys.get(toKeyName(type, id))
      if (value) found.set(id, copy(value))
    }
    return Promise.resolve(found)
  }

  listIds(type: string): Promise<string[]> {
    const names = [...this.secrets.keys.keys()].map((name) => JSON.parse(name) as [string, string])
    return Promise.resolve(names.flatMap(([of, id]) => (of === type ? [id] : [])).sort())
  }

  async write({ keys = [], journal = [], credentials }: VaultWrite): Promise<void> {
    if (keys.length === 0 && journal.length === 0 && !credentials) return
    this.assertCurrent()
    for (const { hash } of journal) if (!HASH.test(hash)) throw new Error('not a hash')
    for (const { type, id, value } of keys) {
      if (value) this.secrets.keys.set(toKeyName(type, id), copy(value))
      else this.secrets.keys.delete(toKeyName(type, id))
    }
    for (const { hash, content } of journal) {
      if (this.secrets.journal.has(hash)) continue
      this.secrets.journal.set(hash, { seq: this.nextSeq(), hash, content: copy(content) })
    }
    if (credentials) this.secrets.credentials = copy(credentials)
    return Promise.resolve()
  }

  findJournal(hash: string): Promise<{ seq: number; content: Uint8Array | undefined } | undefined> {
    const row = this.secrets.journal.get(hash)
    return Promise.resolve(row && { seq: row.seq, content: row.content && copy(row.content) })
  }

  listOpenJournal(limit: number): Promise<JournalRow[]> {
    const open = [...this.secrets.journal.values()].flatMap(({ seq, hash, content }) =>
      content ? [{ seq, hash, content: copy(content) }] : [],
    )
    return Promise.resolve(open.slice(0, limit))
  }

  async closeJournal(hashes: readonly string[]): Promise<void> {
    if (hashes.length === 0) return
    this.assertCurrent()
    for (const hash of hashes) {
      const row = this.secrets.journal.get(hash)
      if (row) row.content = undefined
    }
    return Promise.resolve()
  }

  private assertCurrent(): void {
    if (this.isSuperseded) throw new AppError('ERR_LEASE_LOST', { detail: 'opened again or wiped' })
    this.fence()
  }
}

/** Vaults in memory, for tests of other subjects. Fenced by the lease's signal and by the highest epoch seen under its name. */
export class MemorySignalVaults implements SignalVaults {
  private readonly sessions = new Map<string, Secrets>()
  private readonly epochs = new Map<string, number>()
  private seq = 0

  open(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): SignalVault {
    const secrets = this.findOrCreateSecrets(companyId, connectionId)
    if (secrets.vault) secrets.vault.isSuperseded = true
    secrets.vault = new MemoryVault(
      secrets,
      () => this.fence(lease),
      () => (this.seq += 1),
    )
    this.epochs.set(lease.name, Math.max(lease.epoch, this.epochs.get(lease.name) ?? 0))
    return secrets.vault
  }

  async wipe(companyId: CompanyId, connectionId: ConnectionId, lease: Lease): Promise<void> {
    this.fence(lease)
    const secrets = this.findOrCreateSecrets(companyId, connectionId)
    if (secrets.vault) secrets.vault.isSuperseded = true
    secrets.keys.clear()
    secrets.credentials = undefined
    for (const [hash, { content }] of secrets.journal) if (!content) secrets.journal.delete(hash)
    return Promise.resolve()
  }

  private findOrCreateSecrets(companyId: CompanyId, connectionId: ConnectionId): Secrets {
    const name = `${companyId}:${connectionId}`
    const known = this.sessions.get(name)
    if (known) return known
    const secrets = { credentials: undefined, keys: new Map(), journal: new Map(), vault: undefined }
    this.sessions.set(name, secrets)
    return secrets
  }

  private fence(lease: Lease): void {
    const isOld = lease.epoch < (this.epochs.get(lease.name) ?? 0)
    if (isOld || lease.signal.aborted) throw new AppError('ERR_LEASE_LOST', { detail: lease.name })
  }
}
