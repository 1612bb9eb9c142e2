import { companyId as toCompanyId, recurrenceMonths, type CompanyId } from '@balcao/contracts'
import type { DuePage, Tx } from '@balcao/kernel'
import {
  Any,
  toLikePart,
  findRow,
  IsNull,
  LessThan,
  lockRow,
  Not,
  query,
  rawSql,
  sql,
  tableOf,
  updateRows,
} from '@balcao/platform'

import type { Invoice, InvoiceSearch, InvoiceStore, NewInvoice } from '../../features/invoices/invoice.store'
import { invoices } from './invoice-table'
import { repositoryOf } from './tables'

const invoiceTable = tableOf(invoices)

const DUE_DAY = rawSql("to_char(c.due_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM-DD')")

/* The months of a company's recurrence; unknown ones are monthly, as in `toRecurrence`. */
const MONTHS = rawSql(
  `CASE coalesce(i.chosen_recurrence, c.recurrence) ${Object.entries(recurrenceMonths)
    .map(([name, months]) => `WHEN '${name}' THEN ${months}`)
    .join(' ')} ELSE 1 END`,
)

export class PgInvoiceStore implements InvoiceStore {
  list(tx: Tx, companyId: CompanyId, { words, limit, offset }: InvoiceSearch): Promise<Invoice[]> {
    const word = words.trim()
    return repositoryOf(tx, invoices)
      .createQueryBuilder('i')
      .where({ companyId, status: Not('canceled') })
      .andWhere('(lower(i.detail) LIKE :part OR CAST(i.id AS text) = :word)', {
        part: toLikePart(word.toLowerCase()),
        word,
      })
      .orderBy('i.id')
      .limit(limit)
      .offset(offset)
      .getMany()
  }

  findOpen(tx: Tx, companyId: CompanyId): Promise<Invoice | undefined> {
    return findRow(repositoryOf(tx, invoices), { companyId, status: 'open' }, { id: 'ASC' })
  }

  find(tx: Tx, companyId: CompanyId, id: number): Promise<Invoice | undefined> {
    return findRow(repositoryOf(tx, invoices), { companyId, id })
  }

  lock(tx: Tx, companyId: CompanyId, id: number): Promise<Invoice | undefined> {
    return lockRow(repositoryOf(tx, invoices), { companyId, id })
  }

  findByDay(tx: Tx, companyId: CompanyId, dueOn: string): Promise<Invoice | undefined> {
    return findRow(repositoryOf(tx, invoices), { companyId, dueOn })
  }

  put(tx: Tx, invoice: NewInvoice): Promise<Invoice | undefined> {
    // The condition compares what is stored with what is given: no builder has it.
    const conflict = sql`ON CONFLICT (company_id, due_on) DO UPDATE
      SET status = 'open', detail = excluded.detail, value_cents = excluded.value_cents, months = excluded.months,
        due_at = excluded.due_at, chosen_plan_id = excluded.chosen_plan_id, chosen_recurrence = excluded.chosen_recurrence,
        difference_cents = excluded.difference_cents
      WHERE invoices.status = 'canceled' OR (invoices.status = 'open' AND
        (invoices.value_cents, invoices.months, invoices.detail, invoices.chosen_plan_id, invoices.chosen_recurrence)
          IS DISTINCT FROM
        (excluded.value_cents, excluded.months, excluded.detail, excluded.chosen_plan_id, excluded.chosen_recurrence))`
    return invoiceTable.insert(tx, { ...invoice, status: 'open', paidAt: null }, conflict)
  }

  async cancelBefore(tx: Tx, companyId: CompanyId, dueOn: string): Promise<Invoice[]> {
    const repository = repositoryOf(tx, invoices)
    const outdated = await repository.find({
      where: { companyId, status: 'open', dueOn: LessThan(dueOn) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    })
    const ids = outdated.map(({ id }) => id)
    if (ids.length > 0) await updateRows(repository, { companyId, id: Any(ids) }, { status: 'canceled' })
    return outdated.map((invoice) => ({ ...invoice, status: 'canceled' }))
  }

  async dropChosenTerms(tx: Tx, companyId: CompanyId): Promise<void> {
    const changed = { companyId, status: 'open', chosen: { planId: Not(IsNull()) } } as const
    await updateRows(repositoryOf(tx, invoices), changed, { chosen: null })
  }

  async cancelAll(tx: Tx, companyId: CompanyId): Promise<void> {
    await updateRows(repositoryOf(tx, invoices), { companyId, status: 'open' }, { status: 'canceled' })
  }

  async markPaid(tx: Tx, companyId: CompanyId, id: number, now: Date): Promise<Invoice | undefined> {
    const open = { companyId, id, status: 'open' } as const
    const paid = await updateRows(repositoryOf(tx, invoices), open, { status: 'paid', paidAt: now })
    return paid > 0 ? this.find(tx, companyId, id) : undefined
  }

  async listBehind(
    tx: Tx,
    until: Date,
    { after = toCompanyId(0), limit }: DuePage<CompanyId>,
  ): Promise<CompanyId[]> {
    const rows = await query<{ company_id: number }>(
      tx,
      sql`SELECT c.company_id FROM companies c JOIN plans p ON p.id = c.plan_id
        WHERE c.company_id > ${after} AND c.active AND c.due_at < ${until} AND p.value_cents > 0 AND NOT EXISTS (
          SELECT FROM invoices i LEFT JOIN plans q ON q.id = i.chosen_plan_id
          WHERE i.company_id = c.company_id AND i.due_on = ${DUE_DAY} AND (i.status = 'paid' OR
            (i.status = 'open' AND i.value_cents = coalesce(q.value_cents, p.value_cents) * ${MONTHS} + i.difference_cents
              AND i.months = ${MONTHS} AND i.detail = coalesce(q.name, p.name))))
        UNION
        SELECT i.company_id FROM invoices i JOIN companies c ON c.company_id = i.company_id JOIN plans p ON p.id = c.plan_id
        WHERE i.company_id > ${after} AND i.status = 'open' AND c.active AND p.value_cents > 0 AND i.due_on < ${DUE_DAY}
        ORDER BY 1 LIMIT ${limit}`,
    )
    return rows.map((row) => toCompanyId(row.company_id))
  }
}
