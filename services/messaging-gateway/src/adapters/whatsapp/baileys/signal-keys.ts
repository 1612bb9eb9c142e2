import type { SignalDataSet, SignalDataTypeMap, SignalKeyStoreWithTransaction } from '@whiskeysockets/baileys'

import type { JournalDraft, KeyRecord, SignalVault } from '../../../features/signal-vault/signal-vault.port'
import { asyncScope } from './async-scope'
import type { BaileysModule } from './load-baileys'
import { withoutFailedTries } from './session-tries'
import { isTokenIndex, buildTokenIndex } from './token-index'

type Type = keyof SignalDataTypeMap
type Found<T extends Type> = Record<string, SignalDataTypeMap[T]>

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null
const toKeyName = (type: string, id: string) => `${type}/${id}`

/** The keys within one unit of work: reads see its own changes, and nothing is stored before it ends. */
export class UnitKeys implements SignalKeyStoreWithTransaction {
  readonly writes = new Map<string, KeyRecord>()
  readonly journaled: JournalDraft[] = []
  private readonly values = new Map<string, unknown>()

  constructor(
    private readonly read: <T extends Type>(type: T, ids: readonly string[]) => Promise<Found<T>>,
    private readonly encode: (value: unknown) => Uint8Array | null,
  ) {}

  async get<T extends Type>(type: T, ids: string[]): Promise<Found<T>> {
    const missing = ids.filter((id) => !this.values.has(toKeyName(type, id)))
    const found = missing.length > 0 ? await this.read(type, missing) : ({} as Found<T>)
    for (const id of ids) {
      const value = this.values.get(toKeyName(type, id))
      if (value !== undefined && value !== null) found[id] = value as SignalDataTypeMap[T]
    }
    return found
  }

  set(data: SignalDataSet): Promise<void> {
    for (const [type, values] of Object.entries(data)) {
      for (const [id, value] of Object.entries(values ?? {})) {
        if (isTokenIndex(type, id)) continue
        this.values.set(toKeyName(type, id), value)
        this.writes.set(toKeyName(type, id), { type, id, value: this.encode(value) })
      }
    }
    return Promise.resolve()
  }

  /** Adds a journal row to the transaction that writes the keys. */
  journal(draft: JournalDraft): void {
    this.journaled.push(draft)
  }

  /** Reverts changes of failed tries on sessions other than the one that decrypted. */
  async dropFailedTries(): Promise<void> {
    const ids = [...this.writes.values()].filter(({ type }) => type === 'session').map(({ id }) => id)
    const before: Record<string, unknown> = await this.read('session', ids)
    for (const id of ids) {
      const [old, tried] = [before[id], this.values.get(toKeyName('session', id))]
      if (isObject(old) && isObject(tried))
        await this.set({ session: { [id]: withoutFailedTries(old, tried) as Uint8Array } })
    }
  }

  transaction<T>(work: () => Promise<T>): Promise<T> {
    return work()
  }

  isInTransaction(): boolean {
    return true
  }
}

/** The unit that a transaction's code belongs to. Once `isOver`, the library's unawaited promises no longer belong to it. */
export interface Joined {
  owner: SignalKeys
  unit: UnitKeys
  isOver: boolean
}

/**
 * The library's key store over a session's vault. One unit of work at a time per session, so that an outgoing and an
 * incoming message never advance the same ratchet from the same state; the changes of a unit are durable when it
 * resolves. A unit that throws changes nothing.
 *
 * Work on ratchets takes its unit as an argument: the protocol library queues such work by contact for the whole
 * process, and queued work runs in the async context of whichever session queued first.
 */
export class SignalKeys implements SignalKeyStoreWithTransaction {
  private tail: Promise<unknown> = Promise.resolve()
  private isIndexRead = false

  constructor(
    private readonly baileys: BaileysModule,
    private readonly vault: SignalVault,
    /** A read or write failed: the socket must end before the server gets an answer. */
    private readonly failed: (error: unknown) => void,
  ) {}

  get<T extends Type>(type: T, ids: string[]): Promise<Found<T>> {
    return this.current()?.get(type, ids) ?? this.read(type, ids)
  }

  set(data: SignalDataSet): Promise<void> {
    return this.current()?.set(data) ?? this.inUnit((unit) => unit.set(data))
  }

  /** The key is ignored: a session has a single lock. Nested calls join the enclosing unit. */
  transaction<T>(work: () => Promise<T>, _key: string): Promise<T> {
    if (this.current()) return work()
    return this.inUnit((unit) => {
      const joined = { owner: this, unit, isOver: false }
      const scope = { ...asyncScope.getStore(), joined }
      return asyncScope.run(scope, work).finally(() => (joined.isOver = true))
    })
  }

  isInTransaction(): boolean {
    return this.current() !== undefined
  }

  inUnit<T>(work: (unit: UnitKeys) => Promise<T>): Promise<T> {
    const turn = this.tail.then(() => this.run(work))
    this.tail = turn.catch(() => undefined)
    return turn
  }

  private current(): UnitKeys | undefined {
    const context = asyncScope.getStore()?.joined
    return context?.owner === this && !context.isOver ? context.unit : undefined
  }

  private async run<T>(work: (unit: UnitKeys) => Promise<T>): Promise<T> {
    const unit = new UnitKeys(
      (type, ids) => this.read(type, ids),
      (value) => this.encode(value),
    )
    const result = await work(unit)
    if (unit.writes.size === 0 && unit.journaled.length === 0) return result
    try {
      await this.vault.write({ keys: [...unit.writes.values()], journal: unit.journaled })
    } catch (error) {
      this.failed(error)
      throw error
    }
    return result
  }

  private async read<T extends Type>(type: T, ids: readonly string[]): Promise<Found<T>> {
    try {
      const stored = await this.vault.findKeys(
        type,
        ids.filter((id) => !isTokenIndex(type, id)),
      )
      const found = [...stored].map(([id, bytes]): [string, unknown] => [id, this.decode(type, bytes)])
      const index = ids.filter((id) => isTokenIndex(type, id))
      for (const id of index) found.push([id, buildTokenIndex(await this.listTokenContactsOnce(type))])
      return Object.fromEntries(found) as Found<T>
    } catch (error) {
      this.failed(error)
      throw error
    }
  }

  /* Answers once: the library updates its own list afterwards, but reads it again with every token that arrives. */
  private async listTokenContactsOnce(type: string): Promise<string[]> {
    if (this.isIndexRead) return []
    this.isIndexRead = true
    return this.vault.listIds(type)
  }

  private encode(value: unknown): Uint8Array | null {
    if (value === null || value === undefined) return null
    return Buffer.from(JSON.stringify(value, this.baileys.BufferJSON.replacer))
  }

  private decode(type: string, bytes: Uint8Array): unknown {
    const value: unknown = JSON.parse(Buffer.from(bytes).toString(), this.baileys.BufferJSON.reviver)
    if (type !== 'app-state-sync-key') return value
    return this.baileys.proto.Message.AppStateSyncKeyData.fromObject(value as Record<string, unknown>)
  }
}
