import type { CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import {
  execute,
  findRow,
  insertRowUnlessTaken,
  IsNull,
  LessThan,
  Not,
  sql,
  updateRows,
} from '@balcao/platform'

import type {
  CompanyDataKey,
  SignalVaultStore,
  WrappedDataKey,
} from '../../features/signal-vault/signal-vault.store'
import { dataKeys } from './signal-data-key-table'
import { repositoryOf } from './tables'

const current = (companyId: CompanyId) => ({ companyId, retiredAt: IsNull() })

export const pgDataKeys = {
  findCurrentDataKey(tx: Tx, companyId: CompanyId): Promise<WrappedDataKey | undefined> {
    return findRow(repositoryOf(tx, dataKeys), current(companyId))
  },

  async lockCurrentDataKey(tx: Tx, companyId: CompanyId): Promise<WrappedDataKey | undefined> {
    const found = await repositoryOf(tx, dataKeys).findOne({
      where: current(companyId),
      lock: { mode: 'pessimistic_read' },
    })
    return found ?? undefined
  },

  async insertDataKey(tx: Tx, companyId: CompanyId, dataKey: WrappedDataKey, now: Date): Promise<void> {
    const row = { ...dataKey, companyId, createdAt: now, retiredAt: null }
    await insertRowUnlessTaken(repositoryOf(tx, dataKeys), row)
  },

  async retireDataKey(tx: Tx, companyId: CompanyId, version: number, now: Date): Promise<boolean> {
    const where = { ...current(companyId), version }
    return (await updateRows(repositoryOf(tx, dataKeys), where, { retiredAt: now })) === 1
  },

  async rewrapDataKey(
    tx: Tx,
    companyId: CompanyId,
    { version, wrapped }: WrappedDataKey,
    to: WrappedDataKey,
  ): Promise<boolean> {
    const rewrapped = { masterKeyId: to.masterKeyId, wrapped: to.wrapped }
    return (await updateRows(repositoryOf(tx, dataKeys), { companyId, version, wrapped }, rewrapped)) === 1
  },

  listForeignDataKeys(
    tx: Tx,
    masterKeyId: string,
    after: { companyId: number; version: number },
    limit: number,
  ): Promise<CompanyDataKey[]> {
    return repositoryOf(tx, dataKeys)
      .createQueryBuilder('k')
      .where({ masterKeyId: Not(masterKeyId) })
      .andWhere('(k.companyId, k.version) > (:companyId, :version)', after)
      .orderBy('k.companyId')
      .addOrderBy('k.version')
      .limit(limit)
      .getMany()
  },

  listAgedDataKeys(tx: Tx, createdBefore: Date, limit: number): Promise<CompanyDataKey[]> {
    const where = { retiredAt: IsNull(), createdAt: LessThan(createdBefore) }
    return repositoryOf(tx, dataKeys).find({ where, order: { createdAt: 'ASC' }, take: limit })
  },

  listRetiredDataKeys(tx: Tx, limit: number): Promise<CompanyDataKey[]> {
    const where = { retiredAt: Not(IsNull()) }
    return repositoryOf(tx, dataKeys).find({ where, order: { retiredAt: 'ASC' }, take: limit })
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
