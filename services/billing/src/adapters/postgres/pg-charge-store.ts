import { companyId as toCompanyId, type CompanyId, type PaymentProviderName } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { execute, query, rawSql, sql, type Row } from '@balcao/platform'

import type { Charge, ChargeStore, StoredPayer } from '../../features/payments/charge.store'
import { charges } from './charge-table'
import { payers } from './payer-table'

const IS_UNSETTLED = rawSql('paid_cents - refunded_cents <> settled_cents AND resolved_at IS NULL')

export class PgChargeStore implements ChargeStore {
  async insert(tx: Tx, charge: Charge): Promise<void> {
    await charges.insert(tx, charge)
  }

  find(tx: Tx, company: CompanyId, txid: string): Promise<Charge | undefined> {
    return charges.findFirst(tx, sql`WHERE company_id = ${company} AND txid = ${txid}`)
  }

  listOfInvoice(tx: Tx, company: CompanyId, invoiceId: number): Promise<Charge[]> {
    return charges.find(
      tx,
      sql`WHERE company_id = ${company} AND invoice_id = ${invoiceId} ORDER BY created_at DESC, txid LIMIT 100`,
    )
  }

  async setMade(
    tx: Tx,
    company: CompanyId,
    txid: string,
    { providerId, copyPaste }: { providerId: string; copyPaste: string },
  ): Promise<void> {
    await execute(
      tx,
      sql`UPDATE charges SET provider_id = ${providerId}, copy_paste = ${copyPaste}
        WHERE company_id = ${company} AND txid = ${txid}`,
    )
  }

  lock(tx: Tx, company: CompanyId, txid: string): Promise<Charge | undefined> {
    return charges.findFirst(tx, sql`WHERE company_id = ${company} AND txid = ${txid} FOR UPDATE`)
  }

  async save(tx: Tx, charge: Charge): Promise<void> {
    await execute(
      tx,
      sql`UPDATE charges SET ${charges.assignments(charge)} WHERE company_id = ${charge.companyId} AND txid = ${charge.txid}`,
    )
  }

  async end(tx: Tx, company: CompanyId, txid: string): Promise<boolean> {
    const ended = await execute(
      tx,
      sql`UPDATE charges SET status = 'ended' WHERE company_id = ${company} AND txid = ${txid} AND status = 'open'`,
    )
    return ended > 0
  }

  listUnsettled(tx: Tx, company: CompanyId): Promise<Charge[]> {
    return charges.find(
      tx,
      sql`WHERE company_id = ${company} AND ${IS_UNSETTLED} ORDER BY created_at DESC, txid LIMIT 100`,
    )
  }

  async listAllUnsettled(tx: Tx): Promise<{ charge: Charge; companyName: string }[]> {
    const rows = await query<Row & { company_name: string | null }>(
      tx,
      sql`SELECT ${charges.columns}, (SELECT c.name FROM companies c WHERE c.company_id = charges.company_id) AS company_name
        FROM charges WHERE ${IS_UNSETTLED} ORDER BY created_at DESC, txid LIMIT 500`,
    )
    return rows.map((row) => ({ charge: charges.read(row), companyName: row.company_name ?? '' }))
  }

  async resolve(tx: Tx, txid: string, now: Date): Promise<Charge | undefined> {
    const [row] = await query(
      tx,
      sql`UPDATE charges SET resolved_at = ${now} WHERE txid = ${txid} AND ${IS_UNSETTLED} RETURNING ${charges.columns}`,
    )
    return row && charges.read(row)
  }

  findByProviderId(tx: Tx, provider: PaymentProviderName, providerId: string): Promise<Charge | undefined> {
    return charges.findFirst(tx, sql`WHERE provider = ${provider} AND provider_id = ${providerId}`)
  }

  listDue(
    tx: Tx,
    { provider, now, limit }: { provider: PaymentProviderName; now: Date; limit: number },
  ): Promise<Charge[]> {
    return charges.find(
      tx,
      sql`WHERE status = 'open' AND provider = ${provider} AND check_at <= ${now} ORDER BY check_at, txid LIMIT ${limit}`,
    )
  }

  async setCheckAt(tx: Tx, company: CompanyId, txid: string, at: Date): Promise<void> {
    await execute(
      tx,
      sql`UPDATE charges SET check_at = ${at} WHERE company_id = ${company} AND txid = ${txid}`,
    )
  }

  async setProviderId(tx: Tx, company: CompanyId, txid: string, providerId: string): Promise<void> {
    await execute(
      tx,
      sql`UPDATE charges SET provider_id = ${providerId} WHERE company_id = ${company} AND txid = ${txid}`,
    )
  }

  async claimReport(tx: Tx, charge: Charge, eventId: string, now: Date): Promise<boolean> {
    const { companyId, provider, txid } = charge
    const inserted = await execute(
      tx,
      sql`INSERT INTO payment_events (company_id, provider, event_id, txid, received_at)
        VALUES (${companyId}, ${provider}, ${eventId}, ${txid}, ${now}) ON CONFLICT (provider, event_id) DO NOTHING`,
    )
    return inserted > 0
  }

  findPayer(tx: Tx, company: CompanyId): Promise<StoredPayer | undefined> {
    return payers.findFirst(tx, sql`WHERE company_id = ${company}`)
  }

  async listPayers(
    tx: Tx,
    companyIds: readonly CompanyId[],
  ): Promise<{ companyId: CompanyId; payer: StoredPayer }[]> {
    const rows = await query<Row & { company_id: number }>(
      tx,
      sql`SELECT company_id, ${payers.columns} FROM payers WHERE company_id = ANY (${companyIds}::int[])`,
    )
    return rows.map((row) => ({ companyId: toCompanyId(row.company_id), payer: payers.read(row) }))
  }

  async savePayer(tx: Tx, company: CompanyId, payer: StoredPayer, now: Date): Promise<void> {
    await execute(
      tx,
      sql`${payers.insertion(payer, { company_id: company, updated_at: now })}
        ON CONFLICT (company_id) DO UPDATE SET ${payers.excluded}, updated_at = excluded.updated_at`,
    )
  }

  async deletePayer(tx: Tx, company: CompanyId): Promise<void> {
    await execute(tx, sql`DELETE FROM payers WHERE company_id = ${company}`)
  }
}
