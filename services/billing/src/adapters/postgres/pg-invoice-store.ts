import { companyId as toCompanyId, recurrenceMonths, type CompanyId } from '@balcao/contracts'
import type { Tx } from '@balcao/kernel'
import { escapeLike, execute, query, rawSql, sql } from '@balcao/platform'

import type { Invoice, InvoiceSearch, InvoiceStore, NewInvoice } from '../../features/invoices/invoice.store'
import { invoices } from './invoice-table'

const DUE_DAY = rawSql("to_char(c.due_at AT TIME ZONE 'America/Sao_Paulo', 'YYYY-MM-DD')")

/* The months of a company's recurrence; unknown ones are monthly, as in `toRecurrence`. */
const MONTHS = rawSql(
  `CASE coalesce(i.chosen_recurrence, c.recurrence) ${Object.entries(recurrenceMonths)
    .map(([name, months]) => `WHEN '${name}' THEN ${months}`)
    .join(' ')} ELSE 1 END`,
)

export class PgInvoiceStore implements InvoiceStore {
  list(tx: Tx, company: CompanyId, { words, limit, offset }: InvoiceSearch): Promise<Invoice[]> {
    const part = `%${escapeLike(words.trim().toLowerCase())}%`
    return invoices.find(
      tx,
      sql`WHERE company_id = ${company} AND status <> 'canceled'
        AND (lower(detail) LIKE ${part} OR id::text = ${words.trim()}) ORDER BY id LIMIT ${limit} OFFSET ${offset}`,
    )
  }

  findOpen(tx: Tx, company: CompanyId): Promise<Invoice | undefined> {
    return invoices.findFirst(tx, sql`WHERE company_id = ${company} AND status = 'open' ORDER BY id LIMIT 1`)
  }

  find(tx: Tx, company: CompanyId, id: number): Promise<Invoice | undefined> {
    return invoices.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id}`)
  }

  lock(tx: Tx, company: CompanyId, id: number): Promise<Invoice | undefined> {
    return invoices.findFirst(tx, sql`WHERE company_id = ${company} AND id = ${id} FOR UPDATE`)
  }

  findByDay(tx: Tx, company: CompanyId, dueOn: string): Promise<Invoice | undefined> {
    return invoices.findFirst(tx, sql`WHERE company_id = ${company} AND due_on = ${dueOn}`)
  }

  put(tx: Tx, invoice: NewInvoice): Promise<Invoice | undefined> {
    const conflict = sql`ON CONFLICT (company_id, due_on) DO UPDATE
      SET status = 'open', detail = excluded.detail, value_cents = excluded.value_cents, months = excluded.months,
        due_at = excluded.due_at, chosen_plan_id = excluded.chosen_plan_id, chosen_recurrence = excluded.chosen_recurrence,
        difference_cents = excluded.difference_cents
      WHERE invoices.status = 'canceled' OR (invoices.status = 'open' AND
        (invoices.value_cents, invoices.months, invoices.detail, invoices.chosen_plan_id, invoices.chosen_recurrence)
          IS DISTINCT FROM
        (excluded.value_cents, excluded.months, excluded.detail, excluded.chosen_plan_id, excluded.chosen_recurrence))`
    return invoices.insert(tx, { ...invoice, status: 'open', paidAt: null }, conflict)
  }

  cancelBefore(tx: Tx, company: CompanyId, dueOn: string): Promise<Invoice[]> {
    return this.update(
      tx,
      sql`status = 'canceled'`,
      sql`company_id = ${company} AND status = 'open' AND due_on < ${dueOn}`,
    )
  }

  async dropChosenTerms(tx: Tx, company: CompanyId): Promise<void> {
    await execute(
      tx,
      sql`UPDATE invoices SET chosen_plan_id = NULL, chosen_recurrence = NULL, difference_cents = 0
        WHERE company_id = ${company} AND status = 'open' AND chosen_plan_id IS NOT NULL`,
    )
  }

  async cancelAll(tx: Tx, company: CompanyId): Promise<void> {
    await execute(
      tx,
      sql`UPDATE invoices SET status = 'canceled' WHERE company_id = ${company} AND status = 'open'`,
    )
  }

  async markPaid(tx: Tx, company: CompanyId, id: number, now: Date): Promise<Invoice | undefined> {
    const [paid] = await this.update(
      tx,
      sql`status = 'paid', paid_at = ${now}`,
      sql`company_id = ${company} AND id = ${id} AND status = 'open'`,
    )
    return paid
  }

  async listBehind(tx: Tx, until: Date, limit: number): Promise<CompanyId[]> {
    const rows = await query<{ company_id: number }>(
      tx,
      sql`SELECT c.company_id FROM companies c JOIN plans p ON p.id = c.plan_id
        WHERE c.active AND c.due_at < ${until} AND p.value_cents > 0 AND NOT EXISTS (
          SELECT FROM invoices i LEFT JOIN plans q ON q.id = i.chosen_plan_id
          WHERE i.company_id = c.company_id AND i.due_on = ${DUE_DAY} AND (i.status = 'paid' OR
            (i.status = 'open' AND i.value_cents = coalesce(q.value_cents, p.value_cents) * ${MONTHS} + i.difference_cents
              AND i.months = ${MONTHS} AND i.detail = coalesce(q.name, p.name))))
        UNION
        SELECT i.company_id FROM invoices i JOIN companies c ON c.company_id = i.company_id JOIN plans p ON p.id = c.plan_id
        WHERE i.status = 'open' AND c.active AND p.value_cents > 0 AND i.due_on < ${DUE_DAY}
        ORDER BY 1 LIMIT ${limit}`,
    )
    return rows.map((row) => toCompanyId(row.company_id))
  }

  private async update(
    tx: Tx,
    change: ReturnType<typeof sql>,
    where: ReturnType<typeof sql>,
  ): Promise<Invoice[]> {
    const rows = await query(
      tx,
      sql`UPDATE invoices SET ${change} WHERE ${where} RETURNING ${invoices.columns}`,
    )
    return rows.map((row) => invoices.read(row))
  }
}
