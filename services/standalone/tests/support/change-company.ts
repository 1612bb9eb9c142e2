import { companyId as toCompanyId } from '@balcao/contracts'
import { deskEvent, orderingKeys } from '@balcao/contracts/wire'
import type { TestDesk } from '@balcao/testkit'

interface CompanyRow {
  name: string
  email: string
  active: boolean
  plan_id: number
  due_at: Date | null
  created_at: Date
  revision: number
}

/** As a super user's route would, with any values: changes the company's row by SQL (`due_at = NULL`) and emits auth's event. */
export async function changeCompany(desk: TestDesk, id: number, change: string): Promise<void> {
  const company = toCompanyId(id)
  const { db, events, ids, clock } = desk.portsOf('auth')
  const [row] = await desk.pg.sql<CompanyRow>(
    `UPDATE auth.companies SET ${change} WHERE company_id = ${id} RETURNING name, email, active, plan_id, due_at, created_at, revision`,
  )
  if (!row) throw new Error(`there is no company ${id}`)
  const told = {
    id,
    name: row.name,
    email: row.email,
    phone: '',
    active: row.active,
    planId: row.plan_id,
    recurrence: '',
    dueAt: row.due_at ?? undefined,
    createdAt: row.created_at,
    revision: row.revision,
  }
  await db.withTenant(company, (tx) =>
    events.append(tx, [
      deskEvent({ ids, clock }, orderingKeys.company(company), 'companyChanged', { company: told }),
    ]),
  )
}
