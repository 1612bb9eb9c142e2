import { addMonths, companyId, planId, toSaoPauloDay } from '@balcao/contracts'
import { AppError, type ServicePorts } from '@balcao/kernel'

import { PgInvoiceStore } from './adapters/postgres/pg-invoice-store'
import { PgPlanStore } from './adapters/postgres/pg-plan-store'
import { invoiceChanged } from './features/invoices'
import type { NewInvoice } from './features/invoices/invoice.store'

/**
 * Two invoices for a demo: last month's, paid, and the one for the due date. Idempotent.
 * @param ports billing's ports.
 */
export async function seedInvoices(
  ports: ServicePorts,
  seeded: { company: number; plan: number; dueAt: Date },
): Promise<void> {
  const { db, events, clock } = ports
  const invoices = new PgInvoiceStore()
  const id = companyId(seeded.company)
  const now = clock.now()
  await db.withTenant(id, async (tx) => {
    const plan = await new PgPlanStore().find(tx, planId(seeded.plan))
    if (!plan) throw new AppError('ERR_NO_PLAN_FOUND')
    const build = (dueAt: Date): NewInvoice => ({
      companyId: id,
      detail: plan.name,
      valueCents: plan.valueCents,
      months: 1,
      chosen: null,
      dueAt,
      dueOn: toSaoPauloDay(dueAt),
      createdAt: now,
    })
    const former = await invoices.put(tx, build(addMonths(seeded.dueAt, -1)))
    const paid = former && (await invoices.markPaid(tx, id, former.id, now))
    const open = await invoices.put(tx, build(seeded.dueAt))
    const made = [paid, open].filter((invoice) => invoice !== undefined)
    if (made.length > 0)
      await events.append(
        tx,
        made.map((invoice) => invoiceChanged(ports, invoice)),
      )
  })
}
