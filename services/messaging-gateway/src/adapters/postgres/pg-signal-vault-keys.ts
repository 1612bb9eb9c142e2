import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, sql, type Sql } from '@balcao/platform'

import type {
  CompanyDataKey,
  SignalVaultStore,
  WrappedDataKey,
} from '../../features/signal-vault/signal-vault.store'
import { dataKeys } from './signal-data-key-table'

const whereCurrent = (companyId: CompanyId): Sql =>
  sql`WHERE company_id = ${companyId} AND retired_at IS NULL`

export const pgDataKeys = {
  findCurrentDataKey(tx: Tx, companyId: CompanyId): Promise<WrappedDataKey | undefined> {
    return dataKeys.findFirst(tx, whereCurrent(companyId))
  },

  lockCurrentDataKey(tx: Tx, companyId: CompanyId): Promise<WrappedDataKey | undefined> {
    return dataKeys.findFirst(tx, sql`${whereCurrent(companyId)} FOR SHARE`)
  },

  async insertDataKey(tx: Tx, companyId: CompanyId, dataKey: WrappedDataKey, now: Date): Promise<void> {
    await execute(
      tx,
      sql`${dataKeys.insertion({ ...dataKey, companyId }, { created_at: now })} ON CONFLICT DO NOTHING`,
    )
  },

  async retireDataKey(tx: Tx, companyId: CompanyId, version: number, now: Date): Promise<boolean> {
    const retired = await execute(
      tx,
      sql`UPDATE signal_data_keys SET retired_at = ${now} ${whereCurrent(companyId)} AND version = ${version}`,
    )
    return retired === 1
  },

  async rewrapDataKey(
    tx: Tx,
    companyId: CompanyId,
    from: WrappedDataKey,
    to: WrappedDataKey,
  ): Promise<boolean> {
    const rewrapped = await execute(
      tx,
      sql`UPDATE signal_data_keys SET master_key_id = ${to.masterKeyId}, wrapped = ${to.wrapped}
        WHERE company_id = ${companyId} AND version = ${from.version} AND wrapped = ${from.wrapped}`,
    )
    return rewrapped === 1
  },

  listForeignDataKeys(
    tx: Tx,
    masterKeyId: string,
    after: { companyId: number; version: number },
    limit: number,
  ): Promise<CompanyDataKey[]> {
    return dataKeys.find(
      tx,
      sql`WHERE master_key_id <> ${masterKeyId} AND (company_id, version) > (${after.companyId}, ${after.version})
        ORDER BY company_id, version LIMIT ${limit}`,
    )
  },

  listAgedDataKeys(tx: Tx, createdBefore: Date, limit: number): Promise<CompanyDataKey[]> {
    return dataKeys.find(
      tx,
      sql`WHERE retired_at IS NULL AND created_at < ${createdBefore} ORDER BY created_at LIMIT ${limit}`,
    )
  },

  listRetiredDataKeys(tx: Tx, limit: number): Promise<CompanyDataKey[]> {
    return dataKeys.find(tx, sql`WHERE retired_at IS NOT NULL ORDER BY retired_at LIMIT ${limit}`)
  },

  async dropDataKey(tx: Tx, companyId: CompanyId, version: number): Promise<boolean> {
    const sealedUnder = sql`company_id = ${companyId} AND key_version = ${version}`
    const dropped = await execute(
      tx,
      sql`DELETE FROM signal_data_keys WHERE company_id = ${companyId} AND version = ${version} AND retired_at IS NOT NULL
        AND NOT EXISTS (SELECT FROM signal_secrets WHERE ${sealedUnder})
        AND NOT EXISTS (SELECT FROM signal_journal WHERE ${sealedUnder} AND closed_at IS NULL)`,
    )
    return dropped === 1
  },
} satisfies Partial<SignalVaultStore>
