import { companyId as asCompanyId, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query } from '@balcao/platform'

import type {
  CompanyDataKey,
  SignalVaultStore,
  WrappedDataKey,
} from '../../features/signal-vault/signal-vault.store'

interface Row {
  company_id: number
  version: number
  master_key_id: string
  wrapped: Buffer
}

const COLUMNS = 'company_id, version, master_key_id, wrapped'

const keyOf = (row: Row): CompanyDataKey => ({
  companyId: asCompanyId(row.company_id),
  version: row.version,
  masterKeyId: row.master_key_id,
  wrapped: row.wrapped,
})

const CURRENT = `SELECT ${COLUMNS} FROM signal_data_keys WHERE company_id = $1 AND retired_at IS NULL`

/** Wrapped data keys in Postgres. */
export const pgDataKeys = {
  async findCurrentDataKey(tx: Tx, companyId: CompanyId): Promise<WrappedDataKey | undefined> {
    const [row] = await query<Row>(tx, CURRENT, [companyId])
    return row && keyOf(row)
  },

  async lockCurrentDataKey(tx: Tx, companyId: CompanyId): Promise<WrappedDataKey | undefined> {
    const [row] = await query<Row>(tx, `${CURRENT} FOR SHARE`, [companyId])
    return row && keyOf(row)
  },

  async insertDataKey(tx: Tx, companyId: CompanyId, dataKey: WrappedDataKey, now: Date): Promise<void> {
    await execute(
      tx,
      `INSERT INTO signal_data_keys (${COLUMNS}, created_at) VALUES ($1, $2, $3, $4, $5) ON CONFLICT DO NOTHING`,
      [companyId, dataKey.version, dataKey.masterKeyId, dataKey.wrapped, now],
    )
  },

  async retireDataKey(tx: Tx, companyId: CompanyId, version: number, now: Date): Promise<boolean> {
    const retired = await execute(
      tx,
      `UPDATE signal_data_keys SET retired_at = $3 WHERE company_id = $1 AND version = $2 AND retired_at IS NULL`,
      [companyId, version, now],
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
      `UPDATE signal_data_keys SET master_key_id = $4, wrapped = $5
       WHERE company_id = $1 AND version = $2 AND wrapped = $3`,
      [companyId, from.version, from.wrapped, to.masterKeyId, to.wrapped],
    )
    return rewrapped === 1
  },

  async listForeignDataKeys(
    tx: Tx,
    masterKeyId: string,
    after: { companyId: number; version: number },
    limit: number,
  ): Promise<CompanyDataKey[]> {
    const rows = await query<Row>(
      tx,
      `SELECT ${COLUMNS} FROM signal_data_keys WHERE master_key_id <> $1 AND (company_id, version) > ($2, $3)
       ORDER BY company_id, version LIMIT $4`,
      [masterKeyId, after.companyId, after.version, limit],
    )
    return rows.map(keyOf)
  },

  async listAgedDataKeys(tx: Tx, createdBefore: Date, limit: number): Promise<CompanyDataKey[]> {
    const rows = await query<Row>(
      tx,
      `SELECT ${COLUMNS} FROM signal_data_keys WHERE retired_at IS NULL AND created_at < $1 ORDER BY created_at LIMIT $2`,
      [createdBefore, limit],
    )
    return rows.map(keyOf)
  },

  async listRetiredDataKeys(tx: Tx, limit: number): Promise<CompanyDataKey[]> {
    const rows = await query<Row>(
      tx,
      `SELECT ${COLUMNS} FROM signal_data_keys WHERE retired_at IS NOT NULL ORDER BY retired_at LIMIT $1`,
      [limit],
    )
    return rows.map(keyOf)
  },

  async dropDataKey(tx: Tx, companyId: CompanyId, version: number): Promise<boolean> {
    const dropped = await execute(
      tx,
      `DELETE FROM signal_data_keys WHERE company_id = $1 AND version = $2 AND retired_at IS NOT NULL
         AND NOT EXISTS (SELECT FROM signal_secrets WHERE company_id = $1 AND key_version = $2)
         AND NOT EXISTS (SELECT FROM signal_journal WHERE company_id = $1 AND key_version = $2 AND closed_at IS NULL)`,
      [companyId, version],
    )
    return dropped === 1
  },
} satisfies Partial<SignalVaultStore>
