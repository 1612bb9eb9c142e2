import type { CompanyId } from '@balcao/contracts'
import type { Tx, Sealer } from '@balcao/kernel'
import { Any } from '@balcao/platform'

import type { SettingStore, StoredSettings } from '../../features/settings/setting.store'
import { settings } from './setting-table'
import { repositoryOf } from './tables'

/* Prefix of sealed values in the table; a plain value with this prefix is sealed as well. */
const SEALED = 'sealed:'

const purposeOf = (company: CompanyId, key: string) => `setting ${company} ${key}`

export class PgSettingStore implements SettingStore {
  /** @param onUnreadable called for a secret that another AUTH_SEAL_KEY sealed: it counts as not set. */
  constructor(
    private readonly sealer: Sealer,
    private readonly onUnreadable: (companyId: CompanyId, key: string) => void,
  ) {}

  isSealed(stored: string): boolean {
    return stored.startsWith(SEALED)
  }

  async read(tx: Tx, company: CompanyId): Promise<StoredSettings> {
    return (await this.readMany(tx, [company])).get(company) ?? new Map()
  }

  async readMany(tx: Tx, companyIds: readonly CompanyId[]): Promise<Map<CompanyId, StoredSettings>> {
    const clear = new Map<CompanyId, Map<string, string>>()
    const found = await repositoryOf(tx, settings).findBy({ companyId: Any(companyIds) })
    for (const { companyId, key, value } of found) {
      const unsealed = this.unseal(companyId, key, value)
      const own = clear.get(companyId) ?? new Map<string, string>()
      clear.set(companyId, own)
      if (unsealed !== undefined) own.set(key, unsealed)
    }
    return clear
  }

  async write(
    tx: Tx,
    company: CompanyId,
    setting: { key: string; value: string; isSecret: boolean },
    now: Date,
  ): Promise<void> {
    const { key, value } = setting
    const isSealed = value.startsWith(SEALED) || (setting.isSecret && value !== '')
    const stored = isSealed ? SEALED + this.sealer.seal(value, purposeOf(company, key)) : value
    await repositoryOf(tx, settings).upsert({ companyId: company, key, value: stored, updatedAt: now }, [
      'companyId',
      'key',
    ])
  }

  private unseal(company: CompanyId, key: string, stored: string): string | undefined {
    if (!this.isSealed(stored)) return stored
    const value = this.sealer.open(stored.slice(SEALED.length), purposeOf(company, key))
    if (value === undefined) this.onUnreadable(company, key)
    return value
  }
}
