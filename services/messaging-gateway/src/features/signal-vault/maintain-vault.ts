import { AppError, type Clock, type Database, type Tx } from '@balcao/kernel'

import { rewrapDataKey } from './data-key'
import type { DataKeys } from './data-keys'
import type { KeyRing } from './key-ring'
import type { CompanyDataKey, SignalVaultStore } from './signal-vault.store'

export interface MaintenanceDeps {
  db: Database
  clock: Clock
  store: SignalVaultStore
  keyRing: KeyRing
  dataKeys: DataKeys
  rotateAfterMs: number
  journalLifetimeMs: number
  sentLifetimeMs: number
  /** Rows of a transaction; sessions wait for its locks. */
  step: number
  signals: VaultSignals
}

export interface VaultSignals {
  /** A data key that no configured master key opens, or a row that its data key does not open. Left unchanged. */
  vaultUnreadable(row: { companyId: number; version: number }, error: unknown): void
  vaultKeyMoved(key: { companyId: number; version: number; kind: 'rewrapped' | 'rotated' | 'dropped' }): void
}

/** Data keys of one run; the next run goes on. */
export const MAX_KEYS = 1_000

/** Undefined, and a signal, when a row does not open, so that the others are still processed. Rethrows other errors. */
export function tryRow<T>(deps: MaintenanceDeps, dataKey: CompanyDataKey, work: () => T): T | undefined {
  try {
    return work()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    deps.signals.vaultUnreadable({ companyId: dataKey.companyId, version: dataKey.version }, error)
    return undefined
  }
}

/**
 * Wraps by the current master key what an older one had wrapped. The data keys stay the same. A key that no master key opens is
 * reported and left unchanged.
 */
export async function rewrapDataKeys(deps: MaintenanceDeps, signal: AbortSignal): Promise<void> {
  const { db, store, keyRing, signals, step } = deps
  let after: { companyId: number; version: number } = { companyId: 0, version: 0 }
  for (;;) {
    const page = await db.asPlatform((tx) => store.listForeignDataKeys(tx, keyRing.current.id, after, step))
    for (const dataKey of page) {
      if (signal.aborted) return
      const { companyId, version } = dataKey
      const rewrapped = tryRow(deps, dataKey, () => rewrapDataKey(keyRing, companyId, dataKey))
      if (!rewrapped) continue
      const isDone = await db.withTenant(companyId, (tx) =>
        store.rewrapDataKey(tx, companyId, dataKey, rewrapped),
      )
      if (isDone) signals.vaultKeyMoved({ companyId, version, kind: 'rewrapped' })
    }
    if (page.length < step) return
    after = page.at(-1) ?? after
  }
}

/** A new version for companies whose data key has been in use for long enough. */
export async function rotateAgedDataKeys(deps: MaintenanceDeps, signal: AbortSignal): Promise<void> {
  const { db, store, clock, dataKeys, signals } = deps
  const createdBefore = new Date(clock.now().getTime() - deps.rotateAfterMs)
  const aged = await db.asPlatform((tx) => store.listAgedDataKeys(tx, createdBefore, MAX_KEYS))
  for (const dataKey of aged) {
    if (signal.aborted) return
    const { companyId, version } = dataKey
    // A key made under a wrong master key would stay unreadable after the right one is configured again.
    if (!tryRow(deps, dataKey, () => dataKeys.open(companyId, dataKey))) continue
    if (await dataKeys.rotate(companyId, version))
      signals.vaultKeyMoved({ companyId, version, kind: 'rotated' })
  }
}

/** Deletes journal rows whose messages were recorded long ago, and sent messages that no phone asks for any more. */
export async function deleteExpired(deps: MaintenanceDeps, signal: AbortSignal): Promise<void> {
  const { store, journalLifetimeMs, sentLifetimeMs } = deps
  await deleteInSteps(
    deps,
    signal,
    (tx, before) => store.sweepJournal(tx, before, deps.step),
    journalLifetimeMs,
  )
  await deleteInSteps(deps, signal, (tx, before) => store.sweepSent(tx, before, deps.step), sentLifetimeMs)
}

async function deleteInSteps(
  { db, clock, step }: MaintenanceDeps,
  signal: AbortSignal,
  remove: (tx: Tx, before: Date) => Promise<number>,
  lifetimeMs: number,
): Promise<void> {
  const before = new Date(clock.now().getTime() - lifetimeMs)
  for (;;) {
    if (signal.aborted) return
    if ((await db.asPlatform((tx) => remove(tx, before))) < step) return
  }
}
