import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'

import type { StoredSettings } from './setting'

export type { StoredSettings }

export interface SettingStore {
  /** Decrypted, secrets included. */
  read(tx: Tx, companyId: CompanyId): Promise<StoredSettings>
  /** Of several companies; those that have stored none are absent. Platform scope, or of one company. */
  readMany(tx: Tx, companyIds: readonly CompanyId[]): Promise<Map<CompanyId, StoredSettings>>
  /** Whether this is how a secret is stored. */
  isSealed(stored: string): boolean
  /** @param isSecret seals the value at rest when the service has a key for it. */
  write(
    tx: Tx,
    companyId: CompanyId,
    setting: { key: string; value: string; isSecret: boolean },
    now: Date,
  ): Promise<void>
}
