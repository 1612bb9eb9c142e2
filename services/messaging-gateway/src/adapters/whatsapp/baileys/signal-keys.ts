import { AsyncLocalStorage } from 'node:async_hooks'

import type { SignalDataSet, SignalDataTypeMap, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'

import type { JournalDraft, KeyRecord, SignalVault } from '../../../features/signal-vault/signal-vault.port'
import type { BaileysModule } from './load-baileys'
import { withoutFailedTries } from './session-tries'

type Type = keyof SignalDataTypeMap

/** What one unit of work has read and wants to write. */
interface Unit {
  owner: SignalKeys
  values: Map<string, unknown>
  writes: Map<string, KeyRecord>
  journal: JournalDraft[]
  /** What outlives its unit (a fire-and-forget of the library) begins a unit of its own. */
  isOver: boolean
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
/* One for all sessions: Node 20 looks after each of them at every promise. */
const units = new AsyncLocalStorage<Unit>()

const nameOf = (type: string, id: string) => `${type}/${id}`

/**
 * The library's key store over a session's vault. One unit of work at a time per session, so that a message going out
 * and one coming in never advance the same ratchet from the same state, and what a unit changed is durable when it
 * resolves. A unit that throws leaves nothing behind.
 */
export class SignalKeys implements SignalKeyStoreWithTransaction {
  private tail: Promise<unknown> = Promise.resolve()

  constructor(
    private readonly baileys: BaileysModule,
    private readonly vault: SignalVault,
    /** A write that failed: the line must be cut before anybody can answer the server. */
    private readonly failed: (error: unknown) => void,
  ) {}

  async get<T extends Type>(type: T, ids: string[]): Promise<Record<string, SignalDataTypeMap[T]>> {
    const unit = this.current()
    const found: Record<string, SignalDataTypeMap[T]> = {}
    const missing = unit ? ids.filter((id) => !unit.values.has(nameOf(type, id))) : ids
    const stored = missing.length > 0 ? await this.read(type, missing) : new Map<string, unknown>()
    for (const id of ids) {
      const value = stored.get(id) ?? unit?.values.get(nameOf(type, id))
      if (value !== undefined && value !== null) found[id] = value as SignalDataTypeMap[T]
    }
    return found
  }

  async set(data: SignalDataSet): Promise<void> {
    const unit = this.current()
    if (!unit) return this.inUnit(() => this.set(data))
    for (const [type, values] of Object.entries(data)) {
      for (const [id, value] of Object.entries(values ?? {})) {
        unit.values.set(nameOf(type, id), value)
        unit.writes.set(nameOf(type, id), { type, id, value: this.bytesOf(value) })
      }
    }
  }

  /** The key is not looked at: a session has one lock for all. Nested calls join the unit around them. */
  transaction<T>(work: () => Promise<T>, _key: string): Promise<T> {
    return this.inUnit(work)
  }

  isInTransaction(): boolean {
    return this.current() !== undefined
  }

  /** Written in the same transaction as the keys that the current unit of work changes. */
  journal(draft: JournalDraft): void {
    const unit = this.current()
    if (!unit) throw new Error('a journal row belongs to a unit of work')
    unit.journal.push(draft)
  }

  /** Undoes what tries on other sessions than the one that decrypted have changed in the current unit of work. */
  async dropFailedTries(): Promise<void> {
    const unit = this.current()
    if (!unit) throw new Error('a try belongs to a unit of work')
    const ids = [...unit.writes.values()].filter(({ type }) => type === 'session').map(({ id }) => id)
    const before = await this.read('session', ids)
    for (const id of ids) {
      const [old, tried] = [before.get(id), unit.values.get(nameOf('session', id))]
      if (isObject(old) && isObject(tried))
        await this.set({ session: { [id]: withoutFailedTries(old, tried) as Uint8Array } })
    }
  }

  inUnit<T>(work: () => Promise<T>): Promise<T> {
    if (this.current()) return work()
    const turn = this.tail.then(() => this.run(work))
    this.tail = turn.catch(() => undefined)
    return turn
  }

  private current(): Unit | undefined {
    const unit = units.getStore()
    return unit?.owner === this && !unit.isOver ? unit : undefined
  }

  private async run<T>(work: () => Promise<T>): Promise<T> {
    const unit: Unit = { owner: this, values: new Map(), writes: new Map(), journal: [], isOver: false }
    const result = await units.run(unit, work).finally(() => (unit.isOver = true))
    if (unit.writes.size === 0 && unit.journal.length === 0) return result
    try {
      await this.vault.write({ keys: [...unit.writes.values()], journal: unit.journal })
    } catch (error) {
      this.failed(error)
      throw error
    }
    return result
  }

  private async read(type: string, ids: readonly string[]): Promise<Map<string, unknown>> {
    try {
      const stored = await this.vault.keys(type, ids)
      return new Map([...stored].map(([id, bytes]) => [id, this.valueOf(type, bytes)]))
    } catch (error) {
      this.failed(error)
      throw error
    }
  }

  private bytesOf(value: unknown): Uint8Array | null {
    if (value === null || value === undefined) return null
    return Buffer.from(JSON.stringify(value, this.baileys.BufferJSON.replacer))
  }

  private valueOf(type: string, bytes: Uint8Array): unknown {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString(), this.baileys.BufferJSON.reviver)
    if (type !== 'app-state-sync-key') return value
    return this.baileys.proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
  }
}
