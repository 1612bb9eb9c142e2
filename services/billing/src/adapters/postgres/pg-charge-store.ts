import type { CompanyId, PaymentProviderName } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import {
  Any,
  deleteRows,
  findRow,
  insertRow,
  insertRowUnlessTaken,
  IsNull,
  LessThanOrEqual,
  lockRow,
  Raw,
  saveRow,
  updateRows,
} from '@balcao/platform'

import type { Company } from '../../features/companies/company.store'
import type { Charge, ChargeStore, StoredPayer } from '../../features/payments/charge.store'
import { charges, paymentEvents } from './charge-table'
import { companies } from './company-table'
import { payers, type PayerRow } from './payer-table'
import { repositoryOf } from './tables'

const isUnsettled = {
  settledCents: Raw((settled) => `paid_cents - refunded_cents <> ${settled}`),
  resolvedAt: IsNull(),
}
const newestFirst = { createdAt: 'DESC', txid: 'ASC' } as const

const toPayer = ({ companyId: _company, ...payer }: PayerRow): StoredPayer => payer

export class PgChargeStore implements ChargeStore {
  async insert(tx: Tx, charge: Charge): Promise<void> {
    await insertRow(repositoryOf(tx, charges), charge)
  }

  find(tx: Tx, companyId: CompanyId, txid: string): Promise<Charge | undefined> {
    return findRow(repositoryOf(tx, charges), { companyId, txid })
  }

  listOfInvoice(tx: Tx, companyId: CompanyId, invoiceId: number): Promise<Charge[]> {
    return repositoryOf(tx, charges).find({ where: { companyId, invoiceId }, order: newestFirst, take: 100 })
  }

  async setMade(
    tx: Tx,
    companyId: CompanyId,
    txid: string,
    { providerId, copyPaste }: { providerId: string; copyPaste: string },
  ): Promise<void> {
    await updateRows(repositoryOf(tx, charges), { companyId, txid }, { providerId, copyPaste })
  }

  lock(tx: Tx, companyId: CompanyId, txid: string): Promise<Charge | undefined> {
    return lockRow(repositoryOf(tx, charges), { companyId, txid })
  }

  async save(tx: Tx, charge: Charge): Promise<void> {
    const { companyId, txid } = charge
    await saveRow(repositoryOf(tx, charges), { companyId, txid }, charge)
  }

  async end(tx: Tx, companyId: CompanyId, txid: string): Promise<boolean> {
    const open = { companyId, txid, status: 'open' } as const
    return (await updateRows(repositoryOf(tx, charges), open, { status: 'ended' })) > 0
  }

  listUnsettled(tx: Tx, companyId: CompanyId): Promise<Charge[]> {
    const where = { companyId, ...isUnsettled }
    return repositoryOf(tx, charges).find({ where, order: newestFirst, take: 100 })
  }

  async listAllUnsettled(tx: Tx): Promise<{ charge: Charge; companyName: string }[]> {
    const found = await repositoryOf(tx, charges)
      .createQueryBuilder('c')
      .leftJoinAndMapOne('c.company', companies.options.name, 'o', 'o.id = c.companyId')
      .where(isUnsettled)
      .orderBy('c.createdAt', 'DESC')
      .addOrderBy('c.txid')
      .limit(500)
      .getMany()
    return (found as (Charge & { company: Company | null })[]).map(({ company, ...charge }) => ({
      charge,
      companyName: company?.name ?? '',
    }))
  }

  async resolve(tx: Tx, txid: string, now: Date): Promise<Charge | undefined> {
    const where = { txid, ...isUnsettled }
    const resolved = await updateRows(repositoryOf(tx, charges), where, { resolvedAt: now })
    return resolved > 0 ? findRow(repositoryOf(tx, charges), { txid }) : undefined
  }

  findByProviderId(tx: Tx, provider: PaymentProviderName, providerId: string): Promise<Charge | undefined> {
    return findRow(repositoryOf(tx, charges), { provider, providerId })
  }

  listDue(
    tx: Tx,
    { provider, now, limit }: { provider: PaymentProviderName; now: Date; limit: number },
  ): Promise<Charge[]> {
    return repositoryOf(tx, charges).find({
      // `open` is not a value: the index has this condition.
      where: { status: Raw((status) => `${status} = 'open'`), provider, checkAt: LessThanOrEqual(now) },
      order: { checkAt: 'ASC', txid: 'ASC' },
      take: limit,
    })
  }

  async setCheckAt(tx: Tx, companyId: CompanyId, txid: string, checkAt: Date): Promise<void> {
    await updateRows(repositoryOf(tx, charges), { companyId, txid }, { checkAt })
  }

  async setProviderId(tx: Tx, companyId: CompanyId, txid: string, providerId: string): Promise<void> {
    await updateRows(repositoryOf(tx, charges), { companyId, txid }, { providerId })
  }

  async claimReport(tx: Tx, charge: Charge, eventId: string, now: Date): Promise<boolean> {
    const { companyId, provider, txid } = charge
    const report = { companyId, provider, eventId, txid, receivedAt: now }
    return (await insertRowUnlessTaken(repositoryOf(tx, paymentEvents), report)) !== undefined
  }

  async findPayer(tx: Tx, companyId: CompanyId): Promise<StoredPayer | undefined> {
    const found = await findRow(repositoryOf(tx, payers), { companyId })
    return found && toPayer(found)
  }

  async listPayers(
    tx: Tx,
    companyIds: readonly CompanyId[],
  ): Promise<{ companyId: CompanyId; payer: StoredPayer }[]> {
    const found = await repositoryOf(tx, payers).findBy({ companyId: Any(companyIds) })
    return found.map((row) => ({ companyId: row.companyId, payer: toPayer(row) }))
  }

  async savePayer(tx: Tx, companyId: CompanyId, payer: StoredPayer, now: Date): Promise<void> {
    await repositoryOf(tx, payers).upsert({ ...payer, companyId, updatedAt: now }, ['companyId'])
  }

  async deletePayer(tx: Tx, companyId: CompanyId): Promise<void> {
    await deleteRows(repositoryOf(tx, payers), { companyId })
  }
}
