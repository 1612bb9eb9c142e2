import { DAY, type Clock, type Database, type Job, type Leases } from '@balcao/kernel'

import { DataKeys } from './data-keys'
import { EncryptedVaults } from './encrypted-vaults'
import type { KeyRing } from './key-ring'
import type { VaultSignals } from './maintain-vault'
import type { CacheBounds } from './secret-cache'
import type { SignalVaults } from './signal-vault.port'
import type { SignalVaultStore } from './signal-vault.store'
import { vaultJob } from './vault.job'

export interface SignalVaultDeps {
  db: Database
  leases: Leases
  clock: Clock
  store: SignalVaultStore
  keyRing: KeyRing
  /** A company's data key is replaced when it is older. */
  rotateAfterMs: number
  signals: VaultSignals
  /** Of one session's cache. */
  bounds?: CacheBounds
  /** Rows the job takes at a time. */
  step?: number
}

const MEGABYTE = 1024 * 1024

/** A first pairing brings 812 pre-keys; a session per busy contact follows. */
const cacheBounds: CacheBounds = { entries: 4_000, bytes: 2 * MEGABYTE }

/* WhatsApp redelivers a message for at most so long. */
const JOURNAL_LIFETIME_MS = 30 * DAY

/* Phones send retry receipts for a message within days. */
const SENT_LIFETIME_MS = 14 * DAY

/** The vaults of a process, and the maintenance job of their tables. Both share the unwrapped data keys. */
export function createSignalVault(deps: SignalVaultDeps): { vaults: SignalVaults; job: Job } {
  const dataKeys = new DataKeys(deps)
  const { bounds = cacheBounds, step = 100 } = deps
  return {
    vaults: new EncryptedVaults({ ...deps, dataKeys, bounds }),
    job: vaultJob({
      ...deps,
      dataKeys,
      step,
      journalLifetimeMs: JOURNAL_LIFETIME_MS,
      sentLifetimeMs: SENT_LIFETIME_MS,
    }),
  }
}
